//! What each known word may do in a sentence.

use crate::registry::{ActionKind, ActionKinds, Forms, Lexicon, Word, WordClass, WordClasses};

/// A set of languages, a bit for each.
pub(super) type Languages = u8;

/// The set of all languages, with every bit set.
pub(super) const ALL: Languages = Languages::MAX;

/// The most languages that can be told apart.
pub(super) const MOST_LANGUAGES: usize = 8;

/// What a word before a verb makes of it. The value is the place of its bits in [`VerbContexts`].
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum VerbContext {
    /// A participle after it was done.
    Done,
    /// A participle after it describes a state.
    State,
    /// "have", with any subject.
    Have,
    Author,
    Will,
    /// "able": a base form after it was done.
    Managed,
    Infinitive,
    /// Another person, or "se", as the subject of a "have".
    Other,
}

/// The languages in which a word is each [`VerbContext`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VerbContexts(u64);

impl VerbContexts {
    #[inline]
    pub(super) fn of(lead: VerbContext, languages: Languages) -> Self {
        Self(u64::from(languages) << (lead as u32 * 8))
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Keeps only some languages.
    #[inline]
    pub(super) fn within(self, languages: Languages) -> Self {
        Self(self.0 & (u64::from(languages) * 0x0101_0101_0101_0101))
    }

    #[allow(clippy::cast_possible_truncation, reason = "one of the eight bytes")]
    #[inline]
    pub(super) fn get(self, lead: VerbContext) -> Languages {
        (self.0 >> (lead as u32 * 8)) as u8
    }
}

/// A verb in one of its forms: what it does, and in which languages the form exists.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VerbForm {
    pub(super) kinds: ActionKinds,
    pub(super) languages: Languages,
}

impl VerbForm {
    const NONE: Self = Self { kinds: ActionKinds::NONE, languages: 0 };

    fn add(&mut self, kinds: ActionKinds, language: Languages) {
        self.kinds = self.kinds.and(kinds);
        self.languages |= language;
    }

    /// Its kinds of action, if the form exists in one of these languages.
    #[inline]
    pub(super) fn within(self, languages: Languages) -> ActionKinds {
        if self.languages & languages == 0 { ActionKinds::NONE } else { self.kinds }
    }
}

/// The phrases that a word is part of: a bit for each, which several may share.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PhraseParts {
    /// The assents of several words that may begin with it ("that works").
    pub(super) opens_assent: u64,
    /// Those of which it is one of the other words.
    pub(super) completes_assent: u64,
    /// The phrases that ask back in which it is the first needed word, and those in which it is the second.
    pub(super) asks_back: [u64; 2],
    /// The same for phrases that ask for something.
    pub(super) idioms: [u64; 2],
    /// The same for phrases that wait for what was asked for before.
    pub(super) awaits: [u64; 2],
}

