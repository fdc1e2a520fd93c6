//! The words of a language as their file says them.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::ActionKind;

/// The words of a language as their file says them.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a language, independent of the others")]
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::registry) struct LexiconText {
    pub(super) language: String,
    #[serde(default)]
    pub(super) verb_last: bool,
    #[serde(default)]
    pub(super) unspaced: bool,
    #[serde(default)]
    pub(super) subjectless: bool,
    #[serde(default)]
    pub(super) compounds: bool,
    #[serde(default)]
    pub(super) joints: Vec<String>,
    #[serde(default)]
    pub(super) subject_in_verb: bool,
    /// Each verb on a line: base | past | participle | progressive | more kinds | third | future.
    #[serde(default)]
    pub(super) verbs: BTreeMap<ActionKind, Vec<String>>,
    /// The base form of a verb → nouns that name its doing.
    #[serde(default)]
    pub(super) actions: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) classes: BTreeMap<WordClass, Vec<String>>,
    /// A thing, as English tool names call it → its names.
    #[serde(default)]
    pub(super) things: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) records: Vec<String>,
    /// The things that a user has once they are booked.
    #[serde(default)]
    pub(super) booked: Vec<String>,
    #[serde(default)]
    pub(super) assents: Vec<String>,
    /// How an answer asks back without a question mark ("please confirm").
    #[serde(default)]
    pub(super) asks_back: Vec<String>,
    /// Thanks and goodbyes ("that's all").
    #[serde(default)]
    pub(super) partings: Vec<String>,
    /// How an answer asks whether what it says is right ("please confirm").
    #[serde(default)]
    pub(super) proposals: Vec<String>,
    /// How a question ends that asks the same (", right?").
    #[serde(default)]
    pub(super) tags: Vec<String>,
    /// How an answer says that something did not work out ("unfortunately").
    #[serde(default)]
    pub(super) failures: Vec<String>,
    /// What ends a conversation and offers nothing ("anything else").
    #[serde(default)]
    pub(super) closings: Vec<String>,
    #[serde(default)]
    pub(super) text_requests: Vec<String>,
    #[serde(default)]
    pub(super) receipts: Vec<String>,
    #[serde(default)]
    pub(super) announcements: AnnouncementsText,
    #[serde(default)]
    pub(super) outcomes: Vec<OutcomeText>,
    #[serde(default)]
    pub(super) denials: DenialForms,
}

/// Announcements of what will be done next, as the file lists them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnouncementsText {
    #[serde(default)]
    pub(super) alone: Vec<String>,
    #[serde(default)]
    pub(super) with_waiting: Vec<String>,
    #[serde(default)]
    pub(super) waiting: Vec<String>,
    #[serde(default)]
    pub(super) later: Vec<String>,
}

/// What is said once something was done, as the file lists it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OutcomeText {
    pub(super) of: Vec<ActionKind>,
    pub(super) says: Vec<String>,
    #[serde(default)]
    pub(super) if_agreed: bool,
    pub(super) denial: String,
}

/// How a false sentence is corrected; `{object}`, `{subject}`, `{participle}` are its own words, `{agreeing}` is the participle
/// as it is there, `{past}` the verb in the past.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DenialForms {
    /// What one author says to have done ("I have not {participle} {object}.").
    pub i: String,
    /// What several say to have done.
    pub we: String,
    /// What is said of one thing ("{subject} has not been {participle}.").
    pub one: String,
    /// What is said of several things.
    pub many: String,
    /// Where no thing is named ("Nothing has been {participle}.").
    pub nothing: String,
    /// What is said of the subject of an ellipsis ("{subject} not {participle}."); as of one thing where that is empty.
    #[serde(default)]
    pub bare: String,
    /// What one author says of an object that `no` denies ("Ich habe keinen Termin abgesagt.").
    #[serde(default)]
    pub none: String,
    /// What several say of it.
    #[serde(default)]
    pub none_of_us: String,
    /// An article → what denies it.
    #[serde(default)]
    pub no: BTreeMap<String, String>,
    /// How the nouns of several things end, where no verb shows their number.
    #[serde(default)]
    pub plural: Vec<String>,
}

