//! Four hundred findings accepted after a random sample of thirty; a wrong one blocks it.

use super::support::*;
use crate::proposal::Status;
use crate::sampling::SampleOutcome;
use crate::source::Key;
use crate::tui::review::actions::sampling::outcome;
use crate::tui::{Action, Effect, Item, JournalRowKind, Model};

/// Items with the given numbers of echoes and lost memories.
fn offers(echoes: i64, lost: i64) -> Vec<Item> {
    let echo = |key| Draft { agent: "Juno", ..Draft::new(key, ECHO) }.item();
    (0..echoes).map(echo).chain((0..lost).map(|key| Draft::new(10_000 + key, LOST_CORE).item())).collect()
}

fn count(model: &Model, status: Status) -> usize {
    model.items().iter().filter(|item| item.status == status).count()
}

/// The numbers of claims that were decided one by one and in bulk.
fn judged(model: &Model) -> (usize, usize) {
    let rows = model.findings.statistics().judged();
    let judgements = rows.iter().map(|row| row.judgements);
    judgements.fold((0, 0), |(alone, in_bulk), of| (alone + of.decided(), in_bulk + of.in_bulk))
}

/// The last selection, and the outcome of its sample.
fn selected(host: &FakeHost) -> (String, Option<SampleOutcome>) {
    let selection = host.effects.iter().rev().find_map(|effect| match effect {
        Effect::Select(selection) => Some(selection),
        _ => None,
    });
    selection.map(|selection| (selection.filter.clone(), selection.sample.clone())).unwrap()
}

#[test]
fn four_hundred_are_accepted_by_a_sample_of_thirty() {
    let (mut model, mut host) = (model_of(offers(300, 100)), FakeHost::default());
    press(&mut model, &mut host, "A");
    insta::assert_snapshot!("the_question_about_400_at_80", overlay(&mut model, 80, 24));
    press(&mut model, &mut host, "<tab>");
    assert!(toast(&model).starts_with("30 of 400 drawn at random, seed "), "{}", toast(&model));
    assert_eq!((model.shown(), model.context().name), (30, "review"));
    // Each group has its share.
    let of_echoes = model.list.shown().iter().filter(|place| **place < 300).count();
    assert!((22..=23).contains(&of_echoes), "{of_echoes}");
    press(&mut model, &mut host, &"a".repeat(29));
    assert!(toast(&model).ends_with("29 of 30 of the sample decided"), "{}", toast(&model));
    insta::assert_snapshot!("a_sample_of_30_at_120", screen(&mut model, 120, 40));
    press(&mut model, &mut host, "A");
    assert!(toast(&model).starts_with("29 of 30 of the sample decided: ] goes to the next"), "{}", toast(&model));
    press(&mut model, &mut host, "a");
    insta::assert_snapshot!("what_follows_for_the_other_370_at_80", overlay(&mut model, 80, 24));
    press(&mut model, &mut host, "accept<enter>");
    assert_eq!((count(&model, Status::Accepted), model.shown()), (400, 400));
    assert!(toast(&model).starts_with("370 accepted · u undo all"), "{}", toast(&model));
    let (filter, sample) = selected(&host);
    let sample = sample.unwrap();
    assert_eq!((filter.as_str(), sample.size, sample.decided, sample.wrong), ("all that was shown", 30, 30, 0));
    assert_eq!((sample.population, sample.rest, sample.at_most), (400, 370, Some(36)));
    assert_eq!(host.gestures(), 31, "the rest is one gesture");
    // The precision counts only the sample, because nobody reviewed the others.
    assert_eq!(judged(&model), (30, 370));
    press(&mut model, &mut host, "u");
    assert_eq!((count(&model, Status::Accepted), judged(&model)), (30, (30, 0)));
    press(&mut model, &mut host, "<c-r>");
    assert_eq!(judged(&model), (30, 370));
    // A finding that is decided again on its own counts as reviewed.
    while !model.selected().unwrap().in_bulk {
        press(&mut model, &mut host, "k");
    }
    press(&mut model, &mut host, "r");
    assert_eq!(judged(&model), (31, 369));
}

#[test]
fn the_journal_shows_all_of_what_a_sample_came_to() {
    let (mut model, mut host) = (model_of(offers(60, 0)), FakeHost::default());
    host.append(JournalRowKind::Write, Key::Integer(7));
    press(&mut model, &mut host, "A20<tab>");
    press(&mut model, &mut host, &"a".repeat(20));
    press(&mut model, &mut host, "ywy<esc>l");
    let shown = overlay(&mut model, 80, 24);
    insta::assert_snapshot!("the_outcome_of_a_sample_in_the_journal_at_80", shown);
    let row = screen(&mut model, 80, 24).lines().position(|line| line.contains("message 7")).unwrap();
    act(&mut model, &mut host, Action::Click { column: 9, row: u16::try_from(row).unwrap() });
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.lines().any(|line| line.contains('▸') && line.contains("message 7")), "{shown}");
}

