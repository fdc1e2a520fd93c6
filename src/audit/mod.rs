//! The audit of a whole database: messages in, findings out, by the steps of the pipeline.

mod context;
mod conversation_index;
mod conversations;
mod data_mentions;
mod duplicates;
mod earlier_leaks;
mod earlier_requests;
mod evidence_check;
mod examine;
mod gateway;
mod hash_filter;
mod judge;
mod options;
mod pending_requests;
mod product_format;
mod recent_windows;
mod recheck;
mod scan;
mod sequence;
mod spool;
mod statements;
#[cfg(test)]
mod tests;
mod turn;
mod turn_tools;
mod whole_conversations;
mod windows;
mod with_context;

use std::sync::Arc;

use crate::catalog::{Catalog, KnownTools};
use crate::claim::{self, CallMention, Claim};
use crate::proposal::{self, Finding, JudgedClaim, Rules};
use crate::registry::Registry;
use crate::source::profile::Profile;
use crate::source::{Evidence, Facts, Key, Message, Source as _, SourceError, SqliteSource};
use crate::verdict::Remedy;
use context::AuditContext;
use duplicates::Duplicates;
use examine::Examiner;
use judge::Judge;
use scan::ScanEvent;

pub use evidence_check::EvidenceCheck;
pub use gateway::Gateway;
pub use options::Options;
pub use scan::Progress;
pub use whole_conversations::{StreamEvent, WholeConversations};
pub use with_context::{ContextMessages, FindingContext, StreamFinding};

/// Counts of a pass over a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The assistant messages read.
    pub messages: u64,
    /// The messages left out because their text is not valid UTF-8.
    pub unreadable: u64,
    /// The documents of messages left out because they are not valid JSON.
    pub no_json: u64,
    /// The conversations that answer in JSON by design.
    pub json_conversations: usize,
    /// The messages of such conversations that are no findings for that reason.
    pub json_messages: u64,
}

/// A message with everything in it that may be a claim.
#[derive(Clone, Debug)]
pub struct SurveyedMessage<'a> {
    /// The message itself, as the database has it.
    pub message: &'a Message,
    /// The calls and results in it.
    pub call_mentions: Vec<CallMention>,
    /// The claims among them.
    pub claims: Vec<Claim>,
}

/// An audit of one database.
pub struct Audit {
    source: SqliteSource,
    context: AuditContext,
}

impl Audit {
    /// An audit with these patterns and choices, and with the application's tools if they are known.
    #[must_use]
    pub fn new(source: SqliteSource, registry: Registry, catalog: Option<Arc<Catalog>>, options: Options) -> Self {
        let tools = known_tools(&registry, source.profile(), catalog);
        Self { source, context: AuditContext::new(registry, tools, options) }
    }

    /// The database that is audited.
    #[must_use]
    pub fn source(&self) -> &SqliteSource {
        &self.source
    }

    /// The tools that exist, by all their names.
    #[must_use]
    pub fn tools(&self) -> &KnownTools {
        &self.context.tools
    }

