//! What a user's message may ask for, and whether it must be read in full to know.

use super::super::action_kinds::{booking_kinds, is_always_external, is_strong, named_kinds};
use super::super::language::READ;
use super::super::request::MATERIAL;
use super::super::user_request::{ASSENT, NAMED};
use super::hash::hash;
use super::mark::{Languages, WordMark};
use super::reading::{HashedWord, Separator, WordVisitor};
use super::table::WordTable;
use crate::registry::{ActionKind, ActionKinds, word_ends};

/// What a first look at a user's message found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestPreview {
    /// The kinds of action that it may ask for.
    pub kinds: ActionKinds,
    /// Those of them that count outside an application: what can be done nowhere else, and what is done to a thing.
    pub counted: ActionKinds,
    /// Whether it may go on with what was said before: it agrees, it waits for what was asked for, or it is short and asks
    /// nothing.
    pub may_answer: bool,
}

/// The message read so far.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a message, independent of the others")]
pub(super) struct RequestScanner<'t> {
    marks: &'t WordTable,
    text: &'t str,
    /// The languages in which it may be written.
    languages: Languages,
    asks: RequestPreview,
    /// The idioms whose first needed word was seen, and those whose second was.
    idioms: [u64; 2],
    /// The same for phrases that wait for something.
    awaits: [u64; 2],
    /// Whether it is long enough to bring material along: then only strong kinds of action count.
    brings_material: bool,
    /// Whether its middle is not read: then all that it may ask for counts.
    is_cut: bool,
    words: usize,
    /// Where the words so far make a request of a base form, and where they make one of a progressive.
    led: [Languages; 2],
    /// Whether the word that is being read is a compound, whose parts were read.
    is_compound: bool,
    /// The assents that were begun, and the word before which they end.
    assent: (u64, usize),
    begins_clause: bool,
    names_thing: bool,
    is_question: bool,
    clause: ClausePreview,
}

/// The clause read so far.
#[derive(Clone, Copy, Default)]
struct ClausePreview {
    /// The kinds of action it asks for that count when done to a thing outside the conversation.
    kinds: ActionKinds,
    names_thing: bool,
    has_words: bool,
    /// Where its first word makes it a condition, which may end with a request.
    condition: Languages,
    /// Whether it may name a time: then something is planned in a calendar.
    names_number: bool,
}

impl<'t> RequestScanner<'t> {
    pub(super) fn new(marks: &'t WordTable, text: &'t str, languages: Languages) -> Self {
        Self {
            marks,
            text,
            languages,
            asks: RequestPreview::default(),
            idioms: [0; 2],
            awaits: [0; 2],
            brings_material: text.len() > MATERIAL,
            is_cut: text.len() > READ,
            words: 0,
            led: [languages; 2],
            is_compound: false,
            assent: (0, 0),
            begins_clause: true,
            names_thing: false,
            is_question: false,
            clause: ClausePreview::default(),
        }
    }

    pub(super) fn finish(mut self) -> RequestPreview {
        self.end_clause();
        let asked = self.marks.asked_by(self.idioms[0] & self.idioms[1]);
        self.asks.kinds = self.asks.kinds.and(asked);
        if !self.brings_material || is_strong(asked) {
            self.asks.counted = self.asks.counted.and(asked);
        }
        // Naming a thing is enough of a request: "kitchen lights on".
        if self.words <= NAMED && (self.names_thing || self.ends_with_thing()) {
            self.asks.kinds = self.asks.kinds.and(named_kinds());
        }
        // A short command counts when the reply is as short.
        if self.words <= NAMED || self.is_cut {
            self.asks.counted = self.asks.kinds;
        }
        let awaits = self.marks.awaiting.need_nothing || self.awaits[0] & self.awaits[1] != 0;
        self.asks.may_answer |= awaits || self.words <= NAMED && !self.is_question;
        self.asks
    }

