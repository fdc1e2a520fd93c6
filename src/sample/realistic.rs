//! Questions and answers as real ones are: made-up words among the commonest of English, in sentences, lists and code of the
//! lengths and shares that real answers have. A scan of them takes longer than one of real answers: words that go together in
//! real ones meet here by chance, in more of them.
//!
//! All figures are of the 182,723 answers of 227 models described in [`super::vocabulary`]. Shares of answers: 53 % have a list,
//! 23 % bold words, 6.1 % a block of code, 4.8 % headings, 16 % characters beyond ASCII, 3 % emoji. Shares of lines that are not
//! empty: 37 % prose, 27 % numbered and 21 % other items, 13 % code, 1.6 % headings; 1.3 % rows of tables are left out. Shares of
//! sentences: 1.9 % begin with "I", "I'm" and the like, a fifth of them with a verb of action among the next four words; 35 % have a
//! verb of action in any form; 0.4 % begin with one in the past.

use std::fmt::Write as _;

use fastrand::Rng;

use super::vocabulary::{BARE, SentencePosition, Topic, Vocabulary, is_comma};

/// The quantiles of the tables below: the share of values that are smaller. Between them, values are interpolated
/// linearly.
const SHARES: [f64; 9] = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];
type Quantiles = [f64; SHARES.len()];

const ANSWER_BYTES: Quantiles = [14.0, 117.0, 250.0, 623.0, 1354.0, 2201.0, 3027.0, 3549.0, 5155.0];
const QUESTION_BYTES: Quantiles = [20.0, 31.0, 38.0, 60.0, 100.0, 177.0, 318.0, 516.0, 1169.0];
const PARAGRAPH_SENTENCES: Quantiles = [1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 4.0, 5.0];
const ITEM_SENTENCES: Quantiles = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 3.0];
const SENTENCE_WORDS: Quantiles = [1.0, 1.0, 2.0, 6.0, 14.0, 21.0, 27.0, 31.0, 39.0];
const ITEM_WORDS: Quantiles = [1.0, 2.0, 2.0, 6.0, 12.0, 18.0, 24.0, 27.0, 34.0];
const HEADING_WORDS: Quantiles = [1.0, 1.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 15.0];
const LIST_ITEMS: Quantiles = [1.0, 1.0, 1.0, 2.0, 4.0, 7.0, 10.0, 15.0, 32.0];
const CODE_LINES: Quantiles = [1.0, 1.0, 1.0, 1.0, 5.0, 15.0, 32.0, 45.0, 77.0];

/// Half the length of a block: an answer ends within a block as often as after one.
const HALF_BLOCK: usize = 260;
/// Half the length of a sentence: a question ends within a sentence as often as after one.
const HALF_SENTENCE: usize = 70;

/// Lines of code; each `_` is a made-up name.
const CODE: [&str; 12] = [
    "let _ = _(_, 12);",
    "if (_ < _) {",
    "    _ = _.get(\"_\")",
    "}",
    "    return _[0]",
    "def _(_, _=None):",
    "# _ _ _",
    "<div class=\"_\">_</div>",
    "    { \"_\": \"_\", \"_\": 3 },",
    "print(f\"{_}: {_}\")",
    "SELECT _, count(*) FROM _;",
    "",
];

const FENCES: [&str; 5] = ["python", "", "javascript", "html", "sql"];

/// Generates questions and answers.
pub(crate) struct Realistic {
    vocabulary: Vocabulary,
    topic: Topic,
    /// The changes to words in this text, each with its share of 10,000 words.
    marks: Vec<(WordChange, u32)>,
}

/// A change to a word: what surrounds or replaces it.
#[derive(Clone, Copy)]
enum WordChange {
    Number,
    Quotes,
    Parentheses,
    Code,
}

/// For each change, how many of a thousand answers have it, and its share of 10,000 words in them.
const MARKS: [(WordChange, u32, u32); 4] = [
    (WordChange::Number, 465, 415),
    (WordChange::Quotes, 280, 179),
    (WordChange::Parentheses, 410, 195),
    (WordChange::Code, 54, 315),
];

