//! Case-insensitive hashes of words, computed eight bytes at a time.

/// The Kelvin sign, which is a "k" in lower case.
pub(super) const KELVIN: &[u8] = "\u{212a}".as_bytes();

/// Bytes hashed at once.
const CHUNK: usize = 8;
/// The bit that distinguishes upper from lower case, in ASCII and in the UTF-8 of Latin-1.
const CASE: u64 = 0x2020_2020_2020_2020;
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
pub(super) fn hash(word: &[u8]) -> u64 {
    hash_at(word, 0, word.len())
}

/// The hash of `length` bytes from `start`. Bytes after them may be loaded, but do not count.
#[inline]
pub(super) fn hash_at(text: &[u8], start: usize, length: usize) -> u64 {
    let mut hash = 0;
    let mut taken = 0;
    while taken < length {
        let rest = length - taken;
        let kept = if rest < CHUNK { !(u64::MAX << (rest * 8)) } else { u64::MAX };
        hash = mixed(hash, (chunk(text, start + taken) | CASE) & kept);
        taken += CHUNK;
    }
    hash
}

/// Eight bytes of a text as a little-endian number, filled up with zeros at its end.
#[inline]
fn chunk(text: &[u8], at: usize) -> u64 {
    let after = text.get(at..).unwrap_or_default();
    match after.first_chunk::<CHUNK>() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => after.iter().rev().fold(0, |chunk, byte| (chunk << 8) | u64::from(*byte)),
    }
}

#[inline]
fn mixed(hash: u64, chunk: u64) -> u64 {
    let mixed = (hash.rotate_left(29) ^ chunk).wrapping_mul(FACTOR);
    mixed ^ (mixed >> 32)
}

/// The slot of a hash in the table, and the fingerprint that is kept there.
#[allow(clippy::cast_possible_truncation, reason = "parts of a hash")]
#[inline]
pub(super) fn split(hash: u64, mask: usize) -> (usize, u32) {
    (((hash >> 24) as usize) & mask, (hash as u32) | 1)
}
