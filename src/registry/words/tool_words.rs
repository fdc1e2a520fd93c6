//! The words by which tools go that do actions of a kind: they tell which call makes a sentence true.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{ActionKind, ActionKinds, Lexicon, Verb};

/// Words in the names of tools, in lists that many claims share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolWords(Vec<Arc<[String]>>);

impl ToolWords {
    /// Whether a word is one of them.
    #[must_use]
    pub fn contains(&self, word: &str) -> bool {
        self.iter().any(|known| known == word)
    }

    /// Whether a word is one of those that a sentence says itself, which come last.
    #[must_use]
    pub fn says(&self, word: &str) -> bool {
        self.0.last().is_some_and(|own| own.iter().any(|known| known == word))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The words, some of them several times.
    pub fn iter(&self) -> impl Iterator<Item = &String> {
        self.0.iter().flat_map(|words| words.iter())
    }

    /// These words and others.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }
}

// Equal lists hash equally; hashing hundreds of words would take longer than comparing the few lists that collide.
impl Hash for ToolWords {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|words| words.len().hash(state));
        self.0.last().and_then(|own| own.last()).hash(state);
    }
}

impl FromIterator<String> for ToolWords {
    fn from_iter<I: IntoIterator<Item = String>>(words: I) -> Self {
        Self(vec![words.into_iter().collect()])
    }
}

/// The words of all tools that do actions of a kind, in all languages: who serves in English may have `crear_solicitud`.
#[derive(Clone, Debug, Default)]
pub(in crate::registry) struct WordsByKind {
    known: BTreeMap<ActionKind, Arc<[String]>>,
    /// With the verbs that only the name of a tool has.
    with_learnt: BTreeMap<ActionKind, Arc<[String]>>,
}

impl WordsByKind {
    pub(in crate::registry) fn new(languages: &[Arc<Lexicon>]) -> Self {
        let by_kind = |counts: &dyn Fn(&Verb) -> bool| {
            let words = ActionKinds::ALL.iter().map(|kind| (kind, words_of(kind, languages, counts)));
            words.collect()
        };
        Self { known: by_kind(&|verb| !verb.is_learnt), with_learnt: by_kind(&|_| true) }
    }

    pub(in crate::registry) fn of(&self, kinds: ActionKinds, with_learnt: bool) -> ToolWords {
        let words = if with_learnt { &self.with_learnt } else { &self.known };
        ToolWords(kinds.iter().filter_map(|kind| words.get(&kind).cloned()).collect())
    }
}

/// The words of tools that do actions of one kind: their verbs, and what else the lexicons name.
fn words_of(kind: ActionKind, languages: &[Arc<Lexicon>], counts: &dyn Fn(&Verb) -> bool) -> Arc<[String]> {
    let verbs = languages.iter().flat_map(|words| words.verbs()).filter(|verb| verb.kinds.has(kind) && counts(verb));
    let named = languages.iter().filter_map(|words| words.tool_words.get(&kind)).flatten();
    verbs.flat_map(|verb| with_plain_letters(verb.base.clone())).chain(named.cloned()).collect()
}

/// A word, and how a name spells it without accents: "créer" in `creer_evenement`.
pub fn with_plain_letters(word: String) -> impl Iterator<Item = String> {
    let plain = (!word.is_ascii()).then(|| word.chars().map(plain_letters).collect());
    plain.into_iter().chain([word])
}

/// A letter of a European language in the letters of English, as names write it.
fn plain_letters(letter: char) -> String {
    let plain = match letter {
        'á' | 'à' | 'â' | 'ã' | 'å' => "a",
        'ä' => "ae",
        'ç' => "c",
        'é' | 'è' | 'ê' | 'ë' => "e",
        'í' | 'ì' | 'î' | 'ï' => "i",
        'ñ' => "n",
        'ó' | 'ò' | 'ô' | 'õ' => "o",
        'ö' | 'œ' => "oe",
        'ú' | 'ù' | 'û' => "u",
        'ü' => "ue",
        'ß' => "ss",
        other => return other.to_string(),
    };
    plain.to_owned()
}
