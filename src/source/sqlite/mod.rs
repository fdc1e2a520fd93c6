//! Messages and evidence from an SQLite database, as its profile describes it.

mod beginning;
mod calls;
mod calls_kept;
mod conditions;
mod conversation;
mod facts;
mod grounds;
mod guard;
mod joined;
mod later_state;
mod lookup;
mod mapping;
mod not_asked;
mod parts;
mod pieces;
mod readable;
mod recorded_tools;
mod row_of_message;
mod sample;
mod statement;
mod statement_facts;
mod stretch;
mod tool_messages;
mod turn_records;
mod writable;

use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::database::{self, ReadOnly};
use super::file::{FileState, read_as_it_stands};
use super::message::{Owner, TurnMessage};
use super::profile::{Absent, UsedProfile};
use super::{
    Columns, Facts, JOURNAL_TABLE, Journal, Key, List, Message, Moment, Profile, Question, ReadCount, Source,
    SourceError, Stretch, ToolNames, entry, journal_fault, written_with,
};
use conversation::ConversationTexts;
use facts::Cache;
use grounds::Grounds;
use lookup::Lookups;
pub use mapping::{CountedValue, MappingPart, MappingReport, PossibleOutcome};
pub use readable::{SourceProblem, evidence_problems};
pub use statement::{MessageSql, quote};
use stretch::RowSql;
pub use stretch::{Interrupt, Look, Opening, SeenRow};

/// An SQLite database, opened read-only.
pub struct SqliteSource {
    path: PathBuf,
    connection: Connection,
    /// Where it is read without locks, how its files were when it was opened.
    unlocked: Option<FileState>,
    profile: Profile,
    columns: Columns,
    sql: MessageSql,
    names: ToolNames,
    journal: Arc<Journal>,
    cache: RefCell<Cache>,
    lookups: Lookups,
    /// Made when it is first asked for.
    row_sql: OnceCell<Option<RowSql>>,
    conversations: ConversationTexts,
    /// What of the database is known to all connections to it.
    grounds: Arc<Grounds>,
    /// The profile that the database was written with, where another one had to be taken: only for reading.
    lost: Option<UsedProfile>,
}

impl SqliteSource {
    /// Opens a database; without a profile, the one that fits its columns is taken.
    ///
    /// With `include_hidden`, messages that the profile hides (of discarded chats) are read too.
    pub fn open(path: &Path, profile: Option<&Profile>, include_hidden: bool) -> Result<Self, SourceError> {
        Self::open_by(path, profile, include_hidden, Journal::read)
    }

    /// The same without its journal, which may be long: enough to know that it can be opened.
    pub fn open_unread(path: &Path, profile: Option<&Profile>, include_hidden: bool) -> Result<Self, SourceError> {
        Self::open_by(path, profile, include_hidden, |_| Ok(Journal::default()))
    }

    fn open_by(
        path: &Path,
        profile: Option<&Profile>,
        include_hidden: bool,
        journal: fn(&Connection) -> rusqlite::Result<Journal>,
    ) -> Result<Self, SourceError> {
        read_as_it_stands(path, || Self::open_as_it_stands(path, profile, include_hidden, journal))
    }

    /// The same, whether or not somebody writes meanwhile.
    fn open_as_it_stands(
        path: &Path,
        profile: Option<&Profile>,
        include_hidden: bool,
        journal: fn(&Connection) -> rusqlite::Result<Journal>,
    ) -> Result<Self, SourceError> {
        let ReadOnly { mut connection, unlocked } = database::open_as_it_stands(path)?;
        let failed = |error: rusqlite::Error| database::sqlite_error(path, &error);
        let columns = Columns::of(&connection).map_err(failed)?;
        // From here on nothing but reading is possible, whatever SQL the profile brings along.
        guard::only_reads(&mut connection).map_err(failed)?;
        let Detected { profile, others, lost } = match profile {
            Some(own) => Detected { profile: own.clone(), others: Vec::new(), lost: None },
            None => detected(path, &connection, &columns)?,
        };
        let mut sql = MessageSql::new(path, &connection, &profile, &columns, include_hidden)?;
        if let Some(lost) = &lost {
            sql.note(format!(
                "written with the profile `{}`, which is not built in: read as {}, and nothing is written; --profile names its file",
                lost.name, profile.name
            ));
        }
        if !others.is_empty() {
            let others = others.join(", ");
            sql.note(format!("read as {}; it fits {others} too: --profile chooses", profile.name));
        }
        let journal = Arc::new(journal(&connection).map_err(failed)?);
        let names = ToolNames::of(&profile);
        if unlocked.as_ref().is_some_and(|state| *state != FileState::of(path)) {
            return Err(SourceError::Changing(path.to_owned()));
        }
        let grounds = Arc::default();
        let opening = Opening { path: path.to_owned(), profile, columns, sql, names, journal, grounds, lost };
        let mut source = Self { unlocked, ..opening.over(connection) };
        if let Some(what) = journal_fault(&source.connection).map_err(|error| source.error(&error))? {
            source
                .sql
                .note(format!("{JOURNAL_TABLE} {what}: nothing is known of what was written, and nothing is written"));
        }
        if source.has_other_keys()? {
            source.sql.note(format!(
                "the keys of {} are neither whole numbers nor texts: its messages can be scanned, and nothing about them can be \
                 decided or written",
                source.profile.messages.table
            ));
        }
        Ok(source)
    }

