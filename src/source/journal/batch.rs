//! Write-backs as reviewers see them: everything that one run wrote, who decided it and how it was selected.
//!
//! The columns of the journal are fixed. The note on a batch is therefore stored in the finding of its first row, and
//! who decided a finding in that finding. Rows of earlier versions have neither.

use std::collections::{BTreeMap, HashMap};

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::sampling::SampleOutcome;

use super::{EntryKind, JournalEntry, each_entry};

/// The member of a finding with the note on its batch.
pub const BATCH_MEMBER: &str = "batch";
/// The member of a finding that says who decided it.
pub const DECIDED_MEMBER: &str = "decided";

/// A note on a whole batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchNote {
    /// The name that the reviewer gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The filters by which findings were decided together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selections: Vec<Selection>,
}

/// How findings that were decided together were selected.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Selection {
    /// The filter as typed, or as options of the command, such as `--pattern save_memory`.
    pub filter: String,
    /// The result of sampling them beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<SampleOutcome>,
}

/// Who decided a finding, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// The reviewer who accepted it.
    pub by: String,
    /// The time, in RFC 3339.
    pub at: String,
    /// Who else approved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
}

/// One run, as the journal records it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct JournalBatch {
    /// The number of the batch.
    pub batch: i64,
    /// Whether it wrote findings or undid writes.
    pub kind: EntryKind,
    /// The time, in RFC 3339.
    pub written_at: String,
    /// The name that the reviewer gave it.
    pub name: Option<String>,
    /// The reviewer who ran it.
    pub reviewer: String,
    /// Who decided its findings; empty if its rows do not say.
    pub decided_by: Vec<String>,
    /// Who else approved them.
    pub approved_by: Vec<String>,
    /// The filters by which findings were decided together.
    pub selections: Vec<Selection>,
    /// The number of findings that it wrote or undid.
    pub findings: usize,
    /// The number of its write-backs that are not undone.
    #[serde(rename = "standing")]
    pub in_effect: usize,
    /// Remedy → number of findings.
    pub remedies: BTreeMap<String, usize>,
}

/// The members that are read from a finding.
#[derive(Deserialize)]
struct FindingMembers {
    remedy: Option<String>,
    batch: Option<BatchNote>,
    decided: Option<Decided>,
}

/// All batches, oldest first.
pub fn batches(connection: &Connection) -> rusqlite::Result<Vec<JournalBatch>> {
    let mut batches: BTreeMap<i64, JournalBatch> = BTreeMap::new();
    let mut written_by: HashMap<i64, i64> = HashMap::new();
    each_entry(connection, |entry| {
        let undone = entry.undoes.filter(|_| entry.is_intact()).and_then(|write| written_by.remove(&write));
        if let Some(batch) = undone.and_then(|batch| batches.get_mut(&batch)) {
            batch.in_effect = batch.in_effect.saturating_sub(1);
        }
        if entry.kind == EntryKind::Write {
            written_by.insert(entry.id, entry.batch);
        }
        batches.entry(entry.batch).or_default().add(entry);
    })?;
    Ok(batches.into_values().collect())
}

impl JournalBatch {
    /// Adds one of its rows.
    fn add(&mut self, entry: JournalEntry) {
        if self.findings == 0 {
            (self.batch, self.kind) = (entry.batch, entry.kind);
        }
        self.findings += 1;
        (self.written_at, self.reviewer) = (entry.written_at, entry.reviewer);
        // An undo repeats the finding of the write, which says nothing about the undo's own batch.
        if entry.kind == EntryKind::Undo {
            return;
        }
        self.in_effect += 1;
        // Ignores a row that ghostcall did not write.
        let Ok(kept) = serde_json::from_str::<FindingMembers>(entry.finding.get()) else { return };
        if let Some(remedy) = kept.remedy {
            *self.remedies.entry(remedy).or_default() += 1;
        }
        if let Some(BatchNote { name, selections }) = kept.batch {
            (self.name, self.selections) = (name, selections);
        }
        if let Some(Decided { by, approved_by, .. }) = kept.decided {
            let is_new = |names: &[String], name: &String| !names.contains(name);
            self.decided_by.extend(Some(by).filter(|by| is_new(&self.decided_by, by)));
            self.approved_by.extend(approved_by.filter(|by| is_new(&self.approved_by, by)));
        }
    }

    /// What it wrote, such as `62 strip, 18 recover`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut remedies: Vec<_> = self.remedies.iter().collect();
        remedies.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let parts: Vec<_> = remedies.into_iter().map(|(remedy, count)| format!("{count} {remedy}")).collect();
        parts.join(", ")
    }
}
