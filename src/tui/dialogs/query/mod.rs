//! The prompt of the filter.

mod completion;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;

use hashbrown::HashMap;
use ratatui::text::Line;
use tui_input::Input;

use crate::tui::findings::matching;
use crate::tui::findings::query::{Query, QueryField, QueryMistake};
use crate::tui::input::action::{Action, Step};
use crate::tui::input::bindings::{BACK_TAB, ENTER, ESC, TAB, bind, ctrl, help, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::review::actions::find;
use crate::tui::review::model::{Item, Model};
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::filter::FilterDialog;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::registration::Registration;
use crate::tui::widgets::prompt;
use crate::tui::widgets::sheet::Sheet;
use completion::{Completion, CompletionCycle};

pub(crate) const CONTEXT: KeyContext = KeyContext::new("filter", "Filter").typing(Typing::Line);

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[ENTER], Action::Choose, "show", "show what matches; an empty query shows all"),
        show(
            CONTEXT,
            &[TAB],
            Action::Complete(Step::Next),
            "complete",
            "complete at the cursor; again for the next completion",
        ),
        bind(CONTEXT, &[BACK_TAB], Action::Complete(Step::Previous), "previous completion"),
        show(CONTEXT, &[ctrl('f')], Action::FilterChoices, "choices", "choose remedies and statuses from a list"),
        show(CONTEXT, &[ESC], Action::Leave, "cancel", "keep the filter unchanged"),
        help(CONTEXT),
    ],
};

/// The sign in front of a query.
const SIGN: &str = "› ";

/// The prompt of a query that is not applied yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueryPrompt {
    pub(crate) input: Input,
    /// Whether it could not be applied the last time.
    pub(crate) refused: bool,
    /// The completions that Tab cycles through.
    pub(crate) cycle: Option<CompletionCycle>,
    /// The number of findings that match the typed query.
    fitting: Option<MatchCount>,
    /// The values of the field that is typed.
    known: Option<KnownValues>,
}

/// The counted values of a field, each with the number of findings it matches.
#[derive(Clone, Debug)]
struct KnownValues {
    field: QueryField,
    version: u64,
    values: Vec<(String, usize)>,
}

/// The number of findings that match a query.
#[derive(Clone, Debug)]
struct MatchCount {
    /// The query and the model version that were counted.
    of: (String, u64),
    count: usize,
    /// Whether the count is an upper bound, because texts were not searched.
    at_most: bool,
}

impl QueryPrompt {
    /// The text before and after the cursor.
    pub(crate) fn around_cursor(&self) -> (&str, &str) {
        let text = self.input.value();
        let cursor = text.char_indices().nth(self.input.cursor()).map_or(text.len(), |(place, _)| place);
        text.split_at(cursor)
    }

    /// Replaces the text before the cursor.
    pub(crate) fn replace_before_cursor(&mut self, before: &str) {
        let (_, after) = self.around_cursor();
        self.input = Input::new(format!("{before}{after}")).with_cursor(before.chars().count());
        self.refused = false;
    }

    /// The prompt with the current filter, and a blank for the next condition.
    pub(crate) fn of(filter: &Query) -> Self {
        let text = match filter.to_string() {
            text if text.is_empty() => text,
            text => format!("{text} "),
        };
        Self { input: text.into(), ..Self::default() }
    }

    /// The typed query; `None`, and marked as refused, if it cannot be parsed.
    fn written(&mut self) -> Option<Query> {
        let query = Query::parse(self.input.value()).ok();
        self.refused = query.is_none();
        query
    }

    /// The completion of a query, with the values that occur in the findings.
    fn completion(&self, model: &Model, before: &str) -> Completion {
        Completion::of(before, |field| match &self.known {
            Some(known) if known.field == field && known.version == model.findings.version() => known.values.clone(),
            _ => counted_values(model, field),
        })
    }

