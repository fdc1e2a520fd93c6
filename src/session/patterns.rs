//! The user's own patterns: a draft becomes a file of its own and is used at once.

use std::io::{self, Write as _};
use std::path::Path;

use super::{SessionError, Setup, open_audit, registry_of};
use crate::audit::Audit;
use crate::claim::examples;
use crate::document::{self, AnyValue, DocumentError};

/// The file name of a draft in error messages, while it has no file.
pub const DRAFT: &str = "draft";

/// The patterns of a draft that became a file.
pub(super) struct AddedPatterns {
    /// The options with the new file, and the audit with its patterns.
    pub(super) setup: Setup,
    pub(super) audit: Audit,
    pub(super) names: Vec<String>,
    pub(super) file: String,
}

/// Stores a draft as a new file in the user's pattern folder.
pub(super) fn add(setup: &Setup, draft: &str) -> Result<AddedPatterns, SessionError> {
    let folder = setup.pattern_folder.clone().ok_or(SessionError::NoPatternFolder)?;
    let names = check(setup, draft)?;
    let path = folder.join(file_name(&names));
    let file = path.display().to_string();
    let mut setup = setup.clone();
    setup.patterns.push((file.clone(), draft.to_owned()));
    let audit = open_audit(&setup)?;
    create_whole(&folder, &path, draft).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => SessionError::PatternFileExists(file.clone()),
        _ => SessionError::PatternFile(file.clone(), error),
    })?;
    Ok(AddedPatterns { setup, audit, names, file })
}

/// Returns the names of a draft's patterns and syntaxes, if the draft can join the patterns in use and its examples are
/// judged as it says.
fn check(setup: &Setup, draft: &str) -> Result<Vec<String>, DocumentError> {
    let mut registry = registry_of(setup)?;
    registry.add(DRAFT, draft)?;
    let named = named_entries(DRAFT, draft)?;
    for (file, text) in &setup.patterns {
        for (_, known) in named_entries(file, text)? {
            if let Some((pointer, name)) = named.iter().find(|(_, name)| *name == known) {
                let reason = format!("`{name}` already exists in {file}; choose another name");
                return Err(DocumentError::at(DRAFT, draft, pointer, reason));
            }
        }
    }
    if let Some(mistake) = examples::mistakes(&registry, DRAFT, draft)?.into_iter().next() {
        return Err(mistake);
    }
    Ok(named.into_iter().map(|(_, name)| name).collect())
}

/// The patterns and syntaxes of a registry file, as pairs of a JSON Pointer to the name, and the name.
fn named_entries(file: &str, text: &str) -> Result<Vec<(String, String)>, DocumentError> {
    let AnyValue(value) = document::parse(file, text)?;
    let entries = ["patterns", "syntaxes"].into_iter().flat_map(|list| {
        let entries = value.get(list).and_then(serde_json::Value::as_array).into_iter().flatten().enumerate();
        entries.filter_map(move |(index, entry)| {
            Some((format!("/{list}/{index}/name"), entry.get("name")?.as_str()?.to_owned()))
        })
    });
    Ok(entries.collect())
}

/// The file name for entries with these names: the first of them.
fn file_name(names: &[String]) -> String {
    let name = names.first().map_or("patterns", String::as_str);
    let safe = |letter: char| if letter.is_alphanumeric() || "-_".contains(letter) { letter } else { '_' };
    format!("{}.json5", name.chars().map(safe).collect::<String>())
}

/// Creates a file that is complete from the moment it exists. Never replaces a file.
fn create_whole(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Options;
    use crate::session::{Access, Session};

    const DRAFT_TEXT: &str = "{version: 1, patterns: [{name: 'mood', class: 'echo', match: {required: ['mood']},
        examples: {match: ['{\"mood\": \"calm\"}Hi.'], not: []}}]}";

    /// A session on the sample database, with its own pattern folder.
    fn session(folder: &Path) -> Session {
        let database = folder.with_file_name("export.db");
        if !database.exists() {
            crate::sample::copy_to(&database).unwrap();
        }
        let options = Options::at("2026-02-03T09:00:00Z".parse().unwrap());
        let setup = Setup { pattern_folder: Some(folder.to_owned()), ..Setup::new(database, "ana", options) };
        Session::open(setup, Access::Read).unwrap()
    }

    fn names(session: &Session) -> Vec<&str> {
        session.audit().registry().patterns().iter().map(|pattern| pattern.name.as_str()).collect()
    }

    #[test]
    fn a_draft_is_in_force_and_becomes_a_file_of_its_own_in_a_folder_that_may_be_new() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("patterns");
        let mut session = session(&own);
        let (added, file) = session.add_patterns(DRAFT_TEXT).unwrap();
        assert_eq!((added, file), (vec!["mood".to_owned()], own.join("mood.json5").display().to_string()));
        session.add_patterns(&DRAFT_TEXT.replace("mood", "the tone/..")).unwrap();
        assert!(names(&session).contains(&"mood") && names(&session).contains(&"the tone/.."));
        // The next start reads what this one wrote.
        assert_eq!(std::fs::read_to_string(own.join("mood.json5")).unwrap(), DRAFT_TEXT);
        assert!(own.join("the_tone___.json5").exists());
    }

    #[test]
    fn a_mistake_or_a_wrong_example_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("patterns");
        let mut session = session(&own);
        for (draft, expected) in [
            (DRAFT_TEXT.replace("'echo'", "'ecco'"), "draft:1:"),
            (DRAFT_TEXT.replace("{\"mood\": \"calm\"}Hi", "{\"tone\": \"calm\"}Hi"), "draft:2:"),
            (DRAFT_TEXT.replace("not: []", "not: ['{\"mood\": 3}Hi.']"), "must not be claimed"),
        ] {
            let error = session.add_patterns(&draft).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(!own.exists() && !names(&session).contains(&"mood"));
    }

    #[test]
    fn a_name_or_a_file_that_is_there_already_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("patterns");
        let mut session = session(&own);
        session.add_patterns(DRAFT_TEXT).unwrap();
        let error = session.add_patterns(&DRAFT_TEXT.replace("calm", "glad")).unwrap_err().to_string();
        assert!(
            error.starts_with("draft:1:32: `mood` already exists in ") && error.contains("another name"),
            "{error}"
        );
        std::fs::write(own.join("tone.json5"), "{version: 1}").unwrap();
        let error = session.add_patterns(&DRAFT_TEXT.replace("mood", "tone")).unwrap_err().to_string();
        assert!(error.contains("tone.json5"), "{error}");
        assert_eq!(std::fs::read_to_string(own.join("tone.json5")).unwrap(), "{version: 1}");
        assert!(!names(&session).contains(&"tone"));
    }
}
