//! x
use super::Span;
use serde_json::Value;
/// x
pub struct Payload {
    /// x
    pub span: Span,
    /// x
    pub value: Option<Value>,
    /// x
    pub repairs: Vec<Repair>,
    /// x
    pub uncertain: bool,
    /// x
    pub truncated: bool,
}
/// x
pub struct Repair {
    /// x
    pub kind: RepairKind,
    /// x
    pub at: usize,
}
/// x
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RepairKind {
    /// x
    UnquotedKey,
}
impl RepairKind {
    /// x
    pub fn name(self) -> &'static str {
        "unquoted_key"
    }
}
/// x
pub fn read_leading(_t: &str) -> Vec<Payload> {
    vec![]
}
/// x
pub fn skip_blank(t: &str) -> &str {
    t.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}'))
}
