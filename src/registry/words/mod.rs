//! The words with which a language reports an action: verbs of action with their forms, auxiliaries, and the things
//! that actions are done to. All of it is data of the registry.

mod compounds;
mod denial_forms;
mod kind;
mod phrases;
mod regular;
mod text;
mod tool_words;
mod weights;
mod word;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use hashbrown::{DefaultHashBuilder, HashSet};
use indexmap::IndexMap;

pub(crate) use compounds::word_ends;
pub use denial_forms::DenialForms;
pub use kind::{ActionKind, ActionKinds};
pub use phrases::{Announcements, OutcomePhrase, RequestIdiom};
pub(super) use text::LexiconText;
pub use text::{WordClass, WordClasses};
pub(super) use tool_words::WordsByKind;
pub use tool_words::{ToolWords, with_plain_letters};
pub use weights::WordWeights;
use word::SeparableVerb;
pub use word::{Forms, Verb, Word};

use super::pattern::EntryMistake;
use super::phrase::{Boundaries, Lists, PhraseSet, PhraseSetIndex};

/// Marks a verb form whose particle moves to the end of the clause.
const PARTED: char = '_';

/// The lexicon of a language.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a language, independent of the others")]
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// The code of the language, such as `en`.
    pub language: String,
    /// Whether the participle closes a clause that its auxiliary opens, as in German.
    pub verb_last: bool,
    /// Whether words are not separated by spaces, as in Chinese.
    pub unspaced: bool,
    /// Whether the ending of a verb names its subject, which may then be left out or follow, as in Spanish.
    pub subject_in_verb: bool,
    /// Whether the ending of a verb shows that the author speaks, as in Portuguese.
    pub subjectless: bool,
    /// Whether a noun may be the end of a compound, as in German.
    pub compounds: bool,
    /// Words written together with a neighbour: joined by an apostrophe after them, or a hyphen before them.
    pub joints: Vec<String>,
    /// Corrections of false sentences.
    pub denials: DenialForms,
    /// Phrases that accept an offer ("yes", "go ahead").
    pub assents: PhraseSet,
    /// Phrases that ask a question without a question mark ("please confirm").
    pub asks_back: PhraseSet,
    /// Thanks and goodbyes ("that's all").
    pub partings: PhraseSet,
    /// How a user waits for what was asked for before.
    pub awaits: PhraseSet,
    /// How an answer goes on to do what was asked for ("let me proceed").
    pub takes_on: PhraseSet,
    /// Words right before the verb of a request.
    pub request_openers: PhraseSet,
    /// How a user asks for something to be done, with whatever verb ("please", "could you").
    pub pleas: PhraseSet,
    /// How a user asks for more of the same ("another one, please").
    pub further: PhraseSet,
    /// How what was found keeps an assistant from something (", so I can't change it").
    pub hindrances: PhraseSet,
    /// Words before bad news.
    pub regrets: PhraseSet,
    /// How thanks name what was done ("thank you for").
    pub thanks: PhraseSet,
    /// Phrases that ask whether a proposal is right ("please confirm"): then nothing was done yet.
    pub proposals: PhraseSet,
    /// Endings of a question that ask the same (", right?").
    pub tags: PhraseSet,
    /// Phrases for a failure, after which the user still wants the action ("unfortunately").
    pub failures: PhraseSet,
    /// Closing questions that offer nothing ("anything else?").
    pub closings: PhraseSet,
    /// Requests that the reply itself can fulfil: a text, an explanation, a calculation.
    pub text_requests: PhraseSet,
    /// Work on a text that the message brings along: a translation, a correction.
    pub text_work: PhraseSet,
    /// How the user gives the assistant the role of somebody else.
    pub roles: PhraseSet,
    /// Words before an action that the user only considers.
    pub considers: PhraseSet,
    /// Words before what people usually do or like to do.
    pub habits: PhraseSet,
    /// Questions about what was done, or how something is done: they ask for no action.
    pub inquiries: PhraseSet,
    /// Names of things that only an action can produce ("confirmation code").
    pub receipts: PhraseSet,
    /// Words that say in which file something is ("saved as").
    pub file_pointers: PhraseSet,
    /// What follows from an action, and so is false without it ("you will receive a refund", "enjoy your flight").
    pub consequences: PhraseSet,
    /// Announcements of the next action.
    pub announcements: Announcements,
    /// Phrases that report an outcome without a verb of action.
    pub outcomes: Vec<OutcomePhrase>,
    /// Built on first use.
    outcome_index: OnceLock<PhraseSetIndex>,
    /// Phrases that ask for an action without its verb.
    pub request_idioms: Vec<RequestIdiom>,
    /// Built on first use.
    idiom_index: OnceLock<PhraseSetIndex>,
    /// Words by which tools go that do actions of a kind, besides verbs.
    pub tool_words: BTreeMap<ActionKind, Vec<String>>,
    /// The index of the verb that says what "you're all set" says: all is done.
    pub settled: Option<usize>,
    /// The indices of the verbs that report something only together with the place where it is now: "written" may be the
    /// reply itself.
    pub placing: Vec<usize>,
    verbs: Vec<Verb>,
    /// One after the other, since half of the slots of a hash map would be empty, and there are many thousands.
    by_text: IndexMap<String, Word, DefaultHashBuilder>,
    /// The words that report outcomes.
    outcome_words: HashSet<String>,
    /// The things outside the conversation, under the names that tools use.
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
            awaits: phrases("awaits", &text.awaits)?,
            takes_on: phrases("takes_on", &text.takes_on)?,
            request_openers: phrases("request_openers", &text.request_openers)?,
            pleas: phrases("pleas", &text.pleas)?,
            further: phrases("further", &text.further)?,
            hindrances: phrases("hindrances", &text.hindrances)?,
            regrets: phrases("regrets", &text.regrets)?,
            thanks: phrases("thanks", &text.thanks)?,
            proposals: phrases("proposals", &text.proposals)?,
            tags: phrases("tags", &text.tags)?,
            failures: phrases("failures", &text.failures)?,
            closings: phrases("closings", &text.closings)?,
            text_requests: phrases("text_requests", &text.text_requests)?,
            text_work: phrases("text_work", &text.text_work)?,
            roles: phrases("roles", &text.roles)?,
            considers: phrases("considers", &text.considers)?,
            habits: phrases("habits", &text.habits)?,
            inquiries: phrases("inquiries", &text.inquiries)?,
            receipts: phrases("receipts", &text.receipts)?,
            file_pointers: phrases("file_pointers", &text.file_pointers)?,
            consequences: phrases("consequences", &text.consequences)?,
            announcements: Announcements::compile(&text.announcements, &lists)?,
            request_idioms: Vec::new(),
            idiom_index: OnceLock::new(),
            outcomes: outcomes.collect::<Result<_, _>>()?,
            outcome_index: OnceLock::new(),
            tool_words: text.tool_words,
            settled: None,
            placing: Vec::new(),
            verbs: Vec::new(),
            by_text: IndexMap::default(),
            outcome_words: HashSet::new(),
            things: text.things.keys().cloned().collect(),
            records: text.records,
            booked: text.booked,
            boundaries: Boundaries::default(),
            longest: 0,
            language: text.language,
        };
        words.add_verbs(text.verbs)?;
        words.refer_to_verbs((&text.settled, &text.placing, &text.request_idioms), &lists)?;
        words.add_words(&text.actions, &text.classes, text.things)?;
        let spelled = words.outcomes.iter().flat_map(|outcome| outcome.says.spelled().words);
        words.outcome_words = spelled.map(str::to_owned).collect();
        words.know_phrases();
        words.longest = words.by_text.keys().map(|word| word.chars().count()).max().unwrap_or_default();
        Ok(words)
    }

    /// Adds the verbs of each kind.
    fn add_verbs(&mut self, verbs: BTreeMap<ActionKind, Vec<String>>) -> Result<(), EntryMistake> {
        for (kind, lines) in verbs {
            for (place, line) in lines.iter().enumerate() {
                self.add_verb(kind, line).map_err(|reason| (format!("/verbs/{}/{place}", kind.name()), reason))?;
            }
        }
        Ok(())
    }

    /// Finds the verbs that other members of the file name.
    fn refer_to_verbs(
        &mut self,
        (settled, placing, idioms): (&str, &[String], &BTreeMap<String, Vec<String>>),
        lists: &Lists,
    ) -> Result<(), EntryMistake> {
        if !settled.is_empty() {
            self.settled = Some(self.place_of(settled, "settled")?);
        }
        for verb in placing {
            self.placing.push(self.place_of(verb, "placing")?);
        }
        for (verb, asks) in idioms {
            let place = self.place_of(verb, "request_idioms")?;
            self.request_idioms.push(RequestIdiom::compile(place, verb, asks, lists)?);
        }
        Ok(())
    }

    /// Adds the words besides verbs: nouns of actions, classes, and names of things.
    fn add_words(
        &mut self,
        actions: &BTreeMap<String, Vec<String>>,
        classes: &BTreeMap<WordClass, Vec<String>>,
        things: BTreeMap<String, Vec<String>>,
    ) -> Result<(), EntryMistake> {
        for (verb, nouns) in actions {
            let place = self.place_of(verb, "actions")?;
            for noun in nouns {
                self.entry(noun).action = Some(place);
            }
        }
        for (class, members) in classes {
            for member in members {
                let word = self.entry(member);
                word.classes = word.classes.with(*class);
            }
        }
        for (thing, names) in things {
            for name in &names {
                self.entry(name).thing = Some(thing.clone());
            }
        }
        Ok(())
    }

    /// Without spaces, a phrase is separated from its neighbours like a known word.
    fn know_phrases(&mut self) {
        if !self.unspaced {
            return;
        }
        let Announcements { alone, with_waiting, waiting, later } = &self.announcements;
        let sets = [
            &self.receipts, &self.consequences, &self.partings, &self.awaits, &self.takes_on, &self.request_openers,
            &self.pleas, &self.further, &self.hindrances, &self.regrets, &self.thanks, &self.proposals, &self.tags,
            &self.failures, &self.roles, &self.considers, &self.habits, &self.inquiries, alone, with_waiting, waiting,
            later,
        ];
        let sets = sets.into_iter().chain(self.outcomes.iter().map(|outcome| &outcome.says));
        let sets = sets.chain(self.request_idioms.iter().map(|idiom| &idiom.asks));
        let said: Vec<String> = sets.flat_map(|set| set.spelled().words).map(str::to_owned).collect();
        for word in said {
            self.entry(&word);
        }
    }

    /// The index of the verb that a member of the file names.
    fn place_of(&self, verb: &str, member: &str) -> Result<usize, EntryMistake> {
        let place = self.verbs.iter().position(|known| known.base == *verb);
        place.ok_or_else(|| (format!("/{member}/{verb}"), format!("unknown verb `{verb}`")))
    }

    /// Adds a verb from its line: base | past | participle | progressive | more kinds | third | future. `sage_ab` means
    /// "sage … ab".
    fn add_verb(&mut self, kind: ActionKind, line: &str) -> Result<(), String> {
        let fields: Vec<Vec<&str>> = line.split('|').map(|field| field.split_whitespace().collect()).collect();
        let of = |field: usize| fields.get(field).map(Vec::as_slice).unwrap_or_default();
        let Some(base) = of(0).first() else { return Err("a verb needs a base form".to_owned()) };
        let participle = of(2).first().or(of(1).first()).unwrap_or(base);
        let more = of(4).iter().map(|name| ActionKind::of(name).ok_or_else(|| format!("unknown kind `{name}`")));
        let kinds = more.collect::<Result<Vec<_>, _>>()?.into_iter().fold(kind.into(), ActionKinds::with);
        let place = self.verbs.len();
        let alone = |form: &str| form.split(PARTED).next().unwrap_or(form).to_owned();
        let past = of(1).first().map(|past| alone(past));
        let base = base.replace(PARTED, " ");
        self.verbs.push(Verb { base, kinds, participle: alone(participle), past, is_learnt: false });
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

    /// Looks up a word in lower case.
    #[must_use]
    pub fn word(&self, word: &str) -> Option<&Word> {
        self.by_text.get(word)
    }

    /// Whether a word in lower case is of a class.
    #[must_use]
    pub fn is(&self, word: &str, class: WordClass) -> bool {
        self.word(word).is_some_and(|word| word.classes.has(class))
    }

    /// All words of the lexicon.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Word)> {
        self.by_text.iter().map(|(word, known)| (word.as_str(), known))
    }

    /// Returns a verb by its index.
    #[must_use]
    pub fn verb(&self, place: usize) -> Option<&Verb> {
        self.verbs.get(place)
    }

    /// The verbs of action, each with the kind of action it names.
    #[must_use]
    pub fn verbs(&self) -> &[Verb] {
        &self.verbs
    }

    /// The things outside the conversation, under the names that tools use.
    pub fn things(&self) -> impl Iterator<Item = &str> {
        self.things.iter().map(String::as_str)
    }

    /// Whether a noun names a thing outside the conversation ("flight").
    #[must_use]
    pub fn is_thing(&self, noun: &str) -> bool {
        self.things.contains(noun)
    }

    /// Whether a confirmed booking of such a thing gives it to the user ("ride"), so that it counts as booked.
    #[must_use]
    pub fn is_booked(&self, thing: &str) -> bool {
        self.booked.iter().any(|known| known == thing)
    }

    /// Whether an application keeps records of such things ("reminder").
    #[must_use]
    pub fn is_record(&self, thing: &str) -> bool {
        self.records.iter().any(|known| known == thing)
    }

    /// The word boundaries of the phrases in this lexicon, which has none.
    #[must_use]
    pub fn boundaries(&self) -> &Boundaries {
        &self.boundaries
    }

    /// The number of characters of the longest word.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }
}

/// Compiles the lexicons of a file.
///
/// # Errors
/// All errors with their positions.
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
