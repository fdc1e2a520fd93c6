//! What kinds of action are possible within a conversation, and what they leave behind.

use crate::registry::{ActionKind, ActionKinds};

/// Whether one of these kinds of action counts as done outside a conversation even where a text was asked for.
pub(in crate::claim) fn is_strong(kinds: ActionKinds) -> bool {
    kinds.meets(strong_kinds())
}

/// The kinds of action that count so.
pub(in crate::claim) fn strong_kinds() -> ActionKinds {
    let strong = [
        ActionKind::Book,
        ActionKind::Cancel,
        ActionKind::Pay,
        ActionKind::Remind,
        ActionKind::Order,
        ActionKind::Transfer,
    ];
    strong.into_iter().fold(ActionKinds::NONE, ActionKinds::with)
}

/// Whether one of these kinds of action may create a record.
pub(in crate::claim) fn keeps_records(kinds: ActionKinds) -> bool {
    [ActionKind::Store, ActionKind::Add, ActionKind::Create, ActionKind::Remind].into_iter().any(|kind| kinds.has(kind))
}

/// Whether one of these kinds of action changes something outside the conversation.
pub(in crate::claim) fn changes_world(kinds: ActionKinds) -> bool {
    let changing = [ActionKind::Send, ActionKind::Change, ActionKind::Add, ActionKind::Remove, ActionKind::Control];
    is_strong(kinds) || changing.into_iter().any(|kind| kinds.has(kind))
}

/// Whether one of these kinds of action leaves something behind: a change outside the conversation, or a record.
pub(in crate::claim) fn leaves_trace(kinds: ActionKinds) -> bool {
    changes_world(kinds) || keeps_records(kinds)
}

/// Whether one of these kinds of action is still to do when a tool has only prepared it.
pub(in crate::claim) fn is_decisive(kinds: ActionKinds) -> bool {
    let decisive = [ActionKind::Book, ActionKind::Cancel, ActionKind::Pay, ActionKind::Send, ActionKind::Transfer];
    decisive.into_iter().any(|kind| kinds.has(kind))
}

/// Whether something is booked or ordered.
pub(super) fn is_booking(kinds: ActionKinds) -> bool {
    kinds.meets(booking_kinds())
}

/// The kinds of action that book or order something.
pub(super) fn booking_kinds() -> ActionKinds {
    ActionKinds::from(ActionKind::Book).with(ActionKind::Order)
}

/// Whether one of these kinds of action is only possible outside a conversation, whatever its object. A transfer may be
/// one of words.
pub(super) fn is_always_external(kinds: ActionKinds) -> bool {
    let always = [ActionKind::Book, ActionKind::Cancel, ActionKind::Pay, ActionKind::Remind, ActionKind::Order];
    always.iter().any(|kind| kinds.has(*kind))
}

/// Whether the result of such an action may be a text: made, changed, completed.
pub(super) fn may_be_text(kinds: ActionKinds) -> bool {
    let of_world = [
        ActionKind::Book,
        ActionKind::Cancel,
        ActionKind::Order,
        ActionKind::Pay,
        ActionKind::Remind,
        ActionKind::Control,
        ActionKind::Transfer,
        ActionKind::Send,
    ];
    !of_world.into_iter().any(|kind| kinds.has(kind))
}

/// The kinds of action that a message may mean by naming a thing.
pub(super) fn named_kinds() -> ActionKinds {
    let kinds = [ActionKind::Control, ActionKind::Create, ActionKind::Remind, ActionKind::Add];
    kinds.into_iter().fold(ActionKinds::default(), ActionKinds::with)
}

/// Whether an announcement counts like a report: "I'll remind you" claims that a reminder is set.
pub(super) fn counts_announced(kinds: ActionKinds) -> bool {
    kinds.has(ActionKind::Remind)
}
