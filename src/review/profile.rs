//! The profile that a review was made with, for commands without `--profile`.

use std::path::Path;

use super::guard::check_file;
use super::{ReviewError, ReviewFile};
use crate::source::open_read_only;
use crate::source::profile::{Profile, UsedProfile};

/// The name of the entry in `meta` that holds the profile, as JSON.
const PROFILE: &str = "profile";

/// The profile that the review at `path` was made with. `None` if the review stores none, or if the file cannot be
/// used; opening it then reports why.
#[must_use]
pub fn reviewed_with(path: &Path) -> Option<UsedProfile> {
    // Another user could have written the file, so it must be checked before it is trusted.
    check_file(path).ok().flatten().filter(|length| *length > 0)?;
    let file = ReviewFile::from_connection(path, open_read_only(path).ok()?, String::new(), None);
    let text = if file.holds_tables().ok()? { file.meta(PROFILE).ok()? } else { None };
    serde_json::from_str(&text?).ok()
}

impl ReviewFile {
    /// Stores the profile that was chosen for the review.
    pub fn keep_profile(&self, profile: &Profile) -> Result<(), ReviewError> {
        let used = self.json(&UsedProfile::of(profile))?;
        if self.meta(PROFILE)?.as_ref() == Some(&used) { Ok(()) } else { self.set_meta(PROFILE, &used) }
    }
}
