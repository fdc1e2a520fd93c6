//! The examples of the registry's entries, tried: texts that an entry must claim, and texts that it must not.

use serde_json::Value;

use super::{Claim, Context, find};
use crate::document::{self, DocumentError};
use crate::registry::{Examples, Registry};

/// An entry of the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<'a> {
    /// A syntax, by its name.
    Syntax(&'a str),
    /// A pattern, by its name.
    Pattern(&'a str),
}

/// An example that turns out otherwise than its entry says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where it stands in the entry, as a JSON Pointer.
    pub pointer: String,
    /// What happens instead.
    pub reason: String,
}

impl Entry<'_> {
    fn examples(self, registry: &Registry) -> Option<&Examples> {
        match self {
            Self::Syntax(name) => {
                registry.syntaxes().iter().find(|syntax| syntax.name == name).map(|syntax| &syntax.examples)
            }
            Self::Pattern(name) => {
                registry.patterns().iter().find(|pattern| pattern.name == name).map(|pattern| &pattern.examples)
            }
        }
    }

    fn made(self, claim: &Claim) -> bool {
        match self {
            Self::Syntax(name) => claim.syntax.as_deref() == Some(name),
            Self::Pattern(name) => claim.pattern.as_deref() == Some(name),
        }
    }
}

/// Tries the examples of an entry against the whole registry.
#[must_use]
pub fn try_examples(registry: &Registry, entry: Entry<'_>) -> Vec<Failure> {
    let Some(examples) = entry.examples(registry) else { return Vec::new() };
    let mut failures = Vec::new();
    for (index, text) in examples.matching.iter().enumerate() {
        let claims = find(text, registry, Context::default());
        if !claims.iter().any(|claim| entry.made(claim)) {
            let pointer = format!("/examples/match/{index}");
            failures.push(Failure { pointer, reason: instead(&claims) });
        }
    }
    for (index, text) in examples.not.iter().enumerate() {
        if find(text, registry, Context::default()).iter().any(|claim| entry.made(claim)) {
            let pointer = format!("/examples/not/{index}");
            failures.push(Failure { pointer, reason: "this example must not be claimed, and is".to_owned() });
        }
    }
    failures
}

/// Every example of a file's entries that turns out otherwise than the file says, with its place. The registry must have
/// taken the file in.
///
/// # Errors
/// The file cannot be read.
pub fn mistakes(registry: &Registry, file: &str, text: &str) -> Result<Vec<DocumentError>, DocumentError> {
    let value: Value = document::parse(file, text)?;
    let mut mistakes = Vec::new();
    for list in ["syntaxes", "patterns"] {
        let entries = value.get(list).and_then(Value::as_array).into_iter().flatten();
        for (index, entry) in entries.enumerate() {
            let Some(name) = entry.get("name").and_then(Value::as_str) else { continue };
            let entry = if list == "syntaxes" { Entry::Syntax(name) } else { Entry::Pattern(name) };
            for failure in try_examples(registry, entry) {
                let pointer = format!("/{list}/{index}{}", failure.pointer);
                mistakes.push(DocumentError::at(file, text, &pointer, format!("`{name}`: {}", failure.reason)));
            }
        }
    }
    Ok(mistakes)
}

/// What claims an example that this entry should have claimed.
fn instead(claims: &[Claim]) -> String {
    let Some(claim) = claims.first() else { return "this example is not claimed by anything".to_owned() };
    let syntax = claim.syntax.as_deref().unwrap_or("nothing");
    match &claim.pattern {
        Some(pattern) => format!("this example is claimed by the pattern `{pattern}` in the syntax `{syntax}` instead"),
        None => format!("this example is claimed by the syntax `{syntax}` and no pattern instead"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_of_the_builtin_registry_holds() {
        let registry = Registry::builtin().unwrap();
        let syntaxes = registry.syntaxes().iter().map(|syntax| Entry::Syntax(&syntax.name));
        let patterns = registry.patterns().iter().map(|pattern| Entry::Pattern(&pattern.name));
        let mut wrong = Vec::new();
        for entry in syntaxes.chain(patterns) {
            let failures = try_examples(&registry, entry);
            wrong.extend(
                failures.into_iter().map(|failure| format!("{entry:?}{}: {}", failure.pointer, failure.reason)),
            );
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_syntax_has_examples_of_both_kinds() {
        let registry = Registry::builtin().unwrap();
        for syntax in registry.syntaxes() {
            assert!(!syntax.examples.matching.is_empty() && !syntax.examples.not.is_empty(), "{}", syntax.name);
        }
    }
}
