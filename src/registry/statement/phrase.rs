//! Phrases: how something is said, with the places where wordings differ.
//!
//! | in a phrase | stands for |
//! |---|---|
//! | `word`, `word*`, `*word` | this word, a word that begins or ends so |
//! | `(a\|b c)` | one of these |
//! | `[a]`, `[a\|b]` | this, one of these, or nothing |
//! | `{list}` | one of the phrases of the language's list |
//! | `...` | up to eight words of the same clause |
//! | `<code>`, `<thing>` | code, code or a quotation |
//! | `<number>`, `<file>` | a word that begins with a digit, that names a file |
//! | `!(a\|b c)` | none of these stands here |
//! | `^` at the beginning | here a clause begins |
//! | `$` at the end | here a clause ends |

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::token::{Token, TokenKind};

/// How many words a gap may hold.
const GAP: usize = 8;
/// How deep lists may stand in lists.
const DEPTH: usize = 6;

/// The words at which a clause ends, or its verb stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boundaries {
    /// Words with which a clause begins.
    pub breaks: HashSet<String>,
    /// Verbs of a clause of its own ("is", "can").
    pub auxiliaries: HashSet<String>,
}

impl Boundaries {
    fn hold(&self, word: &str) -> bool {
        self.breaks.contains(word) || self.auxiliaries.contains(word)
    }
}

/// The named lists that the phrases of a language may use, each read once.
#[derive(Clone, Debug, Default)]
pub(in crate::registry) struct Lists {
    read: HashMap<String, Arc<Choices>>,
}

impl Lists {
    /// Reads lists as their file says them.
    ///
    /// # Errors
    /// The name of the list that cannot be read, and what is wrong with it.
    pub(super) fn compile(texts: &BTreeMap<String, Vec<String>>) -> Result<Self, (String, String)> {
        let mut lists = Self::default();
        for name in texts.keys() {
            lists.add(name, texts, 0).map_err(|reason| (name.clone(), reason))?;
        }
        Ok(lists)
    }

    /// Reads a list, those that it names first.
    fn add(&mut self, name: &str, texts: &BTreeMap<String, Vec<String>>, depth: usize) -> Result<(), String> {
        if self.read.contains_key(name) {
            return Ok(());
        }
        if depth > DEPTH {
            return Err("lists are nested too deep".to_owned());
        }
        let phrases = texts.get(name).ok_or_else(|| format!("there is no list `{name}`"))?;
        for named in phrases.iter().flat_map(|phrase| names(phrase)) {
            self.add(named, texts, depth + 1)?;
        }
        let mut branches = Vec::new();
        for phrase in phrases {
            branches.extend(Reader { rest: phrase, lists: self }.branches(None, 0)?);
        }
        self.read.insert(name.to_owned(), Choices::of(branches));
        Ok(())
    }
}

/// The lists that a phrase names.
fn names(phrase: &str) -> impl Iterator<Item = &str> {
    phrase.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Element {
    Word(String),
    Prefix(String),
    Suffix(String),
    /// One of these.
    OneOf(Arc<Choices>),
    Gap,
    /// Code.
    Code,
    /// Code or a quotation.
    Thing,
    /// A word that begins with a digit.
    Number,
    /// A word that names a file: `app.py`, `src/main`.
    File,
    /// None of these begins here.
    Not(Arc<Choices>),
    /// A clause ends here.
    End,
}

/// Alternatives, sorted so that a word finds its own among hundreds at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::registry) struct Choices {
    /// Those of one word.
    words: HashSet<String>,
    /// Longer ones by their first word.
    by_word: HashMap<String, Vec<Vec<Element>>>,
    /// Those that begin with something else.
    others: Vec<Vec<Element>>,
    /// Whether there may be nothing.
    optional: bool,
}

impl Choices {
    fn of(mut branches: Vec<Vec<Element>>) -> Arc<Self> {
        // A list alone is itself.
        if let [branch] = branches.as_slice()
            && let [Element::OneOf(_)] = branch.as_slice()
            && let Some(Element::OneOf(choices)) = branches.pop().and_then(|mut branch| branch.pop())
        {
            return choices;
        }
        let mut choices = Self::default();
        for branch in branches {
            choices.add(branch);
        }
        Arc::new(choices)
    }

