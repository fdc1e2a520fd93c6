//! Reads registry files: first the form, then the meaning, each error with its position.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::Value;

use super::entry_schema::Author;
use super::pattern::{Pattern, PatternText};
use super::statement::{self, Language, LanguageText, Statement, StatementText};
use super::syntax::{Syntax, SyntaxText};
use super::words::{self, Lexicon, LexiconText};
use crate::document::{self, DocumentError};

/// The supported version of the format.
const VERSION: u32 = 1;

/// The most entries of a list.
const MOST_ENTRIES: usize = 2_000;

/// The JSON Schema (2020-12) of registry files.
pub const SCHEMA: &str = include_str!("registry.schema.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegistryText {
    #[serde(rename = "$schema", default)]
    _schema: Option<String>,
    #[serde(rename = "version")]
    _version: u32,
    #[serde(default)]
    syntaxes: Vec<SyntaxText>,
    #[serde(default)]
    patterns: Vec<PatternText>,
    #[serde(default)]
    languages: Vec<LanguageText>,
    #[serde(default)]
    statements: Vec<StatementText>,
    #[serde(default)]
    words: Vec<LexiconText>,
}

/// The contents of a registry file.
#[derive(Debug, Default)]
pub(super) struct RegistryEntries {
    pub(super) syntaxes: Vec<Syntax>,
    pub(super) patterns: Vec<Pattern>,
    pub(super) languages: Vec<Language>,
    pub(super) statements: Vec<Statement>,
    pub(super) words: Vec<Lexicon>,
}

/// Reads a user's file. Its statements may be in a language that it defines or in one of `languages`.
///
/// # Errors
/// All errors, in the order of the file.
pub(super) fn read(file: &str, text: &str, languages: &[Language]) -> Result<RegistryEntries, Vec<DocumentError>> {
    let value: Value = document::parse(file, text).map_err(|error| vec![error])?;
    let version = value.get("version").and_then(Value::as_u64);
    if let Some(version) = version.filter(|version| *version > u64::from(VERSION)) {
        let reason = format!("version {version} is newer than this ghostcall reads ({VERSION})");
        return Err(vec![DocumentError::at(file, text, "/version", reason)]);
    }
    let mistakes = document::faults_of_form(file, text, &value, SCHEMA);
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let read = serde_json::from_value(value);
    let read = read.map_err(|error| vec![DocumentError::whole(file, error.to_string())])?;
    compile(read, languages, Author::User).map_err(|mistakes| document::mistakes_at(file, text, mistakes))
}

/// Reads the built-in text. A test validates its form, so that no start has to.
pub(super) fn read_builtin(file: &str, text: &str) -> Result<RegistryEntries, DocumentError> {
    let read = document::parse_own(file, text)?;
    compile(read, &[], Author::Builtin).map_err(|mistakes| {
        let mistake = mistakes.into_iter().next().unwrap_or_default();
        DocumentError::at(file, text, &mistake.0, mistake.1)
    })
}

/// An error for each entry with the name of an earlier one, which it would replace.
fn repeated_names<'n>(list: &str, names: impl Iterator<Item = Option<&'n str>>) -> Vec<(String, String)> {
    let mut known = HashSet::new();
    let entries = names.enumerate().filter_map(|(index, name)| Some((index, name?)));
    let repeated = entries.filter(|(_, name)| !known.insert(*name));
    let mistake =
        |(index, name)| (format!("/{list}/{index}/name"), format!("`{name}` is the name of an earlier entry"));
    repeated.map(mistake).collect()
}

/// Returns the entries, or all errors with JSON Pointers to their positions.
fn compile(
    read: RegistryText,
    languages: &[Language],
    author: Author,
) -> Result<RegistryEntries, Vec<(String, String)>> {
    let counts = [
        ("syntaxes", read.syntaxes.len()),
        ("patterns", read.patterns.len()),
        ("languages", read.languages.len()),
        ("statements", read.statements.len()),
        ("words", read.words.len()),
    ];
    let too_many = counts.into_iter().filter(|(_, count)| *count > MOST_ENTRIES);
    let too_many: Vec<_> = too_many
        .map(|(list, count)| (format!("/{list}"), format!("{count} entries; at most {MOST_ENTRIES} are read")))
        .collect();
    if !too_many.is_empty() {
        return Err(too_many);
    }
    let mut entries = RegistryEntries::default();
    let mut mistakes = repeated_names("syntaxes", read.syntaxes.iter().map(|entry| Some(entry.name.as_str())));
    mistakes.extend(repeated_names("patterns", read.patterns.iter().map(|entry| Some(entry.name.as_str()))));
    mistakes.extend(repeated_names("statements", read.statements.iter().map(|entry| entry.name.as_deref())));
    for (index, text) in read.syntaxes.into_iter().enumerate() {
        let name = text.name.clone();
        match Syntax::compile(text, author) {
            Ok(syntax) => entries.syntaxes.push(syntax),
            Err((place, reason)) => {
                mistakes.push((format!("/syntaxes/{index}{place}"), format!("syntax `{name}`: {reason}")));
            }
        }
    }
    for (index, text) in read.patterns.into_iter().enumerate() {
        let name = text.name.clone();
        match Pattern::compile(text, author) {
            Ok(pattern) => entries.patterns.push(pattern),
            Err((place, reason)) => {
                mistakes.push((format!("/patterns/{index}{place}"), format!("pattern `{name}`: {reason}")));
            }
        }
    }
    match statement::compile(read.languages, read.statements, languages) {
        Ok((languages, statements)) => (entries.languages, entries.statements) = (languages, statements),
        Err(more) => mistakes.extend(more),
    }
    match words::compile(read.words) {
        Ok(words) => entries.words = words,
        Err(more) => mistakes.extend(more),
    }
    if mistakes.is_empty() { Ok(entries) } else { Err(mistakes) }
}
