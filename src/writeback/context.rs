//! A write-back of findings: the database, and the parts that know its messages, records and changes.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::changes::{Changes, RowsChanged};
use super::database::Database;
use super::equal::EqualRecords;
use super::failure::PlanFailure;
use super::keys::RowKeys;
use super::messages::MessageTable;
use super::references::References;
use super::tools::ToolLists;
use super::{Batch, ExclusionReason};
use crate::source::{Key, SqliteSource};

/// Everything that a write-back of findings uses.
pub(super) struct WriteContext<'a> {
    pub(super) database: Rc<Database<'a>>,
    pub(super) messages: MessageTable<'a>,
    pub(super) tools: ToolLists<'a>,
    pub(super) keys: RowKeys<'a>,
    pub(super) equal: EqualRecords<'a>,
    pub(super) changes: Changes<'a>,
    /// The foreign keys of the database, if they must be checked.
    pub(super) references: Option<References>,
    /// What the evidence shows otherwise than when a finding was approved.
    pub(super) changed_evidence: OnceCell<HashMap<Key, String>>,
}

impl<'a> WriteContext<'a> {
    /// The context for this many findings; `rows_changed` follows the connection of the source.
    pub(super) fn new(source: &'a SqliteSource, findings: usize, rows_changed: RowsChanged) -> Self {
        let database = Database::new(source, findings);
        Self {
            messages: MessageTable::new(Rc::clone(&database)),
            tools: ToolLists::new(Rc::clone(&database)),
            keys: RowKeys::new(Rc::clone(&database)),
            equal: EqualRecords::new(Rc::clone(&database)),
            changes: Changes::new(Rc::clone(&database), rows_changed),
            references: None,
            changed_evidence: OnceCell::new(),
            database,
        }
    }

    /// Judges the findings of a batch again, once.
    pub(super) fn check_evidence<B: Batch>(
        &self,
        batch: &B,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), B::Error> {
        let changed = batch.changed_evidence(self.database.source, goes_on)?;
        let _ = self.changed_evidence.set(changed);
        Ok(())
    }

    /// Refuses a finding whose evidence is not what its reviewer saw.
    pub(super) fn refuse_changed_evidence(&self, message: &Key) -> Result<(), PlanFailure> {
        let what = self.changed_evidence.get().and_then(|changed| changed.get(message)).cloned();
        what.map_or(Ok(()), |what| Err(ExclusionReason::StaleEvidence { what }.into()))
    }

    /// Refuses changes that broke a reference.
    pub(super) fn check_references(&self) -> Result<(), PlanFailure> {
        let Some(references) = &self.references else { return Ok(()) };
        references.check(&self.database, self.changes.rows())
    }

    /// Rolls back to a savepoint, and rebuilds the temporary tables for look-ups that this drops.
    pub(super) fn roll_back_to(&self, savepoint: &str) -> rusqlite::Result<()> {
        self.database.connection.execute_batch(&format!("ROLLBACK TO {savepoint}; RELEASE {savepoint}"))?;
        self.keys.forget();
        self.database.source.restore_lookups()
    }
}
