//! What a user's message shows besides its requests: what it brings along, and how it talks. Few answers need it, so it
//! is read on its own.

use std::sync::LazyLock;

use super::code::brings_code;
use super::known_tokens::KnownTokens;
use super::request::{Requested, read};
use super::text_request::{self, Orders, is_order_of};
use super::text_work::works_on_text;
use super::unnamed_request::inquires;
use super::user_request::{ASSENT, UserRequest, clause, negated};
use crate::registry::{ActionKinds, Forms, Language, PhraseSet, Statements, Token, WordClass};

/// The traits of no message.
pub(super) static NONE: LazyLock<MessageTraits> = LazyLock::new(MessageTraits::default);

/// What a message shows besides its requests.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a message, independent of the others")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MessageTraits {
    /// Whether it begins with an instruction about the text that follows after an empty line.
    pub(super) brings_text: bool,
    /// Whether it asks for work on a text that it brings along: then whatever the reply says is that text.
    pub(super) works_on_text: bool,
    /// Whether it brings code along.
    pub(super) brings_code: bool,
    /// Whether it gives the assistant the role of somebody else, who may have done anything: "Imagine you are a sailor".
    pub(super) plays_role: bool,
    /// Whether it names a file.
    pub(super) names_file: bool,
    /// What it names, as tools name it.
    pub(super) nouns: Vec<String>,
    /// The kinds of action that it mentions, in any form: "I need it paid".
    pub(super) mentioned: ActionKinds,
    /// Those that it only considers, and those that it reports as the user's own: "I booked a table".
    pub(super) declined: ActionKinds,
    /// What it orders next to a text.
    orders: Orders,
    /// Whether it is long enough for talk, and asks what somebody did or how something is.
    pub(super) goes_on_talking: bool,
    /// Whether it says thanks or goodbye.
    pub(super) is_parting: bool,
    /// Whether it waits for what was asked for before: "Let me know once it's done".
    pub(super) awaits: bool,
    /// Whether it asks for something to be done, with whatever verb.
    pub(super) pleads: bool,
    /// Whether it asks for more of the same: "Another one, please".
    pub(super) wants_more: bool,
}

impl MessageTraits {
    /// Reads a message of which the language and the requests are known.
    pub(super) fn of(message: &str, language: Option<usize>, requested: &Requested, statements: &Statements) -> Self {
        read(message, language, statements, |read, known, language| {
            let (tokens, words) = (known.tokens, known.rules);
            let task =
                read.split_once("\n\n").filter(|(_, text)| !text.trim().is_empty()).map_or(0, |(task, _)| task.len());
            let words_of_task = tokens.partition_point(|token| token.span.end <= task);
            let asks_for_text =
                |task: &[Token<'_>]| text_request::wants_text(&KnownTokens::new(task, words), words, language);
            let asks = || tokens.iter().any(Token::is_question_mark);
            let may_order = requested.asks_for_text && requested.wishes.iter().any(is_order_of);
            let (mentioned, declined) = mentioned_kinds(known, language);
            let says = |phrases: &PhraseSet| phrases.is_in(tokens, words.boundaries());
            Self {
                brings_text: task > 0 && tokens.get(..words_of_task).is_some_and(asks_for_text),
                works_on_text: works_on_text(message, statements),
                brings_code: brings_code(message),
                plays_role: says(&words.roles),
                names_file: (0..tokens.len()).any(|at| known.is_file(at) || known.is(at, WordClass::File)),
                mentioned,
                declined,
                nouns: known.nouns(0..tokens.len(), usize::MAX),
                orders: if may_order { Orders::of(tokens, words, language) } else { Orders::default() },
                // "Yes, I agree. It was a long game. Did you know that they play for 11 minutes?" goes on talking.
                goes_on_talking: tokens.len() > ASSENT && asks() && says(&words.inquiries),
                is_parting: says(&words.partings),
                awaits: says(&words.awaits),
                pleads: says(&words.pleas),
                wants_more: says(&words.further),
            }
        })
    }

    /// Whether it orders something that is no text.
    pub(super) fn gives_orders(&self) -> bool {
        self.orders.are_given()
    }

    /// Whether a wish is an order, though the message asks for a text.
    pub(super) fn orders_next_to_text(&self, wish: &UserRequest) -> bool {
        self.orders.hold(wish)
    }
}

/// The kinds of action of the verbs in a message, and of the nouns that name actions: those that may be wanted, and those
/// that the message only denies or considers.
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
