//! Whether a frame is a claim, by what grounds it has.

use std::cell::LazyCell;

use super::super::action_kinds::{changes_world, counts_announced, is_strong, keeps_records};
use super::super::read::is_done;
use super::super::{Form, Frame};
use super::fit::goes_on;
use super::{Ground, Grounds};
use crate::registry::ActionKind;

/// Why a frame is a claim, and the tool whose work it claims; `None` if it is no claim.
pub(in crate::claim) fn grounded<'a>(frame: &Frame<'_>, grounds: &Grounds<'a>) -> Option<(Ground, Option<&'a str>)> {
    // Earlier messages are read for the few that are left.
    may_ground(frame, grounds).filter(|_| !grounds.shows(frame) && !grounds.plays_role() && !grounds.repeats(frame))
}

/// The same, whether it is reported for the first time or again.
fn may_ground<'a>(frame: &Frame<'_>, grounds: &Grounds<'a>) -> Option<(Ground, Option<&'a str>)> {
    let only_answers = || !grounds.is_brief_without_denial(frame) || grounds.asks_to_confirm(frame);
    if grounds.holds_users_text() || frame.acknowledges() && only_answers() {
        return None;
    }
    if frame.confirms_known() || frame.describes_known() || grounds.recalls(frame) {
        return None;
    }
    if frame.takes_bare_object && !grounds.follows_to_the_word(frame) {
        return None;
    }
    // "I have you booked on flight 22" may tell what is so, unless that was to be booked.
    if frame.is_resultative && !grounds.wishes_with_verb(frame) {
        return None;
    }
    let follows_order = || grounds.follows_order_next_to_text(frame) || grounds.follows_order_next_to_fact(frame);
    let may_be_text = || !grounds.answers_material(frame) && !follows_order() && !grounds.puts_elsewhere(frame);
    let strict = grounds.wants_text() && may_be_text();
    let requested = grounds.requested(frame);
    // The items of a list are about others, unless the user asked for just that.
    let is_listed = || requested.is_some() && grounds.asks_by_name(frame) || grounds.lists_what_was_ordered(frame);
    if frame.is_item && !is_listed() {
        return None;
    }
    if strict && grounds.completes_task(frame) {
        return Some((Ground::Task, None));
    }
    // "We can make recommendations" is no report where the user asked for a text.
    let need = LazyCell::new(|| (!strict && grounds.answers_need(frame)).then_some(Ground::StatedNeed));
    let says_done = counts_as_done(frame, grounds, requested, strict) || frame.form == Form::Elliptic && need.is_some();
    if !says_done || strict && frame.kinds.has(ActionKind::Complete) {
        return None;
    }
    let for_need = || if strict { None } else { grounds.for_stated_need(frame) };
    // "I've completed the search" is the work of a tool that reads.
    let tool = if frame.reports_inquiry() { None } else { grounds.tools.fitting(frame, strict).or_else(for_need) };
    if let Some(ground) = requested {
        return Some((ground, tool));
    }
    if tool.is_some() {
        return Some((Ground::Tool, tool));
    }
    let is_added = frame.kinds.has(ActionKind::Add) || frame.kinds.has(ActionKind::Store);
    let mut kept = frame.nouns.iter().filter(|_| is_added).chain(&frame.head);
    let keeps = kept.any(|noun| frame.words.is_record(noun));
    let says_kept = keeps_records(frame.kinds) && (is_done(frame.form) || frame.form == Form::Elliptic);
    let is_record = keeps && says_kept && !strict && (grounds.is_short() || grounds.in_application);
    if is_record {
        return Some((Ground::Record, None));
    }
    let setting = reports_change(frame, grounds, strict).then_some(Ground::Setting);
    let task = || grounds.completes_task(frame).then_some(Ground::Task);
    setting.or_else(task).or_else(|| *need).map(|ground| (ground, None))
}

/// Whether the form of a frame makes it a report of something done, or of what is being done. `requested` says whether
/// the user asked for it, `strict` that the user asked for a text, which the reply may be.
fn counts_as_done(frame: &Frame<'_>, grounds: &Grounds<'_>, requested: Option<Ground>, strict: bool) -> bool {
    let now = requested == Some(Ground::Requested);
    match frame.form {
        Form::Active | Form::Passive => true,
        // Such sentences describe as often as they claim.
        Form::State | Form::PassivePast => {
            let hands_over = grounds.has_tools && frame.is_completing && frame.hands_user_over();
            hands_over || !strict && (frame.is_completing || (requested.is_some() && grounds.asked_for_state(frame)))
        }
        Form::Elliptic => !strict && (now || !frame.nouns.is_empty()),
        Form::Progressive => {
            // "I am booking it" may be one of several sentences, and so may "Noting it for 7". "Booking it for 7" asks
            // whether that is right.
            let is_by_author = frame.tokens.len() > 1 && grounds.is_plain();
            let reads_back = is_strong(frame.kinds) || frame.kinds.has(ActionKind::Complete);
            let is_detailed = grounds.is_plain() && !frame.details.is_empty() && !reads_back;
            let is_going_on =
                (grounds.is_brief() || is_by_author) && (goes_on(frame) || frame.takes_bare_object) || is_detailed;
            // "7 pm on the 1st." – "Setting a reminder for 7 pm on the 1st" repeats what was asked back; "Booking the
            // tickets now" needs no more.
            let is_asked_for = now
                || requested.is_some()
                    && (frame.is_completing && !frame.nouns.is_empty()
                        || is_detailed && grounds.repeats_details(frame));
            // "I'm transferring you to an agent" needs no request.
            let hands_over = frame.hands_user_over() && frame.tokens.len() > 1;
            hands_over && (!strict || grounds.has_tools)
                || !strict && (is_asked_for && (frame.is_completing || is_going_on))
        }
        Form::Future => counts_announced(frame.kinds) && !strict,
    }
}

/// Whether the frame reports that a thing outside the conversation was changed, from an assistant that can change it.
fn reports_change(frame: &Frame<'_>, grounds: &Grounds<'_>, strict: bool) -> bool {
    // With an application behind the conversation, a report that a thing outside of it was changed is a claim.
    let is_of_world = frame.is_of_world() || frame.hands_user_over() || grounds.is_unprompted(frame);
    // "You're now connected to an agent" is an action as well, and "… noted in your profile".
    let is_reported = is_done(frame.form) || frame.hands_user_over();
    let is_change = changes_world(frame.kinds) || keeps_records(frame.kinds) && frame.is_of_users;
    let may_count = !strict || grounds.is_on_users_own(frame) || grounds.has_tools && frame.hands_user_over();
    let is_action = is_reported && is_change && is_of_world && may_count;
    // So is a report of success from an assistant that asked the user for the details first.
    let is_served =
        || frame.is_completing && frame.of_user && grounds.is_served() || frame.hands_user_over() && grounds.is_short();
    is_action && (grounds.in_application || is_served())
}
