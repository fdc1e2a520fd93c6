//! How a change of a text is done to its copies: an application may keep the same words again, in one piece or in parts, with other
//! things between them (calls, thoughts) that the text shows in its own manner, or not at all.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::changes::Change;
use crate::source::text_parts::{PartPosition, is_blank, places, trimmed};

/// A text where it is again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextCopy {
    /// The place, as the profile names it.
    pub place: String,
    /// What it says, part by part.
    pub parts: Vec<String>,
    /// Whether no part of it may become empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub parts_not_empty: bool,
}

impl TextCopy {
    /// Whether a part of it says nothing any more afterwards.
    #[must_use]
    pub fn loses_a_part(&self, after: &[String]) -> bool {
        self.parts.iter().zip(after).any(|(before, after)| !trimmed(before).is_empty() && trimmed(after).is_empty())
    }
}

/// How much a copy may differ from the text whose changes are applied to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyLikeness {
    /// It is a copy of this very text, or of parts of it.
    Exact,
    /// It belongs to the message all the same: where it is worded otherwise, it loses what the text loses, if it has that once,
    /// between the same words.
    Same,
}

/// Why a copy keeps a change from being written.
#[must_use]
pub fn differs(place: &str) -> String {
    format!("the copy of its text in {place} differs; all copies must change together")
}

/// The same where the copy may have no empty part.
#[must_use]
pub fn empties(place: &str) -> String {
    format!("part of the copy of its text in {place} would become empty, which the application cannot send again")
}

/// The parts of a copy of `old`, changed as that changes into `new`; `None` where it cannot be said for certain what that is in them.
#[must_use]
pub fn changed_parts(
    parts: &[&str],
    (old, new): (&str, &str),
    changes: &[Change],
    likeness: CopyLikeness,
) -> Option<Vec<String>> {
    if let [part] = parts
        && *part == old
    {
        return Some(vec![new.to_owned()]);
    }
    let removed = |part: &str| {
        let mut pieces = changes.iter().filter_map(|change| old.get(change.span.clone()));
        pieces.any(|piece| !piece.trim_matches(is_blank).is_empty() && part.contains(piece.trim_matches(is_blank)))
    };
    match places(parts, old) {
        Some(places) if !parts.iter().zip(&places).any(|(part, place)| place.is_none() && removed(part)) => {
            by_places(parts, &places, (old, new), changes)
        }
        _ if likeness == CopyLikeness::Same => by_words_of_their_own(parts, (old, new)),
        _ => None,
    }
}

/// What is done to a part: places in it, and what takes them.
type Replacements = Vec<(Range<usize>, String)>;

fn by_places(
    parts: &[&str],
    places: &[Option<PartPosition>],
    (old, new): (&str, &str),
    changes: &[Change],
) -> Option<Vec<String>> {
    let mut replacements: Vec<Replacements> = vec![Vec::new(); parts.len()];
    for change in changes {
        let met: Vec<(usize, &PartPosition)> = (places.iter().enumerate())
            .filter_map(|(at, place)| Some((at, place.as_ref()?)))
            .filter(|(_, place)| place.is_met_by(&change.span))
            .collect();
        if met.iter().any(|(_, place)| !place.is_known()) {
            return None;
        }
        for (part, span, replacement) in shared_out(old, change, &met, places)? {
            replacements.get_mut(part)?.push((span, replacement));
        }
    }
    if (0..parts.len()).any(|part| is_cut_out_of_other_words(part, parts, places, &replacements)) {
        return None;
    }
    let mut parts_after = Vec::new();
    for ((part, place), done) in parts.iter().zip(places).zip(&replacements) {
        parts_after.push(match place {
            Some(place) if !done.is_empty() => with_replacements(part, place.between.start, done)?,
            _ => (*part).to_owned(),
        });
    }
    says(&together(old, &replacements)?, new).then_some(parts_after)
}

/// Whether a part of which no word stays is next to one that is not in the text: then it may be quoted there. Where words of it
/// stay, or the parts next to it are in the text as well, it is what the text says.
fn is_cut_out_of_other_words(
    at: usize,
    parts: &[&str],
    places: &[Option<PartPosition>],
    replacements: &[Replacements],
) -> bool {
    let (Some(part), Some(Some(place)), Some(done)) = (parts.get(at), places.get(at), replacements.get(at)) else {
        return false;
    };
    let nothing = done.iter().map(|(span, _)| (span.clone(), String::new())).collect();
    let stays = with_replacements(part, place.between.start, &nothing).is_none_or(|rest| !trimmed(&rest).is_empty());
    let says_something = |other: &usize| parts.get(*other).is_some_and(|part| !trimmed(part).is_empty());
    let before = (0..at).rev().find(says_something);
    let behind = (at + 1..parts.len()).find(says_something);
    let is_other = |other: usize| matches!(places.get(other), Some(None));
    !done.is_empty() && !stays && [before, behind].into_iter().flatten().any(is_other)
}

