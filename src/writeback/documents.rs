//! Caches recently read documents: many messages may have their copies in one document, such as a whole conversation.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use rusqlite::Connection;
use serde_json::{Map, Value};

use super::database::Database;
use super::stored_text::CellPlace;
use crate::source::json_text::JsonDocument;
use crate::work;

/// The maximum total size of a column's cached documents, in bytes; a single larger document is cached too.
const MAX_BYTES: usize = 16 << 20;
/// The maximum number of cached documents per column.
const MAX_DOCUMENTS: usize = 16;

/// The documents read last from each column, valid until the database changes.
#[derive(Debug, Default)]
pub struct Documents {
    state: Cell<(i64, i64)>,
    columns: RefCell<HashMap<(String, String), Vec<CachedDocument>>>,
}

#[derive(Debug)]
struct CachedDocument {
    row: Map<String, Value>,
    document: Rc<JsonDocument>,
}

impl Documents {
    /// Clears the cache if any connection, including this one, may have changed the database.
    pub(super) fn refresh(&self, connection: &Connection) -> rusqlite::Result<()> {
        let number = |sql| connection.prepare_cached(sql)?.query_row([], |row| row.get(0));
        let state = (number("PRAGMA data_version")?, number("SELECT total_changes()")?);
        if self.state.replace(state) != state {
            self.columns.borrow_mut().clear();
        }
        Ok(())
    }

    /// The document in a cell; if it is not valid JSON, the value of the cell.
    pub(super) fn read(
        &self,
        database: &Database<'_>,
        at: &CellPlace,
    ) -> rusqlite::Result<Result<Rc<JsonDocument>, Option<Value>>> {
        let mut columns = self.columns.borrow_mut();
        let kept = columns.entry((at.table.clone(), at.column.clone())).or_default();
        if let Some(known) = kept.iter().position(|kept| kept.row == at.row) {
            let known = kept.remove(known);
            let document = Rc::clone(&known.document);
            kept.push(known);
            return Ok(Ok(document));
        }
        let text = match at.read(database)? {
            Some(Value::String(text)) => text,
            other => return Ok(Err(other)),
        };
        work::count(text.len());
        let document = Rc::new(JsonDocument::new(text));
        kept.push(CachedDocument { row: at.row.clone(), document: Rc::clone(&document) });
        let bytes = |kept: &[CachedDocument]| kept.iter().map(|kept| kept.document.text().len()).sum::<usize>();
        while kept.len() > 1 && (kept.len() > MAX_DOCUMENTS || bytes(kept) > MAX_BYTES) {
            kept.remove(0);
        }
        Ok(Ok(document))
    }
}

#[cfg(test)]
mod tests;
