//! What a session is opened with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Access;
use crate::audit::Options;
use crate::catalog::Catalog;
use crate::review::{ReviewError, review_path, reviewed_with};
use crate::source::{Detector, FileNumber, Profile, real_path};

/// What a session is opened with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The path of the database file.
    pub database: PathBuf,
    /// The profile; `None` to detect it.
    pub profile: Option<Profile>,
    /// Files of patterns: name and text.
    pub patterns: Vec<(String, String)>,
    /// The user's folder of patterns, in which drafts are stored; it need not exist yet.
    pub pattern_folder: Option<PathBuf>,
    /// The tools that the application has; `None` where they are not given.
    pub catalog: Option<Arc<Catalog>>,
    /// The review file; `None` for the one next to the database.
    pub review: Option<PathBuf>,
    /// Whether messages of discarded conversations are read.
    pub include_hidden: bool,
    /// The name of the reviewer, as decisions record it.
    pub reviewer: String,
    /// Whether only that is written which another reviewer approved.
    pub require_approval: bool,
    /// The name of what is written; `None` where none is given.
    pub batch: Option<String>,
    /// What proposals follow.
    pub options: Options,
}

impl Setup {
    /// A review of a database as it comes: with the profile that is detected, and the built-in patterns.
    #[must_use]
    pub fn new(database: impl Into<PathBuf>, reviewer: &str, options: Options) -> Self {
        Self {
            database: database.into(),
            profile: None,
            patterns: Vec::new(),
            pattern_folder: None,
            catalog: None,
            review: None,
            include_hidden: false,
            reviewer: reviewer.to_owned(),
            require_approval: false,
            batch: None,
            options,
        }
    }

    /// The same with the profile that the database was reviewed with, where none is named; only for reading.
    pub fn with_known_profile(self) -> Result<Self, ReviewError> {
        Ok(self.located(Access::Read)?.0)
    }

    /// The same with the file to which the path of the database leads, and its review file; and, where no profile is named, with
    /// the one that the review was made with.
    ///
    /// One database has one review, whatever links name it: the one next to the file itself. Decisions use the profile that the
    /// review was made with, or one that is named.
    pub(super) fn located(self, access: Access) -> Result<(Self, PathBuf), ReviewError> {
        let database = real_path(&self.database);
        let own = review_path(&database);
        let by_link = review_path(&self.database);
        let review = match &self.review {
            Some(named) => named.clone(),
            None if by_link != own && is_another(&by_link, &own) => {
                return Err(ReviewError::BesideLink { path: by_link, own });
            }
            None => own,
        };
        let used = if self.profile.is_none() { reviewed_with(&review) } else { None };
        let known = used.map(|used| Detector::builtin()?.used_for(&used, &database)).transpose()?.flatten();
        if let (Some(known), Access::Hold) = (&known, access) {
            known.refuse_changed(&database)?;
        }
        Ok((Self { database, profile: known.or(self.profile), ..self }, review))
    }
}

/// Whether a file is at a path, and is not the same as the one at another.
fn is_another(path: &Path, other: &Path) -> bool {
    FileNumber::at(path).is_ok_and(|number| FileNumber::at(other).ok() != Some(number))
}
