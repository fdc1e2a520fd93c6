//! What a message says about structured text: words that ask for it, and words that end such a request.

use std::sync::LazyLock;

use hashbrown::HashSet;

use super::RequestDuration;
use super::clause::{self, Mood};
use super::sentence::{MessageWord, sentences};
use super::unspaced;
use super::words::{
    ANSWER, ANSWERING, AS, BETWEEN, CALL_EXAMPLE, CALL_SHOWN, CALL_WORDS, CALLS, CLOSING, DATA, DONE_WITH_OBJECTS,
    ENCODING, ENOUGH, FILLERS, FORMATS, INTO, LISTS, MUST, NEGATIONS, PARTS, PLAINLY, QUESTIONS, SHOWING,
    SOMETHING_ELSE, THINGS, TRANSFORMING, TURNS, WISHES, WITH,
};
use crate::literals::LiteralFinder;

/// How a message mentions structured text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FormatMention {
    /// `None` if it does not mention data.
    pub(super) data: Option<RequestDuration>,
    /// Whether it mentions the form of calls.
    pub(super) calls: bool,
}

impl FormatMention {
    /// Whether it mentions structured text at all.
    pub(super) fn speaks(self) -> bool {
        self.data.is_some() || self.calls
    }
}

/// The words before the name of a format that are searched for a request and for a negation.
const REACH: usize = 12;
const NEAR: usize = 4;

/// Literals without which a message says nothing about structured text, except for objects and [`PLAINLY`].
static SIGNS: LazyLock<Option<LiteralFinder>> = LazyLock::new(|| {
    let signs = FORMATS.iter().chain(&DATA).chain(&[
        "machine-readable", "machine readable", "call", "template", "tool use", "tool_use", "invocation",
        "prompt format",
    ]);
    LiteralFinder::new(signs.copied())
});

/// The words that name structured text.
static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| FORMATS.into_iter().chain(DATA).collect());

/// Literals without which a message ends no request.
static ENDS: LazyLock<Option<LiteralFinder>> =
    LazyLock::new(|| LiteralFinder::new(PLAINLY.iter().chain(&CLOSING).copied()));

/// Whether a message may ask for data; without false negatives.
pub(super) fn may_name_data(message: &str) -> bool {
    !message.is_ascii() || message.contains('{') || SIGNS.as_ref().is_none_or(|signs| signs.is_in(message))
}

/// What `message` says about structured text.
pub(super) fn said(message: &str) -> FormatMention {
    let mut said = FormatMention::default();
    if SIGNS.as_ref().is_none_or(|signs| signs.is_in(message)) {
        for sentence in sentences(message) {
            for at in 0..sentence.len() {
                said.data = stronger(said.data, data_at(&sentence, at));
                said.calls |= shows_calls_at(&sentence, at);
            }
        }
    }
    said.data = stronger(said.data, unspaced::data(message));
    if message.contains(" into ") && sentences(message).any(|sentence| asks_for_a_list(&sentence)) {
        said.data = stronger(said.data, Some(RequestDuration::ThisTurn));
    }
    if shows_an_object(message) {
        let is_worked_on = sentences(message).any(|sentence| begins_with(&sentence, &DONE_WITH_OBJECTS));
        let wish = if is_worked_on { RequestDuration::FromNowOn } else { RequestDuration::ThisTurn };
        said.data = stronger(said.data, Some(wish));
    }
    if ENDS.as_ref().is_none_or(|ends| ends.is_in(message)) && sentences(message).any(|said| is_ended(&said)) {
        said.data = stronger(said.data, Some(RequestDuration::None));
    }
    said
}

/// Whether a sentence asks for plain words, or changes the topic.
fn is_ended(sentence: &[MessageWord]) -> bool {
    PLAINLY.iter().any(|phrase| places(sentence, phrase).any(|at| is_of_whole_answer(sentence, at)))
        || CLOSING.iter().any(|phrase| places(sentence, phrase).next().is_some())
}

/// The positions of a phrase in a sentence.
fn places(sentence: &[MessageWord], phrase: &str) -> impl Iterator<Item = usize> {
    (0..sentence.len()).filter(move |at| {
        let mut words = sentence.iter().skip(*at);
        phrase.split(' ').all(|part| words.next().is_some_and(|word| word.text == part))
    })
}

