//! What a user's message shows besides its requests: what it brings along, and how it talks. Few answers need it, so it
//! is read on its own.

use std::sync::LazyLock;

use super::code::brings_code;
use super::known_tokens::KnownTokens;
use super::request::{Requested, read};
use super::text_request::{self, Orders, is_order_of};
use super::text_work::works_on_text;
use super::user_request::{ASSENT, UserRequest};
use crate::registry::{PhraseSet, Statements, Token, WordClass};

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
    /// What it orders next to a text.
    orders: Orders,
    /// Whether it is long enough for talk, and asks what somebody did or how something is.
    pub(super) goes_on_talking: bool,
    /// Whether it says thanks or goodbye.
    pub(super) is_parting: bool,
    /// Whether it waits for what was asked for before: "Let me know once it's done".
    pub(super) awaits: bool,
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
            let says = |phrases: &PhraseSet| phrases.is_in(tokens, words.boundaries());
            Self {
                brings_text: task > 0 && tokens.get(..words_of_task).is_some_and(asks_for_text),
                works_on_text: works_on_text(message, statements),
                brings_code: brings_code(message),
                plays_role: says(&words.roles),
                names_file: (0..tokens.len()).any(|at| known.is_file(at) || known.is(at, WordClass::File)),
                orders: if may_order { Orders::of(tokens, words, language) } else { Orders::default() },
                // "Yes, I agree. It was a long game. Did you know that they play for 11 minutes?" goes on talking.
                goes_on_talking: tokens.len() > ASSENT && asks() && says(&words.inquiries),
                is_parting: says(&words.partings),
                awaits: says(&words.awaits),
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
