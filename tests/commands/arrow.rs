//! `check --format arrow`: record batches give the same findings as JSON Lines of the same messages.

use std::io::Write as _;
use std::process::Stdio;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::cast::AsArray as _;
use arrow_array::types::UInt64Type;
use arrow_array::{
    Array as _, ArrayRef, BinaryArray, Int64Array, LargeStringArray, RecordBatch, StringArray,
    TimestampMicrosecondArray,
};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use serde_json::{Value, json};

use crate::support::Export;

const LEAK: &str = r#"{success: true, memory_type: "core", content: "Likes \"figs\"."}Noted."#;

/// Conversation, role, text, and a tool that ran.
type Message = (i64, &'static str, Option<&'static str>, Option<&'static str>);

const MESSAGES: [Message; 7] = [
    (1, "user", Some("I like figs."), None),
    (1, "assistant", Some(LEAK), None),
    (1, "assistant", Some(LEAK), Some("save_memory")),
    (2, "user", Some("Please cancel my subscription."), None),
    (2, "assistant", Some("I have cancelled your subscription."), None),
    (2, "assistant", None, Some("cancel_subscription")),
    (3, "assistant", Some("Good morning ☀"), None),
];

fn lines() -> String {
    let line = |(id, (conversation, role, text, tool)): (usize, &Message)| {
        let tools = tool.iter().collect::<Vec<_>>();
        json!({"id": id, "conversation_id": conversation, "role": role, "content": text, "tools_used": tools, "seq": id,
               "created_at": "2026-04-01T10:00:00Z"})
    };
    MESSAGES.iter().enumerate().map(|message| line(message).to_string()).collect::<Vec<_>>().join("\n")
}

fn batch() -> RecordBatch {
    let mut tools = ListBuilder::new(StringBuilder::new());
    for (.., tool) in MESSAGES {
        if let Some(tool) = tool {
            tools.values().append_value(tool);
        }
        tools.append(true);
    }
    let ids: Int64Array = (0..).take(MESSAGES.len()).collect::<Vec<_>>().into();
    let times = TimestampMicrosecondArray::from(vec![1_775_037_600_000_000; MESSAGES.len()]);
    let columns: [(&str, ArrayRef); 7] = [
        ("id", Arc::new(ids.clone())),
        ("conversation_id", Arc::new(Int64Array::from_iter_values(MESSAGES.map(|message| message.0)))),
        ("role", Arc::new(StringArray::from_iter_values(MESSAGES.map(|message| message.1)))),
        ("content", Arc::new(LargeStringArray::from_iter(MESSAGES.map(|message| message.2)))),
        ("tools_used", Arc::new(tools.finish())),
        ("seq", Arc::new(ids)),
        ("created_at", Arc::new(times.with_timezone("+00:00"))),
    ];
    RecordBatch::try_from_iter(columns).expect("a batch")
}

/// The batches as an Arrow IPC stream.
fn stream(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).expect("a stream");
    for batch in batches {
        writer.write(batch).expect("a batch is written");
    }
    writer.finish().expect("its end");
    writer.into_inner().expect("its bytes")
}

/// Runs `check` on bytes. Returns each finding or error with its line, the exit status, and standard error.
fn answers(options: &str, input: Vec<u8>) -> (Vec<(u64, Value)>, Option<i32>, String) {
    let export = Export::nowhere();
    let mut command = export.command(&format!("check --format arrow {options}"));
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("its input");
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    let _ = writer.join().expect("the writer ends");
    let mut printed = Vec::new();
    for batch in StreamReader::try_new(output.stdout.as_slice(), None).into_iter().flatten() {
        let batch = batch.expect("a batch");
        let column = |name: &str| batch.column_by_name(name).expect("the column").as_string::<i32>();
        let numbers = batch.column_by_name("line").expect("the column").as_primitive::<UInt64Type>();
        for row in 0..batch.num_rows() {
            let (finding, error) = (column("finding"), column("error"));
            let answer = if finding.is_valid(row) {
                serde_json::from_str(finding.value(row)).expect("JSON")
            } else {
                json!({"line": numbers.value(row), "error": error.value(row)})
            };
            printed.push((numbers.value(row), answer));
        }
    }
    (printed, output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn batches_are_judged_as_lines_are() {
    for options in ["", "--sorted", "--whole", "--whole --sorted --with-context"] {
        let expected = Export::nowhere().feed(&format!("check {options}"), &lines()).ok().lines();
        let whole = batch();
        for batches in [vec![whole.clone()], vec![whole.slice(0, 3), whole.slice(3, 0), whole.slice(3, 4)]] {
            let (printed, status, _) = answers(options, stream(&batches));
            let printed: Vec<_> = printed.into_iter().map(|(_, answer)| without_context(answer)).collect();
            let expected: Vec<_> = expected.iter().cloned().map(without_context).collect();
            assert_eq!((&printed, status), (&expected, Some(0)), "{options}");
        }
    }
}

/// The context contains the messages in their input format, so it differs between lines and rows.
fn without_context(mut finding: Value) -> Value {
    if let Some(members) = finding.as_object_mut() {
        members.remove("context");
    }
    finding
}

#[test]
fn lists_may_come_as_json_and_unknown_types_are_refused() {
    let tools =
        StringArray::from_iter_values(MESSAGES.map(|message| json!(message.3.iter().collect::<Vec<_>>()).to_string()));
    let column = |name: &str| batch().column_by_name(name).expect("the column").clone();
    let rows = |more: (&str, ArrayRef)| {
        let columns = [
            ("conversation_id", column("conversation_id")),
            ("role", column("role")),
            ("content", column("content")),
            more,
        ];
        RecordBatch::try_from_iter(columns).expect("a batch")
    };
    let (printed, status, _) = answers("", stream(&[rows(("tools_used", Arc::new(tools)))]));
    let verdicts: Vec<_> =
        printed.iter().filter_map(|(line, answer)| Some((*line, answer["claims"][0]["verdict"].as_str()?))).collect();
    assert_eq!(
        (verdicts.as_slice(), status),
        ([(2, "not_executed"), (3, "unclear"), (5, "not_executed")].as_slice(), Some(0))
    );

    let bytes = BinaryArray::from_iter_values(MESSAGES.map(|_| b"x"));
    let (_, status, printed) = answers("", stream(&[rows(("id", Arc::new(bytes)))]));
    assert_eq!(status, Some(2));
    assert!(printed.contains("column id: Binary"), "{printed}");
}

#[test]
fn what_is_no_stream_is_an_error_and_never_a_panic() {
    let whole = stream(&[batch()]);
    for input in [vec![], b"{\"content\": \"x\"}\n".to_vec(), whole[..whole.len() / 2].to_vec()] {
        let (_, status, printed) = answers("", input);
        assert_eq!(status, Some(2), "{printed}");
        assert!(printed.contains("not an Arrow IPC stream") && !printed.contains("panicked"), "{printed}");
    }
}