/// Whether the words before a phrase make it describe the answer. "The keys in plain English" and "a bed described in
/// one sentence" are parts of data.
fn is_of_whole_answer(sentence: &[MessageWord], at: usize) -> bool {
    let clause = clause::before(sentence, at);
    let is_of_part = |word: &MessageWord| word.is(&PARTS) || (word.text.ends_with("ed") && word.text != "need");
    !clause.iter().any(is_of_part)
}

/// Whether a sentence is an instruction with one of these verbs: "please translate …".
fn begins_with(sentence: &[MessageWord], verbs: &[&str]) -> bool {
    let begins =
        sentence.iter().find(|word| !word.is(&["please", "can", "could", "you", "now", "and", "then", "just"]));
    begins.is_some_and(|word| word.is(verbs))
}

/// Whether a sentence asks for a list.
fn asks_for_a_list(sentence: &[MessageWord]) -> bool {
    let into = sentence.iter().position(|word| word.text == "into");
    let behind = into.and_then(|at| sentence.get(at + 1..)).unwrap_or_default();
    begins_with(sentence, &TRANSFORMING) && behind.iter().take(NEAR).any(|word| word.is(&LISTS))
}

/// Which of two mentions counts: a request before an end, an end before a mention.
fn stronger(one: Option<RequestDuration>, other: Option<RequestDuration>) -> Option<RequestDuration> {
    let rank = |wish: &Option<RequestDuration>| match wish {
        None => 0,
        Some(RequestDuration::ThisTurn) => 1,
        Some(RequestDuration::None) => 2,
        Some(RequestDuration::FromNowOn) => 3,
    };
    if rank(&one) >= rank(&other) { one } else { other }
}

/// What the word at a position says about data.
fn data_at(sentence: &[MessageWord], at: usize) -> Option<RequestDuration> {
    let (before, [word, after @ ..]) = sentence.split_at_checked(at)? else { return None };
    if !NAMES.contains(word.text.as_str()) {
        return None;
    }
    let is_format = word.is(&FORMATS);
    let of_something_else = after.first().is_some_and(|next| next.mark.is_none() && next.is(&SOMETHING_ELSE));
    let is_media_type = word.mark == Some('/') && before.last().is_some_and(|word| word.is(&["application", "text"]));
    if of_something_else || is_media_type {
        return None;
    }
    // "Why no JSON?" only wonders.
    if is_format && sentence.first().is_some_and(|first| first.is(&["why", "warum", "por"])) {
        return Some(RequestDuration::ThisTurn);
    }
    if is_negated(before, word) || is_enough(before) {
        return is_format.then_some(RequestDuration::None);
    }
    let clause = clause::before(sentence, at);
    let is_form = if word.is(&THINGS) {
        is_shown(clause, &ANSWERING)
    } else if is_format {
        is_into(before, word, after, &INTO)
            || (is_into(before, word, after, &WITH) && clause.iter().any(|word| word.is(&SHOWING)))
            || is_shown(clause, &SHOWING)
            || is_shown(clause, &WISHES)
            || is_all_there_is(sentence, at)
            || (clause.is_empty() && after.first().is_some_and(|next| next.is(&ENCODING)))
    } else {
        is_into(before, word, after, &AS) || is_shown(clause, &SHOWING)
    };
    if is_format && is_demanded(sentence) {
        return Some(RequestDuration::FromNowOn);
    }
    match clause::mood(clause) {
        Mood::Request if is_form => Some(RequestDuration::FromNowOn),
        Mood::Unclear if is_form => Some(RequestDuration::ThisTurn),
        // "What is in the config?"
        Mood::Unclear if !word.is(&THINGS) && clause.first().is_some_and(|first| first.is(&QUESTIONS)) => {
            Some(RequestDuration::ThisTurn)
        }
        _ => None,
    }
}

/// Whether a sentence says that there was enough of something: "that's all for JSON", "enough JSON".
fn is_enough(before: &[MessageWord]) -> bool {
    let mut words = before.iter().rev().skip_while(|word| word.is(&BETWEEN)).peekable();
    let is_for = words.next_if(|word| word.is(&["for", "with", "of"])).is_some_and(|word| word.text != "of");
    words.next().is_some_and(|word| word.is(&ENOUGH) || (is_for && word.is(&["all", "done", "finished", "through"])))
}

