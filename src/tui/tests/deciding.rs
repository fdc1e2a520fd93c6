//! Decisions by keys.

use super::support::*;
use crate::proposal::{Choice, Status};
use crate::tui::findings::filter_choice::FilterChoice;
use crate::tui::{Action, Effect, Model, ToastLevel};
use crate::verdict::Remedy;

#[test]
fn keys_decide_and_go_on() {
    for (written, decisions, place) in [
        ("a", &["1038 accept"][..], 1042),
        ("r", &["1038 reject"], 1042),
        ("s", &["1038 skip"], 1042),
        ("ars", &["1038 accept", "1042 reject", "1047 skip"], 1051),
        ("jja", &["1047 accept"], 1051),
        ("Ga", &["1080 accept"], 1038),
        ("ja[a", &["1042 accept", "1038 accept"], 1047),
        ("a[", &["1038 accept"], 1080),
        ("ak<down>]", &["1038 accept"], 1047),
        ("ar<c-r>", &["1038 accept", "1042 reject"], 1047),
        ("ag", &["1038 accept"], 1038),
        ("agr", &["1038 accept", "1038 reject"], 1042),
        ("<esc><enter>", &[], 1038),
        ("<pgdn>", &[], 1080),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, written);
        assert_eq!(
            (host.decisions(), at(&model)),
            (decisions.iter().map(ToString::to_string).collect(), place),
            "{written}"
        );
    }
}

#[test]
fn a_decision_is_shown_until_the_next_key() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "a");
    assert_eq!(toast(&model), "1038 accepted · u undo");
    press(&mut model, &mut host, "j");
    assert_eq!(toast(&model), "");
    press(&mut model, &mut host, "Gr");
    assert_eq!(toast(&model), "1080 rejected · u undo · continued from the top");
}

#[test]
fn at_the_end_the_next_step_is_shown() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "ssssssss");
    assert_eq!(
        toast(&model),
        "1080 skipped · u undo · all decided but 8 skipped (f status:skipped) · w preview write-back"
    );
    assert_eq!(at(&model), 1080);
}

#[test]
fn what_must_be_looked_at_is_not_accepted_as_it_is() {
    for (place, key, reason) in [("jjj", 1051, "no remedy chosen for this payload"), ("jjjj", 1060, "save_memory")] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, place);
        press(&mut model, &mut host, "a");
        assert_eq!(host.gestures(), 0);
        assert_eq!(at(&model), key);
        assert!(toast(&model).contains(reason) && toast(&model).contains("m remedy"), "{}", toast(&model));
        assert_eq!(model.toast().unwrap().tone, ToastLevel::Refused);
    }
}

#[test]
fn undo_brings_the_finding_back_on_screen() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "arG");
    press(&mut model, &mut host, "u");
    assert_eq!((at(&model), status(&model, 1042)), (1042, Status::Pending));
    press(&mut model, &mut host, "u");
    assert_eq!((at(&model), status(&model, 1038)), (1038, Status::Pending));
    press(&mut model, &mut host, "u");
    assert_eq!(toast(&model), "nothing to undo");
    press(&mut model, &mut host, "<c-r><c-r>");
    assert_eq!((status(&model, 1038), status(&model, 1042)), (Status::Accepted, Status::Rejected));
}

#[test]
fn undo_gives_up_a_filter_that_hides_what_it_brings_back() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "s");
    act(&mut model, &mut host, Action::FilterChoices);
    // Only the skipped findings.
    press(&mut model, &mut host, "jjjjjjjj<space><enter>");
    assert_eq!((model.shown(), at(&model)), (1, 1038));
    press(&mut model, &mut host, "u");
    assert_eq!((model.shown(), at(&model)), (8, 1038));
    assert!(toast(&model).contains("filter cleared to show it"));
}

#[test]
fn a_decision_that_is_not_stored_does_not_show() {
    let (mut model, mut host) = (model(), FakeHost::default());
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "a");
    assert_eq!((at(&model), status(&model, 1038)), (1038, Status::Pending));
    assert!(screen(&mut model, 80, 24).contains("the disk is full"));
    host.broken = None;
    press(&mut model, &mut host, "<esc>a");
    assert_eq!(host.decisions(), ["1038 accept"]);
}

