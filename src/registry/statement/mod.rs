//! How prose claims an action, as data: languages with the words that retract a claim, and statements with the phrases
//! that make one. Rules that hold for all claims are with the language, the claimed action is with the statement.

mod index;
mod language;

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use hashbrown::HashSet;
use serde::Deserialize;

pub use index::{Needed, PhraseEntry, PhraseIndex};
pub(super) use language::LanguageText;
pub use language::{Denials, Language};

use super::pattern::EntryMistake;
use super::phrase::{Lists, Literal, Phrase, PhraseSet};
use super::words::WordsByKind;
use super::{ActionKinds, Examples, Lexicon, ToolWords, WordWeights};

/// The language of the names of tools.
const ENGLISH: &str = "en";

/// A statement as a file writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StatementText {
    pub(super) name: Option<String>,
    language: String,
    tool: Option<String>,
    #[serde(default)]
    means: Vec<String>,
    says: Vec<String>,
    #[serde(default)]
    says_if_asked: Vec<String>,
    #[serde(default)]
    unless: Vec<String>,
    #[serde(default)]
    asks: Vec<String>,
    #[serde(default)]
    in_reply: bool,
    #[serde(default)]
    context_only: bool,
    denial: Option<String>,
    example: Option<String>,
    #[serde(default)]
    examples: Examples,
}

/// How one language claims one kind of action.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name of the statement, unique in the registry.
    pub name: String,
    /// The code of its language, such as `en`.
    pub language: String,
    /// The tool whose work is claimed; `None` for whatever the user asked for ("Done!").
    pub tool: Option<String>,
    /// Words in the names of tools and actions that make the claim true.
    pub means: HashSet<String>,
    /// Whether the sentence may refer to the reply itself ("I've created a table:").
    pub in_reply: bool,
    /// Whether it counts only with an action context, which alone says what was requested.
    pub context_only: bool,
    /// The correction, which says that it was not done; `None` for the one that the language has for any action.
    pub denial: Option<String>,
    /// An example of how a user could ask for it.
    pub example: Option<String>,
    /// Messages that `patterns check` tries.
    pub examples: Examples,
    says: Vec<Phrase>,
    says_if_asked: Vec<Phrase>,
    unless: PhraseSet,
    asks: PhraseSet,
}

impl Statement {
    /// Compiles a statement; `lists` are those of its language.
    ///
    /// # Errors
    /// The first invalid phrase.
    pub(super) fn compile(text: StatementText, lists: &Lists) -> Result<Self, EntryMistake> {
        let all = |member: &str, phrases: &[String]| -> Result<Vec<Phrase>, EntryMistake> {
            let numbered = phrases.iter().enumerate();
            let compiled = numbered.map(|(index, phrase)| {
                Phrase::compile(phrase, lists).map_err(|reason| (format!("/{member}/{index}"), reason))
            });
            compiled.collect()
        };
        let set = |member: &str, phrases: &[String]| {
            PhraseSet::compile(phrases, lists).map_err(|(place, reason)| (format!("/{member}/{place}"), reason))
        };
        let words = text.tool.iter().flat_map(|tool| tool.split(['_', '-', '.']));
        Ok(Self {
            name: text.name.unwrap_or_else(|| Self::unnamed(text.tool.as_deref(), &text.language)),
            means: if text.means.is_empty() {
                words.map(str::to_lowercase).collect()
            } else {
                text.means.iter().map(|word| word.to_lowercase()).collect()
            },
            says: all("says", &text.says)?,
            says_if_asked: all("says_if_asked", &text.says_if_asked)?,
            unless: set("unless", &text.unless)?,
            asks: set("asks", &text.asks)?,
            language: text.language,
            tool: text.tool,
            in_reply: text.in_reply,
            context_only: text.context_only,
            denial: text.denial,
            example: text.example,
            examples: text.examples,
        })
    }

    /// The name of a statement without one in its file.
    #[must_use]
    pub fn unnamed(tool: Option<&str>, language: &str) -> String {
        format!("{}_{language}", tool.unwrap_or("action"))
    }

    /// The phrases that are a claim by themselves.
    #[must_use]
    pub fn says(&self) -> &[Phrase] {
        &self.says
    }

    /// The phrases that are a claim only if the user asked for the action, and small talk otherwise.
    #[must_use]
    pub fn says_if_asked(&self) -> &[Phrase] {
        &self.says_if_asked
    }

    /// The phrases that rule out a claim in the same sentence.
    #[must_use]
    pub fn unless(&self) -> &PhraseSet {
        &self.unless
    }

    /// Literals of which every message that asks for it contains one; `None` if there may be none.
    #[must_use]
    pub fn asking_literals(&self) -> Option<BTreeSet<Literal>> {
        self.asks.literals()
    }

