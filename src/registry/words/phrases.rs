//! Phrases that report or ask for an action without its verb, or announce the next one.

use super::Lexicon;
use super::kind::ActionKinds;
use super::text::{AnnouncementsText, OutcomeText};
use crate::registry::pattern::EntryMistake;
use crate::registry::phrase::{Lists, PhraseSet, PhraseSetIndex, Token};

/// Announcements of the next action.
#[derive(Clone, Debug, Default)]
pub struct Announcements {
    /// Phrases for looking something up, which suffice alone ("let me check").
    pub alone: PhraseSet,
    /// Phrases for other actions, which need words of waiting ("I'll book it now").
    pub with_waiting: PhraseSet,
    /// Words of waiting ("one moment").
    pub waiting: PhraseSet,
    /// Phrases that postpone it ("tomorrow").
    pub later: PhraseSet,
}

impl Announcements {
    pub(super) fn compile(text: &AnnouncementsText, lists: &Lists) -> Result<Self, EntryMistake> {
        Ok(Self {
            alone: compile("announcements/alone", &text.alone, lists)?,
            with_waiting: compile("announcements/with_waiting", &text.with_waiting, lists)?,
            waiting: compile("announcements/waiting", &text.waiting, lists)?,
            later: compile("announcements/later", &text.later, lists)?,
        })
    }
}

/// A phrase that reports the outcome of an action without its verb: "Enjoy the music", "Your cab is on the way".
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a phrase, independent of the others")]
#[derive(Clone, Debug)]
pub struct OutcomePhrase {
    /// The kinds of action that it reports.
    pub of: ActionKinds,
    /// The phrases that report it.
    pub says: PhraseSet,
    /// Whether it counts only if the user has just agreed to the action: "You have 2 tickets".
    pub if_agreed: bool,
    /// Whether the sentence must name words of the order before and after its verb: "The report is now in Done".
    pub names_order: bool,
    /// Whether the sentence must say with a verb what was done, and that was ordered: "You have muted Ana" after "Mute Ana".
    pub names_deed: bool,
    /// Whether the sentence must say in which new file something is: "Here is your chart: [visits.png](visits.png)".
    pub names_file: bool,
    /// What is true if the action did not happen.
    pub denial: String,
}

impl OutcomePhrase {
    pub(super) fn compile(text: OutcomeText, place: usize, lists: &Lists) -> Result<Self, EntryMistake> {
        let says = compile(&format!("outcomes/{place}/says"), &text.says, lists)?;
        let of = text.of.into_iter().fold(ActionKinds::default(), ActionKinds::with);
        let OutcomeText { if_agreed, names_order, names_deed, names_file, denial, .. } = text;
        Ok(Self { of, says, if_agreed, names_order, names_deed, names_file, denial })
    }
}

/// Phrases that ask for an action without its verb: "I want to talk to a person" asks to be transferred.
#[derive(Clone, Debug)]
pub struct RequestIdiom {
    /// The index of the verb of the action.
    pub verb: usize,
    /// The phrases that ask for it.
    pub asks: PhraseSet,
}

impl RequestIdiom {
    pub(super) fn compile(verb: usize, name: &str, asks: &[String], lists: &Lists) -> Result<Self, EntryMistake> {
        let asks = compile(&format!("request_idioms/{name}"), asks, lists)?;
        // The first look at messages knows a phrase by its words.
        let without_words = asks.needed_words().position(|needed| needed.is_none());
        match without_words {
            Some(place) => Err((format!("/request_idioms/{name}/{place}"), "the phrase needs a word".to_owned())),
            None => Ok(Self { verb, asks }),
        }
    }
}

impl Lexicon {
    /// The outcomes that a sentence may state, by its words: all that it states, and a few others.
    pub fn possible_outcomes(&self, tokens: &[Token<'_>]) -> impl Iterator<Item = &OutcomePhrase> {
        let sets = || self.outcomes.iter().map(|outcome| &outcome.says);
        let index = self.outcome_index.get_or_init(|| PhraseSetIndex::new(sets()));
        index.possible(tokens).filter_map(|place| self.outcomes.get(place))
    }

    /// The idioms with which some words may ask for something: all that are in them, and a few others.
    pub fn possible_idioms(&self, tokens: &[Token<'_>]) -> impl Iterator<Item = &RequestIdiom> {
        let sets = || self.request_idioms.iter().map(|idiom| &idiom.asks);
        let index = self.idiom_index.get_or_init(|| PhraseSetIndex::new(sets()));
        index.possible(tokens).filter_map(|place| self.request_idioms.get(place))
    }
}

/// Compiles the phrases of a member of the file.
fn compile(member: &str, phrases: &[String], lists: &Lists) -> Result<PhraseSet, EntryMistake> {
    PhraseSet::compile(phrases, lists).map_err(|(place, reason)| (format!("/{member}/{place}"), reason))
}
