//! Outcomes of the evidence from all sources.

use super::*;
use crate::source::ToolNames;
use serde_json::json;

fn question() -> Question {
    let fields = [("content", "Beans in April."), ("memory_type", "journal")];
    Question {
        tool: Some("save_memory".to_owned()),
        record: Some(RecordQuestion {
            kind: "memory".to_owned(),
            fields: fields.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            named: None,
        }),
        ..Question::default()
    }
}

fn outcome(facts: &Facts) -> Outcome {
    weigh(&question(), facts, &ToolNames::default(), "Wren").outcome
}

fn used(tools: &[&str]) -> Facts {
    let tools = tools.iter().map(|&tool| tool.to_owned()).collect();
    Facts { tools_used: Some(tools), ..Facts::default() }
}

#[test]
fn nothing_asked_is_not_nothing_found() {
    assert_eq!(outcome(&Facts::default()), Outcome::Unasked);
    assert_eq!(outcome(&used(&[])), Outcome::None);
}

#[test]
fn a_record_outweighs_an_empty_list_of_tools() {
    let found = RecordFound { table: "agent_memories".to_owned(), key: Key::Integer(2), discarded: true };
    let facts = Facts { record: LookupAnswer::Found(found), ..used(&[]) };
    let evidence = weigh(&question(), &facts, &ToolNames::default(), "Wren");
    assert_eq!(evidence.outcome, Outcome::Equal);
    assert_eq!(
        evidence.lines,
        ["Wren already has this memory (agent_memories 2, discarded later)", "tools_used is empty"]
    );
}

#[test]
fn a_named_tool_and_other_tools_are_told_apart() {
    assert_eq!(outcome(&used(&["save_memory"])), Outcome::Named);
    assert_eq!(outcome(&used(&["web_fetch"])), Outcome::Other);
    let neighbours = Some(vec![(Key::Integer(1), "web_fetch".to_owned())]);
    // The neighbour is another message; nothing is known about this one.
    assert_eq!(outcome(&Facts { neighbours, ..Facts::default() }), Outcome::Unasked);
}

#[test]
fn a_message_of_a_tool_counts_by_its_name() {
    let answered = |names: &[Option<&str>]| {
        let message = |name: Option<&str>| ToolMessage { tool: name.map(str::to_owned), ..ToolMessage::default() };
        let names = names.iter().copied().map(message).collect();
        weigh(&question(), &Facts { tool_messages: Some(names), ..used(&[]) }, &ToolNames::default(), "Wren")
    };
    let cases: [(&[Option<&str>], Outcome, &str); 4] = [
        (&[], Outcome::None, "this turn has no tool message"),
        (&[None], Outcome::Other, "a tool message in this turn names no tool"),
        (
            &[Some("web_fetch"), None, Some("web_fetch")],
            Outcome::Other,
            "this turn has only messages of other tools: web_fetch",
        ),
        (&[None, Some("SaveMemory")], Outcome::Named, "this turn has a message of the tool SaveMemory"),
    ];
    for (names, outcome, line) in cases {
        let evidence = answered(names);
        assert_eq!((evidence.outcome, evidence.lines[1].as_str()), (outcome, line));
    }
}

#[test]
fn what_was_not_asked_is_reported_with_the_reason() {
    let not_asked = |source: &str, reason: &str| SkippedSource { source: source.to_owned(), reason: reason.to_owned() };
    let reasons = vec![
        not_asked("records", "the claim carries no record"),
        not_asked("tool calls", "this database has no tool_calls"),
        not_asked("history", "the claim carries no record"),
    ];
    let lines =
        weigh(&question(), &Facts { not_asked: reasons, ..Facts::default() }, &ToolNames::default(), "Wren").lines;
    assert_eq!(
        lines,
        [
            "no information on which tools ran",
            "not asked: records, history (the claim carries no record); tool calls (this database has no tool_calls)",
        ]
    );
}

