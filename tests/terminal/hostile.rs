//! Whatever the data contains, only the program's own escape sequences reach the terminal; these tests read the raw
//! bytes.

#[path = "../support/hostile.rs"]
mod poison;

use rusqlite::Connection;

use super::screen::{Export, Screen};
use poison::argument;

/// The modes that the program sets and resets: cursor, mouse, alternate screen, pastes, focus and synchronized output.
const MODES: [&str; 11] = ["25", "1000", "1002", "1003", "1004", "1006", "1015", "1049", "2004", "2026", "12"];

/// The sample with hostile texts, names and models.
fn poisoned() -> Export {
    let export = Export::sample();
    poison::poison(&Connection::open(export.path()).unwrap());
    export
}

/// The first output that the program should never write.
fn strange(raw: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(raw);
    let mut rest = text.as_ref();
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            // A sequence that is still incomplete proves nothing.
            '\x1b' if is_begun(after) => return None,
            '\x1b' => match sequence(after) {
                Some(rest) => rest,
                None => return Some(format!("ESC {:?}", after.chars().take(20).collect::<String>())),
            },
            // A joiner may connect the parts of an emoji.
            '\r' | '\n' | '\u{200d}' => after,
            c if ghostcall::visible::is_hidden(c) => {
                return Some(format!("{c:?} before {:?}", after.chars().take(20).collect::<String>()));
            }
            _ => after,
        };
    }
    None
}

/// Whether this may be the beginning of a sequence.
fn is_begun(after: &str) -> bool {
    let parameters = after.strip_prefix('[').unwrap_or(after);
    parameters.chars().all(|c| c.is_ascii_digit() || matches!(c, '?' | ';' | ':'))
}

/// What follows a sequence that the program may write: colours, positions, erasing, and its modes.
fn sequence(after: &str) -> Option<&str> {
    let Some(after) = after.strip_prefix('[') else {
        // Saves and restores the cursor.
        return after.strip_prefix(['7', '8']);
    };
    let end = after.find(|c: char| c.is_ascii_alphabetic())?;
    let (parameters, rest) = after.split_at(end);
    let known = match (parameters.strip_prefix('?'), rest.chars().next()?) {
        (Some(modes), 'h' | 'l') => modes.split(';').all(|mode| MODES.contains(&mode)),
        (None, 'm' | 'H' | 'J' | 'K' | 'A' | 'B' | 'C' | 'D' | 'G' | 'S' | 'T' | 'n') => {
            parameters.chars().all(|c| c.is_ascii_digit() || matches!(c, ';' | ':'))
        }
        _ => false,
    };
    known.then(|| &rest[1..])
}

#[track_caller]
fn assert_own(review: &Screen, when: &str) {
    if let Some(strange) = strange(&review.raw()) {
        panic!("{when}: {strange}");
    }
}

/// Keys that lead through every screen.
const KEYS: [&str; 86] = [
    "1", "2", "3", "4", "5", "6", "0", "d", "d", "d", "z", "z", "J", "c", "\t", "c", "j", "1", "2", "3", "4", "5", "6",
    "0", "j", "1", "2", "3", "4", "5", "6", "0", "g", "e", "\x1b", "m", "\x1b", "x", "x", "p", "j", "\r", "\x1b",
    "\x1b", "S", "j", "j", "\x1b", "?", "\x1b", ":acc", "\x1b", "fagent:", "\t", "\x1b", "/content\r", "n", "N", "F",
    "\x1b", "O", "O", "O", "O", "O", "O", "H", "\x1b", "ga", "jr", "H", "\x1b", "w", "\x1b", "l", "\x1b", "y", "\x1b",
    "A", "\x1b", "W", "\x1b", "G", "g", "gu", "o",
];

/// Goes through every screen.
fn look_at_everything(export: &Export, size: (u16, u16)) {
    let reviewer = argument("who");
    let review =
        export.review_with(&["--clipboard", "off"], size, &[("GHOSTCALL_REVIEWER", &reviewer), ("VISUAL", "true")]);
    review.wait_for("/").wait_until("the list", |screen| screen.contains("131"));
    for keys in KEYS {
        review.keys(keys);
        std::thread::sleep(std::time::Duration::from_millis(30));
        assert_own(&review, keys);
    }
    // Until the editor ends, the terminal's driver would echo a paste.
    review.wait_for("nothing was changed");
    // Typed and pasted text is data too. Terminals remove control characters from a paste.
    let pasted: String = argument("pasted").chars().filter(|c| !c.is_ascii_control()).collect();
    review.keys("\x1b").paste(&pasted).keys(";").paste(&pasted).keys("\r");
    review.keys("f").paste(&pasted).keys("\x1b").keys("e").paste(&pasted).keys("\x1b\x1b");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_own(&review, "pastes");
    review.keys(":q\r");
    let _ = review.resize(80, 24);
    assert_own(&review, "the end");
    review.kill();
}

#[test]
fn every_screen_writes_its_own_sequences_only() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        look_at_everything(&poisoned(), size);
    }
}

#[test]
fn errors_and_names_of_files_are_data_too() {
    let export = Export::sample();
    let hostile = export.file(&argument("db").replace('/', "").chars().take(60).collect::<String>());
    std::fs::copy(export.path(), &hostile).unwrap();
    let home = export.path().parent().unwrap().to_owned();
    let start = |arguments: &[&str]| Screen::start(arguments, &home, (100, 30), &[]);
    let review = start(&["review", hostile.to_str().unwrap()]);
    review.wait_until("the list", |screen| screen.contains("131"));
    assert_own(&review, "the title");
    review.wait_for("messages read").keys("aw");
    review.wait_for("y write ·").keys("y").wait_for("1 finding written");
    assert_own(&review, "the notice");
    review.kill();
    for arguments in
        [&["review", "\u{1b}]0;x\u{7}\u{9b}2J.db"][..], &["show", hostile.to_str().unwrap(), "131"], &["\u{9b}2J"]]
    {
        let mut shown = start(arguments);
        let _ = shown.wait_for_end();
        assert_own(&shown, "a command");
    }
}

#[test]
fn what_the_test_calls_strange_is_strange() {
    for bytes in [
        "\x1b]0;x\x07", "\x1b]52;c;eA==\x07", "\u{9b}2J", "\x1b[?1001h", "\x1b[5t", "\x1bc", "a\u{202e}b", "\x07",
        "\u{7f}", "\t",
    ] {
        assert!(strange(bytes.as_bytes()).is_some(), "{bytes:?}");
    }
    assert_eq!(strange(b"\x1b[?1049h\x1b[1;1H\x1b[38;5;1mx\x1b[0m\r\n"), None);
}
