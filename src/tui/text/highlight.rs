//! Search hits in a text, by the same rule for the list, the panes and the counts.

use std::borrow::Cow;
use std::ops::Range;

use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation as _;

use super::Piece;

/// The byte ranges in which `query` is found, ignoring case: whole graphemes, not overlapping.
pub(crate) fn ranges(text: &str, query: &str) -> Vec<Range<usize>> {
    let (lowered, query) = (text.to_lowercase(), query.to_lowercase());
    if query.is_empty() || !lowered.contains(&query) {
        return Vec::new();
    }
    // Lower-case letters may differ in length, so map them back to the original text.
    let mut begins = Vec::with_capacity(lowered.len() + 1);
    for (place, c) in text.char_indices() {
        begins.extend(c.to_lowercase().flat_map(|low| std::iter::repeat_n(place, low.len_utf8())));
    }
    begins.push(text.len());
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut graphemes = text.grapheme_indices(true).map(|(place, grapheme)| place..place + grapheme.len()).peekable();
    for (place, matched) in lowered.match_indices(&query) {
        let last = (place + matched.len()).saturating_sub(1);
        let (Some(first), Some(last)) = (begins.get(place), begins.get(last)) else {
            break;
        };
        while graphemes.next_if(|grapheme| grapheme.end <= *first).is_some() {}
        let Some(start) = graphemes.peek().map(|grapheme| grapheme.start) else {
            break;
        };
        let mut end = start;
        while let Some(grapheme) = graphemes.next_if(|grapheme| grapheme.start <= *last) {
            end = grapheme.end;
        }
        match found.last_mut() {
            // The hit lies in the grapheme in which the last one ended.
            _ if end == start => {}
            Some(before) if before.end == start => before.end = end,
            _ => found.push(start..end),
        }
    }
    found
}

/// The pieces with a style patched onto the given ranges of their whole text.
pub(crate) fn mark<'a>(pieces: &'a [Piece<'a>], ranges: &[Range<usize>], style: Style) -> Vec<Piece<'a>> {
    let mut marked = Vec::new();
    let mut begin = 0;
    for piece in pieces {
        let end = begin + piece.text.len();
        let mut at = begin;
        let mut put = |to: usize, style: Style| {
            let part = piece.text.get(at - begin..to - begin).unwrap_or_default();
            if !part.is_empty() {
                marked.push(Piece { text: Cow::Borrowed(part), style });
            }
            at = to;
        };
        for range in ranges.iter().filter(|range| range.start < end && range.end > begin) {
            put(range.start.max(begin), piece.style);
            put(range.end.min(end), piece.style.patch(style));
        }
        put(end, piece.style);
        begin = end;
    }
    marked
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found<'a>(text: &'a str, query: &str) -> Vec<&'a str> {
        ranges(text, query).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn hits_are_whole_graphemes_whatever_the_case() {
        for (text, query, hits) in [
            ("The tides, THE Tides", "tides", &["tides", "Tides"][..]),
            ("İstanbul and istanbul", "stan", &["stan", "stan"]),
            ("İx", "x", &["x"]),
            ("ΟΔΟΣ οδος", "οδος", &["ΟΔΟΣ", "οδος"]),
            ("日本語と日本", "日本", &["日本", "日本"]),
            ("cafe\u{301}s", "fe", &["fe\u{301}"]),
            ("👩‍👩‍👧 here", "👩", &["👩‍👩‍👧"]),
            ("aaaa", "aa", &["aaaa"]),
            ("nothing", "tides", &[]),
            ("nothing", "", &[]),
            ("ẞß", "ß", &["ẞß"]),
        ] {
            assert_eq!(found(text, query), hits, "{text:?} {query:?}");
        }
    }

    #[test]
    fn a_hit_may_go_over_several_pieces() {
        let bold = Style::new().bold();
        let pieces = [Piece::new("one tw", Style::new()), Piece::new("o th", bold), Piece::new("ree", Style::new())];
        let hit = Style::new().reversed();
        let marked = mark(&pieces, &ranges("one two three", "two three"), hit);
        let spans: Vec<_> = marked.iter().map(|piece| (piece.text.as_ref(), piece.style)).collect();
        assert_eq!(spans, [("one ", Style::new()), ("tw", hit), ("o th", bold.reversed()), ("ree", hit)]);
    }

    proptest! {
        #[test]
        fn what_a_search_finds_is_marked_and_nothing_is_lost(
            text in "(?s)([aAßẞİΣσ日\u{301}👩\u{200d}]|.){0,40}", query in "[aAßİσ日👩x]{1,3}",
        ) {
            let ranges = ranges(&text, &query);
            prop_assert_eq!(!ranges.is_empty(), crate::tui::findings::field::contains(&text, &query));
            let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(place, _)| place);
            let (left, right) = text.split_at(middle);
            let pieces = [Piece::new(left, Style::new()), Piece::new(right, Style::new())];
            let marked: String = mark(&pieces, &ranges, Style::new().reversed()).iter().map(|piece| piece.text.as_ref()).collect();
            prop_assert_eq!(marked, text);
        }
    }
}
