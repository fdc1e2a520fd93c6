//! Selects findings by filters, and says which of them are decided in bulk and why the others are not.

use clap::{Args, ValueEnum as _};

use super::{Arguments, ChoiceName, DecideAction, DecisionSelection, decision, edit};
use crate::claim::{Claim, ClaimKind};
use crate::cli::database::DatabaseArgument;
use crate::cli::option_values::one_of;
use crate::proposal::{Choice, Edit, Finding, Status, recovery_for_many};
use crate::review::NewDecision;
use crate::session::{Reviewed, Session};
use crate::verdict::Remedy;

const LOOK_AT_EACH: &str = "individual review needed (`ghostcall review` or `decide --message`)";

pub(super) fn selected(arguments: &Arguments, session: &Session) -> anyhow::Result<DecisionSelection> {
    let mut selection = DecisionSelection::default();
    let visit = &mut |mut reviewed: Reviewed| {
        if is_meant(arguments, session, &reviewed) {
            session.findings().read_copies(&mut reviewed.finding);
            match left_because(arguments, &reviewed) {
                Some(why) => selection.leave(why),
                None => match bulk_decision(arguments, session, &reviewed) {
                    Ok(decision) => selection.decisions.push(decision),
                    Err(why) => selection.leave(&why),
                },
            }
        }
        true
    };
    session.findings().list_watched(visit, &mut |_| true)?;
    Ok(selection)
}

/// Whether the filters select a finding. As in `scan`, its remedy is the one with the reviewer's changes.
pub(super) fn is_meant(arguments: &Arguments, session: &Session, reviewed: &Reviewed) -> bool {
    let FindingFilter { pattern, remedy, .. } = &arguments.filter;
    let remedy_of = || {
        let Reviewed { finding, edit, .. } = reviewed;
        if edit.is_empty() { finding.remedy } else { session.findings().shown(reviewed).remedy }
    };
    pattern.as_ref().is_none_or(|name| reviewed.finding.has_pattern(name))
        && remedy.is_none_or(|remedy| remedy_of() == Some(remedy))
}

/// Which findings are decided together.
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct FindingFilter {
    /// All findings with this pattern; `unknown` for payloads that match no pattern.
    #[arg(long, value_name = "NAME")]
    pub(super) pattern: Option<String>,

    /// All findings with this remedy.
    #[arg(long, value_name = "REMEDY", value_parser = one_of(&Remedy::ALL, Remedy::name))]
    pub(super) remedy: Option<Remedy>,

    /// All findings.
    #[arg(long)]
    pub(super) all: bool,

    /// Remedy to use instead of the proposed one.
    #[arg(long = "as", value_name = "REMEDY")]
    pub(super) choice: Option<ChoiceName>,
}

impl FindingFilter {
    /// The same filters, or all findings if none is set.
    pub(in crate::cli) fn or_all(&self) -> Self {
        Self { all: self.all || (self.pattern.is_none() && self.remedy.is_none()), ..self.clone() }
    }

    /// The name of the pattern that findings must have.
    pub(in crate::cli) fn pattern(&self) -> Option<&str> {
        self.pattern.as_deref()
    }

