//! Marks and ranges, and what the keys of decisions do with them.

use super::support::*;
use crate::proposal::Status;
use crate::tui::{Action, Pane};
use crate::verdict::{Remedy, Warning};

#[test]
fn keys_decide_all_that_is_marked_as_one_gesture() {
    for (written, decisions, place, message) in [
        ("<space><space>r", &["1038 reject", "1042 reject"][..], 1047, "2 rejected · u undo all"),
        ("<space>j<space>s", &["1038 skip", "1047 skip"], 1051, "2 skipped · u undo all"),
        ("vjja", &["1038 accept", "1042 accept", "1047 accept"], 1051, "3 accepted · u undo all"),
        ("jjvkr", &["1042 reject", "1047 reject"], 1051, "2 rejected · u undo all"),
        ("vj<space>Gs", &["1038 skip", "1042 skip"], 1080, "2 skipped · u undo all"),
        ("<space>gvja", &["1038 accept", "1042 accept"], 1047, "2 accepted · u undo all"),
        ("<space>k<space>ks", &["1038 skip"], 1042, "1038 skipped · u undo"),
        ("vj<esc>r", &["1042 reject"], 1047, "1042 rejected · u undo"),
        (
            "fjuno<enter>vjs",
            &["1042 skip", "1047 skip"],
            1047,
            "2 skipped · u undo all · nothing undecided here; the filter hides 6 more (f)",
        ),
        ("vvjr", &["1042 reject"], 1047, "1042 rejected · u undo"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, written);
        let decisions: Vec<_> = decisions.iter().map(ToString::to_string).collect();
        assert_eq!((host.decisions(), at(&model), toast(&model)), (decisions, place, message), "{written}");
        assert_eq!(host.gestures(), 1);
        press(&mut model, &mut host, "u");
        assert_eq!(model.counts().decided(), 0, "{written}");
    }
}

#[test]
fn what_cannot_be_accepted_is_left_and_explained() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "vGa");
    assert_eq!(model.counts().of_status(Status::Accepted), 6);
    assert!(
        toast(&model).starts_with("6 accepted · u undo all · 2 left out: 2 need individual review (L: one by one)"),
        "{}",
        toast(&model)
    );
    press(&mut model, &mut host, "gjjjva");
    assert!(
        toast(&model).starts_with("none of the marked findings can be decided like this · 1051 left out: no remedy")
    );
    assert_eq!(host.gestures(), 1);
}

/// Findings with the same remedy whose values were read with certainty (1 and 4) or guessed (2 and 3).
fn certain_and_guessed() -> crate::tui::Model {
    const CERTAIN: &str = "{type: \"board_list\", boards: [\"Plan\"]}Here they are.";
    const GUESSED: &str = "{type: \"board_list\", boards: [\"Plan\", ...]}Here they are.";
    let texts = [(1, CERTAIN), (2, GUESSED), (3, GUESSED), (4, CERTAIN)];
    model_of(texts.map(|(key, text)| Draft::new(key, text).item()).into())
}

#[test]
fn what_was_guessed_is_not_accepted_with_others_however_it_was_marked() {
    const LEFT: &str = "2 left out: a value was guessed; compare it with the message (L: one by one)";
    for (written, accepted) in [("<space><space><space><space>a", true), ("vGa", true), ("j=a", false)] {
        let (mut model, mut host) = (certain_and_guessed(), FakeHost::default());
        press(&mut model, &mut host, written);
        assert!(toast(&model).ends_with(LEFT), "{written}: {}", toast(&model));
        let expected: &[&str] = if accepted { &["1 accept", "4 accept"] } else { &[] };
        assert_eq!(host.decisions(), expected, "{written}");
        assert_eq!((status(&model, 2), status(&model, 3)), (Status::Pending, Status::Pending), "{written}");
    }
    // A rejection writes nothing, and individual decisions were compared.
    let (mut model, mut host) = (certain_and_guessed(), FakeHost::default());
    press(&mut model, &mut host, "j=r");
    assert_eq!((status(&model, 2), status(&model, 3)), (Status::Rejected, Status::Rejected));
    press(&mut model, &mut host, "uja");
    assert_eq!(host.decisions().last().map(String::as_str), Some("3 accept"));
}

#[test]
fn what_was_guessed_and_another_remedy_chosen_for_is_not_accepted_with_others_either() {
    const GUESSED: &str = "{success: true, memory_type: \"core\", content: \"Tea, ...\", tags: [\"a\", ...]}Noted.";
    let items = [(1, LOST_CORE), (2, GUESSED)].map(|(key, text)| Draft::new(key, text).item());
    let (mut model, mut host) = (model_of(items.into()), FakeHost::default());
    press(&mut model, &mut host, "jm<enter>");
    let chosen = model.current().unwrap();
    assert!(
        chosen.remedy == Some(Remedy::Recover)
            && chosen.obstacle().is_none()
            && chosen.doubt() == Some(Warning::UncertainValue)
    );
    press(&mut model, &mut host, "gvGa");
    assert_eq!(host.decisions(), ["1 accept"]);
}

