//! Why a finding is not written: a reason that concerns it alone, or a failure of the database.

use super::ExclusionReason;
use crate::source::sqlite_words;

/// Why there is no plan: the finding is left out, or SQLite failed.
pub(super) enum PlanFailure {
    LeftOut(ExclusionReason),
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for PlanFailure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<ExclusionReason> for PlanFailure {
    fn from(reason: ExclusionReason) -> Self {
        Self::LeftOut(reason)
    }
}

impl PlanFailure {
    /// Converts an error that concerns only this finding to a reason for leaving it out.
    pub(super) fn or_refused(self) -> Self {
        match self {
            Self::Failed(error) => refusal(&error).map_or(Self::Failed(error), Self::LeftOut),
            left_out @ Self::LeftOut(_) => left_out,
        }
    }
}

/// The database's objection to this finding; `None` if the error would affect any finding.
fn refusal(error: &rusqlite::Error) -> Option<ExclusionReason> {
    use rusqlite::ErrorCode::{AuthorizationForStatementDenied, ConstraintViolation, TooBig, TypeMismatch, Unknown};
    let what = match (error, error.sqlite_error_code()) {
        (rusqlite::Error::QueryReturnedNoRows, _) => "a row disappeared when it was just written".to_owned(),
        // `Unknown` means an invalid statement, which can come from a trigger or a foreign key.
        (_, Some(ConstraintViolation | TypeMismatch | TooBig | AuthorizationForStatementDenied | Unknown)) => {
            sqlite_words(error)
        }
        _ => return None,
    };
    let what = if what.starts_with("no such function") {
        what + " (a trigger calls a function of the application)"
    } else {
        what
    };
    Some(ExclusionReason::Refused { what })
}
