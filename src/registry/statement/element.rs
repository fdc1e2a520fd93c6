//! What phrases are made of.

use std::sync::{Arc, OnceLock};

use hashbrown::{HashMap, HashSet};

/// A part of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::registry) enum Element {
    Word(String),
    Prefix(String),
    Suffix(String),
    /// One of these.
    OneOf(Arc<Choices>),
    Gap,
    /// A piece of code.
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
    pub(super) words: HashSet<String>,
    /// Longer ones by their first word.
    pub(super) by_word: HashMap<String, Vec<Vec<Element>>>,
    /// Those that begin with something else.
    pub(super) others: Vec<Vec<Element>>,
    /// Whether there may be nothing.
    pub(super) optional: bool,
    /// The words that they may begin with, asked for by every phrase that names their list; `None` where that may be any.
    heads: OnceLock<Option<HashSet<String>>>,
}

impl Choices {
    pub(super) fn of(mut branches: Vec<Vec<Element>>) -> Arc<Self> {
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

    /// The words that they may begin with; `None` where that may be any.
    pub(super) fn heads(&self) -> Option<&HashSet<String>> {
        let collected = self.heads.get_or_init(|| {
            let mut heads: HashSet<String> = self.words.iter().chain(self.by_word.keys()).cloned().collect();
            let any = self.others.iter().any(|branch| collect_heads(branch, &mut heads));
            (!any).then_some(heads)
        });
        collected.as_ref()
    }
}

/// The words that phrases say.
#[derive(Debug, Default)]
pub(crate) struct SpelledWords<'p> {
    pub(crate) words: Vec<&'p str>,
    /// What a word begins with that they say.
    pub(crate) prefixes: Vec<&'p str>,
    /// Whether they say others, of which nothing more is known.
    pub(crate) others: bool,
}

impl<'p> SpelledWords<'p> {
    pub(super) fn add(&mut self, elements: &'p [Element]) {
        for element in elements {
            match element {
                Element::Word(word) => self.words.push(word),
                Element::Prefix(prefix) => self.prefixes.push(prefix),
                Element::OneOf(choices) => {
                    self.words.extend(choices.words.iter().chain(choices.by_word.keys()).map(String::as_str));
                    choices.by_word.values().flatten().chain(&choices.others).for_each(|branch| self.add(branch));
                }
                Element::Not(_) | Element::End => {}
                _ => self.others = true,
            }
        }
    }
}

/// The elements that match a class of words.
pub(super) const CLASSES: [(&str, Element); 4] =
    [("<code>", Element::Code), ("<thing>", Element::Thing), ("<number>", Element::Number), ("<file>", Element::File)];

/// Adds the words that a sequence may begin with; answers whether it may begin with any word at all.
pub(super) fn collect_heads(elements: &[Element], heads: &mut HashSet<String>) -> bool {
    for element in elements {
        match element {
            Element::Word(word) => {
                heads.insert(word.clone());
                return false;
            }
            Element::Not(_) => {}
            Element::OneOf(choices) => {
                let Some(own) = choices.heads() else { return true };
                heads.extend(own.iter().cloned());
                if !choices.optional {
                    return false;
                }
            }
            _ => return true,
        }
    }
    true
}
