//! Numbers with their nouns, as people read them.

use std::fmt::Display;

/// A number with its noun: "1 finding", "2 findings".
pub(crate) fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, one: &str) -> String {
    counted_as(number, one, &format!("{one}s"))
}

/// The same with a plural that is given: "1 conversation answers", "2 conversations answer".
pub(crate) fn counted_as<N: Copy + Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}
