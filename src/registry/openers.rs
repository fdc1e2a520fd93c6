//! Finds where syntaxes may begin, searching a text once for the openers of all.

use memchr::memchr_iter;

use super::syntax::{Needs, Syntax};
use super::template::{Head, Template, blank_before, name_before};
use crate::literals::{Hit, LiteralFinder};
use crate::work;

/// A place where a syntax may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The byte offset in the text.
    pub at: usize,
    /// The index of the syntax in the registry.
    pub syntax: usize,
    /// The index of the opener in the syntax.
    pub template: usize,
}

/// An opener that is found by a literal.
#[derive(Clone, Debug)]
struct LiteralOpener {
    syntax: usize,
    template: usize,
    head: OpenerHead,
}

/// The literal of an opener and what it takes to match it.
#[derive(Clone, Debug)]
pub struct OpenerHead {
    /// The text to search for, ignoring ASCII case.
    pub literal: String,
    template: Template,
    /// The name before the literal; `None` if the opener has none.
    name: Option<NameBefore>,
}

impl OpenerHead {
    /// Returns where the opener begins whose literal is at byte `at`.
    fn start(&self, text: &str, at: usize) -> Option<usize> {
        match &self.name {
            Some(name) => name.opener_of(text, at),
            None => Some(at),
        }
    }

    /// Whether the literal at byte `at` is part of the opener.
    #[must_use]
    pub fn opens(&self, text: &str, at: usize) -> bool {
        self.start(text, at).is_some_and(|start| self.template.matches(text, start).is_some())
    }
}

/// A name before a literal.
#[derive(Clone, Debug)]
struct NameBefore {
    /// The text before the name.
    prefix: String,
    /// Whether white space may follow the name.
    blank: bool,
}

impl NameBefore {
    /// Returns where the opener begins whose literal is at byte `at`.
    fn opener_of(&self, text: &str, at: usize) -> Option<usize> {
        let end = if self.blank { blank_before(text, at) } else { at };
        name_before(text, end).checked_sub(self.prefix.len())
    }
}

/// An opener that is found by the name of a tool.
#[derive(Clone, Debug)]
struct ByName {
    syntax: usize,
    template: usize,
    prefix: String,
    /// Whether an unknown tool counts at the start of a text.
    may_begin: bool,
}

/// The most bytes of a list of calls at the end of a text.
const LONGEST_LIST: usize = 4 << 10;

/// The most bytes of a control token at the end of a text.
const LONGEST_TOKEN: usize = 40;

/// A text without white space and control tokens at its end, with which templates end a turn.
#[must_use]
pub fn without_end_tokens(text: &str) -> &str {
    let mut kept = work::trim_end_by(text, char::is_whitespace);
    while let Some(inside) = kept.strip_suffix("|>") {
        let within = inside.char_indices().rev().take_while(|(at, _)| inside.len() - at <= LONGEST_TOKEN);
        let start = within.take_while(|(_, c)| !c.is_whitespace()).find(|(at, _)| inside[*at..].starts_with("<|"));
        let Some((start, _)) = start else { break };
        kept = work::trim_end_by(&kept[..start], char::is_whitespace);
    }
    kept
}

/// Whether a text may end with a list of calls.
#[must_use]
pub fn may_end_with_calls(text: &str) -> bool {
    let kept = without_end_tokens(text);
    kept.ends_with(")]") || kept.ends_with(")']")
}

/// The places of names right after a bracket in the list at the end of a text.
fn names_at_end(text: &str) -> impl Iterator<Item = usize> {
    let from = if may_end_with_calls(text) { text.len().saturating_sub(LONGEST_LIST) } else { text.len() };
    let end = text.as_bytes().get(from..).unwrap_or_default();
    memchr_iter(b'[', end).map(move |bracket| {
        let name = from + bracket + 1;
        name + usize::from(text.as_bytes().get(name) == Some(&b'\''))
    })
}

/// Finds the openers of all syntaxes.
#[derive(Clone, Debug, Default)]
pub struct Openers {
    finder: Option<LiteralFinder>,
    entries: Vec<LiteralOpener>,
    by_name: Vec<ByName>,
}

impl Openers {
    pub(super) fn new(syntaxes: &[Syntax]) -> Self {
        let mut openers = Self::default();
        for (syntax, entry) in syntaxes.iter().enumerate() {
            for (template, opener) in entry.templates.iter().enumerate() {
                let (literal, name) = match opener.head() {
                    Some(Head::Front(literal)) => (literal, None),
                    Some(Head::Middle { literal, prefix, after_blank }) => {
                        (literal, Some(NameBefore { prefix, blank: after_blank }))
                    }
                    Some(Head::Tool(prefix)) => {
                        let may_begin = entry.needs == Needs::ToolOrStart;
                        openers.by_name.push(ByName { syntax, template, prefix, may_begin });
                        continue;
                    }
                    None => continue,
                };
                let head = OpenerHead { literal, template: opener.clone(), name };
                openers.entries.push(LiteralOpener { syntax, template, head });
            }
        }
        // The search ignores ASCII case; the template decides whether case matters.
        openers.finder = LiteralFinder::new(openers.heads().map(|head| head.literal.as_str()));
        openers
    }

    /// Whether a text contains any opener with a literal.
    #[must_use]
    pub fn any_in(&self, text: &str) -> bool {
        let opens = |hit: Hit| self.entries.get(hit.literal).is_some_and(|opener| opener.head.opens(text, hit.start));
        self.finder.as_ref().is_some_and(|finder| finder.any(text, opens))
    }

    /// The heads of the openers that are found by a literal.
    pub fn heads(&self) -> impl Iterator<Item = &OpenerHead> {
        self.entries.iter().map(|opener| &opener.head)
    }

    /// Whether some openers are found by tool names.
    #[must_use]
    pub fn looks_for_names(&self) -> bool {
        !self.by_name.is_empty()
    }

    /// The places where syntaxes may begin, in order; `names` are the offsets of known tool names.
    #[must_use]
    pub fn candidates(&self, text: &str, names: impl Iterator<Item = usize>) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for hit in self.finder.iter().flat_map(|finder| finder.all(text)) {
            if let Some(LiteralOpener { syntax, template, head }) = self.entries.get(hit.literal) {
                let start = head.start(text, hit.start);
                candidates.extend(start.map(|at| Candidate { at, syntax: *syntax, template: *template }));
            }
        }
        // A name at the start of the text, or in a list at its end, is a candidate even if it is unknown.
        let first = text.find(|c: char| !c.is_whitespace()).unwrap_or(text.len());
        let last_names: Vec<usize> = names_at_end(text).collect();
        for ByName { syntax, template, prefix, .. } in self.by_name.iter().filter(|by_name| by_name.may_begin) {
            candidates.push(Candidate { at: first, syntax: *syntax, template: *template });
            let lists = last_names.iter().filter_map(|name| name.checked_sub(prefix.len()).zip(Some(*name)));
            let lists = lists.filter(|(at, name)| prefix.starts_with('[') && text.get(*at..*name) == Some(prefix));
            candidates.extend(lists.map(|(at, _)| Candidate { at, syntax: *syntax, template: *template }));
        }
        for name in names {
            for ByName { syntax, template, prefix, .. } in &self.by_name {
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
