//! The profile that a review was made with, for commands without `--profile`.

use std::path::Path;

use super::database::ReviewDatabase;
use super::{ReviewError, ReviewFile};
use crate::source::profile::{Profile, UsedProfile};

/// The name of the entry in `meta` that holds the profile, as JSON.
const PROFILE: &str = "profile";

/// The profile that the review at `path` was made with. `None` if the review stores none, or if the file cannot be
/// used; opening it then reports why.
#[must_use]
pub fn reviewed_with(path: &Path) -> Option<UsedProfile> {
    let database = ReviewDatabase::open(path).ok()??;
    serde_json::from_str(&database.meta(PROFILE).ok()??).ok()
}

impl ReviewFile {
    /// Stores the profile that was chosen for the review.
    pub fn keep_profile(&self, profile: &Profile) -> Result<(), ReviewError> {
        let used = self.database.json(&UsedProfile::of(profile))?;
        if self.database.meta(PROFILE)?.as_ref() == Some(&used) {
            Ok(())
        } else {
            self.database.set_meta(PROFILE, &used)
        }
    }
}
