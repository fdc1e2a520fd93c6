//! What a session is opened with.

use std::path::PathBuf;
use std::sync::Arc;

use crate::audit::Options;
use crate::catalog::Catalog;
use crate::source::Profile;

/// What a session is opened with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The database.
    pub database: PathBuf,
    /// The profile; `None` to detect it.
    pub profile: Option<Profile>,
    /// Files of patterns: name and text.
    pub patterns: Vec<(String, String)>,
    /// The user's own file of patterns, to which drafts are added; it need not exist yet.
    pub own_patterns: Option<PathBuf>,
    /// The tools that the application has; `None` where nobody said.
    pub catalog: Option<Arc<Catalog>>,
    /// The review file; `None` for the one beside the database.
    pub review: Option<PathBuf>,
    /// Whether messages of discarded conversations are read.
    pub include_hidden: bool,
    /// Who decides.
    pub reviewer: String,
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
            own_patterns: None,
            catalog: None,
            review: None,
            include_hidden: false,
            reviewer: reviewer.to_owned(),
            options,
        }
    }
}
