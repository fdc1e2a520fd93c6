//! Everything that could command a terminal, or hide on one.

use rusqlite::{Connection, ToSql};
use serde_json::json;

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

/// Makes the texts of the sample hostile: of messages (one that is lost, one that nobody knows, one that ran), of people, of
/// models, agents, records and tools. They begin as formulas do.
pub(crate) fn poison(connection: &Connection) {
    let change = |sql: &str, values: &[&dyn ToSql]| {
        connection.execute(sql, values).expect("the sample takes it");
    };
    // No text of Rust holds an escaped lone surrogate.
    let content = json!(text("content")).to_string().replacen("content", "content\\ud83d \\udc00", 1);
    let memory = format!("{{success: true, memory_type: \"core\", content: {content}}}{}", text("=cmd()"));
    let unknown = json!({text("=member"): text("@value"), "ok": true}).to_string() + &text("rest");
    let echo = json!({"type": "board_updated", "board_id": text("@board"), "revision": 4}).to_string() + &text("rest");
    for (id, text) in [(131, memory), (180, unknown), (188, echo)] {
        change("UPDATE messages SET content = ?2 WHERE id = ?1", &[&id, &text]);
    }
    // An address in it would ask for data, and its answer be no finding.
    let asked = text("+asked").replace("https://example.org", "");
    change("UPDATE messages SET content = ?1 WHERE role = 'user'", &[&asked]);
    change("UPDATE messages SET model_id_string = ?1", &[&text("=model")]);
    change("UPDATE agents SET name = ?1", &[&text("=name")]);
    change("UPDATE agent_memories SET content = content || ?1", &[&text("-memory")]);
    change("UPDATE messages SET tools_used = ?1 WHERE id = 196", &[&json!([text("@tool")]).to_string()]);
    // Bytes that are no UTF-8, in a column of texts.
    change("UPDATE messages SET content = CAST(x'7b61ff9b324a1b5d7d' AS TEXT) WHERE id = 197", &[]);
    change("UPDATE agents SET name = CAST(x'ff1b5b' AS TEXT) WHERE id = 2", &[]);
}

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
