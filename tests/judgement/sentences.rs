//! The cases of `tests/cases/sentences`, each as a conversation of its own: a scan and a check, which read no more than
//! they must, find the same claims as the full reading of each message.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::Export;

/// The lines of all conversations, and the ids of the replies that claim something. Cases with tools are left out.
struct Conversations {
    lines: Vec<String>,
    claims: BTreeSet<String>,
    replies: usize,
}

impl Conversations {
    fn read() -> Self {
        let mut all = Self { lines: Vec::new(), claims: BTreeSet::new(), replies: 0 };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/sentences");
        for file in std::fs::read_dir(folder).expect("the folder is there") {
            let file = file.expect("a file").path();
            let cases = std::fs::read_to_string(&file).expect("a text");
            all.add(&file.file_stem().expect("a name").to_string_lossy(), &cases);
        }
        all
    }

    fn add(&mut self, file: &str, cases: &str) {
        let (mut has_tools, mut goes_on) = (false, false);
        let mut said: Vec<String> = Vec::new();
        for (number, line) in cases.lines().enumerate() {
            let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
            let text = text.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', "\\");
            match mark {
                "#" => has_tools = false,
                "@" => has_tools = !text.starts_with("no tools"),
                ">" | "<" => {
                    if mark == ">" && !goes_on {
                        said.clear();
                    }
                    goes_on = mark == "<";
                    said.push(text);
                }
                "+" | "-" => {
                    goes_on = false;
                    if !has_tools {
                        self.add_conversation(format!("{file}:{}", number + 1), &said, &text, mark == "+");
                    }
                }
                _ => {}
            }
        }
    }

    fn add_conversation(&mut self, id: String, said: &[String], reply: &str, is_claim: bool) {
        for (place, text) in said.iter().map(String::as_str).chain([reply]).enumerate() {
            let is_last = place == said.len();
            let own = if is_last { id.clone() } else { format!("{id}.{place}") };
            let at = format!("2026-01-01T00:{place:02}:00Z");
            let mut line = json!({"id": own, "conversation_id": id, "content": text, "created_at": at});
            if place % 2 == 0 && !is_last {
                line["role"] = "user".into();
            } else {
                line["role"] = "assistant".into();
                line["tool_calls"] = json!([]);
            }
            self.lines.push(line.to_string());
        }
        self.replies += 1;
        if is_claim {
            self.claims.insert(id);
        }
    }

    /// The replies of which these findings say something else than their cases.
    fn differing(&self, findings: &[Value]) -> Vec<String> {
        let has_claims = |finding: &&Value| finding["claims"].as_array().is_some_and(|claims| !claims.is_empty());
        let id = |finding: &Value| finding["message_id"].as_str().expect("an id").to_owned();
        // Messages before the reply are no cases.
        let is_reply = |id: &String| !id.contains('.');
        let found: BTreeSet<String> = findings.iter().filter(has_claims).map(id).filter(is_reply).collect();
        self.claims.symmetric_difference(&found).cloned().collect()
    }
}

#[test]
fn a_scan_and_a_check_overlook_no_claim_of_a_sentence() {
    let conversations = Conversations::read();
    assert!(conversations.replies > 900, "{}", conversations.replies);
    let log = conversations.lines.join("\n");
    let export = Export::nowhere();
    for command in ["check -", "check --whole -"] {
        let found = export.feed(command, &log).ok().lines();
        assert_eq!(conversations.differing(&found), [""; 0], "{command}");
    }
    export.feed("import - --out DB", &log).ok();
    assert_eq!(conversations.differing(&export.scan()), [""; 0], "scan");
}
