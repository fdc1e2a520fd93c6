//! The words of a tool's name, and which of them are synonyms.

use std::collections::BTreeSet;

use super::names;

/// Verbs that are synonyms in tool names. A verb may be in several groups.
const SYNONYMS: [&[&str]; 8] = [
    &["list", "get", "fetch", "retrieve", "read", "show", "view"],
    &["save", "store", "remember", "add", "keep", "record"],
    &["create", "make", "add", "new", "generate"],
    &["send", "create", "compose"],
    &["find", "search", "query"],
    &["delete", "remove", "erase"],
    &["update", "edit", "modify", "change"],
    &["run", "execute"],
];

/// Other words that change what a tool does. Replacing one with another is not a typing error.
const DISTINCTIVE: [&str; 24] = [
    "set", "put", "post", "write", "open", "close", "start", "stop", "enable", "disable", "lock", "unlock", "push",
    "pull", "on", "off", "in", "out", "up", "down", "min", "max", "first", "last",
];

/// Verbs without a synonym with which tool names begin.
const MORE_VERBS: [&str; 26] = [
    "analyze", "book", "call", "cancel", "check", "close", "complete", "convert", "copy", "download", "export",
    "extract", "import", "mark", "move", "open", "organize", "play", "rename", "schedule", "set", "start", "stop",
    "take", "upload", "write",
];

/// Prefixes that reverse the meaning of a word.
const OPPOSITE: [&str; 6] = ["un", "dis", "de", "re", "in", "non"];

/// Words without a meaning of their own in a name such as `write_to_file`.
const FILLERS: [&str; 5] = ["a", "an", "of", "the", "to"];

/// A name in its folded spelling and as words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spelling {
    pub(super) folded: String,
    /// The distinct words, in the singular.
    pub(super) words: BTreeSet<String>,
}

impl Spelling {
    pub(super) fn of(name: &str) -> Self {
        let words = split(name).into_iter().map(singular).filter(|word| !FILLERS.contains(&word.as_str()));
        Self { folded: names::fold(name), words: words.collect() }
    }

    /// The spellings of a name and of its forms without namespaces.
    pub(super) fn all(name: &str) -> Vec<Self> {
        names::forms(name).into_iter().map(Self::of).collect()
    }

    /// Returns the one word of each that the other lacks; `None` if more words differ.
    pub(super) fn different_words<'a>(&'a self, other: &'a Self) -> Option<(&'a str, &'a str)> {
        let mut here = self.words.difference(&other.words);
        let mut there = other.words.difference(&self.words);
        match (here.next(), here.next(), there.next(), there.next()) {
            (Some(here), None, Some(there), None) => Some((here, there)),
            _ => None,
        }
    }
}

/// Whether two verbs are synonyms in tool names.
pub(super) fn are_synonyms(one: &str, other: &str) -> bool {
    SYNONYMS.iter().any(|group| group.contains(&one) && group.contains(&other))
}

/// Whether a name begins with a verb and has an object, as names of tools do: `create_folder`,
/// `functions.moveFiles:0`.
#[must_use]
pub fn begins_with_verb(name: &str) -> bool {
    names::forms(name).into_iter().any(|form| {
        let words = split(form);
        words.len() > 1 && words.first().is_some_and(|word| is_doing(word))
    })
}

/// Whether a word has a meaning of its own and so is hardly a misspelling of another.
pub(super) fn has_own_meaning(word: &str) -> bool {
    DISTINCTIVE.contains(&word) || OPPOSITE.contains(&word) || SYNONYMS.iter().any(|group| group.contains(&word))
}

/// Whether one word is the other with a prefix that reverses its meaning.
pub(super) fn are_opposites(one: &str, other: &str) -> bool {
    let turns = |long: &str, short: &str| OPPOSITE.iter().any(|prefix| long.strip_prefix(prefix) == Some(short));
    turns(one, other) || turns(other, one)
}

/// Whether a word is a verb that says what a tool does.
pub(super) fn is_doing(word: &str) -> bool {
    MORE_VERBS.contains(&word) || SYNONYMS.iter().any(|group| group.contains(&word))
}

/// The words of a name in lower case, each in the singular as well.
#[must_use]
pub fn name_words(name: &str) -> Vec<String> {
    split(name).into_iter().flat_map(|word| [singular(word.clone()), word]).collect()
}

/// What the commands of a shell do that change files, as whole names of tools.
const IN_SHELL: [(&str, &[&str]); 8] = [
    ("cp", &["copy", "duplicate"]),
    ("mv", &["move", "rename"]),
    ("rm", &["remove", "delete"]),
    ("rmdir", &["remove", "delete"]),
    ("mkdir", &["create", "make"]),
    ("touch", &["create", "make"]),
    ("echo", &["write", "create", "store", "save"]),
    ("tee", &["write", "create", "store", "save"]),
];

/// The words of a name, and what it means if it is a command of a shell: `mv` moves.
#[must_use]
pub fn meant_words(name: &str) -> Vec<String> {
    let mut words = name_words(name);
    let command = IN_SHELL.iter().find(|(command, _)| name == *command);
    words.extend(command.iter().flat_map(|(_, meant)| meant.iter()).map(|word| (*word).to_owned()));
    words
}

/// The first of these words: the first word of a name, in the singular.
#[must_use]
pub fn first_name_word(name: &str) -> Option<String> {
    // A shortcut: most names are a single word in lower case.
    if !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit()) {
        return Some(singular(name.to_owned()));
    }
    name_words(name).into_iter().next()
}

/// The words of a name in lower case, split at separators and before capitals.
#[must_use]
pub fn split(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = None;
    let mut letters = name.chars().peekable();
    while let Some(c) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        // `createFolder` and `HTTPRequest` have two words each.
        let begins = c.is_uppercase()
            && before.is_some_and(|b: char| b.is_lowercase() || (b.is_uppercase() && after.is_lowercase()));
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = Some(c);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The approximate singular of an English plural. A word that is not a plural is still changed consistently.
fn singular(word: String) -> String {
    let stem = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() > 2);
    if let Some(stem) = stem("ies") {
        return format!("{stem}y");
    }
    if let Some(stem) = stem("es").filter(|stem| stem.ends_with("ch") || stem.ends_with("sh") || stem.ends_with('x')) {
        return stem.to_owned();
    }
    match stem("s").filter(|stem| !stem.ends_with('s')) {
        Some(stem) => stem.to_owned(),
        None => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_split_into_its_words() {
        for (name, words) in [
            ("save_memory", ["memory", "save"].as_slice()),
            ("listFiles", &["file", "list"]),
            ("HTTPRequest", &["http", "request"]),
            ("HassLightTurnOn", &["hass", "light", "on", "turn"]),
            ("write-to file", &["file", "write"]),
            ("list memories, boxes and glass", &["and", "box", "glass", "list", "memory"]),
            ("__", &[]),
        ] {
            let spelling = Spelling::of(name);
            assert_eq!(spelling.words.iter().map(String::as_str).collect::<Vec<_>>(), words, "{name}");
        }
    }

    #[test]
    fn words_that_turn_a_name_around_are_known() {
        assert!(are_opposites("unlock", "lock") && are_opposites("able", "disable"));
        assert!(!are_opposites("lock", "block"));
        assert!(meant_words("mv").contains(&"rename".to_owned()) && meant_words("mv_order") == name_words("mv_order"));
        assert!(are_synonyms("get", "list") && are_synonyms("send", "create") && !are_synonyms("get", "set"));
        assert!(has_own_meaning("get") && has_own_meaning("off") && !has_own_meaning("serch"));
    }
}