/// What a word does in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum WordClass {
    /// "I", "we".
    Author,
    /// "I've", "ich habe" in one word, "he" in Spanish.
    AuthorHave,
    /// "I'm".
    AuthorIs,
    /// "I'll".
    AuthorWill,
    /// "we" and its contractions: several authors.
    Several,
    /// "have".
    Have,
    /// "been".
    Been,
    /// "is".
    Is,
    /// "was".
    Was,
    /// "wurde", "foi": with a participle it says that something was done.
    Became,
    /// "are", "were": of several things.
    Many,
    /// "me", "lui": a pronoun within a group of verbs.
    Clitic,
    /// "being".
    Being,
    /// "will".
    Will,
    /// "it's": a thing that is nothing but a pronoun, and a verb.
    ItIs,
    /// "able" in "able to".
    Managed,
    /// What may be within a group of verbs.
    Adverb,
    /// The same, saying that it is over ("now", "successfully").
    Completing,
    /// "already": what is said to be so may have been so before.
    Already,
    /// "un": what follows was not named before.
    Indefinite,
    /// "the", "your".
    Determiner,
    /// "your": what the user owns.
    Users,
    /// "in", "for".
    Preposition,
    /// "of", "as": what a thing is made of, or is.
    Of,
    /// "to": before a base form.
    Infinitive,
    /// "by": who did it.
    Agent,
    /// "it", "everything".
    It,
    /// "you".
    You,
    /// "he", "customers".
    Third,
    /// "that", "which".
    Relative,
    /// "since", "because": what follows is a reason, or a time.
    Subordinator,
    /// "can", "would".
    Modal,
    /// "takes", "costs": what says how something is in general.
    General,
    /// What leads to what is asked for ("please", "let's").
    Leads,
    /// What asks for a thing by its name ("I need a taxi").
    Wants,
    /// Any other word that names nothing.
    Function,
    /// A thing that is in the reply itself ("poem", "table").
    Text,
    /// What a money word is ("refund", "fee").
    Money,
    /// What goes wrong ("mistake"): who made one did nothing for the user.
    Fault,
    /// What services send by themselves after a change ("confirmation").
    Notice,
    /// What says that an action came out ("successful").
    Success,
    /// What makes a time of the number before it ("am", "th").
    Clock,
    /// A word of reading at the beginning of a tool's name ("get").
    Reads,
    /// "se": it makes a passive of a verb in Spanish.
    Reflexive,
    /// "了": it is over, after a verb or a clause.
    Perfective,
    /// "好", "成功": how it came out, after a verb.
    Result,
    /// "把": what it is done to follows, and then the verb.
    ObjectMarker,
    /// "被": the verb that follows is suffered.
    PassiveMarker,
    /// "的": what comes before it describes what follows.
    Attributive,
}

/// Some of the classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordClasses(u64);

impl WordClasses {
    /// These and one more.
    #[must_use]
    pub fn with(self, class: WordClass) -> Self {
        Self(self.0 | 1 << class as u64)
    }

    /// Whether one is among them.
    #[must_use]
    pub fn has(self, class: WordClass) -> bool {
        self.0 & (1 << class as u64) != 0
    }

    /// Whether one of these is among them.
    #[must_use]
    pub fn has_any(self, classes: &[WordClass]) -> bool {
        classes.iter().any(|class| self.has(*class))
    }

    /// Whether it is no word that names anything.
    #[must_use]
    pub fn is_function(self) -> bool {
        let naming = [
            WordClass::Text,
            WordClass::Money,
            WordClass::Fault,
            WordClass::Notice,
            WordClass::Success,
            WordClass::Clock,
            WordClass::Reads,
            WordClass::Wants,
        ];
        let naming = naming.into_iter().fold(Self::default(), Self::with);
        self.0 & !naming.0 != 0
    }
}
