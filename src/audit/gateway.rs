//! The live gate: messages one by one, as a gateway or a job hands them over, without a database.

use std::cell::LazyCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::duplicates::Duplicates;
use super::earlier::EarlierLeaks;
use super::knowledge::Knowledge;
use super::recheck::Known;
use super::statements::Statements;
use super::{Options, assemble, judge_all, known_tools, owner_label};
use crate::catalog::Catalog;
use crate::claim::{self, Context};
use crate::proposal::{self, Finding};
use crate::registry::Registry;
use crate::source::chat_log::{LineError, LogMessage, LoggedCall, key, moment, time_cell};
use crate::source::profile::{EvidenceSource, Profile};
use crate::source::{Facts, Key, Message, NotAsked, Owner, RecordedCall, ToolNames, weigh};

/// How many conversations are remembered.
const CONVERSATIONS_KEPT: usize = 10_000;
/// How many calls of a turn are remembered, the last ones: a conversation in which no person speaks has one endless turn.
const CALLS_KEPT: usize = 1_000;

/// How many tools of earlier turns are remembered.
const EARLIER_KEPT: usize = 100;

/// What is remembered of a conversation: its last turn, and the forms that leaked before.
#[derive(Debug, Default)]
struct Turn {
    asked: Option<String>,
    calls: Option<Vec<RecordedCall>>,
    /// The tools of earlier turns, each once.
    earlier: Vec<(Key, String)>,
    leaks: EarlierLeaks,
}

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
}

impl Gateway {
    /// A gate with these patterns; `profile` says what records the application keeps, `catalog` which tools it has.
    #[must_use]
    pub fn new(registry: Registry, profile: Profile, catalog: Option<Arc<Catalog>>, options: Options) -> Self {
        let names = ToolNames::of(&profile);
        let tools = known_tools(&registry, &profile, catalog);
        let knowledge = Knowledge::new(registry, tools, options);
        Self { profile, names, knowledge, turns: HashMap::new(), order: BTreeMap::new(), lines: 0 }
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
        let calls = line.calls().map(|calls| calls.into_iter().map(LoggedCall::recorded).collect());
        let mut turn = conversation.as_ref().map(|key| self.turn(key)).unwrap_or_default();
        if is_user {
            turn = turn.next(line.text());
        }
        turn.remember(calls, line.name.as_deref().filter(|_| !is_assistant && !is_user));

        let used = line.tools_used.clone().unwrap_or_default();
        let message = message_of(line, conversation.clone());
        let finding = if is_assistant { self.examine(message, &mut turn) } else { empty(message) };
        for tool in used {
            turn.remember_earlier(finding.message_id.clone().unwrap_or(Key::Text("earlier".to_owned())), &tool);
        }
        if let Some(key) = conversation {
            self.keep(key, turn);
        }
        Ok(finding)
    }

    fn examine(&self, message: Message, turn: &mut Turn) -> Finding {
        let Knowledge { registry, tools, options, .. } = &self.knowledge;
        let asked = turn.asked.as_deref().map(|asked| self.knowledge.asked_in(asked)).unwrap_or_default();
        if !self.knowledge.may_claim(&message.text, asked) {
            return empty(message);
        }
        let context = Context { asked: turn.asked.as_deref(), stamps: options.stamps, tools: Some(tools) };
        let mut claims = claim::find(&message.text, registry, context);
        let place = Statements(&self.knowledge);
        place.add(&mut claims, &message, turn.asked.as_deref(), &self.profile);
        // Lines come in the order in which they were written.
        turn.leaks.tell(&mut claims, message.conversation.as_ref(), None);
        let rules = self.knowledge.rules(&self.profile);
        // Most messages claim nothing, and nothing is asked about them.
        let (used, owner) = (message.tools_used.clone(), owner_label(&message));
        let facts = LazyCell::new(|| Facts {
            calls: turn.calls.clone(),
            tools_used: used.clone(),
            earlier: (!turn.earlier.is_empty()).then(|| turn.earlier.clone()),
            not_asked: self.not_asked(),
            ..Facts::default()
        });
        let judged = judge_all(claims, &message, &rules, |claim| {
            let question = proposal::question(claim, &message.text, &rules);
            let evidence = weigh(&question, &facts, &self.names, &owner);
            Ok::<_, std::convert::Infallible>((evidence, Facts::default()))
        });
        let Ok(judged) = judged;
        turn.leaks.keep(&judged, message.conversation.as_ref(), None);
        let unclaimed = message.clone();
        let finding = assemble(message, judged, &rules, &mut Duplicates::default());
        let known = Known { knowledge: &self.knowledge, rules, asked: turn.asked.as_deref(), is_format: false };
        let finding = finding
            .map(|finding| known.checked(finding, |question| Some(weigh(question, &facts, &self.names, &owner))));
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

impl Turn {
    /// The turn that begins with what the user says.
    fn next(mut self, asked: Option<String>) -> Self {
        let calls = self.calls.take().unwrap_or_default();
        for call in calls {
            self.remember_earlier(Key::Text("earlier".to_owned()), &call.name);
        }
        Self { asked, calls: None, ..self }
    }

    /// Keeps the name of a tool that ran, for what is said of it in later turns.
    fn remember_earlier(&mut self, message: Key, tool: &str) {
        if self.earlier.len() < EARLIER_KEPT && !self.earlier.iter().any(|(_, known)| known == tool) {
            self.earlier.push((message, tool.to_owned()));
        }
    }

    fn remember(&mut self, calls: Option<Vec<RecordedCall>>, answering: Option<&str>) {
        if let Some(calls) = calls {
            self.calls.get_or_insert_default().extend(calls);
        }
        if let Some(name) = answering {
            let call = RecordedCall { name: name.to_owned(), ..RecordedCall::default() };
            self.calls.get_or_insert_default().push(call);
        }
        if let Some(calls) = &mut self.calls {
            calls.drain(..calls.len().saturating_sub(CALLS_KEPT));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_without_end_keeps_its_last_calls() {
        let mut turn = Turn::default();
        for number in 0..CALLS_KEPT + 10 {
            turn.remember(None, Some(&number.to_string()));
        }
        let calls = turn.calls.unwrap();
        assert_eq!((calls.len(), calls[0].name.as_str()), (CALLS_KEPT, "10"));
        assert_eq!(calls.last().unwrap().name, (CALLS_KEPT + 9).to_string());
    }
}
