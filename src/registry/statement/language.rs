//! A language: the words that begin a clause, and those that retract a claim.

use std::collections::BTreeMap;

use hashbrown::HashSet;
use serde::Deserialize;

use super::super::phrase::{Boundaries, Lists, PhraseSet};

/// A language as a file writes it.
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
    dated_things: Vec<String>,
    #[serde(default)]
    frames: Vec<String>,
    #[serde(default)]
    shown: Vec<String>,
    #[serde(default)]
    letters: Vec<String>,
    #[serde(default)]
    deed_lists: Vec<String>,
    #[serde(default)]
    task_lists: Vec<String>,
    #[serde(default)]
    not_ends: Vec<String>,
    denials: Denials,
}

/// Corrections of false sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Denials {
    /// Says of any action that it was not done.
    pub any: String,
    /// The reason that no action was detected.
    pub nothing_detected: String,
    /// The reason that something must be clarified first. `{question}`.
    pub needs_clarification: String,
    /// The reason that it was not executed.
    pub not_executed: String,
    /// The reason that it failed. `{errors}`.
    pub failed: String,
    /// The reason that another action ran. `{action}`.
    pub other_executed: String,
    /// Suggests how to ask for it. `{example}`.
    pub ask: String,
}

/// The words and phrases of one language, ready to match.
#[derive(Clone, Debug)]
pub struct Language {
    /// The code, such as `en`.
    pub name: String,
    /// The lists that phrases may name.
    pub(super) lists: Lists,
    /// Words that may come before a claim in its clause ("okay", "just to confirm").
    pub openers: PhraseSet,
    /// Words by which authors refer to themselves ("I", "we've").
    pub subjects: HashSet<String>,
    /// Words for others, or that come before a noun ("you", "the").
    pub others: HashSet<String>,
    /// Words that address the user ("you", "your").
    pub user: HashSet<String>,
    /// Words after which a clause begins ("and", "so").
    pub joins: HashSet<String>,
    /// The words that a gap in a phrase does not cross.
    pub boundaries: Boundaries,
    /// Phrases that negate a claim in its clause.
    pub negations: PhraseSet,
    /// Phrases before a claim that make it conditional.
    pub conditions: PhraseSet,
    /// Phrases that begin a promise ("I'll").
    pub promises: PhraseSet,
    /// Phrases that make a promise depend on the user ("once you confirm").
    pub terms: PhraseSet,
    /// Phrases that place a claim in the past.
    pub past: PhraseSet,
    /// Phrases with a past time that is that of a thing, and not of what was done to it ("you placed yesterday").
    pub dated_things: PhraseSet,
    /// Phrases that make a claim an example.
    pub frames: PhraseSet,
    /// Phrases that refer to the reply itself ("below").
    pub shown: PhraseSet,
    /// Phrases that begin a letter ("Dear").
    pub letters: PhraseSet,
    /// Phrases that introduce a list of what the author did ("what I did").
    pub deed_lists: PhraseSet,
    /// Phrases that introduce a list of what is still to do ("please do the following").
    pub task_lists: PhraseSet,
    /// Abbreviations, whose full stop does not end a sentence.
    pub not_ends: HashSet<String>,
    /// Corrections of false sentences.
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
            dated_things: all("dated_things", &text.dated_things)?,
            frames: all("frames", &text.frames)?,
            shown: all("shown", &text.shown)?,
            letters: all("letters", &text.letters)?,
            deed_lists: all("deed_lists", &text.deed_lists)?,
            task_lists: all("task_lists", &text.task_lists)?,
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
