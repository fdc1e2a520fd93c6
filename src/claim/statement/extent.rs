//! What of a text goes with a false sentence: its line, its marks of emphasis, its ticks, a list.

use super::super::Span;
use super::super::sentence::{Sentence, TICKS};

/// Signs right before a number that belong to it.
const BEFORE_NUMBER: [char; 5] = ['$', '€', '£', '¥', '#'];
/// The same after a number.
const AFTER_NUMBER: [char; 5] = ['%', '‰', '°', '€', '£'];

/// The bytes of a sentence.
pub(super) fn span_of(sentence: &Sentence<'_>) -> Span {
    Span::new(sentence.span.start, sentence.span.end)
}

/// Whether a sentence introduces a list, or the next line after it is a row of a table or ticked.
pub(super) fn introduces_list(text: &str, sentence: Span) -> bool {
    let rest = text.get(sentence.end..).unwrap_or_default();
    // Many sentences may be in one line, which is not read to its end for each.
    let ends = |letter: char| letter == '\n' || letter.is_alphanumeric();
    let Some(after) = rest.find(ends).and_then(|end| rest.get(end..)?.strip_prefix('\n')) else { return false };
    let next = after.lines().map(str::trim_start).find(|line| !line.is_empty()).unwrap_or_default();
    sentence.of(text).ends_with([':', '：']) || next.starts_with('|') || next.starts_with(TICKS)
}

/// A sentence with the mark of emphasis before or after it whose other half it contains: "moved to *Done" and its "*".
pub(super) fn with_whole_emphasis(text: &str, span: Span) -> Span {
    let said = span.of(text);
    let [before, after] = [text.get(..span.start), text.get(span.end..)].map(Option::unwrap_or_default);
    let is_torn = |mark: &&&str| said.matches(**mark).count() % 2 == 1;
    match ["***", "**", "*", "__", "_"].iter().find(is_torn) {
        Some(mark) if before.ends_with(*mark) => Span::new(span.start - mark.len(), span.end),
        Some(mark) if after.starts_with(*mark) => Span::new(span.start, span.end + mark.len()),
        _ => span,
    }
}

/// A sentence with the sign of its first or last number: "$300 has been moved", "set to 15%".
pub(super) fn with_signs(text: &str, span: Span) -> Span {
    let [before, after] = [text.get(..span.start), text.get(span.end..)].map(Option::unwrap_or_default);
    let is_number = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let first = before.chars().next_back().filter(|sign| BEFORE_NUMBER.contains(sign));
    let last = after.chars().next().filter(|sign| AFTER_NUMBER.contains(sign));
    let first = first.filter(|_| is_number(span.of(text).chars().next())).map_or(0, char::len_utf8);
    let last = last.filter(|_| is_number(span.of(text).chars().next_back())).map_or(0, char::len_utf8);
    Span::new(span.start - first, span.end + last)
}

/// A sentence with the tick before it, or after it at the end of a line: it would confirm the correction.
pub(super) fn with_ticks(text: &str, span: Span) -> Span {
    let is_tick = |c: char| c == '\u{fe0f}' || TICKS.contains(&c);
    let [before, after] = [text.get(..span.start), text.get(span.end..)].map(Option::unwrap_or_default);
    let bare = before.trim_end_matches(' ').trim_end_matches(is_tick);
    let start =
        if before.get(bare.len()..).is_some_and(|marks| marks.contains(TICKS)) { bare.len() } else { span.start };
    // Many sentences may be in one line, which is not read to its end for each.
    let rest = after.trim_start_matches(|c| c == ' ' || is_tick(c));
    let marks = after.get(..after.len() - rest.len()).unwrap_or_default().trim_end();
    let ends_line = rest.chars().find(|c| *c == '\n' || !c.is_whitespace()).is_none_or(|c| c == '\n');
    let is_ticked = ends_line && marks.contains(TICKS);
    Span::new(start, if is_ticked { span.end + marks.len() } else { span.end })
}

/// The line of a sentence with its bullet, if it contains nothing else; otherwise the sentence alone.
pub(super) fn whole_line(text: &str, span: Span) -> Span {
    let (before, after) = (text.get(..span.start).unwrap_or_default(), text.get(span.end..).unwrap_or_default());
    let ends = |letter: char| letter == '\n' || letter.is_alphanumeric();
    let start = before.rfind(ends).map_or(Some(0), |at| before.get(at..)?.starts_with('\n').then_some(at + 1));
    let end = after.find(ends).map_or(Some(after.len()), |at| after.get(at..)?.starts_with('\n').then_some(at + 1));
    start.zip(end).map_or(span, |(start, end)| Span::new(start, span.end + end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_ticks(text: &str, sentence: &str) -> String {
        let start = text.find(sentence).unwrap();
        super::with_ticks(text, Span::new(start, start + sentence.len())).of(text).to_owned()
    }

    #[test]
    fn a_tick_goes_with_the_sentence_that_it_confirms() {
        assert_eq!(with_ticks("✅ Task created!", "Task created!"), "✅ Task created!");
        assert_eq!(with_ticks("Hi. ✔\u{fe0f} Done. Bye.", "Done."), "✔\u{fe0f} Done.");
        assert_eq!(with_ticks("Task created! ✅ Bye.", "Task created!"), "Task created!");
        assert_eq!(with_ticks("Task created! ✅", "Task created!"), "Task created! ✅");
        assert_eq!(with_ticks("Task created. ✔\u{fe0f}\nBye.", "Task created."), "Task created. ✔\u{fe0f}");
        assert_eq!(with_ticks("✅ One. Two.", "Two."), "Two.");
        assert_eq!(with_ticks("Task created.", "Task created."), "Task created.");
    }

    #[test]
    fn a_number_keeps_its_sign() {
        for text in ["$300 is moved", "set to 15%", "#57 costs 3€"] {
            let said = text.trim_matches(['$', '%', '#', '€']);
            let start = text.find(said).unwrap();
            assert_eq!(with_signs(text, Span::new(start, start + said.len())).of(text), text);
        }
        assert_eq!(with_signs("a % b", Span::new(0, 1)).of("a % b"), "a");
    }

    #[test]
    fn emphasis_is_not_torn() {
        let text = "moved to *Done*";
        assert_eq!(with_whole_emphasis(text, Span::new(0, text.len() - 1)).of(text), text);
    }
}
