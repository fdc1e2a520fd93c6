//! What a change takes from a text and brings to it, by words: `[-gone-]` and `{+new+}`, as `git diff --word-diff`
//! writes it, so that neither colour nor style is needed to tell them.

use similar::utils::diff_slices;
use similar::{Algorithm, ChangeTag};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::tui::text::Piece;
use crate::tui::theme::Theme;

/// Longer texts, together, are compared by lines: the picture is drawn after each key, and must not keep it waiting.
const LONGEST_BY_WORDS: usize = 20_000;

/// The difference of two texts, in pieces.
pub(super) fn pieces(before: &str, after: &str, theme: &Theme) -> Vec<Piece<'static>> {
    let by_words = before.len() + after.len() <= LONGEST_BY_WORDS;
    let parts = |text| -> Vec<_> {
        if by_words { str::split_word_bounds(text).collect() } else { str::split_inclusive(text, '\n').collect() }
    };
    let (before, after) = (parts(before), parts(after));
    let changes = diff_slices(Algorithm::Myers, &before, &after);
    let piece = |(tag, words): (ChangeTag, &[&str])| {
        let text = words.concat();
        let text = theme.data(&text);
        match tag {
            ChangeTag::Equal => Piece::new(text.into_owned(), theme.text),
            ChangeTag::Delete => Piece::new(format!("[-{}-]", with_breaks(&text)), theme.deleted),
            ChangeTag::Insert => Piece::new(format!("{{+{}+}}", with_breaks(&text)), theme.inserted),
        }
    };
    changes.into_iter().map(piece).collect()
}

/// A line break that goes or comes would not be seen at the end of its row.
fn with_breaks(text: &str) -> String {
    text.replace('\n', "⏎\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(before: &str, after: &str) -> String {
        pieces(before, after, &Theme::plain()).into_iter().map(|piece| piece.text.into_owned()).collect()
    }

    #[test]
    fn what_goes_and_what_comes_is_told_without_colour() {
        for (before, after, shown) in [
            ("{\"a\": 1}You see.", "You see.", "[-{\"a\": 1}-]You see."),
            ("One.\n\n{x}\n\nTwo.", "One.\n\nTwo.", "One.\n\n[-{x}⏎\n⏎\n-]Two."),
            ("See you.", "See you, Ana.", "See you{+, Ana+}."),
            ("the red door", "the blue door", "the [-red-]{+blue+} door"),
            ("same", "same", "same"),
            ("gone", "", "[-gone-]"),
            ("日本 a", "日本 b", "日本 [-a-]{+b+}"),
        ] {
            assert_eq!(told(before, after), shown, "{before:?} → {after:?}");
        }
    }

    #[test]
    fn a_long_text_is_compared_by_lines() {
        let long = "word ".repeat(LONGEST_BY_WORDS / 5);
        let shown = told(&format!("{{x}}\n{long}"), &long);
        assert!(shown.starts_with("[-{x}⏎\n-]word "), "{}", &shown[..40]);
    }
}
