//! Lines that the author of a text does not say: code without a fence, and what the persons of a dialogue say.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::work;

/// The most bytes of a line in which the name of a speaker ends.
const NAME: usize = 40;
/// The most words of such a name.
const NAME_WORDS: usize = 4;
/// The fewest lines of speech of each person, and the fewest persons.
const EXCHANGES: usize = 2;

/// Signs of an expression in a program.
const OPERATORS: [&str; 10] = ["==", "+=", "-=", "!=", ":=", "=>", "::", "&&", "||", " = "];

/// Recognises, line by line, what the author of a text does not say.
pub(super) struct NotSaid<'t> {
    text: &'t str,
    speakers: OnceCell<HashSet<&'t str>>,
    /// Whether a loop of a shell was begun, which `done` ends.
    in_loop: bool,
}

impl<'t> NotSaid<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, speakers: OnceCell::new(), in_loop: false }
    }

    /// Whether the next line is code or speech.
    pub(super) fn holds(&mut self, line: &str) -> bool {
        let code = line.trim();
        let ends_loop = self.in_loop && ends_loop(code);
        self.in_loop |= code == "do" || code.ends_with("; do");
        ends_loop || is_code(code) || self.is_speech(line)
    }

    /// Whether a line is what a person of a dialogue says. A list of orders with their states looks like one, but nobody
    /// asks anything in it.
    fn is_speech(&self, line: &str) -> bool {
        let Some((name, _)) = speech(line) else { return false };
        self.speakers.get_or_init(|| speakers(self.text)).contains(name)
    }
}

fn ends_loop(code: &str) -> bool {
    let after = code.strip_prefix("done");
    after.is_some_and(|after| after.trim_start().starts_with(['<', '>', '|', ';', ')']) || after.is_empty())
}

/// Whether a line is code by itself: a statement of a program, or one with a comment.
fn is_code(code: &str) -> bool {
    let is_statement = |code: &str| code.ends_with([';', '{', '}', ')']) && shows_code(code);
    code.starts_with("//")
        || code.ends_with([';', '{', '}']) && shows_code(code)
        || code.split_once(" //").is_some_and(|(before, _)| is_statement(before.trim_end()))
}

/// Whether a line has a sign of a program: an operator, or a call.
fn shows_code(code: &str) -> bool {
    OPERATORS.iter().any(|operator| code.contains(operator)) || calls(code).next().is_some()
}

/// Where names are called: `run(`. "Order(s)" is a word.
pub(in crate::claim) fn calls(code: &str) -> impl Iterator<Item = usize> {
    code.match_indices('(').map(|(at, _)| at).filter(move |at| {
        let is_named = code.as_bytes().get(at.wrapping_sub(1)).is_some_and(|last| is_of_name(*last));
        is_named && !code.get(at + 1..).is_some_and(|rest| rest.starts_with("s)"))
    })
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The name of a speaker at the beginning of a line, and what is said.
fn speech(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches(|mark: char| mark.is_whitespace() || matches!(mark, '*' | '_' | '-' | '•'));
    let colon = line.char_indices().take_while(|(at, _)| *at < NAME).find(|(_, mark)| matches!(mark, ':' | '：'));
    let (at, colon) = colon?;
    let (name, said) = (line.get(..at)?, line.get(at + colon.len_utf8()..)?);
    // A stage direction: "Ana (laughs):".
    let name = name.split(['(', '（']).next()?.trim_matches(['*', '_', ' ']);
    let is_name = name.chars().next().is_some_and(|first| first.is_uppercase() || !first.is_ascii())
        && name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '.' | '\'' | '-'))
        && name.split(' ').count() <= NAME_WORDS;
    let said = said.trim_matches(|mark: char| mark.is_whitespace() || matches!(mark, '*' | '_' | '"' | '“' | '”'));
    (is_name && !said.is_empty()).then_some((name, said))
}

/// The persons who speak in turn, and of whom somebody asks something.
fn speakers(text: &str) -> HashSet<&str> {
    work::count(text.len());
    let (mut lines, mut asks): (HashMap<&str, usize>, bool) = (HashMap::new(), false);
    for (name, said) in text.lines().filter_map(speech) {
        let is_question = said.ends_with(['?', '？']);
        if is_question || said.ends_with(['.', '!', '。', '！', '…']) {
            *lines.entry(name).or_default() += 1;
            asks |= is_question;
        }
    }
    lines.retain(|_, lines| *lines >= EXCHANGES);
    if asks && lines.len() >= EXCHANGES { lines.into_keys().collect() } else { HashSet::new() }
}

#[cfg(test)]
mod tests {
    use super::super::sentences;
    use crate::registry::Registry;

    fn said(text: &str) -> Vec<String> {
        let registry = Registry::builtin().unwrap();
        let found = sentences(text, &[], registry.statements().languages());
        found.into_iter().map(|sentence| text[sentence.span].to_owned()).collect()
    }

    #[test]
    fn code_without_a_fence_is_not_said() {
        let shell = "for f in *.txt; do\n  mv \"$f\" old/\ndone\nAll files are moved by it.";
        assert_eq!(said(shell).last().unwrap(), "All files are moved by it.");
        assert!(!said(shell).contains(&"done".to_owned()));
        assert!(!said("while read l\ndo\n  echo $l\ndone < list").iter().any(|said| said.starts_with("done")));
        for line in [
            "for (i = 0; i < 3; i++) // Removed the comma",
            "total += price; // Added the price",
            "// Deleted the old list",
            "send(order);",
            "if (x == 1) {",
        ] {
            assert_eq!(said(line), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn what_only_looks_like_code_is_said() {
        for line in [
            "done",
            "I will do it.\ndone",
            "I've cancelled the order(s);",
            "I've cancelled it (see https://example.org/a).",
            "Cancelled order 5 (the lamp)",
        ] {
            assert!(!said(line).is_empty(), "{line}");
            assert_eq!(said(line).last().map(String::as_str), line.lines().last(), "{line}");
        }
    }

    #[test]
    fn the_persons_of_a_dialogue_are_not_the_author() {
        for talk in [
            "Ana: Is a room free?\nBen: Yes, for two nights.\nAna: Please book it.\nBen: I have booked it.",
            "**Guest:** Do you have a room?\n**Clerk (smiles):** We do.\n\n**Guest:** Good!\n**Clerk:** I've booked it.",
            "安娜：还有房间吗？\n本：有。\n安娜：请预订。\n本：已为您预订。",
        ] {
            assert_eq!(said(&format!("Sure.\n\n{talk}")), ["Sure."], "{talk}");
        }
        // Orders with their states, and a single turn.
        for list in [
            "Order: 5.\nStatus: I've cancelled it.\nOrder: 6.\nStatus: I've cancelled it.",
            "Question: Can it be cancelled?\nAnswer: I've cancelled it.",
            "Note: I've cancelled it.",
        ] {
            assert!(said(list).iter().any(|said| said.contains("cancelled it")), "{list}");
        }
    }
}