#[test]
fn a_statement_is_true_by_any_tool_that_does_such_things() {
    let asked = |earlier| Question {
        tool: Some("create_reminder".to_owned()),
        statement: Some(StatementQuestion {
            words: ["reminder".to_owned()].into_iter().collect(),
            earlier,
            ..StatementQuestion::default()
        }),
        ..Question::default()
    };
    let evidence_for = |question: &Question, facts: &Facts| weigh(question, facts, &ToolNames::default(), "agent 3");
    let named = evidence_for(&asked(false), &used(&["setReminder"]));
    assert_eq!((named.outcome, named.lines), (Outcome::Named, vec!["tools_used names setReminder".to_owned()]));
    let before = Some(vec![(Key::Integer(4), "reminder_set".to_owned())]);
    let earlier = evidence_for(&asked(true), &Facts { earlier: before, ..used(&[]) });
    assert_eq!(earlier.outcome, Outcome::Named);
    assert_eq!(earlier.lines, ["tools_used is empty", "message 4 used reminder_set earlier"]);
    let call = RecordedCall { name: "web_fetch".to_owned(), ..RecordedCall::default() };
    let other = evidence_for(&asked(false), &Facts { calls: Some([call].into()), ..Facts::default() });
    assert_eq!(other.outcome, Outcome::Other);
    let found = RecordFound { table: "agent_memories".to_owned(), key: Key::Integer(2), discarded: false };
    let made = evidence_for(&asked(false), &Facts { made_around: LookupAnswer::Found(found), ..used(&[]) });
    assert_eq!(made.outcome, Outcome::Equal);
    assert_eq!(made.lines.first().unwrap(), "a record of agent 3 was made around that time (agent_memories 2)");
}

#[test]
fn what_gets_a_thing_that_one_books_makes_it_true() {
    let asked = |words: &[&str]| Question {
        statement: Some(StatementQuestion {
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            changes: true,
            ..StatementQuestion::default()
        }),
        ..Question::default()
    };
    let outcome_of =
        |words: &[&str], tool| weigh(&asked(words), &used(&[tool]), &ToolNames::default(), "agent 3").outcome;
    assert_eq!(outcome_of(&["book", "ride"], "GetRide"), Outcome::Named);
    for (words, tool) in [(["book", "ride"], "GetRideDetails"), (["cancel", "ride"], "GetRide")] {
        assert_ne!(outcome_of(&words, tool), Outcome::Named, "{tool}");
    }
}

#[test]
fn a_recorded_call_counts_by_its_arguments() {
    let call = |arguments| {
        let calls = vec![RecordedCall { name: "save_memory".to_owned(), arguments, ..RecordedCall::default() }];
        outcome(&Facts { calls: Some(calls.into()), ..Facts::default() })
    };
    assert_eq!(call(Some(json!({"content": " Beans in April.", "memory_type": "journal"}))), Outcome::Equal);
    assert_eq!(call(Some(json!({"text": "Beans in April.", "kind": "journal"}))), Outcome::Equal);
    assert_eq!(call(Some(json!({"content": "Peas.", "memory_type": "journal"}))), Outcome::Named);
    assert_eq!(call(None), Outcome::Named);
}

#[test]
fn a_result_that_carries_the_payload_is_evidence_and_one_of_another_tool_must_equal_it() {
    let payload = json!({"success": true, "memory_type": "journal", "content": "Beans in April."});
    let asked = Question { payload: Some(payload.clone()), payload_text: Some(payload.to_string()), ..question() };
    let weighed = |name: &str, result: &Value, failed| {
        let record = Some("tool_results 3".to_owned());
        let call = RecordedCall {
            name: name.to_owned(),
            result: Some(result.clone()),
            failed,
            record,
            ..RecordedCall::default()
        };
        let evidence =
            weigh(&asked, &Facts { calls: Some([call].into()), ..Facts::default() }, &ToolNames::default(), "Wren");
        (evidence.outcome, evidence.lines.first().cloned().unwrap_or_default())
    };
    let more = json!({"saved": payload, "at": "noon"});
    let line = |how: &str| format!("the result of save_memory {how} (tool_results 3)");
    assert_eq!(weighed("save_memory", &payload, false), (Outcome::Equal, line("equals it")));
    assert_eq!(weighed("save_memory", &json!(payload.to_string()), false), (Outcome::Equal, line("equals it")));
    assert_eq!(weighed("save_memory", &more, false), (Outcome::Equal, line("contains it")));
    assert_eq!(weighed("noted", &payload, false).0, Outcome::Equal);
    assert_eq!(weighed("search", &more, false).0, Outcome::Other);
    assert_eq!(weighed("save_memory", &json!({"success": true}), false).0, Outcome::Named);
    // A failed call did nothing, whatever its result.
    let failed = weighed("save_memory", &payload, true);
    assert_eq!(failed, (Outcome::None, "a call of save_memory failed in this turn (tool_results 3)".to_owned()));
    assert_eq!(weighed("search", &payload, true).0, Outcome::None);
}

