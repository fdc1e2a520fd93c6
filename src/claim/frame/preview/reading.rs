//! Splits a text into words and the marks between them; each byte is looked at once.

use super::hash::{KELVIN, hash_at};
use crate::registry::{lacks_blank, single_quotation};

/// The most bytes of an elided word with its apostrophe ("jusqu'").
pub(super) const LONGEST_JOINT: usize = 8;

/// What separates two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// A mark within a sentence, such as a comma.
    Mark,
    /// A mark that may end a sentence.
    End,
    Question,
    Line,
    /// A backtick: code begins or ends.
    Code,
    /// An opening bracket or a quotation mark: a quotation or a remark may begin or end.
    Thing,
    /// A closing bracket or another sign, such as an emoji: the next word may begin a sentence.
    Close,
}

/// A word, or a part of one: its hash and its first byte in the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HashedWord {
    pub(super) hash: u64,
    pub(super) start: usize,
}

/// Receives the words of a text in order.
pub(super) trait WordVisitor {
    /// A part of a compound word, before the word itself. `elided` has the apostrophe too, if this may be an elision.
    fn part(&mut self, part: HashedWord, elided: Option<HashedWord>);
    fn word(&mut self, word: HashedWord);
    /// What separates two words, and at which byte.
    fn between(&mut self, between: Separator, at: usize);
}

const OTHER: u8 = 0;
const LETTER: u8 = 1;
/// Binds the letters around it into one word.
const BINDING: u8 = 2;
/// Binds digits into one number.
const BINDING_DIGITS: u8 = 3;
const MARK: u8 = 4;
const HIGH: u8 = 5;

/// Whether a byte is a letter, a digit, or part of a letter beyond ASCII. Without branches, so that many bytes can be
/// told apart at once.
#[inline]
#[allow(clippy::needless_bitwise_bool, reason = "lazy operators are branches")]
const fn is_letter(byte: u8) -> bool {
    let is_ascii = ((byte | 0x20).wrapping_sub(b'a') < 26) | (byte.wrapping_sub(b'0') < 10);
    let may_be_sign = (byte == 0xc2) | (byte & 0xfe == 0xcc) | (byte & 0xfe == 0xe2) | (byte >= 0xef);
    is_ascii | ((byte >= 0x80) & !may_be_sign)
}

/// The class of each byte.
static CLASSES: [u8; 256] = {
    let mut classes = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::cast_possible_truncation, reason = "below 256")]
        let letter = byte as u8;
        classes[byte] = match letter {
            _ if is_letter(letter) => LETTER,
            b'\'' | b'-' | b'.' | b'/' | b'@' | b'_' => BINDING,
            b',' | b':' => BINDING_DIGITS,
            // May begin a sign that is no letter: punctuation, a quotation mark, an emoji.
            0xc2 | 0xcc | 0xcd | 0xe2 | 0xe3 | 0xef.. => HIGH,
            b' ' | b'\t' | b'\r' | b'$' | b'%' | b'*' | b'#' | b'~' | b'\\' => OTHER,
            _ => MARK,
        };
        byte += 1;
    }
    classes
};

/// A sign that is not a plain letter.
enum Sign<'t> {
    Of(u8),
    Apostrophe,
    /// "–", which occurs within words as well.
    Dash,
    Letter(&'t [u8]),
    Blank,
    Separator(Separator),
}

/// The word that is being read.
#[derive(Default)]
struct WordHasher {
    start: usize,
    length: usize,
    /// Where its last part begins in the text, and the letters that come before that part.
    part_start: usize,
    part: usize,
    /// Its letters as they are read, once one of them differs from the text.
    respelled: Option<Vec<u8>>,
}

impl WordHasher {
    /// Adds letters that are read as they are written.
    #[inline]
    fn take(&mut self, bytes: &[u8], at: usize, length: usize) {
        if self.length == 0 {
            (self.start, self.part_start) = (at, at);
        }
        if let Some(letters) = &mut self.respelled {
            letters.extend(bytes.iter().skip(at).take(length));
        }
        self.length += length;
    }

    /// Adds a letter or a sign that is read as another one.
    fn respell(&mut self, bytes: &[u8], at: usize, read: u8) {
        if self.length == 0 {
            (self.start, self.part_start) = (at, at);
        }
        let written = || bytes.iter().skip(self.start).take(self.length).copied().collect();
        self.respelled.get_or_insert_with(written).push(read);
        self.length += 1;
    }

