//! What was forgiven and guessed to read a claim, as a person reads it.

use super::payload::{self, Payload};
use super::{Claim, Reason};

impl Claim {
    /// The payload read once more, with the places that the claim does not keep; `None` where the claim was not read by
    /// itself but by the rules of its syntax.
    #[must_use]
    pub fn reading(&self, text: &str) -> Option<Payload> {
        let span = self.payload?;
        let is_this = |read: &Payload| {
            (read.span, read.uncertain) == (span, self.uncertain) && read.repair_kinds() == self.repairs
        };
        payload::read(text, span.start).filter(is_this)
    }

    /// Each kind of repair in a line: what it is, and, where the places are known, how often and where.
    #[must_use]
    pub fn repairs_told(&self, reading: Option<&Payload>, text: &str) -> Vec<String> {
        match reading {
            Some(read) => read.repairs_told(text),
            None => self.repairs.iter().map(|kind| kind.meaning().to_owned()).collect(),
        }
    }

    /// Why it is as sure as it is, in words: what speaks for it, then what speaks against it.
    #[must_use]
    pub fn reasons_told(&self) -> String {
        let told = |reason: &Reason| format!("{} ({:+})", reason.signal.sentence(), reason.weight);
        let (against, speaks_for): (Vec<_>, Vec<_>) = self.reasons.iter().partition(|reason| reason.weight < 0.0);
        speaks_for.into_iter().chain(against).map(told).collect::<Vec<_>>().join("; ")
    }

    /// That a value had to be guessed, and where that is known; `None` where none was.
    #[must_use]
    pub fn guesses_told(&self, reading: Option<&Payload>, text: &str) -> Option<String> {
        match reading {
            Some(read) => read.guesses_told(text),
            None => self.uncertain.then(|| "a value had to be guessed".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::claim::{Context, find};
    use crate::registry::Registry;

    fn told(text: &str) -> (Vec<String>, Option<String>) {
        let claims = find(text, &Registry::builtin().unwrap(), Context::default());
        let claim = claims.first().expect("a claim");
        let reading = claim.reading(text);
        (claim.repairs_told(reading.as_ref(), text), claim.guesses_told(reading.as_ref(), text))
    }

    #[test]
    fn an_object_tells_where_it_was_repaired() {
        let (repairs, guesses) = told(r#"{success: true, memory_type: "core", content: "Tea."}Noted."#);
        assert_eq!(repairs, ["key without quotes ×3 · success 1:2, memory_type 1:17, content 1:38"]);
        assert_eq!(guesses, None);
    }

    #[test]
    fn what_was_read_by_the_rules_of_a_syntax_tells_its_repairs_too() {
        let (repairs, guesses) = told("Done. <call:default_api:save_memory{content:Tea, always,memory_type:core}/>");
        assert_eq!(repairs, ["key without quotes", "value without quotes"]);
        assert_eq!(guesses, None);
        let (repairs, _) = told("print(default_api.save_memory(content = 'Tea', memory_type='core'))");
        assert_eq!(repairs, ["single quotes"]);
    }
}
