//! Tables that are joined with the rows of messages.

/// Describes rows of a table to look up: those whose column equals an expression.
#[derive(Clone, Debug)]
pub(super) struct RowLookup {
    pub(super) table: String,
    pub(super) column: String,
    pub(super) value: String,
}

/// A table that is joined with the rows of messages.
#[derive(Clone, Debug)]
pub(super) struct TableJoin {
    /// ` LEFT JOIN "a" ON (…)`.
    pub(super) text: String,
    /// The look-up of its rows; `None` if the condition names no column.
    pub(super) found_by: Option<RowLookup>,
}

/// The table expression with all joins.
pub(super) fn joined(rows: &str, joins: &[TableJoin]) -> String {
    joins.iter().fold(rows.to_owned(), |from, join| from + &join.text)
}
