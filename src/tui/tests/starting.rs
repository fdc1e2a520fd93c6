//! How a review starts: where it was left, at a requested finding, or read-only.

use super::support::*;
use crate::source::Key;
use crate::tui::{Action, Effect, Model, Order, Pane, Query, SavedView, StartPosition, TextForm, ToastLevel};

/// A review with this start, before anything is found.
fn starting(start: StartPosition) -> Model {
    let mut model = Model::new(settings()).starting(start);
    crate::tui::update(&mut model, Action::Resize(120, 40));
    model
}

fn find(model: &mut Model, keys: &[i64]) {
    let found = items().into_iter().filter(|item| keys.contains(&integer(&item.key)));
    crate::tui::update(model, Action::Found(found.collect()));
}

fn find_all(model: &mut Model) {
    crate::tui::update(model, Action::Found(items()));
    crate::tui::update(model, Action::ScanDone("212 messages read".to_owned()));
}

fn integer(key: &Key) -> i64 {
    match key {
        Key::Integer(key) => *key,
        _ => 0,
    }
}

/// The view saved after these keys.
fn left(keys: &str) -> StartPosition {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, keys);
    let kept = host.view.map(|view| SavedView::from_json(&view.to_json()).unwrap());
    StartPosition { kept, ..StartPosition::default() }
}

#[test]
fn the_next_start_goes_on_as_the_last_one_was_left() {
    let mut model = starting(left("jjjjdOO<tab><tab>zfagent:paulina<enter>jq"));
    find_all(&mut model);
    assert_eq!((at(&model), model.shown(), model.list.order()), (1066, 5, Order::Agent));
    assert_eq!((model.panes.text_form, model.panes.focus, model.panes.zoomed), (TextForm::Diff, Pane::Cleaned, true));
    assert_eq!(toast(&model), "shown as you left it: agent:paulina, 5 of 8, by agent, Cleaned alone · f O z change it");
}

#[test]
fn what_matters_is_kept_with_each_gesture() {
    for (keys, place) in [("jja", Some(1051)), ("jj;x<enter>", Some(1047)), ("jj!", Some(1047)), ("jjj", None)] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, keys);
        let mut next = starting(StartPosition { kept: host.view.clone(), ..StartPosition::default() });
        find_all(&mut next);
        assert_eq!(host.view.is_some().then(|| at(&next)), place, "{keys}");
    }
}

#[test]
fn the_place_is_gone_to_as_soon_as_it_is_found_unless_a_key_was_pressed() {
    let mut model = starting(left("jjjjq"));
    find(&mut model, &[1038, 1042]);
    assert_eq!(at(&model), 1038);
    find(&mut model, &[1047, 1051, 1060, 1066]);
    assert_eq!((at(&model), toast(&model)), (1060, ""));

    let mut model = starting(left("jjjjq"));
    find(&mut model, &[1038, 1042]);
    press(&mut model, &mut FakeHost::default(), "j");
    find_all(&mut model);
    assert_eq!(at(&model), 1042);
}

#[test]
fn what_was_decided_meanwhile_is_passed_over() {
    for (keys, place) in [("jjq", 1051), ("Gq", 1038)] {
        let mut model = starting(left(keys));
        let mut found = items();
        for item in &mut found {
            if [1047, 1080].contains(&integer(&item.key)) {
                item.status = crate::proposal::Status::Rejected;
            }
        }
        crate::tui::update(&mut model, Action::Found(found));
        crate::tui::update(&mut model, Action::ScanDone(String::new()));
        assert_eq!(at(&model), place, "{keys}");
    }
}

#[test]
fn who_leaves_before_the_scan_came_there_has_not_gone_elsewhere() {
    let mut model = starting(left("jjjjq"));
    find(&mut model, &[1038]);
    let mut host = FakeHost::default();
    press(&mut model, &mut host, "q");
    let mut next = starting(StartPosition { kept: host.view, ..StartPosition::default() });
    find_all(&mut next);
    assert_eq!(at(&next), 1060);
}

#[test]
fn a_view_of_another_version_is_ignored() {
    let kept = left("jjfagent:juno<enter>q").kept.unwrap().to_json();
    assert!(SavedView::from_json(&kept).is_some());
    for (part, other) in [
        ("\"version\":1", "\"version\":2"),
        ("\"zoomed\"", "\"zoomed\":false,\"folded\""),
        ("\"found\"", "\"by weight\""),
        ("{", "["),
    ] {
        let strange = kept.replace(part, other);
        assert!(strange != kept && SavedView::from_json(&strange).is_none(), "{strange}");
    }
}

