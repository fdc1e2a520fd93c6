//! What a user asked for, as far as it decides what a report may claim.

use crate::registry::ActionKinds;

/// What a user asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The statements, as a bit for each index; those from the 64th on share one.
    statements: u64,
    /// The kinds of action.
    kinds: ActionKinds,
    /// Further kinds that count with an application behind the conversation.
    in_application: ActionKinds,
    /// Whether there is an application behind it.
    has_application: bool,
    /// Whether the assistant may have asked the user something before.
    was_asked_back: bool,
}

impl Asked {
    /// An unknown request, which may be anything.
    pub const ANYTHING: Self = Self {
        statements: u64::MAX,
        kinds: ActionKinds::ALL,
        in_application: ActionKinds::ALL,
        has_application: true,
        was_asked_back: true,
    };

    /// No request, from a user who may answer a question.
    pub const ANSWERING: Self = Self {
        statements: 0,
        kinds: ActionKinds::NONE,
        in_application: ActionKinds::NONE,
        has_application: false,
        was_asked_back: true,
    };

    /// No request, with an application behind the conversation.
    pub const OF_APPLICATION: Self = Self {
        statements: 0,
        kinds: ActionKinds::NONE,
        in_application: ActionKinds::NONE,
        has_application: true,
        was_asked_back: false,
    };

    /// A request for these kinds of action, and for more within an application, without statements.
    #[must_use]
    pub fn for_kinds(kinds: ActionKinds, in_application: ActionKinds) -> Self {
        Self { kinds, in_application, ..Self::default() }
    }

    /// The kinds of action that count in any conversation.
    #[must_use]
    pub fn kinds(self) -> ActionKinds {
        if self.has_application { self.kinds.and(self.in_application) } else { self.kinds }
    }

    /// Whether there is an application behind the conversation.
    #[must_use]
    pub fn has_application(self) -> bool {
        self.has_application
    }

    /// Whether any reported change of a thing outside the conversation may count: there is an application behind the
    /// conversation, or the assistant asked the user something.
    #[must_use]
    pub fn may_be_served(self) -> bool {
        self.has_application || self.was_asked_back
    }

    /// Whether the user may have answered a question.
    #[must_use]
    pub fn was_asked_back(self) -> bool {
        self.was_asked_back
    }

    /// The same with an application behind the conversation.
    #[must_use]
    pub fn in_application(self) -> Self {
        Self { has_application: true, ..self }
    }

    /// The same without statements: phrases are requested by the last message alone.
    #[must_use]
    pub fn without_statements(self) -> Self {
        Self { statements: 0, ..self }
    }

    /// The kinds that count given whether there is an application.
    #[must_use]
    pub fn as_known(self) -> Self {
        Self { kinds: self.kinds(), in_application: ActionKinds::NONE, ..self }
    }

    /// Whether some statement may be requested.
    #[must_use]
    pub fn names_statements(self) -> bool {
        self.statements != 0
    }

    /// Whether the statement at an index may be requested.
    #[must_use]
    pub fn holds(self, place: usize) -> bool {
        self.meets(Self::of(place))
    }

    /// The union of two requests.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            statements: self.statements | other.statements,
            kinds: self.kinds.and(other.kinds),
            in_application: self.in_application.and(other.in_application),
            has_application: self.has_application | other.has_application,
            was_asked_back: self.was_asked_back | other.was_asked_back,
        }
    }

    /// The intersection of two requests.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self {
            statements: self.statements & other.statements,
            kinds: self.kinds.common(other.kinds),
            in_application: self.in_application.common(other.in_application),
            has_application: self.has_application & other.has_application,
            was_asked_back: self.was_asked_back & other.was_asked_back,
        }
    }

    /// Whether two requests have something in common.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.common(other) != Self::default()
    }

    /// Whether all of this is in the other.
    #[must_use]
    pub fn is_within(self, other: Self) -> bool {
        self.common(other) == self
    }

    /// A request for the statement at an index.
    pub(in crate::claim) fn of(place: usize) -> Self {
        Self { statements: 1 << place.min(63), ..Self::default() }
    }
}
