//! The state transitions of the review: what each action does. They are pure.

mod dialogs;
mod external;
mod host_events;
mod mouse;
mod panes;
mod sample;
pub(crate) mod settle;

use crate::tui::dialogs::filter::FilterDialog;
use crate::tui::dialogs::help::HelpSheet;
use crate::tui::dialogs::query::{self, QueryPrompt};
use crate::tui::dialogs::search::{self, SearchPrompt};
use crate::tui::dialogs::{conversation, copy, editor, note, palette, recent, remedy, summary};
use crate::tui::findings::left_out::LeftOutCounts;
use crate::tui::input::action::Action;
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::input::key_press::KeyPress;
use crate::tui::input::saved_view::SavedView;
use crate::tui::review::actions::{approve, change, decide, find, flag, mark, navigation, sampling, set_aside};
use crate::tui::review::model::{Model, ScanState};
use crate::tui::review::{available, notice, start, undecided};
use crate::tui::screen;

/// Applies an action to the model, and returns the effects the host must carry out.
pub fn update(model: &mut Model, action: Action) -> Vec<Effect> {
    if action == Action::Tick {
        if let ScanState::Running(running) = &mut model.scan {
            running.ticks = running.ticks.wrapping_add(1);
        }
        let mut effects = editor::update::store_typed(model);
        effects.extend(start::unstored_view(model).map(|view| {
            model.stored_view = Some(view.clone());
            Effect::StoreView(view)
        }));
        return effects;
    }
    if action == Action::Idle {
        let mut effects = work(model);
        settle::settle(model);
        effects.extend(ask_for_current(model));
        return keep_view(model, effects);
    }
    let (waited, version) = (model.counts().undecided() > 0, model.findings.version());
    let looked_at = model.selected().map(|item| item.key.clone());
    let mut effects = apply(model, action);
    if model.findings.version() != version {
        summary::renew(model);
    }
    effects.extend(sample::follow(model));
    summary::sum_up(model, waited, &effects);
    search::count_hits(model);
    query::count_values(model);
    settle::settle(model);
    effects.extend(ask_for_current(model));
    let now = model.selected().map(|item| &item.key).filter(|now| looked_at.as_ref() != Some(*now)).cloned();
    effects.extend(now.and_then(|now| model.changed.try_again(&now)));
    keep_view(model, effects)
}

/// Requests what the panes show of the selected finding and the model does not hold yet.
fn ask_for_current(model: &mut Model) -> impl Iterator<Item = Effect> {
    let current = model.current.as_mut();
    let (written, request) = current.map(|current| (current.ask_for_written(), current.ask_for_request())).unzip();
    let written = written.flatten().map(Effect::ReadWritten);
    written.into_iter().chain(request.flatten().map(Effect::ReadRequest))
}

/// Requests the plan of a write-back, which may take a while.
pub(crate) fn plan_write_back(model: &mut Model) -> Vec<Effect> {
    model.notify("preparing the write-back preview…");
    model.jobs.awaited_plan = Some(false);
    vec![Effect::PlanWriteBack]
}

/// Does the next piece of longer work.
fn work(model: &mut Model) -> Vec<Effect> {
    if model.jobs.bulk.is_some() {
        return mark::carry_on(model);
    }
    if let Some(dialog) = model.dialogs.top_mut() {
        dialog.work();
    }
    find::work_on(model);
    Vec::new()
}

/// Saves the view with each gesture and at the end, so that the next start resumes there. A tick saves it too, since a
/// review may be killed.
fn keep_view(model: &mut Model, mut effects: Vec<Effect>) -> Vec<Effect> {
    let is_time = |effect: &Effect| effect.stores() || *effect == Effect::Quit;
    if !model.settings.read_only && effects.iter().any(is_time) {
        let view = SavedView::of(model);
        model.stored_view = Some(view.clone());
        // It comes first, since it is stored together with what follows.
        effects.insert(0, Effect::KeepView(view));
    }
    effects
}

pub(crate) fn apply(model: &mut Model, action: Action) -> Vec<Effect> {
    if let Some(why) = available::busy(model).filter(|_| action.decides()) {
        model.refuse(why);
        return Vec::new();
    }
    if matches!(action, Action::Key(_) | Action::Paste(_) | Action::Click { .. }) {
        model.jobs.reviewer_went_on();
    }
    match action {
        Action::Key(key) => return press(model, key),
        Action::Click { .. } | Action::Wheel { .. } | Action::Paste(_) if screen::is_too_small(model.size) => {}
        Action::Paste(text) => {
            if let Some(dialog) = model.dialogs.top_mut() {
                dialog.paste(&text);
            } else {
                model.refuse("pasted text ignored");
            }
        }
        Action::Resize(width, height) => panes::resize(model, (width, height)),
        Action::Click { column, row } => return mouse::click(model, column, row),
        Action::Wheel { step, column, row } => return mouse::wheel(model, step, column, row),
        // These are handled by the event loop.
        Action::Tick | Action::Idle | Action::Resumed => {}

        Action::Quit => {
            let mut effects = dialogs::close_all(model);
            if mark::abort(model) {
                effects.insert(0, Effect::AbortGesture);
            }
            effects.push(Effect::Quit);
            return effects;
        }
        Action::Suspend => {
            let mut effects = editor::update::store_typed(model);
            effects.push(Effect::Suspend);
            return effects;
        }
        Action::Repaint => return vec![Effect::Repaint],
        action => {
            return host_events::apply(model, action).unwrap_or_else(|action| {
                if model.dialogs.is_empty() { review(model, &action) } else { dialogs::apply(model, *action) }
            });
        }
    }
    Vec::new()
}

