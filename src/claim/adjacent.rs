//! What is directly next to a place in a text: wrappers, closers and stray words, as a syntax lists them.

use crate::work;

/// The placeholder for any single word in a syntax's list.
const WORD: &str = "{word}";
/// The mark that opens and closes code.
const FENCE: &str = "```";
/// The longest such word.
const LONGEST_WORD: usize = 40;

/// The length of `listed` at the start of `text`, if it is there.
pub(super) fn length_in_front(text: &str, listed: &str, fold: bool) -> Option<usize> {
    let mut rest = text;
    for (index, literal) in listed.split(WORD).enumerate() {
        if index > 0 {
            let word = work::found(rest, rest.find(|c| !is_word(c))).unwrap_or(rest.len());
            rest = rest.get(word..).filter(|_| (1..=LONGEST_WORD).contains(&word))?;
        }
        let found = rest.get(..literal.len())?;
        if !(found == literal || fold && found.eq_ignore_ascii_case(literal)) {
            return None;
        }
        rest = rest.get(literal.len()..)?;
    }
    Some(text.len() - rest.len())
}

/// The length of `listed` at the end of `text`, if it is there.
fn length_at_end(text: &str, listed: &str, fold: bool) -> Option<usize> {
    let mut rest = text;
    for (index, literal) in listed.rsplit(WORD).enumerate() {
        if index > 0 {
            let word =
                rest.chars().rev().take(LONGEST_WORD).take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
            rest = rest.get(..rest.len() - word).filter(|_| word > 0)?;
        }
        let from = rest.len().checked_sub(literal.len())?;
        let found = rest.get(from..)?;
        if !(found == literal || fold && found.eq_ignore_ascii_case(literal)) {
            return None;
        }
        rest = rest.get(..from)?;
    }
    // A word counts only as a whole.
    let begins_word = listed.starts_with(is_word) || listed.starts_with(WORD);
    let inside = begins_word && rest.chars().next_back().is_some_and(is_word);
    (!inside).then_some(text.len() - rest.len())
}

/// The byte after everything of `listed` that follows byte `at`, in any order, separated by white space. One code fence
/// is closed at most: another one opens the next.
pub(super) fn past_all(text: &str, at: usize, listed: &[String], fold: bool) -> usize {
    let mut end = at;
    let mut closes_fence = false;
    loop {
        let rest = text.get(end..).unwrap_or_default();
        let blank = rest.len() - work::trim_start(rest).len();
        let rest = rest.get(blank..).unwrap_or_default();
        work::count(listed.len());
        let Some(length) = listed.iter().find_map(|listed| length_in_front(rest, listed, fold)) else { return end };
        let is_fence = rest.starts_with(FENCE);
        if length == 0 || is_fence && closes_fence {
            return end;
        }
        closes_fence |= is_fence;
        end += blank + length;
    }
}

/// The byte where everything of `listed` before byte `at` begins; not before `floor`.
///
/// A word counts if it is attached to what follows, begins its line, or comes right after a mark.
pub(super) fn before_all(text: &str, at: usize, floor: usize, listed: &[String], fold: bool) -> usize {
    let mut start = at;
    loop {
        let before = text.get(floor..start).unwrap_or_default();
        let kept = work::trim_end_by(before, char::is_whitespace);
        work::count(listed.len());
        let is_glued = kept.len() == before.len();
        let found = listed.iter().find_map(|listed| {
            let length = length_at_end(kept, listed, fold).filter(|length| *length > 0)?;
            let begin = kept.len() - length;
            let is_plain_word = listed.chars().all(is_word);
            let follows_mark =
                kept.get(..begin).and_then(|before| before.chars().next_back()).is_some_and(|c| !c.is_whitespace());
            (!is_plain_word || is_glued || follows_mark || begins_line(kept, begin)).then_some(begin)
        });
        match found {
            Some(begin) => start = floor + begin,
            None => return start,
        }
    }
}

/// Whether only white space comes before byte `at` on its line.
pub(super) fn begins_line(text: &str, at: usize) -> bool {
    let before = work::trim_end_by(text.get(..at).unwrap_or_default(), is_line_blank);
    before.is_empty() || before.ends_with(['\n', '\r', '\u{feff}'])
}

/// Whether only white space comes after byte `at` on its line.
pub(super) fn ends_line(text: &str, at: usize) -> bool {
    let after = work::trim_start_by(text.get(at..).unwrap_or_default(), is_line_blank);
    after.is_empty() || after.starts_with(['\n', '\r'])
}

fn is_line_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(all: &[&str]) -> Vec<String> {
        all.iter().map(|&one| one.to_owned()).collect()
    }

    #[test]
    fn what_follows_is_passed_in_any_order() {
        let closers = listed(&["</a>", "</{word}:b>", "```"]);
        assert_eq!(past_all("x </a>\n</ns:b> ``` y", 1, &closers, false), 18);
        assert_eq!(past_all("x\n``` ```py\n", 1, &closers, false), 5);
        assert_eq!(past_all("x y", 1, &closers, false), 1);
        assert_eq!(past_all("</A>", 0, &closers, true), 4);
        assert_eq!(past_all("</A>", 0, &closers, false), 0);
    }

    #[test]
    fn a_word_belongs_where_it_is_glued_or_begins_its_line() {
        let words = listed(&["court", "{word}:", "<calls>", "None"]);
        let start = |text: &str| before_all(text, text.len(), 0, &words, false);
        assert_eq!(start("Prose.\n\ncourt\n"), 8);
        assert_eq!(start("to court "), 9);
        assert_eq!(start("court "), 0);
        assert_eq!(start("<x>court "), 3);
        assert_eq!(start("None"), 0);
        assert_eq!(start("xNone"), 5);
        assert_eq!(start("topics Lie:"), 7);
        assert_eq!(start("None<calls>\n"), 0);
        assert_eq!(start("court\n<calls>\n"), 0);
    }

    #[test]
    fn lines_are_reported() {
        assert!(begins_line("a\n  b", 4) && begins_line("b", 0) && !begins_line("a b", 2));
        assert!(ends_line("a \nb", 1) && ends_line("a", 1) && !ends_line("a b", 1));
    }
}
