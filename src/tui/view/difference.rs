//! What a change takes from a text and brings to it, by words: `[-gone-]` and `{+new+}`, as `git diff --word-diff`
//! writes it, so that neither colour nor style is needed to tell them.

use similar::utils::diff_slices;
use similar::{Algorithm, ChangeTag};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::proposal::Finding;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

/// Longer texts, together, are compared by lines: the picture is drawn after each key, and must not keep it waiting.
const LONGEST_BY_WORDS: usize = 20_000;

/// What a claim that goes away is told by, in columns: its beginning, and its end.
const ENDS: (usize, usize) = (28, 16);

/// The difference between a finding's message and the text that would stand there, in pieces.
pub(super) fn pieces(finding: &Finding, after: &str, theme: &Theme) -> Vec<Piece<'static>> {
    told(&changes(finding, after), theme, with_breaks)
}

/// The same, of what goes away only the two ends: enough to see where it begins and where it ends.
pub(super) fn cuts(finding: &Finding, after: &str, theme: &Theme) -> Vec<Piece<'static>> {
    told(&changes(finding, after), theme, ends)
}

fn told(changes: &[(ChangeTag, String)], theme: &Theme, deleted: impl Fn(&str) -> String) -> Vec<Piece<'static>> {
    let piece = |(tag, text): &(ChangeTag, String)| match tag {
        ChangeTag::Equal => Piece::new(theme.data(text).into_owned(), theme.text),
        ChangeTag::Delete => Piece::new(format!("[-{}-]", deleted(&theme.data(text))), theme.deleted),
        ChangeTag::Insert => Piece::new(format!("{{+{}+}}", with_breaks(&theme.data(text))), theme.inserted),
    };
    changes.iter().map(piece).collect()
}

fn changes(finding: &Finding, after: &str) -> Vec<(ChangeTag, String)> {
    let before = finding.message.text.as_str();
    let by_words = before.len() + after.len() <= LONGEST_BY_WORDS;
    let (before, after) = (parts_of_message(finding, by_words), parts(after, by_words));
    let changes = diff_slices(Algorithm::Myers, &before, &after);
    changes.into_iter().map(|(tag, words)| (tag, words.concat())).collect()
}

/// The words of a text, or its lines.
fn parts(text: &str, by_words: bool) -> Vec<&str> {
    if by_words { text.split_word_bounds().collect() } else { text.split_inclusive('\n').collect() }
}

/// The same of a message, each claim in one piece: a word in it is not kept because it stands behind it, too.
fn parts_of_message(finding: &Finding, by_words: bool) -> Vec<&str> {
    let text = finding.message.text.as_str();
    let mut all = Vec::new();
    let mut at = 0;
    for (_, judged) in finding.claims_on().filter(|(_, judged)| judged.claim.stands_in_text()) {
        let span = judged.claim.span;
        if let (Some(before), Some(claimed)) = (text.get(at..span.start), text.get(span.start..span.end)) {
            all.extend(parts(before, by_words));
            all.push(claimed);
            at = span.end;
        }
    }
    all.extend(parts(text.get(at..).unwrap_or_default(), by_words));
    all
}

/// The two ends of a text on one line.
fn ends(whole: &str) -> String {
    let line = text::shorten(whole, usize::MAX);
    if text::width(&line) <= ENDS.0 + ENDS.1 {
        return line;
    }
    let mut columns = 0;
    let fits = |grapheme: &&str| {
        columns += text::width(&text::shorten(grapheme, usize::MAX));
        columns <= ENDS.1
    };
    let end: Vec<&str> = whole.graphemes(true).rev().take_while(fits).collect();
    let end: String = end.into_iter().rev().collect();
    format!("{} {}", text::shorten(whole, ENDS.0), text::shorten(&end, usize::MAX))
}

/// A line break that goes or comes would not be seen at the end of its row.
fn with_breaks(text: &str) -> String {
    text.replace('\n', "⏎\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proposal::JudgedClaim;
    use crate::source::Message;

    fn of(before: &str) -> Finding {
        let message = Message { text: before.to_owned(), ..Message::default() };
        Finding { message, ..Finding::default() }
    }

    fn shown(pieces: Vec<Piece<'_>>) -> String {
        pieces.into_iter().map(|piece| piece.text.into_owned()).collect()
    }

    fn told(before: &str, after: &str) -> String {
        shown(pieces(&of(before), after, &Theme::plain()))
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

    /// A finding whose first braces are its claim.
    fn with_claim(before: &str) -> Finding {
        let (start, end) = (before.find('{').unwrap(), before.find('}').unwrap() + 1);
        let judged: JudgedClaim = serde_json::from_value(serde_json::json!({
            "kind": "result", "start": start, "end": end, "payload": null, "syntax": null, "pattern": null,
            "tool": null, "called_as": null, "confidence": 1.0, "value": null, "repairs": [],
            "remedy": "strip", "verdict": null, "evidence": [],
        }))
        .unwrap();
        Finding { claims: vec![judged], ..of(before) }
    }

    #[test]
    fn a_claim_goes_as_a_whole_whatever_stands_behind_it() {
        let before = "So: {\"a\": \"the lamp of the keeper\"} The lamp of the keeper.";
        let finding = with_claim(before);
        let shown = shown(pieces(&finding, "So: The lamp of the keeper.", &Theme::plain()));
        assert_eq!(shown, "So: [-{\"a\": \"the lamp of the keeper\"} -]The lamp of the keeper.");
    }

    #[test]
    fn of_a_long_claim_both_ends_show() {
        let told = |before: &str, after: &str| shown(cuts(&with_claim(before), after, &Theme::plain()));
        assert_eq!(told("{\"a\":\n1}You see.", "You see."), "[-{\"a\":⏎1}-]You see.");
        let long = format!("{{\"content\": \"{}the very end\"}}You see.", "日本語 and more. ".repeat(9));
        assert_eq!(told(&long, "You see."), "[-{\"content\": \"日本語 and mor… . the very end\"}-]You see.");
    }
}
