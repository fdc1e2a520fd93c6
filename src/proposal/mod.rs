//! Proposals: the finding of a message, with a remedy for each claim, the resulting text and records. Pure.

mod changes;
mod chosen;
mod cleaning;
mod cluster;
mod copies;
mod correction;
mod edit;
mod finding;
mod leftover;
mod likeness;
pub mod record;
mod tool;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::catalog::KnownTools;
use crate::claim::{Claim, ClaimKind, Span};
use crate::plan::PlanError;
use crate::registry::{CallTokens, Class};
use crate::source::profile::{Profile, RecordTool, Records, Rendered, WriteMode};
use crate::source::{Evidence, Message, Outcome, Question, StatementQuestion};
use crate::verdict::{self, Conditions, Existence, Remedy, Verdict, Warning};

pub use changes::{Change, changes};
pub use chosen::{chosen_for_many, recovery_for_many};
pub use cleaning::clean;
pub use cluster::Cluster;
pub use copies::{CopyLikeness, TextCopy, changed_parts, differs, empties};
pub use edit::{Choice, ClaimEdit, Edit};
pub use finding::{Finding, JudgedClaim, NO_RECORD, Status};
pub use likeness::Likeness;
pub use record::ProposedRecord;

/// The timestamp of recovered records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordTime {
    /// The time of the message. An expired journal memory stays expired.
    #[default]
    Message,
    /// The time of the decision. An expired journal memory becomes active again, with a false date.
    Now,
}

/// The context of proposals, besides the decision table in [`crate::verdict`].
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// The profile of the application.
    pub profile: &'a Profile,
    /// The known tools, against which corrected plans are validated.
    pub tools: &'a KnownTools,
    /// The markup of calls, none of which may stay behind in a text after a bulk decision.
    pub call_tokens: &'a CallTokens,
    /// The timestamp of recovered records; `None` for the choice of the decision, or else the message's time.
    pub record_time: Option<RecordTime>,
    /// Where to note that the recovered tool was used; `None` for the choice of the decision, or else the profile's.
    pub record_tool: Option<RecordTool>,
    /// The current time, the same for the whole run.
    pub now: Timestamp,
    /// When the finding was decided, or [`Self::now`] if it is still open. A record without the message's time gets it:
    /// unlike the current time it is the same in each script for a finding, so that one can undo what another wrote.
    pub decided_at: Timestamp,
}

impl<'a> Rules<'a> {
    /// The rules for open findings, with the choices of the decision or of the profile.
    #[must_use]
    pub fn new(profile: &'a Profile, tools: &'a KnownTools, call_tokens: &'a CallTokens, now: Timestamp) -> Self {
        Self { profile, tools, call_tokens, record_time: None, record_tool: None, now, decided_at: now }
    }

    /// How the profile stores records of the type that a claim carries.
    #[must_use]
    pub fn mapping(&self, claim: &Claim) -> Option<&Records> {
        self.profile.records.get(&claim.record.as_ref()?.kind)
    }
}

/// The conditions for recovering the record of a claim.
fn conditions(claim: &Claim, message: &Message, rules: &Rules<'_>) -> Conditions {
    let mapping = rules.mapping(claim).filter(|_| rules.profile.write == WriteMode::Full);
    let fields = claim.record.as_ref().zip(mapping).map(|(claimed, mapping)| record::stored_fields(claimed, mapping));
    Conditions {
        recordable: mapping.is_some(),
        owner_known: message.owner.is_known(),
        tool_enabled: claim.tool.as_deref().is_none_or(|tool| message.owner.may_use(tool)),
        record_valid: fields.zip(mapping).is_some_and(|(fields, mapping)| record::faults(&fields, mapping).is_empty()),
        existence: Existence::default(),
    }
}

