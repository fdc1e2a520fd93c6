//! The user's own patterns: a draft becomes part of them, and is in force at once.

use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use super::{Access, Session, SessionError, Setup, open_audit, registry_of};
use crate::claim::examples;
use crate::document::{self, DocumentError};
use crate::registry::{self, Registry};

/// The name of the text of a draft in error messages.
pub const DRAFT: &str = "draft";

impl Session {
    /// Appends the patterns of a draft to the user's file, and puts them in force. Answers the names of the patterns
    /// and that of the file.
    ///
    /// # Errors
    /// A mistake in the draft or in the file, an example that turns out otherwise, or a file that cannot be written;
    /// then nothing is changed.
    pub fn add_patterns(&mut self, draft: &str) -> Result<(Vec<String>, String), SessionError> {
        let Some(path) = self.setup.own_patterns.clone() else {
            return Err(SessionError::NoPatternFile);
        };
        let names = check(&self.setup, draft)?;
        let file = path.display().to_string();
        let failed = |error| SessionError::PatternFile(file.clone(), error);
        let before = match document::read_file(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        let after = registry::append(&file, &before, draft)?;
        let mut patterns = self.setup.patterns.clone();
        match patterns.iter_mut().find(|(name, _)| *name == file) {
            Some((_, text)) => text.clone_from(&after),
            None => patterns.push((file.clone(), after.clone())),
        }
        let setup = Setup { patterns, ..self.setup.clone() };
        let audit = open_audit(&setup)?;
        write_whole(&path, &after).map_err(failed)?;
        (self.setup, self.audit) = (setup, audit);
        if let (Some(review), Access::Hold) = (&self.review, self.access) {
            review.made_with(&self.audit.registry().digest())?;
        }
        Ok((names, file))
    }
}

/// The names of a draft's patterns and syntaxes, if it could join the patterns in force and its examples turn out as it says.
fn check(setup: &Setup, draft: &str) -> Result<Vec<String>, DocumentError> {
    let alone = Registry::of(DRAFT, draft)?;
    let mut registry = registry_of(setup)?;
    registry.add(DRAFT, draft)?;
    if let Some(mistake) = examples::mistakes(&registry, DRAFT, draft)?.into_iter().next() {
        return Err(mistake);
    }
    let patterns = alone.patterns().iter().map(|pattern| pattern.name.clone());
    let syntaxes = alone.syntaxes().iter().map(|syntax| syntax.name.clone());
    Ok(patterns.chain(syntaxes).collect())
}

/// Replaces a file at once: a reader meanwhile sees the old one.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    if let Ok(old) = std::fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Options;

    const DRAFT_TEXT: &str = "{version: 1, patterns: [{name: 'mood', class: 'echo', match: {required: ['mood']},
        examples: {match: ['{\"mood\": \"calm\"}Hi.'], not: []}}]}";

    /// A session over the sample, with a file for its own patterns.
    fn session(own: &Path) -> Session {
        let database = own.with_file_name("export.db");
        if !database.exists() {
            crate::sample::copy_to(&database).unwrap();
        }
        let options = Options::at("2026-02-03T09:00:00Z".parse().unwrap());
        let setup = Setup { own_patterns: Some(own.to_owned()), ..Setup::new(database, "ana", options) };
        Session::open(setup, Access::Read).unwrap()
    }

    fn names(session: &Session) -> Vec<&str> {
        session.audit().registry().patterns().iter().map(|pattern| pattern.name.as_str()).collect()
    }

    #[test]
    fn a_draft_is_in_force_and_stands_in_the_file_which_may_be_new() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("patterns/mine.json5");
        std::fs::create_dir(own.parent().unwrap()).unwrap();
        let mut session = session(&own);
        let (added, file) = session.add_patterns(DRAFT_TEXT).unwrap();
        assert_eq!((added.as_slice(), file), (&["mood".to_owned()][..], own.display().to_string()));
        assert!(names(&session).contains(&"mood"));
        let written = std::fs::read_to_string(&own).unwrap();
        let second = DRAFT_TEXT.replace("mood", "tone");
        session.add_patterns(&second).unwrap();
        let now = std::fs::read_to_string(&own).unwrap();
        assert!(now.starts_with(written.trim_end().strip_suffix("]}").unwrap()), "{now}");
        assert!(names(&session).contains(&"mood") && names(&session).contains(&"tone"));
        // The next start reads what this one wrote.
        crate::registry::Registry::of("mine", &now).unwrap();
    }

    #[test]
    fn a_mistake_or_a_wrong_example_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("mine.json5");
        let mut session = session(&own);
        for (draft, expected) in [
            (DRAFT_TEXT.replace("'echo'", "'ecco'"), "draft:1:"),
            (DRAFT_TEXT.replace("{\"mood\": \"calm\"}Hi", "{\"tone\": \"calm\"}Hi"), "draft:2:"),
            (DRAFT_TEXT.replace("not: []", "not: ['{\"mood\": 3}Hi.']"), "must not be claimed"),
        ] {
            let error = session.add_patterns(&draft).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        std::fs::write(&own, "{version: 1, patterns: [").unwrap();
        let error = session.add_patterns(DRAFT_TEXT).unwrap_err().to_string();
        assert!(error.contains("mine.json5:1:"), "{error}");
        assert_eq!(std::fs::read_to_string(&own).unwrap(), "{version: 1, patterns: [");
        assert!(!names(&session).contains(&"mood"));
    }

    #[test]
    fn the_rights_of_a_file_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("mine.json5");
        std::fs::write(&own, "{version: 1}").unwrap();
        std::fs::set_permissions(&own, std::fs::Permissions::from_mode(0o640)).unwrap();
        session(&own).add_patterns(DRAFT_TEXT).unwrap();
        assert_eq!(std::fs::metadata(&own).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
