//! Removes spans from a text.

use crate::claim::Span;
pub(super) use crate::source::text_parts::is_blank;
use crate::work;

/// Returns the text without the spans, each replaced by its text (mostly empty), and trimmed at both ends.
///
/// Where a removal joins two pieces of text, it leaves a paragraph break if it was on lines of its own, a line break if
/// there was one on either side, and otherwise a space. Indentation and the kind of line breaks are preserved. A comma
/// that only separated two removals is removed with them. The spans must be in order and must not overlap.
#[must_use]
pub fn clean(text: &str, removals: &[(Span, &str)]) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut at = 0;
    let mut removals = removals.iter().peekable();
    while let Some((span, replacement)) = removals.next() {
        let kept = text.get(at..span.start).unwrap_or_default();
        work::count(kept.len() + replacement.len() + 1);
        cleaned.push_str(kept);
        let mut end = span.end;
        let mut inserted = (*replacement).to_owned();
        let mut line_break = None;
        // Removals with only a separator between them count as one.
        while let Some((next, replacement)) = removals.next_if(|(next, _)| is_separator(text, end, next.start)) {
            if !inserted.is_empty() && !replacement.is_empty() {
                // Two replacements keep the separator between them.
                inserted.push_str(text.get(end..next.start).unwrap_or_default());
            }
            line_break = line_break.or_else(|| line_breaks(text.get(end..next.start)?).next());
            end = next.end;
            inserted.push_str(replacement);
        }
        at = end;
        if inserted.is_empty() {
            at += close_gap(&mut cleaned, text.get(end..).unwrap_or_default(), line_break);
        } else {
            cleaned.push_str(&inserted);
        }
    }
    cleaned.push_str(text.get(at..).unwrap_or_default());
    cleaned.trim_matches(is_blank).to_owned()
}

/// Whether only white space, or one comma in it, separates two removals.
fn is_separator(text: &str, from: usize, to: usize) -> bool {
    let between = text.get(from..to).unwrap_or_default();
    matches!(work::trim_end_by(work::trim_start_by(between, is_blank), is_blank), "" | ",")
}

/// The line breaks of a text: `\n`, `\r` or `\r\n`.
fn line_breaks(text: &str) -> impl Iterator<Item = &str> {
    let ends = text
        .match_indices(['\n', '\r'])
        .filter(|(at, _)| !text.get(*at..).is_some_and(|rest| rest.starts_with("\r\n")));
    ends.map(|(at, end)| {
        let is_pair = end == "\n" && text.get(..at).is_some_and(|before| before.ends_with('\r'));
        if is_pair { "\r\n" } else { end }
    })
}

