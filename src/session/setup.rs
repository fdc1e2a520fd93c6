//! The options of a session.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::audit::Options;
use crate::catalog::Catalog;
use crate::review::{ReviewError, review_path, reviewed_with};
use crate::source::{Detector, FileNumber, Profile, real_path};

/// Whether a session may decide and write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read-only: takes no lock and creates no file.
    Read,
    /// Holds the lock of the review file.
    Hold,
}

/// The options that a session is opened with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The path of the database file.
    pub database: PathBuf,
    /// The profile of the database; `None` to detect it.
    pub profile: Option<Profile>,
    /// Pattern files: name and text of each.
    pub patterns: Vec<(String, String)>,
    /// The user's pattern folder, where drafts are stored. It need not exist; `None` if it is unknown.
    pub pattern_folder: Option<PathBuf>,
    /// The tools that the application has; `None` if no catalog is given.
    pub catalog: Option<Arc<Catalog>>,
    /// The review file; `None` for the one next to the database.
    pub review: Option<PathBuf>,
    /// Whether messages of discarded conversations are read.
    pub include_hidden: bool,
    /// The name of the reviewer, as decisions record it.
    pub reviewer: String,
    /// Whether only findings that another reviewer approved are written.
    pub require_approval: bool,
    /// The name of the next batch.
    pub batch: Option<String>,
    /// Settings of proposals, such as the current time.
    pub options: Options,
}

impl Setup {
    /// The default options for a database: a detected profile and the built-in patterns.
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

    /// Fills in the profile that the review was made with, if none is given. For reading only.
    pub fn with_known_profile(self) -> Result<Self, ReviewError> {
        Ok(self.located(Access::Read)?.0)
    }

    /// Resolves links in the path of the database and returns the path of its review file. Fills in the profile that
    /// the review was made with, if none is given.
    ///
    /// A database has one review, whatever links lead to it: the file next to the database file itself.
    pub(super) fn located(self, access: Access) -> Result<(Self, PathBuf), ReviewError> {
        let database = real_path(&self.database);
        let own = review_path(&database);
        let by_link = review_path(&self.database);
        let review = match &self.review {
            Some(named) => named.clone(),
            None if by_link != own && is_other_file(&by_link, &own) => {
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

/// Whether there is a file at `path` that is not the file at `other`.
fn is_other_file(path: &Path, other: &Path) -> bool {
    FileNumber::at(path).is_ok_and(|number| FileNumber::at(other).ok() != Some(number))
}
