//! What could be done about the claims of a message: the finding, as it is shown, decided and written. Pure.

mod cleaning;
mod edit;
pub mod record;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::claim::{Claim, ClaimKind};
use crate::registry::Class;
use crate::source::profile::{Profile, RecordTool, Records, WriteMode};
use crate::source::{Evidence, Key, Message, Question};
use crate::verdict::{self, Conditions, Remedy, Verdict, Warning};

pub use cleaning::clean;
pub use edit::{Choice, ClaimEdit, Edit};
pub use record::ProposedRecord;

/// Which time a recovered record gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordTime {
    /// The message's: true chronology, and an old journal memory stays old.
    #[default]
    Message,
    /// Now: an old journal memory comes back to life, with a false date.
    Now,
}

/// What proposals follow, besides the table of decisions.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// Where the application keeps things.
    pub profile: &'a Profile,
    /// Which time a recovered record gets; `None` as it was decided, else the message's.
    pub record_time: Option<RecordTime>,
    /// Where a recovered tool is recorded; `None` as it was decided, else as the profile says.
    pub record_tool: Option<RecordTool>,
    /// One instant for the whole run.
    pub now: Timestamp,
}

impl Rules<'_> {
    /// The mapping of the record that a claim carries.
    #[must_use]
    pub fn mapping(&self, claim: &Claim) -> Option<&Records> {
        self.profile.records.get(&claim.record.as_ref()?.kind)
    }
}

/// Where a finding stands in its review.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Nobody decided it yet.
    #[default]
    Pending,
    /// Accepted as proposed.
    Accepted,
    /// Accepted with changes.
    Edited,
    /// Rejected: the message stays as it is.
    Rejected,
    /// Put off.
    Skipped,
    /// Written to the database.
    Written,
    /// The message changed since the decision.
    Stale,
}

impl Status {
    /// All of them, in the order in which people read them.
    pub const ALL: [Self; 7] =
        [Self::Pending, Self::Accepted, Self::Edited, Self::Rejected, Self::Skipped, Self::Written, Self::Stale];

    /// The word of files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Edited => "edited",
            Self::Rejected => "rejected",
            Self::Skipped => "skipped",
            Self::Written => "written",
            Self::Stale => "stale",
        }
    }
}

/// A claim with what was found about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedClaim {
    /// What the text claims.
    #[serde(flatten)]
    pub claim: Claim,
    /// What is proposed for it, or what the reviewer chose.
    pub remedy: Remedy,
    /// Whether it happened.
    pub verdict: Option<Verdict>,
    /// What each source answered.
    pub evidence: Vec<String>,
    /// What the reviewer should know about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// Whether the reviewer left it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
}

/// All claims of one message, and what is proposed for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The message.
    pub message_id: Option<Key>,
    /// Its conversation.
    pub conversation_id: Option<Key>,
    /// Who spoke.
    pub agent_id: Option<Key>,
    /// The name of who spoke.
    pub agent: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// When.
    pub created_at: Option<Timestamp>,
    /// The weightiest remedy of the claims that are switched on; `None` where none is.
    pub remedy: Option<Remedy>,
    /// Where it stands in its review.
    pub status: Status,
    /// The claims, in the order of the text.
    pub claims: Vec<JudgedClaim>,
    /// The text without the claims that are switched on.
    pub cleaned: String,
    /// The records that would be written.
    pub records: Vec<ProposedRecord>,
    /// The tools recorded with the message; `None` where nothing is known of them.
    pub tools_used: Option<Vec<String>>,
    /// The tools after a write-back.
    pub tools_used_after: Option<Vec<String>>,
    /// What the reviewer should know.
    pub warnings: Vec<Warning>,
    /// Which time the records get, where that was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_time: Option<RecordTime>,
    /// Where the recovered tools are recorded, where that was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_tool: Option<RecordTool>,
    /// The message itself; no part of the JSON.
    #[serde(skip)]
    pub message: Message,
}

impl Finding {
    /// Where the names of the recovered tools go.
    #[must_use]
    pub fn tool_place(&self, profile: &Profile) -> RecordTool {
        match &profile.tools_written {
            Some(written) => self.record_tool.unwrap_or(written.place),
            None => RecordTool::None,
        }
    }