#[test]
fn all_that_may_be_is_accepted_as_one_gesture() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "rA");
    assert_eq!(host.gestures(), 1);
    press(&mut model, &mut host, "<enter>");
    assert_eq!(host.gestures(), 1, "Enter accepts nothing");
    press(&mut model, &mut host, "y");
    assert_eq!(host.gestures(), 2);
    assert_eq!(
        host.decisions(),
        ["1038 reject", "1042 accept", "1047 accept", "1066 accept", "1071 accept", "1080 accept"]
    );
    assert_eq!(
        toast(&model),
        "5 accepted · u undo all · 3 left out: 1 already rejected, 2 need individual review (L: one by one)"
    );
    press(&mut model, &mut host, "u");
    assert_eq!(model.counts().decided(), 1);
}

#[test]
fn above_fifty_a_word_is_typed() {
    let items: Vec<_> = (1..=60).map(|key| Draft::new(key, LOST_CORE).item()).collect();
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "Ay<enter>");
    assert_eq!(host.gestures(), 0);
    assert!(toast(&model).contains("type accept"));
    act(&mut model, &mut host, Action::Paste("accept".to_owned()));
    press(&mut model, &mut host, "<enter>");
    assert_eq!(host.gestures(), 0, "a clipboard confirms nothing");
    press(&mut model, &mut host, "<bs>accept<enter>");
    assert_eq!(host.gestures(), 1);
    assert_eq!(model.counts().of_status(Status::Accepted), 60);
}

#[test]
fn nothing_in_bulk_where_nothing_may_be() {
    let (mut model, mut host) = (model_of(vec![Draft::new(1, UNKNOWN).item()]), FakeHost::default());
    press(&mut model, &mut host, "A");
    assert_eq!(
        toast(&model),
        "nothing here can be accepted in bulk · 1 left out: no remedy chosen for this payload; recover, strip or leave it (L: one by one)"
    );
    assert!(model.dialogs.is_empty());
}

#[test]
fn what_was_guessed_is_not_accepted_in_bulk() {
    let guessed = "{type: \"board_list\", boards: [\"Plan\", ...]}Here they are.";
    let (mut model, mut host) = (model_of(vec![Draft::new(1, guessed).item()]), FakeHost::default());
    press(&mut model, &mut host, "A");
    assert_eq!(
        toast(&model),
        "nothing here can be accepted in bulk · 1 left out: a value was guessed; compare it with the message (L: one by one)"
    );
    press(&mut model, &mut host, "a");
    assert_eq!(status(&model, 1), Status::Accepted);
}

#[test]
fn what_would_leave_something_of_a_call_is_not_accepted_in_bulk_and_else_only_as_one_says() {
    const LEFT: &str = "the cleaned text would still hold a claim, or stray call markup";
    let leaving = format!("{LOST_CORE}<|function_call|>Noted.</tool_call>");
    let items = [(1, LOST_CORE), (2, &leaving)].map(|(key, text)| Draft::new(key, text).item());
    let (mut model, mut host) = (model_of(items.into()), FakeHost::default());
    press(&mut model, &mut host, "vGa");
    assert_eq!(host.decisions(), ["1 accept"]);
    assert!(toast(&model).contains(LEFT), "{}", toast(&model));
    press(&mut model, &mut host, "Ga");
    assert!(toast(&model).contains(LEFT), "{}", toast(&model));
    assert!(screen(&mut model, 140, 40).contains(LEFT));
    // The closing markup is a claim of its own: a choice for one claim does not apply to the other.
    press(&mut model, &mut host, "m<enter>a");
    assert!(toast(&model).contains(LEFT), "{}", toast(&model));
    press(&mut model, &mut host, ".m<enter>A");
    assert!(toast(&model).contains("1 with changes not yet accepted"), "{}", toast(&model));
    // It is still left out of joint decisions, but can be decided individually.
    press(&mut model, &mut host, "vGa");
    assert_eq!(host.decisions(), ["1 accept"]);
    let (mut model, mut host) = (model_of(vec![Draft::new(2, &leaving).item()]), FakeHost::default());
    press(&mut model, &mut host, "am<enter>.m<enter>a");
    assert_eq!(host.decisions(), ["2 accept"]);
}