/// Whether the name of a format is negated: "not as JSON", but not "no, JSON" or "not text but JSON".
fn is_negated(before: &[MessageWord], word: &MessageWord) -> bool {
    let mut next = word;
    for (at, word) in before.iter().enumerate().rev().take(NEAR) {
        if next.mark.is_some() || word.is(&["but", "than", "except", "only", "just", "sondern"]) {
            return false;
        }
        // "You did not give me JSON" asks for it.
        let is_complaint = at.checked_sub(1).and_then(|at| before.get(at)).is_some_and(|word| word.text == "did");
        if (word.is(&NEGATIONS) && !is_complaint) || (word.text == "instead" && next.text == "of") {
            return true;
        }
        next = word;
    }
    false
}

/// Whether something is to be put into a format: "as a valid JSON object".
fn is_into(before: &[MessageWord], word: &MessageWord, after: &[MessageWord], into: &[&str]) -> bool {
    if after.first().is_some_and(|next| next.mark.is_none() && next.is(&["file", "files"])) {
        return false;
    }
    let mut next = word;
    for word in before.iter().rev().take(NEAR) {
        if next.mark.is_some() {
            return false;
        }
        if word.is(into) {
            return true;
        }
        if !word.is(&BETWEEN) {
            return false;
        }
        next = word;
    }
    false
}

/// Whether one of these verbs in a clause asks for what follows it immediately.
fn is_shown(clause: &[MessageWord], verbs: &[&str]) -> bool {
    let near = clause.get(clause.len().saturating_sub(REACH)..).unwrap_or_default();
    let from = near.iter().rposition(|word| word.is(&TURNS)).map_or(0, |turn| turn + 1);
    let near = near.get(from..).unwrap_or_default();
    near.iter().enumerate().any(|(at, word)| {
        // "I need to change the config" asks for an action.
        let wants_to = near.get(at + 1).is_some_and(|next| next.text == "to");
        word.is(verbs) && !wants_to
    })
}

/// "The output must be JSON.", but not "should have been".
fn is_demanded(sentence: &[MessageWord]) -> bool {
    let is_must =
        |(word, next): (&MessageWord, &MessageWord)| word.is(&MUST) && next.text != "have" && next.text != "been";
    sentence.iter().zip(sentence.iter().skip(1)).any(is_must) && sentence.iter().any(|word| word.is(&ANSWER))
}

/// "And now JSON, please."; also after another instruction: "don't explain, JSON only".
fn is_all_there_is(sentence: &[MessageWord], at: usize) -> bool {
    let is_start = |word: &MessageWord| word.mark.is_some_and(|mark| matches!(mark, ',' | ';' | ':'));
    let start = sentence.iter().take(at + 1).rposition(is_start).unwrap_or(0);
    let end = sentence.iter().skip(at + 1).position(is_start).map_or(sentence.len(), |end| at + 1 + end);
    let mut words = sentence.iter().enumerate().take(end).skip(start);
    let is_filled = words.all(|(place, word)| place == at || word.is(&FILLERS));
    // "I know YAML, JSON, XML" only lists names.
    is_filled && clause::mood(sentence.get(..start).unwrap_or_default()) == Mood::Request
}

/// What the word at a position says about calls.
fn shows_calls_at(sentence: &[MessageWord], at: usize) -> bool {
    let Some((before, [word, after @ ..])) = sentence.split_at_checked(at) else { return false };
    let has = |words: &[&str]| sentence.iter().any(|word| word.is(words));
    let is_pair = |next: &MessageWord| CALLS.contains(&[word.text.as_str(), next.text.as_str()]);
    let is_named = word.is(&CALL_WORDS) || after.first().is_some_and(is_pair);
    let is_spoken_of = word.is(&["call", "calls"])
        && before.last().is_some_and(|before| before.is(&["a", "an", "the", "this", "that", "such", "of"]));
    (is_named && has(&CALL_SHOWN)) || (is_spoken_of && has(&CALL_EXAMPLE))
}

/// An opening brace followed by a key: the user pasted an object to talk about it, or the form of the answer.
fn shows_an_object(text: &str) -> bool {
    text.split('{').skip(1).any(|after| {
        let key = after.trim_start().trim_start_matches(['"', '\'']);
        let rest = key.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        rest.len() < key.len() && rest.trim_start_matches(['"', '\'']).trim_start().starts_with([':', '='])
    })
}

#[cfg(test)]
mod tests;
