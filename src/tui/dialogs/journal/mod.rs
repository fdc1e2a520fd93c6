//! The journal. Findings that were written together form one batch that unfolds.

pub(crate) mod update;
mod view;

use std::collections::BTreeSet;

use crate::proposal::Status;
use crate::source::JournalBatch;
use crate::tui::input::action::{Action, Motion};
use crate::tui::input::bindings::{DOWN, END, ENTER, ESC, HOME, PAGE_DOWN, PAGE_UP, UP, bind, char, ctrl, help, show};
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::loaded::journal::{JournalRow, LoadedJournal};
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::screen;
use crate::tui::widgets::sheet::{self, Sheet, SheetLines};

pub(crate) const CONTEXT: KeyContext = KeyContext::new("journal", "Journal");
pub(crate) const QUESTION: KeyContext = KeyContext::new("take_back", "Undo a write-back").confirming("take_back");

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[char('U')], Action::UndoWrite, "undo", "undo this batch, or write-back (asks)"),
        show(CONTEXT, &[ENTER, char(' ')], Action::Choose, "unfold", "show or hide the write-backs of the batch"),
        show(CONTEXT, &[char('j'), DOWN], Action::Move(Motion::Down), "down", "next row"),
        show(CONTEXT, &[char('k'), UP], Action::Move(Motion::Up), "up", "previous row"),
        bind(CONTEXT, &[PAGE_DOWN, ctrl('d')], Action::Move(Motion::PageDown), "a page down").vim(&[
            PAGE_DOWN,
            ctrl('d'),
            ctrl('f'),
        ]),
        bind(CONTEXT, &[PAGE_UP, ctrl('u')], Action::Move(Motion::PageUp), "a page up").vim(&[
            PAGE_UP,
            ctrl('u'),
            ctrl('b'),
        ]),
        bind(CONTEXT, &[char('g'), HOME], Action::Move(Motion::First), "latest row"),
        bind(CONTEXT, &[char('G'), END], Action::Move(Motion::Last), "earliest row"),
        show(CONTEXT, &[ESC, char('q'), char('l')], Action::Leave, "close", "go back to the findings").vim(&[
            ESC,
            char('q'),
            char('L'),
        ]),
        help(CONTEXT),
        show(QUESTION, &[char('y')], Action::Confirm, "undo", "undo it"),
        show(QUESTION, &[ESC, char('n'), char('q')], Action::Leave, "cancel", "keep the write-back"),
        help(QUESTION),
    ],
};

/// The dialog that lists the journal by batches.
#[derive(Clone, Debug, Default)]
pub(crate) struct JournalDialog {
    pub(crate) what: LoadedJournal,
    /// The IDs of unfolded batches.
    pub(crate) unfolded: BTreeSet<i64>,
    pub(crate) cursor: usize,
}

/// An item of the list: a batch, or a row of one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum JournalItem<'a> {
    /// Findings that were written together.
    Batch(&'a JournalBatch),
    /// A row on its own, or of an unfolded batch.
    Row(&'a JournalRow),
}

impl JournalItem<'_> {
    /// Its batch ID and row ID, which identify it in a reloaded journal.
    fn name(self) -> (i64, Option<i64>) {
        match self {
            Self::Batch(batch) => (batch.batch, None),
            Self::Row(row) => (row.batch, Some(row.id)),
        }
    }
}

impl JournalDialog {
    pub(crate) fn of(what: LoadedJournal) -> Self {
        Self { what, ..Self::default() }
    }

