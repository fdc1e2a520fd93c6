//! Weighs the answers of all sources into one outcome, with a line for each.

use std::cell::RefCell;
use std::collections::HashMap;

use super::failures::Failures;
use super::{
    Evidence, Facts, LookupAnswer, Outcome, Question, RecordFound, RecordedCall, SkippedSource, ToolFound, ToolMessage,
    UNREADABLE_NAME,
};
use crate::catalog::{
    acts_on_pages, is_ordering, keeps_browser, keeps_session, meant_words, name_words, only_reads, preparing_verb,
    reports_session, searches_offers, shows,
};
use crate::source::{Key, ToolNames};

/// What a sentence names if it is about the browser that an assistant works with.
const OF_BROWSER: [&str; 3] = ["browser", "screenshot", "tab"];

/// Weighs the answers of all sources, the most reliable ones first.
#[must_use]
pub fn weigh(question: &Question, facts: &Facts, names: &ToolNames, owner: &str) -> Evidence {
    let mut weigher = EvidenceWeigher {
        question,
        names,
        failures: Failures::of(facts.tool_messages.as_deref().unwrap_or_default()),
        named: Outcome::Named,
        is_only_prepared: is_only_prepared(question, facts),
        known: RefCell::default(),
        outcome: Outcome::Unasked,
        lines: Vec::new(),
    };
    weigher.add_sources(facts, owner);
    let kind = question.record.as_ref().map_or("record", |record| record.kind.as_str());
    let later_state = facts.later_state.as_ref().filter(|_| weigher.outcome != Outcome::Equal);
    weigher.lines.extend(later_state.map(|later| later.describe(kind, owner)));
    if weigher.outcome == Outcome::Unasked {
        weigher.lines.push("no information on which tools ran".to_owned());
    }
    weigher.lines.extend(not_asked(&facts.not_asked));
    let ran = question.asks_whether_it_exists && weigher.outcome >= Outcome::Named;
    if let Some(ToolFound { name, evidence }) = facts.existing_tool.as_ref().filter(|_| !ran) {
        weigher.lines.insert(0, format!("there is a tool {name}: {evidence}"));
    }
    Evidence {
        outcome: weigher.outcome,
        lines: weigher.lines,
        tool_exists: ran || facts.existing_tool.is_some(),
        calls_known: facts.calls_are_known(),
        changed_since: later_state.is_some(),
    }
}

/// The names of the tools that were called in the turn, of each source in turn.
fn tools_of(facts: &Facts) -> impl Iterator<Item = &str> {
    let calls = facts.calls.iter().flat_map(|calls| calls.iter()).map(|call| call.name.as_str());
    let answers = facts.tool_messages.iter().flat_map(|messages| messages.iter());
    let answered = answers.map(|answer| answer.tool.as_deref().unwrap_or(UNREADABLE_NAME));
    let used = facts.tools_used.iter().flatten().map(String::as_str);
    let listed = facts.turn_tools.iter().flatten().map(|(_, tool)| tool.as_str());
    calls.chain(answered).chain(used).chain(listed)
}

/// Whether the tools of the turn only read, or prepare what another tool would do, though an action is claimed that is
/// still to do then.
fn is_only_prepared(question: &Question, facts: &Facts) -> bool {
    let is_decisive = question.statement.as_ref().is_some_and(|statement| statement.is_decisive);
    is_decisive && tools_of(facts).all(|tool| only_reads(tool) || shows(tool) || preparing_verb(tool).is_some())
}

pub(super) struct EvidenceWeigher<'a> {
    pub(super) question: &'a Question,
    names: &'a ToolNames,
    failures: Failures<'a>,
    /// The outcome if the tool is named in this turn; lower if records contradict that the call ran.
    pub(super) named: Outcome,
    /// Whether what is claimed may be prepared, but no tool of the turn can have done it.
    is_only_prepared: bool,
    /// Recorded name → whether it is that of the tool. A cache, because many calls have few different names.
    known: RefCell<HashMap<String, bool>>,
    pub(super) outcome: Outcome,
    pub(super) lines: Vec<String>,
}

