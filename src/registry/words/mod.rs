//! The words with which a language says that something was done: its verbs of action with their forms, the auxiliaries that
//! make a sentence of them, and the things that they are done to. Data, like all else that the registry holds.

mod kind;
mod text;
mod weights;
mod word;

use hashbrown::{HashMap, HashSet};

pub use kind::{ActionKind, ActionKinds};
pub(super) use text::LexiconText;
use text::OutcomeText;
pub use text::{DenialForms, WordClass, WordClasses};
pub use weights::WordWeights;
use word::SeparableVerb;
pub use word::{Forms, Verb, Word};

use super::pattern::EntryMistake;
use super::statement::{Boundaries, Lists, PhraseSet};

/// Stands in a verb's form where the particle goes to the end of the clause.
const PARTED: char = '_';

/// The fewest letters of the parts of a longer word; the last part has one more.
const SHORTEST_PART: usize = 3;
/// What has more bytes is not taken apart: a hash, data in Base64.
const LONGEST_COMPOUND: usize = 80;

/// How somebody says that he is about to do something.
#[derive(Clone, Debug, Default)]
pub struct Announcements {
    /// What is looked up, or seen to: it says so by itself ("let me check").
    pub alone: PhraseSet,
    /// Anything else: it says so with words of waiting ("I'll book it now").
    pub with_waiting: PhraseSet,
    /// Words of waiting ("one moment").
    pub waiting: PhraseSet,
    /// When it is not done at once ("tomorrow").
    pub later: PhraseSet,
}

/// What is said once something was done, by no verb of action: "Enjoy the music", "Your cab is on the way".
#[derive(Clone, Debug)]
pub struct OutcomePhrase {
    /// The kinds of action that it expresses.
    pub of: ActionKinds,
    /// How it is said.
    pub says: PhraseSet,
    /// Whether it says so only to who has just agreed to it: "You have 2 tickets".
    pub if_agreed: bool,
    /// What is true where it was not done.
    pub denial: String,
}

impl OutcomePhrase {
    fn compile(text: OutcomeText, place: usize, lists: &Lists) -> Result<Self, EntryMistake> {
        let says = PhraseSet::compile(&text.says, lists);
        let says = says.map_err(|(phrase, reason)| (format!("/outcomes/{place}/says/{phrase}"), reason))?;
        let of = text.of.into_iter().fold(ActionKinds::default(), ActionKinds::with);
        Ok(Self { of, says, if_agreed: text.if_agreed, denial: text.denial })
    }
}

/// The words of a language.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a language, independent of the others")]
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// The code of the language, such as `en`.
    pub language: String,
    /// Whether the participle closes a clause that its auxiliary opens, as in German.
    pub verb_last: bool,
    /// Whether words are without blanks between them, as in Chinese.
    pub unspaced: bool,
    /// Whether the ending of a verb names its subject, which may then be left out or follow, as in Spanish.
    pub subject_in_verb: bool,
    /// Whether a verb says by its ending that its author speaks, as in Portuguese.
    pub subjectless: bool,
    /// Whether a noun may be the end of a longer word, as in German.
    pub compounds: bool,
    /// What is written together with its neighbour: with an apostrophe after it, or a hyphen before it.
    pub joints: Vec<String>,
    /// How a false sentence is corrected.
    pub denials: DenialForms,
    /// How somebody agrees to an offer ("yes", "go ahead").
    pub assents: PhraseSet,
    /// How an answer asks back without a question mark ("please confirm").
    pub asks_back: PhraseSet,
    /// How somebody thanks or takes leave ("that's all").
    pub partings: PhraseSet,
    /// How an answer asks whether what it says is right ("please confirm"): then nothing was done yet.
    pub proposals: PhraseSet,
    /// How a question ends that asks the same (", right?").
    pub tags: PhraseSet,
    /// How an answer says that it did not work out: then it is still wanted ("unfortunately").
    pub failures: PhraseSet,
    /// What is asked at the end, and offers nothing ("anything else?").
    pub closings: PhraseSet,
    /// How somebody asks for what can be in the reply itself: a text, an explanation, a calculation.
    pub text_requests: PhraseSet,
    /// Names of what only an action can have brought about ("confirmation code").
    pub receipts: PhraseSet,
    /// How somebody says that he is about to do something.
    pub announcements: Announcements,
    /// What is said once something was done, by no verb of action.
    pub outcomes: Vec<OutcomePhrase>,
    verbs: Vec<Verb>,
    by_text: HashMap<String, Word>,
    /// The words with which outcomes are reported.
    telling: HashSet<String>,
    /// The things outside the conversation, as tools name them.
    things: HashSet<String>,
    /// The things of which an application keeps records.
    records: Vec<String>,
    /// The things that a user has once they are booked.
    booked: Vec<String>,
    boundaries: Boundaries,
    longest: usize,
}

