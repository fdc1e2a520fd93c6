//! From an approved finding to the cells and rows that are written for it.

use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{Connection, OptionalExtension as _, params_from_iter};
use serde_json::{Map, Value};

use super::cell;
use super::{Approved, Reason, Run};
use crate::proposal::{ProposedRecord, record};
use crate::source::profile::{ColumnName, Profile, RecordTool, Records, Trim};
use crate::source::{Columns, Key, List, ListEncoding, Moment, TimeCell, TimeStyle, ToolNames, quote, text_digest};
use crate::verdict::{Verdict, Warning};

/// What is known of the database that is written to.
pub(super) struct Place<'a> {
    pub(super) connection: &'a Connection,
    pub(super) profile: &'a Profile,
    pub(super) columns: &'a Columns,
    pub(super) names: &'a ToolNames,
}

/// A row to insert; its key is found when it is inserted, after the rows before it.
pub(super) struct Insert {
    pub(super) table: String,
    pub(super) values: Vec<(String, Cell)>,
}

/// A time cell to move.
pub(super) struct Touch {
    pub(super) before: TimeCell,
    pub(super) after: Cell,
}

/// All that is written for one finding.
pub(super) struct Plan {
    pub(super) key: Key,
    pub(super) old_text: String,
    pub(super) new_text: Option<String>,
    pub(super) tools: Option<(Cell, Cell)>,
    pub(super) touches: Vec<Touch>,
    pub(super) inserts: Vec<Insert>,
}

/// The row of a message as it stands now.
struct Row {
    text: String,
    tools: Cell,
    time: Option<Moment>,
}

/// Why there is no plan: left out, or SQLite fails.
pub(super) enum NoPlan {
    LeftOut(Reason),
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for NoPlan {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<Reason> for NoPlan {
    fn from(reason: Reason) -> Self {
        Self::LeftOut(reason)
    }
}

impl Place<'_> {
    /// Works out what to write; everything is held against the database as it is now.
    pub(super) fn plan(&self, approved: &Approved, run: &Run) -> Result<Plan, NoPlan> {
        let finding = &approved.finding;
        let row = self.row(&approved.message)?;
        if text_digest(&row.text) != approved.text_digest {
            return Err(Reason::Stale.into());
        }
        if finding.message.key.is_none() {
            return Err(Reason::Hidden.into());
        }
        if let Some(what) = finding.obstacle() {
            return Err(Reason::Obstacle { what }.into());
        }
        let style = row.time.map_or(DEFAULT_STYLE, |moment| moment.style);
        let mut inserts = Vec::new();
        for record in &finding.records {
            inserts.push(self.record(approved, record, style, run)?);
        }
        let recovered: Vec<&str> = finding
            .records
            .iter()
            .filter_map(|record| finding.claims.get(record.claim)?.claim.tool.as_deref())
            .collect();
        let tools = match run.tool_place {
            RecordTool::SameRow => self.tools(&row.tools, &recovered)?,
            RecordTool::SiblingRow if !recovered.is_empty() => {
                inserts.extend(self.sibling(approved, &row, &recovered, run)?);
                None
            }
            RecordTool::SiblingRow | RecordTool::None => None,
        };
        let new_text = finding.new_text().filter(|text| *text != row.text).map(str::to_owned);
        if new_text.is_none() && tools.is_none() && inserts.is_empty() {
            let what = "nothing would change: the text stays, and there is no record to write".to_owned();
            return Err(Reason::Obstacle { what }.into());
        }
        let touches = self.touches(&approved.message, style, run)?;
        Ok(Plan { key: approved.message.clone(), old_text: row.text, new_text, tools, touches, inserts })
    }

    fn table(&self) -> &str {
        &self.profile.messages.table
    }

    fn tools_column(&self) -> Option<&ColumnName> {
        let column = &self.profile.tools_written.as_ref()?.column;
        self.columns.has(self.table(), column).then_some(column)
    }

    fn time_column(&self) -> Option<&ColumnName> {
        self.profile.messages.time.as_ref().filter(|column| self.columns.has(self.table(), column))
    }

    /// `"id" = ?1 AND …`
    pub(super) fn is_message(&self) -> String {
        let columns = self.profile.messages.key.columns().iter().enumerate();
        columns
            .map(|(index, column)| format!("{} = ?{}", quote(&column.column), index + 1))
            .collect::<Vec<_>>()
            .join(" AND ")
    }

    fn row(&self, key: &Key) -> Result<Row, NoPlan> {
        let optional = |column: Option<&ColumnName>| column.map_or("NULL".to_owned(), |name| quote(&name.column));
        let sql = format!(
            "SELECT {}, {}, {} FROM {} WHERE {} LIMIT 2",
            quote(&self.profile.messages.text.column),
            optional(self.tools_column()),
            optional(self.time_column()),
            quote(self.table()),
            self.is_message()
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(key.cells()))?;
        let Some(found) = rows.next()? else { return Err(Reason::Gone.into()) };
        let text = match found.get_ref(0)? {
            ValueRef::Text(bytes) => std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| Reason::Stale)?,
            _ => return Err(Reason::Stale.into()),
        };
        let row = Row { text, tools: found.get(1)?, time: Moment::read(found.get_ref(2)?) };
        if rows.next()?.is_some() {
            return Err(Reason::KeyNotUnique.into());
        }
        Ok(row)
    }

