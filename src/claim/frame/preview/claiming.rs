//! What a text may report as done: a state machine over its words. It accepts whatever the full reading may accept in
//! any language, since the language of the text is not known yet.

use super::super::super::sentence::TICKS;
use super::super::action_kinds::strong_kinds;
use super::super::read::RESULTATIVE_OBJECT;
use super::TextPreview;
use super::mark::{ALL, Languages, VerbContext, VerbContexts, WordMark};
use super::reading::{HashedWord, Separator, WordVisitor};
use super::table::WordTable;
use crate::registry::{ActionKind, ActionKinds};

/// The most words, not counting numbers, of a noun phrase before a participle ("Reminder for Ana set").
const PHRASE: u8 = 6;

/// The most words from "have" to the participle in "I have your four tickets all booked".
const MOST_OF_RESULT: usize = RESULTATIVE_OBJECT + 3;

const NOTHING: WordMark = WordMark::NOTHING;

/// The text read so far. Most fields are sets of languages, since each language may read the words differently.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a text, independent of the others")]
pub(super) struct ClaimScanner<'t> {
    marks: &'t WordTable,
    bytes: &'t [u8],
    seen: TextPreview,
    sentence: SentencePreview,
    /// What the words so far make of the next one.
    leads: VerbContexts,
    /// Where somebody may have something done, and how many more words may name that: "I have it booked".
    resulting: (Languages, usize),
    /// Where only an article comes between a word of state ("is") and the next word.
    outcome: Languages,
    /// What the parts of a compound word lead to, while one is being read.
    parts: Option<VerbContexts>,
    /// Where only openers come before the next word of the sentence.
    opening: Languages,
    /// Where only adverbs come before the next word of the clause.
    starts: Languages,
    /// Where the sentence so far may be one noun phrase.
    phrase: Languages,
    /// Where it was one before a quotation or a remark, which may be part of it.
    phrase_with_thing: Languages,
    phrase_words: u8,
    /// Where an article begins that phrase.
    determined: Languages,
    /// Whether the last word of that phrase may name an action.
    names_action: bool,
    /// Where a clause ends before the next word, and where only openers come before that clause.
    ends: Languages,
    opening_clause: Languages,
    /// Where the current word is the first of its clause.
    first: Languages,
    /// What is reported as done if the next word may follow, and where.
    awaiting: (ActionKinds, Languages),
    /// The byte of a mark that ends the sentence if the next word begins one.
    may_end: Option<usize>,
    /// Whether the last word is an abbreviation or a number, whose point ends no sentence.
    goes_on: bool,
    /// Whether the line may hold a quotation or a remark: marks within it end no sentence.
    holds_thing: bool,
    /// Whether the line has a tick, which may report what its headings name as done.
    is_ticked: bool,
    /// The kinds of action that it reports as done then.
    listed: ActionKinds,
}

/// The sentence read so far.
#[derive(Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a sentence, independent of the others")]
struct SentencePreview {
    has_words: bool,
    claimed: ActionKinds,
    /// The kinds of action reported as done.
    done: ActionKinds,
    /// Those reported by a verb with its author or its auxiliary.
    acted: ActionKinds,
    with_author: ActionKinds,
    /// The languages in which it has named its author, and those in which it has named its author or the user.
    authored: Languages,
    owned: Languages,
    frames: bool,
    names_user: bool,
    is_thing: bool,
    is_record: bool,
    /// The phrases that ask back whose first needed word was seen, and those whose second was.
    asks_back: [u64; 2],
}

impl<'t> ClaimScanner<'t> {
    pub(super) fn new(marks: &'t WordTable, text: &'t str) -> Self {
        Self {
            marks,
            bytes: text.as_bytes(),
            seen: TextPreview::default(),
            sentence: SentencePreview::default(),
            leads: VerbContexts::default(),
            resulting: (0, 0),
            outcome: 0,
            parts: None,
            opening: ALL,
            starts: 0,
            phrase: ALL,
            phrase_with_thing: 0,
            phrase_words: 0,
            determined: 0,
            names_action: false,
            ends: ALL,
            opening_clause: ALL,
            first: 0,
            awaiting: Default::default(),
            may_end: None,
            goes_on: false,
            holds_thing: false,
            is_ticked: false,
            listed: ActionKinds::NONE,
        }
    }

