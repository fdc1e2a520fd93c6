//! The statistics dialog: claims by pattern, tool, model, agent and week, and decisions.

mod view;

use crate::statistics::{Dimension, Statistics};
use crate::tui::findings::query::{Query, QueryField, exactly};
use crate::tui::input::action::{Action, Motion, Step};
use crate::tui::input::bindings::{
    BACK_TAB, DOWN, END, ENTER, ESC, HOME, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, TAB, UP, bind, char, ctrl, help, show,
};
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::review::actions::find;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::screen;
use crate::tui::widgets::sheet::{self, Sheet, SheetLines};

pub(crate) const CONTEXT: KeyContext = KeyContext::new("statistics", "Statistics");

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: Some(open),
    bindings: &[
        bind(
            KeyContext::REVIEW,
            &[char('S')],
            Action::Open(CONTEXT.name),
            "statistics: what was executed, lost, false; who decided what",
        ),
        show(CONTEXT, &[ENTER], Action::Choose, "show these", "show only the findings of this row in the list"),
        show(CONTEXT, &[TAB, char('l'), RIGHT], Action::Section(Step::Next), "next", "next table"),
        bind(CONTEXT, &[BACK_TAB, char('h'), LEFT], Action::Section(Step::Previous), "previous table"),
        show(CONTEXT, &[char('y')], Action::ChooseCopy, "copy", "copy this table as text"),
        bind(CONTEXT, &[char('j'), DOWN], Action::Move(Motion::Down), "next row"),
        bind(CONTEXT, &[char('k'), UP], Action::Move(Motion::Up), "previous row"),
        bind(CONTEXT, &[PAGE_DOWN, ctrl('d')], Action::Move(Motion::PageDown), "a page down"),
        bind(CONTEXT, &[PAGE_UP, ctrl('u')], Action::Move(Motion::PageUp), "a page up"),
        bind(CONTEXT, &[char('g'), HOME], Action::Move(Motion::First), "first row"),
        bind(CONTEXT, &[char('G'), END], Action::Move(Motion::Last), "last row"),
        show(CONTEXT, &[ESC, char('q'), char('S')], Action::Leave, "close", "go back to the findings"),
        help(CONTEXT),
    ],
};

/// A section of the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// Claims by a dimension.
    Claims(Dimension),
    /// The decisions of each reviewer.
    Reviewers,
    /// The decisions on the claims of each pattern.
    Precision,
}

impl Default for Section {
    fn default() -> Self {
        Self::Claims(Dimension::default())
    }
}

impl Section {
    /// All sections in order.
    pub(crate) const ALL: [Self; 7] = [
        Self::Claims(Dimension::Pattern),
        Self::Claims(Dimension::Tool),
        Self::Claims(Dimension::Model),
        Self::Claims(Dimension::Agent),
        Self::Claims(Dimension::Week),
        Self::Reviewers,
        Self::Precision,
    ];

    /// What its rows count.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Claims(dimension) => dimension.name(),
            Self::Reviewers => "reviewer",
            Self::Precision => "precision",
        }
    }

    /// The filter field that selects a row of it.
    pub(crate) fn field(self) -> QueryField {
        match self {
            Self::Claims(Dimension::Pattern) | Self::Precision => QueryField::Pattern,
            Self::Claims(Dimension::Tool) => QueryField::Tool,
            Self::Claims(Dimension::Model) => QueryField::Model,
            Self::Claims(Dimension::Agent) => QueryField::Agent,
            Self::Claims(Dimension::Week) => QueryField::Week,
            Self::Reviewers => QueryField::Reviewer,
        }
    }

    fn step(self, step: Step) -> Self {
        let count = Self::ALL.len();
        let place = Self::ALL.iter().position(|section| *section == self).unwrap_or_default();
        let next = match step {
            Step::Next => place + 1,
            Step::Previous => place + count - 1,
        };
        Self::ALL.get(next % count).copied().unwrap_or_default()
    }

    /// The names of its rows; `None` for an unknown name.
    fn names(self, statistics: &Statistics) -> Vec<Option<String>> {
        match self {
            Self::Claims(dimension) => statistics.rows(dimension).into_iter().map(|row| row.name).collect(),
            Self::Reviewers => statistics.reviewers().iter().map(|reviewer| Some(reviewer.name.to_owned())).collect(),
            Self::Precision => statistics.judged().into_iter().map(|row| row.name).collect(),
        }
    }
}

