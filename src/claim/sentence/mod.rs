//! Splits a text into sentences, without what is shown, quoted or part of somebody else's letter.
//!
//! `analysis` says of a sentence what any reader of it asks: where a clause begins, what is negated, a question, a
//! condition or about the past. `place` does so for a phrase in it.

mod action_list;
mod analysis;
mod not_said;
mod place;
mod sentence_end;

use std::ops::Range;

use super::Span;
use super::marks::{Code, code_outside};
use super::thought::thoughts_outside;
use crate::claim::segmentation::in_words;
use crate::registry::{Language, Lexicon, Token, TokenKind, single_quotation, tokens};
use crate::work;
use action_list::{ActionList, ListedActions};
use not_said::NotSaid;
use sentence_end::SentenceEnds;

pub(super) use analysis::Analysis;
pub(super) use not_said::calls;
pub(super) use place::PhrasePosition;

/// Pairs of quotation marks. Straight ones both open and close.
const QUOTES: [(char, char); 9] =
    [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‚', '‘'), ('‘', '’'), ('「', '」'), ('『', '』'), ('《', '》')];

/// Brackets around a remark.
const BRACKETS: [(char, char); 2] = [('(', ')'), ('（', '）')];

/// Ticks, which say of a line that it is done.
pub(in crate::claim) const TICKS: [char; 4] = ['✅', '✔', '☑', '✓'];

/// Marks that open a sentence in Spanish.
const OPENING_MARKS: [&str; 2] = ["¡", "¿"];

/// A sentence with its words.
#[derive(Clone, Debug)]
pub(in crate::claim) struct Sentence<'t> {
    /// The bytes from its first word to the mark that ends it.
    pub(in crate::claim) span: Range<usize>,
    pub(in crate::claim) tokens: Vec<Token<'t>>,
    /// Whether it is in a list.
    pub(in crate::claim) is_item: bool,
    /// Whether its line has a tick, which says that something is done.
    pub(in crate::claim) is_ticked: bool,
}

impl<'t> Sentence<'t> {
    /// The same with its tokens split into the words of a language, where it writes several as one.
    pub(in crate::claim) fn in_words(&self, text: &'t str, words: &Lexicon) -> Self {
        let Self { span, tokens, is_item, is_ticked } = self.clone();
        Self { span, tokens: in_words(text, tokens, words), is_item, is_ticked }
    }

    pub(in crate::claim) fn is_question(&self) -> bool {
        let marks = self.tokens.iter().rev().take_while(|token| token.is_mark()).inspect(|_| work::count(1));
        marks.into_iter().any(Token::is_question_mark)
    }

    /// Whether it introduces what follows it.
    pub(in crate::claim) fn announces(&self) -> bool {
        let mut marks = self.tokens.iter().rev().take_while(|token| token.is_mark()).inspect(|_| work::count(1));
        marks.any(Token::is_colon)
    }
}

/// The sentences of a text that are its author's own words.
///
/// `payloads`, which must be in order, are not part of the words: a sentence ends before one and begins after it.
pub(in crate::claim) fn sentences<'t>(text: &'t str, payloads: &[Span], languages: &[Language]) -> Vec<Sentence<'t>> {
    let code = code_outside(text, payloads);
    let thoughts = thoughts_outside(text, payloads);
    let (fences, inline): (Vec<Code>, Vec<Code>) = code.into_iter().partition(|code| code.is_fence);
    let fences: Vec<Span> = fences.into_iter().map(|code| code.span).collect();
    let mut found = Vec::new();
    let (mut letter, mut lists, mut not_said) = (Letter::default(), ActionList::default(), NotSaid::of(text));
    for line in lines(text).flat_map(|line| without(line, payloads)) {
        let said = text.get(line.clone()).unwrap_or_default();
        if said.trim_start().starts_with('>')
            || is_dialogue(said)
            || is_within(&line, &thoughts)
            || is_within(&line, &fences)
            || not_said.holds(said)
        {
            continue;
        }
        let first = inline.partition_point(|code| code.span.end <= line.start);
        let inline = inline.iter().skip(first).take_while(|code| code.span.start < line.end);
        let mut things: Vec<Range<usize>> = inline.map(|code| code.span.start..code.span.end).collect();
        things.extend(quotations(text, line.clone(), &things));
        things.sort_by_key(|thing| thing.start);
        let words = tokens(text, line.clone(), &things);
        if letter.holds(said, &words, languages) {
            continue;
        }
        let first = found.len();
        work::count(words.len());
        let is_item = is_item(said);
        let listed = lists.read(said, is_item, &words, languages);
        if listed == ListedActions::Open {
            continue;
        }
        split(text, words, languages, &mut found);
        // What the author lists as done needs no tick.
        let is_action = listed == ListedActions::Done;
        let (is_item, is_ticked) = (is_item && !is_action, is_action || !said.is_ascii() && said.contains(TICKS));
        for sentence in found.iter_mut().skip(first) {
            (sentence.is_item, sentence.is_ticked) = (is_item, is_ticked);
        }
    }
    found
}