/// The question to the evidence sources about a claim; `text` is the message's text.
#[must_use]
pub fn question(claim: &Claim, text: &str, rules: &Rules<'_>) -> Question {
    if claim.kind == ClaimKind::Statement {
        let statement = StatementQuestion {
            words: claim.true_by.clone(),
            earlier: !claim.was_requested() || claim.restates,
            changes: claim.changes,
            may_be_read: claim.may_be_read,
            is_of_booking: claim.is_of_booking,
            any_change: claim.any_change,
            is_decisive: claim.is_decisive,
            announces: claim.class == Some(Class::Announced),
            record: claim.record.as_ref().map(|promised| promised.kind.clone()),
        };
        return Question { tool: claim.tool.clone(), statement: Some(statement), ..Question::default() };
    }
    let record = claim.record.as_ref().zip(rules.mapping(claim));
    let is_call = claim.kind == ClaimKind::Call;
    // A call has arguments, and perhaps a claimed result.
    let answered = if is_call { &claim.result } else { &claim.value };
    let payload_text = claim.payload.filter(|_| !is_call).map(|payload| payload.of(text).to_owned());
    Question {
        tool: claim.tool.clone(),
        record: record.map(|(claimed, mapping)| record::question(claimed, claim.result.as_ref(), mapping)),
        arguments: claim.value.clone().filter(|_| is_call),
        payload: answered.clone(),
        payload_text,
        statement: None,
        asks_whether_it_exists: claim.no_such_tool,
    }
}

/// Whether evidence has to be gathered for a claim.
#[must_use]
pub fn needs_evidence(claim: &Claim) -> bool {
    match claim.kind {
        ClaimKind::Statement => true,
        ClaimKind::Stamp | ClaimKind::Plan => false,
        ClaimKind::Call | ClaimKind::Result => claim.class != Some(Class::Envelope) || claim.whole,
    }
}

/// Judges a claim; `None` if the evidence shows that it is not a claim.
#[must_use]
pub fn judge(claim: Claim, message: &Message, evidence: &Evidence, rules: &Rules<'_>) -> Option<JudgedClaim> {
    let rendered = rendered(&claim, rules.profile);
    let only_trace = rendered.filter(|_| !evidence.calls_known);
    let missing_marker = only_trace.and_then(|form| missing_marker(form, claim.span.of(&message.text)));
    let may_be_own = only_trace.is_some() && missing_marker.is_none();
    let existence = match tool::existence(&claim, message, evidence, rules) {
        // What the application shows as executed was a tool at that time, even if it is not listed today.
        Existence::Missing if may_be_own => Existence::Known,
        existence => existence,
    };
    let conditions = Conditions { existence, ..conditions(&claim, message, rules) };
    let mut judgement = verdict::judge(&claim, evidence.outcome, conditions)?;
    if judgement.verdict == Some(Verdict::Executed) && rendered.is_some() {
        return None;
    }
    if evidence.changed_since && judgement.verdict != Some(Verdict::Executed) {
        judgement.warnings.push(Warning::ChangedSince);
        judgement.remedy = Remedy::Review;
    }
    if claim.leaves_reports && judgement.remedy == Remedy::Correct {
        judgement.warnings.push(Warning::Leftover);
    }
    let mut evidence = match claim.kind {
        ClaimKind::Plan => faults_of_plan(&claim),
        _ if claim.no_such_tool => tool::lines(&claim, message, evidence, existence),
        // No source holds the same as this unknown payload, so none could say more.
        _ if claim.has_common_shape() && claim.kind != ClaimKind::Statement && evidence.outcome != Outcome::Equal => {
            Vec::new()
        }
        _ => evidence.lines.clone(),
    };
    let claim = tool::with_existence(claim, existence, judgement.verdict);
    if may_be_own {
        let own = "the application itself writes such blocks for calls that ran, and keeps nothing else";
        evidence.push(own.to_owned());
        if judgement.verdict == Some(Verdict::NotExecuted) {
            (judgement.verdict, judgement.remedy) = (Some(Verdict::Unclear), Remedy::Review);
        }
    } else if let Some(sign) = missing_marker.filter(|_| judgement.verdict == Some(Verdict::NotExecuted)) {
        evidence.push(format!("the application writes `{}` into each such block", sign.trim()));
    }
    Some(JudgedClaim {
        claim,
        remedy: judgement.remedy,
        verdict: judgement.verdict,
        evidence,
        warnings: judgement.warnings,
        off: false,
    })
}

/// A text that the application writes into each such block, and that this block lacks.
fn missing_marker<'a>(form: &'a Rendered, block: &str) -> Option<&'a str> {
    form.always.iter().map(String::as_str).find(|sign| !block.contains(sign))
}

/// The form in which the application itself shows executed calls, if the claim has such a form.
fn rendered<'a>(claim: &Claim, profile: &'a Profile) -> Option<&'a Rendered> {
    let syntax = claim.syntax.as_ref()?;
    profile.renders.iter().find(|form| form.syntax == *syntax)
}

