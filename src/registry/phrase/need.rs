//! What a line must contain for a phrase to be in it: literals that are found without splitting the line into words.

use std::sync::Arc;

use super::element::{Choices, PhraseElement};
use super::literal::{Literal, Need, RequiredLiterals};

/// The most literals of a need; with more, most lines would contain one of them.
const MOST: usize = 600;
/// The most spellings of one word to search for.
const MOST_SPELLINGS: usize = 8;

/// The needs of all alternatives together; `None` if one of them needs nothing.
fn need_of_one(choices: &Choices) -> Option<Arc<Need>> {
    let mut all = RequiredLiterals::new();
    for word in &choices.words {
        all.extend(literals(word, true, true)?);
    }
    for branch in choices.by_word.values().flatten().chain(&choices.others) {
        all.extend(rarest(branch)?.1.literals.iter().cloned());
    }
    (all.len() <= MOST).then(|| Need::of(all))
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

/// The rarest need of a sequence among the elements other than the one at `place`; `None` if they need nothing.
pub(super) fn second_need(elements: &[PhraseElement], place: usize) -> Option<RequiredLiterals> {
    let others = elements.iter().enumerate().filter(|(other, _)| *other != place);
    let needs = others.filter_map(|(_, element)| need(element));
    needs.min_by_key(|need| need.commonness).map(|need| need.literals.clone())
}

/// The rarest need of several sequences, all of which a line must contain.
pub(super) fn rarest_of<const N: usize>(sequences: [&[PhraseElement]; N]) -> Option<RequiredLiterals> {
    let needs = sequences.into_iter().filter_map(|elements| Some(rarest(elements)?.1));
    needs.min_by_key(|need| need.commonness).map(|need| need.literals.clone())
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
        PhraseElement::OneOf(choices) if !choices.optional => choices.need.get_or_init(|| need_of_one(choices)).clone(),
        _ => None,
    }
}

/// The spellings of a word, ignoring ASCII case; `None` if not all are known.
fn literals(word: &str, begins: bool, ends: bool) -> Option<RequiredLiterals> {
    // A shortcut: most words have no other spelling.
    if word.bytes().all(|letter| letter.is_ascii() && !matches!(letter, b'k' | b'\'')) {
        return Some([Literal { text: word.to_owned(), begins, ends }].into());
    }
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

#[cfg(test)]
mod tests {
    use super::super::Phrase;
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
        let many = (0..40).map(|number| format!("{}word", "x".repeat(number))).collect::<Vec<_>>().join("|");
        assert_eq!(second(&format!("remember the ({many})")).unwrap().split(' ').count(), 40);
        assert_eq!(second("remember"), None);
    }

    #[test]
    fn other_spellings_of_the_same_word_are_found_too() {
        assert_eq!(rarest("i've"), ["i've", "i’ve"]);
        assert_eq!(rarest("booked"), ["booked", "boo\u{212a}ed"]);
        assert_eq!(rarest("geöffnet"), ["geÖffnet", "geöffnet"]);
        assert_eq!(literals("完了", true, true), None);
    }
}