impl EvidenceWeigher<'_> {
    /// Adds the answer of each source, the most reliable ones first.
    fn add_sources(&mut self, facts: &Facts, owner: &str) {
        if let Some(line) = self.announced(facts) {
            self.add(Outcome::Named, line);
        } else if self.is_contradicted(facts) {
            self.named = Outcome::Other;
        }
        if let Some(asked) = &self.question.record {
            self.add_record(&facts.record, &asked.kind, owner);
        }
        self.add_record_made_around(&facts.made_around, owner);
        self.add_history(&facts.history);
        if let Some(calls) = &facts.calls {
            let messages = facts.tool_messages.as_deref().unwrap_or_default();
            self.add_calls(calls, messages);
        }
        if let Some(tools) = &facts.tools_used {
            self.add_tools_used(tools);
        }
        if let Some(tools) = &facts.turn_tools {
            self.add_turn_tools(tools);
        }
        if let Some(answers) = &facts.tool_messages {
            self.add_tool_messages(answers, facts);
        }
        if let Some(place) = &facts.of_unknown_owner {
            self.add(Outcome::Other, format!("what ran in this turn may be another agent's ({place})"));
        }
        if let Some(neighbours) = &facts.neighbours {
            self.add_neighbours(neighbours);
        }
        let asks_earlier = self.question.statement.as_ref().is_some_and(|statement| statement.earlier);
        if let Some(earlier) = facts.earlier.as_ref().filter(|_| asks_earlier) {
            self.add_earlier(earlier);
        }
    }

    pub(super) fn add(&mut self, outcome: Outcome, line: String) {
        self.outcome = self.outcome.max(outcome);
        self.lines.push(line);
    }

    pub(super) fn is_asked_tool(&self, recorded: &str) -> bool {
        if let Some(known) = self.known.borrow().get(recorded) {
            return *known;
        }
        let is_asked = self.question.tool.as_deref().is_some_and(|tool| self.names.means(recorded, tool))
            || self.does_claimed_action(recorded);
        self.known.borrow_mut().insert(recorded.to_owned(), is_asked);
        is_asked
    }

    /// The line showing that something was called after an announcement at the end of the text, so that the turn went
    /// on.
    fn announced(&self, facts: &Facts) -> Option<String> {
        self.question.statement.as_ref().filter(|statement| statement.announces)?;
        let name = tools_of(facts).next()?;
        Some(if name == UNREADABLE_NAME {
            "a tool was called in this turn".to_owned()
        } else {
            format!("{name} was called in this turn")
        })
    }

    /// Whether a tool of this name does what a completion claim says.
    fn does_claimed_action(&self, recorded: &str) -> bool {
        let Some(statement) = &self.question.statement else { return false };
        let words = &statement.words;
        if statement.changes && (only_reads(recorded) || shows(recorded)) {
            // "Your ride is booked" may be true after a call of `get_ride`.
            return is_ordering(recorded) && words.iter().any(|word| word == "book");
        }
        // A browser that was closed has changed nothing else.
        if keeps_browser(recorded) && !OF_BROWSER.iter().any(|word| words.contains(word)) {
            return false;
        }
        // Whoever logged in has changed nothing else.
        if keeps_session(recorded) {
            return self.is_of_session(recorded);
        }
        // A claim was staged, but nothing submitted it.
        if let Some(verb) = preparing_verb(recorded).filter(|_| self.is_only_prepared) {
            return words.iter().any(|word| word == verb);
        }
        // What a page did is not in the name of the tool.
        if acts_on_pages(recorded) {
            return true;
        }
        let any_change = statement.any_change && recorded != UNREADABLE_NAME;
        any_change || !words.is_empty() && meant_words(recorded).iter().any(|word| words.contains(word))
    }

    /// Whether a completion claim may say what a tool did that keeps a session.
    fn is_of_session(&self, recorded: &str) -> bool {
        let statement = self.question.statement.as_ref();
        statement.is_some_and(|said| reports_session(recorded, said.any_change, |word| said.words.says(word)))
    }

    /// Whether a tool's name contains, after its verb, a word of the claim: in other turns, a verb alone proves
    /// nothing.
    fn names_claimed_object(&self, recorded: &str) -> bool {
        let Some(statement) = &self.question.statement else { return false };
        name_words(recorded).iter().skip(2).any(|word| statement.words.contains(word))
    }

    /// Whether the claim says that something was changed.
    fn claims_change(&self) -> bool {
        self.question.statement.as_ref().is_some_and(|statement| statement.changes)
    }

    /// The outcome if only these other tools ran, and its wording. Tools that only read cannot have made a claimed
    /// change.
    pub(super) fn of_others<'n>(&self, names: &(impl Iterator<Item = &'n str> + Clone)) -> (Outcome, &'static str) {
        let statement = self.question.statement.as_ref();
        let may_be_read = statement.is_some_and(|statement| statement.may_be_read);
        let is_of_booking = statement.is_some_and(|statement| statement.is_of_booking);
        let reads = |name: &str| only_reads(name) || shows(name);
        let may_show = |name: &str| reads(name) && !keeps_session(name) && !(is_of_booking && searches_offers(name));
        let is_idle = |name: &str| reads(name) || keeps_session(name) && !self.is_of_session(name);
        if may_be_read && names.clone().any(may_show) {
            (Outcome::Named, "tools that may have shown what is said")
        } else if self.claims_change() && names.clone().all(is_idle) {
            (Outcome::None, "only tools that change nothing")
        } else {
            (Outcome::Other, "only other tools")
        }
    }

    /// Whether a call that is not recorded as failed may still have failed.
    pub(super) fn may_have_failed(&self, call: &RecordedCall) -> bool {
        let is_same = |tool: &str| tool == call.name || self.is_asked_tool(tool) && self.is_asked_tool(&call.name);
        self.failures.may_be_of(call, is_same)
    }

    /// Whether the records contradict that the call ran: it failed or may have, and no other call that fits is known to
    /// have run. If a call with the same arguments failed, only another one with the same arguments fits.
    fn is_contradicted(&self, facts: &Facts) -> bool {
        let own = facts.calls.iter().flat_map(|calls| calls.iter()).filter(|call| self.is_asked_tool(&call.name));
        let (ran, failed): (Vec<_>, Vec<_>) = own.partition(|call| !call.failed && !self.may_have_failed(call));
        let has_equal = |calls: &[&RecordedCall]| calls.iter().any(|call| self.is_equal(call));
        if self.question.statement.is_none() && has_equal(&failed) {
            return !has_equal(&ran);
        }
        let answers = facts.tool_messages.iter().flat_map(|messages| messages.iter());
        let mut answered = answers.filter(|message| !message.failed).filter_map(|message| message.tool.as_deref());
        let is_asked = |tool: &str| self.is_asked_tool(tool);
        let fails = !failed.is_empty() || self.failures.error_of(is_asked).is_some();
        fails && ran.is_empty() && !answered.any(is_asked)
    }

    fn add_record_made_around(&mut self, answer: &LookupAnswer<RecordFound>, owner: &str) {
        let kind = self.question.statement.as_ref().and_then(|statement| statement.record.clone());
        let kind = kind.unwrap_or_else(|| "record".to_owned());
        match answer {
            LookupAnswer::Unasked => {}
            LookupAnswer::Nothing => self.add(Outcome::None, format!("no {kind} of {owner} was made around that time")),
            LookupAnswer::Found(RecordFound { table, key, .. }) => {
                self.add(Outcome::Equal, format!("a {kind} of {owner} was made around that time ({table} {key})"));
            }
        }
    }

    fn add_earlier(&mut self, tools: &[(Key, String)]) {
        match tools.iter().find(|(_, tool)| self.is_asked_tool(tool)) {
            Some((key, tool)) => self.add(Outcome::Named, format!("message {key} used {tool} earlier")),
            // No result does not count: earlier messages say nothing about this turn.
            None => self.lines.push("no earlier message of the conversation used such a tool".to_owned()),
        }
    }

    fn add_record(&mut self, answer: &LookupAnswer<RecordFound>, kind: &str, owner: &str) {
        match answer {
            LookupAnswer::Unasked => {}
            LookupAnswer::Nothing => self.add(Outcome::None, format!("{owner} has no such {kind}")),
            LookupAnswer::Found(RecordFound { table, key, discarded }) => {
                let note = if *discarded { ", discarded later" } else { "" };
                self.add(Outcome::Equal, format!("{owner} already has this {kind} ({table} {key}{note})"));
            }
        }
    }

    fn add_history(&mut self, answer: &LookupAnswer<(String, Key)>) {
        match answer {
            LookupAnswer::Unasked => {}
            // No result does not count: a history holds only changed records, and most records never change.
            LookupAnswer::Nothing => self.lines.push("the history shows no such text".to_owned()),
            LookupAnswer::Found((table, key)) => {
                self.add(Outcome::Equal, format!("it was saved once and changed later ({table} {key})"));
            }
        }
    }

    fn add_tools_used(&mut self, tools: &[String]) {
        if let Some(recorded) = tools.iter().find(|tool| self.is_asked_tool(tool)) {
            let asked = self.question.tool.as_deref().filter(|_| self.question.statement.is_none());
            self.add(self.named, format!("tools_used names {}", asked.unwrap_or(recorded)));
        } else if tools.is_empty() {
            self.add(Outcome::None, "tools_used is empty".to_owned());
        } else {
            let names = tools.iter().map(String::as_str);
            let (outcome, which) = self.of_others(&names);
            self.add(outcome, format!("tools_used names {which}: {}", listed(names)));
        }
    }

    fn add_turn_tools(&mut self, tools: &[(Key, String)]) {
        if let Some((key, tool)) = tools.iter().find(|(_, tool)| self.is_asked_tool(tool)) {
            self.add(self.named, format!("message {key} used {tool} in this turn"));
        }
        // Other tools of other messages say nothing about this one.
    }

    fn add_tool_messages(&mut self, messages: &[ToolMessage], facts: &Facts) {
        let (unclear, known): (Vec<_>, Vec<_>) = messages.iter().partition(|message| message.unclear);
        let (failed, ran): (Vec<_>, Vec<_>) = known.into_iter().partition(|message| message.failed);
        let named: Vec<&str> = ran.iter().filter_map(|message| message.tool.as_deref()).collect();
        let asked = named.iter().find(|tool| self.is_asked_tool(tool));
        if let Some((how, message)) = self.answered_by_message(messages) {
            // A result may be stored both with the call and in a message of its own.
            let is_known = facts.calls.as_deref().is_some_and(|calls| self.answered_by_call(calls).is_some());
            if is_known && self.outcome == Outcome::Equal {
                return;
            }
            let whose = message.tool.as_deref().map_or_else(|| "a tool".to_owned(), |tool| format!("the tool {tool}"));
            let line = format!("what {whose} answered {how}{}", in_record(message.record.as_ref()));
            self.add(Outcome::Equal, line);
        } else if let Some(tool) = asked {
            self.add(self.named, format!("this turn has a message of the tool {tool}"));
        } else if messages.is_empty() {
            if facts.of_unknown_owner.is_some() {
                return;
            }
            self.add(Outcome::None, "this turn has no tool message".to_owned());
        } else if let Some(message) = unclear.first().filter(|_| ran.is_empty()) {
            let record = in_record(message.record.as_ref());
            self.add(
                Outcome::Other,
                format!("the status of a tool message in this turn does not say whether it ran{record}"),
            );
        } else if ran.is_empty() {
            self.add(Outcome::None, self.errors(&failed));
        } else if named.is_empty() {
            self.add(Outcome::Other, "a tool message in this turn names no tool".to_owned());
        } else {
            let (outcome, which) = self.of_others(&named.iter().copied());
            let which = if let Some(which) = which.strip_prefix("only ") {
                format!("only messages of {which}")
            } else {
                format!("messages of {which}")
            };
            self.add(outcome, format!("this turn has {which}: {}", listed(named.into_iter())));
        }
    }

    /// The line if all results are errors. The errors of another tool or call do not answer the call in question.
    fn errors(&self, failed: &[&ToolMessage]) -> String {
        let first = failed.first();
        let record = in_record(first.and_then(|message| message.record.as_ref()));
        let tool = first.and_then(|message| message.tool.as_deref());
        match tool.filter(|tool| *tool != UNREADABLE_NAME && !self.is_asked_tool(tool)) {
            Some(tool) => format!("what the tool {tool} answered in this turn is an error{record}"),
            None if self.outcome >= Outcome::Named => {
                format!("what another call answered in this turn is an error{record}")
            }
            None => format!("what a tool answered in this turn is an error{record}"),
        }
    }

    fn add_neighbours(&mut self, neighbours: &[(Key, String)]) {
        let is_meant =
            |tool: &str| self.is_asked_tool(tool) && (!self.claims_change() || self.names_claimed_object(tool));
        match neighbours.iter().find(|(_, tool)| is_meant(tool)) {
            Some((key, tool)) => self.add(self.named, format!("neighbouring message {key} used {tool}")),
            // Other tools of other messages say nothing about this one.
            None => self.lines.push("no neighbouring message used the tool".to_owned()),
        }
    }
}

/// The line about skipped sources, grouped by reason; `None` if every source was queried.
fn not_asked(sources: &[SkippedSource]) -> Option<String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for SkippedSource { source, reason } in sources {
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, sources)) => sources.push(source),
            None => reasons.push((reason, vec![source])),
        }
    }
    let parts: Vec<_> = reasons.iter().map(|(reason, sources)| format!("{} ({reason})", sources.join(", "))).collect();
    (!parts.is_empty()).then(|| format!("not asked: {}", parts.join("; ")))
}

/// The location of a record, for the end of a line.
pub(super) fn in_record(record: Option<&String>) -> String {
    record.map(|record| format!(" ({record})")).unwrap_or_default()
}

pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut unique: Vec<&str> = Vec::new();
    for name in names {
        if !unique.contains(&name) {
            unique.push(name);
        }
    }
    unique.join(", ")
}
