//! What each known word may do, in whichever language: one table for all of them, asked by the hash of a word's letters.

use super::hash::{hash, split};
use crate::catalog::name_words;
use crate::registry::{ActionKind, ActionKinds, Forms, Language, Statements, Word, WordClass, WordClasses, Words};

/// So many slots has the table, for each word that is known; it is a power of two.
const SLOTS_FOR_EACH: usize = 4;

/// The bits of the filter before the table, as a power of two: it takes 64 KiB, which stay in the cache.
const FILTER_BITS: u32 = 19;

/// Some languages, a bit for each.
pub(super) type Languages = u8;

/// So many languages are told apart.
pub(super) const MOST_LANGUAGES: usize = 8;

/// What a word before a verb may make of it, by the place of its bits in [`Mark::leads`].
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Lead {
    /// A participle is what was done.
    Done,
    /// A participle is how things are.
    State,
    /// "have", by whomever.
    Have,
    Author,
    Will,
    /// "able": a base form is what was done.
    Managed,
    Infinitive,
    /// Somebody else, or "se", of whom "have" tells something.
    Other,
}

/// For each [`Lead`] the languages in which a word is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Leads(u64);

impl Leads {
    pub(super) fn of(lead: Lead, languages: Languages) -> Self {
        Self(u64::from(languages) << (lead as u32 * 8))
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those in some languages alone.
    pub(super) fn within(self, languages: Languages) -> Self {
        Self(self.0 & (u64::from(languages) * 0x0101_0101_0101_0101))
    }

    #[allow(clippy::cast_possible_truncation, reason = "one of the eight bytes")]
    pub(super) fn get(self, lead: Lead) -> Languages {
        (self.0 >> (lead as u32 * 8)) as u8
    }
}

/// A verb in one of its forms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Verb {
    pub(super) kinds: ActionKinds,
    pub(super) languages: Languages,
}

impl Verb {
    const NONE: Self = Self { kinds: ActionKinds::NONE, languages: 0 };

    fn add(&mut self, kinds: ActionKinds, language: Languages) {
        self.kinds = self.kinds.and(kinds);
        self.languages |= language;
    }

    /// Its kinds where it is one in one of these languages.
    pub(super) fn within(self, languages: Languages) -> ActionKinds {
        if self.languages & languages == 0 { ActionKinds::NONE } else { self.kinds }
    }
}

/// Where the mark of a word stands, by what its hash leaves in the table.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Zero where nothing stands.
    fingerprint: u32,
    mark: u32,
}

/// What a word may be.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a word, independent of the others")]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    pub(super) participle: Verb,
    /// The languages in which its participle may begin a sentence, since it is no base form.
    pub(super) begins: Languages,
    /// Those in which it says by itself, too, what its author did.
    pub(super) is_past: Languages,
    pub(super) past: Verb,
    pub(super) progressive: Verb,
    pub(super) base: Verb,
    /// What is told of somebody else, or of the thing itself.
    pub(super) third: Verb,
    /// What it says as done wherever it stands.
    pub(super) anywhere: ActionKinds,
    /// What it says so where an author or an auxiliary stands in its sentence.
    pub(super) with_author: ActionKinds,
    /// What it may ask for.
    pub(super) asked: ActionKinds,
    /// Whether it does so in a language in which nouns are parts of longer words.
    pub(super) asks_of_parts: bool,
    pub(super) leads: Leads,
    pub(super) have: Languages,
    pub(super) been: Languages,
    pub(super) infinitive: Languages,
    /// Where it stands between a verb and what leads to it.
    pub(super) passes: Languages,
    /// Where it may be part of what opens a sentence.
    pub(super) opens: Languages,
    /// Where it is no part of the noun phrase of which something is said ("Reminder for Ana set").
    pub(super) bars: Languages,
    pub(super) determines: Languages,
    /// Where it may follow such a sentence.
    pub(super) follows: Languages,
    /// Where clauses begin behind it.
    pub(super) joins: Languages,
    /// Whether it is an author, or an auxiliary, where these may stand apart from their verbs.
    pub(super) frames: bool,
    pub(super) authors: Languages,
    pub(super) assents: bool,
    /// The phrases that ask back of which it is the one part that each of them needs, and the other.
    pub(super) asks_back: [u64; 2],
    /// Whether it asks for a thing by its name.
    pub(super) wants: bool,
    /// Whether it is written together with the next word, an apostrophe between them.
    pub(super) is_joint: bool,
    /// Whether it names a thing of the world.
    pub(super) is_thing: bool,
    /// Whether applications keep records of that.
    pub(super) is_record: bool,
    /// Whether longer words that end with it name such a thing.
    pub(super) ends_thing: bool,
    /// Whether a point behind it ends no sentence.
    pub(super) goes_on: bool,
    /// Whether it is part of what a sentence says as done, not only of how it says that.
    pub(super) says: bool,
}

