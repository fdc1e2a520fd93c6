//! Whether a clause asks for something, wonders about it, or only mentions it.

use super::sentence::MessageWord;
use super::words::{
    ANSWERING, KEEPING, LEADS, MODALS, PLEASE, POSSESSIVES, QUESTIONS, RELATIVES, SEEING, SHOWING, SUBJECTS, VERBS,
    WISHES,
};

/// The intent of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// An imperative, a wish, or a fragment: "list the beds", "I'd prefer", "the beds, please".
    Request,
    /// A question, or what may be one: "what is", "our server speaks".
    Unclear,
    /// A report: "I work with", "it was in".
    Remark,
}

/// The part of a sentence before a word that belongs to the word's clause, without introductory words: "and now, please
/// …".
pub(super) fn before(sentence: &[MessageWord], at: usize) -> &[MessageWord] {
    let is_start = |place: usize, word: &MessageWord| {
        let goes_on = || sentence.get(place + 1).is_some_and(|next| is_subject(next) || next.is(&PLEASE));
        word.mark.is_some_and(|mark| matches!(mark, ',' | ';' | ':' | '(' | ')'))
            || (word.is(&["and", "but", "so", "because"]) && goes_on())
    };
    let words = sentence.get(..=at).unwrap_or_default();
    let start = words.iter().enumerate().rposition(|(place, word)| is_start(place, word)).unwrap_or(0);
    let clause = sentence.get(start..at).unwrap_or_default();
    let lead = clause.iter().take_while(|word| word.is(&LEADS)).count();
    clause.get(lead..).unwrap_or_default()
}

/// The intent of a clause, by its words before its topic.
pub(super) fn mood(clause: &[MessageWord]) -> Mood {
    let has = |words: &[&str]| clause.iter().any(|word| word.is(words));
    let Some(head) = clause.first() else { return Mood::Request };
    let next = |words: &[&str]| clause.get(1).is_some_and(|next| next.is(words));
    if head.is(&QUESTIONS) {
        return if next(&["about"]) { Mood::Request } else { Mood::Unclear };
    }
    if head.is(&MODALS) {
        return if next(&["you", "u", "i", "we"]) || has(&SHOWING) { Mood::Request } else { Mood::Unclear };
    }
    if head.is(&SHOWING) || (head.text == "you" && has(&SHOWING)) {
        return Mood::Request;
    }
    if let Some(subject) = subject(clause) {
        return wish(clause.get(subject..).unwrap_or_default());
    }
    // "The report was" is a clause, but "what was said" is a noun phrase.
    let is_verb = |word: &MessageWord| word.is(&VERBS);
    let is_statement = clause.iter().take_while(|word| !word.is(&RELATIVES)).any(is_verb);
    let is_kept = head.is(&KEEPING) && !has(&ANSWERING);
    let is_no_request = is_kept || head.is(&POSSESSIVES) || head.text == "you" || is_statement;
    if is_no_request && !has(&PLEASE) { Mood::Unclear } else { Mood::Request }
}

/// The position of the subject of a clause. "What I have" and "everything we said" are objects.
fn subject(clause: &[MessageWord]) -> Option<usize> {
    let is_of_thing =
        |at: usize| at.checked_sub(1).and_then(|at| clause.get(at)).is_some_and(|word| word.is(&RELATIVES));
    let is_verb_next = |at: usize| clause.get(at + 1).is_some_and(|next| !next.is(&["as", "in", "into", "to"]));
    // In "put it into JSON" and "give me that as JSON" the pronoun is an object.
    let is_thing = |at: usize, word: &MessageWord| at > 0 && word.is(&["it", "this", "that", "these", "those"]);
    let is_here = |(at, word): (usize, &MessageWord)| {
        let does = is_verb_next(at) || word.text.contains(['\'', '’']);
        is_subject(word) && does && !is_of_thing(at) && !is_thing(at, word)
    };
    clause.iter().enumerate().position(is_here)
}

/// Whether a word is a pronoun, also one with a verb: "it's", "I've".
fn is_subject(word: &MessageWord) -> bool {
    let pronoun = word.text.split(['\'', '’']).next().unwrap_or_default();
    SUBJECTS.contains(&pronoun)
}

/// The intent of a clause with a person or a thing as its subject.
fn wish(said: &[MessageWord]) -> Mood {
    let is_would = |word: &MessageWord| word.text == "would" || word.text.ends_with("'d") || word.text.ends_with("’d");
    let wishes = |(at, word): (usize, &MessageWord)| {
        word.is(&WISHES) || (word.is(&["like", "love"]) && said.iter().take(at).any(is_would))
    };
    let Some(wish) = said.iter().enumerate().position(wishes) else { return Mood::Remark };
    let wants_to = said.get(wish + 1).is_some_and(|next| next.text == "to");
    let is_seen = said.get(wish + 2).is_some_and(|verb| verb.is(&SEEING));
    if wants_to && !is_seen { Mood::Unclear } else { Mood::Request }
}

#[cfg(test)]
mod tests {
    use super::super::sentence::sentences;
    use super::*;

    /// The intent of the clause before the word "json".
    fn mood_of(message: &str) -> Mood {
        let sentence = sentences(message).next().unwrap();
        let at = sentence.iter().position(|word| word.text == "json").unwrap();
        mood(before(&sentence, at))
    }

    #[test]
    fn an_imperative_a_wish_and_a_fragment_ask() {
        for message in [
            "Serialize the beds to JSON",
            "The beds in JSON",
            "Ok, and now please the beds in JSON",
            "JSON",
            "I'd like to have it in JSON",
            "We need JSON",
            "It works, now give me JSON",
            "Summarize what I said as JSON",
            "This as JSON",
            "Remember to always answer in JSON",
            "Put it into JSON",
            "Could you put this in JSON",
            "What about JSON",
            "You did not give me JSON",
        ] {
            assert_eq!(mood_of(message), Mood::Request, "{message}");
        }
    }

    #[test]
    fn a_question_is_no_request() {
        for message in [
            "What is JSON",
            "Ok, how does it look in JSON",
            "Is it in JSON",
            "Does the file come as JSON",
            "I want to learn JSON",
            "Remind me to convert the file to JSON",
            "Should I use JSON",
            "Our server speaks in JSON",
            "The report was in JSON",
        ] {
            assert_eq!(mood_of(message), Mood::Unclear, "{message}");
        }
    }

    #[test]
    fn who_speaks_of_something_only_remarks_on_it() {
        for message in [
            "I work in JSON all day",
            "It's only JSON",
            "Give me a break, I fought with JSON",
            "The server was slow and it sent it in JSON",
            "Remember that I work in JSON",
            "Yesterday we moved to JSON",
            "I like JSON",
        ] {
            assert_eq!(mood_of(message), Mood::Remark, "{message}");
        }
    }
}
