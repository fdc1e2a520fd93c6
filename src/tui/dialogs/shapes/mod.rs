//! Exploring: the shapes of all payloads, known and unknown, and the messages of one shape.

pub(crate) mod update;
pub(crate) mod view;

use std::collections::BTreeSet;
use std::sync::Arc;

use ratatui::text::Line;
use tui_input::Input;

use crate::explore::{SeenPayload, Shape, Survey};
use crate::tui::dialogs::conversation;
use crate::tui::input::action::{Action, Motion};
use crate::tui::input::bindings::{DOWN, END, ENTER, ESC, HOME, PAGE_DOWN, PAGE_UP, UP, bind, char, help, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::screen;
use crate::tui::theme::Theme;
use crate::tui::widgets::prompt;
use crate::tui::widgets::sheet::{self, Sheet, SheetLines};

pub(crate) const CONTEXT: KeyContext = KeyContext::new("shapes", "Shapes");
pub(crate) const MEMBERS: KeyContext = KeyContext::new("shape_messages", "Messages of a shape");
pub(crate) const TEMPLATE: KeyContext = KeyContext::new("template", "Chat template").typing(Typing::Line);

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: Some(update::open),
    bindings: &[
        bind(
            KeyContext::REVIEW,
            &[char('p')],
            Action::Open(CONTEXT.name),
            "shapes of all payloads, known and unknown; draft patterns",
        ),
        show(CONTEXT, &[ENTER], Action::Choose, "messages", "the messages of the shape"),
        show(
            CONTEXT,
            &[char('e')],
            Action::DraftPattern,
            "draft",
            "draft a pattern for the shape, or for all marked shapes",
        ),
        show(CONTEXT, &[char('t')], Action::AskTemplate, "template", "draft a syntax from a model's chat template"),
        show(
            CONTEXT,
            &[char(' ')],
            Action::Toggle,
            "mark",
            "mark the shape; one pattern is drafted for all marked shapes",
        ),
        bind(CONTEXT, &[char('j'), DOWN], Action::Move(Motion::Down), "next shape"),
        bind(CONTEXT, &[char('k'), UP], Action::Move(Motion::Up), "previous shape"),
        bind(CONTEXT, &[PAGE_DOWN], Action::Move(Motion::PageDown), "a page down"),
        bind(CONTEXT, &[PAGE_UP], Action::Move(Motion::PageUp), "a page up"),
        bind(CONTEXT, &[char('g'), HOME], Action::Move(Motion::First), "first shape"),
        bind(CONTEXT, &[char('G'), END], Action::Move(Motion::Last), "last shape"),
        show(CONTEXT, &[ESC, char('q'), char('p')], Action::Leave, "close", "go back to the findings"),
        help(CONTEXT),
        show(
            MEMBERS,
            &[ENTER],
            Action::Choose,
            "go there",
            "go to its finding, or to its conversation if there is none",
        ),
        show(
            MEMBERS,
            &[char('c')],
            Action::ShowConversation,
            "conversation",
            "show the conversation around the message",
        ),
        show(MEMBERS, &[char('e')], Action::DraftPattern, "draft", "draft a pattern for the shape"),
        bind(MEMBERS, &[char('j'), DOWN], Action::Move(Motion::Down), "next message"),
        bind(MEMBERS, &[char('k'), UP], Action::Move(Motion::Up), "previous message"),
        bind(MEMBERS, &[PAGE_DOWN], Action::Move(Motion::PageDown), "a page down"),
        bind(MEMBERS, &[PAGE_UP], Action::Move(Motion::PageUp), "a page up"),
        bind(MEMBERS, &[char('g'), HOME], Action::Move(Motion::First), "first message"),
        bind(MEMBERS, &[char('G'), END], Action::Move(Motion::Last), "last message"),
        show(MEMBERS, &[ESC, char('q')], Action::Leave, "back", "go back to the shapes"),
        help(MEMBERS),
        show(TEMPLATE, &[ENTER], Action::Choose, "draft", "draft a syntax for the calls of this template"),
        show(TEMPLATE, &[ESC], Action::Leave, "cancel", "draft nothing"),
        help(TEMPLATE),
    ],
};

/// The dialog of the shapes in the database.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShapesDialog {
    /// The survey; `None` while the database is read.
    pub(crate) survey: Option<Arc<Survey>>,
    pub(crate) cursor: usize,
    /// The marked shapes, for one common pattern.
    pub(crate) marks: BTreeSet<usize>,
}

