//! Whether a user asked for data: then data in the answer is no claim.
//!
//! A request holds until the user asks for something else: "give me the beds as JSON", "now add Oslo", "just tell me in
//! plain words".

mod clause;
mod mention;
mod phrases;
mod sentence;
mod unspaced;
mod words;

use std::collections::HashSet;

use serde_json::Value;

use phrases::FormatMention;

pub(super) use mention::speaks_of_data;
pub use mention::{demands_data, mentions_data};

/// How long a request holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RequestDuration {
    #[default]
    None,
    /// The user only talks about data: the next answer may show some.
    ThisTurn,
    /// Until the user asks for something else.
    FromNowOn,
}

impl RequestDuration {
    /// What remains of it after a message that says `said`.
    fn after(self, said: Option<Self>) -> Self {
        match (self, said) {
            (Self::FromNowOn, None | Some(Self::ThisTurn)) => Self::FromNowOn,
            (_, said) => said.unwrap_or_default(),
        }
    }
}

/// The structured text that a user wants in answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedFormat {
    data: RequestDuration,
    /// Whether the user talks about the form of calls; this holds for one turn.
    calls: bool,
}

impl WantedFormat {
    /// Whether a message asks for data until the user asks for something else.
    #[must_use]
    pub fn is_wanted_from_now_on(message: &str) -> bool {
        phrases::may_name_data(message) && phrases::said(message).data == Some(RequestDuration::FromNowOn)
    }

    /// What is wanted after another message of the user.
    #[must_use]
    pub fn after(self, message: &str) -> Self {
        let FormatMention { data, calls } = phrases::said(message);
        Self { data: self.data.after(data), calls }
    }

    /// Whether data in an answer is what the user asked for.
    #[must_use]
    pub fn data(self) -> bool {
        self.data != RequestDuration::None || self.calls
    }

    /// Whether a call in an answer is what the user asked for.
    #[must_use]
    pub fn calls(self) -> bool {
        self.calls
    }
}

/// Whether a message says that data is no longer wanted: "that's all for JSON".
pub(super) fn declines_data(message: &str) -> bool {
    phrases::said(message).data == Some(RequestDuration::None)
}

/// The most pairs kept of a message: a user lists the members of an object in one place.
const MOST_PAIRS: usize = 64;

/// The pairs of neighbouring words in an enumeration, such as "name, city and age".
pub(super) fn listed_pairs(text: &str) -> Vec<(&str, &str)> {
    let is_key = |c: char| c.is_alphanumeric() || c == '_';
    let mut pairs = Vec::new();
    let (mut last, mut at, mut is_next) = ("", 0, false);
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(is_key)).map(|begin| at + begin) {
        let rest = text.get(start..).unwrap_or_default();
        let word = rest.get(..rest.find(|c| !is_key(c)).unwrap_or(rest.len())).unwrap_or_default();
        let gap =
            text.get(at..start).unwrap_or_default().trim_matches(|c: char| c.is_whitespace() || "\"'`*".contains(c));
        is_next = matches!(gap, "," | ";" | "/" | "&" | "-") || (is_next && gap.is_empty());
        at = start + word.len();
        if matches!(word, "and" | "or" | "und" | "oder" | "y" | "e" | "et" | "ou") {
            is_next = true;
            continue;
        }
        if is_next && pairs.len() < MOST_PAIRS {
            pairs.push((last, word));
        }
        (last, is_next) = (word, false);
    }
    pairs
}

/// Whether a user's message with these pairs lists the content of `value`: at least two of its keys, and half of them.
#[must_use]
pub(super) fn lists_keys(pairs: &[(&str, &str)], value: &Value) -> bool {
    let Value::Object(members) = value else { return false };
    let of_keys = pairs.iter().filter(|(one, other)| members.contains_key(*one) && members.contains_key(*other));
    let listed: HashSet<&str> = of_keys.flat_map(|(one, other)| [*one, *other]).collect();
    listed.len() >= 2 && listed.len() * 2 >= members.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether data is wanted after each of these messages.
    fn wanted(messages: &[&str]) -> Vec<bool> {
        let mut wanted = WantedFormat::default();
        let after = |message: &&str| {
            wanted = wanted.after(message);
            wanted.data()
        };
        messages.iter().map(after).collect()
    }

    #[test]
    fn what_is_asked_for_holds_until_something_else_is() {
        let messages = [
            "Hello!",
            "Give me the list as JSON.",
            "Now add Oslo.",
            "Ok, and the same for Norway.",
            "Thanks. And Ana likes tea, remember that.",
            "Just tell me in plain words.",
            "And Rome?",
            "As JSON again, please.",
            "And Rome?",
        ];
        assert_eq!(wanted(&messages), [false, true, true, true, true, false, false, true, true]);
    }

    #[test]
    fn what_is_only_shown_is_talked_about_in_its_turn() {
        assert_eq!(wanted(&["Why do you write {success: true}?", "Good night."]), [true, false]);
        assert_eq!(wanted(&["Translate {a: \"hello\"} to French.", "And German?"]), [true, true]);
        assert_eq!(wanted(&["What's JSON?", "Ah, ok."]), [true, false]);
        assert_eq!(wanted(&["As JSON, please.", "Add a bed described in one sentence."]), [true, true]);
        assert_eq!(wanted(&["As JSON, please.", "Thanks, that's all for JSON. And Rome?"]), [true, false]);
        assert_eq!(wanted(&["As JSON, please.", "Why is {a: 1} in it?", "And Rome?"]), [true, true, true]);
    }

    #[test]
    fn calls_are_wanted_by_who_wants_to_see_one() {
        let wanted = WantedFormat::default().after("Give me the beds as JSON.");
        assert_eq!((wanted.data(), wanted.calls()), (true, false));
        let wanted = wanted.after("How does a tool call look?");
        assert_eq!((wanted.data(), wanted.calls()), (true, true));
        let wanted = wanted.after("And for Rome?");
        assert_eq!((wanted.data(), wanted.calls()), (true, false));
        assert_eq!(wanted.after("No JSON, please."), WantedFormat::default());
    }

    #[test]
    fn people_list_the_keys_that_they_want() {
        let value = serde_json::json!({"name": "Ana", "city": "Oslo", "age": 3});
        let lists = |text: &str| lists_keys(&listed_pairs(text), &value);
        for text in [
            "I need name, city and so on.",
            "name and city",
            "her `name`, `city` and `age`",
            "name\n- city\n- age",
            "name,city",
        ] {
            assert!(lists(text), "{text}");
        }
        for text in [
            "What is her name?",
            "The name of the city",
            "name Ana, city Oslo, age 3",
            "With the name Ana and the city Oslo",
            "name. city. age.",
        ] {
            assert!(!lists(text), "{text}");
        }
        assert!(!lists_keys(&listed_pairs("name, city"), &serde_json::json!(["name", "city"])));
    }
}
