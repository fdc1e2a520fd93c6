//! `decide approve`: a second reviewer approves what another accepted.

use std::collections::BTreeMap;

use anyhow::bail;
use jiff::Timestamp;

use super::{Arguments, DecisionSelection, filter};
use crate::cli::CommandOutcome;
use crate::cli::options::CommonOptions;
use crate::cli::output::{self, count};
use crate::cli::pattern_name;
use crate::cli::show::{find_message, without_finding};
use crate::proposal::Status;
use crate::session::{Reviewed, Session};
use crate::source::Key;
use crate::visible;

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    refuse_changes(arguments)?;
    if arguments.dry_run {
        let session = arguments.database.read(common)?;
        let (keys, selection) = selected(arguments, &session)?;
        for key in &keys {
            output::line(&visible::one_line(&key.to_string()))?;
        }
        output::line(&format!("{} would be approved; nothing was decided", count(keys.len(), "finding", "findings")))?;
        return selection.print_left();
    }
    let mut session = arguments.database.open_locked(common)?;
    let (keys, selection) = selected(arguments, &session)?;
    session.decisions_mut().approve(&keys, Timestamp::now())?;
    output::line(&format!("approved {}", count(keys.len(), "finding", "findings")))?;
    selection.print_left()
}

/// Rejects options that would change a decision: an approval covers it unchanged.
fn refuse_changes(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.changes_proposal() || arguments.note.is_some() {
        bail!("approve changes nothing in a decision: reject what is wrong, or decide it again");
    }
    Ok(())
}

/// The findings to approve, and those left out with the reasons.
fn selected(arguments: &Arguments, session: &Session) -> anyhow::Result<(Vec<Key>, DecisionSelection)> {
    pattern_name::refuse_unknown(arguments.filter.pattern.as_deref(), session)?;
    let named: Vec<Key> =
        arguments.message.iter().map(|typed| find_message(session, typed)).collect::<anyhow::Result<_>>()?;
    let (mut keys, mut selection, mut refused) = (Vec::new(), DecisionSelection::default(), BTreeMap::new());
    let visit = &mut |reviewed: Reviewed| {
        let Some(key) = reviewed.finding.message_id.clone() else { return true };
        let is_meant =
            if named.is_empty() { filter::is_meant(arguments, session, &reviewed) } else { named.contains(&key) };
        match why_not(session, &key, reviewed.finding.status) {
            _ if !is_meant => {}
            None => keys.push(key),
            Some(why) => {
                selection.leave(&why);
                refused.insert(key, why);
            }
        }
        true
    };
    session.findings().list_watched(visit, &mut |_| true)?;
    for key in &named {
        if let Some(why) = refused.get(key) {
            bail!("message {key} cannot be approved: {why}");
        }
        if !keys.contains(key) {
            bail!("message {key} {}", without_finding(session, key)?);
        }
    }
    Ok((keys, selection))
}

/// The reason why this reviewer does not approve a finding.
fn why_not(session: &Session, key: &Key, status: Status) -> Option<String> {
    if !matches!(status, Status::Accepted | Status::Edited) {
        return Some(format!("not accepted ({})", status.name()));
    }
    if session.decisions().is_own_decision(key) {
        return Some("you accepted it yourself; another reviewer must approve it".to_owned());
    }
    session.decisions().approved_by(key).map(|by| format!("already approved by {by}"))
}
