//! Splits a user's message into sentences and words.

use super::words::ONE_WORD;

/// The most words of a sentence. Longer ones are split, because each word may be compared with all others.
const LONGEST: usize = 100;

/// A word of a sentence, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MessageWord {
    pub(super) text: String,
    /// The mark before it, if that ends a clause.
    pub(super) mark: Option<char>,
}

impl MessageWord {
    /// Whether it is one of `words`.
    pub(super) fn is(&self, words: &[&str]) -> bool {
        words.contains(&self.text.as_str())
    }
}

/// The sentences of a message; the end of a line ends a sentence.
pub(super) fn sentences(message: &str) -> impl Iterator<Item = Vec<MessageWord>> {
    message.split('\n').flat_map(|line| {
        // "The beds -> JSON".
        let line = line.replace("->", " to ").replace("=>", " to ").replace('→', " to ");
        let mut sentences = vec![Vec::new()];
        let mut mark = None;
        for piece in line.split_whitespace() {
            for part in piece.split_inclusive(is_between) {
                let text = part.trim_matches(|c: char| !c.is_alphanumeric());
                if part.starts_with(|c: char| !c.is_alphanumeric() && c != '*') && mark.is_none() && !text.is_empty() {
                    mark = part.chars().next().filter(|c| is_mark(*c));
                }
                if sentences.last().is_some_and(|sentence| sentence.len() == LONGEST) {
                    sentences.push(Vec::new());
                }
                if let Some(sentence) = sentences.last_mut().filter(|_| !text.is_empty()) {
                    add(sentence, MessageWord { text: text.to_lowercase(), mark: mark.take() });
                }
                mark = mark.or(part.chars().next_back().filter(|c| is_mark(*c)));
            }
            if piece.ends_with(['.', '!', '?', '…']) {
                sentences.push(Vec::new());
                mark = None;
            }
        }
        sentences.into_iter().filter(|sentence| !sentence.is_empty())
    })
}

/// Adds a word to a sentence, or to the last word if both are written as one.
fn add(sentence: &mut Vec<MessageWord>, word: MessageWord) {
    let is_one = |last: &MessageWord| {
        ONE_WORD.iter().find(|(parts, _)| word.mark.is_none() && *parts == [last.text.as_str(), word.text.as_str()])
    };
    match sentence.last_mut().map(|last| (is_one(last), last)) {
        Some((Some((_, one)), last)) => (*one).clone_into(&mut last.text),
        _ => sentence.push(word),
    }
}

/// Whether a character ends a word. A point does not: `config.json` is a name.
fn is_between(c: char) -> bool {
    !c.is_alphanumeric() && !matches!(c, '.' | '_' | '\'' | '’')
}

fn is_mark(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '(' | ')' | '/' | '{' | '}' | '[' | ']' | '"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_file_is_one_word_and_a_point_before_a_blank_ends_a_sentence() {
        let said: Vec<Vec<_>> = sentences("Read config.json. As JSON-schema, please!\nA/B->C")
            .map(|sentence| sentence.into_iter().map(|word| (word.text, word.mark)).collect())
            .collect();
        let word = |text: &str, mark| (text.to_owned(), mark);
        assert_eq!(
            said,
            [
                vec![word("read", None), word("config.json", None)],
                vec![word("as", None), word("json", None), word("schema", None), word("please", Some(','))],
                vec![word("a", None), word("b", Some('/')), word("to", None), word("c", None)],
            ]
        );
    }
}
