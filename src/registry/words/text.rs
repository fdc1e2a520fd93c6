//! The lexicon of a language as a file writes it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{ActionKind, DenialForms};

/// The lexicon of a language as a file writes it.
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
    /// Verbs, one a line: base | past | participle | progressive | more kinds | third | future.
    #[serde(default)]
    pub(super) verbs: BTreeMap<ActionKind, Vec<String>>,
    /// Maps the base form of a verb to the nouns for its action.
    #[serde(default)]
    pub(super) actions: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) classes: BTreeMap<WordClass, Vec<String>>,
    /// Maps a thing, under the name that English tool names use, to its names in the language.
    #[serde(default)]
    pub(super) things: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) records: Vec<String>,
    /// The things that a user has once they are booked.
    #[serde(default)]
    pub(super) booked: Vec<String>,
    #[serde(default)]
    pub(super) assents: Vec<String>,
    /// Phrases that ask a question without a question mark ("please confirm").
    #[serde(default)]
    pub(super) asks_back: Vec<String>,
    /// Thanks and goodbyes ("that's all").
    #[serde(default)]
    pub(super) partings: Vec<String>,
    /// How a user waits for what was asked for before.
    #[serde(default)]
    pub(super) awaits: Vec<String>,
    /// How an answer goes on to do what was asked for ("let me proceed").
    #[serde(default)]
    pub(super) takes_on: Vec<String>,
    /// Words right before the verb of a request, besides the class `leads` ("is there any way you could").
    #[serde(default)]
    pub(super) request_openers: Vec<String>,
    /// How a user asks for something to be done, with whatever verb ("please", "could you").
    #[serde(default)]
    pub(super) pleas: Vec<String>,
    /// How a user asks for more of the same ("another one, please").
    #[serde(default)]
    pub(super) further: Vec<String>,
    /// How what was found keeps an assistant from something (", so I can't change it").
    #[serde(default)]
    pub(super) hindrances: Vec<String>,
    /// Words before bad news, which an assistant has not brought about ("unfortunately").
    #[serde(default)]
    pub(super) regrets: Vec<String>,
    /// How thanks name what was done ("thank you for").
    #[serde(default)]
    pub(super) thanks: Vec<String>,
    /// Phrases that ask whether a proposal is right ("please confirm").
    #[serde(default)]
    pub(super) proposals: Vec<String>,
    /// Endings of a question that ask the same (", right?").
    #[serde(default)]
    pub(super) tags: Vec<String>,
    /// Phrases for a failure ("unfortunately").
    #[serde(default)]
    pub(super) failures: Vec<String>,
    /// The verb that says what "you're all set" says.
    #[serde(default)]
    pub(super) settled: String,
    /// Verbs that report something only together with the place where it is now ("write", "put").
    #[serde(default)]
    pub(super) placing: Vec<String>,
    /// Phrases that end a conversation and offer nothing ("anything else").
    #[serde(default)]
    pub(super) closings: Vec<String>,
    #[serde(default)]
    pub(super) text_requests: Vec<String>,
    /// Work on a text that the message brings along ("translate").
    #[serde(default)]
    pub(super) text_work: Vec<String>,
    /// How the user gives the assistant the role of somebody else ("imagine you are a pirate").
    #[serde(default)]
    pub(super) roles: Vec<String>,
    /// Words before an action that the user only considers ("how to", "if I need").
    #[serde(default)]
    pub(super) considers: Vec<String>,
    /// Words before what people usually do or like to do.
    #[serde(default)]
    pub(super) habits: Vec<String>,
    /// Questions about what was done ("did you").
    #[serde(default)]
    pub(super) inquiries: Vec<String>,
    #[serde(default)]
    pub(super) receipts: Vec<String>,
    /// Words that say in which file something is ("saved as").
    #[serde(default)]
    pub(super) file_pointers: Vec<String>,
    /// What follows from an action ("you will receive a refund").
    #[serde(default)]
    pub(super) consequences: Vec<String>,
    #[serde(default)]
    pub(super) announcements: AnnouncementsText,
    #[serde(default)]
    pub(super) outcomes: Vec<OutcomeText>,
    /// Words by which tools go that do such actions, besides verbs: "media next" skips.
    #[serde(default)]
    pub(super) tool_words: BTreeMap<ActionKind, Vec<String>>,
    /// The phrases that ask for the action of each verb without naming it.
    #[serde(default)]
    pub(super) request_idioms: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) denials: DenialForms,
}

/// Announcements of the next action, as a file writes them.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct AnnouncementsText {
    pub(super) alone: Vec<String>,
    pub(super) with_waiting: Vec<String>,
    pub(super) waiting: Vec<String>,
    pub(super) later: Vec<String>,
}

/// A phrase that reports an outcome, as a file writes it.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a phrase, independent of the others")]
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OutcomeText {
    pub(super) of: Vec<ActionKind>,
    pub(super) says: Vec<String>,
    #[serde(default)]
    pub(super) if_agreed: bool,
    #[serde(default)]
    pub(super) names_order: bool,
    #[serde(default)]
    pub(super) names_deed: bool,
    #[serde(default)]
    pub(super) names_file: bool,
    pub(super) denial: String,
}

