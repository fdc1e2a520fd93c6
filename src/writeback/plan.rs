//! Determines the cells and rows to write for an approved finding.

use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{OptionalExtension as _, params_from_iter};
use serde_json::{Map, Value};

use super::cell::{self, CellValue};
use super::context::{PlanFailure, WriteContext, read_cell};
use super::texts::{CellEdit, StoredText, TextEdits};
use super::{Approved, ExclusionReason, RunDetails};
use crate::proposal::Finding;
use crate::source::profile::{ColumnName, NewKey, RecordTool, Trim};
use crate::source::{Key, List, ListEncoding, StoredTime, TextCell, TimeCell, TimeStyle, quote, text_digest};

/// A row to insert. Its key is determined at insertion, after the rows before it.
pub(super) struct RowInsert {
    pub(super) table: String,
    pub(super) key: NewKey,
    pub(super) values: Vec<(String, Cell)>,
    /// The columns that make rows equal, with their trimming.
    pub(super) same: Vec<(String, Trim)>,
}

/// A time cell to update.
pub(super) struct TimeUpdate {
    pub(super) before: TimeCell,
    pub(super) after: Cell,
}

impl TimeUpdate {
    /// Whether the cell already holds its new value, because of the write of another message of the conversation.
    pub(super) fn is_there(&self) -> bool {
        cell::to_json(ValueRef::from(&self.after)) == self.before.value
    }
}

/// Everything to write for one finding.
pub(super) struct FindingWrite {
    pub(super) key: Key,
    /// The cell with the text.
    pub(super) text_cell: TextCell,
    pub(super) old_text: String,
    pub(super) new_text: Option<String>,
    /// The other cells with the text: in JSON, and copies.
    pub(super) texts: Vec<CellEdit>,
    /// The snapshots with another text, which are not changed.
    pub(super) snapshots_left: Vec<String>,
    pub(super) tools: Option<(Cell, Cell)>,
    /// The cell with the recorded plan, before and after.
    pub(super) recorded: Option<(Cell, Cell)>,
    pub(super) touches: Vec<TimeUpdate>,
    pub(super) inserts: Vec<RowInsert>,
}

/// The present row of a message.
pub(super) struct MessageRow {
    pub(super) text: StoredText,
    pub(super) tools: Cell,
    pub(super) plan: Cell,
    pub(super) time: Option<StoredTime>,
    /// Further columns of it: the times to update, and the columns of joins.
    others: Vec<(String, Value)>,
}

impl MessageRow {
    pub(super) fn other(&self, column: &str) -> Option<&Value> {
        self.others.iter().find(|(known, _)| known == column).map(|(_, value)| value)
    }
}

