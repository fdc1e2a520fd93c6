//! Approved findings as SQL for the original database, which is not read here: only its profile is known.

use std::{env, io};

use super::export::{Exported, export};
use super::{Session, SessionError};
use crate::review::is_same_reviewer;
use crate::source::profile::Profile;
use crate::source::{Decided, EntryKind, Key, Message, Owner, SourceError, SqliteSource};
use crate::unfinished;
use crate::writeback::script::{Dialect, Script, ScriptSummary};
use crate::writeback::target_layout::{JudgedMessage, TargetLayout};
use crate::writeback::{Approved, Batch, ExclusionReason, LeftOut, SqliteTarget, VisitApproved};

/// Prints SQL that writes the approved findings to a database with the profile `target`, or undoes those writes.
/// Returns a summary.
pub fn script_for_original(
    session: &Session,
    target: &Profile,
    dialect: Dialect,
    kind: EntryKind,
    out: &mut dyn io::Write,
) -> Result<ScriptSummary, SessionError> {
    let layout = TargetLayout::of(target)?;
    let folder = env::temp_dir();
    unfinished::remove_temporary(&folder);
    let file = unfinished::create_temporary(&folder).map_err(|source| SourceError::Io { path: folder, source })?;
    let mut batch = TranslatedBatch { session, layout: &layout, findings: 0 };
    let mut left_out = batch.fill(file.path())?;
    let (source, run) = (layout.open(file.path())?, session.writer().run(session.setup().options.now));
    let script = Script::new(layout.profile(), dialect, kind, &run).map_err(SessionError::Script)?;
    let mut script = script.without_reading_target();
    let mut failure = None;
    left_out.extend(SqliteTarget::preview(&source, &batch, &run, &mut |_, mut write| {
        failure = match layout.guards(&source, &write) {
            Ok(guards) => {
                write.guards = Some(guards);
                script.add(&write).map_err(SessionError::Script).err()
            }
            Err(error) => Some(error.into()),
        };
        failure.is_none()
    })?);
    if let Some(error) = failure {
        return Err(error);
    }
    let printed = script.print(out).map_err(SessionError::Script)?;
    Ok(ScriptSummary { left_out: left_out.into_iter().chain(printed.left_out).collect(), ..printed })
}

/// Approved findings, translated to the layout of the target.
struct TranslatedBatch<'a> {
    session: &'a Session,
    layout: &'a TargetLayout,
    findings: usize,
}

impl TranslatedBatch<'_> {
    /// Fills the temporary database in which the writes are planned. Returns the findings that are left out.
    fn fill(&mut self, path: &std::path::Path) -> Result<Vec<LeftOut>, SessionError> {
        let database = self.layout.create(path)?;
        let (mut failure, mut unknown) = (None, Vec::new());
        let mut left_out = export(self.session, &mut |exported| {
            let Some(key) = exported.finding.message_id.as_ref() else { return true };
            self.findings += 1;
            if !self.layout.may_have(key) {
                let what = format!("its key does not fit profile {}", self.layout.profile().name);
                unknown.push(LeftOut {
                    message: Some(key.clone()),
                    write: None,
                    reason: ExclusionReason::Obstacle { what },
                });
                return true;
            }
            failure = self.layout.add(&database, self.session.audit().source(), judged(key, &exported)).err();
            failure.is_none()
        })?;
        left_out.extend(unknown);
        failure.map_or(Ok(left_out), |error| Err(error.into()))
    }

    /// A finding as it was approved, with the message as it was when judged.
    fn approved(&self, exported: Exported) -> Option<Approved> {
        let Exported { mut finding, reviewer, decided_at, written_at, text_digest, before, .. } = exported;
        let key = finding.message_id.clone().filter(|key| self.layout.may_have(key))?;
        finding.records = self.layout.records(&finding.records, self.session.audit().source().profile());
        (finding.copies, finding.copies_unreadable) = (Vec::new(), None);
        finding.message = Message {
            key: Some(key.clone()),
            conversation: finding.conversation_id.clone(),
            owner: Owner { key: finding.agent_id.clone(), ..Owner::default() },
            text: before.text,
            tools_used: finding.tools_used.clone(),
            ..finding.message
        };
        let at = decided_at.map(|at| at.to_string()).or(written_at).unwrap_or_default();
        let approved_by =
            self.session.decisions().approved_by(&key).filter(|by| !is_same_reviewer(by, &reviewer)).map(str::to_owned);
        let decided = Decided { by: reviewer, at, approved_by };
        Some(Approved { message: key, text_digest, journal_head: 0, decided, finding })
    }
}

impl Batch for TranslatedBatch<'_> {
    type Error = SessionError;

    fn findings(&self) -> usize {
        self.findings
    }

    fn each(&self, _source: &SqliteSource, visit: VisitApproved<'_, SessionError>) -> Result<(), SessionError> {
        let mut failure = None;
        export(self.session, &mut |exported| match self.approved(exported).map_or(Ok(true), &mut *visit) {
            Ok(goes_on) => goes_on,
            Err(error) => {
                failure = Some(error);
                false
            }
        })?;
        failure.map_or(Ok(()), Err)
    }
}

/// The message of a finding as it was when it was judged.
fn judged<'a>(key: &'a Key, exported: &'a Exported) -> JudgedMessage<'a> {
    JudgedMessage {
        key,
        conversation: exported.finding.conversation_id.as_ref(),
        owner: exported.finding.agent_id.as_ref(),
        text: &exported.before.text,
        tools: exported.before.tools_used.as_deref(),
    }
}
