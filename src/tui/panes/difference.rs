//! Word differences between two texts: `[-gone-]` and `{+new+}`, as `git diff --word-diff` writes them, so that neither
//! colour nor style is needed to see them.

use std::borrow::Cow;
use std::ops::Range;

use similar::utils::diff_slices;
use similar::{Algorithm, ChangeTag};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::claim::Span;
use crate::proposal::Finding;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

/// If both texts together are longer, they are compared by lines: the frame is drawn after each key and must not be
/// delayed.
const LONGEST_BY_WORDS: usize = 20_000;
/// Longer differences are not compared in detail.
const LONGEST: usize = 400_000;

/// The number of bytes that identify a part of the message in the new text, and the maximum number of places to try.
const TELLING: usize = 256;
const MOST_TRIED: usize = 64;
/// The number of bytes that are compared at once.
const BLOCK: usize = 256;

/// The columns shown of a removed claim: of its beginning, and of its end.
const ENDS: (usize, usize) = (28, 16);
/// The number of bytes that are considered at either end.
const END_BYTES: usize = 1_024;

/// The difference between a finding's message and its new text, in pieces.
pub(crate) fn pieces<'a>(finding: &'a Finding, after: &'a str, theme: &Theme) -> Vec<Piece<'a>> {
    marked(changes(finding, after), theme, |text| with_breaks(&theme.data(text)))
}

/// The same difference, with only both ends of each removed part.
pub(crate) fn cuts<'a>(finding: &'a Finding, after: &'a str, theme: &Theme) -> Vec<Piece<'a>> {
    marked(changes(finding, after), theme, |text| ends(text, theme))
}

/// The new text with insertions marked.
pub(crate) fn after<'a>(finding: &'a Finding, after: &'a str, theme: &Theme) -> Vec<Piece<'a>> {
    if finding.message.text.len() + after.len() > LONGEST_BY_WORDS {
        return vec![Piece::new(theme.data(after), theme.text)];
    }
    let piece = |(tag, text): DiffPart<'a>| match tag {
        ChangeTag::Delete => None,
        ChangeTag::Equal => Some(Piece::new(theme.data(&text).into_owned(), theme.text)),
        ChangeTag::Insert => Some(Piece::new(theme.data(&text).into_owned(), theme.inserted)),
    };
    changes(finding, after).into_iter().filter_map(piece).collect()
}

type DiffPart<'a> = (ChangeTag, Cow<'a, str>);

fn marked<'a>(changes: Vec<DiffPart<'a>>, theme: &Theme, deleted: impl Fn(&str) -> String) -> Vec<Piece<'a>> {
    let piece = |(tag, text): DiffPart<'a>| match tag {
        ChangeTag::Equal => match text {
            Cow::Borrowed(text) => Piece::new(theme.data(text), theme.text),
            Cow::Owned(text) => Piece::new(theme.data(&text).into_owned(), theme.text),
        },
        ChangeTag::Delete => Piece::new(format!("[-{}-]", deleted(&text)), theme.deleted),
        ChangeTag::Insert => Piece::new(format!("{{+{}+}}", with_breaks(&theme.data(&text))), theme.inserted),
    };
    changes.into_iter().map(piece).collect()
}

fn changes<'a>(finding: &'a Finding, after: &'a str) -> Vec<DiffPart<'a>> {
    let before = finding.message.text.as_str();
    if before.len() + after.len() <= LONGEST_BY_WORDS {
        return compared(&parts_of_message(finding, 0..before.len(), true), &parts(after, true));
    }
    // Most of the text is between the claims and usually unchanged: it is not compared in detail.
    let mut changes = Vec::new();
    let (mut at, mut at_after) = (0, 0);
    for between in between_claims(finding) {
        let same = before.get(between.clone()).unwrap_or_default();
        if let Some(place) = place_of(same, after, at_after) {
            changes.extend(changed(finding, at..between.start, after, at_after..place));
            changes.push((ChangeTag::Equal, Cow::Borrowed(same)));
            (at, at_after) = (between.end, place + same.len());
        }
    }
    changes.extend(changed(finding, at..before.len(), after, at_after..after.len()));
    changes
}

/// The spans of the claims that are switched on.
fn spans(finding: &Finding) -> impl Iterator<Item = Span> {
    finding.claims_on().filter(|(_, judged)| judged.claim.is_in_text()).map(|(_, judged)| judged.claim.span)
}

