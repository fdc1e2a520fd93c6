//! The lists of tools that messages used.

use std::cell::OnceCell;
use std::rc::Rc;

use rusqlite::types::{Value as Cell, ValueRef};

use super::ExclusionReason;
use super::database::Database;
use super::failure::PlanFailure;
use crate::source::profile::ColumnName;
use crate::source::{List, ListEncoding, quote};

/// Writes lists of tools as the other messages of the database have them.
pub(super) struct ToolLists<'a> {
    database: Rc<Database<'a>>,
    /// The most frequent encoding, determined once.
    usual_encoding: OnceCell<ListEncoding>,
}

impl<'a> ToolLists<'a> {
    pub(super) fn new(database: Rc<Database<'a>>) -> Self {
        Self { database, usual_encoding: OnceCell::new() }
    }

    /// The list of tools in a cell of `column` with the recovered ones added, in its present encoding; `None` if
    /// nothing changes.
    pub(super) fn add(
        &self,
        column: &ColumnName,
        cell: &Cell,
        recovered: &[&str],
    ) -> Result<Option<(Cell, Cell)>, PlanFailure> {
        let mut list = match cell {
            Cell::Text(text) => List::read_as(self.database.profile.tools_encoding(), Some(text)),
            _ => List::default(),
        };
        let before = list.items.len();
        for tool in recovered {
            if !list.names().any(|name| self.database.source.names().means(name, tool)) {
                list.items.push(Some((*tool).to_owned()));
            }
        }
        if list.items.len() == before {
            return Ok(None);
        }
        let is_list = match cell {
            Cell::Null => true,
            Cell::Text(text) => List::holds_names_alone(text),
            Cell::Integer(_) | Cell::Real(_) | Cell::Blob(_) => false,
        };
        if !is_list {
            let what = format!("its {} is not a list of names; use --record-tool none", column.column);
            return Err(ExclusionReason::Obstacle { what }.into());
        }
        let encoding = match list.encoding {
            // A single bare name may be in any encoding, so the column's usual one is used.
            Some(encoding) if encoding != ListEncoding::Comma => encoding,
            _ => self.usual_encoding(column)?,
        };
        Ok(Some((cell.clone(), Cell::Text(list.write(encoding)))))
    }

    /// The most frequent encoding of the column; JSON if no cell shows one.
    fn usual_encoding(&self, column: &ColumnName) -> rusqlite::Result<ListEncoding> {
        if let Some(known) = self.database.profile.tools_encoding().or_else(|| self.usual_encoding.get().copied()) {
            return Ok(known);
        }
        let usual = self.look_for_usual_encoding(column)?;
        Ok(*self.usual_encoding.get_or_init(|| usual))
    }

    fn look_for_usual_encoding(&self, column: &ColumnName) -> rusqlite::Result<ListEncoding> {
        let column = quote(&column.column);
        let sql = format!(
            "SELECT {column} FROM {} WHERE {column} IS NOT NULL AND {column} NOT IN ('', '[]') LIMIT 500",
            quote(&self.database.profile.messages.table)
        );
        let mut statement = self.database.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([])?;
        let mut counts: Vec<(ListEncoding, usize)> = Vec::new();
        while let Some(row) = rows.next()? {
            let ValueRef::Text(bytes) = row.get_ref(0)? else { continue };
            let Some(encoding) = List::read(std::str::from_utf8(bytes).ok()).encoding else { continue };
            match counts.iter_mut().find(|(known, _)| *known == encoding) {
                Some((_, count)) => *count += 1,
                None => counts.push((encoding, 1)),
            }
        }
        Ok(counts.into_iter().max_by_key(|(_, count)| *count).map_or(ListEncoding::Json, |(encoding, _)| encoding))
    }
}