    /// The text that a write-back would leave; `None` where the message keeps its own, since nothing but the
    /// payload stands in it.
    #[must_use]
    pub fn new_text(&self) -> Option<&str> {
        (!self.warnings.contains(&Warning::PayloadOnly)).then_some(self.cleaned.as_str())
    }

    /// The text that stands there after a write-back, changed or not.
    #[must_use]
    pub fn text_left(&self) -> &str {
        self.new_text().unwrap_or(&self.message.text)
    }

    /// Whether a bulk action may take it as it is.
    #[must_use]
    pub fn in_bulk(&self) -> bool {
        self.remedy.is_some_and(Remedy::in_bulk) && self.obstacle().is_none()
    }

    /// The claims that are switched on, with their places.
    pub fn claims_on(&self) -> impl Iterator<Item = (usize, &JudgedClaim)> {
        self.claims.iter().enumerate().filter(|(_, judged)| !judged.off)
    }

    /// The claim that says best what the finding is about: not a stamp, if there is another.
    #[must_use]
    pub fn main_claim(&self) -> Option<&JudgedClaim> {
        let weight = |judged: &&JudgedClaim| (judged.claim.kind != ClaimKind::Stamp, judged.remedy);
        // Of equals the first one.
        self.claims.iter().rev().max_by_key(weight)
    }

    /// How sure it is that this is a finding, 0 to 1.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        self.main_claim().map_or(0.0, |judged| judged.claim.confidence)
    }

    /// Why the finding cannot be accepted as it is, and what to do about it; `None` where it can.
    #[must_use]
    pub fn obstacle(&self) -> Option<String> {
        if self.claims_on().next().is_none() {
            return Some("every claim is switched off: nothing would change".to_owned());
        }
        self.claims_on().find_map(|(index, judged)| self.claim_obstacle(index, judged))
    }

    fn claim_obstacle(&self, index: usize, judged: &JudgedClaim) -> Option<String> {
        match judged.remedy {
            Remedy::Review => {
                let what = judged.claim.pattern.as_deref().unwrap_or("payload");
                Some(format!("say first what to do with this {what}: recover, strip or leave it"))
            }
            Remedy::Recover if judged.warnings.contains(&Warning::NoOwner) => {
                Some("there is no agent to whom the record could belong: strip it, or leave it".to_owned())
            }
            Remedy::Recover if judged.warnings.contains(&Warning::InvalidRecord) => {
                Some("the application would refuse this record: edit it first".to_owned())
            }
            Remedy::Recover if judged.warnings.contains(&Warning::TruncatedPayload) => {
                Some("the payload is cut off: edit the record first".to_owned())
            }
            Remedy::Recover if !self.records.iter().any(|record| record.claim == index) => {
                Some("there is no record in this claim that could be recovered".to_owned())
            }
            Remedy::Recover | Remedy::Strip => None,
        }
    }
}

/// The conditions under which the record of a claim could be recovered.
fn conditions(claim: &Claim, message: &Message, rules: &Rules<'_>) -> Conditions {
    let mapping = rules.mapping(claim).filter(|_| rules.profile.write == WriteMode::Full);
    let fields = claim.record.as_ref().zip(mapping).map(|(claimed, mapping)| record::stored_fields(claimed, mapping));
    Conditions {
        recordable: mapping.is_some(),
        owner_known: message.owner.is_known(),
        tool_enabled: claim.tool.as_deref().is_none_or(|tool| message.owner.may_use(tool)),
        record_valid: fields.zip(mapping).is_some_and(|(fields, mapping)| record::faults(&fields, mapping).is_empty()),
    }
}

/// What to ask of the evidence about a claim.
#[must_use]
pub fn question(claim: &Claim, rules: &Rules<'_>) -> Question {
    let record = claim.record.as_ref().zip(rules.mapping(claim));
    Question {
        tool: claim.tool.clone(),
        record: record.map(|(claimed, mapping)| record::question(claimed, mapping)),
        arguments: (claim.kind == ClaimKind::Call).then(|| claim.value.clone()).flatten(),
    }
}

/// Whether anything has to be asked about a claim at all.
#[must_use]
pub fn needs_evidence(claim: &Claim) -> bool {
    claim.class.is_some_and(|class| class != Class::Envelope)
}

