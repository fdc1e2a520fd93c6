//! The SQL conditions of a profile, which are checked before use.

use rusqlite::Connection;

use super::guard::{UnusableCondition, check_condition};
use crate::source::profile::{EvidenceSource, Profile};
use crate::source::{Columns, SourceError, quote};

/// The conditions that are optional in a built-in profile, because a database may lack their columns.
#[derive(Debug, Default)]
pub(super) struct RowConditions {
    /// True for messages that are hidden.
    pub(super) hidden: Option<String>,
    /// True for rows in which a list of tools hides the message.
    pub(super) hides: Option<String>,
    /// Notes on conditions that cannot be used.
    pub(super) notes: Vec<String>,
}

impl RowConditions {
    /// Checks all conditions of a profile; `from` is the table expression of its messages.
    pub(super) fn check(
        connection: &Connection,
        profile: &Profile,
        columns: &Columns,
        from: &str,
    ) -> Result<Self, SourceError> {
        let refuse = |condition: &str, unusable: UnusableCondition| SourceError::Condition {
            profile: profile.name.clone(),
            condition: condition.to_owned(),
            detail: unusable.reason(),
        };
        let needed = |from: &str, condition: &String| {
            check_condition(connection, from, condition).map_err(|unusable| refuse(condition, unusable))
        };
        let messages = &profile.messages;
        let joins = || messages.joins.iter().filter(|join| columns.has_table(&join.table));
        let tables: Vec<_> =
            std::iter::once(&messages.table).chain(joins().map(|join| &join.table)).map(|table| quote(table)).collect();
        joins().try_for_each(|join| needed(&tables.join(", "), &join.on))?;
        messages.condition.iter().chain(&messages.member).try_for_each(|condition| needed(from, condition))?;
        for source in &profile.evidence {
            if let EvidenceSource::Table { table, condition: Some(condition), .. } = source
                && columns.has_table(table)
            {
                needed(&quote(table), condition)?;
            }
        }
        let mut found = Self::default();
        let mut optional = |condition: Option<&String>| match condition {
            None => Ok(None),
            Some(condition) => match check_condition(connection, from, condition) {
                Ok(()) => Ok(Some(condition.clone())),
                // An older version of the application may lack the column. In a profile of one's own it is a typing
                // error, by which what is to stay hidden would be written to.
                Err(UnusableCondition::Unasked(_)) if profile.origin.built_in => {
                    found.notes.push(format!("`{condition}` does not work on this database; read without it"));
                    Ok(None)
                }
                Err(unusable) => Err(refuse(condition, unusable)),
            },
        };
        let hidden = optional(messages.hidden.as_ref())?;
        let hides = optional(profile.tools_written.as_ref().and_then(|tools| tools.hides_in.as_ref()))?;
        Ok(Self { hidden, hides, ..found })
    }
}