    /// Hashes some of its letters.
    #[inline]
    fn spelled(&self, bytes: &[u8], from: usize, to: usize) -> HashedWord {
        let hash = match &self.respelled {
            Some(letters) => hash_at(letters, from, to - from),
            None => hash_at(bytes, self.start + from, to - from),
        };
        let start = if from == 0 { self.start } else { self.part_start };
        HashedWord { hash, start }
    }

    /// Ends a part of the word at a binding sign, which belongs to the word.
    fn bind(&mut self, bytes: &[u8], (at, length): (usize, usize), read: u8, reader: &mut impl WordVisitor) {
        let end = self.length;
        if length == 1 {
            self.take(bytes, at, 1);
        } else {
            self.respell(bytes, at, read);
        }
        let may_be_elided = read == b'\'' && self.length - self.part <= LONGEST_JOINT;
        let elided = may_be_elided.then(|| self.spelled(bytes, self.part, self.length));
        reader.part(self.spelled(bytes, self.part, end), elided);
        (self.part_start, self.part) = (at + length, self.length);
    }

    #[inline]
    fn end(&mut self, bytes: &[u8], reader: &mut impl WordVisitor) {
        if self.length == 0 {
            return;
        }
        if self.part > 0 {
            reader.part(self.spelled(bytes, self.part, self.length), None);
        }
        reader.word(self.spelled(bytes, 0, self.length));
        (self.length, self.part, self.respelled) = (0, 0, None);
    }
}

/// The bytes that are told apart at once.
const BLOCK: usize = 64;

/// Where letters are in a text, for one block at a time.
struct LetterBlock<'t> {
    bytes: &'t [u8],
    number: usize,
    /// A bit for each byte of the block.
    letters: u64,
}

impl<'t> LetterBlock<'t> {
    fn new(bytes: &'t [u8]) -> Self {
        Self { bytes, number: 0, letters: letters(bytes, 0) }
    }

    /// The number of letters from a byte on.
    #[inline]
    fn run(&mut self, start: usize) -> usize {
        let mut at = start;
        loop {
            if at / BLOCK != self.number {
                self.number = at / BLOCK;
                self.letters = letters(self.bytes, self.number * BLOCK);
            }
            let run = (self.letters >> (at % BLOCK)).trailing_ones() as usize;
            at += run;
            if !at.is_multiple_of(BLOCK) || run == 0 {
                return at - start;
            }
        }
    }
}

/// A bit for each of the bytes of a block, set where it is a letter. Loops over arrays become few instructions.
fn letters(bytes: &[u8], start: usize) -> u64 {
    let rest = bytes.get(start..).unwrap_or_default();
    let mut letters = [b' '; BLOCK];
    match rest.first_chunk::<BLOCK>() {
        Some(block) => letters = *block,
        None => letters.iter_mut().zip(rest).for_each(|(letter, byte)| *letter = *byte),
    }
    for letter in &mut letters {
        *letter = u8::from(is_letter(*letter));
    }
    let mut all = 0;
    for (place, eight) in letters.as_chunks::<8>().0.iter().enumerate() {
        // Multiplying moves the lowest bits of eight bytes next to each other.
        let packed = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        all |= packed << (8 * place);
    }
    all
}

pub(super) fn read(text: &str, reader: &mut impl WordVisitor) {
    let bytes = text.as_bytes();
    let mut block = LetterBlock::new(bytes);
    let mut word = WordHasher::default();
    // Where the last quotation between single marks ends.
    let mut quoted = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let class = CLASSES[usize::from(byte)];
        if class == LETTER {
            let length = block.run(at);
            // A shortcut: most words are plain letters with a space after them.
            if word.length == 0 && bytes.get(at + length) == Some(&b' ') {
                reader.word(HashedWord { hash: hash_at(bytes, at, length), start: at });
                at += length + 1;
                continue;
            }
            word.take(bytes, at, length);
            at += length;
            continue;
        }
        // A shortcut: a space is what ends most words.
        if byte == b' ' {
            word.end(bytes, reader);
            at += 1;
            continue;
        }
        let (sign, length) = if class == HIGH { high(bytes, at) } else { (Sign::Of(byte), 1) };
        if let Sign::Letter(letter) = sign {
            match letter {
                [letter] if length > 1 => word.respell(bytes, at, *letter),
                _ => word.take(bytes, at, length),
            }
            at += length;
            continue;
        }
        let bound = (word.length > 0).then(|| binding(&sign, bytes, at)).flatten();
        let bound = bound.filter(|mark| *mark != b'.' || !ends_sentence(text, word.start, at));
        if let Some(read) = bound.filter(|_| begins_word(bytes, at + length)) {
            word.bind(bytes, (at, length), read, reader);
        } else {
            word.end(bytes, reader);
            if byte == b'\'' && at >= quoted {
                quoted = single_quotation(text, at).unwrap_or(quoted);
            }
            let is_quoting = byte == b'\'' && at < quoted;
            if let Some(between) = if is_quoting { Some(Separator::Thing) } else { between(&sign) } {
                reader.between(between, at);
            }
        }
        at += length;
    }
    word.end(bytes, reader);
}

