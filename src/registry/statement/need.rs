//! What must be in a line for a phrase to be in it: literals that are found without reading its words.

use std::collections::BTreeSet;
use std::ops::Range;

use memchr::memchr2_iter;

use super::element::{Choices, Element};
use crate::work;

/// Above this number of literals, requiring that they occur together is of no use.
const MOST: usize = 600;
/// More literals than this are not looked for next to another.
const MOST_IN_COMPANY: usize = 16;
/// More spellings of one word are not looked for.
const MOST_SPELLINGS: usize = 8;

/// A part of a word as it is in a text, but for the case of ASCII letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// What is looked for.
    pub text: String,
    /// Whether a word begins with it.
    pub begins: bool,
    /// Whether a word ends with it.
    pub ends: bool,
}

impl Literal {
    /// Whether it is at `place` of a text as it is in words.
    #[must_use]
    pub fn is_word_at(&self, text: &str, place: Range<usize>) -> bool {
        let before = || text.get(..place.start).and_then(|before| before.chars().next_back());
        let after = || text.get(place.end..).and_then(|after| after.chars().next());
        let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !(self.begins && inside(before()) || self.ends && inside(after()))
    }

    /// Whether it is a whole word.
    pub(super) fn is_word(&self) -> bool {
        let may_bind = |c: char| matches!(c, '\'' | '’' | '-');
        let is_inner = |c: char| c.is_alphabetic() || may_bind(c);
        self.begins && self.ends && self.text.chars().all(is_inner) && !self.text.starts_with(may_bind)
    }

    /// The places within `range` of a text where it is as it is in words.
    fn places<'t>(&'t self, text: &'t str, range: Range<usize>) -> impl DoubleEndedIterator<Item = Range<usize>> + 't {
        let first = self.text.bytes().next().unwrap_or_default();
        let part = text.as_bytes().get(range.clone()).unwrap_or_default();
        work::count(part.len());
        memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), part).filter_map(move |at| {
            let place = self.place_at(text, range.start + at).filter(|place| place.end <= range.end)?;
            self.is_word_at(text, place.clone()).then_some(place)
        })
    }

    /// The place where it is if it begins at a byte of a text, even in the middle of a word.
    fn place_at(&self, text: &str, start: usize) -> Option<Range<usize>> {
        let place = start..start + self.text.len();
        let written = text.as_bytes().get(place.clone())?;
        written.eq_ignore_ascii_case(self.text.as_bytes()).then_some(place)
    }
}

/// Literals of which one must be in the line.
pub(super) type RequiredLiterals = BTreeSet<Literal>;

/// The rarest need of a sequence, and whose of its elements it is; an element that stands for any word needs nothing.
pub(super) fn rarest_need(elements: &[Element]) -> Option<(usize, RequiredLiterals)> {
    let needs = elements.iter().enumerate().filter_map(|(place, element)| Some((place, need(element)?)));
    needs.min_by_key(|(_, need)| commonness(texts(need)))
}

/// What is next to a literal wherever a phrase is around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CooccurringLiterals {
    /// Of these one is there.
    pub literals: Vec<Literal>,
    /// Whether it comes before the literal, else behind it.
    pub stands_before: bool,
}

impl CooccurringLiterals {
    /// Where within `range` of a text the first of the literals ends, or the last of them begins: whether one is on its
    /// side of a place is asked of that alone.
    #[must_use]
    pub fn outermost(&self, text: &str, range: Range<usize>) -> Option<usize> {
        let literals = self.literals.iter();
        if self.stands_before {
            literals.filter_map(|literal| literal.places(text, range.clone()).next()).map(|place| place.end).min()
        } else {
            literals
                .filter_map(|literal| literal.places(text, range.clone()).next_back())
                .map(|place| place.start)
                .max()
        }
    }

    /// Whether one of the literals is on their side of `own`; `outermost` is where the outermost one does.
    #[must_use]
    pub fn is_satisfied_at(&self, own: Range<usize>, outermost: usize) -> bool {
        if self.stands_before { outermost <= own.start } else { own.end <= outermost }
    }
}

/// What else is needed, next to the element at a place: the rarest of it, unless that is too much.
pub(super) fn cooccurring(elements: &[Element], place: usize) -> Option<CooccurringLiterals> {
    let others = elements.iter().enumerate().filter(|(other, _)| *other != place);
    let needs = others.filter_map(|(other, element)| Some((other < place, need(element)?)));
    let few = needs.filter(|(_, need)| need.len() <= MOST_IN_COMPANY);
    let (stands_before, rarest) = few.min_by_key(|(_, need)| commonness(texts(need)))?;
    Some(CooccurringLiterals { literals: rarest.into_iter().collect(), stands_before })
}

fn need(element: &Element) -> Option<RequiredLiterals> {
    match element {
        Element::Word(word) => literals(word, true, true),
        Element::Prefix(prefix) => literals(prefix, true, false),
        Element::Suffix(suffix) => literals(suffix, false, true),
        Element::OneOf(choices) if !choices.optional => need_of_one(choices),
        _ => None,
    }
}

/// The needs of all alternatives together; each has one, or there is none.
fn need_of_one(choices: &Choices) -> Option<RequiredLiterals> {
    let mut all = RequiredLiterals::new();
    for word in &choices.words {
        all.extend(literals(word, true, true)?);
    }
    for branch in choices.by_word.values().flatten().chain(&choices.others) {
        all.extend(rarest_need(branch)?.1);
    }
    (all.len() <= MOST).then_some(all)
}

