//! The conversation around a message: how it reads before and after.

mod view;

use std::collections::HashMap;
use std::sync::Arc;

use crate::proposal::{Finding, Status};
use crate::source::Key;
use crate::tui::input::action::{Action, Scroll};
use crate::tui::input::bindings::{DOWN, ESC, PAGE_DOWN, PAGE_UP, TAB, UP, bind, char, ctrl, help, show};
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::loaded::conversation::{ConversationMessage, LoadedConversation};
use crate::tui::panes::page::Page;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::jobs::AwaitedConversation;
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::screen;
use crate::tui::widgets::long_texts::LongTexts;
use crate::tui::widgets::sheet::{Sheet, SheetLines};

pub(crate) const CONTEXT: KeyContext = KeyContext::new("conversation", "Conversation");

pub(crate) static REGISTRATION: Registration =
    Registration {
        context: CONTEXT,
        open: None,
        bindings: &[
            show(CONTEXT, &[TAB], Action::Toggle, "before / after", "show the message before or after a write-back"),
            show(CONTEXT, &[char('j'), DOWN], Action::Scroll(Scroll::Down), "down", "scroll down"),
            show(CONTEXT, &[char('k'), UP], Action::Scroll(Scroll::Up), "up", "scroll up"),
            show(CONTEXT, &[PAGE_DOWN, ctrl('d')], Action::Scroll(Scroll::HalfDown), "page", "scroll a page down")
                .vim(&[PAGE_DOWN, ctrl('d'), ctrl('f')]),
            show(CONTEXT, &[char('z')], Action::Zoom, "whole", "show long messages whole, or cut"),
            bind(CONTEXT, &[PAGE_UP, ctrl('u')], Action::Scroll(Scroll::HalfUp), "scroll a page up").vim(&[
                PAGE_UP,
                ctrl('u'),
                ctrl('b'),
            ]),
            show(CONTEXT, &[ESC, char('q'), char('c')], Action::Leave, "close", "go back to the finding"),
            help(CONTEXT),
        ],
    };

/// Requests the conversation around a message.
pub(crate) fn request(model: &mut Model, message: Key) -> Vec<Effect> {
    model.notify("loading the conversation…");
    model.jobs.awaited_conversation = Some(AwaitedConversation { message: message.clone(), went_on: false });
    vec![Effect::OpenConversation(message)]
}

/// Shows a conversation. If the reviewer moved on meanwhile, only a toast reports it, since the next key is meant for
/// something else.
pub(crate) fn open(model: &mut Model, conversation: LoadedConversation) {
    let dialog = ConversationDialog::new(conversation, model);
    let is_open = match model.dialogs.find_mut::<ConversationDialog>() {
        Some(open) if open.what.message == dialog.what.message => return open.renew(dialog),
        open => open.is_some(),
    };
    let awaited = model.jobs.awaited_conversation.take();
    if awaited.as_ref().is_some_and(|awaited| awaited.message != dialog.what.message) {
        model.jobs.awaited_conversation = awaited;
    } else if awaited.is_some_and(|awaited| awaited.went_on) {
        let key = model.settings.key(&Action::ShowConversation);
        model.notify(format!("conversation of {} loaded: {key} there shows it", dialog.what.message));
    } else if !is_open {
        model.toast = None;
        model.open(dialog);
    }
}

/// The dialog that shows the conversation around a message.
#[derive(Clone, Debug)]
pub(crate) struct ConversationDialog {
    pub(crate) what: LoadedConversation,
    /// The findings as they would be written: the accepted ones and the selected one.
    pub(crate) after: HashMap<Key, Arc<Finding>>,
    pub(crate) shows_after: bool,
    /// Whether long messages are shown in full.
    pub(crate) whole: bool,
    pub(crate) top: FirstRow,
}

/// The first row of a conversation that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstRow {
    /// Where the selected message begins.
    Message,
    /// Where the message with this index begins. The row moves while longer texts before it are laid out.
    Place(usize),
    /// The row with this index, to which the reviewer scrolled.
    Row(usize),
}

impl ConversationDialog {
    pub(crate) fn new(what: LoadedConversation, model: &Model) -> Self {
        let rules = model.settings.rules();
        let mut after = HashMap::new();
        for spoken in &what.messages {
            let Some(item) = model.findings.of(&spoken.key) else {
                continue;
            };
            let is_accepted = matches!(item.status, Status::Accepted | Status::Edited);
            if (is_accepted || spoken.key == what.message)
                && let Some(current) = item.current(&rules)
                && spoken.is_of(&current)
            {
                after.insert(spoken.key.clone(), current);
            }
        }
        Self { what, after, shows_after: false, whole: false, top: FirstRow::Message }
    }

    /// Shows a conversation that was read again, unless this one was read later, and keeps the scroll position.
    fn renew(&mut self, renewed: Self) {
        if self.what.journal_head <= renewed.what.journal_head {
            let shows_after = self.shows_after && !renewed.after.is_empty();
            *self = Self { shows_after, whole: self.whole, top: self.top, ..renewed };
        }
    }

    /// Switches between before and after, and scrolls to what changes.
    fn toggle(&mut self) {
        self.shows_after = !self.shows_after && !self.after.is_empty();
        self.top = FirstRow::Message;
    }

    /// The finding of a message as it would be written, if the dialog shows the state after.
    pub(crate) fn after(&self, spoken: &ConversationMessage) -> Option<&Finding> {
        self.after.get(&spoken.key).filter(|_| self.shows_after).map(|finding| &**finding)
    }
}

impl ConversationDialog {
    /// Lays out its rows.
    fn rows<'a>(&self, context: DialogContext<'a, Model>) -> view::ConversationRows<'a> {
        view::rows(self, Page::new(context.model, None, context.whole_width(), context.theme), context.rows())
    }

    /// Toggles truncation of long messages and keeps the message at the top.
    fn show_whole(&mut self, model: &Model) {
        let theme = model.plain_theme();
        let Some(context) = screen::dialog_context(model, &theme) else { return };
        let starts = self.rows(context).starts;
        let top = screen::dialog_extent(model, self).top;
        let at_top = starts.iter().rposition(|start| *start <= top);
        self.whole = !self.whole;
        self.top = at_top.map_or(FirstRow::Message, FirstRow::Place);
    }
}

impl Dialog<Model> for ConversationDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Toggle => self.toggle(),
            Action::Zoom => self.show_whole(model),
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let rows = self.rows(context);
        Some(Sheet::full(view::heading(self), SheetLines::Rows(rows.page.written), rows.top, context.theme))
    }

    fn scroll_to(&mut self, line: usize) {
        self.top = FirstRow::Row(line);
    }

    fn has_long_texts(&self) -> bool {
        true
    }

    fn reload(&self) -> Option<Effect> {
        Some(Effect::OpenConversation(self.what.message.clone()))
    }

    fn lay_out(&self, context: DialogContext<'_, Model>, texts: &mut LongTexts) {
        view::rows(
            self,
            Page::new(context.model, None, context.whole_width(), context.theme).laying_out(texts),
            context.rows(),
        );
    }
}