impl ShapesDialog {
    pub(crate) fn selected(&self) -> Option<&Shape> {
        self.survey.as_ref()?.shapes.get(self.cursor)
    }

    /// The shapes for a draft: the marked ones, else the selected one.
    pub(crate) fn chosen(&self) -> Vec<usize> {
        let chosen: Vec<usize> = self.marks.iter().copied().collect();
        if chosen.is_empty() { self.selected().map(|_| self.cursor).into_iter().collect() } else { chosen }
    }

    fn toggle(&mut self) {
        if self.selected().is_some() && !self.marks.remove(&self.cursor) {
            self.marks.insert(self.cursor);
        }
    }

    fn go(&mut self, motion: Motion, page: usize) {
        let count = self.survey.as_ref().map_or(0, |survey| survey.shapes.len());
        self.cursor = motion.from(self.cursor, page, count);
    }
}

impl Dialog<Model> for ShapesDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => self.go(motion, page(model, self, view::SHAPE_ROWS)),
            Action::Toggle => self.toggle(),
            Action::Choose => update::open_members(model, self),
            Action::DraftPattern => {
                return DialogOutcome::stays_and(update::draft(model, self.survey.as_ref(), self.chosen()));
            }
            Action::AskTemplate => model.open(TemplatePrompt { input: Input::new(model.template.clone()) }),
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let lines = view::lines(self, (context.whole_width(), context.rows()), context.theme);
        let top = sheet::centred(self.cursor, view::SHAPE_ROWS, context.rows());
        Some(Sheet::full(view::heading(self), SheetLines::All(lines), top, context.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        let count = self.survey.as_ref().map_or(0, |survey| survey.shapes.len());
        Some(line / view::SHAPE_ROWS).filter(|place| *place < count)
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        DialogOutcome::stays()
    }
}

/// The number of entries of `each` lines that a dialog shows at once.
fn page(model: &Model, dialog: &dyn Dialog<Model>, each: usize) -> usize {
    (screen::dialog_extent(model, dialog).rows / each).max(1)
}

/// The prompt for the path of a chat template. It begins with the last one, which may have had a slip of the pen.
#[derive(Clone, Debug)]
pub(crate) struct TemplatePrompt {
    input: Input,
}

impl Dialog<Model> for TemplatePrompt {
    fn context(&self) -> KeyContext {
        TEMPLATE
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        if action != Action::Choose {
            return DialogOutcome::stays();
        }
        DialogOutcome::closes(update::draft_template(model, self.input.value().trim()))
    }

    fn input_line(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    fn prompt_line(&self, _model: &Model, theme: &Theme, width: usize) -> Option<Line<'static>> {
        Some(prompt::line(" chat template: ", &self.input, width, theme))
    }
}

/// The dialog of the messages of a shape.
#[derive(Clone, Debug)]
pub(crate) struct MembersDialog {
    pub(crate) survey: Arc<Survey>,
    /// The index of the shape.
    pub(crate) shape: usize,
    pub(crate) cursor: usize,
}

impl MembersDialog {
    pub(crate) fn shape(&self) -> Option<&Shape> {
        self.survey.shapes.get(self.shape)
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = &SeenPayload> {
        self.shape().into_iter().flat_map(|shape| self.survey.members(shape))
    }

    pub(crate) fn selected(&self) -> Option<&SeenPayload> {
        self.members().nth(self.cursor)
    }

    fn go(&mut self, motion: Motion, page: usize) {
        let count = self.shape().map_or(0, |shape| shape.seen.len());
        self.cursor = motion.from(self.cursor, page, count);
    }
}

impl Dialog<Model> for MembersDialog {
    fn context(&self) -> KeyContext {
        MEMBERS
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => self.go(motion, page(model, self, view::MEMBER_ROWS)),
            Action::Choose => return update::go_to_message(model, self),
            Action::ShowConversation => {
                let message = self.selected().map(|seen| seen.message.clone());
                let effects = message.map_or_else(Vec::new, |message| conversation::request(model, message));
                return DialogOutcome::stays_and(effects);
            }
            Action::DraftPattern => {
                return DialogOutcome::stays_and(update::draft(model, Some(&self.survey), vec![self.shape]));
            }
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let lines = view::member_lines(context.model, self, (context.whole_width(), context.rows()), context.theme);
        let top = sheet::centred(self.cursor, view::MEMBER_ROWS, context.rows());
        Some(Sheet::full(view::members_heading(self), SheetLines::All(lines), top, context.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        Some(line / view::MEMBER_ROWS).filter(|place| *place < self.members().count())
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        DialogOutcome::stays()
    }
}
