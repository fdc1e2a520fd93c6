//! The profile that a database was reviewed with, so that the next command uses it again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Profile, builtin};
use crate::document::{self, AnyValue};
use crate::source::{SourceError, text_digest};

/// Identifies the profile that a database was reviewed or written with.
///
/// Its text is not stored: the contents of a database, which may come from anywhere, never become a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedProfile {
    /// The name of the profile.
    pub name: String,
    /// Its file; `None` if it is built-in or unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The digest of its contents; `None` for a built-in profile, which changes with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

impl UsedProfile {
    /// Identifies a profile: a built-in one by its name, another one by its file and digest too.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let (name, text) = (profile.name.clone(), &*profile.origin.text);
        if builtin::named(&name) == Some(text) {
            return Self { name, file: None, digest: None };
        }
        let digest = mapping_digest(&profile.origin.file, text).or_else(|| Some(text_digest(text)));
        let file = Path::new(&profile.origin.file).canonicalize().ok();
        Self { name, file, digest }
    }

    /// The same without the path of its file, which is private to the reviewer.
    #[must_use]
    pub fn without_file(self) -> Self {
        Self { file: None, ..self }
    }

    /// Loads the profile from its file and marks it if the file has changed since; errors name the `database`.
    ///
    /// # Errors
    /// The file is unknown or cannot be read.
    pub fn load(&self, database: &Path) -> Result<Profile, SourceError> {
        let lost = |why: String| lost(database, &self.name, why);
        let file = self.file.as_deref().ok_or_else(|| lost("not a built-in profile".to_owned()))?;
        let name = file.display().to_string();
        // A relative path could lead to another file in the current folder.
        if !file.is_absolute() {
            return Err(lost(format!("{name} is not an absolute path")));
        }
        if !file.is_file() {
            return Err(lost(format!("{name} no longer exists")));
        }
        let text = document::read_file(file).map_err(|source| SourceError::Io { path: file.to_owned(), source })?;
        // Earlier versions stored the digest of the text itself.
        let is_it = |digest: Option<String>| digest.is_some() && digest == self.digest;
        let mut profile = Profile::parse(&name, &text)?;
        profile.origin.has_changed = !is_it(mapping_digest(&name, &text)) && !is_it(Some(text_digest(&text)));
        Ok(profile)
    }
}

impl Profile {
    /// Fails if the profile's file has changed since the database was reviewed with it: nobody has confirmed the new
    /// contents.
    pub fn refuse_changed(&self, database: &Path) -> Result<(), SourceError> {
        if self.origin.has_changed {
            return Err(lost(database, &self.name, format!("{} changed since", self.origin.file)));
        }
        Ok(())
    }
}

fn lost(database: &Path, name: &str, why: String) -> SourceError {
    SourceError::LostProfile { path: database.display().to_string(), name: name.to_owned(), why }
}

/// The digest of the contents of a file, which ignores comments.
fn mapping_digest(file: &str, text: &str) -> Option<String> {
    let AnyValue(mapping) = document::parse(file, text).ok()?;
    Some(text_digest(&mapping.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_named_by_a_relative_path_is_not_read() {
        let file = Path::new("src/source/profile/builtin/plain.json5");
        let digest = Some(text_digest(builtin::named("plain").unwrap()));
        let used =
            |file: &Path| UsedProfile { name: "plain".to_owned(), file: Some(file.to_owned()), digest: digest.clone() };
        let load = |file: &Path| used(file).load(Path::new("a.db"));
        load(&file.canonicalize().unwrap()).unwrap();
        assert!(load(file).unwrap_err().to_string().contains("not an absolute path"));
    }

    #[test]
    fn a_built_in_profile_is_remembered_by_its_name_and_another_by_its_file() {
        let database = Path::new("a.db");
        let plain = Profile::parse("plain", builtin::named("plain").unwrap()).unwrap();
        let used = UsedProfile::of(&plain);
        assert_eq!(used, UsedProfile { name: "plain".to_owned(), file: None, digest: None });

        // A copy of a built-in profile with the same name is another profile.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.json5");
        let text = format!("// mine\n{}", builtin::named("plain").unwrap());
        std::fs::write(&path, &text).unwrap();
        let used = UsedProfile::of(&Profile::parse(&path.display().to_string(), &text).unwrap());
        assert_eq!(used.load(database).unwrap().origin.text, text.as_str().into());
        let lost = |used: &UsedProfile| used.load(database).unwrap_err().to_string();
        assert!(lost(&used.clone().without_file()).contains("not a built-in profile"));
        std::fs::write(&path, format!("{text} // another comment")).unwrap();
        used.load(database).unwrap();
        let of_text = UsedProfile { digest: Some(text_digest(&text)), ..used.clone() };
        let refused = |used: &UsedProfile| {
            let refused = used.load(database).unwrap().refuse_changed(database);
            refused.map_or_else(|error| error.to_string(), |()| String::new())
        };
        assert!(refused(&of_text).contains("changed since"));
        std::fs::write(&path, &text).unwrap();
        assert_eq!(refused(&of_text), "");
        std::fs::write(&path, text.replace("write: \"full\"", "write: \"strip\"")).unwrap();
        assert!(refused(&used).contains("changed since") && refused(&used).contains("--profile"));
        std::fs::remove_file(&path).unwrap();
        assert!(lost(&used).contains("no longer exists") && lost(&used).contains("--profile"));
    }
}
