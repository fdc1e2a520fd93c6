//! The live gate: judges messages one by one, as a gateway or a job delivers them, without a database.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::context::AuditContext;
use super::context::owner_label;
use super::data_mentions::is_instructing;
use super::duplicates::Duplicates;
use super::options::Options;
use super::recheck::MessageContext;
use super::sequence::{SequenceProgress, SortedStream};
use super::statements::StatementFinding;
use super::turn::CurrentTurn;
use super::{assemble, judge_all, known_tools};
use crate::catalog::Catalog;
use crate::claim::{self, Context};
use crate::proposal::{self, Finding};
use crate::registry::Registry;
use crate::source::chat_log::{LineError, LogMessage, any_key, is_of_tool, key, moment, time_cell};
use crate::source::profile::{EvidenceSource, Profile};
use crate::source::{Evidence, Facts, Key, Message, Owner, Question, SkippedSource, ToolFound, ToolNames, weigh};

/// The maximum number of conversations that are remembered.
const CONVERSATIONS_KEPT: usize = 10_000;
/// The maximum number of bytes of arguments and results that are remembered in all.
const BYTES_KEPT: usize = 64 << 20;
/// The maximum number of names of tools that are remembered.
const NAMES_KEPT: usize = 1_000;

/// What is remembered of a conversation.
#[derive(Default)]
struct RememberedConversation {
    /// The number of its last line.
    line: u64,
    turn: CurrentTurn,
    progress: SequenceProgress,
}

/// Judges messages as they come.
pub struct Gateway {
    profile: Profile,
    names: ToolNames,
    context: AuditContext,
    conversations: HashMap<Key, RememberedConversation>,
    /// The conversations seen so far, if the lines must come conversation by conversation.
    sorted: Option<SortedStream>,
    /// The conversations by their last line: the first one is forgotten first.
    order: BTreeMap<u64, Key>,
    lines: u64,
    /// The bytes of arguments and results that are remembered in all.
    bytes: usize,
    /// Tools that earlier lines name as run: they exist.
    seen: BTreeSet<String>,
}

impl Gateway {
    /// A gate with these patterns; `profile` says what records the application keeps, `catalog` which tools it has.
    #[must_use]
    pub fn new(registry: Registry, profile: Profile, catalog: Option<Arc<Catalog>>, options: Options) -> Self {
        let names = ToolNames::of(&profile);
        let tools = known_tools(&registry, &profile, catalog);
        let context = AuditContext::new(registry, tools, options);
        Self {
            profile,
            names,
            context,
            conversations: HashMap::new(),
            sorted: None,
            order: BTreeMap::new(),
            lines: 0,
            bytes: 0,
            seen: BTreeSet::new(),
        }
    }

