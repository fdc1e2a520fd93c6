//! Options that many commands share.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use clap::builder::BoolishValueParser;
use jiff::Timestamp;

use super::configuration::Configuration;
use super::key_section::KeySection;
use super::option_values::{Color, RecordTimeName, RecordToolName};
use crate::audit::Options;
use crate::catalog::Catalog;
use crate::document::{self, DocumentError};
use crate::proposal;
use crate::registry::Registry;
use crate::session::Setup;
use crate::source::profile::{self, Profile};
use crate::source::{Detector, SourceError};
use crate::tui::KeyMap;
use crate::visible;

/// Options that several commands share.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
pub(super) struct CommonOptions {
    /// Profile: built-in name or JSON5 file. Default: detected.
    #[arg(long, global = true, value_name = "NAME|FILE", env = "GHOSTCALL_PROFILE")]
    profile: Option<String>,

    /// Extra pattern file, repeatable; its entries replace built-ins of the same name.
    #[arg(long, global = true, value_name = "FILE")]
    patterns: Vec<PathBuf>,

    /// Tool catalog, JSON or JSON5 (MCP, OpenAI or plain list).
    #[arg(long, global = true, value_name = "FILE", env = "GHOSTCALL_CATALOG")]
    catalog: Option<PathBuf>,

    /// Review file, which keeps the decisions. Default: DB.review, next to the database.
    ///
    /// Where DB is a link, that is next to the file to which it leads.
    #[arg(long, global = true, value_name = "FILE", env = "GHOSTCALL_REVIEW")]
    review: Option<PathBuf>,

    /// Timestamp of recovered records: of their message, or of the decision (now). Default: message.
    #[arg(long, global = true, value_name = "WHICH", env = "GHOSTCALL_RECORD_TIME")]
    record_time: Option<RecordTimeName>,

    /// Where to note that the recovered tool was used. Default: as the profile says.
    #[arg(long, global = true, value_name = "WHERE", env = "GHOSTCALL_RECORD_TOOL")]
    record_tool: Option<RecordToolName>,

    /// Include messages of discarded conversations.
    #[arg(long, global = true, env = "GHOSTCALL_INCLUDE_DISCARDED", value_parser = BoolishValueParser::new())]
    include_discarded: bool,

    /// Skip the backup before writing.
    #[arg(long, global = true, env = "GHOSTCALL_NO_BACKUP", value_parser = BoolishValueParser::new())]
    no_backup: bool,

    /// Also report messages whose only problem is a copied stamp.
    #[arg(long, global = true, env = "GHOSTCALL_STAMPS", value_parser = BoolishValueParser::new())]
    stamps: bool,

    /// Hide findings below this confidence, 0 to 1.
    #[arg(long, global = true, value_name = "X", env = "GHOSTCALL_MIN_CONFIDENCE", value_parser = confidence)]
    min_confidence: Option<f64>,

    /// Name of the reviewer. Default: the login name.
    #[arg(long, global = true, value_name = "NAME", env = "GHOSTCALL_REVIEWER")]
    reviewer: Option<String>,

    /// When to use colour; NO_COLOR is respected. Default: auto.
    #[arg(long, global = true, value_name = "WHEN", env = "GHOSTCALL_COLOR")]
    color: Option<Color>,

    /// Configuration file; overrides ghostcall/config.json5 in your configuration folder.
    ///
    /// It may set what these options set: {profile, patterns, catalog, record_time, record_tool, include_discarded, no_backup,
    /// stamps, min_confidence, reviewer, require_approval, color}, of the review {theme, ascii, mouse, clipboard}, and its keys,
    /// such as {keys: {preset: 'vim', review: {accept: 'b', skip: []}}}; `ghostcall man` lists their names.
    #[arg(long, global = true, value_name = "FILE", env = "GHOSTCALL_CONFIG")]
    config: Option<PathBuf>,

    /// The typed options that a suggested next command needs too.
    #[arg(skip)]
    typed: String,

