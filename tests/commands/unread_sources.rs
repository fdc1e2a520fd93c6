//! Sources that are unreadable or contain something unknown are not evidence that nothing ran.

use serde_json::{Value, json};

use super::grounds::{CALL, DONE, RESULT, TABLE, application, judged, row};
use crate::support::Export;

#[test]
fn what_cannot_be_read_is_reported_once_by_every_command_that_judges() {
    let rows = row(1, "user", "Hi.") + &row(2, "assistant", CALL);
    let other = TABLE.replace("'ran'", "'runs'");
    let broken = TABLE.replace("'tool'", "'name'");
    let (export, options) = application(&format!("{other}, {broken}"), &rows);
    for line in
        ["scan DB --format jsonl", "scan DB --stats", "show DB 2", "decide DB accept --all", "apply DB --dry-run"]
    {
        let ran = export.run(&format!("{line} {options}"));
        for expected in [
            "note: evidence `table runs`: this database has no table runs",
            "note: evidence `table ran`: this database has no column ran.name",
        ] {
            assert_eq!(ran.stderr.matches(expected).count(), 1, "{line}: {}", ran.stderr);
        }
    }
    assert_eq!(judged(&export, &options).0, "unclear");
    let (export, options) = application(TABLE, &rows);
    assert!(!export.run(&format!("scan DB --format jsonl {options}")).ok().stderr.contains("evidence"));
}

#[test]
fn where_a_source_cannot_be_read_the_silence_of_another_says_nothing() {
    let asked = row(1, "user", "Cancel my reservation.") + &row(2, "assistant", DONE) + &row(4, "assistant", "Yes.");
    let call = row(1, "user", "Hi.") + &row(2, "assistant", CALL) + &row(4, "assistant", "Yes.");
    let fills =
        "INSERT INTO said VALUES (8, 2, 'assistant', 'Hi.', NULL); INSERT INTO ran VALUES (1, 8, 'get_time', '{}');";
    for (more, expected) in [
        (TABLE.replace("'ran'", "'runs'"), "table runs (this database has no table runs)"),
        (TABLE.replace("'tool'", "'name'"), "table ran (this database has no column ran.name)"),
        ("{from: 'column', column: 'nope'}".to_owned(), "tools_used (this database has no column said.nope)"),
    ] {
        let evidence = format!("{TABLE}, {more}");
        let (export, options) = application(&evidence, &(asked.clone() + fills));
        assert_eq!(judged(&export, &options).0, Value::Null, "{more}");
        let (export, options) = application(&evidence, &(call.clone() + fills));
        let (found, lines) = judged(&export, &options);
        assert_eq!(found, "unclear", "{more}: {lines}");
        assert!(lines.contains(expected) && lines.contains("not all sources can be read"), "{more}: {lines}");
    }
    // A missing source that is optional does not count as unreadable.
    let optional = TABLE.replace("'ran'", "'runs', optional: true");
    let (export, options) = application(&format!("{TABLE}, {optional}"), &(asked + fills));
    assert_eq!(judged(&export, &options).0, "not_executed");
}

