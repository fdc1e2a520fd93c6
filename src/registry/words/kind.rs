//! The kinds of action, and which may stand in for which.

use serde::{Deserialize, Serialize};

/// A kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[strum(serialize_all = "snake_case")]
pub enum ActionKind {
    /// Booking, reserving.
    Book,
    /// Ordering, buying.
    Order,
    /// Cancelling, returning, withdrawing.
    Cancel,
    /// Changing something that exists.
    Change,
    /// Adding to something that exists.
    Add,
    /// Removing, deleting, clearing.
    Remove,
    /// Sending something to another person.
    Send,
    /// Creating something: generating, opening, scheduling it.
    Create,
    /// Moving money: paying, refunding, charging.
    Pay,
    /// Storing for later: saving, noting, remembering.
    Store,
    /// Reminding, waking.
    Remind,
    /// Handing over to another person or account.
    Transfer,
    /// Running a program: executing, triggering, installing it.
    Run,
    /// Switching a device: turning, locking, pausing it.
    Control,
    /// Completing whatever the object names ("the cancellation has been completed").
    Complete,
}

impl ActionKind {
    const ALL: [Self; 15] = [
        Self::Book,
        Self::Order,
        Self::Cancel,
        Self::Change,
        Self::Add,
        Self::Remove,
        Self::Send,
        Self::Create,
        Self::Pay,
        Self::Store,
        Self::Remind,
        Self::Transfer,
        Self::Run,
        Self::Control,
        Self::Complete,
    ];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the kind with this name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kinds that a tool may use for the same work: adding may be the work of a tool that updates.
    fn compatible(self) -> ActionKinds {
        let others: &[Self] = match self {
            Self::Book => &[Self::Order, Self::Create, Self::Add],
            Self::Order => &[Self::Book, Self::Create, Self::Pay],
            Self::Cancel => &[Self::Remove, Self::Change],
            Self::Change => &[Self::Add, Self::Remove, Self::Cancel, Self::Control, Self::Store],
            Self::Add => &[Self::Change, Self::Create, Self::Store, Self::Book],
            Self::Remove => &[Self::Cancel, Self::Change],
            Self::Send => &[Self::Create, Self::Transfer],
            Self::Create => &[Self::Add, Self::Store, Self::Book, Self::Remind, Self::Send],
            Self::Pay => &[Self::Order, Self::Transfer, Self::Send],
            Self::Store => &[Self::Add, Self::Create, Self::Change, Self::Remind],
            Self::Remind => &[Self::Create, Self::Send, Self::Store],
            Self::Transfer => &[Self::Pay, Self::Send],
            Self::Run => &[Self::Control],
            Self::Control => &[Self::Change, Self::Run],
            Self::Complete => &Self::ALL,
        };
        others.iter().copied().fold(self.into(), ActionKinds::with)
    }
}

/// A set of kinds of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ActionKinds(u16);

impl ActionKinds {
    /// The set of all kinds.
    pub const ALL: Self = Self(u16::MAX);

    /// The empty set.
    pub const NONE: Self = Self(0);

    /// This set with another kind.
    #[must_use]
    #[inline]
    pub fn with(self, kind: ActionKind) -> Self {
        self.and(kind.into())
    }

    /// The union of both sets.
    #[must_use]
    #[inline]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The intersection of both sets.
    #[must_use]
    #[inline]
    pub fn common(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// Whether the sets have a kind in common.
    #[must_use]
    #[inline]
    pub fn meets(self, others: Self) -> bool {
        self.common(others) != Self::default()
    }

    /// Whether the set contains a kind.
    #[must_use]
    #[inline]
    pub fn has(self, kind: ActionKind) -> bool {
        self.meets(kind.into())
    }

    /// The set with all kinds that a tool may use for the same work.
    #[must_use]
    pub fn compatible(self) -> Self {
        self.iter().fold(self, |all, kind| all.and(kind.compatible()))
    }

    /// The kinds in the order of the enum.
    pub fn iter(self) -> impl Iterator<Item = ActionKind> {
        ActionKind::ALL.into_iter().filter(move |kind| self.has(*kind))
    }

    /// The first kind in the order of the enum.
    #[must_use]
    pub fn first(self) -> Option<ActionKind> {
        self.iter().next()
    }
}

impl From<ActionKind> for ActionKinds {
    fn from(kind: ActionKind) -> Self {
        Self(1 << kind as u8)
    }
}