    /// The settings of the configuration.
    #[arg(skip)]
    configuration: Configuration,
}

/// Parses a number from 0 to 1. Any other, such as NaN, would silently hide everything.
fn confidence(typed: &str) -> Result<f64, String> {
    let number = typed.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "not a number from 0 to 1".to_owned())
}

/// Whether a flag is on. `given` is what the command line and the variable say; a variable overrides the files also where
/// it switches the flag off.
pub(super) fn is_on(given: bool, variable: &str, below: Option<bool>) -> bool {
    let is_set = std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    given || (!is_set && below.unwrap_or(false))
}

impl CommonOptions {
    /// Fills in the options that are not given from the configuration.
    pub(super) fn with_configuration(self) -> anyhow::Result<Self> {
        let below = Configuration::load(self.config.as_deref())?;
        let typed = self.typed_for_the_next();
        Ok(Self {
            typed,
            profile: self.profile.or_else(|| below.profile.clone()),
            patterns: below.patterns.iter().cloned().chain(self.patterns).collect(),
            catalog: self.catalog.or_else(|| below.catalog.clone()),
            review: self.review,
            record_time: self.record_time.or(below.record_time),
            record_tool: self.record_tool.or(below.record_tool),
            include_discarded: is_on(self.include_discarded, "GHOSTCALL_INCLUDE_DISCARDED", below.include_discarded),
            no_backup: is_on(self.no_backup, "GHOSTCALL_NO_BACKUP", below.no_backup),
            stamps: is_on(self.stamps, "GHOSTCALL_STAMPS", below.stamps),
            min_confidence: self.min_confidence.or(below.min_confidence),
            reviewer: self.reviewer.or_else(|| below.reviewer.clone()),
            color: self.color.or(below.color),
            config: self.config,
            configuration: below,
        })
    }

    /// The typed options that determine the findings, which a next command has to repeat.
    fn typed_for_the_next(&self) -> String {
        let environment = |name: &str, value: &OsStr| std::env::var_os(name).is_some_and(|known| known == value);
        let mut typed = String::new();
        let mut add = |option: &str, variable: &str, value: &OsStr| {
            if !environment(variable, value) {
                typed.push_str(&format!(" {option} {}", visible::shell_word(&value.to_string_lossy())));
            }
        };
        let path = |path: &Option<PathBuf>| path.clone().map(PathBuf::into_os_string);
        for (option, variable, value) in [
            ("--profile", "GHOSTCALL_PROFILE", self.profile.clone().map(Into::into)),
            ("--catalog", "GHOSTCALL_CATALOG", path(&self.catalog)),
            ("--review", "GHOSTCALL_REVIEW", path(&self.review)),
            ("--config", "GHOSTCALL_CONFIG", path(&self.config)),
        ] {
            if let Some(value) = value {
                add(option, variable, &value);
            }
        }
        self.patterns.iter().for_each(|file| add("--patterns", "", file.as_os_str()));
        for (option, variable, is_set) in [
            (" --include-discarded", "GHOSTCALL_INCLUDE_DISCARDED", self.include_discarded),
            (" --stamps", "GHOSTCALL_STAMPS", self.stamps),
        ] {
            if is_set && std::env::var_os(variable).is_none() {
                typed.push_str(option);
            }
        }
        typed
    }

    /// A suggested next command on a database, with the options of this one.
    pub(super) fn next(&self, command: &str, database: &Path) -> String {
        format!("ghostcall {command} {}{}", visible::shell_word(&database.to_string_lossy()), self.typed)
    }

    /// The settings of the configuration that have no option.
    pub(super) fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The key map of the review, or the errors of the configured one.
    pub(super) fn key_map(&self) -> Result<KeyMap, Vec<DocumentError>> {
        KeySection::key_map(&self.configuration.key_sections)
    }

    /// Whether the terminal UI may use colours.
    pub(super) fn wants_colour(&self) -> bool {
        self.color.unwrap_or(Color::Auto).is_wanted()
    }

