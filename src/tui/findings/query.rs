//! The filter language: parses a query into conditions and prints it back.

use std::fmt;

use hashbrown::HashMap;

use super::item::Item;
use crate::proposal::Rules;

use super::field::EXACTLY;
pub use super::field::QueryField;
use super::filter::{Needle, holds};
use super::filter_choice::FilterChoice;

/// The grammar as shown in the help.
pub(crate) const GRAMMAR: [(&str, &str); 13] = [
    ("tides lamp", "both words are in the text, the agent, the pattern or the key"),
    ("remedy:recover,strip", "any of these remedies; likewise status:"),
    ("verdict:not_executed", "any of these verdicts"),
    ("agent:juno", "part of the name; likewise pattern: tool: model: by: (who decided) note:"),
    ("agent:=juno", "the full name"),
    ("week:2026-W04", "the ISO week of the message; week:2026 for a year"),
    ("warning:expired", "a warning whose name begins like this"),
    ("confidence<0.8", "confidence below that; also <= > >="),
    ("is:flagged", "flagged; also is:noted, is:changed, is:undecided, is:approved, is:unapproved"),
    ("is:left_out", "what the last bulk action left out; is:sample: the sample under review"),
    ("-status:skipped", "whatever does not match the condition after the -"),
    ("\"two words\"", "quotes for spaces and special characters; \\\" is a quote inside them"),
    ("status:pending bees", "several conditions: all must match"),
];

/// A comparison with a confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    /// Longer signs first, since they begin with the shorter ones.
    const ALL: [Self; 4] = [Self::AtMost, Self::AtLeast, Self::Less, Self::More];

    fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }

    fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum ConditionTest {
    Word(String),
    /// One of the values matches.
    Field(QueryField, Vec<String>),
    Confidence(Comparison, f64),
}

#[derive(Clone, Debug, PartialEq)]
struct Condition {
    negated: bool,
    test: ConditionTest,
}

/// Applies a query to many findings, and caches the result for findings with equal field values.
pub(crate) struct QueryFilter<'a> {
    conditions: Vec<(&'a Condition, HashMap<u64, bool>)>,
    rules: &'a Rules<'a>,
}

impl<'a> QueryFilter<'a> {
    /// A filter for all conditions except words.
    pub(crate) fn new(query: &'a Query, rules: &'a Rules<'a>) -> Self {
        let is_no_word = |condition: &&Condition| !matches!(condition.test, ConditionTest::Word(_));
        let conditions = query.conditions.iter().filter(is_no_word);
        Self { conditions: conditions.map(|condition| (condition, HashMap::new())).collect(), rules }
    }

    /// Whether the finding matches, ignoring words.
    pub(crate) fn fits(&mut self, item: &Item) -> bool {
        let rules = self.rules;
        self.conditions.iter_mut().all(|(condition, known)| {
            let (sameness, fits): (_, &dyn Fn() -> bool) = match &condition.test {
                ConditionTest::Word(_) => return true,
                ConditionTest::Field(field, values) => {
                    (field.sameness(item), &|| values.iter().any(|value| field.fits(item, value, rules)))
                }
                ConditionTest::Confidence(comparison, limit) => (Some(item.facets().confidence().to_bits()), &|| {
                    comparison.holds(item.facets().confidence(), *limit)
                }),
            };
            let fits = match sameness {
                Some(sameness) => *known.entry(sameness).or_insert_with(fits),
                None => fits(),
            };
            fits != condition.negated
        })
    }
}

/// Why a text is not a valid query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryMistake {
    /// The byte offset of the mistake.
    pub at: usize,
    /// What is wrong and how to fix it.
    pub text: String,
}

/// A query: findings must match all conditions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    conditions: Vec<Condition>,
}

impl Query {
    /// Parses a query, such as `agent:juno -is:flagged`; an empty text matches all findings.
    ///
    /// # Errors
    /// The text is not a valid query; the mistake says where and why.
    pub fn parse(text: &str) -> Result<Self, QueryMistake> {
        let mut reader = QueryReader { text, at: 0 };
        let mut conditions = Vec::new();
        while reader.next_condition() {
            conditions.push(reader.condition()?);
        }
        Ok(Self { conditions })
    }

