//! Help, completions, the manual page.

use crate::support::Export;

/// All commands with their subcommands, as their help lists them, such as `patterns draft`. `ghostcall` itself is empty.
fn commands(export: &Export) -> Vec<String> {
    let mut commands = vec![String::new()];
    let mut number = 0;
    while let Some(command) = commands.get(number).cloned() {
        let help = export.run(&format!("{command} --help")).ok().stdout.clone();
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let names =
            listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
        commands.extend(names.filter(|name| *name != "help").map(|name| format!("{command} {name}").trim().to_owned()));
        number += 1;
    }
    assert!(commands.len() > 30, "{commands:?}");
    commands
}

#[test]
fn the_help_of_every_command_has_an_example() {
    let export = Export::nowhere();
    for command in commands(&export) {
        let help = export.run(&format!("{command} --help")).ok().stdout.clone();
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(help.contains("ghostcall "), "{command}: {help}");
    }
}

#[test]
fn the_version_is_printed_and_a_command_that_does_not_exist_refused() {
    let export = Export::nowhere();
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
    assert!(refused.contains("at character 12: unknown field `owner:`; use remedy, status"), "{refused}");
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
fn the_manual_page_describes_every_command() {
    let export = Export::nowhere();
    let page = export.run("man").ok().stdout.clone();
    assert!(page.contains(".TH ghostcall 1"), "{page}");
    for command in commands(&export) {
        if !command.is_empty() && !command.contains(' ') {
            assert!(page.contains(&format!("GHOSTCALL {}", command.to_uppercase())), "{command}");
        }
    }
}

#[test]
fn help_is_coloured_as_asked_for() {
    let export = Export::nowhere();
    let coloured = |line: &str, variable: Option<&str>| {
        let mut command = export.command(line);
        command.envs(variable.map(|value| ("GHOSTCALL_COLOR", value)));
        crate::support::Ran::of(command.output().unwrap()).ok().stdout.contains('\u{1b}')
    };
    for (line, variable, expected) in [
        ("scan --help", None, false),
        ("scan --help --color always", None, true),
        ("--color=always scan -h", None, true),
        ("scan --help", Some("always"), true),
        ("scan --help --color never", Some("always"), false),
        ("--help --color always --color never", None, false),
    ] {
        assert_eq!(coloured(line, variable), expected, "{line} {variable:?}");
    }
}