/// What a change of the text is to each part that it meets; `None` where it falls on what is in none, or where it is not known
/// which one a new text belongs to.
fn shared_out(
    old: &str,
    Change { span, replacement }: &Change,
    met: &[(usize, &PartPosition)],
    places: &[Option<PartPosition>],
) -> Option<Vec<(usize, Range<usize>, String)>> {
    let mut between = String::new();
    let mut at = span.start;
    for (_, place) in met {
        between.push_str(old.get(at..place.between.start.max(at)).unwrap_or_default());
        at = place.between.end.min(span.end).max(at);
    }
    between.push_str(old.get(at..span.end).unwrap_or_default());
    if !trimmed(&between).is_empty() {
        return None;
    }
    let clipped = |place: &PartPosition| span.start.max(place.between.start)..span.end.min(place.between.end);
    let mut shared: Vec<_> = met.iter().map(|(part, place)| (*part, clipped(place), String::new())).collect();
    if trimmed(replacement).is_empty() {
        // The application itself parts what is in several.
        if let (Some((_, _, blank)), "") = (shared.first_mut(), between.as_str()) {
            blank.clone_from(replacement);
        }
        return Some(shared);
    }
    match (met, shared.as_mut_slice()) {
        ([(_, place)], [(_, _, put)]) => {
            let begins_before = span.start < place.between.start;
            let ends_behind = span.end > place.between.end;
            let text = if begins_before { replacement.trim_start_matches(is_blank) } else { replacement };
            put.push_str(if ends_behind { text.trim_end_matches(is_blank) } else { text });
            Some(shared)
        }
        ([], _) => adjacent_insertion(span, replacement, places).map(|put| vec![put]),
        _ => None,
    }
}

/// Where a text goes that comes in between parts: to the end of the one that comes before it, else to the beginning of the next.
fn adjacent_insertion(
    span: &Range<usize>,
    replacement: &str,
    places: &[Option<PartPosition>],
) -> Option<(usize, Range<usize>, String)> {
    let known = || places.iter().enumerate().filter_map(|(at, place)| Some((at, place.as_ref()?)));
    let known = || known().filter(|(_, place)| place.is_known());
    if let Some((part, _)) = known().find(|(_, place)| place.between.end == span.start) {
        return Some((part, span.start..span.start, replacement.trim_end_matches(is_blank).to_owned()));
    }
    let (part, _) = known().find(|(_, place)| place.between.start == span.end)?;
    Some((part, span.end..span.end, replacement.trim_start_matches(is_blank).to_owned()))
}

/// A part, whose words are at `start` in the text, with what is replaced in it.
fn with_replacements(part: &str, start: usize, replacements: &Replacements) -> Option<String> {
    let lead = part.len() - part.trim_start_matches(is_blank).len();
    let mut changed = String::new();
    let mut at = 0;
    for (span, replacement) in replacements {
        let span = (span.start - start) + lead..(span.end - start) + lead;
        changed.push_str(part.get(at..span.start)?);
        changed.push_str(replacement);
        at = span.end;
    }
    changed.push_str(part.get(at..)?);
    Some(if trimmed(&changed).is_empty() { String::new() } else { changed })
}

/// The text as it reads with its parts changed.
fn together(old: &str, replacements: &[Replacements]) -> Option<String> {
    let mut all: Vec<_> = replacements.iter().flatten().collect();
    all.sort_by_key(|(span, _)| (span.start, span.end));
    let mut text = String::new();
    let mut at = 0;
    for (span, replacement) in all {
        text.push_str(old.get(at..span.start)?);
        text.push_str(replacement);
        at = span.end;
    }
    text.push_str(old.get(at..)?);
    Some(text)
}

/// Whether two texts say the same but for their blanks.
fn says(one: &str, other: &str) -> bool {
    let words = |text: &str| text.chars().filter(|c| !is_blank(*c)).collect::<String>();
    words(one) == words(other)
}

/// The shortest text that is looked for in a copy that is worded otherwise than the message.
const MIN_CUT: usize = 16;
/// The number of words on each side of it that must be the same in both, as far as the part of the copy has them.
const WORDS_AROUND: usize = 4;

/// The parts of a copy that is worded otherwise than the text: it loses what that loses, where one part has it, once and between the
/// same words, and the text has the other parts.
fn by_words_of_their_own(parts: &[&str], (old, new): (&str, &str)) -> Option<Vec<String>> {
    let before = old.char_indices().zip(new.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    let before = before.unwrap_or(old.len().min(new.len()));
    let (old_rest, new_rest) = (old.get(before..)?, new.get(before..)?);
    let behind: usize =
        old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let cut = old_rest.get(..old_rest.len() - behind)?;
    let left = new_rest.get(..new_rest.len() - behind)?;
    if cut.len() < MIN_CUT {
        return None;
    }
    let mut cut_up = parts.iter().flat_map(|part| part.match_indices(cut).map(move |(at, _)| part.split_at(at)));
    let (part_before, from_cut) = cut_up.next()?;
    let is_once = cut_up.next().is_none();
    let around = (part_before, from_cut.get(cut.len()..)?);
    let others_agree = parts.iter().all(|part| part.contains(cut) || old.contains(trimmed(part)));
    let agrees = is_between_the_words_of(around, (old.get(..before)?, old.get(old.len() - behind..)?));
    (is_once && others_agree && agrees).then(|| parts.iter().map(|part| part.replacen(cut, left, 1)).collect())
}

/// Whether the words next to a place, on either side, of which there must be one, are in the text like that, too.
fn is_between_the_words_of((before, behind): (&str, &str), text: (&str, &str)) -> bool {
    let mut words_before = before.split_whitespace().rev().take(WORDS_AROUND);
    let mut words_behind = behind.split_whitespace().take(WORDS_AROUND);
    let (mut text_before, mut text_behind) = (text.0.split_whitespace().rev(), text.1.split_whitespace());
    let is_alone = trimmed(before).is_empty() && trimmed(behind).is_empty();
    !is_alone
        && words_before.all(|word| text_before.next() == Some(word))
        && words_behind.all(|word| text_behind.next() == Some(word))
}

#[cfg(test)]
mod tests;