    /// A query for a single choice.
    pub(crate) fn only(choice: FilterChoice) -> Self {
        let mut query = Self::default();
        query.toggle(choice);
        query
    }

    /// Whether the query has no conditions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// Whether the finding matches.
    #[must_use]
    pub fn fits(&self, item: &Item, rules: &Rules<'_>) -> bool {
        self.conditions.iter().all(|condition| {
            let fits = match &condition.test {
                ConditionTest::Word(word) => holds(item, word),
                ConditionTest::Field(field, values) => values.iter().any(|value| field.fits(item, value, rules)),
                ConditionTest::Confidence(comparison, limit) => comparison.holds(item.facets().confidence(), *limit),
            };
            fits != condition.negated
        })
    }

    /// The words to search for in the texts, and whether each must be absent.
    pub(crate) fn words(&self) -> Vec<(Needle, bool)> {
        let word = |condition: &Condition| match &condition.test {
            ConditionTest::Word(word) => Some((Needle::new(word), condition.negated)),
            _ => None,
        };
        self.conditions.iter().filter_map(word).collect()
    }

    /// Whether the choice is switched on.
    pub(crate) fn contains(&self, choice: FilterChoice) -> bool {
        let (field, value) = choice.asked();
        self.conditions.iter().any(|condition| match &condition.test {
            ConditionTest::Field(known, values) => {
                !condition.negated && *known == field && values.iter().any(|known| known == value)
            }
            _ => false,
        })
    }

    /// Switches a choice on or off.
    pub(crate) fn toggle(&mut self, choice: FilterChoice) {
        let (field, value) = choice.asked();
        let chosen = self.conditions.iter_mut().find_map(|condition| match &mut condition.test {
            ConditionTest::Field(known, values) if !condition.negated && *known == field => Some(values),
            _ => None,
        });
        match chosen {
            Some(values) if values.iter().any(|known| known == value) => values.retain(|known| known != value),
            Some(values) => values.push(value.to_owned()),
            None => {
                let test = ConditionTest::Field(field, vec![value.to_owned()]);
                self.conditions.push(Condition { negated: false, test });
            }
        }
        self.conditions
            .retain(|condition| !matches!(&condition.test, ConditionTest::Field(_, values) if values.is_empty()));
    }
}

impl fmt::Display for Query {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, condition) in self.conditions.iter().enumerate() {
            let blank = if place > 0 { " " } else { "" };
            let minus = if condition.negated { "-" } else { "" };
            write!(out, "{blank}{minus}")?;
            match &condition.test {
                ConditionTest::Word(word) => out.write_str(&quoted(word))?,
                ConditionTest::Field(field, values) => {
                    let values: Vec<_> = values.iter().map(|value| quoted(value)).collect();
                    write!(out, "{}:{}", field.name(), values.join(","))?;
                }
                ConditionTest::Confidence(comparison, limit) => write!(out, "confidence{}{limit}", comparison.sign())?,
            }
        }
        Ok(())
    }
}

/// A query for exactly this value.
pub(crate) fn exactly(field: QueryField, value: &str) -> String {
    format!("{}:{}", field.name(), quoted(&format!("{EXACTLY}{value}")))
}

