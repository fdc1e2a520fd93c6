//! Traps 43 to 62: what in a text is a claim, how it may be written, and what only resembles one.

use super::traps::{LOST, STAMP, Trap, UNCLEAR, ignored, recover, review};

pub(crate) const TRAPS: &[Trap] = &[
    // The stamp was copied from the prompt and goes together with the payload.
    recover(4300, "A stamp before the payload", &[STAMP, LOST]).cleaned("Labels agreed."),
    // A stamp alone is harmless, so it is no finding.
    ignored(4400, "A stamp alone"),
    // All of these are inside the string: counting braces or quoting keys by a regular expression would break it.
    recover(4500, "Braces, quotes and `, word:` inside a string", &[LOST])
        .content("Label {bed}-{row}, word: \"bed first\"}, mother: {3}.")
        .cleaned("Bed first."),
    // The arguments of the call instead of its result; the memory is lost all the same.
    recover(4600, "The arguments instead of the result", &[LOST]).cleaned("Four metres, then."),
    // Nothing to repair.
    recover(4700, "Strict JSON", &[LOST]).cleaned("It sounded braver."),
    // Read with certainty: the quote inside is escaped.
    recover(4800, "Single quotes", &[LOST]).content("The baker's oven is cold.").cleaned("No rolls today."),
    // True and None are what a Python program would print.
    recover(4900, "Python literals", &[LOST])
        .content("The shed key hangs behind the calendar.")
        .cleaned("Behind the calendar."),
    // Newlines that should have been escaped; the string ends at its quote all the same.
    recover(5000, "Raw newlines in a string", &[LOST])
        .content("Three things for May:\n- nets\n- twine\n- patience")
        .cleaned("Patience above all."),
    // One comma too many changes nothing.
    recover(5100, "Trailing commas", &[LOST]).cleaned("Good dog."),
    // No pattern matches it, so a reviewer decides.
    review(5200, "An unknown payload at the start", &[UNCLEAR]).unknown().cleaned("Good morning. A quiet day."),
    // A game whose every answer is one object of the same shape: by design, no claim.
    ignored(5300, "A conversation in JSON"),
    // A legitimate answer.
    ignored(5400, "JSON because the user asked"),
    // The user asked for such a text, but no memory exists: a reviewer decides.
    review(5500, "A known payload because the user asked", &[LOST]).cleaned("Like this?"),
    // Only assistant messages can hold findings.
    ignored(5600, "The user quotes a payload"),
    // The answer of a real tool, where it belongs.
    ignored(5700, "A tool row"),
    // Prose in braces.
    ignored(5800, "Stage directions in braces"),
    // A placeholder.
    ignored(5900, "A template variable"),
    // A formula.
    ignored(6000, "A set in mathematics"),
    // The user discarded this conversation; only --include-discarded shows it.
    ignored(6100, "A discarded chat"),
    // The row is being written at this moment.
    ignored(6200, "Still streaming"),
];
