//! Makes findings of examined messages, in their order: an earlier leak makes the next one more likely, and of two
//! equal records one is proposed.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use super::context::AuditContext;
use super::duplicates::Duplicates;
use super::earlier_leaks::EarlierLeaks;
use super::examine::ExaminedMessage;
use super::recheck::MessageContext;
use super::{Tally, assemble, judge_all};
use crate::catalog::name_words;
use crate::proposal::{self, Finding, Rules};
use crate::source::{Evidence, Facts, Key, Question, ReadCount};
use crate::work;

pub(super) struct Judge<'a> {
    context: &'a AuditContext,
    rules: Rules<'a>,
    duplicates: Duplicates,
    earlier: EarlierLeaks,
    json_conversations: HashSet<Key>,
    json_messages: u64,
}

impl<'a> Judge<'a> {
    pub(super) fn new(context: &'a AuditContext, rules: Rules<'a>) -> Self {
        let (duplicates, earlier) = (Duplicates::default(), EarlierLeaks::default());
        Self { context, rules, duplicates, earlier, json_conversations: HashSet::new(), json_messages: 0 }
    }

    /// The finding of a message, if it is one.
    pub(super) fn finding(&mut self, examined: ExaminedMessage) -> Option<Finding> {
        let ExaminedMessage {
            message,
            mut claims,
            evidence,
            of_explained,
            asked,
            wanted,
            window,
            is_format,
            is_written,
        } = examined;
        if is_written {
            self.earlier.confirm(message.conversation.as_ref(), message.created_at);
        }
        if is_format {
            self.json_conversations.extend(message.conversation.clone());
            self.json_messages += 1;
        }
        if claims.is_empty() {
            return None;
        }
        let (conversation, time) = (message.conversation.as_ref(), message.created_at);
        self.earlier.mark(&mut claims, conversation, time);
        let questions = claims.iter().filter(|claim| proposal::needs_evidence(claim));
        let questions = questions.map(|claim| proposal::question(claim, &message.text, &self.rules));
        let asked_of_claims = questions.zip(evidence.iter().map(|(evidence, _)| evidence.clone()));
        let answers = EvidenceByQuestion::of(asked_of_claims.chain(of_explained));
        let mut evidence = evidence.into_iter();
        let Ok(judged) = judge_all(claims, &message, &self.rules, |_| {
            let known = evidence.next();
            Ok::<_, Infallible>(known.unwrap_or_else(|| (Evidence::unasked(), Facts::default())))
        });
        self.earlier.keep(&judged, conversation, time);
        let finding = assemble(message, judged, &self.rules, &mut self.duplicates)?;
        let Self { context, rules, .. } = *self;
        let known = MessageContext { context, rules, asked: asked.as_deref(), wanted, window: &window, is_format };
        Some(known.checked(finding, |question| answers.to(question)))
    }

    /// The counts of the whole scan.
    pub(super) fn tally(self, count: ReadCount) -> Tally {
        Tally {
            messages: count.read,
            unreadable: count.unreadable,
            no_json: count.no_json,
            json_conversations: self.json_conversations.len(),
            json_messages: self.json_messages,
        }
    }
}

/// The questions about a message, with the evidence for each.
struct EvidenceByQuestion {
    evidence: Vec<Evidence>,
    /// The first index of each question.
    by_question: HashMap<Question, usize>,
    /// The first index of a question about a tool, by each word in its name.
    by_word: HashMap<String, usize>,
}

impl EvidenceByQuestion {
    fn of(asked: impl Iterator<Item = (Question, Evidence)>) -> Self {
        let mut answers = Self { evidence: Vec::new(), by_question: HashMap::new(), by_word: HashMap::new() };
        for (question, evidence) in asked {
            let place = answers.evidence.len();
            let words = question.tool.as_deref().map(name_words).unwrap_or_default();
            work::count(words.len() + 1);
            for word in words {
                answers.by_word.entry(word).or_insert(place);
            }
            answers.by_question.entry(question).or_insert(place);
            answers.evidence.push(evidence);
        }
        answers
    }

    /// The evidence for a question. A sentence next to a call had no question of its own: the evidence for the call
    /// applies to it too.
    fn to(&self, question: &Question) -> Option<Evidence> {
        let words = || question.statement.iter().flat_map(|statement| statement.words.iter());
        let of_tool = || {
            work::count(words().count());
            words().filter_map(|word| self.by_word.get(word)).min()
        };
        work::count(1);
        let place = self.by_question.get(question).or_else(of_tool)?;
        self.evidence.get(*place).cloned()
    }
}

#[cfg(test)]
mod tests;