#[test]
fn one_that_is_wrong_shows_its_group_and_stops_the_rest() {
    let (mut model, mut host) = (model_of(offers(300, 100)), FakeHost::default());
    press(&mut model, &mut host, "A<tab>aar");
    assert_eq!(model.context().name, "groups");
    insta::assert_snapshot!("a_wrong_one_shows_its_group_at_80", overlay(&mut model, 80, 24));
    press(&mut model, &mut host, "<esc>A");
    assert!(toast(&model).starts_with("1 of the sample wrong: the rest is not accepted"), "{}", toast(&model));
    // Undoing a mistaken key clears the wrong finding.
    press(&mut model, &mut host, "u");
    assert_eq!(count(&model, Status::Rejected), 0);
    press(&mut model, &mut host, "A");
    assert!(toast(&model).starts_with("2 of 30"), "{}", toast(&model));
    press(&mut model, &mut host, "r");
    press(&mut model, &mut host, "r");
    assert_eq!(model.context().name, "bulk_typed");
    press(&mut model, &mut host, "reject<enter>");
    assert_eq!((count(&model, Status::Rejected), model.shown()), (298, 400), "{}", toast(&model));
    assert!(selected(&host).0.starts_with("group whiteboard_echo"), "{}", selected(&host).0);
    assert!(outcome(&model).is_none());
}

#[test]
fn a_slip_is_undone_in_the_group_that_it_led_to() {
    let (mut model, mut host) = (model_of(offers(300, 100)), FakeHost::default());
    press(&mut model, &mut host, "A<tab>aar");
    assert_eq!((model.context().name, count(&model, Status::Rejected)), ("groups", 1));
    press(&mut model, &mut host, "u");
    assert_eq!((model.context().name, count(&model, Status::Rejected)), ("review", 0));
    press(&mut model, &mut host, "a");
    assert!(toast(&model).contains("3 of 30 of the sample decided"), "{}", toast(&model));
}

#[test]
fn a_sample_that_is_wrong_at_its_end_says_its_bound_and_accepts_nothing_else() {
    let (mut model, mut host) = (model_of(offers(60, 0)), FakeHost::default());
    press(&mut model, &mut host, "A20<tab>r<esc>");
    press(&mut model, &mut host, &"a".repeat(19));
    let shown = overlay(&mut model, 120, 40);
    assert!(shown.contains("1 of 20 wrong: at most"), "{shown}");
    press(&mut model, &mut host, "<esc>A");
    assert!(toast(&model).starts_with("1 of the sample wrong"), "{}", toast(&model));
    assert_eq!(count(&model, Status::Pending), 40);
}

#[test]
fn escape_leaves_a_sample_and_keeps_what_was_decided() {
    let (mut model, mut host) = (model_of(offers(70, 0)), FakeHost::default());
    press(&mut model, &mut host, "fagent:juno<enter>A<tab>aas");
    assert_eq!(model.shown(), 30);
    press(&mut model, &mut host, "<esc>");
    assert!(toast(&model).starts_with("left the sample: 2 of its decisions kept"), "{}", toast(&model));
    assert_eq!((model.shown(), model.filter().to_string()), (70, "agent:juno".to_owned()));
    assert!(model.items().iter().all(|item| !item.is_sampled()));
    // Another filter ends it, too.
    press(&mut model, &mut host, "A<tab>f<c-u><enter>");
    assert!(outcome(&model).is_none());
    assert_eq!(model.shown(), 70);
}

#[test]
fn a_sample_of_one_remedy_for_all_is_accepted_as_that() {
    let texts: Vec<String> = (0..60).map(|number| format!("{{\"id\": {number}, \"ok\": true}} Here.")).collect();
    let items = (100..).zip(&texts).map(|(key, text)| Draft::new(key, text).item()).collect();
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "Cm<enter>5<tab>");
    assert_eq!(model.shown(), 5, "{}", toast(&model));
    press(&mut model, &mut host, "aaaaa");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("Accept the other 55 findings as strip?"), "{shown}");
    assert!(shown.contains("0 of 5 wrong: at most 26 of the other 55"), "{shown}");
    press(&mut model, &mut host, "accept<enter>");
    assert_eq!(count(&model, Status::Edited), 60);
    // After leaving early, undecided findings have no edits.
    let items = (100..).zip(&texts).map(|(key, text)| Draft::new(key, text).item()).collect();
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "Cm<enter><tab>a<esc>");
    assert_eq!(model.items().iter().filter(|item| !item.edit().is_empty()).count(), 1);
}

#[test]
fn a_sample_is_for_acceptances_and_drawn_anew_each_time() {
    let (mut model, mut host) = (model_of(offers(60, 0)), FakeHost::default());
    press(&mut model, &mut host, "Cr<tab>");
    assert_eq!(
        (model.context().name, toast(&model)),
        ("bulk_typed", "a sample is only drawn before many are accepted")
    );
    press(&mut model, &mut host, "<esc>A<tab>");
    let first = model.list.shown().to_vec();
    press(&mut model, &mut host, "<esc>A<tab>");
    assert_ne!(first, model.list.shown());
    assert!(host.decisions().is_empty());
}

#[test]
fn what_a_bulk_action_leaves_out_is_gone_through_one_by_one() {
    let mut items = offers(3, 0);
    items.extend([(900, UNKNOWN), (901, BAD_TYPE)].map(|(key, text)| Draft::new(key, text).item()));
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    press(&mut model, &mut host, "L");
    assert!(toast(&model).starts_with("the last bulk action left out nothing"), "{}", toast(&model));
    press(&mut model, &mut host, "A<c-l>");
    assert_eq!((model.shown(), at(&model)), (2, 900));
    assert!(toast(&model).starts_with("2 left out: decide each one"), "{}", toast(&model));
    press(&mut model, &mut host, "r");
    assert_eq!(at(&model), 901);
    press(&mut model, &mut host, "f<c-u><enter>Ay");
    assert!(toast(&model).contains("2 left out: 1 already rejected"), "{}", toast(&model));
    assert!(toast(&model).contains("(L: one by one)"), "{}", toast(&model));
    press(&mut model, &mut host, "L");
    assert_eq!((model.shown(), at(&model)), (1, 901));
}
