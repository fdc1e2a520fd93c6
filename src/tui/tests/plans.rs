//! Plans in the review: their steps, the editor, the choices, the document.

use std::sync::Arc;

use super::support::*;
use crate::catalog::{Catalog, KnownTools};
use crate::claim::{self, Context};
use crate::proposal::{self, Choice, Status};
use crate::registry::Registry;
use crate::source::{Evidence, Key, Message};
use crate::tui::review::document::{read, render};
use crate::tui::{Action, Item, Model, Pane, ReviewSettings, Undoable, update};

const CATALOG: &str = "[{name: 'organize_files', instead_of: ['create_folder'], parameters: ['category: string']},
    {name: 'search_documents', parameters: ['query: string']}, {name: 'compose_email'}]";

const PLAN: &str = r#"{"steps": [{"id": "step_1", "tool": "create_folder", "inputs": {"name": "Music"}, "deps": []}, {"id": "step_2", "tool": "organize_files", "inputs": {"categories": "music"}, "deps": ["step_1", "step_3"]}, {"id": "step_3", "tool": "compose_email", "deps": ["step_2"]}]}"#;
const RIGHT: &str = r#"{"steps": [{"id": "s", "tool": "organize_files", "inputs": {"category": "music"}}]}"#;

fn with_tools() -> ReviewSettings {
    let catalog = Catalog::parse("tools.json5", CATALOG).unwrap();
    ReviewSettings { tools: Arc::new(KnownTools::default().with_catalog(Arc::new(catalog))), ..settings() }
}

/// The finding of a message with a recorded plan.
fn item(key: i64, text: &str, recorded: Option<(&str, bool)>) -> Item {
    let settings = with_tools();
    let message = Message {
        key: Some(Key::Integer(key)),
        text: text.to_owned(),
        created_at: Some("2026-01-20T17:03:11Z".parse().unwrap()),
        ..Message::default()
    };
    let context = Context { tools: Some(&settings.tools), ..Context::default() };
    let mut claims = claim::find(text, &Registry::builtin().unwrap(), context);
    claims.extend(recorded.and_then(|(plan, writable)| claim::recorded_plan(plan, "plan", writable, &settings.tools)));
    let rules = settings.rules();
    let judged = claims.into_iter().filter_map(|claim| proposal::judge(claim, &message, &Evidence::unasked(), &rules));
    let judged = judged.collect();
    Item::pending(proposal::propose(message, judged, &rules), &rules).unwrap()
}

/// A plan in a text, a recorded one, and a read-only one.
fn review() -> Model {
    let mut model = Model::new(with_tools());
    update(&mut model, Action::Resize(120, 40));
    update(&mut model, Action::Undoable(Undoable { undo: false, redo: false }));
    let items = vec![
        item(1, &format!("{PLAN}On it! I make the folder first."), None),
        item(2, "On my way.", Some((PLAN, true))),
        item(3, "There you are.", Some((PLAN, false))),
    ];
    update(&mut model, Action::Found(items));
    update(&mut model, Action::ScanDone("212 messages read".to_owned()));
    model
}

/// Replaces the edited text.
fn type_over(model: &mut Model, host: &mut FakeHost, text: &str) {
    press(model, host, "<home>");
    for _ in 0..60 {
        press(model, host, "<up>");
    }
    for _ in 0..60 {
        press(model, host, "<c-k><c-k>");
    }
    act(model, host, Action::Paste(text.to_owned()));
}

#[test]
fn the_steps_of_a_plan_at_80() {
    insta::assert_snapshot!(screen(&mut review(), 80, 24));
}

#[test]
fn the_steps_of_a_plan_at_120() {
    insta::assert_snapshot!(screen(&mut review(), 120, 40));
}

#[test]
fn a_recorded_plan_that_is_only_read_at_80() {
    let mut model = review();
    press(&mut model, &mut FakeHost::default(), "jj");
    insta::assert_snapshot!(pane(&mut model, Pane::Proposal, 80, 24));
}

#[test]
fn the_editor_of_a_plan_shows_what_is_wrong_with_it() {
    let mut model = review();
    press(&mut model, &mut FakeHost::default(), "e");
    insta::assert_snapshot!(overlay(&mut model, 80, 24));
}

#[test]
fn a_corrected_plan_is_accepted_in_place_of_the_old_one() {
    let (mut model, mut host) = (review(), FakeHost::default());
    press(&mut model, &mut host, "e");
    type_over(&mut model, &mut host, RIGHT);
    press(&mut model, &mut host, "<c-s>");
    assert_eq!(host.decisions(), ["1 accept"], "{}", toast(&model));
    let decided = host.last();
    let change = &decided.edit.claims[&0];
    assert_eq!((change.choice, change.plan.as_deref()), (Some(Choice::Correct), Some(RIGHT)));
    assert_eq!(decided.finding.cleaned, format!("{RIGHT}On it! I make the folder first."));
    assert_eq!(status(&model, 1), Status::Edited);
    press(&mut model, &mut host, "k");
    insta::assert_snapshot!(pane(&mut model, Pane::Proposal, 80, 24));
}

