//! Requests that a reply itself can fulfil: a text, an explanation, a calculation; and what is ordered next to them.

use std::ops::Range;

use super::super::sentence::all_quotations;
use super::action_kinds::leaves_trace;
use super::known_tokens::KnownTokens;
use super::noun::WRITTEN;
use super::user_request::{UserRequest, begins_clause};
use super::wishes::wishes;
use crate::registry::{Language, Lexicon, Token, WordClass};

/// Whether a message asks for a text outside its quotations; anywhere if it begins with one. "Send Ana an email saying 'When
/// are you free?'" asks nothing of the assistant.
pub(super) fn wants_own_text(message: &str, known: &KnownTokens<'_, '_>, words: &Lexicon, language: &Language) -> bool {
    let quoted = all_quotations(message);
    let is_quoted = |token: &&Token<'_>| {
        quoted.iter().any(|quoted| quoted.start <= token.span.start && token.span.end <= quoted.end)
    };
    if quoted.is_empty() || known.tokens.first().is_some_and(|first| is_quoted(&first)) {
        return wants_text(known, words, language);
    }
    let own: Vec<_> = known.tokens.iter().filter(|token| !is_quoted(token)).cloned().collect();
    wants_text(&KnownTokens::new(&own, words), words, language)
}

/// Whether some words ask for a text.
pub(super) fn wants_text(known: &KnownTokens<'_, '_>, words: &Lexicon, language: &Language) -> bool {
    ends(known, words, language).next().is_some()
}

/// Where phrases that ask for a text end.
fn ends<'k>(
    known: &'k KnownTokens<'_, '_>,
    words: &'k Lexicon,
    language: &'k Language,
) -> impl Iterator<Item = usize> + 'k {
    (0..known.tokens.len()).flat_map(move |at| {
        let begins = begins_clause(known.tokens, language, at);
        let found = words.text_requests.found(known.tokens, at, begins, words.boundaries()).map(|(_, end)| end);
        found.filter(move |end| *end != at + 1 || !known.is_coded(at))
    })
}

/// What a message that asks for a text orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Orders {
    /// In other clauses: "Pick the first flight and book it".
    besides: Vec<UserRequest>,
    /// How many of them come before a colon after which the material of a text may follow: "Draft a reply: cancel it".
    plain: usize,
    /// With a verb that may ask for a text, where its object is no text: "Generate an invoice".
    own: Vec<UserRequest>,
}

impl Orders {
    /// Reads the clauses of a message.
    pub(super) fn of(tokens: &[Token<'_>], words: &Lexicon, language: &Language) -> Self {
        let mut orders = Self::default();
        let mut is_material = false;
        let ends_clause = |token: &Token<'_>| token.is_mark() || language.joins.contains(token.text.as_ref());
        for clause in tokens.split_inclusive(ends_clause) {
            let known = KnownTokens::new(clause, words);
            let asked = wishes(&known, words, language).into_iter().filter(is_order_of);
            let ends: Vec<usize> = ends(&known, words, language).collect();
            if ends.is_empty() {
                orders.besides.extend(asked);
            } else {
                let ends = ends.iter().filter(|end| is_thing(&known, words, **end..clause.len()));
                let verbs = ends.filter_map(|end| words.verb(known.verb(end.checked_sub(1)?)?.0));
                let verbs: Vec<&str> = verbs.map(|verb| verb.base.as_str()).collect();
                orders.own.extend(asked.filter(|wish| verbs.contains(&wish.verb.as_str())));
                is_material |= clause.last().is_some_and(Token::is_colon);
            }
            if !is_material {
                orders.plain = orders.besides.len();
            }
        }
        orders
    }

    /// Whether one of the clauses asks for no text, but for something to be changed.
    pub(super) fn are_given(&self) -> bool {
        !self.besides.is_empty()
    }

    pub(super) fn hold(&self, wish: &UserRequest) -> bool {
        // A clause on its own may name fewer things than the whole message.
        let is_same = |order: &UserRequest| order.verb == wish.verb && order.kinds == wish.kinds;
        !wish.by_noun && self.besides.iter().take(self.plain).chain(&self.own).any(is_same)
    }
}

/// Whether a wish is that something be changed.
pub(super) fn is_order_of(wish: &UserRequest) -> bool {
    let may_order = leaves_trace(wish.kinds);
    !wish.by_noun && !wish.is_text && (wish.is_external || may_order)
}

/// Whether an object is a thing outside the conversation, and no text.
fn is_thing(known: &KnownTokens<'_, '_>, words: &Lexicon, after: Range<usize>) -> bool {
    let object = after.start..known.phrase_end(after.start, after.end).max(after.start);
    let is_text = object.clone().any(|place| known.is(place, WordClass::Text));
    !is_text && known.head(object).is_some_and(|head| words.is_thing(&head) && !WRITTEN.contains(&head.as_str()))
}
