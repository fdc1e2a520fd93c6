//! The copies of messages' texts: whether the text stands there again.

use super::super::pieces::{PART, Wanted};
use super::super::{SqliteSource, quote};
use super::messages::{CELLS, Mapping};
use super::rows::{Rows, shown};
use super::{MappingPart, counted, length};
use crate::source::SourceError;
use crate::source::json_text;
use crate::source::profile::{ColumnPath, Step};

/// How many bytes of documents are looked into for a place: a long conversation is one document, which every message of it asks for.
const BYTES: usize = 16 << 20;

/// Each place where the text stands again, and each table of snapshots.
pub(super) fn parts(mapping: &mut Mapping<'_>) -> Result<Vec<MappingPart>, SourceError> {
    let source = mapping.source();
    let messages = &source.profile.messages;
    let mut parts = Vec::new();
    for (list, copies) in [("copies", &messages.copies), ("optional_copies", &messages.optional_copies)] {
        for (index, copy) in copies.iter().enumerate() {
            let mut part = MappingPart::new(&format!("messages.{list}[{index}]"), copy);
            if source.columns.has(&messages.table, &copy.column) {
                compare(mapping, copy, &mut part)?;
            } else {
                part.note("there is no such column: nothing is changed there");
            }
            parts.push(part);
        }
    }
    for (index, snapshots) in messages.snapshots.iter().enumerate() {
        let place = format!("{} on {}", snapshots.table, snapshots.on);
        let mut part = MappingPart::new(&format!("messages.snapshots[{index}]"), &place);
        if source.columns.has_table(&snapshots.table) {
            part.rows = Some(Rows::of(source, quote(&snapshots.table)).count()?);
        } else {
            part.note("there is no such table: nothing is changed there");
        }
        parts.push(part);
    }
    Ok(parts)
}

/// What a place says of the messages that are looked at.
#[derive(Default)]
struct Compared {
    messages: u64,
    /// In how many of them something stands there.
    there: u64,
    /// In how many of these it is the text.
    equal: u64,
    /// The documents that cannot be read, and why.
    unread: u64,
    reason: String,
    /// The last one of them: messages of one conversation follow each other.
    last_unread: Option<String>,
    bytes: usize,
}

impl Compared {
    fn add(&mut self, said: &str, (document, member): (Option<String>, Option<&str>), copy: &ColumnPath) {
        self.messages += 1;
        let Some(document) = document else { return };
        self.bytes += document.len();
        let all = match &copy.path {
            None => vec![document],
            Some(_) if self.last_unread.as_ref() == Some(&document) => return,
            Some(path) => match json_text::find(&document, path, member) {
                Ok(found) => found.iter().filter_map(|value| value.text(&document)).collect(),
                Err(error) => {
                    self.unread += 1;
                    self.reason = error.to_string();
                    self.last_unread = Some(document);
                    return;
                }
            },
        };
        self.there += u64::from(!all.is_empty());
        self.equal += u64::from(all.iter().any(|text| text == said) || !all.is_empty() && all.concat() == said);
    }
}

/// Compares what stands at a place with the texts of some messages.
fn compare(mapping: &mut Mapping<'_>, copy: &ColumnPath, part: &mut MappingPart) -> Result<(), SourceError> {
    let source = mapping.source();
    let messages = &source.profile.messages;
    let member = member(source);
    if messages.unfolding().is_some() && member.is_none() {
        part.note("not compared: each element of a list is a message");
        return Ok(());
    }
    let member = member.unwrap_or_else(|| "NULL".to_owned());
    let text = mapping.pieces.value(Some(&messages.text), Wanted::Text);
    let cell = mapping.column(&copy.column);
    let rows = mapping.assistant().and(&format!("trim({text}) <> ''"));
    let sql = format!("SELECT {text}, {cell}, {member} FROM {} WHERE {} LIMIT {CELLS}", rows.from, rows.filter);
    let mut compared = Compared::default();
    source.query(&sql, &[], |row| {
        if compared.bytes < BYTES
            && let Some(said) = shown(row.get_ref(0)?)
        {
            let member = shown(row.get_ref(2)?);
            compared.add(&said, (shown(row.get_ref(1)?), member.as_deref()), copy);
        }
        Ok(None::<()>)
    })?;
    let Compared { messages, there, equal, unread, reason, bytes, .. } = compared;
    part.rows = Some(there);
    if unread > 0 {
        let documents = counted(unread, "document");
        part.problem(format!("{documents} cannot be read ({reason}): of such messages nothing can be written"));
    } else if messages > 0 && there == 0 {
        part.note("no text stands there for any message");
    }
    if equal < there {
        part.note(format!("word for word the message's text in {equal} of {there}; else in parts, or another one"));
    }
    if bytes >= BYTES || messages >= length(CELLS) {
        part.note(format!("of the first {}", counted(messages, "message")));
    }
    Ok(())
}

/// SQL for what `{key}` is in the JSON of a message's row; `None` where that is not known.
pub(super) fn member(source: &SqliteSource) -> Option<String> {
    let messages = &source.profile.messages;
    match (&messages.member, messages.unfolding()) {
        (Some(member), _) => Some(format!("({member})")),
        (None, Some(unfolding)) if *unfolding.wild == Step::Key => Some(format!("\"{PART}\".\"key\"")),
        (None, _) => None,
    }
}
