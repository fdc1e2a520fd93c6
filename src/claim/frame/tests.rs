//! Sentences that report something as done, and similar ones that do not.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::asked::Asked;
use super::super::statement::StatementFinder;
use super::{Previewer, UserMessage, Window, asked_kinds};
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
        let asks = previewer.asks(&asked, UserMessage::new(&asked).language(statements));
        prop_assert!(kinds == kinds.common(asks.kinds) && more == more.common(asks.kinds), "{}", asked);
        prop_assert_eq!(kinds, kinds.common(asks.counted), "{}", asked);
        let may_say = WITHOUT_TOOLS.may_say(previewer.look(&text), Asked::for_kinds(kinds, more));
        prop_assert!(found.iter().all(|claim| !claim.changes) || may_say, "{} -> {}", asked, text);
    }
}
