//! Detecting the application that a database belongs to, by its columns.

use std::path::Path;

use super::profile::{self, Profile, UsedProfile};
use super::{Columns, SourceError, open_read_only, sqlite_error};
use crate::document;

/// How well a profile fits a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detection {
    /// The profile's name.
    pub profile: String,
    /// The required columns that exist.
    pub found: Vec<String>,
    /// The required columns that are missing.
    pub missing: Vec<String>,
    /// The columns that exist although no database of this application has them.
    pub unwanted: Vec<String>,
}

impl Detection {
    /// Whether all required columns exist, and no unwanted ones.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.missing.is_empty() && self.unwanted.is_empty()
    }
}

/// How well `profile` fits a database with these columns.
#[must_use]
pub fn detect(profile: &Profile, columns: &Columns) -> Detection {
    let is_there = |column: &&profile::ColumnName| columns.has(&profile.messages.table, column);
    let (found, missing): (Vec<_>, Vec<_>) = profile.needs.iter().partition(is_there);
    let unwanted: Vec<_> = profile.without.iter().filter(is_there).collect();
    let text = |names: Vec<&profile::ColumnName>| names.iter().map(ToString::to_string).collect();
    Detection { profile: profile.name.clone(), found: text(found), missing: text(missing), unwanted: text(unwanted) }
}

/// Whether a profile may fit: each required column exists, or its table cannot be read.
fn fits_unread(profile: &Profile, columns: &Columns) -> bool {
    let table = &profile.messages.table;
    let may_be_there =
        |column: &profile::ColumnName| columns.has(table, column) || columns.is_unreadable(column.table_or(table));
    profile.needs.iter().all(may_be_there)
}

/// Why a profile is chosen for a database, or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DetectionRank {
    /// It fits, and requires more columns than any other that fits.
    Chosen,
    /// It fits, and so do these profiles, which require as many columns.
    Tied(Vec<String>),
    /// It fits, but so does this profile, which requires more columns.
    Outdone(String),
    /// It does not fit.
    Unfit,
}

impl DetectionRank {
    /// The reason in words, given the profile's detection.
    #[must_use]
    pub fn describe(&self, detection: &Detection) -> String {
        match self {
            Self::Chosen => "best match: has every required column".to_owned(),
            Self::Tied(others) => format!("matches, and so does {}; choose with --profile", others.join(", ")),
            Self::Outdone(other) => format!("matches too; {other} requires more columns"),
            Self::Unfit if !detection.missing.is_empty() => format!("missing: {}", detection.missing.join(", ")),
            Self::Unfit => format!("unexpected: {}", detection.unwanted.join(", ")),
        }
    }
}

/// Chooses the profile for a database.
#[derive(Clone, Debug)]
pub struct Detector {
    profiles: Vec<Profile>,
}

impl Detector {
    /// A detector with the built-in profiles.
    pub fn builtin() -> Result<Self, SourceError> {
        Ok(Self { profiles: profile::all()? })
    }

    /// Ranks all profiles, best first: those that fit, then by fewest missing and most found columns.
    #[must_use]
    pub fn rank(&self, columns: &Columns) -> Vec<Detection> {
        let mut ranks: Vec<_> = self.profiles.iter().map(|profile| detect(profile, columns)).collect();
        ranks.sort_by_key(|rank| (!rank.fits(), rank.missing.len(), usize::MAX - rank.found.len()));
        ranks
    }

    /// Ranks all profiles, each with the reason why it is chosen or not.
    #[must_use]
    pub fn explain(&self, columns: &Columns) -> Vec<(Detection, DetectionRank)> {
        let ranks = self.rank(columns);
        let fitting: Vec<_> = ranks.iter().filter(|rank| rank.fits()).cloned().collect();
        let most = fitting.first().map_or(0, |best| best.found.len());
        let rank_of = |rank: &Detection| {
            let others = fitting.iter().filter(|other| other.profile != rank.profile && other.found.len() == most);
            let others: Vec<_> = others.map(|other| other.profile.clone()).collect();
            match others.first() {
                _ if !rank.fits() => DetectionRank::Unfit,
                Some(better) if rank.found.len() < most => DetectionRank::Outdone(better.clone()),
                Some(_) => DetectionRank::Tied(others),
                None => DetectionRank::Chosen,
            }
        };
        ranks.iter().map(|rank| (rank.clone(), rank_of(rank))).collect()
    }