    /// Completes the text before the cursor as far as it is unambiguous, then cycles through the candidates.
    fn complete(&mut self, model: &Model, step: Step) {
        let (before, _) = self.around_cursor();
        let cycle = self.cycle.clone().unwrap_or_else(|| CompletionCycle::of(before, self.completion(model, before)));
        let certain = cycle.completion.complete(before);
        if self.cycle.is_some() || (certain == before && cycle.completion.candidates.len() > 1) {
            let cycle = cycle.step(step);
            self.replace_before_cursor(&cycle.text());
            self.cycle = Some(cycle);
        } else {
            self.replace_before_cursor(&certain);
        }
    }
}

impl Dialog<Model> for QueryPrompt {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Complete(step) => self.complete(model, step),
            Action::Choose => {
                if let Some(query) = self.written() {
                    find::show_only(model, query);
                    return DialogOutcome::closes(Vec::new());
                }
            }
            Action::FilterChoices => {
                if let Some(draft) = self.written() {
                    model.open(FilterDialog { draft, cursor: 0 });
                    return DialogOutcome::closes(Vec::new());
                }
            }
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn input_line(&mut self) -> Option<&mut Input> {
        (self.refused, self.cycle) = (false, None);
        Some(&mut self.input)
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let lines = lines(context.model, self, context.theme, context.width());
        Some(Sheet::new("Filter", lines, context.theme))
    }
}

/// Counts the matches of the typed query and the values of its field, once for each query.
pub(crate) fn count_values(model: &mut Model) {
    let Some(open) = model.dialogs.top_as::<QueryPrompt>() else { return };
    let version = model.findings.version();
    let text = open.input.value().to_owned();
    let is_counted = open.fitting.as_ref().is_some_and(|known| known.of.0 == text && known.of.1 == version);
    let fitting = (!is_counted).then(|| fitting(model, text));
    let field = field_of(open.around_cursor().0);
    let is_known =
        |field: &QueryField| open.known.as_ref().is_some_and(|known| (known.field, known.version) == (*field, version));
    let known = field.filter(|field| !is_known(field));
    let known = known.map(|field| KnownValues { field, version, values: counted_values(model, field) });
    let Some(open) = model.dialogs.top_as_mut::<QueryPrompt>() else { return };
    if let Some(fitting) = fitting {
        open.fitting = fitting;
    }
    if known.is_some() {
        open.known = known;
    }
}

/// The number of findings that match a typed query; `None` if it cannot be read.
fn fitting(model: &Model, text: String) -> Option<MatchCount> {
    let (items, query) = (model.findings.items(), Query::parse(&text).ok()?);
    let (count, at_most) = matching::count(items, &query, &model.settings.rules());
    Some(MatchCount { of: (text, model.findings.version()), count, at_most })
}

/// The field whose value is typed before the cursor.
fn field_of(before: &str) -> Option<QueryField> {
    let asked = Cell::new(None);
    Completion::of(before, |field| {
        asked.set(Some(field));
        Vec::new()
    });
    asked.get()
}