/// Whether a line lies within one of `spans`, which are in order and do not overlap.
fn is_within(line: &Range<usize>, spans: &[Span]) -> bool {
    let after = spans.partition_point(|span| span.start <= line.start);
    let last = after.checked_sub(1).and_then(|last| spans.get(last));
    last.is_some_and(|span| line.end <= span.end)
}

/// Whether a line is direct speech in a dialogue, as Spanish marks it.
fn is_dialogue(line: &str) -> bool {
    let said = line.trim_start().strip_prefix('—');
    said.is_some_and(|said| said.starts_with(|first: char| first.is_alphabetic() || matches!(first, '¡' | '¿')))
}

/// Whether a line is an item of a list, without a tick.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let marked = line.strip_prefix(['-', '*', '•', '–']).filter(|rest| rest.starts_with(' '));
    let digits = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let numbered = (digits.len() < line.len()).then(|| digits.strip_prefix(['.', ')'])).flatten();
    marked.or(numbered).is_some_and(|rest| !rest.trim_start().starts_with(TICKS))
}

/// The parts of a line outside `payloads`.
fn without(line: Range<usize>, payloads: &[Span]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = line.start;
    let first = payloads.partition_point(|payload| payload.end <= line.start);
    work::count(line.len() + 1);
    for payload in payloads.get(first..).unwrap_or_default() {
        if payload.start >= line.end {
            break;
        }
        work::count(1);
        parts.push(start..payload.start.max(start));
        start = payload.end.min(line.end).max(start);
    }
    parts.push(start..line.end);
    parts.retain(|part| !part.is_empty());
    parts
}

/// The lines of a text, without their line breaks.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end + 1;
        range
    })
}

/// Recognises lines of a drafted letter: from its salutation to the next rule.
#[derive(Default)]
struct Letter {
    lines: usize,
    /// Whether the last line introduces something.
    announced: bool,
    open: bool,
}

