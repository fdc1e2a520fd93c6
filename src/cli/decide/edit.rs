//! The changes to a proposal that the options of `decide` make.

use std::collections::BTreeMap;

use anyhow::bail;

use super::{Arguments, ChoiceName, DecideAction, plan};
use crate::claim::ClaimKind;
use crate::cli::output::count;
use crate::proposal::{Choice, Edit, Finding, Rules};
use crate::session::{Reviewed, Session};
use crate::verdict::Remedy;

/// The choice for the claims, instead of the proposal.
pub(super) fn chosen(arguments: &Arguments) -> Option<Choice> {
    arguments.filter.choice.map(|choice| match choice {
        ChoiceName::Recover => Choice::Recover,
        ChoiceName::Strip => Choice::Strip,
        ChoiceName::Correct => Choice::Correct,
        ChoiceName::Leave => Choice::Leave,
    })
}

/// The claims that a choice for a whole message applies to.
///
/// Only records can be recovered. Records that already exist are included only if there are no others.
pub(super) fn meant_by(choice: Choice, finding: &Finding) -> Vec<usize> {
    let claims = || finding.claims.iter().enumerate();
    if choice == Choice::Recover {
        // A promised record is included only if nothing else was lost.
        let (promised, records): (Vec<_>, Vec<_>) = claims()
            .filter(|(_, judged)| judged.claim.record.is_some())
            .partition(|(_, judged)| judged.claim.kind == ClaimKind::Statement);
        let lost: Vec<_> = records.iter().filter(|(_, judged)| judged.remedy != Remedy::Strip).collect();
        if !lost.is_empty() {
            return lost.into_iter().map(|(index, _)| *index).collect();
        }
        if let Some(records) = [records, promised].into_iter().find(|records| !records.is_empty()) {
            return records.into_iter().map(|(index, _)| index).collect();
        }
    }
    if choice == Choice::Correct {
        let is_correctable = |kind| matches!(kind, ClaimKind::Plan | ClaimKind::Statement);
        return claims().filter(|(_, judged)| is_correctable(judged.claim.kind)).map(|(index, _)| index).collect();
    }
    claims().map(|(index, _)| index).collect()
}

/// The edit of a decision: what was changed earlier, as `show` shows it, with the options on top. A reset drops all of it.
pub(super) fn of(arguments: &Arguments, session: &Session, reviewed: &Reviewed) -> anyhow::Result<Edit> {
    let claims = &reviewed.finding.claims;
    if let Some(claim) = arguments.claim
        && claim >= claims.len()
    {
        bail!("no --claim {claim}: the message has {}, counted from 0", count(claims.len(), "claim", "claims"));
    }
    let mut fields = fields(arguments)?;
    // With several messages, each has its own records.
    let is_of_many = arguments.message.len() > 1;
    if !is_of_many {
        fields.extend(arguments.memory_type.iter().map(|kind| ("memory_type".to_owned(), kind.clone())));
    }
    if let (Some(claim), None, true, None) =
        (arguments.claim, arguments.filter.choice, fields.is_empty(), &arguments.plan)
    {
        bail!("--claim {claim} needs a change: --as recover|strip|correct|leave, --set FIELD=VALUE or --plan JSON");
    }
    let mut edit = Edit::default();
    if let Some(choice) = chosen(arguments) {
        let meant = arguments.claim.map_or_else(|| meant_by(choice, &reviewed.finding), |claim| vec![claim]);
        if meant.is_empty() {
            bail!("nothing to correct: the message has neither a completion claim nor a plan");
        }
        for index in meant {
            edit.claim(index).choice = Some(choice);
        }
    }
    if let Some(typed) = &arguments.plan {
        let (finding, rules) = (&reviewed.finding, session.audit().rules());
        plan::correct(&mut edit, plan::read(typed)?, finding, arguments.claim, &rules)?;
    }
    if !fields.is_empty() {
        set_fields(&mut edit, fields, &reviewed.finding, arguments.claim, &session.audit().rules())?;
    }
    edit.cleaned.clone_from(&arguments.cleaned);
    if arguments.action != DecideAction::Reset {
        edit = reviewed.changes().clone().overlaid_by(edit);
    }
    if let Some(kind) = arguments.memory_type.as_ref().filter(|_| is_of_many)
        && !set_memory_type(&mut edit, kind, &reviewed.finding, &session.audit().rules())
    {
        let key = reviewed.finding.message_id.as_ref().map(ToString::to_string).unwrap_or_default();
        bail!("message {key}: no memory would be written, so --memory-type does not apply; leave that message out");
    }
    Ok(edit)
}

/// Sets fields of the record of a claim; without a claim, of the first record.
fn set_fields(
    edit: &mut Edit,
    fields: BTreeMap<String, String>,
    finding: &Finding,
    claim: Option<usize>,
    rules: &Rules<'_>,
) -> anyhow::Result<()> {
    let with_record = |index: &usize| finding.claims.get(*index).is_some_and(|judged| judged.claim.record.is_some());
    let place = match claim {
        Some(claim) => Some(claim).filter(with_record),
        None => (0..finding.claims.len()).find(with_record),
    };
    let Some(place) = place else { bail!("no fields to set: the claim has no record") };
    let mapping = finding.claims.get(place).and_then(|judged| rules.mapping(&judged.claim));
    for name in fields.keys() {
        if !mapping.is_some_and(|mapping| mapping.fields.contains_key(name)) {
            bail!("unknown field `{name}` of this record");
        }
    }
    let change = edit.claim(place);
    // Editing the record implies recovering it.
    if change.choice.is_none() && finding.claims.get(place).is_some_and(|judged| judged.remedy == Remedy::Review) {
        change.choice = Some(Choice::Recover);
    }
    change.fields = fields;
    Ok(())
}

fn fields(arguments: &Arguments) -> anyhow::Result<BTreeMap<String, String>> {
    let mut fields = BTreeMap::new();
    for assignment in &arguments.set {
        let Some((name, value)) = assignment.split_once('=') else {
            bail!("--set `{assignment}`: not FIELD=VALUE");
        };
        fields.insert(name.to_owned(), value.to_owned());
    }
    fields.extend(arguments.memory.iter().map(|text| ("content".to_owned(), text.clone())));
    Ok(fields)
}

/// Sets the type of every memory that a finding would write. Returns whether there is one.
pub(super) fn set_memory_type(edit: &mut Edit, kind: &str, finding: &Finding, rules: &Rules<'_>) -> bool {
    let mut is_set = false;
    for (index, judged) in finding.claims_on() {
        let choice = edit.claims.get(&index).and_then(|change| change.choice);
        let is_written = match choice {
            Some(choice) => choice == Choice::Recover,
            None => matches!(judged.remedy, Remedy::Recover | Remedy::Review),
        };
        let is_written = is_written && judged.claim.kind != ClaimKind::Statement;
        let has_type = rules.mapping(&judged.claim).is_some_and(|mapping| mapping.fields.contains_key("memory_type"));
        if is_written && has_type {
            let change = edit.claim(index);
            change.fields.insert("memory_type".to_owned(), kind.to_owned());
            // Setting the type implies recovering the record.
            change.choice = choice.or(Some(Choice::Recover).filter(|_| judged.remedy == Remedy::Review));
            is_set = true;
        }
    }
    is_set
}
