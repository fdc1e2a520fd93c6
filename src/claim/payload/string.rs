//! Strings: from the opening mark to the closing one, or to where the text leaves them open.

mod lost;
mod scan;

use super::{
    cursor::{Quote, WINDOW, is_space},
    escape::{self, Escape},
    evidence::Strength,
    judge::{self, MarkRole, StringPosition},
    reader::PayloadReader,
    repair::RepairKind,
    stop::Stop,
};
use crate::work;

use scan::{Backslash, StringCheckpoint, StringScan};

impl PayloadReader<'_> {
    /// Reads the string whose opening mark is at `self.at`, and stops after its closing mark.
    ///
    /// Each byte is read once. Only if the text ends within the string, reading may return to one place in it, once in
    /// a payload.
    pub(super) fn string(&mut self, open: Quote, width: usize, place: StringPosition<'_>) -> Result<String, Stop> {
        self.quote_repair(open, self.at);
        let mut at = self.at + width;
        let mut scan = StringScan::new(open, at);
        let start = at;
        while let Some(byte) = self.cursor.byte(at) {
            scan.leave_path(byte);
            match byte {
                // Between tokens nothing is escaped.
                b'\\' if open == Quote::Token => {}
                b'\\' if scan.backslash == Backslash::Separates && escape::separates(self.cursor, at) => {}
                b'\\' if open != Quote::Escaped || self.cursor.byte(at + 1) != Some(b'"') => {
                    at = self.escape(&mut scan, at);
                    continue;
                }
                b'&' if open.is_html() && self.cursor.quote_at(at).is_none_or(|(found, _)| found != open) => {
                    at = self.entity(&mut scan, at);
                    continue;
                }
                b'"' | b'\'' | b'`' | b'\\' | b'&' | b'<' | 0xc2 | 0xe2 => {
                    if let Some((found, width)) = self.cursor.quote_at(at)
                        && open.may_close_with(found)
                    {
                        if self.ends_at_mark(&mut scan, (at, width), start, place)? {
                            return Ok(scan.content);
                        }
                        at += width;
                        continue;
                    }
                }
                b'{' => scan.braces += 1,
                b'}' if scan.braces > 0 => scan.braces -= 1,
                // A plural ends right after a brace that is part of the text, as in `{name}s`. What else follows without
                // a blank may be the reply, which must not get lost in the string.
                b'}' if scan.stray_brace.is_none() && !self.cursor.has_plural_ending(at + 1) => {
                    let end = self.end_before_brace(&scan, start, at, place);
                    scan.stray_brace = Some(self.mark(&mut scan, end, end));
                }
                0..0x20 => self.raw_control(&mut scan, at, start, place)?,
                _ => {}
            }
            at += 1;
        }
        self.unclosed(scan, place)
    }

    /// Whether the string ends at the mark of `width` bytes at `at`, or ended before it without one. If so, reading
    /// goes on after its end.
    fn ends_at_mark(
        &mut self,
        scan: &mut StringScan,
        (at, width): (usize, usize),
        start: usize,
        place: StringPosition<'_>,
    ) -> Result<bool, Stop> {
        if let Some(end) = self.lost_end(scan, start, at, place) {
            scan.copy(self.cursor, end);
            self.at = end;
            self.looked = self.looked.max(at);
            // A line break after the end is none in the string.
            while self.repairs.pop_if(|repair| repair.at >= end).is_some() {}
            self.repair(RepairKind::MissingClose, end);
            self.guess(end);
            self.evidence.strings = true;
            self.evidence.note(Strength::Solid);
            return Ok(true);
        }
        if !self.closes(scan, at, width, start, place)? {
            return Ok(false);
        }
        scan.copy(self.cursor, at);
        self.at = at + width;
        self.looked = self.looked.max(self.at);
        let had_stray = self.drop_stray_mark(scan, start);
        if had_stray || scan.inner > 0 && (scan.doubtful || scan.inner_open) {
            self.guess(start);
        }
        if !matches!(place, StringPosition::Key) {
            self.evidence.strings = true;
            self.evidence.note(Strength::Solid);
        }
        Ok(true)
    }

    /// Accepts an unescaped control character at `at`, such as a line break. In a key it may be a sign of prose.
    fn raw_control(
        &mut self,
        scan: &mut StringScan,
        at: usize,
        start: usize,
        place: StringPosition<'_>,
    ) -> Result<(), Stop> {
        if matches!(place, StringPosition::Key) && !self.may_break_key(start, at) {
            self.looked = self.looked.max(at);
            let text_ends = work::trim_start(self.cursor.rest(at)).is_empty();
            return Err(if text_ends { Stop::EndOfText } else { Stop::Prose });
        }
        if !scan.broken_line {
            scan.broken_line = true;
            self.repair(RepairKind::RawNewline, at);
            if matches!(place, StringPosition::Key) {
                self.guess(at);
            }
        }
        Ok(())
    }

    /// Whether a key from `start` may continue after the control character at `at`: a tab, or one line break.
    fn may_break_key(&self, start: usize, at: usize) -> bool {
        let next = self.cursor.past_space(at);
        next - start <= WINDOW && next < self.cursor.end() && !self.cursor.blank_line(at, next)
    }

    /// Reads the string of a value, which may be in triple quotes or in doubled single ones.
    pub(super) fn quoted_value(
        &mut self,
        open: Quote,
        width: usize,
        place: StringPosition<'_>,
    ) -> Result<String, Stop> {
        let (marks, repair) = match open {
            Quote::Double => ("\"\"\"", RepairKind::TripleQuotes),
            Quote::Single if self.cursor.opens_doubled_single(self.at) => ("''", RepairKind::DoubledQuotes),
            Quote::Single => ("'''", RepairKind::TripleQuotes),
            _ => return self.string(open, width, place),
        };
        let start = self.at + marks.len();
        // If no closing marks follow, no such string can open after this one: this looks to the end of the text at most
        // once.
        let end = if self.cursor.starts_with(self.at, marks) { self.cursor.find(start, marks) } else { None };
        let Some(end) = end else {
            return self.string(open, width, place);
        };
        self.repair(repair, self.at);
        let mut scan = StringScan::new(open, start);
        let mut at = start;
        while at < end {
            at = if self.cursor.byte(at) == Some(b'\\') { self.escape(&mut scan, at) } else { at + 1 };
        }
        // An escape may cover the first mark, as in `\""""`, with no other mark after it.
        let (end, width) = self.cursor.find(at, marks).map_or((at, 0), |end| (end, marks.len()));
        scan.copy(self.cursor, end);
        self.at = end + width;
        self.evidence.strings = true;
        self.evidence.note(Strength::Solid);
        Ok(scan.content)
    }

    fn quote_repair(&mut self, open: Quote, at: usize) {
        if let Some(kind) = RepairKind::of_quote(open) {
            self.repair(kind, at);
        }
        if open == Quote::Escaped {
            self.cursor = self.cursor.escaped();
        }
    }

    /// Reads the HTML entity at `at` into the content and returns its end.
    fn entity(&mut self, scan: &mut StringScan, at: usize) -> usize {
        let Some((character, width)) = escape::entity(self.cursor, at) else {
            return at + 1;
        };
        scan.copy(self.cursor, at);
        scan.content.push(character);
        scan.copied = at + width;
        at + width
    }

    /// Reads the escape at `at` into the content and returns its end.
    fn escape(&mut self, scan: &mut StringScan, at: usize) -> usize {
        let once_more = scan.open == Quote::Escaped && self.cursor.byte(at + 1) == Some(b'\\');
        let lead = if once_more { "\\\\" } else { "\\" };
        let character = at + lead.len();
        if scan.open.is_html()
            && let Some((entity, width)) = escape::entity(self.cursor, character)
        {
            scan.copy(self.cursor, at);
            scan.content.push(entity);
            scan.copied = character + width;
            return scan.copied;
        }
        let (escape, mut end) = escape::read(self.cursor, character, lead);
        if escape == Escape::Character('"') && scan.open == Quote::Doubled && self.cursor.byte(end) == Some(b'"') {
            end += 1;
        }
        scan.copy(self.cursor, at);
        scan.copied = end;
        match escape {
            Escape::Character(character) => scan.content.push(character),
            Escape::Foreign(character) => {
                scan.content.extend(character);
                self.repair(RepairKind::ForeignEscape, at);
            }
            Escape::LoneSurrogate => {
                scan.content.push(char::REPLACEMENT_CHARACTER);
                self.repair(RepairKind::LoneSurrogate, at);
            }
            Escape::CutOff => {}
            Escape::Invalid => {
                // A model that writes `C:\charts` does not escape the rest of the path either.
                let names_file = self.cursor.char_at(end).is_some_and(char::is_alphabetic);
                if names_file && scan.open != Quote::Escaped && scan.is_drive() {
                    scan.backslash = Backslash::Separates;
                }
                scan.content.push('\\');
                self.repair(RepairKind::InvalidEscape, at);
                self.guess(at);
            }
        }
        end
    }

    /// Whether the mark at `at` closes the string. Otherwise it is counted as an inner mark.
    fn closes(
        &mut self,
        scan: &mut StringScan,
        at: usize,
        width: usize,
        start: usize,
        place: StringPosition<'_>,
    ) -> Result<bool, Stop> {
        let after = at + width;
        let judgement = if at < scan.inner_until {
            MarkRole::Doubtful
        } else {
            judge::judge(self.cursor, after, place, scan.inner == 0)
        };
        match judgement {
            // After a closing brace that has no opening one, the object ends there and not at the end of the text.
            MarkRole::LastInText if scan.stray_brace.is_none() => return Ok(true),
            MarkRole::Closes => {
                if scan.braces == 0 || scan.inner == 0 {
                    return Ok(true);
                }
                match judge::end_after_braces(self.cursor, after, scan.braces, scan.open, place) {
                    Some(end) => scan.inner_until = end,
                    None => return Ok(true),
                }
                scan.doubtful = true;
            }
            MarkRole::Doubtful => scan.doubtful = true,
            MarkRole::Inner | MarkRole::LastInText => {}
        }
        let is_apostrophe = || self.cursor.char_at(after).is_some_and(char::is_alphabetic) && at - start <= WINDOW;
        if matches!(place, StringPosition::Key) && !is_apostrophe() {
            // Within a key only an apostrophe is forgiven, and no key is that long.
            return Err(Stop::Prose);
        }
        // A straight mark between typographic ones needs no escape.
        let same = self.cursor.quote_at(at).is_some_and(|(found, _)| found == scan.open);
        if same {
            if self.ends_block(scan, at, after, start) {
                return Ok(true);
            }
            scan.inner += 1;
            self.repair(RepairKind::InnerQuote, at);
        }
        Ok(false)
    }

    /// Follows the pairs of inner marks. A mark outside of any pair that is followed by an empty line ends the string:
    /// the object was left open and prose follows. Without an empty line it is kept as a likely end.
    fn ends_block(&mut self, scan: &mut StringScan, at: usize, after: usize, start: usize) -> bool {
        let before = self.cursor.char_before(at);
        let opens = (at == start || before.is_none_or(|before| is_space(before) || "([{-–—/:".contains(before)))
            && self.cursor.char_at(after).is_some_and(|next| !is_space(next) && !",.;:!?)".contains(next));
        if opens {
            scan.inner_open = true;
            return false;
        }
        if scan.inner_open {
            scan.inner_open = false;
            return false;
        }
        let next = self.cursor.past_space(after);
        let line_ends = self.cursor.slice(after, next).contains('\n');
        if scan.open.is_apostrophe() {
            // Plurals end in an apostrophe and words contain one, so only an apostrophe at the end of a line is a hint.
            if line_ends && scan.likely_end.is_none() {
                scan.likely_end = Some(self.mark(scan, at, after));
            }
            return false;
        }
        if self.cursor.blank_line(after, next) && at >= scan.inner_until {
            return true;
        }
        scan.doubtful = true;
        if next > after && scan.likely_end.is_none() {
            scan.likely_end = Some(self.mark(scan, at, after));
        }
        false
    }

    /// Saves the place `at`, where the content would end and reading would continue at `resume`.
    fn mark(&self, scan: &mut StringScan, at: usize, resume: usize) -> StringCheckpoint {
        scan.copy(self.cursor, at);
        StringCheckpoint {
            at: resume,
            content: scan.content.len(),
            repairs: self.repairs.len(),
            guesses: self.guesses.len(),
        }
    }

    /// Handles the end of the text within the string. To avoid taking the whole reply for the string, it ends where a
    /// brace closes the object or a mark looks like its end, whichever comes first. This happens only in what is
    /// clearly a payload, and once in each, because the time would be quadratic otherwise. In all other cases the text
    /// was cut off here.
    fn unclosed(&mut self, mut scan: StringScan, place: StringPosition<'_>) -> Result<String, Stop> {
        self.looked = self.cursor.end();
        if matches!(place, StringPosition::Key) {
            return Err(Stop::EndOfText);
        }
        let brace = scan.stray_brace.take();
        let end = scan.likely_end.take();
        let is_brace = match (&brace, &end) {
            (Some(brace), Some(end)) => brace.at < end.at,
            (brace, _) => brace.is_some(),
        };
        if let Some(mark) = if is_brace { brace } else { end }
            && !self.rescued
        {
            if !self.evidence.is_solid() {
                return Err(Stop::NoPayload);
            }
            self.rescued = true;
            self.at = mark.at;
            self.repairs.truncate(mark.repairs);
            self.guesses.truncate(mark.guesses);
            scan.content.truncate(mark.content);
            if is_brace {
                if self.cursor.slice(0, mark.at).ends_with("\\\"") {
                    // `"C:\dir\"}`: a backslash at the end of the string, not an escaped mark.
                    scan.content.pop();
                    scan.content.push('\\');
                }
                self.repair(RepairKind::MissingClose, mark.at);
                self.guess(mark.at);
            }
            return Ok(scan.content);
        }
        if !self.evidence.is_solid() && (scan.inner > 0 || scan.open != Quote::Double) {
            return Err(Stop::NoPayload);
        }
        let end = self.cursor.trimmed_end().max(scan.copied);
        scan.copy(self.cursor, end);
        self.at = self.cursor.end();
        self.guess(end);
        self.evidence.note(Strength::Scalar);
        Ok(scan.content)
    }
}
