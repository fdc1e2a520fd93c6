//! Marks and ranges, and what the keys of decisions do with them.

use super::support::*;
use crate::proposal::Status;
use crate::tui::{Action, Context, Pane};

#[test]
fn keys_decide_all_that_is_marked_as_one_gesture() {
    for (written, decisions, place, told) in [
        ("<space><space>r", &["1038 reject", "1042 reject"][..], 1047, "2 rejected · u undoes it all"),
        ("<space>j<space>s", &["1038 skip", "1047 skip"], 1051, "2 skipped · u undoes it all"),
        ("vjja", &["1038 accept", "1042 accept", "1047 accept"], 1051, "3 accepted · u undoes it all"),
        ("jjvkr", &["1042 reject", "1047 reject"], 1051, "2 rejected · u undoes it all"),
        ("vj<space>Gs", &["1038 skip", "1042 skip"], 1080, "2 skipped · u undoes it all"),
        ("<space>gvja", &["1038 accept", "1042 accept"], 1047, "2 accepted · u undoes it all"),
        ("<space>k<space>ks", &["1038 skip"], 1042, "1038 skipped · u undoes it"),
        ("vj<esc>r", &["1042 reject"], 1047, "1042 rejected · u undoes it"),
        (
            "fjuno<enter>vjs",
            &["1042 skip", "1047 skip"],
            1047,
            "2 skipped · u undoes it all · nothing undecided is left here; the filter hides 6 more (f)",
        ),
        ("vvjr", &["1042 reject"], 1047, "1042 rejected · u undoes it"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, written);
        let decisions: Vec<_> = decisions.iter().map(ToString::to_string).collect();
        assert_eq!((host.decisions(), at(&model), toast(&model)), (decisions, place, told), "{written}");
        assert_eq!(host.gestures(), 1);
        press(&mut model, &mut host, "u");
        assert_eq!(model.counts().reviewed(), 0, "{written}");
    }
}

#[test]
fn what_cannot_be_accepted_is_left_and_told_why() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "vGa");
    assert_eq!(model.counts().of_status(Status::Accepted), 6);
    assert!(toast(&model).starts_with("6 accepted, 2 left out (1051: say first what to do"), "{}", toast(&model));
    press(&mut model, &mut host, "gjjjva");
    assert!(toast(&model).starts_with("nothing that is marked can be decided so, 1 left out (1051: say"));
    assert_eq!(host.gestures(), 1);
}

#[test]
fn what_the_filter_hides_is_not_decided() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "<space><space>fjuno<enter>s");
    assert_eq!(host.decisions(), ["1042 skip"]);
    assert_eq!(toast(&model), "1 skipped, 1 left out, 1 of them hidden by the filter · u undoes it all");
}

#[test]
fn above_fifty_marked_ones_the_word_of_the_decision_is_typed() {
    let items: Vec<_> = (1..=60).map(|key| Draft::new(key, LOST_CORE).item()).collect();
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "vGraccept<enter>");
    assert_eq!((model.context(), host.gestures()), (Context::BulkTyped, 0));
    assert!(screen(&mut model, 80, 24).contains("Reject 60 marked findings?"));
    press(&mut model, &mut host, "<c-u>reject<enter>");
    assert_eq!(model.counts().of_status(Status::Rejected), 60);
    assert_eq!(host.gestures(), 1);
}

#[test]
fn escape_ends_zoom_then_marks_then_the_search() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "/juno<enter>v<space>z<esc><esc>");
    assert_eq!(toast(&model), "nothing is marked any more");
    press(&mut model, &mut host, "<esc>");
    assert_eq!(toast(&model), "the search is over");
}

#[test]
fn a_gesture_that_is_not_stored_is_taken_back_as_a_whole() {
    let (mut model, mut host) = (model(), FakeHost::default());
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "vjjr");
    assert_eq!(model.counts().reviewed(), 0);
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
