//! What actions do in the overlay on top.

use crate::tui::findings::filter::Facet;
use crate::tui::findings::query::Query;
use crate::tui::input::action::{Action, Motion, Scroll};
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::tui::review::update::{change, external, find, look, mark};
use crate::tui::screen::{self, Extent};
use crate::writeback::Writing;

use super::conversation::Top;
use super::help::HelpSheet;
use super::{Overlay, copy, journal, note, palette, recent, shapes, statistics};

pub(crate) fn apply(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Leave => return leave(model),
        Action::Choose => return choose(model),
        Action::Confirm => return confirm(model),
        Action::Save => {
            if let Some(Overlay::Editor(_)) = model.overlays.last()
                && let Some(Overlay::Editor(editor)) = model.overlays.pop()
            {
                return change::save(model, *editor);
            }
            return shapes::update::save(model);
        }
        Action::EditExternally => return external::open_from_editor(model),
        Action::Complete(step) => find::complete(model, step),
        Action::FilterChoices => match model.overlays.pop() {
            Some(Overlay::Query(prompt)) => find::choices_of(model, prompt),
            other => model.overlays.extend(other),
        },
        Action::Scroll(scroll) => scroll_reading(model, scroll),
        Action::TakeBack => journal::update::ask(model),
        Action::Copy(part) => return copy::update::copy(model, part),
        Action::Help if !matches!(model.overlays.last(), Some(Overlay::Help(_))) => {
            model.overlays.push(Overlay::Help(HelpSheet::default()));
        }
        // The summary says what to do next, so it can be done from there.
        Action::PlanWriteBack if is_summary(model) => {
            model.overlays.pop();
            return crate::tui::review::update::plan_write_back(model);
        }
        Action::Undo if is_summary(model) => {
            model.overlays.pop();
            return vec![Effect::Undo];
        }
        Action::Move(motion) if matches!(model.overlays.last(), Some(Overlay::Palette(_))) => {
            palette::update::go(model, motion);
        }
        Action::Move(motion) if matches!(model.overlays.last(), Some(Overlay::Statistics(_))) => {
            statistics::update::go(model, motion);
        }
        Action::Section(step) => statistics::update::turn(model, step),
        Action::ChooseCopy => return statistics::update::copy(model),
        Action::DraftPattern => return shapes::update::draft(model),
        Action::AskTemplate => shapes::update::ask_template(model),
        Action::Hit(step) => shapes::update::go_to_match(model, step),
        Action::ShowConversation => return shapes::update::show_conversation(model),
        Action::Move(motion) if matches!(model.overlays.last(), Some(Overlay::Shapes(_) | Overlay::Members(_))) => {
            shapes::update::go(model, motion);
        }
        Action::Zoom => show_whole(model),
        Action::Move(motion) if matches!(model.overlays.last(), Some(Overlay::Journal(_))) => {
            journal::update::go(model, motion)
        }
        action => {
            if let Some(overlay) = model.overlays.last_mut() {
                within(overlay, &action);
            }
        }
    }
    Vec::new()
}

fn is_summary(model: &Model) -> bool {
    matches!(model.overlays.last(), Some(Overlay::Summary(_)))
}

/// What changes the overlay itself only.
pub(crate) fn within(overlay: &mut Overlay, action: &Action) {
    match (overlay, action) {
        (Overlay::Filter(dialog), Action::Move(motion)) => {
            dialog.cursor = moved(dialog.cursor, *motion, Facet::all().len());
        }
        (Overlay::Filter(dialog), Action::Toggle) => dialog.toggle(),
        (Overlay::Filter(dialog), Action::Clear) => dialog.draft = Query::default(),
        (Overlay::Recent(dialog), Action::Move(motion)) => {
            dialog.cursor = moved(dialog.cursor, *motion, dialog.decisions.len());
        }
        (Overlay::Remedy(dialog), Action::Move(motion)) => {
            dialog.cursor = moved(dialog.cursor, *motion, dialog.choices.len());
        }
        (Overlay::Shapes(dialog), Action::Toggle) => dialog.toggle(),
        (Overlay::Conversation(dialog), Action::Toggle) => dialog.toggle(),
        (Overlay::Help(sheet), Action::Search) => sheet.is_typing = true,
        (Overlay::Editor(editor), Action::Field(step)) => editor.move_focus(*step),
        _ => {}
    }
}

/// Another place among `count` choices, which are on one page.
pub(crate) fn moved(cursor: usize, motion: Motion, count: usize) -> usize {
    motion.from(cursor, count, count)
}

fn scroll_reading(model: &mut Model, scroll: Scroll) {
    let Extent { limit, rows, top } = screen::overlay_extent(model);
    scroll_to(model, look::scrolled(top, scroll, rows.max(1)).min(limit));
}

