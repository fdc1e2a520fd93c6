//! What the source answers: messages, conversations and the facts on a claim.

use rusqlite::Row;
use rusqlite::types::ValueRef;

use super::{SqliteSource, facts, is_true, recorded_tools, tools, utf8};
use crate::source::message::Owner;
use crate::source::profile::AbsenceMeaning;
use crate::source::{
    Conversation, Facts, Key, List, Message, Question, ReadCount, RowRange, Source, SourceError, StoredTime, entry,
};

impl SqliteSource {
    /// Whether a tool is recorded as run anywhere in this database, or listed as enabled.
    pub fn tool_exists(&self, tool: &str) -> Result<bool, SourceError> {
        recorded_tools::existing_tool(self, tool).map(|found| found.is_some())
    }

    /// The key that a user typed, if there is such a message; an integer is tried before a text.
    pub fn find(&self, typed: &str) -> Result<Option<Key>, SourceError> {
        for key in Key::typed(typed) {
            if let Some(found) = self.stored_key(&key)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Whether a message is left out because its conversation is discarded.
    pub fn is_discarded(&self, key: &Key) -> Result<bool, SourceError> {
        let Some(sql) = self.sql.is_hidden() else { return Ok(false) };
        let found = self.query_key(&sql, key, |row| Ok(Some(row.get::<_, bool>(0)?)))?;
        Ok(found.into_iter().any(|is_discarded| is_discarded))
    }

    /// The key in its stored type: SQLite may find the text `12` by the number 12.
    pub(super) fn stored_key(&self, key: &Key) -> Result<Option<Key>, SourceError> {
        let found = self.query_key(&self.sql.keys(&self.is_key()?), key, |row| self.sql.key(row))?;
        Ok(found.into_iter().next())
    }

    /// SQL that is true for the message with a key.
    pub(super) fn is_key(&self) -> Result<String, SourceError> {
        let messages = &self.profile.messages;
        match messages.key.columns() {
            [column] if self.sql.key_width() == 1 && column.table_or(&messages.table) == messages.table => {
                self.found_by(&messages.table, &column.column)
            }
            // Otherwise SQLite may unfold or scan all rows to find one.
            [column, ..] if column.table_or(&messages.table) == messages.table => {
                let row = self.copied_lookup(&messages.table, &column.column).map_err(|error| self.error(&error))?;
                Ok(row.into_iter().fold(self.sql.is_key().to_owned(), |is_key, row| is_key + " AND " + &row))
            }
            _ => Ok(self.sql.is_key().to_owned()),
        }
    }

    /// The statement that reads the message with a key.
    fn one_message(&self) -> Result<&str, SourceError> {
        if let Some(sql) = self.one_message.get() {
            return Ok(sql);
        }
        let sql = self.joined(self.sql.one())? + &self.is_key()?;
        Ok(self.one_message.get_or_init(|| sql))
    }

    /// The message in a row of [`super::MessageSql::all`]; `None` if its text is not valid UTF-8.
    pub(super) fn read_message(&self, row: &Row<'_>) -> rusqlite::Result<Option<Message>> {
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
            created_at: StoredTime::read(column(6)?).map(|moment| moment.at),
            model: utf8(column(7)?).map(str::to_owned),
            tools_used,
            tools_hide_it: is_true(column(9)?),
            plan: utf8(column(10)?).map(str::to_owned),
            key,
        }))
    }

    /// The key of the owner in a cell.
    pub(super) fn owner_key(&self, cell: ValueRef<'_>) -> Option<Key> {
        match &self.profile.messages.owner {
            Some(owner) if owner.places().len() > 1 => utf8(cell).and_then(Key::from_json),
            _ => Key::from_cell(cell),
        }
    }

    /// The tools in a message's cell; `None` if it lists none and the profile gives that no meaning.
    pub(super) fn known_tools(&self, key: Option<&Key>, cell: ValueRef<'_>) -> Option<Vec<String>> {
        let listed = tools(&self.profile, cell);
        let has_some = !listed.is_empty();
        let others = self.without_own(key, listed);
        // A list that only ghostcall wrote may have been NULL before.
        let is_silent = cell == ValueRef::Null || (has_some && others.is_empty());
        (!is_silent || self.profile.absent_tools() == AbsenceMeaning::NothingRan).then_some(others)
    }

    /// The tools of a message, without those that ghostcall wrote.
    pub(super) fn without_own(&self, key: Option<&Key>, tools: Vec<String>) -> Vec<String> {
        let own = key.map_or(&[][..], |key| self.journal.tools_added(key));
        let is_own = |tool: &String| own.iter().any(|(row, name)| name == tool && self.is_intact(*row));
        tools.into_iter().filter(|tool| !is_own(tool)).collect()
    }

    /// Whether ghostcall wrote a row.
    pub(super) fn wrote(&self, table: &str, key: &Key) -> bool {
        self.journal.row_of(table, key).is_some_and(|row| self.is_intact(row))
    }

    /// Whether a row of the journal is intact: an altered row must not hide evidence. Checked only for the rows that
    /// mark something as ghostcall's, because a journal may be long.
    pub(super) fn is_intact(&self, row: i64) -> bool {
        if let Some(known) = self.cache.borrow().intact.get(&row) {
            return *known;
        }
        let is_intact = entry(&self.connection, row).is_ok_and(|entry| entry.is_some_and(|entry| entry.is_intact()));
        self.cache.borrow_mut().intact.insert(row, is_intact);
        is_intact
    }
}

impl Source for SqliteSource {
    fn each_message(&self, visit: &mut dyn FnMut(Message) -> bool) -> Result<ReadCount, SourceError> {
        self.each_answer(&mut |_, _| true, &mut |message| Ok(visit(message)))
    }

    fn message(&self, key: &Key) -> Result<Option<Message>, SourceError> {
        let found = self.query_key(self.one_message()?, key, |row| self.read_message(row))?;
        Ok(found.into_iter().next())
    }

    fn conversation(&self, conversation: &Key, within: Option<RowRange>) -> Result<Conversation, SourceError> {
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

    fn facts(&self, message: &Message, conversation: &Conversation, question: &Question) -> Result<Facts, SourceError> {
        facts::gather(self, message, conversation, question)
    }
}
