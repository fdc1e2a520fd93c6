//! What tools answered in the turn of a message: the messages of a tool's own role.

use super::{SqliteSource, quote, utf8};
use crate::source::message::{TurnMessage, turn_of};
use crate::source::profile::ColumnName;
use crate::source::{Key, Message, SourceError, ToolMessage};

/// The tools that answered, `None` for one whose message does not say which it is. `None` where nothing tells who speaks.
pub(super) fn answering(
    source: &SqliteSource,
    (roles, name): (&[String], Option<&ColumnName>),
    message: &Message,
    conversation: &[TurnMessage],
) -> Result<Option<Vec<ToolMessage>>, SourceError> {
    let Some(key) = &message.key else { return Ok(None) };
    let has_roles = conversation.iter().any(|other| other.role.is_some());
    if !has_roles {
        return Ok(None);
    }
    let is_tool = |other: &&TurnMessage| other.role.as_ref().is_some_and(|role| roles.contains(role));
    // What answered another agent says nothing about this one; of most nobody says whom they answered.
    let is_own = |other: &&TurnMessage| other.owner.is_none() || other.owner == message.owner.key;
    let answers = turn_of(conversation, key).iter().filter(is_tool).filter(is_own);
    let table = &source.profile.messages.table;
    let name = name.filter(|name| source.columns.has(table, name));
    answers
        .map(|answer| {
            let tool = name.map_or(Ok(None), |name| name_of(source, name, &answer.key))?;
            Ok(ToolMessage { tool, record: Some(format!("message {}", answer.key)), ..ToolMessage::default() })
        })
        .collect::<Result<_, _>>()
        .map(Some)
}

/// The name of the tool whose message this is.
fn name_of(source: &SqliteSource, name: &ColumnName, key: &Key) -> Result<Option<String>, SourceError> {
    let table = quote(&source.profile.messages.table);
    let sql = format!("SELECT {table}.{} FROM {table} WHERE {}", quote(&name.column), source.is_key()?);
    let cells = key.cells();
    let parameters: Vec<&dyn rusqlite::ToSql> = cells.iter().map(|cell| cell as &dyn rusqlite::ToSql).collect();
    let names = source.query(&sql, &parameters, |row| Ok(utf8(row.get_ref(0)?).map(str::to_owned)))?;
    Ok(names.into_iter().find(|name| !name.is_empty()))
}