    pub(super) fn finish(mut self) -> TextPreview {
        self.arrive(ALL);
        self.end_sentence();
        self.end_line();
        self.seen.may_ask_back |= self.marks.asking_back.need_nothing;
        self.seen
    }

    /// A shortcut for an unknown word within a clause, which can only end what the words before it began. Returns false
    /// where the word is the first of its sentence or clause, or a compound.
    #[inline]
    fn passes_unknown(&mut self, word: HashedWord) -> bool {
        if self.opening != 0 || self.first != 0 || self.parts.is_some() {
            return false;
        }
        self.awaiting = Default::default();
        self.names_action = false;
        (self.leads, self.outcome, self.starts) = (VerbContexts::default(), 0, 0);
        self.resulting.1 = self.resulting.1.saturating_sub(1);
        let is_number = self.bytes.get(word.start).is_some_and(u8::is_ascii_digit);
        self.phrase_words = self.phrase_words.saturating_add(u8::from(!is_number));
        if self.phrase_words > PHRASE {
            self.phrase = 0;
        }
        self.sentence.has_words = true;
        self.goes_on = is_number;
        true
    }

    /// Counts what was waiting for the next word, where that may follow in one of these languages.
    fn arrive(&mut self, languages: Languages) {
        let (kinds, own) = std::mem::take(&mut self.awaiting);
        if own & languages != 0 {
            self.sentence.done = self.sentence.done.and(kinds);
            self.note_parts(own & languages);
        }
    }

    /// In languages that write compound nouns as one word, a look cannot find the things that these name.
    fn note_parts(&mut self, languages: Languages) {
        let may_name = languages & self.marks.compounding != 0;
        self.sentence.is_thing |= may_name;
        self.sentence.is_record |= may_name;
    }

    fn end_sentence(&mut self) {
        let mut said = std::mem::take(&mut self.sentence);
        if said.frames && said.with_author != ActionKinds::NONE {
            // In these languages nouns are parts of compound words, which a look cannot find.
            let [done, acted] = [said.done, said.acted].map(|kinds| kinds.and(said.with_author));
            said = SentencePreview { is_thing: true, is_record: true, done, acted, ..said };
        }
        self.seen.may_ask_back |= said.asks_back[0] & said.asks_back[1] != 0;
        self.seen.claimed = self.seen.claimed.and(said.claimed).and(said.done);
        self.seen.acted = self.seen.acted.and(said.acted);
        if said.is_record {
            self.seen.of_records = self.seen.of_records.and(said.done);
        }
        if said.is_thing {
            self.seen.of_things = self.seen.of_things.and(said.done);
        }
        self.phrase_with_thing = 0;
    }

    /// Counts what a tick in the line reports as done.
    fn end_line(&mut self) {
        let (is_ticked, listed) = (std::mem::take(&mut self.is_ticked), std::mem::take(&mut self.listed));
        if is_ticked {
            self.seen.claimed = self.seen.claimed.and(listed);
            self.seen.of_records = self.seen.of_records.and(listed);
            self.seen.of_things = self.seen.of_things.and(listed);
        }
    }

    /// Ends the sentence before a word, if it ends there, and begins the word's clause.
    fn come_to(&mut self, word: HashedWord) {
        let first = self.bytes.get(word.start).copied().unwrap_or_default();
        if let Some(mark) = self.may_end.take()
            && first.is_ascii_uppercase()
            && word.start > mark + 1
            && !self.holds_thing
            && !self.goes_on
        {
            self.end_sentence();
        }
        self.first = std::mem::take(&mut self.ends);
        if self.first == 0 {
            return;
        }
        let opening = self.opening_clause & self.first;
        // A comma before a number continues a list of numbers, and begins no clause.
        let kept = if first.is_ascii_digit() { self.phrase } else { self.phrase & !self.first };
        self.phrase = kept | opening;
        self.phrase_words = 0;
        self.determined &= !self.first;
        self.starts |= self.first;
    }

