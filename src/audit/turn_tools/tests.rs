use serde_json::json;

use super::*;

fn call(id: &str, name: &str) -> LoggedCall {
    LoggedCall { id: Some(id.to_owned()), name: name.to_owned(), ..LoggedCall::default() }
}

fn answer(call: &str, result: Value, failed: bool) -> LoggedAnswer {
    LoggedAnswer { call: Some(call.to_owned()), result: Some(result), failed, ..LoggedAnswer::default() }
}

fn names(listed: Option<Vec<(Key, String)>>) -> Vec<String> {
    listed.unwrap_or_default().into_iter().map(|(_, tool)| tool).collect()
}

#[test]
fn a_turn_without_end_keeps_its_last_calls_and_tools() {
    let mut tools = TurnTools::default();
    for number in 0..CALLS_KEPT + 10 {
        tools.remember(None, Some(vec![call("c", &number.to_string())]), Vec::new());
        tools.remember_used(None, &Key::Integer(1), vec![number.to_string()]);
    }
    let last = (CALLS_KEPT + 9).to_string();
    let facts = tools.lend(None);
    let calls = facts.calls.unwrap();
    assert_eq!((calls.len(), calls[0].name.as_str()), (CALLS_KEPT, "10"));
    assert_eq!(calls.last().unwrap().name, last);
    let (used, earlier) = (names(facts.turn_tools), names(facts.earlier));
    assert_eq!((used.len(), earlier.len()), (CALLS_KEPT, EARLIER_KEPT));
    assert_eq!((used.last(), earlier.last()), (Some(&last), Some(&last)));
}

#[test]
fn an_answer_is_that_of_the_call_that_it_names() {
    let mut tools = TurnTools::default();
    assert!(tools.remember(None, Some(vec![call("c1", "look"), call("c2", "save")]), Vec::new()).is_empty());
    let answers =
        vec![answer("c2", json!("no"), true), answer("c1", json!("ok"), false), answer("c9", json!("ok"), false)];
    // An answer without an error shows that the tool ran.
    assert_eq!(tools.remember(None, None, answers), ["look"]);
    let facts = tools.lend(None);
    let calls = facts.calls.as_ref().unwrap();
    assert_eq!((calls[0].failed, calls[0].result.clone()), (false, Some(json!("ok"))));
    assert!(calls[1].failed);
    // An answer is kept once.
    let answers = facts.tool_messages.as_ref().unwrap();
    assert_eq!((answers.len(), answers[0].record.as_deref()), (1, Some("call c9")));
    tools.take_back(None, facts);
    assert_eq!(tools.ran().collect::<Vec<_>>(), ["look"]);
    // What failed did not run, then or later.
    assert_eq!(names(tools.next().lend(None).earlier), ["look"]);
}

#[test]
fn of_calls_with_one_id_in_one_line_nobody_knows_which_one_failed() {
    let ended = |answers: &[bool]| -> Vec<(bool, Answered)> {
        let mut tools = TurnTools::default();
        tools.remember(None, Some(vec![call("a", "look"), call("a", "look")]), Vec::new());
        for failed in answers {
            tools.remember(None, None, vec![answer("a", json!("told"), *failed)]);
        }
        let facts = tools.lend(None);
        assert!(facts.tool_messages.unwrap().iter().all(|message| message.of_known_call));
        facts.calls.unwrap().iter().map(|call| (call.failed, call.answered)).collect()
    };
    assert_eq!(ended(&[true, true]), [(true, Answered::Disputed); 2]);
    assert_eq!(ended(&[true]), [(false, Answered::Disputed); 2]);
    assert_eq!(ended(&[true, false]), [(false, Answered::Disputed); 2]);
    assert_eq!(ended(&[false]), [(false, Answered::WithoutError); 2]);
    // In separate lines, each call is answered before the next one.
    let mut tools = TurnTools::default();
    for failed in [true, false] {
        tools.remember(None, Some(vec![call("a", "look")]), Vec::new());
        tools.remember(None, None, vec![answer("a", json!("told"), failed)]);
    }
    let calls = tools.lend(None).calls.unwrap();
    assert_eq!(calls.iter().map(|call| call.failed).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn what_is_lent_comes_back() {
    let mut tools = TurnTools::default();
    let (own, other) = (Key::Integer(5), Key::Integer(6));
    tools.remember(Some(&own), Some(vec![call("a", "book")]), vec![answer("a", json!("ok"), false)]);
    tools.remember(Some(&other), Some(vec![call("b", "look")]), vec![answer("z", json!("ok"), false)]);
    tools.remember(None, Some(vec![call("c", "save")]), Vec::new());
    tools.remember_used(Some(&own), &Key::Integer(1), vec!["book".to_owned()]);
    let called = |facts: &Facts| -> Vec<String> {
        facts.calls.iter().flat_map(|calls| calls.iter()).map(|call| call.name.clone()).collect()
    };
    for _ in 0..2 {
        // A call without an owner may be anybody's, but another agent's call is not.
        for (owner, calls, answers, used) in [(&own, vec!["book", "save"], 0, 1), (&other, vec!["look", "save"], 1, 0)]
        {
            let facts = tools.lend(Some(owner));
            assert_eq!(called(&facts), calls);
            let count = facts.tool_messages.as_ref().map_or(0, |answers| answers.len());
            assert_eq!((count, names(facts.turn_tools.clone()).len()), (answers, used));
            tools.take_back(Some(owner), facts);
        }
        let facts = tools.lend(None);
        assert_eq!(called(&facts), ["book", "look", "save"]);
        tools.take_back(None, facts);
    }
    let mut tools = TurnTools::default();
    tools.remember(Some(&own), Some(Vec::new()), Vec::new());
    assert_eq!((tools.lend(Some(&own)).calls, tools.lend(Some(&other)).calls), (Some([].into()), None));
}

#[test]
fn of_much_that_tools_answer_the_last_is_kept() {
    let mut tools = TurnTools::default();
    let much = "x".repeat(BYTES_KEPT / 4);
    for number in 0..20 {
        let id = number.to_string();
        tools.remember(None, Some(vec![call(&id, "read")]), vec![answer(&id, json!(much), false)]);
        assert!(tools.bytes() <= BYTES_KEPT);
    }
    let calls = tools.lend(None).calls.unwrap();
    let kept: Vec<_> = calls.iter().map(|call| call.result.is_some()).collect();
    assert_eq!((calls.len(), kept[0], kept[19]), (20, false, true));
    let mut tools = TurnTools::default();
    tools.remember(None, None, vec![answer("a", json!(much), false), answer("b", json!("{\"n\": 1}"), false)]);
    tools.forget_contents(1_000);
    let answers = tools.lend(None).tool_messages.unwrap();
    assert_eq!((answers[0].result.clone(), answers[1].result.clone()), (None, Some(json!({"n": 1}))));
    assert!((1..1_000).contains(&tools.bytes()));
}

#[test]
fn what_a_line_lists_as_used_is_known_to_the_lines_after_it() {
    let mut tools = TurnTools::default();
    assert_eq!(tools.lend(None), Facts::default());
    tools.remember_used(None, &Key::Integer(1), vec!["cancel".to_owned()]);
    let facts = tools.lend(None);
    assert_eq!(facts.turn_tools.unwrap(), [(Key::Integer(1), "cancel".to_owned())]);
    let later = tools.next().lend(None);
    assert_eq!((facts.calls, later.turn_tools, names(later.earlier)), (None, None, vec!["cancel".to_owned()]));
}
