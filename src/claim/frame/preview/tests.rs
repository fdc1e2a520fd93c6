//! The frame reader finds nothing that the preview rules out, in sentences made of words of every kind.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::super::sentence::{Analysis, sentences};
use super::super::action_kinds::counts_announced;
use super::super::{Form, Frame, UserMessage, asked_kinds, asks_for_nothing, frames, language_of};
use super::*;
use crate::registry::{Lexicon, Registry};
use crate::work;

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::builtin().unwrap());
static PREVIEWER: LazyLock<Previewer> = LazyLock::new(|| Previewer::new(REGISTRY.statements()));

/// The words of each language to make sentences of: function words, words of action, and all others.
static WORDS: LazyLock<Vec<[Vec<String>; 3]>> = LazyLock::new(|| {
    let of = |words: &Lexicon| {
        let mut all = [const { Vec::new() }; 3];
        let mut known: Vec<_> = words.iter().collect();
        known.sort_unstable_by_key(|(text, _)| *text);
        for (text, word) in known {
            let place = if word.verb.is_some() || word.action.is_some() { 1 } else { 2 };
            all[if word.classes.is_function() { 0 } else { place }].push(text.to_owned());
        }
        all
    };
    REGISTRY.statements().words().iter().map(|words| of(words)).collect()
});

/// The words of assent in each language, and punctuation marks.
static ASSENTS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let of = |words: &Lexicon| {
        let said: BTreeSet<_> = words.assents.spelled().words.into_iter().chain([",", "!"]).collect();
        said.into_iter().map(str::to_owned).collect()
    };
    REGISTRY.statements().words().iter().map(|words| of(words)).collect()
});

const MARKS: [&str; 14] = [", ", ". ", ": ", "! ", "? ", "\n", " \"", "\" ", " (", ") ", " - ", " **", "**: ", " `x` "];

/// Whether a frame may be a claim at all.
fn may_count(frame: &Frame<'_>) -> bool {
    frame.form != Form::Future || counts_announced(frame.kinds)
}

/// What the frame reader finds although the preview rules it out.
fn overlooked(text: &str) -> Vec<String> {
    let statements = REGISTRY.statements();
    let seen = PREVIEWER.look(text);
    let sentences = sentences(text, &[], statements.languages());
    let said: Vec<_> = sentences.iter().filter_map(|sentence| text.get(sentence.span.clone())).collect();
    let Some((words, language)) = language_of(&said.join(" "), statements) else { return Vec::new() };
    let mut overlooked = Vec::new();
    for sentence in &sentences {
        let sentence = sentence.in_words(text, words);
        for frame in frames(&Analysis::new(&sentence, language), words).iter().filter(|frame| may_count(frame)) {
            let is_done = matches!(frame.form, Form::Active | Form::Passive | Form::Elliptic);
            let own = words.verb(frame.own_verb).map(|verb| verb.kinds).unwrap_or_default();
            let keeps = is_done && frame.nouns.iter().chain(&frame.head).any(|noun| words.is_record(noun));
            let changes = is_done && frame.head.as_deref().is_some_and(|head| words.is_thing(head));
            let acts = matches!(frame.form, Form::Active | Form::Passive);
            let is_seen = seen.claimed.meets(own)
                && (!acts || seen.acted.meets(own))
                && (!keeps || seen.of_records.meets(own))
                && (!changes || seen.of_things.meets(own));
            if !is_seen {
                overlooked.push(format!("{frame:?} {seen:?}"));
            }
        }
    }
    overlooked
}

/// What a message in its most likely language may ask for.
fn asks(message: &str) -> RequestPreview {
    PREVIEWER.asks(message, UserMessage::new(message).language(REGISTRY.statements()))
}

