//! Moving, panes, search, filter, findings that stream in.

use super::support::*;
use crate::proposal::Status;
use crate::source::Key;
use crate::tui::{Action, Effect, Model, update};

#[test]
fn findings_stream_in_while_the_reviewer_decides() {
    let mut model = Model::new(settings());
    let mut host = FakeHost::default();
    let all = items();
    press(&mut model, &mut host, "a");
    assert_eq!(toast(&model), "no findings yet: the scan is running");
    update(&mut model, Action::Found(all[..2].to_vec()));
    press(&mut model, &mut host, "aa");
    assert!(toast(&model).ends_with("nothing undecided yet; the scan is still running"));
    press(&mut model, &mut host, "/nowhere<enter>");
    assert_eq!(toast(&model), "`nowhere` not found so far; search again when the scan is done");
    update(&mut model, Action::Found(all[1..].to_vec()));
    assert_eq!((model.counts().total, at(&model)), (8, 1042));
    assert_eq!(status(&model, 1042), Status::Accepted, "a finding that comes again keeps its decision");
    press(&mut model, &mut host, "]");
    assert_eq!(at(&model), 1047);
}

#[test]
fn the_footer_shows_how_far_the_scan_has_come() {
    let mut model = Model::new(settings());
    let said = "All conversations are read first";
    assert!(screen(&mut model, 80, 24).contains("scanning, 0 found"));
    assert!(screen(&mut model, 80, 24).contains(said), "it says why there is nothing yet");
    update(&mut model, Action::Scanned(37));
    update(&mut model, Action::Found(items()[..2].to_vec()));
    assert!(screen(&mut model, 120, 40).contains("scanning 37%, 2 found"));
    assert!(!screen(&mut model, 120, 40).contains(said));
    update(&mut model, Action::ScanDone("all is read".to_owned()));
    update(&mut model, Action::Scanned(100));
    assert!(screen(&mut model, 120, 40).contains("all is read"));
}

#[test]
fn decisions_of_an_earlier_day_are_there() {
    let mut first = Draft::new(1, LOST).item();
    first.status = Status::Rejected;
    let mut model = model_of(vec![first, Draft::new(2, LOST).item()]);
    assert_eq!(model.counts().decided(), 1);
    assert_eq!(at(&model), 2, "the review begins where something waits");
    press(&mut model, &mut FakeHost::default(), "k");
    update(&mut model, Action::Found(vec![Draft::new(3, LOST).item()]));
    assert_eq!(at(&model), 1, "and goes where the reviewer goes");
}

#[test]
fn a_search_goes_from_hit_to_hit_and_round() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, place, message) in [
        ("/JUNO<enter>", 1042, ""),
        ("n", 1047, ""),
        ("n", 1042, "search wrapped to the top"),
        ("N", 1047, "search wrapped to the bottom"),
        ("/bees<enter>", 1060, ""),
        ("/whiteboard<enter>", 1047, "search wrapped to the top"),
        ("/1071<enter>", 1071, ""),
        ("/nowhere<enter>", 1071, "`nowhere` not found in the findings shown"),
        ("n", 1071, "no search; / starts one"),
        ("/x<bs><enter>", 1071, ""),
        ("/a<esc>", 1071, ""),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!((at(&model), toast(&model)), (place, message), "{keys}");
    }
}

#[test]
fn a_search_shows_its_progress() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "/save_memory<enter>n");
    assert!(screen(&mut model, 80, 24).contains("/save_memory [2/6]"));
    press(&mut model, &mut host, "/日本a");
    assert!(screen(&mut model, 80, 24).contains(" /日本a"));
}

#[test]
fn a_filter_is_a_view() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "F<space><esc>");
    assert_eq!(model.shown(), 8, "left as it was");
    // Remedy review, status pending.
    press(&mut model, &mut host, "Fjjj<space>j<space><enter>");
    assert_eq!((model.shown(), at(&model)), (2, 1051));
    assert_eq!(toast(&model), "remedy:review status:pending: 2 of 8 shown");
    assert!(screen(&mut model, 120, 40).contains("2 of 8 shown  remedy:review status:pending"));
    press(&mut model, &mut host, "r");
    assert_eq!((model.shown(), at(&model)), (1, 1060));
    press(&mut model, &mut host, "r");
    assert_eq!(model.shown(), 0);
    assert!(toast(&model).contains("the filter hides 6 more"), "{}", toast(&model));
    assert!(screen(&mut model, 80, 24).contains("the filter hides all findings (f)"));
    assert_eq!(model.counts().decided(), 2);
    press(&mut model, &mut host, "Fcf");
    assert_eq!(model.shown(), 8);
}

#[test]
fn panes_get_the_keys_in_turn_and_scroll() {
    let (mut model, mut host) = (model(), FakeHost::default());
    update(&mut model, Action::Resize(80, 14));
    let before = screen(&mut model, 80, 14);
    press(&mut model, &mut host, "<tab>");
    assert!(screen(&mut model, 80, 14).contains("└ Message 1038"));
    press(&mut model, &mut host, "JJ");
    assert_ne!(screen(&mut model, 80, 14), before);
    press(&mut model, &mut host, "KK<c-d><c-u><s-tab>");
    assert_eq!(screen(&mut model, 80, 14), before);
    press(&mut model, &mut host, "z");
    assert!(!screen(&mut model, 80, 14).contains("Findings"));
    press(&mut model, &mut host, "<esc>");
    assert_eq!(screen(&mut model, 80, 14), before);
}

#[test]
fn a_long_text_can_be_read_to_its_end_and_no_further() {
    let words: Vec<_> = (0..900).map(|number| format!("word{number}")).collect();
    let text = format!("{LOST_CORE} {}", words.join(" "));
    let mut model = model_of(vec![Draft::new(1, &text).item()]);
    let mut host = FakeHost::default();
    update(&mut model, Action::Resize(80, 24));
    press(&mut model, &mut host, &"<c-d>".repeat(60));
    assert!(screen(&mut model, 80, 24).contains("word899"));
    press(&mut model, &mut host, "K");
    assert!(screen(&mut model, 80, 24).contains(" 1 more (J) "));
}

#[test]
fn an_unbound_key_says_where_the_keys_are() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "X");
    assert_eq!(toast(&model), "X does nothing here · ? keys");
    // In a dialog too: a second key that is none would else be taken for the first of something else.
    press(&mut model, &mut host, "yz");
    assert_eq!(toast(&model), "z does nothing here · ? keys");
    assert_eq!(model.context().name, "copy");
}

#[test]
fn where_nothing_shows_no_key_decides() {
    let (mut model, mut host) = (model(), FakeHost::default());
    update(&mut model, Action::Resize(19, 4));
    press(&mut model, &mut host, "arswy");
    assert_eq!((host.gestures(), model.context().name), (0, "review"));
    press(&mut model, &mut host, "q");
    assert_eq!(host.effects.last(), Some(&Effect::Quit));
    update(&mut model, Action::Resize(80, 24));
    press(&mut model, &mut host, "a");
    assert_eq!(host.gestures(), 1);
}

#[test]
fn quitting_asks_nothing() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "q");
    assert_eq!(host.effects, [Effect::Quit]);
}

#[test]
fn news_of_messages_that_are_not_here_change_nothing() {
    let (mut model, mut host) = (model(), FakeHost::default());
    act(&mut model, &mut host, Action::Statuses(vec![(Key::Text("?".to_owned()), Status::Written)]));
    assert_eq!(model.counts().of_status(Status::Written), 0);
}
