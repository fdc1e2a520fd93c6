//! Where syntaxes may begin: one pass over a text finds the heads of all openers.

use super::syntax::Syntax;
use super::template::{Head, name_before};
use crate::literals::LiteralFinder;

/// A place where a syntax may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The byte of the text.
    pub at: usize,
    /// The syntax, by its place in the registry.
    pub syntax: usize,
    /// Its opener, by its place in the syntax.
    pub template: usize,
}

/// An opener that is looked for by a literal.
#[derive(Clone, Debug)]
struct Entry {
    syntax: usize,
    template: usize,
    /// What stands before the name before the literal; none where there is no name.
    before_name: Option<String>,
}

/// An opener that is looked for by the name of a tool.
#[derive(Clone, Debug)]
struct ByName {
    syntax: usize,
    template: usize,
    prefix: String,
}

/// The heads of all openers.
#[derive(Clone, Debug, Default)]
pub struct Openers {
    finder: Option<LiteralFinder>,
    literals: Vec<String>,
    entries: Vec<Entry>,
    by_name: Vec<ByName>,
}

impl Openers {
    pub(super) fn new(syntaxes: &[Syntax]) -> Self {
        let mut openers = Self::default();
        let mut literals = Vec::new();
        for (syntax, entry) in syntaxes.iter().enumerate() {
            for (template, opener) in entry.templates.iter().enumerate() {
                let (literal, before_name) = match opener.head() {
                    Some(Head::Front(literal)) => (literal, None),
                    Some(Head::Middle { literal, prefix }) => (literal, Some(prefix)),
                    Some(Head::Tool(prefix)) => {
                        openers.by_name.push(ByName { syntax, template, prefix });
                        continue;
                    }
                    None => continue,
                };
                literals.push(literal);
                openers.entries.push(Entry { syntax, template, before_name });
            }
        }
        // Letters of either case are found; the template decides whether that matters.
        openers.finder = LiteralFinder::new(literals.iter().map(String::as_str));
        openers.literals = literals;
        openers
    }

    /// Whether any literal of an opener stands in a text: a cheap test that no opener with a literal fails.
    #[must_use]
    pub fn any_in(&self, text: &str) -> bool {
        self.finder.as_ref().is_some_and(|finder| finder.is_in(text))
    }

    /// The literals, of which one stands wherever an opener with a literal does, but for the case of ASCII letters.
    pub fn literals(&self) -> impl Iterator<Item = &str> {
        self.literals.iter().map(String::as_str)
    }

    /// Whether openers are looked for by names of tools.
    #[must_use]
    pub fn looks_for_names(&self) -> bool {
        !self.by_name.is_empty()
    }

    /// The places where syntaxes may begin, in order; `names` are those where a name of a known tool begins.
    #[must_use]
    pub fn candidates(&self, text: &str, names: impl Iterator<Item = usize>) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for hit in self.finder.iter().flat_map(|finder| finder.all(text)) {
            if let Some(Entry { syntax, template, before_name }) = self.entries.get(hit.literal) {
                let at = match before_name {
                    Some(prefix) => name_before(text, hit.start).checked_sub(prefix.len()),
                    None => Some(hit.start),
                };
                candidates.extend(at.map(|at| Candidate { at, syntax: *syntax, template: *template }));
            }
        }
        for name in names {
            for ByName { syntax, template, prefix } in &self.by_name {
                let at = name.checked_sub(prefix.len());
                if let Some(at) = at.filter(|&at| text.get(at..name) == Some(prefix)) {
                    candidates.push(Candidate { at, syntax: *syntax, template: *template });
                }
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }
}
