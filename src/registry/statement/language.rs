//! A language: the words that begin a clause, and those that take a claim back.

use std::collections::BTreeMap;

use hashbrown::HashSet;
use serde::Deserialize;

use super::matching::Boundaries;
use super::phrase_set::PhraseSet;
use super::read::Lists;

/// A language as its file says it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::registry) struct LanguageText {
    language: String,
    #[serde(default)]
    lists: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    openers: Vec<String>,
    #[serde(default)]
    subjects: Vec<String>,
    #[serde(default)]
    others: Vec<String>,
    #[serde(default)]
    user: Vec<String>,
    #[serde(default)]
    joins: Vec<String>,
    #[serde(default)]
    breaks: Vec<String>,
    #[serde(default)]
    auxiliaries: Vec<String>,
    #[serde(default)]
    negations: Vec<String>,
    #[serde(default)]
    conditions: Vec<String>,
    #[serde(default)]
    promises: Vec<String>,
    #[serde(default)]
    terms: Vec<String>,
    #[serde(default)]
    past: Vec<String>,
    #[serde(default)]
    frames: Vec<String>,
    #[serde(default)]
    shown: Vec<String>,
    #[serde(default)]
    letters: Vec<String>,
    #[serde(default)]
    not_ends: Vec<String>,
    denials: Denials,
}

/// How a false sentence is corrected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Denials {
    /// That it was not done, of any action.
    pub any: String,
    /// Why: nothing was recognised as an action.
    pub nothing_detected: String,
    /// Why: something must be known first. `{question}`.
    pub needs_clarification: String,
    /// Why: it was not carried out.
    pub not_executed: String,
    /// Why: it failed. `{errors}`.
    pub failed: String,
    /// Why: something else ran. `{action}`.
    pub other_executed: String,
    /// How to ask so that it works. `{example}`.
    pub ask: String,
}

/// A language, ready to be used.
#[derive(Clone, Debug)]
pub struct Language {
    /// Its name, such as `en`.
    pub name: String,
    /// The lists that phrases may name.
    pub(super) lists: Lists,
    /// What may come before a claim in its clause ("okay", "just to confirm").
    pub openers: PhraseSet,
    /// Words by which the author names himself ("I", "we've").
    pub subjects: HashSet<String>,
    /// Words that name somebody else, or that come before a name ("you", "the").
    pub others: HashSet<String>,
    /// Words by which the user is spoken to ("you", "your").
    pub user: HashSet<String>,
    /// Words after which a clause begins ("and", "so").
    pub joins: HashSet<String>,
    /// Where clauses end.
    pub boundaries: Boundaries,
    /// What takes a claim back in its clause.
    pub negations: PhraseSet,
    /// What comes before it and makes it a possibility.
    pub conditions: PhraseSet,
    /// How a promise begins ("I'll").
    pub promises: PhraseSet,
    /// What leaves a promise to the user ("once you confirm").
    pub terms: PhraseSet,
    /// What makes it history.
    pub past: PhraseSet,
    /// What makes it an example.
    pub frames: PhraseSet,
    /// What says that it is in the reply itself ("below").
    pub shown: PhraseSet,
    /// How the text of a letter begins ("Dear").
    pub letters: PhraseSet,
    /// Words whose point ends no sentence.
    pub not_ends: HashSet<String>,
    /// How a false sentence is corrected.
    pub denials: Denials,
}

impl Language {
    pub(super) fn compile(text: LanguageText) -> Result<Self, (String, String)> {
        let lists = Lists::compile(&text.lists).map_err(|(name, reason)| (format!("/lists/{name}"), reason))?;
        let all = |member: &str, phrases: &[String]| {
            PhraseSet::compile(phrases, &lists).map_err(|(place, reason)| (format!("/{member}/{place}"), reason))
        };
        let words = |words: &[String]| words.iter().map(|word| word.to_lowercase()).collect::<HashSet<_>>();
        Ok(Self {
            openers: all("openers", &text.openers)?,
            negations: all("negations", &text.negations)?,
            conditions: all("conditions", &text.conditions)?,
            promises: all("promises", &text.promises)?,
            terms: all("terms", &text.terms)?,
            past: all("past", &text.past)?,
            frames: all("frames", &text.frames)?,
            shown: all("shown", &text.shown)?,
            letters: all("letters", &text.letters)?,
            subjects: words(&text.subjects),
            others: words(&text.others),
            user: words(&text.user),
            joins: words(&text.joins),
            boundaries: Boundaries { breaks: words(&text.breaks), auxiliaries: words(&text.auxiliaries) },
            not_ends: words(&text.not_ends),
            name: text.language,
            lists,
            denials: text.denials,
        })
    }
}
