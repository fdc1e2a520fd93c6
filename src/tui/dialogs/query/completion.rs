//! Completions for the filter prompt.

use crate::tui::findings::query::{QueryField, quoted};
use crate::tui::input::action::Step;

/// The possible completions of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Completion {
    /// The byte offset at which the completed part begins.
    pub(crate) start: usize,
    /// The possible texts for that part.
    pub(crate) candidates: Vec<CompletionCandidate>,
}

/// A text that may complete the typed part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompletionCandidate {
    pub(crate) text: String,
    /// The number of findings that it matches; `None` if it is not complete yet.
    pub(crate) count: Option<usize>,
}

impl Completion {
    /// The completions of a text; `values` returns the values of a field with the number of findings that each matches.
    pub(crate) fn of(text: &str, values: impl Fn(QueryField) -> Vec<(String, usize)>) -> Self {
        let start = last_condition(text);
        let condition = text.get(start..).unwrap_or_default();
        let start = start + usize::from(condition.starts_with('-'));
        let condition = condition.strip_prefix('-').unwrap_or(condition);
        let Some((name, listed)) = condition.split_once(':') else {
            let fields = QueryField::ALL.into_iter().map(|field| format!("{}:", field.name()));
            let begun = condition.to_ascii_lowercase();
            let names = fields.chain(["confidence<".to_owned()]).filter(|name| name.starts_with(&begun));
            return Self { start, candidates: names.map(|text| CompletionCandidate { text, count: None }).collect() };
        };
        let Some(field) = QueryField::ALL.into_iter().find(|field| field.name().eq_ignore_ascii_case(name)) else {
            return Self::default();
        };
        let begun = listed.rsplit_once(',').map_or(listed, |(_, last)| last);
        let start = start + condition.len() - begun.len();
        let begun = begun.strip_prefix('"').unwrap_or(begun).to_lowercase();
        let values = values(field).into_iter().filter(|(value, _)| value.to_lowercase().starts_with(&begun));
        let candidate =
            |(value, count): (String, usize)| CompletionCandidate { text: quoted(&value), count: Some(count) };
        Self { start, candidates: values.map(candidate).collect() }
    }

    /// The text extended by the common prefix of all completions.
    pub(crate) fn complete(&self, text: &str) -> String {
        let (before, begun) = text.split_at_checked(self.start).unwrap_or((text, ""));
        let Some((first, others)) = self.candidates.split_first() else {
            return text.to_owned();
        };
        let first = first.text.as_str();
        let common = others.iter().fold(first, |common, other| common_start(common, &other.text));
        // A field name is followed by its value, a value by the next condition.
        let blank = if others.is_empty() && !first.ends_with([':', '<']) { " " } else { "" };
        if common.chars().count() < begun.chars().count() {
            return text.to_owned();
        }
        format!("{before}{common}{blank}")
    }
}

/// The completions of a text, with one chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CompletionCycle {
    pub(crate) completion: Completion,
    /// The text before completion.
    before: String,
    /// The index of the chosen completion.
    pub(crate) place: Option<usize>,
}

impl CompletionCycle {
    /// The completions of a text, with none chosen yet.
    pub(crate) fn of(before: &str, completion: Completion) -> Self {
        Self { completion, before: before.to_owned(), place: None }
    }

    /// Chooses the next or previous completion, wrapping around.
    pub(crate) fn step(self, step: Step) -> Self {
        let count = self.completion.candidates.len().max(1);
        let place = match (self.place, step) {
            (None, Step::Next) => 0,
            (None, Step::Previous) => count - 1,
            (Some(place), Step::Next) => (place + 1) % count,
            (Some(place), Step::Previous) => (place + count - 1) % count,
        };
        Self { place: Some(place), ..self }
    }

    /// The text with the chosen completion.
    pub(crate) fn text(&self) -> String {
        let kept = self.before.get(..self.completion.start).unwrap_or_default();
        let chosen = self.place.and_then(|place| self.completion.candidates.get(place));
        format!("{kept}{}", chosen.map_or("", |candidate| candidate.text.as_str()))
    }
}

/// Where the last condition of a text begins.
fn last_condition(text: &str) -> usize {
    let (mut start, mut in_quotes, mut escaped) = (0, false, false);
    for (place, c) in text.char_indices() {
        match c {
            '"' if !escaped => in_quotes = !in_quotes,
            c if c.is_whitespace() && !in_quotes => start = place + c.len_utf8(),
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    start
}

fn common_start<'a>(one: &'a str, other: &str) -> &'a str {
    let differs = one.char_indices().zip(other.chars()).find(|((_, left), right)| left != right);
    let end = differs.map_or(one.len().min(other.len()), |((place, _), _)| place);
    one.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values(field: QueryField) -> Vec<(String, usize)> {
        let values = field.values().unwrap_or_else(|| vec!["Juno", "Judith Lee", "水无月"]);
        values.into_iter().map(|value| (value.to_owned(), value.len())).collect()
    }

    #[test]
    fn each_way_to_go_on_is_chosen_in_turn() {
        use Step::{Next, Previous};
        for (before, steps, text) in [
            ("agent:ju", &[Next][..], "agent:Juno"),
            ("agent:ju", &[Next, Next], "agent:\"Judith Lee\""),
            ("agent:ju", &[Next, Next, Next], "agent:Juno"),
            ("agent:ju", &[Previous], "agent:\"Judith Lee\""),
            ("bees status:pending,s", &[Next, Next], "bees status:pending,stale"),
            ("", &[Previous], "confidence<"),
            ("lost:", &[Next], ""),
        ] {
            let begin = CompletionCycle::of(before, Completion::of(before, values));
            let chosen = steps.iter().fold(begin, |cycle, step| cycle.step(*step));
            assert_eq!(chosen.text(), text, "{before} {steps:?}");
        }
    }

    #[test]
    fn a_text_is_completed_as_far_as_it_is_certain() {
        for (text, completed) in [
            ("re", "remedy:"),
            ("remedy:r", "remedy:re"),
            ("remedy:s", "remedy:strip "),
            ("bees -st", "bees -status:"),
            ("status:pending,sk", "status:pending,skipped "),
            ("agent:JU", "agent:JU"),
            ("agent:jun", "agent:Juno "),
            ("agent:jud", "agent:\"Judith Lee\" "),
            ("agent:\"jud", "agent:\"Judith Lee\" "),
            ("agent:水", "agent:水无月 "),
            ("warning:expired", "warning:expired_record "),
            ("conf", "confidence<"),
            ("is:f", "is:flagged "),
            ("-i", "-is:"),
            ("nothing", "nothing"),
            ("lost:", "lost:"),
            ("", ""),
        ] {
            assert_eq!(Completion::of(text, values).complete(text), completed, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_can_be_completed(text in "(?s)([a-z:,\"\\\\ <-]|agent:|.){0,20}") {
            Completion::of(&text, values).complete(&text);
        }
    }
}
