//! Strings with a mark too few or too many: where one ends that nothing closes.

use super::StringScan;
use crate::claim::payload::{
    cursor::{Quote, WINDOW, is_space},
    judge::{self, StringPosition},
    reader::PayloadReader,
};
use crate::work;

impl PayloadReader<'_> {
    /// Where a string without a closing mark ends, if the mark at `at` opens the key of the next member, or the value of one whose key
    /// has no quotes: before the comma that parts the two.
    pub(super) fn lost_end(&self, scan: &StringScan, at: usize, place: StringPosition<'_>) -> Option<usize> {
        let is_outside = scan.braces == 0 && !scan.inner_open && at >= scan.inner_until;
        if !is_outside || !matches!(place, StringPosition::Member { .. }) {
            return None;
        }
        let window = self.cursor.window_before(at, WINDOW);
        let before = window.trim_end_matches(is_space);
        let before = if let Some(before) = before.strip_suffix(',') {
            let value = self.cursor.quoted_name_value(at)?;
            judge::value_starts(self.cursor, value).then_some(before)?
        } else {
            let key = before.strip_suffix(':')?.trim_end_matches(is_space);
            let named = key.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
            let is_member =
                scan.inner == 0 && named.len() < key.len() && judge::next_mark_closes(self.cursor, at, place);
            named.trim_end_matches(is_space).strip_suffix(',').filter(|_| is_member)?
        };
        let comma = at - window.len() + before.len();
        (comma >= scan.copied).then_some(comma)
    }

    /// Where a string from `start` on ends if it lost its closing mark and the brace at `at` ends its object: before blanks, and
    /// before the bracket of the list in which it is, or before the comma and the member that are there without quotes.
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

    /// The comma before the member without quotes that is between `from` and `end`, up to that. A word is its value only where
    /// other keys have no quotes either.
    fn comma_of_last_member(&self, from: usize, end: usize) -> Option<usize> {
        let from = from.max(end - self.cursor.window_before(end, WINDOW).len());
        let mut commas = self.cursor.slice(from, end).match_indices(',').map(|(offset, _)| from + offset);
        commas.find(|comma| {
            let key = self.cursor.past_space(comma + 1);
            let value = self.cursor.bare_key(key).filter(|value| *value < end);
            value.is_some_and(|value| judge::is_whole_value(self.cursor.slice(value, end), self.evidence.bare_keys))
        })
    }

    /// Drops the only mark within a string if it is the opening one written twice, or the closing one, below a text of one line. Says
    /// whether it is.
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
