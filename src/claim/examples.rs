//! Tries the examples of the registry's entries: texts that an entry must claim, and texts that it must not.

use serde_json::Value;

use super::{Claim, Context, StatementFinder, find};
use crate::document::{self, DocumentError};
use crate::registry::{Examples, Registry, Statement};

/// An entry of the registry, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistryEntry<'a> {
    /// The name of a syntax.
    Syntax(&'a str),
    /// The name of a pattern.
    Pattern(&'a str),
    /// The name of a statement.
    Statement(&'a str),
}

/// An example with another result than its entry expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The place of the example in the entry, as a JSON Pointer.
    pub pointer: String,
    /// What happens with the example instead, in words.
    pub reason: String,
}

impl RegistryEntry<'_> {
    fn examples(self, registry: &Registry) -> Option<&Examples> {
        match self {
            Self::Syntax(name) => {
                registry.syntaxes().iter().find(|syntax| syntax.name == name).map(|syntax| &syntax.examples)
            }
            Self::Statement(name) => {
                let mut entries = registry.statements().entries().iter();
                entries.find(|statement| statement.name == name).map(|statement| &statement.examples)
            }
            Self::Pattern(name) => {
                registry.patterns().iter().find(|pattern| pattern.name == name).map(|pattern| &pattern.examples)
            }
        }
    }

    /// The claims of a text: its payloads, or its sentences.
    fn claims(self, text: &str, registry: &Registry) -> Vec<Claim> {
        let Self::Statement(_) = self else { return find(text, registry, Context::default()) };
        let finder = StatementFinder::default();
        let stated = finder.find(text, &[], registry.statements()).into_iter().filter(|stated| !stated.if_asked);
        let named = stated.flat_map(|stated| stated.statements);
        named.map(|statement| Claim { pattern: Some(statement.name.clone()), ..Claim::default() }).collect()
    }

    /// Whether this entry, and not another one, made a claim.
    fn has_claimed(self, claim: &Claim) -> bool {
        match self {
            Self::Syntax(name) => claim.syntax.as_deref() == Some(name),
            Self::Pattern(name) | Self::Statement(name) => claim.pattern.as_deref() == Some(name),
        }
    }
}

/// Tries the examples of an entry against the whole registry.
#[must_use]
pub fn try_examples(registry: &Registry, entry: RegistryEntry<'_>) -> Vec<Failure> {
    let Some(examples) = entry.examples(registry) else { return Vec::new() };
    let mut failures = Vec::new();
    for (index, text) in examples.matching.iter().enumerate() {
        let claims = entry.claims(text, registry);
        if !claims.iter().any(|claim| entry.has_claimed(claim)) {
            let pointer = format!("/examples/match/{index}");
            failures.push(Failure { pointer, reason: instead(&claims) });
        }
    }
    for (index, text) in examples.not.iter().enumerate() {
        if entry.claims(text, registry).iter().any(|claim| entry.has_claimed(claim)) {
            let pointer = format!("/examples/not/{index}");
            failures.push(Failure { pointer, reason: "this example must not be claimed, and is".to_owned() });
        }
    }
    failures
}

/// The failed examples of a file's entries, with their places. The registry must contain the file's entries.
///
/// # Errors
/// The file cannot be read.
pub fn mistakes(registry: &Registry, file: &str, text: &str) -> Result<Vec<DocumentError>, DocumentError> {
    let value: Value = document::parse(file, text)?;
    let mut mistakes = Vec::new();
    for list in ["syntaxes", "patterns", "statements"] {
        let entries = value.get(list).and_then(Value::as_array).into_iter().flatten();
        for (index, entry) in entries.enumerate() {
            let word = |member: &str| entry.get(member).and_then(Value::as_str);
            let unnamed = Statement::unnamed(word("tool"), word("language").unwrap_or_default());
            let name = match list {
                "statements" => Some(word("name").unwrap_or(&unnamed)),
                _ => word("name"),
            };
            let Some(name) = name else { continue };
            let entry = match list {
                "syntaxes" => RegistryEntry::Syntax(name),
                "patterns" => RegistryEntry::Pattern(name),
                _ => RegistryEntry::Statement(name),
            };
            for failure in try_examples(registry, entry) {
                let pointer = format!("/{list}/{index}{}", failure.pointer);
                mistakes.push((pointer, format!("`{name}`: {}", failure.reason)));
            }
        }
    }
    Ok(document::mistakes_at(file, text, mistakes))
}

/// The beginning of the reason if another entry claims an example first.
pub const ALREADY_READ: &str = "already read by ";

/// What claims an example that this entry should have claimed.
fn instead(claims: &[Claim]) -> String {
    let Some(claim) = claims.first() else { return "this example is not claimed by anything".to_owned() };
    let syntax = claim.syntax.as_deref().unwrap_or("nothing");
    match &claim.pattern {
        Some(pattern) => format!("{ALREADY_READ}the pattern `{pattern}`, in the syntax `{syntax}`"),
        None => format!("{ALREADY_READ}the syntax `{syntax}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_of_the_builtin_registry_holds() {
        let registry = Registry::builtin().unwrap();
        let syntaxes = registry.syntaxes().iter().map(|syntax| RegistryEntry::Syntax(&syntax.name));
        let patterns = registry.patterns().iter().map(|pattern| RegistryEntry::Pattern(&pattern.name));
        let mut wrong = Vec::new();
        let statements =
            registry.statements().entries().iter().map(|statement| RegistryEntry::Statement(&statement.name));
        for entry in syntaxes.chain(patterns).chain(statements) {
            let failures = try_examples(&registry, entry);
            wrong.extend(
                failures.into_iter().map(|failure| format!("{entry:?}{}: {}", failure.pointer, failure.reason)),
            );
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_reads_an_example_first_is_named() {
        let mut registry = Registry::builtin().unwrap();
        let mine = r#"{version: 1, syntaxes: [{name: "mine", open: "<tool_call>", tool: ["/name"], arguments: ["/args"],
            examples: {match: ['<tool_call>{"name": "get_time", "args": {"zone": "CET"}}']}}]}"#;
        registry.add_checked("mine.json5", mine).unwrap();
        let failures = try_examples(&registry, RegistryEntry::Syntax("mine"));
        assert_eq!(
            failures.first().map(|failure| failure.reason.as_str()),
            Some("already read by the syntax `hermes`")
        );
    }

    #[test]
    fn every_entry_of_the_builtin_registry_has_a_name_of_its_own() {
        // Of two entries with one name the later one would silently replace the other.
        let registry = Registry::builtin().unwrap();
        let written = crate::registry::BUILTIN;
        let entries: serde_json::Value = document::parse("builtin", written).unwrap();
        let named = |list: &str| entries[list].as_array().map_or(0, Vec::len);
        assert_eq!(registry.syntaxes().len(), named("syntaxes"));
        assert_eq!(registry.patterns().len(), named("patterns"));
    }

    #[test]
    fn every_syntax_has_examples_of_both_kinds() {
        let registry = Registry::builtin().unwrap();
        for syntax in registry.syntaxes() {
            assert!(!syntax.examples.matching.is_empty() && !syntax.examples.not.is_empty(), "{}", syntax.name);
        }
    }
}
