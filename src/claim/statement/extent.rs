//! What of a text goes with a false sentence: its line, its marks of emphasis, its ticks.

use super::super::Span;
use super::{Sentence, TICKS};

/// The bytes of a sentence.
pub(super) fn span_of(sentence: &Sentence<'_>) -> Span {
    Span::new(sentence.span.start, sentence.span.end)
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

/// A sentence with the tick before it, or after it at the end of a line: it would confirm the correction.
pub(super) fn with_ticks(text: &str, span: Span) -> Span {
    let is_tick = |c: char| c == '\u{fe0f}' || TICKS.contains(&c);
    let [before, after] = [text.get(..span.start), text.get(span.end..)].map(Option::unwrap_or_default);
    let bare = before.trim_end_matches(' ').trim_end_matches(is_tick);
    let start =
        if before.get(bare.len()..).is_some_and(|marks| marks.contains(TICKS)) { bare.len() } else { span.start };
    let line = after.lines().next().unwrap_or_default().trim_end();
    let is_ticked = line.contains(TICKS) && line.chars().all(|c| c == ' ' || is_tick(c));
    Span::new(start, if is_ticked { span.end + line.len() } else { span.end })
}

/// The line of a sentence with its bullet, if it contains nothing else; otherwise the sentence alone.
pub(super) fn whole_line(text: &str, span: Span) -> Span {
    let (before, after) = (text.get(..span.start).unwrap_or_default(), text.get(span.end..).unwrap_or_default());
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let end = span.end + after.find('\n').map_or(after.len(), |end| end + 1);
    let says = |part: Option<&str>| part.unwrap_or_default().chars().any(char::is_alphanumeric);
    if says(text.get(start..span.start)) || says(text.get(span.end..end)) { span } else { Span::new(start, end) }
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
    fn emphasis_is_not_torn() {
        let text = "moved to *Done*";
        assert_eq!(with_whole_emphasis(text, Span::new(0, text.len() - 1)).of(text), text);
    }
}
