//! Messages and evidence from an SQLite database, as its profile describes it.

mod call_entry;
mod calls;
mod calls_kept;
mod cells;
mod conditions;
mod conversation;
mod facts;
mod filled_since;
mod filled_sources;
mod guard;
mod history;
mod joined;
mod later_state;
mod lookup;
mod mapping;
mod owner_records;
mod pairing;
mod parts;
mod query;
mod questions;
mod readable;
mod recorded_tools;
mod required_columns;
mod row_of_message;
mod row_range;
mod sample;
mod skipped_sources;
mod sql_parts;
mod statement;
mod statement_facts;
mod table_join;
mod tool_messages;
mod turn_records;
mod writable;

use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;

use super::database::{self, ReadOnly};
use super::file::{FileState, retry_while_written};
use super::profile::UsedProfile;
use super::{Columns, Journal, Profile, SourceError, ToolNames, written_with};
use cells::{is_true, tools, utf8};
use conversation::ConversationTexts;
use facts::Cache;
use filled_sources::SharedLookups;
use lookup::Lookups;
pub use mapping::{CountedValue, MappingPart, MappingReport, PossibleOutcome};
pub use readable::{SourceProblem, evidence_problems};
use row_range::RowSql;
pub use row_range::{AnswerFilter, ConnectionSpec, Interrupt, SeenRow};
pub use statement::MessageSql;

/// An SQLite database, opened read-only.
pub struct SqliteSource {
    path: PathBuf,
    connection: Connection,
    /// The state of the files at opening, if the database is read without locks.
    unlocked: Option<FileState>,
    profile: Profile,
    columns: Columns,
    sql: MessageSql,
    names: ToolNames,
    journal: Arc<Journal>,
    cache: RefCell<Cache>,
    lookups: Lookups,
    /// Built at the first use.
    row_sql: OnceCell<Option<RowSql>>,
    /// The statement that reads one message. Built at the first use.
    one_message: OnceCell<String>,
    conversations: ConversationTexts,
    /// What all connections to the database share.
    grounds: Arc<SharedLookups>,
    /// The profile that the database was written with, if it is not available: another one is used, for reading only.
    lost: Option<UsedProfile>,
}

impl SqliteSource {
    /// Opens a database; without a profile, the one that fits its columns is used.
    ///
    /// With `include_hidden`, messages that the profile hides, such as those of discarded chats, are read too.
    pub fn open(path: &Path, profile: Option<&Profile>, include_hidden: bool) -> Result<Self, SourceError> {
        retry_while_written(path, || Self::open_once(path, profile, include_hidden, Journal::read))
    }

    /// The same without reading the journal, which may be long: enough to check that the database can be opened.
    pub fn open_unread(path: &Path, profile: Option<&Profile>, include_hidden: bool) -> Result<Self, SourceError> {
        retry_while_written(path, || Self::open_once(path, profile, include_hidden, |_| Ok(Journal::default())))
    }

    /// Opens it without retrying if somebody writes meanwhile.
    fn open_once(
        path: &Path,
        profile: Option<&Profile>,
        include_hidden: bool,
        journal: fn(&Connection) -> rusqlite::Result<Journal>,
    ) -> Result<Self, SourceError> {
        let ReadOnly { mut connection, unlocked } = database::open_once(path)?;
        let failed = |error: rusqlite::Error| database::sqlite_error(path, &error);
        let columns = Columns::of(&connection).map_err(failed)?;
        // From here on only reading is possible, whatever SQL the profile contains.
        guard::only_reads(&mut connection).map_err(failed)?;
        let Detected { profile, others, lost } = match profile {
            Some(own) => Detected { profile: own.clone(), others: Vec::new(), lost: None },
            None => detected(path, &connection, &columns)?,
        };
        let mut sql = MessageSql::new(path, &connection, &profile, &columns, include_hidden)?;
        if let Some(lost) = &lost {
            sql.note(format!(
                "written with profile `{}`, which is not built in; read as {}, without writing; pass its file with --profile FILE",
                lost.name, profile.name
            ));
        }
        if !others.is_empty() {
            let others = others.join(", ");
            sql.note(format!("read as {}; {others} would match too; choose with --profile", profile.name));
        }
        let journal = Arc::new(journal(&connection).map_err(failed)?);
        let names = ToolNames::of(&profile);
        if unlocked.as_ref().is_some_and(|state| *state != FileState::of(path)) {
            return Err(SourceError::Changing(path.to_owned()));
        }
        let grounds = Arc::default();
        let opening = ConnectionSpec { path: path.to_owned(), profile, columns, sql, names, journal, grounds, lost };
        let mut source = Self { unlocked, ..opening.over(connection) };
        if source.has_other_keys()? {
            source.sql.note(format!(
                "the keys of {} are neither integers nor texts; its messages can be scanned, but not decided or written",
                source.profile.messages.table
            ));
        }
        Ok(source)
    }

    /// Whether the first message has a key of a type that cannot be looked up.
    fn has_other_keys(&self) -> Result<bool, SourceError> {
        let keys = self.query(&self.sql.keys("TRUE LIMIT 1"), &[], |row| Ok(Some(self.sql.key(row)?)))?;
        Ok(keys.first().is_some_and(Option::is_none))
    }

    /// The path of the database file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The profile in force.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The columns of the database.
    #[must_use]
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Resolves the names of tools in this database.
    #[must_use]
    pub fn names(&self) -> &ToolNames {
        &self.names
    }

    /// What ghostcall wrote to this database, as of its opening.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The read-only connection, for queries that have no method here.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The connection, for tests that observe it.
    #[cfg(test)]
    pub(crate) fn connection_to_watch(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// The sources of evidence that cannot be read here, in words. Commands that judge print them first.
    #[must_use]
    pub fn unreadable_evidence(&self) -> Vec<String> {
        let problems = evidence_problems(self).into_iter();
        problems.map(|SourceProblem { source, reason }| format!("evidence `{source}`: {reason}")).collect()
    }

    /// Notes for the user: parts of the profile that this database lacks.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        self.sql.notes()
    }

    fn error(&self, error: &rusqlite::Error) -> SourceError {
        match (database::sqlite_error(&self.path, error), &self.unlocked) {
            (error, Some(state)) if error.may_be_half_written() && *state != FileState::of(&self.path) => {
                SourceError::Changing(self.path.clone())
            }
            (error, _) => error,
        }
    }
}

/// The profile that is used for a database if none is given.
struct Detected {
    profile: Profile,
    /// The names of other profiles that fit.
    others: Vec<String>,
    /// The profile that the database was written with, if it is not available.
    lost: Option<UsedProfile>,
}

/// The profile that the database was written with, or else the one that fits best.
fn detected(path: &Path, connection: &Connection, columns: &Columns) -> Result<Detected, SourceError> {
    let detector = super::Detector::builtin()?;
    let used = written_with(connection).map_err(|error| database::sqlite_error(path, &error))?;
    let (profile, lost) = match used.as_ref().map(|used| detector.used(used, path, columns)).transpose() {
        Ok(Some(Some(known))) => (known, None),
        Ok(_) => (detector.choose(path, columns)?, None),
        // Anybody may have added the journal row, so it must not prevent reading.
        Err(error) => (detector.choose(path, columns).map_err(|_| error)?, used),
    };
    let others = detector.others(&profile.name, columns);
    Ok(Detected { profile, others, lost })
}