#[test]
fn a_row_whose_tool_cannot_be_read_may_be_any_call() {
    let asked = row(1, "user", "Cancel my reservation.") + &row(2, "assistant", DONE) + &row(4, "assistant", "Yes.");
    let fills = "INSERT INTO said VALUES (8, 2, 'assistant', 'Hi.', NULL);
                 INSERT INTO ran VALUES (1, 8, 'look', '{\"tool\": \"look\"}');";
    let path = TABLE.replace("'tool'", "'args->$.tool'");
    let prefix = TABLE.replace("name: 'tool',", "name: 'tool', name_prefix: 'lo',");
    for (evidence, more, verdict) in [
        (TABLE, "INSERT INTO ran VALUES (2, 2, NULL, '{}');", "unclear"),
        (TABLE, "INSERT INTO ran VALUES (2, 2, '', '{}');", "unclear"),
        (
            path.as_str(),
            "INSERT INTO ran VALUES (2, 2, NULL, '{\"tool\": \"cancel_reservation\", \"a\": NaN}');",
            "unclear",
        ),
        // A name without the prefix of tools is not a call.
        (prefix.as_str(), "INSERT INTO ran VALUES (2, 2, 'text', '{}');", "not_executed"),
        (prefix.as_str(), "INSERT INTO ran VALUES (2, 2, NULL, '{}');", "not_executed"),
    ] {
        let (export, options) = application(evidence, &(asked.clone() + fills + more));
        let (found, lines) = judged(&export, &options);
        assert_eq!(found, verdict, "{evidence} {more}: {lines}");
        assert_eq!(
            lines.contains("whose tool cannot be read (ran 2)"),
            verdict == "unclear",
            "{evidence} {more}: {lines}"
        );
    }
    // A row without a tool name does not show that the source is in use either.
    let unnamed = fills.replace("'look', '{", "NULL, '{");
    let (export, options) = application(TABLE, &(asked + &unnamed));
    assert_eq!(judged(&export, &options).0, Value::Null);
}

#[test]
fn a_tool_message_that_names_no_tool_still_shows_its_result_and_its_error() {
    let unnamed = "{from: 'messages', roles: ['tool'], result: 'body', error: 'tools'}";
    let asked = row(1, "user", "Cancel my reservation.") + &row(3, "tool", "no such id") + &row(4, "assistant", DONE);
    for (error, verdict) in [("NULL", "unclear"), ("'ok'", "unclear"), ("'not found'", "not_executed")] {
        let (export, options) = application(unnamed, &format!("{asked}UPDATE said SET tools = {error} WHERE id = 3;"));
        assert_eq!(judged(&export, &options).0, verdict, "{error}");
    }
    // A call may fail because the tool does not exist.
    let named = "{from: 'messages', roles: ['tool'], name: 'tools', result: 'body', error: 'body->$.error'}";
    let leak = row(1, "user", "Hi.") + &row(2, "assistant", CALL);
    for (answer, verdict) in [("noon", "not_executed"), ("{\"error\": \"unknown tool\"}", "no_such_tool")] {
        let rows = format!(
            "{leak}{}UPDATE said SET tools = 'get_time' WHERE id = 8;",
            row(7, "user", "And?") + &row(8, "tool", answer)
        );
        let (export, options) = application(named, &rows);
        std::fs::write(export.file("tools.json5"), "[{name: 'look'}]").unwrap();
        let options = format!("{options} --catalog {}", export.file("tools.json5").display());
        assert_eq!(judged(&export, &options).0, verdict, "{answer}");
    }
}

#[test]
fn an_empty_object_is_no_list_of_calls() {
    let parts = "{from: 'parts', calls: 'tools->$[*|type=call]', name: '/name'}";
    let leak = row(1, "user", "Hi.") + &row(2, "assistant", CALL);
    for (list, expected) in [("{}", "tool calls (this database holds none)"), ("[]", "no tool call is recorded")] {
        let (export, options) = application(parts, &format!("{leak}UPDATE said SET tools = '{list}' WHERE id = 2;"));
        let (_, lines) = judged(&export, &options);
        assert!(lines.contains(expected), "{list}: {lines}");
    }
}

#[test]
fn what_a_history_holds_unread_counts_for_records_alone_whatever_was_asked_before() {
    // Both claims query the same tool rows; only one of them contains a record.
    let export = Export::sample("helix-kit.db");
    let count = |export: &Export| {
        let counted = export.run("scan DB --stats --format json").ok().json();
        (counted["executed"].clone(), counted["unclear"].clone(), counted["false"].clone())
    };
    let before = count(&export);
    let export = export.and("INSERT INTO audit_logs (data) VALUES ('no json')");
    let after = count(&export);
    assert_ne!(before, after);
    let recovered = export.scan().iter().filter(|finding| finding["remedy"] == "recover").count();
    assert_eq!(recovered, 0);
    // A completion claim and a call of another tool get the same verdict whether or not a record was queried before.
    for finding in export.scan().iter().step_by(4) {
        let id = finding["message_id"].as_i64().or_else(|| finding["id"].as_i64()).unwrap();
        let alone = export.show(id);
        assert_eq!(alone["claims"], finding["claims"], "{id}");
    }
}

