//! What a key map may not do: take the ways out away, decide with Escape, write with Enter.

use crossterm::event::KeyCode;

use crate::review::Act;
use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::input::key_press::KeyPress;

use super::{KeyMap, Row};

const ENTER: KeyPress = KeyPress::code(KeyCode::Enter);
pub(crate) const ESC: KeyPress = KeyPress::code(KeyCode::Esc);
const CTRL_C: KeyPress = KeyPress::ctrl('c');

/// A rule that a key map breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offence {
    /// The rows of the table that have to do with it.
    pub(crate) rows: Vec<usize>,
    /// The key, where it is one.
    pub(crate) key: Option<KeyPress>,
    /// What is wrong, in words for the person who wrote it.
    pub(crate) reason: String,
}

/// The rules that a key map breaks; none in one that may be used.
pub(crate) fn offences(map: &KeyMap) -> Vec<Offence> {
    let rows: Vec<Row<'_>> = map.rows().collect();
    let mut offences = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let name = row.binding.name();
        let mut add = |key, reason| offences.push(Offence { rows: vec![place], key, reason });
        if row.keys.is_empty() && is_needed(row) {
            add(None, format!("`{name}` needs a key"));
        }
        for (which, key) in row.keys.iter().enumerate() {
            if let Some(reason) = misplaced(row, *key) {
                add(Some(*key), format!("{key} cannot be `{name}`: {reason}"));
            } else if row.keys.iter().take(which).any(|earlier| earlier == key) {
                add(Some(*key), format!("{key} stands twice for `{name}`"));
            }
        }
    }
    // A key that has no place there need not be told again for what it meets there.
    if offences.is_empty() { clashes(&rows) } else { offences }
}

/// The keys that mean two things.
fn clashes(rows: &[Row<'_>]) -> Vec<Offence> {
    let mut clashes = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        for (other_place, other) in rows.iter().enumerate().take(place) {
            for key in row.keys.iter().filter(|key| other.keys.contains(key)) {
                let (one, two) = (other.binding.name(), row.binding.name());
                let reason = if other.binding.context == row.binding.context {
                    format!("{key} is `{one}` and `{two}`: give one of them another key")
                } else if confirms(row, other) || confirms(other, row) {
                    format!("{key} asks and confirms: pressed twice it would decide without a look")
                } else {
                    continue;
                };
                clashes.push(Offence { rows: vec![other_place, place], key: Some(*key), reason });
            }
        }
    }
    clashes
}

/// Whether the review cannot do without it.
fn is_needed(row: &Row<'_>) -> bool {
    row.binding.context == Context::Review && matches!(row.binding.action, Action::Quit | Action::Help)
}

/// Why a key may not do this here.
fn misplaced(row: &Row<'_>, key: KeyPress) -> Option<&'static str> {
    let (context, action) = (row.binding.context, &row.binding.action);
    if key == CTRL_C && *action != Action::Quit {
        return Some("it always quits");
    }
    if key == ESC && *action != Action::Leave {
        return Some("it always leaves, and never decides");
    }
    if key == ENTER && refuses_enter(context, action) {
        return Some("Enter never rejects or writes");
    }
    let edits = matches!(key.code, KeyCode::Backspace | KeyCode::Delete) && key.modifiers.is_empty();
    let breaks_line = context == Context::Editor && key == ENTER;
    if context.takes_text() && (key.is_plain_char() || edits || breaks_line) {
        return Some("it is for typing there");
    }
    None
}

fn refuses_enter(context: Context, action: &Action) -> bool {
    match action {
        Action::Decide(act) => *act == Act::Reject,
        Action::PlanWriteBack | Action::TakeBack => true,
        // There a typed word confirms, and Enter only ends it.
        Action::Confirm => context != Context::BulkTyped,
        _ => false,
    }
}

/// Whether one row asks what the other confirms.
fn confirms(one: &Row<'_>, other: &Row<'_>) -> bool {
    other.binding.action == Action::Confirm
        && matches!(
            (&one.binding.action, other.binding.context),
            (Action::PlanWriteBack, Context::Plan)
                | (Action::TakeBack, Context::TakeBack)
                | (Action::AcceptAll, Context::Bulk)
        )
}
