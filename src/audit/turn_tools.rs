//! What tools did in a turn, as the live gate remembers it: calls, answers, and the tools that lines list as used.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::Value;

use crate::source::chat_log::{LoggedAnswer, LoggedCall};
use crate::source::{Answered, Facts, Key, RecordedCall, ToolMessage};

/// The maximum number of calls and answers of a turn that are remembered, the last ones: in a conversation without a
/// user the turn never ends.
const CALLS_KEPT: usize = 1_000;
/// The maximum number of tools of earlier turns that are remembered, the last ones.
const EARLIER_KEPT: usize = 100;
/// The maximum number of bytes of arguments and results of a turn; of older calls only the names are kept.
const BYTES_KEPT: usize = 1 << 20;

/// What tools did in the current turn, and which ones were used in earlier turns.
#[derive(Debug, Default)]
pub(super) struct TurnTools {
    /// The owners whose lines list calls, even an empty list. Such a log omits the list from lines without calls, in
    /// later turns too.
    speaking: Vec<Option<Key>>,
    calls: Vec<WithAgent<RememberedCall>>,
    /// Answers of tools to no known call.
    answers: Vec<WithAgent<ToolMessage>>,
    /// The tools that lines of the turn list as used, each with its line.
    used: Vec<WithAgent<(Key, String)>>,
    /// The tools of earlier turns, each once.
    earlier: Vec<WithAgent<(Key, String)>>,
    /// The bytes of arguments and results.
    bytes: usize,
    /// The number of lines so far.
    lines: usize,
}

/// A value and its agent, if that is known: another agent's call says nothing about this one's.
#[derive(Debug)]
struct WithAgent<T> {
    owner: Option<Key>,
    value: T,
}

impl<T> WithAgent<T> {
    fn may_belong(&self, owner: Option<&Key>) -> bool {
        may_be_same(self.owner.as_ref(), owner)
    }
}

fn may_be_same(one: Option<&Key>, other: Option<&Key>) -> bool {
    one.zip(other).is_none_or(|(one, other)| one == other)
}

#[derive(Debug)]
struct RememberedCall {
    /// The id by which answers refer to it.
    id: Option<String>,
    /// The number of its line in the turn.
    line: usize,
    /// The failed answers with its id, which calls in the same line may share.
    shared_failures: usize,
    recorded: RecordedCall,
}

impl RememberedCall {
    fn is_answered(&self) -> bool {
        self.recorded.failed || self.recorded.result.is_some()
    }
}

impl TurnTools {
    /// The tools of the next turn: what ran so far becomes a tool of an earlier turn.
    pub(super) fn next(mut self) -> Self {
        let calls = std::mem::take(&mut self.calls).into_iter().map(|call| (call.owner, call.value.recorded));
        let calls = calls.filter(|(_, call)| !call.failed).map(|(owner, call)| (owner, Some(call.name)));
        let answers = std::mem::take(&mut self.answers).into_iter().filter(|answer| !answer.value.failed);
        let answers = answers.map(|answer| (answer.owner, answer.value.tool));
        for (owner, tool) in calls.chain(answers).collect::<Vec<_>>() {
            if let Some(tool) = tool {
                self.remember_earlier(WithAgent { owner, value: (Key::Text("earlier".to_owned()), tool) });
            }
        }
        Self { speaking: self.speaking, earlier: self.earlier, ..Self::default() }
    }

    /// Adds the calls and answers in a line of this owner. Returns the tools that answered without an error.
    pub(super) fn remember(
        &mut self,
        owner: Option<&Key>,
        calls: Option<Vec<LoggedCall>>,
        answers: Vec<LoggedAnswer>,
    ) -> Vec<String> {
        let mut answering = Vec::new();
        self.lines += 1;
        if calls.is_some() {
            push_once(&mut self.speaking, owner.cloned(), CALLS_KEPT, |known, owner| known == owner);
        }
        for call in calls.into_iter().flatten() {
            let id = call.id.clone();
            let mut recorded = call.recorded();
            recorded.result = recorded.result.map(parsed);
            answering.extend(recorded.result.as_ref().filter(|_| !recorded.failed).map(|_| recorded.name.clone()));
            self.bytes += bytes_of(&recorded);
            self.calls.push(WithAgent {
                owner: owner.cloned(),
                value: RememberedCall { id, line: self.lines, shared_failures: 0, recorded },
            });
        }
        for answer in answers {
            answering.extend(self.remember_answer(owner, answer));
        }
        self.forget_the_oldest();
        answering
    }

