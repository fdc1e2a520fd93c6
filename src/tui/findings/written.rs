//! Written findings: those of earlier times, and the current state of one in the database.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::proposal::{Edit, Status};
use crate::session::{Session, SessionError};
use crate::source::Key;
use crate::statistics::{DecisionStatus, Statistics};
use crate::tui::dialogs::journal::JournalRow;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::writeback::CurrentMessage;

use super::facets::Facets;
use super::item::Item;

/// A written finding and its current state in the database.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenNow {
    /// The journal row of its last write.
    pub row: JournalRow,
    /// What the database holds now.
    pub present: CurrentMessage,
}

/// Reads the state of a written finding; the inner `Err` says why it cannot be shown.
pub(crate) fn load(session: &Session, key: &Key) -> Result<Result<WrittenNow, String>, SessionError> {
    let Some((entry, present)) = session.written_now(key)? else {
        return Ok(Err("the journal has no write-back of it in effect".to_owned()));
    };
    Ok(Ok(WrittenNow { row: JournalRow::of(entry), present }))
}

/// The state of the query for a written finding.
#[derive(Clone, Debug)]
pub(crate) enum WrittenState {
    /// Not requested yet.
    Wanted,
    /// The host is reading it.
    Asked,
    /// The answer, or why there is none.
    Known(Arc<Result<WrittenNow, String>>),
}

impl Model {
    /// Whether the selected finding is written.
    pub(crate) fn looks_at_written(&self) -> bool {
        self.selected().is_some_and(|item| item.status == Status::Written)
    }

    /// Requests the database state of the selected finding, if it is written and not requested yet.
    pub(crate) fn ask_for_written(&mut self) -> Option<Effect> {
        let looked_at = self.looked_at.as_mut()?;
        let reading = looked_at.written.as_mut().filter(|reading| matches!(reading, WrittenState::Wanted))?;
        *reading = WrittenState::Asked;
        Some(Effect::ReadWritten(looked_at.message.clone()))
    }

    /// Stores the answer if its message is still selected.
    pub(crate) fn take_in_written(&mut self, message: &Key, now: Result<WrittenNow, String>) {
        let looked_at = self.looked_at.as_mut().filter(|looked_at| looked_at.message == *message);
        if let Some(reading) = looked_at.and_then(|looked_at| looked_at.written.as_mut()) {
            *reading = WrittenState::Known(Arc::new(now));
        }
    }

    /// The database state of the selected finding; `None` while it is read.
    pub(crate) fn written_now(&self) -> Option<&Result<WrittenNow, String>> {
        match self.looked_at.as_ref()?.written.as_ref()? {
            WrittenState::Known(now) => Some(now),
            WrittenState::Wanted | WrittenState::Asked => None,
        }
    }
}

/// The findings that were written before the scan.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrittenBefore {
    findings: HashMap<Key, Counted>,
    /// When the last of them was written.
    pub(crate) last: Option<Timestamp>,
}

/// How a written finding was counted.
#[derive(Clone, Debug)]
struct Counted {
    facets: Arc<Facets>,
    week: Option<Date>,
    reviewer: Option<Arc<String>>,
    edit: Edit,
    in_bulk: bool,
}

impl WrittenBefore {
    /// The number of written findings.
    pub(crate) fn count(&self) -> usize {
        self.findings.len()
    }

    /// The reviewers with their numbers of written findings, the highest first.
    pub(crate) fn by_reviewer(&self) -> Vec<(&str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for counted in self.findings.values() {
            *counts.entry(counted.reviewer.as_deref().map_or("", String::as_str)).or_default() += 1;
        }
        let mut all: Vec<_> = counts.into_iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        all
    }

    /// Adds a finding and counts it.
    pub(crate) fn add(&mut self, item: Item, statistics: &mut Statistics) {
        statistics.add_breakdown(&item.facets().breakdown, item.week(), item.decision_status());
        let (facets, edit, in_bulk) = (Arc::clone(item.facets()), item.edit().clone(), item.in_bulk);
        let counted = Counted { facets, week: item.week(), reviewer: item.reviewer.clone(), edit, in_bulk };
        self.findings.insert(item.key, counted);
    }

    /// Removes a finding that is no longer written and was found again.
    pub(crate) fn remove(&mut self, message: &Key, statistics: &mut Statistics) {
        if let Some(Counted { facets, week, reviewer, edit, in_bulk }) = self.findings.remove(message) {
            let reviewer = reviewer.as_deref().map(String::as_str);
            let before = DecisionStatus { status: Status::Written, reviewer, edit: Some(&edit), in_bulk };
            statistics.remove_breakdown(&facets.breakdown, week, before);
        }
    }
}
