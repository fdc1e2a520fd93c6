//! What a line must contain for a phrase to be in it: literals that are found without splitting the line into words.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::element::{Choices, PhraseElement};

/// The most literals of a need; with more, most lines would contain one of them.
const MOST: usize = 600;
/// The most literals to search for in addition to others.
const MOST_IN_ADDITION: usize = 16;
/// The most spellings of one word to search for.
const MOST_SPELLINGS: usize = 8;

/// A word or a part of one, ignoring ASCII case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The text to search for.
    pub text: String,
    /// Whether a word begins with it.
    pub begins: bool,
    /// Whether a word ends with it.
    pub ends: bool,
}

impl Literal {
    /// Whether the occurrence at `place` respects the word boundaries that the literal requires.
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

/// Literals of which the line must contain one.
pub(super) type RequiredLiterals = BTreeSet<Literal>;

/// What an element needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Need {
    literals: RequiredLiterals,
    /// How often a line contains one of them, by an estimate.
    commonness: u32,
}

impl Need {
    fn of(literals: RequiredLiterals) -> Arc<Self> {
        let commonness = commonness(literals.iter().map(|literal| literal.text.as_str()));
        Arc::new(Self { literals, commonness })
    }

    /// The needs of all alternatives together; `None` if one of them needs nothing.
    pub(super) fn of_one(choices: &Choices) -> Option<Arc<Self>> {
        let mut all = RequiredLiterals::new();
        for word in &choices.words {
            all.extend(literals(word, true, true)?);
        }
        for branch in choices.by_word.values().flatten().chain(&choices.others) {
            all.extend(rarest(branch)?.1.literals.iter().cloned());
        }
        (all.len() <= MOST).then(|| Self::of(all))
    }
}

/// The words of a need; `None` if some literal is only a part of a word.
pub(super) fn whole_words(need: RequiredLiterals) -> Option<Vec<String>> {
    need.iter().all(Literal::is_word).then(|| need.into_iter().map(|literal| literal.text).collect())
}

/// The rarest need of a sequence, with the index of its element. An element that matches any word needs nothing.
pub(super) fn rarest_need(elements: &[PhraseElement]) -> Option<(usize, RequiredLiterals)> {
    let (place, need) = rarest(elements)?;
    Some((place, need.literals.clone()))
}

/// The rarest need of a sequence among the elements other than the one at `place`; `None` if each has too many
/// literals.
pub(super) fn second_need(elements: &[PhraseElement], place: usize) -> Option<RequiredLiterals> {
    let others = elements.iter().enumerate().filter(|(other, _)| *other != place);
    let few = others.filter_map(|(_, element)| need(element)).filter(|need| need.literals.len() <= MOST_IN_ADDITION);
    few.min_by_key(|need| need.commonness).map(|need| need.literals.clone())
}

fn rarest(elements: &[PhraseElement]) -> Option<(usize, Arc<Need>)> {
    let needs = elements.iter().enumerate().filter_map(|(place, element)| Some((place, need(element)?)));
    needs.min_by_key(|(_, need)| need.commonness)
}

fn need(element: &PhraseElement) -> Option<Arc<Need>> {
    match element {
        PhraseElement::Word(word) => literals(word, true, true).map(Need::of),
        PhraseElement::Prefix(prefix) => literals(prefix, true, false).map(Need::of),
        PhraseElement::Suffix(suffix) => literals(suffix, false, true).map(Need::of),
        PhraseElement::OneOf(choices) if !choices.optional => choices.need(),
        _ => None,
    }
}

/// The spellings of a word, ignoring ASCII case; `None` if not all are known.
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

/// Other characters that lowercase, or straighten, to this one, ignoring ASCII case; `None` if they are not known.
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

/// Words that every second sentence contains.
const COMMON: [&str; 47] = [
    "that", "this", "with", "your", "from", "been", "will", "they", "what", "when", "then", "them", "were", "into",
    "some", "over", "just", "also", "down", "about", "there", "their", "which", "would", "could", "these", "those",
    "it's", "that's", "dass", "eine", "einen", "nicht", "auch", "oder", "wird", "habe", "sind", "über", "para", "está",
    "você", "mais", "isso", "esta", "este", "como",
];

/// Estimates how often one of some words occurs: short ones are common.
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
