//! Builds the corrected version of a reply, from beginning to end.

use crate::claim::Span;
use crate::work;

/// A partially corrected reply. Only what is replaced or removed changes.
pub(super) struct Correction<'t> {
    reply: &'t str,
    corrected: String,
    /// The number of bytes of the reply that are processed.
    at: usize,
    /// The offset of the last line in the corrected text.
    line: usize,
    /// Whether that line has any letter or digit.
    says: bool,
}

impl<'t> Correction<'t> {
    pub(super) fn of(reply: &'t str) -> Self {
        Self { reply, corrected: String::with_capacity(reply.len()), at: 0, line: 0, says: false }
    }

    pub(super) fn replace(&mut self, span: Span, truth: &str) {
        if span.start < self.at {
            return;
        }
        self.push(self.reply.get(self.at..span.start).unwrap_or_default());
        self.push(truth);
        self.at = span.end;
    }

    fn push(&mut self, text: &str) {
        work::count(text.len());
        if let Some(end) = text.rfind('\n') {
            self.line = self.corrected.len() + end + 1;
            self.says = false;
        }
        self.corrected.push_str(text);
        self.says = self.says || text.rsplit('\n').next().is_some_and(|line| line.contains(char::is_alphanumeric));
    }

    /// Removes a sentence, together with its line if nothing else is there, or else with the white space before it.
    pub(super) fn remove(&mut self, span: Span) {
        if span.start < self.at {
            return;
        }
        self.replace(span, "");
        if let Some(rest) = self.silent_rest().filter(|_| !self.says) {
            self.corrected.truncate(self.line);
            self.at += rest;
        } else {
            let kept = work::trim_end_by(&self.corrected, |c| matches!(c, ' ' | '\t')).len();
            self.corrected.truncate(kept);
        }
    }

    /// The length of the rest of the line with its line break, if it has no letter or digit.
    fn silent_rest(&self) -> Option<usize> {
        let rest = self.reply.get(self.at..)?;
        let end = rest.find(|c: char| c == '\n' || c.is_alphanumeric());
        let end = work::found(rest, end).unwrap_or(rest.len());
        match rest.as_bytes().get(end) {
            Some(b'\n') => Some(end + 1),
            Some(_) => None,
            None => Some(end),
        }
    }

    pub(super) fn finish(mut self) -> String {
        if self.at == 0 {
            return self.reply.to_owned();
        }
        self.corrected.push_str(self.reply.get(self.at..).unwrap_or_default());
        self.corrected.trim_end().to_owned()
    }
}