/// Shows what is read from a row on.
pub(crate) fn scroll_to(model: &mut Model, to: usize) {
    let now = match model.overlays.last_mut() {
        Some(Overlay::Conversation(dialog)) => {
            dialog.top = Top::Row(to);
            return;
        }
        Some(Overlay::Plan(reading)) => &mut reading.scroll,
        Some(Overlay::Notice(reading)) => &mut reading.scroll,
        Some(Overlay::Help(sheet)) => &mut sheet.scroll,
        _ => return,
    };
    *now = to;
}

/// Shows long messages of a conversation whole, or cut; the message at the top stays there.
fn show_whole(model: &mut Model) {
    let Extent { top, .. } = screen::overlay_extent(model);
    let at_top = screen::conversation_starts(model).iter().rposition(|start| *start <= top);
    if let Some(Overlay::Conversation(dialog)) = model.overlays.last_mut() {
        dialog.whole = !dialog.whole;
        dialog.top = at_top.map_or(Top::Message, Top::Place);
    }
}

fn leave(model: &mut Model) -> Vec<Effect> {
    match model.overlays.pop() {
        Some(Overlay::Editor(mut editor)) => change::leave_editor(model, &mut editor),
        Some(Overlay::Search(_)) => {
            // The search before it goes on.
            model.searching = None;
            Vec::new()
        }
        Some(Overlay::Bulk(_)) => {
            model.tell("nothing was decided");
            Vec::new()
        }
        // The search ends first, and shows all again.
        Some(Overlay::Help(sheet)) if sheet.is_typing => {
            model.overlays.push(Overlay::Help(HelpSheet::default()));
            Vec::new()
        }
        Some(Overlay::Plan(_)) => {
            model.tell("nothing was written");
            Vec::new()
        }
        Some(Overlay::Draft(draft)) => {
            shapes::update::leave_draft(model, &draft);
            Vec::new()
        }
        Some(Overlay::TakeBack(question)) => {
            model.tell(format!("write-back {} stands", question.row.id));
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Closes every overlay, and keeps what was typed in an editor.
pub(crate) fn keep_drafts(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    while let Some(overlay) = model.overlays.pop() {
        match overlay {
            Overlay::Editor(mut editor) => effects.extend(change::leave_editor(model, &mut editor)),
            Overlay::Draft(draft) => shapes::update::leave_draft(model, &draft),
            _ => {}
        }
    }
    effects
}

pub(crate) fn choose(model: &mut Model) -> Vec<Effect> {
    match model.overlays.pop() {
        Some(Overlay::Search(prompt)) => find::search_as_counted(model, prompt),
        Some(Overlay::Query(prompt)) => find::ask(model, prompt),
        Some(Overlay::Filter(dialog)) => find::show_only(model, dialog.draft),
        Some(Overlay::Recent(dialog)) => recent::update::go(model, &dialog),
        Some(Overlay::Palette(open)) => return palette::update::run(model, open),
        Some(open @ Overlay::Shapes(_)) => {
            model.overlays.push(open);
            shapes::update::open_members(model);
        }
        Some(open @ Overlay::Members(_)) => {
            model.overlays.push(open);
            return shapes::update::go_to_message(model);
        }
        Some(open @ Overlay::Statistics(_)) => {
            model.overlays.push(open);
            statistics::update::show_only(model);
        }
        Some(Overlay::Note(prompt)) => return note::take(model, &prompt),
        Some(Overlay::Template(prompt)) => return shapes::update::draft_template(model, &prompt),
        Some(Overlay::Remedy(dialog)) => {
            let choice = dialog.choices.get(dialog.cursor).copied();
            return change::set_choice(model, dialog.claim, choice);
        }
        Some(Overlay::Help(sheet)) => model.overlays.push(Overlay::Help(HelpSheet { is_typing: false, ..sheet })),
        Some(other) => model.overlays.push(other),
        None => {}
    }
    Vec::new()
}

fn confirm(model: &mut Model) -> Vec<Effect> {
    match model.overlays.pop() {
        Some(Overlay::Bulk(dialog)) if dialog.is_confirmed() => return mark::carry_out(model, &dialog),
        Some(Overlay::Bulk(dialog)) => {
            let leave = model.key_in(Context::BulkTyped, &Action::Leave);
            model.refuse(format!("type {} to confirm, or press {leave}", dialog.act.name()));
            model.overlays.push(Overlay::Bulk(dialog));
        }
        Some(Overlay::Plan(plan)) if plan.what.is_empty() => model.tell("there is nothing to write"),
        Some(Overlay::Plan(_)) => {
            model.writing = Some(Writing::default());
            return vec![Effect::WriteBack];
        }
        Some(Overlay::TakeBack(question)) => return vec![Effect::UndoWrite(question.row.id)],
        Some(other) => model.overlays.push(other),
        None => {}
    }
    Vec::new()
}