/// The role of a word in a sentence.
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
    /// "wurde", "foi": a passive auxiliary, which reports an action with a participle.
    Became,
    /// "are", "were": plural.
    Many,
    /// "me", "lui": a pronoun within a group of verbs.
    Clitic,
    /// "being".
    Being,
    /// "will".
    Will,
    /// "it's": a pronoun and a verb in one word.
    ItIs,
    /// "able" in "able to".
    Managed,
    /// "checked", "reviewed": a verb of looking into something, in the past tense, which an action may follow.
    Inquired,
    /// "verification", "review": what only looks into something.
    Inquiry,
    /// "request", "change": a word for what is to be done, whatever it is.
    Undertaking,
    /// "note", "capture": a verb that may only say that something was heard.
    Noting,
    /// "instruction", "preference": something that the user said.
    Statement,
    /// "details", "identity": what is known of something and can only be looked up.
    Known,
    /// "total", "price": an amount.
    Sum,
    /// "well": praises what somebody did ("Well done!").
    Praise,
    /// "place", "submit": a verb with which an action is taken up that its object names ("the exchange request").
    TakesUp,
    /// "confirm", "acknowledge": a verb whose participle alone may be the answer to a request.
    Acknowledging,
    /// A word that may be within a group of verbs.
    Adverb,
    /// An adverb that says that it is complete ("now", "successfully").
    Completing,
    /// "already": the state may have existed before.
    Already,
    /// "un": introduces something not mentioned before.
    Indefinite,
    /// "the", "your".
    Determiner,
    /// "your": something that the user owns.
    Users,
    /// "in", "for".
    Preposition,
    /// "off" in "turn the light off": belongs to the verb before it.
    Particle,
    /// "on" in "turn it on": belongs to the verb before it if no noun follows.
    ClosingParticle,
    /// "of", "as": leads to the material or the role of a thing.
    Of,
    /// "to": before a base form.
    Infinitive,
    /// "by": leads to the agent.
    Agent,
    /// "it", "everything".
    It,
    /// "you".
    You,
    /// "you're", "you": the user, of whom a state is reported.
    YouAre,
    /// "he", "customers".
    Third,
    /// "that", "which".
    Relative,
    /// "since", "because": leads to a reason or a time.
    Subordinator,
    /// "can", "would".
    Modal,
    /// "takes", "costs": a general fact.
    General,
    /// A word that leads to a request ("please", "let's").
    Leads,
    /// A verb that requests a thing by its name ("I need a taxi").
    Wants,
    /// Any other function word.
    Function,
    /// A thing that the reply itself may contain ("poem", "table").
    Text,
    /// A word for money ("refund", "fee").
    Money,
    /// A mishap ("mistake"): making one is not an action for the user.
    Fault,
    /// A message that services send automatically after a change ("confirmation").
    Notice,
    /// A word that reports success ("successful").
    Success,
    /// A suffix that makes the number before it a time ("am", "th").
    Clock,
    /// The ending of a file's name ("png").
    File,
    /// The ending of the name of a file whose text a reply may show ("md").
    TextFile,
    /// A verb of reading at the start of a tool's name ("get").
    Reads,
    /// "se": makes a verb passive in Spanish.
    Reflexive,
    /// "了": after a verb or a clause, marks it as complete.
    Perfective,
    /// "好", "成功": a result after a verb.
    Result,
    /// "把": precedes the object, which the verb follows.
    ObjectMarker,
    /// "被": makes the verb that follows passive.
    PassiveMarker,
    /// "的": makes what precedes it an attribute of what follows. "promo" is one that makes a thing of a text: "promo code".
    Attributive,
}

/// A set of word classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordClasses(u64);

impl WordClasses {
    /// This set with another class.
    #[must_use]
    pub fn with(self, class: WordClass) -> Self {
        Self(self.0 | 1 << class as u64)
    }

    /// Whether the set contains a class.
    #[must_use]
    pub fn has(self, class: WordClass) -> bool {
        self.0 & (1 << class as u64) != 0
    }

    /// Whether the set contains one of these classes.
    #[must_use]
    pub fn has_any(self, classes: &[WordClass]) -> bool {
        classes.iter().any(|class| self.has(*class))
    }

    /// Whether it is a function word, which names nothing.
    #[must_use]
    pub fn is_function(self) -> bool {
        let naming = [
            WordClass::Text,
            WordClass::Money,
            WordClass::Fault,
            WordClass::Notice,
            WordClass::Success,
            WordClass::Clock,
            WordClass::File,
            WordClass::TextFile,
            WordClass::Reads,
            WordClass::Attributive,
            WordClass::Wants,
            WordClass::Inquiry,
            WordClass::Undertaking,
            WordClass::Sum,
            WordClass::Known,
            WordClass::Noting,
            WordClass::Statement,
            WordClass::Acknowledging,
            WordClass::TakesUp,
        ];
        let naming = naming.into_iter().fold(Self::default(), Self::with);
        self.0 & !naming.0 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_every_member() {
        let refused = serde_json::from_str::<LexiconText>(r#"{"no_member": 1}"#).unwrap_err().to_string();
        let members: Vec<&str> = refused.split('`').skip(3).step_by(2).collect();
        assert!(members.len() > 30, "{refused}");
        let guide = include_str!("../../guide/formats.md");
        for member in members {
            assert!(guide.contains(&format!("`{member}`")), "{member}");
        }
    }
}