/// How a sentence begins, and the quantiles of its number of words.
type SentenceKind = (SentencePosition, Quantiles);

const PROSE: SentenceKind = (SentencePosition::Sentence, SENTENCE_WORDS);
const ITEM: SentenceKind = (SentencePosition::Item, ITEM_WORDS);
const REQUEST: SentenceKind = (SentencePosition::Request, SENTENCE_WORDS);
const HEADING: SentenceKind = (SentencePosition::Sentence, HEADING_WORDS);

impl Realistic {
    pub(crate) fn new() -> Self {
        let vocabulary = Vocabulary::new();
        Self { topic: Topic::new(&vocabulary), vocabulary, marks: Vec::new() }
    }

    /// Generates a user's question.
    pub(crate) fn question(&mut self, random: &mut Rng) -> String {
        self.topic = Topic::new(&self.vocabulary);
        let has = MARKS.into_iter().filter(|(_, texts, _)| random.u32(..1000) < *texts);
        self.marks = has.map(|(mark, _, share)| (mark, share)).collect();
        let length = drawn(&QUESTION_BYTES, random);
        let mut text = String::new();
        self.sentence(&mut text, REQUEST, random);
        while text.len() + HALF_SENTENCE < length {
            text.push(' ');
            self.sentence(&mut text, PROSE, random);
        }
        text
    }

    /// Generates the answer to the last question.
    pub(crate) fn answer(&mut self, random: &mut Rng) -> String {
        let length = drawn(&ANSWER_BYTES, random);
        // Short answers are prose.
        let [has_list, has_code, has_headings] = [(660, 340), (90, 260), (60, 500)].map(|(answers, blocks)| {
            let has = length > 250 && random.u32(..1000) < answers;
            move |random: &mut Rng| has && random.u32(..1000) < blocks
        });
        let mut text = String::new();
        while text.is_empty() || text.len() + HALF_BLOCK < length {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            if has_headings(random) {
                text.push_str("## ");
                self.words(&mut text, HEADING, random);
                text.push_str("\n\n");
            }
            if has_code(random) {
                self.code(&mut text, random);
            } else if has_list(random) {
                self.list(&mut text, random);
            } else {
                self.sentences(&mut text, &PARAGRAPH_SENTENCES, PROSE, random);
            }
        }
        if random.u32(..100) < 20 {
            text = text.replace('\'', "’").replace(" - ", " – ");
        }
        if random.u32(..100) < 3 {
            text.push_str(" 🌱");
        }
        text
    }

    fn list(&mut self, text: &mut String, random: &mut Rng) {
        let (is_numbered, has_titles) = (random.u32(..100) < 56, random.u32(..100) < 29);
        for number in 1..=drawn(&LIST_ITEMS, random).max(1) {
            if number > 1 {
                text.push('\n');
            }
            text.push_str(&if is_numbered { format!("{number}. ") } else { "- ".to_owned() });
            if has_titles {
                text.push_str("**");
                self.words(text, HEADING, random);
                text.push_str(":** ");
            }
            self.sentences(text, &ITEM_SENTENCES, ITEM, random);
        }
    }

    fn code(&mut self, text: &mut String, random: &mut Rng) {
        text.push_str("```");
        text.push_str(FENCES[random.usize(..FENCES.len())]);
        for _ in 0..drawn(&CODE_LINES, random).max(1) {
            text.push('\n');
            for (number, part) in CODE[random.usize(..CODE.len())].split('_').enumerate() {
                if number > 0 {
                    text.push_str(&self.topic.word(&self.vocabulary, BARE, random));
                }
                text.push_str(part);
            }
        }
        text.push_str("\n```");
    }

    fn sentences(&mut self, text: &mut String, number: &Quantiles, kind: SentenceKind, random: &mut Rng) {
        for number in 0..drawn(number, random).max(1) {
            if number > 0 {
                text.push(' ');
            }
            self.sentence(text, kind, random);
        }
    }

    /// Writes a sentence with its closing mark.
    fn sentence(&mut self, text: &mut String, kind: SentenceKind, random: &mut Rng) {
        self.words(text, kind, random);
        text.push_str(match random.u32(..100) {
            0..50 if kind.0 == SentencePosition::Request => "?",
            0..13 => "",
            13..22 => ":",
            22..24 => "!",
            24..26 => "?",
            _ => ".",
        });
    }

