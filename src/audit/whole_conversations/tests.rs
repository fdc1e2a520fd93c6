use std::sync::OnceLock;

use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::audit::scan;
use crate::source::profile;

/// The lines of a conversation: the role, the text, and the tool that the line names as run.
const SPOKEN: [(&str, &str, Option<&str>); 10] = [
    ("user", "Please cancel my subscription.", None),
    ("user", "Thanks! What is the weather like?", None),
    ("assistant", "I have cancelled your subscription.", None),
    ("assistant", "I have cancelled your subscription.", Some("cancel_subscription")),
    ("assistant", r#"{success: true, memory_type: "journal", content: "Tea."}Noted."#, None),
    ("assistant", r#"{success: true, memory_type: "journal", content: "Tea."}Noted."#, Some("save_memory")),
    ("assistant", r#"<tool_call>{"name": "cancel_subscription", "arguments": {"id": 5}}</tool_call>Done."#, None),
    ("assistant", r#"{"weather": "sunny", "degrees": 21}"#, None),
    ("assistant", "It is sunny.", None),
    ("tool", r#"{"ok": true}"#, None),
];

fn line(number: usize, conversation: Option<usize>, spoken: usize) -> String {
    let (role, content, tool) = SPOKEN[spoken];
    let mut line = json!({ "id": number, "role": role, "content": content, "conversation_id": conversation });
    match (role, tool) {
        ("assistant", tool) => line["tools_used"] = json!(tool.into_iter().collect::<Vec<_>>()),
        ("tool", _) => line["name"] = "cancel_subscription".into(),
        _ => {}
    }
    line.to_string()
}

fn conversations() -> WholeConversations {
    let profile = profile::chat_log().unwrap();
    WholeConversations::new(Registry::builtin().unwrap(), profile, None, Options::at(Timestamp::UNIX_EPOCH))
}

/// The findings of a stream by the numbers of their messages, and the numbers of refused lines.
fn judged(mut conversations: WholeConversations, lines: &[(u64, String)]) -> (Vec<Value>, Vec<u64>) {
    let (mut findings, mut refused) = (Vec::new(), Vec::new());
    let mut collect = |event: StreamEvent| match event {
        StreamEvent::Finding(finding) => findings.push(json!(finding)),
        StreamEvent::Refused { line, .. } => refused.push(line),
    };
    for (number, line) in lines {
        conversations.take(*number, line, &mut collect).unwrap();
    }
    conversations.finish(&mut collect).unwrap();
    findings.sort_by_key(|finding| finding["message_id"].as_u64());
    (findings, refused)
}

/// The findings of a scan after these lines are imported.
fn scanned(lines: &[&(u64, String)]) -> Vec<Value> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("log.db");
    let mut log = NewChatLog::begin(&path).unwrap();
    for (number, line) in lines {
        log.add(&read_line(line, *number, &LogRules::default()).unwrap()).unwrap();
    }
    log.finish().unwrap();
    let source = SqliteSource::open(&path, None, false).unwrap();
    let mut findings = Vec::new();
    let mut visit = |finding| {
        findings.push(json!(finding));
        true
    };
    let context = CONTEXT.get_or_init(|| conversations().context);
    findings_in(&source, context, scan::MOST_WORKERS, &mut visit, &mut |_| true).unwrap();
    findings
}

/// Shared between scans, because building it takes longer than a short scan.
static CONTEXT: OnceLock<AuditContext> = OnceLock::new();

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// However the lines of several conversations are mixed, each conversation gets the findings of a scan of it alone.
    #[test]
    fn a_conversation_is_judged_as_a_scan_judges_it(
        spoken in prop::collection::vec((0_usize..4, 0..SPOKEN.len()), 1..24),
    ) {
        let numbered = |(number, (conversation, spoken)): (usize, &(usize, usize))| {
            let conversation = Some(*conversation).filter(|conversation| *conversation > 0);
            (number as u64, line(number, conversation, *spoken))
        };
        let lines: Vec<_> = spoken.iter().enumerate().map(numbered).collect();
        let mut expected: Vec<Value> = (1..4)
            .flat_map(|conversation| {
                let own = lines.iter().zip(&spoken).filter(|(_, (of, _))| *of == conversation);
                scanned(&own.map(|(line, _)| line).collect::<Vec<_>>())
            })
            .collect();
        let alone = lines.iter().zip(&spoken).filter(|(_, (of, _))| *of == 0);
        expected.extend(alone.flat_map(|(line, _)| scanned(&[line])));
        expected.sort_by_key(|finding| finding["message_id"].as_u64());
        prop_assert_eq!(&judged(conversations(), &lines), &(expected.clone(), vec![]));

        let mut together = lines.clone();
        together.sort_by_key(|(number, _)| spoken[usize::try_from(*number).unwrap()].0);
        let mut narrow = conversations().sorted();
        narrow.spool = Spool::holding(100);
        prop_assert_eq!(judged(narrow, &together), (expected, vec![]));
    }
}

#[test]
fn what_waits_is_forgotten_at_the_end_of_its_conversation() {
    let mut conversations = conversations();
    let lines = [(Some(1), 0), (Some(2), 0), (Some(1), 2), (None, 2)];
    for (number, (conversation, spoken)) in lines.into_iter().enumerate() {
        conversations.take(number as u64, &line(number, conversation, spoken), &mut |_| ()).unwrap();
    }
    assert_eq!(conversations.waiting.len(), 2);
    let mut events = 0;
    for conversation in [1, 2] {
        let end = json!({ "conversation_id": conversation, "end": true }).to_string();
        conversations.take(9, &end, &mut |_| events += 1).unwrap();
    }
    assert_eq!((conversations.waiting.len(), events), (0, 1));
}