    /// The patterns and syntaxes that find claims.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.context.registry
    }

    /// The rules for proposals about this database.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        self.context.rules(self.source.profile())
    }

    /// What judges approved findings again, over a connection to the same database.
    pub fn evidence_check<'a>(&'a self, source: &'a SqliteSource) -> Result<EvidenceCheck<'a>, SourceError> {
        EvidenceCheck::new(self, source)
    }

    /// Calls `visit` for each finding, in the order of the messages, until it returns `false`.
    ///
    /// A message whose approved finding has been written is no longer a finding.
    pub fn scan(&self, visit: &mut dyn FnMut(Finding) -> bool) -> Result<Tally, SourceError> {
        self.scan_watched(visit, &mut |_| true)
    }

    /// The same; `watch` gets the progress now and then, and ends the scan by returning `false`.
    pub fn scan_watched(
        &self,
        visit: &mut dyn FnMut(Finding) -> bool,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Tally, SourceError> {
        findings_in(&self.source, &self.context, scan::MOST_WORKERS, visit, watch)
    }

    /// Calls `visit` for each message with something like a payload. Returns the number of messages read.
    pub fn survey(&self, visit: &mut dyn FnMut(SurveyedMessage<'_>)) -> Result<u64, SourceError> {
        let examiner = Examiner::new(&self.source, &self.context, None);
        let mut failure = None;
        let count = self.source.each_message(&mut |message| {
            let call_mentions = claim::call_mentions(&message.text, self.registry(), self.tools());
            if call_mentions.is_empty() {
                return true;
            }
            match examiner.claims_in_text(&message) {
                Ok(claims) => visit(SurveyedMessage { message: &message, call_mentions, claims }),
                Err(error) => failure = Some(error),
            }
            failure.is_none()
        })?;
        failure.map_or(Ok(count.read), Err)
    }

    /// The finding of one message, as a scan shows it.
    ///
    /// Reads the whole database: only then is it known which of two equal records is proposed.
    pub fn finding(&self, key: &Key) -> Result<Option<Finding>, SourceError> {
        let mut found = None;
        self.scan(&mut |finding| {
            if finding.message_id.as_ref() == Some(key) {
                found = Some(finding);
            }
            found.is_none()
        })?;
        Ok(found)
    }
}

/// Calls `visit` for each finding in a database, in the order of the messages, until it returns `false`; `watch` gets
/// the progress now and then, and can end it in the same way. At most `workers` threads read the database.
fn findings_in(
    source: &SqliteSource,
    context: &AuditContext,
    workers: usize,
    visit: &mut dyn FnMut(Finding) -> bool,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Tally, SourceError> {
    let mut judge = Judge::new(context, context.rules(source.profile()));
    let count = scan::each_examined(source, context, workers, &mut |event| match event {
        ScanEvent::Progress(progress) => watch(progress),
        ScanEvent::Examined(examined) => {
            let is_written = examined.is_written;
            let finding = judge.finding(*examined);
            let min = context.options.min_confidence;
            finding.filter(|finding| !is_written && finding.confidence() >= min).is_none_or(&mut *visit)
        }
    })?;
    Ok(judge.tally(count))
}

/// The tools that exist: those of the catalog, and those that patterns and the profile name.
fn known_tools(registry: &Registry, profile: &Profile, catalog: Option<Arc<Catalog>>) -> KnownTools {
    let spoken_for = registry.tools().and(profile.tool_aliases());
    match catalog {
        Some(catalog) => spoken_for.with_catalog(catalog),
        None => spoken_for,
    }
}

/// A claim with its judgement and the facts after it.
struct WeighedClaim {
    judged: JudgedClaim,
    facts: Facts,
}

fn judge_all<E>(
    claims: Vec<Claim>,
    message: &Message,
    rules: &Rules<'_>,
    mut ask: impl FnMut(&Claim) -> Result<(Evidence, Facts), E>,
) -> Result<Vec<WeighedClaim>, E> {
    let mut all = Vec::new();
    for claim in claims {
        let (evidence, facts) =
            if proposal::needs_evidence(&claim) { ask(&claim)? } else { (Evidence::unasked(), Facts::default()) };
        let judged = proposal::judge(claim, message, &evidence, rules);
        all.extend(judged.map(|judged| WeighedClaim { judged, facts }));
    }
    Ok(all)
}

/// The finding of a message; `None` if no claim remains except for stamps before one.
fn assemble(
    message: Message,
    mut weighed: Vec<WeighedClaim>,
    rules: &Rules<'_>,
    duplicates: &mut Duplicates,
) -> Option<Finding> {
    for WeighedClaim { judged, facts } in &mut weighed {
        if judged.remedy == Remedy::Recover {
            duplicates.check(judged, facts, &message, rules);
        }
    }
    let claims: Vec<_> = weighed.into_iter().map(|weighed| weighed.judged).collect();
    (!claims.is_empty()).then(|| proposal::propose(message, claims, rules))
}