#[test]
fn a_result_next_to_a_call_is_evidence_of_that_tool_alone() {
    let asked = Question {
        tool: Some("save_memory".to_owned()),
        arguments: Some(json!({"content": "Beans in April."})),
        payload: Some(json!({"saved": "Beans in April.", "id": 17})),
        ..Question::default()
    };
    let outcome_of = |name: &str| {
        let call = RecordedCall { name: name.to_owned(), result: asked.payload.clone(), ..RecordedCall::default() };
        weigh(&asked, &Facts { calls: Some([call].into()), ..Facts::default() }, &ToolNames::default(), "Wren").outcome
    };
    assert_eq!((outcome_of("save_memory"), outcome_of("search")), (Outcome::Equal, Outcome::Other));
}

#[test]
fn an_answer_counts_though_its_message_does_not_name_the_tool() {
    let payload = json!({"success": true, "memory_type": "journal", "content": "Beans in April."});
    let asked = Question { payload: Some(payload.clone()), ..question() };
    let evidence_for = |result: &Value, failed| {
        let record = Some("message 3".to_owned());
        let message = ToolMessage { result: Some(result.clone()), failed, record, ..ToolMessage::default() };
        weigh(&asked, &Facts { tool_messages: Some([message].into()), ..used(&[]) }, &ToolNames::default(), "Wren")
    };
    let equal = evidence_for(&payload, false);
    assert_eq!(
        (equal.outcome, equal.lines[1].as_str()),
        (Outcome::Equal, "what a tool answered equals it (message 3)")
    );
    assert_eq!(evidence_for(&json!({"success": true}), false).outcome, Outcome::Other);
    let failed = evidence_for(&payload, true);
    assert_eq!(failed.outcome, Outcome::None);
    assert_eq!(failed.lines[1], "what a tool answered in this turn is an error (message 3)");
}

#[test]
fn what_another_message_of_the_turn_used_counts() {
    let weighed = |tools: &[&str]| {
        let turn_tools = tools.iter().map(|tool| (Key::Integer(7), (*tool).to_owned())).collect();
        let facts = Facts { turn_tools: Some(turn_tools), ..used(&[]) };
        let evidence = weigh(&question(), &facts, &ToolNames::default(), "Wren");
        (evidence.outcome, evidence.lines.last().cloned().unwrap_or_default())
    };
    assert_eq!(weighed(&[]), (Outcome::None, "tools_used is empty".to_owned()));
    let named = "message 7 used SaveMemory in this turn".to_owned();
    assert_eq!(weighed(&["web_fetch", "SaveMemory"]), (Outcome::Named, named));
    assert_eq!(weighed(&["web_fetch"]).0, Outcome::None);
}

fn outcome_and_lines(question: &Question, facts: &Facts) -> (Outcome, Vec<String>) {
    let evidence = weigh(question, facts, &ToolNames::default(), "Wren");
    (evidence.outcome, evidence.lines)
}

fn fetch(url: &str, failed: bool) -> RecordedCall {
    let record = Some(format!("ran {url}"));
    let (name, arguments) = ("web_fetch".to_owned(), Some(json!({"url": url})));
    RecordedCall { name, arguments, failed, record, ..RecordedCall::default() }
}

fn error_of(tool: Option<&str>, of_known_call: bool) -> ToolMessage {
    let (tool, record) = (tool.map(str::to_owned), Some("message 3".to_owned()));
    ToolMessage { tool, failed: true, of_known_call, record, ..ToolMessage::default() }
}