impl Letter {
    fn holds(&mut self, said: &str, words: &[Token<'_>], languages: &[Language]) -> bool {
        const SALUTATION: usize = 8;
        work::count(said.len() + words.len());
        let is_blank = said.trim().is_empty();
        if self.open && (said.trim_start().starts_with("---") || said.trim_start().starts_with("***")) {
            self.open = false;
        }
        let announced = self.announced;
        let is_salutation = || {
            let greets = |language: &Language| language.letters.begins(words, 0, &language.boundaries);
            let ends = words.last().is_some_and(Token::is_mark);
            let is_short = words.len() <= SALUTATION && ends;
            (is_short || announced) && languages.iter().any(greets)
        };
        // In the first line of a reply the salutation addresses the user.
        if !self.open && self.lines > 0 && is_salutation() {
            self.open = true;
        }
        self.lines += usize::from(!is_blank);
        if !is_blank {
            let marks = words.iter().rev().take_while(|word| word.is_mark());
            let names_subject = words.iter().take(2).any(|word| word.text == ":");
            self.announced = names_subject || marks.into_iter().any(|mark| mark.text == ":");
        }
        self.open
    }
}

/// The quotations in a line, and the remarks in brackets within its sentences; `things` must be in order, without
/// overlaps.
pub(in crate::claim) fn quotations(text: &str, line: Range<usize>, things: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    work::count(line.len());
    if !may_quote(text.get(line.clone()).unwrap_or_default()) {
        return found;
    }
    let mut open: Option<(char, usize)> = None;
    // The mark that ends a quotation between single marks, which are apostrophes as well.
    let mut last = 0;
    let mut before = ' ';
    let mut said = false;
    let mut things = things.iter().peekable();
    for (offset, mark) in text.get(line.clone()).unwrap_or_default().char_indices() {
        let at = line.start + offset;
        while things.next_if(|thing| thing.end <= at).is_some() {}
        let is_thing = things.peek().is_some_and(|thing| thing.start <= at);
        match open {
            _ if is_thing => {}
            Some((close, start)) if mark == close && at >= last => {
                found.push(start..at + mark.len_utf8());
                open = None;
            }
            Some(_) => {}
            None => {
                let pair = QUOTES.iter().find(|(first, _)| *first == mark);
                // Within a word it is an apostrophe, after a number an inch; ideographs have no spaces around them.
                let is_within = before.is_alphanumeric() && !is_ideograph(before);
                open = pair.filter(|_| !is_within).map(|(_, close)| (*close, at));
                if mark == '\'' {
                    open = single_quotation(text, at).map(|end| {
                        last = end - 1;
                        (mark, at)
                    });
                }
                // A remark within a sentence.
                if said {
                    open = BRACKETS.iter().find(|(first, _)| *first == mark).map(|(_, close)| (*close, at)).or(open);
                }
            }
        }
        before = mark;
        said = (said || mark.is_alphanumeric()) && !matches!(mark, '.' | '!' | '?' | '。' | '！' | '？');
    }
    found
}

/// The quotations and remarks in all lines of a text.
pub(in crate::claim) fn all_quotations(text: &str) -> Vec<Range<usize>> {
    lines(text).flat_map(|line| quotations(text, line, &[])).collect()
}

/// Whether a text contains more than sentences: code, or two lines of a list or a table that count.
pub(in crate::claim) fn shows_more(text: &str, counts: impl Fn(&str) -> bool) -> bool {
    let is_item = |line: &&str| line.trim_start().starts_with(['-', '*', '|', '•']) && counts(line);
    text.contains("```") || text.lines().filter(is_item).nth(1).is_some()
}

/// Whether a text may contain a quotation or a remark, by its bytes alone: all are checked in one pass.
pub(in crate::claim) fn may_quote(text: &str) -> bool {
    text.bytes().fold(false, |may, byte| may | matches!(byte, b'"' | b'(' | 0x80..))
        || text.starts_with('\'')
        || text.contains(" '")
}

/// Whether a character is Chinese, written without spaces.
pub(super) fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{4e00}'..='\u{9fff}')
}

/// Splits the words of a line at the ends of sentences.
fn split<'t>(text: &str, words: Vec<Token<'t>>, languages: &[Language], found: &mut Vec<Sentence<'t>>) {
    let ends = SentenceEnds::new(text, languages);
    let mut sentence: Vec<Token<'t>> = Vec::new();
    // The opening mark of the sentence, which is none of its words.
    let mut opening: Option<usize> = None;
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        // Bullets and emoji before the first word are not part of the sentence.
        if sentence.is_empty() && word.kind == TokenKind::Pause && !matches!(word.text.as_ref(), "(" | "（") {
            opening = OPENING_MARKS.contains(&word.text.as_ref()).then_some(word.span.start);
            continue;
        }
        let ends = ends.at(&sentence, &word, words.peek());
        sentence.push(word);
        if ends {
            found.extend(finish(std::mem::take(&mut sentence), opening.take()));
        }
    }
    found.extend(finish(sentence, opening));
}