/// What a word may be in the languages that know it.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a word, independent of the others")]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WordMark {
    pub(super) participle: VerbForm,
    /// Where its participle may begin a sentence, because it differs from the base form.
    pub(super) begins: Languages,
    /// Where it may begin one only after an opener, because it is a base form as well ("Ok, übertragen").
    pub(super) begins_after_opener: Languages,
    /// Where the form is a past tense too ("I paid").
    pub(super) is_past: Languages,
    pub(super) past: VerbForm,
    pub(super) progressive: VerbForm,
    pub(super) base: VerbForm,
    /// A form whose subject is a third person or the thing itself.
    pub(super) third: VerbForm,
    /// The kinds of action that it reports as done in any position.
    pub(super) anywhere: ActionKinds,
    /// Those that it reports as done once the sentence has an author or an auxiliary.
    pub(super) with_author: ActionKinds,
    /// What it may ask for in any position.
    pub(super) asked_anywhere: VerbForm,
    /// Where a base form after it may ask for something.
    pub(super) leads_request: Languages,
    /// Where it may begin a condition, at the end of which a verb asks for something.
    pub(super) conditions: Languages,
    /// Where it may come between a word that leads to a request and its verb: "If you could cancel it".
    pub(super) passes_request: Languages,
    /// Where it is a preposition.
    pub(super) is_preposition: Languages,
    /// Where it asks in a language that writes compound nouns as one word.
    pub(super) asks_of_parts: Languages,
    pub(super) leads: VerbContexts,
    pub(super) have: Languages,
    /// Where somebody may have something done or get it done with it: "I have it booked", "I got it booked".
    pub(super) results: Languages,
    pub(super) been: Languages,
    pub(super) infinitive: Languages,
    /// Where it may come between a verb and the word that leads to it.
    pub(super) passes: Languages,
    /// Where it may be part of the opening of a sentence.
    pub(super) opens: Languages,
    /// Where it cannot be part of a noun phrase before a participle ("Reminder for Ana set").
    pub(super) bars: Languages,
    pub(super) determines: Languages,
    /// Where it may follow such a participle.
    pub(super) follows: Languages,
    /// Where it joins clauses.
    pub(super) joins: Languages,
    /// Whether it is an author or an auxiliary in a language that may separate these from their verbs.
    pub(super) frames: bool,
    pub(super) authors: Languages,
    /// Where it is an author or the user, either of whom may have something done.
    pub(super) owners: Languages,
    pub(super) assents: bool,
    /// The number of its [`PhraseParts`], from 1; 0 for the many words without any.
    pub(super) phrase_parts: u32,
    /// Whether it asks for the thing named after it ("I want").
    pub(super) wants: bool,
    /// Whether it is the user ("you", "you're").
    pub(super) is_user: bool,
    /// Whether it is joined to the next word by an apostrophe.
    pub(super) is_joint: bool,
    /// Whether it names a thing outside the conversation ("lamp", "order").
    pub(super) is_thing: bool,
    /// Whether it names something that applications keep records of.
    pub(super) is_record: bool,
    /// Whether it ends the name of a file ("png").
    pub(super) is_file: bool,
    /// Whether longer words that end with it name such a thing ("Küchenlicht").
    pub(super) ends_thing: bool,
    /// Whether it is an abbreviation: a point after it ends no sentence.
    pub(super) goes_on: bool,
    /// Whether it carries meaning of its own, besides leading to a verb.
    pub(super) says: bool,
    /// Whether it may report an action.
    pub(super) reports: bool,
    /// Whether it may lead to a verb, or pass on what leads to one.
    pub(super) may_lead: bool,
}

impl WordMark {
    /// The mark of an unknown word.
    pub(super) const NOTHING: Self = Self {
        participle: VerbForm::NONE,
        begins: 0,
        begins_after_opener: 0,
        is_past: 0,
        past: VerbForm::NONE,
        progressive: VerbForm::NONE,
        base: VerbForm::NONE,
        third: VerbForm::NONE,
        anywhere: ActionKinds::NONE,
        with_author: ActionKinds::NONE,
        asked_anywhere: VerbForm::NONE,
        leads_request: 0,
        conditions: 0,
        passes_request: 0,
        is_preposition: 0,
        asks_of_parts: 0,
        leads: VerbContexts(0),
        have: 0,
        results: 0,
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
        owners: 0,
        assents: false,
        phrase_parts: 0,
        wants: false,
        is_user: false,
        is_joint: false,
        is_thing: false,
        is_record: false,
        is_file: false,
        ends_thing: false,
        goes_on: false,
        says: false,
        reports: false,
        may_lead: false,
    };

    /// Notes what can be skipped for it, once all languages have added what it is.
    pub(super) fn finish(&mut self, parts: Option<&PhraseParts>) {
        let verbs = [self.participle, self.past, self.progressive, self.base, self.third];
        let kinds = verbs.iter().fold(self.anywhere.and(self.with_author), |all, verb| all.and(verb.kinds));
        self.reports = kinds != ActionKinds::NONE;
        let names = self.is_thing || self.is_record || self.is_file || self.frames || self.owners != 0 || self.is_user;
        self.says = self.reports || names || parts.is_some_and(|parts| parts.asks_back != [0; 2]);
        self.may_lead =
            self.leads != VerbContexts::default() || self.have | self.been | self.infinitive | self.passes != 0;
    }

    /// What this word leads to, given what led to it.
    #[inline]
    pub(super) fn after(&self, before: VerbContexts) -> VerbContexts {
        if !self.may_lead {
            return VerbContexts::default();
        }
        let subject = before.get(VerbContext::Author) | before.get(VerbContext::Other);
        let finite =
            before.get(VerbContext::Have) | before.get(VerbContext::State) | before.get(VerbContext::Infinitive);
        let done = (self.have & subject) | (self.been & finite);
        let managed = self.infinitive & before.get(VerbContext::Managed);
        let own = self
            .leads
            .and(VerbContexts::of(VerbContext::Done, done))
            .and(VerbContexts::of(VerbContext::Managed, managed));
        own.and(VerbContexts::of(VerbContext::Infinitive, self.infinitive)).and(before.within(self.passes))
    }