impl Lexicon {
    pub(super) fn compile(text: LexiconText) -> Result<Self, EntryMistake> {
        let lists = Lists::default();
        let outcomes =
            text.outcomes.into_iter().enumerate().map(|(place, text)| OutcomePhrase::compile(text, place, &lists));
        let phrases = |member: &str, phrases: &[String]| {
            PhraseSet::compile(phrases, &lists).map_err(|(place, reason)| (format!("/{member}/{place}"), reason))
        };
        let mut words = Self {
            verb_last: text.verb_last,
            unspaced: text.unspaced,
            subject_in_verb: text.subject_in_verb,
            subjectless: text.subjectless,
            compounds: text.compounds,
            joints: text.joints,
            denials: text.denials,
            assents: phrases("assents", &text.assents)?,
            asks_back: phrases("asks_back", &text.asks_back)?,
            partings: phrases("partings", &text.partings)?,
            proposals: phrases("proposals", &text.proposals)?,
            tags: phrases("tags", &text.tags)?,
            failures: phrases("failures", &text.failures)?,
            closings: phrases("closings", &text.closings)?,
            text_requests: phrases("text_requests", &text.text_requests)?,
            receipts: phrases("receipts", &text.receipts)?,
            announcements: Announcements {
                alone: phrases("announcements/alone", &text.announcements.alone)?,
                with_waiting: phrases("announcements/with_waiting", &text.announcements.with_waiting)?,
                waiting: phrases("announcements/waiting", &text.announcements.waiting)?,
                later: phrases("announcements/later", &text.announcements.later)?,
            },
            outcomes: outcomes.collect::<Result<_, _>>()?,
            verbs: Vec::new(),
            by_text: HashMap::new(),
            telling: HashSet::new(),
            things: text.things.keys().cloned().collect(),
            records: text.records,
            booked: text.booked,
            boundaries: Boundaries::default(),
            longest: 0,
            language: text.language,
        };
        for (kind, lines) in text.verbs {
            for (place, line) in lines.iter().enumerate() {
                words.add_verb(kind, line).map_err(|reason| (format!("/verbs/{}/{place}", kind.name()), reason))?;
            }
        }
        for (verb, nouns) in &text.actions {
            let place = words.verbs.iter().position(|known| known.base == *verb);
            let place = place.ok_or_else(|| (format!("/actions/{verb}"), format!("unknown verb `{verb}`")))?;
            for noun in nouns {
                words.entry(noun).action = Some(place);
            }
        }
        for (class, members) in &text.classes {
            for member in members {
                let word = words.entry(member);
                word.classes = word.classes.with(*class);
            }
        }
        for (thing, names) in text.things {
            for name in &names {
                words.entry(name).thing = Some(thing.clone());
            }
        }
        let spelled = words.outcomes.iter().flat_map(|outcome| outcome.says.spelled().words);
        words.telling = spelled.map(str::to_owned).collect();
        words.know_phrases();
        words.longest = words.by_text.keys().map(|word| word.chars().count()).max().unwrap_or_default();
        Ok(words)
    }

    /// Where no blanks are between words, a phrase is separated from its neighbours as a known word.
    fn know_phrases(&mut self) {
        if !self.unspaced {
            return;
        }
        let Announcements { alone, with_waiting, waiting, later } = &self.announcements;
        let sets = [
            &self.receipts,
            &self.partings,
            &self.proposals,
            &self.tags,
            &self.failures,
            alone,
            with_waiting,
            waiting,
            later,
        ];
        let sets = sets.into_iter().chain(self.outcomes.iter().map(|outcome| &outcome.says));
        let said: Vec<String> = sets.flat_map(|set| set.spelled().words).map(str::to_owned).collect();
        for word in said {
            self.entry(&word);
        }
    }

    /// Adds a verb as its line says it: base | past | participle | progressive | more kinds | third | future. `sage_ab` is
    /// "sage … ab".
    fn add_verb(&mut self, kind: ActionKind, line: &str) -> Result<(), String> {
        let fields: Vec<Vec<&str>> = line.split('|').map(|field| field.split_whitespace().collect()).collect();
        let of = |field: usize| fields.get(field).map(Vec::as_slice).unwrap_or_default();
        let Some(base) = of(0).first() else { return Err("a verb needs a base form".to_owned()) };
        let participle = of(2).first().or(of(1).first()).unwrap_or(base);
        let more = of(4).iter().map(|name| ActionKind::of(name).ok_or_else(|| format!("unknown kind `{name}`")));
        let kinds = more.collect::<Result<Vec<_>, _>>()?.into_iter().fold(kind.into(), ActionKinds::with);
        let place = self.verbs.len();
        let past = of(1).first().map(|past| (*past).to_owned());
        self.verbs.push(Verb { base: (*base).to_owned(), kinds, participle: (*participle).to_owned(), past });
        for (field, form) in Forms::FIELDS {
            for written in of(field) {
                if let Some((stem, particle)) = written.split_once(PARTED) {
                    let parted = SeparableVerb { particle: particle.to_owned(), verb: place, forms: form };
                    self.entry(stem).parted.push(parted);
                    continue;
                }
                let known = self.entry(written).verb.get_or_insert((place, Forms::default()));
                known.1 = if known.0 == place { known.1.and(form) } else { known.1 };
            }
        }
        Ok(())
    }

