//! A word of a language: the forms of a verb, and what is known of a word.

use super::kind::ActionKinds;
use super::text::WordClasses;

/// The form in which a verb is; a word may be several of them ("set").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms(u8);

impl Forms {
    /// The infinitive and the imperative ("cancel").
    pub const BASE: Self = Self(1);
    /// What its author says of himself ("cancelled" in "I cancelled it").
    pub const PAST: Self = Self(2);
    /// What follows an auxiliary ("cancelled" in "has been cancelled").
    pub const PARTICIPLE: Self = Self(4);
    /// What is going on ("cancelling").
    pub const PROGRESSIVE: Self = Self(8);
    /// Said of somebody else, or of the thing itself ("se canceló").
    pub const THIRD: Self = Self(16);
    /// What its author announces in one word ("recordaré").
    pub const FUTURE: Self = Self(32);

    /// Any of them.
    pub const ANY: Self = Self(u8::MAX);

    /// The fields of a verb's line that hold its forms.
    pub(super) const FIELDS: [(usize, Self); 6] = [
        (0, Self::BASE),
        (1, Self::PAST),
        (2, Self::PARTICIPLE),
        (3, Self::PROGRESSIVE),
        (5, Self::THIRD),
        (6, Self::FUTURE),
    ];

    /// Whether one of these forms is among them.
    #[must_use]
    pub fn has(self, forms: Self) -> bool {
        self.0 & forms.0 != 0
    }

    /// These forms and the others.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

/// A verb of action.
#[derive(Clone, Debug)]
pub struct Verb {
    /// Its first base form; the same in no other verb of its language.
    pub base: String,
    /// What kinds of action it may be.
    pub kinds: ActionKinds,
    /// Its first participle.
    pub participle: String,
    /// Its first past form, where it has one in a word.
    pub past: Option<String>,
}

/// A verb of which only a part is here.
#[derive(Clone, Debug)]
pub struct SeparableVerb {
    /// What closes the clause.
    pub particle: String,
    /// The verb, by its place.
    pub verb: usize,
    /// In which forms.
    pub forms: Forms,
}

/// What is known of a word.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// What it does in a sentence.
    pub classes: WordClasses,
    /// The verb of which it is a form, by its place.
    pub verb: Option<(usize, Forms)>,
    /// The verbs of which it is a form together with a particle that closes its clause ("sage … ab").
    pub parted: Vec<SeparableVerb>,
    /// The verb whose doing it names ("cancellation"), by its place.
    pub action: Option<usize>,
    /// The thing that it names, as English tool names call it ("order").
    pub thing: Option<String>,
}
