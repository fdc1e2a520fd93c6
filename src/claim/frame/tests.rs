//! Sentences that report something as done, and similar ones that do not.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::statement::{Asked, StatementFinder};
use super::{Previewer, Window, asked_kinds};
use crate::catalog::{Catalog, KnownTools};
use crate::claim::Claim;
use crate::registry::{Registry, WordClass};

const TOOLS: &str = "[{name: 'cancel_order', parameters: ['order_id: string']}, {name: 'update_booking_dates'},
    {name: 'get_order_details'}, {name: 'send_voucher', parameters: ['amount: number']}, {name: 'create_reminder'}]";

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::builtin().unwrap());
static WITHOUT_TOOLS: LazyLock<StatementFinder> = LazyLock::new(|| finder(&KnownTools::default()));
static PREVIEWER: LazyLock<Previewer> = LazyLock::new(|| Previewer::new(REGISTRY.statements()));

/// The claims of an answer in a conversation; `said` begins with the user and alternates.
pub(super) fn claims(said: &[&str], answer: &str, tools: Option<&str>) -> Vec<Claim> {
    let of_catalog = tools.map(|tools| {
        let catalog = Catalog::parse("tools.json5", tools).unwrap();
        let tools = KnownTools::default().with_catalog(std::sync::Arc::new(catalog));
        let registry = REGISTRY.clone().with_verbs_of(&tools);
        (StatementFinder::with_tools(registry.statements(), &tools), registry)
    });
    let (finder, registry) =
        of_catalog.as_ref().map_or((&*WITHOUT_TOOLS, &*REGISTRY), |(finder, registry)| (finder, registry));
    let window = window(said);
    let found = finder.claims(answer, &[], registry.statements(), said.last().copied(), Asked::ANYTHING, &window);
    assert!(tools.is_some() || found.is_empty() || is_read(answer, &window), "{answer}");
    found
}

/// Whether a scan, which reads most answers no further than it must, reads this one to its claims.
fn is_read(answer: &str, window: &Window) -> bool {
    let seen = PREVIEWER.look(answer);
    WITHOUT_TOOLS.says(answer, seen, REGISTRY.statements(), window, Asked::ANYTHING, || true)
}

fn window(said: &[&str]) -> Window {
    let mut window = Window::default();
    for (place, text) in said.iter().enumerate() {
        if place % 2 == 0 { window.asked(text) } else { window.answered(text) }
    }
    window
}

fn finder(tools: &KnownTools) -> StatementFinder {
    StatementFinder::with_tools(REGISTRY.statements(), tools)
}

/// Whether an answer claims something in a conversation in which tools were called.
pub(super) fn says_among_calls(said: &[&str], answer: &str) -> bool {
    let mut window = window(said);
    window.note_tools();
    let asked = said.last().copied();
    let found = WITHOUT_TOOLS.claims(answer, &[], REGISTRY.statements(), asked, Asked::ANYTHING, &window);
    assert!(found.is_empty() || is_read(answer, &window), "{answer}");
    !found.is_empty()
}

pub(super) fn says(said: &[&str], answer: &str, tools: Option<&str>) -> bool {
    !claims(said, answer, tools).is_empty()
}

#[test]
fn what_was_asked_for_and_is_said_as_done_is_a_claim() {
    let asked = ["Please cancel my order, the blue lamp."];
    for answer in [
        "I've cancelled your order.",
        "I have just gone ahead and cancelled the order for you.",
        "I was able to cancel your order.",
        "Your order for the blue lamp, placed on 3 May, has been successfully cancelled.",
        "Your order is now cancelled.",
        "Order cancelled!",
        "The cancellation has been completed.",
        "Sure, cancelling your order now.",
        "We looked into it and cancelled your order.",
    ] {
        assert!(says(&asked, answer, None), "{answer}");
    }
    for answer in [
        "I have not cancelled your order.",
        "Your order has not been cancelled.",
        "Has your order been cancelled?",
        "Once your order has been cancelled, you get an email.",
        "If the order is cancelled, the money comes back.",
        "I'd like to cancel your order for you; may I?",
        "You can cancel your order under Orders.",
        "The customer before you cancelled her order.",
        "She wrote: \"Your order has been cancelled.\"",
        "An order that has been cancelled cannot be shipped.",
        "Cancelled orders are refunded within a week.",
        "Your order was cancelled by the shop.",
        "Cancelling an order takes a minute.",
        "Orders are cancelled under Settings.",
    ] {
        assert!(!says(&asked, answer, None), "{answer}");
    }
}

#[test]
fn a_deed_among_calls_is_read_whatever_the_user_asked() {
    for asked in ["Help me with my budget", "How is my trip going?", "What's new?"] {
        for answer in [
            "I've updated your account.",
            "I've archived your messages.",
            "I've enabled roaming on your line.",
            "I've noted this in your account.",
        ] {
            assert!(says_among_calls(&[asked], answer), "{asked} {answer}");
        }
    }
}

