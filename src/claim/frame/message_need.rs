//! What a user's message tells of a need, where no order can be read. Only brief replies may answer one, so it is read on
//! its own.

use std::sync::LazyLock;

use super::known_tokens::KnownTokens;
use super::request::read;
use super::unnamed_request::inquires;
use super::user_request::{clause, negated};
use crate::registry::{ActionKinds, Forms, Language, Statements, WordClass};

/// The need of no message.
pub(super) static NONE: LazyLock<MessageNeed> = LazyLock::new(MessageNeed::default);

/// What a message tells of a need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MessageNeed {
    /// What it names, as tools name it.
    pub(super) nouns: Vec<String>,
    /// The kinds of action that it mentions, in any form: "I need it paid".
    pub(super) mentioned: ActionKinds,
    /// Those that it only considers, and those that it reports as the user's own: "I booked a table".
    pub(super) declined: ActionKinds,
    /// Whether it asks for something to be done, with whatever verb.
    pub(super) pleads: bool,
}

impl MessageNeed {
    /// Reads a message in the language with an index.
    pub(super) fn of(message: &str, language: Option<usize>, statements: &Statements) -> Self {
        read(message, language, statements, |_, known, language| {
            let (mentioned, declined) = mentioned_kinds(known, language);
            Self {
                nouns: known.nouns(0..known.tokens.len(), usize::MAX),
                mentioned,
                declined,
                pleads: known.rules.pleas.is_in(known.tokens, known.rules.boundaries()),
            }
        })
    }
}

/// The kinds of action of the verbs in a message, and of the nouns that name actions: those that may be wanted, and those
/// that the message only considers or reports.
fn mentioned_kinds(known: &KnownTokens<'_, '_>, language: &Language) -> (ActionKinds, ActionKinds) {
    let (mut mentioned, mut declined) = (ActionKinds::NONE, ActionKinds::NONE);
    for at in 0..known.tokens.len() {
        let verb = known.verb(at).or_else(|| Some((known.word(at)?.action?, Forms::default())));
        let Some((verb, forms)) = verb.and_then(|(verb, forms)| Some((known.rules.verb(verb)?, forms))) else {
            continue;
        };
        let clause = clause(known, at);
        // "It's freezing in here" says how it is.
        let describes = || forms == Forms::PROGRESSIVE;
        if inquires(known, language, &clause, at) || is_own_report(known, at, forms) {
            declined = declined.and(verb.kinds);
        } else if !describes() && !negated(known, language, clause.start..at) {
            mentioned = mentioned.and(verb.kinds);
        }
    }
    (mentioned, declined)
}

/// Whether the user says with a verb what the user did: "I booked a table yesterday".
fn is_own_report(known: &KnownTokens<'_, '_>, at: usize, forms: Forms) -> bool {
    let (group, _) = known.before_adverbs(0, at);
    let follows_author = || group > 0 && known.is_any(group - 1, &[WordClass::Author, WordClass::AuthorHave]);
    let has_subject = known.rules.subject_in_verb || known.rules.subjectless;
    forms.has(Forms::PAST) && (has_subject || follows_author())
}