    fn add(&mut self, branch: Vec<Element>) {
        match branch.as_slice() {
            [] => self.optional = true,
            [Element::Word(word)] => {
                self.words.insert(word.clone());
            }
            // A list in a list is one list.
            [Element::OneOf(inner)] => {
                self.words.extend(inner.words.iter().cloned());
                for (word, branches) in &inner.by_word {
                    self.by_word.entry(word.clone()).or_default().extend(branches.iter().cloned());
                }
                self.others.extend(inner.others.iter().cloned());
                self.optional |= inner.optional;
            }
            [Element::Word(word), ..] => self.by_word.entry(word.clone()).or_default().push(branch),
            _ => self.others.push(branch),
        }
    }

    /// Adds the words that they may begin with; answers whether that may be any word.
    fn collect_heads(&self, heads: &mut HashSet<String>) -> bool {
        heads.extend(self.words.iter().cloned());
        heads.extend(self.by_word.keys().cloned());
        self.others.iter().any(|branch| collect_heads(branch, heads))
    }
}

/// The elements that stand for a class of words.
const CLASSES: [(&str, Element); 4] =
    [("<code>", Element::Code), ("<thing>", Element::Thing), ("<number>", Element::Number), ("<file>", Element::File)];

/// A phrase, ready to be looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    elements: Vec<Element>,
    /// Whether it counts only where a clause begins.
    begins_clause: bool,
    /// The words that it may begin with; `None` where that may be any.
    heads: Option<HashSet<String>>,
}

impl Phrase {
    /// Reads a phrase as its file says it.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn compile(text: &str, lists: &Lists) -> Result<Self, String> {
        let text = text.trim();
        let (begins_clause, rest) = match text.strip_prefix('^') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut reader = Reader { rest, lists };
        let mut branches = reader.branches(None, 0)?;
        let elements = match branches.len() {
            1 => branches.pop().unwrap_or_default(),
            _ => vec![Element::OneOf(Choices::of(branches))],
        };
        if elements.is_empty() {
            return Err("a phrase needs a word".to_owned());
        }
        let mut heads = HashSet::new();
        let heads = (!collect_heads(&elements, &mut heads)).then_some(heads);
        Ok(Self { elements, begins_clause, heads })
    }

    /// Whether it counts only where a clause begins.
    #[must_use]
    pub fn begins_clause(&self) -> bool {
        self.begins_clause
    }

    /// Words of which one must stand in a sentence for the phrase to stand in it: the fewest that it says anywhere; `None`
    /// where none must.
    #[must_use]
    pub fn needs(&self) -> Option<HashSet<String>> {
        let sets = self.elements.iter().filter_map(|element| match element {
            Element::Word(word) => Some(HashSet::from([word.clone()])),
            Element::OneOf(choices) if !choices.optional => {
                let mut heads = HashSet::new();
                (!choices.collect_heads(&mut heads)).then_some(heads)
            }
            _ => None,
        });
        sets.min_by_key(HashSet::len)
    }

    /// The words that it may begin with; `None` where that may be any.
    #[must_use]
    pub fn heads(&self) -> Option<&HashSet<String>> {
        self.heads.as_ref()
    }

    /// Where the phrase ends if it begins at token `at`.
    ///
    /// `boundaries` are the words that no gap holds.
    #[must_use]
    pub fn end(&self, tokens: &[Token<'_>], at: usize, boundaries: &Boundaries) -> Option<usize> {
        let begins = |heads: &HashSet<String>| tokens.get(at).is_some_and(|token| heads.contains(token.text.as_ref()));
        if self.heads.as_ref().is_some_and(|heads| !begins(heads)) {
            return None;
        }
        Matching { tokens, boundaries }.sequence(&self.elements, at, &mut |end| Some(end))
    }
}

/// Adds the words that a sequence may begin with; answers whether it may begin with any word at all.
fn collect_heads(elements: &[Element], heads: &mut HashSet<String>) -> bool {
    for element in elements {
        match element {
            Element::Word(word) => {
                heads.insert(word.clone());
                return false;
            }
            Element::Not(_) => {}
            Element::OneOf(choices) => {
                if choices.collect_heads(heads) {
                    return true;
                }
                if !choices.optional {
                    return false;
                }
            }
            _ => return true,
        }
    }
    true
}

struct Reader<'a> {
    rest: &'a str,
    lists: &'a Lists,
}