#[test]
fn an_offer_that_is_taken_up_was_asked_for() {
    let talk = ["I booked the wrong dates.", "Shall I change the booking to 3 May?", "Yes, go ahead."];
    assert!(says(&talk, "Your booking has been changed to 3 May.", None));
    assert!(!says(
        &["I booked the wrong dates.", "Shall I change the booking?", "No, wait."],
        "Alright, it stays.",
        None
    ));
    // An earlier request still counts while the assistant only asks back.
    let talk = ["Book a table for two.", "At what time?", "At eight."];
    assert!(says(&talk, "Your table is booked.", None));
    assert!(!says(&["Hello!", "Hi there.", "Fine."], "Your table is booked.", None));
}

#[test]
fn a_tool_that_changes_something_grounds_a_sentence_and_one_that_reads_does_not() {
    let asked = ["That thing arrived broken."];
    for (answer, tool) in [
        ("I've cancelled the order for you.", Some("cancel_order")),
        ("Your booking has been moved to new dates.", Some("update_booking_dates")),
        ("I have issued a $50 voucher to you.", Some("send_voucher")),
        ("I have looked at the order details.", None),
        ("I have received your order.", None),
        ("The house was painted in 1990.", None),
    ] {
        let found = claims(&asked, answer, Some(TOOLS));
        assert_eq!(found.first().and_then(|claim| claim.tool.as_deref()), tool, "{answer}");
        assert_eq!(found.is_empty(), tool.is_none(), "{answer}");
    }
}

#[test]
fn what_can_stand_in_the_reply_is_no_claim() {
    for (asked, answer) in [
        ("Write a poem about letters.", "Love letter sent, fifty years too late."),
        ("Write a story about a thief who pays his bill.", "At last the bill was paid."),
        ("Create a packing list for me", "I've created a packing list for you:"),
        ("Fix the grammar of this sentence: He go home.", "I have changed the verb."),
        ("How do I cancel my order?", "Once it's cancelled, you're done. Orders are cancelled under Settings."),
        ("Plan a trip to Rome", "Day 1: hotel booked near the station, dinner reserved at 8."),
        ("Draft an email that confirms the meeting", "I have scheduled our meeting for [date]."),
        ("Explain this workflow", "The job is triggered on every push."),
    ] {
        assert!(!says(&[asked], answer, None), "{answer}");
        assert!(!says(&[asked], answer, Some(TOOLS)), "{answer}");
    }
}

#[test]
fn the_correction_says_what_is_true_of_this_action() {
    let asked = ["Please cancel my orders and my table, book a flight and change the bookings."];
    for (answer, truth) in [
        ("I've cancelled your order for today.", "I have not cancelled your order."),
        ("We have cancelled your order.", "We have not cancelled your order."),
        ("Your order has been cancelled.", "Your order has not been cancelled."),
        ("Your bookings have been changed.", "Your bookings have not been changed."),
        ("Your flight is now booked.", "Your flight has not been booked."),
        ("It has been cancelled.", "It has not been cancelled."),
    ] {
        let found = claims(&asked, answer, None);
        assert_eq!(found.first().and_then(|claim| claim.replacement.as_deref()), Some(truth), "{answer}");
        assert!(!says(&asked, truth, None), "{truth}");
    }
}

proptest! {
    #[test]
    fn a_sentence_that_is_negated_asked_or_anothers_is_none(verb in 0..150_usize, thing in 0..60_usize) {
        let registry = Registry::builtin().unwrap();
        let words = &registry.statements().words()[0];
        let verb = &words.verbs()[verb % words.verbs().len()];
        let things: Vec<_> = words.iter().filter(|(_, word)| word.thing.is_some() && word.action.is_none()
            && word.verb.is_none() && !word.classes.has(WordClass::Text)).map(|(text, _)| text).collect();
        let thing = things[thing % things.len()];
        let participle = &verb.participle;
        let asked = format!("Please {} my {thing}.", verb.base);
        for answer in [
            format!("I have not {participle} your {thing}."),
            format!("Have I {participle} your {thing}?"),
            format!("He said: \"I have {participle} your {thing}.\""),
            format!("She has {participle} your {thing}."),
            format!("If I have {participle} your {thing}, tell me."),
            format!("Your {thing} has never been {participle}."),
            format!("I could have {participle} your {thing}."),
        ] {
            prop_assert!(!says(&[&asked], &answer, None), "{} -> {}", asked, answer);
        }
    }

    #[test]
    fn nothing_panics_and_the_first_look_overlooks_nothing(text in "[a-zA-Z ,.!?'’\\[\\]é取消了已订单]{0,60}", asked in "(cancel|book|remind|ja|sí|是)[a-z ]{0,20}") {
        let statements = REGISTRY.statements();
        let found = claims(&[&asked], &text, None);
        let previewer = Previewer::new(statements);
        let [kinds, more] = asked_kinds(&asked, statements);
        let asks = previewer.asks(&asked);
        prop_assert!(kinds == kinds.common(asks.kinds) && more == more.common(asks.kinds), "{}", asked);
        prop_assert_eq!(kinds, kinds.common(asks.counted), "{}", asked);
        let may_say = WITHOUT_TOOLS.may_say(previewer.look(&text), Asked::for_kinds(kinds, more));
        prop_assert!(found.iter().all(|claim| !claim.changes) || may_say, "{} -> {}", asked, text);
    }
}
