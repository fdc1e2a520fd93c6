//! Examines the copies of messages' texts: whether they agree with the texts.

use super::super::SqliteSource;
use super::super::sql_parts::{PART, ValueType};
use super::messages::{CELLS, Mapping};
use super::rows::{CountedRows, shown};
use super::{MappingPart, counted, length};
use crate::source::json_text;
use crate::source::profile::{ColumnPath, PathStep, Snapshots};
use crate::source::text_parts::{Agreement, agreement, trimmed};
use crate::source::{SourceError, quote};

/// The maximum bytes of documents to examine for a copy: all messages of a conversation may share one long document.
const BYTES: usize = 16 << 20;

/// Each copy of the text, and each table of snapshots.
pub(super) fn parts(mapping: &mut Mapping<'_>) -> Result<Vec<MappingPart>, SourceError> {
    let source = mapping.source();
    let messages = &source.profile.messages;
    let mut parts = Vec::new();
    for (list, copies) in [("copies", &messages.copies), ("optional_copies", &messages.optional_copies)] {
        for (index, copy) in copies.iter().enumerate() {
            let mut part = MappingPart::new(&format!("messages.{list}[{index}]"), copy);
            if source.columns.has(&messages.table, &copy.column) {
                of_message(mapping, copy, &mut part)?;
            } else {
                part.note("no such column; nothing is changed there");
            }
            parts.push(part);
        }
    }
    for (index, snapshots) in messages.snapshots.iter().enumerate() {
        let place = format!("{} on {}", snapshots.table, snapshots.on);
        let mut part = MappingPart::new(&format!("messages.snapshots[{index}]"), &place);
        if source.columns.has_table(&snapshots.table) {
            part.rows = Some(CountedRows::of(source, quote(&snapshots.table)).count()?);
            in_snapshots(mapping, snapshots, &mut part)?;
        } else {
            part.note("no such table; nothing is changed there");
        }
        parts.push(part);
    }
    Ok(parts)
}

/// How the values of a copy agree with the texts of the examined messages.
#[derive(Default)]
struct CopyCounts {
    messages: u64,
    /// The number of messages with a value.
    there: u64,
    /// The number of values that equal the text.
    whole: u64,
    /// The number of values that are the text in parts, or some of it.
    in_parts: u64,
    /// The number of unreadable documents, by reason.
    unread: u64,
    reason: String,
    /// The last unreadable document, which often repeats: messages of a conversation follow each other.
    last_unread: Option<String>,
    bytes: usize,
}

impl CopyCounts {
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
        let texts: Vec<&str> = all.iter().map(String::as_str).collect();
        // An empty text is not changed anywhere.
        if texts.iter().all(|text| trimmed(text).is_empty()) {
            return;
        }
        self.there += 1;
        match agreement(&texts, said) {
            Agreement::Whole => self.whole += 1,
            Agreement::Parts => self.in_parts += 1,
            Agreement::Other => {}
        }
    }

    /// How the copy differs from the texts, if it does.
    fn difference(&self) -> Option<String> {
        let Self { there, whole, in_parts, .. } = self;
        let other = there - whole - in_parts;
        let others = [(*in_parts, "in parts"), (other, "another text")].into_iter().filter(|(number, _)| *number > 0);
        let others: Vec<_> = others.map(|(number, what)| format!("{what} in {number}")).collect();
        let equal = format!("word for word the message's text in {whole} of {there}");
        (!others.is_empty()).then(|| format!("{equal}, {}", others.join(", ")))
    }

    /// The note that only the first messages were examined, if it applies.
    fn limit(&self) -> Option<String> {
        let is_limited = self.bytes >= BYTES || self.messages >= length(CELLS);
        is_limited.then(|| format!("of the first {}", counted(self.messages, "message")))
    }

    fn unread_documents(&self) -> Option<String> {
        let documents = counted(self.unread, "document");
        (self.unread > 0).then(|| format!("{documents} cannot be read ({})", self.reason))
    }
}

