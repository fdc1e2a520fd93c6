//! Earlier leaks of a conversation: one leak seeds the next, since a model copies what it reads of itself.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;

use super::Weighed;
use crate::claim::{Claim, ClaimKind, Signal};
use crate::source::{Key, Message};

/// The form of a leak: its syntax, and the pattern that knows it.
type Form = (Option<String>, Option<String>);

/// The forms that leaked in one conversation, each with the time of the first message that is known to hold it.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaks {
    forms: BTreeMap<Form, Option<Timestamp>>,
    /// A message of it whose finding a person approved.
    confirmed: Option<Confirmed>,
}

/// A message whose finding was approved and written.
#[derive(Clone, Copy, Debug)]
struct Confirmed {
    created_at: Option<Timestamp>,
}

/// The same of all conversations of a database.
#[derive(Debug, Default)]
pub(super) struct EarlierLeaks {
    conversations: HashMap<Key, Leaks>,
}

impl EarlierLeaks {
    /// What leaked in the conversation of a message before; none where it stands in none.
    pub(super) fn of(&mut self, message: &Message) -> Option<&mut Leaks> {
        message.conversation.as_ref().map(|key| self.conversations.entry(key.clone()).or_default())
    }

    /// Keeps that a finding of a message was approved and written: of whichever form it was, it was a leak.
    pub(super) fn confirm(&mut self, message: &Message) {
        if let Some(leaks) = self.of(message) {
            let confirmed = leaks.confirmed.get_or_insert(Confirmed { created_at: message.created_at });
            confirmed.created_at = earlier(confirmed.created_at, message.created_at);
        }
    }
}

impl Leaks {
    /// Tells the claims of a message at `time` what leaked before in the same form.
    pub(super) fn tell(&self, claims: &mut [Claim], time: Option<Timestamp>) {
        // Exports list messages in any order.
        let is_before = |first: Option<Timestamp>| first.zip(time).is_none_or(|(first, time)| first <= time);
        for claim in claims.iter_mut().filter(|claim| may_leak(claim)) {
            let same_form = self.forms.get(&form(claim)).is_some_and(|first| is_before(*first));
            if same_form || self.confirmed.is_some_and(|confirmed| is_before(confirmed.created_at)) {
                claim.add_reason(Signal::EarlierLeak);
            }
        }
    }

    /// Keeps the forms of the claims of a message against which nothing speaks.
    pub(super) fn keep(&mut self, weighed: &[Weighed], time: Option<Timestamp>) {
        let plain = weighed.iter().map(|weighed| &weighed.judged.claim).filter(|claim| is_plain(claim));
        for claim in plain {
            let first = self.forms.entry(form(claim)).or_insert(time);
            *first = earlier(*first, time);
        }
    }
}

/// The earlier of two times; a message without one counts as being before all others.
fn earlier(first: Option<Timestamp>, other: Option<Timestamp>) -> Option<Timestamp> {
    first.zip(other).map(|(first, other)| first.min(other))
}

fn form(claim: &Claim) -> Form {
    (claim.syntax.clone(), claim.pattern.clone())
}

/// Whether a claim is something that should not stand in a text at all: a plan is written to be read.
fn may_leak(claim: &Claim) -> bool {
    claim.is_payload() && claim.kind != ClaimKind::Plan
}

/// Whether a claim is a leak for certain enough to make the next one likelier.
fn is_plain(claim: &Claim) -> bool {
    let signals = || claim.reasons.iter().map(|reason| reason.signal);
    may_leak(claim) && signals().all(|signal| signal.weight() > 0.0 && signal != Signal::UnknownPayload)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{self, Context};
    use crate::proposal::JudgedClaim;
    use crate::registry::Registry;
    use crate::source::Facts;
    use crate::verdict::Remedy;

    fn claims() -> Vec<Claim> {
        let text = r#"{success: true, memory_type: "core", content: "Tea."}Noted."#;
        claim::find(text, &Registry::builtin().unwrap(), Context::default())
    }

    fn weighed(claim: Claim) -> Weighed {
        let (verdict, remedy) = (None, Remedy::Recover);
        let judged = JudgedClaim { claim, remedy, verdict, evidence: Vec::new(), warnings: Vec::new(), off: false };
        Weighed { judged, facts: Facts::default() }
    }

    fn is_told(leaks: &Leaks, second: i64) -> bool {
        let mut claims = claims();
        leaks.tell(&mut claims, Timestamp::from_second(second).ok());
        claims[0].reasons.iter().any(|reason| reason.signal == Signal::EarlierLeak)
    }

    #[test]
    fn the_first_leak_is_the_earliest_in_whichever_order_messages_come() {
        for order in [[2, 5], [5, 2]] {
            let mut leaks = Leaks::default();
            for second in order {
                let weighed: Vec<_> = claims().into_iter().map(weighed).collect();
                leaks.keep(&weighed, Timestamp::from_second(second).ok());
            }
            assert_eq!([1, 3, 9].map(|second| is_told(&leaks, second)), [false, true, true], "{order:?}");
        }
    }

    #[test]
    fn the_first_approved_finding_is_the_earliest_too() {
        for order in [[2, 5], [5, 2]] {
            let mut earlier = EarlierLeaks::default();
            let message = |second| Message {
                conversation: Some(Key::Integer(1)),
                created_at: Timestamp::from_second(second).ok(),
                ..Message::default()
            };
            order.map(message).iter().for_each(|message| earlier.confirm(message));
            let leaks = earlier.of(&message(3)).unwrap();
            assert_eq!([1, 3, 9].map(|second| is_told(leaks, second)), [false, true, true], "{order:?}");
        }
    }
}
