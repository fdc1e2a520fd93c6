//! Wording of domain values on the screen.

use jiff::Timestamp;
use serde_json::Value;

use crate::claim::ClaimKind;
pub(crate) use crate::counted::counted as count;
use crate::proposal::{Finding, JudgedClaim, Rules};
use crate::verdict::{Remedy, Verdict};

/// A model's name without its provider.
pub(crate) fn without_provider(model: &str) -> &str {
    model.rsplit('/').next().unwrap_or(model)
}

/// A time for display, in UTC.
pub(crate) fn time(at: Option<Timestamp>) -> String {
    at.map_or_else(|| "no time".to_owned(), |at| at.strftime("%Y-%m-%d %H:%M").to_string())
}

/// The name of the speaker.
pub(crate) fn agent(finding: &Finding) -> String {
    match (&finding.agent, &finding.agent_id) {
        (Some(name), _) => name.clone(),
        (None, Some(key)) => format!("agent {key}"),
        (None, None) => "no agent".to_owned(),
    }
}

/// What a claim is about: its pattern, the called tool, or the shape of an unknown payload.
pub(crate) fn subject(judged: &JudgedClaim) -> String {
    let claim = &judged.claim;
    if let Some(pattern) = &claim.pattern {
        return pattern.clone();
    }
    match (claim.kind, &claim.tool, &claim.value) {
        (ClaimKind::Plan, Some(invented), _) => format!("plan {invented}"),
        (ClaimKind::Plan, None, _) => "plan".to_owned(),
        (_, Some(tool), _) => tool.clone(),
        (_, None, Some(Value::Object(fields))) => {
            let keys: Vec<_> = fields.keys().map(String::as_str).collect();
            format!("unknown {{{}}}", keys.join(","))
        }
        (ClaimKind::Stamp, None, _) => "stamp".to_owned(),
        (_, None, _) => "unknown payload".to_owned(),
    }
}

/// The remedy in a word: the kind of the lost record, else the remedy.
pub(crate) fn gist(finding: &Finding, rules: &Rules<'_>) -> String {
    let Some(remedy) = finding.remedy else {
        return "leave".to_owned();
    };
    if remedy != Remedy::Recover {
        return remedy.name().to_owned();
    }
    let mut kinds = finding.claims.iter().filter_map(|judged| {
        let mapping = rules.mapping(&judged.claim)?;
        let (name, _) = mapping.fields.iter().find(|(_, field)| field.values.is_some())?;
        judged.claim.record.as_ref()?.fields.get(name).cloned()
    });
    kinds.next().unwrap_or_else(|| remedy.name().to_owned())
}

/// A verdict with its glyph.
pub(crate) fn verdict(verdict: Option<Verdict>) -> String {
    let glyph = match verdict {
        Some(Verdict::NotExecuted) => "✗",
        Some(Verdict::Executed) => "✓",
        Some(Verdict::NoSuchTool | Verdict::NotEnabled) => "⊘",
        Some(Verdict::Unclear) => "?",
        None => "·",
    };
    format!("{glyph} {}", verdict.map_or("not a tool claim", Verdict::words))
}

/// What the remedy of a claim does.
pub(crate) fn remedy(judged: &JudgedClaim) -> &'static str {
    match judged.remedy {
        Remedy::Strip if !judged.claim.is_in_text() => "strip: take the plan out of its column",
        Remedy::Recover if judged.claim.kind == ClaimKind::Statement => "recover: write the record, keep the sentence",
        Remedy::Recover => "recover: write the record, clean the text",
        Remedy::Strip => "strip: clean the text only",
        Remedy::Correct if judged.claim.kind == ClaimKind::Statement => "correct: replace with a true sentence",
        Remedy::Correct => "correct: replace with a plan that can run",
        Remedy::Review => "review: choose a remedy",
    }
}
