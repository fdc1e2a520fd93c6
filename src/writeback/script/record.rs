//! Conditions that identify the rows that a script inserts or removes.

use serde_json::Value;

use super::dialect::Dialect;
use super::finding::{ScriptFinding, Sql};
use super::not_expressible::NotExpressible;
use crate::source::profile::ColumnName;
use crate::writeback::PlannedRow;

impl ScriptFinding<'_> {
    /// SQL that is true if an equal row exists.
    pub(super) fn exists(&self, row: &PlannedRow) -> Sql {
        let mut conditions = Vec::new();
        for (column, trim) in &row.same {
            let Some(value) = row.values.get(column) else { continue };
            let value = self.value(&row.table, column, value)?;
            conditions.push(self.dialect.is(&self.dialect.trimmed(column, *trim)?, &value));
        }
        Ok(format!("EXISTS (SELECT 1 FROM {} WHERE {})", self.dialect.name(&row.table)?, conditions.join(" AND ")))
    }

    /// SQL that is true for an inserted row that is unchanged. Its key is unknown: it is identified by its values,
    /// above all by the time of its creation.
    pub(super) fn is_row(&self, row: &PlannedRow) -> Sql {
        let dialect = self.dialect;
        let (mut conditions, mut has_time) = (Vec::new(), false);
        for (column, value) in &row.values {
            if self.is_touched(&row.table, column) {
                continue;
            }
            has_time |= self.is_time(&row.table, column);
            let name = dialect.name(column)?;
            conditions.push(if self.is_list(&row.table, column) {
                dialect.is_list(column, &self.list(value), value)?
            } else if value.get("blob").is_none() && (value.is_object() || value.is_array()) {
                dialect.is_document(column, &Value::from(value.to_string()))?
            } else if let Some(is_kept) = dialect.is_kept(column, value)? {
                is_kept
            } else {
                dialect.is_exactly(&name, &self.value(&row.table, column, value)?)
            });
        }
        if !has_time {
            return Err(NotExpressible::NoOwnTime);
        }
        if let Some(soft_delete) = &row.soft_delete {
            conditions.push(format!("{} IS NULL", dialect.name(soft_delete)?));
        }
        Ok(conditions.join(" AND "))
    }

    /// SQL that is true if no such row exists.
    pub(super) fn is_gone(&self, row: &PlannedRow) -> Sql {
        Ok(format!("NOT EXISTS (SELECT 1 FROM {} WHERE {})", self.dialect.name(&row.table)?, self.is_row(row)?))
    }

    /// SQL that is true if exactly one such row exists, and no other row references it.
    pub(super) fn is_alone(&self, row: &PlannedRow) -> Sql {
        let (table, is_row) = (self.dialect.name(&row.table)?, self.is_row(row)?);
        let is_one = format!("(SELECT count(*) FROM {table} WHERE {is_row}) = 1");
        let refers = match self.dialect {
            Dialect::Postgres => "pg_temp.ghostcall_refers(tableoid, ctid)".to_owned(),
            Dialect::Sqlite => self.refers(row)?,
        };
        Ok(format!("{is_one} AND NOT EXISTS (SELECT 1 FROM {table} AS t WHERE {is_row} AND {refers})"))
    }

    /// SQL that is true if another row of an SQLite database references the row `t`, or may do so in a way that the
    /// export does not show.
    fn refers(&self, row: &PlannedRow) -> Sql {
        let dialect = self.dialect;
        let (mut any, mut known) = (Vec::new(), String::new());
        for reference in &row.references {
            let (from, column) = (dialect.name(&reference.table)?, dialect.name(&reference.column)?);
            let to = dialect.name(reference.to.as_deref().unwrap_or("rowid"))?;
            any.push(format!("EXISTS (SELECT 1 FROM {from} AS r WHERE r.{column} = t.{to})"));
            known.push_str(&format!(
                " AND NOT (f.name = {} AND k.\"from\" = {})",
                dialect.text(&reference.table)?,
                dialect.text(&reference.column)?
            ));
        }
        any.push(format!(
            "EXISTS (SELECT 1 FROM sqlite_master AS f, pragma_foreign_key_list(f.name) AS k \
             WHERE f.type = 'table' AND lower(k.\"table\") = lower({}){known})",
            dialect.text(&row.table)?
        ));
        Ok(format!("({})", any.join(" OR ")))
    }

    /// Whether a time is that of the last change of a row, not of its creation.
    fn is_touched(&self, table: &str, column: &str) -> bool {
        let is = |name: &ColumnName, default: &str| name.table_or(default) == table && name.column == column;
        let messages = &self.profile.messages;
        let mut records = self.profile.records.values().filter(|records| records.table == table);
        messages.touch.iter().any(|name| is(name, &messages.table))
            || records.any(|records| records.updated.iter().any(|name| is(name, table)))
    }
}
