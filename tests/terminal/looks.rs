//! How the screen looks, by options, environment and configuration; the mouse and the clipboard in a real terminal.

use std::path::Path;

use crate::screen::{Export, Screen};

fn review(export: &Export, options: &[&str], environment: &[(&str, &str)]) -> Screen {
    let path = export.path();
    let arguments: Vec<&str> = ["review", path.to_str().unwrap()].into_iter().chain(options.iter().copied()).collect();
    Screen::start(&arguments, path.parent().unwrap(), (120, 40), environment)
}

fn raw(review: &Screen) -> String {
    String::from_utf8_lossy(&review.raw()).into_owned()
}

/// Creates a program that replaces one of the desktop's.
fn fake(folder: &Path, name: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// A press of the left button, and its release, in a column and row counted from 1.
fn click(column: u16, row: u16) -> String {
    format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
}

#[test]
fn the_mouse_selects_scrolls_and_is_given_back() {
    let export = Export::sample();
    let review = review(&export, &[], &[]);
    review.wait_for("208 messages read").keys(&click(5, 5)).wait_for("▸·  188").wait_for("Shift-drag selects text");
    // Mouse movement, which some terminals report unasked, and the right button do nothing.
    review.keys("\x1b[<35;3;3M\x1b[<2;5;3M").keys("\x1b[<65;5;5M").wait_for("Findings 3/41");
    review.wait_until("the list's third row on top", |screen| !screen.contains("131 save_memory"));
    review.keys(&click(2, 40)).wait_for("188 accepted").wait_for("▸·  196").keys("q");
    let written = raw(&review);
    assert_eq!(review.ended(), 0);
    for asked in ["\x1b[?1000h", "\x1b[?1006h"] {
        assert!(written.contains(asked), "{asked:?}");
    }
    for moves in ["\x1b[?1002h", "\x1b[?1003h"] {
        assert!(!written.contains(moves), "{moves:?}");
    }
}

#[test]
fn the_mouse_is_left_to_the_terminal_where_that_is_wanted() {
    let export = Export::sample();
    let config = export.path().with_file_name("config.json5");
    std::fs::write(&config, "{mouse: false}").unwrap();
    let config = config.to_str().unwrap();
    for (options, environment) in [
        (&["--no-mouse"] as &[_], ("LANG", "")),
        (&[], ("GHOSTCALL_NO_MOUSE", "1")),
        (&["--config", config], ("LANG", "")),
    ] {
        let review = review(&export, options, &[environment]);
        review.wait_for("131 save_memory").keys("q");
        review.wait_until("the end", |screen| !screen.contains("131 save_memory"));
        assert!(!raw(&review).contains("\x1b[?1000"), "{options:?}");
        assert_eq!(review.ended(), 0);
    }
}

#[test]
fn where_the_locale_is_not_utf_8_only_ascii_is_drawn() {
    let export = Export::sample();
    for (options, environment, ascii) in [
        (&[] as &[_], ("LC_ALL", "C"), true),
        (&["--ascii"], ("LANG", "de_AT.UTF-8"), true),
        (&[], ("GHOSTCALL_ASCII", "1"), true),
        (&["--ascii=no"], ("LC_ALL", "C"), false),
        (&[], ("LANG", "de_AT.UTF-8"), false),
    ] {
        let review = review(&export, options, &[environment]);
        review.wait_for("131 save_memory").wait_for(if ascii { "+ Findings" } else { "┌ Findings" }).keys("q");
        assert_eq!(review.ended(), 0);
    }
}

#[test]
fn a_theme_is_shown_as_far_as_the_terminal_has_colours() {
    let export = Export::sample();
    let claim = "38;5;221";
    for (options, environment, has_256) in [
        (&["--theme", "dark"] as &[_], ("TERM", "xterm-256color"), true),
        (&["--theme", "dark"], ("TERM", "xterm"), false),
        (&["--theme", "dark", "--color", "never"], ("TERM", "xterm-256color"), false),
        (&["--theme", "dark", "--color", "always"], ("NO_COLOR", "1"), true),
        (&["--theme", "dark"], ("NO_COLOR", "1"), false),
        (&[], ("GHOSTCALL_THEME", "dark"), true),
        (&[], ("TERM", "xterm-256color"), false),
    ] {
        let review = review(&export, options, &[environment]);
        review.wait_for("131 save_memory").keys("q");
        review.wait_until("the end", |screen| !screen.contains("131 save_memory"));
        assert_eq!(raw(&review).contains(claim), has_256, "{options:?} {environment:?}");
        assert_eq!(review.ended(), 0);
    }
}

#[test]
fn an_error_in_the_theme_is_reported_and_the_review_continues() {
    let export = Export::sample();
    let config = export.path().with_file_name("config.json5");
    std::fs::write(&config, "{\n  theme: {base: 'dark', warning: 'reddish'},\n}").unwrap();
    let review = review(&export, &["--config", config.to_str().unwrap()], &[]);
    review
        .wait_for("208 messages read")
        .wait_for("Configuration error")
        .wait_for("config.json5:2:")
        .wait_for("`reddish` is not a colour")
        .wait_for("This setting is ignored; the default is used.");
    review.keys("\x1b").wait_until("its end", |screen| !screen.contains("reddish")).keys("a").wait_for("131 accepted");
    review.keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_copy_goes_through_the_terminal_where_there_is_no_desktop() {
    let export = Export::sample();
    let review = review(&export, &[], &[]);
    review.wait_for("208 messages read").keys("y").wait_for("the cleaned text").keys("k");
    review
        .wait_for("the key of 131 sent to the terminal's clipboard (OSC 52)")
        .keys("yy")
        .wait_for("the finding of 131");
    review.keys("q");
    let written = raw(&review);
    assert_eq!(review.ended(), 0);
    assert!(written.contains("\x1b]52;c;MTMx\x07"), "131 in base64");
    assert_eq!(written.matches("\x1b]52;c;").count(), 2);
}

#[test]
fn a_copy_is_what_show_prints() {
    let export = Export::sample();
    let folder = export.path().parent().unwrap().to_owned();
    fake(&folder, "xclip", "[ \"$*\" = \"-in -selection clipboard\" ] && cat > \"$HOME/copied\"");
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let review = review(&export, &[], &[("PATH", &path), ("DISPLAY", ":7")]);
    review.wait_for("208 messages read").keys("a").wait_for("131 accepted").keys("k").keys("yy");
    review.wait_for("the finding of 131 copied to the clipboard (xclip)").keys("q");
    assert!(!raw(&review).contains("\x1b]52;"));
    assert_eq!(review.ended(), 0);
    let shown = std::process::Command::new(env!("CARGO_BIN_EXE_ghostcall"))
        .args(["show", export.path().to_str().unwrap(), "131", "--format", "json"])
        .output()
        .unwrap();
    let copied = std::fs::read_to_string(folder.join("copied")).unwrap();
    assert_eq!(copied.trim_end(), String::from_utf8(shown.stdout).unwrap().trim_end());
    assert!(copied.contains("\"action\": \"accept\""));
}

#[test]
fn a_tool_that_fails_leaves_the_text_in_a_file() {
    let export = Export::sample();
    let folder = export.path().parent().unwrap().to_owned();
    fake(&folder, "xclip", "echo \"cannot open display\" >&2; exit 1");
    let (path, folder) = (format!("{}:/usr/bin:/bin", folder.display()), folder.to_str().unwrap().to_owned());
    let environment = [("PATH", path.as_str()), ("DISPLAY", ":7"), ("TMPDIR", folder.as_str())];
    let review = review(&export, &["--clipboard", "native"], &environment);
    review.wait_for("208 messages read").keys("yk").wait_for("xclip failed: cannot open display");
    review.wait_for("the key of 131 was saved to a file that only you can read").keys("\x1b");
    review.wait_until("the notice's end", |screen| !screen.contains("only you"));
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let kept = files.into_iter().find(|path| path.to_string_lossy().contains("ghostcall-copy-")).unwrap();
    assert_eq!(std::fs::read_to_string(kept).unwrap(), "131");
    review.keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn a_table_breaks_no_date_and_gives_the_text_room() {
    let export = Export::sample();
    let path = export.path();
    let arguments = ["scan", path.to_str().unwrap()];
    let scan = Screen::start(&arguments, path.parent().unwrap(), (80, 200), &[]);
    scan.wait_for("Next: ghostcall review");
    let printed = scan.text();
    assert_eq!(scan.ended(), 0);
    let row = printed.lines().find(|line| line.trim_start().starts_with("131 ")).expect(&printed);
    assert!(row.contains(" 2026-01-03 23:27 ") && row.contains(" recover "), "{printed}");
    assert!(row.trim_end().len() - row.rfind("  ").unwrap() > 16, "{row}");
}

#[test]
fn help_on_a_terminal_is_plain_where_no_colour_is_wanted() {
    let export = Export::sample();
    for (options, has_colour) in [(&[] as &[&str], true), (&["--color", "never"], false)] {
        let arguments = [&["scan", "--help"], options].concat();
        let help = export.run(env!("CARGO_BIN_EXE_ghostcall"), &arguments, &[]);
        help.wait_for("numbers.csv");
        assert_eq!(raw(&help).contains("\u{1b}["), has_colour, "{options:?}");
        assert_eq!(help.ended(), 0);
    }
}
