//! Earlier leaks of a conversation: one leak causes the next, because a model copies what it reads of itself.

use std::hash::{BuildHasher as _, RandomState};

use hashbrown::HashMap;
use jiff::Timestamp;

use super::WeighedClaim;
use crate::claim::{Claim, ClaimKind, Signal};
use crate::source::Key;

/// The form of a leak: its syntax and its pattern.
type LeakForm<'a> = (Option<&'a str>, Option<&'a str>);

/// The time of messages without one: before all others.
const BEFORE_ALL: i64 = i64::MIN;

/// The forms that leaked in each conversation, with the time of the first message known to contain each.
///
/// A conversation and a form are kept as one hash, keyed for this run: a few bytes each. A collision only makes a leak
/// a little more likely.
#[derive(Debug, Default)]
pub(super) struct EarlierLeaks {
    first: HashMap<u64, i64>,
    hasher: RandomState,
}

impl EarlierLeaks {
    /// Marks the claims of a message at `time` whose form leaked in its conversation before.
    pub(super) fn mark(&self, claims: &mut [Claim], conversation: Option<&Key>, time: Option<Timestamp>) {
        let Some(conversation) = conversation.filter(|_| !self.first.is_empty()) else { return };
        let time = time.map(nanoseconds);
        // Exports list messages in any order.
        let is_before = |form: Option<LeakForm<'_>>| {
            let first = self.first.get(&self.place(conversation, form));
            first.is_some_and(|first| time.is_none_or(|time| *first <= time))
        };
        let is_confirmed = is_before(None);
        for claim in claims.iter_mut().filter(|claim| may_leak(claim)) {
            let is_next = is_confirmed || is_before(Some(form(claim)));
            if is_next {
                claim.add_reason(Signal::EarlierLeak);
            }
        }
    }

    /// Adds the forms of a message's claims that nothing speaks against.
    pub(super) fn keep(&mut self, weighed: &[WeighedClaim], conversation: Option<&Key>, time: Option<Timestamp>) {
        let Some(conversation) = conversation else { return };
        for claim in weighed.iter().map(|weighed| &weighed.judged.claim).filter(|claim| is_plain(claim)) {
            self.add(conversation, Some(form(claim)), time);
        }
    }

    /// Notes that a finding of a message was approved and written: it was a leak, whatever its form.
    pub(super) fn confirm(&mut self, conversation: Option<&Key>, time: Option<Timestamp>) {
        if let Some(conversation) = conversation {
            self.add(conversation, None, time);
        }
    }

    /// Adds a leak; one without a form was approved by a reviewer.
    fn add(&mut self, conversation: &Key, form: Option<LeakForm<'_>>, time: Option<Timestamp>) {
        let time = time.map_or(BEFORE_ALL, nanoseconds);
        let first = self.first.entry(self.place(conversation, form)).or_insert(time);
        *first = time.min(*first);
    }

    fn place(&self, conversation: &Key, form: Option<LeakForm<'_>>) -> u64 {
        self.hasher.hash_one((conversation, form))
    }
}

fn nanoseconds(time: Timestamp) -> i64 {
    i64::try_from(time.as_nanosecond()).unwrap_or(if time < Timestamp::UNIX_EPOCH { i64::MIN + 1 } else { i64::MAX })
}

fn form(claim: &Claim) -> LeakForm<'_> {
    (claim.syntax.as_deref(), claim.pattern.as_deref())
}

/// Whether a claim should not be in a text at all; a plan is written to be read.
fn may_leak(claim: &Claim) -> bool {
    claim.is_payload() && claim.kind != ClaimKind::Plan
}

/// Whether a claim is certain enough to make the next leak more likely.
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

    fn weighed(claim: Claim) -> WeighedClaim {
        let (verdict, remedy) = (None, Remedy::Recover);
        let judged = JudgedClaim { claim, remedy, verdict, evidence: Vec::new(), warnings: Vec::new(), off: false };
        WeighedClaim { judged, facts: Facts::default() }
    }

    fn at(second: i64) -> Option<Timestamp> {
        Timestamp::from_second(second).ok()
    }

    fn is_doubted(leaks: &EarlierLeaks, conversation: i64, time: Option<Timestamp>) -> bool {
        let mut claims = claims();
        leaks.mark(&mut claims, Some(&Key::Integer(conversation)), time);
        claims[0].reasons.iter().any(|reason| reason.signal == Signal::EarlierLeak)
    }

    fn are_doubted(leaks: &EarlierLeaks) -> [bool; 3] {
        [1, 3, 9].map(|second| is_doubted(leaks, 1, at(second)))
    }

    #[test]
    fn the_first_leak_is_the_earliest_in_whichever_order_messages_come() {
        for order in [[2, 5], [5, 2]] {
            let mut leaks = EarlierLeaks::default();
            for second in order {
                let weighed: Vec<_> = claims().into_iter().map(weighed).collect();
                leaks.keep(&weighed, Some(&Key::Integer(1)), at(second));
            }
            assert_eq!(are_doubted(&leaks), [false, true, true], "{order:?}");
        }
    }

    #[test]
    fn the_first_approved_finding_is_the_earliest_too() {
        for order in [[2, 5], [5, 2]] {
            let mut leaks = EarlierLeaks::default();
            for second in order {
                leaks.confirm(Some(&Key::Integer(1)), at(second));
            }
            assert_eq!(are_doubted(&leaks), [false, true, true], "{order:?}");
        }
    }

    #[test]
    fn a_leak_without_a_time_is_before_all_and_one_of_another_conversation_is_none() {
        let mut leaks = EarlierLeaks::default();
        leaks.confirm(Some(&Key::Integer(1)), None);
        assert_eq!([at(-9_000_000_000), at(1), None].map(|time| is_doubted(&leaks, 1, time)), [true; 3]);
        assert!(!is_doubted(&leaks, 2, at(9)));
    }
}
