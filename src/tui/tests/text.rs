//! Text for the screen.

use super::*;
use proptest::prelude::*;

fn rows(text: &str, width: usize) -> Vec<String> {
    let lines = wrap(&[Piece::new(text, Style::new())], width, 0, HiddenCharStyle::default());
    lines.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_hidden_becomes_visible() {
    for (text, shown) in [
        ("a\tb", "a⇥b"),
        ("\u{1b}[31m", "␛[31m"),
        ("a\u{202e}b", "a⟨U+202E⟩b"),
        ("a\u{200b}b", "a⟨U+200B⟩b"),
        ("a\u{200d}b", "a⟨U+200D⟩b"),
        ("x\u{85}\u{7f}\0", "x⟨U+0085⟩␡␀"),
        ("\u{e0041}", "⟨U+E0041⟩"),
        ("\u{301}", "◌\u{301}"),
        ("e\u{301}", "e\u{301}"),
        ("👩‍👩‍👧 ❤️‍🔥", "👩‍👩‍👧 ❤️‍🔥"),
    ] {
        assert_eq!(rows(text, 80), [shown], "{text:?}");
    }
}

#[test]
fn what_is_hidden_is_shown_in_ascii_too() {
    let hidden_char = HiddenCharStyle { symbols: Symbols::Ascii, ..HiddenCharStyle::default() };
    let lines = wrap(&[Piece::new("a\tb\u{1b}[m\r\n\u{202e}", Style::new())], 80, 0, hidden_char);
    let rows: Vec<_> = lines.iter().map(ToString::to_string).collect();
    assert_eq!(rows, ["a^Ib^[[m^M", "<U+202E>"]);
    assert_eq!(hidden_characters("\t\t", hidden_char), "^I ×2");
}

#[test]
fn what_is_too_wide_for_the_indent_is_shown_without_it() {
    let rows = |text: &str| -> Vec<String> {
        let lines = wrap(&[Piece::new(text, Style::new())], 3, 1, HiddenCharStyle::default());
        lines.iter().map(ToString::to_string).collect()
    };
    assert_eq!(rows("¡a🏻"), ["¡", "a🏻"]);
    assert_eq!(rows("¡a🏻b"), ["¡", "a🏻", " b"]);
    assert_eq!(rows("abcde"), ["abc", " de"]);
}

#[test]
fn lines_break_between_words_and_else_between_graphemes() {
    assert_eq!(rows("one two three", 8), ["one two ", "three"]);
    assert_eq!(rows("one two  ", 7), ["one two", " "]);
    assert_eq!(rows("abcdefgh", 3), ["abc", "def", "gh"]);
    assert_eq!(rows("日本語です", 5), ["日本", "語で", "す"]);
    assert_eq!(rows("日本", 1), ["…", "…"]);
    assert_eq!(rows("a\n\nb\r\nc", 9), ["a", "", "b␍", "c"]);
    assert_eq!(rows("", 9), [""]);
}

#[test]
fn later_rows_of_a_line_hang() {
    let lines = wrap(&[Piece::new("key  one two three", Style::new())], 12, 5, HiddenCharStyle::default());
    let rows: Vec<_> = lines.iter().map(ToString::to_string).collect();
    assert_eq!(rows, ["key  one two", "     three"]);
}

#[test]
fn the_row_of_a_place_is_where_it_is_wrapped_to() {
    let pieces = [Piece::new("one two ", Style::new()), Piece::new("three\n日本語 four", Style::new())];
    for (at, row) in [(0, 0), (4, 0), (8, 1), (10, 1), (14, 2), (24, 3), (99, 0)] {
        assert_eq!(row_of(&pieces, at, 8, 0), row, "{at}");
    }
}

#[test]
fn a_short_text_ends_with_an_ellipsis() {
    for (text, width, shown) in [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"),
        ("a\nb", 9, "a⏎b"),
        ("abc", 0, ""),
        ("a\u{202e}b", 4, "a⟨U…"),
    ] {
        assert_eq!(shorten(text, width), shown, "{text:?}");
    }
    assert_eq!(fit("日本語", 6), "日本語");
    assert_eq!(fit("日本語", 4), "日… ");
}

#[test]
fn hidden_characters_are_counted() {
    assert_eq!(hidden_characters("a\tb\tc\u{202e}\n👩‍👩‍👧", HiddenCharStyle::default()), "⇥ ×2 ⟨U+202E⟩ ×1");
    assert_eq!(hidden_characters("plain", HiddenCharStyle::default()), "");
}

proptest! {
    #[test]
    fn no_row_is_wider_than_it_may_be(text in "(?s).{0,80}", width in 1usize..40, hanging in 0usize..30) {
        for line in wrap(&[Piece::new(text.as_str(), Style::new())], width, hanging, HiddenCharStyle::default()) {
            prop_assert!(line.width() <= width, "{line:?}");
        }
        prop_assert!(super::width(&shorten(&text, width)) <= width);
        prop_assert_eq!(super::width(&fit(&text, width)), width);
    }

    #[test]
    fn nothing_hidden_is_left(text in "(?s).{0,80}") {
        for row in rows(&text, 20) {
            prop_assert!(!row.chars().any(char::is_control));
        }
    }
}