/// Counts the values of a field, each with the number of findings it matches.
fn counted_values(model: &Model, field: QueryField) -> Vec<(String, usize)> {
    // Findings are grouped by facets first: there are few groups and many findings.
    let rules = model.settings.rules();
    let mut same: HashMap<u64, (&Item, usize)> = HashMap::new();
    let mut groups: HashMap<Vec<Cow<'_, str>>, usize> = HashMap::new();
    for item in model.findings.items() {
        match field.sameness(item) {
            Some(sameness) => same.entry(sameness).or_insert((item, 0)).1 += 1,
            None => *groups.entry(field.values_of(item, &rules)).or_default() += 1,
        }
    }
    for (item, count) in same.into_values() {
        *groups.entry(field.values_of(item, &rules)).or_default() += count;
    }
    let known = field.values();
    let found = groups.keys().flatten().map(|value| value.clone().into_owned());
    let names: BTreeSet<String> = found.filter(|value| !value.is_empty()).collect();
    let values: Vec<String> = match known {
        Some(known) => known.into_iter().map(str::to_owned).collect(),
        None => names.into_iter().collect(),
    };
    let count = |value: &String| {
        let fits = |(has, _): &(&Vec<Cow<'_, str>>, &usize)| has.iter().any(|has| field.means(has, value));
        groups.iter().filter(fits).map(|(_, count)| *count).sum()
    };
    values.into_iter().map(|value| (value.clone(), count(&value))).collect()
}

/// The mistake in the typed query. An incomplete query that can be completed is no mistake.
fn mistake(model: &Model, open: &QueryPrompt) -> Option<QueryMistake> {
    let mistake = Query::parse(open.input.value()).err()?;
    let (before, after) = open.around_cursor();
    let completion = open.completion(model, before);
    let goes_on = after.is_empty() && !completion.candidates.is_empty() && mistake.at >= completion.start;
    (open.refused || !goes_on).then_some(mistake)
}

/// The lines of the prompt: the typed text, its mistake, and its completions.
fn lines(model: &Model, open: &QueryPrompt, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = vec![prompt::line(SIGN, &open.input, width, theme)];
    let mut add = |pieces: &[Piece<'_>]| lines.extend(text::wrap(pieces, width, 2, theme.hidden_char));
    if let Some(mistake) = mistake(model, open) {
        // The mark is below the mistake unless that is scrolled out of the line.
        let before = text::width(open.input.value().get(..mistake.at).unwrap_or_default());
        let scrolled = open.input.visual_scroll(width.saturating_sub(text::width(SIGN) + 1));
        let column = before.checked_sub(scrolled).map(|column| column + text::width(SIGN));
        if let Some(column) = column.filter(|column| *column < width) {
            add(&[Piece::new(format!("{}^", " ".repeat(column)), theme.warning)]);
        }
        let style = if open.refused { theme.bad } else { theme.dim };
        let sign = if open.refused { "⚠ " } else { "" };
        add(&[Piece::new(format!("{sign}{}", mistake.text), style)]);
    }
    if let Some(MatchCount { count, at_most, .. }) = &open.fitting {
        let at_most = if *at_most { "at most " } else { "" };
        let style = if *count == 0 { theme.warning } else { theme.strong };
        add(&[Piece::new(format!("{at_most}{count} of {} match", model.findings.len()), style)]);
    }
    let pieces = candidates(model, open, theme);
    if !pieces.is_empty() {
        add(&pieces);
    }
    lines.push(Line::default());
    let usual = "plain words search the text · all conditions must match · - negates · , means or · \
        \"quotes\" for spaces";
    lines.extend(text::wrap(&[Piece::new(usual, theme.dim)], width, 2, theme.hidden_char));
    lines
}

/// Of more candidates than these only the number is shown.
const MOST_CANDIDATES: usize = 20;

/// The completions of the query, each with the number of matching findings.
fn candidates(model: &Model, open: &QueryPrompt, theme: &Theme) -> Vec<Piece<'static>> {
    let (before, _) = open.around_cursor();
    let cycle = open.cycle.clone().unwrap_or_else(|| CompletionCycle::of(before, open.completion(model, before)));
    let (completion, chosen) = (cycle.completion, cycle.place);
    if completion.candidates.is_empty() {
        return Vec::new();
    }
    // The chosen candidate is always shown.
    let first = chosen.map_or(0, |place| place / MOST_CANDIDATES * MOST_CANDIDATES);
    let mut pieces = vec![Piece::new("Tab:", theme.key)];
    for (place, candidate) in completion.candidates.iter().enumerate().skip(first).take(MOST_CANDIDATES) {
        let style = if chosen == Some(place) { theme.selected } else { theme.text };
        pieces.push(Piece::new("  ", theme.text));
        pieces.push(Piece::new(candidate.text.clone(), style));
        if let Some(count) = candidate.count {
            pieces.push(Piece::new(format!(" {count}"), theme.dim));
        }
    }
    if completion.candidates.len() > first + MOST_CANDIDATES {
        pieces.push(Piece::new("  …", theme.dim));
    }
    pieces
}
