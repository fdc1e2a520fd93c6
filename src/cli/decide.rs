//! `decide`: decisions without the terminal UI.

mod approve;
mod edit;
mod filter;
mod hint;
mod plan;
mod sample;

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use jiff::Timestamp;

use super::CommandOutcome;
use super::database::DatabaseArgument;
use super::options::CommonOptions;
use super::output::{self, count};
use super::pattern_name;
use super::show::{find_message, without_finding};
use crate::proposal::{self, Edit, Finding, Rules};
use crate::review::{DecisionKind, NewDecision};
use crate::sampling::SampleOutcome as Sampled;
use crate::session::{Reviewed, Session};
use crate::source::{Key, Selection as FilterUsed, Source as _};
use crate::verdict::Remedy;
use crate::visible;

/// Decide findings without the terminal UI.
///
/// With --message, any finding can be decided. --all, --pattern and --remedy take only findings that need no individual review:
/// `recover` and `strip`, undecided, not flagged, no value guessed, nothing left over. The rest is counted and reported. With --as,
/// --pattern and --remedy take findings for review too; check them first with --dry-run. Completion claims are decided one by one.
///
/// Where `ghostcall sample` drew a sample of the selection, its outcome is shown and kept; a wrong finding in it stops the rest.
///
/// Where the cleaned text would still hold a claim or stray call markup (warning `leftover`), give another text with --cleaned, or
/// choose a remedy with --as.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall decide export.db accept --all
  ghostcall decide export.db accept --pattern save_memory --remedy recover
  ghostcall decide export.db accept --message 1042 --memory-type core --note 'as Ana asked'
  ghostcall decide export.db accept --pattern save_memory --memory-type core
  ghostcall decide export.db accept --message 1060 --as strip
  ghostcall decide export.db accept --pattern send_mail --as strip --dry-run
  ghostcall decide export.db accept --message 1071 --plan @plan.json --catalog tools.json
  ghostcall decide export.db reject --message 1042 1047
  ghostcall decide export.db approve --all              as another reviewer
  ghostcall decide export.db reset --message 1042")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// What to do with the selected findings.
    #[arg(value_name = "ACTION")]
    action: DecideAction,

    /// Decide the findings of these messages.
    #[arg(long, value_name = "ID", num_args = 1.., conflicts_with_all = ["all", "pattern", "remedy"])]
    message: Vec<String>,

    #[command(flatten)]
    filter: FindingFilter,

    /// Claim for --as, --set, --memory, --memory-type and --plan, counted from 0: --claim 0 is Claim 1 of `show`.
    #[arg(long, value_name = "N", requires = "message")]
    claim: Option<usize>,

    /// Change a field of the record.
    #[arg(long, value_name = "FIELD=VALUE", requires = "message", allow_hyphen_values = true)]
    set: Vec<String>,

    /// Change the text of the memory.
    #[arg(long, value_name = "TEXT", requires = "message", allow_hyphen_values = true)]
    memory: Option<String>,

    /// Change the type of the memory, of one message or of all that are selected.
    #[arg(long, value_name = "TYPE")]
    memory_type: Option<String>,

    /// Corrected plan, as JSON or as a file; refused if it has errors.
    #[arg(long, value_name = "JSON|@FILE", requires = "message", allow_hyphen_values = true)]
    plan: Option<String>,

    /// Change the cleaned text; it may be empty.
    #[arg(long, value_name = "TEXT", requires = "message", allow_hyphen_values = true)]
    cleaned: Option<String>,

    /// Note to keep with the decision.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    note: Option<String>,

    /// Show what would be decided.
    #[arg(long)]
    dry_run: bool,

    /// Decide even though findings of the sample were wrong.
    #[arg(long, conflicts_with = "message")]
    despite_sample: bool,
}

impl Arguments {
    /// Whether options change the proposal.
    fn changes_proposal(&self) -> bool {
        let texts = [&self.memory, &self.memory_type, &self.plan, &self.cleaned];
        self.filter.choice.is_some()
            || self.claim.is_some()
            || !self.set.is_empty()
            || texts.iter().any(|text| text.is_some())
    }
}

pub(super) use filter::{FindingFilter, bulk};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DecideAction {
    /// Accept the proposal.
    Accept,
    /// Leave the message as it is.
    Reject,
    /// Decide later.
    Skip,
    /// Undo the decision.
    Reset,
    /// Approve what another reviewer accepted: for `apply --require-approval`.
    Approve,
}

