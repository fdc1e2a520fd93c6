//! What the live gate remembers of a conversation: its last turn, the tools of earlier ones, and the forms that leaked before.

use super::earlier::EarlierLeaks;
use crate::claim::Wanted;
use crate::source::chat_log::{LoggedAnswer, LoggedCall};
use crate::source::{Key, RecordedCall, ToolMessage};

/// How many calls and answers of a turn are remembered, the last ones: a conversation in which no person speaks has one endless
/// turn.
const CALLS_KEPT: usize = 1_000;
/// How many tools of earlier turns are remembered.
const EARLIER_KEPT: usize = 100;

/// The last turn of a conversation, from what the user said on.
#[derive(Debug, Default)]
pub(super) struct Turn {
    /// What the user said.
    pub(super) asked: Option<String>,
    /// What the user had asked for before that, and may still want.
    pub(super) wanted: Wanted,
    /// The forms that leaked before.
    pub(super) leaks: EarlierLeaks,
    /// The calls, each with the name by which an answer knows it.
    calls: Option<Vec<(Option<String>, RecordedCall)>>,
    answers: Vec<ToolMessage>,
    /// The tools that lines of the turn list as used.
    used: Vec<(Key, String)>,
    /// The tools of earlier turns, each once.
    earlier: Vec<(Key, String)>,
}

impl Turn {
    /// The turn that begins with what the user says.
    pub(super) fn next(mut self, asked: Option<String>) -> Self {
        let calls = self.calls.take().unwrap_or_default();
        for (_, call) in calls.into_iter().filter(|(_, call)| !call.failed) {
            self.remember_earlier(&Key::Text("earlier".to_owned()), &call.name);
        }
        for answer in std::mem::take(&mut self.answers).into_iter().filter(|answer| !answer.failed) {
            if let Some(tool) = answer.tool {
                self.remember_earlier(&Key::Text("earlier".to_owned()), &tool);
            }
        }
        let wanted = self.asked.as_deref().map_or(self.wanted, |said| self.wanted.after(said));
        Self { asked, wanted, leaks: self.leaks, earlier: self.earlier, ..Self::default() }
    }

    /// Adds what a line calls, and what tools answer in it.
    pub(super) fn remember(&mut self, calls: Option<Vec<LoggedCall>>, answers: Vec<LoggedAnswer>) {
        if let Some(calls) = calls {
            let named = calls.into_iter().map(|call| (call.id.clone(), call.recorded()));
            self.calls.get_or_insert_default().extend(named);
        }
        for answer in answers {
            let answer = self.answered(answer);
            self.answers.push(answer);
        }
        if let Some(calls) = &mut self.calls {
            calls.drain(..calls.len().saturating_sub(CALLS_KEPT));
        }
        self.answers.drain(..self.answers.len().saturating_sub(CALLS_KEPT));
    }

    /// An answer with the name of the call that it answers, which gets the result.
    fn answered(&mut self, LoggedAnswer { call, tool, result, failed }: LoggedAnswer) -> ToolMessage {
        let is_meant = |(id, _): &&mut (Option<String>, RecordedCall)| call.is_some() && *id == call;
        let known = self.calls.iter_mut().flatten().rev().find(is_meant).map(|(_, known)| known);
        let tool = tool.or_else(|| known.as_ref().map(|known| known.name.clone()));
        if let Some(known) = known {
            known.failed |= failed;
            known.result.clone_from(&result);
        }
        let record = call.map(|id| format!("call {id}"));
        ToolMessage { tool, result, failed, record }
    }

    /// The tools that answered in the turn without an error.
    pub(super) fn answering(&self) -> Vec<String> {
        self.answers.iter().filter(|answer| !answer.failed).filter_map(|answer| answer.tool.clone()).collect()
    }

    /// Keeps the tools that a line lists as used, for what is said in later lines of the turn, and of later turns.
    pub(super) fn remember_used(&mut self, message: &Key, tools: Vec<String>) {
        for tool in tools {
            self.remember_earlier(message, &tool);
            if self.used.len() < CALLS_KEPT && !self.used.iter().any(|(_, known)| *known == tool) {
                self.used.push((message.clone(), tool));
            }
        }
    }

    fn remember_earlier(&mut self, message: &Key, tool: &str) {
        if self.earlier.len() < EARLIER_KEPT && !self.earlier.iter().any(|(_, known)| known == tool) {
            self.earlier.push((message.clone(), tool.to_owned()));
        }
    }

    /// The calls of the turn; `None` where no line speaks of calls.
    pub(super) fn calls(&self) -> Option<Vec<RecordedCall>> {
        self.calls.as_ref().map(|calls| calls.iter().map(|(_, call)| call.clone()).collect())
    }

    /// The tools that earlier lines of the turn list; `None` where none does.
    pub(super) fn tools(&self) -> Option<Vec<(Key, String)>> {
        (!self.used.is_empty()).then(|| self.used.clone())
    }

    /// What tools answered in the turn; `None` where none did: a log need not hold answers.
    pub(super) fn answers(&self) -> Option<Vec<ToolMessage>> {
        (!self.answers.is_empty()).then(|| self.answers.clone())
    }

    /// The tools of earlier turns; `None` where none is known.
    pub(super) fn earlier(&self) -> Option<Vec<(Key, String)>> {
        (!self.earlier.is_empty()).then(|| self.earlier.clone())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(id: &str, name: &str) -> LoggedCall {
        LoggedCall { id: Some(id.to_owned()), name: name.to_owned(), ..LoggedCall::default() }
    }

    #[test]
    fn a_turn_without_end_keeps_its_last_calls() {
        let mut turn = Turn::default();
        for number in 0..CALLS_KEPT + 10 {
            turn.remember(Some(vec![call("c", &number.to_string())]), Vec::new());
        }
        let calls = turn.calls().unwrap();
        assert_eq!((calls.len(), calls[0].name.as_str()), (CALLS_KEPT, "10"));
        assert_eq!(calls.last().unwrap().name, (CALLS_KEPT + 9).to_string());
    }

    #[test]
    fn an_answer_is_that_of_the_call_that_it_names() {
        let mut turn = Turn::default();
        turn.remember(Some(vec![call("c1", "look"), call("c2", "save")]), Vec::new());
        let answer = |call: &str, failed| LoggedAnswer {
            call: Some(call.to_owned()),
            result: Some(json!("ok")),
            failed,
            ..LoggedAnswer::default()
        };
        turn.remember(None, vec![answer("c2", true), answer("c1", false), answer("c9", false)]);
        let calls = turn.calls().unwrap();
        assert_eq!((calls[0].failed, calls[0].result.clone()), (false, Some(json!("ok"))));
        assert!(calls[1].failed);
        let tools: Vec<_> = turn.answers().unwrap().into_iter().map(|answer| answer.tool).collect();
        assert_eq!(tools, [Some("save".to_owned()), Some("look".to_owned()), None]);
        assert_eq!(turn.answering(), ["look"]);
        // What failed did not run, then or later.
        let earlier: Vec<_> = turn.next(None).earlier().unwrap().into_iter().map(|(_, tool)| tool).collect();
        assert_eq!(earlier, ["look"]);
    }

    #[test]
    fn what_a_line_lists_as_used_is_known_to_the_lines_after_it() {
        let mut turn = Turn::default();
        assert_eq!((turn.calls(), turn.tools()), (None, None));
        turn.remember_used(&Key::Integer(1), vec!["cancel".to_owned()]);
        assert_eq!(turn.tools().unwrap(), [(Key::Integer(1), "cancel".to_owned())]);
        assert_eq!((turn.calls(), turn.next(None).tools()), (None, None));
    }
}
