//! Whether what was read is a payload at all. Prose and templates in braces look like objects of bare words.

use super::stop::Stop;

/// How different it is from prose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Only names and words, as in prose.
    #[default]
    Words,
    /// A number, or a string cut off by the end of the text.
    Scalar,
    /// A quoted key, a quoted string or a literal, which prose in braces does not have.
    Solid,
}

/// What supports that a candidate is a payload, and what speaks against it.
#[derive(Debug, Default)]
pub(super) struct PayloadEvidence {
    strength: Strength,
    /// The number of values read or opened.
    pub(super) values: usize,
    /// The number of complete values that are not containers.
    pub(super) scalars: usize,
    /// The number of members of the outermost object, or of the objects of the outermost list.
    pub(super) members: usize,
    /// Whether a proper separator comes between a key and its value.
    pub(super) separators: bool,
    /// Whether a value is a quoted string.
    pub(super) strings: bool,
    /// Whether a key has no quotes.
    pub(super) bare_keys: bool,
    pub(super) doubts: Doubts,
}

/// What speaks against it.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    /// The first member reads `x:08b`.
    pub(super) format_like: bool,
    /// A value is not a plain word.
    pub(super) free_text: bool,
    /// A value reads like a statement of code.
    pub(super) statement: bool,
}

impl PayloadEvidence {
    pub(super) fn note(&mut self, strength: Strength) {
        self.strength = self.strength.max(strength);
    }

    /// Whether prose cannot look like it.
    pub(super) fn is_solid(&self) -> bool {
        self.strength == Strength::Solid
    }

    /// Whether a value shows that it is not just words.
    pub(super) fn has_scalar(&self) -> bool {
        self.strength >= Strength::Scalar
    }

    /// The decision once reading has stopped. A payload that was left open needs more evidence than a closed one, and
    /// most if prose follows.
    pub(super) fn is_payload(&self, stop: Result<(), Stop>) -> bool {
        if self.doubts.free_text && !self.is_solid() || self.doubts.statement && self.bare_keys {
            return false;
        }
        if self.members > 0 && !self.separators {
            return false;
        }
        match stop {
            Ok(()) if self.members == 1 && self.doubts.format_like => false,
            Ok(()) => self.members == 0 || self.values > 0,
            Err(Stop::EndOfText) => self.values > 0 && self.strength >= Strength::Scalar,
            Err(Stop::Prose) => self.scalars > 0 && self.is_solid(),
            Err(Stop::NoPayload) => false,
        }
    }

    /// The decision for the body of a wrapper, which is evidence itself.
    pub(super) fn is_body(&self, stop: Result<(), Stop>) -> bool {
        match stop {
            Ok(()) | Err(Stop::EndOfText) => true,
            Err(Stop::Prose | Stop::NoPayload) => self.values > 0,
        }
    }
}
