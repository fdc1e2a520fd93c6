//! The question before a write-back: how much is written, and each finding with its difference.

mod difference;
mod groups;
mod view;

use std::collections::BTreeSet;

use ratatui::text::Line;
use tui_input::Input;

use crate::tui::findings::filter::holds;
use crate::tui::input::action::{Action, Motion, Scroll, Step};
use crate::tui::input::bindings::{DOWN, END, ENTER, ESC, HOME, PAGE_DOWN, PAGE_UP, UP, bind, char, ctrl, help, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::input::effect::Effect;
use crate::tui::loaded::write_plan::WritePlan;
use crate::tui::review::actions::navigation;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::screen;
use crate::tui::theme::Theme;
use crate::tui::widgets::prompt;
use crate::tui::widgets::sheet::Sheet;
use crate::writeback::Writing;
use groups::{WriteGroup, WritePlanRow};

pub(crate) const CONTEXT: KeyContext = KeyContext::new("write_back", "Write back").confirming("write_back");
pub(crate) const SEARCH: KeyContext = KeyContext::new("write_back_search", "Search the preview").typing(Typing::Line);

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[char('y')], Action::Confirm, "write", "write it"),
        show(CONTEXT, &[ESC, char('n'), char('q')], Action::Leave, "cancel", "write nothing"),
        show(CONTEXT, &[ENTER, char(' ')], Action::Toggle, "unfold", "show the findings of the group, or hide them"),
        show(CONTEXT, &[char('/')], Action::Search, "search", "search the preview"),
        bind(CONTEXT, &[char('j'), DOWN], Action::Move(Motion::Down), "next group or finding, with its difference"),
        bind(CONTEXT, &[char('k'), UP], Action::Move(Motion::Up), "previous group or finding"),
        bind(CONTEXT, &[PAGE_DOWN, ctrl('d')], Action::Move(Motion::PageDown), "a page down"),
        bind(CONTEXT, &[PAGE_UP, ctrl('u')], Action::Move(Motion::PageUp), "a page up"),
        bind(CONTEXT, &[char('g'), HOME], Action::Move(Motion::First), "to the top"),
        bind(CONTEXT, &[char('G'), END], Action::Move(Motion::Last), "to the bottom"),
        bind(CONTEXT, &[char('J')], Action::Scroll(Scroll::Down), "scroll a long difference down"),
        bind(CONTEXT, &[char('K')], Action::Scroll(Scroll::Up), "scroll a long difference up"),
        bind(CONTEXT, &[ctrl('n')], Action::Hit(Step::Next), "next finding that matches the search"),
        bind(CONTEXT, &[ctrl('p')], Action::Hit(Step::Previous), "previous finding that matches the search"),
        help(CONTEXT),
        show(SEARCH, &[ENTER], Action::Choose, "search", "go to the next finding that matches"),
        show(SEARCH, &[ESC], Action::Leave, "cancel", "cancel the search"),
        help(SEARCH),
    ],
};

/// The dialog of a write-back's plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct WriteDialog {
    what: WritePlan,
    groups: Vec<WriteGroup>,
    /// The indices of folded groups.
    folded: BTreeSet<usize>,
    cursor: usize,
    /// The scroll position of the selected difference, or of the whole sheet if there is no list.
    scroll: usize,
    /// What is typed to search the preview; empty if nothing is searched for.
    search: Input,
    is_typing: bool,
}

impl WriteDialog {
    /// The plan by groups. Several groups are folded at first.
    pub(crate) fn of(model: &Model, what: WritePlan) -> Self {
        let groups = groups::of(model, &what.messages);
        let folded = if groups.len() > 1 { (0..groups.len()).collect() } else { BTreeSet::new() };
        Self { what, groups, folded, ..Self::default() }
    }

    fn count(&self) -> usize {
        groups::count(&self.groups, &self.folded)
    }

    fn part(&self, at: usize) -> Option<WritePlanRow> {
        groups::part(&self.groups, &self.folded, at)
    }

    fn go(&mut self, model: &Model, motion: Motion) {
        let rows = screen::dialog_extent(model, self).rows.max(1);
        if self.groups.is_empty() {
            let limit = screen::dialog_extent(model, self).limit;
            self.scroll = motion.from(self.scroll, rows, limit + 1);
            return;
        }
        (self.cursor, self.scroll) = (motion.from(self.cursor, rows, self.count()), 0);
    }

