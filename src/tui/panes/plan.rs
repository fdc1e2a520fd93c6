//! A plan as a list of steps, each with its problems and the suggested replacement.

use serde_json::Value;

use crate::claim::Claim;
use crate::plan::{self, OutlinedStep, PlanError};
use crate::tui::input::action::Action;
use crate::tui::text::Piece;

use super::page::Page;

/// The maximum number of listed steps: nobody reads more, and the frame is drawn after each key.
const MOST_STEPS: usize = 500;

pub(crate) fn write(page: &mut Page<'_>, claim: &Claim) {
    write_heading(page, claim);
    write_mistakes(page, claim, None, None);
    let Some(plan) = claim.plan() else { return };
    if let Value::String(typed) = plan {
        // Unreadable input is shown, so that it can be edited further.
        page.add(&[Piece::new(page.theme.data(typed), page.theme.text)], 0);
        return;
    }
    let steps = plan::outline(plan);
    for step in steps.iter().take(MOST_STEPS) {
        write_step(page, claim, step);
    }
    if let Some(more) = steps.len().checked_sub(MOST_STEPS).filter(|more| *more > 0) {
        page.add_text(format!("and {more} more steps"), page.theme.dim);
    }
}

/// Where the plan is recorded, and its owner.
fn write_heading(page: &mut Page<'_>, claim: &Claim) {
    let theme = page.theme;
    if let Some(recorded) = &claim.recorded {
        let only = if recorded.writable { "" } else { " (read-only; leave it, or reject the finding)" };
        page.add_text(format!("recorded in {}{only}", theme.data(&recorded.column)), theme.dim);
    }
    if claim.corrected.is_some() {
        let edit = page.model.settings.key(&Action::Edit);
        page.add(&[Piece::new("as corrected ✎", theme.repair), Piece::new(format!(" ({edit})"), theme.dim)], 2);
    }
}

fn write_step(page: &mut Page<'_>, claim: &Claim, step: &OutlinedStep) {
    let theme = page.theme;
    let is_wrong = claim.errors.iter().any(|error| error.step == Some(step.place) && error.is_fatal());
    let (mark, style) = if is_wrong { ("✗", theme.bad) } else { ("·", theme.dim) };
    let id = step.id.clone().unwrap_or_else(|| step.place.to_string());
    let mut pieces = vec![
        Piece::new(format!("{mark} "), style),
        Piece::new(format!("{} ", theme.data(&id)), theme.key),
        Piece::new(theme.data(step.tool.as_deref().unwrap_or("no tool")).into_owned(), theme.text),
    ];
    if !step.dependencies.is_empty() {
        pieces.push(Piece::new(format!(" after {}", theme.data(&step.dependencies.join(", "))), theme.dim));
    }
    page.add(&pieces, 2);
    write_mistakes(page, claim, Some(step.place), Some(&step.name));
}

/// The mistakes of a step, or those of the plan as a whole.
fn write_mistakes(page: &mut Page<'_>, claim: &Claim, step: Option<usize>, name: Option<&str>) {
    for error in claim.errors.iter().filter(|error| error.step == step) {
        write_mistake(page, error, name);
    }
}

fn write_mistake(page: &mut Page<'_>, error: &PlanError, name: Option<&str>) {
    let theme = page.theme;
    let style = if error.is_fatal() { theme.bad } else { theme.warning };
    let mark = if error.is_fatal() { "" } else { "⚠ " };
    let said = name.map_or(error.message.as_str(), |name| error.without(name));
    page.add(&[Piece::new(format!("  {mark}{}", theme.data(said)), style)], 4);
    for suggested in &error.suggestions {
        let pieces = [
            Piece::new("  → ", theme.dim),
            Piece::new(theme.data(&suggested.tool), theme.strong),
            Piece::new(format!(": {}", theme.data(&suggested.reason)), theme.dim),
        ];
        page.add(&pieces, 4);
    }
}
