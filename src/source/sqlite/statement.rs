//! The SQL for reading, composed once from a profile and the existing columns.

mod composition;

use rusqlite::Row;

use super::conversation::ConversationSql;
use super::joined::JoinedSql;
use super::sample::SampleSql;
use crate::source::Key;
use crate::source::quoting::literals;

/// The statements that read the messages in a range of rows.
#[derive(Clone, Debug)]
pub(super) struct RowRangeSql {
    /// Number, conversation, user's text, assistant's text, plan, time if it orders conversations, whether the document
    /// is invalid JSON, tools, and key of all rows between `?1` and `?2`, whatever their role.
    pub(super) rows: JoinedSql,
    /// The columns of [`MessageSql::all`] for the row `?1`.
    pub(super) row: JoinedSql,
    /// Selects the numbers of the first and the last row.
    pub(super) ends: String,
    /// Restricts a query to the rows between `?2` and `?3`.
    pub(super) within: String,
}

/// The statements that read messages.
#[derive(Clone, Debug)]
pub struct MessageSql {
    key_width: usize,
    /// Whether the last column of the key distinguishes the messages of one row.
    names_parts: bool,
    /// The expression for the list of tools.
    tools: Option<String>,
    /// The expression for the role.
    role: Option<String>,
    /// The rows that hold messages.
    rows_of_messages: String,
    knows_who_asks: bool,
    is_ordered_by_row: bool,
    all: String,
    rows: String,
    one: JoinedSql,
    text: JoinedSql,
    asked: Option<JoinedSql>,
    keys: String,
    is_key: String,
    hidden: Option<String>,
    row: String,
    conversation: Option<ConversationSql>,
    sample: SampleSql,
    /// The expression for the time.
    time: Option<String>,
    times_of_answers: [String; 3],
    row_ranges: Option<RowRangeSql>,
    notes: Vec<String>,
}

impl MessageSql {
    /// The number of columns of the key, which come first in each row.
    #[must_use]
    pub fn key_width(&self) -> usize {
        self.key_width
    }

    /// Whether messages have a column that lists tools.
    #[must_use]
    pub fn has_tools(&self) -> bool {
        self.tools.is_some()
    }

    /// The expression for the list of tools; `None` if there is no such column.
    pub(super) fn tools(&self) -> Option<&str> {
        self.tools.as_deref()
    }

    /// Selects these columns of the messages with one of these roles; `None` if no column holds the role.
    pub(super) fn of_roles(&self, columns: &str, roles: &[String]) -> Option<String> {
        Some(format!("SELECT {columns} FROM {} WHERE {}", self.rows_of_messages, self.is_of_roles(roles)?))
    }

    /// The condition for messages with one of these roles; `None` if no column holds the role.
    pub(super) fn is_of_roles(&self, roles: &[String]) -> Option<String> {
        Some(format!("{} IN ({})", self.role.as_ref()?, literals(roles)))
    }

    /// Selects time, an expression and key of the messages that meet a condition, whatever their role, by time; `None`
    /// if messages have no time.
    pub(super) fn earliest_first(&self, expression: &str, condition: &str) -> Option<String> {
        let (time, keys, rows) = (self.time.as_ref()?, &self.sample.keys, &self.rows_of_messages);
        Some(format!(
            "SELECT {time}, {expression}, {keys} FROM {rows} WHERE ({condition}) AND {time} IS NOT NULL ORDER BY {time}"
        ))
    }

    /// Selects, in order, the latest times of conversations in which a message without a time meets a condition.
    pub(super) fn latest_times_of_untimed(&self, condition: &str) -> Option<String> {
        let (time, rows) = (self.time.as_ref()?, &self.rows_of_messages);
        let conversation = &self.conversation.as_ref()?.value;
        Some(format!(
            "SELECT max({time}) AS latest FROM {rows} WHERE {conversation} IN \
             (SELECT {conversation} FROM {rows} WHERE ({condition}) AND {time} IS NULL) \
             GROUP BY {conversation} HAVING latest IS NOT NULL ORDER BY latest"
        ))
    }

    /// The expression for the key of a message's row; `None` if it has several columns.
    pub(super) fn row_key(&self) -> Option<&str> {
        let width = self.key_width - usize::from(self.names_parts);
        (width == 1).then_some(self.sample.key.as_str())
    }

    /// Selects the distinct values of an expression.
    pub(super) fn distinct(&self, expression: &str) -> String {
        format!("SELECT DISTINCT {expression} FROM {}", self.rows_of_messages)
    }

