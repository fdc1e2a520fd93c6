//! How a profile fits a database: what each part of the mapping finds there, what is empty, what cannot be read, and which verdicts
//! can come of it. Every way of going wrong silently shows here.

mod calls;
mod copies;
mod elsewhere;
mod evidence;
mod messages;
mod records;
mod references;
mod rows;
mod verdicts;

use serde::Serialize;

use super::SqliteSource;
use crate::counted::counted;
use crate::source::{Message, Source as _, SourceError};

/// The number of assistant messages that are read to see what the parts of the mapping make of them.
const MAX_MESSAGES_READ: usize = 5_000;

/// The number of different values that are listed.
const VALUES_LISTED: usize = 8;

/// What a mapping finds in a database.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MappingReport {
    /// Each part of the mapping.
    pub parts: Vec<MappingPart>,
    /// Which verdicts and remedies can come of it.
    pub outcomes: Vec<PossibleOutcome>,
}

impl MappingReport {
    /// The report on a database that cannot be read with the mapping at all.
    #[must_use]
    pub fn refused(reason: &str) -> Self {
        let mut part = MappingPart::new("messages", "cannot be read");
        part.problem(reason);
        Self { parts: vec![part], outcomes: Vec::new() }
    }

    /// The number of problems.
    #[must_use]
    pub fn problems(&self) -> usize {
        self.parts.iter().map(|part| part.problems.len()).sum()
    }
}

/// What one part of a mapping finds.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MappingPart {
    /// Which part: `messages`, `messages.role`, `evidence[0]`.
    pub part: String,
    /// What it names: a table, a column, a place in JSON.
    pub place: String,
    /// The number of rows that hold something there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// The values that are there most often.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<CountedValue>,
    /// One of the texts that are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
    /// What a person should look at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

impl MappingPart {
    fn new(part: &str, place: &(impl ToString + ?Sized)) -> Self {
        Self { part: part.to_owned(), place: place.to_string(), ..Self::default() }
    }

    fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    fn problem(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
    }
}

/// A value, and the number of rows that hold it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountedValue {
    /// The value; `None` for nothing.
    pub value: Option<String>,
    /// The number of rows that were read.
    pub rows: u64,
    /// What the mapping takes it for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

/// Whether a verdict, or a remedy, can come of a mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PossibleOutcome {
    /// Its name: `not_executed`, `recover`.
    pub outcome: String,
    /// Whether it can come of it.
    pub possible: bool,
    /// The sources of it, or why it is impossible.
    pub why: String,
}

impl SqliteSource {
    /// What each part of the profile finds in this database.
    pub fn mapping_report(&self) -> Result<MappingReport, SourceError> {
        let mut read: Vec<Message> = Vec::new();
        self.each_message(&mut |message| {
            read.push(message);
            read.len() < MAX_MESSAGES_READ
        })?;
        let mut parts = messages::parts(self, &read)?;
        let sources = evidence::sources(self, &read)?;
        let records = records::parts(self, &read)?;
        let outcomes = verdicts::outcomes(self, &read, &sources, (&parts, &records));
        parts.extend(sources.into_iter().map(|source| source.part));
        parts.extend(records);
        Ok(MappingReport { parts, outcomes })
    }
}

/// A length as a number that never overflows.
fn length(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// `1 key is`, `2 keys are`.
fn is_are(number: u64, one: &str) -> String {
    format!("{} {}", counted(number, one), if number == 1 { "is" } else { "are" })
}