fn text_of(language: usize, parts: &[(usize, usize)]) -> String {
    let words = &WORDS[language % WORDS.len()];
    let mut text = String::new();
    for (kind, place) in parts {
        match kind {
            0..=3 => text.push_str(&words[0][place % words[0].len()]),
            4..=7 => text.push_str(&words[1][place % words[1].len()]),
            8..=9 => text.push_str(&words[2][place % words[2].len()]),
            10 => text.push_str(MARKS[place % MARKS.len()]),
            _ => text.push_str(["Lamp", "3", "9:30", "wobbly", "x-ray", "Ana's"][place % 6]),
        }
        text.push_str(if *kind == 10 { "" } else { " " });
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn no_frame_is_overlooked(
        language in 0..7_usize,
        parts in prop::collection::vec((0..12_usize, 0..100_000_usize), 1..14),
        is_large in any::<bool>(),
    ) {
        let mut text = text_of(language, &parts);
        if is_large {
            text = text.chars().take(1).flat_map(char::to_uppercase).chain(text.chars().skip(1)).collect();
        }
        let overlooked = overlooked(&text);
        prop_assert!(overlooked.is_empty(), "{}: {:?}", text, overlooked);
    }

    #[test]
    fn no_assent_is_overlooked(language in 0..7_usize, places in prop::collection::vec(0..1000_usize, 1..9)) {
        let words = &ASSENTS[language % ASSENTS.len()];
        let said: Vec<&str> = places.iter().map(|place| words[place % words.len()].as_str()).collect();
        let text = said.join(" ");
        let [kinds, _] = asked_kinds(&text, REGISTRY.statements());
        prop_assert_eq!(kinds, kinds.common(asks(&text).counted), "{}", text);
    }

    #[test]
    fn no_request_is_overlooked(
        language in 0..7_usize,
        parts in prop::collection::vec((0..12_usize, 0..100_000_usize), 1..120),
    ) {
        let text = text_of(language, &parts);
        let [kinds, more] = asked_kinds(&text, REGISTRY.statements());
        let asks = asks(&text);
        prop_assert_eq!(kinds, kinds.common(asks.counted), "{}", text);
        prop_assert_eq!(more, more.common(asks.kinds), "{}", text);
        prop_assert!(asks.kinds != ActionKinds::NONE || asks_for_nothing(&text, REGISTRY.statements()), "{}", text);
    }
}

#[test]
fn what_says_something_as_done_is_seen() {
    for text in [
        "I've cancelled your order.",
        "I was able to cancel your order.",
        "Your order for the blue lamp, placed on 3 May, has been successfully cancelled.",
        "Sure, cancelling your order now.",
        "We looked into it and cancelled your order.",
        "Reminder \u{201c}call and pay him\u{201d} set for 9.",
        "1. **Order** cancelled",
        "The bedroom's been cleaned.",
        "You're all set for Friday.",
        "All set!",
        "Both bookings confirmed.",
        "Bestätigungsmail erfolgreich verschickt.",
        "Storniert: Bestätigungsmail",
        "Ok, übertragen.",
        "Successfully booked the table for you.",
        "Ich habe deinen Termin um 9.30 Uhr heute für dich erfolgreich abgesagt.",
        "J’ai annulé votre commande.",
        "Cancelei-o agora mesmo.",
    ] {
        assert_ne!(PREVIEWER.look(text).claimed, ActionKinds::NONE, "{text}");
        assert!(overlooked(text).is_empty(), "{text}");
    }
    // Only participles report outcomes.
    assert!(overlooked("aproveitei essa solicitar").is_empty());
    for text in ["She set off at nine.", "Plants that are watered grow.", "You can cancel an order at any time."] {
        assert_eq!(PREVIEWER.look(text).of_records, ActionKinds::NONE, "{text}");
    }
}

#[test]
fn what_asks_for_something_is_seen() {
    for (text, counts) in [
        ("Please cancel my order.", true),
        ("kitchen lights on", true),
        ("Ok, yes please", true),
        ("I'd like to proceed with what you said about the blue one and the other colours", true),
        ("The first option", true),
        ("It is the sea that has the most colours of all that there is to see", true),
        ("If he has any tasks that are overdue for more than two weeks book a meeting with him for us", true),
        ("The sea at night has the most colours of all that there is to see", false),
        ("Schreib mir den Zahnarzttermin auf", true),
        ("Why is the sky blue in the evening, and why is it red in the morning?", false),
        ("Write a poem about the sea that ends with a question to its reader.", false),
        // An idiom needs its other words too, and a word of another language asks for nothing.
        ("I was wondering whether it would be possible to talk to a real person", true),
        ("Is there a person who has been to all of the countries that there are to see?", false),
        ("Is there an island in the sea that has more colours than such a painting?", false),
        ("Kannst du bitte in der großen Küche bei uns zu Hause das Licht machen, und zwar an", true),
    ] {
        assert_eq!(asks(text).counted != ActionKinds::NONE, counts, "{text}");
    }
}

#[test]
fn the_worst_words_take_no_more_steps_than_others() {
    let steps = |text: &str| {
        work::during(|| {
            let _ = (PREVIEWER.look(text), PREVIEWER.asks(text, None));
        })
    };
    let worst: Vec<_> = WORDS[0].iter().flatten().map(String::as_str).collect();
    let worst = worst.join(" ");
    assert_eq!(steps(&worst), 2 * worst.len());
    assert_eq!(steps(&worst.repeat(4)), 8 * worst.len());
}
