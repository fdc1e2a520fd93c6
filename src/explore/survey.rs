//! The payloads of a database, grouped by shape.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use super::draft::{DraftedMember, draft};
use super::spark::buckets;
use crate::audit::{Audit, SurveyedMessage};
use crate::catalog::Catalog;
use crate::claim::{CallMention, Span, ValueShape};
use crate::registry::Registry;
use crate::source::{Key, Message, SourceError};

/// The maximum number of characters to keep of the text before a payload, and of the text after it.
const AROUND: usize = 120;
/// The maximum number of characters to keep of a payload as written.
const MOST_WRITTEN: usize = 600;
/// The minimum number of digits in the id of a shape; ids get more if two would be equal.
const ID_DIGITS: usize = 6;

/// A payload with the message that contains it.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenPayload {
    /// The key of the message that contains the payload.
    pub message: Key,
    /// The display name of the agent that wrote it.
    pub agent: Option<String>,
    /// The name of the model that wrote it.
    pub model: Option<String>,
    /// When the message was written, if known.
    pub at: Option<Timestamp>,
    /// The payload as written, shortened, with the nearest text around it.
    pub text: Excerpt,
    /// Whether it counts as a claim, so that the message is a finding.
    pub is_claim: bool,
    /// The payload with its syntax, its tool and its value.
    pub call_mention: CallMention,
}

/// A part of a text with its surroundings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The last characters before it.
    pub before: String,
    /// The part itself, or its beginning.
    pub written: String,
    /// The first characters after it.
    pub after: String,
}

impl Excerpt {
    fn of(text: &str, span: Span) -> Self {
        let before = text.get(..span.start).unwrap_or_default();
        let start = before.char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
        let first = |text: &str, most: usize| text.chars().take(most).collect::<String>();
        Self {
            before: before.get(start..).unwrap_or_default().to_owned(),
            written: first(text.get(span.start..span.end).unwrap_or_default(), MOST_WRITTEN),
            after: first(text.get(span.end..).unwrap_or_default(), AROUND),
        }
    }
}

/// All payloads of one shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The id: some hexadecimal digits that stay the same from run to run.
    pub id: String,
    /// How the payloads are wrapped.
    pub syntax: String,
    /// The keys, with the types of their values.
    pub value: ValueShape,
    /// The payloads as indexes into [`Survey::seen`], in the order of the messages.
    pub seen: Vec<usize>,
    /// The number of payloads that each pattern matches.
    pub patterns: BTreeMap<String, usize>,
    /// The number of payloads that count as claims.
    pub claims: usize,
    /// The times of the first and the last payload; `None` if no time is known.
    pub times: Option<(Timestamp, Timestamp)>,
    /// The number of payloads by each model, largest first.
    pub models: Vec<(String, usize)>,
    /// The number of payloads by each agent, largest first.
    pub agents: Vec<(String, usize)>,
}

impl Shape {
    /// The number of payloads that no pattern matches.
    #[must_use]
    pub fn unknown(&self) -> usize {
        self.seen.len().saturating_sub(self.patterns.values().sum())
    }
}

/// The payloads of a database.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// All payloads, in the order of the messages.
    pub seen: Vec<SeenPayload>,
    /// All shapes: first those that no pattern matches, then those that patterns match in part, then the others; within
    /// each group, the most common first.
    pub shapes: Vec<Shape>,
    /// The times of the first and the last payload; `None` if no time is known.
    pub times: Option<(Timestamp, Timestamp)>,
    /// The number of messages read.
    pub messages: u64,
    /// The names of the built-in patterns and syntaxes, which a file of patterns may replace.
    pub built_in: BTreeSet<String>,
}

/// The names of all patterns and syntaxes.
fn names(registry: &Registry) -> BTreeSet<String> {
    let patterns = registry.patterns().iter().map(|pattern| pattern.name.clone());
    patterns.chain(registry.syntaxes().iter().map(|syntax| syntax.name.clone())).collect()
}

