//! Mutations of a corpus.

use fastrand::Rng;

/// Text to insert: whatever opens, closes, separates, escapes or hides something in any of the formats.
const SPLINTERS: &[&str] = &[
    "{", "}", "[", "]", "(", ")", "\"", "'", "\\", ":", ",", "\n", "\"\"\"", "<|\"|>", "&quot;", "```", "</", "/>",
    "=", "// ", "/*", "\u{feff}", "é", "🎉", "\u{ff1a}", "\\u", "\\ud800", "\\u0000", "\0", "null", "true", "-1",
    "1e999", "0x1f", "9223372036854775808", "$ref", "#/", "/", "~1", "$.", "->", "[*]", "{key}", "..", "^", "(a+)+",
    "{1000}", "\u{202e}", "\u{1b}]0;", "\u{9b}", "<tool_call>", "[TOOL_CALLS]", "I've saved", "not", "%", ";", "--",
];

/// Replacements for quoted text: words with a meaning in one of the formats.
const WORDS: &[&str] = &[
    "", "a", "id", "x y", "echo", "record", "envelope", "call", "object", "keywords", "react", "full", "none", "parts",
    "records", "a.b", "a->$.b", "a->$.b[*].c", "a->$.{key}", "/a", "/a/0/~1", "#", "#/$defs/a", "^a+$", "(a|b)*\\\\1",
    "https://example.org/x", "string", "integer", "uuid4", "ascii", "1 = 1", "1) OR (1", "...", "^i've [it|that] ...",
    "assistant", "user", "tool", "2026-11-02T09:15:00Z", "{\\\"a\\\": 1}", "CLARIFY", "NOOP", "ok", "s1", "$s1.result",
];

/// Longer texts only cost time.
const LONGEST: usize = 1_500;

/// Mutates the texts of a corpus, and sometimes its own last mutation.
pub(crate) struct Mutator {
    random: Rng,
    texts: Vec<String>,
    last: String,
}

impl Mutator {
    pub(crate) fn new(seed: u64, texts: Vec<String>) -> Self {
        Self { random: Rng::with_seed(seed), texts, last: String::new() }
    }

    pub(crate) fn next(&mut self) -> String {
        let goes_on = self.random.u8(..4) == 0 && !self.last.is_empty();
        let mut text = if goes_on { self.last.clone() } else { self.any() };
        // Replacing one word by another keeps a document well-formed.
        while self.random.bool() {
            self.change_word(&mut text);
        }
        for _ in 0..self.random.usize(..4).saturating_sub(1) {
            self.change(&mut text);
        }
        if text.len() > LONGEST {
            let end = boundary(&text, LONGEST);
            text.truncate(end);
        }
        text.clone_into(&mut self.last);
        text
    }

    fn any(&mut self) -> String {
        self.texts[self.random.usize(..self.texts.len())].clone()
    }

    fn place(&mut self, text: &str) -> usize {
        let at = self.random.usize(..=text.len());
        boundary(text, at)
    }

    /// Replaces a quoted text by another word.
    fn change_word(&mut self, text: &mut String) {
        let at = self.place(text);
        let Some(start) = text[at..].find(['"', '\'']).map(|found| at + found) else { return };
        let quote = &text[start..=start];
        let Some(length) = text[start + 1..].find(quote) else { return };
        let word = WORDS[self.random.usize(..WORDS.len())];
        text.replace_range(start + 1..start + 1 + length, word);
    }

    fn change(&mut self, text: &mut String) {
        let (first, second) = (self.place(text), self.place(text));
        let (start, end) = (first.min(second), first.max(second));
        // Most changes are small, so that the rest of the text keeps its meaning.
        let near = boundary(text, start + 1 + self.random.usize(..8));
        match self.random.u8(..9) {
            0 => text.replace_range(start..near.max(start), ""),
            1 => text.insert_str(start, SPLINTERS[self.random.usize(..SPLINTERS.len())]),
            2 => {
                let splinter = SPLINTERS[self.random.usize(..SPLINTERS.len())];
                text.replace_range(start..near.max(start), splinter);
            }
            3 => text.truncate(end),
            4 => {
                let copy = text[start..end].to_owned();
                text.insert_str(start, &copy);
            }
            5 => {
                let other = self.any();
                let from = self.place(&other);
                text.insert_str(start, &other[from..]);
            }
            6 => {
                let c = char::from_u32(self.random.u32(..0x300)).unwrap_or('x');
                text.insert(start, c);
            }
            7 => text.replace_range(start..end, ""),
            _ => {
                // Repeats a part many times, to test nesting and counting.
                let part = text[start..near.max(start)].to_owned();
                let times = self.random.usize(1..40);
                text.insert_str(start, &part.repeat(times));
            }
        }
    }
}

/// The nearest character boundary before `at`.
fn boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