    /// Adds an answer to the call that it names, or by itself. Returns the tool if it is no error.
    fn remember_answer(&mut self, owner: Option<&Key>, answer: LoggedAnswer) -> Option<String> {
        let LoggedAnswer { call, tool, result, failed } = answer;
        let result = result.map(parsed);
        self.bytes += result.as_ref().map_or(0, weight);
        let is_meant = |known: &WithAgent<RememberedCall>| {
            call.is_some() && known.value.id == call && may_be_same(known.owner.as_ref(), owner)
        };
        let mut meant: Vec<_> =
            self.calls.iter_mut().rev().filter(|known| is_meant(known)).map(|known| &mut known.value).collect();
        // The latest line with an unanswered call, and all such calls in it; otherwise the latest call of all.
        let waiting = meant.iter().find(|call| !call.is_answered()).map(|call| call.line);
        match waiting {
            Some(line) => meant.retain(|call| call.line == line && !call.is_answered()),
            None => meant.truncate(1),
        }
        let of_known_call = !meant.is_empty();
        let shared_by = meant.len();
        if let [known] = meant.as_mut_slice() {
            let known = &mut known.recorded;
            self.bytes -= known.result.as_ref().map_or(0, weight);
            known.failed |= failed;
            known.result = result;
            return (!known.failed).then(|| tool.unwrap_or_else(|| known.name.clone()));
        }
        // For several calls with one id it is unknown which one this answers; if as many answers failed as there are
        // calls, all failed.
        for known in meant {
            known.shared_failures += usize::from(failed);
            known.recorded.failed = known.shared_failures >= shared_by;
            known.recorded.answered =
                if known.shared_failures == 0 { Answered::WithoutError } else { Answered::Disputed };
        }
        let answering = tool.clone().filter(|_| !failed);
        let record = call.map(|id| format!("call {id}"));
        let value = ToolMessage { tool, result, failed, unclear: false, of_known_call, record };
        self.answers.push(WithAgent { owner: owner.cloned(), value });
        answering
    }

    /// Forgets what is beyond the limits.
    fn forget_the_oldest(&mut self) {
        let calls = self.calls.drain(..self.calls.len().saturating_sub(CALLS_KEPT));
        self.bytes -= calls.map(|call| bytes_of(&call.value.recorded)).sum::<usize>();
        let answers = self.answers.drain(..self.answers.len().saturating_sub(CALLS_KEPT));
        self.bytes -= answers.filter_map(|answer| answer.value.result.as_ref().map(weight)).sum::<usize>();
        if self.bytes > BYTES_KEPT {
            self.forget_contents(BYTES_KEPT);
        }
    }

    /// The bytes of arguments and results that are remembered.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets arguments and results, the oldest first, until no more than `left` bytes remain. The calls themselves
    /// stay known.
    pub(super) fn forget_contents(&mut self, left: usize) {
        for answer in &mut self.answers {
            if self.bytes > left {
                self.bytes -= answer.value.result.take().as_ref().map_or(0, weight);
            }
        }
        for call in &mut self.calls {
            if self.bytes > left {
                let call = &mut call.value.recorded;
                self.bytes -= bytes_of(call);
                (call.arguments, call.result) = (None, None);
            }
        }
    }

    /// The tools that were called or answered in the turn, without known failures.
    pub(super) fn ran(&self) -> impl Iterator<Item = &str> {
        let calls = self.calls.iter().map(|call| &call.value.recorded).filter(|call| !call.failed);
        let answers = self.answers.iter().map(|answer| &answer.value).filter(|answer| !answer.failed);
        calls.map(|call| call.name.as_str()).chain(answers.filter_map(|answer| answer.tool.as_deref()))
    }

