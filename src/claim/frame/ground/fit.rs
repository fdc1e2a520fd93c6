//! Whether a frame fits a wish: whether it reports as done what the user asked for.

use super::super::action_kinds::{changes_world, is_booking, is_strong};
use super::super::noun::MESSAGE;
use super::super::read::is_done;
use super::super::user_request::UserRequest;
use super::super::{Form, Frame};
use crate::registry::{ActionKind, WordClass};

/// Whether the frame reports that a wish was done.
pub(super) fn fits(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    // "Confirm that my credits are used" asks for no use of credits.
    let asks_to_confirm = frame.words.is(&wish.verb, WordClass::Acknowledging);
    if asks_to_confirm && !has_verb_of(frame, wish) && !frame.kinds.has(ActionKind::Complete) {
        return false;
    }
    let shares = shares_noun(frame, wish);
    let has_none = frame.nouns.is_empty() || wish.nouns.is_empty();
    if is_of_message(frame, wish) {
        return false;
    }
    let is_same = has_verb_of(frame, wish);
    let is_light = frame.kinds.has(ActionKind::Complete);
    (is_same && (shares || has_none || wish.by_noun || is_done(frame.form) || frame.form == Form::Elliptic))
        || (frame.kinds.meets(wish.kinds) && shares)
        || (frame.kinds.compatible().meets(wish.kinds) && shares)
        // "I have created a chart" answers a request to make one.
        || (frame.kinds.has(ActionKind::Create) && wish.kinds.has(ActionKind::Complete) && shares && is_done(frame.form))
        // "I have submitted the request" answers a request to handle it.
        || (wish.kinds.has(ActionKind::Complete) && names_head(frame, wish) && changes_world(frame.kinds) && is_own_or_success(frame))
        || is_action(frame, wish) && (frame.is_completing || frame.of_user)
        || is_outcome(frame, wish)
        || brings_about(frame, wish)
        || fills_cart(frame, wish)
        || is_called_off(frame, wish)
        || books(frame, wish)
        || (frame.kinds.meets(wish.kinds) && wish.nouns.is_empty() && !frame.describes())
        || (is_light && (shares || frame.nouns.is_empty() || matches!(frame.head.as_deref(), Some("request" | "task"))))
        || (frame.nouns.is_empty() && frame.kinds.compatible().meets(wish.kinds))
}

/// Whether a wish is to tell somebody something, and the frame names another thing: "Your order has been sent" sends no
/// message.
pub(super) fn is_of_message(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    wish.nouns == [MESSAGE] && !frame.nouns.is_empty() && !shares_noun(frame, wish)
}

/// Whether the frame may be about a wish: who asks for a person is answered by "I've transferred you", and not by "Your
/// parcel has been transferred".
pub(super) fn may_be_about(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    let is_own = matches!(frame.form, Form::Active | Form::Progressive);
    let is_request = || matches!(frame.head.as_deref(), Some("request" | "case"));
    let is_case = || {
        (!frame.is_of_world() || is_request()) && (frame.names_users || frame.head.is_none())
            || shares_noun(frame, wish)
    };
    !wish.is_handover || frame.hands_user_over() || is_own && is_case()
}

/// Whether the frame has the verb of a wish.
pub(super) fn has_verb_of(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    frame.base() == Some(wish.verb.as_str())
}

/// Whether the frame names a thing of a wish.
pub(super) fn shares_noun(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    frame.nouns.iter().any(|noun| wish.nouns.contains(noun))
}

/// Whether what the frame is about is a thing of a wish.
pub(super) fn names_head(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    frame.head.as_ref().is_some_and(|head| wish.nouns.contains(head))
}

/// Whether the frame reports an action of its author's, or that something was done successfully.
fn is_own_or_success(frame: &Frame<'_>) -> bool {
    let is_described = matches!(frame.form, Form::Passive | Form::PassivePast | Form::State);
    frame.form == Form::Active || frame.is_completing && is_described
}

