//! The audit of a whole database: messages in, findings out, by the steps of the pipeline.

mod duplicates;
mod earlier;
mod gateway;
mod product_format;
mod statements;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use jiff::Timestamp;

use crate::catalog::{Catalog, KnownTools};
use crate::claim::{self, Claim, ClaimKind, Context, Sighting, StatementFinder};
use crate::proposal::{self, Finding, JudgedClaim, RecordTime, Rules};
use crate::registry::Registry;
use crate::source::profile::{Profile, RecordTool};
use crate::source::{
    Evidence, Facts, Key, Message, ReadCount, Source, SourceError, SqliteSource, TurnMessage, asked_by, text_digest,
    weigh,
};
use crate::verdict::Remedy;
use duplicates::Duplicates;
use earlier::EarlierLeaks;
use product_format::ProductFormats;
use statements::Statements;

pub use gateway::Gateway;

/// How many conversations are kept for the next look-up.
const CONVERSATIONS_KEPT: usize = 64;

/// What a run may choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Which time a recovered record gets; `None` as it was decided, else the message's.
    pub record_time: Option<RecordTime>,
    /// Where a recovered tool is recorded; `None` as the profile says.
    pub record_tool: Option<RecordTool>,
    /// Whether a stamp alone is a finding.
    pub stamps: bool,
    /// Findings below it are left out.
    pub min_confidence: f64,
    /// One instant for the whole run.
    pub now: Timestamp,
}

impl Options {
    /// The defaults, at an instant.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self { record_time: None, record_tool: None, stamps: false, min_confidence: 0.0, now }
    }
}

/// What a pass over a database met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Assistant messages that were read.
    pub messages: u64,
    /// Messages whose text is no UTF-8: left out.
    pub unreadable: u64,
    /// Conversations that answer in JSON by design.
    pub json_conversations: usize,
    /// Messages of such conversations that are therefore no findings.
    pub json_messages: u64,
}

/// A message with everything in it that could be a claim.
#[derive(Clone, Debug)]
pub struct Surveyed<'a> {
    /// The message.
    pub message: &'a Message,
    /// The payloads that it holds.
    pub sightings: Vec<Sighting>,
    /// What of it counts as a claim.
    pub claims: Vec<Claim>,
}

/// An audit of one database.
pub struct Audit {
    source: SqliteSource,
    registry: Registry,
    tools: KnownTools,
    finder: StatementFinder,
    options: Options,
    conversations: RefCell<HashMap<Key, Rc<Vec<TurnMessage>>>>,
}

impl Audit {
    /// An audit with these patterns and choices, and the tools that the application has, where that is known.
    #[must_use]
    pub fn new(source: SqliteSource, registry: Registry, catalog: Option<Arc<Catalog>>, options: Options) -> Self {
        let tools = known_tools(&registry, source.profile(), catalog);
        let finder = StatementFinder::with_tools(registry.statements(), &tools);
        Self { source, registry, tools, finder, options, conversations: RefCell::default() }
    }

    /// The database.
    #[must_use]
    pub fn source(&self) -> &SqliteSource {
        &self.source
    }

    /// The tools that are known.
    #[must_use]
    pub fn tools(&self) -> &KnownTools {
        &self.tools
    }

