//! Findings that were written: those of an earlier time, and what stands of one in the database now.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::proposal::{Edit, Status};
use crate::session::{Session, SessionError};
use crate::source::Key;
use crate::statistics::{Standing, Statistics};
use crate::tui::dialogs::journal::JournalRow;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;
use crate::writeback::Present;

use super::facets::Facets;
use super::item::Item;

/// A finding that was written, as it stands in the database now.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenNow {
    /// The row of the journal that wrote it last.
    pub row: JournalRow,
    /// What is there now.
    pub present: Present,
}

/// Reads it; `Err` says why it cannot be shown.
pub(crate) fn load(session: &Session, key: &Key) -> Result<Result<WrittenNow, String>, SessionError> {
    let Some((entry, present)) = session.written_now(key)? else {
        return Ok(Err("the journal tells of no write-back of it that stands".to_owned()));
    };
    Ok(Ok(WrittenNow { row: JournalRow::of(entry), present }))
}

/// How far it is known of the finding that is looked at.
#[derive(Clone, Debug)]
pub(crate) enum Reading {
    /// It was not asked for yet.
    Wanted,
    /// The host reads it.
    Asked,
    /// It is there, or the reason why not.
    Known(Arc<Result<WrittenNow, String>>),
}

impl Model {
    /// Whether the finding that is looked at is written.
    pub(crate) fn looks_at_written(&self) -> bool {
        self.selected().is_some_and(|item| item.status == Status::Written)
    }

    /// Asks for what stands of the finding that is looked at, where it is written and that was not asked for yet.
    pub(crate) fn ask_for_written(&mut self) -> Option<Effect> {
        let looked_at = self.looked_at.as_mut()?;
        let reading = looked_at.written.as_mut().filter(|reading| matches!(reading, Reading::Wanted))?;
        *reading = Reading::Asked;
        Some(Effect::ReadWritten(looked_at.message.clone()))
    }

    /// Takes in what stands of a finding, if that is still looked at.
    pub(crate) fn take_in_written(&mut self, message: &Key, now: Result<WrittenNow, String>) {
        let looked_at = self.looked_at.as_mut().filter(|looked_at| looked_at.message == *message);
        if let Some(reading) = looked_at.and_then(|looked_at| looked_at.written.as_mut()) {
            *reading = Reading::Known(Arc::new(now));
        }
    }

    /// What stands of the finding that is looked at; `None` as long as it is read.
    pub(crate) fn written_now(&self) -> Option<&Result<WrittenNow, String>> {
        match self.looked_at.as_ref()?.written.as_ref()? {
            Reading::Known(now) => Some(now),
            Reading::Wanted | Reading::Asked => None,
        }
    }
}

/// What was written before the findings were looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrittenBefore {
    findings: HashMap<Key, Counted>,
    /// When the last of them was written.
    pub(crate) last: Option<Timestamp>,
}

/// How such a finding was counted.
#[derive(Clone, Debug)]
struct Counted {
    facets: Arc<Facets>,
    week: Option<Date>,
    reviewer: Option<Arc<String>>,
    edit: Edit,
}

impl WrittenBefore {
    /// How many they are.
    pub(crate) fn count(&self) -> usize {
        self.findings.len()
    }

    /// Who wrote how many, who wrote most first.
    pub(crate) fn by_reviewer(&self) -> Vec<(&str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for counted in self.findings.values() {
            *counts.entry(counted.reviewer.as_deref().map_or("", String::as_str)).or_default() += 1;
        }
        let mut all: Vec<_> = counts.into_iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        all
    }

    /// Takes a finding in, and counts it.
    pub(crate) fn add(&mut self, item: Item, statistics: &mut Statistics) {
        statistics.add_makeup(&item.facets().makeup, item.week(), item.standing());
        let (facets, edit) = (Arc::clone(item.facets()), item.edit().clone());
        let counted = Counted { facets, week: item.week(), reviewer: item.reviewer.clone(), edit };
        self.findings.insert(item.key, counted);
    }

    /// Takes out a finding that is written no more: it is found anew.
    pub(crate) fn remove(&mut self, message: &Key, statistics: &mut Statistics) {
        if let Some(Counted { facets, week, reviewer, edit }) = self.findings.remove(message) {
            let reviewer = reviewer.as_deref().map(String::as_str);
            let before = Standing { status: Status::Written, reviewer, edit: Some(&edit) };
            statistics.remove_makeup(&facets.makeup, week, before);
        }
    }
}
