//! A later state of an owner's records that argues against writing a claimed one: what the application or a user has
//! since discarded or changed must not return unnoticed.

use std::collections::HashMap;

use jiff::Timestamp;
use unicode_segmentation::UnicodeSegmentation as _;

use super::Key;

/// A record whose later state argues against writing the claimed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaterState {
    /// The table of the record.
    pub table: String,
    /// The key of the record.
    pub key: Key,
    /// What happened to the record.
    pub change: RecordChange,
    /// When it happened, if known.
    pub at: Option<Timestamp>,
}

/// What happened to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordChange {
    /// A similar record was changed after the message.
    Changed,
    /// A similar record was discarded after the message.
    Discarded,
    /// It was made around the time of the message and changed later, so that its original text is unknown.
    Rewritten,
    /// The claimed result names it as its record, but it says something else.
    NamedDiffers,
    /// The claimed result names it as its record, but it does not exist.
    NamedGone,
}

impl LaterState {
    /// Describes the change to the reviewer.
    #[must_use]
    pub fn describe(&self, kind: &str, owner: &str) -> String {
        let Self { table, key, change, at } = self;
        let at = at.map(|at| format!(", {}", at.strftime("%Y-%m-%d %H:%M"))).unwrap_or_default();
        match change {
            RecordChange::Changed => format!("a similar {kind} of {owner} was changed since ({table} {key}{at})"),
            RecordChange::Discarded => format!("a similar {kind} of {owner} was discarded since ({table} {key}{at})"),
            RecordChange::Rewritten => format!(
                "a {kind} of {owner} was made around that time and changed since ({table} {key}{at}): what it said before is \
                 not known"
            ),
            RecordChange::NamedDiffers => {
                format!("the result names a {kind} whose text is different today ({table} {key}{at})")
            }
            RecordChange::NamedGone => {
                format!("the result names a {kind} that is not there ({table} {key}): deleted since, or never made")
            }
        }
    }
}

/// The hashed words of a text: they show whether two texts are similar, and need less memory than the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WordSet(Vec<u64>);

impl WordSet {
    /// The words of these texts, each once, ignoring case.
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

    /// The words that occur in most of the texts: they show the style of the owner, not the content. Empty for few
    /// texts.
    pub(super) fn in_most<'a>(texts: impl Iterator<Item = &'a Self>) -> Self {
        let (mut all, mut counts) = (0_usize, HashMap::<u64, usize>::new());
        for text in texts {
            all += 1;
            text.0.iter().for_each(|word| *counts.entry(*word).or_default() += 1);
        }
        let in_most = |count: usize| all >= MIN_TEXTS && count * 2 > all;
        let mut words: Vec<u64> =
            counts.into_iter().filter(|(_, count)| in_most(*count)).map(|(word, _)| word).collect();
        words.sort_unstable();
        Self(words)
    }

    /// Whether two texts are similar in wording: of the words of the shorter one, at least two and at least three in
    /// five are in both.
    pub(super) fn are_like(&self, other: &Self) -> bool {
        if self.0.is_empty() || other.0.is_empty() {
            return false;
        }
        let common = self.common(other);
        let shorter = self.0.len().min(other.0.len());
        self == other || (common >= 2 && common * 5 >= shorter * 3)
    }

    /// The same for an owner whose texts mostly share some `usual` words: without these, half of the words must be in
    /// both.
    pub(super) fn are_like_without_usual(&self, other: &Self, usual: &Self) -> bool {
        let (left, other_left) = (self.without(usual), other.without(usual));
        let common = left.common(&other_left);
        let shorter = left.0.len().min(other_left.0.len());
        self == other || (self.are_like(other) && (usual.0.is_empty() || (common >= 1 && common * 2 >= shorter)))
    }

    fn without(&self, usual: &Self) -> Self {
        Self(self.0.iter().copied().filter(|word| usual.0.binary_search(word).is_err()).collect())
    }

    /// The number of words in both.
    fn common(&self, other: &Self) -> usize {
        self.0.iter().filter(|word| other.0.binary_search(word).is_ok()).count()
    }
}

/// With fewer texts, the usual words are unknown.
const MIN_TEXTS: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;

    fn are_like(one: &str, other: &str) -> bool {
        WordSet::of([one].into_iter()).are_like(&WordSet::of([other].into_iter()))
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

    #[test]
    fn words_that_most_records_have_in_common_show_nothing() {
        let words = |text: &str| WordSet::of([text].into_iter());
        let are_like = |one: &str, other: &str, all: &[&str]| {
            let all: Vec<_> = all.iter().map(|text| words(text)).collect();
            words(one).are_like_without_usual(&words(other), &WordSet::in_most(all.iter()))
        };
        let records = [
            "The user likes jazz.",
            "The user likes tea.",
            "The user has a dog.",
            "The user likes long walks.",
            "The user works at night.",
            "The user likes maps.",
            "The user plays chess.",
            "The user likes rye bread.",
            "The user drives a van.",
            "The user likes the sea.",
        ];
        assert!(!are_like("The user likes cheese.", "The user likes jazz.", &records));
        // A correction is similar, and so is a paraphrase.
        for (one, other) in [
            ("The user likes jazz.", "The user likes jazz."),
            ("The user likes jazz.", "The user likes jazz music."),
            ("The user lives in Paris.", "The user lives in Berlin."),
            ("The user's rent is 500", "The user's rent is 550"),
        ] {
            assert!(are_like(one, other, &records), "{one} / {other}");
        }
        // A few records do not show their owner's style.
        assert!(are_like("The user likes cheese.", "The user likes jazz.", &records[..9]));
    }
}
