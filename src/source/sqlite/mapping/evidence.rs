//! Examines what each source of evidence holds.

use serde_json::Value;

use super::super::filled_sources::is_filled;
use super::super::readable::{is_missed, missing_optional_columns, why_not};
use super::super::sql_parts::{SqlParts, ValueType};
use super::super::{SqliteSource, tools};
use super::calls::{self, CELLS, PathMatches};
use super::messages::Mapping;
use super::references::references;
use super::rows::{CountedRows, is_json_container, shown};
use super::{CountedValue, MappingPart, VALUES_LISTED, counted, is_are, length};
use crate::source::profile::{AbsenceMeaning, ColumnName, ColumnPath, EvidenceSource, Records, sqlite_path};
use crate::source::quoting::literal;
use crate::source::{Message, SourceError, quote};

/// A source, and whether its silence can show that a tool did not run.
pub(super) struct InspectedSource {
    pub(super) part: MappingPart,
    /// Its label: `table tool_calls`.
    pub(super) label: String,
    pub(super) is_readable: bool,
    /// Whether it cannot be read, and may hold what the others lack.
    pub(super) is_missed: bool,
    /// The number of rows with an entry.
    pub(super) rows: u64,
    /// Whether it can show that a tool did not run: it lists calls, and is filled for some message.
    pub(super) is_filled: bool,
}

/// Each source of the profile, in the order of the file.
pub(super) fn sources(source: &SqliteSource, read: &[Message]) -> Result<Vec<InspectedSource>, SourceError> {
    let mut all = Vec::new();
    for (index, place) in source.profile.evidence.iter().enumerate() {
        let label = place.label();
        let mut part = MappingPart::new(&format!("evidence[{index}]"), &label);
        let unread = why_not(source, place);
        let is_readable = unread.is_none();
        let is_missed = !is_readable && is_missed(source, place);
        let rows = match unread {
            None => {
                part.notes.extend(missing_optional_columns(source, place));
                fill(source, read, place, &mut part)?
            }
            // What only some versions of the application have is no error of the mapping.
            Some(reason) if !is_missed => {
                part.note(reason);
                0
            }
            Some(reason) => {
                part.problem(reason);
                0
            }
        };
        // The lack of an entry in a history or in neighbouring messages proves nothing.
        let shows_calls = !matches!(place, EvidenceSource::History { .. } | EvidenceSource::Neighbours { .. });
        let is_filled = is_readable && shows_calls && is_filled(source, place)?;
        all.push(InspectedSource { part, label, is_readable, is_missed, rows, is_filled });
    }
    Ok(all)
}

/// Describes what a source holds; returns the number of rows.
fn fill(
    source: &SqliteSource,
    read: &[Message],
    place: &EvidenceSource,
    part: &mut MappingPart,
) -> Result<u64, SourceError> {
    match place {
        EvidenceSource::Column { column, absent, .. } => listed_tools(source, column, *absent, part),
        EvidenceSource::Table { .. } => table(source, place, part),
        EvidenceSource::Parts { .. } => parts(source, place, part),
        EvidenceSource::Messages { roles, name, call, .. } => {
            let there = |place: &&ColumnPath| source.columns.has(&source.profile.messages.table, &place.column);
            let [name, call] = [name, call].map(|place| place.as_ref().filter(there));
            tool_messages(source, roles, (name, call.is_some()), part)
        }
        EvidenceSource::Records { .. } => records(source, part),
        EvidenceSource::History { table, json, texts, .. } => history(source, (table, &json.column), texts, part),
        EvidenceSource::Neighbours { seconds } => {
            part.note(format!("messages at most {} away", counted(*seconds, "second")));
            if read.iter().all(|message| message.created_at.is_none()) {
                part.problem("no message has a time");
            }
            Ok(0)
        }
    }
}

/// A column that lists tools.
fn listed_tools(
    source: &SqliteSource,
    column: &ColumnName,
    absent: AbsenceMeaning,
    part: &mut MappingPart,
) -> Result<u64, SourceError> {
    let mapping = Mapping::of(source);
    let rows = mapping.assistant();
    let cell = mapping.column(column);
    let (all, filled) = (rows.count()?, rows.number(&format!("count(nullif(trim({cell}), ''))"))?);
    let lists = rows.some(&cell, CELLS, |cell| tools(&source.profile, cell))?;
    let names: Vec<String> = lists.into_iter().flatten().collect();
    part.rows = Some(filled);
    part.values = most(names.iter().map(String::as_str));
    // A list, or a piece of one, that was read as a name.
    let is_piece = |name: &&String| {
        serde_json::from_str::<Vec<String>>(name).is_ok()
            || (!is_json_container(name) && name.contains(['[', ']', '{', '}', '"']))
    };
    if let Some(name) = names.iter().find(is_piece) {
        part.problem(format!("`{name}` is not a name; set `encoding` to how the list is written"));
    } else if let Some(name) = names.iter().find(|name| is_json_container(name)) {
        part.problem(format!(
            "{name} is JSON, not a name; use {{from: 'parts', calls: '{column}->$[*]', name: '/name'}}"
        ));
    }
    if names.is_empty() {
        part.note(if filled == 0 { "empty in every row" } else { "no list names a tool" });
    }
    if filled < all && filled > 0 {
        let meaning = match absent {
            AbsenceMeaning::NothingRan => "which means that no tool ran (`absent: 'unknown'` if it may be incomplete)",
            AbsenceMeaning::Unknown | AbsenceMeaning::SaysNothing => "which says nothing",
        };
        part.note(format!("NULL in {}, {meaning}", counted(all - filled, "row")));
    }
    Ok(filled)
}

