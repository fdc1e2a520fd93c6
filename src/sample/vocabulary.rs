//! The words of generated answers, each as often, and after such words, as in answers of models.
//!
//! Measured on 182,723 answers of 227 models to 805 prompts (the outputs of AlpacaEval; 42.4 million words, 149,259 different ones,
//! of which 62,554 occur once). What a scan costs depends on the words that the registry knows: the 991 English ones of them that
//! come at least 20 times in a million words make up 54 % of all, and are taken over with their frequencies (`classes.txt`). The
//! other words are made up. What follows what is a matter of classes: 64 classes of words with alike neighbours, found by exchange
//! clustering of pairs of neighbours, five of made-up words by their endings, and the comma (`followers.txt`).

use std::borrow::Cow;
use std::ops::Range;

use fastrand::Rng;

/// The words of each class, one class a line, with their frequencies in a million words.
const CLASSES: &str = include_str!("classes.txt");

/// For each [`SentencePosition`], a line with the share of each class among a thousand words that follow.
const FOLLOWERS: &str = include_str!("followers.txt");

/// The endings of made-up words, one class each.
const ENDINGS: [&str; 5] = ["", "s", "ing", "ed", "ly"];

/// The classes of made-up words; the comma precedes them.
const MADE_UP: Range<usize> = 1..1 + ENDINGS.len();

/// The first class of made-up words: those without an ending.
pub(super) const BARE: usize = MADE_UP.start;

/// The number of fresh words in the urn of a [`Topic`]. Chosen so that the number of distinct words in answers matches
/// the measurement: 250 words contain 30 known ones beyond the most common, and 73 others.
const FRESH_KNOWN: usize = 2;
const FRESH_MADE_UP: usize = 40;
/// The same for the openings of sentences: an answer in the first person stays in it.
const FRESH_OPENINGS: usize = 4;

/// The frequency of a made-up word in a million, by rank. Between the points, the logarithms are interpolated linearly.
const CURVE: [(f64, f64); 9] = [
    (1.0, 1139.0),
    (10.0, 805.0),
    (100.0, 372.0),
    (300.0, 218.0),
    (1_000.0, 95.0),
    (3_000.0, 33.0),
    (10_000.0, 5.9),
    (20_000.0, 1.4),
    (50_000.0, 0.14),
];

/// The number of made-up stems.
const STEMS: u32 = 50_000;

/// The approximate number of letters of made-up words up to a rank.
const LETTERS: [(u32, usize); 4] = [(100, 5), (1_000, 6), (20_000, 7), (STEMS, 8)];

const ONSETS: [&str; 24] = [
    "b", "br", "c", "ch", "d", "dr", "f", "g", "h", "l", "m", "n", "p", "pl", "pr", "r", "s", "st", "t", "t", "tr",
    "v", "w", "",
];
const VOWELS: [&str; 10] = ["a", "a", "e", "e", "e", "i", "i", "o", "o", "u"];
const CODAS: [&str; 12] = ["", "", "", "n", "n", "r", "r", "l", "s", "t", "nd", "m"];

/// What precedes a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentencePosition {
    /// The start of a sentence.
    Sentence,
    /// The start of a list item.
    Item,
    /// The start of a question to an assistant.
    Request,
    /// A word of this class.
    Word(usize),
}

impl SentencePosition {
    /// The index of its line in a table of weights.
    fn place(self) -> usize {
        match self {
            Self::Sentence => 0,
            Self::Item => 1,
            Self::Request => 2,
            Self::Word(class) => 3 + class,
        }
    }
}

/// Whether a word of this class is a comma.
pub(super) fn is_comma(class: usize) -> bool {
    class == 0
}

/// The words, and the probabilities of what follows.
pub(super) struct Vocabulary {
    stems: Vec<String>,
    stem_weights: Weights,
    /// The words of each class, without the classes of made-up words.
    classes: Vec<(Vec<&'static str>, Weights)>,
    followers: Vec<Weights>,
}

impl Vocabulary {
    pub(super) fn new() -> Self {
        // The words do not depend on the seed of an export.
        let mut random = Rng::with_seed(0);
        let number = |text: &str| text.parse().unwrap_or_default();
        let class = |line: &'static str| {
            let words = line.split(' ').step_by(2).collect();
            (words, line.split(' ').skip(1).step_by(2).map(number).collect())
        };
        Self {
            stems: (1..=STEMS).map(|rank| stem(&mut random, rank)).collect(),
            stem_weights: (1..=STEMS).map(|rank| frequency(f64::from(rank))).collect(),
            classes: CLASSES.lines().map(class).collect(),
            followers: FOLLOWERS.lines().map(|line| line.split(' ').map(number).collect()).collect(),
        }
    }

    /// Draws the class of the next word, which may be the comma.
    fn next(&self, state: SentencePosition, random: &mut Rng) -> usize {
        self.followers.get(state.place()).map_or(BARE, |followers| followers.draw(random))
    }

    /// Draws the index of a word in its class.
    fn place(&self, class: usize, random: &mut Rng) -> usize {
        match class.checked_sub(MADE_UP.end) {
            Some(known) => self.classes.get(known).map_or(0, |(_, weights)| weights.draw(random)),
            None => self.stem_weights.draw(random),
        }
    }