    /// Draws a change to a word.
    fn mark(&self, random: &mut Rng) -> Option<WordChange> {
        let mut at = random.u32(..10_000);
        self.marks.iter().find_map(|(mark, share)| {
            let is_it = at < *share;
            at = at.saturating_sub(*share);
            is_it.then_some(*mark)
        })
    }

    /// Writes the words of a sentence with the marks between them.
    fn words(&mut self, text: &mut String, (mut state, words): SentenceKind, random: &mut Rng) {
        let mut left = drawn(&words, random).max(1);
        let mut is_first = true;
        while left > 0 {
            let class = self.topic.next(&self.vocabulary, state, random);
            state = SentencePosition::Word(class);
            if is_comma(class) {
                text.push(',');
                continue;
            }
            left -= 1;
            if !is_first {
                text.push(' ');
            }
            let word = self.topic.word(&self.vocabulary, class, random);
            // The first word of a sentence is unchanged.
            let mark = if is_first { None } else { self.mark(random) };
            let is_capital = is_first || word == "i" || word.starts_with("i'") || random.u32(..100) < 6;
            match mark {
                Some(WordChange::Number) => _ = write!(text, "{}", random.u32(1..2_000)),
                Some(WordChange::Quotes) => _ = write!(text, "\"{word}\""),
                Some(WordChange::Parentheses) => _ = write!(text, "({word})"),
                Some(WordChange::Code) => _ = write!(text, "`{word}`"),
                None if is_capital => push_capitalized(text, &word),
                None => text.push_str(&word),
            }
            is_first = false;
        }
    }
}

fn push_capitalized(text: &mut String, word: &str) {
    let start = text.len();
    text.push_str(word);
    if let Some(first) = text.get_mut(start..=start) {
        first.make_ascii_uppercase();
    }
}

/// Draws a number from a distribution given by quantiles.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "quantiles are small and positive")]
fn drawn(quantiles: &Quantiles, random: &mut Rng) -> usize {
    let share = random.f64();
    let next = SHARES.partition_point(|known| *known < share).clamp(1, SHARES.len() - 1);
    let [from, to] = [next - 1, next].map(|place| (SHARES[place], quantiles[place]));
    let part = ((share - from.0) / (to.0 - from.0)).clamp(0.0, 1.0);
    (from.1 + part * (to.1 - from.1)).round() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The percentage of items that satisfy a condition.
    fn percent<T>(all: &[T], is_such: impl Fn(&T) -> bool) -> usize {
        all.iter().filter(|one| is_such(one)).count() * 100 / all.len()
    }

    #[test]
    fn answers_have_the_shares_that_were_measured() {
        let (mut realistic, mut random) = (Realistic::new(), Rng::with_seed(1));
        let mut answers: Vec<String> = Vec::new();
        for _ in 0..3_000 {
            let question = realistic.question(&mut random);
            assert!(!question.is_empty());
            answers.push(realistic.answer(&mut random));
        }
        answers.sort_by_key(String::len);
        for (place, measured) in [(300, 250), (750, 623), (1_500, 1_354), (2_250, 2_201), (2_700, 3_027)] {
            let length = answers[place].len();
            assert!(length.abs_diff(measured) < measured / 4 + 30, "{length} bytes, not {measured}");
        }
        let is_item =
            |line: &&str| line.starts_with("- ") || line.trim_start_matches(char::is_numeric).starts_with(". ");
        let has_list = percent(&answers, |answer| answer.lines().any(|line| is_item(&line)));
        assert!((43..=63).contains(&has_list), "{has_list} % have a list");
        let has_code = percent(&answers, |answer| answer.contains("```"));
        assert!((4..=8).contains(&has_code), "{has_code} % have code");
        let lines: Vec<&str> =
            answers.iter().flat_map(|answer| answer.lines()).filter(|line| !line.is_empty()).collect();
        let items = percent(&lines, is_item);
        assert!((38..=58).contains(&items), "{items} % of the lines are items");
    }
}