/// Compares a copy in the rows of messages with their texts.
fn of_message(mapping: &mut Mapping<'_>, copy: &ColumnPath, part: &mut MappingPart) -> Result<(), SourceError> {
    let Some(member) = comparable(mapping.source(), part) else { return Ok(()) };
    let text = mapping.pieces.value(Some(&mapping.source().profile.messages.text), ValueType::Text);
    let cell = mapping.column(&copy.column);
    let rows = mapping.assistant().and(&format!("trim({text}) <> ''"));
    let sql = format!("SELECT {text}, {cell}, {member} FROM {} WHERE {} LIMIT {CELLS}", rows.from, rows.filter);
    let compared = compare(mapping.source(), &sql, copy)?;
    part.rows = Some(compared.there);
    if let Some(unread) = compared.unread_documents() {
        part.problem(format!("{unread}; such messages cannot be written"));
    } else if compared.messages > 0 && compared.there == 0 {
        part.note("no text there for any message");
    }
    part.notes.extend(compared.difference().into_iter().chain(compared.limit()));
    Ok(())
}

/// Does the same for the rows of a table of snapshots. Different or unreadable values are left unchanged.
fn in_snapshots(mapping: &mut Mapping<'_>, snapshots: &Snapshots, part: &mut MappingPart) -> Result<(), SourceError> {
    let source = mapping.source();
    let Some(member) = comparable(source, part) else { return Ok(()) };
    let Some((column, expression)) = snapshots.sides() else { return Ok(()) };
    let missing = [column, &snapshots.key].into_iter().find(|name| !source.columns.has_named(&snapshots.table, name));
    if let Some(missing) = missing {
        part.note(format!("no column {}.{missing}; nothing is changed there", snapshots.table));
        return Ok(());
    }
    let text = mapping.pieces.value(Some(&source.profile.messages.text), ValueType::Text);
    let rows = mapping.assistant().and(&format!("trim({text}) <> ''"));
    let said = format!(
        "SELECT {text} AS said, {member} AS member, ({expression}) AS snapshot FROM {} WHERE {}",
        rows.from, rows.filter
    );
    let (table, column) = (quote(&snapshots.table), quote(column));
    let (mut there, mut limit) = (0, None);
    for copy in snapshots.copies.iter().filter(|copy| source.columns.has(&snapshots.table, &copy.column)) {
        let cell = quote(&copy.column.column);
        let sql = format!(
            "SELECT message.said, {table}.{cell}, message.member FROM ({said}) AS message
             JOIN {table} ON {table}.{column} = message.snapshot LIMIT {CELLS}"
        );
        let compared = compare(source, &sql, copy)?;
        there += compared.there;
        if let Some(unread) = compared.unread_documents() {
            part.note(format!("{copy}: {unread}; nothing is changed there"));
        }
        part.notes.extend(compared.difference().map(|difference| format!("{copy}: {difference}")));
        limit = limit.or(compared.limit());
    }
    if part.rows != Some(0) && there == 0 {
        part.note("no text there for any message");
    }
    part.notes.extend(limit);
    Ok(())
}

/// SQL for `{key}` in the copies; `None` with a note if nothing can be compared.
fn comparable(source: &SqliteSource, part: &mut MappingPart) -> Option<String> {
    let member = member(source);
    if source.profile.messages.unfolding().is_some() && member.is_none() {
        part.note("not compared, since each element of a list is a message");
        return None;
    }
    Some(member.unwrap_or_else(|| "NULL".to_owned()))
}

/// Compares texts with cells; each row of `sql` has the text, the cell and the value of `{key}`.
fn compare(source: &SqliteSource, sql: &str, copy: &ColumnPath) -> Result<CopyCounts, SourceError> {
    let mut compared = CopyCounts::default();
    source.query(sql, &[], |row| {
        if compared.bytes < BYTES
            && let Some(said) = shown(row.get_ref(0)?)
        {
            let member = shown(row.get_ref(2)?);
            compared.add(&said, (shown(row.get_ref(1)?), member.as_deref()), copy);
        }
        Ok(None::<()>)
    })?;
    Ok(compared)
}

/// SQL for `{key}` in the JSON of a message's row; `None` if unknown.
pub(super) fn member(source: &SqliteSource) -> Option<String> {
    let messages = &source.profile.messages;
    match (&messages.member, messages.unfolding()) {
        (Some(member), _) => Some(format!("({member})")),
        (None, Some(unfolding)) if *unfolding.wild == PathStep::Key => Some(format!("\"{PART}\".\"key\"")),
        (None, _) => None,
    }
}
