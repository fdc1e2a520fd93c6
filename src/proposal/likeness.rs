//! Groups findings whose proposals are the same to a reviewer, so that they can be decided together.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{Finding, JudgedClaim};

/// A fingerprint that findings with the same proposal share.
///
/// Findings are alike if their claims have the same judgement, and would write the same record or, without a record,
/// hold the same value. They also have the same warnings, and either all or none of them leave a text. The author, the
/// time and the rest of the text make no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Likeness([u8; 10]);

impl Likeness {
    /// The fingerprint of a finding.
    #[must_use]
    pub fn of(finding: &Finding) -> Self {
        let claims: Vec<Value> = finding.claims.iter().map(essence).collect();
        let mut warnings: Vec<_> = finding.warnings.iter().map(|warning| warning.name()).collect();
        warnings.sort_unstable();
        let mut essence = json!([claims, finding.remedy, warnings, finding.cleaned.is_empty()]);
        // The order of a model's fields makes no difference either.
        essence.sort_all_objects();
        // 80 bits of the digest are enough to tell millions of findings apart, and save memory in a long list.
        let digest: [u8; 32] = Sha256::digest(essence.to_string()).into();
        Self(digest.first_chunk().copied().unwrap_or_default())
    }

    /// The first 64 bits, which serve as a hash.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0.first_chunk().map_or(0, |part| u64::from_le_bytes(*part))
    }
}

/// The part of a claim that a reviewer decides by.
fn essence(judged: &JudgedClaim) -> Value {
    let JudgedClaim { claim, remedy, verdict, off, .. } = judged;
    let content = match &claim.record {
        // The rest of the payload, such as an expiry, is not written.
        Some(record) => json!({ "record": record }),
        None => {
            json!({ "value": claim.value, "recorded": claim.recorded.as_ref().map(|place| (&place.column, place.writable)) })
        }
    };
    json!([claim.kind, claim.pattern, claim.tool, remedy, verdict, off, content])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::KnownTools;
    use crate::claim::{self, Context};
    use crate::proposal::{Rules, judge, propose};
    use crate::registry::Registry;
    use crate::source::profile::{self, Profile};
    use crate::source::{Evidence, Key, Message, Outcome, Owner};

    fn likeness(text: &str, owner: i64, at: &str, outcome: Outcome) -> Likeness {
        let profile = Profile::parse("helix-kit", profile::named("helix-kit").unwrap()).unwrap();
        let now = "2026-02-03T09:00:00Z".parse().unwrap();
        let tools = KnownTools::default();
        let registry = Registry::builtin().unwrap();
        let rules = Rules::new(&profile, &tools, registry.call_tokens(), now);
        let key = Some(Key::Integer(owner));
        let message = Message {
            owner: Owner { key, name: None, exists: true, enabled: None },
            text: text.to_owned(),
            created_at: Some(at.parse().unwrap()),
            tools_used: Some(Vec::new()),
            ..Message::default()
        };
        let evidence = Evidence { outcome, lines: vec![format!("seen at {at}")], ..Evidence::unasked() };
        let claims = claim::find(text, &Registry::builtin().unwrap(), Context::default());
        let judged = claims.into_iter().filter_map(|claim| judge(claim, &message, &evidence, &rules)).collect();
        Likeness::of(&propose(message, judged, &rules))
    }

    const TEA: &str = "{\"success\": true, \"memory_type\": \"core\", \"content\": \"Tea.\"}Noted.";
    const DAY: &str = "2026-02-01T10:00:00Z";

    #[test]
    fn whose_when_and_what_else_make_no_difference() {
        let tea = likeness(TEA, 1, DAY, Outcome::None);
        for (text, owner, at) in [
            (TEA, 2, DAY),
            (TEA, 1, "2025-06-01T10:00:00Z"),
            (&*TEA.replace("Noted.", "As you wish, Ana."), 1, DAY),
            ("{content: 'Tea.', memory_type: 'core', success: true, expires_around: '2026-02-08'} Noted.", 1, DAY),
        ] {
            assert_eq!(likeness(text, owner, at, Outcome::None), tea, "{text}");
        }
        let [one, other] = ["{\"id\": 4, \"ok\": true} Here.", "{\"ok\": true, \"id\": 4} There."]
            .map(|text| likeness(text, 1, DAY, Outcome::None));
        assert_eq!(one, other, "the order of the fields");
    }

    #[test]
    fn what_would_be_written_and_what_a_reviewer_should_know_do() {
        let tea = likeness(TEA, 1, DAY, Outcome::None);
        for (text, at, outcome) in [
            (TEA.replace("Tea.", "Coffee."), DAY, Outcome::None),
            (TEA.replace("core", "journal"), DAY, Outcome::None),
            (TEA.replace("Noted.", ""), DAY, Outcome::None),
            (TEA.to_owned(), DAY, Outcome::Equal),
            (format!("{}{TEA}", TEA.replace("Noted.", "")), DAY, Outcome::None),
        ] {
            assert_ne!(likeness(&text, 1, at, outcome), tea, "{text}");
        }
        let journal = TEA.replace("core", "journal");
        let [fresh, expired] = [DAY, "2025-06-01T10:00:00Z"].map(|at| likeness(&journal, 1, at, Outcome::None));
        assert_ne!(fresh, expired, "one of them reaches no prompt any more");
        let [one, other] = ["{\"id\": 4, \"ok\": true} Here.", "{\"id\": 5, \"ok\": true} Here."]
            .map(|text| likeness(text, 1, DAY, Outcome::None));
        assert_ne!(one, other, "what no pattern knows is alike only where it is equal");
    }
}
