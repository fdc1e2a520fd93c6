//! A cheap first look: which kinds of doing a text may claim, or ask for, told in one pass over its words.

use crate::registry::{ActionKinds, Forms, Statements, WordClass, Words};

/// So many slots has the table of words, for each word that is known; it is a power of two.
const SLOTS_FOR_EACH: usize = 8;

/// So many words, numbers among them, may stand in a sentence without an author up to its verb ("Reminder for Ana set").
const BEFORE_ELLIPSIS: usize = 10;

/// So many bytes has an elided word with its apostrophe at most ("jusqu'").
const LONGEST_JOINT: usize = 8;

/// Where in a clause a word stands.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    words: usize,
    /// Whether an author or an auxiliary stands before it.
    is_led: bool,
}

impl Place {
    /// How many words stand before what follows a mark: a sentence goes on behind a comma.
    fn words_behind(self, mark: u8) -> usize {
        if mark == b',' { self.words } else { 0 }
    }
}

/// The sign of the unit, of which the small letter is a k.
const KELVIN: &[u8] = "\u{212a}".as_bytes();

/// What a word may be in any language.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a word, independent of the others")]
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    fingerprint: u32,
    /// The kinds of doing where it says something as done.
    done: ActionKinds,
    /// The kinds of doing where it asks for something.
    asked: ActionKinds,
    /// Whether an author, or an auxiliary, may make a statement of what follows.
    leads: bool,
    assents: bool,
    /// Whether it is written together with the next word, an apostrophe between them.
    is_joint: bool,
    /// Whether it names a record of an application.
    is_record: bool,
}

/// Tells of texts which kinds of doing they may speak of. Made once for many.
#[derive(Clone, Debug, Default)]
pub struct Glances {
    slots: Vec<Mark>,
    /// Whether some language is written without blanks, so that its texts must be read.
    reads_unspaced: bool,
}

/// What a first look at a text showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Glanced {
    /// The kinds of doing that it may claim.
    pub claimed: ActionKinds,
    /// The kinds of doing that it may ask for.
    pub asked: ActionKinds,
    /// Whether it may agree to something, whatever that is.
    pub may_agree: bool,
    /// Whether it names something that applications keep records of.
    pub names_record: bool,
}

impl Glances {
    /// Looks for the words of these languages.
    #[must_use]
    pub fn new(statements: &Statements) -> Self {
        let all: Vec<&Words> = statements.words().iter().collect();
        let count: usize = all.iter().map(|words| words.iter().count()).sum();
        let mut slots = vec![Mark::default(); (count * SLOTS_FOR_EACH).next_power_of_two().max(SLOTS_FOR_EACH)];
        let reads_unspaced = all.iter().any(|words| words.unspaced);
        for words in all {
            for (text, word) in words.iter() {
                let mark = place(&mut slots, hash(text.as_bytes()));
                let told =
                    Forms::PAST.and(Forms::PARTICIPLE).and(Forms::PROGRESSIVE).and(Forms::THIRD).and(Forms::FUTURE);
                let parted = word.parted.iter().map(|parted| (parted.verb, parted.forms));
                for (verb, forms) in word.verb.into_iter().chain(parted) {
                    let Some(verb) = words.verb(verb) else { continue };
                    if forms.has(told) {
                        mark.done = mark.done.and(verb.kinds);
                    }
                    mark.asked = mark.asked.and(verb.kinds);
                }
                if let Some(verb) = word.action.and_then(|action| words.verb(action)) {
                    mark.asked = mark.asked.and(verb.kinds);
                    mark.done = mark.done.and(verb.kinds);
                }
                mark.is_record |= word.thing.as_deref().is_some_and(|thing| words.is_record(thing));
                mark.leads |= word.classes.has_any(&[
                    WordClass::Author,
                    WordClass::AuthorHave,
                    WordClass::AuthorIs,
                    WordClass::AuthorWill,
                    WordClass::Have,
                    WordClass::Is,
                    WordClass::Was,
                    WordClass::Became,
                    WordClass::ItIs,
                ]);
            }
            for joint in words.joints.iter().filter(|joint| joint.ends_with('\'')) {
                place(&mut slots, hash(joint.as_bytes())).is_joint = true;
            }
            for head in words.assents.heads() {
                place(&mut slots, hash(head.as_bytes())).assents = true;
            }
        }
        Self { slots, reads_unspaced }
    }

