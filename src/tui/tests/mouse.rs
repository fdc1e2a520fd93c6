//! Clicks and the wheel.

use proptest::prelude::*;

use super::support::*;
use crate::proposal::Status;
use crate::review::DecisionKind;
use crate::tui::dialogs::help::HelpSheet;
use crate::tui::dialogs::recent::RecentDialog;
use crate::tui::dialogs::remedy::RemedyDialog;
use crate::tui::dialogs::search::SearchPrompt;
use crate::tui::dialogs::summary::Summary;
use crate::tui::dialogs::write_plan::WriteDialog;
use crate::tui::input::hit_target::HitTarget;
use crate::tui::review::bulk_decision::BulkDecision;
use crate::tui::screen::hit;
use crate::tui::{Action, BINDINGS, Effect, Model, Pane, Step};

/// The cell in which a text begins.
fn cell(model: &mut Model, text: &str) -> (u16, u16) {
    let (width, height) = model.size;
    let shown = screen(model, width, height);
    let (row, line) = shown
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains(text))
        .unwrap_or_else(|| panic!("no {text} in\n{shown}"));
    let column = crate::tui::text::width(line.split(text).next().unwrap());
    (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
}

fn click(model: &mut Model, host: &mut FakeHost, text: &str) {
    let (column, row) = cell(model, text);
    act(model, host, Action::Click { column, row });
}

fn wheel(model: &mut Model, host: &mut FakeHost, text: &str, step: Step) {
    let (column, row) = cell(model, text);
    act(model, host, Action::Wheel { step, column, row });
}

#[test]
fn a_click_selects_a_finding_and_gives_the_keys_to_a_pane() {
    let (mut model, mut host) = (model(), FakeHost::default());
    click(&mut model, &mut host, "1060 save_memory");
    assert_eq!((at(&model), model.panes.focus), (1060, Pane::List));
    click(&mut model, &mut host, "We spoke of bees");
    assert_eq!(model.panes.focus, Pane::Message);
    click(&mut model, &mut host, " Record ─");
    assert_eq!((at(&model), model.panes.focus, model.panes.detail), (1060, Pane::Record, Pane::Record));
    click(&mut model, &mut host, "ghostcall  export.db");
    assert!(host.effects.is_empty());
}

#[test]
fn a_click_chooses_a_tab() {
    let (mut model, mut host) = (model(), FakeHost::default());
    update_size(&mut model, 80, 24);
    for (tab, pane) in [("3 Payload", Pane::Payload), ("6 Evidence", Pane::Evidence), ("2 Message", Pane::Message)] {
        click(&mut model, &mut host, tab);
        assert_eq!(model.panes.focus, pane, "{tab}");
    }
    update_size(&mut model, 50, 20);
    click(&mut model, &mut host, "5  6");
    assert_eq!(model.panes.focus, Pane::Record);
    // If one tab represents all panes, a click goes to the next one.
    update_size(&mut model, 24, 20);
    click(&mut model, &mut host, "5 Record");
    assert_eq!(model.panes.focus, Pane::Evidence);
    click(&mut model, &mut host, "6 Evidence");
    assert_eq!(model.panes.focus, Pane::List);
}

fn update_size(model: &mut Model, width: u16, height: u16) {
    crate::tui::update(model, Action::Resize(width, height));
}

#[test]
fn a_click_on_a_key_of_the_last_row_does_what_the_key_does() {
    let (mut model, mut host) = (model(), FakeHost::default());
    click(&mut model, &mut host, "accept  e");
    assert_eq!(host.decisions(), ["1038 accept"]);
    click(&mut model, &mut host, "u undo  w");
    assert_eq!(status(&model, 1038), Status::Pending);
    click(&mut model, &mut host, "? help");
    assert!(model.dialogs.top_as::<HelpSheet>().is_some());
    click(&mut model, &mut host, "Esc close");
    assert!(model.dialogs.is_empty());
    click(&mut model, &mut host, "/ search");
    assert!(model.dialogs.top_as::<SearchPrompt>().is_some());
    click(&mut model, &mut host, "1060 save_memory");
    assert_eq!(at(&model), 1038, "while something is typed, nothing else can be hit");
}

