//! Help, completions, the manual page.

use crate::support::Export;

const COMMANDS: [&str; 32] = [
    "review",
    "demo",
    "scan",
    "show",
    "decide",
    "apply",
    "undo",
    "log",
    "import",
    "export",
    "patterns",
    "patterns list",
    "patterns shapes",
    "patterns draft",
    "profiles",
    "profiles list",
    "profiles show",
    "profiles detect",
    "profiles check",
    "profiles schema",
    "check",
    "read",
    "plan",
    "tool",
    "gate",
    "gate context",
    "gate prompt",
    "guide",
    "completions",
    "man",
    "",
    "help",
];

#[test]
fn the_help_of_every_command_has_an_example() {
    let export = Export::nowhere();
    for command in COMMANDS.iter().filter(|command| **command != "help") {
        let help = export.run(&format!("{command} --help")).ok().stdout.clone();
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(help.contains("ghostcall "), "{command}: {help}");
    }
}

#[test]
fn the_help_names_every_command() {
    let export = Export::nowhere();
    let help = export.run("--help").ok().stdout.clone();
    for command in COMMANDS.iter().filter(|command| !command.contains(' ')) {
        assert!(help.contains(command), "{command}");
    }
    assert!(export.run("--version").ok().stdout.starts_with("ghostcall "));
    export.run("").ended(2);
    export.run("no-such-command").ended(2);
    export.run("scan").ended(2);
    export.run("scan DB --format xml").ended(2);
}

#[test]
fn a_filter_that_is_none_is_explained() {
    let export = Export::nowhere();
    let refused = export.run_with("review DB --filter", &["agent:juno owner:ana"]).refused();
    assert!(refused.contains("at character 12: `owner:` is none of remedy, status"), "{refused}");
}

#[test]
fn there_are_completions_for_every_shell() {
    let export = Export::nowhere();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = export.run(&format!("completions {shell}")).ok().stdout.clone();
        for word in ["decide", "undo", "include-discarded"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    export.run("completions csh").ended(2);
}

#[test]
fn the_completions_of_bash_are_a_script_that_bash_takes() {
    let export = Export::nowhere();
    let script = export.run("completions bash").ok().stdout.clone();
    std::fs::write(export.file("completions"), script).unwrap();
    match std::process::Command::new("bash").arg("-n").arg(export.file("completions")).status() {
        Ok(status) => assert!(status.success()),
        Err(_) => eprintln!("skipped: there is no bash"),
    }
}

#[test]
fn the_manual_page_tells_of_every_command() {
    let page = Export::nowhere().run("man").ok().stdout.clone();
    assert!(page.contains(".TH ghostcall 1"), "{page}");
    for command in COMMANDS.iter().filter(|command| !command.is_empty() && !command.contains(' ')) {
        if *command != "help" {
            assert!(page.contains(&format!("GHOSTCALL {}", command.to_uppercase())), "{command}");
        }
    }
}