/// A claim with its judgement; `None` where it turns out to be no claim.
#[must_use]
pub fn judge(claim: Claim, message: &Message, evidence: &Evidence, rules: &Rules<'_>) -> Option<JudgedClaim> {
    let judgement = verdict::judge(&claim, evidence.outcome, conditions(&claim, message, rules))?;
    let evidence = if needs_evidence(&claim) { evidence.lines.clone() } else { Vec::new() };
    Some(JudgedClaim {
        claim,
        remedy: judgement.remedy,
        verdict: judgement.verdict,
        evidence,
        warnings: judgement.warnings,
        off: false,
    })
}

/// The finding that the judged claims of a message make.
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

/// The finding as it is with a reviewer's changes.
#[must_use]
pub fn revise(finding: &Finding, edit: &Edit, rules: &Rules<'_>) -> Finding {
    let mut revised = finding.clone();
    for (index, change) in &edit.claims {
        let Some(judged) = revised.claims.get_mut(*index) else {
            continue;
        };
        change_claim(judged, change, &revised.message, rules);
    }
    assemble(&mut revised, rules);
    if let Some(cleaned) = &edit.cleaned {
        revised.cleaned.clone_from(cleaned);
        revised.warnings.retain(|warning| *warning != Warning::PayloadOnly);
    }
    revised
}

fn change_claim(judged: &mut JudgedClaim, change: &ClaimEdit, message: &Message, rules: &Rules<'_>) {
    if let Some(claimed) = &mut judged.claim.record
        && !change.fields.is_empty()
    {
        claimed.fields.extend(change.fields.iter().map(|(name, text)| (name.clone(), text.clone())));
        // What a person wrote is neither cut off nor guessed any more; whether it is valid is told anew.
        judged.warnings.retain(|warning| {
            !matches!(warning, Warning::InvalidRecord | Warning::TruncatedPayload | Warning::UncertainValue)
        });
        let conditions = conditions(&judged.claim, message, rules);
        if conditions.recordable && !conditions.record_valid {
            judged.warnings.push(Warning::InvalidRecord);
        }
    }
    match change.choice {
        Some(Choice::Recover) => (judged.remedy, judged.off) = (Remedy::Recover, false),
        Some(Choice::Strip) => (judged.remedy, judged.off) = (Remedy::Strip, false),
        Some(Choice::Leave) => judged.off = true,
        None => {}
    }
}

/// Works out everything that follows from the claims: remedy, cleaned text, records, tools, warnings.
fn assemble(finding: &mut Finding, rules: &Rules<'_>) {
    finding.record_time = rules.record_time.or(finding.record_time);
    finding.record_tool = rules.record_tool.or(finding.record_tool);
    let message = &finding.message;
    finding.remedy = finding.claims_on().map(|(_, judged)| judged.remedy).max();
    let removals: Vec<_> = finding
        .claims_on()
        .map(|(_, judged)| (judged.claim.span, judged.claim.replacement.as_deref().unwrap_or_default()))
        .collect();
    finding.cleaned = if removals.is_empty() { message.text.clone() } else { clean(&message.text, &removals) };
    let mut warnings: Vec<Warning> =
        finding.claims_on().flat_map(|(_, judged)| judged.warnings.iter().copied()).collect();

    let created = match finding.record_time.unwrap_or_default() {
        RecordTime::Message => message.created_at.or(Some(rules.now)),
        RecordTime::Now => Some(rules.now),
    };
    let mut records = Vec::new();
    let mut tools: Vec<String> = Vec::new();
    for (index, judged) in finding.claims_on().filter(|(_, judged)| judged.remedy == Remedy::Recover) {
        let (Some(claimed), Some(mapping)) = (&judged.claim.record, rules.mapping(&judged.claim)) else {
            continue;
        };
        // A profile that only strips tells where records stand as evidence, not how to write them.
        if !message.owner.is_known() || rules.profile.write != WriteMode::Full {
            continue;
        }
        let fields = record::stored_fields(claimed, mapping);
        if record::is_expired(&fields, mapping, created, rules.now) {
            warnings.push(Warning::ExpiredRecord);
        }
        records.push(ProposedRecord {
            claim: index,
            kind: claimed.kind.clone(),
            table: mapping.table.clone(),
            values: record::values(&fields, mapping, message, created),
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
    finding.warnings = Vec::new();
    for warning in warnings {
        if !finding.warnings.contains(&warning) {
            finding.warnings.push(warning);
        }
    }
}

/// The tools of the message after a write-back: those recovered, in order, each once, added to what stood there.
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
