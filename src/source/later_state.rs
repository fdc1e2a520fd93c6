//! A later state of an owner's records that speaks against writing a claimed one: what the application, or a person, took away
//! or changed since must not come back unseen.

use jiff::Timestamp;
use unicode_segmentation::UnicodeSegmentation as _;

use super::Key;

/// A record whose later state speaks against writing the claimed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaterState {
    /// Its table.
    pub table: String,
    /// Its key.
    pub key: Key,
    /// What became of it.
    pub fate: Fate,
    /// When, where that is known.
    pub at: Option<Timestamp>,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It says nearly the same, and was changed after the message.
    Changed,
    /// It says nearly the same, and was taken away after the message.
    Discarded,
    /// It was made around the time of the message and changed later; what it said before is not known.
    Rewritten,
    /// The result names it as the record that it made, and it says something else.
    NamedDiffers,
    /// The result names it as the record that it made, and it is not there.
    NamedGone,
}

impl LaterState {
    /// What the reviewer reads of it.
    #[must_use]
    pub fn told(&self, kind: &str, owner: &str) -> String {
        let Self { table, key, fate, at } = self;
        let at = at.map(|at| format!(", {}", at.strftime("%Y-%m-%d %H:%M"))).unwrap_or_default();
        match fate {
            Fate::Changed => format!("a similar {kind} of {owner} was changed since ({table} {key}{at})"),
            Fate::Discarded => format!("a similar {kind} of {owner} was discarded since ({table} {key}{at})"),
            Fate::Rewritten => format!(
                "a {kind} of {owner} was made around that time and changed since ({table} {key}{at}): what it said before is \
                 not known"
            ),
            Fate::NamedDiffers => {
                format!("the result names a {kind} that says something else today ({table} {key}{at})")
            }
            Fate::NamedGone => {
                format!("the result names a {kind} that is not there ({table} {key}): deleted since, or never made")
            }
        }
    }
}

/// The words of a text: enough to tell whether another one says nearly the same, in less memory than the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(Vec<u64>);

impl Words {
    /// The words of these texts, each once, in whatever case.
    pub(super) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let hash = |word: &str| {
            use std::hash::{DefaultHasher, Hash as _, Hasher as _};
            let mut hasher = DefaultHasher::new();
            word.to_lowercase().hash(&mut hasher);
            hasher.finish()
        };
        let mut words: Vec<u64> = texts.flat_map(|text| text.unicode_words().map(hash)).collect();
        words.sort_unstable();
        words.dedup();
        Self(words)
    }

    /// Whether two texts say nearly the same, or the same of another thing: of the words of the shorter one, three in five stand
    /// in both, and two at least.
    pub(super) fn are_like(&self, other: &Self) -> bool {
        if self.0.is_empty() || other.0.is_empty() {
            return false;
        }
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut common = 0;
        while let (Some(one), Some(another)) = (left.peek(), right.peek()) {
            match one.cmp(another) {
                std::cmp::Ordering::Less => _ = left.next(),
                std::cmp::Ordering::Greater => _ = right.next(),
                std::cmp::Ordering::Equal => {
                    common += 1;
                    left.next();
                    right.next();
                }
            }
        }
        let shorter = self.0.len().min(other.0.len());
        self == other || (common >= 2 && common * 5 >= shorter * 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_like(one: &str, other: &str) -> bool {
        Words::of([one].into_iter()).are_like(&Words::of([other].into_iter()))
    }

    #[test]
    fn a_correction_is_like_what_it_corrects() {
        for (one, other) in [
            ("Rowan lives in Paris.", "Rowan lives in Berlin."),
            ("Rent is 500", "rent is 550!"),
            ("Rowan is allergic to walnuts.", "Rowan is allergic to walnuts, hazelnuts and pecans; carries a pen."),
            ("Prefers metric units", "Prefers metric units, except for bread"),
            ("Tea.", "tea"),
            ("我喜欢绿茶", "我喜欢红茶"),
        ] {
            assert!(are_like(one, other) && are_like(other, one), "{one} / {other}");
        }
    }

    #[test]
    fn what_shares_a_name_or_a_filler_is_not() {
        for (one, other) in [
            ("Rowan lives in Paris.", "Rowan is allergic to walnuts."),
            ("The spare key hangs behind the blue door", "The choir meets on Tuesdays, not on Thursdays"),
            ("Tea.", "Coffee."),
            ("", ""),
            ("", "Tea at four"),
            ("Prefers tea", "Prefers coffee"),
        ] {
            assert!(!are_like(one, other), "{one} / {other}");
        }
    }
}
