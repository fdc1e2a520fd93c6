//! What examined messages amount to, in their order: what leaked before makes the next leak likelier, and of two equal
//! records one is proposed.

use std::collections::HashSet;
use std::convert::Infallible;

use super::duplicates::Duplicates;
use super::earlier::EarlierLeaks;
use super::examine::Examined;
use super::knowledge::Knowledge;
use super::recheck::Known;
use super::{Tally, assemble, judge_all};
use crate::catalog::name_words;
use crate::proposal::{self, Finding, Rules};
use crate::source::{Evidence, Facts, Key, Question, ReadCount};

/// Makes findings of examined messages.
pub(super) struct Judge<'a> {
    knowledge: &'a Knowledge,
    rules: Rules<'a>,
    duplicates: Duplicates,
    earlier: EarlierLeaks,
    json_conversations: HashSet<Key>,
    json_messages: u64,
}

impl<'a> Judge<'a> {
    pub(super) fn new(knowledge: &'a Knowledge, rules: Rules<'a>) -> Self {
        let (duplicates, earlier) = (Duplicates::default(), EarlierLeaks::default());
        Self { knowledge, rules, duplicates, earlier, json_conversations: HashSet::new(), json_messages: 0 }
    }

    /// The finding of a message, if it is one.
    pub(super) fn finding(&mut self, examined: Examined) -> Option<Finding> {
        let Examined { message, mut claims, evidence, asked, is_format, is_written } = examined;
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
        self.earlier.tell(&mut claims, conversation, time);
        let questions = claims.iter().filter(|claim| proposal::needs_evidence(claim));
        let questions: Vec<Question> = questions.map(|claim| proposal::question(claim, &self.rules)).collect();
        let answers: Vec<Evidence> = evidence.iter().map(|(evidence, _)| evidence.clone()).collect();
        let mut evidence = evidence.into_iter();
        let Ok(judged) = judge_all(claims, &message, &self.rules, |_| {
            let known = evidence.next();
            Ok::<_, Infallible>(known.unwrap_or_else(|| (Evidence::unasked(), Facts::default())))
        });
        self.earlier.keep(&judged, conversation, time);
        let finding = assemble(message, judged, &self.rules, &mut self.duplicates)?;
        let Self { knowledge, rules, .. } = *self;
        let known = Known { knowledge, rules, asked: asked.as_deref(), is_format };
        Some(known.checked(finding, |question| {
            let same = questions.iter().position(|asked| asked == question);
            // What a sentence says that stood beside a call was not asked by itself: what became of the call, it tells too.
            let words = question.statement.iter().flat_map(|statement| &statement.words);
            let words: HashSet<&str> = words.map(String::as_str).collect();
            let of_tool = |asked: &Question| {
                asked
                    .tool
                    .as_deref()
                    .is_some_and(|tool| name_words(tool).iter().any(|word| words.contains(word.as_str())))
            };
            let place = same.or_else(|| questions.iter().position(of_tool))?;
            answers.get(place).cloned()
        }))
    }

    /// What the whole scan met.
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
