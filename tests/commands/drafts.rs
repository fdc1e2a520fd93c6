//! What was changed earlier: `scan`, `show` and `decide` agree on it.

use ghostcall::audit::Options;
use ghostcall::proposal::Edit;
use ghostcall::session::{Access, Session, Setup};
use ghostcall::source::Key;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::decide::export;
use crate::support::Export;

/// Stores a text as it is kept while someone edits it in the review.
fn type_text(export: &Export, message: i64, text: &str) {
    let setup = Setup::new(export.path(), "ana", Options::at(Timestamp::now()));
    let mut session = Session::open(setup, Access::Hold).unwrap();
    session.set_draft(&Key::Integer(message), &Edit { cleaned: Some(text.to_owned()), ..Edit::NONE }).unwrap();
}

/// The finding as `scan` prints it, which `show` prints too.
fn finding(export: &Export, message: i64) -> Value {
    let scanned = export.scan().into_iter().find(|finding| finding["message_id"] == message).unwrap();
    let mut shown = export.show(message);
    for more in ["text", "decision", "journal"] {
        shown.as_object_mut().unwrap().remove(more);
    }
    assert_eq!(scanned, shown, "scan and show differ");
    scanned
}

/// What an acceptance would write: the text of the message and of the memory.
fn proposed(export: &Export, message: i64) -> [Value; 2] {
    let found = finding(export, message);
    [found["cleaned"].clone(), found["records"][0]["values"]["content"].clone()]
}

#[test]
fn an_edit_that_was_written_and_undone_is_what_is_accepted_next() {
    let export = export();
    let edits = ["Edited mem", "--cleaned", "Edited text"];
    export.run_with("decide DB accept --message 101 --memory", &edits).ok();
    let edited = [json!("Edited text"), json!("Edited mem")];
    assert_eq!(proposed(&export, 101), edited);
    export.run("apply DB").ok();
    export.run("undo DB").ok();
    assert_eq!((export.status(101), proposed(&export, 101)), ("pending".to_owned(), edited.clone()));
    // A bulk action takes no edits.
    export.run("decide DB accept --all").ok().prints("left 1 finding: edited, but not decided yet");
    let told = "message 101: with the changes that `ghostcall show` shows";
    export.run("decide DB accept --message 101 --dry-run").ok().prints("leaves: Edited text").prints(told);
    export.run("decide DB accept --message 101").ok().prints(told);
    assert_eq!((export.status(101), proposed(&export, 101)), ("edited".to_owned(), edited));
    export.run("apply DB").ok();
    assert_eq!(export.text("SELECT content FROM messages WHERE id = 101"), "Edited text");
    assert_eq!(export.number("SELECT count(*) FROM agent_memories WHERE content = 'Edited mem'"), 1);
}

#[test]
fn a_draft_of_the_review_is_accepted_with_the_options_on_top() {
    let export = export();
    let memory = proposed(&export, 101)[1].clone();
    type_text(&export, 101, "Half a thought");
    assert_eq!(proposed(&export, 101), [json!("Half a thought"), memory.clone()]);
    export
        .run_with("decide DB accept --message 101 --memory", &["Another memory"])
        .ok()
        .prints("message 101: with the");
    assert_eq!(proposed(&export, 101), [json!("Half a thought"), json!("Another memory")]);
    // A skip and a rejection keep it for the next decision.
    for action in ["skip", "reject"] {
        export.run(&format!("decide DB {action} --message 101")).ok();
        assert_eq!(proposed(&export, 101), [json!("Half a thought"), json!("Another memory")], "{action}");
    }
    export.run("decide DB accept --message 101").ok();
    assert_eq!(export.status(101), "edited");
    export.run("decide DB reset --message 101").ok();
    assert_eq!(proposed(&export, 101)[1], memory, "a reset drops it");
    let accepted = export.run("decide DB accept --message 101");
    assert!(!accepted.ok().stdout.contains("with the changes"), "{}", accepted.stdout);
    assert_eq!(export.status(101), "accepted");
}