    /// Requires the input to come conversation by conversation: each is forgotten when the next one begins, and a line
    /// of an earlier one is refused.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.sorted = Some(SortedStream::default());
        self
    }

    /// The finding of a line; one without claims if the line contains none, or is not the assistant's.
    pub fn judge(&mut self, line: &str) -> Result<Finding, LineError> {
        // Serde would read a list as the fields in their order.
        if line.trim_start().starts_with('[') {
            return Err(LineError::NoObject);
        }
        let line: LogMessage = serde_json::from_str(line)?;
        let conversation = any_key(&line.conversation_id, "conversation_id")?;
        any_key(&line.agent_id, "agent_id")?;
        any_key(&line.id, "id")?;
        let ends = conversation.clone().filter(|_| line.end);
        if !line.has_content() && ends.is_none() {
            return Err(LineError::NoContent);
        }
        if let (Some(sorted), Some(key)) = (&mut self.sorted, &conversation)
            && let Some(ended) = sorted.advance(key)?
        {
            self.take(&ended);
        }
        let judged = if line.has_content() { self.judge_message(line, conversation) } else { Ok(end_of(conversation)) };
        if let Some(key) = ends {
            self.take(&key);
            if let Some(sorted) = &mut self.sorted {
                sorted.end(&key);
            }
        }
        judged
    }

    /// The finding of a message, which is remembered with its conversation.
    fn judge_message(&mut self, line: LogMessage, conversation: Option<Key>) -> Result<Finding, LineError> {
        let speaks = |roles: &[String]| line.role().map(|role| roles.iter().any(|known| known == role));
        let is_assistant = speaks(&self.profile.messages.assistant).unwrap_or(true);
        let is_user = speaks(&self.profile.messages.user).unwrap_or(false);
        let RememberedConversation { mut turn, mut progress, .. } =
            conversation.as_ref().map(|key| self.take(key)).unwrap_or_default();
        if let (Err(error), Some(key)) = (progress.advance(&line.seq, is_user), &conversation) {
            self.keep(key.clone(), turn, progress);
            return Err(error);
        }
        if is_user {
            // A call without an answer at the end of its turn ran, as far as is known.
            self.see(turn.tools.ran());
            turn = turn.next(line.text());
        } else if let (Some(role), Some(said)) = (line.role().filter(|role| is_instructing(role)), line.text()) {
            turn.data_talk.instructed(role, &said);
        }
        let is_tool = !is_assistant && !is_user && line.role().is_some_and(|role| self.is_tool(role));
        let owner = key(&line.agent_id);
        let calls = line.calls();
        turn.used_tools |= is_tool || calls.as_ref().is_some_and(|calls| !calls.is_empty());
        let answering = turn.tools.remember(owner.as_ref(), calls, line.answers(is_tool));
        self.see(answering.iter().map(String::as_str));
        if conversation.is_none() {
            self.see(turn.tools.ran());
        }

        let used = line.tools_used.clone().filter(|_| is_assistant).unwrap_or_default();
        turn.used_tools |= !used.is_empty();
        if turn.used_tools {
            turn.window.note_tools();
        }
        self.see(used.iter().map(String::as_str));
        let message = message_of(line, conversation.clone());
        let finding = if is_assistant { self.examine(message, &mut turn) } else { empty(message) };
        let place = finding.message_id.clone().unwrap_or_else(|| Key::Text("earlier".to_owned()));
        turn.tools.remember_used(owner.as_ref(), &place, used);
        if is_assistant {
            turn.window.answered(&finding.message.text);
            turn.data_talk.answered();
        }
        if let Some(key) = conversation {
            self.keep(key, turn, progress);
        }
        Ok(finding)
    }

    /// Whether a role is that of tools, by the log format or by the profile.
    fn is_tool(&self, role: &str) -> bool {
        let is_of_role = |place: &EvidenceSource| matches!(place, EvidenceSource::Messages { roles, .. } if roles.iter().any(|known| known == role));
        is_of_tool(role) || self.profile.evidence.iter().any(is_of_role)
    }

    /// Remembers the names of tools that ran.
    fn see<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        for name in names {
            if self.seen.len() < NAMES_KEPT && !self.seen.contains(name) {
                self.seen.insert(name.to_owned());
            }
        }
    }

    /// The evidence for a question about a message with these facts.
    fn evidence(&self, question: &Question, facts: &RefCell<Facts>, owner: &str) -> Evidence {
        let unknown = question.tool.as_deref().filter(|_| question.asks_whether_it_exists);
        let seen = unknown.and_then(|tool| self.seen.iter().find(|name| self.names.means(name, tool)));
        let reason = "an earlier line names it";
        let mut facts = facts.borrow_mut();
        facts.existing_tool = seen.map(|name| ToolFound { name: name.clone(), evidence: reason.to_owned() });
        weigh(question, &facts, &self.names, owner)
    }

    fn examine(&self, message: Message, turn: &mut CurrentTurn) -> Finding {
        let asked = turn.asked.take();
        let finding = self.finding(message, asked.as_deref(), turn);
        turn.asked = asked;
        finding
    }

    fn finding(&self, message: Message, asked: Option<&str>, turn: &mut CurrentTurn) -> Finding {
        let AuditContext { registry, tools, options, .. } = &self.context;
        let requests = self.context.requested_in(asked);
        let seen = self.context.look(&message.text);
        if !self.context.claims(&message.text, seen, &turn.window, requests) {
            return empty(message);
        }
        let wanted = turn.wanted;
        let context = Context { asked, wanted, stamps: options.stamps, tools: Some(tools) };
        let mut claims = claim::find(&message.text, registry, context);
        let is_seen = |tool: &str| {
            let mut seen = self.seen.iter().map(String::as_str).chain(turn.tools.ran());
            seen.any(|name| self.names.means(name, tool))
        };
        claims = claims.into_iter().filter_map(|claim| claim::with_tools_that_exist(claim, &is_seen)).collect();
        turn.data_talk.mark(&mut claims);
        let place = StatementFinding(&self.context);
        place.add(&mut claims, &message, seen, asked, &turn.window, &self.profile);
        // If the log shows only the calls of each line, the next line may make the announced one.
        if message.tools_used.is_some() {
            place.add_announced(&mut claims, &message, asked);
        }
        // Lines come in the order in which they were written.
        let mut leaks = std::mem::take(&mut turn.leaks);
        leaks.mark(&mut claims, message.conversation.as_ref(), None);
        let rules = self.context.rules(&self.profile);
        if claims.is_empty() {
            turn.leaks = leaks;
            return empty(message);
        }
        let (owner, owner_key) = (owner_label(&message), message.owner.key.clone());
        let facts = RefCell::new(Facts {
            tools_used: message.tools_used.clone(),
            not_asked: self.not_asked(),
            ..turn.tools.lend(owner_key.as_ref())
        });
        let judged = judge_all(claims, &message, &rules, |claim| {
            let question = proposal::question(claim, &message.text, &rules);
            let evidence = self.evidence(&question, &facts, &owner);
            Ok::<_, std::convert::Infallible>((evidence, Facts::default()))
        });
        let Ok(judged) = judged;
        leaks.keep(&judged, message.conversation.as_ref(), None);
        let window = turn.window.clone();
        let unclaimed = message.clone();
        let finding = assemble(message, judged, &rules, &mut Duplicates::default());
        let known = MessageContext { context: &self.context, rules, asked, wanted, window: &window, is_format: false };
        let finding =
            finding.map(|finding| known.checked(finding, |question| Some(self.evidence(question, &facts, &owner))));
        turn.tools.take_back(owner_key.as_ref(), facts.into_inner());
        turn.leaks = leaks;
        finding.filter(|finding| finding.confidence() >= options.min_confidence).unwrap_or_else(|| empty(unclaimed))
    }

    /// The sources of evidence in the profile that lines cannot provide.
    fn not_asked(&self) -> Vec<SkippedSource> {
        let is_in_database = |place: &&EvidenceSource| {
            matches!(
                place,
                EvidenceSource::Column { .. }
                    | EvidenceSource::Table { .. }
                    | EvidenceSource::Parts { .. }
                    | EvidenceSource::Messages { .. }
            )
        };
        let asks_a_database = self.profile.evidence.iter().filter(|place| !is_in_database(place));
        let reason = || "there is no database here".to_owned();
        asks_a_database.map(|place| SkippedSource { source: place.kind().to_owned(), reason: reason() }).collect()
    }

    /// Removes a conversation from memory.
    fn take(&mut self, key: &Key) -> RememberedConversation {
        let Some(conversation) = self.conversations.remove(key) else { return RememberedConversation::default() };
        self.order.remove(&conversation.line);
        self.bytes -= conversation.turn.tools.bytes();
        conversation
    }

    /// Remembers a conversation as the latest; the oldest one makes room for it.
    fn keep(&mut self, key: Key, turn: CurrentTurn, progress: SequenceProgress) {
        self.lines += 1;
        self.order.insert(self.lines, key.clone());
        self.bytes += turn.tools.bytes();
        self.conversations.insert(key, RememberedConversation { line: self.lines, turn, progress });
        if self.conversations.len() > CONVERSATIONS_KEPT
            && let Some((_, oldest)) = self.order.pop_first()
        {
            self.bytes -= self.conversations.remove(&oldest).map_or(0, |oldest| oldest.turn.tools.bytes());
        }
        if self.bytes > BYTES_KEPT {
            self.forget_contents();
        }
    }

    /// Forgets the arguments and results of the oldest conversations, and more than necessary at once, because it
    /// visits all of them.
    fn forget_contents(&mut self) {
        for key in self.order.values() {
            if self.bytes <= BYTES_KEPT / 2 {
                break;
            }
            if let Some(RememberedConversation { turn, .. }) = self.conversations.get_mut(key) {
                self.bytes -= turn.tools.bytes();
                turn.tools.forget_contents(0);
                self.bytes += turn.tools.bytes();
            }
        }
    }
}

fn message_of(line: LogMessage, conversation: Option<Key>) -> Message {
    let owner = key(&line.agent_id);
    let text = line.text().unwrap_or_default();
    let time = time_cell(&line.created_at).as_ref().and_then(moment);
    Message {
        key: key(&line.id),
        conversation,
        owner: Owner { exists: owner.is_some(), key: owner, name: line.agent, enabled: line.enabled_tools },
        text,
        plan: None,
        model: line.model,
        created_at: time.map(|moment| moment.at),
        tools_used: line.tools_used,
        tools_hide_it: false,
    }
}

/// The answer to a line that only ends a conversation.
fn end_of(conversation: Option<Key>) -> Finding {
    Finding { conversation_id: conversation, ..Finding::default() }
}

/// The answer to a message that claims nothing.
fn empty(message: Message) -> Finding {
    Finding {
        message_id: message.key.clone(),
        conversation_id: message.conversation.clone(),
        agent_id: message.owner.key.clone(),
        agent: message.owner.name.clone(),
        model: message.model.clone(),
        created_at: message.created_at,
        cleaned: message.text.clone(),
        tools_used: message.tools_used.clone(),
        tools_used_after: message.tools_used.clone(),
        message,
        ..Finding::default()
    }
}
