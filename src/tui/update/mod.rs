//! How the state changes: pure, and all of it below this function.

mod change;
mod decide;
mod dialog;
mod find;
mod look;
mod mark;
mod news;
mod note;
mod past;
mod recent;

use super::action::{Action, Effect};
use super::keys::{self, Context, KeyPress};
use super::model::{Item, Model, Scan};
use super::overlay::{Overlay, SearchPrompt};

/// Changes the model by an action, and answers with what the host must do.
pub fn update(model: &mut Model, action: Action) -> Vec<Effect> {
    if action == Action::Tick {
        if let Scan::Running(ticks) = &mut model.scan {
            *ticks = ticks.wrapping_add(1);
        }
        return Vec::new();
    }
    let waited = model.items.iter().any(Item::is_undecided);
    let effects = apply(model, action);
    decide::sum_up(model, waited, &effects);
    find::count_hits(model);
    model.settle();
    effects
}

fn apply(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Key(key) => return press(model, key),
        Action::Paste(text) => {
            if let Some(overlay) = model.overlays.last_mut() {
                overlay.paste(&text);
            }
        }
        Action::Resize(width, height) => look::resize(model, (width, height)),
        Action::Tick => {}

        Action::Found(items) => {
            for item in items {
                model.add(item);
            }
            model.begin();
        }
        Action::ScanDone(tally) => model.scan = Scan::Done(tally),
        Action::Restored { description, changes } => return news::restored(model, description, changes),
        Action::Statuses(changes) => news::statuses(model, changes),
        Action::Decided(decisions) => recent::open(model, decisions),
        Action::Planned(plan) => news::planned(model, plan),
        Action::Wrote(lines) => news::wrote(model, lines),
        Action::Conversation(conversation) => news::conversation(model, conversation),
        Action::Journal(journal) => past::journal(model, journal),
        Action::TakenBack { write, message, status, edit } => {
            return past::taken_back(model, write, message, status, edit);
        }
        Action::NotTakenBack { write, reason } => past::not_taken_back(model, write, &reason),
        Action::NotDecided(reason) => news::not_decided(model, &reason),
        Action::Failed(reason) => news::failed(model, "It did not work", &reason),

        Action::Quit => {
            let mut effects = dialog::keep_drafts(model);
            effects.push(Effect::Quit);
            return effects;
        }
        action => {
            return match model.overlays.last() {
                Some(_) => dialog::apply(model, action),
                None => review(model, &action),
            };
        }
    }
    Vec::new()
}

fn press(model: &mut Model, key: KeyPress) -> Vec<Effect> {
    model.toast = None;
    model.untouched = false;
    let context = model.context();
    if let Some(action) = keys::resolve(context, key) {
        return apply(model, action);
    }
    if let Some(overlay) = model.overlays.last_mut() {
        overlay.type_key(key);
    } else if context == Context::Review {
        model.refuse(format!("{key} does nothing here: ? shows the keys"));
    }
    Vec::new()
}

/// What an action does where no overlay lies over the review.
fn review(model: &mut Model, action: &Action) -> Vec<Effect> {
    match action {
        Action::Move(motion) => look::go(model, *motion),
        Action::Undecided(step) => look::undecided(model, *step),
        Action::Hit(step) => find::hit(model, *step),
        Action::Focus(step) => look::focus(model, *step),
        Action::Zoom => look::zoom(model),
        Action::Show(pane) => look::show(model, *pane),
        Action::Scroll(scroll) => look::scroll(model, *scroll),
        Action::Claim(step) => look::claim(model, *step),
        Action::Leave => look::leave(model),
        Action::CycleText => look::cycle_text(model),
        Action::ShowJournal => return vec![Effect::OpenJournal],
        Action::ShowConversation => return look::show_conversation(model),

        Action::Decide(act) if !model.chosen().is_empty() => return mark::decide_all(model, *act),
        Action::Decide(act) => return decide::decide(model, *act),
        Action::Undo => return vec![Effect::Undo],
        Action::Redo => return vec![Effect::Redo],
        Action::ToggleClaim => return change::toggle_claim(model),
        Action::ChooseRemedy => change::choose_remedy(model),
        Action::AcceptAll => decide::ask_all(model),
        Action::Edit => change::open_editor(model),
        Action::Filter => find::open_filter(model),
        Action::FilterChoices => find::open_choices(model),
        Action::Sort => find::sort(model),
        Action::Recent => return vec![Effect::Recent(recent::MOST)],
        Action::Mark => mark::toggle(model),
        Action::Range => mark::range(model),
        Action::Note => note::open(model),
        Action::Search => model.overlays.push(Overlay::Search(SearchPrompt::default())),
        Action::PlanWriteBack => return vec![Effect::PlanWriteBack],
        Action::Help => model.overlays.push(Overlay::Help(super::overlay::Reading::new(()))),
        // What only means something in a dialog, and what was dealt with before.
        _ => {}
    }
    Vec::new()
}
