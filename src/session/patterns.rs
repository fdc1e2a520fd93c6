//! The user's own patterns: a draft becomes part of them, and is in force at once.

use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use super::{Session, SessionError, Setup, open_audit, registry_of};
use crate::claim::examples;
use crate::document::DocumentError;
use crate::registry::{self, Registry};

/// How the text of a draft is named where a mistake in it is told.
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
        let before = match std::fs::read_to_string(&path) {
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
        Ok((names, file))
    }
}

/// The names of a draft's patterns, if it could join the patterns in force and its examples turn out as it says.
fn check(setup: &Setup, draft: &str) -> Result<Vec<String>, DocumentError> {
    let alone = Registry::of(DRAFT, draft)?;
    let mut registry = registry_of(setup)?;
    registry.add(DRAFT, draft)?;
    match examples::mistakes(&registry, DRAFT, draft)?.into_iter().next() {
        Some(mistake) => Err(mistake),
        None => Ok(alone.patterns().iter().map(|pattern| pattern.name.clone()).collect()),
    }
}

/// Puts a file in its place whole: whoever reads it meanwhile reads the old one.
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
