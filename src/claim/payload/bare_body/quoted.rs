//! Values in quotes within a body of values without quotes.

use super::{BareBodyReader, Closer};
use crate::claim::payload::{RepairKind, cursor::Quote};

impl BareBodyReader<'_> {
    /// A value in quotes: up to the first mark that is followed by something of the grammar.
    pub(super) fn quoted(&mut self) -> Option<String> {
        let (quote, width) = self.cursor.quote_at(self.at)?;
        let start = self.at + width;
        let is_unclosed = self.unclosed.contains(&quote);
        let Some((close, after)) = (!is_unclosed).then(|| self.closing_mark(quote, start)).flatten() else {
            if quote == Quote::Token {
                // A token is never part of a value: the value was cut off, or its other token is missing.
                self.repair(RepairKind::QuoteToken, self.at);
                self.uncertain = true;
                self.at = start;
            }
            if !is_unclosed {
                self.unclosed.push(quote);
            }
            return None;
        };
        // Where a word follows, it may be that this token opens the next value.
        self.uncertain |= quote == Quote::Token && !self.value_ends(after);
        let text = self.cursor.slice(start, close);
        if let Some(kind) = RepairKind::of_quote(quote) {
            self.repair(kind, self.at);
        }
        self.at = after;
        let strict = (quote == Quote::Double).then(|| serde_json::from_str(&format!("\"{text}\"")).ok()).flatten();
        Some(strict.unwrap_or_else(|| text.to_owned()))
    }

    /// The next mark like `quote`, as its start and end.
    pub(super) fn mark(&self, quote: Quote, from: usize) -> Option<(usize, usize)> {
        let mut at = from;
        while let Some(byte) = self.cursor.byte(at) {
            if byte == b'\\' && quote != Quote::Escaped && quote != Quote::Token {
                at += 2;
                continue;
            }
            if let Some((found, width)) = self.cursor.quote_at(at)
                && quote.may_close_with(found)
            {
                return Some((at, at + width));
            }
            at += 1;
        }
        None
    }

    /// Whether something of the grammar follows a value that ends at `after`.
    fn value_ends(&self, after: usize) -> bool {
        let next = self.cursor.past_space(after);
        matches!(self.cursor.byte(next), None | Some(b',' | b'}' | b']' | b')' | b'/' | b'>'))
    }

    fn closing_mark(&self, quote: Quote, start: usize) -> Option<(usize, usize)> {
        let mut from = start;
        loop {
            let (close, after) = self.mark(quote, from)?;
            let spaced = self.closer == Closer::Tag && self.cursor.past_space(after) > after;
            if quote == Quote::Token || self.value_ends(after) || spaced {
                return Some((close, after));
            }
            from = after;
        }
    }
}