/// The name of a row; `None` if unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RowName(Option<String>);

/// The dialog that shows the statistics of the findings, a section at a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatisticsDialog {
    pub(crate) section: Section,
    /// The selected row, by name, since rows move while findings come in.
    chosen: Option<RowName>,
}

impl StatisticsDialog {
    /// The index and the name of the selected row.
    pub(crate) fn selected(&self, statistics: &Statistics) -> Option<(usize, Option<String>)> {
        let names = self.section.names(statistics);
        let place = self.chosen.as_ref().and_then(|chosen| names.iter().position(|name| *name == chosen.0));
        let place = place.unwrap_or_default();
        names.into_iter().nth(place).map(|name| (place, name))
    }

    /// Moves the selection; a page has `page` rows.
    fn go(&mut self, statistics: &Statistics, motion: Motion, page: usize) {
        let count = self.section.names(statistics).len();
        let place = self.selected(statistics).map_or(0, |(place, _)| place);
        self.point(statistics, motion.from(place, page, count));
    }

    /// Selects the row at an index.
    fn point(&mut self, statistics: &Statistics, place: usize) {
        self.chosen = self.section.names(statistics).into_iter().nth(place).map(RowName);
    }

    /// Goes to the next or previous section.
    fn turn(&mut self, step: Step) {
        *self = Self { section: self.section.step(step), chosen: None };
    }

    /// The number of rows.
    fn count(&self, statistics: &Statistics) -> usize {
        self.section.names(statistics).len()
    }
}

impl Dialog<Model> for StatisticsDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => {
                let page = screen::dialog_extent(model, self).rows.max(1);
                self.go(model.findings.statistics(), motion, page);
            }
            Action::Section(step) => self.turn(step),
            Action::ChooseCopy => {
                let what = format!("the statistics by {}", self.section.name());
                return DialogOutcome::stays_and(vec![Effect::Copy { what, text: view::as_text(model, self) }]);
            }
            Action::Choose => return show_only(model, self),
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let (model, theme) = (context.model, context.theme);
        let head = view::head(model, self, (context.whole_width(), context.rows()), theme);
        let lines = view::lines(model, self, context.whole_width(), theme);
        let place = self.selected(model.findings.statistics()).map_or(0, |(place, _)| place);
        let top = sheet::centred(place, 1, context.rows().saturating_sub(head.len()));
        Some(Sheet { head, ..Sheet::full(view::heading(model), SheetLines::All(lines), top, theme) })
    }

    fn choice_in(&self, model: &Model, line: usize) -> Option<usize> {
        (line < self.count(model.findings.statistics())).then_some(line)
    }

    fn point_at(&mut self, model: &mut Model, choice: usize) -> DialogOutcome {
        self.point(model.findings.statistics(), choice);
        DialogOutcome::stays()
    }
}

/// Filters by the selected row and closes all dialogs.
fn show_only(model: &mut Model, dialog: &StatisticsDialog) -> DialogOutcome {
    let Some((_, name)) = dialog.selected(model.findings.statistics()) else {
        model.refuse("there is nothing here to show");
        return DialogOutcome::stays();
    };
    let section = dialog.section;
    let query = name.and_then(|name| Query::parse(&exactly(section.field(), &name)).ok());
    let Some(query) = query else {
        model.refuse(format!("no filter asks for findings without a {}", section.name()));
        return DialogOutcome::stays();
    };
    model.dialogs.clear();
    find::show_only(model, query);
    DialogOutcome::closes(Vec::new())
}

fn open(model: &mut Model) -> Vec<Effect> {
    model.open(StatisticsDialog::default());
    Vec::new()
}