    /// Whether the first message has a key by which it could not be found again.
    fn has_other_keys(&self) -> Result<bool, SourceError> {
        let keys = self.query(&self.sql.keys("TRUE LIMIT 1"), &[], |row| Ok(Some(self.sql.key(row)?)))?;
        Ok(keys.first().is_some_and(Option::is_none))
    }

    /// The file.
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

    /// How names of tools are resolved here.
    #[must_use]
    pub fn names(&self) -> &ToolNames {
        &self.names
    }

    /// What ghostcall wrote to this database, as of its opening.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The connection, for reading.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The connection, for a test to watch.
    #[cfg(test)]
    pub(crate) fn connection_to_watch(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// What the profile names as evidence and nobody can read here, in words: every command that judges says so first.
    #[must_use]
    pub fn unreadable_evidence(&self) -> Vec<String> {
        let problems = evidence_problems(self).into_iter();
        problems.map(|SourceProblem { source, reason }| format!("evidence `{source}`: {reason}")).collect()
    }

    /// Whether a tool is recorded as run anywhere in this database, or listed as enabled.
    pub fn tool_exists(&self, tool: &str) -> Result<bool, SourceError> {
        recorded_tools::existing_tool(self, tool).map(|found| found.is_some())
    }

    /// What a person should know about the reading: parts of the profile that this database lacks.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        self.sql.notes()
    }

    /// Why nothing is decided or written by its profile, where the file of that changed since the database was reviewed.
    #[must_use]
    pub fn changed_profile(&self) -> Option<String> {
        let Profile { name, origin, .. } = &self.profile;
        origin.has_changed.then(|| {
            format!(
                "{} has changed since this database was reviewed with it (profile `{name}`): it is read by what the file says now, \
                 and nothing is decided or written unless --profile names it",
                origin.file
            )
        })
    }