impl Survey {
    /// Reads a whole database.
    pub fn of(audit: &Audit) -> Result<Self, SourceError> {
        let mut survey = Self { built_in: names(&Registry::builtin()?), ..Self::default() };
        survey.messages = audit.survey(&mut |surveyed| survey.take(surveyed))?;
        survey.group();
        Ok(survey)
    }

    /// Adds the payloads of a message, not yet grouped.
    pub(crate) fn take(&mut self, surveyed: SurveyedMessage<'_>) {
        let SurveyedMessage { message, call_mentions, claims } = surveyed;
        for call_mention in call_mentions {
            let span = call_mention.span;
            // Claims and payloads are each sorted and free of overlaps. A binary search matters: a text may contain
            // thousands of each.
            let next = claims.partition_point(|claim| claim.span.end <= span.start);
            let is_claim = claims.get(next).is_some_and(|claim| claim.span.start < span.end);
            self.seen.extend(SeenPayload::of(message, is_claim, call_mention));
        }
    }

    /// Groups the added payloads by shape.
    pub(crate) fn group(&mut self) {
        self.shapes = group(&self.seen);
        self.times = range(self.seen.iter().filter_map(|seen| seen.at));
    }

    /// The payloads of a shape.
    pub fn members<'a>(&'a self, shape: &'a Shape) -> impl Iterator<Item = &'a SeenPayload> {
        shape.seen.iter().filter_map(|place| self.seen.get(*place))
    }

    /// Returns the shape with this id, or the only one whose id begins with it.
    #[must_use]
    pub fn shape(&self, name: &str) -> Option<&Shape> {
        let mut begun = self.shapes.iter().filter(|shape| !name.is_empty() && shape.id.starts_with(name));
        let first = begun.next();
        let exact = self.shapes.iter().find(|shape| shape.id == name);
        exact.or_else(|| first.filter(|_| begun.next().is_none()))
    }

    /// Drafts a registry file with a pattern for all payloads of these shapes, with the given name if there is one.
    #[must_use]
    pub fn draft(
        &self,
        name: Option<&str>,
        shapes: &[&Shape],
        catalog: Option<&Catalog>,
        registry: &Registry,
    ) -> String {
        let seen = shapes.iter().flat_map(|shape| self.members(shape));
        let members: Vec<DraftedMember<'_>> = seen.map(|seen| DraftedMember::of(&seen.call_mention)).collect();
        draft(name, &members, catalog, registry)
    }

    /// Returns an example payload of a shape, preferably one that no pattern matches.
    #[must_use]
    pub fn example(&self, shape: &Shape) -> Option<&SeenPayload> {
        let mut members = shape.seen.iter().filter_map(|place| self.seen.get(*place));
        let first = members.clone().next();
        members.find(|seen| seen.call_mention.pattern.is_none()).or(first)
    }

    /// Counts the payloads of a shape in each of `parts` equal parts of the time of all payloads.
    #[must_use]
    pub fn over_time(&self, shape: &Shape, parts: usize) -> Vec<usize> {
        let times: Vec<Timestamp> = self.members(shape).filter_map(|seen| seen.at).collect();
        self.times.map(|all| buckets(&times, all, parts)).unwrap_or_default()
    }
}

impl SeenPayload {
    fn of(message: &Message, is_claim: bool, call_mention: CallMention) -> Option<Self> {
        let owner = &message.owner;
        let agent = owner.name.clone().or_else(|| owner.key.as_ref().map(ToString::to_string));
        Some(Self {
            message: message.key.clone()?,
            agent,
            model: message.model.clone(),
            at: message.created_at,
            text: Excerpt::of(&message.text, call_mention.span),
            is_claim,
            call_mention,
        })
    }
}

/// Lists the most common names with their shares, such as `Juno 80 %, Paulina 20 %`, and the number of others.
#[must_use]
pub fn shares(counts: &[(String, usize)], all: usize, most: usize) -> String {
    let named =
        counts.iter().take(most).map(|(name, count)| format!("{name} {}%", (count * 100 + all / 2) / all.max(1)));
    let others = (counts.len() > most).then(|| format!("{} more", counts.len() - most));
    named.chain(others).collect::<Vec<_>>().join(", ")
}