    /// The profile that fits and requires the most columns.
    pub fn choose(&self, path: &Path, columns: &Columns) -> Result<Profile, SourceError> {
        let ranks = self.explain(columns);
        match ranks.first() {
            Some((best, DetectionRank::Chosen)) => self.named(&best.profile),
            Some((best, DetectionRank::Tied(others))) => {
                let names: Vec<_> = std::iter::once(&best.profile).chain(others).map(String::as_str).collect();
                Err(SourceError::Ambiguous { path: path.display().to_string(), names: names.join(", ") })
            }
            _ => {
                // A profile that may fit except for an unreadable table makes a better error than a list of all that do
                // not fit.
                let profiles = || self.profiles.iter();
                profiles()
                    .filter(|profile| fits_unread(profile, columns))
                    .try_for_each(|profile| columns.check_readable(path, profile))?;
                let needs = |rank: &Detection| {
                    let all: Vec<_> = rank.found.iter().chain(&rank.missing).map(String::as_str).collect();
                    format!("{} ({})", rank.profile, all.join(", "))
                };
                let looked_for = ranks.iter().map(|(rank, _)| needs(rank)).collect::<Vec<_>>().join("; ");
                Err(SourceError::Unrecognised { path: path.display().to_string(), looked_for })
            }
        }
    }

    /// The profiles of other applications that fit the database too.
    #[must_use]
    pub fn others(&self, chosen: &str, columns: &Columns) -> Vec<String> {
        let fitting = self.rank(columns).into_iter().filter(|rank| rank.fits() && rank.profile != chosen);
        fitting.map(|rank| rank.profile).collect()
    }

    /// A built-in profile by name, or one from a JSON5 file.
    pub fn named_or_file(&self, name: &str) -> Result<Profile, SourceError> {
        let path = Path::new(name);
        if self.profiles.iter().any(|profile| profile.name == name) || !path.is_file() {
            return self.named(name);
        }
        let text = document::read_file(path).map_err(|source| SourceError::Io { path: path.to_owned(), source })?;
        Ok(Profile::parse(name, &text)?)
    }

    /// The built-in profiles that a name covers: the one of this name, and the layouts of the application of this name.
    #[must_use]
    pub fn layouts(&self, name: &str) -> Vec<&str> {
        let is_layout =
            |other: &&str| other.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        self.profiles.iter().map(|profile| profile.name.as_str()).filter(is_layout).collect()
    }

    /// A built-in profile by name, or one from a JSON5 file, for a database. If the name covers several layouts of an
    /// application, as `ruby-llm` covers `ruby-llm-v1` and `ruby-llm-v2`, the layout that the database has is chosen.
    pub fn named_for(&self, name: &str, path: &Path) -> Result<Profile, SourceError> {
        let layouts = self.layouts(name);
        if layouts.len() < 2 || Path::new(name).is_file() {
            return self.named_or_file(name);
        }
        let columns = columns_of(path)?;
        let is_layout = |rank: &Detection| layouts.contains(&rank.profile.as_str());
        let ranks: Vec<_> = self.rank(&columns).into_iter().filter(is_layout).collect();
        let is_named = self.profiles.iter().any(|profile| profile.name == name);
        // If no layout fits, the nearest one shows what is missing.
        let found = ranks.iter().find(|rank| rank.fits() || !is_named).map_or(name, |rank| rank.profile.as_str());
        self.named(found)
    }

    /// The profile that the database was reviewed with. A built-in one is used only if it still fits: after an upgrade,
    /// an application may have another layout, which is then detected.
    pub fn used(&self, used: &UsedProfile, path: &Path, columns: &Columns) -> Result<Option<Profile>, SourceError> {
        if used.digest.is_some() {
            return used.load(path).map(Some);
        }
        let is_it = |profile: &&Profile| profile.name == used.name && detect(profile, columns).fits();
        Ok(self.profiles.iter().find(is_it).cloned())
    }

    /// The same for a database that is not open.
    pub fn used_for(&self, used: &UsedProfile, path: &Path) -> Result<Option<Profile>, SourceError> {
        self.used(used, path, &columns_of(path)?)
    }

    fn named(&self, name: &str) -> Result<Profile, SourceError> {
        let found = self.profiles.iter().find(|profile| profile.name == name);
        found.cloned().ok_or_else(|| SourceError::UnknownProfile {
            name: name.to_owned(),
            known: self.profiles.iter().map(|profile| profile.name.as_str()).collect::<Vec<_>>().join(", "),
        })
    }

    /// The built-in profiles, from which it chooses.
    #[must_use]
    pub fn profiles(&self) -> &[Profile] {
        &self.profiles
    }
}