/// Whether the frame, as all that a brief reply says, answers a wish.
pub(super) fn answers(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    if !answers_or_reports(frame.form) || is_of_message(frame, wish) {
        return false;
    }
    let shares = frame.nouns.iter().any(|noun| frame.words.is_thing(noun) && wish.nouns.contains(noun));
    // A user who only names a thing may want many things.
    let meant = if wish.verb.is_empty() { frame.kinds } else { frame.kinds.compatible() };
    // "Position set" answers a request to put the blind at half.
    is_answer(frame.form) && frame.kinds.meets(wish.kinds)
        // "The reminder has been turned off" answers a request to delete it.
        || shares && changes_world(frame.kinds) && changes_world(wish.kinds)
        // "I have added three items" answers a request to put milk on a list.
        || frame.is_of_world() && meant.meets(wish.kinds)
}

/// Whether the frame reports something of the user's as done in other words than the wish: "your appointment is booked"
/// answers a request to schedule a visit.
pub(super) fn is_outcome(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    let is_named = frame.of_user || frame.names_action();
    confirms(frame, wish)
        || is_named && is_strong(frame.kinds) && wish.is_external && frame.kinds.compatible().meets(wish.kinds)
}

/// Whether the frame reports as done the action that a wish is about, by the noun for it: "the modification was completed".
pub(super) fn is_action(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    frame.names_action() && frame.kinds.meets(wish.kinds)
}

/// Whether the frame reports as cancelled what was to be stopped: "the export has been cancelled".
pub(super) fn is_called_off(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    frame.kinds.has(ActionKind::Cancel) && wish.kinds.has(ActionKind::Control) && shares_noun(frame, wish)
}

/// Whether the frame confirms what a user has who wanted to book: "your ride was confirmed".
fn confirms(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    // "Book the Grand" names no thing.
    let is_order = wish.is_external || !wish.by_noun;
    frame.of_user && frame.kinds.has(ActionKind::Complete) && frame.names_booked() && is_booking(wish.kinds) && is_order
}

/// Whether the frame reports the record that a wish is about: "a reminder is set" answers a request to be reminded.
pub(super) fn brings_about(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    let reminds = |noun: &String| matches!(noun.as_str(), "reminder" | "alarm");
    let is_made = frame.kinds.compatible().has(ActionKind::Remind);
    wish.kinds.has(ActionKind::Remind) && is_made && frame.nouns.iter().chain(&frame.head).any(reminds)
}

/// Whether the frame reports that the money was sent that the user wants back: "A refund has been issued".
pub(super) fn pays_out(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    let is_money = frame.head.as_deref().is_some_and(|head| frame.words.is(head, WordClass::Money));
    is_money && wish.kinds.has(ActionKind::Pay) && frame.kinds.has(ActionKind::Send) && is_done(frame.form)
}

/// Whether the frame reports that something was put where a shop keeps what a user chose: "I've added it to your cart"
/// answers "I'll take the grey one".
pub(super) fn fills_cart(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    let changes =
        [ActionKind::Add, ActionKind::Change, ActionKind::Order].into_iter().any(|kind| frame.kinds.has(kind));
    changes && is_booking(wish.kinds) && !wish.by_noun && frame.nouns.iter().any(|noun| noun == "cart")
}

/// Whether the frame reports that its author booked something for a user who wanted to book, by whatever name: "I've
/// reserved a black Audi" answers "Book a taxi".
fn books(frame: &Frame<'_>, wish: &UserRequest) -> bool {
    let is_named = wish.by_noun && !wish.verb.is_empty();
    let is_reported = frame.form == Form::Active && frame.kinds.first() == Some(ActionKind::Book);
    is_reported && wish.kinds.has(ActionKind::Book) && wish.is_external && !is_named
}

/// Whether a progressive speaks of its author: "Cancelling an order takes a minute" is general, unless the language
/// puts the subject into the verb. "Cancelling your order" is not.
pub(super) fn goes_on(frame: &Frame<'_>) -> bool {
    let names_own = frame.names_record() || frame.names_users;
    let sets_record = names_own && !frame.kinds.has(ActionKind::Complete);
    let words = frame.words;
    let has_no_subject = words.subject_in_verb || words.subjectless || words.verb_last || words.unspaced;
    frame.tokens.len() > 1 || has_no_subject || sets_record
}

/// Whether a frame of this form may be all that a reply says.
fn is_answer(form: Form) -> bool {
    matches!(form, Form::Elliptic | Form::Progressive)
}

/// Whether a form answers a wish, or reports an action as done.
pub(super) fn answers_or_reports(form: Form) -> bool {
    is_answer(form) || is_done(form)
}
