//! The long texts of the pictures: with each picture a piece of them is laid out, until all of what it shows is known.

use std::hash::{BuildHasher as _, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::DefaultHashBuilder;

use super::long_text::LongText;
use super::symbols::Symbols;
use super::text::{Piece, Strange};

/// So many bytes of them are gone through for a picture: of each text at most half of what is left, so that all of them show.
const PIECE: usize = 192 << 10;
/// So many of them are kept laid out, and so many bytes, besides those that the last pictures showed.
const KEPT: usize = 256;
const KEPT_BYTES: usize = 32 << 20;

/// By what a text and its layout are known again.
type Name = (u64, usize);

/// The long texts that were laid out last.
#[derive(Debug, Default)]
pub(super) struct LongTexts(Mutex<Kept>, DefaultHashBuilder);

#[derive(Debug, Default)]
struct Kept {
    texts: Vec<KeptText>,
    /// Which picture is drawn.
    picture: u64,
    /// How many bytes may still be gone through for it.
    bytes: usize,
    /// Whether something that it shows is not known yet.
    is_waiting: bool,
}

#[derive(Debug)]
struct KeptText {
    name: Name,
    text: Arc<LongText>,
    /// The last picture that showed it.
    picture: u64,
}

impl Clone for LongTexts {
    fn clone(&self) -> Self {
        // What is laid out follows from the rest.
        Self::default()
    }
}

impl LongTexts {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets them: other texts are looked at.
    pub(super) fn forget(&self) {
        self.kept().texts.clear();
    }

    /// Another picture is drawn.
    pub(super) fn begin_picture(&self) {
        let mut kept = self.kept();
        kept.picture += 1;
        (kept.bytes, kept.is_waiting) = (PIECE, false);
    }

    /// Whether the next picture can show what the last one could not.
    pub(super) fn is_waiting(&self) -> bool {
        self.kept().is_waiting
    }

    /// The pieces as one text, laid out as far as this picture allows.
    pub(super) fn laid_out(&self, pieces: &[Piece<'_>], width: usize, strange: Strange) -> Arc<LongText> {
        let name = (self.name(pieces, strange), width);
        let kept = &mut *self.kept();
        let text = kept.text(name, || LongText::new(pieces, width, strange));
        kept.spend(|bytes| text.lay_out(pieces, bytes));
        text
    }

    /// The row of the first hit of a search in a text, if it is known.
    pub(super) fn row_of_hit(&self, text: &LongText, query: &str) -> Option<usize> {
        let kept = &mut *self.kept();
        kept.spend(|bytes| text.search(query, bytes));
        text.row_of_hit()
    }

    /// What pieces are known by: as long as nothing is forgotten, what is borrowed from the same place is the same.
    fn name(&self, pieces: &[Piece<'_>], strange: Strange) -> u64 {
        /// So much of a text of its own tells it.
        const TOLD: usize = 2_048;
        let mut hasher = self.1.build_hasher();
        (strange.symbols == Symbols::Ascii).hash(&mut hasher);
        for Piece { text, .. } in pieces {
            text.len().hash(&mut hasher);
            if matches!(text, std::borrow::Cow::Borrowed(_)) && text.len() > TOLD {
                text.as_ptr().addr().hash(&mut hasher);
            } else {
                let bytes = text.as_bytes();
                bytes.get(..TOLD.min(bytes.len())).hash(&mut hasher);
                bytes.get(bytes.len().saturating_sub(TOLD)..).hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

impl Kept {
    /// Has something go on, which says whether it is through.
    fn spend(&mut self, go_on: impl FnOnce(&mut usize) -> bool) {
        let share = self.bytes.div_ceil(2);
        let mut left = share;
        self.is_waiting |= !go_on(&mut left);
        self.bytes -= share - left;
    }

    /// The text of this name, which the picture shows; it is made where it is not known.
    fn text(&mut self, name: Name, make: impl FnOnce() -> LongText) -> Arc<LongText> {
        let picture = self.picture;
        if let Some(known) = self.texts.iter_mut().find(|known| known.name == name) {
            known.picture = picture;
            return Arc::clone(&known.text);
        }
        let text = Arc::new(make());
        self.texts.push(KeptText { name, text: Arc::clone(&text), picture });
        let bytes: usize = self.texts.iter().map(|known| known.text.length()).sum();
        if bytes > KEPT_BYTES || self.texts.len() > KEPT {
            self.texts.retain(|known| known.picture + 1 >= picture);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;
    use crate::tui::text;

    #[test]
    fn each_picture_lays_out_a_piece_and_all_is_laid_out_at_last() {
        let text = "Late April it is, then. ".repeat(40_000);
        let pieces = [Piece::new(text.as_str(), Style::new())];
        let texts = LongTexts::default();
        let (mut pictures, mut known) = (0, 0);
        loop {
            texts.begin_picture();
            let rows = texts.laid_out(&pieces, 80, Strange::default()).rows();
            assert!(rows > known);
            (pictures, known) = (pictures + 1, rows);
            if !texts.is_waiting() {
                break;
            }
        }
        assert_eq!(pictures, text.len().div_ceil(PIECE / 2));
        assert_eq!(known, text::wrap(&pieces, 80, 0, Strange::default()).len());
    }

    #[test]
    fn of_several_texts_in_a_picture_each_shows() {
        let all = ["Late April it is. ", "Тогда в конце. ", "अप्रैल के अंत "].map(|words| words.repeat(100_000));
        let texts = LongTexts::default();
        texts.begin_picture();
        for text in &all {
            let laid = texts.laid_out(&[Piece::new(text.as_str(), Style::new())], 46, Strange::default());
            assert!(laid.rows() > 60, "{} {}", &text[..9], laid.rows());
        }
        assert!(texts.is_waiting());
    }

    #[test]
    fn what_a_picture_shows_is_kept_until_the_next_one_however_much_it_is() {
        let texts = LongTexts::default();
        let all: Vec<String> = (0..300).map(|number| format!("{number}{}", " word".repeat(200))).collect();
        let show_all = || {
            texts.begin_picture();
            for text in &all {
                texts.laid_out(&[Piece::new(text.as_str(), Style::new())], 80, Strange::default());
            }
        };
        for _ in 0..4 {
            show_all();
        }
        assert!(!texts.is_waiting());
        assert_eq!(texts.kept().texts.len(), 300);
        for _ in 0..3 {
            texts.begin_picture();
            texts.laid_out(&[Piece::new("another one", Style::new())], 80, Strange::default());
        }
        texts.laid_out(&[Piece::new("and another", Style::new())], 80, Strange::default());
        assert_eq!(texts.kept().texts.len(), 2);
    }
}