fn asks_fetch() -> [Question; 2] {
    let tool = Some("web_fetch".to_owned());
    let statement =
        Some(StatementQuestion { words: ["fetch".to_owned()].into_iter().collect(), ..StatementQuestion::default() });
    [
        Question { tool: tool.clone(), arguments: Some(json!({"url": "x"})), ..Question::default() },
        Question { tool, statement, ..Question::default() },
    ]
}

#[test]
fn an_error_that_names_no_call_speaks_against_all_that_it_may_answer() {
    for question in asks_fetch() {
        let weighed_with = |call: RecordedCall, error: ToolMessage, used: Option<&str>| {
            let tools_used = used.map(|tool| vec![tool.to_owned()]);
            let (calls, tool_messages) = (Some([call].into()), Some([error].into()));
            outcome_and_lines(&question, &Facts { calls, tools_used, tool_messages, ..Facts::default() })
        };
        let call = || fetch("x", false);
        for (error, used) in [(None, None), (Some("web_fetch"), None), (None, Some("web_fetch"))] {
            let (outcome, lines) = weighed_with(call(), error_of(error, false), used);
            assert_eq!(outcome, Outcome::Other, "{error:?} {used:?}");
            assert_eq!(
                lines[0],
                "a call of web_fetch is recorded in this turn (ran x), and may be the one that failed"
            );
        }
        // The failure is that of another tool or call, or the call has a result of its own.
        let own_result = RecordedCall { result: Some(json!("the page")), ..call() };
        let own_answer = RecordedCall { answered: Answered::WithoutError, ..call() };
        let cases = [
            (call(), error_of(Some("look"), false)),
            (call(), error_of(Some("web_fetch"), true)),
            (own_result, error_of(None, false)),
            (own_answer, error_of(None, false)),
        ];
        for (call, error) in cases {
            let weighed = weighed_with(call, error.clone(), Some("web_fetch"));
            assert!(weighed.0 >= Outcome::Named, "{error:?}: {weighed:?}");
        }
        let disputed = RecordedCall { answered: Answered::Disputed, ..call() };
        assert_eq!(weighed_with(disputed, error_of(None, true), None).0, Outcome::Other);
    }
}

#[test]
fn a_list_is_no_evidence_where_all_that_is_recorded_of_the_tool_failed() {
    for question in asks_fetch() {
        let outcome_of = |messages: Vec<ToolMessage>| {
            outcome_and_lines(&question, &Facts { tool_messages: Some(messages.into()), ..used(&["web_fetch"]) }).0
        };
        let ran = ToolMessage { tool: Some("web_fetch".to_owned()), ..ToolMessage::default() };
        assert_eq!(outcome_of(vec![error_of(Some("web_fetch"), false)]), Outcome::Other);
        assert_eq!(outcome_of(vec![error_of(None, false)]), Outcome::Other);
        assert_eq!(outcome_of(vec![error_of(Some("look"), false)]), Outcome::Named);
        assert_eq!(outcome_of(vec![error_of(Some("web_fetch"), false), ran]), Outcome::Named);
    }
}

#[test]
fn a_call_with_other_arguments_does_not_show_one_that_failed() {
    let [shown, statement] = asks_fetch();
    let weighed_calls = |question: &Question, calls: Vec<RecordedCall>| {
        outcome_and_lines(question, &Facts { calls: Some(calls.into()), ..used(&["web_fetch"]) })
    };
    let (outcome, lines) = weighed_calls(&shown, vec![fetch("x", true), fetch("y", false)]);
    assert_eq!(outcome, Outcome::Other);
    assert_eq!(lines[1], "the call of web_fetch with these arguments failed in this turn (ran x)");
    // Another call failed, a later attempt ran, or the arguments do not matter.
    assert_eq!(weighed_calls(&shown, vec![fetch("z", true), fetch("y", false)]).0, Outcome::Named);
    let (outcome, lines) = weighed_calls(&shown, vec![fetch("x", true), fetch("x", false)]);
    assert_eq!((outcome, lines[1].as_str()), (Outcome::Equal, "another call of web_fetch failed in this turn (ran x)"));
    assert_eq!(weighed_calls(&statement, vec![fetch("x", true), fetch("y", false)]).0, Outcome::Named);
}

