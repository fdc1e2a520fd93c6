//! What a user's message tells of a need, where no order can be read. Only brief replies may answer one, so it is read on
//! its own.

use std::sync::LazyLock;

use super::known_tokens::KnownTokens;
use super::request::read;
use super::unnamed_request::inquires;
use super::user_request::{NAMED, clause, negated};
use super::wishes::tells_habit;
use crate::registry::{ActionKinds, Forms, Language, Statements, Token, WordClass};

/// The need of no message.
pub(super) static NONE: LazyLock<MessageNeed> = LazyLock::new(MessageNeed::default);

/// Words that say something of somebody or of a thing.
const SUBJECTS: [WordClass; 10] = [
    WordClass::Author,
    WordClass::AuthorHave,
    WordClass::AuthorIs,
    WordClass::You,
    WordClass::YouAre,
    WordClass::It,
    WordClass::ItIs,
    WordClass::Third,
    WordClass::Is,
    WordClass::Was,
];

/// What a message tells of a need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MessageNeed {
    /// What it names, as tools name it.
    pub(super) nouns: Vec<String>,
    /// The kinds of action that it mentions, in any form: "I need it paid".
    pub(super) mentioned: ActionKinds,
    /// Those that it only considers, and those that it reports as the user's own: "I booked a table".
    pub(super) declined: ActionKinds,
    /// Whether it asks for something to be done, with whatever verb or none.
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
                pleads: known.rules.pleas.is_in(known.tokens, known.rules.boundaries()) || is_note(known),
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

/// Whether a message notes in a few words and numbers what is wanted, and says nothing of anybody: "court 2 sat 10-12".
fn is_note(known: &KnownTokens<'_, '_>) -> bool {
    let places = || (0..known.tokens.len()).filter(|at| !known.is_mark(*at));
    known.tokens.len() <= NAMED
        && !known.rules.unspaced
        && places().nth(1).is_some()
        && places().any(|at| known.begins_with_digit(at))
        && !places().any(|at| known.is_any(at, &SUBJECTS))
        && !known.tokens.iter().any(Token::is_question_mark)
}

/// Whether the user says with a verb what the user did, or does: "I booked a table yesterday", "I play the piano".
fn is_own_report(known: &KnownTokens<'_, '_>, at: usize, forms: Forms) -> bool {
    let (group, _) = known.before_adverbs(0, at);
    let follows_author = || group > 0 && known.is_any(group - 1, &[WordClass::Author, WordClass::AuthorHave]);
    let has_subject = known.rules.subject_in_verb || known.rules.subjectless;
    let is_habit = || forms.has(Forms::BASE) && group > 0 && tells_habit(known, group - 1);
    forms.has(Forms::PAST) && (has_subject || follows_author()) || is_habit()
}