    /// What a text may claim or ask for.
    #[must_use]
    pub fn look(&self, text: &str) -> Glanced {
        let mut seen = Glanced::default();
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut place = Place::default();
        let mut word = Word::default();
        // What stands behind the last mark within a word.
        let mut part = Word::default();
        while let Some(byte) = bytes.get(at) {
            at += 1;
            let mut class = CLASSES[usize::from(*byte)];
            if *byte == 0xe2 && bytes.get(at) == Some(&0x80) {
                // Quotation marks and dashes; a curly apostrophe is one.
                class = if bytes.get(at + 1) == Some(&0x99) { APOSTROPHE } else { MARK };
                at += 2;
            }
            if *byte == KELVIN[0] && bytes.get(at - 1..).is_some_and(|rest| rest.starts_with(KELVIN)) {
                word.take(b'k');
                part.take(b'k');
                at += KELVIN.len() - 1;
                continue;
            }
            if class == LETTER {
                if *byte == b'-' {
                    place.is_led |= self.see(&part, place, &mut seen);
                    part = Word::default();
                } else {
                    part.take(*byte);
                }
                word.take(*byte);
                continue;
            }
            if class == APOSTROPHE && word.length > 0 {
                // "The alarm's set."
                seen.names_record |= self.mark(word.hash).is_some_and(|mark| mark.is_record);
                word.take(b'\'');
                part.take(b'\'');
                if part.length <= LONGEST_JOINT && self.mark(part.hash).is_some_and(|mark| mark.is_joint) {
                    place.is_led |= self.see(&part, place, &mut seen);
                    part = Word::default();
                }
                continue;
            }
            self.end(&mut word, &mut part, &mut place, &mut seen);
            if class == MARK {
                place = Place { words: place.words_behind(*byte), ..Place::default() };
            }
        }
        self.end(&mut word, &mut part, &mut place, &mut seen);
        if self.reads_unspaced && is_chinese(bytes) {
            let all = ActionKinds::ALL;
            return Glanced { claimed: all, asked: all, names_record: true, may_agree: true };
        }
        seen
    }

    /// Ends a word, and its last part.
    fn end(&self, word: &mut Word, part: &mut Word, place: &mut Place, seen: &mut Glanced) {
        if word.length > 0 {
            place.words += 1;
            place.is_led |= self.see(word, *place, seen);
            place.is_led |= part.length < word.length && self.see(part, *place, seen);
        }
        (*word, *part) = Default::default();
    }

    /// Takes what a word may be. Tells whether it may make a statement of what follows.
    fn see(&self, word: &Word, place: Place, seen: &mut Glanced) -> bool {
        let Some(mark) = self.mark(word.hash) else { return false };
        if place.is_led || place.words <= BEFORE_ELLIPSIS {
            seen.claimed = seen.claimed.and(mark.done);
        }
        seen.names_record |= mark.is_record;
        seen.asked = seen.asked.and(mark.asked);
        seen.may_agree |= mark.assents && place.words <= 1;
        mark.leads
    }

    fn mark(&self, hash: u64) -> Option<Mark> {
        let last = self.slots.len().checked_sub(1)?;
        let (mut slot, print) = split(hash, last);
        loop {
            let found = self.slots.get(slot)?;
            if found.fingerprint == print {
                return Some(*found);
            }
            if found.fingerprint == 0 {
                return None;
            }
            slot = (slot + 1) & last;
        }
    }
}

/// Whether ideographs stand in a text, and none of the letters that Japanese writes beside them.
fn is_chinese(bytes: &[u8]) -> bool {
    let is_kana =
        |pair: &[u8]| pair.first() == Some(&0xe3) && pair.get(1).is_some_and(|next| (0x81..=0x83).contains(next));
    bytes.iter().any(|byte| (0xe4..=0xe9).contains(byte)) && !bytes.windows(2).any(is_kana)
}

/// The word that is being read, as the hash of its letters: small and large ones are the same.
#[derive(Default)]
struct Word {
    hash: u64,
    length: usize,
}

impl Word {
    fn take(&mut self, byte: u8) {
        self.hash = next(self.hash, byte);
        self.length += 1;
    }
}

/// Small and large letters alike, those of Latin-1 in UTF-8 as well.
fn next(hash: u64, byte: u8) -> u64 {
    (hash.rotate_left(5) ^ u64::from(byte | 0x20)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn hash(word: &[u8]) -> u64 {
    word.iter().fold(0, |hash, byte| next(hash, *byte))
}

#[allow(clippy::cast_possible_truncation, reason = "parts of a hash")]
fn split(hash: u64, mask: usize) -> (usize, u32) {
    (((hash >> 32) as usize) & mask, (hash as u32) | 1)
}

/// The slot of a word: its own, or a new one.
fn place(slots: &mut [Mark], hash: u64) -> &mut Mark {
    let mask = slots.len() - 1;
    let (mut slot, print) = split(hash, mask);
    while slots[slot].fingerprint != 0 && slots[slot].fingerprint != print {
        slot = (slot + 1) & mask;
    }
    slots[slot].fingerprint = print;
    &mut slots[slot]
}

const OTHER: u8 = 0;
const LETTER: u8 = 1;
const APOSTROPHE: u8 = 2;
const MARK: u8 = 3;

/// What each byte is.
static CLASSES: [u8; 256] = {
    let mut classes = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::cast_possible_truncation, reason = "below 256")]
        let letter = byte as u8;
        classes[byte] = match letter {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | 0x80.. => LETTER,
            b'\'' => APOSTROPHE,
            b'.' | b'!' | b'?' | b':' | b'\n' | b'*' | b'#' | b',' | b';' | b'(' | b')' | b'"' => MARK,
            _ => OTHER,
        };
        byte += 1;
    }
    classes
};