#[test]
fn of_a_call_that_failed_and_cannot_be_read_nobody_says_that_it_is_another_tool() {
    let call = RecordedCall { name: UNREADABLE_NAME.to_owned(), ..fetch("x", true) };
    let (outcome, lines) =
        outcome_and_lines(&asks_fetch()[0], &Facts { calls: Some([call].into()), ..Facts::default() });
    assert_eq!(outcome, Outcome::None);
    assert_eq!(lines, ["a call failed in this turn whose tool cannot be read (ran x)"]);
}

#[test]
fn what_a_page_quotes_and_what_any_tool_answers_is_no_evidence_of_another_tool() {
    let outcome_of_tool = |tool: Option<&str>, payload: &Value, result: Value| {
        let (tool, payload_text) = (tool.map(str::to_owned), Some(payload.to_string()));
        let asked = Question { tool, payload: Some(payload.clone()), payload_text, ..Question::default() };
        let call = RecordedCall { name: "search".to_owned(), result: Some(result), ..RecordedCall::default() };
        outcome_and_lines(&asked, &Facts { calls: Some([call].into()), ..Facts::default() }).0
    };
    let outcome_of = |payload: &Value, result: Value| outcome_of_tool(None, payload, result);
    let payload = json!({"city": "Oslo", "degrees": 3, "wind": "north"});
    assert_eq!(outcome_of(&payload, json!(format!("Page: for example {payload} is what you get"))), Outcome::Other);
    assert_eq!(
        outcome_of(&payload, json!({"content": [{"type": "text", "text": payload.to_string()}]})),
        Outcome::Equal
    );
    assert_eq!(outcome_of(&payload, payload.clone()), Outcome::Equal);
    let little = json!({"success": true});
    assert_eq!(outcome_of_tool(Some("save_note"), &little, little.clone()), Outcome::Other);
    // Without a tool in the question, it counts as the whole answer of a known tool.
    assert_eq!(outcome_of(&little, little.clone()), Outcome::Equal);
}

#[test]
fn a_tool_that_prepares_is_no_evidence_of_what_another_does_unless_another_ran() {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let claimed = StatementQuestion {
        words: words(&["submit", "claim"]),
        changes: true,
        is_decisive: true,
        ..StatementQuestion::default()
    };
    let question = Question { statement: Some(claimed), ..Question::default() };
    let outcome = |tools: &[&str]| weigh(&question, &used(tools), &ToolNames::default(), "Wren").outcome;
    assert_eq!(outcome(&["get_shipment", "stage_claim"]), Outcome::Other);
    assert_eq!(outcome(&["claims.stage_claim"]), Outcome::Other);
    assert_eq!(outcome(&["stage_claim", "confirm_form"]), Outcome::Named);
    assert_eq!(outcome(&["submit_claim"]), Outcome::Named);
    let staged = StatementQuestion {
        words: words(&["stage", "claim", "submit"]),
        changes: true,
        ..StatementQuestion::default()
    };
    let question = Question { statement: Some(staged), ..Question::default() };
    assert_eq!(weigh(&question, &used(&["stage_claim"]), &ToolNames::default(), "Wren").outcome, Outcome::Named);
}

#[test]
fn a_session_that_was_opened_is_no_evidence_of_what_is_done_in_it() {
    let outcome = |words: &[&str], tools: &[&str]| {
        // The verbs of all tools of a kind, and what the sentence says.
        let words = [&["log in", "start"], words].map(|words| words.iter().map(|&word| word.to_owned()).collect());
        let [of_kind, own]: [ToolWords; 2] = words;
        let claimed = StatementQuestion { words: of_kind.and(own), changes: true, ..StatementQuestion::default() };
        let question = Question { statement: Some(claimed), ..Question::default() };
        weigh(&question, &used(tools), &ToolNames::default(), "Wren").outcome
    };
    assert_eq!(outcome(&["start", "engine"], &["message_login", "cd"]), Outcome::None);
    assert_eq!(outcome(&["start", "engine"], &["message_login", "start_engine"]), Outcome::Named);
    assert_eq!(outcome(&["log in"], &["message_login"]), Outcome::Named);
    assert_eq!(outcome(&["rename"], &["cd", "mv"]), Outcome::Named);
}
