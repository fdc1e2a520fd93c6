//! Changing a proposal: its claims, their remedies, its draft.

use crate::proposal::{Choice, ClaimEdit, Edit, Finding, Status};
use crate::review::DecisionKind;
use crate::tui::input::action::Action;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::{Item, Model};
use crate::verdict::Warning;

use super::decide::{self, DecidedFinding};

/// The index of the selected finding, if it can be changed.
pub(crate) fn changeable(model: &Model) -> Option<usize> {
    model.selected().filter(|item| item.status != Status::Written).and(model.list.selected())
}

pub(crate) fn toggle_claim(model: &mut Model) -> Vec<Effect> {
    let Some(judged) = model.current().and_then(|finding| finding.claims.get(model.claim)) else {
        return Vec::new();
    };
    let choice = (!judged.off).then_some(Choice::Leave);
    set_choice(model, model.claim, choice)
}

/// Sets the remedy of a claim of the selected finding; `None` for the proposed one.
pub(crate) fn set_choice(model: &mut Model, claim: usize, choice: Option<Choice>) -> Vec<Effect> {
    let Some(place) = changeable(model) else {
        return Vec::new();
    };
    let Some(item) = model.findings.get(place) else {
        return Vec::new();
    };
    let Some(finding) = item.finding() else {
        model.refuse(item.unreadable());
        return Vec::new();
    };
    let judged = finding.claims.get(claim);
    let as_proposed = judged.filter(|judged| !judged.off).and_then(|judged| Choice::proposed(judged.remedy));
    // A remedy that leaves remains is never proposed, so choosing it counts.
    let leaves = |finding: &Finding| finding.warnings.contains(&Warning::Leftover);
    let mut edit = item.edit().clone();
    edit.claim(claim).choice = choice;
    let Some(revised) = item.revised(&edit, &model.settings.rules()) else {
        return Vec::new();
    };
    let is_change = choice != as_proposed || leaves(&finding) || leaves(&revised);
    let is_all_left = revised.claims_on().next().is_none();
    edit.claim(claim).choice = choice.filter(|_| is_change);
    edit.claims.retain(|_, change| *change != ClaimEdit::default());
    let key = item.key.to_string();
    let chosen = choice.map_or("as proposed", Choice::name);
    let was_accepted = item.is_accepted();
    let effects = if was_accepted {
        // The acceptance no longer applies; the change is kept as a draft.
        let draft = Effect::SaveDraft { message: item.key.clone(), edit: edit.clone() };
        let mut effects = decide::store(model, vec![DecidedFinding::new(place, edit)], DecisionKind::Reset);
        effects.push(draft);
        effects
    } else {
        keep(model, place, edit)
    };
    let undecided = if was_accepted { ", undecided again" } else { "" };
    let next = if is_all_left {
        format!("nothing would change · {} reject", model.settings.key(&Action::Decide(DecisionKind::Reject)))
    } else {
        format!("{} accept", model.settings.key(&Action::Decide(DecisionKind::Accept)))
    };
    model.notify(format!("{key} claim {}: {chosen}{undecided} · {next}", claim + 1));
    effects
}

/// Keeps an undecided edit as a draft.
pub(crate) fn keep(model: &mut Model, place: usize, edit: Edit) -> Vec<Effect> {
    let Some(message) = model.findings.get(place).map(|item| item.key.clone()) else {
        return Vec::new();
    };
    model.change(place, |item| item.keep(edit.clone()));
    vec![Effect::SaveDraft { message, edit }]
}

/// Discards unaccepted changes. The proposal, or what was accepted, applies again.
pub(crate) fn discard_draft(model: &mut Model) -> Vec<Effect> {
    let Some((place, item)) = model.list.selected().zip(model.selected()) else {
        return Vec::new();
    };
    let (message, is_accepted) = (item.key.clone(), item.is_accepted());
    let edit = if is_accepted { item.edit().clone() } else { Edit::default() };
    let what_applies = if is_accepted { "what was accepted still applies" } else { "the original proposal applies" };
    model.notify(format!("draft of {message} discarded; {what_applies}"));
    model.change(place, Item::discard_draft);
    model.refilter(&[place]);
    vec![Effect::SaveDraft { message, edit }]
}