/// The number of a plan's errors that the evidence lists; the claim has all of them.
const MAX_PLAN_ERRORS: usize = 30;

/// The errors of a plan, as lines of evidence.
fn faults_of_plan(claim: &Claim) -> Vec<String> {
    let recorded = claim.recorded.iter().map(|recorded| format!("the plan is recorded in {}", recorded.column));
    let more = claim.errors.len().saturating_sub(MAX_PLAN_ERRORS);
    let more = (more > 0).then(|| format!("and {more} more mistakes"));
    recorded.chain(claim.errors.iter().take(MAX_PLAN_ERRORS).map(PlanError::describe)).chain(more).collect()
}

/// Combines the judged claims of a message into a finding.
#[must_use]
pub fn propose(message: Message, claims: Vec<JudgedClaim>, rules: &Rules<'_>) -> Finding {
    let mut finding = Finding {
        message_id: message.key.clone(),
        conversation_id: message.conversation.clone(),
        agent_id: message.owner.key.clone(),
        agent: message.owner.name.clone(),
        model: message.model.clone(),
        created_at: message.created_at,
        claims,
        tools_used: message.tools_used.clone(),
        message,
        ..Finding::default()
    };
    assemble(&mut finding, rules);
    finding
}

/// Applies a reviewer's changes to a finding.
#[must_use]
pub fn revise(finding: Finding, edit: &Edit, rules: &Rules<'_>) -> Finding {
    let mut finding = with_changed_claims(finding, edit, rules);
    let had_leftover = finding.warnings.contains(&Warning::Leftover);
    assemble(&mut finding, rules);
    if let Some(cleaned) = &edit.cleaned {
        finding.cleaned.clone_from(cleaned);
        finding.warnings.retain(|warning| !matches!(warning, Warning::PayloadOnly | Warning::Leftover));
        if leftover::is_in(cleaned, rules) {
            finding.warn(Warning::Leftover);
        }
    } else if had_leftover {
        finding.warn(Warning::Leftover);
    }
    if edit.chooses_all(&finding) {
        // By choosing, the reviewer accepts the resulting text.
        finding.remedy = finding.weightiest_remedy();
    }
    finding
}

/// Applies a reviewer's changes to the claims of a finding alone: whatever depends on them stays as it was.
#[must_use]
pub fn with_changed_claims(mut finding: Finding, edit: &Edit, rules: &Rules<'_>) -> Finding {
    for (index, change) in &edit.claims {
        if let Some(judged) = finding.claims.get_mut(*index) {
            change_claim(judged, change, &finding.message, rules);
        }
    }
    finding
}

/// Adds the warning that the cleaned text still contains a claim, which a second pass found.
#[must_use]
pub fn with_leftover(mut finding: Finding) -> Finding {
    finding.warn(Warning::Leftover);
    finding
}

fn change_claim(judged: &mut JudgedClaim, change: &ClaimEdit, message: &Message, rules: &Rules<'_>) {
    if let Some(claimed) = &mut judged.claim.record
        && !change.fields.is_empty()
    {
        claimed.fields.extend(change.fields.iter().map(|(name, text)| (name.clone(), text.clone())));
        // A reviewer's text is neither cut off nor guessed. Whether the record is valid is checked again.
        judged.warnings.retain(|warning| {
            !matches!(warning, Warning::InvalidRecord | Warning::TruncatedPayload | Warning::UncertainValue)
        });
        let conditions = conditions(&judged.claim, message, rules);
        if conditions.recordable && !conditions.record_valid {
            judged.warnings.push(Warning::InvalidRecord);
        }
    }
    match change.choice {
        Some(Choice::Recover) => {
            (judged.remedy, judged.off) = (Remedy::Recover, false);
            // The fields come from the user's words, not from a call.
            if judged.claim.kind == ClaimKind::Statement && change.fields.is_empty() {
                judged.warnings.push(Warning::UncertainValue);
            }
        }
        Some(Choice::Strip) => {
            (judged.remedy, judged.off) = (Remedy::Strip, false);
            // The reviewer wants it removed, whatever becomes of the other one.
            judged.warnings.retain(|warning| *warning != Warning::DuplicateRecord);
        }
        Some(Choice::Correct) => (judged.remedy, judged.off) = (Remedy::Correct, false),
        Some(Choice::Leave) => judged.off = true,
        None => {}
    }
    if let Some(typed) = &change.plan {
        correction::set_plan(&mut judged.claim, typed, rules.tools);
    }
    correction::set_replacement(&mut judged.claim, judged.remedy, &message.text);
}

