//! The configuration file: the defaults of a user or a team. Environment variables and options override it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use etcetera::BaseStrategy as _;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::key_section::KeySection;
use super::option_values::{Color, RecordTimeName, RecordToolName};
use crate::document::{self, DocumentError};
use crate::tui::{ClipboardMode, ThemeChoice};

/// The supported version of the format.
const VERSION: u32 = 1;

/// The settings of a configuration file, named like the options.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Configuration {
    version: Option<u32>,
    pub(super) profile: Option<String>,
    pub(super) patterns: Vec<PathBuf>,
    /// The user's pattern folder; all its files are read.
    #[serde(skip)]
    pub(super) pattern_folder: Option<PathBuf>,
    pub(super) catalog: Option<PathBuf>,
    pub(super) record_time: Option<RecordTimeName>,
    pub(super) record_tool: Option<RecordToolName>,
    pub(super) include_discarded: Option<bool>,
    pub(super) no_backup: Option<bool>,
    pub(super) stamps: Option<bool>,
    pub(super) min_confidence: Option<f64>,
    pub(super) reviewer: Option<String>,
    pub(super) require_approval: Option<bool>,
    pub(super) color: Option<Color>,
    keys: Option<Value>,
    /// The key bindings of the files, lowest precedence first.
    #[serde(skip)]
    pub(super) key_sections: Vec<KeySection>,
    pub(super) ascii: Option<bool>,
    pub(super) mouse: Option<bool>,
    pub(super) clipboard: Option<ClipboardMode>,
    /// Ignored here: an error in it affects the theme and not the command.
    #[serde(rename = "theme")]
    _theme: Option<IgnoredAny>,
    #[serde(skip)]
    pub(super) theme: Option<ThemeChoice>,
    /// Errors in the ignored parts, shown when the review starts.
    #[serde(skip)]
    pub(super) mistakes: Vec<String>,
}

/// The parts of a configuration file whose errors are shown on the screen.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Appearance {
    theme: Option<ThemeChoice>,
}

impl Configuration {
    /// Loads the user's configuration file, overlaid by the named one.
    pub(super) fn load(named: Option<&Path>) -> anyhow::Result<Self> {
        let mut all = Self::default();
        if let Ok(folders) = etcetera::choose_base_strategy() {
            let folder = folders.config_dir().join("ghostcall");
            let patterns = folder.join("patterns");
            all.patterns = pattern_files(&patterns)?;
            all.pattern_folder = Some(patterns);
            let path = folder.join("config.json5");
            match document::read_file(&path) {
                Ok(text) => all = all.overlaid_by(Self::parse(&path, &text)?),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error).with_context(|| path.display().to_string()),
            }
        }
        if let Some(path) = named {
            let text = document::read_file(path).with_context(|| path.display().to_string())?;
            all = all.overlaid_by(Self::parse(path, &text)?);
        }
        Ok(all)
    }

    fn parse(path: &Path, text: &str) -> anyhow::Result<Self> {
        let file = path.display().to_string();
        let mut read: Self = document::parse(&file, text)?;
        let mistake = |reason: String| DocumentError::whole(&file, reason);
        if let Some(version) = read.version.filter(|version| *version > VERSION) {
            return Err(mistake(format!("version {version} is newer than this ghostcall reads ({VERSION})")).into());
        }
        if read.min_confidence.is_some_and(|confidence| !(0.0..=1.0).contains(&confidence)) {
            return Err(mistake("min_confidence: not a number from 0 to 1".to_owned()).into());
        }
        match document::parse::<Appearance>(&file, text) {
            Ok(appearance) => read.theme = appearance.theme,
            Err(error) => read.mistakes.push(error.to_string()),
        }
        // Paths in a file are relative to its folder.
        let folder = path.parent().unwrap_or(Path::new(""));
        for named in read.patterns.iter_mut().chain(&mut read.catalog) {
            *named = folder.join(&*named);
        }
        let keys = read.keys.take();
        read.key_sections.extend(keys.map(|keys| KeySection { file, text: text.to_owned(), keys }));
        Ok(read)
    }

    /// Overlays these settings with those of `upper`; patterns of both apply.
    fn overlaid_by(self, upper: Self) -> Self {
        Self {
            version: upper.version.or(self.version),
            profile: upper.profile.or(self.profile),
            patterns: self.patterns.into_iter().chain(upper.patterns).collect(),
            pattern_folder: upper.pattern_folder.or(self.pattern_folder),
            catalog: upper.catalog.or(self.catalog),
            record_time: upper.record_time.or(self.record_time),
            record_tool: upper.record_tool.or(self.record_tool),
            include_discarded: upper.include_discarded.or(self.include_discarded),
            no_backup: upper.no_backup.or(self.no_backup),
            stamps: upper.stamps.or(self.stamps),
            min_confidence: upper.min_confidence.or(self.min_confidence),
            reviewer: upper.reviewer.or(self.reviewer),
            require_approval: upper.require_approval.or(self.require_approval),
            color: upper.color.or(self.color),
            ascii: upper.ascii.or(self.ascii),
            mouse: upper.mouse.or(self.mouse),
            clipboard: upper.clipboard.or(self.clipboard),
            _theme: None,
            theme: upper.theme.or(self.theme),
            mistakes: self.mistakes.into_iter().chain(upper.mistakes).collect(),
            keys: None,
            key_sections: self.key_sections.into_iter().chain(upper.key_sections).collect(),
        }
    }
}