fn press(model: &mut Model, key: KeyPress) -> Vec<Effect> {
    model.toast = None;
    model.mouse.forget();
    model.was_interrupted = key == KeyPress::CTRL_C;
    // Where nothing shows, no key decides.
    if screen::is_too_small(model.size) {
        let way_out = model.settings.keys.resolve(KeyContext::REVIEW, key);
        let way_out = way_out.filter(|action| matches!(action, Action::Quit | Action::Suspend | Action::Repaint));
        return way_out.map_or_else(Vec::new, |action| apply(model, action));
    }
    let context = model.context();
    // Closing a notice does not start the review.
    if context != notice::CONTEXT {
        model.start.end();
    }
    if let Some(action) = model.settings.keys.resolve(context, key) {
        return apply(model, action);
    }
    if let Some(dialog) = model.dialogs.top_mut().filter(|_| context.takes_text()) {
        dialog.type_key(key);
        return editor::update::store_much_typed(model);
    }
    let help = model.settings.keys.way_to(context, &Action::Help);
    let help = help.map(|help| format!(" · {help} keys")).unwrap_or_default();
    model.refuse(format!("{key} does nothing here{help}"));
    Vec::new()
}

/// Leaves what was begun last: a gesture, a write-back, what the panes show, or the sample.
fn leave(model: &mut Model) -> Vec<Effect> {
    if mark::abort(model) {
        return vec![Effect::AbortGesture];
    }
    if model.jobs.writing.is_some() {
        model.notify("cancelling; uncommitted changes are not written");
        return vec![Effect::CancelWriteBack];
    }
    if navigation::leaves_more(model) {
        navigation::leave(model);
        return Vec::new();
    }
    sampling::leave(model).unwrap_or_default()
}

/// Applies an action without an open overlay.
fn review(model: &mut Model, action: &Action) -> Vec<Effect> {
    if let Some(why) = available::in_review(model, action) {
        model.refuse(why);
        return Vec::new();
    }
    match action {
        Action::Move(motion) => panes::go(model, *motion),
        Action::Undecided(step) => {
            let is_through = undecided::is_all_decided(model) && matches!(model.scan, ScanState::Done(_));
            if !navigation::undecided(model, *step) && is_through {
                summary::open(model);
            }
        }
        Action::Hit(step) => find::hit(model, *step),
        Action::Focus(step) => panes::focus_next(model, *step),
        Action::Zoom => panes::zoom(model),
        Action::Show(pane) => panes::show(model, *pane),
        Action::Scroll(scroll) => panes::scroll(model, *scroll),
        Action::Claim(step) => navigation::claim(model, *step),
        Action::Leave => return leave(model),
        Action::CycleText => panes::cycle_text(model),
        Action::ShowJournal => return vec![Effect::OpenJournal],
        Action::ShowConversation => {
            let message = model.selected().map(|item| item.key.clone());
            return message.map_or_else(Vec::new, |message| conversation::request(model, message));
        }
        Action::Open(dialog) => return crate::tui::dialogs::open(model, dialog),

        Action::Decide(kind) if model.has_chosen() => return mark::decide_all(model, *kind, None),
        Action::Decide(kind) => return decide::decide(model, *kind),
        Action::Undo => return vec![Effect::Undo],
        Action::Redo => return vec![Effect::Redo],
        Action::ToggleClaim => return change::toggle_claim(model),
        Action::ChooseRemedy if model.has_chosen() => {
            let places = mark::chosen_and_shown(model, &mut LeftOutCounts::default()).unwrap_or_default();
            remedy::choose_for_all(model, places, None);
        }
        Action::ChooseRemedy => remedy::open(model),
        Action::AcceptAll if model.sampling.is_some() => sampling::ask_rest(model),
        Action::AcceptAll => decide::ask_all(model),
        Action::ShowLeftOut => set_aside::show(model),
        Action::Approve => return approve::approve(model),
        Action::Edit => editor::update::open(model),
        Action::DiscardDraft => return change::discard_draft(model),
        Action::EditExternally => return external::open(model),
        Action::Filter => model.open(QueryPrompt::of(model.filter())),
        Action::FilterChoices => model.open(FilterDialog { draft: model.filter().clone(), cursor: 0 }),
        Action::Sort => find::sort(model),
        Action::Recent => return vec![Effect::Recent(recent::MOST)],
        Action::Mark => mark::toggle(model),
        Action::Range => mark::range(model),
        Action::Note => note::open(model),
        Action::ChooseCopy => copy::open(model),
        Action::Search => model.open(SearchPrompt::default()),
        Action::PlanWriteBack => return plan_write_back(model),
        Action::Flag => return flag::toggle(model),
        Action::SkipWithReason => note::open_skip(model),
        Action::MarkAlike => mark::alike(model),
        Action::Palette => palette::open(model),
        Action::Help => model.open(HelpSheet::default()),
        // Actions that only apply to dialogs, or were handled before.
        _ => {}
    }
    Vec::new()
}