/// Recomputes everything that depends on the claims: remedy, cleaned text, records, tools and warnings.
fn assemble(finding: &mut Finding, rules: &Rules<'_>) {
    finding.record_time = rules.record_time.or(finding.record_time);
    finding.record_tool = rules.record_tool.or(finding.record_tool);
    let message = &finding.message;
    finding.remedy = finding.weightiest_remedy();
    let removals = removals(finding);
    finding.cleaned = if removals.is_empty() { message.text.clone() } else { clean(&message.text, &removals) };
    let mut warnings: Vec<Warning> =
        finding.claims_on().flat_map(|(_, judged)| judged.warnings.iter().copied()).collect();

    let created = match finding.record_time.unwrap_or_default() {
        RecordTime::Message => message.created_at.unwrap_or(rules.decided_at),
        RecordTime::Now => rules.decided_at,
    };
    let is_timeless = finding.record_time.unwrap_or_default() == RecordTime::Message && message.created_at.is_none();
    let mut records = Vec::new();
    let mut tools: Vec<String> = Vec::new();
    for (index, judged) in finding.claims_on().filter(|(_, judged)| judged.remedy == Remedy::Recover) {
        let (Some(claimed), Some(mapping)) = (&judged.claim.record, rules.mapping(&judged.claim)) else {
            continue;
        };
        // In a profile that only strips, records are evidence: it does not describe how to write them.
        if !message.owner.is_known() || rules.profile.write != WriteMode::Full {
            continue;
        }
        let fields = record::stored_fields(claimed, mapping);
        if record::is_expired(&fields, mapping, created, rules.now) {
            warnings.push(Warning::ExpiredRecord);
        }
        if is_timeless && record::is_expired(&fields, mapping, Timestamp::UNIX_EPOCH, rules.now) {
            warnings.push(Warning::TimeUnknown);
        }
        records.push(ProposedRecord {
            claim: index,
            kind: claimed.kind.clone(),
            table: mapping.table.clone(),
            values: record::values(&fields, mapping, message, Some(created)),
        });
        tools.extend(judged.claim.tool.clone());
    }
    finding.records = records;
    let place = finding.tool_place(rules.profile);
    finding.tools_used_after = tools_after(message, &tools, place);
    if message.tools_hide_it && finding.tools_used_after != message.tools_used {
        warnings.push(Warning::HiddenByTools);
    }
    if finding.cleaned.is_empty() && !message.text.is_empty() {
        warnings.push(Warning::PayloadOnly);
    }
    if leftover::is_left_by(finding, rules) {
        warnings.push(Warning::Leftover);
    }
    finding.warnings = Vec::new();
    for warning in warnings {
        finding.warn(warning);
    }
}

/// The spans to remove from the text, in order, and their replacements.
fn removals(finding: &Finding) -> Vec<(Span, &str)> {
    let claims = finding.claims_on().filter(|(_, judged)| judged.claim.is_in_text() && !becomes_true(judged));
    claims.map(|(_, judged)| (judged.claim.span, replacement_of(judged))).collect()
}

/// Whether the write-back makes a completion claim true, by writing the record that it promised. Then the sentence
/// stays.
fn becomes_true(judged: &JudgedClaim) -> bool {
    judged.claim.kind == ClaimKind::Statement && judged.remedy == Remedy::Recover
}

/// The replacement of a claim.
fn replacement_of(judged: &JudgedClaim) -> &str {
    let is_only_stripped = judged.claim.kind == ClaimKind::Statement && judged.remedy == Remedy::Strip;
    judged.claim.replacement.as_deref().filter(|_| !is_only_stripped).unwrap_or_default()
}

/// The tools of the message after a write-back: the recorded ones, then the recovered ones, each once.
fn tools_after(message: &Message, recovered: &[String], place: RecordTool) -> Option<Vec<String>> {
    if place != RecordTool::SameRow {
        return message.tools_used.clone();
    }
    let mut tools = message.tools_used.clone()?;
    for tool in recovered {
        if !tools.contains(tool) {
            tools.push(tool.clone());
        }
    }
    Some(tools)
}