impl WriteContext<'_> {
    /// Determines what to write, after checking everything against the present database.
    pub(super) fn plan(&self, approved: &Approved, run: &RunDetails) -> Result<FindingWrite, PlanFailure> {
        let finding = &approved.finding;
        let row = self.row(&approved.message)?;
        if text_digest(&row.text.text) != approved.text_digest {
            return Err(ExclusionReason::Stale.into());
        }
        if finding.message.key.is_none() {
            return Err(ExclusionReason::Hidden.into());
        }
        if let Some(what) = finding.obstacle() {
            return Err(ExclusionReason::Obstacle { what }.into());
        }
        if let Some(what) = self.changed_around(finding) {
            return Err(ExclusionReason::StaleEvidence { what }.into());
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
        let tools = match finding.tool_place(self.profile) {
            RecordTool::SameRow => self.tools(&row.tools, &recovered)?,
            RecordTool::SiblingRow if !recovered.is_empty() => {
                inserts.extend(self.sibling(approved, &row, &recovered, run)?);
                None
            }
            RecordTool::SiblingRow | RecordTool::None => None,
        };
        let new_text = finding.new_text().filter(|text| *text != row.text.text).map(str::to_owned);
        let recorded = self.recorded_plan(finding, &row.plan)?;
        if new_text.is_none() && tools.is_none() && recorded.is_none() && inserts.is_empty() {
            let what = "nothing to write: the text stays, and there is no record".to_owned();
            return Err(ExclusionReason::Obstacle { what }.into());
        }
        let texts = match &new_text {
            Some(text) => self.text_edits(&approved.message, &row.text, text, &finding.text_changes())?,
            None => TextEdits { cells: Vec::new(), left: Vec::new() },
        };
        let TextEdits { cells: texts, left: snapshots_left } = texts;
        let touches = self.touches(&approved.message, &row, run)?;
        let (key, text_cell, old_text) = (approved.message.clone(), row.text.as_cell(), row.text.text);
        Ok(FindingWrite {
            key,
            text_cell,
            old_text,
            new_text,
            texts,
            snapshots_left,
            tools,
            recorded,
            touches,
            inserts,
        })
    }

    /// What else has changed since a record was approved: its owner, or whether it already exists.
    fn changed_around(&self, finding: &Finding) -> Option<String> {
        let message = &finding.message;
        if !finding.records.is_empty() && finding.agent_id != message.owner.key {
            return Some("its agent".to_owned());
        }
        let mut recovered = finding
            .records
            .iter()
            .filter_map(|record| finding.claims.get(record.claim).and_then(|judged| judged.claim.tool.as_deref()));
        let names = |tools: &Option<Vec<String>>, tool: &str| {
            tools.iter().flatten().any(|recorded| self.names.means(recorded, tool))
        };
        recovered
            .find(|tool| names(&message.tools_used, tool) && !names(&finding.tools_used, tool))
            .map(|tool| format!("{tool} was recorded with it"))
    }

    /// Reads everything that the row itself holds in one query.
    pub(super) fn row(&self, key: &Key) -> Result<MessageRow, PlanFailure> {
        let is_message = self.is_message()?;
        let (sql, others) = self.row_sql.get_or_init(|| self.row_sql(&is_message));
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(params_from_iter(self.row_cells(key)))?;
        let Some(found) = rows.next()? else { return Err(ExclusionReason::Gone.into()) };
        let (tools, plan) = (cell::read(found.get_ref(0)?), cell::read(found.get_ref(1)?));
        let (own_text, own_time) = (cell::read(found.get_ref(2)?), StoredTime::read(found.get_ref(3)?));
        let others = (others.iter().enumerate())
            .map(|(at, column)| Ok((column.column.clone(), cell::to_json(found.get_ref(at + 4)?))))
            .collect::<rusqlite::Result<_>>()?;
        if rows.next()?.is_some() {
            return Err(ExclusionReason::KeyNotUnique.into());
        }
        drop(rows);
        let text = if self.has_text_of_its_own() { self.own_text(key, own_text)? } else { self.stored_text(key)? };
        let time = if self.time_column().is_some() { own_time } else { self.message_time(key)? };
        Ok(MessageRow { text, tools, plan, time, others })
    }

    /// Reads tools, plan, text and time of a message, with `NULL` for what is not in its row, and then other columns of
    /// it.
    fn row_sql(&self, is_message: &str) -> (String, Vec<ColumnName>) {
        let text = self.has_text_of_its_own().then_some(&self.profile.messages.text.column);
        let others = self.moving_columns();
        let columns = [self.tools_column(), self.plan_column(), text, self.time_column()];
        let columns = columns.into_iter().chain(others.iter().map(Some));
        let columns: Vec<_> =
            columns.map(|column| column.map_or("NULL".to_owned(), |name| quote(&name.column))).collect();
        let (columns, table) = (columns.join(", "), quote(self.table()));
        (format!("SELECT {columns} FROM {table} WHERE {is_message} LIMIT 2"), others)
    }

    /// The columns of a message's own row that a write needs besides: its times, and the columns that join tables with
    /// times.
    fn moving_columns(&self) -> Vec<ColumnName> {
        let mut all = Vec::new();
        for column in self.profile.messages.touch.iter().filter(|column| self.columns.has(self.table(), column)) {
            let table = column.table_or(self.table());
            all.extend(if table == self.table() {
                Some(column.clone())
            } else {
                self.joined_by(table).map(|(_, ours)| ours)
            });
        }
        all
    }

    /// The time of a message, with its format.
    fn message_time(&self, key: &Key) -> Result<Option<StoredTime>, PlanFailure> {
        let Some(time) = &self.profile.messages.time else { return Ok(None) };
        if !self.columns.has(self.table(), &time.column) {
            return Ok(None);
        }
        Ok(self.cell_of(key, time)?.and_then(|value| moment(&value)))
    }

    /// The list of tools with the recovered ones added, in its present encoding; `None` if nothing changes.
    pub(super) fn tools(&self, cell: &Cell, recovered: &[&str]) -> Result<Option<(Cell, Cell)>, PlanFailure> {
        let Some(column) = self.tools_column() else { return Ok(None) };
        let mut list = match cell {
            Cell::Text(text) => List::read_as(self.profile.tools_encoding(), Some(text)),
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
        let is_list = match cell {
            Cell::Null => true,
            Cell::Text(text) => List::holds_names_alone(text),
            Cell::Integer(_) | Cell::Real(_) | Cell::Blob(_) => false,
        };
        if !is_list {
            let what = format!("its {} is not a list of names; use --record-tool none", column.column);
            return Err(ExclusionReason::Obstacle { what }.into());
        }
        let encoding = match list.encoding {
            // A single bare name may be in any encoding, so the column's usual one is used.
            Some(encoding) if encoding != ListEncoding::Comma => encoding,
            _ => self.usual_encoding()?,
        };
        Ok(Some((cell.clone(), Cell::Text(list.write(encoding)))))
    }

    /// The most frequent encoding of the column; JSON if no cell shows one.
    fn usual_encoding(&self) -> rusqlite::Result<ListEncoding> {
        if let Some(known) = self.profile.tools_encoding().or_else(|| self.usual_encoding.get().copied()) {
            return Ok(known);
        }
        let usual = self.look_for_usual_encoding()?;
        Ok(*self.usual_encoding.get_or_init(|| usual))
    }

    fn look_for_usual_encoding(&self) -> rusqlite::Result<ListEncoding> {
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

    /// The time cells to update.
    fn touches(&self, message: &Key, row: &MessageRow, run: &RunDetails) -> rusqlite::Result<Vec<TimeUpdate>> {
        let style = row.time.map_or(DEFAULT_STYLE, |moment| moment.style);
        let mut touches = Vec::new();
        for column in &self.profile.messages.touch {
            if !self.columns.has(self.table(), column) {
                continue;
            }
            let table = column.table_or(self.table());
            let (key, value) = if table == self.table() {
                (self.own_row(message), row.other(&column.column).cloned())
            } else {
                let joined = self.joined_by(table).and_then(|(theirs, ours)| Some((theirs, row.other(&ours.column)?)));
                let Some((theirs, ours)) = joined.filter(|(_, ours)| !ours.is_null()) else { continue };
                let key = Map::from_iter([(theirs.column.clone(), ours.clone())]);
                let value = read_cell(self, table, &column.column, &key)?;
                (key, value)
            };
            let Some(value) = value else { continue };
            let own = moment(&value).map_or(style, |moment| moment.style);
            let before = TimeCell { table: table.to_owned(), column: column.column.clone(), key, value };
            touches.push(TimeUpdate { before, after: own.cell(run.now) });
        }
        Ok(touches)
    }

    /// The own row of a message: key column → value.
    pub(super) fn own_row(&self, message: &Key) -> Map<String, Value> {
        let names = self.profile.messages.key.columns().iter().map(|column| column.column.clone());
        let cells = self.row_cells(message);
        names.zip(cells.iter().map(|cell| cell::to_json(ValueRef::from(cell)))).collect()
    }

    /// The columns that join `table` with the messages: its own, and the messages'.
    pub(super) fn joined_by(&self, table: &str) -> Option<(ColumnName, ColumnName)> {
        let join = self.profile.messages.joins.iter().find(|join| join.table == table)?;
        let (left, right) = join.sides()?;
        Some(if left.table_or(table) == table { (left, right) } else { (right, left) })
    }

    /// The row of `table` that belongs to a message: its own row, or one joined with it.
    pub(super) fn touched_row(&self, table: &str, message: &Key) -> rusqlite::Result<Option<Map<String, Value>>> {
        let messages = &self.profile.messages;
        if table == messages.table {
            return Ok(Some(self.own_row(message)));
        }
        let Some((theirs, ours)) = self.joined_by(table) else { return Ok(None) };
        let is_message = self.is_message()?;
        let sql = format!("SELECT {} FROM {} WHERE {is_message}", quote(&ours.column), quote(&messages.table));
        let mut statement = self.connection.prepare_cached(&sql)?;
        let value = statement
            .query_row(params_from_iter(self.row_cells(message)), |row| Ok(cell::to_json(row.get_ref(0)?)))
            .optional()?;
        Ok(value.filter(|value| !value.is_null()).map(|value| Map::from_iter([(theirs.column.clone(), value)])))
    }
}

/// Parses a time from the JSON of its cell.
fn moment(value: &Value) -> Option<StoredTime> {
    StoredTime::read(CellValue::from_json(value).as_ref())
}

/// The format for times if neither the message nor its neighbours have one.
const DEFAULT_STYLE: TimeStyle = TimeStyle::Iso { separator: ' ', digits: 6, zone: crate::source::UtcNotation::Naive };