    /// The patterns in force.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The rules that proposals follow here.
    #[must_use]
    pub fn rules(&self) -> Rules<'_> {
        Rules {
            profile: self.source.profile(),
            tools: &self.tools,
            record_time: self.options.record_time,
            record_tool: self.options.record_tool,
            now: self.options.now,
        }
    }

    /// Calls `visit` for each finding, in the order of the messages, until it answers `false`.
    ///
    /// Messages whose approved finding is written are no findings any more.
    pub fn scan(&self, visit: &mut dyn FnMut(Finding) -> bool) -> Result<Tally, SourceError> {
        let mut duplicates = Duplicates::default();
        let mut formats = ProductFormats::default();
        let mut earlier = EarlierLeaks::default();
        let count = self.each_message(&mut |message| {
            if self.is_written(&message) {
                earlier.confirm(&message);
            }
            let could_hold = claim::could_hold(&message.text, &self.registry, &self.tools);
            let could_state = !could_hold && self.finder.could_find(&message.text, self.registry.statements());
            if !could_hold && !could_state && message.plan.is_none() {
                return Ok(true);
            }
            let finding = self.examine(message, &mut duplicates, &mut formats, &mut earlier)?;
            Ok(finding.is_none_or(|finding| !self.is_wanted(&finding) || visit(finding)))
        })?;
        Ok(Tally {
            messages: count.read,
            unreadable: count.unreadable,
            json_conversations: formats.conversations(),
            json_messages: formats.messages(),
        })
    }

    /// Calls `visit` for each message that holds something like a payload. Answers how many messages were read.
    pub fn survey(&self, visit: &mut dyn FnMut(Surveyed<'_>)) -> Result<u64, SourceError> {
        let mut formats = ProductFormats::default();
        let count = self.each_message(&mut |message| {
            let sightings = claim::sightings(&message.text, &self.registry, &self.tools);
            if !sightings.is_empty() {
                let conversation = self.conversation(&message)?;
                let mut claims = self.claims(&message, &conversation, &mut formats)?;
                claims.retain(Claim::stands_in_text);
                visit(Surveyed { message: &message, sightings, claims });
            }
            Ok(true)
        })?;
        Ok(count.read)
    }

    /// Calls `visit` for each message of the assistant, until it answers `false` or fails.
    fn each_message(
        &self,
        visit: &mut dyn FnMut(Message) -> Result<bool, SourceError>,
    ) -> Result<ReadCount, SourceError> {
        let mut failure = None;
        let count = self.source.each_message(&mut |message| {
            visit(message).unwrap_or_else(|error| {
                failure = Some(error);
                false
            })
        })?;
        failure.map_or(Ok(count), Err)
    }

    /// The finding of one message, as a scan shows it.
    ///
    /// The whole database is passed over: only so is it known which of two equal records is proposed.
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

    fn is_wanted(&self, finding: &Finding) -> bool {
        finding.confidence() >= self.options.min_confidence && !self.is_written(&finding.message)
    }

    /// Whether what stands in the message is what ghostcall left there.
    fn is_written(&self, message: &Message) -> bool {
        let place = message.key.as_ref().and_then(|key| self.source.journal().of(key));
        place.is_some_and(|place| place.left(&text_digest(&message.text)))
    }

    fn examine(
        &self,
        message: Message,
        duplicates: &mut Duplicates,
        formats: &mut ProductFormats,
        earlier: &mut EarlierLeaks,
    ) -> Result<Option<Finding>, SourceError> {
        let conversation = self.conversation(&message)?;
        let mut claims = self.claims(&message, &conversation, formats)?;
        let mut earlier = earlier.of(&message);
        if let Some(leaks) = &earlier {
            leaks.tell(&mut claims, message.created_at);
        }
        let rules = self.rules();
        let judged = judge_all(claims, &message, &rules, |claim| {
            let question = proposal::question(claim, &rules);
            let facts = self.source.facts(&message, &conversation, &question)?;
            let evidence = weigh(&question, &facts, self.source.names(), &owner_label(&message));
            Ok::<_, SourceError>((evidence, facts))
        })?;
        if let Some(leaks) = &mut earlier {
            leaks.keep(&judged, message.created_at);
        }
        Ok(assemble(message, judged, &rules, duplicates))
    }

    /// What a message claims, in its conversation.
    fn claims(
        &self,
        message: &Message,
        conversation: &[TurnMessage],
        formats: &mut ProductFormats,
    ) -> Result<Vec<Claim>, SourceError> {
        let asked = self.asked(message, conversation)?;
        let context = Context { asked: asked.as_deref(), stamps: self.options.stamps, tools: Some(&self.tools) };
        let mut claims = claim::find(&message.text, &self.registry, context);
        if formats.explains(&self.source, message, conversation, &claims)? {
            claims.retain(|claim| claim.class.is_some() || claim.kind == ClaimKind::Plan);
        }
        let place = Statements { finder: &self.finder, registry: &self.registry };
        place.add(&mut claims, message, asked.as_deref(), self.source.profile());
        claims.extend(self.recorded_plan(message));
        Ok(claims)
    }

    /// What a person had said before a message.
    fn asked(&self, message: &Message, conversation: &[TurnMessage]) -> Result<Option<String>, SourceError> {
        match message.key.as_ref().and_then(|key| asked_by(conversation, key)) {
            Some(asking) if asking.asks => self.source.asked(&asking.key),
            Some(asking) => self.source.text(&asking.key),
            None => match &message.key {
                Some(key) if message.conversation.is_none() => self.source.asked(key),
                _ => Ok(None),
            },
        }
    }

    /// What is wrong with the plan that is recorded with a message.
    fn recorded_plan(&self, message: &Message) -> Option<Claim> {
        let (text, profile) = (message.plan.as_ref()?, self.source.profile());
        let column = profile.messages.plan.as_ref()?.to_string();
        claim::recorded_plan(text, &column, profile.writable_plan().is_some(), &self.tools)
    }

    fn conversation(&self, message: &Message) -> Result<Rc<Vec<TurnMessage>>, SourceError> {
        let Some(key) = &message.conversation else {
            return Ok(Rc::default());
        };
        if let Some(known) = self.conversations.borrow().get(key) {
            return Ok(Rc::clone(known));
        }
        let read = Rc::new(self.source.conversation(key)?);
        let mut kept = self.conversations.borrow_mut();
        if kept.len() >= CONVERSATIONS_KEPT {
            kept.clear();
        }
        kept.insert(key.clone(), Rc::clone(&read));
        Ok(read)
    }
}

