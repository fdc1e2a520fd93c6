//! Plans that a reviewer corrected: validated again, and written in the format of the old plan.

use std::io;

use serde::Serialize as _;
use serde_json::Value;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

use crate::catalog::KnownTools;
use crate::claim::payload::RepairKind;
use crate::claim::{Claim, ClaimKind};
use crate::plan::{self, PlanError};
use crate::verdict::Remedy;

/// The number of errors listed in a sentence.
const MAX_SHOWN: usize = 3;

/// Replaces the plan of a claim by the one that the reviewer typed, and validates it.
pub(super) fn set_plan(claim: &mut Claim, typed: &str, tools: &KnownTools) {
    if claim.kind != ClaimKind::Plan {
        return;
    }
    let (plan, errors) = match plan::read(typed) {
        Ok(plan) => {
            let errors = plan::validate_known(&plan, tools).errors;
            (plan, errors)
        }
        Err(error) => (Value::from(typed), vec![*error]),
    };
    (claim.corrected, claim.errors) = (Some(plan), errors);
}

/// Sets the replacement of a claim to its corrected plan, if its remedy is `correct` and the plan can run.
pub(super) fn set_replacement(claim: &mut Claim, remedy: Remedy, text: &str) {
    if claim.kind != ClaimKind::Plan {
        return;
    }
    claim.replacement = match (&claim.corrected, remedy) {
        (Some(plan), Remedy::Correct) if !claim.errors.iter().any(PlanError::is_fatal) => {
            replacement(claim, plan, text)
        }
        _ => None,
    };
}

/// The replacement for the whole claim: the new plan in the wrapper of the old one.
fn replacement(claim: &Claim, plan: &Value, text: &str) -> Option<String> {
    let (text, whole, payload) = match &claim.recorded {
        Some(recorded) => (recorded.text.as_str(), (0, recorded.text.len()), recorded.plan),
        None => (text, (claim.span.start, claim.span.end), claim.payload?),
    };
    let (before, after) = (text.get(whole.0..payload.start)?, text.get(payload.end..whole.1)?);
    Some(format!("{before}{}{after}", written(plan, payload.of(text))))
}

/// A plan on one line, or indented like the old one.
fn written(plan: &Value, old: &str) -> String {
    let Some((_, rest)) = old.split_once('\n') else {
        return if old.contains("\": ") { formatted(plan, OneLine) } else { plan.to_string() };
    };
    let indentation = rest.get(..rest.len() - rest.trim_start_matches([' ', '\t']).len()).unwrap_or_default();
    let indentation = if indentation.is_empty() { "  " } else { indentation };
    formatted(plan, PrettyFormatter::with_indent(indentation.as_bytes()))
}

fn formatted(plan: &Value, formatter: impl Formatter) -> String {
    let mut bytes = Vec::new();
    let is_written = plan.serialize(&mut Serializer::with_formatter(&mut bytes, formatter)).is_ok();
    String::from_utf8(bytes).ok().filter(|_| is_written).unwrap_or_else(|| plan.to_string())
}

/// JSON on one line with a space after each comma and colon, as Python writes it.
struct OneLine;

impl OneLine {
    fn separate<W: ?Sized + io::Write>(writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }
}

impl Formatter for OneLine {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        Self::separate(writer, first)
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        Self::separate(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

/// Why the corrected plan of a claim cannot be accepted; `None` if it can. `cleaned` is the text after the remedy.
pub(super) fn obstacle(claim: &Claim, cleaned: &str) -> Option<String> {
    if claim.corrected.is_none() {
        return Some("no corrected plan yet; edit it first".to_owned());
    }
    let fatal: Vec<_> = claim.errors.iter().filter(|error| error.is_fatal()).collect();
    if !fatal.is_empty() {
        return Some(format!("the corrected plan cannot run: {}", summary(&fatal)));
    }
    if let Some(why) = unwritable(claim) {
        return Some(why);
    }
    let Some(replacement) = &claim.replacement else {
        return Some("unknown where the corrected plan would go; strip it, or leave it".to_owned());
    };
    let is_escaped = |repair: &RepairKind| matches!(repair, RepairKind::HtmlEscaped | RepairKind::EscapedQuotes);
    if claim.repairs.iter().any(is_escaped) {
        return Some("the plan is escaped in the text and would not be found again; strip it, or leave it".to_owned());
    }
    (claim.is_in_text() && !cleaned.contains(replacement.trim()))
        .then(|| "the edited text does not contain the corrected plan; edit the text".to_owned())
}

/// Why a recorded plan cannot be changed; `None` if it can.
pub(super) fn unwritable(claim: &Claim) -> Option<String> {
    let recorded = claim.recorded.as_ref().filter(|recorded| !recorded.writable)?;
    Some(format!("the plan in {} is read-only; leave it, or reject the finding", recorded.column))
}

/// The first few errors in a sentence, with the number of the others.
fn summary(errors: &[&PlanError]) -> String {
    let shown: Vec<_> = errors.iter().take(MAX_SHOWN).map(|error| error.message.as_str()).collect();
    let more = errors.len().saturating_sub(MAX_SHOWN);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("{}{more}", shown.join("; "))
}

#[cfg(test)]
mod tests;