    /// The word at this index of a class.
    fn word(&self, class: usize, place: usize) -> Cow<'_, str> {
        if is_comma(class) {
            return ",".into();
        }
        let Some(known) = class.checked_sub(MADE_UP.end) else {
            let stem = self.stems.get(place).map_or("", String::as_str);
            let ending = ENDINGS[class - MADE_UP.start];
            return if ending.is_empty() { stem.into() } else { format!("{stem}{ending}").into() };
        };
        self.classes.get(known).and_then(|(words, _)| words.get(place)).map_or("", |word| *word).into()
    }
}

/// The topic of a text: words that occurred in it are likely to occur again.
///
/// Each class is an urn; a word that is drawn is put back twice. Over many texts, the frequencies stay the same.
pub(super) struct Topic {
    /// The indexes of the words drawn so far, by class.
    drawn: Vec<Vec<usize>>,
    /// The classes with which sentences began.
    openings: Vec<usize>,
}

impl Topic {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        Self { drawn: vec![Vec::new(); MADE_UP.end + vocabulary.classes.len()], openings: Vec::new() }
    }

    /// Draws the class of the next word, which may be the comma.
    pub(super) fn next(&mut self, vocabulary: &Vocabulary, state: SentencePosition, random: &mut Rng) -> usize {
        let class = vocabulary.next(state, random);
        if matches!(state, SentencePosition::Word(_)) {
            return class;
        }
        drawn_again(&mut self.openings, FRESH_OPENINGS, class, random)
    }

    /// Draws a word of a class.
    pub(super) fn word<'v>(&mut self, vocabulary: &'v Vocabulary, class: usize, random: &mut Rng) -> Cow<'v, str> {
        let fresh = if class < MADE_UP.end { FRESH_MADE_UP } else { FRESH_KNOWN };
        let place = vocabulary.place(class, random);
        let drawn = self.drawn.get_mut(class);
        vocabulary.word(class, drawn.map_or(place, |drawn| drawn_again(drawn, fresh, place, random)))
    }
}

/// Draws an earlier index again, or `fresh`.
fn drawn_again(drawn: &mut Vec<usize>, fresh: usize, afresh: usize, random: &mut Rng) -> usize {
    let place = drawn.get(random.usize(..drawn.len() + fresh)).copied().unwrap_or(afresh);
    drawn.push(place);
    place
}

/// Weights for drawing an index.
struct Weights {
    /// The cumulative sums of the weights.
    sums: Vec<f64>,
}

impl FromIterator<f64> for Weights {
    fn from_iter<I: IntoIterator<Item = f64>>(weights: I) -> Self {
        let sums = weights.into_iter().scan(0.0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Self { sums: sums.collect() }
    }
}

impl Weights {
    fn draw(&self, random: &mut Rng) -> usize {
        let at = random.f64() * self.sums.last().copied().unwrap_or_default();
        self.sums.partition_point(|sum| *sum <= at)
    }
}

/// The frequency of the word of this rank in a million.
fn frequency(rank: f64) -> f64 {
    let line = CURVE.windows(2).find(|line| matches!(line, [_, (last, _)] if rank <= *last));
    let Some([(from, high), (to, low)]) = line else { return 0.0 };
    high * (low / high).powf((rank / from).ln() / (to / from).ln())
}

/// A made-up stem, about as long as words of this rank.
fn stem(random: &mut Rng, rank: u32) -> String {
    let usual = LETTERS.iter().find(|(last, _)| rank <= *last).map_or(8, |(_, letters)| *letters);
    let letters = random.usize(usual - 2..=usual);
    let mut word = String::new();
    while word.len() < letters {
        for part in [&ONSETS[..], &VOWELS, &CODAS] {
            word.push_str(part[random.usize(..part.len())]);
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use hashbrown::HashMap;

    use super::*;

    #[test]
    fn each_class_has_words_and_followers() {
        let vocabulary = Vocabulary::new();
        let classes = MADE_UP.end + vocabulary.classes.len();
        assert_eq!(vocabulary.followers.len(), SentencePosition::Word(classes).place());
        for followers in &vocabulary.followers {
            assert_eq!(followers.sums.len(), classes);
            assert!((900.0..1100.0).contains(followers.sums.last().unwrap()));
        }
        assert!(
            vocabulary.classes.iter().all(|(words, weights)| !words.is_empty() && words.len() == weights.sums.len())
        );
    }

    #[test]
    fn words_come_about_as_often_as_measured() {
        const WORDS: u32 = 400_000;
        let (vocabulary, mut random) = (Vocabulary::new(), Rng::with_seed(1));
        let mut drawn: HashMap<String, f64> = HashMap::new();
        let mut class = vocabulary.next(SentencePosition::Sentence, &mut random);
        for _ in 0..WORDS {
            let word = vocabulary.word(class, vocabulary.place(class, &mut random));
            *drawn.entry(word.into_owned()).or_default() += 1e6 / f64::from(WORDS);
            class = vocabulary.next(SentencePosition::Word(class), &mut random);
        }
        for (word, frequency) in [("the", 51_307.0), ("of", 23_042.0), ("your", 7_285.0), ("create", 1_038.0)] {
            let found = drawn.get(word).copied().unwrap_or_default();
            assert!((found / frequency - 1.0).abs() < 0.3, "{word}: {found}, not {frequency}");
        }
        assert!(drawn.len() > 20_000, "{} different words", drawn.len());
    }
}