fn range(times: impl Iterator<Item = Timestamp>) -> Option<(Timestamp, Timestamp)> {
    times.fold(None, |range, time| match range {
        None => Some((time, time)),
        Some((first, last)) => Some((time.min(first), time.max(last))),
    })
}

fn group(seen: &[SeenPayload]) -> Vec<Shape> {
    let mut groups: HashMap<(&str, ValueShape), Vec<usize>> = HashMap::new();
    for (place, one) in seen.iter().enumerate() {
        let shape = ValueShape::of(&one.call_mention.value);
        groups.entry((&one.call_mention.syntax, shape)).or_default().push(place);
    }
    let mut shapes: Vec<Shape> =
        groups.into_iter().map(|((syntax, value), places)| shape(syntax, value, places, seen)).collect();
    shapes.sort_by(|a, b| {
        let rank = |shape: &Shape| {
            let (is_new, is_known) = (shape.patterns.is_empty(), shape.unknown() == 0);
            (!is_new, is_known, std::cmp::Reverse(shape.seen.len()))
        };
        rank(a).cmp(&rank(b)).then_with(|| (&a.syntax, &a.value).cmp(&(&b.syntax, &b.value)))
    });
    name(&mut shapes);
    shapes
}

fn shape(syntax: &str, value: ValueShape, places: Vec<usize>, seen: &[SeenPayload]) -> Shape {
    let members = || places.iter().filter_map(|place| seen.get(*place));
    let mut patterns = BTreeMap::new();
    for pattern in members().filter_map(|seen| seen.call_mention.pattern.clone()) {
        *patterns.entry(pattern).or_default() += 1;
    }
    Shape {
        id: String::new(),
        syntax: syntax.to_owned(),
        patterns,
        claims: members().filter(|seen| seen.is_claim).count(),
        times: range(members().filter_map(|seen| seen.at)),
        models: counted(members().filter_map(|seen| seen.model.clone())),
        agents: counted(members().filter_map(|seen| seen.agent.clone())),
        value,
        seen: places,
    }
}

/// Counts each name, most frequent first.
fn counted(names: impl Iterator<Item = String>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let mut counted: Vec<_> = counts.into_iter().collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted
}

/// Derives the id of each shape from its content, so that it does not change when others are added.
fn name(shapes: &mut [Shape]) {
    let mut digests: Vec<(String, usize)> = shapes.iter().map(digest).zip(0..).collect();
    digests.sort();
    let in_common = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    for (rank, (digest, place)) in digests.iter().enumerate() {
        let neighbours = [rank.checked_sub(1), Some(rank + 1)].into_iter().flatten();
        let others = neighbours.filter_map(|rank| digests.get(rank));
        let shared = others.map(|(other, _)| in_common(digest, other)).max().unwrap_or_default();
        let length = ID_DIGITS.max(shared + 1).min(digest.len());
        if let (Some(shape), Some(id)) = (shapes.get_mut(*place), digest.get(..length)) {
            id.clone_into(&mut shape.id);
        }
    }
}

