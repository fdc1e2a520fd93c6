//! Describes for people what was forgiven and guessed to read a claim.

use serde_json::{Map, Value};

use super::payload::{self, Grammar, Payload};
use super::{Claim, Reason};

/// The grammars in which a syntax may have read its body.
const GRAMMARS: [Grammar; 5] =
    [Grammar::Object, Grammar::Keywords, Grammar::XmlParameters, Grammar::Bare, Grammar::React];

impl Claim {
    /// Reads the payload again, by itself or in the grammar of its syntax, for the places of repairs, which the claim
    /// does not keep. `None` if no reading gives the same value.
    #[must_use]
    pub fn reading(&self, text: &str) -> Option<Payload> {
        let span = self.payload?;
        let is_this = |read: &Payload| {
            (read.span, read.uncertain) == (span, self.uncertain) && read.repair_kinds() == self.repairs
        };
        let by_itself = payload::read(text, span.start).filter(is_this);
        if by_itself.is_some() || self.repairs.is_empty() {
            return by_itself;
        }
        // The names of the arguments came from a schema, or from the text itself.
        let members = self.value.as_ref().and_then(Value::as_object);
        let names: Vec<&str> = members.into_iter().flat_map(Map::keys).map(String::as_str).collect();
        let mut readings = GRAMMARS
            .iter()
            .flat_map(|grammar| [names.as_slice(), &[]].map(|names| (grammar, names)))
            .filter_map(|(grammar, names)| payload::read_body(*grammar, text, span.start, names));
        readings.find(is_this)
    }

    /// A line for each kind of repair: what it is, and how often and where, if the places are known.
    #[must_use]
    pub fn describe_repairs(&self, reading: Option<&Payload>, text: &str) -> Vec<String> {
        match reading {
            Some(read) => read.describe_repairs(text),
            None => self.repairs.iter().map(|kind| kind.meaning().to_owned()).collect(),
        }
    }

    /// The reasons for the confidence: what supports the claim, then what speaks against it.
    #[must_use]
    pub fn describe_reasons(&self) -> String {
        let describe = |reason: &Reason| format!("{} ({:+})", reason.signal.sentence(), reason.weight);
        let (against, speaks_for): (Vec<_>, Vec<_>) = self.reasons.iter().partition(|reason| reason.weight < 0.0);
        speaks_for.into_iter().chain(against).map(describe).collect::<Vec<_>>().join("; ")
    }

    /// A sentence that a value was guessed, with its place if that is known; `None` without a guess.
    #[must_use]
    pub fn describe_guesses(&self, reading: Option<&Payload>, text: &str) -> Option<String> {
        match reading {
            Some(read) => read.describe_guesses(text),
            None => self.uncertain.then(|| "a value was guessed".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::claim::{Context, find};
    use crate::registry::Registry;

    fn repairs_and_guesses(text: &str) -> (Vec<String>, Option<String>) {
        let claims = find(text, &Registry::builtin().unwrap(), Context::default());
        let claim = claims.first().expect("a claim");
        let reading = claim.reading(text);
        (claim.describe_repairs(reading.as_ref(), text), claim.describe_guesses(reading.as_ref(), text))
    }

    #[test]
    fn an_object_reports_where_it_was_repaired() {
        let (repairs, guesses) = repairs_and_guesses(r#"{success: true, memory_type: "core", content: "Tea."}Noted."#);
        assert_eq!(repairs, ["key without quotes ×3 · success 1:2, memory_type 1:17, content 1:38"]);
        assert_eq!(guesses, None);
    }

    #[test]
    fn what_was_read_by_the_rules_of_a_syntax_reports_its_repairs_too() {
        let (repairs, guesses) =
            repairs_and_guesses("Done. <call:default_api:save_memory{content:Tea, always,memory_type:core}/>");
        assert_eq!(repairs, ["key without quotes ×2 · 1:37, 1:57", "value without quotes ×2 · 1:45, 1:69"]);
        assert_eq!(guesses, None);
        let (repairs, _) = repairs_and_guesses("print(default_api.save_memory(content = 'Tea', memory_type='core'))");
        assert_eq!(repairs, ["single quotes ×2 · content 1:41, memory_type 1:60"]);
        let (repairs, guesses) = repairs_and_guesses("<function=save_memory>\n<parameter=content>\nTea");
        assert_eq!(repairs, ["missing end · content 3:4"]);
        assert_eq!(guesses.unwrap(), "a value was guessed");
    }
}
