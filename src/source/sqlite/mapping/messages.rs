//! Examines the mapping of messages.

use super::super::SqliteSource;
use super::super::sql_parts::{SqlParts, ValueType};
use super::super::table_join::joined;
use super::rows::{CountedRows, is_json_container, shown};
use super::{CountedValue, MappingPart, counted, is_are};
use crate::source::profile::{ColumnName, ColumnPath, EvidenceSource};
use crate::source::quoting::literals;
use crate::source::{Message, SourceError, StoredTime, quote};

/// The maximum number of cells to examine.
pub(super) const CELLS: usize = 500;

/// The minimum number of texts for the note that all of them are JSON: a few may be findings.
const MIN_JSON_TEXTS: usize = 3;

/// Roles that do not belong to users in many applications.
const ROLES_OF_NO_PERSON: [&str; 3] = ["system", "developer", "info"];

/// The consequence of a missing `conversation`.
const NO_CONVERSATION: &str = "not mapped; requests and turns are unknown";

/// The parts of the report on messages.
pub(super) fn parts(
    mapping: &mut Mapping<'_>,
    source: &SqliteSource,
    read: &[Message],
) -> Result<Vec<MappingPart>, SourceError> {
    let mut parts = vec![mapping.rows(source)?, mapping.keys()?];
    parts.extend(mapping.role(source)?);
    parts.push(mapping.text(source, read)?);
    parts.extend(mapping.scalars(source)?);
    Ok(parts)
}

/// The rows of messages, and those of the assistant.
pub(super) struct Mapping<'a> {
    pub(super) pieces: SqlParts<'a>,
    all: CountedRows<'a>,
    assistant: CountedRows<'a>,
    /// The rows of the table, before they are unfolded.
    whole: CountedRows<'a>,
    role: String,
}

impl<'a> Mapping<'a> {
    pub(super) fn of(source: &'a SqliteSource) -> Self {
        let messages = &source.profile.messages;
        let mut pieces = SqlParts::new(messages, &source.columns);
        let joins = pieces.joins();
        let all_of = |from: &str| CountedRows::of(source, joined(from, &joins));
        let where_holds =
            |rows: CountedRows<'a>| messages.condition.iter().fold(rows, |rows, condition| rows.and(condition));
        let whole = where_holds(all_of(&quote(&messages.table)));
        let all = where_holds(all_of(&pieces.own_rows()));
        let all = pieces.part_condition().iter().fold(all, |rows, condition| rows.and(condition));
        let role = pieces.role();
        let assistant = match role.as_str() {
            "NULL" => all.and("TRUE"),
            role => all.and(&format!("{role} IN ({})", literals(&messages.assistant))),
        };
        Self { pieces, all, assistant, whole, role }
    }

