//! The characters that the program draws with, and their ASCII forms.
//!
//! Everything is drawn with the full characters; [`Symbols::finish`] substitutes the ASCII forms in the finished frame,
//! so the rest of the view does not depend on the character set. Each form takes one column, as its character does.
//! Text of the data must not change: it is marked ([`Symbols::data`]) before it is drawn and left alone.

use std::borrow::Cow;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::tui::text;
use crate::visible::is_hidden;

/// The character set that the program draws with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symbols {
    /// Lines, arrows and signs.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// The ASCII forms; frames and the glyphs of control characters are handled by their ranges.
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
    // Cuts, breaks, and invisible characters.
    ('…', '~'),
    ('⏎', '$'),
    ('⇥', '^'),
    ('⟨', '<'),
    ('⟩', '>'),
    // The progress bar and the spinner.
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

/// The ASCII form of a character of the program.
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

/// Follows a character of the data that looks like one of the program's. It is the variation selector for text
/// presentation.
const MARK: char = '\u{fe0e}';

impl Symbols {
    /// Marks a text of the data, so that it is drawn unchanged.
    pub(crate) fn data(self, text: &str) -> Cow<'_, str> {
        if self == Self::Unicode || !text.chars().any(|c| form(c).is_some()) {
            return Cow::Borrowed(text);
        }
        let marked = |c: char| std::iter::once(c).chain(form(c).map(|_| MARK));
        Cow::Owned(text.chars().flat_map(marked).collect())
    }

    /// Marks the content of an area as data.
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

    /// Substitutes the ASCII forms in a finished frame, and replaces hidden characters that a widget let through.
    pub(crate) fn finish(self, buffer: &mut Buffer) {
        let unseen = if self == Self::Ascii { '?' } else { char::REPLACEMENT_CHARACTER };
        buffer.content.iter_mut().for_each(|cell| uncover(cell, unseen));
        spell_out(buffer);
        if self == Self::Ascii {
            buffer.content.iter_mut().for_each(finish);
        }
    }
}

/// Gives each letter of a multi-letter grapheme, as in Hindi and Thai, its own cell. Many terminals do not know such
/// graphemes and would leave the second letter behind when other text replaces the first.
fn spell_out(buffer: &mut Buffer) {
    let width = usize::from(buffer.area.width);
    for at in 0..buffer.content.len() {
        // Nearly all cells hold one character.
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

/// The letters of a grapheme with their marks; empty if it is not a sequence of letters.
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

/// Replaces hidden characters in a cell: a text field draws a line separator as it is.
fn uncover(cell: &mut Cell, unseen: char) {
    // A joiner may connect the parts of an emoji.
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