    /// The items from top to bottom. A batch of one finding is shown as its row.
    pub(crate) fn parts(&self) -> impl Iterator<Item = JournalItem<'_>> {
        let mut last = None;
        self.what.rows.iter().flat_map(move |row| {
            let batch = self.what.batches.get(&row.batch).filter(|batch| batch.findings > 1);
            let heading = batch.filter(|_| last.replace(row.batch) != Some(row.batch)).map(JournalItem::Batch);
            let is_shown = batch.is_none() || self.unfolded.contains(&row.batch);
            heading.into_iter().chain(is_shown.then_some(JournalItem::Row(row)))
        })
    }

    pub(crate) fn selected(&self) -> Option<JournalItem<'_>> {
        self.parts().nth(self.cursor)
    }

    /// Replaces the journal and keeps the selection.
    pub(crate) fn renew(&mut self, now: LoadedJournal) {
        let name = self.selected().map(JournalItem::name);
        self.what = now;
        let cursor = self.parts().position(|part| Some(part.name()) == name);
        self.cursor = cursor.unwrap_or(0);
    }

    fn go(&mut self, motion: Motion, page: usize) {
        let count = self.parts().count();
        self.cursor = motion.from(self.cursor, page, count);
    }

    /// Whether the selected item is a finding that was written alone.
    fn holds_one(&self) -> bool {
        let batch = self.selected().and_then(|part| self.what.batches.get(&part.name().0));
        batch.is_none_or(|batch| batch.findings < 2)
    }

    /// Unfolds the selected batch, or folds it again.
    fn unfold(&mut self) {
        let Some((batch, _)) = self.selected().map(JournalItem::name) else { return };
        if !self.unfolded.remove(&batch) {
            self.unfolded.insert(batch);
        }
        let heading = self.parts().position(|part| part.name() == (batch, None));
        self.cursor = heading.unwrap_or(self.cursor);
    }
}

impl Dialog<Model> for JournalDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => {
                let rows = screen::dialog_extent(model, self).rows;
                self.go(motion, (rows / view::ROWS).max(1));
            }
            Action::Choose => self.unfold(),
            Action::UndoWrite => return update::ask(model, self),
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn obstacle(&self, model: &Model, action: &Action) -> Option<String> {
        match action {
            Action::UndoWrite => update::undo_obstacle(model, self),
            Action::Choose => self.holds_one().then(|| "nothing to unfold".to_owned()),
            _ => None,
        }
    }

    fn reload(&self) -> Option<Effect> {
        Some(Effect::OpenJournal)
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let width = context.whole_width();
        let items = view::items(self, width, context.theme);
        let above: usize = items.iter().take(self.cursor).map(Vec::len).sum();
        let top = sheet::centred(above, 1, context.rows());
        let lines = items.into_iter().flatten().chain(view::remark(self, width, context.theme)).collect();
        Some(Sheet::full("Journal, latest first", SheetLines::All(lines), top, context.theme))
    }

    fn choice_in(&self, model: &Model, line: usize) -> Option<usize> {
        let theme = model.plain_theme();
        let width = screen::dialog_context(model, &theme)?.whole_width();
        let mut below = 0;
        view::items(self, width, &theme).iter().position(|item| {
            below += item.len();
            line < below
        })
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        DialogOutcome::stays()
    }
}

/// The question before a write-back, or the rest of a batch, is undone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum UndoQuestion {
    /// A row for a single write-back.
    Write(JournalRow),
    /// A row for all write-backs of a batch.
    Batch(JournalBatch),
}

impl Dialog<Model> for UndoQuestion {
    fn context(&self) -> KeyContext {
        QUESTION
    }

    fn act(&mut self, _model: &mut Model, action: Action) -> DialogOutcome {
        if action == Action::Confirm {
            return DialogOutcome::closes(vec![match self {
                Self::Write(row) => Effect::UndoWrite(row.id),
                Self::Batch(batch) => Effect::UndoBatch(batch.batch),
            }]);
        }
        DialogOutcome::stays()
    }

    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        model.notify(match self {
            Self::Write(row) => format!("write-back {} was not undone", row.id),
            Self::Batch(batch) => format!("batch {} was not undone", batch.batch),
        });
        Vec::new()
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let lines = view::question(context.model, self, context.width(), context.theme);
        Some(Sheet::new("Undo", lines, context.theme))
    }
}

/// The status of a finding after its write-back was undone, in words.
pub(crate) fn status_text(status: Status, has_changes: bool) -> String {
    let changes = if has_changes { ", its changes kept as a draft" } else { "" };
    format!("it is {} again{changes}", status.name())
}
