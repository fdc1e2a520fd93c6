//! Parses phrases and the lists that they name.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashbrown::HashMap;

use super::element::{CLASSES, Choices, PhraseElement};

/// The deepest nesting of lists.
const DEPTH: usize = 6;

/// The named lists of a language, each parsed once.
#[derive(Clone, Debug, Default)]
pub(in crate::registry) struct Lists {
    read: HashMap<String, Arc<Choices>>,
}

impl Lists {
    /// Parses lists as a file writes them.
    ///
    /// # Errors
    /// The name of the invalid list, and the error.
    pub(in crate::registry) fn compile(texts: &BTreeMap<String, Vec<String>>) -> Result<Self, (String, String)> {
        let mut lists = Self::default();
        for name in texts.keys() {
            lists.add(name, texts, 0).map_err(|reason| (name.clone(), reason))?;
        }
        Ok(lists)
    }

    /// Parses a list after those that it names.
    fn add(&mut self, name: &str, texts: &BTreeMap<String, Vec<String>>, depth: usize) -> Result<(), String> {
        if self.read.contains_key(name) {
            return Ok(());
        }
        if depth > DEPTH {
            return Err("lists nested too deeply".to_owned());
        }
        let phrases = texts.get(name).ok_or_else(|| format!("unknown list `{name}`"))?;
        for named in phrases.iter().flat_map(|phrase| names(phrase)) {
            self.add(named, texts, depth + 1)?;
        }
        let mut branches = Vec::new();
        for phrase in phrases {
            branches.extend(PhraseReader { rest: phrase, lists: self }.branches(None, 0)?);
        }
        self.read.insert(name.to_owned(), Choices::of(branches));
        Ok(())
    }
}

/// The names of the lists that a phrase refers to.
fn names(phrase: &str) -> impl Iterator<Item = &str> {
    phrase.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

/// Parses a phrase from left to right.
pub(super) struct PhraseReader<'a> {
    pub(super) rest: &'a str,
    pub(super) lists: &'a Lists,
}

impl PhraseReader<'_> {
    /// Parses alternatives up to the closing mark, or to the end.
    pub(super) fn branches(&mut self, close: Option<char>, depth: usize) -> Result<Vec<Vec<PhraseElement>>, String> {
        if depth > DEPTH {
            return Err("brackets and lists nested too deeply".to_owned());
        }
        let mut branches = vec![Vec::new()];
        loop {
            self.rest = self.rest.trim_start();
            let Some(next) = self.rest.chars().next() else {
                return close.map_or(Ok(branches), |close| Err(format!("`{close}` is missing")));
            };
            if Some(next) == close {
                self.rest = self.rest.get(next.len_utf8()..).unwrap_or_default();
                return Ok(branches);
            }
            if next == '|' {
                self.rest = self.rest.get(1..).unwrap_or_default();
                branches.push(Vec::new());
                continue;
            }
            let element = self.element(next, depth)?;
            if let Some(branch) = branches.last_mut() {
                branch.push(element);
            }
        }
    }

    fn element(&mut self, next: char, depth: usize) -> Result<PhraseElement, String> {
        let after = |count: usize| self.rest.get(count..).unwrap_or_default();
        match next {
            '(' => {
                self.rest = after(1);
                Ok(PhraseElement::OneOf(Choices::of(self.branches(Some(')'), depth + 1)?)))
            }
            '[' => {
                self.rest = after(1);
                let mut branches = self.branches(Some(']'), depth + 1)?;
                branches.push(Vec::new());
                Ok(PhraseElement::OneOf(Choices::of(branches)))
            }
            '!' if self.rest.starts_with("!(") => {
                self.rest = after(2);
                Ok(PhraseElement::Not(Choices::of(self.branches(Some(')'), depth + 1)?)))
            }
            '{' => {
                let name = after(1).split_once('}').map(|(name, _)| name).ok_or("`}` is missing")?;
                let choices = self.lists.read.get(name).ok_or_else(|| format!("unknown list `{name}`"))?;
                self.rest = self.rest.get(name.len() + 2..).unwrap_or_default();
                Ok(PhraseElement::OneOf(Arc::clone(choices)))
            }
            '$' => {
                self.rest = after(1);
                Ok(PhraseElement::End)
            }
            _ if self.rest.starts_with("...") => {
                self.rest = after(3);
                Ok(PhraseElement::Gap)
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<PhraseElement, String> {
        let is_mark = |c: char| c.is_whitespace() || "()[]{}|$^".contains(c);
        let length = self.rest.find(is_mark).unwrap_or(self.rest.len());
        let word = self.rest.get(..length).filter(|word| !word.is_empty());
        let word = word.ok_or_else(|| format!("`{}` is not allowed here", self.rest.get(..1).unwrap_or_default()))?;
        let word = word.to_lowercase().replace('’', "'");
        let class = CLASSES.iter().find(|(name, _)| *name == word).map(|(_, class)| class.clone());
        self.rest = self.rest.get(length..).unwrap_or_default();
        Ok(match word.strip_suffix('*') {
            Some(prefix) => PhraseElement::Prefix(prefix.to_owned()),
            None if word.starts_with('*') => PhraseElement::Suffix(word.trim_start_matches('*').to_owned()),
            None => class.unwrap_or(PhraseElement::Word(word)),
        })
    }
}
