//! A row to insert, as it is planned.

use rusqlite::types::Value as Cell;

use crate::source::profile::{NewKey, Trim};

/// A row to insert. Its key is determined at insertion, after the rows before it.
pub(super) struct RowInsert {
    pub(super) table: String,
    pub(super) key: NewKey,
    pub(super) values: Vec<(String, Cell)>,
    /// The columns that make rows equal, with their trimming.
    pub(super) same: Vec<(String, Trim)>,
}