#[test]
fn a_double_click_answers_no_question() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "arrrrrrr");
    assert!(model.dialogs.top_as::<Summary>().is_some());
    click(&mut model, &mut host, "w write back");
    let (column, row) = cell(&mut model, "y write  Esc");
    act(&mut model, &mut host, Action::Click { column, row });
    assert!(toast(&model).starts_with("click again to confirm"), "{}", toast(&model));
    assert!(!host.effects.contains(&Effect::WriteBack));
    act(&mut model, &mut host, Action::Click { column, row });
    assert_eq!(host.effects.last(), Some(&Effect::WriteBack));
}

#[test]
fn a_question_is_answered_by_its_own_key_only() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "w");
    click(&mut model, &mut host, "y write ·");
    click(&mut model, &mut host, "× memory");
    assert!(model.dialogs.top_as::<WriteDialog>().is_some());
    press(&mut model, &mut host, "<esc>A");
    click(&mut model, &mut host, "y accept all");
    assert!(model.dialogs.top_as::<BulkDecision>().is_some());
    assert_eq!(host.effects, [Effect::PlanWriteBack]);
    click(&mut model, &mut host, "y accept them");
    assert!(matches!(host.effects.as_slice(), [.., Effect::Decide(_), Effect::Select(_)]));
}

#[test]
fn a_click_goes_to_a_choice() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "F");
    click(&mut model, &mut host, "[ ] skipped");
    click(&mut model, &mut host, "[ ] recover");
    press(&mut model, &mut host, "<enter>");
    assert_eq!(model.filter().to_string(), "status:skipped remedy:recover");
    press(&mut model, &mut host, "Fc<enter>m");
    click(&mut model, &mut host, "leave    leave this claim");
    click(&mut model, &mut host, "leave    leave this claim");
    assert!(model.dialogs.top_as::<RemedyDialog>().is_some(), "a click chooses nothing that is stored");
    press(&mut model, &mut host, "<enter>rjsH");
    click(&mut model, &mut host, "1038 rejected");
    assert!(model.dialogs.top_as::<RecentDialog>().is_some());
    click(&mut model, &mut host, "1038 rejected");
    assert_eq!((at(&model), model.dialogs.is_empty()), (1038, true));
    host.append(crate::tui::JournalRowKind::Write, crate::source::Key::Integer(1));
    host.append(crate::tui::JournalRowKind::Write, crate::source::Key::Integer(2));
    press(&mut model, &mut host, "l");
    click(&mut model, &mut host, "message 1");
    press(&mut model, &mut host, "U");
    assert!(screen(&mut model, 120, 40).contains("of message 1?"));
}

#[test]
fn a_click_in_the_editor_goes_there() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "e");
    screen(&mut model, 120, 40);
    // With the reference next to it, the field begins at the frame.
    let (column, row) = cell(&mut model, "│You saw right through me");
    act(&mut model, &mut host, Action::Click { column: column + 9, row });
    press(&mut model, &mut host, "all ");
    assert!(screen(&mut model, 120, 40).contains("You saw all right through me"));
    click(&mut model, &mut host, "( ) core");
    press(&mut model, &mut host, "<right>");
    assert!(screen(&mut model, 120, 40).contains("(•) core"));
}

#[test]
fn the_wheel_scrolls_the_list_and_keeps_the_selection() {
    let many = (1..100).map(|key| Draft::new(key, LOST).item()).collect();
    let (mut model, mut host) = (model_of(many), FakeHost::default());
    wheel(&mut model, &mut host, "3 save_memory", Step::Next);
    let shown = screen(&mut model, 120, 40);
    assert_eq!(at(&model), 1);
    assert!(shown.contains("│ ·  4  save") && !shown.contains("▸·  1  save"), "{shown}");
    click(&mut model, &mut host, "4  save_memory");
    assert_eq!((at(&model), model.panes.list_top), (4, 3), "the list stays where it was clicked");
    for _ in 0..99 {
        wheel(&mut model, &mut host, " Findings", Step::Next);
    }
    assert!(screen(&mut model, 120, 40).contains("│ ·  99 save"), "and no further");
    press(&mut model, &mut host, "j");
    assert!(screen(&mut model, 120, 40).contains("▸·  5  save"), "a key brings the selection back");
}

