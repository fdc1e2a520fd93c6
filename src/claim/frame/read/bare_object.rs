//! What follows a verb at the beginning of a sentence: an object that makes a report of it ("Cancelled your order"), or a
//! noun that it describes ("Updated itinerary").

use std::ops::Range;

use super::super::noun::WRITTEN;
use super::{FINITE, FrameReader};
use crate::registry::{ActionKind, Forms, TokenKind, WordClass};

/// The most words of an object of which only an order can tell that it is one ("Muted Ana").
const MOST_OF_NAME: usize = 3;

/// The most words of an object that ends with an identifier ("pull request 57").
const MOST_OF_OBJECT: usize = 4;

impl FrameReader<'_, '_, '_, '_> {
    /// Whether a verb at the beginning of a sentence reports an action: it describes no noun ("Updated itinerary"), and
    /// no colon ends the sentence.
    pub(super) fn begins_ellipsis(&self, at: usize, clause: &Range<usize>) -> bool {
        let known = self.known;
        let next = at + 1;
        if self.sentence.announces() {
            return false;
        }
        if next >= known.tokens.len() || known.is_mark(next) {
            return true;
        }
        // In Spanish adjectives follow their noun.
        if self.words.subject_in_verb {
            return !known.is(next, WordClass::Relative);
        }
        let leads = [
            WordClass::Determiner,
            WordClass::Users,
            WordClass::It,
            WordClass::Preposition,
            WordClass::Infinitive,
            WordClass::Completing,
        ];
        let names_thing = |at: usize| known.word(at).is_some_and(|word| word.thing.is_some());
        // "Cancelling alarm Lunch."
        let is_record = known.noun(next).is_some_and(|noun| self.words.is_record(&noun));
        let is_going_on = known.verb(at).is_some_and(|(_, forms)| forms.has(Forms::PROGRESSIVE));
        let leads_on = || (next + 1..clause.end).any(|place| known.is_any(place, &FINITE));
        // "Booked 2 movie tickets.", "Archived 23 newsletters."
        let ends = |place: usize| {
            place >= clause.end
                || known.is_mark(place)
                || known.is_any(place, &[WordClass::Preposition, WordClass::Completing])
        };
        let counts_nouns = || known.noun(next + 1).is_some() && ends(next + 2) && !leads_on();
        let counts_things =
            || known.is_number(next) && ((next + 1..clause.end).take(2).any(&names_thing) || counts_nouns());
        // "Scheduling dinner with Ana at 8", "Scheduling Friday dinner at 8".
        let gives_details = || {
            (next..clause.end).take(2).any(|place| known.noun(place).is_some())
                && (next + 1..clause.end).any(|place| known.begins_with_digit(place))
        };
        // "Marked reminder as complete."
        let marks_record = || is_record && !leads_on();
        let names_one = || !leads_on() && self.names_by_identifier(next, clause.end);
        if known.is_any(next, &leads)
            || is_going_on && gives_details()
            || !is_going_on && self.sends(at, clause.end)
            || marks_record()
            || counts_things()
            || names_one()
        {
            return true;
        }
        // "Added milk to your list."
        (next + 1..clause.end).any(|place| {
            known.is_any(place, &[WordClass::Preposition, WordClass::Infinitive])
                && (known.is(place + 1, WordClass::Users)
                    || (place + 1..clause.end)
                        .filter_map(|place| known.noun(place))
                        .any(|noun| self.words.is_record(&noun)))
        })
    }

    /// Whether nothing but a few nouns follows a verb at the beginning of a sentence, which may be its object ("Muted Ana",
    /// "Calling Ana now") or what it describes ("Updated itinerary").
    pub(super) fn takes_bare_object(&self, at: usize, clause: &Range<usize>) -> bool {
        let known = self.known;
        let is_object = |place: &usize| known.noun(*place).is_some() && !known.is_number(*place);
        let after = at + 1 + (at + 1..clause.end).take_while(is_object).count();
        let has_few = after > at + 1 && after <= at + 1 + MOST_OF_NAME;
        let has_forms = self.words.subject_in_verb || self.words.verb_last || self.words.unspaced;
        let ends = || (after..clause.end).all(|place| known.is_mark(place) || known.is(place, WordClass::Completing));
        // "Muted Ana in the lobby"
        let is_led_on = |place: usize| {
            known.is_any(place, &FINITE)
                || known.verb(place).is_some() && known.word(place).is_some_and(|word| word.thing.is_none())
        };
        let says_where = || known.is(after, WordClass::Preposition) && !(after..clause.end).any(is_led_on);
        !has_forms && has_few && !self.sentence.announces() && (ends() || says_where())
    }

    /// Whether a verb of sending is followed by a message and where it went, or by the one who got it: "Sent message to Ana",
    /// "Sent Ana a message". "Delivered orders on file" names what it describes.
    fn sends(&self, at: usize, end: usize) -> bool {
        let (known, next) = (self.known, at + 1);
        // "Sent Ana a message that you are late" says what the message is; "Sent message to Ana was read" has a subject.
        let mut before_text = (next + 1..end).take_while(|place| !known.is(*place, WordClass::Relative));
        if before_text.any(|place| known.is_any(place, &FINITE)) {
            return false;
        }
        let verb = known.verb(at).and_then(|(verb, _)| self.words.verb(verb));
        let is_message = known.noun(next).is_some_and(|noun| WRITTEN.contains(&noun.as_str()));
        let follows = [WordClass::Infinitive, WordClass::Relative];
        let names =
            (next..next + MOST_OF_OBJECT).take_while(|place| !known.is_mark(*place) && known.word(*place).is_none());
        let name = names.count();
        verb.is_some_and(|verb| verb.kinds.has(ActionKind::Send))
            && (is_message && known.is_any(next + 1, &follows)
                || name > 0 && known.is(next + name, WordClass::Indefinite))
    }

    /// Whether an object is one particular thing, by an identifier at its end: "Merged PR 57 into main", "Scaled
    /// checkout-api". In "Updated follow-up plan" the word only describes one.
    fn names_by_identifier(&self, start: usize, end: usize) -> bool {
        let known = self.known;
        let is_named = |place: usize| {
            known.tokens.get(place).is_some_and(|token| match token.kind {
                TokenKind::Thing => true,
                TokenKind::Word => known.word(place).is_none() && is_identifier(&token.text),
                TokenKind::Pause | TokenKind::End => false,
            })
        };
        let last = (start..end).take(MOST_OF_OBJECT).find(|place| is_named(*place));
        last.is_some_and(|last| {
            (start..last).all(|place| known.noun(place).is_some()) && self.ends_object(last + 1, end)
        })
    }
}

/// Whether a word is a name that an application gives: "checkout-api", "q3-report.pdf", "57".
fn is_identifier(word: &str) -> bool {
    let joins = |letter: char| matches!(letter, '-' | '_' | '.' | '/' | '@' | ':');
    let has_letters = word.starts_with(char::is_alphanumeric) && word.ends_with(char::is_alphanumeric);
    has_letters && word.contains(|letter: char| letter.is_ascii_digit() || joins(letter))
}
