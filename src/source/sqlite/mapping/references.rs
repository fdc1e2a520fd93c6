//! Checks whether the rows of a table of calls reference messages.

use super::super::SqliteSource;
use super::messages::Mapping;
use super::rows::CountedRows;
use super::{MappingPart, counted};
use crate::source::profile::Within;
use crate::source::{SourceError, quote};

/// Whether the rows of a table reference messages, and which.
pub(super) fn references(
    source: &SqliteSource,
    rows: &CountedRows<'_>,
    (table, column, within): (&str, &str, Within),
    part: &mut MappingPart,
) -> Result<(), SourceError> {
    let messages = &source.profile.messages;
    let [key] = messages.key.columns() else {
        part.problem("the key of messages has several columns, but `message` refers to one");
        return Ok(());
    };
    if key.table_or(&messages.table) != messages.table || messages.unfolding().is_some() {
        return Ok(());
    }
    let reference = format!("{}.{}", quote(table), quote(column));
    let known = format!("SELECT {} FROM {}", quote(&key.column), quote(&messages.table));
    let all = rows.count()?;
    let dangling = rows.and(&format!("{reference} IS NULL OR {reference} NOT IN ({known})")).count()?;
    if dangling == all {
        part.problem(format!("`message` ({column}) refers to no message in any row"));
        return Ok(());
    }
    if dangling > 0 {
        part.note(format!("`message` refers to no message in {}", counted(dangling, "row")));
    }
    let mapping = Mapping::of(source);
    let key = format!("{}.{}", quote(&messages.table), quote(&key.column));
    let answering = rows.and(&format!("{reference} IN ({})", keys_of(mapping.assistant(), &key))).count()?;
    part.note(format!("{answering} of {} a message of the assistant", refer(all)));
    let asking = rows.and(&format!("{reference} IN ({})", keys_of(&mapping.people(), &key))).count()?;
    if asking > 0 && asking + dangling == all {
        part.note("all others refer to messages of people, and count for their turn; `message` must not be the key of a conversation");
    }
    if within == Within::Message && answering == 0 {
        part.problem("a call counts only for its own message (`within`), but none is the assistant's");
    }
    Ok(())
}

/// SQL that selects the keys of messages.
fn keys_of(rows: &CountedRows<'_>, key: &str) -> String {
    format!("SELECT {key} FROM {} WHERE {}", rows.from, rows.filter)
}

/// `1 row refers to`, `2 rows refer to`.
fn refer(number: u64) -> String {
    format!("{} to", if number == 1 { "1 row refers".to_owned() } else { format!("{number} rows refer") })
}