    /// The list of tools with the recovered ones, in the encoding found; `None` where nothing changes.
    fn tools(&self, cell: &Cell, recovered: &[&str]) -> rusqlite::Result<Option<(Cell, Cell)>> {
        if self.tools_column().is_none() {
            return Ok(None);
        }
        let mut list = match cell {
            Cell::Text(text) => List::read(Some(text)),
            _ => List::default(),
        };
        let before = list.items.len();
        for tool in recovered {
            if !list.names().any(|name| self.names.means(name, tool)) {
                list.items.push(Some((*tool).to_owned()));
            }
        }
        if list.items.len() == before {
            return Ok(None);
        }
        let encoding = match list.encoding {
            // One bare name is a comma list of one only where others are.
            Some(encoding) if encoding != ListEncoding::Comma => encoding,
            _ => self.usual_encoding()?,
        };
        Ok(Some((cell.clone(), Cell::Text(list.write(encoding)))))
    }

    /// The encoding that most cells of the column have; JSON where none tells.
    fn usual_encoding(&self) -> rusqlite::Result<ListEncoding> {
        let Some(column) = self.tools_column() else { return Ok(ListEncoding::Json) };
        let column = quote(&column.column);
        let sql = format!(
            "SELECT {column} FROM {} WHERE {column} IS NOT NULL AND {column} NOT IN ('', '[]') LIMIT 500",
            quote(self.table())
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([])?;
        let mut counts: Vec<(ListEncoding, usize)> = Vec::new();
        while let Some(row) = rows.next()? {
            let ValueRef::Text(bytes) = row.get_ref(0)? else { continue };
            let Some(encoding) = List::read(std::str::from_utf8(bytes).ok()).encoding else { continue };
            match counts.iter_mut().find(|(known, _)| *known == encoding) {
                Some((_, count)) => *count += 1,
                None => counts.push((encoding, 1)),
            }
        }
        Ok(counts.into_iter().max_by_key(|(_, count)| *count).map_or(ListEncoding::Json, |(encoding, _)| encoding))
    }

    fn record(
        &self,
        approved: &Approved,
        proposed: &ProposedRecord,
        message_style: TimeStyle,
        run: &Run,
    ) -> Result<Insert, NoPlan> {
        let Some(mapping) = self.profile.records.get(&proposed.kind) else {
            return Err(Reason::Obstacle { what: "the profile has no such records".to_owned() }.into());
        };
        let judged = approved.finding.claims.get(proposed.claim);
        // Who recovers what the evidence shows to be there, or proposed elsewhere, knows what they do.
        let insists = judged.is_some_and(|judged| {
            judged.verdict == Some(Verdict::Executed) || judged.warnings.contains(&Warning::DuplicateRecord)
        });
        let mut values: Vec<(String, Cell)> = Vec::new();
        let logical = |column: &ColumnName| proposed.values.get(&column.column).unwrap_or(&Value::Null);
        values.push((mapping.owner.column.clone(), cell::from_json(logical(&mapping.owner))));
        for (name, field) in &mapping.fields {
            let text = logical(&field.column).as_str().unwrap_or_default();
            if let Some(reason) = record::fault(text, field) {
                return Err(Reason::Obstacle { what: format!("{name} {reason}: edit it first") }.into());
            }
            let cell = match &field.values {
                Some(labels) => labels.get(text).map_or(Cell::Null, cell::from_json),
                None => Cell::Text(field.trim.apply(text).to_owned()),
            };
            values.push((field.column.column.clone(), cell));
        }
        if !insists && let Some(key) = self.equal_record(mapping, &values)? {
            return Err(Reason::RecordExists { table: mapping.table.clone(), key }.into());
        }
        let style = self.record_style(mapping, message_style)?;
        if let Some(created) = &mapping.created {
            let at = logical(created).as_str().and_then(|text| text.parse().ok()).unwrap_or(run.now);
            values.push((created.column.clone(), style.cell(at)));
        }
        values.extend(mapping.updated.iter().map(|updated| (updated.column.clone(), style.cell(run.now))));
        values.extend(mapping.constants.iter().map(|(name, value)| (name.clone(), cell::from_json(value))));
        values.retain(|(column, _)| {
            self.columns.has(&mapping.table, &ColumnName { table: None, column: column.clone() })
        });
        Ok(Insert { table: mapping.table.clone(), values })
    }

    /// The key of a record that equals the planned one in what makes records the same.
    fn equal_record(&self, mapping: &Records, values: &[(String, Cell)]) -> rusqlite::Result<Option<Key>> {
        let mut conditions = Vec::new();
        let mut cells = Vec::new();
        for name in &mapping.same {
            let (column, trim) = match mapping.fields.get(name) {
                Some(field) => (&field.column.column, field.trim),
                None => (&mapping.owner.column, Trim::None),
            };
            let Some((_, cell)) = values.iter().find(|(known, _)| known == column) else { continue };
            cells.push(cell.clone());
            let place = cells.len();
            conditions.push(match trim {
                Trim::None => format!("{} = ?{place}", quote(column)),
                // Trimmed as the application would have done it.
                Trim::Ascii => format!("trim({}, char(32, 9, 10, 11, 12, 13)) = ?{place}", quote(column)),
            });
        }
        if conditions.is_empty() {
            return Ok(None);
        }
        let sql = format!(
            "SELECT {} FROM {} WHERE {} LIMIT 1",
            self.key_column(&mapping.table),
            quote(&mapping.table),
            conditions.join(" AND ")
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        statement
            .query_row(params_from_iter(cells), |row| Ok(Key::from_cell(row.get_ref(0)?)))
            .optional()
            .map(Option::flatten)
    }

    /// The column by which rows of a table are named, in quotes: `id` where there is one.
    pub(super) fn key_column(&self, table: &str) -> String {
        quote(self.key_name(table))
    }

    fn key_name(&self, table: &str) -> &'static str {
        if self.columns.table(table).any(|column| column == "id") { "id" } else { "rowid" }
    }

    /// The key of the next row, where the database does not count by itself: exports by DuckDB have no primary keys.
    pub(super) fn next_key(&self, table: &str) -> rusqlite::Result<Option<i64>> {
        if self.key_name(table) != "id" {
            return Ok(None);
        }
        let counts_itself: bool = self.connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE name = 'id' AND pk = 1
                            AND upper(type) = 'INTEGER')",
            [table],
            |row| row.get(0),
        )?;
        if counts_itself {
            return Ok(None);
        }
        let sql = format!("SELECT coalesce(max(id), 0) + 1 FROM {}", quote(table));
        self.connection.query_row(&sql, [], |row| row.get(0)).map(Some)
    }

    /// How a table of records writes times; with the digits of the message's, so that nothing is cut off.
    fn record_style(&self, mapping: &Records, message: TimeStyle) -> rusqlite::Result<TimeStyle> {
        let Some(column) = mapping.created.as_ref().filter(|column| self.columns.has(&mapping.table, column)) else {
            return Ok(message);
        };
        let column = quote(&column.column);
        let sql = format!("SELECT {column} FROM {} WHERE {column} IS NOT NULL LIMIT 1", quote(&mapping.table));
        let mut statement = self.connection.prepare_cached(&sql)?;
        let found = statement.query_row([], |row| Ok(Moment::read(row.get_ref(0)?))).optional()?.flatten();
        Ok(match (found.map(|moment| moment.style), message) {
            (Some(TimeStyle::Iso { separator, zone, .. }), TimeStyle::Iso { digits, .. }) => {
                TimeStyle::Iso { separator, digits, zone }
            }
            (Some(style), _) => style,
            (None, _) => message,
        })
    }

    /// The blank message that names the recovered tools, beside the message.
    fn sibling(&self, approved: &Approved, row: &Row, recovered: &[&str], run: &Run) -> Result<Option<Insert>, NoPlan> {
        let written = self.profile.tools_written.as_ref();
        let (Some(sibling), Some(tools)) = (written.and_then(|written| written.sibling.as_ref()), self.tools_column())
        else {
            let what = "the profile describes no sibling row: choose --record-tool same_row or none".to_owned();
            return Err(Reason::Obstacle { what }.into());
        };
        let messages = &self.profile.messages;
        let finding = &approved.finding;
        let mut values = Vec::new();
        let key_cell = |key: Option<&Key>| key.and_then(|key| key.cells().into_iter().next()).unwrap_or(Cell::Null);
        values.extend(
            messages.conversation.iter().map(|name| (name.column.clone(), key_cell(finding.conversation_id.as_ref()))),
        );
        values.extend(messages.owner.iter().map(|name| (name.column.clone(), key_cell(finding.agent_id.as_ref()))));
        values.extend(
            messages
                .role
                .iter()
                .zip(messages.assistant.first())
                .map(|(name, role)| (name.column.clone(), Cell::Text(role.clone()))),
        );
        values.push((messages.text.column.clone(), Cell::Text(sibling.content.clone())));
        let names: Vec<&str> = recovered
            .iter()
            .enumerate()
            .filter(|(at, tool)| !recovered[..*at].contains(tool))
            .map(|(_, tool)| *tool)
            .collect();
        if let Some((_, cell)) = self.tools(&Cell::Null, &names)? {
            values.push((tools.column.clone(), cell));
        }
        let moved = row.time.and_then(|moment| moment.plus_seconds(sibling.seconds));
        if let (Some(column), Some(moment)) = (self.time_column(), moved) {
            values.push((column.column.clone(), moment.style.cell(moment.at)));
            let own = messages.touch.iter().filter(|touch| touch.table_or(&messages.table) == messages.table);
            values.extend(own.map(|touch| (touch.column.clone(), moment.style.cell(run.now))));
        }
        values.retain(|(column, _)| {
            self.columns.has(&messages.table, &ColumnName { table: None, column: column.clone() })
        });
        Ok(Some(Insert { table: messages.table.clone(), values }))
    }

    /// The time cells that an honest write moves along.
    fn touches(&self, message: &Key, style: TimeStyle, run: &Run) -> rusqlite::Result<Vec<Touch>> {
        let mut touches = Vec::new();
        for column in &self.profile.messages.touch {
            if !self.columns.has(self.table(), column) {
                continue;
            }
            let table = column.table_or(self.table());
            let Some(key) = self.touched_row(table, message)? else { continue };
            let Some(value) = read_cell(self.connection, table, &column.column, &key)? else { continue };
            let own = Moment::read(ValueRef::from(&value)).map_or(style, |moment| moment.style);
            touches.push(Touch {
                before: TimeCell {
                    table: table.to_owned(),
                    column: column.column.clone(),
                    key,
                    value: cell::to_json(ValueRef::from(&value)),
                },
                after: own.cell(run.now),
            });
        }
        Ok(touches)
    }

    /// The row of `table` that belongs to a message: itself, or one that it is joined with.
    fn touched_row(&self, table: &str, message: &Key) -> rusqlite::Result<Option<Map<String, Value>>> {
        let messages = &self.profile.messages;
        if table == messages.table {
            let names = messages.key.columns().iter().map(|column| column.column.clone());
            let cells = message.cells();
            return Ok(Some(names.zip(cells.iter().map(|cell| cell::to_json(ValueRef::from(cell)))).collect()));
        }
        let Some((theirs, ours)) = messages.joins.iter().find(|join| join.table == table).and_then(|join| {
            let (left, right) = join.on.split_once('=')?;
            let sides: [ColumnName; 2] = [left.trim().parse().ok()?, right.trim().parse().ok()?];
            let [left, right] = sides;
            Some(if left.table_or(table) == table { (left, right) } else { (right, left) })
        }) else {
            return Ok(None);
        };
        let sql = format!("SELECT {} FROM {} WHERE {}", quote(&ours.column), quote(&messages.table), self.is_message());
        let mut statement = self.connection.prepare_cached(&sql)?;
        let value = statement
            .query_row(params_from_iter(message.cells()), |row| Ok(cell::to_json(row.get_ref(0)?)))
            .optional()?;
        Ok(value.filter(|value| !value.is_null()).map(|value| Map::from_iter([(theirs.column.clone(), value)])))
    }
}

/// Where neither the message nor its neighbours tell how times are written.
const DEFAULT_STYLE: TimeStyle = TimeStyle::Iso { separator: ' ', digits: 6, zone: crate::source::Zone::Naive };

/// `"a" = ?1 AND …` for a row named by its columns, and the cells to put in.
pub(super) fn is_row(key: &Map<String, Value>, first: usize) -> (String, Vec<Cell>) {
    let conditions = key.keys().enumerate().map(|(index, name)| format!("{} = ?{}", quote(name), index + first));
    (conditions.collect::<Vec<_>>().join(" AND "), key.values().map(cell::from_json).collect())
}

/// One cell of a row; `None` where there is no such row.
pub(super) fn read_cell(
    connection: &Connection,
    table: &str,
    column: &str,
    key: &Map<String, Value>,
) -> rusqlite::Result<Option<Cell>> {
    let (condition, cells) = is_row(key, 1);
    let sql = format!("SELECT {} FROM {} WHERE {condition}", quote(column), quote(table));
    connection.prepare_cached(&sql)?.query_row(params_from_iter(cells), |row| row.get(0)).optional()
}
