//! The profile that a review was made with, for the commands that name none.

use std::path::Path;

use super::guard::check_file;
use super::{ReviewError, ReviewFile};
use crate::source::open_read_only;
use crate::source::profile::{Profile, UsedProfile};

/// Under which name it is kept.
const PROFILE: &str = "profile";

/// The profile that the review at a path was made with. `None` where the review names none, and where it cannot be used:
/// opening it then reports why.
#[must_use]
pub fn reviewed_with(path: &Path) -> Option<UsedProfile> {
    // A file that others could have written is not believed.
    check_file(path).ok().flatten().filter(|length| *length > 0)?;
    let file = ReviewFile::over(path, open_read_only(path).ok()?, String::new(), None);
    let text = if file.holds_tables().ok()? { file.meta(PROFILE).ok()? } else { None };
    serde_json::from_str(&text?).ok()
}

impl ReviewFile {
    /// Keeps with which profile, which somebody named, the review is made.
    pub fn keep_profile(&self, profile: &Profile) -> Result<(), ReviewError> {
        let used = self.json(&UsedProfile::of(profile))?;
        if self.meta(PROFILE)?.as_ref() == Some(&used) { Ok(()) } else { self.set_meta(PROFILE, &used) }
    }
}
