//! Property tests: any keys, at any size, on any text.

use crossterm::event::{KeyCode, KeyModifiers};
use proptest::prelude::*;

use super::speech::conversation;
use super::support::*;
use crate::proposal::{Edit, Status};
use crate::source::Key;
use crate::tui::{Action, BINDINGS, EditorOutcome, ExternalEdit, KeyPress, Model, Pane, Step, Subject, Theme};
use unicode_width::UnicodeWidthStr as _;

/// An arbitrary text after a payload.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "(?s).{0,60}",
        "[a-z \n\t\u{0}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{2066}\u{2069}\u{feff}\u{e0041}\u{202e}\u{200b}\u{200d}\u{301}日本👩👍🏽]{0,80}",
        Just("👩‍👩‍👧‍👦 你好，世界 \u{1b}]52;c;QUJD\u{7} \u{202e}abc\u{202c}".to_owned()),
    ]
}

fn any_model() -> impl Strategy<Value = Model> {
    prop::collection::vec((any_text(), any_text()), 0..5).prop_map(|texts| {
        let payload =
            |content: &str| serde_json::json!({"success": true, "memory_type": "core", "content": content}).to_string();
        let mut found = items();
        found.extend(texts.iter().enumerate().map(|(place, (content, rest))| {
            let text = format!("{}{rest}", payload(content));
            Draft::new(i64::try_from(place).unwrap(), &text).item()
        }));
        model_of(found)
    })
}

fn any_action() -> impl Strategy<Value = Action> {
    let modifiers = prop_oneof![
        4 => Just(KeyModifiers::NONE),
        1 => Just(KeyModifiers::CONTROL),
        1 => Just(KeyModifiers::ALT),
        1 => Just(KeyModifiers::SHIFT)
    ];
    let typed = (prop::char::any(), modifiers)
        .prop_map(|(c, modifiers)| Action::Key(KeyPress { code: KeyCode::Char(c), modifiers }));
    let bound: Vec<_> = BINDINGS.iter().flat_map(|binding| binding.keys).map(|key| Action::Key(*key)).collect();
    let edited = [KeyCode::Backspace, KeyCode::Delete, KeyCode::Left, KeyCode::Right, KeyCode::Enter];
    let edited: Vec<_> = edited.map(|code| Action::Key(KeyPress::code(code))).into();
    let direct: Vec<_> = BINDINGS.iter().map(|binding| binding.action.clone()).collect();
    prop_oneof![
        8 => prop::sample::select(bound),
        2 => prop::sample::select(edited),
        1 => prop::sample::select(direct),
        1 => typed,
        1 => any_text().prop_map(Action::Paste),
        1 => (1u16..=200, 1u16..=60).prop_map(|(width, height)| Action::Resize(width, height)),
        1 => Just(Action::Tick),
        1 => (0u16..=200, 0u16..=60).prop_map(|(column, row)| Action::Click { column, row }),
        1 => (0u16..=200, 0u16..=60, any::<bool>()).prop_map(|(column, row, down)| Action::Wheel {
            step: if down { Step::Next } else { Step::Previous },
            column,
            row,
        }),
        1 => Just(Action::Found(items())),
        1 => Just(Action::WrittenBefore { items: items(), last: None }),
        1 => Just(Action::Conversation(conversation(&Key::Integer(1042)))),
        1 => Just(Action::WriteUndone {
            write: 1,
            message: Key::Integer(1047),
            status: Status::Pending,
            edit: Edit::default(),
        }),
        1 => any_text().prop_map(|text| {
            let edit = ExternalEdit::new(Subject::Finding(Key::Integer(1042)), "{}".to_owned());
            Action::EditedExternally(edit, EditorOutcome::Saved(format!("{{note: {text:?}, cleaned: '{text}'}}")))
        }),
        1 => Just(Action::WriteNotUndone { write: 1, reason: "gone\u{1b}".to_owned() }),
        1 => Just(Action::Failed("no \u{1b}[2J".to_owned())),
    ]
}

fn decided(model: &Model) -> Vec<(Status, crate::proposal::Edit, Option<String>)> {
    model.items().iter().map(|item| (item.status, item.edit().clone(), item.note().map(str::to_owned))).collect()
}

