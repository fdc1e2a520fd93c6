//! The last decisions.

use super::support::*;
use crate::source::Key;
use crate::tui::{Action, RecentDecision};

#[test]
fn the_last_decisions_lead_back_to_their_findings() {
    for (keys, place, message) in [
        ("arsH<enter>", 1047, ""),
        ("arsHj<enter>", 1042, ""),
        ("arsHjjjj<enter>", 1038, ""),
        ("arsHjk<enter>", 1047, ""),
        ("arsHj<esc>", 1051, ""),
        ("arsfbees<enter>H<enter>", 1047, "filter cleared to show it"),
        ("H", 1038, "no decisions yet"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, keys);
        assert_eq!((at(&model), toast(&model), model.context().name), (place, message, "review"), "{keys}");
    }
}

#[test]
fn a_decision_about_what_was_not_found_yet_leads_nowhere() {
    let (mut model, mut host) = (model(), FakeHost::default());
    let at_that_time = "2026-02-03T09:00:00Z".parse().unwrap();
    let (message, reviewer) = (Key::Integer(4711), "ana".to_owned());
    let decision = RecentDecision { message, what: "rejected", reviewer, at: at_that_time };
    act(&mut model, &mut host, Action::Decided(vec![decision]));
    press(&mut model, &mut host, "<enter>");
    assert_eq!(at(&model), 1038);
    assert!(toast(&model).starts_with("4711 has no finding"));
}

#[test]
fn the_last_decisions_at_80() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "arsjje<end>!<c-s>H");
    insta::assert_snapshot!(overlay(&mut model, 80, 24));
}

#[test]
fn the_last_decisions_at_120() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "vjjjrHj");
    insta::assert_snapshot!(overlay(&mut model, 120, 40));
}