/// Joins the texts before and after a removal. Returns the bytes of `after` that are consumed. `line_break` is the
/// first one between several joined removals, if any.
fn close_gap(before: &mut String, after: &str, line_break: Option<&str>) -> usize {
    let kept = work::trim_end_by(before, is_blank);
    let rest = work::trim_start_by(after, is_blank);
    let used = after.len() - rest.len();
    if kept.is_empty() || rest.is_empty() {
        // At an end of the text, there is nothing to join. The ends are trimmed later.
        return used;
    }
    let kept = kept.len();
    let (ending, beginning) = (before.get(kept..).unwrap_or_default(), after.get(..used).unwrap_or_default());
    let breaks = line_breaks(ending).count() + line_breaks(beginning).count();
    let joint = match line_breaks(ending).chain(line_breaks(beginning)).chain(line_break).next() {
        None => " ".to_owned(),
        Some(line_break) => line_break.repeat(breaks.clamp(1, 2)),
    };
    // The indentation of the next line: of the removal's own line if text follows there.
    let indentation = |blank: &str| blank.rsplit_once(['\n', '\r']).map(|(_, indentation)| indentation.to_owned());
    let indentation = indentation(beginning).or_else(|| indentation(ending)).unwrap_or_default();
    before.truncate(kept);
    before.push_str(&joint);
    before.push_str(&indentation);
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn without(text: &str, removed: &[&str]) -> String {
        let mut from = 0;
        let spans: Vec<_> = removed
            .iter()
            .map(|part| {
                let start = from + text[from..].find(part).unwrap();
                from = start + part.len();
                (Span { start, end: from }, "")
            })
            .collect();
        clean(text, &spans)
    }

    #[test]
    fn a_removal_leaves_a_text_that_reads_well() {
        for (text, removed, cleaned) in [
            ("{x}You saw.", vec!["{x}"], "You saw."),
            ("  {x}  You saw.  ", vec!["{x}"], "You saw."),
            ("[stamp] {x}\n\nYou saw.", vec!["[stamp]", "{x}"], "You saw."),
            ("Noted. {x} There.", vec!["{x}"], "Noted. There."),
            ("Noted.{x}There.", vec!["{x}"], "Noted. There."),
            ("First.\n\n{x}\n\nLast.", vec!["{x}"], "First.\n\nLast."),
            ("First.\n{x}\nLast.", vec!["{x}"], "First.\n\nLast."),
            ("{x}, {y}\nTwo.", vec!["{x}", "{y}"], "Two."),
            ("A {x}\n{y} B", vec!["{x}", "{y}"], "A\nB"),
            ("A {x} {y} B", vec!["{x}", "{y}"], "A B"),
            ("First.\n{x} Last.", vec!["{x}"], "First.\nLast."),
            ("First. {x}\nLast.", vec!["{x}"], "First.\nLast."),
            ("First.{x}\n\nLast.", vec!["{x}"], "First.\n\nLast."),
            ("First.\n\n{x}Last.", vec!["{x}"], "First.\n\nLast."),
            ("- One\n  - Two {x}\n  - Three", vec!["{x}"], "- One\n  - Two\n  - Three"),
            ("- One\n  {x} and more", vec!["{x}"], "- One\n  and more"),
            ("{x}\n  One\n", vec!["{x}"], "One"),
            ("{x}", vec!["{x}"], ""),
            ("\u{feff}{x}\u{200b}", vec!["{x}"], ""),
            ("Done.\n\n{x}", vec!["{x}"], "Done."),
        ] {
            assert_eq!(without(text, &removed), cleaned, "{text:?}");
        }
    }

    #[test]
    fn lines_end_as_they_did() {
        for (text, removed, cleaned) in [
            ("First.\r\n\r\n{x}\r\n\r\nLast.", vec!["{x}"], "First.\r\n\r\nLast."),
            ("First.\r\n{x}\r\nLast.", vec!["{x}"], "First.\r\n\r\nLast."),
            ("First.\r\n{x} Last.", vec!["{x}"], "First.\r\nLast."),
            ("First. {x}\r\n  Last.", vec!["{x}"], "First.\r\n  Last."),
            ("A {x}\r\n{y} B", vec!["{x}", "{y}"], "A\r\nB"),
            ("First.\r{x}\rLast.", vec!["{x}"], "First.\r\rLast."),
            // With mixed line breaks, the one before the removal counts.
            ("First.\r\n{x}\nLast.", vec!["{x}"], "First.\r\n\r\nLast."),
            ("First.\n{x}\r\nLast.", vec!["{x}"], "First.\n\nLast."),
        ] {
            assert_eq!(without(text, &removed), cleaned, "{text:?}");
        }
    }

    #[test]
    fn a_replacement_takes_the_place_of_the_payload() {
        let text = "{reply}";
        assert_eq!(clean(text, &[(Span { start: 0, end: text.len() }, " Red, blue. ")]), "Red, blue.");
    }

    #[test]
    fn replacements_are_as_far_apart_as_what_they_replace() {
        let spans =
            [(Span { start: 0, end: 2 }, "No."), (Span { start: 3, end: 5 }, ""), (Span { start: 6, end: 8 }, "Nor.")];
        assert_eq!(clean("A. B. C. D", &spans), "No. Nor. D");
        assert_eq!(
            clean("A.\nB.", &[(Span { start: 0, end: 2 }, "No."), (Span { start: 3, end: 5 }, "Nor.")]),
            "No.\nNor."
        );
    }

    #[test]
    fn without_removals_only_the_ends_are_trimmed() {
        assert_eq!(clean(" a  b ", &[]), "a  b");
    }

    proptest! {
        /// The kind of line breaks does not affect the rest of the result.
        #[test]
        fn what_is_left_does_not_depend_on_how_lines_end(
            pieces in proptest::collection::vec(prop_oneof![Just("a"), Just(" "), Just("\n"), Just(","), Just("{x}")], 0..16),
            line_break in prop_oneof![Just("\r\n"), Just("\r")],
        ) {
            let cleaned = |line_break: &str| {
                let (mut text, mut spans) = (String::new(), Vec::new());
                for piece in &pieces {
                    let start = text.len();
                    text.push_str(if *piece == "\n" { line_break } else { piece });
                    if *piece == "{x}" {
                        spans.push((Span { start, end: text.len() }, ""));
                    }
                }
                clean(&text, &spans)
            };
            prop_assert_eq!(cleaned(line_break), cleaned("\n").replace('\n', line_break));
        }

        #[test]
        fn what_is_kept_is_in_the_text_in_order(text in ".*", cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..6)) {
            let borders: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let mut places: Vec<usize> = cuts.iter().map(|cut| borders[cut.index(borders.len())]).collect();
            places.sort_unstable();
            let spans: Vec<_> = places.chunks_exact(2).map(|pair| (Span { start: pair[0], end: pair[1] }, "")).collect();
            let cleaned = clean(&text, &spans);
            let mut rest = text.chars().filter(|c| !is_blank(*c));
            for c in cleaned.chars().filter(|c| !is_blank(*c)) {
                prop_assert!(rest.any(|other| other == c));
            }
        }
    }
}
