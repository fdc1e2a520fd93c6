//! One table for the known words of all languages, looked up by hash.

use super::hash::{hash, split};
use super::mark::{ALL, Languages, MOST_LANGUAGES, PhraseParts, VerbContext, VerbContexts, WordMark};
use crate::catalog::name_words;
use crate::registry::{ActionKinds, Language, Lexicon, PhraseSet, Statements};

/// Slots of the table for each known word; a power of two.
const SLOTS_FOR_EACH: usize = 2;

/// The size of the filter before the table, as a power of two of bits. 64 KiB stay in the cache.
const FILTER_BITS: u32 = 19;

/// An entry of the table.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Part of the hash of the word; zero in an empty slot.
    fingerprint: u32,
    mark: u32,
}

/// The phrases for one purpose that are noted at the words that they need.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NotedPhrases {
    /// How many there are: several share a bit.
    count: u32,
    /// Whether one of them needs no particular word.
    pub(super) need_nothing: bool,
}

/// The table of all known words.
#[derive(Clone, Debug, Default)]
pub(super) struct WordTable {
    /// A bit for each known word. Most words are unknown, and the table itself is too large for the cache.
    filter: Vec<u64>,
    /// Small entries, since every word probes them; only a known word's [`WordMark`] is loaded.
    slots: Vec<Slot>,
    known: Vec<WordMark>,
    phrase_parts: Vec<PhraseParts>,
    /// Beginnings of words that may open a sentence.
    prefixes: Vec<(String, Languages)>,
    /// The languages that write compound nouns as one word.
    pub(super) compounding: Languages,
    /// The languages in which every word may open a sentence.
    always_open: Languages,
    /// The phrases that ask back.
    pub(super) asking_back: NotedPhrases,
    /// The phrases that wait for something.
    pub(super) awaiting: NotedPhrases,
    /// The number of phrases of idioms that ask for something, and what those that share a bit ask for.
    idioms: u32,
    idiom_kinds: Vec<ActionKinds>,
    /// How many assents of several words there are: several share a bit.
    assents: u32,
    /// How many words an assent has at most.
    pub(super) assent_words: usize,
    /// Whether any word may begin an assent.
    pub(super) always_assents: bool,
}

impl WordTable {
    /// The languages in which a word may be part of the opening of a sentence.
    pub(super) fn opens(&self, mark: &WordMark, written: &[u8]) -> Languages {
        let begins = |prefix: &str| {
            written.get(..prefix.len()).is_some_and(|first| first.eq_ignore_ascii_case(prefix.as_bytes()))
        };
        let prefixes = self.prefixes.iter().filter(|(prefix, _)| begins(prefix));
        prefixes.fold(mark.opens | self.always_open, |all, (_, languages)| all | languages)
    }

    pub(super) fn new(statements: &Statements) -> Self {
        let words = || statements.words().iter();
        let count: usize = words().map(|words| words.iter().count() + 400).sum();
        let slots = (count * SLOTS_FOR_EACH).next_power_of_two();
        let filter = vec![0; (1 << FILTER_BITS) / 64];
        let mut marks = Self { filter, slots: vec![Slot::default(); slots], ..Self::default() };
        for (place, words) in words().enumerate().take(MOST_LANGUAGES) {
            marks.add(words, statements.language(&words.language), 1 << place);
            marks.compounding |= if words.compounds { 1 << place } else { 0 };
        }
        for words in words() {
            for thing in words.things() {
                marks.add_thing(thing, words);
            }
        }
        // "The bedroom's been cleaned."
        let has = marks.of("s");
        has.leads = has.leads.and(VerbContexts::of(VerbContext::Have, ALL));
        for mark in &mut marks.known {
            mark.finish(parts_at(&marks.phrase_parts, mark.phrase_parts));
        }
        marks
    }

    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<&WordMark> {
        let (place, bit) = filter_bit(hash);
        if self.filter.get(place)? & bit == 0 { None } else { self.looked_up(hash) }
    }

    fn looked_up(&self, hash: u64) -> Option<&WordMark> {
        let last = self.slots.len().checked_sub(1)?;
        let (mut slot, print) = split(hash, last);
        loop {
            let found = self.slots.get(slot)?;
            if found.fingerprint == print {
                return self.known.get(found.mark as usize);
            }
            if found.fingerprint == 0 {
                return None;
            }
            slot = (slot + 1) & last;
        }
    }

    /// The phrases that a word is part of; `None` for most words.
    #[inline]
    pub(super) fn parts(&self, mark: &WordMark) -> Option<&PhraseParts> {
        parts_at(&self.phrase_parts, mark.phrase_parts)
    }

    /// The same for a word that is added if it is new.
    fn parts_of(&mut self, word: &str) -> &mut PhraseParts {
        let next = self.phrase_parts.len();
        let number = &mut self.of(word).phrase_parts;
        let place = number.checked_sub(1).map_or(next, |place| place as usize);
        if place == next {
            *number = u32::try_from(next + 1).unwrap_or_default();
            self.phrase_parts.push(PhraseParts::default());
        }
        &mut self.phrase_parts[place]
    }