    /// All messages, whatever their role.
    pub(super) fn all(&self) -> &CountedRows<'a> {
        &self.all
    }

    /// The rows of the table that are or hold messages.
    pub(super) fn whole(&self) -> &CountedRows<'a> {
        &self.whole
    }

    /// The messages of the assistant.
    pub(super) fn assistant(&self) -> &CountedRows<'a> {
        &self.assistant
    }

    /// The messages of users.
    pub(super) fn people(&self) -> CountedRows<'a> {
        let users = literals(&self.source().profile.messages.user);
        self.all.and(&format!("{} IN ({users})", self.role))
    }

    /// A column with its table, quoted.
    pub(super) fn column(&self, name: &ColumnName) -> String {
        self.pieces.column(name)
    }

    fn rows(&self, source: &SqliteSource) -> Result<MappingPart, SourceError> {
        let messages = &source.profile.messages;
        let mut part = MappingPart::new("messages", &messages.table);
        let all = self.all.count()?;
        part.rows = Some(all);
        let rows = CountedRows::of(source, quote(&messages.table)).count()?;
        if messages.unfolding().is_some() {
            part.note(format!("{all} in {}", counted(rows, "row")));
        } else if all < rows {
            part.note(format!("`where` leaves out {}", counted(rows - all, "row")));
        }
        if all == 0 {
            part.problem("no messages");
        }
        source.notes().iter().for_each(|missing| part.missing(&source.profile, missing.as_str()));
        Ok(part)
    }

    fn keys(&self) -> Result<MappingPart, SourceError> {
        let keys = self.pieces.key_columns();
        let names: Vec<_> = self.source().profile.messages.key.columns().iter().map(ToString::to_string).collect();
        let mut part = MappingPart::new("messages.key", &names.join(", "));
        let different = format!(
            "(SELECT {} FROM {} WHERE {} GROUP BY {} HAVING count(*) > 1)",
            keys.join(", "),
            self.all.from,
            self.all.filter,
            keys.join(", ")
        );
        let doubled = CountedRows::of(self.source(), different).count()?;
        if doubled > 0 {
            part.problem(format!("{} in several rows; such messages cannot be written", is_are(doubled, "key")));
        }
        Ok(part)
    }

    pub(super) fn source(&self) -> &'a SqliteSource {
        self.all.source
    }

    /// The roles, with their meaning in the mapping.
    fn role(&mut self, source: &SqliteSource) -> Result<Option<MappingPart>, SourceError> {
        let messages = &source.profile.messages;
        let Some(place) = &messages.role else {
            let mut part = MappingPart::new("messages.role", "not mapped");
            part.note("every row counts as the assistant's");
            return Ok(Some(part).filter(|_| messages.asked.is_none()));
        };
        let mut part = MappingPart::new("messages.role", place);
        part.values = self.all.values(&self.role)?;
        let tools = source.profile.evidence.iter().filter_map(|source| match source {
            EvidenceSource::Messages { roles, .. } => Some(roles),
            _ => None,
        });
        let tools: Vec<&String> = tools.flatten().collect();
        let (mut assistants, mut users, mut strangers) = (0, 0, Vec::new());
        for CountedValue { value, rows, meaning } in &mut part.values {
            let named = value.clone().unwrap_or_default();
            *meaning = Some(
                if messages.assistant.contains(&named) {
                    assistants += *rows;
                    "assistant"
                } else if messages.user.contains(&named) {
                    users += *rows;
                    "user"
                } else if tools.contains(&&named) {
                    "tool"
                } else {
                    if !ROLES_OF_NO_PERSON.contains(&named.as_str()) {
                        strangers.push(if value.is_none() { "(nothing)".to_owned() } else { format!("`{named}`") });
                    }
                    "nobody"
                }
                .to_owned(),
            );
        }
        let (is_empty, strangers) = (part.values.is_empty(), strangers.join(", "));
        if assistants == 0 && !is_empty {
            let wanted = messages.assistant.join(", ");
            part.problem(format!("no message of the assistant (role {wanted}); list its roles under `assistant`"));
        }
        if users == 0 && !strangers.is_empty() && messages.asked.is_none() {
            part.problem(format!(
                "no message of a person, and {strangers} unmapped; list the roles of people under `user`"
            ));
        } else if users == 0 && assistants > 0 && messages.asked.is_none() {
            part.problem(
                "no message of a person, so requests and turns are unknown; the text of people may be in another column",
            );
        } else if !strangers.is_empty() {
            part.note(format!("{strangers} unmapped; use `assistant`, `user`, or the `roles` of {{from: 'messages'}}"));
        }
        Ok(Some(part))
    }

    fn text(&mut self, source: &SqliteSource, read: &[Message]) -> Result<MappingPart, SourceError> {
        let messages = &source.profile.messages;
        let mut part = MappingPart::new("messages.text", &messages.text);
        let text = self.pieces.value(Some(&messages.text), ValueType::Text);
        let said = self.assistant.and(&format!("trim({text}) <> ''")).count()?;
        let all = self.assistant.count()?;
        part.rows = Some(said);
        let texts: Vec<&str> =
            read.iter().map(|message| message.text.as_str()).filter(|text| !text.trim().is_empty()).collect();
        part.sample = texts.first().map(|text| (*text).to_owned());
        if said == 0 && all > 0 {
            part.problem(format!("no text in {}", counted(all, "assistant message")));
        } else if said < all {
            part.note(format!("no text in {}", counted(all - said, "assistant message")));
        }
        self.asked(source, &text, &mut part)?;
        let no_json = self.pieces.no_json(&text, messages.condition.as_deref());
        if no_json != "NULL" {
            let from = joined(&self.pieces.all_rows(), &self.pieces.joins());
            let unread = CountedRows::of(source, from).and(&no_json).count()?;
            if unread > 0 {
                part.problem(format!("{} not valid JSON, and ignored", is_are(unread, "document")));
            }
        }
        let looked_at = texts.len().min(CELLS);
        if looked_at >= MIN_JSON_TEXTS && texts.iter().take(CELLS).all(|text| is_json_container(text)) {
            let example = format!("text: '{}->$.text'", messages.text.column);
            part.problem(format!(
                "every text is JSON; map the text inside it, as {example} or '->$[*|type=text].text'"
            ));
        }
        Ok(part)
    }

    /// Whether the users' words are known.
    fn asked(&self, source: &SqliteSource, text: &str, part: &mut MappingPart) -> Result<(), SourceError> {
        let messages = &source.profile.messages;
        if messages.role.is_none() {
            return Ok(());
        }
        if messages.asked.is_some() {
            part.problem("`role` and `asked` both map what people said, so neither counts; map one of them");
            return Ok(());
        }
        let users = self.people();
        let (said, all) = (users.and(&format!("trim({text}) <> ''")).count()?, users.count()?);
        if said == 0 && all > 0 {
            part.problem(format!("no text in {} of a person; their requests are unknown", counted(all, "message")));
        }
        Ok(())
    }

    /// Conversation, owner, time, order, model, and other fields of messages.
    fn scalars(&mut self, source: &SqliteSource) -> Result<Vec<MappingPart>, SourceError> {
        let messages = &source.profile.messages;
        let mut parts = Vec::new();
        if messages.conversation.is_none() {
            let mut part = MappingPart::new("messages.conversation", "not mapped");
            part.note(NO_CONVERSATION);
            parts.push(part);
        }
        let places: Vec<(&str, &ColumnPath)> =
            messages.places().filter(|(name, _)| !["text", "role"].contains(name)).collect();
        for (name, place) in places {
            let mut part = MappingPart::new(&format!("messages.{name}"), place);
            if !source.columns.has(&messages.table, &place.column) {
                part.problem(format!("no column {}", of_table(&place.column, &messages.table)));
                parts.push(part);
                continue;
            }
            let wanted = if name == "plan" { ValueType::Any } else { ValueType::Scalar };
            let value = self.pieces.value(Some(place), wanted);
            let rows = if matches!(name, "conversation" | "asked") { &self.all } else { &self.assistant };
            let (filled, all) = (rows.number(&format!("count({value})"))?, rows.count()?);
            part.rows = Some(filled);
            if filled == 0 && all > 0 {
                // Not every application stores these.
                let is_needed = !matches!(name, "model" | "plan");
                let said = "empty in every row";
                if is_needed { part.problem(said) } else { part.note(said) }
            } else {
                Self::describe(&mut part, name, rows, &value)?;
            }
            if filled < all && filled > 0 {
                part.note(format!("nothing in {}", counted(all - filled, "row")));
            }
            parts.push(part);
        }
        parts.extend(self.order()?);
        Ok(parts)
    }

    /// The column that orders the messages of a conversation.
    fn order(&self) -> Result<Option<MappingPart>, SourceError> {
        let messages = &self.source().profile.messages;
        if let Some(order) = &messages.order {
            return Ok(Some(MappingPart::new("messages.order", order)));
        }
        let is_ordered = messages.time.is_some() || messages.conversation.is_none() || messages.unfolding().is_some();
        let Some(key) = messages.key.columns().first().filter(|_| !is_ordered) else { return Ok(None) };
        let key = self.pieces.column(key);
        if self.all.and(&format!("typeof({key}) <> 'integer'")).count()? == 0 {
            return Ok(None);
        }
        let mut part = MappingPart::new("messages.order", "not mapped");
        part.problem("neither `time` nor `order`, and keys are texts; the order of messages is unknown");
        Ok(Some(part))
    }

    fn describe(part: &mut MappingPart, name: &str, rows: &CountedRows<'_>, value: &str) -> Result<(), SourceError> {
        match name {
            "model" => part.values = rows.values(value)?,
            "time" => times(part, rows, value)?,
            "conversation" => {
                let different = rows.number(&format!("count(DISTINCT {value})"))?;
                let all = rows.count()?;
                part.note(counted(different, "conversation"));
                if different == all && all > 2 {
                    part.problem("each row is its own conversation, so no turn has a request");
                }
            }
            "owner" => part.note(counted(rows.number(&format!("count(DISTINCT {value})"))?, "owner")),
            _ => part.sample = rows.some(value, 1, shown)?.into_iter().flatten().next(),
        }
        Ok(())
    }
}

/// Reads some of the times; reports one that is not a valid time, and shows one that is.
pub(super) fn times(part: &mut MappingPart, rows: &CountedRows<'_>, value: &str) -> Result<(), SourceError> {
    let cells = rows.some(value, CELLS, |cell| (shown(cell), StoredTime::read(cell).map(|moment| moment.at)))?;
    let unread = cells.iter().find(|(_, at)| at.is_none());
    if let Some((Some(cell), None)) = unread {
        part.problem(format!("`{cell}` is not a valid time"));
    }
    part.sample = cells.into_iter().find_map(|(_, at)| at).map(|at| at.to_string());
    Ok(())
}

/// A column with its table, unquoted.
fn of_table(column: &ColumnName, main: &str) -> String {
    format!("{}.{}", column.table_or(main), column.column)
}