/// Whether a point ends a sentence although no space follows it.
fn ends_sentence(text: &str, word: usize, at: usize) -> bool {
    text.get(word..at).zip(text.get(at..)).is_some_and(|(word, rest)| lacks_blank(word, rest))
}

/// The byte that a sign is read as within a word, if it may bind the letters around it.
fn binding(sign: &Sign<'_>, bytes: &[u8], at: usize) -> Option<u8> {
    match sign {
        Sign::Apostrophe => Some(b'\''),
        Sign::Dash => Some(b'\x1f'),
        Sign::Of(byte) => match CLASSES[usize::from(*byte)] {
            BINDING => Some(*byte),
            BINDING_DIGITS => Some(*byte).filter(|_| at > 0 && bytes[at - 1].is_ascii_digit()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a letter or a digit begins at a byte.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| match CLASSES[usize::from(*byte)] {
        HIGH => matches!(high(bytes, at).0, Sign::Letter(_)),
        class => class == LETTER,
    })
}

/// The sign at a byte beyond ASCII, and its length in bytes.
fn high(bytes: &[u8], at: usize) -> (Sign<'_>, usize) {
    let rest = bytes.get(at..).unwrap_or_default();
    match rest {
        // A blank that does not break, and the sign of degrees.
        [0xc2, 0xa0 | 0xb0, ..] => (Sign::Blank, 2),
        [0xc2, 0xaa | 0xb2 | 0xb3 | 0xb5 | 0xb9 | 0xba | 0xbc..=0xbe, ..] | [0xcd, 0xb0..=0xbf, ..] => {
            (Sign::Letter(&rest[..2]), 2)
        }
        [0xc2, 0xab | 0xbb, ..] => (Sign::Separator(Separator::Thing), 2),
        [0xc2, ..] => (Sign::Separator(Separator::Close), 2),
        [0xcc | 0xcd, ..] => (Sign::Separator(Separator::Mark), 2),
        _ if rest.starts_with(KELVIN) => (Sign::Letter(b"k"), KELVIN.len()),
        [0xe2, 0x80, 0x99, ..] => (Sign::Apostrophe, 3),
        [0xe2, 0x80, 0x93, ..] => (Sign::Dash, 3),
        [0xe2, 0x80, 0x98 | 0x9a..=0x9e | 0xb9 | 0xba, ..] => (Sign::Separator(Separator::Thing), 3),
        [0xe2, 0x80, 0xa6, ..] => (Sign::Separator(Separator::End), 3),
        [0xe2, 0x80, 0x80..=0x8d | 0xa8 | 0xa9 | 0xaf, ..] | [0xef, 0xb8, 0x8f, ..] | [0xef, 0xbb, 0xbf, ..] => {
            (Sign::Blank, 3)
        }
        [0xe2, 0x80, ..] => (Sign::Separator(Separator::Mark), 3),
        [0xef, 0xbc, 0x9f, ..] => (Sign::Separator(Separator::Question), 3),
        [0xe3, 0x81..=0xbf, ..] => (Sign::Letter(&rest[..rest.len().min(3)]), 3),
        [0xe2 | 0xe3 | 0xef, ..] => (Sign::Separator(Separator::Close), 3),
        _ => (Sign::Separator(Separator::Close), 4),
    }
}

/// How a sign separates words, if it does.
fn between(sign: &Sign<'_>) -> Option<Separator> {
    match sign {
        Sign::Separator(between) => Some(*between),
        Sign::Dash => Some(Separator::Mark),
        Sign::Apostrophe | Sign::Blank | Sign::Letter(_) => None,
        Sign::Of(byte) => match byte {
            b'.' | b'!' => Some(Separator::End),
            b'?' => Some(Separator::Question),
            b'\n' => Some(Separator::Line),
            b'`' => Some(Separator::Code),
            b'"' | b'(' | b'[' | b'{' | b'<' => Some(Separator::Thing),
            b')' | b']' | b'}' | b'>' | b'|' => Some(Separator::Close),
            b'\'' | b'/' | b'_' => None,
            byte if CLASSES[usize::from(*byte)] == OTHER => None,
            _ => Some(Separator::Mark),
        },
    }
}
