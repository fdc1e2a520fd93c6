//! Words of a lexicon, and the forms of verbs.

use super::kind::ActionKinds;
use super::text::WordClasses;

/// The forms of a verb; a word may have several ("set").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms(u8);

impl Forms {
    /// The infinitive and the imperative ("cancel").
    pub const BASE: Self = Self(1);
    /// The past tense ("cancelled" in "I cancelled it").
    pub const PAST: Self = Self(2);
    /// The participle after an auxiliary ("cancelled" in "has been cancelled").
    pub const PARTICIPLE: Self = Self(4);
    /// The progressive ("cancelling").
    pub const PROGRESSIVE: Self = Self(8);
    /// The third person, for others or the thing itself ("se canceló").
    pub const THIRD: Self = Self(16);
    /// The future in one word ("recordaré").
    pub const FUTURE: Self = Self(32);

    /// The fields of a verb's line that hold its forms.
    pub(super) const FIELDS: [(usize, Self); 6] = [
        (0, Self::BASE),
        (1, Self::PAST),
        (2, Self::PARTICIPLE),
        (3, Self::PROGRESSIVE),
        (5, Self::THIRD),
        (6, Self::FUTURE),
    ];

    /// Whether these forms have one in common.
    #[must_use]
    pub fn has(self, forms: Self) -> bool {
        self.0 & forms.0 != 0
    }

    /// Whether they are those of a participle that is no base form ("cancelled", but not "set").
    #[must_use]
    pub fn are_of_participle_alone(self) -> bool {
        self.has(Self::PARTICIPLE) && !self.has(Self::BASE)
    }

    /// The union of both.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

/// A verb of action.
#[derive(Clone, Debug)]
pub struct Verb {
    /// The first base form, unique in its language.
    pub base: String,
    /// The kinds of action that it may name.
    pub kinds: ActionKinds,
    /// The first participle, without a particle that is written apart.
    pub participle: String,
    /// The first past form, without such a particle.
    pub past: Option<String>,
    /// Whether only the name of a tool has it, so that its kinds are a guess.
    pub is_learnt: bool,
}

/// A separable verb, without its particle.
#[derive(Clone, Debug)]
pub struct SeparableVerb {
    /// The particle, which follows the verb or closes the clause.
    pub particle: String,
    /// The index of the verb.
    pub verb: usize,
    /// The forms of the verb that the word may be.
    pub forms: Forms,
}

/// What the lexicon knows of a word.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// The roles in a sentence.
    pub classes: WordClasses,
    /// The index of the verb that it is a form of, with the forms.
    pub verb: Option<(usize, Forms)>,
    /// The verbs that it is a form of together with a particle ("sage … ab", "sign up").
    pub parted: Vec<SeparableVerb>,
    /// The index of the verb whose action it names ("cancellation").
    pub action: Option<usize>,
    /// The thing that it names, under the name that English tool names use ("order").
    pub thing: Option<String>,
}