fn columns_of(path: &Path) -> Result<Columns, SourceError> {
    let connection = open_read_only(path)?;
    Columns::of(&connection).map_err(|error| sqlite_error(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_of_an_application_is_the_one_that_the_database_has() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let detector = Detector::builtin().unwrap();
        rusqlite::Connection::open(&path).unwrap().execute_batch(&format!("{RUBY_LLM} {LOG}")).unwrap();
        for (name, layout) in [("ruby-llm", "ruby-llm-v1"), ("llm", "llm-legacy"), ("ruby-llm-v2", "ruby-llm-v2")] {
            assert_eq!(detector.named_for(name, &path).unwrap().name, layout);
        }
        // If none of its layouts fits, the named profile itself is used, so that the error names it.
        assert_eq!(detector.named_for("open-webui", &path).unwrap().name, "open-webui");
        assert!(detector.named_for("rub", &path).is_err());
    }

    #[test]
    fn a_built_in_profile_that_was_used_is_taken_as_long_as_it_fits() {
        let columns = |sql: &str| {
            let connection = rusqlite::Connection::open_in_memory().unwrap();
            connection.execute_batch(sql).unwrap();
            Columns::of(&connection).unwrap()
        };
        let detector = Detector::builtin().unwrap();
        let used = |name: &str, sql: &str| {
            let used = UsedProfile { name: name.to_owned(), file: None, digest: None };
            detector.used(&used, Path::new("a.db"), &columns(sql)).unwrap().map(|profile| profile.name)
        };
        // Of two profiles that fit, the one used before wins; detection would choose the other.
        assert_eq!(used("llm-legacy", &format!("{RUBY_LLM} {LOG}")).as_deref(), Some("llm-legacy"));
        assert_eq!(used("llm-legacy", RUBY_LLM), None);
        assert_eq!(used("nobody", LOG), None);
    }

    /// The rank of each profile that fits a database with these tables.
    fn fitting(sql: &str) -> Vec<(String, DetectionRank)> {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        connection.execute_batch(sql).unwrap();
        let columns = Columns::of(&connection).unwrap();
        let ranks = Detector::builtin().unwrap().explain(&columns);
        ranks
            .into_iter()
            .filter(|(rank, _)| rank.fits())
            .map(|(rank, rank_reason)| (rank.profile, rank_reason))
            .collect()
    }

    const RUBY_LLM: &str = "CREATE TABLE messages (id, role, content, chat_id, tool_call_id);
                            CREATE TABLE tool_calls (id, message_id, name, arguments);";
    const LOG: &str = "CREATE TABLE responses (id, response, prompt, conversation_id);";

    #[test]
    fn one_application_is_recognised_by_its_columns() {
        assert_eq!(fitting(RUBY_LLM), [("ruby-llm-v1".to_owned(), DetectionRank::Chosen)]);
        assert_eq!(fitting(LOG), [("llm-legacy".to_owned(), DetectionRank::Chosen)]);
        assert_eq!(fitting("CREATE TABLE messages (id, role, content);"), []);
    }

    #[test]
    fn two_that_need_as_much_are_a_tie_which_nobody_but_the_user_decides() {
        let both = "CREATE TABLE chat_log (who, said); CREATE TABLE notes_memory (kind, text);
                    CREATE TABLE chat (chat); CREATE TABLE chat_message (content, output, chat_id);";
        let tied = |other: &str| DetectionRank::Tied(vec![other.to_owned()]);
        assert_eq!(fitting(both), [("open-webui".to_owned(), tied("plain")), ("plain".to_owned(), tied("open-webui"))]);
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        connection.execute_batch(both).unwrap();
        let columns = Columns::of(&connection).unwrap();
        let refused = Detector::builtin().unwrap().choose(Path::new("a.db"), &columns).unwrap_err().to_string();
        assert!(refused.contains("open-webui, plain") && refused.contains("--profile"), "{refused}");
    }

    #[test]
    fn a_column_that_no_such_database_has_speaks_against_it() {
        let other = format!("{RUBY_LLM} ALTER TABLE messages ADD COLUMN tools_used;");
        assert_eq!(fitting(&other), []);
    }

    #[test]
    fn of_two_applications_the_more_specific_one_is_taken_and_the_other_reported() {
        let both = fitting(&format!("{RUBY_LLM} {LOG}"));
        let outdone = DetectionRank::Outdone("ruby-llm-v1".to_owned());
        assert_eq!(both, [("ruby-llm-v1".to_owned(), DetectionRank::Chosen), ("llm-legacy".to_owned(), outdone)]);
    }
}
