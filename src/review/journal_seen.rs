//! The part of the journal that a review has seen. A database whose journal lacks it is an older copy, or was altered.

use jiff::Timestamp;

use super::database::SET_META;
use super::event::json;
use super::store::SET_DRAFT;
use super::{NewDecision, ReviewError, ReviewFile};
use crate::source::text_digest;

/// Key in `meta`: the digest of the last journal row that was seen.
const HEAD: &str = "journal_head";

/// Key in `meta`: the digest of the last row of another journal, which replaced the one that was seen and is followed
/// since.
const OTHER_HEAD: &str = "journal_head_since";

const DELETE_META: &str = "DELETE FROM meta WHERE name = ?1";

impl ReviewFile {
    /// Remembers the last journal row of the database, so that a truncated journal is noticed.
    pub fn remember_journal_head(&mut self, digest: &str) -> Result<(), ReviewError> {
        self.transact(|connection| {
            connection.execute(SET_META, [HEAD, digest])?;
            connection.execute(DELETE_META, [OTHER_HEAD]).map(drop)
        })
    }

    /// The digest of the last journal row that was seen.
    pub fn journal_head(&self) -> Result<Option<String>, ReviewError> {
        self.database.meta(HEAD)
    }

    /// Whether a journal lacks the row that was seen last. `head` is the digest of its last row, or empty; `has` looks
    /// a row up by its digest.
    pub fn is_lost<E: From<ReviewError>>(&self, head: &str, has: impl Fn(&str) -> Result<bool, E>) -> Result<bool, E> {
        let seen = match self.database.meta(OTHER_HEAD)? {
            Some(since) => since,
            None => self.journal_head()?.unwrap_or_default(),
        };
        Ok(seen != head && !seen.is_empty() && !has(&seen)?)
    }

    /// Remembers the last row of a journal that is not lost.
    pub fn follow_journal<E: From<ReviewError>>(
        &mut self,
        head: &str,
        has: impl Fn(&str) -> Result<bool, E>,
    ) -> Result<(), E> {
        let seen = self.journal_head()?.unwrap_or_default();
        match self.database.meta(OTHER_HEAD)? {
            Some(since) if since != head && !has(&seen)? => self.database.set_meta(OTHER_HEAD, head)?,
            None if seen == head => {}
            Some(since) if since == head => {}
            _ => self.remember_journal_head(head)?,
        }
        Ok(())
    }

    /// Starts to follow another journal, whose last row is `head`, and stores `resets` as one undo step: what was
    /// accepted with the old journal must be accepted again. The reviewer's changes to proposals become drafts.
    pub fn follow_other_journal(
        &mut self,
        head: (i64, &str),
        resets: &[NewDecision],
        now: Timestamp,
    ) -> Result<(), ReviewError> {
        let (number, digest) = head;
        self.decide_with(resets, number, now, |connection| {
            for reset in resets.iter().filter(|reset| !reset.edit.is_empty()) {
                let digest = text_digest(&reset.finding.message.text);
                connection.execute(SET_DRAFT, [reset.message.to_json(), digest, json(&reset.edit)?])?;
            }
            connection.execute(SET_META, [OTHER_HEAD, digest]).map(drop)
        })
    }
}
