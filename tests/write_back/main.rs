//! Decisions written back to exports, and undone: the real binary on real files.

#![allow(clippy::unwrap_used, reason = "a database that cannot be read fails the test")]

#[path = "../support/mod.rs"]
mod support;

mod batches;
mod choices;
mod copies;
mod encodings;
mod forged_journal;
mod hostile;
mod journal;
mod keys;
mod many;
mod options;
mod plans;
mod properties;
mod references;
mod row_names;
mod stale;
mod statements;
mod triggers;
mod undo;
mod variants;

use ghostcall::session::Session;
use ghostcall::writeback::{Approved, Batch as _};

/// Everything that is accepted and not yet written.
fn approved(session: &Session) -> Vec<Approved> {
    let mut all = Vec::new();
    let keep = &mut |approved| {
        all.push(approved);
        Ok(true)
    };
    session.writer().accepted().each(session.audit().source(), keep).unwrap();
    all
}