    /// The mark of a word, added if it is new.
    fn of(&mut self, word: &str) -> &mut WordMark {
        let last = self.slots.len() - 1;
        let hash = hash(word.as_bytes());
        let (place, bit) = filter_bit(hash);
        self.filter[place] |= bit;
        let (mut slot, print) = split(hash, last);
        while self.slots[slot].fingerprint != 0 && self.slots[slot].fingerprint != print {
            slot = (slot + 1) & last;
        }
        if self.slots[slot].fingerprint == 0 {
            let mark = u32::try_from(self.known.len()).unwrap_or_default();
            self.slots[slot] = Slot { fingerprint: print, mark };
            self.known.push(WordMark::default());
        }
        &mut self.known[self.slots[slot].mark as usize]
    }

    fn add(&mut self, words: &Lexicon, language: Option<&Language>, own: Languages) {
        for (text, word) in words.iter() {
            self.of(text).take(word, words, own);
        }
        for joint in words.joints.iter().filter(|joint| joint.ends_with('\'')) {
            self.of(joint).is_joint = true;
        }
        let assents = words.assents.openings();
        for word in &assents.alone {
            self.of(word).assents = true;
        }
        for (word, after) in &assents.led {
            let assent = 1 << (self.assents % u64::BITS);
            self.assents += 1;
            self.parts_of(word).opens_assent |= assent;
            for word in after {
                self.parts_of(word).completes_assent |= assent;
            }
        }
        self.assent_words = self.assent_words.max(assents.most_words);
        self.always_assents |= words.assents.begins_anyhow();
        self.note_all(&words.awaits, |table| &mut table.awaiting, |parts| &mut parts.awaits);
        // Who goes on to do what was asked for leaves it open.
        for phrases in [&words.asks_back, &words.failures, &words.takes_on] {
            self.note_all(phrases, |table| &mut table.asking_back, |parts| &mut parts.asks_back);
        }
        for idiom in &words.request_idioms {
            let kinds = words.verb(idiom.verb).map_or(ActionKinds::NONE, |verb| verb.kinds);
            // The registry refuses an idiom that needs no word.
            for needed in idiom.asks.needed_words().flatten() {
                let place = self.idioms % u64::BITS;
                self.idioms += 1;
                match self.idiom_kinds.get_mut(place as usize) {
                    Some(known) => *known = known.and(kinds),
                    None => self.idiom_kinds.push(kinds),
                }
                self.note(&needed, 1 << place, |parts| &mut parts.idioms);
            }
        }
        let opening = words.request_openers.spelled();
        for word in opening.words {
            self.of(word).leads_request |= own;
        }
        // What ends with any word, or any ending, may lead to every word.
        if opening.others || !opening.prefixes.is_empty() {
            self.always_open |= own;
        }
        let Some(language) = language else { return };
        for join in &language.joins {
            self.of(join).joins |= own;
        }
        for word in &language.not_ends {
            self.of(word).goes_on = true;
        }
        let spelled = language.openers.spelled();
        for word in spelled.words {
            self.of(word).opens |= own;
        }
        self.prefixes.extend(spelled.prefixes.into_iter().map(|prefix| (prefix.to_owned(), own)));
        if spelled.others {
            self.always_open |= own;
        }
    }

    /// Notes phrases at the words that they need.
    fn note_all(
        &mut self,
        phrases: &PhraseSet,
        noted: fn(&mut Self) -> &mut NotedPhrases,
        bits: fn(&mut PhraseParts) -> &mut [u64; 2],
    ) {
        for needed in phrases.needed_words() {
            let noted = noted(self);
            let Some(needed) = needed else {
                noted.need_nothing = true;
                continue;
            };
            let phrase = 1 << (noted.count % u64::BITS);
            noted.count += 1;
            self.note(&needed, phrase, bits);
        }
    }

    /// Notes a phrase, by its bit, at the words that it needs.
    fn note(&mut self, needed: &[Vec<String>; 2], phrase: u64, phrases: fn(&mut PhraseParts) -> &mut [u64; 2]) {
        for (part, own) in needed.iter().enumerate() {
            for word in own {
                phrases(self.parts_of(word))[part] |= phrase;
            }
        }
    }

    /// What the idioms with these bits ask for.
    pub(super) fn asked_by(&self, idioms: u64) -> ActionKinds {
        let asked = self.idiom_kinds.iter().enumerate().filter(|(place, _)| idioms >> place & 1 == 1);
        asked.fold(ActionKinds::NONE, |all, (_, kinds)| all.and(*kinds))
    }

    /// Adds a thing as tools name it, in the singular and in the plural: words that a language does not know are
    /// compared with these.
    fn add_thing(&mut self, thing: &str, words: &Lexicon) {
        let stem = thing.strip_suffix('y').unwrap_or(thing);
        let plurals = [format!("{thing}s"), format!("{thing}es"), format!("{stem}ies")];
        for written in plurals.iter().map(String::as_str).chain([thing]) {
            if name_words(written).first().is_some_and(|singular| singular == thing) {
                let mark = self.of(written);
                mark.is_thing = true;
                mark.is_record |= words.is_record(thing);
            }
        }
    }
}

fn parts_at(parts: &[PhraseParts], number: u32) -> Option<&PhraseParts> {
    parts.get(number.checked_sub(1)? as usize)
}

/// The word and the bit of the filter for a hash.
#[allow(clippy::cast_possible_truncation, reason = "the upper bits")]
#[inline]
fn filter_bit(hash: u64) -> (usize, u64) {
    let place = hash >> (u64::BITS - FILTER_BITS);
    ((place / 64) as usize, 1 << (place % 64))
}