impl Reader<'_> {
    /// The alternatives up to the closing mark, or to the end.
    fn branches(&mut self, close: Option<char>, depth: usize) -> Result<Vec<Vec<Element>>, String> {
        if depth > DEPTH {
            return Err("brackets and lists are nested too deep".to_owned());
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

    fn element(&mut self, next: char, depth: usize) -> Result<Element, String> {
        let after = |count: usize| self.rest.get(count..).unwrap_or_default();
        match next {
            '(' => {
                self.rest = after(1);
                Ok(Element::OneOf(Choices::of(self.branches(Some(')'), depth + 1)?)))
            }
            '[' => {
                self.rest = after(1);
                let mut branches = self.branches(Some(']'), depth + 1)?;
                branches.push(Vec::new());
                Ok(Element::OneOf(Choices::of(branches)))
            }
            '!' if self.rest.starts_with("!(") => {
                self.rest = after(2);
                Ok(Element::Not(Choices::of(self.branches(Some(')'), depth + 1)?)))
            }
            '{' => {
                let name = after(1).split_once('}').map(|(name, _)| name).ok_or("`}` is missing")?;
                let choices = self.lists.read.get(name).ok_or_else(|| format!("there is no list `{name}`"))?;
                self.rest = self.rest.get(name.len() + 2..).unwrap_or_default();
                Ok(Element::OneOf(Arc::clone(choices)))
            }
            '$' => {
                self.rest = after(1);
                Ok(Element::End)
            }
            _ if self.rest.starts_with("...") => {
                self.rest = after(3);
                Ok(Element::Gap)
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Element, String> {
        let is_mark = |c: char| c.is_whitespace() || "()[]{}|$^".contains(c);
        let length = self.rest.find(is_mark).unwrap_or(self.rest.len());
        let word = self.rest.get(..length).filter(|word| !word.is_empty());
        let word = word.ok_or_else(|| format!("`{}` cannot stand here", self.rest.get(..1).unwrap_or_default()))?;
        let word = word.to_lowercase().replace('’', "'");
        let class = CLASSES.iter().find(|(name, _)| *name == word).map(|(_, class)| class.clone());
        self.rest = self.rest.get(length..).unwrap_or_default();
        Ok(match word.strip_suffix('*') {
            Some(prefix) => Element::Prefix(prefix.to_owned()),
            None if word.starts_with('*') => Element::Suffix(word.trim_start_matches('*').to_owned()),
            None => class.unwrap_or(Element::Word(word)),
        })
    }
}

/// Whether one token is what an element that stands for one token says.
fn is_of(element: &Element, token: &Token<'_>) -> bool {
    let text = token.text.as_ref();
    let is_word = token.kind == TokenKind::Word;
    match element {
        Element::Prefix(prefix) => is_word && text.starts_with(prefix.as_str()),
        Element::Suffix(suffix) => is_word && text.ends_with(suffix.as_str()) && text.len() > suffix.len(),
        Element::Code => token.kind == TokenKind::Thing && text.starts_with('`'),
        Element::Thing => token.kind == TokenKind::Thing,
        Element::Number => is_word && text.starts_with(|first: char| first.is_ascii_digit()),
        Element::File => is_word && text.contains(['.', '/']) && text.contains(char::is_alphabetic),
        _ => false,
    }
}

struct Matching<'a, 't> {
    tokens: &'a [Token<'t>],
    boundaries: &'a Boundaries,
}

impl Matching<'_, '_> {
    /// The end of the first way in which `elements` stand at `at` and `rest` goes on behind. As deep as the phrase is long.
    fn sequence(&self, elements: &[Element], at: usize, rest: &mut dyn FnMut(usize) -> Option<usize>) -> Option<usize> {
        let Some((first, others)) = elements.split_first() else { return rest(at) };
        match first {
            Element::Word(word) => {
                let token = self.tokens.get(at).filter(|token| token.is(word));
                token.and_then(|_| self.sequence(others, at + 1, rest))
            }
            Element::Prefix(_)
            | Element::Suffix(_)
            | Element::Code
            | Element::Thing
            | Element::Number
            | Element::File => {
                let token = self.tokens.get(at).filter(|token| is_of(first, token));
                token.and_then(|_| self.sequence(others, at + 1, rest))
            }
            Element::OneOf(choices) => {
                let found = self.one_of(choices, at, &mut |end| self.sequence(others, end, rest));
                let without = || choices.optional.then_some(()).and_then(|()| self.sequence(others, at, rest));
                found.or_else(without)
            }
            Element::Not(choices) => {
                let stands = self.one_of(choices, at, &mut Some).is_some();
                if stands { None } else { self.sequence(others, at, rest) }
            }
            Element::Gap => self.gap(others, at, rest),
            Element::End => self.ends_clause(at).then(|| self.sequence(others, at, rest)).flatten(),
        }
    }

    /// The first of some alternatives that stands at `at` and `rest` goes on behind.
    fn one_of(&self, choices: &Choices, at: usize, rest: &mut dyn FnMut(usize) -> Option<usize>) -> Option<usize> {
        let word = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word).map(|token| token.text.as_ref());
        let longer = word.and_then(|word| choices.by_word.get(word)).into_iter().flatten();
        let longer = longer.chain(&choices.others).find_map(|branch| self.sequence(branch, at, rest));
        longer.or_else(|| {
            let stands = word.is_some_and(|word| choices.words.contains(word));
            stands.then(|| rest(at + 1)).flatten()
        })
    }

    fn gap(&self, others: &[Element], at: usize, rest: &mut dyn FnMut(usize) -> Option<usize>) -> Option<usize> {
        let mut end = at;
        let mut words = 0;
        loop {
            if let Some(found) = self.sequence(others, end, rest) {
                return Some(found);
            }
            let token = self.tokens.get(end)?;
            match token.kind {
                // A list goes on behind its comma, a clause does not.
                TokenKind::Pause if token.text == "," && words > 0 => {}
                TokenKind::End | TokenKind::Pause => return None,
                TokenKind::Word if self.boundaries.hold(token.text.as_ref()) => return None,
                TokenKind::Word | TokenKind::Thing => words += 1,
            }
            if words > GAP {
                return None;
            }
            end += 1;
        }
    }

    fn ends_clause(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(|token| {
            token.is_mark() || (token.kind == TokenKind::Word && self.boundaries.breaks.contains(token.text.as_ref()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    fn end(phrase: &str, text: &str) -> Option<usize> {
        let did = vec!["i've [just|now]".to_owned(), "i have".to_owned()];
        let lists = Lists::compile(&BTreeMap::from([("did".to_owned(), did)])).unwrap();
        let breaks = ["you", "and"].map(str::to_owned).into();
        let boundaries = Boundaries { breaks, auxiliaries: ["are".to_owned()].into() };
        let tokens = tokens(text, 0..text.len(), &[]);
        Phrase::compile(phrase, &lists).unwrap().end(&tokens, 0, &boundaries)
    }

    #[test]
    fn words_lists_and_choices() {
        assert_eq!(end("{did} (saved|put away) it", "I’ve just put away it."), Some(5));
        assert_eq!(end("{did} (saved|put away) it", "I have saved it"), Some(4));
        assert_eq!(end("{did} saved it", "I had saved it"), None);
        assert_eq!(end("remind* me", "Reminding me"), Some(2));
    }

    #[test]
    fn a_gap_stays_in_its_clause() {
        let phrase = "added ... to [your] list";
        assert_eq!(end(phrase, "added milk, eggs, bread to your list"), Some(9));
        assert_eq!(end(phrase, "added to list"), Some(3));
        assert_eq!(end(phrase, "added milk: to your list"), None);
        assert_eq!(end(phrase, "added milk. To your list"), None);
        assert_eq!(end(phrase, "added milk you can write to your list"), None);
        assert_eq!(end(phrase, &format!("added {} to your list", "very ".repeat(9))), None);
    }

    #[test]
    fn an_end_is_the_end_of_a_clause() {
        assert_eq!(end("saved $", "Saved!"), Some(1));
        assert_eq!(end("saved $", "saved, as you said"), Some(1));
        assert_eq!(end("saved $", "saved and sent"), Some(1));
        assert_eq!(end("saved $", "saved games"), None);
        assert_eq!(end("saved games $", "saved games are here"), None);
    }

    #[test]
    fn the_words_that_it_may_begin_with_are_known() {
        let lists = Lists::default();
        let heads = |phrase| Phrase::compile(phrase, &lists).unwrap().heads().cloned();
        let set = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect::<HashSet<_>>());
        assert_eq!(heads("[oh] saved it"), set(&["oh", "saved"]));
        assert_eq!(heads("(a b|c) d"), set(&["a", "c"]));
        assert_eq!(heads("save* it"), None);
    }

    #[test]
    fn mistakes_are_told() {
        let lists = Lists::default();
        let endless = BTreeMap::from([("loop".to_owned(), vec!["{loop}".to_owned()])]);
        assert!(Lists::compile(&endless).unwrap_err().1.contains("too deep"));
        for (phrase, reason) in [
            ("", "needs a word"),
            ("^", "needs a word"),
            ("(a", "`)` is missing"),
            ("[a", "`]` is missing"),
            ("{a", "`}` is missing"),
            ("{a}", "no list `a`"),
            ("a)", "cannot stand here"),
        ] {
            let error = Phrase::compile(phrase, &lists).unwrap_err();
            assert!(error.contains(reason), "{phrase}: {error}");
        }
    }
}