    /// The key that a person typed, if there is such a message: an integer key is tried before a text.
    pub fn find(&self, typed: &str) -> Result<Option<Key>, SourceError> {
        let mut candidates = Vec::new();
        candidates.extend(typed.parse().ok().map(Key::Integer));
        candidates.push(Key::Text(typed.to_owned()));
        candidates.extend(Key::from_json(typed).filter(|key| matches!(key, Key::Composite(_))));
        for key in candidates {
            if let Some(found) = self.stored_key(&key)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The key in the type in which it is stored: SQLite finds the text `12` by the number 12.
    fn stored_key(&self, key: &Key) -> Result<Option<Key>, SourceError> {
        let cells = key.cells();
        if cells.len() != self.sql.key_width() {
            return Ok(None);
        }
        let parameters: Vec<&dyn rusqlite::ToSql> = cells.iter().map(|cell| cell as &dyn rusqlite::ToSql).collect();
        let found = self.query(&self.sql.keys(&self.is_key()?), &parameters, |row| self.sql.key(row))?;
        Ok(found.into_iter().next())
    }

    fn error(&self, error: &rusqlite::Error) -> SourceError {
        match (database::sqlite_error(&self.path, error), &self.unlocked) {
            (error, Some(state)) if error.may_be_half_written() && *state != FileState::of(&self.path) => {
                SourceError::Changing(self.path.clone())
            }
            (error, _) => error,
        }
    }

    /// SQL that holds for the message with a key.
    fn is_key(&self) -> Result<String, SourceError> {
        let messages = &self.profile.messages;
        match messages.key.columns() {
            [column] if self.sql.key_width() == 1 && column.table_or(&messages.table) == messages.table => {
                self.found_by(&messages.table, &column.column)
            }
            // SQLite need not unfold all rows, or look through them, for one.
            [column, ..] if column.table_or(&messages.table) == messages.table => {
                let row = self.copied_lookup(&messages.table, &column.column).map_err(|error| self.error(&error))?;
                Ok(row.into_iter().fold(self.sql.is_key().to_owned(), |is_key, row| is_key + " AND " + &row))
            }
            _ => Ok(self.sql.is_key().to_owned()),
        }
    }

    /// The text in the row of a message that a query answers with.
    fn first_text(&self, sql: &str, key: &Key) -> Result<Option<String>, SourceError> {
        let cells = key.cells();
        if cells.len() != self.sql.key_width() {
            return Ok(None);
        }
        let parameters: Vec<&dyn rusqlite::ToSql> = cells.iter().map(|cell| cell as &dyn rusqlite::ToSql).collect();
        let texts =
            self.query(sql, &parameters, |row| Ok(Some(utf8(row.get_ref(0)?).unwrap_or_default().to_owned())))?;
        Ok(texts.into_iter().next())
    }

    /// All rows that `read` makes something of.
    fn query<T>(
        &self,
        sql: &str,
        parameters: &[&dyn rusqlite::ToSql],
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<Option<T>>,
    ) -> Result<Vec<T>, SourceError> {
        let mut run = || -> rusqlite::Result<Vec<T>> {
            let mut statement = self.connection.prepare_cached(sql)?;
            let mut rows = statement.query(parameters)?;
            let mut all = Vec::new();
            while let Some(row) = rows.next()? {
                all.extend(read(row)?);
            }
            Ok(all)
        };
        run().map_err(|error| self.error(&error))
    }

    /// The message that a row of [`MessageSql::all`] holds; `None` where its text is no UTF-8.
    fn read_message(&self, row: &Row<'_>) -> rusqlite::Result<Option<Message>> {
        let column = |index: usize| row.get_ref(self.sql.key_width() + index);
        let Some(text) = utf8(row.get_ref(self.sql.text_column())?) else {
            return Ok(None);
        };
        let key = self.sql.key(row)?;
        let owner_key = self.owner_key(column(1)?);
        let enabled = match column(4)? {
            ValueRef::Null => None,
            cell => {
                let list = List::read(utf8(cell));
                Some(list.names().map(|name| self.names.resolve(name)).collect())
            }
        };
        let owner =
            Owner { key: owner_key, name: utf8(column(2)?).map(str::to_owned), exists: is_true(column(3)?), enabled };
        let tools_used = if self.sql.has_tools() { self.known_tools(key.as_ref(), column(8)?) } else { None };
        Ok(Some(Message {
            conversation: Key::from_cell(column(0)?),
            owner,
            text: text.to_owned(),
            created_at: Moment::read(column(6)?).map(|moment| moment.at),
            model: utf8(column(7)?).map(str::to_owned),
            tools_used,
            tools_hide_it: is_true(column(9)?),
            plan: utf8(column(10)?).map(str::to_owned),
            key,
        }))
    }

    /// The owner that a cell tells of.
    fn owner_key(&self, cell: ValueRef<'_>) -> Option<Key> {
        match &self.profile.messages.owner {
            Some(owner) if owner.places().len() > 1 => utf8(cell).and_then(Key::from_json),
            _ => Key::from_cell(cell),
        }
    }

    /// The tools of a message as its cell lists them; `None` where it lists none and that says nothing.
    fn known_tools(&self, key: Option<&Key>, cell: ValueRef<'_>) -> Option<Vec<String>> {
        let listed = tools(&self.profile, cell);
        let has_some = !listed.is_empty();
        let others = self.without_own(key, listed);
        // What is left of a list that ghostcall alone wrote may have been NULL before.
        let is_silent = cell == ValueRef::Null || (has_some && others.is_empty());
        (!is_silent || self.profile.absent_tools() == Absent::NothingRan).then_some(others)
    }

    /// The tools of a message without those that ghostcall itself wrote there.
    fn without_own(&self, key: Option<&Key>, tools: Vec<String>) -> Vec<String> {
        let own = key.map_or(&[][..], |key| self.journal.tools_added(key));
        let is_own = |tool: &String| own.iter().any(|(row, name)| name == tool && self.is_intact(*row));
        tools.into_iter().filter(|tool| !is_own(tool)).collect()
    }

    /// Whether ghostcall wrote a row.
    fn wrote(&self, table: &str, key: &Key) -> bool {
        self.journal.row_of(table, key).is_some_and(|row| self.is_intact(row))
    }

    /// Whether a row of the journal is as it was written: what another one tells hides no evidence. Asked only of the rows by
    /// which something would be taken for ours, since a journal may be long.
    fn is_intact(&self, row: i64) -> bool {
        if let Some(known) = self.cache.borrow().intact.get(&row) {
            return *known;
        }
        let is_intact = entry(&self.connection, row).is_ok_and(|entry| entry.is_some_and(|entry| entry.is_intact()));
        self.cache.borrow_mut().intact.insert(row, is_intact);
        is_intact
    }
}

/// The profile that a database is read with where nobody names one.
struct Detected {
    profile: Profile,
    /// The names of the others that fit.
    others: Vec<String>,
    /// The profile that the database was written with, where that cannot be had.
    lost: Option<UsedProfile>,
}

/// The profile that the database was written with; else the one that fits best.
fn detected(path: &Path, connection: &Connection, columns: &Columns) -> Result<Detected, SourceError> {
    let detector = super::Detector::builtin()?;
    let used = written_with(connection).map_err(|error| database::sqlite_error(path, &error))?;
    let (profile, lost) = match used.as_ref().map(|used| detector.used(used, path, columns)).transpose() {
        Ok(Some(Some(known))) => (known, None),
        Ok(_) => (detector.choose(path, columns)?, None),
        // A row of the journal, which anybody may have put there, keeps nobody from reading.
        Err(error) => (detector.choose(path, columns).map_err(|_| error)?, used),
    };
    let others = detector.others(&profile.name, columns);
    Ok(Detected { profile, others, lost })
}

fn utf8(cell: ValueRef<'_>) -> Option<&str> {
    match cell {
        ValueRef::Text(bytes) => simdutf8::basic::from_utf8(bytes).ok(),
        _ => None,
    }
}

/// What a list of tools in bytes (JSONB) is taken for: some tool ran, and nobody can read which.
const UNREADABLE_TOOL: &str = "(bytes)";

/// The tools that a cell lists.
fn tools(profile: &Profile, cell: ValueRef<'_>) -> Vec<String> {
    if matches!(cell, ValueRef::Blob(_)) {
        return vec![UNREADABLE_TOOL.to_owned()];
    }
    List::read_as(profile.tools_encoding(), utf8(cell)).names().map(str::to_owned).collect()
}

/// What an SQL condition amounts to.
fn is_true(cell: ValueRef<'_>) -> bool {
    matches!(cell, ValueRef::Integer(truth) if truth != 0)
}

impl Source for SqliteSource {
    fn each_message(&self, visit: &mut dyn FnMut(Message) -> bool) -> Result<ReadCount, SourceError> {
        self.each_answer(&mut |_, _| true, &mut |message| Ok(visit(message)))
    }

    fn message(&self, key: &Key) -> Result<Option<Message>, SourceError> {
        let cells = key.cells();
        if cells.len() != self.sql.key_width() {
            return Ok(None);
        }
        let parameters: Vec<&dyn rusqlite::ToSql> = cells.iter().map(|cell| cell as &dyn rusqlite::ToSql).collect();
        let sql = self.joined(self.sql.one())? + &self.is_key()?;
        let found = self.query(&sql, &parameters, |row| self.read_message(row))?;
        Ok(found.into_iter().next())
    }

    fn conversation(&self, conversation: &Key, within: Option<Stretch>) -> Result<Vec<TurnMessage>, SourceError> {
        self.messages_of(conversation, within)
    }

    fn text(&self, key: &Key) -> Result<Option<String>, SourceError> {
        if let Some(said) = self.copied_text(key)? {
            return Ok(Some(said));
        }
        self.first_text(&(self.joined(self.sql.text())? + &self.is_key()?), key)
    }

    fn asked(&self, key: &Key) -> Result<Option<String>, SourceError> {
        let Some(sql) = self.sql.asked() else { return Ok(None) };
        let asked = match self.copied_question(key)? {
            Some(asked) => Some(asked),
            None => self.first_text(&(self.joined(sql)? + &self.is_key()?), key)?,
        };
        Ok(asked.filter(|asked| !asked.trim().is_empty()))
    }

    fn facts(
        &self,
        message: &Message,
        conversation: &[TurnMessage],
        question: &Question,
    ) -> Result<Facts, SourceError> {
        facts::gather(self, message, conversation, question)
    }
}