    /// The filters as options of the command line.
    pub(in crate::cli) fn in_words(&self) -> String {
        let Self { pattern, remedy, all, choice } = self;
        let all = all.then(|| "--all".to_owned());
        let pattern = pattern.as_ref().map(|name| format!("--pattern {name}"));
        let remedy = remedy.map(|remedy| format!("--remedy {}", remedy.name()));
        let choice = choice.and_then(|choice| Some(format!("--as {}", choice.to_possible_value()?.get_name())));
        [all, pattern, remedy, choice].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// The bulk acceptance of these filters at this moment.
pub(in crate::cli) fn bulk(
    database: &DatabaseArgument,
    filter: &FindingFilter,
    session: &Session,
) -> anyhow::Result<Vec<NewDecision>> {
    let arguments = Arguments {
        database: database.clone(),
        action: DecideAction::Accept,
        filter: filter.clone(),
        message: Vec::new(),
        claim: None,
        set: Vec::new(),
        memory: None,
        memory_type: None,
        plan: None,
        cleaned: None,
        note: None,
        dry_run: true,
        despite_sample: false,
    };
    Ok(selected(&arguments, session)?.decisions)
}

/// The filters as options of the command line.
pub(super) fn in_words(arguments: &Arguments) -> String {
    let Arguments { filter, memory_type, .. } = arguments;
    let memory_type = memory_type.as_ref().map(|kind| format!(" --memory-type {kind}")).unwrap_or_default();
    filter.in_words() + &memory_type
}

/// The reason why a bulk action leaves a finding out.
fn left_because(arguments: &Arguments, reviewed: &Reviewed) -> Option<&'static str> {
    let Reviewed { finding, edit, flagged, .. } = reviewed;
    match (arguments.action, finding.status) {
        (_, Status::Written) => Some("already written"),
        _ if finding.message_id.is_none() => Some("the message has no key"),
        (DecideAction::Reset, Status::Pending) => Some("already pending"),
        (DecideAction::Reset, _) => None,
        (_, Status::Pending | Status::Stale) if !finding.in_bulk() && !is_chosen(arguments, finding) => {
            Some(LOOK_AT_EACH)
        }
        (DecideAction::Accept, Status::Pending | Status::Stale) if *flagged => Some("flagged"),
        (DecideAction::Accept, Status::Pending | Status::Stale) if !edit.is_empty() => {
            Some("edited, but not decided yet")
        }
        (_, Status::Pending | Status::Stale) => None,
        _ => Some("already decided"),
    }
}

/// Whether the reviewer chose a remedy for a finding under review by choosing one for its selection.
///
/// `--all` does not count as a selection. Completion claims, guessed values and leftovers of a call need a decision
/// each.
fn is_chosen(arguments: &Arguments, finding: &Finding) -> bool {
    let is_said =
        arguments.action == DecideAction::Accept && arguments.filter.choice.is_some() && !arguments.filter.all;
    let is_known = |claim: &Claim| arguments.filter.pattern.as_ref().is_none_or(|name| claim.is_of_pattern(name));
    let mut for_review = finding.claims.iter().filter(|judged| judged.remedy == Remedy::Review);
    is_said
        && finding.remedy == Some(Remedy::Review)
        && finding.doubt().is_none()
        && finding.claims.iter().all(|judged| judged.claim.kind != ClaimKind::Statement)
        // The choice does not cover the rest of the message.
        && for_review.all(|judged| is_known(&judged.claim))
}

/// The decision of a bulk action; an error if it would write something not proposed, or nothing.
fn bulk_decision(arguments: &Arguments, session: &Session, reviewed: &Reviewed) -> Result<NewDecision, String> {
    let finding = &reviewed.finding;
    let is_chosen = is_chosen(arguments, finding);
    // An edited finding is not accepted here; a skip or a rejection keeps what was changed, for the next decision.
    let keeps_edit = matches!(arguments.action, DecideAction::Skip | DecideAction::Reject);
    let mut edit = if keeps_edit { reviewed.edit.clone() } else { Edit::default() };
    match edit::chosen(arguments) {
        Some(Choice::Recover) if is_chosen => edit = recovery_for_many(finding).ok_or(LOOK_AT_EACH)?,
        // A record that exists according to the evidence is recovered only after an individual review.
        Some(Choice::Recover) if finding.remedy != Some(Remedy::Recover) => return Err(LOOK_AT_EACH.to_owned()),
        Some(Choice::Recover) | None => {}
        Some(choice) => (0..finding.claims.len()).for_each(|index| edit.claim(index).choice = Some(choice)),
    }
    let rules = session.audit().rules();
    if let Some(kind) = &arguments.memory_type
        && !edit::set_memory_type(&mut edit, kind, finding, &rules)
    {
        return Err("no memory would be written, so --memory-type does not apply".to_owned());
    }
    let decision = decision(arguments, finding, edit, &rules).ok_or(LOOK_AT_EACH)?;
    match decision.finding.obstacle() {
        Some(why) if arguments.action == DecideAction::Accept => {
            Err(if finding.obstacle().is_some() && !is_chosen { LOOK_AT_EACH.to_owned() } else { why })
        }
        _ => Ok(decision),
    }
}
