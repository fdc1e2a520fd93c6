//! Strings with a missing or a superfluous mark: where a string without a closing mark ends.

use super::scan::StringScan;
use crate::claim::payload::{
    cursor::{Quote, WINDOW, is_space},
    judge::{self, StringPosition},
    reader::PayloadReader,
};
use crate::work;

impl PayloadReader<'_> {
    /// The end of a string without a closing mark, if the mark at `at` opens the next member's key, or the value of an
    /// unquoted key: before the comma between the members.
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
