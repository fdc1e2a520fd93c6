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
    usual_encoding: OnceCell<Option<ListEncoding>>,
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
        let encoding = match list.encoding {
            _ if !is_list => None,
            // A single bare name may be in any encoding, so the column's usual one is used.
            Some(encoding) if encoding != ListEncoding::Comma => Some(encoding),
            _ => self.usual_encoding(column)?,
        };
        let Some(encoding) = encoding else {
            let what = format!("its {} is not a list of names; use --record-tool none", column.column);
            return Err(ExclusionReason::Obstacle { what }.into());
        };
        Ok(Some((cell.clone(), Cell::Text(list.write(encoding)))))
    }

    /// The most frequent encoding of the column: JSON if no cell shows one, `None` if most cells are no plain lists.
    fn usual_encoding(&self, column: &ColumnName) -> rusqlite::Result<Option<ListEncoding>> {
        if let Some(known) = self.database.profile.tools_encoding() {
            return Ok(Some(known));
        }
        if let Some(known) = self.usual_encoding.get() {
            return Ok(*known);
        }
        let usual = self.look_for_usual_encoding(column)?;
        Ok(*self.usual_encoding.get_or_init(|| usual))
    }

    fn look_for_usual_encoding(&self, column: &ColumnName) -> rusqlite::Result<Option<ListEncoding>> {
        let column = quote(&column.column);
        let sql = format!(
            "SELECT {column} FROM {} WHERE {column} IS NOT NULL AND {column} NOT IN ('', '[]', 'null') LIMIT 500",
            quote(&self.database.profile.messages.table)
        );
        let mut statement = self.database.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([])?;
        let mut counts: Vec<(Option<ListEncoding>, usize)> = Vec::new();
        while let Some(row) = rows.next()? {
            let ValueRef::Text(bytes) = row.get_ref(0)? else { continue };
            let Ok(text) = std::str::from_utf8(bytes) else { continue };
            let encoding = List::read(Some(text)).encoding;
            if encoding.is_none() && List::holds_names_alone(text) {
                continue;
            }
            match counts.iter_mut().find(|(known, _)| *known == encoding) {
                Some((_, count)) => *count += 1,
                None => counts.push((encoding, 1)),
            }
        }
        let usual = counts.into_iter().max_by_key(|(_, count)| *count);
        Ok(usual.map_or(Some(ListEncoding::Json), |(encoding, _)| encoding))
    }
}