#[test]
fn what_the_filter_hides_is_not_decided() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "<space><space>fjuno<enter>s");
    assert_eq!(host.decisions(), ["1042 skip"]);
    assert_eq!(toast(&model), "1 skipped · u undo all · 1038 left out: hidden by the filter");
}

#[test]
fn above_fifty_marked_ones_the_word_of_the_decision_is_typed() {
    let items: Vec<_> = (1..=60).map(|key| Draft::new(key, LOST_CORE).item()).collect();
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "vGraccept<enter>");
    assert_eq!((model.context().name, host.gestures()), ("bulk_typed", 0));
    assert!(screen(&mut model, 80, 24).contains("Reject 60 marked findings?"));
    press(&mut model, &mut host, "<c-u>reject<enter>");
    assert_eq!(model.counts().of_status(Status::Rejected), 60);
    assert_eq!(host.gestures(), 1);
}

#[test]
fn escape_ends_zoom_then_marks_then_the_search() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "/juno<enter>v<space>z<esc><esc>");
    assert_eq!(toast(&model), "marks cleared");
    press(&mut model, &mut host, "<esc>");
    assert_eq!(toast(&model), "search ended");
}

#[test]
fn a_gesture_that_is_not_stored_is_taken_back_as_a_whole() {
    let (mut model, mut host) = (model(), FakeHost::default());
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "vjjr");
    assert_eq!(model.counts().decided(), 0);
    act(&mut model, &mut host, Action::Leave);
    assert_eq!(host.gestures(), 0);
}

#[test]
fn marks_and_a_range_at_80() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "<space>jvj");
    insta::assert_snapshot!(pane(&mut model, Pane::List, 80, 24));
}

#[test]
fn marks_under_a_filter_at_120() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "fjuno<enter>O<space>");
    insta::assert_snapshot!(pane(&mut model, Pane::List, 120, 40));
}

#[test]
fn the_question_says_what_is_decided_with_what_warnings_and_what_is_not() {
    let mut items: Vec<_> = (1..=60).map(|key| Draft::new(key, LOST).item()).collect();
    items.push(Draft::new(61, UNKNOWN).item());
    items.push(Draft { agent: "Juno", ..Draft::new(62, LOST) }.item());
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "sfagent:paulina<enter>A");
    let shown = screen(&mut model, 80, 24);
    for line in [
        "Accept 59 findings as proposed?",
        "filter: agent:paulina · 61 of 62 shown",
        "  2 save_memory journal · Paulina",
        "  and 56 more",
        "59 × ⚠ expired: stored, but not used in prompts",
        "2 left out:",
        "1 × skipped",
        "1 × no remedy chosen for this payload",
        "Type accept and press Enter:",
    ] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
    press(&mut model, &mut host, "<esc>vGWbusy<enter>");
    let shown = screen(&mut model, 80, 24);
    for line in ["Skip 60 marked findings for now?", "because: busy", "Type skip and press Enter:"] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
    assert!(!shown.contains('⚠'), "a skip writes nothing, so it needs no warning");
    // If it does not fit, the question and the answer stay.
    let shown = screen(&mut model, 60, 10);
    for line in ["Skip 60 marked findings for now?", "… and more than fits here", "Type skip and press Enter:"] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
}

#[test]
fn the_counts_stay_true_while_findings_come_in() {
    let mut found = items();
    let rest = found.split_off(3);
    let (mut model, mut host) = (crate::tui::Model::new(settings()), FakeHost::default());
    act(&mut model, &mut host, Action::Resize(120, 40));
    act(&mut model, &mut host, Action::Found(found));
    press(&mut model, &mut host, "fagent:juno<enter>A");
    assert!(screen(&mut model, 120, 40).contains("2 of 3 shown"));
    act(&mut model, &mut host, Action::Found(rest));
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("2 of 8 shown") && shown.contains("Accept 2 findings"), "{shown}");
    press(&mut model, &mut host, "y");
    assert_eq!((toast(&model).starts_with("2 accepted"), model.counts().decided()), (true, 2));
    press(&mut model, &mut host, "f<c-u>status:pending<enter>");
    assert!(screen(&mut model, 120, 40).contains("6 of 8 shown"));
    press(&mut model, &mut host, "u");
    assert_eq!((model.shown(), model.counts().decided()), (8, 0));
}
