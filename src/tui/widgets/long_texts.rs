//! The long texts of the screen. Each update lays out a piece of them until everything visible is known, so that
//! drawing changes nothing.

use std::collections::HashMap;

use crate::source::Key;
use crate::tui::input::pane::Pane;
use crate::tui::text::long_text::LongText;
use crate::tui::text::symbols::Symbols;
use crate::tui::text::{HiddenCharStyle, Piece};

/// The bytes to process for a frame. Each text may use at most half of the rest, so that all of them make progress.
const PIECE: usize = 192 << 10;
/// The maximum number of texts, and of bytes, that stay laid out besides the visible ones.
const KEPT: usize = 256;
const KEPT_BYTES: usize = 32 << 20;

/// The name of a text. A stored layout is valid only if it holds the same text, see [`LongText::is_of`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TextName {
    /// The message that it belongs to.
    pub(crate) message: Option<Key>,
    /// The pane that shows it; `None` in a conversation.
    pub(crate) pane: Option<Pane>,
    /// The number of long texts of this message above it.
    pub(crate) number: usize,
    /// The length in bytes.
    pub(crate) length: usize,
    /// The width of its rows, in columns.
    pub(crate) width: usize,
    /// What it is drawn with.
    pub(crate) symbols: Symbols,
}

/// The bytes that may still be processed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(PIECE)
    }
}

impl Budget {
    /// Lets `go_on` use half of the rest; returns whether it finished.
    pub(crate) fn spend(&mut self, go_on: impl FnOnce(&mut usize) -> bool) -> bool {
        let share = self.0.div_ceil(2);
        let mut left = share;
        let is_through = go_on(&mut left);
        self.0 -= share - left;
        is_through
    }
}

/// The long texts that were laid out last.
#[derive(Clone, Debug, Default)]
pub(crate) struct LongTexts {
    texts: HashMap<TextName, KeptText>,
    /// The number of the current layout round.
    round: u64,
    budget: Budget,
    /// Whether something visible is not known yet.
    is_waiting: bool,
}

#[derive(Clone, Debug)]
struct KeptText {
    text: LongText,
    /// The last round that used it.
    round: u64,
}

impl LongTexts {
    /// Forgets all texts, since others are shown now.
    pub(crate) fn forget(&mut self) {
        self.texts.clear();
    }

    /// Begins a round for what is visible now.
    pub(crate) fn begin_round(&mut self) {
        self.round += 1;
        (self.budget, self.is_waiting) = (Budget::default(), false);
    }

    /// Lays out the pieces as one text, and searches it, as far as this round allows.
    pub(crate) fn lay_out(
        &mut self,
        name: TextName,
        pieces: &[Piece<'_>],
        hidden_char: HiddenCharStyle,
        query: Option<&str>,
    ) {
        let (width, round) = (name.width, self.round);
        let make = || KeptText { text: LongText::new(pieces, width, hidden_char), round };
        let kept = self.texts.entry(name).or_insert_with(make);
        if !kept.text.is_of(pieces) {
            *kept = make();
        }
        kept.round = round;
        self.is_waiting |= !self.budget.spend(|bytes| kept.text.lay_out(pieces, bytes));
        if let Some(query) = query {
            self.is_waiting |= !self.budget.spend(|bytes| kept.text.search(query, bytes));
        }
    }

    /// Ends the round; if too much is stored, drops what is not visible.
    pub(crate) fn end_round(&mut self) {
        let bytes: usize = self.texts.values().map(|kept| kept.text.length()).sum();
        if bytes > KEPT_BYTES || self.texts.len() > KEPT {
            let round = self.round;
            self.texts.retain(|_, kept| kept.round == round);
        }
    }

    /// Whether the next round is needed.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_waiting
    }

    /// The pieces as one text, as far as it is laid out.
    pub(crate) fn get(&self, name: &TextName, pieces: &[Piece<'_>]) -> Option<&LongText> {
        self.texts.get(name).map(|kept| &kept.text).filter(|text| text.is_of(pieces))
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use crate::tui::text;

    use super::*;

    fn name(message: i64, text: &str, width: usize) -> TextName {
        let message = Some(Key::Integer(message));
        TextName { message, pane: None, number: 0, length: text.len(), width, symbols: Symbols::Unicode }
    }

    fn pieces(text: &str) -> [Piece<'_>; 1] {
        [Piece::new(text, Style::new())]
    }

    impl LongTexts {
        fn show(&mut self, texts: &[&str], width: usize) {
            self.begin_round();
            for (number, text) in (0..).zip(texts) {
                self.lay_out(name(number, text, width), &pieces(text), HiddenCharStyle::default(), None);
            }
            self.end_round();
        }

        fn rows(&self, message: i64, text: &str, width: usize) -> Option<usize> {
            Some(self.get(&name(message, text, width), &pieces(text))?.rows())
        }
    }

    #[test]
    fn each_round_lays_out_a_piece_and_all_is_laid_out_at_last() {
        let text = "Late April it is, then. ".repeat(40_000);
        let mut texts = LongTexts::default();
        let (mut rounds, mut known) = (0, 0);
        loop {
            texts.show(&[&text], 80);
            let rows = texts.rows(0, &text, 80).unwrap();
            assert!(rows > known);
            (rounds, known) = (rounds + 1, rows);
            if !texts.is_waiting() {
                break;
            }
        }
        assert_eq!(rounds, text.len().div_ceil(PIECE / 2));
        assert_eq!(known, text::wrap(&pieces(&text), 80, 0, HiddenCharStyle::default()).len());
    }

    #[test]
    fn of_several_texts_on_the_screen_each_shows() {
        let all = ["Late April it is. ", "Тогда в конце. ", "अप्रैल के अंत "].map(|words| words.repeat(100_000));
        let mut texts = LongTexts::default();
        texts.show(&[&all[0], &all[1], &all[2]], 46);
        for (number, text) in (0..).zip(&all) {
            assert!(texts.rows(number, text, 46).is_some_and(|rows| rows > 60), "{}", &text[..9]);
        }
        assert!(texts.is_waiting());
    }

    #[test]
    fn what_shows_is_kept_until_something_else_does_however_much_it_is() {
        let mut texts = LongTexts::default();
        let all: Vec<String> = (0..300).map(|number| format!("{number}{}", " word".repeat(200))).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        for _ in 0..4 {
            texts.show(&all, 80);
        }
        assert!(!texts.is_waiting());
        assert_eq!(texts.texts.len(), 300);
        texts.show(&["another one"], 80);
        assert_eq!(texts.texts.len(), 1);
    }

    #[test]
    fn another_text_of_the_same_name_is_laid_out_anew() {
        let mut texts = LongTexts::default();
        for text in ["one two three four", "one two three fou\n", "one\ntwo three four"] {
            texts.show(&[text], 5);
            let rows = text::wrap(&pieces(text), 5, 0, HiddenCharStyle::default()).len();
            assert_eq!(texts.rows(0, text, 5), Some(rows), "{text:?}");
            assert_eq!(texts.rows(0, &text.replace('o', "0"), 5), None, "{text:?}");
        }
    }
}
