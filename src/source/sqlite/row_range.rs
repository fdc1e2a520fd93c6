//! Passes over the messages in ranges of rows, so that several connections can share the work: previews each message in
//! place, then reads those that the caller wants.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, DropBehavior, Row, ToSql, Transaction, params_from_iter};

use super::filled_sources::SharedLookups;
use super::joined::reads_rows_at_once;
use super::{MessageSql, ReadOnly, SqliteSource, database, guard, is_true, retry_while_written, tools, utf8};
use crate::source::profile::UsedProfile;
use crate::source::{
    Columns, Journal, Key, Message, MessagePreview, Profile, ReadCount, RowRange, SourceError, StoredTime, ToolNames,
};

/// The settings for opening another connection to the same database.
#[derive(Clone)]
pub struct ConnectionSpec {
    pub(super) path: PathBuf,
    pub(super) profile: Profile,
    pub(super) columns: Columns,
    pub(super) sql: MessageSql,
    pub(super) names: ToolNames,
    pub(super) journal: Arc<Journal>,
    pub(super) grounds: Arc<SharedLookups>,
    pub(super) lost: Option<UsedProfile>,
}

impl ConnectionSpec {
    /// Opens the connection, read-only.
    pub fn open(&self) -> Result<SqliteSource, SourceError> {
        let opened = retry_while_written(&self.path, || database::open_once(&self.path))?;
        let ReadOnly { mut connection, unlocked } = opened;
        guard::only_reads(&mut connection).map_err(|error| database::sqlite_error(&self.path, &error))?;
        Ok(SqliteSource { unlocked, ..self.clone().over(connection) })
    }

    /// Opens the connection for a write-back, with the statements that were checked when the database was opened for
    /// reading. `on_change` receives the database, table and number of each row that any statement changes.
    pub fn open_to_write(
        self,
        mut on_change: impl FnMut(&str, &str, i64) + Send + 'static,
    ) -> Result<SqliteSource, SourceError> {
        let mut connection = database::open_read_write(&self.path)?;
        connection
            .update_hook(Some(move |_, database: &str, table: &str, row| on_change(database, table, row)))
            .map_err(|error| database::sqlite_error(&self.path, &error))?;
        let columns = Columns::of(&connection).map_err(|error| database::sqlite_error(&self.path, &error))?;
        Ok(Self { columns, ..self }.over(connection))
    }

    /// A source that reads from the given connection.
    pub(super) fn over(self, connection: Connection) -> SqliteSource {
        let Self { path, profile, columns, sql, names, journal, grounds, lost } = self;
        let (cache, lookups) = (RefCell::default(), super::Lookups::default());
        let (row_sql, one_message, conversations) = Default::default();
        SqliteSource {
            path,
            connection,
            unlocked: None,
            profile,
            columns,
            sql,
            names,
            journal,
            cache,
            lookups,
            row_sql,
            one_message,
            conversations,
            grounds,
            lost,
        }
    }
}

/// Interrupts the running query of another thread.
pub type Interrupt = Box<dyn Fn() + Send>;

/// Decides by its preview and its conversation whether to read an answer.
pub type AnswerFilter<'a> = &'a mut dyn FnMut(&MessagePreview<'_>, Option<&Key>) -> bool;

/// Replaces the list of tools in a row that is a tool's.
pub(super) const SPOKEN_BY_TOOL: i64 = 1;

/// The statements that read rows by their numbers, as in [`super::statement::RowRangeSql`].
pub(super) struct RowSql {
    rows: String,
    row: String,
}

/// The fields of a row that are read first.
#[derive(Clone, Debug)]
pub struct SeenRow<'a> {
    /// The row number; 0 if rows have none.
    pub number: i64,
    /// The key of the conversation, if the row belongs to one.
    pub conversation: Option<&'a Key>,
    /// The user's words, if the row holds them.
    pub said: Option<&'a str>,
    /// The time, if it orders the messages of a conversation.
    pub at: Option<Timestamp>,
    /// Whether the row lists used tools.
    pub uses_tools: bool,
    /// The preview of the assistant's message; `None` if the row holds no such text in UTF-8.
    pub answer: Option<MessagePreview<'a>>,
}

