//! What must be in a line for a phrase to be in it: literals that are found without reading its words.

use std::collections::BTreeSet;
use std::ops::Range;

use super::element::{Choices, Element};

/// More literals than this are of no use: most lines contain one of them.
const MOST: usize = 600;
/// More literals than this are not looked for in addition to others.
const MOST_IN_ADDITION: usize = 16;
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
    fn is_word(&self) -> bool {
        let may_bind = |c: char| matches!(c, '\'' | '’' | '-');
        let is_inner = |c: char| c.is_alphabetic() || may_bind(c);
        self.begins && self.ends && self.text.chars().all(is_inner) && !self.text.starts_with(may_bind)
    }
}

/// Literals of which one must be in the line.
pub(super) type RequiredLiterals = BTreeSet<Literal>;

/// The words of a need; `None` where parts of words do.
pub(super) fn whole_words(need: RequiredLiterals) -> Option<Vec<String>> {
    need.iter().all(Literal::is_word).then(|| need.into_iter().map(|literal| literal.text).collect())
}

/// The rarest need of a sequence, and whose of its elements it is; an element that stands for any word needs nothing.
pub(super) fn rarest_need(elements: &[Element]) -> Option<(usize, RequiredLiterals)> {
    let needs = elements.iter().enumerate().filter_map(|(place, element)| Some((place, need(element)?)));
    needs.min_by_key(|(_, need)| commonness(texts(need)))
}

/// What a sequence needs in addition to the element at a place: the rarest need of the others, unless each is too much.
pub(super) fn second_need(elements: &[Element], place: usize) -> Option<RequiredLiterals> {
    let others = elements.iter().enumerate().filter(|(other, _)| *other != place);
    let few = others.filter_map(|(_, element)| need(element)).filter(|need| need.len() <= MOST_IN_ADDITION);
    few.min_by_key(|need| commonness(texts(need)))
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

/// How a word may be written, but for the case of ASCII letters; none where not all ways are known.
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
        let second = |phrase: &str| {
            let phrase = Phrase::compile(phrase, &Lists::default()).unwrap();
            let (place, _) = phrase.rarest_need().unwrap();
            let texts = |need: RequiredLiterals| need.into_iter().map(|literal| literal.text).collect::<Vec<_>>();
            phrase.second_need(place).map(|need| texts(need).join(" "))
        };
        assert_eq!(second("(i'll|i had) [just] remember").as_deref(), Some("had i'll i’ll"));
        assert_eq!(second("remember your").as_deref(), Some("your"));
        assert_eq!(second("remember"), None);
    }

    #[test]
    fn a_literal_is_found_where_a_word_is() {
        let literal = Literal { text: "will".to_owned(), begins: true, ends: true };
        for (text, is_word) in [("I will.", true), ("goodwill", false), ("willow, will", true), ("willow", false)] {
            let mut places = text.match_indices("will").map(|(at, found)| at..at + found.len());
            assert_eq!(places.any(|place| literal.is_word_at(text, place)), is_word, "{text}");
        }
    }

    #[test]
    fn other_spellings_of_the_same_word_are_found_too() {
        assert_eq!(rarest("i've"), ["i've", "i’ve"]);
        assert_eq!(rarest("booked"), ["booked", "boo\u{212a}ed"]);
        assert_eq!(rarest("geöffnet"), ["geÖffnet", "geöffnet"]);
        assert_eq!(literals("完了", true, true), None);
    }
}