fn digest(shape: &Shape) -> String {
    let mut hash = Sha256::new();
    hash.update(shape.syntax.as_bytes());
    hash.update([0]);
    hash.update(shape.value.kind.name().as_bytes());
    hash.update([0]);
    for (key, kind) in &shape.value.members {
        hash.update(key.as_bytes());
        hash.update([0]);
        hash.update(kind.name().as_bytes());
        hash.update([0]);
    }
    format!("{:x}", hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Options;
    use crate::source::SqliteSource;
    use serde_json::json;

    fn seen(message: i64, syntax: &str, pattern: Option<&str>, value: serde_json::Value) -> SeenPayload {
        SeenPayload {
            message: Key::Integer(message),
            agent: Some(if message % 2 == 0 { "Juno" } else { "Paulina" }.to_owned()),
            model: None,
            at: Timestamp::from_second(message * 60).ok(),
            text: Excerpt::default(),
            is_claim: pattern.is_some(),
            call_mention: CallMention {
                span: Span::new(0, 1),
                syntax: syntax.to_owned(),
                kind: crate::registry::PatternKind::Result,
                called: None,
                tool: None,
                value,
                pattern: pattern.map(str::to_owned),
            },
        }
    }

    #[test]
    fn shapes_that_no_pattern_knows_come_first_and_then_the_commonest() {
        let all = [
            seen(1, "object", Some("a"), json!({"x": 1})),
            seen(2, "object", Some("a"), json!({"x": 2})),
            seen(3, "object", None, json!({"y": 1})),
            seen(4, "hermes", None, json!({"x": 1})),
            seen(5, "hermes", None, json!({"x": 7})),
            seen(6, "object", Some("a"), json!({"x": 7})),
            seen(7, "object", None, json!({"x": 8})),
        ];
        let shapes = group(&all);
        let counts: Vec<_> =
            shapes.iter().map(|shape| (shape.syntax.as_str(), shape.unknown(), shape.seen.len())).collect();
        assert_eq!(counts, [("hermes", 2, 2), ("object", 1, 1), ("object", 1, 4)]);
        assert_eq!(shapes[2].patterns, BTreeMap::from([("a".to_owned(), 3)]));
        assert_eq!(shapes[2].agents, [("Juno".to_owned(), 2), ("Paulina".to_owned(), 2)]);
        assert_eq!(shapes[2].claims, 3);
        let times = shapes[2].times.unwrap();
        assert_eq!((times.0.as_second(), times.1.as_second()), (60, 420));
    }

    #[test]
    fn a_shape_is_found_by_its_name_or_the_beginning_of_one() {
        let all: Vec<_> = (0..200).map(|n| seen(n, "object", None, json!({ format!("key_{n}"): 1 }))).collect();
        let survey = Survey { shapes: group(&all), seen: all, messages: 200, ..Survey::default() };
        for shape in &survey.shapes {
            assert!(shape.id.len() >= ID_DIGITS);
            assert_eq!(survey.shape(&shape.id), Some(shape));
        }
        let mut names: Vec<_> = survey.shapes.iter().map(|shape| &shape.id).collect();
        names.dedup();
        assert_eq!(names.len(), 200);
        assert_eq!(survey.shape(""), None);
        assert_eq!(survey.shape("xyz"), None);
        // With two hundred shapes, one digit is ambiguous.
        assert_eq!(survey.shape(&survey.shapes[0].id[..1]), None);
    }

    #[test]
    fn a_part_of_a_text_keeps_its_neighbours_whole_characters() {
        let text = format!("{}{{\"a\": 1}}{}", "ü".repeat(300), "é".repeat(300));
        let around = Excerpt::of(&text, Span::new(600, 608));
        assert_eq!((around.before.chars().count(), around.after.chars().count()), (AROUND, AROUND));
        assert_eq!(around.written, "{\"a\": 1}");
    }

    #[test]
    fn the_sample_is_surveyed_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample.db");
        crate::sample::copy_to(&path).unwrap();
        let source = SqliteSource::open(&path, None, false).unwrap();
        let audit = Audit::new(source, Registry::builtin().unwrap(), None, Options::at(Timestamp::UNIX_EPOCH));
        let survey = Survey::of(&audit).unwrap();
        let memories =
            survey.seen.iter().filter(|seen| seen.call_mention.pattern.as_deref() == Some("save_memory")).count();
        assert!(memories > 10, "{memories}");
        let grouped: usize = survey.shapes.iter().map(|shape| shape.seen.len()).sum();
        assert_eq!(grouped, survey.seen.len());
        let unknown: Vec<_> = survey.shapes.iter().map(|shape| shape.unknown() == 0).collect();
        assert!(unknown.is_sorted(), "{unknown:?}");
    }
}