    /// Adds what a word asks for where it is led to; returns whether it joins clauses.
    fn take(&mut self, word: HashedWord, [base, progressive]: [Languages; 2]) -> bool {
        let known = self.marks.get(word.hash);
        if self.may_assent(known) {
            // It may agree to whatever was offered.
            self.asks = RequestPreview { kinds: ActionKinds::ALL, counted: ActionKinds::ALL, may_answer: true };
        }
        self.led = self.led_by(known.unwrap_or(&WordMark::NOTHING), word);
        let Some(mark) = known else { return false };
        if let Some(parts) = self.marks.parts(mark) {
            for (seen, own) in [(&mut self.idioms, parts.idioms), (&mut self.awaits, parts.awaits)] {
                *seen = [seen[0] | own[0], seen[1] | own[1]];
            }
        }
        let asked = mark.asked_anywhere.within(self.languages);
        let asked = asked.and(mark.base.within(base | self.clause.condition)).and(mark.progressive.within(progressive));
        self.asks.kinds = self.asks.kinds.and(asked);
        if asked != ActionKinds::NONE && (!self.brings_material || is_strong(asked)) {
            self.clause.kinds = self.clause.kinds.and(asked);
            // A look cannot find the nouns within compound words.
            if is_always_external(asked) || mark.asks_of_parts & self.languages != 0 {
                self.asks.counted = self.asks.counted.and(asked);
            }
        }
        // "Can I have a table?"
        if mark.wants || mark.have & base != 0 {
            let wanted = booking_kinds();
            self.asks.kinds = self.asks.kinds.and(wanted);
            self.clause.kinds = self.clause.kinds.and(wanted);
        }
        if !self.clause.has_words {
            self.clause.condition |= mark.conditions & self.languages;
        }
        self.clause.names_thing |= mark.is_thing;
        self.names_thing |= mark.is_thing;
        mark.joins != 0
    }

    /// Where a word, after those before it, makes a request of the next one.
    fn led_by(&self, mark: &WordMark, word: HashedWord) -> [Languages; 2] {
        let written = self.text.as_bytes().get(word.start..).unwrap_or_default();
        let [base, progressive] =
            self.led.map(|led| led & (mark.passes | mark.passes_request | self.marks.opens(mark, written)));
        [base | mark.joins | mark.leads_request, progressive | mark.is_preposition].map(|led| led & self.languages)
    }

    /// Whether a word names a thing with its last part ("Küchenlicht").
    fn ends_with_thing(&self) -> bool {
        let mut ends = self.text.split(|letter: char| !letter.is_alphanumeric()).flat_map(word_ends);
        ends.any(|end| self.marks.get(hash(end.as_bytes())).is_some_and(|mark| mark.ends_thing))
    }

    /// Whether a word, or what it completes, may agree to something.
    fn may_assent(&mut self, known: Option<&WordMark>) -> bool {
        let is_first = self.begins_clause && self.words < ASSENT;
        if is_first && self.marks.always_assents {
            return true;
        }
        let Some(mark) = known else { return false };
        let (open, end) = self.assent;
        let Some(parts) = self.marks.parts(mark) else { return is_first && mark.assents };
        if is_first && parts.opens_assent != 0 {
            let still_open = if self.words < end { open } else { 0 };
            self.assent = (still_open | parts.opens_assent, self.words + self.marks.assent_words);
        }
        is_first && mark.assents || self.words < end && open & parts.completes_assent != 0
    }

    fn end_clause(&mut self) {
        let ClausePreview { kinds, names_thing, names_number, .. } = std::mem::take(&mut self.clause);
        // "Set it up for 9:30": what is created at a time counts, whatever else its verb means.
        if names_thing || names_number && kinds.has(ActionKind::Create) {
            self.asks.counted = self.asks.counted.and(kinds);
        }
    }
}

impl WordVisitor for RequestScanner<'_> {
    fn part(&mut self, part: HashedWord, elided: Option<HashedWord>) {
        self.is_compound = true;
        self.take(part, [self.languages; 2]);
        if let Some(elided) = elided {
            self.take(elided, [self.languages; 2]);
        }
    }

    fn word(&mut self, word: HashedWord) {
        self.clause.names_number |= self.text.as_bytes().get(word.start).is_some_and(u8::is_ascii_digit);
        // Which part of a compound leads to the next one depends on the language.
        let is_open = std::mem::take(&mut self.is_compound) || self.is_cut;
        let led = if is_open { [self.languages; 2] } else { self.led };
        self.begins_clause = self.take(word, led);
        if is_open {
            self.led = [self.languages; 2];
        }
        self.words += 1;
        self.clause.has_words = true;
    }

    fn between(&mut self, between: Separator, _: usize) {
        self.is_question |= between == Separator::Question;
        // A line break or the end of code does not end a clause.
        if !matches!(between, Separator::Line | Separator::Code) {
            self.begins_clause = true;
            self.led = [self.languages; 2];
            self.end_clause();
        }
    }
}