    /// Adds what a word is in one more language.
    pub(super) fn take(&mut self, word: &Word, words: &Lexicon, own: Languages) {
        let parted = word.parted.iter().map(|parted| (parted.verb, parted.forms));
        for (verb, forms) in word.verb.into_iter().chain(parted) {
            if let Some(verb) = words.verb(verb) {
                self.take_verb(verb.kinds, forms, words, own);
            }
        }
        if let Some(verb) = word.action.and_then(|action| words.verb(action)) {
            self.asked_anywhere.add(verb.kinds, own);
            self.asks_of_parts |= if words.compounds { own } else { 0 };
        }
        if let Some(thing) = &word.thing {
            self.is_thing |= words.is_thing(thing);
            self.is_record |= words.is_record(thing);
            self.ends_thing |= words.compounds && words.is_thing(thing);
        }
        // A shortcut: most words are forms of verbs and nothing else.
        if word.classes != WordClasses::default() {
            self.take_classes(word.classes, words, own);
        }
    }

    fn take_verb(&mut self, kinds: ActionKinds, forms: Forms, words: &Lexicon, own: Languages) {
        if words.verb_last || words.unspaced {
            self.asked_anywhere.add(kinds, own);
        }
        self.asks_of_parts |= if words.compounds { own } else { 0 };
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
            self.begins_after_opener |= if is_base && words.verb_last { own } else { 0 };
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

    fn take_classes(&mut self, classes: WordClasses, words: &Lexicon, own: Languages) {
        use WordClass::{
            Adverb, Agent, Author, AuthorHave, AuthorIs, AuthorWill, Became, Been, Being, Clitic, Clock, Completing,
            Determiner, File, Have, Infinitive, Is, ItIs, Managed, Preposition, Reflexive, Wants, Was, Will, You,
        };
        let leads: [(VerbContext, &[WordClass]); 7] = [
            (VerbContext::Done, &[AuthorHave, Became]),
            (VerbContext::State, &[Is, Was, ItIs]),
            (VerbContext::Have, &[Have]),
            (VerbContext::Author, &[Author, AuthorIs]),
            (VerbContext::Will, &[Will, AuthorWill]),
            (VerbContext::Managed, &[Managed]),
            (VerbContext::Other, &[You, Reflexive]),
        ];
        for (lead, own_classes) in leads {
            if classes.has_any(own_classes) {
                self.leads = self.leads.and(VerbContexts::of(lead, own));
            }
        }
        // In Portuguese "a reproduzir" says what is going on.
        if words.subjectless && classes.has_any(&[Being]) {
            self.leads = self.leads.and(VerbContexts::of(VerbContext::Managed, own));
        }
        // "You are being transferred."
        if !words.subjectless && classes.has_any(&[Being]) {
            self.leads = self.leads.and(VerbContexts::of(VerbContext::State, own));
        }
        self.wants |= classes.has_any(&[Wants]);
        self.is_user |= classes.has_any(&[You, WordClass::YouAre]);
        self.is_file |= classes.has_any(&[File, WordClass::TextFile]);
        let is = |classes_asked: &[WordClass]| if classes.has_any(classes_asked) { own } else { 0 };
        self.have |= is(&[Have]);
        self.results |= is(&[Have, AuthorHave, Was]);
        self.been |= is(&[Been]);
        self.infinitive |= is(&[Infinitive]);
        self.passes |= is(&[Adverb, Completing, Clitic]);
        self.determines |= is(&[Determiner]);
        self.leads_request |= is(&[Infinitive, You, Author, Will, AuthorWill, WordClass::Leads]);
        self.conditions |= is(&[WordClass::Subordinator]);
        self.passes_request |= is(&[WordClass::Modal]);
        self.is_preposition |= is(&[Preposition]);
        self.follows |= is(&[Preposition, Completing, Adverb, Infinitive, Agent]);
        self.authors |= is(&[Author, AuthorHave]);
        self.owners |= is(&[Author, AuthorHave, You]);
        let allowed = classes.has_any(&[Determiner, Preposition, Adverb, Clock, WordClass::Statement]);
        self.bars |= if classes.is_function() && !allowed { own } else { 0 };
        let frames = [Author, AuthorHave, AuthorWill, AuthorIs, Have, Became, Being, Is, Was, ItIs];
        self.frames |= words.verb_last && classes.has_any(&frames);
    }
}
