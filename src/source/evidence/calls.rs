//! Weighs the calls recorded in a turn, and results that contain the claim's payload.

use serde_json::Value;

use super::result_match::{ResultMatch, find_match, is_indistinct};
use super::weigh::{EvidenceWeigher, in_record, listed};
use super::{Outcome, Question, RecordedCall, ToolMessage, UNREADABLE_NAME};

impl EvidenceWeigher<'_> {
    /// Weighs the calls of a turn. `messages` are the turn's tool messages, which may hold the results of the calls.
    pub(super) fn add_calls(&mut self, calls: &[RecordedCall], messages: &[ToolMessage]) {
        let (unclear, known): (Vec<_>, Vec<_>) = calls.iter().partition(|call| call.unclear);
        let (failed, ran): (Vec<_>, Vec<_>) = known.into_iter().partition(|call| call.failed);
        let asked = ran.iter().copied().filter(|call| self.is_asked_tool(&call.name));
        let (doubtful, own): (Vec<_>, Vec<_>) = asked.partition(|call| self.may_have_failed(call));
        let of_statement = own.first().filter(|_| self.question.statement.is_some());
        if let Some(call) = of_statement {
            self.add(self.named, format!("a call of {} is recorded in this turn", call.name));
        } else if let Some(call) = own.iter().find(|call| self.is_equal(call)) {
            let record = in_record(call.record.as_ref());
            self.add(Outcome::Equal, format!("a call of {} with the same arguments is recorded{record}", call.name));
        } else if let Some((how, call)) = self.answered_by_call(calls) {
            let line = format!("the result of {} {how}{}", call.name, in_record(call.record.as_ref()));
            self.add(Outcome::Equal, line);
        } else if let Some(call) = own.first() {
            let line = if self.question.arguments.is_none() && self.question.payload.is_some() && call.result.is_some()
            {
                format!("a call of {} is recorded in this turn, with another result", call.name)
            } else {
                format!("a call of {} is recorded in this turn, not with these arguments", call.name)
            };
            self.add(self.named, line);
        } else if let Some(call) = doubtful.first() {
            let record = in_record(call.record.as_ref());
            let line =
                format!("a call of {} is recorded in this turn{record}, and may be the one that failed", call.name);
            self.add(Outcome::Other, line);
        } else if let Some(call) = ran.iter().find(|call| call.name == UNREADABLE_NAME) {
            let line =
                format!("a call is recorded in this turn whose tool cannot be read{}", in_record(call.record.as_ref()));
            self.add(Outcome::Other, line);
        } else if !ran.is_empty() {
            if self.answered_by_message(messages).is_none() {
                let names = ran.iter().map(|call| call.name.as_str());
                let (outcome, which) = self.of_others(&names);
                self.add(outcome, format!("{which} were called in this turn: {}", listed(names)));
            }
        } else if failed.is_empty() && unclear.is_empty() {
            self.add(Outcome::None, "no tool call is recorded for this message".to_owned());
        } else {
            self.outcome = self.outcome.max(Outcome::None);
        }
        let of_asked = unclear.iter().find(|call| self.is_asked_tool(&call.name));
        if let Some(call) = of_asked.or(unclear.first().filter(|_| ran.is_empty())).filter(|_| own.is_empty()) {
            let record = in_record(call.record.as_ref());
            let line = format!("whether a call of {} ran in this turn is not known{record}", call.name);
            self.add(Outcome::Other, line);
        }
        self.lines.extend(self.failed_calls(&failed, ran.is_empty() && unclear.is_empty(), own.is_empty()));
    }

    /// The line about failed calls, if any is needed.
    fn failed_calls(&self, failed: &[&RecordedCall], is_all: bool, is_all_of_tool: bool) -> Option<String> {
        let own: Vec<_> = failed.iter().filter(|call| self.is_asked_tool(&call.name)).collect();
        let equal = own.iter().find(|call| self.is_equal(call));
        if let Some(call) = equal.or(own.first()) {
            let (name, record) = (&call.name, in_record(call.record.as_ref()));
            return Some(if is_all_of_tool {
                format!("a call of {name} failed in this turn{record}")
            } else if equal.is_some() && self.named == Outcome::Other {
                format!("the call of {name} with these arguments failed in this turn{record}")
            } else {
                format!("another call of {name} failed in this turn{record}")
            });
        }
        if !is_all || failed.is_empty() {
            return None;
        }
        Some(if let Some(call) = failed.iter().find(|call| call.name == UNREADABLE_NAME) {
            format!("a call failed in this turn whose tool cannot be read{}", in_record(call.record.as_ref()))
        } else {
            let others = listed(failed.iter().map(|call| call.name.as_str()));
            format!("only other tools were called in this turn, and failed: {others}")
        })
    }

    pub(super) fn answered_by_call<'r>(&self, calls: &'r [RecordedCall]) -> Option<(&'static str, &'r RecordedCall)> {
        let ran = calls.iter().filter(|call| !call.failed && !call.unclear);
        self.answered(ran.filter_map(|call| Some((Some(call.name.as_str()), call.result.as_ref()?, call))))
    }

    pub(super) fn answered_by_message<'r>(
        &self,
        messages: &'r [ToolMessage],
    ) -> Option<(&'static str, &'r ToolMessage)> {
        let ran = messages.iter().filter(|message| !message.failed && !message.unclear);
        let ran = ran.filter(|_| self.question.statement.is_none());
        self.answered(ran.filter_map(|message| Some((message.tool.as_deref(), message.result.as_ref()?, message))))
    }

    /// The first result that contains the payload, and how. In the answer of another or unknown tool, a quotation does
    /// not count: the answer of a tool that reads, such as a search, may hold any words.
    fn answered<'r, T>(
        &self,
        mut answers: impl Iterator<Item = (Option<&'r str>, &'r Value, T)>,
    ) -> Option<(&'static str, T)> {
        let Question { tool, payload, payload_text, arguments, .. } = self.question;
        if payload.is_none() && payload_text.is_none() {
            return None;
        }
        answers.find_map(|(name, result, whose)| {
            let is_own = name.zip(tool.as_deref()).map(|(name, _)| self.is_asked_tool(name));
            // The text of a call with arguments says nothing about another tool.
            if arguments.is_some() && is_own == Some(false) {
                return None;
            }
            match find_match(result, payload.as_ref(), payload_text.as_deref())? {
                // Many tools give so short an answer: from an unknown or another tool it is no evidence.
                ResultMatch::Equal
                    if (is_own == Some(false) || name.is_none_or(|name| name == UNREADABLE_NAME))
                        && payload.as_ref().is_some_and(is_indistinct) =>
                {
                    None
                }
                ResultMatch::Equal => Some(("equals it", whose)),
                // A result is often wrapped, and the wrapping tool is unknown.
                ResultMatch::Contained => (tool.is_none() || is_own == Some(true)).then_some(("contains it", whose)),
                ResultMatch::Quoted => (is_own == Some(true)).then_some(("contains it", whose)),
            }
        })
    }

    /// Whether a recorded call has the claim's arguments or the values of its record, under whatever names.
    pub(super) fn is_equal(&self, call: &RecordedCall) -> bool {
        let Some(arguments) = &call.arguments else {
            return false;
        };
        if self.question.arguments.as_ref() == Some(arguments) {
            return true;
        }
        let Some(record) = &self.question.record else {
            return false;
        };
        let Value::Object(arguments) = arguments else {
            return false;
        };
        record
            .fields
            .values()
            .all(|field| arguments.values().any(|value| value.as_str().is_some_and(|text| text.trim() == field.trim())))
    }
}