/// A value as written in a query, quoted if necessary.
pub(crate) fn quoted(value: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_./-".contains(c);
    let name = value.strip_prefix(EXACTLY).unwrap_or(value);
    if !name.is_empty() && !name.starts_with('-') && name.chars().all(plain) {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Parses conditions from left to right.
struct QueryReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> QueryReader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn mistake<T>(at: usize, text: impl Into<String>) -> Result<T, QueryMistake> {
        Err(QueryMistake { at, text: text.into() })
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_next = self.rest().starts_with(sign);
        if is_next {
            self.at += sign.len();
        }
        is_next
    }

    /// Moves to the next condition, if there is one.
    fn next_condition(&mut self) -> bool {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.at < self.text.len()
    }

    fn condition(&mut self) -> Result<Condition, QueryMistake> {
        let begin = self.at;
        let negated = self.takes("-");
        if negated && self.rest().chars().next().is_none_or(char::is_whitespace) {
            return Self::mistake(begin, "- needs a condition right after it, such as -status:skipped");
        }
        Ok(Condition { negated, test: self.test()? })
    }

    fn test(&mut self) -> Result<ConditionTest, QueryMistake> {
        let (begin, rest) = (self.at, self.rest());
        let name = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let after = rest.get(name.len()..).unwrap_or_default();
        let field = QueryField::ALL.into_iter().find(|field| field.name().eq_ignore_ascii_case(name));
        let is_confidence = name.eq_ignore_ascii_case("confidence");
        if is_confidence && after.starts_with(['<', '>', ':', '=']) {
            self.at += name.len();
            return self.confidence();
        }
        if name.is_empty() || !after.starts_with(':') {
            return match self.value(false)? {
                word if word.is_empty() => Self::mistake(begin, "there is nothing between the quotes"),
                word => Ok(ConditionTest::Word(word)),
            };
        }
        let Some(field) = field else {
            let names: Vec<_> = QueryField::ALL.iter().map(|field| field.name()).collect();
            let names = names.join(", ");
            return Self::mistake(
                begin,
                format!("unknown field `{name}:`; use {names}, or quotes to search for it as text"),
            );
        };
        self.at += name.len() + 1;
        self.values(field)
    }

    fn confidence(&mut self) -> Result<ConditionTest, QueryMistake> {
        let begin = self.at;
        let Some(comparison) = Comparison::ALL.into_iter().find(|comparison| self.takes(comparison.sign())) else {
            return Self::mistake(begin, "a confidence is compared: confidence<0.8, or confidence>=0.5");
        };
        let begin = self.at;
        let number: Option<f64> = self.value(false)?.parse().ok();
        match number.filter(|number| (0.0..=1.0).contains(number)) {
            Some(number) => Ok(ConditionTest::Confidence(comparison, number)),
            None => Self::mistake(begin, "a confidence is a number from 0 to 1, such as 0.8"),
        }
    }

    fn values(&mut self, field: QueryField) -> Result<ConditionTest, QueryMistake> {
        let mut values = Vec::new();
        loop {
            let begin = self.at;
            let value = self.value(true)?;
            let known = field.values();
            let value = field.known_as(value);
            if value.is_empty() || !field.knows(&value) {
                let name = field.name();
                return Self::mistake(
                    begin,
                    match known {
                        Some(known) if !value.is_empty() => format!("`{value}` is not a {name}: {}", known.join(", ")),
                        Some(known) => format!(
                            "{name}: needs a value, such as {name}:{}",
                            known.first().copied().unwrap_or_default()
                        ),
                        None => format!("{name}: needs a value, such as {name}:word, or {name}:\"two words\""),
                    },
                );
            }
            values.push(value);
            if !self.takes(",") {
                return Ok(ConditionTest::Field(field, values));
            }
        }
    }

    /// Parses a value up to the next blank, or in quotes; a list item also ends at a comma.
    fn value(&mut self, in_list: bool) -> Result<String, QueryMistake> {
        let begin = self.at;
        if !self.takes("\"") {
            let ends = |c: char| c.is_whitespace() || (in_list && c == ',');
            let value = self.rest().split(ends).next().unwrap_or_default();
            self.at += value.len();
            return Ok(value.to_owned());
        }
        let mut value = String::new();
        let mut escaped = false;
        for c in self.rest().chars() {
            self.at += c.len_utf8();
            match c {
                '\\' if !escaped => escaped = true,
                '"' if !escaped => return Ok(value),
                c => {
                    value.push(c);
                    escaped = false;
                }
            }
        }
        Self::mistake(begin, "this quote is never closed")
    }
}

#[cfg(test)]
#[path = "../tests/query.rs"]
mod tests;
