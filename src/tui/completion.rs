//! What the filter's prompt could go on with.

use super::query::{Field, quoted};

/// The ways in which a query could go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Completion {
    /// Where what is completed begins, in bytes.
    pub(super) start: usize,
    /// What could stand there.
    pub(super) candidates: Vec<String>,
}

impl Completion {
    /// The ways in which the text could go on; `values` tells which values of a field there are.
    pub(super) fn of(text: &str, values: impl Fn(Field) -> Vec<String>) -> Self {
        let start = last_condition(text);
        let condition = text.get(start..).unwrap_or_default();
        let start = start + usize::from(condition.starts_with('-'));
        let condition = condition.strip_prefix('-').unwrap_or(condition);
        let Some((name, listed)) = condition.split_once(':') else {
            let fields = Field::ALL.into_iter().map(|field| format!("{}:", field.name()));
            let begun = condition.to_ascii_lowercase();
            let candidates = fields.chain(["confidence<".to_owned()]).filter(|name| name.starts_with(&begun)).collect();
            return Self { start, candidates };
        };
        let Some(field) = Field::ALL.into_iter().find(|field| field.name().eq_ignore_ascii_case(name)) else {
            return Self::default();
        };
        let begun = listed.rsplit_once(',').map_or(listed, |(_, last)| last);
        let start = start + condition.len() - begun.len();
        let begun = begun.strip_prefix('"').unwrap_or(begun).to_lowercase();
        let values = values(field).into_iter().filter(|value| value.to_lowercase().starts_with(&begun));
        Self { start, candidates: values.map(|value| quoted(&value)).collect() }
    }

    /// The text as far as it is certain how it goes on.
    pub(super) fn complete(&self, text: &str) -> String {
        let (before, begun) = text.split_at_checked(self.start).unwrap_or((text, ""));
        let Some((first, others)) = self.candidates.split_first() else {
            return text.to_owned();
        };
        let common = others.iter().fold(first.as_str(), |common, other| common_start(common, other));
        // A name of a field goes on with its value; a value is followed by the next condition.
        let blank = if others.is_empty() && !first.ends_with([':', '<']) { " " } else { "" };
        if common.chars().count() < begun.chars().count() {
            return text.to_owned();
        }
        format!("{before}{common}{blank}")
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
    use super::*;
    use proptest::prelude::*;

    fn values(field: Field) -> Vec<String> {
        let known = field.values().map(|values| values.into_iter().map(str::to_owned).collect());
        known.unwrap_or_else(|| ["Juno", "Judith Lee", "水无月"].map(str::to_owned).into())
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