impl SqliteSource {
    /// The settings for opening another connection to the same database.
    #[must_use]
    pub fn opening(&self) -> ConnectionSpec {
        ConnectionSpec {
            path: self.path.clone(),
            profile: self.profile.clone(),
            columns: self.columns.clone(),
            sql: self.sql.clone(),
            names: self.names.clone(),
            journal: Arc::clone(&self.journal),
            grounds: Arc::clone(&self.grounds),
            lost: self.lost.clone(),
        }
    }

    /// Returns a function that interrupts this connection's running query.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        let handle = self.connection.get_interrupt_handle();
        Box::new(move || handle.interrupt())
    }

    /// All rows of the messages' table, if they can be read in ranges.
    pub fn rows(&self) -> Result<Option<RowRange>, SourceError> {
        if self.row_sql()?.is_some() { self.row_numbers() } else { Ok(None) }
    }

    /// The first and last row number of the messages' table; `None` if there are no rows, or they have no numbers.
    pub(super) fn row_numbers(&self) -> Result<Option<RowRange>, SourceError> {
        let Some(sql) = self.sql.row_ranges() else { return Ok(None) };
        let ends = self.query(&sql.ends, &[], |row| Ok(row.get::<_, Option<i64>>(0)?.zip(row.get(1)?)))?;
        Ok(ends.into_iter().next().map(|(first, last)| RowRange { first, last }))
    }

    /// The statements that read rows by number; `None` if rows have none, or each query would scan a table.
    fn row_sql(&self) -> Result<Option<&RowSql>, SourceError> {
        if self.row_sql.get().is_none() {
            let made = match self.sql.row_ranges() {
                Some(sql) => Some(RowSql { rows: self.joined(&sql.rows)?, row: self.joined(&sql.row)? }),
                None => None,
            };
            let _ = self.row_sql.set(made.filter(|sql| reads_rows_at_once(&self.connection, &sql.row)));
        }
        Ok(self.row_sql.get().and_then(Option::as_ref))
    }

    /// Whether rows hold the users' words.
    #[must_use]
    pub fn knows_who_asks(&self) -> bool {
        self.sql.knows_who_asks()
    }

    /// Whether the row numbers order the messages of a conversation.
    #[must_use]
    pub fn is_ordered_by_row(&self) -> bool {
        self.sql.is_ordered_by_row()
    }

    /// Whether a user's row may hold only tool results.
    #[must_use]
    pub fn hands_results_over(&self) -> bool {
        self.sql.hands_results_over()
    }

    /// Whether one row may hold several messages.
    #[must_use]
    pub fn unfolds_rows(&self) -> bool {
        self.profile.messages.unfolding().is_some()
    }

    /// Calls `visit` for each row of a range, or of the whole table, whatever its role, until it returns `false`.
    pub fn each_row(
        &self,
        range: Option<RowRange>,
        visit: &mut dyn FnMut(&SeenRow<'_>) -> bool,
    ) -> Result<ReadCount, SourceError> {
        let (sql, ends) = match (range, self.row_sql()?) {
            (Some(RowRange { first, last }), Some(sql)) => (sql.rows.as_str(), Some([first, last])),
            _ => (self.sql.rows(), None),
        };
        let mut count = ReadCount::default();
        let mut run = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare_cached(sql)?;
            let mut rows = statement.query(params_from_iter(ends.iter().flatten()))?;
            let mut conversation: Option<Key> = None;
            while let Some(row) = rows.next()? {
                follow(&mut conversation, row.get_ref(1)?);
                count.no_json += u64::from(is_true(row.get_ref(6)?));
                let answer = self.answer_preview(row, row.get_ref(3)?, row.get_ref(4)?, 8, &mut count)?;
                let (number, said) = (row.get(0)?, utf8(row.get_ref(2)?));
                let at = StoredTime::read(row.get_ref(5)?).map(|moment| moment.at);
                let uses_tools = self.names_tools(row.get_ref(7)?);
                if !visit(&SeenRow { number, conversation: conversation.as_ref(), said, at, uses_tools, answer }) {
                    break;
                }
            }
            Ok(())
        };
        run().map_err(|error| self.error(&error))?;
        Ok(count)
    }

    /// Makes all reads see one state of the database until the result is dropped, which saves SQLite a check for writes
    /// at each query.
    pub fn snapshot(&self) -> Result<Transaction<'_>, SourceError> {
        let begun = self.connection.unchecked_transaction();
        let mut transaction = begun.map_err(|error| self.error(&error))?;
        // Temporary indexes created meanwhile must stay.
        transaction.set_drop_behavior(DropBehavior::Commit);
        Ok(transaction)
    }

    /// Calls `visit` for each answer that `look` accepts in the rows with these numbers, until it returns `false`. An
    /// unfolded row may have several answers.
    pub fn each_answer_in(
        &self,
        numbers: impl IntoIterator<Item = i64>,
        look: &mut dyn FnMut(i64, &MessagePreview<'_>, Option<&Key>) -> bool,
        visit: &mut dyn FnMut(i64, Message) -> Result<bool, SourceError>,
    ) -> Result<(), SourceError> {
        let Some(sql) = self.row_sql()? else { return Ok(()) };
        let mut goes_on = true;
        for number in numbers {
            let look =
                &mut |preview: &MessagePreview<'_>, conversation: Option<&Key>| look(number, preview, conversation);
            self.read_answers(&sql.row, &[&number], look, &mut |message| {
                goes_on = visit(number, message)?;
                Ok(goes_on)
            })?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    /// The same for all answers.
    pub fn each_answer(
        &self,
        look: AnswerFilter<'_>,
        visit: &mut dyn FnMut(Message) -> Result<bool, SourceError>,
    ) -> Result<ReadCount, SourceError> {
        self.read_answers(self.sql.all(), &[], look, visit)
    }

    /// The same for the rows of a statement such as [`MessageSql::all`].
    fn read_answers(
        &self,
        sql: &str,
        parameters: &[&dyn ToSql],
        look: AnswerFilter<'_>,
        visit: &mut dyn FnMut(Message) -> Result<bool, SourceError>,
    ) -> Result<ReadCount, SourceError> {
        let mut count = ReadCount::default();
        let mut conversation: Option<Key> = None;
        let mut taken = |row: &Row<'_>| -> rusqlite::Result<Option<Message>> {
            let (text, plan) = (row.get_ref(self.sql.text_column())?, row.get_ref(self.sql.plan_column())?);
            let Some(preview) = self.answer_preview(row, text, plan, 0, &mut count)? else { return Ok(None) };
            follow(&mut conversation, row.get_ref(self.sql.key_width())?);
            if look(&preview, conversation.as_ref()) { self.read_message(row) } else { Ok(None) }
        };
        let failed = |error: rusqlite::Error| self.error(&error);
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let mut rows = statement.query(parameters).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            if let Some(message) = taken(row).map_err(failed)?
                && !visit(message)?
            {
                break;
            }
        }
        Ok(count)
    }

    /// Whether a row is a tool's, or its list of used tools is not empty.
    fn names_tools(&self, cell: ValueRef<'_>) -> bool {
        match cell {
            ValueRef::Null | ValueRef::Text(b"" | b"[]") => false,
            ValueRef::Integer(SPOKEN_BY_TOOL) => true,
            listed => !tools(&self.profile, listed).is_empty(),
        }
    }

    /// The preview of an answer; `None` if it is NULL or not valid UTF-8. The key of its row begins at column `key`.
    fn answer_preview<'r>(
        &'r self,
        row: &'r Row<'_>,
        text: ValueRef<'r>,
        plan: ValueRef<'r>,
        key: usize,
        count: &mut ReadCount,
    ) -> rusqlite::Result<Option<MessagePreview<'r>>> {
        let Some(read) = utf8(text) else {
            // NULL is an answer without words, not an unreadable one.
            count.unreadable += u64::from(text != ValueRef::Null);
            return Ok(None);
        };
        count.read += 1;

        let journal = match self.journal.head {
            0 => None,
            _ => self.sql.key_at(row, key)?.and_then(|key| self.journal.of(&key)),
        };
        Ok(Some(MessagePreview { journal, text: read, has_plan: utf8(plan).is_some() }))
    }
}

/// Sets a key to that of a cell. Usually it is the same already, because messages of one conversation follow each
/// other.
fn follow(key: &mut Option<Key>, cell: ValueRef<'_>) {
    if !key.as_ref().is_some_and(|known| known.is_in(cell)) {
        *key = Key::from_cell(cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_another_connection_can_be_sent_to_a_thread() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<ConnectionSpec>();
    }
}
