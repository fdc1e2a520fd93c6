//! Rules for key maps: no context loses its way out, Escape does not decide, Enter does not write.

use crossterm::event::KeyCode;

use crate::review::DecisionKind;
use crate::tui::input::action::Action;
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::input::key_press::KeyPress;

use super::{KeyMap, KeyMapRow};

const ENTER: KeyPress = KeyPress::code(KeyCode::Enter);
pub(crate) const ESC: KeyPress = KeyPress::code(KeyCode::Esc);

/// A violation of a rule by a key map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleViolation {
    /// The rows of the table that are involved.
    pub(crate) rows: Vec<usize>,
    /// The key, if one is involved.
    pub(crate) key: Option<KeyPress>,
    /// What is wrong, in words for the user.
    pub(crate) reason: String,
}

/// The violations in a key map; empty for a valid one.
pub(crate) fn violations(map: &KeyMap) -> Vec<RuleViolation> {
    let rows: Vec<KeyMapRow<'_>> = map.rows().collect();
    let mut violations = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let name = row.binding.name();
        let mut add = |key, reason| violations.push(RuleViolation { rows: vec![place], key, reason });
        if row.keys.is_empty() && is_needed(row) {
            add(None, format!("`{name}` needs a key"));
        }
        for (which, key) in row.keys.iter().enumerate() {
            if let Some(reason) = misplaced(row, *key) {
                add(Some(*key), format!("{key} cannot be `{name}`: {reason}"));
            } else if row.keys.iter().take(which).any(|earlier| earlier == key) {
                add(Some(*key), format!("{key} is bound twice to `{name}`"));
            }
        }
    }
    // Clashes of a misplaced key need no report of their own.
    if violations.is_empty() { clashes(&rows) } else { violations }
}

/// The keys that mean two things.
fn clashes(rows: &[KeyMapRow<'_>]) -> Vec<RuleViolation> {
    let mut clashes = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        for (other_place, other) in rows.iter().enumerate().take(place) {
            for key in row.keys.iter().filter(|key| other.keys.contains(key)) {
                let (one, two) = (other.binding.name(), row.binding.name());
                let reason = if other.binding.context == row.binding.context {
                    format!("{key} is `{one}` and `{two}`: give one of them another key")
                } else if confirms(row, other) || confirms(other, row) {
                    format!("{key} both asks and confirms: pressed twice, it would decide unseen")
                } else {
                    continue;
                };
                clashes.push(RuleViolation { rows: vec![other_place, place], key: Some(*key), reason });
            }
        }
    }
    clashes
}

/// Whether the review needs this row.
fn is_needed(row: &KeyMapRow<'_>) -> bool {
    row.binding.context == KeyContext::REVIEW && matches!(row.binding.action, Action::Quit | Action::Help)
}

/// Why a key is not allowed for this row, if it is not.
fn misplaced(row: &KeyMapRow<'_>, key: KeyPress) -> Option<&'static str> {
    let (context, action) = (row.binding.context, &row.binding.action);
    if key == KeyPress::CTRL_C && *action != Action::Quit {
        return Some("it always quits");
    }
    if key == ESC && *action != Action::Leave {
        return Some("it always cancels, and never decides");
    }
    if key == ENTER && refuses_enter(context, action) {
        return Some("Enter never rejects or writes");
    }
    let edits = matches!(key.code, KeyCode::Backspace | KeyCode::Delete) && key.modifiers.is_empty();
    let breaks_line = context.typing == Typing::Lines && key == ENTER;
    if context.takes_text() && (key.is_plain_char() || edits || breaks_line) {
        return Some("it is for typing there");
    }
    None
}

fn refuses_enter(context: KeyContext, action: &Action) -> bool {
    match action {
        Action::Decide(kind) => *kind == DecisionKind::Reject,
        Action::PlanWriteBack | Action::UndoWrite => true,
        // There the typed word confirms, and Enter only submits it.
        Action::Confirm => !context.takes_text(),
        _ => false,
    }
}

/// Whether one row opens the question that the other confirms.
fn confirms(one: &KeyMapRow<'_>, other: &KeyMapRow<'_>) -> bool {
    let asks = other.binding.context.confirms;
    other.binding.action == Action::Confirm && asks.is_some_and(|action| action == one.binding.name())
}
