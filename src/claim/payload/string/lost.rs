//! Strings with a missing or a superfluous mark: where a string without a closing mark ends.

use super::scan::StringScan;
use crate::claim::payload::{
    cursor::{Quote, WINDOW, is_space},
    judge::{self, StringPosition},
    reader::PayloadReader,
};
use crate::work;

impl PayloadReader<'_> {
    /// The end of a string without a closing mark, if the mark at `at` opens the key of another member, the value of an
    /// unquoted key, or the next element: before what comes between the two.
    pub(super) fn lost_end(
        &self,
        scan: &StringScan,
        start: usize,
        at: usize,
        place: StringPosition<'_>,
    ) -> Option<usize> {
        let from = start.max(at - self.cursor.window_before(at, WINDOW).len());
        let before = self.cursor.slice(from, at).trim_end_matches(is_space);
        let in_next_object = before.strip_suffix('{').filter(|_| self.lists > 0);
        let is_outside = scan.braces == usize::from(in_next_object.is_some()) && !scan.inner_open;
        if !is_outside || at < scan.inner_until {
            return None;
        }
        let before = in_next_object.map_or(before, |before| before.trim_end_matches(is_space));
        let in_list = matches!(place, StringPosition::Element { .. });
        let is_value = || scan.inner == 0 && judge::next_mark_closes(self.cursor, at, place);
        let content = match before.strip_suffix(',') {
            Some(before) if self.opens_member(at) => {
                let is_closed = in_list || in_next_object.is_some();
                self.before_closers(before, in_next_object.is_some()).or_else(|| (!is_closed).then_some(before))?
            }
            Some(before) if in_list && self.opens_word(at) && is_value() => before,
            None if !in_list => before_unquoted_key(before).filter(|_| is_value())?,
            _ => return None,
        };
        let end = from + content.len();
        (end >= scan.copied).then_some(end)
    }

    /// Whether the mark at `at` opens a key whose value cannot continue a sentence.
    fn opens_member(&self, at: usize) -> bool {
        self.cursor.quoted_name_value(at).is_some_and(|value| judge::value_starts(self.cursor, value))
    }

    /// Whether the mark at `at` is right before a word.
    fn opens_word(&self, at: usize) -> bool {
        let after = self.cursor.quote_at(at).and_then(|(_, width)| self.cursor.char_at(at + width));
        after.is_some_and(char::is_alphanumeric)
    }

    /// What comes before the brackets at the end of `text`, if they close the string's containers and nothing in the
    /// text. The outermost object ends only before the next one.
    fn before_closers<'t>(&self, text: &'t str, ends_object: bool) -> Option<&'t str> {
        let closes = |c| (c == ']' && self.lists > 0) || (c == '}' && (ends_object || self.objects > 1));
        let content = text.trim_end_matches(|c| is_space(c) || closes(c));
        let is_closed = text[content.len()..].contains(closes);
        (is_closed && !content.contains(['[', '{'])).then_some(content)
    }

    /// The end of a string from `start` without a closing mark whose object ends with the brace at `at`: before white
    /// space and the bracket of an outer list, or before a comma and a member without quotes.
    pub(super) fn end_before_brace(
        &self,
        scan: &StringScan,
        start: usize,
        at: usize,
        place: StringPosition<'_>,
    ) -> usize {
        let text = work::trim_end_by(self.cursor.slice(start.max(scan.copied), at), is_space);
        let in_list = matches!(place, StringPosition::Element { .. });
        let content = text.strip_suffix(']').filter(|_| in_list).unwrap_or(text);
        let (from, end) = (start.max(scan.copied), start.max(scan.copied) + content.len());
        let comma =
            matches!(place, StringPosition::Member { .. }).then(|| self.comma_of_last_member(from, end)).flatten();
        comma.unwrap_or(end)
    }

    /// The comma before an unquoted member that reaches from there to `end`. A plain word is its value only if other
    /// keys have no quotes either.
    fn comma_of_last_member(&self, from: usize, end: usize) -> Option<usize> {
        let from = from.max(end - self.cursor.window_before(end, WINDOW).len());
        let mut commas = self.cursor.slice(from, end).match_indices(',').map(|(offset, _)| from + offset);
        commas.find(|comma| {
            let key = self.cursor.past_space(comma + 1);
            let value = self.cursor.bare_key(key).filter(|value| *value < end);
            value.is_some_and(|value| judge::is_whole_value(self.cursor.slice(value, end), self.evidence.bare_keys))
        })
    }

    /// Removes the only inner mark if it repeats the opening mark or the closing one, in a text of a single line.
    /// Returns whether it did.
    pub(super) fn drop_stray_mark(&self, scan: &mut StringScan, start: usize) -> bool {
        if scan.inner != 1 || scan.open != Quote::Double {
            return false;
        }
        if self.cursor.byte(start) == Some(b'"') {
            scan.content.remove(0);
            return true;
        }
        let line = scan.content.split_once('\n').filter(|(_, below)| below.trim() == "\"").map(|(line, _)| line.len());
        scan.content.truncate(line.unwrap_or(scan.content.len()));
        line.is_some()
    }
}

/// What comes before a comma and an unquoted key with its colon at the end of `text`.
fn before_unquoted_key(text: &str) -> Option<&str> {
    let key = text.strip_suffix(':')?.trim_end_matches(is_space);
    let before = key.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    before.trim_end_matches(is_space).strip_suffix(',').filter(|_| before.len() < key.len())
}
