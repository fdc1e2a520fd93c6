//! Which application a database belongs to: told from its columns.

use std::path::Path;

use super::profile::{self, Profile};
use super::{Columns, SourceError};

/// How well a profile fits a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detection {
    /// The profile's name.
    pub profile: String,
    /// The needed columns that are there.
    pub found: Vec<String>,
    /// The needed columns that are not.
    pub missing: Vec<String>,
}

impl Detection {
    /// Whether all that the profile needs is there.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.missing.is_empty()
    }
}

/// How well `profile` fits a database with these columns.
#[must_use]
pub fn detect(profile: &Profile, columns: &Columns) -> Detection {
    let (found, missing): (Vec<_>, Vec<_>) =
        profile.needs.iter().partition(|column| columns.has(&profile.messages.table, column));
    let text = |names: Vec<&profile::ColumnName>| names.iter().map(ToString::to_string).collect();
    Detection { profile: profile.name.clone(), found: text(found), missing: text(missing) }
}

/// Chooses the profile for a database.
#[derive(Clone, Debug)]
pub struct Detector {
    profiles: Vec<Profile>,
}

impl Detector {
    /// A detector that knows the built-in profiles.
    pub fn builtin() -> Result<Self, SourceError> {
        Ok(Self { profiles: profile::all()? })
    }

    /// How well each profile fits, the best first: all there, then the most specific.
    #[must_use]
    pub fn rank(&self, columns: &Columns) -> Vec<Detection> {
        let mut ranks: Vec<_> = self.profiles.iter().map(|profile| detect(profile, columns)).collect();
        ranks.sort_by_key(|rank| (rank.missing.len(), usize::MAX - rank.found.len()));
        ranks
    }

    /// The profile that fits best: all that it needs is there, and it needs the most.
    pub fn choose(&self, path: &Path, columns: &Columns) -> Result<Profile, SourceError> {
        let ranks = self.rank(columns);
        let fitting: Vec<_> = ranks.iter().filter(|rank| rank.fits()).collect();
        let Some(best) = fitting.first() else {
            let needs = |rank: &Detection| {
                let all: Vec<_> = rank.found.iter().chain(&rank.missing).map(String::as_str).collect();
                format!("{} ({})", rank.profile, all.join(", "))
            };
            return Err(SourceError::Unrecognised {
                path: path.display().to_string(),
                looked_for: ranks.iter().map(needs).collect::<Vec<_>>().join("; "),
            });
        };
        let ties: Vec<_> = fitting.iter().filter(|rank| rank.found.len() == best.found.len()).collect();
        if ties.len() > 1 {
            let names: Vec<_> = ties.iter().map(|rank| rank.profile.as_str()).collect();
            return Err(SourceError::Ambiguous { path: path.display().to_string(), names: names.join(", ") });
        }
        self.named(&best.profile)
    }

    /// A built-in profile by its name, or one from a JSON5 file.
    pub fn named_or_file(&self, name: &str) -> Result<Profile, SourceError> {
        let path = Path::new(name);
        if self.profiles.iter().any(|profile| profile.name == name) || !path.is_file() {
            return self.named(name);
        }
        let text = std::fs::read_to_string(path).map_err(|source| SourceError::Io { path: path.to_owned(), source })?;
        Ok(Profile::parse(name, &text)?)
    }

    fn named(&self, name: &str) -> Result<Profile, SourceError> {
        let found = self.profiles.iter().find(|profile| profile.name == name);
        found.cloned().ok_or_else(|| SourceError::UnknownProfile {
            name: name.to_owned(),
            known: self.profiles.iter().map(|profile| profile.name.as_str()).collect::<Vec<_>>().join(", "),
        })
    }

    /// All profiles that are known by name.
    #[must_use]
    pub fn profiles(&self) -> &[Profile] {
        &self.profiles
    }
}
