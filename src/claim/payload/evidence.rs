//! Whether what was read is a payload at all. Prose and templates in braces look like objects of bare words.

use super::reader::Stop;

/// How far what was read is from prose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Names and words.
    #[default]
    Words,
    /// A number, or a string that the end of the text cut off.
    Scalar,
    /// A quoted key, a quoted string or a literal: prose in braces has none of them.
    Solid,
}

/// What speaks for the candidate being a payload, and against it.
#[derive(Default)]
pub(super) struct Evidence {
    strength: Strength,
    /// How many values were read or opened.
    pub(super) values: usize,
    /// The members of the outermost object.
    pub(super) members: usize,
    /// Whether the first of them reads `x:08b`.
    pub(super) format_like: bool,
    /// Whether a value is no plain word.
    pub(super) free_text: bool,
}

impl Evidence {
    pub(super) fn note(&mut self, strength: Strength) {
        self.strength = self.strength.max(strength);
    }

    pub(super) fn is_solid(&self) -> bool {
        self.strength == Strength::Solid
    }

    /// The decision, once reading has stopped. What was left open must have more to show than what was closed, and most
    /// where prose follows.
    pub(super) fn is_payload(&self, stop: Result<(), Stop>) -> bool {
        if self.free_text && !self.is_solid() {
            return false;
        }
        match stop {
            Ok(()) if self.members == 1 && self.format_like => false,
            Ok(()) => self.members == 0 || self.values > 0,
            Err(Stop::EndOfText) => self.values > 0 && self.strength >= Strength::Scalar,
            Err(Stop::Prose) => self.values > 0 && self.is_solid(),
            Err(Stop::NoPayload) => false,
        }
    }
}
