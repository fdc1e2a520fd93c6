//! Statements that change rows. Whatever triggers the database has, each statement must change exactly the intended
//! rows, or the finding is rolled back; other changes are recorded.

use rusqlite::{ToSql, params_from_iter};

use super::cell::CellValue;
use super::changes::Changes;
use super::database::cells_of;
use super::failure::PlanFailure;
use super::messages::MessageTable;
use super::{ExclusionReason, cell};
use crate::source::{Key, TimeCell, quote};

/// The failure if a trigger prevented a change: no other connection can write meanwhile.
pub(super) fn not_taken(table: &str, what: &str) -> PlanFailure {
    ExclusionReason::Refused { what: format!("{table} accepts no {what}: a trigger prevents it") }.into()
}

/// Sets cells of a message if its text is unchanged. A text without a cell of its own is checked where it is written.
pub(super) fn update_message(
    (messages, changes): (&MessageTable<'_>, &Changes<'_>),
    key: &Key,
    old_text: &str,
    sets: &[(&str, CellValue)],
) -> Result<(), PlanFailure> {
    let row = messages.row_cells(key);
    let text_column = messages.profile.text.column.column.as_str();
    let guard = messages.has_text_of_its_own().then_some(text_column);
    let columns = sets.iter().map(|(column, _)| *column);
    let is_message = messages.is_message()?;
    let sql = messages.database.sql.of(std::iter::once("update message").chain(columns.clone()), || {
        let assignments: Vec<_> =
            (row.len() + 1..).zip(columns).map(|(at, name)| format!("{} = ?{at}", quote(name))).collect();
        let mut condition = is_message.to_string();
        if let Some(column) = guard {
            condition.push_str(&format!(" AND {} IS ?{}", quote(column), row.len() + sets.len() + 1));
        }
        // `OR ABORT`, because a constraint of the table may be declared to replace conflicting rows.
        format!("UPDATE OR ABORT {} SET {} WHERE {condition}", quote(messages.name()), assignments.join(", "))
    });
    let cells = row.iter().map(|cell| cell as &dyn ToSql).chain(sets.iter().map(|(_, cell)| cell as &dyn ToSql));
    let cells = cells.chain(guard.map(|_| &old_text as &dyn ToSql));
    match changes.run(messages.name(), &sql, params_from_iter(cells))? {
        1 => Ok(()),
        0 if guard.is_none() => Err(not_taken(messages.name(), "change")),
        0 => match messages.cells(key, &[text_column])?.first() {
            Some(text) if text.as_str() == Some(old_text) => Err(not_taken(messages.name(), "change")),
            _ => Err(ExclusionReason::Stale.into()),
        },
        _ => Err(ExclusionReason::KeyNotUnique.into()),
    }
}

/// Sets one cell of a row.
pub(super) fn set_cell(changes: &Changes<'_>, at: &TimeCell, value: &CellValue) -> Result<(), PlanFailure> {
    let database = &changes.database;
    let TimeCell { table, column, key, value: _ } = at;
    let names = key.keys().map(String::as_str);
    let is_row = database.is_row(table, names.clone())?;
    let parts = ["set cell", table.as_str(), column.as_str()].into_iter().chain(names);
    let sql = database.sql.of(parts, || {
        format!("UPDATE OR ABORT {} SET {} = ?{} WHERE {is_row}", quote(table), quote(column), key.len() + 1)
    });
    let cells = cells_of(key);
    match changes.run(table, &sql, params_from_iter(cells.iter().chain([value])))? {
        1 => Ok(()),
        0 => Err(not_taken(table, "change")),
        _ => Err(ExclusionReason::Obstacle { what: format!("the key matches several rows of {table}") }.into()),
    }
}

/// Whether a cell holds the intended value: SQLite may convert numbers to fit the column's type, but a text must be the
/// same text.
pub(super) fn holds(meant: &rusqlite::types::Value, found: &serde_json::Value) -> bool {
    use rusqlite::types::Value as Cell;
    let number = |meant: f64| found.as_f64().or_else(|| found.as_str()?.parse().ok()) == Some(meant);
    match meant {
        Cell::Integer(meant) if found.is_i64() => found.as_i64() == Some(*meant),
        Cell::Integer(meant) => {
            found.as_str() == Some(&meant.to_string()) || meant.to_string().parse().is_ok_and(number)
        }
        Cell::Real(meant) => number(*meant),
        Cell::Null | Cell::Text(_) | Cell::Blob(_) => cell::to_json(meant.into()) == *found,
    }
}