/// A table of calls or results.
fn table(source: &SqliteSource, place: &EvidenceSource, part: &mut MappingPart) -> Result<u64, SourceError> {
    let EvidenceSource::Table { table, message, name, name_prefix, arguments, call, result, within, condition, .. } =
        place
    else {
        return Ok(0);
    };
    // Missing columns have been reported.
    let there = |place: &ColumnPath| source.columns.has(table, &place.column);
    let [arguments, result] = [arguments, result].map(|place| place.as_ref().filter(|place| there(place)));
    let whole = CountedRows::of(source, quote(table));
    let rows = condition.as_ref().map_or_else(|| whole.and("TRUE"), |condition| whole.and(condition));
    let (all, counting) = (whole.count()?, rows.count()?);
    part.rows = Some(counting);
    if all == 0 {
        part.note("empty table, which proves nothing");
        return Ok(0);
    }
    if counting == 0 {
        part.problem("`where` leaves out every row");
        return Ok(0);
    }
    let mut found = counting;
    if let Some(name) = name {
        let values = rows.values(&value_at(name))?;
        found = named(&mut *part, values, name_prefix.as_deref(), (counting, &name.to_string()));
    } else if call.is_none() {
        part.problem("neither `name` nor `call`, so their tool is unknown");
    }
    if let Some(arguments) = arguments {
        let value = value_at(arguments);
        let (there, json) =
            (rows.number(&format!("count({value})"))?, rows.and(&format!("json_valid({value})")).count()?);
        if there == 0 || json == 0 {
            let what = if there == 0 { "nothing in" } else { "invalid JSON in" };
            part.problem(format!("{what} `arguments` ({arguments}), so calls cannot be compared"));
        }
    }
    if let Some(result) = result
        && rows.number(&format!("count({})", value_at(result)))? == 0
    {
        part.problem(format!("nothing in `result` ({result})"));
    }
    references(source, &rows, (table, &message.column, *within), part)?;
    Ok(found)
}

/// The names of tools as recorded; returns the number of rows with a name.
fn named(
    part: &mut MappingPart,
    mut values: Vec<CountedValue>,
    prefix: Option<&str>,
    (all, place): (u64, &str),
) -> u64 {
    let prefix = prefix.unwrap_or_default();
    let mut without = 0;
    for CountedValue { value, rows, meaning } in &mut values {
        match value.as_deref().map(|name| name.strip_prefix(prefix)) {
            Some(Some(name)) if !prefix.is_empty() => *meaning = Some(name.to_owned()),
            Some(Some("") | None) | None => without += *rows,
            Some(Some(_)) => {}
        }
    }
    let json = values.iter().filter_map(|value| value.value.as_deref()).find(|name| is_json_container(name));
    if let Some(json) = json {
        part.problem(format!("{json} is JSON, not a name; use a path to it, as in '{place}->$.name'"));
    }
    let mut names = values.iter().filter_map(|value| value.value.as_deref());
    let is_number = |name: &str| name.parse::<f64>().is_ok();
    if let Some(number) = names.next().filter(|name| is_number(name) && names.all(is_number)) {
        part.problem(format!("`{number}` in {place} is a number, not a tool name; it may be a key"));
    }
    if without >= all {
        part.problem(format!("no row has a tool name in {place}"));
    } else if without > 0 {
        part.note(format!("no tool name in {}", counted(without, "row")));
    }
    part.values = values;
    all.saturating_sub(without)
}