/// Every wide character has its two columns, and no row extends over a frame.
fn is_whole(model: &mut Model, width: u16, height: u16) -> Result<(), TestCaseError> {
    let buffer = drawn(model, &Theme::plain(), width, height);
    for (y, row) in buffer.content().chunks(usize::from(width)).enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let columns = cell.symbol().width();
            prop_assert!(columns >= 1, "{:?} at {x}, {y} takes no column", cell.symbol());
            prop_assert!(x + columns <= row.len(), "{:?} at {x}, {y} reaches over the edge", cell.symbol());
            let covered = row.iter().skip(x + 1).take(columns - 1);
            prop_assert!(covered.clone().all(|cell| cell.symbol() == " "), "{:?} at {x}, {y} is cut", cell.symbol());
        }
    }
    let top = crate::tui::screen::overlay_area(model);
    let panes = Pane::ALL.iter().filter_map(|pane| crate::tui::screen::pane_area(model, *pane));
    let framed = if model.dialogs.is_empty() { panes.collect::<Vec<_>>() } else { top.into_iter().collect() };
    for area in framed.into_iter().filter(|area| height >= 14 && area.width > 1 && area.height > 1) {
        let right = area.right() - 1;
        for (x, y) in (area.top() + 1..area.bottom() - 1).flat_map(|y| [(area.x, y), (right, y)]) {
            prop_assert_eq!(buffer[(x, y)].symbol(), "│", "the frame at {}, {}\n{:?}", x, y, area);
        }
        let corners = [(area.x, area.y, "┌"), (right, area.y, "┐"), (area.x, area.bottom() - 1, "└")];
        for (x, y, corner) in corners {
            prop_assert_eq!(buffer[(x, y)].symbol(), corner);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_and_the_counts_add_up(
        mut model in any_model(),
        actions in prop::collection::vec(any_action(), 0..40),
        (width, height) in (1u16..=300, 1u16..=100),
    ) {
        let mut host = FakeHost::default();
        for action in actions {
            act(&mut model, &mut host, action);
            let counts = model.counts();
            let sum: usize = Status::ALL.iter().map(|status| counts.of_status(*status)).sum();
            prop_assert_eq!(sum, counts.total);
            prop_assert!(model.shown() <= counts.total);
            prop_assert_eq!(model.selected().is_some(), model.shown() > 0);
        }
        is_whole(&mut model, width, height)?;
        let shown = screen(&mut model, width, height);
        // The parts of an emoji may be connected by a joiner.
        let is_raw = |c: char| crate::visible::is_hidden(c) && !matches!(c, '\n' | '\u{200d}');
        prop_assert!(!shown.chars().any(is_raw), "{:?}", shown);
    }

    #[test]
    fn the_footer_never_hides_a_key_that_decides(actions in prop::collection::vec(any_action(), 0..40)) {
        let (mut model, mut host) = (model(), FakeHost::default());
        for action in actions {
            act(&mut model, &mut host, action);
        }
        while !model.dialogs.is_empty() {
            act(&mut model, &mut host, Action::Leave);
        }
        // Without a toast, so that the keys are shown at any height.
        act(&mut model, &mut host, Action::Key(KeyPress::code(KeyCode::Esc)));
        let shown = screen(&mut model, 200, 30);
        let footer = shown.lines().last().unwrap_or_default();
        let item = model.selected();
        let is_open = item.is_some_and(|item| item.status != Status::Written);
        prop_assert_eq!(footer.contains("e edit"), is_open, "{}", footer);
        let waits = model.shown() > 0 && is_open;
        prop_assert!(!waits || (footer.contains("r reject") && footer.contains("s skip")), "{}", footer);
    }

    #[test]
    fn undo_then_redo_changes_nothing(actions in prop::collection::vec(any_action(), 0..40)) {
        let (mut model, mut host) = (model(), FakeHost::default());
        for action in actions {
            // Write-backs are not in the host's history of decisions.
            if action != Action::Key(KeyPress::char('w')) && action != Action::PlanWriteBack {
                act(&mut model, &mut host, action);
            }
        }
        while !model.dialogs.is_empty() {
            act(&mut model, &mut host, Action::Leave);
        }
        if host.gestures() > 0 {
            // Drafts are not decisions: an undo replaces them.
            act(&mut model, &mut host, Action::Undo);
            act(&mut model, &mut host, Action::Redo);
            let before = decided(&model);
            act(&mut model, &mut host, Action::Undo);
            act(&mut model, &mut host, Action::Redo);
            prop_assert_eq!(decided(&model), before);
        }
    }

    #[test]
    fn every_size_can_be_drawn(width in 1u16..=300, height in 1u16..=100, keys_before in prop::sample::select(vec![
        "", "G", "Ge", "e", "f", "fagent:", "f\"日本", "F", ";日本", "arH", "vjj", "A", "m", "w", "?", "/日本語👩‍👩‍👧", "Gz", "jjj<tab><tab>", "X", "<tab>z", "d", "Gdd", "c", "Gc<tab><pgdn>", "l", "awy<esc>lU", "rrrrrrrr", "/日<enter>", "/a<enter>Gn", "Gzc<tab>z", "G2", "G3zJ",
    ])) {
        let mut model = model();
        press(&mut model, &mut FakeHost::default(), keys_before);
        is_whole(&mut model, width, height)?;
    }
}

#[test]
fn a_dialog_over_wide_characters_cuts_none() {
    let text = format!("{LOST_CORE}{}", "日本語".repeat(900));
    let mut model = model_of(vec![Draft::new(1, &text).item()]);
    for keys in ["?", "w", "F"] {
        press(&mut model, &mut FakeHost::default(), keys);
        for width in 85..=140 {
            is_whole(&mut model, width, 40).unwrap();
        }
        press(&mut model, &mut FakeHost::default(), "<esc>");
    }
}