fn finish(mut tokens: Vec<Token<'_>>, opening: Option<usize>) -> Option<Sentence<'_>> {
    // A list number is not part of its sentence.
    let is_number = |token: &Token<'_>| token.text.bytes().all(|byte| byte.is_ascii_digit());
    if tokens.len() > 2 && tokens.first().is_some_and(is_number) && tokens.get(1).is_some_and(|mark| mark.text == ".") {
        tokens.drain(..2);
    }
    tokens.iter().any(|token| !token.is_mark()).then_some(())?;
    let span = opening.unwrap_or(tokens.first()?.span.start)..tokens.last()?.span.end;
    Some(Sentence { span, tokens, is_item: false, is_ticked: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn sentences_of(text: &str) -> Vec<&str> {
        let registry = Registry::builtin().unwrap();
        let found = sentences(text, &[], registry.statements().languages());
        found.into_iter().map(|sentence| text.get(sentence.span).unwrap()).collect()
    }

    #[test]
    fn sentences_end_at_marks_and_lines() {
        assert_eq!(
            sentences_of("Done! It is set for 9 a.m. tomorrow. Bye"),
            ["Done!", "It is set for 9 a.m. tomorrow.", "Bye"]
        );
        assert_eq!(sentences_of("- ✅ One\n2. Two. Three?!\n"), ["One", "Two.", "Three?!"]);
        assert_eq!(sentences_of("Nice 🎉 Saved it ✅ for you."), ["Nice 🎉", "Saved it ✅ for you."]);
        assert_eq!(sentences_of("Am 3. Mai z. B. um 9. Gut."), ["Am 3. Mai z. B. um 9.", "Gut."]);
        assert_eq!(sentences_of("**Alarm set** for 7…"), ["Alarm set** for 7…"]);
        assert_eq!(sentences_of("It is made.Have fun!Bye"), ["It is made.", "Have fun!", "Bye"]);
        assert_eq!(sentences_of("Now at 21 °C. Bye"), ["Now at 21 °C.", "Bye"]);
        assert_eq!(sentences_of("¡Listo! ¿Algo más?"), ["¡Listo!", "¿Algo más?"]);
    }

    #[test]
    fn a_sentence_may_begin_with_a_small_letter() {
        assert_eq!(
            sentences_of("okay. its done. is there anything else?"),
            ["okay.", "its done.", "is there anything else?"]
        );
        assert_eq!(
            sentences_of("It costs approx. five euros, i.e. nothing."),
            ["It costs approx. five euros, i.e. nothing."]
        );
        assert_eq!(
            sentences_of("Das kostet ca. fünf Euro inkl. der Steuer."),
            ["Das kostet ca. fünf Euro inkl. der Steuer."]
        );
    }

    #[test]
    fn what_is_shown_or_quoted_is_no_sentence_of_the_author() {
        assert_eq!(sentences_of("```\nSaved it.\n```\nYes."), ["Yes."]);
        assert_eq!(sentences_of("> Saved it.\nYes."), ["Yes."]);
        assert!(!sentences_of("<think>\nSaved it.\n</think>\nYes.").contains(&"Saved it."));
        assert_eq!(sentences_of("<think>\nSaved it.\n</think>\nYes.").last(), Some(&"Yes."));
        assert_eq!(
            sentences_of("Here is a draft:\n\nDear Ms Lee,\n\nI have sent it.\n\n---\nFine?"),
            ["Here is a draft:", "Fine?"]
        );
        assert_eq!(sentences_of("Hi Ana,\nI have sent it."), ["Hi Ana,", "I have sent it."]);
    }

    #[test]
    fn a_quotation_is_a_thing_in_its_sentence() {
        use TokenKind::{End, Thing, Word};
        let registry = Registry::builtin().unwrap();
        let found = sentences("It says \"I saved it. Bye\" to you.", &[], registry.statements().languages());
        let kinds: Vec<_> = found[0].tokens.iter().map(|token| token.kind).collect();
        assert_eq!(kinds, [Word, Word, Thing, Word, Word, End]);
    }
}
