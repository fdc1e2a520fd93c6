//! The live gate: messages one by one, as a gateway or a job hands them over, without a database.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::duplicates::Duplicates;
use super::knowledge::Knowledge;
use super::recheck::Known;
use super::statements::Statements;
use super::turn::Turn;
use super::{Options, assemble, judge_all, known_tools, owner_label};
use crate::catalog::Catalog;
use crate::claim::{self, Context};
use crate::proposal::{self, Finding};
use crate::registry::Registry;
use crate::source::chat_log::{LineError, LogMessage, is_of_tool, key, moment, time_cell};
use crate::source::profile::{EvidenceSource, Profile};
use crate::source::{Evidence, Facts, Key, Message, NotAsked, Owner, Question, ToolFound, ToolNames, weigh};

/// How many conversations are remembered.
const CONVERSATIONS_KEPT: usize = 10_000;
/// How many names of tools that were seen are remembered.
const NAMES_KEPT: usize = 1_000;

/// Judges messages as they come.
pub struct Gateway {
    profile: Profile,
    names: ToolNames,
    knowledge: Knowledge,
    /// Each with the line that spoke of it last.
    turns: HashMap<Key, (u64, Turn)>,
    /// The conversations by these lines: the first one is forgotten first.
    order: BTreeMap<u64, Key>,
    lines: u64,
    /// The tools that any line before named as run: they exist.
    seen: BTreeSet<String>,
}

impl Gateway {
    /// A gate with these patterns; `profile` says what records the application keeps, `catalog` which tools it has.
    #[must_use]
    pub fn new(registry: Registry, profile: Profile, catalog: Option<Arc<Catalog>>, options: Options) -> Self {
        let names = ToolNames::of(&profile);
        let tools = known_tools(&registry, &profile, catalog);
        let knowledge = Knowledge::new(registry, tools, options);
        let (turns, order) = (HashMap::new(), BTreeMap::new());
        Self { profile, names, knowledge, turns, order, lines: 0, seen: BTreeSet::new() }
    }

    /// The finding of a line; one without claims where the line holds none, or is not the assistant's.
    pub fn judge(&mut self, line: &str) -> Result<Finding, LineError> {
        // A list would be taken for the fields in their order.
        if line.trim_start().starts_with('[') {
            return Err(LineError::NoObject);
        }
        let line: LogMessage = serde_json::from_str(line)?;
        if !line.has_content() {
            return Err(LineError::NoContent);
        }
        let conversation = key(&line.conversation_id);
        let speaks = |roles: &[String]| line.role().map(|role| roles.iter().any(|known| known == role));
        let is_assistant = speaks(&self.profile.messages.assistant).unwrap_or(true);
        let is_user = speaks(&self.profile.messages.user).unwrap_or(false);
        let mut turn = conversation.as_ref().map(|key| self.turn(key)).unwrap_or_default();
        if is_user {
            turn = turn.next(line.text());
        }
        let is_tool = !is_assistant && !is_user && line.role().is_some_and(is_of_tool);
        let (calls, answers) = (line.calls(), line.answers(is_tool));
        self.see(calls.iter().flatten().filter(|call| !call.failed).map(|call| call.name.as_str()));
        turn.remember(calls, answers);
        self.see(turn.answering().iter().map(String::as_str));

        let used = line.tools_used.clone().unwrap_or_default();
        self.see(used.iter().map(String::as_str));
        let message = message_of(line, conversation.clone());
        let finding = if is_assistant { self.examine(message, &mut turn) } else { empty(message) };
        let place = finding.message_id.clone().unwrap_or_else(|| Key::Text("earlier".to_owned()));
        turn.remember_used(&place, used);
        if let Some(key) = conversation {
            self.keep(key, turn);
        }
        Ok(finding)
    }

