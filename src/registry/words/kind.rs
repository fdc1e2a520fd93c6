//! The kinds of action, and which may take the place of which.

use serde::{Deserialize, Serialize};

/// A kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum ActionKind {
    /// Booking, reserving.
    Book,
    /// Ordering, buying.
    Order,
    /// Cancelling.
    Cancel,
    /// Changing what is there.
    Change,
    /// Adding to what is there.
    Add,
    /// Removing.
    Remove,
    /// Sending to somebody.
    Send,
    /// Making something.
    Create,
    /// Moving money.
    Pay,
    /// Keeping for later.
    Store,
    /// Reminding, waking.
    Remind,
    /// Handing over to somebody, or to another account.
    Transfer,
    /// Running a program.
    Run,
    /// Switching a device.
    Control,
    /// Doing whatever its object names ("the cancellation has been completed").
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

    /// Its name, as files write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Book => "book",
            Self::Order => "order",
            Self::Cancel => "cancel",
            Self::Change => "change",
            Self::Add => "add",
            Self::Remove => "remove",
            Self::Send => "send",
            Self::Create => "create",
            Self::Pay => "pay",
            Self::Store => "store",
            Self::Remind => "remind",
            Self::Transfer => "transfer",
            Self::Run => "run",
            Self::Control => "control",
            Self::Complete => "complete",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kinds whose work this may be: what was added may be the work of a tool that updates.
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

/// Some kinds of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ActionKinds(u16);

impl ActionKinds {
    /// All of them.
    pub const ALL: Self = Self(u16::MAX);

    /// None of them.
    pub const NONE: Self = Self(0);

    /// These and one more.
    #[must_use]
    #[inline]
    pub fn with(self, kind: ActionKind) -> Self {
        self.and(kind.into())
    }

    /// These and the others.
    #[must_use]
    #[inline]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Those that are in both.
    #[must_use]
    #[inline]
    pub fn common(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// Whether some are in both.
    #[must_use]
    #[inline]
    pub fn meets(self, others: Self) -> bool {
        self.common(others) != Self::default()
    }

    /// Whether a kind is one of them.
    #[must_use]
    #[inline]
    pub fn has(self, kind: ActionKind) -> bool {
        self.meets(kind.into())
    }

    /// These, and those whose work they may be.
    #[must_use]
    pub fn compatible(self) -> Self {
        let own = ActionKind::ALL.into_iter().filter(|kind| self.has(*kind));
        own.fold(self, |all, kind| all.and(kind.compatible()))
    }

    /// The first of them.
    #[must_use]
    pub fn first(self) -> Option<ActionKind> {
        ActionKind::ALL.into_iter().find(|kind| self.has(*kind))
    }
}

impl From<ActionKind> for ActionKinds {
    fn from(kind: ActionKind) -> Self {
        Self(1 << kind as u8)
    }
}
