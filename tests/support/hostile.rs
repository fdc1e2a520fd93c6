//! Everything that could command a terminal, or hide on one.

/// Sequences that terminals obey.
const SEQUENCES: [&str; 14] = [
    "\x1b]52;c;aGVsbG8=\x07", // sets the clipboard
    "\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]0;owned\x07",
    "\x1b]2;owned\x1b\\",
    "\x1b[2J\x1b[H\x1b[1;1H",
    "\x1b[?1049h",
    "\x1b[?1049l\x1bc",
    "\x1b[8;1;1t",
    "\x1b[21t",
    "\x1bP$q\"p\x1b\\",
    "\x1b_Gf=100;AAAA\x1b\\",
    "\x1b[31;5mred",
    "\u{9b}2J\u{9d}0;owned\u{9c}",
    "\x1b[6n\x1b[c\x05",
];

/// Direction, invisibility, and too much of it.
const INVISIBLE: &str = "\u{202e}evil\u{202c}\u{2066}a\u{2069}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{ad}\u{34f}\
                         \u{61c}\u{180e}\u{2028}\u{2029}\u{fff9}\u{e0001}\u{e0041}\u{e007f}\u{e0100}";

/// A text with all of it, each C0 and C1 character and DEL among them; it begins with `name`.
pub(crate) fn text(name: &str) -> String {
    let controls: String = (0..0x20).chain(0x7f..0xa0).filter_map(char::from_u32).collect();
    let flood = "\u{301}\u{489}\u{20dd}".repeat(60);
    format!("{name}{controls}{}{INVISIBLE}z{flood}\u{200d}\u{200d}", SEQUENCES.concat())
}

/// The same for what may hold no NUL: arguments and variables.
pub(crate) fn argument(name: &str) -> String {
    text(name).replace('\0', "")
}
