//! Write-backs as their reviewers think of them: all that one run wrote, with who decided it and how it was selected.
//!
//! The columns of the journal are fixed. The note on a batch is in the finding of its first row, and who decided a
//! finding in that of its own; rows of earlier versions say neither.

use std::collections::{BTreeMap, HashMap};

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::sampling::SampleOutcome;

use super::{EntryKind, JournalEntry, each_entry};

/// The member of a finding with the note on its batch.
pub const BATCH_MEMBER: &str = "batch";
/// The member of a finding that says who decided it.
pub const DECIDED_MEMBER: &str = "decided";

/// A note on a batch as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchNote {
    /// The name that its writer gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The filters by which findings were decided together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selections: Vec<Selection>,
}

/// How findings were selected that were decided together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Selection {
    /// In the words of the command or of the filter, such as `--pattern save_memory`.
    pub filter: String,
    /// What a sample of them came to before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<SampleOutcome>,
}

/// Who decided a finding, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// Who accepted it.
    pub by: String,
    /// When, RFC 3339.
    pub at: String,
    /// Who else approved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
}

/// A run, as the rows of the journal record it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct JournalBatch {
    /// The number of the batch.
    pub batch: i64,
    /// Whether it wrote or undid writes.
    pub kind: EntryKind,
    /// When, RFC 3339.
    pub written_at: String,
    /// The name that its writer gave it.
    pub name: Option<String>,
    /// Who wrote it.
    pub reviewer: String,
    /// Who decided its findings; empty where its rows do not say.
    pub decided_by: Vec<String>,
    /// Who else approved them.
    pub approved_by: Vec<String>,
    /// The filters by which findings were decided together.
    pub selections: Vec<Selection>,
    /// The number of findings it wrote, or undid.
    pub findings: usize,
    /// The number of its write-backs that are not undone.
    #[serde(rename = "standing")]
    pub in_effect: usize,
    /// The number of findings of each remedy.
    pub remedies: BTreeMap<String, usize>,
}

/// What is recorded with a finding.
#[derive(Deserialize)]
struct FindingMembers {
    remedy: Option<String>,
    batch: Option<BatchNote>,
    decided: Option<Decided>,
}

/// All runs, oldest first.
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
        let batch = batches.entry(entry.batch).or_default();
        batch.take(entry);
    })?;
    Ok(batches.into_values().collect())
}

impl JournalBatch {
    fn take(&mut self, entry: JournalEntry) {
        if self.findings == 0 {
            (self.batch, self.kind) = (entry.batch, entry.kind);
        }
        self.findings += 1;
        (self.written_at, self.reviewer) = (entry.written_at, entry.reviewer);
        // What takes a row back repeats its finding, and says nothing of its own batch.
        if entry.kind == EntryKind::Undo {
            return;
        }
        self.in_effect += 1;
        // What somebody else put there says nothing.
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