    fn entry(&mut self, word: &str) -> &mut Word {
        self.by_text.entry(word.to_lowercase()).or_default()
    }

    /// What is known of a word in small letters.
    #[must_use]
    pub fn word(&self, word: &str) -> Option<&Word> {
        self.by_text.get(word)
    }

    /// The thing at the end of a longer word ("Zahnarzttermin"), as tools name it.
    #[must_use]
    pub fn compound(&self, word: &str) -> Option<&str> {
        let mut ends = word_ends(word).filter(|_| self.compounds);
        ends.find_map(|end| self.word(end)?.thing.as_deref())
    }

    /// The parts of what is written together; `None` where that is one word.
    #[must_use]
    pub fn parts<'t>(&self, word: &'t str) -> Option<Vec<&'t str>> {
        let (first, last) = self.joint(word)?;
        let parts = |word| self.parts(word).unwrap_or_else(|| vec![word]);
        Some([parts(first), parts(last)].concat())
    }

    /// Where a word is joined to another.
    fn joint<'t>(&self, word: &'t str) -> Option<(&'t str, &'t str)> {
        if self.joints.is_empty() || !word.contains(['\'', '-']) || self.by_text.contains_key(word) {
            return None;
        }
        let parted = self.joints.iter().filter_map(|joint| {
            let at = if joint.ends_with('\'') {
                word.starts_with(joint.as_str()).then_some(joint.len())
            } else {
                word.ends_with(joint.as_str()).then(|| word.len() - joint.len())
            };
            word.split_at_checked(at?)
        });
        parted.into_iter().find(|(first, last)| !first.is_empty() && !last.is_empty())
    }

    /// All words that are known.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Word)> {
        self.by_text.iter().map(|(word, known)| (word.as_str(), known))
    }

    /// A verb by its place.
    #[must_use]
    pub fn verb(&self, place: usize) -> Option<&Verb> {
        self.verbs.get(place)
    }

    /// The verbs of action, each with the kind of action it names.
    #[must_use]
    pub fn verbs(&self) -> &[Verb] {
        &self.verbs
    }

    /// The things outside the conversation, as tools name them.
    pub fn things(&self) -> impl Iterator<Item = &str> {
        self.things.iter().map(String::as_str)
    }

    /// Whether a noun names a thing outside the conversation ("flight").
    #[must_use]
    pub fn is_thing(&self, noun: &str) -> bool {
        self.things.contains(noun)
    }

    /// Whether a user who books such a thing has it once that is confirmed ("ride"): a booking is confirmed itself.
    #[must_use]
    pub fn is_booked(&self, thing: &str) -> bool {
        self.booked.iter().any(|known| known == thing)
    }

    /// Whether an application keeps records of such things ("reminder").
    #[must_use]
    pub fn is_record(&self, thing: &str) -> bool {
        self.records.iter().any(|known| known == thing)
    }

    /// The words at which the phrases of these words end: none.
    #[must_use]
    pub fn boundaries(&self) -> &Boundaries {
        &self.boundaries
    }

    /// How many characters its longest word has.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }
}

/// Reads the words of a file.
///
/// # Errors
/// Every mistake with its place.
pub(super) fn compile(texts: Vec<LexiconText>) -> Result<Vec<Lexicon>, Vec<EntryMistake>> {
    let mut words = Vec::new();
    let mut mistakes = Vec::new();
    for (index, text) in texts.into_iter().enumerate() {
        match Lexicon::compile(text) {
            Ok(own) => words.push(own),
            Err((place, reason)) => mistakes.push((format!("/words/{index}{place}"), reason)),
        }
    }
    if mistakes.is_empty() { Ok(words) } else { Err(mistakes) }
}

/// The ends of a word that may be words of their own, the longest first; none of what is too long for a word.
pub(crate) fn word_ends(word: &str) -> impl Iterator<Item = &str> {
    let starts = word.char_indices().map(|(at, _)| at).skip(SHORTEST_PART).filter(|_| word.len() <= LONGEST_COMPOUND);
    let ends = starts.filter_map(|at| word.get(at..));
    ends.filter(|end| end.chars().count() > SHORTEST_PART)
}
