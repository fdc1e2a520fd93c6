//! What the review shows after an undo of write-backs.

use crate::session::{Session, SessionError};
use crate::tui::input::action::Action;
use crate::tui::loaded::journal::{Restored, load};
use crate::writeback::{UndoDifference, WriteReport};

/// Reports the outcome of undoing a write-back, with the reloaded journal.
pub(super) fn write_undone(session: &Session, write: i64, report: &WriteReport) -> Result<Vec<Action>, SessionError> {
    let mut news = vec![Action::Journal(load(session)?)];
    for done in &report.done {
        let (status, edit) = session.findings().state_of(&done.message)?;
        news.push(Action::WriteUndone { write, message: done.message.clone(), status, edit });
    }
    news.extend(report.differs.iter().map(|UndoDifference { message, what, .. }| {
        Action::Failed(format!("message {message}: write-back undone, but not everything could be restored: {what}"))
    }));
    news.extend(report.left_out.iter().map(|left| Action::WriteNotUndone { write, reason: left.reason.to_string() }));
    Ok(news)
}

/// Reports the outcome of undoing a batch, with the reloaded journal.
pub(super) fn batch_undone(session: &Session, batch: i64, report: &WriteReport) -> Result<Vec<Action>, SessionError> {
    let mut changes = Vec::with_capacity(report.done.len());
    for done in &report.done {
        let (status, edit) = session.findings().state_of(&done.message)?;
        changes.push(Restored { message: done.message.clone(), status, edit });
    }
    let left_out = report.left_out.iter().map(|left| {
        let message = left.message.as_ref().map(|message| format!("message {message}: ")).unwrap_or_default();
        format!("{message}{}", left.reason)
    });
    let differs = report.differs.iter().map(|UndoDifference { message, what, .. }| {
        format!("message {message}: write-back undone, but not everything could be restored: {what}")
    });
    let problems = left_out.chain(differs).collect();
    Ok(vec![Action::Journal(load(session)?), Action::BatchUndone { batch, changes, problems }])
}