/// What is known of the words of all languages.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// A bit for each known word: most words are none, and the table is too large for the cache.
    filter: Vec<u64>,
    /// Small, since it is asked for every word; marks are read of those alone that are known.
    slots: Vec<Slot>,
    known: Vec<Mark>,
    /// What a word begins with that may open a sentence.
    pub(super) prefixes: Vec<(String, Languages)>,
    /// The languages in which any word may.
    pub(super) always_open: Languages,
    /// How many phrases that ask back are told apart, and whether one may be made of any words.
    asking_phrases: u32,
    pub(super) always_asks_back: bool,
    /// Whether any word may begin an assent.
    pub(super) always_assents: bool,
}

impl Marks {
    pub(super) fn new(statements: &Statements) -> Self {
        let words = || statements.words().iter();
        let count: usize = words().map(|words| words.iter().count() + 400).sum();
        let slots = (count * SLOTS_FOR_EACH).next_power_of_two();
        let filter = vec![0; (1 << FILTER_BITS) / 64];
        let mut marks = Self { filter, slots: vec![Slot::default(); slots], ..Self::default() };
        for (place, words) in words().enumerate().take(MOST_LANGUAGES) {
            marks.add(words, statements.language(&words.language), 1 << place);
        }
        for words in words() {
            for thing in words.things() {
                marks.add_thing(thing, words);
            }
        }
        marks.known.iter_mut().for_each(|mark| mark.says = mark.may_say());
        marks
    }