/// How a word may be written, but for the case of ASCII letters; none where nobody knows all ways.
fn literals(word: &str, begins: bool, ends: bool) -> Option<RequiredLiterals> {
    let mut spellings = vec![String::new()];
    for c in word.chars() {
        let others = spellings_of(c)?;
        let doubled: Vec<String> =
            others.iter().flat_map(|other| spellings.iter().map(move |text| format!("{text}{other}"))).collect();
        for text in &mut spellings {
            text.push(c);
        }
        spellings.extend(doubled);
        if spellings.len() > MOST_SPELLINGS {
            return None;
        }
    }
    Some(spellings.into_iter().map(|text| Literal { text, begins, ends }).collect())
}

/// What else becomes this character in small letters with straight apostrophes, but for ASCII letters; `None` where that is
/// not known.
fn spellings_of(c: char) -> Option<Vec<char>> {
    match c {
        '\'' => Some(vec!['’']),
        'k' => Some(vec!['\u{212a}']),
        'ß' => Some(vec!['ẞ']),
        'å' => Some(vec!['Å', '\u{212b}']),
        _ if c.is_ascii() => Some(Vec::new()),
        '\u{80}'..='\u{17f}' => Some(c.to_uppercase().filter(|large| *large != c).collect()),
        _ => None,
    }
}

/// Words of every other sentence.
const COMMON: [&str; 47] = [
    "that", "this", "with", "your", "from", "been", "will", "they", "what", "when", "then", "them", "were", "into",
    "some", "over", "just", "also", "down", "about", "there", "their", "which", "would", "could", "these", "those",
    "it's", "that's", "dass", "eine", "einen", "nicht", "auch", "oder", "wird", "habe", "sind", "über", "para", "está",
    "você", "mais", "isso", "esta", "este", "como",
];

fn texts(need: &RequiredLiterals) -> impl Iterator<Item = &str> {
    need.iter().map(|literal| literal.text.as_str())
}

/// How often one of some words is to be expected: short ones are common.
pub(super) fn commonness<'w>(words: impl Iterator<Item = &'w str>) -> u32 {
    const BY_LENGTH: [u32; 7] = [10_000, 3000, 1000, 300, 40, 10, 4];
    let of_length = |text: &str| BY_LENGTH.get(text.chars().count()).copied().unwrap_or(1);
    let of_one = |text: &str| if COMMON.contains(&text) { BY_LENGTH[1] } else { of_length(text) };
    words.map(of_one).sum()
}

#[cfg(test)]
mod tests {
    use super::super::phrase::Phrase;
    use super::super::read::Lists;
    use super::*;

    fn rarest(phrase: &str) -> Vec<String> {
        let phrase = Phrase::compile(phrase, &Lists::default()).unwrap();
        let first = phrase.rarest_need().map(|(_, need)| need).unwrap_or_default();
        first.into_iter().map(|literal| literal.text).collect()
    }

    #[test]
    fn the_rarest_words_are_needed_first() {
        assert_eq!(rarest("i (have|did) [just] ... (reminder|alarm) on"), ["alarm", "reminder"]);
        assert_eq!(rarest("(put it away|stowed)"), ["away", "stowed"]);
        assert_eq!(rarest("<thing> ... [saved]"), [""; 0]);
    }

    #[test]
    fn what_else_is_needed_is_known() {
        let cooccurring = |phrase: &str| {
            let elements = Phrase::compile(phrase, &Lists::default()).unwrap();
            let (_, cooccurring) = elements.needs_with_cooccurring().unwrap();
            let texts = |all: Vec<Literal>| all.into_iter().map(|literal| literal.text).collect::<Vec<_>>().join(" ");
            cooccurring.map(|cooccurring| (texts(cooccurring.literals), cooccurring.stands_before))
        };
        assert_eq!(cooccurring("(i'll|i had) [just] remember"), Some(("had i'll i’ll".to_owned(), true)));
        assert_eq!(cooccurring("remember your"), Some(("your".to_owned(), false)));
        assert_eq!(cooccurring("remember"), None);
    }

    #[test]
    fn company_stands_on_its_side_of_the_literal() {
        let literals = vec![Literal { text: "will".to_owned(), begins: true, ends: true }];
        let [before, behind] =
            [true, false].map(|stands_before| CooccurringLiterals { literals: literals.clone(), stands_before });
        for (text, sides) in
            [("I will keep it", (true, false)), ("Keep what will be", (false, true)), ("keep", (false, false))]
        {
            let own = text.to_lowercase().find("keep").map(|at| at..at + 4).unwrap();
            let stands = |cooccurring: &CooccurringLiterals| {
                let outermost = cooccurring.outermost(text, 0..text.len());
                outermost.is_some_and(|outermost| cooccurring.is_satisfied_at(own.clone(), outermost))
            };
            assert_eq!((stands(&before), stands(&behind)), sides, "{text}");
        }
    }

    #[test]
    fn a_literal_stands_where_a_word_does() {
        let literal = Literal { text: "will".to_owned(), begins: true, ends: true };
        for (text, stands) in [("I Will.", true), ("goodwill", false), ("willow, will", true), ("wil", false)] {
            assert_eq!(literal.places(text, 0..text.len()).next().is_some(), stands, "{text}");
        }
        assert!(literal.places("will they", 1..9).next().is_none());
    }

    #[test]
    fn other_spellings_of_the_same_word_are_found_too() {
        assert_eq!(rarest("i've"), ["i've", "i’ve"]);
        assert_eq!(rarest("booked"), ["booked", "boo\u{212a}ed"]);
        assert_eq!(rarest("geöffnet"), ["geÖffnet", "geöffnet"]);
        assert_eq!(literals("完了", true, true), None);
    }
}