    /// Whether to make a backup before writing.
    pub(super) fn wants_backup(&self) -> bool {
        !self.no_backup
    }

    /// The setup of a session on `database`.
    pub(super) fn setup(&self, database: &Path) -> anyhow::Result<Setup> {
        Ok(Setup {
            require_approval: self.configuration.require_approval.unwrap_or(false),
            batch: None,
            database: database.to_owned(),
            profile: self.profile.as_deref().map(|name| Detector::builtin()?.named_for(name, database)).transpose()?,
            patterns: self.pattern_files()?,
            pattern_folder: self.configuration.pattern_folder.clone(),
            catalog: self.catalog_if_named()?,
            review: self.review.clone(),
            include_hidden: self.include_discarded,
            reviewer: self.reviewer(),
            options: self.options(),
        })
    }

    /// The profile that `--profile` names, built-in or a file; `None` without the option.
    fn named_profile(&self) -> Result<Option<Profile>, SourceError> {
        self.profile.as_deref().map(|name| Detector::builtin()?.named_or_file(name)).transpose()
    }

    /// The profile of messages that come without a database.
    pub(super) fn gateway_profile(&self) -> anyhow::Result<Profile> {
        match self.named_profile()? {
            Some(profile) => Ok(profile),
            None => Ok(profile::gateway()?),
        }
    }

    /// The profile of messages without a database that are judged as if they were imported.
    pub(super) fn chat_log_profile(&self) -> anyhow::Result<Profile> {
        match self.named_profile()? {
            Some(profile) => Ok(profile),
            None => Ok(profile::chat_log()?),
        }
    }

    fn pattern_files(&self) -> anyhow::Result<Vec<(String, String)>> {
        let read = |path: &PathBuf| {
            let text = document::read_file(path).with_context(|| format!("{}", path.display()))?;
            Ok((path.display().to_string(), text))
        };
        self.patterns.iter().map(read).collect()
    }

    /// The patterns in force.
    pub(super) fn registry(&self) -> anyhow::Result<Registry> {
        let mut registry = Registry::builtin()?;
        for (name, text) in self.pattern_files()? {
            registry.add(&name, &text)?;
        }
        Ok(registry)
    }

    /// The tool catalog, for commands that require one.
    pub(super) fn catalog(&self) -> anyhow::Result<Arc<Catalog>> {
        self.catalog_if_named()?.context("no tool catalog: pass --catalog FILE")
    }

    /// The tool catalog, if one is named.
    pub(super) fn catalog_if_named(&self) -> anyhow::Result<Option<Arc<Catalog>>> {
        let Some(path) = &self.catalog else { return Ok(None) };
        let name = path.display().to_string();
        let text = document::read_file(path).with_context(|| name.clone())?;
        Ok(Some(Arc::new(Catalog::parse(&name, &text)?)))
    }

    /// The options of proposals, at the current time.
    pub(super) fn options(&self) -> Options {
        Options {
            record_time: self.record_time.map(|time| match time {
                RecordTimeName::Message => proposal::RecordTime::Message,
                RecordTimeName::Now => proposal::RecordTime::Now,
            }),
            record_tool: self.record_tool.map(|place| match place {
                RecordToolName::SameRow => profile::RecordTool::SameRow,
                RecordToolName::SiblingRow => profile::RecordTool::SiblingRow,
                RecordToolName::None => profile::RecordTool::None,
            }),
            stamps: self.stamps,
            min_confidence: self.min_confidence.unwrap_or(0.0),
            now: Timestamp::now(),
        }
    }

    fn reviewer(&self) -> String {
        let login = || whoami::username().unwrap_or_else(|_| "unknown".to_owned());
        let named = self.reviewer.as_deref().map(|name| visible::one_line(name.trim()).into_owned());
        named.filter(|name| !name.is_empty()).unwrap_or_else(login)
    }
}