/// The tools that exist: those of a catalog, and those that patterns and the profile speak for.
fn known_tools(registry: &Registry, profile: &Profile, catalog: Option<Arc<Catalog>>) -> KnownTools {
    let spoken_for = registry.tools().and(profile.tool_aliases());
    match catalog {
        Some(catalog) => spoken_for.with_catalog(catalog),
        None => spoken_for,
    }
}

/// How evidence speaks of the owner of a message.
fn owner_label(message: &Message) -> String {
    match (&message.owner.key, &message.owner.name) {
        (Some(key), _) => format!("agent {key}"),
        (None, Some(name)) => name.clone(),
        (None, None) => "nobody".to_owned(),
    }
}

/// A claim with its judgement, and the facts behind it.
struct Weighed {
    judged: JudgedClaim,
    facts: Facts,
}

fn judge_all<E>(
    claims: Vec<Claim>,
    message: &Message,
    rules: &Rules<'_>,
    mut ask: impl FnMut(&Claim) -> Result<(Evidence, Facts), E>,
) -> Result<Vec<Weighed>, E> {
    let mut all = Vec::new();
    for claim in claims {
        let (evidence, facts) =
            if proposal::needs_evidence(&claim) { ask(&claim)? } else { (Evidence::unasked(), Facts::default()) };
        let judged = proposal::judge(claim, message, &evidence, rules);
        all.extend(judged.map(|judged| Weighed { judged, facts }));
    }
    Ok(all)
}

/// The finding of a message; `None` where no claim is left but stamps that stood before one.
fn assemble(
    message: Message,
    mut weighed: Vec<Weighed>,
    rules: &Rules<'_>,
    duplicates: &mut Duplicates,
) -> Option<Finding> {
    for Weighed { judged, facts } in &mut weighed {
        if judged.remedy == Remedy::Recover {
            duplicates.check(judged, facts, &message, rules);
        }
    }
    let claims: Vec<_> = weighed.into_iter().map(|weighed| weighed.judged).collect();
    (!claims.is_empty()).then(|| proposal::propose(message, claims, rules))
}