#[test]
fn a_plan_with_errors_is_not_accepted_and_its_draft_is_kept() {
    let (mut model, mut host) = (review(), FakeHost::default());
    press(&mut model, &mut host, "e");
    let wrong = RIGHT.replace("organize_files", "move_files");
    type_over(&mut model, &mut host, &wrong);
    press(&mut model, &mut host, "<c-s>");
    assert_eq!(host.gestures(), 0);
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains("not saved:") && shown.contains("Step 's': Tool 'move_files' does not exist"), "{shown}");
    press(&mut model, &mut host, "<esc>a");
    assert_eq!(host.gestures(), 0);
    assert!(toast(&model).contains("the corrected plan cannot run: Step 's'"), "{}", toast(&model));
    assert_eq!(host.drafts.last().unwrap().1.claims[&0].plan.as_deref(), Some(wrong.as_str()));
    press(&mut model, &mut host, "e");
    assert!(screen(&mut model, 80, 24).contains("move_files"));
}

#[test]
fn what_is_no_json_is_kept_too() {
    let (mut model, mut host) = (review(), FakeHost::default());
    press(&mut model, &mut host, "e");
    type_over(&mut model, &mut host, "{steps: [");
    press(&mut model, &mut host, "<c-s>");
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains("Invalid JSON: line 1, column"), "{shown}");
    press(&mut model, &mut host, "<esc>");
    insta::assert_snapshot!(pane(&mut model, Pane::Proposal, 80, 24));
    press(&mut model, &mut host, "e");
    assert!(screen(&mut model, 80, 24).contains("{steps: ["));
}

#[test]
fn a_plan_is_stripped_left_or_once_it_was_edited_corrected() {
    let (mut model, mut host) = (review(), FakeHost::default());
    press(&mut model, &mut host, "m");
    let before = overlay(&mut model, 80, 24);
    assert!(before.contains("strip") && before.contains("leave") && !before.contains("correct"), "{before}");
    press(&mut model, &mut host, "<esc>e");
    type_over(&mut model, &mut host, RIGHT);
    press(&mut model, &mut host, "<esc>m");
    let after = overlay(&mut model, 80, 24);
    assert!(after.contains("correct  replace it with the corrected plan"), "{after}");
    press(&mut model, &mut host, "j<enter>a");
    let decided = host.last();
    assert_eq!(decided.edit.claims[&0].choice, Some(Choice::Strip));
    assert_eq!(decided.finding.cleaned, "On it! I make the folder first.");
}

#[test]
fn a_recorded_plan_is_corrected_and_the_text_stays() {
    let (mut model, mut host) = (review(), FakeHost::default());
    press(&mut model, &mut host, "je");
    type_over(&mut model, &mut host, RIGHT);
    press(&mut model, &mut host, "<c-s>");
    let claim = &host.last().finding.claims[0].claim;
    assert_eq!((claim.replacement.as_deref(), host.last().finding.cleaned.as_str()), (Some(RIGHT), "On my way."));
}

#[test]
fn a_plan_that_is_only_read_is_left_or_rejected() {
    let (mut model, mut host) = (review(), FakeHost::default());
    press(&mut model, &mut host, "jja");
    assert_eq!(host.gestures(), 0);
    assert!(toast(&model).contains("the plan in plan is read-only"), "{}", toast(&model));
    press(&mut model, &mut host, "m");
    assert!(!overlay(&mut model, 80, 24).contains("strip"));
    press(&mut model, &mut host, "<esc>km");
    assert!(overlay(&mut model, 80, 24).contains("strip    empty the column, write no record"));
    press(&mut model, &mut host, "<enter>");
    assert!(pane(&mut model, Pane::Proposal, 80, 24).contains("the recorded plan is removed from its column"));
    press(&mut model, &mut host, "j");
    press(&mut model, &mut host, "r");
    assert_eq!(host.decisions(), ["3 reject"]);
}

#[test]
fn plans_are_never_accepted_together() {
    let (mut model, mut host) = (review(), FakeHost::default());
    press(&mut model, &mut host, "A");
    assert_eq!(host.gestures(), 0);
    assert!(toast(&model).contains("nothing here can be accepted in bulk"), "{}", toast(&model));
}

#[test]
fn the_document_of_a_plan_holds_it_and_takes_another() {
    let (item, settings) = (item(1, &format!("{}On it!", PLAN.replace("Music", "Mu\u{9b}sic")), None), with_tools());
    let rules = settings.rules();
    let document = render(&item, item.changes(), &rules).unwrap();
    insta::assert_snapshot!(document);
    let untouched = read(&document, &item, &rules).unwrap();
    assert!(untouched.edit.is_empty() && untouched.mistakes.is_empty());

    let start = document.find("plan: {").unwrap();
    let end = document[start..].find("\n    },\n  },").unwrap() + start + "\n    },".len();
    let with = |plan: &str| format!("{}plan: {plan},{}", &document[..start], &document[end..]);
    let read_with = |plan: &str| read(&with(plan), &item, &rules).unwrap();
    let right = read_with(RIGHT);
    let change = &right.edit.claims[&0];
    assert_eq!((change.choice, right.mistakes.len()), (Some(Choice::Correct), 0));
    assert_eq!(
        proposal::revise((*item.finding().unwrap()).clone(), &right.edit, &rules).cleaned,
        format!("{RIGHT}On it!")
    );
    let wrong = read_with(&RIGHT.replace("organize_files", "move_files"));
    assert!(wrong.mistakes[0].is_kept && wrong.mistakes[0].reason.contains("'move_files' does not exist"));
    assert!(read_with("{steps: [], steps: []}").mistakes[0].reason.contains("duplicate field"));
}