#[test]
fn what_is_typed_after_an_undo_replaces_the_earlier_edit() {
    let export = export();
    export.run_with("decide DB accept --message 101 --cleaned", &["First"]).ok();
    export.run("apply DB").ok();
    export.run("undo DB").ok();
    type_text(&export, 101, "Second");
    assert_eq!(proposed(&export, 101)[0], "Second");
    export.run("decide DB accept --message 101").ok();
    assert_eq!(proposed(&export, 101)[0], "Second");
}

#[test]
fn only_what_is_accepted_can_be_changed() {
    let export = export();
    for action in ["reject", "skip", "reset"] {
        for (change, text) in [("--as", "strip"), ("--memory", "x"), ("--cleaned", "x"), ("--set", "content=x")] {
            let refused = export.run_with(&format!("decide DB {action} --message 101 {change}"), &[text]).refused();
            assert!(refused.contains("accept"), "{action} {change}: {refused}");
        }
    }
    export.run("decide DB reject --all --as strip").refused();
    assert_eq!(export.status(101), "pending");
}

#[test]
fn the_hint_of_a_refusal_names_only_what_is_possible() {
    let cut_off =
        "UPDATE messages SET content = '{success: true, memory_type: \"journal\", content: \"Cut' WHERE id = 111";
    let export = export().and(cut_off);
    for (line, expected, impossible) in [
        ("111", "(--cleaned TEXT --as strip, --set FIELD=VALUE)", "recover"),
        ("101 --as leave", "nothing would change (`decide reject` leaves the message unchanged)", "--as"),
        ("107", "(--as recover|strip, --set FIELD=VALUE)", "correct"),
        ("108", "(--as strip, --set FIELD=VALUE)", "recover|"),
        ("105 --as leave", "`decide reject` leaves the message unchanged", "--as"),
    ] {
        let refused = export.run(&format!("decide DB accept --message {line}")).refused();
        assert!(refused.contains(expected), "{line}: {refused}");
        let hint = &refused[refused.rfind('(').unwrap()..];
        assert!(!hint.contains(impossible), "{line}: {refused}");
    }
}

#[test]
fn what_is_typed_after_an_acceptance_is_shown_and_taken_over_by_the_next_decision() {
    let export = export();
    export.run_with("decide DB accept --message 101 --cleaned", &["First"]).ok();
    type_text(&export, 101, "Second");
    assert_eq!(export.show(101)["draft"], json!({ "cleaned": "Second" }));
    assert_eq!((export.show(101)["cleaned"].clone(), export.status(101)), (json!("First"), "edited".to_owned()));
    export.run("show DB 101").ok().prints("Draft      not accepted yet\n  Second");
    export
        .run_with("decide DB accept --message 101 --memory", &["Another memory"])
        .ok()
        .prints("message 101: with the");
    assert_eq!(proposed(&export, 101), [json!("Second"), json!("Another memory")]);
    assert_eq!(export.show(101)["draft"], Value::Null);
}

#[test]
fn a_decision_about_one_claim_adds_to_that_about_another() {
    let export = export();
    export.run("decide DB accept --message 105 --claim 0 --as leave").ok();
    export.run("decide DB accept --message 105 --claim 1 --as strip").ok();
    let edit = &export.show(105)["decision"]["edit"]["claims"];
    assert_eq!(*edit, json!({ "0": { "remedy": "leave" }, "1": { "remedy": "strip" } }));
}

#[test]
fn a_remedy_selects_the_same_findings_in_scan_and_decide() {
    let export = export();
    export.run("decide DB accept --message 101 --as strip").ok();
    let scanned = |remedy: &str| export.run(&format!("scan DB --remedy {remedy}")).ok().lines().len();
    assert_eq!((scanned("recover"), scanned("strip")), (2, 4));
    export.run("decide DB reset --remedy recover").ok().prints("reset 0 findings").prints("left 2 findings");
    export.run("decide DB reset --remedy strip").ok().prints("reset 1 finding").prints("left 3 findings");
}