    /// A quotation, a remark or code begins: the noun phrase may go on after it.
    fn come_to_thing(&mut self) {
        self.phrase_with_thing |= self.phrase | (self.ends & self.opening_clause);
        self.holds_thing = true;
    }

    /// Adds what a word says, given what leads to it.
    #[inline]
    fn take(&mut self, mark: &WordMark, leads: VerbContexts) {
        if mark.reports {
            self.take_report(mark, leads);
        }
        let said = &mut self.sentence;
        said.authored |= mark.authors;
        said.owned |= mark.owners;
        said.frames |= mark.frames;
        said.names_user |= mark.is_user;
        said.is_thing |= mark.is_thing;
        said.is_record |= mark.is_record;
        self.seen.names_file |= mark.is_file;
        if let Some(parts) = self.marks.parts(mark) {
            said.asks_back = [said.asks_back[0] | parts.asks_back[0], said.asks_back[1] | parts.asks_back[1]];
        }
    }

    /// Adds what a verb reports.
    fn take_report(&mut self, mark: &WordMark, leads: VerbContexts) {
        let author = leads.get(VerbContext::Author);
        let state = leads.get(VerbContext::State);
        let begins = mark.begins | if self.sentence.has_words { mark.begins_after_opener } else { 0 };
        let begun = mark.participle.languages & begins & self.opening;
        self.note_parts(begun);
        let said = &mut self.sentence;
        let joined = self.starts & said.authored;
        let acted = mark
            .anywhere
            .and(mark.participle.within(leads.get(VerbContext::Done) | (mark.begins & joined)))
            .and(mark.past.within(author | joined))
            .and(mark.base.within(leads.get(VerbContext::Managed)))
            .and(mark.third.within(leads.get(VerbContext::Other)))
            .and(mark.participle.within(if self.resulting.1 > 0 { self.resulting.0 } else { 0 }));
        said.acted = said.acted.and(acted);
        said.done = said.done.and(acted).and(mark.participle.within(begun));
        let plays = ActionKind::Control.into();
        // "The film has started", "Your transfer has successfully completed".
        let came_about = strong_kinds().with(ActionKind::Control).with(ActionKind::Complete);
        let having = mark.participle.within(leads.get(VerbContext::Have)).common(came_about);
        let switched = having.and(mark.progressive.within(state).common(plays));
        let announced = mark.base.within(leads.get(VerbContext::Will)).common(ActionKind::Remind.into());
        // "Your booking was a success."
        let described = mark.participle.within(state | self.outcome);
        // "You're all set" says that all is done.
        let settles = mark.participle.languages & mark.base.languages;
        let settled = if settles == 0 { ActionKinds::NONE } else { ActionKind::Complete.into() };
        let described = if settles & state != 0 && said.names_user { described.and(settled) } else { described };
        let going_on = mark.progressive.within(author | self.opening);
        said.claimed = said.claimed.and(switched).and(announced).and(described).and(going_on);
        said.with_author = said.with_author.and(mark.with_author);
        self.listed = self.listed.and(mark.participle.within(ALL));
        // "Both changes confirmed" and "All set" are no sentences with a past tense.
        let completes = || {
            self.names_action && mark.participle.kinds.has(ActionKind::Complete)
                || settles != 0 && self.phrase_words == 0
        };
        let is_past = if self.holds_thing || completes() { 0 } else { mark.is_past & self.determined };
        let behind_phrase = mark.participle.languages & (self.phrase | self.phrase_with_thing) & !is_past;
        if behind_phrase != 0 {
            self.awaiting = (mark.participle.kinds.and(settled), behind_phrase);
        }
    }
}