    /// Remembers the tools that a line lists as used, for later lines of this turn and of later turns.
    pub(super) fn remember_used(&mut self, owner: Option<&Key>, message: &Key, tools: Vec<String>) {
        for tool in tools {
            let listed = || WithAgent { owner: owner.cloned(), value: (message.clone(), tool.clone()) };
            self.remember_earlier(listed());
            push_once(&mut self.used, listed(), CALLS_KEPT, is_same_tool);
        }
    }

    fn remember_earlier(&mut self, tool: WithAgent<(Key, String)>) {
        push_once(&mut self.earlier, tool, EARLIER_KEPT, is_same_tool);
    }

    /// Lends what is known of the turn to a message of this owner: calls and answers are missing here until they are
    /// taken back.
    pub(super) fn lend(&mut self, owner: Option<&Key>) -> Facts {
        let speaks = self.speaking.iter().any(|known| may_be_same(known.as_ref(), owner));
        let calls = self.calls.iter_mut().filter(|call| call.may_belong(owner));
        let calls: Vec<_> = calls.map(|call| std::mem::take(&mut call.value.recorded)).collect();
        let answers = self.answers.iter_mut().filter(|answer| answer.may_belong(owner));
        let answers: Vec<_> = answers.map(|answer| std::mem::take(&mut answer.value)).collect();
        let listed = |tools: &[WithAgent<(Key, String)>]| {
            let own = tools.iter().filter(|tool| tool.may_belong(owner)).map(|tool| tool.value.clone());
            Some(own.collect::<Vec<_>>()).filter(|tools| !tools.is_empty())
        };
        Facts {
            // If no line lists calls and no tool answers, nothing is known about them: a log need not contain calls.
            calls: speaks.then(|| calls.into()),
            tool_messages: (!answers.is_empty()).then(|| answers.into()),
            turn_tools: listed(&self.used),
            earlier: listed(&self.earlier),
            ..Facts::default()
        }
    }

    /// Takes back what was lent to this owner.
    pub(super) fn take_back(&mut self, owner: Option<&Key>, facts: Facts) {
        let calls = self.calls.iter_mut().filter(|call| call.may_belong(owner));
        for (call, recorded) in calls.zip(taken(facts.calls)) {
            call.value.recorded = recorded;
        }
        let answers = self.answers.iter_mut().filter(|answer| answer.may_belong(owner));
        for (answer, value) in answers.zip(taken(facts.tool_messages)) {
            answer.value = value;
        }
    }
}

/// The lent values, copied only while they are still shared.
fn taken<T: Clone + Default>(shared: Option<Arc<[T]>>) -> Vec<T> {
    let mut shared = shared.unwrap_or_default();
    Arc::make_mut(&mut shared).iter_mut().map(std::mem::take).collect()
}

/// Adds a value unless it is already there; beyond `most`, the first ones are dropped.
fn push_once<T>(kept: &mut Vec<T>, value: T, most: usize, is_same: impl Fn(&T, &T) -> bool) {
    if !kept.iter().any(|known| is_same(known, &value)) {
        kept.push(value);
        kept.drain(..kept.len().saturating_sub(most));
    }
}

/// Whether two lines name the same tool of the same owner.
fn is_same_tool(one: &WithAgent<(Key, String)>, other: &WithAgent<(Key, String)>) -> bool {
    one.owner == other.owner && one.value.1 == other.value.1
}

/// A result in the form in which it is compared: JSON within a string is parsed once, not for every question.
fn parsed(result: Value) -> Value {
    match &result {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            serde_json::from_str(text).unwrap_or(result)
        }
        _ => result,
    }
}

fn bytes_of(call: &RecordedCall) -> usize {
    call.arguments.iter().chain(&call.result).map(weight).sum()
}

/// The approximate bytes of a value.
fn weight(value: &Value) -> usize {
    size_of::<Value>()
        + match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(weight).sum(),
            Value::Object(members) => members.iter().map(|(name, value)| name.len() + weight(value)).sum(),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
}
