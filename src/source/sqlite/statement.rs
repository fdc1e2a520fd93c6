//! The SQL of the reading side, made once from a profile and the columns that are there.

mod composition;

use rusqlite::Row;

use super::conversation::ConversationSql;
use super::joined::JoinedSql;
use super::sample::SampleSql;
use crate::source::Key;

/// An identifier in quotes.
#[must_use]
pub fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Texts as SQL, with commas between them.
pub(super) fn literals(texts: &[String]) -> String {
    texts.iter().map(|text| literal(text)).collect::<Vec<_>>().join(", ")
}

/// Statements that read the messages in a range of rows.
#[derive(Clone, Debug)]
pub(super) struct RowRangeSql {
    /// Number, conversation, a person's text, the assistant's text, its plan, the time where conversations are ordered by it,
    /// whether its document is no JSON, its tools, and key, of all rows between `?1` and `?2`, whatever their role.
    pub(super) rows: JoinedSql,
    /// As [`MessageSql::all`], of the row `?1`.
    pub(super) row: JoinedSql,
    /// The numbers of the first row and of the last.
    pub(super) ends: String,
    /// Restricts a query to the rows between `?2` and `?3`.
    pub(super) within: String,
}

/// Statements that read messages.
#[derive(Clone, Debug)]
pub struct MessageSql {
    key_width: usize,
    /// Whether the last column of the key distinguishes the messages of one row.
    names_parts: bool,
    /// The list of tools of a message: an expression.
    tools: Option<String>,
    /// Who speaks: an expression.
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
    row: String,
    conversation: Option<ConversationSql>,
    sample: SampleSql,
    /// When something was said: an expression.
    time: Option<String>,
    times_of_answers: [String; 3],
    stretches: Option<RowRangeSql>,
    notes: Vec<String>,
}

impl MessageSql {
    /// The number of columns of the key; the first ones of each row.
    #[must_use]
    pub fn key_width(&self) -> usize {
        self.key_width
    }

    /// Whether messages have a column that lists tools.
    #[must_use]
    pub fn has_tools(&self) -> bool {
        self.tools.is_some()
    }

    /// The list of tools of a message, as an expression; `None` where there is no such column.
    pub(super) fn tools(&self) -> Option<&str> {
        self.tools.as_deref()
    }

    /// These columns of the messages in which one of these roles speaks; `None` where no column holds the role.
    pub(super) fn of_roles(&self, columns: &str, roles: &[String]) -> Option<String> {
        Some(format!("SELECT {columns} FROM {} WHERE {}", self.rows_of_messages, self.is_of_roles(roles)?))
    }

    /// The condition for the messages in which one of these roles speaks; `None` where no column holds the role.
    pub(super) fn is_of_roles(&self, roles: &[String]) -> Option<String> {
        Some(format!("{} IN ({})", self.role.as_ref()?, literals(roles)))
    }

    /// Time, an expression and key of the messages for which a condition holds, whatever their role, ordered by time; `None`
    /// where they have none.
    pub(super) fn earliest_first(&self, expression: &str, condition: &str) -> Option<String> {
        let (time, keys, rows) = (self.time.as_ref()?, &self.sample.keys, &self.rows_of_messages);
        Some(format!(
            "SELECT {time}, {expression}, {keys} FROM {rows} WHERE ({condition}) AND {time} IS NOT NULL ORDER BY {time}"
        ))
    }

    /// The latest times of the conversations in which a condition holds for a message that has no time, in their order.
    pub(super) fn latest_beside_untimed(&self, condition: &str) -> Option<String> {
        let (time, rows) = (self.time.as_ref()?, &self.rows_of_messages);
        let conversation = &self.conversation.as_ref()?.value;
        Some(format!(
            "SELECT max({time}) AS latest FROM {rows} WHERE {conversation} IN \
             (SELECT {conversation} FROM {rows} WHERE ({condition}) AND {time} IS NULL) \
             GROUP BY {conversation} HAVING latest IS NOT NULL ORDER BY latest"
        ))
    }

    /// The key of the row that holds a message, as an expression; `None` if it has several columns.
    pub(super) fn row_key(&self) -> Option<&str> {
        let width = self.key_width - usize::from(self.names_parts);
        (width == 1).then_some(self.sample.key.as_str())
    }

    /// All values of an expression, each once.
    pub(super) fn distinct(&self, expression: &str) -> String {
        format!("SELECT DISTINCT {expression} FROM {}", self.rows_of_messages)
    }

    /// All assistant messages: key, conversation, owner, owner's name, whether it exists, its tools, text, time,
    /// model, tools, whether tools hide the message, recorded plan.
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

    /// All rows, whatever their role: 0, conversation, a person's text; NULL for the three columns of the answer in
    /// [`RowRangeSql::rows`]; whether the document is no JSON; and the tools.
    pub(super) fn rows(&self) -> &str {
        &self.rows
    }

    /// Whether rows with a person's role may hold nothing but tool results.
    #[must_use]
    pub fn hands_results_over(&self) -> bool {
        self.conversation.as_ref().is_some_and(ConversationSql::hands_results_over)
    }

    /// Whether rows hold what people say.
    #[must_use]
    pub fn knows_who_asks(&self) -> bool {
        self.knows_who_asks
    }

    /// Whether the numbers of rows put the messages of a conversation in order.
    #[must_use]
    pub fn is_ordered_by_row(&self) -> bool {
        self.is_ordered_by_row
    }

    /// A message with the columns of [`Self::all`], for the key that the condition after it selects.
    pub(super) fn one(&self) -> &JoinedSql {
        &self.one
    }

    /// The text of the key that the condition after it selects.
    pub(super) fn text(&self) -> &JoinedSql {
        &self.text
    }

    /// What a person had said before the key that the condition after it selects, where its row holds that.
    pub(super) fn asked(&self) -> Option<&JoinedSql> {
        self.asked.as_ref()
    }

    /// The keys of the rows for which `condition` holds.
    #[must_use]
    pub fn keys(&self, condition: &str) -> String {
        format!("{}{condition}", self.keys)
    }

    /// Holds for one key: its columns are `?1`, `?2` …
    #[must_use]
    pub fn is_key(&self) -> &str {
        &self.is_key
    }

    /// What conversations are looked up with; `None` where messages belong to none.
    #[must_use]
    pub(super) fn conversation(&self) -> Option<&ConversationSql> {
        self.conversation.as_ref()
    }

    /// These expressions of the row that holds a message, and of those that it is joined with: `?1`, `?2` … are the
    /// columns of its key.
    #[must_use]
    pub fn row(&self, expressions: &str) -> String {
        format!("SELECT {expressions}{}", self.row)
    }

    /// The times of answers that say something, and an expression, of those for which a condition holds.
    pub(super) fn times_of_answers(&self, expression: &str, condition: &str) -> String {
        let [time, rows, says_something] = &self.times_of_answers;
        format!("SELECT {time} AS at, {expression}{rows} AND ({condition}) AND {says_something}")
    }

    /// What a database is recognised by.
    pub(super) fn sample(&self) -> &SampleSql {
        &self.sample
    }

    /// How the table of messages is read in stretches, if it can be.
    #[must_use]
    pub(super) fn stretches(&self) -> Option<&RowRangeSql> {
        self.stretches.as_ref()
    }

    /// What the profile names and the database lacks.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Adds something that a person should know about the reading.
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