/// The text before, between and after the claims, trimmed. Short parts are left out, since they could match anywhere.
fn between_claims(finding: &Finding) -> Vec<Range<usize>> {
    let text = finding.message.text.as_str();
    let (mut at, mut all) = (0, Vec::new());
    for Span { start, end } in spans(finding).chain([Span::new(text.len(), text.len())]) {
        let between = text.get(at..start).unwrap_or_default();
        let begin = at + between.len() - between.trim_start().len();
        let between = between.trim();
        if between.len() >= TELLING {
            all.push(begin..begin + between.len());
        }
        at = end.max(at);
    }
    all
}

/// The position of a part of the message in the new text, at or after `from`; its beginning identifies it.
fn place_of(part: &str, text: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    let beginning = part.as_bytes().get(..TELLING)?;
    let is_there = |place: &usize| rest.get(*place..).is_some_and(|rest| rest.starts_with(part.as_bytes()));
    memchr::memmem::find_iter(rest, beginning).take(MOST_TRIED).find(is_there).map(|place| from + place)
}

/// The changes from a part of the message to a part of the new text.
fn changed<'a>(finding: &'a Finding, part: Range<usize>, after: &'a str, new: Range<usize>) -> Vec<DiffPart<'a>> {
    let before = finding.message.text.as_str();
    let (head, tail) = common_ends(finding, part.clone(), after, new.clone());
    let changed = part.start + head..part.end - tail;
    let (gone, come) = (before.get(changed.clone()), after.get(new.start + head..new.end - tail));
    let (gone, come) = (gone.unwrap_or_default(), come.unwrap_or_default());
    let length = gone.len() + come.len();
    let middle = if length <= LONGEST {
        let by_words = length <= LONGEST_BY_WORDS;
        compared(&parts_of_message(finding, changed.clone(), by_words), &parts(come, by_words))
    } else {
        vec![(ChangeTag::Delete, Cow::Borrowed(gone)), (ChangeTag::Insert, Cow::Borrowed(come))]
    };
    let same = |text: Option<&'a str>| (ChangeTag::Equal, Cow::Borrowed(text.unwrap_or_default()));
    let (before, after) = (before.get(part.start..changed.start), before.get(changed.end..part.end));
    let all = [vec![same(before)], middle, vec![same(after)]].concat();
    all.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

fn compared<'a>(before: &[&str], after: &[&str]) -> Vec<DiffPart<'a>> {
    let changes = diff_slices(Algorithm::Myers, before, after);
    changes.into_iter().map(|(tag, words)| (tag, Cow::Owned(words.concat()))).collect()
}

/// The lengths in bytes of the common beginning and end of a part of the message and of the new text. They hold whole
/// words and no removed claim.
fn common_ends(finding: &Finding, part: Range<usize>, after: &str, new: Range<usize>) -> (usize, usize) {
    let spans = || spans(finding).filter(|span| part.start <= span.start && span.end <= part.end);
    let (Some(before), Some(after)) = (finding.message.text.get(part.clone()), after.get(new)) else { return (0, 0) };
    let first = spans().map(|span| span.start - part.start).min().unwrap_or(before.len());
    let last = spans().map(|span| span.end - part.start).max().unwrap_or(0);
    let most = first.min(after.len());
    let same = same_at_start(before.as_bytes(), after.as_bytes()).min(most);
    let is_end = |text: &str, at: usize| {
        text.is_char_boundary(at)
            && (at == text.len() || at == 0 || text.as_bytes().get(at - 1).is_some_and(u8::is_ascii_whitespace))
    };
    let whole = |at: usize| at == first || (is_end(before, at) && is_end(after, at));
    let head = (0..=same).rev().find(|at| whole(*at) && after.is_char_boundary(*at)).unwrap_or(0);
    let most = (before.len() - last.max(head).min(before.len())).min(after.len() - head);
    let same = same_at_end(before.as_bytes(), after.as_bytes()).min(most);
    let is_begin = |length: &usize| {
        let (one, other) = (before.len() - length, after.len() - length);
        let blank = |text: &str, at: usize| text.as_bytes().get(at).is_none_or(u8::is_ascii_whitespace);
        let boundary = before.is_char_boundary(one) && after.is_char_boundary(other);
        boundary && (one == last || other == head || blank(before, one) || is_end(before, one))
    };
    let tail = (0..=same).rev().find(is_begin).unwrap_or(0);
    (head, tail)
}

/// The number of bytes that two texts have in common at their beginning, compared by blocks for speed.
fn same_at_start(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK)).take_while(|(one, other)| one == other);
    let same = blocks.count() * BLOCK;
    let rest = one.iter().zip(other).skip(same).take_while(|(one, other)| one == other);
    same + rest.count()
}