    /// Selects all assistant messages: key, conversation, owner, owner's name, whether the owner exists, its tools,
    /// text, time, model, tools, whether tools hide the message, plan.
    #[must_use]
    pub fn all(&self) -> &str {
        &self.all
    }

    /// The index of the text among the columns of [`Self::all`].
    pub(super) fn text_column(&self) -> usize {
        self.key_width + 5
    }

    /// The index of the plan among the columns of [`Self::all`].
    pub(super) fn plan_column(&self) -> usize {
        self.key_width + 10
    }

    /// Selects all rows, whatever their role: 0, conversation, user's text; NULL for the three columns of the answer in
    /// [`RowRangeSql::rows`]; whether the document is invalid JSON; and the tools.
    pub(super) fn rows(&self) -> &str {
        &self.rows
    }

    /// Whether a user's row may hold only tool results.
    #[must_use]
    pub fn hands_results_over(&self) -> bool {
        self.conversation.as_ref().is_some_and(ConversationSql::hands_results_over)
    }

    /// Whether rows hold the users' words.
    #[must_use]
    pub fn knows_who_asks(&self) -> bool {
        self.knows_who_asks
    }

    /// Whether the row numbers order the messages of a conversation.
    #[must_use]
    pub fn is_ordered_by_row(&self) -> bool {
        self.is_ordered_by_row
    }

    /// Selects the columns of [`Self::all`]; a condition for one key follows.
    pub(super) fn one(&self) -> &JoinedSql {
        &self.one
    }

    /// Selects the text; a condition for one key follows.
    pub(super) fn text(&self) -> &JoinedSql {
        &self.text
    }

    /// Selects the user's words before a message, if its row holds them; a condition for one key follows.
    pub(super) fn asked(&self) -> Option<&JoinedSql> {
        self.asked.as_ref()
    }

    /// Selects the keys of the rows that meet `condition`.
    #[must_use]
    pub fn keys(&self, condition: &str) -> String {
        format!("{}{condition}", self.keys)
    }

    /// The condition for one key, with its columns as `?1`, `?2` …
    #[must_use]
    pub fn is_key(&self) -> &str {
        &self.is_key
    }

    /// The expressions that look up conversations; `None` if messages belong to none.
    #[must_use]
    pub(super) fn conversation(&self) -> Option<&ConversationSql> {
        self.conversation.as_ref()
    }

    /// Selects these expressions from the row of a message and the rows joined with it; `?1`, `?2` … are the columns of
    /// its key.
    #[must_use]
    pub fn row(&self, expressions: &str) -> String {
        format!("SELECT {expressions}{}", self.row)
    }

    /// Selects whether the profile leaves a message out, as of a discarded conversation; `?1`, `?2` … are the columns of its
    /// key. `None` if it leaves out none.
    pub(super) fn is_hidden(&self) -> Option<String> {
        Some(self.row(&format!("({}) IS TRUE", self.hidden.as_ref()?)))
    }

    /// Selects time and an expression for the non-empty answers that meet a condition.
    pub(super) fn times_of_answers(&self, expression: &str, condition: &str) -> String {
        let [time, rows, says_something] = &self.times_of_answers;
        format!("SELECT {time} AS at, {expression}{rows} AND ({condition}) AND {says_something}")
    }

    /// The statements that sample a database.
    pub(super) fn sample(&self) -> &SampleSql {
        &self.sample
    }

    /// The statements that read ranges of rows, if that is possible.
    #[must_use]
    pub(super) fn row_ranges(&self) -> Option<&RowRangeSql> {
        self.row_ranges.as_ref()
    }

    /// Notes on what the profile names and the database lacks.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Adds a note for the user.
    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// The key at the start of a row.
    pub fn key(&self, row: &Row<'_>) -> rusqlite::Result<Option<Key>> {
        self.key_at(row, 0)
    }

    /// The key that begins at a column of a row.
    pub(super) fn key_at(&self, row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Key>> {
        if self.key_width == 1 {
            return Ok(Key::from_cell(row.get_ref(column)?));
        }
        let columns = column..column + self.key_width;
        let parts: rusqlite::Result<Vec<_>> = columns.map(|index| Ok(Key::from_cell(row.get_ref(index)?))).collect();
        Ok(parts?.into_iter().collect::<Option<Box<[_]>>>().map(Key::Composite))
    }
}