impl WordVisitor for ClaimScanner<'_> {
    fn part(&mut self, part: HashedWord, elided: Option<HashedWord>) {
        if self.parts.is_none() {
            self.come_to(part);
            self.arrive(ALL);
        }
        let elided = elided.and_then(|elided| self.marks.get(elided.hash)).filter(|mark| mark.is_joint);
        let mark = elided.or_else(|| self.marks.get(part.hash)).unwrap_or(&NOTHING);
        let leads = self.parts.unwrap_or(self.leads);
        self.take(mark, leads);
        self.parts = Some(mark.after(leads));
    }

    fn word(&mut self, word: HashedWord) {
        if self.parts.is_none() {
            self.come_to(word);
        }
        let known = self.marks.get(word.hash);
        if known.is_none() && self.passes_unknown(word) {
            return;
        }
        let mark = known.unwrap_or(&NOTHING);
        self.arrive(mark.follows);
        let before = self.opening;
        let own = known.map_or(VerbContexts::default(), |mark| {
            if mark.says {
                self.take(mark, self.leads);
            }
            mark.after(self.leads)
        });
        self.outcome = self.leads.get(VerbContext::State) & mark.determines;
        let results = mark.results & self.sentence.owned;
        let (languages, rest) = self.resulting;
        self.resulting = if results == 0 { (languages, rest.saturating_sub(1)) } else { (results, MOST_OF_RESULT) };
        let is_number = self.bytes.get(word.start).is_some_and(u8::is_ascii_digit);
        if let Some(parts) = self.parts.take() {
            self.leads = parts.and(own);
        } else {
            self.leads = own;
            // The number of a list item is not a word of its sentence.
            if self.opening != 0 && (self.sentence.has_words || !is_number) {
                self.opening &= self.marks.opens(mark, self.bytes.get(word.start..).unwrap_or_default()) | mark.passes;
            }
            // A word that may come between a phrase and its verb does not end the phrase.
            self.phrase &= !mark.bars | mark.passes;
        }
        self.determined |= mark.determines & self.first;
        if mark.passes == 0 {
            self.names_action = mark.asked_anywhere.languages != 0;
        }
        self.phrase_words = self.phrase_words.saturating_add(u8::from(!is_number && mark.passes == 0));
        if self.phrase_words > PHRASE {
            self.phrase = 0;
        }
        self.starts &= mark.passes;
        self.sentence.has_words = true;
        self.goes_on = mark.goes_on || is_number;
        if mark.joins != 0 {
            (self.ends, self.opening_clause) = (mark.joins, before);
        }
    }

    fn between(&mut self, between: Separator, at: usize) {
        self.arrive(ALL);
        match between {
            Separator::Mark => {}
            Separator::End | Separator::Question => {
                self.seen.may_ask_back |= between == Separator::Question;
                self.opening = ALL;
                self.may_end = Some(at);
            }
            Separator::Thing => self.come_to_thing(),
            Separator::Close | Separator::Code => {
                self.is_ticked |= is_tick(self.bytes.get(at..).unwrap_or_default());
                self.come_to_thing();
                self.opening = ALL;
            }
            Separator::Line => {
                // A phrase that asks back may continue in the next line.
                let asks_back = self.sentence.asks_back;
                self.end_sentence();
                self.end_line();
                self.sentence.asks_back = asks_back;
                (self.opening, self.starts) = (ALL, 0);
                (self.may_end, self.goes_on, self.holds_thing) = (None, false, false);
            }
        }
        if between != Separator::Code {
            (self.leads, self.outcome) = (VerbContexts::default(), 0);
        }
        (self.ends, self.opening_clause) = (ALL, self.opening);
    }
}

/// Whether a text begins with a tick.
fn is_tick(text: &[u8]) -> bool {
    // A shortcut: most signs are ASCII.
    text.first() == Some(&0xe2) && TICKS.iter().any(|tick| text.starts_with(tick.encode_utf8(&mut [0; 4]).as_bytes()))
}
