//! Hashes of words, letter by letter: small and large ones are the same.

/// The sign of the unit, of which the small letter is a k.
pub(super) const KELVIN: &[u8] = "\u{212a}".as_bytes();

/// Takes one more byte of a word. Large letters are as the small ones, those of Latin-1 in UTF-8 as well.
#[inline]
pub(super) fn next(hash: u64, byte: u8) -> u64 {
    (hash.rotate_left(5) ^ u64::from(byte | 0x20)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

pub(super) fn hash(word: &[u8]) -> u64 {
    word.iter().fold(0, |hash, byte| next(hash, *byte))
}

/// The slot of a hash in a table, and what stands there of it.
#[allow(clippy::cast_possible_truncation, reason = "parts of a hash")]
#[inline]
pub(super) fn split(hash: u64, mask: usize) -> (usize, u32) {
    (((hash >> 32) as usize) & mask, (hash as u32) | 1)
}