#[test]
fn a_little_answer_of_a_tool_that_nobody_knows_is_evidence_of_none() {
    let unnamed = "{from: 'messages', roles: ['tool'], result: 'body'}";
    let leak = |payload: &str| {
        let call = format!("<tool_response>{payload}</tool_response>");
        row(1, "user", "Hi.") + &row(2, "tool", payload) + &row(3, "assistant", &call)
    };
    for payload in ["{}", "true", "\"ok\"", "{\"ok\": true}", "{\"success\": true, \"id\": 7}"] {
        let (export, options) = application(unnamed, &leak(payload));
        let (found, lines) = judged(&export, &options);
        assert_ne!(found, "executed", "{payload}: {lines}");
    }
    let (export, options) = application(unnamed, &leak(RESULT));
    assert_eq!(judged(&export, &options).0, "executed");
}

/// Applications name their states freely, so an unknown name may mean anything.
#[test]
fn a_status_that_nobody_knows_is_neither_a_success_nor_a_failure() {
    let table = "{from: 'table', table: 'ran', message: 'said', name: 'tool', result: 'args', error: 'status'}";
    let role = "{from: 'messages', roles: ['tool'], name: 'tools', result: 'body', error: 'status'}";
    let columns = "ALTER TABLE said ADD COLUMN status TEXT; ALTER TABLE ran ADD COLUMN status TEXT;";
    let asked = row(1, "user", "Cancel my reservation.") + &row(4, "assistant", DONE);
    let fills = "INSERT INTO said (id, chat, role, body, tools) VALUES (8, 2, 'assistant', 'Hi.', NULL), (9, 2, 'tool', 'x', 'look');
                 INSERT INTO ran (id, said, tool) VALUES (1, 8, 'look');";
    for (status, verdict) in [
        ("'pending'", json!("unclear")),
        ("'Completed successfully'", json!("unclear")),
        ("'N/A'", json!("unclear")),
        ("201", json!("unclear")),
        ("'timeout'", json!("not_executed")),
        ("'no seat with this id'", json!("not_executed")),
        ("1", json!("not_executed")),
        ("'success'", Value::Null),
        ("NULL", Value::Null),
    ] {
        let call = format!("INSERT INTO ran VALUES (2, 4, 'cancel_reservation', 'x', {status});");
        let (export, options) = application(table, &(asked.clone() + columns + fills + &call));
        let (found, lines) = judged(&export, &options);
        assert_eq!(found, verdict, "call, {status}: {lines}");
        let output = "whether a call of cancel_reservation ran in this turn is not known (ran 2)";
        assert_eq!(lines.contains(output), verdict == "unclear", "{status}: {lines}");
        let answer = format!("INSERT INTO said VALUES (3, 1, 'tool', 'x', 'cancel_reservation', {status});");
        let (export, options) = application(role, &(asked.clone() + columns + fills + &answer));
        let (found, lines) = judged(&export, &options);
        assert_eq!(found, verdict, "tool message, {status}: {lines}");
    }
    // A call that is known to have run remains evidence next to one with an unknown status.
    let both =
        "INSERT INTO ran VALUES (2, 4, 'cancel_reservation', 'x', 'pending'), (3, 4, 'cancel_reservation', 'x', 'ok');";
    let (export, options) = application(table, &(asked + columns + fills + both));
    assert_eq!(judged(&export, &options).0, Value::Null);
}