#[test]
fn a_filter_of_another_version_takes_no_drafts_with_it() {
    let mut kept = left("jjfagent:juno<enter>q").kept.unwrap();
    kept.filter = "owner:juno".to_owned();
    kept.drafts = vec![(vec!["memory".to_owned()], "{ typed: 1 }".to_owned())];
    let kept = SavedView::from_json(&kept.to_json());
    let mut model = starting(StartPosition { kept, ..StartPosition::default() });
    find_all(&mut model);
    assert_eq!(model.shown(), 8);
    assert_eq!(SavedView::of(&model).drafts.len(), 1);
    let toast = &model.toast().unwrap().text;
    assert!(toast.contains("saved filter `owner:juno` is not applied: unknown field `owner:`"), "{toast}");
}

#[test]
fn a_review_begins_at_what_was_asked_for() {
    let ask = |key, start| StartPosition { item: Some(Key::Integer(key)), ..start };
    let mut model = starting(ask(1060, left("jq")));
    find_all(&mut model);
    assert_eq!((at(&model), toast(&model)), (1060, ""));

    // The filter that hides it is cleared.
    let mut model = starting(ask(1060, left("fagent:juno<enter>q")));
    find_all(&mut model);
    assert_eq!((at(&model), model.shown()), (1060, 8));
    assert_eq!(toast(&model), "filter cleared to show 1060");

    let mut model = starting(ask(4711, StartPosition::default()));
    find(&mut model, &[1038]);
    assert_eq!(toast(&model), "", "it may still come");
    find_all(&mut model);
    assert_eq!((at(&model), model.toast().unwrap().tone), (1038, ToastLevel::Refused));
    assert_eq!(toast(&model), "message 4711 has no finding");
}

#[test]
fn what_is_decided_can_be_asked_for() {
    let mut model = starting(StartPosition { item: Some(Key::Integer(1042)), ..StartPosition::default() });
    let mut found = items();
    found[1].status = crate::proposal::Status::Accepted;
    crate::tui::update(&mut model, Action::Found(found));
    assert_eq!(at(&model), 1042);
}

#[test]
fn a_filter_that_was_asked_for_wins() {
    let filter = Some(Query::parse("agent:juno").unwrap());
    let mut model = starting(StartPosition { filter, ..left("fbees<enter>q") });
    find_all(&mut model);
    assert_eq!((model.shown(), model.filter().to_string(), toast(&model)), (2, "agent:juno".to_owned(), ""));
}

#[test]
fn who_only_looks_decides_nothing() {
    let (mut model, mut host) = (model(), FakeHost::default());
    model.settings.read_only = true;
    for keys in ["a", "r", "s", "W", "e", "o", "u", "<c-r>", "x", "m", "A", ";", "!", "w", "vja", "<esc>=r", "lU"] {
        press(&mut model, &mut host, keys);
        assert!(toast(&model).starts_with("read-only: restart"), "{keys}: {}", toast(&model));
    }
    press(&mut model, &mut host, "<esc>");
    assert!(screen(&mut model, 80, 24).contains("read-only"));
    press(&mut model, &mut host, "/juno<enter>fjuno<enter>cqHOdzq");
    assert_eq!((model.shown(), host.gestures(), host.view), (2, 0, None));
    let looks =
        |effect: &Effect| !effect.stores() && !matches!(effect, Effect::Undo | Effect::Redo | Effect::PlanWriteBack);
    assert!(host.effects.iter().all(looks), "{:?}", host.effects);
}

#[test]
fn a_place_that_is_gone_is_not_waited_for() {
    let mut model = starting(left("jjjjq"));
    let rest: Vec<_> = items().into_iter().filter(|item| integer(&item.key) != 1060).collect();
    crate::tui::update(&mut model, Action::Found(rest));
    crate::tui::update(&mut model, Action::ScanDone(String::new()));
    assert_eq!(at(&model), 1038);
    let mut host = FakeHost::default();
    press(&mut model, &mut host, "jq");
    let mut next = starting(StartPosition { kept: host.view, ..StartPosition::default() });
    find_all(&mut next);
    assert_eq!(at(&next), 1042);
}
