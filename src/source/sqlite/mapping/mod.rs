//! Reports how a profile fits a database: what each part of the mapping finds, what is empty or unreadable, and which
//! verdicts are possible. It makes silent errors in a mapping visible.

mod calls;
mod copies;
mod evidence;
mod messages;
mod records;
mod references;
mod related;
mod rows;
mod verdicts;

use serde::Serialize;

use super::SqliteSource;
use crate::counted::counted;
use crate::source::profile::Profile;
use crate::source::{Message, Source as _, SourceError};
use messages::Mapping;

/// The maximum number of assistant messages to read with the mapping.
const MAX_MESSAGES_READ: usize = 5_000;

/// The maximum number of different values to list.
const VALUES_LISTED: usize = 8;

/// What a mapping finds in a database.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MappingReport {
    /// The parts of the mapping.
    pub parts: Vec<MappingPart>,
    /// The possible verdicts and remedies.
    pub outcomes: Vec<PossibleOutcome>,
}

impl MappingReport {
    /// The report on a database that cannot be read with the mapping.
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
    /// The name of the part: `messages`, `messages.role`, `evidence[0]`.
    pub part: String,
    /// The table, column or JSON path of the part.
    pub place: String,
    /// The number of rows with a value there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// The most frequent values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<CountedValue>,
    /// One of the texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
    /// Observations that the user should check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Errors in the mapping.
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

    /// Notes what is missing in the database: a problem, unless the profile is built in.
    fn missing(&mut self, profile: &Profile, missing: impl Into<String>) {
        if profile.origin.built_in { self.note(missing) } else { self.problem(missing) }
    }

    fn problem(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
    }
}

/// A value, and the number of rows with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountedValue {
    /// The value; `None` means NULL or empty.
    pub value: Option<String>,
    /// The number of rows with this value.
    pub rows: u64,
    /// Its meaning in the mapping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

/// Whether a verdict or remedy is possible with a mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PossibleOutcome {
    /// Its name: `not_executed`, `recover`.
    pub outcome: String,
    /// Whether it is possible.
    pub possible: bool,
    /// What makes it possible, or prevents it.
    pub why: String,
}

impl SqliteSource {
    /// Examines each part of the profile in this database.
    pub fn mapping_report(&self) -> Result<MappingReport, SourceError> {
        let mut read: Vec<Message> = Vec::new();
        self.each_message(&mut |message| {
            read.push(message);
            read.len() < MAX_MESSAGES_READ
        })?;
        let mut mapping = Mapping::of(self);
        let mut parts = messages::parts(&mut mapping, self, &read)?;
        parts.extend(related::parts(&mut mapping, &read)?);
        let sources = evidence::sources(self, &read)?;
        let records = records::parts(self, &read)?;
        let outcomes = verdicts::outcomes(self, &read, &sources, (&parts, &records));
        parts.extend(sources.into_iter().map(|source| source.part));
        parts.extend(records);
        Ok(MappingReport { parts, outcomes })
    }
}

/// A length as a `u64`.
fn length(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// `1 key is`, `2 keys are`.
fn is_are(number: u64, one: &str) -> String {
    format!("{} {}", counted(number, one), if number == 1 { "is" } else { "are" })
}
