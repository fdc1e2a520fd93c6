//! Texts that could control a terminal or be invisible on it.

use rusqlite::{Connection, ToSql};
use serde_json::json;

/// Sequences that terminals interpret.
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

/// Characters that change the direction of text or are invisible.
const INVISIBLE: &str = "\u{202e}evil\u{202c}\u{2066}a\u{2069}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{ad}\u{34f}\
                         \u{61c}\u{180e}\u{2028}\u{2029}\u{fff9}\u{e0001}\u{e0041}\u{e007f}\u{e0100}";

/// Makes the texts of the sample hostile: three findings (a lost memory, an unknown shape, an echo), user messages,
/// memories, and names of models, agents and tools. Most of these texts begin like a formula.
pub(crate) fn poison(connection: &Connection) {
    let change = |sql: &str, values: &[&dyn ToSql]| {
        connection.execute(sql, values).expect("the sample takes it");
    };
    // A Rust string cannot contain a lone surrogate, so this inserts the escape into the JSON.
    let content = json!(text("content")).to_string().replacen("content", "content\\ud83d \\udc00", 1);
    let memory = format!("{{success: true, memory_type: \"core\", content: {content}}}{}", text("=cmd()"));
    let unknown = json!({text("=member"): text("@value"), "ok": true}).to_string() + &text("rest");
    let echo = json!({"type": "board_updated", "board_id": text("@board"), "revision": 4}).to_string() + &text("rest");
    for (id, text) in [(131, memory), (180, unknown), (188, echo)] {
        change("UPDATE messages SET content = ?2 WHERE id = ?1", &[&id, &text]);
    }
    // A URL in a user message would count as a request for data, and the answer would not be a finding.
    let asked = text("+asked").replace("https://example.org", "");
    change("UPDATE messages SET content = ?1 WHERE role = 'user'", &[&asked]);
    change("UPDATE messages SET model_id_string = ?1", &[&text("=model")]);
    change("UPDATE agents SET name = ?1", &[&text("=name")]);
    change("UPDATE agent_memories SET content = content || ?1", &[&text("-memory")]);
    change("UPDATE messages SET tools_used = ?1 WHERE id = 196", &[&json!([text("@tool")]).to_string()]);
    // Bytes that are not valid UTF-8, in text columns.
    change("UPDATE messages SET content = CAST(x'7b61ff9b324a1b5d7d' AS TEXT) WHERE id = 197", &[]);
    change("UPDATE agents SET name = CAST(x'ff1b5b' AS TEXT) WHERE id = 2", &[]);
}

/// A text that begins with `name` and contains all of these, every C0 and C1 control character, and DEL.
pub(crate) fn text(name: &str) -> String {
    let controls: String = (0..0x20).chain(0x7f..0xa0).filter_map(char::from_u32).collect();
    let flood = "\u{301}\u{489}\u{20dd}".repeat(60);
    format!("{name}{controls}{}{INVISIBLE}z{flood}\u{200d}\u{200d}", SEQUENCES.concat())
}

/// The same without NUL, for arguments and environment variables.
pub(crate) fn argument(name: &str) -> String {
    text(name).replace('\0', "")
}