#[test]
fn the_wheel_scrolls_what_lies_under_the_pointer() {
    let text = format!("{LOST_CORE} {}", "word ".repeat(900));
    let (mut model, mut host) = (model_of(vec![Draft::new(1, &text).item()]), FakeHost::default());
    wheel(&mut model, &mut host, "Cleaned text", Step::Next);
    assert_eq!((model.panes.scroll.get(&Pane::Cleaned), model.panes.scroll.get(&Pane::Message)), (Some(&3), None));
    wheel(&mut model, &mut host, "Cleaned text", Step::Previous);
    assert_eq!((model.panes.scroll.get(&Pane::Cleaned), model.panes.focus), (Some(&0), Pane::Message));
    press(&mut model, &mut host, "?");
    wheel(&mut model, &mut host, "reject: the message stays", Step::Next);
    assert!(model.dialogs.top_as::<HelpSheet>().is_some_and(|reading| reading.scroll == 3));
    press(&mut model, &mut host, "<esc>F");
    wheel(&mut model, &mut host, "[ ] recover", Step::Next);
    press(&mut model, &mut host, " <enter>");
    assert_eq!(model.filter().to_string(), "remedy:strip");
}

#[test]
fn the_wheel_scrolls_a_field_of_the_editor() {
    let words: Vec<_> = (0..300).map(|number| format!("word{number}")).collect();
    let text = format!("{LOST_CORE} {}", words.join(" "));
    let (mut model, mut host) = (model_of(vec![Draft::new(1, &text).item()]), FakeHost::default());
    press(&mut model, &mut host, "e");
    let scroll = |model: &mut Model, host: &mut FakeHost, text: &str, step| {
        let (column, row) = cell(model, text);
        act(model, host, Action::Wheel { step, column: column + 2, row });
    };
    scroll(&mut model, &mut host, "│Noted. word0 ", Step::Next);
    let shown = screen(&mut model, 120, 40);
    assert!(!shown.contains("│Noted. word0 ") && shown.contains("word120 "), "{shown}");
    scroll(&mut model, &mut host, "│word30 ", Step::Previous);
    assert!(screen(&mut model, 120, 40).contains("│Noted. word0 "));
    press(&mut model, &mut host, "<esc>");
    assert!(host.drafts.is_empty(), "to look is no change");
}

#[test]
fn the_first_click_shows_how_text_is_selected() {
    let (mut model, mut host) = (model(), FakeHost::default());
    click(&mut model, &mut host, "1042 save");
    assert!(toast(&model).starts_with("Shift-drag selects text"));
    click(&mut model, &mut host, "1047 white");
    assert_eq!(toast(&model), "");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_click_next_to_the_last_row_decides_and_writes_nothing(
        keys in prop::collection::vec(prop::sample::select(bound()), 0..12),
        clicks in prop::collection::vec((0u16..120, 0u16..40), 1..12),
        (width, height) in (20u16..=140, 5u16..=45),
    ) {
        let (mut model, mut host) = (model(), FakeHost::default());
        update_size(&mut model, width, height);
        for action in keys {
            act(&mut model, &mut host, action);
        }
        host.effects.clear();
        for (column, row) in clicks {
            if !matches!(hit(&model, column, row), Some(HitTarget::Key(_))) {
                act(&mut model, &mut host, Action::Click { column, row });
            }
        }
        host.effects.retain(|effect| !matches!(effect, Effect::Copy { .. } | Effect::CopyFinding(_)));
        prop_assert!(host.effects.is_empty(), "{:?}", host.effects);
    }

    #[test]
    fn every_key_of_the_last_row_can_be_hit(keys in prop::collection::vec(prop::sample::select(bound()), 0..8)) {
        let (mut model, mut host) = (model(), FakeHost::default());
        for action in keys {
            act(&mut model, &mut host, action);
        }
        let shown = screen(&mut model, 120, 40);
        for column in 0..120 {
            if let Some(HitTarget::Key(key)) = hit(&model, column, 39) {
                let word: String = shown.lines().last().unwrap().chars().skip(key.columns.start.into()).take(key.columns.len()).collect();
                let bound = BINDINGS.iter().any(|binding| {
                    binding.action == key.action
                        && binding.keys.first().is_some_and(|first| word.starts_with(&format!(" {first} ")))
                });
                prop_assert!(bound, "{word:?} is no {:?}", key.action);
            }
        }
    }
}

fn bound() -> Vec<Action> {
    BINDINGS.iter().flat_map(|binding| binding.keys).map(|key| Action::Key(*key)).collect()
}

#[test]
fn a_click_on_reject_rejects_once() {
    let (mut model, mut host) = (model(), FakeHost::default());
    click(&mut model, &mut host, "r reject  s skip");
    assert_eq!(host.last().kind, DecisionKind::Reject);
    assert_eq!(host.gestures(), 1);
}