    /// Unfolds the selected group, or folds it again.
    fn toggle(&mut self) {
        let Some(part) = self.part(self.cursor) else { return };
        let group = part.group();
        if !self.folded.remove(&group) {
            self.folded.insert(group);
        }
        self.cursor = groups::place(&self.groups, &self.folded, WritePlanRow::Group(group)).unwrap_or_default();
        self.scroll = 0;
    }

    /// Goes to the next or previous search hit, or reports that there is none.
    fn hit_or_refuse(&mut self, model: &mut Model, step: Step) {
        let query = self.search.value().trim().to_owned();
        if query.is_empty() {
            let search = model.settings.keys.key(CONTEXT, &Action::Search);
            model.refuse(format!("no search; {search} starts one"));
        } else if !self.hit(model, &query, step) {
            model.refuse(format!("no finding to be written matches {query}"));
        }
    }

    /// Goes to the next or previous finding that contains a text and unfolds its group. Returns whether there is one.
    fn hit(&mut self, model: &Model, query: &str, step: Step) -> bool {
        let all = groups::findings(&self.groups);
        let now = self.part(self.cursor).unwrap_or(WritePlanRow::Group(0));
        let order: Vec<WritePlanRow> = match step {
            Step::Next => {
                let after = all.iter().filter(|part| **part > now);
                after.chain(all.iter().filter(|part| **part <= now)).copied().collect()
            }
            Step::Previous => {
                let before = all.iter().rev().filter(|part| **part < now);
                before.chain(all.iter().rev().filter(|part| **part >= now)).copied().collect()
            }
        };
        let is_hit = |part: &&WritePlanRow| {
            let item = groups::member(&self.groups, **part).and_then(|place| model.findings.get(place));
            item.is_some_and(|item| holds(item, query))
        };
        let Some(part) = order.iter().find(is_hit).copied() else { return false };
        self.folded.remove(&part.group());
        self.cursor = groups::place(&self.groups, &self.folded, part).unwrap_or_default();
        self.scroll = 0;
        true
    }
}

impl Dialog<Model> for WriteDialog {
    fn context(&self) -> KeyContext {
        if self.is_typing { SEARCH } else { CONTEXT }
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Confirm if self.what.is_empty() => {
                model.notify("nothing to write");
                return DialogOutcome::closes(Vec::new());
            }
            Action::Confirm => {
                model.jobs.writing = Some(Writing::default());
                return DialogOutcome::closes(vec![Effect::WriteBack]);
            }
            Action::Move(motion) => self.go(model, motion),
            Action::Toggle => self.toggle(),
            Action::Search if self.groups.is_empty() => model.refuse("there is no finding to search in"),
            Action::Search => (self.is_typing, self.search) = (true, Input::default()),
            Action::Choose => {
                self.is_typing = false;
                self.hit_or_refuse(model, Step::Next);
            }
            Action::Hit(step) => self.hit_or_refuse(model, step),
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        model.notify("nothing was written");
        Vec::new()
    }

    /// Ends a running search first.
    fn leave(&mut self, model: &mut Model) -> DialogOutcome {
        if self.is_typing {
            (self.is_typing, self.search) = (false, Input::default());
            return DialogOutcome::stays();
        }
        DialogOutcome::closes(self.close(model))
    }

    fn obstacle(&self, _model: &Model, action: &Action) -> Option<String> {
        match action {
            Action::Confirm if self.what.is_empty() => Some("nothing to write".to_owned()),
            Action::Toggle | Action::Search if self.groups.is_empty() => Some("there is no finding here".to_owned()),
            _ => None,
        }
    }

    fn input_line(&mut self) -> Option<&mut Input> {
        self.is_typing.then_some(&mut self.search)
    }

    fn prompt_line(&self, _model: &Model, theme: &Theme, width: usize) -> Option<Line<'static>> {
        self.is_typing.then(|| prompt::line(" /", &self.search, width, theme))
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        Some(view::sheet(self, context))
    }

    fn choice_in(&self, model: &Model, line: usize) -> Option<usize> {
        view::choice_in(self, model, line)
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        (self.cursor, self.scroll) = (choice, 0);
        DialogOutcome::stays()
    }

    fn scroll_inside(&mut self, model: &Model, scroll: Scroll) -> bool {
        let has_list = !self.groups.is_empty();
        if has_list {
            let limit = view::longest_scroll(self, model);
            self.scroll =
                navigation::scrolled(self.scroll, scroll, screen::dialog_extent(model, self).rows / 2).min(limit);
        }
        has_list
    }

    fn is_quick_to_lay_out(&self) -> bool {
        true
    }

    fn scroll_to(&mut self, line: usize) {
        self.scroll = line;
    }
}
