//! The characters that the program itself draws with, and their forms where only ASCII shows.
//!
//! Everything is drawn with the full characters; [`Symbols::finish`] puts the ASCII forms in their place, in the
//! finished picture. So no other part of the view asks which ones are wanted, and each form takes one column, as
//! its character does. What the data holds is not ours to change: it is marked ([`Symbols::data`]) before it is
//! drawn, and left as it is.

use std::borrow::Cow;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::tui::text;
use crate::visible::is_hidden;

/// Which characters the program draws with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symbols {
    /// Lines, arrows and signs.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// What our characters become; frames and the glyphs of control characters go by their ranges.
const FORMS: [(char, char); 49] = [
    // Statuses.
    ('✓', '+'),
    ('✎', '*'),
    ('✗', 'x'),
    ('↷', '>'),
    ('⤓', 'w'),
    // Marks of rows.
    ('▸', '>'),
    ('◆', '*'),
    ('◈', '@'),
    ('¶', '#'),
    ('⚑', '!'),
    ('≡', '='),
    // Signs before a text.
    ('⚠', '!'),
    ('⚒', '%'),
    ('⊘', 'x'),
    ('↶', '<'),
    ('•', '*'),
    ('›', '>'),
    // Between texts.
    ('·', '-'),
    ('–', '-'),
    ('—', '-'),
    ('−', '-'),
    ('×', 'x'),
    ('→', '>'),
    ('←', '<'),
    ('“', '"'),
    ('”', '"'),
    ('’', '\''),
    // Where something was cut off, breaks, or would be invisible.
    ('…', '~'),
    ('⏎', '$'),
    ('⇥', '^'),
    ('⟨', '<'),
    ('⟩', '>'),
    // The bar, and what turns.
    ('▓', '#'),
    ('▒', 'x'),
    ('░', '.'),
    ('▕', '['),
    ('▏', ']'),
    ('▁', '.'),
    ('▂', ','),
    ('▃', '-'),
    ('▄', '='),
    ('▅', '+'),
    ('▆', '*'),
    ('▇', '%'),
    ('█', '#'),
    ('⠋', '|'),
    ('⠙', '/'),
    ('⠸', '-'),
    ('⠴', '\\'),
];

/// The ASCII form of one of our characters.
fn form(c: char) -> Option<char> {
    match c {
        '\0'..='\u{7f}' => None,
        '─' | '━' | '═' => Some('-'),
        '│' | '┃' | '║' => Some('|'),
        '\u{2500}'..='\u{257f}' => Some('+'),
        '\u{2400}'..='\u{2421}' => Some('^'),
        _ => FORMS.iter().find(|(known, _)| *known == c).map(|(_, form)| *form),
    }
}

/// Follows a character of the data that looks like one of ours: it asks for a glyph of text, which these are.
const MARK: char = '\u{fe0e}';

impl Symbols {
    /// A text of the data, so that it is drawn as it is.
    pub(crate) fn data(self, text: &str) -> Cow<'_, str> {
        if self == Self::Unicode || !text.chars().any(|c| form(c).is_some()) {
            return Cow::Borrowed(text);
        }
        let marked = |c: char| std::iter::once(c).chain(form(c).map(|_| MARK));
        Cow::Owned(text.chars().flat_map(marked).collect())
    }

    /// Sees to it that what stands in an area counts as data.
    pub(crate) fn keep(self, buffer: &mut Buffer, area: Rect) {
        if self == Self::Ascii {
            for position in area.intersection(buffer.area).positions() {
                if let Some(cell) = buffer.cell_mut(position) {
                    let marked = self.data(cell.symbol()).into_owned();
                    cell.set_symbol(&marked);
                }
            }
        }
    }

    /// Puts the ASCII forms into a finished picture, and takes out of it what a widget of another hand let through.
    pub(crate) fn finish(self, buffer: &mut Buffer) {
        let unseen = if self == Self::Ascii { '?' } else { char::REPLACEMENT_CHARACTER };
        buffer.content.iter_mut().for_each(|cell| uncover(cell, unseen));
        spell_out(buffer);
        if self == Self::Ascii {
            buffer.content.iter_mut().for_each(finish);
        }
    }
}

/// Gives each letter of a grapheme a cell of its own, where it has several, as in Hindi and Thai. Many terminals know of no
/// such graphemes: the second letter would stay where another text takes the place of the first.
fn spell_out(buffer: &mut Buffer) {
    let width = usize::from(buffer.area.width);
    for at in 0..buffer.content.len() {
        // Nearly all hold one character.
        let is_long = |cell: &&Cell| cell.symbol().len() > char::MAX.len_utf8();
        let Some(cell) = buffer.content.get(at).filter(is_long).cloned() else { continue };
        let letters = letters(cell.symbol());
        // The next cells are the ones that it covers.
        if letters.len() > 1 && letters.len() == text::width(cell.symbol()) && at % width + letters.len() <= width {
            for (covered, letter) in buffer.content.iter_mut().skip(at).zip(letters) {
                covered.set_symbol(letter).set_style(cell.style());
            }
        }
    }
}