impl DecideAction {
    /// Describes the result for a finding.
    fn done(self) -> &'static str {
        match self {
            Self::Accept => "accepted",
            Self::Reject => "rejected",
            Self::Skip => "skipped",
            Self::Reset => "reset",
            Self::Approve => "approved",
        }
    }

    /// The decision that the action makes; `None` if it makes none.
    fn decision(self) -> Option<DecisionKind> {
        match self {
            Self::Accept => Some(DecisionKind::Accept),
            Self::Reject => Some(DecisionKind::Reject),
            Self::Skip => Some(DecisionKind::Skip),
            Self::Reset => Some(DecisionKind::Reset),
            Self::Approve => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ChoiceName {
    /// Write the record and clean the text.
    Recover,
    /// Clean the text only.
    Strip,
    /// Replace it with the corrected plan, or a true sentence.
    Correct,
    /// Leave it as it is.
    Leave,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let names_none = arguments.message.is_empty() && !arguments.filter.all;
    if names_none && arguments.filter.pattern.is_none() && arguments.filter.remedy.is_none() {
        bail!("no findings selected: use --message ID…, --pattern NAME, --remedy REMEDY or --all");
    }
    if arguments.action == DecideAction::Approve {
        return approve::run(arguments, common);
    }
    if arguments.action != DecideAction::Accept && arguments.changes_proposal() {
        bail!(
            "--as, --claim, --set, --memory, --memory-type, --plan and --cleaned change what is accepted; \
             leave them out, or use accept"
        );
    }
    if arguments.dry_run {
        let session = arguments.database.read(common)?;
        let selection = selected(arguments, &session)?;
        let sample = sample::of_bulk(arguments, &session, &selection.decisions)?;
        return preview(arguments, &selection, sample.as_ref());
    }
    let mut session = arguments.database.open_locked(common)?;
    let selection = selected(arguments, &session)?;
    let sample = sample::of_bulk(arguments, &session, &selection.decisions)?;
    store(arguments, &mut session, &selection.decisions, sample.as_ref())?;
    report(arguments, &selection, sample.as_ref()).context("decided, but output was cut short; see `ghostcall show`")
}

/// Prints what was decided and what was left.
fn report(
    arguments: &Arguments,
    selection: &DecisionSelection,
    sample: Option<&Sampled>,
) -> anyhow::Result<CommandOutcome> {
    let done = arguments.action.done();
    output::line(&format!("{done} {}", count(selection.decisions.len(), "finding", "findings")))?;
    selection.report_drafts()?;
    if let Some(sample) = sample {
        output::line(&format!("sample: {}", sample.sentence()))?;
    }
    selection.print_left()
}

/// Stores decisions as one undo step, with the filters that selected them.
fn store(
    arguments: &Arguments,
    session: &mut Session,
    decisions: &[NewDecision],
    sample: Option<&Sampled>,
) -> anyhow::Result<()> {
    let now = Timestamp::now();
    session.decide(decisions, now)?;
    if !decisions.is_empty() && arguments.message.is_empty() {
        session.decisions_mut().select(&FilterUsed { filter: filter::in_words(arguments), sample: sample.cloned() })?;
    }
    Ok(())
}

/// The findings that the options select.
fn selected(arguments: &Arguments, session: &Session) -> anyhow::Result<DecisionSelection> {
    pattern_name::refuse_unknown(arguments.filter.pattern.as_deref(), session)?;
    if arguments.message.is_empty() {
        // clap does not enforce `requires` if the required option conflicts with another one that is present.
        refuse_edits_of_many(arguments)?;
        filter::selected(arguments, session)
    } else {
        by_message(arguments, session)
    }
}

/// Lists what would be decided.
fn preview(
    arguments: &Arguments,
    selection: &DecisionSelection,
    sample: Option<&Sampled>,
) -> anyhow::Result<CommandOutcome> {
    for NewDecision { message, finding, .. } in &selection.decisions {
        let remedy = finding.remedy.map_or("leave", Remedy::name);
        let text = visible::excerpt(finding.text_left(), EXCERPT);
        output::line(&format!("{}: {remedy}, leaves: {text}", visible::one_line(&message.to_string())))?;
    }
    let number = count(selection.decisions.len(), "finding", "findings");
    output::line(&format!("{number} would be {}; nothing was decided", arguments.action.done()))?;
    selection.report_drafts()?;
    if let Some(sample) = sample {
        output::line(&format!("sample: {}", sample.sentence()))?;
    }
    selection.print_left()
}

/// The maximum number of columns of a text on a line.
const EXCERPT: usize = 60;

/// The decisions of a command, and the findings it leaves out.
#[derive(Default)]
struct DecisionSelection {
    decisions: Vec<NewDecision>,
    /// The messages that are accepted with changes made earlier.
    drafts: Vec<Key>,
    left: BTreeMap<String, usize>,
}

impl DecisionSelection {
    fn leave(&mut self, why: &str) {
        *self.left.entry(why.to_owned()).or_default() += 1;
    }

    /// Reports the messages accepted with earlier changes, which this command did not name.
    fn report_drafts(&self) -> anyhow::Result<()> {
        for key in &self.drafts {
            output::line(&format!(
                "message {}: with the changes that `ghostcall show` shows; `decide reset` drops them",
                visible::one_line(&key.to_string())
            ))?;
        }
        Ok(())
    }

    fn print_left(&self) -> anyhow::Result<CommandOutcome> {
        for (why, number) in &self.left {
            output::line(&format!("left {}: {why}", count(*number, "finding", "findings")))?;
        }
        Ok(CommandOutcome::Done)
    }
}

fn decision(arguments: &Arguments, finding: &Finding, edit: Edit, rules: &Rules<'_>) -> Option<NewDecision> {
    Some(NewDecision {
        message: finding.message_id.clone()?,
        kind: arguments.action.decision()?,
        finding: proposal::revise(finding.clone(), &edit, rules),
        edit,
        note: arguments.note.clone(),
    })
}

fn by_message(arguments: &Arguments, session: &Session) -> anyhow::Result<DecisionSelection> {
    let mut keys = Vec::new();
    for typed in &arguments.message {
        // A decision outlives its message, and can be taken back.
        let deleted = || Key::typed(typed).into_iter().find(|key| session.decisions().is_decided(key));
        let key = match find_message(session, typed) {
            Err(error) if arguments.action == DecideAction::Reset => deleted().ok_or(error)?,
            found => found?,
        };
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    if keys.len() > 1 {
        refuse_edits_of_many(arguments)?;
    }
    let mut found = BTreeMap::new();
    let visit = &mut |mut reviewed: Reviewed| {
        if let Some(key) = reviewed.finding.message_id.clone()
            && keys.contains(&key)
        {
            session.findings().read_copies(&mut reviewed.finding);
            found.insert(key, reviewed);
        }
        found.len() < keys.len()
    };
    session.findings().list_watched(visit, &mut |_| true)?;
    let mut selection = DecisionSelection::default();
    for key in keys {
        let Some(reviewed) = found.remove(&key) else {
            if arguments.action == DecideAction::Reset && session.decisions().is_decided(&key) {
                selection.decisions.push(reset(arguments, session, key)?);
                continue;
            }
            if session.audit().source().journal().of(&key).is_some_and(|place| place.written().is_some()) {
                bail!("message {key} is already written; undo it with `ghostcall undo`");
            }
            bail!("message {key} {}", without_finding(session, &key)?);
        };
        let edit = edit::of(arguments, session, &reviewed)?;
        let new = decision(arguments, &reviewed.finding, edit, &session.audit().rules());
        if let (Some(new), DecideAction::Accept) = (&new, arguments.action)
            && let Some(obstacle) = new.finding.obstacle()
        {
            let hint = hint::acceptance(arguments, &reviewed.finding, new, &session.audit().rules());
            let faults = new.finding.record_faults(&session.audit().rules());
            let faults = faults.into_iter().map(|fault| format!("{} {}", fault.field, fault.reason));
            let details: Vec<_> = faults.chain([hint]).collect();
            bail!("message {key} cannot be accepted: {obstacle} ({})", details.join("; "));
        }
        if arguments.action == DecideAction::Accept && !reviewed.changes().is_empty() {
            selection.drafts.push(key);
        }
        selection.decisions.extend(new);
    }
    Ok(selection)
}

/// Resets the decision on a message that has no finding any more, because its text changed or it was deleted.
fn reset(arguments: &Arguments, session: &Session, key: Key) -> anyhow::Result<NewDecision> {
    let message = session.audit().source().message(&key)?.unwrap_or_default();
    Ok(NewDecision {
        kind: DecisionKind::Reset,
        edit: Edit::default(),
        finding: Finding { message_id: Some(key.clone()), message, ..Finding::default() },
        note: arguments.note.clone(),
        message: key,
    })
}

fn refuse_edits_of_many(arguments: &Arguments) -> anyhow::Result<()> {
    let has_edits = arguments.claim.is_some()
        || !arguments.set.is_empty()
        || arguments.memory.is_some()
        || arguments.plan.is_some()
        || arguments.cleaned.is_some();
    if has_edits {
        bail!("--claim, --set, --memory, --plan and --cleaned apply to a single --message");
    }
    Ok(())
}