/// The number of bytes that two texts have in common at their end.
fn same_at_end(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks_exact(BLOCK).zip(other.rchunks_exact(BLOCK)).take_while(|(one, other)| one == other);
    let same = blocks.count() * BLOCK;
    let rest = one.iter().rev().zip(other.iter().rev()).skip(same).take_while(|(one, other)| one == other);
    same + rest.count()
}

/// The words of a text, or its lines.
fn parts(text: &str, by_words: bool) -> Vec<&str> {
    if by_words { text.split_word_bounds().collect() } else { text.split_inclusive('\n').collect() }
}

/// The words or lines of a part of a message, each claim in one piece: a word in a claim must not match the same word
/// after it.
fn parts_of_message(finding: &Finding, within: Range<usize>, by_words: bool) -> Vec<&str> {
    let text = finding.message.text.get(..within.end).unwrap_or_default();
    let mut all = Vec::new();
    let mut at = within.start;
    for span in spans(finding) {
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
fn ends(whole: &str, theme: &Theme) -> String {
    let (begin, end) = if whole.len() > END_BYTES * 2 {
        let is_boundary = |at: &usize| whole.is_char_boundary(*at);
        let first = (0..=END_BYTES).rev().find(is_boundary).unwrap_or(0);
        let last = (whole.len() - END_BYTES..=whole.len()).find(is_boundary).unwrap_or(whole.len());
        (theme.data(whole.get(..first).unwrap_or_default()), theme.data(whole.get(last..).unwrap_or_default()))
    } else {
        let whole = theme.data(whole);
        let line = text::shorten(&whole, usize::MAX);
        if text::width(&line) <= ENDS.0 + ENDS.1 {
            return line;
        }
        (whole.clone(), whole)
    };
    let mut columns = 0;
    let fits = |grapheme: &&str| {
        columns += text::width(&text::shorten(grapheme, usize::MAX));
        columns <= ENDS.1
    };
    let end: Vec<&str> = end.graphemes(true).rev().take_while(fits).collect();
    let end: String = end.into_iter().rev().collect();
    format!("{} {}", text::shorten(&begin, ENDS.0), text::shorten(&end, usize::MAX))
}

/// A line break that is removed or inserted would be invisible at the end of its row.
fn with_breaks(text: &str) -> String {
    text.replace('\n', "⏎\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::proposal::JudgedClaim;
    use crate::source::Message;

    use super::*;

    fn of(before: &str) -> Finding {
        let message = Message { text: before.to_owned(), ..Message::default() };
        Finding { message, ..Finding::default() }
    }

    fn shown(pieces: Vec<Piece<'_>>) -> String {
        pieces.into_iter().map(|piece| piece.text.into_owned()).collect()
    }

    fn diff(before: &str, after: &str) -> String {
        shown(pieces(&of(before), after, &Theme::plain()))
    }

    #[test]
    fn what_goes_and_what_comes_is_shown_without_colour() {
        for (before, after, shown) in [
            ("{\"a\": 1}You see.", "You see.", "[-{\"a\": 1}-]You see."),
            ("One.\n\n{x}\n\nTwo.", "One.\n\nTwo.", "One.\n\n[-{x}⏎\n⏎\n-]Two."),
            ("See you.", "See you, Ana.", "See you{+, Ana+}."),
            ("the red door", "the blue door", "the [-red-]{+blue+} door"),
            ("same", "same", "same"),
            ("gone", "", "[-gone-]"),
            ("日本 a", "日本 b", "日本 [-a-]{+b+}"),
        ] {
            assert_eq!(diff(before, after), shown, "{before:?} → {after:?}");
        }
    }

    #[test]
    fn a_long_text_is_compared_by_lines() {
        let long = "word ".repeat(LONGEST_BY_WORDS / 5);
        let shown = diff(&format!("{{x}}\n{long}"), &long);
        assert!(shown.starts_with("[-{x}⏎\n-]word "), "{}", &shown[..40]);
    }

    #[test]
    fn the_context_of_the_changes_is_the_same_however_long_the_text_is() {
        for (before, after) in [("the red door", "the blue door"), ("one", "two")] {
            let [short, long] = ["a few words. ", &"a few words. ".repeat(LONGEST_BY_WORDS / 6)].map(|around| {
                let diff = diff(&format!("{around}{before} {around}"), &format!("{around}{after} {around}"));
                diff.replace(around, "…")
            });
            assert_eq!(long, short, "{before:?} → {after:?}");
        }
    }

    /// A finding whose braces are its claims.
    fn with_claim(before: &str) -> Finding {
        let claim = |(start, _)| {
            let end = start + before[start..].find('}').unwrap() + 1;
            serde_json::from_value(serde_json::json!({
                "kind": "result", "start": start, "end": end, "payload": null, "syntax": null, "pattern": null,
                "tool": null, "called_as": null, "confidence": 1.0, "value": null, "repairs": [],
                "remedy": "strip", "verdict": null, "evidence": [],
            }))
        };
        let claims: Result<Vec<JudgedClaim>, _> = before.match_indices('{').map(claim).collect();
        Finding { claims: claims.unwrap(), ..of(before) }
    }

    #[test]
    fn a_claim_goes_as_a_whole_whatever_follows_it() {
        let before = "So: {\"a\": \"the lamp of the keeper\"} The lamp of the keeper.";
        let finding = with_claim(before);
        let shown = shown(pieces(&finding, "So: The lamp of the keeper.", &Theme::plain()));
        assert_eq!(shown, "So: [-{\"a\": \"the lamp of the keeper\"} -]The lamp of the keeper.");
    }

    #[test]
    fn of_a_text_of_any_length_only_its_claims_go_and_the_blanks_around_them() {
        let long = "word by word. ".repeat(LONGEST / 10);
        let long = long.trim();
        for (before, after, expected) in [
            (format!("{{x}}\n{long}\n"), long.to_owned(), "[-{x}⏎\n-]…[-⏎\n-]"),
            (format!("{{x}}{long} {{y}} {long}{{z}}\n"), format!("{long} {long}"), "[-{x}-]… [-{y} -]…[-{z}⏎\n-]"),
            (format!("{long}\n\n{{x}}\n\n{long}"), format!("{long}\n\nNo.\n\n{long}"), "…\n\n[-{x}-]{+No.+}\n\n…"),
        ] {
            let shown = shown(pieces(&with_claim(&before), &after, &Theme::plain()));
            assert_eq!(shown.replace(long, "…"), expected);
        }
    }

    proptest! {
        #[test]
        fn both_texts_are_in_a_difference_and_nothing_else(
            before in "([ab\n]{0,9}|[{]x[}]|日本){0,6}",
            after in "([ab\n ]{0,9}|日本){0,6}",
            around in 0usize..3,
        ) {
            let long = |text: &str| text.replace('b', &"word by word. ".repeat(LONGEST_BY_WORDS / 28 * around + 1));
            let (finding, after) = (with_claim(&long(&before)), long(&after));
            let of = |wanted: ChangeTag| {
                let changes = changes(&finding, &after).into_iter();
                changes.filter(|(tag, _)| *tag == ChangeTag::Equal || *tag == wanted).map(|(_, text)| text).collect()
            };
            let (gone, come): (String, String) = (of(ChangeTag::Delete), of(ChangeTag::Insert));
            prop_assert_eq!((gone, come), (finding.message.text.clone(), after.clone()));
        }

        #[test]
        fn what_is_the_same_is_counted_by_blocks_as_by_bytes(
            same in 0usize..600, one in "[ab]{0,300}", other in "[ab]{0,300}",
        ) {
            let start = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
            let end = one.bytes().rev().zip(other.bytes().rev()).take_while(|(one, other)| one == other).count();
            let same_text = "x".repeat(same);
            let (before, after) = (format!("{same_text}{one}"), format!("{same_text}{other}"));
            prop_assert_eq!(same_at_start(before.as_bytes(), after.as_bytes()), same + start);
            let (before, after) = (format!("{one}{same_text}"), format!("{other}{same_text}"));
            prop_assert_eq!(same_at_end(before.as_bytes(), after.as_bytes()), same + end);
        }
    }

    #[test]
    fn of_a_long_claim_both_ends_show() {
        let ends_of = |before: &str, after: &str| {
            let finding = with_claim(before);
            shown(cuts(&finding, after, &Theme::plain()))
        };
        assert_eq!(ends_of("{\"a\":\n1}You see.", "You see."), "[-{\"a\":⏎1}-]You see.");
        let long = format!("{{\"content\": \"{}the very end\"}}You see.", "日本語 and more. ".repeat(9));
        assert_eq!(ends_of(&long, "You see."), "[-{\"content\": \"日本語 and mor… . the very end\"}-]You see.");
    }
}
