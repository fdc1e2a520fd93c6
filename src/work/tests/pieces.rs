//! The pieces of text that are repeated: those of the registry, and general markup.

use std::collections::BTreeSet;

use crate::registry::{PhraseSet, Registry};

/// Pieces that the registry does not have.
const MARKS: [&str; 110] = [
    "\"",
    "'",
    "`",
    "``",
    "```",
    "```\n",
    "~~~\n",
    "```json\n",
    "\n```\n",
    "“",
    "”",
    "„",
    "«",
    "»",
    "‚",
    "‘",
    "’",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "{{",
    "{{{",
    "[[",
    "[{",
    "<",
    ">",
    "</",
    "<|",
    "|>",
    "<|\"|>",
    "&quot;",
    "&#39;",
    "&lt;",
    "&amp;",
    "\\",
    "\\\"",
    "\\n",
    "\\u003c",
    "\\u003c\\\"",
    ":",
    ",",
    ";",
    ".",
    "!",
    "?",
    "…",
    "...",
    "-",
    "–",
    "—",
    "→",
    "•",
    "*",
    "**",
    "_",
    "#",
    "# ",
    "//",
    "/*",
    "*/",
    "/>",
    "> ",
    "- ",
    "* ",
    "1. ",
    "2) ",
    "| ",
    "---\n",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    " ",
    "  ",
    "\u{a0}",
    "\u{200b}",
    "\u{feff}",
    "🎉",
    "✅ ",
    "e\u{301}",
    "\u{301}",
    "1",
    "123 ",
    "1.5e9,",
    "a",
    "A",
    "é",
    "aaaa",
    "word ",
    "Word ",
    "=",
    "=>",
    "\"\"\"",
    "'''",
    "{\"a\":1}",
    "{a:1} ",
    "{\"a\":{\"a\":",
    "{'a':'x} ",
    "[{\"a\":1},",
    "k:v, ",
    "a=1, ",
    "{\"name\":\"none\",\"arguments\":{\"a\":1}}",
    "[2026-01-25 18:48] ",
    "<a></a>",
    "<think>",
    "</think>",
    "<code>",
];

const TOOL: &str = "save_memory";

/// An opener or closer with its placeholders filled in.
fn filled(written: &str) -> String {
    let named = written.replace("{tool words}", TOOL).replace("{tool}", TOOL);
    named.replace("{id}", "x").replace("{any}", " ").replace("{word}", "court")
}

/// All pieces, each once, in a stable order.
pub(super) fn pieces(registry: &Registry) -> Vec<String> {
    let mut pieces: BTreeSet<String> = MARKS.map(str::to_owned).into();
    for syntax in registry.syntaxes() {
        let answer = syntax.answer.iter().flat_map(|answer| answer.open.iter().chain(&answer.close));
        let others = syntax.close.iter().chain(&syntax.before).chain(&syntax.after);
        pieces.extend(syntax.open.iter().chain(others).chain(answer).map(|written| filled(written)));
        pieces.extend(syntax.examples.matching.iter().chain(&syntax.examples.not).cloned());
    }
    for pattern in registry.patterns() {
        pieces.extend(pattern.examples.matching.iter().chain(&pattern.examples.not).cloned());
    }
    let statements = registry.statements();
    for statement in statements.entries() {
        pieces.extend(statement.examples.matching.iter().map(|example| format!("{example} ")));
        pieces.extend(statement.examples.not.iter().map(|example| format!("{example}, ")));
        let phrases = statement.says().iter().chain(statement.says_if_asked());
        pieces.extend(phrases.filter_map(|phrase| phrase.heads()).flat_map(first));
        pieces.extend([statement.unless(), statement.asks()].into_iter().flat_map(PhraseSet::heads).map(spaced));
    }
    for language in statements.languages() {
        let sets = [
            &language.openers, &language.negations, &language.conditions, &language.promises, &language.terms,
            &language.past, &language.dated_things, &language.frames, &language.shown, &language.letters,
            &language.deed_lists, &language.task_lists,
        ];
        pieces.extend(sets.into_iter().flat_map(|set| first(set.heads())));
        let words = [&language.subjects, &language.others, &language.user, &language.joins, &language.not_ends];
        pieces.extend(words.into_iter().flat_map(first));
    }
    pieces.into_iter().collect()
}

/// A few words of each list: readers treat all words of a list alike.
fn first<'w>(words: impl IntoIterator<Item = &'w String>) -> impl Iterator<Item = String> {
    const OF_EACH: usize = 2;
    let words: BTreeSet<&String> = words.into_iter().collect();
    words.into_iter().take(OF_EACH).map(spaced).collect::<Vec<_>>().into_iter()
}

fn spaced(word: &String) -> String {
    format!("{word} ")
}
