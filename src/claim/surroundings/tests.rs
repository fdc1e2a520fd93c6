use super::super::explanation::REACH;
use super::*;

/// The place of `<x>` in a text.
fn place(text: &str) -> TextContext {
    let start = text.find("<x>").unwrap();
    let span = Span::new(start, start + 3);
    Surroundings::of(text, &[span]).place(text, span)
}

#[test]
fn code_is_distinguished_from_text() {
    for text in ["```json\n<x>\n```\nDone.", "a\n\n~~~\n<x>\n~~~", "```\n<x>", "````\n```\n<x>\n````"] {
        assert!(place(text).fenced, "{text}");
    }
    for text in ["a `<x>` b", "<code><x></code>", "he said \"<x>\" then", "``a ` <x>``", "> <x>", "> he said\n> <x>"] {
        assert!(place(text).quoted, "{text}");
    }
    for text in ["```\na\n```\n<x>", "a ` <x>", "`a` <x> `b`", "a ``` b <x>", "`a\n\n<x> `"] {
        let place = place(text);
        assert!(!place.fenced && !place.quoted, "{text}");
    }
}

#[test]
fn what_is_far_before_decides_nothing_wherever_the_look_ends() {
    let behind = |before: &str, count: usize| place(&format!("{before}{} <x>", "b".repeat(count)));
    for count in REACH - 10..REACH + 10 {
        assert!(!behind("Some words a>", count).quoted, "{count}");
        assert!(behind("> Some words a", count).quoted, "{count}");
        assert!(!behind("counterexample ", count).framed, "{count}");
        let blanks = " ".repeat(count);
        assert!(!place(&format!("<x>{blanks}Island is far.")).framed, "{count}");
        assert!(place(&format!("For example:{blanks}<x>")).framed, "{count}");
        assert!(place(&format!("<x>{blanks}is how it looks.")).framed, "{count}");
        let list = place(&format!("A word{blanks}- <x>"));
        assert_eq!(list, place("A word - <x>"), "{count}");
    }
}

#[test]
fn a_word_within_a_payload_does_not_frame_the_next_one() {
    let second = |text: &str| {
        let spans: Vec<Span> =
            text.match_indices("<format>").map(|(at, word)| Span::new(at, at + word.len())).collect();
        Surroundings::of(text, &spans).place(text, *spans.last().unwrap()).framed
    };
    for text in ["I do both. <format><format>", "I do both. <format>\n<format>", "<format> and <format>"] {
        assert!(!second(text), "{text}");
    }
    for text in ["For example <format><format>", "For example: <format> or <format>", "<format> looks like <format>"] {
        assert!(second(text), "{text}");
    }
}

#[test]
fn what_is_shown_or_explained_is_framed() {
    for text in [
        "For example: <x>",
        "The format is:\n\n<x>",
        "The tool returns <x>.",
        "<x> is what the tool returns.",
        "```\n<x>\n```\nis what it returns.",
        "It looks like this:\n```\n<x>\n```",
        "zum Beispiel <x>",
        "Two examples: <x>",
        "Beispielsweise <x>",
        "It is stored as such, e.g. <x>",
        "```python\n<x>\n```",
        "It is as follows.\n\n<x>",
        "<x>\n\nThis is how it looks.",
    ] {
        assert!(place(text).framed, "{text}");
    }
    for text in [
        "Let me note that. <x> There.",
        "That was an example. Good.\n\n<x>",
        "Formatted. <x>",
        "I resampled it. <x>",
        "<x>Island is far.",
        "I keep it.\n<x>",
    ] {
        assert!(!place(text).framed, "{text}");
    }
}

#[test]
fn a_word_of_a_sentence_is_embedded() {
    for text in [
        "and I saved <x> it.", "the answer, <x>", "Saved: <x>", "1. <x>", "- <x>\n- b", "| <x> |",
        "I saw. <x> and more", "see (<x>)",
    ] {
        assert!(place(text).follows_on || place(text).goes_on, "{text}");
    }
    for text in [
        "<x>And more",
        "I saw. <x> There.",
        "Good night! <x>",
        "Done 🎉<x>",
        "One.\n<x>",
        "<think>One,</think><x> And more",
        "*smiles*\n\n<x>",
        "Done.* <x>",
    ] {
        assert!(!place(text).follows_on && !place(text).goes_on, "{text}");
    }
}

#[test]
fn a_semicolon_ends_a_call_on_its_line_or_before_another_one() {
    let goes_on = |text: &str, payloads: &[Span]| Surroundings::of(text, payloads).place(text, payloads[0]).goes_on;
    let first = Span::new(0, 4);
    for text in ["<x>;", "<x>;\nDone.", "<x>;  "] {
        assert!(!goes_on(text, &[first]), "{text}");
    }
    assert!(!goes_on("<x>; <y>", &[first, Span::new(5, 8)]));
    let calls = [first, Span::new(5, 8)];
    for text in ["f(); g()", "f(1) g()\nDone."] {
        assert!(!goes_on(text, &calls), "{text}");
    }
    assert!(goes_on("f(1) g() and more", &calls));
    for text in ["<x>; }", "<x>; Y"] {
        assert!(goes_on(text, &[first]), "{text}");
    }
}

#[test]
fn payloads_that_are_glued_are_on_lines_of_their_own_together() {
    let text = "On it.\n<x><y>\nDone <x><y>";
    let payloads = [Span::new(7, 10), Span::new(10, 13), Span::new(19, 22), Span::new(22, 25)];
    let surroundings = Surroundings::of(text, &payloads);
    let own_lines = payloads.map(|payload| surroundings.place(text, payload).own_lines);
    assert_eq!(own_lines, [true, true, false, false]);
}

#[test]
fn marks_inside_a_payload_are_no_marks() {
    let text = "<x\n```\n>\nprose <x>";
    let payloads = [Span::new(0, 8), Span::new(15, 18)];
    assert!(!Surroundings::of(text, &payloads).place(text, payloads[1]).fenced);
}