/// The letters of a grapheme, with the marks on them; none of one that is no row of letters.
fn letters(symbol: &str) -> Vec<&str> {
    let mut begins = Vec::new();
    for (at, c) in symbol.char_indices() {
        match text::width(c.encode_utf8(&mut [0; 4])) {
            0 => {}
            1 if c.is_alphanumeric() => begins.push(at),
            _ => return Vec::new(),
        }
    }
    let ends = begins.iter().skip(1).copied().chain([symbol.len()]);
    begins.iter().zip(ends).filter_map(|(begin, end)| symbol.get(*begin..end)).collect()
}

/// No cell holds what is hidden: the field of a text draws a line separator as it is.
fn uncover(cell: &mut Cell, unseen: char) {
    // A joiner may stand between the parts of an emoji.
    let hides = |c: char| c != '\u{200d}' && is_hidden(c);
    if !cell.symbol().chars().any(hides) {
        return;
    }
    let seen: String = cell.symbol().chars().filter(|c| !hides(*c)).collect();
    if seen.is_empty() {
        cell.set_char(unseen);
    } else {
        cell.set_symbol(&seen);
    }
}

fn finish(cell: &mut Cell) {
    let mut chars = cell.symbol().chars();
    if let (Some(only), None) = (chars.next(), chars.next()) {
        if let Some(form) = form(only) {
            cell.set_char(form);
        }
    } else if cell.symbol().contains(MARK) {
        let data = without_marks(cell.symbol());
        cell.set_symbol(&data);
    }
}

fn without_marks(symbol: &str) -> String {
    let mut is_marked = false;
    let is_data = |c: &char| {
        let is_mark = is_marked && *c == MARK;
        is_marked = form(*c).is_some();
        !is_mark
    };
    symbol.chars().filter(is_data).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_taken_out_of_a_finished_picture() {
        for (hidden, unicode, ascii) in
            [("\u{2028}", "\u{fffd}", "?"), ("a\u{202e}", "a", "a"), ("\u{9b}", "\u{fffd}", "?")]
        {
            for (symbols, expected) in [(Symbols::Unicode, unicode), (Symbols::Ascii, ascii)] {
                let mut buffer = Buffer::empty(Rect::new(0, 0, 1, 1));
                buffer.content[0].set_symbol(hidden);
                symbols.finish(&mut buffer);
                assert_eq!(buffer.content[0].symbol(), expected, "{hidden:?}");
            }
        }
    }

    #[test]
    fn each_letter_has_a_cell_of_its_own() {
        for (row, expected) in [
            ("प्रै.", &["प्", "रै", "."][..]),
            ("กำ.", &["ก", "ำ", "."]),
            ("日.", &["日", " ", "."]),
            ("e\u{301}.", &["e\u{301}", ".", " "]),
            ("👩‍🌾.", &["👩‍🌾", " ", "."]),
            ("🇩🇪.", &["🇩🇪", " ", "."]),
            ("👍🏽.", &["👍🏽", " ", "."]),
        ] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
            buffer.set_string(0, 0, row, ratatui::style::Style::new());
            Symbols::Unicode.finish(&mut buffer);
            let cells: Vec<_> = buffer.content().iter().map(Cell::symbol).collect();
            assert_eq!(cells, expected, "{row}");
        }
    }

    fn drawn(symbols: Symbols, row: &str) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 1));
        buffer.set_string(0, 0, row, ratatui::style::Style::new());
        symbols.finish(&mut buffer);
        let cells: String = buffer.content().iter().map(Cell::symbol).collect();
        cells.trim_end().to_owned()
    }

    #[test]
    fn our_characters_have_a_form_and_those_of_the_data_stay() {
        let ours = "┌─┐│ ✓1 → [x] · a… ⟨U+202E⟩␛ 20×5";
        assert_eq!(drawn(Symbols::Unicode, ours), ours);
        assert_eq!(drawn(Symbols::Ascii, ours), "+-+| +1 > [x] - a~ <U+202E>^ 20x5");
        for data in ["a → b…", "✓", "é ·", "→\u{301}", "✓\u{fe0e}"] {
            assert_eq!(drawn(Symbols::Ascii, &Symbols::Ascii.data(data)), data);
            assert_eq!(Symbols::Unicode.data(data), data);
        }
    }

    #[test]
    fn a_form_takes_the_room_of_its_character() {
        for (c, form) in FORMS {
            assert!(form.is_ascii_graphic(), "{c}");
            assert_eq!(text::width(&c.to_string()), 1, "{c}");
            assert_eq!(text::width(&Symbols::Ascii.data(&c.to_string())), 1, "{c}");
        }
    }

    #[test]
    fn an_area_is_kept_as_data() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        buffer.set_string(0, 0, "→→→→", ratatui::style::Style::new());
        Symbols::Ascii.keep(&mut buffer, Rect::new(1, 0, 2, 9));
        Symbols::Ascii.finish(&mut buffer);
        let cells: String = buffer.content().iter().map(Cell::symbol).collect();
        assert_eq!(cells, ">→→>");
    }
}