    /// The phrases with which a user asks for it.
    #[must_use]
    pub fn asks(&self) -> &PhraseSet {
        &self.asks
    }
}

/// All statements in force, with their languages.
#[derive(Clone, Debug, Default)]
pub struct Statements {
    languages: Vec<Language>,
    entries: Vec<Statement>,
    /// The lexicons of the languages that have one. A registry that learns verbs shares those of the other languages.
    words: Vec<Arc<Lexicon>>,
    /// Built on first use: most commands do not need it.
    index: OnceLock<PhraseIndex>,
    /// Built on first use.
    word_weights: OnceLock<WordWeights>,
    /// Built on first use.
    tool_words: OnceLock<WordsByKind>,
}

impl Statements {
    /// Adds languages and statements; an entry replaces an earlier one of the same name.
    pub(super) fn take(&mut self, languages: Vec<Language>, entries: Vec<Statement>, words: Vec<Lexicon>) {
        for words in words.into_iter().map(Arc::new) {
            match self.words.iter_mut().find(|known| known.language == words.language) {
                Some(known) => *known = words,
                None => self.words.push(words),
            }
        }
        self.forget_built();
        for language in languages {
            match self.languages.iter_mut().find(|known| known.name == language.name) {
                Some(known) => *known = language,
                None => self.languages.push(language),
            }
        }
        for entry in entries {
            match self.entries.iter_mut().find(|known| known.name == entry.name) {
                Some(known) => *known = entry,
                None => self.entries.push(entry),
            }
        }
    }

    /// Drops what was built from the languages, which changed.
    fn forget_built(&mut self) {
        (self.index, self.word_weights, self.tool_words) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
    }

    /// Adds the verbs in the names of tools that no lexicon knows. Their names are English.
    pub(super) fn learn_verbs_of<'t>(&mut self, tools: impl Iterator<Item = &'t str>) {
        let english = self.words.iter_mut().find(|words| words.language == ENGLISH);
        let Some(words) = english.map(Arc::make_mut) else { return };
        let learnt = tools.filter(|tool| words.learn_verb_of(tool)).count();
        if learnt > 0 {
            self.forget_built();
        }
    }

    /// The statements, in the order in which they are tried.
    #[must_use]
    pub fn entries(&self) -> &[Statement] {
        &self.entries
    }

    /// The index of all phrases.
    #[must_use]
    pub fn index(&self) -> &PhraseIndex {
        self.index.get_or_init(|| PhraseIndex::new(self))
    }

    /// The languages of the statements.
    #[must_use]
    pub fn languages(&self) -> &[Language] {
        &self.languages
    }

    /// How strongly each word indicates each language that has a lexicon.
    #[must_use]
    pub fn word_weights(&self) -> &WordWeights {
        self.word_weights.get_or_init(|| WordWeights::new(&self.words))
    }

    /// Words by which tools of such kinds go, in all languages. `with_learnt` includes verbs that only the name of a tool
    /// has.
    #[must_use]
    pub fn tool_words(&self, kinds: ActionKinds, with_learnt: bool) -> ToolWords {
        self.tool_words.get_or_init(|| WordsByKind::new(&self.words)).of(kinds, with_learnt)
    }

    /// The lexicons of the languages that have one.
    #[must_use]
    pub fn words(&self) -> &[Arc<Lexicon>] {
        &self.words
    }

    /// Returns a language by its code.
    #[must_use]
    pub fn language(&self, name: &str) -> Option<&Language> {
        self.languages.iter().find(|language| language.name == name)
    }
}

/// Compiles the languages and statements of a file; `known` are the languages already present.
///
/// # Errors
/// All errors with their positions.
pub(super) fn compile(
    languages: Vec<LanguageText>,
    statements: Vec<StatementText>,
    known: &[Language],
) -> Result<(Vec<Language>, Vec<Statement>), Vec<EntryMistake>> {
    let mut mistakes = Vec::new();
    let mut own = Vec::new();
    for (index, text) in languages.into_iter().enumerate() {
        match Language::compile(text) {
            Ok(language) => own.push(language),
            Err((place, reason)) => mistakes.push((format!("/languages/{index}{place}"), reason)),
        }
    }
    let mut entries = Vec::new();
    for (index, text) in statements.into_iter().enumerate() {
        let language = own.iter().chain(known).find(|language| language.name == text.language);
        let none = Lists::default();
        let lists = language.map_or(&none, |language| &language.lists);
        match Statement::compile(text, lists) {
            Ok(entry) => entries.push(entry),
            Err((place, reason)) => mistakes.push((format!("/statements/{index}{place}"), reason)),
        }
    }
    if mistakes.is_empty() { Ok((own, entries)) } else { Err(mistakes) }
}