#[test]
fn what_would_leave_something_is_listed_filtered_and_counted_as_a_person_must_decide_it() {
    let leaving = format!("{LOST_CORE}<|function_call|>Noted.</tool_call>");
    let (mut model, mut host) = (model_of(vec![Draft::new(2, &leaving).item()]), FakeHost::default());
    let listed = |model: &Model| {
        let rules = model.settings.rules();
        let counted = [Remedy::Recover, Remedy::Review]
            .map(|remedy| model.findings.count_choice(FilterChoice::Remedy(remedy), &rules));
        (model.items()[0].remedy(&rules), model.items()[0].gist(&rules), counted)
    };
    let review = (Some(Remedy::Review), "review".to_owned(), [0, 1]);
    assert_eq!(listed(&model), review);
    // Changing a field does not choose a remedy.
    press(&mut model, &mut host, "e!<esc>");
    assert!(!model.items()[0].edit().is_empty() && model.current().unwrap().obstacle().is_some());
    assert_eq!(listed(&model), review);
    press(&mut model, &mut host, "fremedy:review<enter>");
    assert_eq!(model.shown(), 1);
    press(&mut model, &mut host, "m<enter>.m<enter>");
    assert_eq!(listed(&model), (Some(Remedy::Recover), "core".to_owned(), [1, 0]));
}

#[test]
fn where_half_a_call_is_left_the_other_half_can_be_chosen_as_it_is_proposed() {
    let halves =
        "<tool_call>{\"name\": \"save_memory\", \"arguments\": {\"content\": \"Tea\"}}\n\nThat is done.\n</tool_call>";
    let (mut model, mut host) = (model_of(vec![Draft::new(2, halves).item()]), FakeHost::default());
    assert_eq!(model.current().unwrap().claims.len(), 2);
    press(&mut model, &mut host, "xa");
    assert!(host.decisions().is_empty() && toast(&model).contains("stray call markup"), "{}", toast(&model));
    press(&mut model, &mut host, ".m<enter>a");
    assert_eq!(host.decisions(), ["2 accept"]);
    assert_eq!(host.last().edit.claims[&1].choice, Some(Choice::Strip));
}

#[test]
fn changes_that_were_begun_are_not_accepted_in_bulk() {
    let (mut model, mut host) =
        (model_of(vec![Draft::new(1, LOST).item(), Draft::new(2, LOST).item()]), FakeHost::default());
    press(&mut model, &mut host, "e!<esc>A");
    assert!(screen(&mut model, 80, 24).contains("Accept 1 finding"));
    press(&mut model, &mut host, "y");
    assert_eq!((status(&model, 1), status(&model, 2)), (Status::Pending, Status::Accepted));
}

#[test]
fn a_claim_is_switched_off_and_on() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jjjjj");
    assert_eq!((at(&model), model.current().unwrap().records.len()), (1066, 2));
    press(&mut model, &mut host, ".x");
    assert_eq!(model.current().unwrap().records.len(), 1);
    assert!(matches!(host.effects.last(), Some(Effect::SaveDraft { .. })));
    press(&mut model, &mut host, "x");
    assert_eq!(model.current().unwrap().records.len(), 2);
    press(&mut model, &mut host, ",xa");
    assert_eq!(host.last().edit.claims[&0].choice, Some(Choice::Leave));
    assert_eq!(host.last().finding.records.len(), 1);
    assert_eq!(status(&model, 1066), Status::Edited);
}

