//! What a sentence reports, as a claim of its own or as part of one that a phrase found.

use super::super::frame::{Form, Frame, Ground, Grounds, is_decisive};
use super::super::{Claim, ClaimKind, Signal, Span};
use crate::registry::ToolWords;

/// What a sentence reports.
pub(super) struct Reported<'f, 'r> {
    /// The first action that counts.
    pub(super) first: &'f Frame<'r>,
    /// The actions that count, the first among them.
    pub(super) all: Vec<&'f Frame<'r>>,
    pub(super) ground: Ground,
    /// The tool whose work it is.
    pub(super) tool: Option<&'f str>,
    /// Words in the names of tools that make it true.
    pub(super) true_by: ToolWords,
    /// The true sentence that takes its place.
    pub(super) replacement: String,
}

impl Reported<'_, '_> {
    /// Adds it to the claim that a phrase found in the sentence, if need be one of a related language.
    pub(super) fn merge_into(self, known: &mut Claim, is_of_language: bool, grounds: &Grounds<'_>) {
        let is_of_turn = self.all.iter().all(|frame| is_of_turn(frame, self.tool, grounds));
        let follows = self.all.iter().all(|frame| frame.follows());
        let Self { first, ground, tool, true_by, replacement, .. } = self;
        known.true_by = std::mem::take(&mut known.true_by).and(true_by);
        known.changes = true;
        known.is_decisive |= is_decisive(first.kinds);
        // "Done. — I've cancelled it" is not true of any change.
        known.any_change = known.any_change && follows || is_of_turn;
        known.may_be_read |= first.may_be_of_earlier() || first.reports_inquiry();
        known.is_of_booking |= first.is_of_booking();
        // "The invoice has been issued" in a status report.
        let is_unasked = || ground == Ground::Tool && !grounds.asks_for(first);
        known.may_be_read |= (grounds.asks_fact() || is_unasked()) && !first.of_user && first.may_be_looked_up();
        if is_reported(first) || !is_of_language {
            known.replacement = Some(replacement);
        }
        known.tool = tool.map(str::to_owned).or(known.tool.take());
        // "Your modification has been submitted" is no message that the user asked for.
        if first.names_action() && ground == Ground::RequestedEarlier {
            known.drop_reason(Signal::Requested);
        }
        if !known.was_requested() {
            known.add_reason(signal(ground));
        }
    }

    /// The claim of a sentence in which no phrase was found.
    pub(super) fn into_claim(self, span: Span, grounds: &Grounds<'_>) -> Claim {
        let may_follow = |frame: &&Frame<'_>| frame.follows() || is_of_turn(frame, self.tool, grounds);
        // Any call of a long task may have done what its report is about.
        let any_change = self.ground == Ground::Task || self.all.iter().all(may_follow);
        let Self { first, ground, tool, true_by, replacement, .. } = self;
        let kind = first.kinds.first().map_or("done", |kind| kind.name());
        let mut may_be_read = first.describes() || may_describe_others(first, ground);
        may_be_read |= first.may_be_looked_up() && !grounds.asks_for(first);
        may_be_read &= !answers(first, ground, grounds);
        may_be_read |= first.may_be_of_earlier() || first.reports_inquiry();
        // A list may show what there is.
        may_be_read |= first.is_item && !grounds.asks_by_name(first);
        // "2 timers active" answers a question about the state of timers.
        may_be_read |= first.form == Form::Elliptic && !first.is_completing && !grounds.asks_by_verb();
        // "The bill is now marked as paid", "Your payment has been confirmed" after the user paid it.
        let may_be_seen = first.is_state() || first.confirms_action();
        may_be_read |= may_be_seen && grounds.user_acted_on(first) && !grounds.orders_by_name(first);
        let mut claim = Claim {
            kind: ClaimKind::Statement,
            span,
            pattern: Some(format!("{kind}_{}", first.words.language)),
            tool: tool.map(str::to_owned),
            replacement: Some(replacement),
            true_by,
            changes: true,
            may_be_read,
            is_of_booking: first.is_of_booking(),
            any_change,
            is_decisive: is_decisive(first.kinds),
            ..Claim::default()
        };
        claim.add_reason(Signal::Stated);
        claim.add_reason(signal(ground));
        claim
    }
}

/// Whether any change in the turn makes a frame true.
fn is_of_turn(frame: &Frame<'_>, tool: Option<&str>, grounds: &Grounds<'_>) -> bool {
    follows_turn(frame, grounds) || frame.notifies() && tool.is_none()
}

/// Whether a reply can only be about the action of its turn: it is brief and does not say who did what.
fn follows_turn(frame: &Frame<'_>, grounds: &Grounds<'_>) -> bool {
    grounds.is_brief() && (frame.form != Form::Active || frame.words.unspaced)
}

/// Whether a frame may describe a state, no matter who caused it. Chinese uses the perfective for states.
fn may_describe_others(frame: &Frame<'_>, ground: Ground) -> bool {
    match ground {
        Ground::Setting | Ground::StatedNeed => frame.may_report_others() || frame.may_report_state(),
        Ground::Tool => frame.may_report_state(),
        Ground::Requested | Ground::RequestedEarlier | Ground::Record | Ground::Task => false,
    }
}

/// Whether a brief reply reports the state that the user asked for, or any reply that the action succeeded: then a tool
/// that only reads has not shown it.
fn answers(frame: &Frame<'_>, ground: Ground, grounds: &Grounds<'_>) -> bool {
    let is_wanted = matches!(ground, Ground::Requested | Ground::RequestedEarlier);
    // "Your exchange is set up", and not "it was completed".
    let is_now = || frame.form == Form::State && grounds.asks_for(frame);
    let is_answer = grounds.is_brief() || frame.names_action() && (frame.is_success || is_now());
    // "The meeting is scheduled" answers "Schedule a meeting": there was none.
    let was_none = || grounds.is_brief() && frame.is_certain && grounds.asks_to_create(frame);
    // "You're checked in" answers "Check me in".
    let is_of_you = || grounds.is_brief() && frame.of_you && grounds.orders_with_verb(frame);
    // "Your table is confirmed" answers "Book a table": none was booked before.
    let is_booked = || frame.form == Form::State && frame.of_user && grounds.wishes_to_book(frame);
    let asks_nothing = || !grounds.asks_question() && !grounds.replies_with_question();
    let is_of_users = is_answer && frame.of_user && frame.head.is_some();
    is_wanted && (is_of_users || is_booked() || asks_nothing() && (was_none() || is_of_you()))
}

/// The signal of a ground.
pub(super) fn signal(ground: Ground) -> Signal {
    match ground {
        Ground::Requested => Signal::Requested,
        Ground::RequestedEarlier => Signal::RequestedEarlier,
        Ground::Tool => Signal::ToolDoesIt,
        Ground::Record => Signal::RecordKept,
        Ground::StatedNeed => Signal::NeedStated,
        Ground::Setting | Ground::Task => Signal::InApplication,
    }
}

/// Whether a frame reports an action on what it names: then the correction can use its own words.
fn is_reported(frame: &Frame<'_>) -> bool {
    frame.phrase.is_some() && !matches!(frame.form, Form::Future | Form::Progressive)
}
