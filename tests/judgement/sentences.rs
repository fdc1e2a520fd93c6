//! The cases of `tests/cases/sentences`, each as a conversation of its own: a scan and a check, which read no more than
//! they must, find the same claims as the full reading of each message.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::sentence_cases::{self, Case, Setting};
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
        for path in sentence_cases::files() {
            let file = path.file_stem().expect("a name").to_string_lossy();
            let cases = sentence_cases::read(&path).into_iter();
            for case in cases.filter(|case| case.settings.contains(&Setting::NoTools)) {
                all.add(format!("{file}:{}", case.line), &case);
            }
        }
        all
    }

    fn add(&mut self, id: String, case: &Case) {
        for (place, text) in case.said.iter().chain([&case.reply]).enumerate() {
            let is_last = place == case.said.len();
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
        if case.is_claim {
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