#[test]
fn a_change_to_what_was_accepted_makes_it_undecided() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "akm<down><enter>");
    assert_eq!(host.decisions(), ["1038 accept", "1038 reset"]);
    assert_eq!(status(&model, 1038), Status::Pending);
    press(&mut model, &mut host, "u");
    assert_eq!(status(&model, 1038), Status::Accepted);
}

#[test]
fn a_person_says_what_an_unknown_payload_is() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jjjmj<enter>a");
    assert_eq!(host.decisions(), ["1051 accept"]);
    assert_eq!(host.last().edit.claims[&0].choice, Some(Choice::Strip));
    assert_eq!(status(&model, 1051), Status::Edited);
}

#[test]
fn no_record_is_recovered_where_there_is_none() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jjjm<enter>");
    assert_eq!(toast(&model), "nothing to recover: the claim has no record");
    assert_eq!(model.context().name, "remedy");
}

#[test]
fn the_proposed_remedy_is_no_change() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "m<enter>a");
    assert!(host.last().edit.is_empty());
    assert_eq!(status(&model, 1038), Status::Accepted);
}

#[test]
fn what_is_written_is_not_decided_again() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "aw");
    assert!(!host.effects.contains(&Effect::WriteBack));
    press(&mut model, &mut host, "<enter>");
    assert!(!host.effects.contains(&Effect::WriteBack), "Enter writes nothing");
    press(&mut model, &mut host, "y");
    assert_eq!(status(&model, 1038), Status::Written);
    assert!(screen(&mut model, 80, 24).contains("1 messages written"));
    for keys in ["<esc>gr", "ge", "gx", "gm"] {
        press(&mut model, &mut host, keys);
        assert!(toast(&model).contains("is already written"), "{keys}");
        assert!(model.dialogs.is_empty());
    }
    assert_eq!(host.gestures(), 1);
}

#[test]
fn nothing_is_written_where_nothing_is_accepted() {
    let (mut model, mut host) = (model(), FakeHost::default());
    act(&mut model, &mut host, Action::Planned(Box::default()));
    press(&mut model, &mut host, "y");
    assert_eq!(host.effects, []);
    assert_eq!(toast(&model), "nothing to write");
}

#[test]
fn what_is_left_wholly_is_rejected_not_accepted_in_circles() {
    for keys in ["x", "mjj<enter>"] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, keys);
        assert!(toast(&model).ends_with("nothing would change · r reject"), "{}", toast(&model));
        press(&mut model, &mut host, "a");
        let toast = toast(&model).to_owned();
        assert!(toast.contains("r reject, leaving the text · x include a claim"), "{toast}");
        press(&mut model, &mut host, "r");
        assert_eq!(host.decisions(), ["1038 reject"]);
    }
}

#[test]
fn a_draft_is_discarded_with_a_key() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "D");
    assert_eq!(toast(&model), "there is no draft here");
    press(&mut model, &mut host, "e<end>!<esc>");
    assert!(toast(&model).ends_with("e continue · D discard"), "{}", toast(&model));
    press(&mut model, &mut host, "D");
    assert!(toast(&model).contains("draft of 1038 discarded; the original proposal applies"), "{}", toast(&model));
    assert!(!model.selected().unwrap().has_draft() && host.drafts.last().unwrap().1.is_empty());
    // The acceptance is unchanged.
    press(&mut model, &mut host, "e<end>?<c-s>ke<end>!<esc>D");
    assert_eq!((status(&model, 1038), model.selected().unwrap().has_draft()), (Status::Edited, false));
    let content = &model.selected().unwrap().edit().claims[&0].fields["content"];
    assert!(content.ends_with('?'), "{content}");
}

#[test]
fn skipped_is_not_decided() {
    let (mut model, mut host) = (model_of(items()[..2].to_vec()), FakeHost::default());
    act(&mut model, &mut host, Action::ScanDone("2 messages read".to_owned()));
    press(&mut model, &mut host, "as");
    assert_eq!(model.counts().decided(), 1);
    let shown = screen(&mut model, 80, 24);
    for line in ["1/2 reviewed", "Review complete except 1 skipped", "1 of 2 findings are decided, 1 skipped."] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
}