/// The registry files of a folder, sorted by name; empty if it does not exist.
fn pattern_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| folder.display().to_string()),
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if path.extension().is_some_and(|extension| extension == "json5") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> anyhow::Result<Configuration> {
        Configuration::parse(Path::new("/etc/ghostcall/team.json5"), text)
    }

    #[test]
    fn the_upper_file_wins_and_patterns_add_up() {
        let lower = parse("{reviewer: 'ana', stamps: true, patterns: ['a.json5'], catalog: 'tools.json'}").unwrap();
        let upper = parse("{version: 1, reviewer: 'ben', record_tool: 'sibling_row', patterns: ['/b.json5']}").unwrap();
        let all = lower.overlaid_by(upper);
        assert_eq!((all.reviewer.as_deref(), all.stamps), (Some("ben"), Some(true)));
        assert_eq!(all.record_tool, Some(RecordToolName::SiblingRow));
        assert_eq!(all.catalog.as_deref(), Some(Path::new("/etc/ghostcall/tools.json")));
        assert_eq!(all.patterns, [Path::new("/etc/ghostcall/a.json5"), Path::new("/b.json5")]);
    }

    #[test]
    fn a_mistake_in_the_theme_costs_the_theme_only() {
        let read = parse("{reviewer: 'ana',\n theme: {base: 'dark', waring: 'red'}}").unwrap();
        assert_eq!((read.reviewer.as_deref(), &read.theme), (Some("ana"), &None));
        assert!(read.mistakes[0].starts_with("/etc/ghostcall/team.json5:2:"), "{:?}", read.mistakes);
        let upper = parse("{theme: 'light', ascii: true, mouse: false, clipboard: 'osc52'}").unwrap();
        let all = read.overlaid_by(upper);
        assert_eq!((all.ascii, all.mouse, all.clipboard), (Some(true), Some(false), Some(ClipboardMode::Osc52)));
        assert_eq!((all.theme, all.mistakes.len()), (Some(crate::tui::ThemeName::Light.into()), 1));
    }

    #[test]
    fn keys_of_several_files_add_up_and_the_upper_one_wins() {
        let lower = parse("{keys: {preset: 'vim', review: {accept: ['b', 'Enter'], undo: 'U'}}}").unwrap();
        let upper = parse("{keys: {review: {undo: 'F6'}}}").unwrap();
        let keys = KeySection::key_map(&lower.overlaid_by(upper).key_sections).unwrap();
        let key = |action| keys.key(crate::tui::KeyContext::REVIEW, &action);
        assert_eq!(key(crate::tui::Action::Undo), "F6");
        assert_eq!(key(crate::tui::Action::Decide(crate::review::DecisionKind::Accept)), "b");
        assert_eq!(key(crate::tui::Action::ShowJournal), "L");
    }

    #[test]
    fn a_mistake_in_the_keys_is_reported_with_the_place_in_its_own_file() {
        let lower = parse("{\n  keys: {review: {accept: 'y'}},\n}").unwrap();
        let upper = Configuration::parse(Path::new("mine.json5"), "{\n\n  keys: {\n    revew: {},\n  }}").unwrap();
        let mistakes = KeySection::key_map(&lower.overlaid_by(upper).key_sections).unwrap_err();
        let errors: Vec<_> = mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(errors, ["mine.json5:4:5: unknown context `revew`; did you mean `review`?"]);
    }

    #[test]
    fn mistakes_are_reported_with_their_place() {
        for (text, expected) in [
            ("{\n  reviever: 'ana',\n}", "team.json5:2:"),
            ("{version: 7}", "newer"),
            ("{min_confidence: 2}", "from 0 to 1"),
            ("{color: 'blue'}", "team.json5:1:"),
            ("{clipboard: 'glue'}", "team.json5:1:"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