    /// Keeps names of tools that ran.
    fn see<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        for name in names {
            if self.seen.len() < NAMES_KEPT && !self.seen.contains(name) {
                self.seen.insert(name.to_owned());
            }
        }
    }

    /// What is known of a question about a message of which these are the facts.
    fn evidence(&self, question: &Question, facts: &Facts, owner: &str) -> Evidence {
        let unknown = question.tool.as_deref().filter(|_| question.asks_whether_it_exists);
        let seen = unknown.and_then(|tool| self.seen.iter().find(|name| self.names.means(name, tool)));
        match seen {
            None => weigh(question, facts, &self.names, owner),
            Some(name) => {
                let existing_tool = Some(ToolFound { name: name.clone(), told: "an earlier line names it".to_owned() });
                weigh(question, &Facts { existing_tool, ..facts.clone() }, &self.names, owner)
            }
        }
    }

    fn examine(&self, message: Message, turn: &mut Turn) -> Finding {
        let Knowledge { registry, tools, options, .. } = &self.knowledge;
        let asked = turn.asked.as_deref().map(|asked| self.knowledge.asked_in(asked)).unwrap_or_default();
        if !self.knowledge.may_claim(&message.text, asked) {
            return empty(message);
        }
        let (asked, wanted) = (turn.asked.as_deref(), turn.wanted);
        let context = Context { asked, wanted, stamps: options.stamps, tools: Some(tools) };
        let mut claims = claim::find(&message.text, registry, context);
        let is_seen = |tool: &str| self.seen.iter().any(|name| self.names.means(name, tool));
        claims = claims.into_iter().filter_map(|claim| claim::with_tools_that_exist(claim, &is_seen)).collect();
        let place = Statements(&self.knowledge);
        place.add(&mut claims, &message, turn.asked.as_deref(), &self.profile);
        // Lines come in the order in which they were written.
        let mut leaks = std::mem::take(&mut turn.leaks);
        leaks.tell(&mut claims, message.conversation.as_ref(), None);
        let rules = self.knowledge.rules(&self.profile);
        // Most messages claim nothing, and nothing is asked about them.
        let (used, owner) = (message.tools_used.clone(), owner_label(&message));
        let facts = LazyCell::new(|| Facts {
            calls: turn.calls(),
            tools_used: used.clone(),
            turn_tools: turn.tools(),
            tool_messages: turn.answers(),
            earlier: turn.earlier(),
            not_asked: self.not_asked(),
            ..Facts::default()
        });
        let judged = judge_all(claims, &message, &rules, |claim| {
            let question = proposal::question(claim, &message.text, &rules);
            let evidence = self.evidence(&question, &facts, &owner);
            Ok::<_, std::convert::Infallible>((evidence, Facts::default()))
        });
        let Ok(judged) = judged;
        leaks.keep(&judged, message.conversation.as_ref(), None);
        let unclaimed = message.clone();
        let finding = assemble(message, judged, &rules, &mut Duplicates::default());
        let known = Known { knowledge: &self.knowledge, rules, asked, wanted, is_format: false };
        let finding =
            finding.map(|finding| known.checked(finding, |question| Some(self.evidence(question, &facts, &owner))));
        turn.leaks = leaks;
        finding.filter(|finding| finding.confidence() >= options.min_confidence).unwrap_or_else(|| empty(unclaimed))
    }

    /// What the profile names and no line can tell.
    fn not_asked(&self) -> Vec<NotAsked> {
        let is_told = |place: &&EvidenceSource| {
            matches!(
                place,
                EvidenceSource::Column { .. }
                    | EvidenceSource::Table { .. }
                    | EvidenceSource::Parts { .. }
                    | EvidenceSource::Messages { .. }
            )
        };
        let asks_a_database = self.profile.evidence.iter().filter(|place| !is_told(place));
        let reason = || "there is no database here".to_owned();
        asks_a_database.map(|place| NotAsked { source: place.kind().to_owned(), reason: reason() }).collect()
    }

    /// Takes a conversation's turn out of the memory.
    fn turn(&mut self, key: &Key) -> Turn {
        let Some((line, turn)) = self.turns.remove(key) else { return Turn::default() };
        self.order.remove(&line);
        turn
    }

    /// Keeps a conversation's turn as the one seen last; the one not seen for longest makes room for it.
    fn keep(&mut self, key: Key, turn: Turn) {
        self.lines += 1;
        self.order.insert(self.lines, key.clone());
        self.turns.insert(key, (self.lines, turn));
        if self.turns.len() > CONVERSATIONS_KEPT
            && let Some((_, oldest)) = self.order.pop_first()
        {
            self.turns.remove(&oldest);
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
