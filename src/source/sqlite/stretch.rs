//! Passing over the messages: first a look at each where it stands, then the reading of those that it takes; in stretches
//! of rows, so that several connections can share the work.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::statement::StretchSql;
use super::{MessageSql, SqliteSource, database, guard, utf8};
use crate::source::{
    Columns, Glance, Journal, Key, Look, Message, Profile, ReadCount, SourceError, Stretch, ToolNames,
};

/// What another connection to the same database is opened with.
#[derive(Clone)]
pub struct Opening {
    pub(super) path: PathBuf,
    pub(super) profile: Profile,
    pub(super) columns: Columns,
    pub(super) sql: MessageSql,
    pub(super) names: ToolNames,
    pub(super) journal: Arc<Journal>,
}

impl Opening {
    /// Opens it, read-only.
    pub fn open(&self) -> Result<SqliteSource, SourceError> {
        let mut connection = database::open_read_only(&self.path)?;
        guard::only_reads(&mut connection).map_err(|error| database::sqlite_error(&self.path, &error))?;
        Ok(self.clone().over(connection))
    }

    /// The source that reads over a connection.
    pub(super) fn over(self, connection: Connection) -> SqliteSource {
        let Self { path, profile, columns, sql, names, journal } = self;
        let (cache, lookups) = (RefCell::default(), super::Lookups::default());
        SqliteSource { path, connection, profile, columns, sql, names, journal, cache, lookups }
    }
}

/// What an outline tells of a row of messages.
#[derive(Clone, Debug)]
pub struct Outlined<'a> {
    /// The conversation.
    pub conversation: Option<Key>,
    /// The number of the row.
    pub row: i64,
    /// What a person says in it.
    pub said: Option<&'a str>,
}

impl SqliteSource {
    /// What another connection to the same database is opened with.
    #[must_use]
    pub fn opening(&self) -> Opening {
        Opening {
            path: self.path.clone(),
            profile: self.profile.clone(),
            columns: self.columns.clone(),
            sql: self.sql.clone(),
            names: self.names.clone(),
            journal: Arc::clone(&self.journal),
        }
    }

    /// All rows of the messages' table, where they can be read in stretches.
    pub fn rows(&self) -> Result<Option<Stretch>, SourceError> {
        let Some(sql) = self.sql.stretches() else { return Ok(None) };
        let ends = self.query(&sql.ends, &[], |row| Ok(row.get::<_, Option<i64>>(0)?.zip(row.get(1)?)))?;
        Ok(ends.into_iter().next().map(|(first, last)| Stretch { first, last }))
    }

    /// Calls `visit` for each row of a stretch, whoever speaks, until it answers `false`. Answers whether rows tell who does.
    pub fn outline(&self, stretch: Stretch, visit: &mut dyn FnMut(Outlined<'_>) -> bool) -> Result<bool, SourceError> {
        let Some(sql) = self.sql.stretches().and_then(|sql| sql.outline.as_ref()) else { return Ok(false) };
        let mut run = || -> rusqlite::Result<bool> {
            let mut statement = self.connection.prepare_cached(sql)?;
            let mut rows = statement.query([stretch.first, stretch.last])?;
            while let Some(row) = rows.next()? {
                let conversation = Key::from_cell(row.get_ref(0)?);
                if !visit(Outlined { conversation, row: row.get(1)?, said: utf8(row.get_ref(2)?) }) {
                    break;
                }
            }
            Ok(true)
        };
        run().map_err(|error| self.error(&error))
    }

    /// The messages of a stretch that `look` takes.
    pub(super) fn read_stretch(
        &self,
        sql: &StretchSql,
        stretch: Stretch,
        look: &mut dyn FnMut(&Glance<'_>) -> Look,
        visit: &mut dyn FnMut(Message) -> bool,
    ) -> rusqlite::Result<ReadCount> {
        let width = self.sql.key_width();
        let mut statement = self.connection.prepare_cached(&sql.glances)?;
        let mut rows = statement.query([stretch.first, stretch.last])?;
        let mut taken = self.connection.prepare_cached(&sql.row)?;
        let mut count = ReadCount::default();
        while let Some(row) = rows.next()? {
            let read = self.glance(row, [width, width + 1, width + 2], look, &mut count)?;
            match read {
                Look::Pass => {}
                Look::Stop => break,
                Look::Take => {
                    let place: i64 = row.get(width + 3)?;
                    let message = taken.query_row([place], |row| self.read_message(row))?;
                    if message.is_some_and(|message| !visit(message)) {
                        break;
                    }
                }
            }
        }
        Ok(count)
    }

    /// The messages of the whole database that `look` takes.
    pub(super) fn read_all(
        &self,
        look: &mut dyn FnMut(&Glance<'_>) -> Look,
        visit: &mut dyn FnMut(Message) -> bool,
    ) -> rusqlite::Result<ReadCount> {
        let width = self.sql.key_width();
        let mut statement = self.connection.prepare_cached(self.sql.all())?;
        let mut rows = statement.query([])?;
        let mut count = ReadCount::default();
        while let Some(row) = rows.next()? {
            match self.glance(row, [width, width + 5, width + 10], look, &mut count)? {
                Look::Pass => {}
                Look::Stop => break,
                Look::Take => {
                    if self.read_message(row)?.is_some_and(|message| !visit(message)) {
                        break;
                    }
                }
            }
        }
        Ok(count)
    }

    /// Looks at the message of a row: the key comes first, the other `places` are those of conversation, text and plan.
    fn glance(
        &self,
        row: &Row<'_>,
        [conversation, text, plan]: [usize; 3],
        look: &mut dyn FnMut(&Glance<'_>) -> Look,
        count: &mut ReadCount,
    ) -> rusqlite::Result<Look> {
        let text = row.get_ref(text)?;
        let Some(read) = utf8(text) else {
            // NULL is an answer without words, not an unreadable one.
            count.unreadable += u64::from(text != ValueRef::Null);
            return Ok(Look::Pass);
        };
        count.read += 1;
        let has_plan = utf8(row.get_ref(plan)?).is_some();
        let conversation = Key::from_cell(row.get_ref(conversation)?);
        Ok(look(&Glance { key: self.sql.key(row)?, conversation, text: read, has_plan }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_another_connection_can_be_sent_to_a_thread() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<Opening>();
    }
}