    /// What is known of a word.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<&Mark> {
        let (place, bit) = filter_bit(hash);
        if self.filter.get(place)? & bit == 0 { None } else { self.looked_up(hash) }
    }

    fn looked_up(&self, hash: u64) -> Option<&Mark> {
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

    /// The mark of a word: its own, or a new one.
    fn of(&mut self, word: &str) -> &mut Mark {
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
            self.known.push(Mark::default());
        }
        &mut self.known[self.slots[slot].mark as usize]
    }

    fn add(&mut self, words: &Words, language: Option<&Language>, own: Languages) {
        for (text, word) in words.iter() {
            self.of(text).take(word, words, own);
        }
        for joint in words.joints.iter().filter(|joint| joint.ends_with('\'')) {
            self.of(joint).is_joint = true;
        }
        for head in words.assents.heads() {
            self.of(head).assents = true;
        }
        self.always_assents |= words.assents.begins_anyhow();
        for needed in words.asks_back.needed_words().chain(words.failures.needed_words()) {
            let Some(needed) = needed else {
                self.always_asks_back = true;
                continue;
            };
            let phrase = 1 << self.asking_phrases.min(u64::BITS - 1);
            self.asking_phrases += 1;
            for (part, own) in needed.iter().enumerate() {
                for word in own {
                    self.of(word).asks_back[part] |= phrase;
                }
            }
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

    /// Adds a thing as tools name it, in the singular and in the plural: words that a language does not know are held against
    /// these.
    fn add_thing(&mut self, thing: &str, words: &Words) {
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

/// Where in the filter a hash has its bit.
#[allow(clippy::cast_possible_truncation, reason = "the upper bits")]
#[inline]
fn filter_bit(hash: u64) -> (usize, u64) {
    let place = hash >> (u64::BITS - FILTER_BITS);
    ((place / 64) as usize, 1 << (place % 64))
}

impl Mark {
    /// The mark of a word that nobody knows.
    pub(super) const NOTHING: Self = Self {
        participle: Verb::NONE,
        begins: 0,
        is_past: 0,
        past: Verb::NONE,
        progressive: Verb::NONE,
        base: Verb::NONE,
        third: Verb::NONE,
        anywhere: ActionKinds::NONE,
        with_author: ActionKinds::NONE,
        asked: ActionKinds::NONE,
        asks_of_parts: false,
        leads: Leads(0),
        have: 0,
        been: 0,
        infinitive: 0,
        passes: 0,
        opens: 0,
        bars: 0,
        determines: 0,
        follows: 0,
        joins: 0,
        frames: false,
        authors: 0,
        assents: false,
        asks_back: [0; 2],
        wants: false,
        is_joint: false,
        is_thing: false,
        is_record: false,
        ends_thing: false,
        goes_on: false,
        says: false,
    };

    fn may_say(&self) -> bool {
        let verbs = [self.participle, self.past, self.progressive, self.base, self.third];
        let kinds = verbs.iter().fold(self.anywhere.and(self.with_author), |all, verb| all.and(verb.kinds));
        let names = self.is_thing || self.is_record || self.frames || self.authors != 0;
        names || kinds != ActionKinds::NONE || self.asks_back != [0; 2]
    }

    /// What leads to the word behind it, where this led to itself.
    pub(super) fn after(&self, before: Leads) -> Leads {
        let subject = before.get(Lead::Author) | before.get(Lead::Other);
        let finite = before.get(Lead::Have) | before.get(Lead::State) | before.get(Lead::Infinitive);
        let done = (self.have & subject) | (self.been & finite);
        let managed = self.infinitive & before.get(Lead::Managed);
        let own = self.leads.and(Leads::of(Lead::Done, done)).and(Leads::of(Lead::Managed, managed));
        own.and(Leads::of(Lead::Infinitive, self.infinitive)).and(before.within(self.passes))
    }

    /// Takes what a word is in one more language.
    fn take(&mut self, word: &Word, words: &Words, own: Languages) {
        let parted = word.parted.iter().map(|parted| (parted.verb, parted.forms));
        let forms: Vec<_> = word.verb.into_iter().chain(parted).collect();
        for (verb, forms) in forms {
            if let Some(verb) = words.verb(verb) {
                self.take_verb(verb.kinds, forms, words, own);
            }
        }
        if let Some(verb) = word.action.and_then(|action| words.verb(action)) {
            self.asked = self.asked.and(verb.kinds);
            self.asks_of_parts |= words.compounds;
        }
        if let Some(thing) = &word.thing {
            self.is_thing |= words.is_thing(thing);
            self.is_record |= words.is_record(thing);
            self.ends_thing |= words.compounds && words.is_thing(thing);
        }
        self.take_classes(word.classes, words, own);
    }

    fn take_verb(&mut self, kinds: ActionKinds, forms: Forms, words: &Words, own: Languages) {
        let asks = if words.verb_last || words.unspaced { Forms::ANY } else { Forms::BASE.and(Forms::PROGRESSIVE) };
        if forms.has(asks) {
            self.asked = self.asked.and(kinds);
            self.asks_of_parts |= words.compounds;
        }
        if words.verb_last {
            self.with_author = self.with_author.and(kinds);
        }
        if forms.has(Forms::PAST) && (words.subjectless || words.subject_in_verb) {
            self.anywhere = self.anywhere.and(kinds);
        }
        if forms.has(Forms::FUTURE) {
            self.anywhere = self.anywhere.and(kinds.common(ActionKind::Remind.into()));
        }
        let is_base = forms.has(Forms::BASE);
        if forms.has(Forms::PARTICIPLE) {
            self.participle.add(kinds, own);
            self.begins |= if is_base { 0 } else { own };
            self.is_past |= if forms.has(Forms::PAST) { own } else { 0 };
        }
        for (form, verb) in [
            (Forms::PAST, &mut self.past),
            (Forms::PROGRESSIVE, &mut self.progressive),
            (Forms::BASE, &mut self.base),
            (Forms::THIRD, &mut self.third),
        ] {
            if forms.has(form) {
                verb.add(kinds, own);
            }
        }
    }

    fn take_classes(&mut self, classes: WordClasses, words: &Words, own: Languages) {
        use WordClass::{
            Adverb, Agent, Author, AuthorHave, AuthorIs, AuthorWill, Became, Been, Being, Clitic, Completing,
            Determiner, Have, Infinitive, Is, ItIs, Managed, Preposition, Reflexive, Wants, Was, Will, You,
        };
        let leads: [(Lead, &[WordClass]); 7] = [
            (Lead::Done, &[AuthorHave, Became]),
            (Lead::State, &[Is, Was, ItIs]),
            (Lead::Have, &[Have]),
            (Lead::Author, &[Author, AuthorIs]),
            (Lead::Will, &[Will, AuthorWill]),
            (Lead::Managed, &[Managed]),
            (Lead::Other, &[You, Reflexive]),
        ];
        for (lead, own_classes) in leads {
            if classes.has_any(own_classes) {
                self.leads = self.leads.and(Leads::of(lead, own));
            }
        }
        // "A reproduzir" says what is going on.
        if words.subjectless && classes.has_any(&[Being]) {
            self.leads = self.leads.and(Leads::of(Lead::Managed, own));
        }
        self.wants |= classes.has_any(&[Wants]);
        let is = |classes_asked: &[WordClass]| if classes.has_any(classes_asked) { own } else { 0 };
        self.have |= is(&[Have]);
        self.been |= is(&[Been]);
        self.infinitive |= is(&[Infinitive]);
        self.passes |= is(&[Adverb, Completing, Clitic]);
        self.determines |= is(&[Determiner]);
        self.follows |= is(&[Preposition, Completing, Adverb, Infinitive, Agent]);
        self.authors |= is(&[Author, AuthorHave]);
        let allowed = classes.has_any(&[Determiner, Preposition, Adverb]);
        self.bars |= if classes.is_function() && !allowed { own } else { 0 };
        let frames = [Author, AuthorHave, AuthorWill, AuthorIs, Have, Became, Being, Is, Was, ItIs];
        self.frames |= words.verb_last && classes.has_any(&frames);
    }
}
