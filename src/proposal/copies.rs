//! Applies the changes of a text to its copies. An application may store the same words again, in one piece or in
//! parts. Between the parts there may be calls or thoughts that the text shows differently, or not at all.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::changes::Change;
use crate::source::text_parts::{PartPosition, is_blank, places, trimmed};

/// A stored copy of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextCopy {
    /// The location of the copy, as the profile names it.
    pub place: String,
    /// The text of each part.
    pub parts: Vec<String>,
    /// Whether the application allows no empty part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub parts_not_empty: bool,
}

impl TextCopy {
    /// Whether a part becomes empty by the change to `after`.
    #[must_use]
    pub fn loses_a_part(&self, after: &[String]) -> bool {
        self.parts.iter().zip(after).any(|(before, after)| !trimmed(before).is_empty() && trimmed(after).is_empty())
    }
}

/// How similar a copy must be to the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyLikeness {
    /// It is a copy of the whole text or of parts of it.
    Exact,
    /// It belongs to the message, but may be worded differently. Then it loses what the text loses, if that occurs once
    /// and between the same words.
    Same,
}

/// The obstacle that a copy differs too much from its text to be changed.
#[must_use]
pub fn differs(place: &str) -> String {
    format!("the copy of its text in {place} differs; all copies must change together")
}

/// The obstacle that a part of a copy would become empty.
#[must_use]
pub fn empties(place: &str) -> String {
    format!("part of the copy of its text in {place} would become empty, which the application cannot send again")
}

/// The parts of a copy of `old`, changed like `old` changes to `new`; `None` if it is not certain how.
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
            by_positions(parts, &places, (old, new), changes)
        }
        _ if likeness == CopyLikeness::Same => by_removal_in_other_words(parts, (old, new)),
        _ => None,
    }
}

/// The replacements in a part: spans of the old text, and new texts.
type Replacements = Vec<(Range<usize>, String)>;

fn by_positions(
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
        for (part, span, replacement) in split_among_parts(old, change, &met, places)? {
            replacements.get_mut(part)?.push((span, replacement));
        }
    }
    if (0..parts.len()).any(|part| may_be_quoted(part, parts, places, &replacements)) {
        return None;
    }
    let mut parts_after = Vec::new();
    for ((part, place), done) in parts.iter().zip(places).zip(&replacements) {
        parts_after.push(match place {
            Some(place) if !done.is_empty() => with_replacements(part, place.between.start, done)?,
            _ => (*part).to_owned(),
        });
    }
    has_same_words(&with_all_replacements(old, &replacements)?, new).then_some(parts_after)
}

/// Whether a part that loses all its words is adjacent to a part that is not in the text. Then the words may be a
/// quotation in that other text. A part that keeps words, or whose neighbours are in the text too, is certain to be
/// part of the copy.
fn may_be_quoted(at: usize, parts: &[&str], places: &[Option<PartPosition>], replacements: &[Replacements]) -> bool {
    let (Some(part), Some(Some(place)), Some(done)) = (parts.get(at), places.get(at), replacements.get(at)) else {
        return false;
    };
    let nothing = done.iter().map(|(span, _)| (span.clone(), String::new())).collect();
    let stays = with_replacements(part, place.between.start, &nothing).is_none_or(|rest| !trimmed(&rest).is_empty());
    let says_something = |other: &usize| parts.get(*other).is_some_and(|part| !trimmed(part).is_empty());
    let before = (0..at).rev().find(says_something);
    let after = (at + 1..parts.len()).find(says_something);
    let is_other = |other: usize| matches!(places.get(other), Some(None));
    !done.is_empty() && !stays && [before, after].into_iter().flatten().any(is_other)
}

/// Splits a change of the text among the parts that it overlaps. `None` if it changes text that is in no part, or if it
/// is not clear which part gets the new text.
fn split_among_parts(
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
        // White space between parts comes from the application, so it is only inserted within a part.
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

/// The position of a text that is inserted between parts: at the end of the part before it, or else at the beginning of
/// the next.
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

/// Applies replacements to a part whose words begin at `start` in the text.
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

/// Applies the replacements of all parts to the text.
fn with_all_replacements(old: &str, replacements: &[Replacements]) -> Option<String> {
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

/// Whether two texts are equal apart from white space.
fn has_same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| text.chars().filter(|c| !is_blank(*c)).collect::<String>();
    words(one) == words(other)
}

/// The shortest removal, in bytes, that is looked up in a copy with other words.
const MIN_CUT: usize = 16;
/// The number of words on each side of it that must agree, as far as the part has them.
const WORDS_AROUND: usize = 4;

/// Removes what the text loses from a copy with other words. Requires that it occurs once in the copy, between the same
/// words, and that all other parts are in the text.
fn by_removal_in_other_words(parts: &[&str], (old, new): (&str, &str)) -> Option<Vec<String>> {
    let before = old.char_indices().zip(new.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    let before = before.unwrap_or(old.len().min(new.len()));
    let (old_rest, new_rest) = (old.get(before..)?, new.get(before..)?);
    let after: usize =
        old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let cut = old_rest.get(..old_rest.len() - after)?;
    let left = new_rest.get(..new_rest.len() - after)?;
    if cut.len() < MIN_CUT {
        return None;
    }
    let mut cut_up = parts.iter().flat_map(|part| part.match_indices(cut).map(move |(at, _)| part.split_at(at)));
    let (part_before, from_cut) = cut_up.next()?;
    let is_once = cut_up.next().is_none();
    let around = (part_before, from_cut.get(cut.len()..)?);
    let others_agree = parts.iter().all(|part| part.contains(cut) || old.contains(trimmed(part)));
    let agrees = has_same_context(around, (old.get(..before)?, old.get(old.len() - after..)?));
    (is_once && others_agree && agrees).then(|| parts.iter().map(|part| part.replacen(cut, left, 1)).collect())
}

/// Whether the words around a position agree with those in the text. At least one word is required.
fn has_same_context((before, after): (&str, &str), text: (&str, &str)) -> bool {
    let mut words_before = before.split_whitespace().rev().take(WORDS_AROUND);
    let mut words_after = after.split_whitespace().take(WORDS_AROUND);
    let (mut text_before, mut text_after) = (text.0.split_whitespace().rev(), text.1.split_whitespace());
    let is_alone = trimmed(before).is_empty() && trimmed(after).is_empty();
    !is_alone
        && words_before.all(|word| text_before.next() == Some(word))
        && words_after.all(|word| text_after.next() == Some(word))
}

#[cfg(test)]
mod tests;
