//! The elements of phrases.

use std::sync::{Arc, OnceLock};

use hashbrown::{HashMap, HashSet};

use super::literal::Need;

/// A part of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::registry) enum PhraseElement {
    Word(String),
    Prefix(String),
    Suffix(String),
    /// One of several alternatives.
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
    /// None of the alternatives begins here.
    Not(Arc<Choices>),
    /// A clause ends here.
    End,
}

/// Alternatives, indexed so that a word finds its own among hundreds at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::registry) struct Choices {
    /// Alternatives of a single word.
    pub(super) words: HashSet<String>,
    /// Longer alternatives, by their first word.
    pub(super) by_word: HashMap<String, Vec<Vec<PhraseElement>>>,
    /// Alternatives that do not begin with a certain word.
    pub(super) others: Vec<Vec<PhraseElement>>,
    /// Whether the element may be absent.
    pub(super) optional: bool,
    /// The words that the alternatives may begin with, computed on first use; the inner value is `None` if any word
    /// may.
    heads: OnceLock<Option<Arc<HashSet<String>>>>,
    /// What a line must contain for one of the alternatives, computed on first use: many phrases share a list.
    pub(super) need: OnceLock<Option<Arc<Need>>>,
}

impl Choices {
    pub(super) fn of(mut branches: Vec<Vec<PhraseElement>>) -> Arc<Self> {
        // A single list needs no list around it.
        if let [branch] = branches.as_slice()
            && let [PhraseElement::OneOf(_)] = branch.as_slice()
            && let Some(PhraseElement::OneOf(choices)) = branches.pop().and_then(|mut branch| branch.pop())
        {
            return choices;
        }
        let mut choices = Self::default();
        for branch in branches {
            choices.add(branch);
        }
        Arc::new(choices)
    }

    fn add(&mut self, mut branch: Vec<PhraseElement>) {
        match branch.as_slice() {
            [] => self.optional = true,
            [PhraseElement::Word(_)] => {
                if let Some(PhraseElement::Word(word)) = branch.pop() {
                    self.words.insert(word);
                }
            }
            // A list within a list is flattened.
            [PhraseElement::OneOf(inner)] => {
                self.words.extend(inner.words.iter().cloned());
                for (word, branches) in &inner.by_word {
                    self.by_word.entry(word.clone()).or_default().extend(branches.iter().cloned());
                }
                self.others.extend(inner.others.iter().cloned());
                self.optional |= inner.optional;
            }
            [PhraseElement::Word(word), ..] => self.by_word.entry(word.clone()).or_default().push(branch),
            _ => self.others.push(branch),
        }
    }

    /// The words that the alternatives may begin with; `None` if any word may.
    pub(super) fn heads(&self) -> Option<&Arc<HashSet<String>>> {
        let collected = self.heads.get_or_init(|| {
            let mut heads: HashSet<String> = self.words.iter().chain(self.by_word.keys()).cloned().collect();
            let any = self.others.iter().any(|branch| collect_heads(branch, &mut heads));
            (!any).then(|| Arc::new(heads))
        });
        collected.as_ref()
    }
}

/// The words that phrases contain.
#[derive(Debug, Default)]
pub(crate) struct SpelledWords<'p> {
    pub(crate) words: Vec<&'p str>,
    /// The prefixes of words that match (`word*`).
    pub(crate) prefixes: Vec<&'p str>,
    /// Whether the phrases also match words that are not known in advance.
    pub(crate) others: bool,
}

impl<'p> SpelledWords<'p> {
    pub(super) fn add(&mut self, elements: &'p [PhraseElement]) {
        for element in elements {
            match element {
                PhraseElement::Word(word) => self.words.push(word),
                PhraseElement::Prefix(prefix) => self.prefixes.push(prefix),
                PhraseElement::OneOf(choices) => {
                    self.words.extend(choices.words.iter().chain(choices.by_word.keys()).map(String::as_str));
                    choices.by_word.values().flatten().chain(&choices.others).for_each(|branch| self.add(branch));
                }
                PhraseElement::Not(_) | PhraseElement::End => {}
                _ => self.others = true,
            }
        }
    }
}

/// The placeholders for classes of words.
pub(super) const CLASSES: [(&str, PhraseElement); 4] = [
    ("<code>", PhraseElement::Code),
    ("<thing>", PhraseElement::Thing),
    ("<number>", PhraseElement::Number),
    ("<file>", PhraseElement::File),
];

/// The words that a sequence may begin with; `None` if any word may. Phrases that begin with the same list share them.
pub(super) fn heads_of(elements: &[PhraseElement]) -> Option<Arc<HashSet<String>>> {
    if let Some(PhraseElement::OneOf(choices)) = elements.first()
        && !choices.optional
    {
        return choices.heads().cloned();
    }
    let mut heads = HashSet::new();
    (!collect_heads(elements, &mut heads)).then(|| Arc::new(heads))
}

/// Adds the words that a sequence may begin with. Returns whether it may begin with any word.
pub(super) fn collect_heads(elements: &[PhraseElement], heads: &mut HashSet<String>) -> bool {
    for element in elements {
        match element {
            PhraseElement::Word(word) => {
                heads.insert(word.clone());
                return false;
            }
            PhraseElement::Not(_) => {}
            PhraseElement::OneOf(choices) => {
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