/// Calls or results in the JSON of messages' rows.
fn parts(source: &SqliteSource, place: &EvidenceSource, part: &mut MappingPart) -> Result<u64, SourceError> {
    let EvidenceSource::Parts { calls, name, name_prefix, arguments, result, .. } = place else { return Ok(0) };
    let PathMatches { rows, no_json, values, kinds } = calls::found(source, calls)?;
    part.rows = Some(rows);
    if no_json > 0 {
        let documents = is_are(no_json, "document");
        part.problem(format!("{documents} not valid JSON, which may hold any call"));
    }
    if rows == 0 {
        part.note("empty in every row");
        return Ok(0);
    }
    if values.is_empty() {
        let there = if kinds.is_empty() { String::new() } else { format!(": found {}", kinds.join(", ")) };
        part.note(format!("no call in {}{there}", counted(rows, "document")));
        return Ok(0);
    }
    let what = if name.is_some() { "call" } else { "result" };
    part.note(counted(length(values.len()), what));
    part.sample = result
        .iter()
        .find_map(|pointer| values.iter().find_map(|value| value.pointer(pointer)?.as_str()))
        .map(str::to_owned);
    let text = |pointer: &str| -> Vec<CountedValue> {
        most(values.iter().filter_map(|value| value.pointer(pointer)).filter_map(Value::as_str))
    };
    let all = u64::try_from(values.len()).unwrap_or(u64::MAX);
    let mut fills = all;
    if let Some(pointer) = name {
        let names = text(pointer);
        if names.is_empty() {
            let members = values
                .first()
                .and_then(Value::as_object)
                .map(|members| members.keys().map(String::as_str).collect::<Vec<_>>().join(", "));
            let there = members.map(|members| format!(": a call has {members}")).unwrap_or_default();
            part.problem(format!("no name at {pointer} of any call{there}"));
            return Ok(0);
        }
        fills = named(part, names, name_prefix.as_deref(), (all, pointer));
    }
    for (what, pointer) in [("arguments", arguments), ("result", result)] {
        let Some(pointer) = pointer else { continue };
        if values.iter().all(|value| value.pointer(pointer).is_none()) {
            part.problem(format!("nothing at {pointer} (`{what}`) of any call"));
        }
    }
    Ok(fills)
}

fn tool_messages(
    source: &SqliteSource,
    roles: &[String],
    (name, has_call): (Option<&ColumnPath>, bool),
    part: &mut MappingPart,
) -> Result<u64, SourceError> {
    let messages = &source.profile.messages;
    if messages.role.is_none() {
        part.problem("`messages.role` is not mapped, so tool messages are unknown");
        return Ok(0);
    }
    let mapping = Mapping::of(source);
    let mut pieces = SqlParts::new(messages, &source.columns);
    let role = pieces.role();
    let wanted: Vec<String> = roles.iter().map(|role| literal(role)).collect();
    let rows = mapping.all().and(&format!("{role} IN ({})", wanted.join(", ")));
    let found = rows.count()?;
    part.rows = Some(found);
    match name {
        Some(name) if found > 0 => {
            let values = rows.values(&pieces.value(Some(name), ValueType::Scalar))?;
            named(part, values, None, (found, &name.to_string()));
        }
        None if found > 0 && !has_call => {
            part.note("no `name`, so the tool is unknown and every claim of that turn unclear");
        }
        _ => {}
    }
    if found == 0 {
        part.note(format!("no message has the role {}", roles.join(", ")));
    }
    Ok(found)
}

fn records(source: &SqliteSource, part: &mut MappingPart) -> Result<u64, SourceError> {
    let mut found = 0;
    if source.profile.records.is_empty() {
        part.problem("the profile has no `records`");
    }
    for (kind, Records { table, .. }) in &source.profile.records {
        if source.columns.has_table(table) {
            let rows = CountedRows::of(source, quote(table)).count()?;
            part.values.push(CountedValue { value: Some(kind.clone()), rows, meaning: None });
            found += rows;
        }
    }
    part.rows = Some(found);
    Ok(found)
}

/// Earlier states of records.
fn history(
    source: &SqliteSource,
    (table, column): (&str, &str),
    pointers: &[String],
    part: &mut MappingPart,
) -> Result<u64, SourceError> {
    let rows = CountedRows::of(source, quote(table));
    let cells = rows.some(&quote(column), CELLS, shown)?;
    part.rows = Some(rows.number(&format!("count({})", quote(column)))?);
    let documents: Vec<Value> = cells.iter().flatten().filter_map(|text| serde_json::from_str(text).ok()).collect();
    if documents.len() < cells.len() {
        part.problem(format!(
            "{} of {} no JSON",
            cells.len() - documents.len(),
            counted(length(cells.len()), "document")
        ));
    }
    let found = documents
        .iter()
        .flat_map(|document| pointers.iter().flat_map(|pointer| super::super::history::all_at(document, pointer)));
    part.sample = found.filter_map(Value::as_str).map(str::to_owned).next();
    if part.sample.is_none() && !documents.is_empty() {
        part.problem(format!("no text at {}", pointers.join(", ")));
    }
    Ok(part.rows.unwrap_or_default())
}

/// SQL for the value of a column, or of a path in it.
fn value_at(place: &ColumnPath) -> String {
    let cell = quote(&place.column.column);
    match &place.path {
        None => cell,
        Some(path) => format!(
            "CASE WHEN json_valid({cell}) THEN json_extract({cell}, {}) END",
            literal(&sqlite_path(&path.steps))
        ),
    }
}

/// The most frequent texts.
fn most<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<CountedValue> {
    let mut all: indexmap::IndexMap<&str, u64> = indexmap::IndexMap::new();
    for text in texts {
        *all.entry(text).or_default() += 1;
    }
    all.sort_by(|_, fewer, _, more| more.cmp(fewer));
    let value = |(value, rows): (&str, u64)| CountedValue { value: Some(value.to_owned()), rows, meaning: None };
    all.into_iter().take(VALUES_LISTED).map(value).collect()
}
