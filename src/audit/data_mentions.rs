//! Mentions of data in a conversation before an answer: an object with a single common member is a wrapper around a
//! reply only if nobody mentioned data.

use std::cell::RefCell;
use std::collections::HashMap;

use super::earlier_requests::said;
use crate::claim::{Claim, Signal, demands_data, mentions_data};
use crate::source::{Key, Source as _, SourceError, SqliteSource, TurnMessage};

/// The conversations cached for the next look-up.
const CONVERSATIONS_KEPT: usize = 1000;

/// The roles under which an application instructs its model.
const INSTRUCTING: [&str; 2] = ["system", "developer"];

/// The mentions of data up to a place in a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a place, independent of the others")]
pub(super) struct DataMentions {
    /// Whether the application demands data in every answer.
    demanded: bool,
    /// Whether the user mentioned data before an earlier answer.
    earlier: bool,
    /// Whether the user mentioned data since the last answer.
    now: bool,
    /// Whether the user's last message was answered.
    answered: bool,
}

impl DataMentions {
    /// Adds a message of the user.
    pub(super) fn asked(&mut self, said: &str) {
        if std::mem::take(&mut self.answered) {
            self.earlier |= std::mem::take(&mut self.now);
        }
        self.now = self.now || mentions_data(said);
    }

    /// Adds an instruction of the application under `role`, which is neither the user's nor the assistant's.
    pub(super) fn instructed(&mut self, role: &str, said: &str) {
        self.demanded |= is_instructing(role) && demands_data(said);
    }

    /// Adds an answer; more answers to the same message may follow.
    pub(super) fn answered(&mut self) {
        self.answered = true;
    }

    /// Marks the claims of an answer that may be requested data.
    pub(super) fn mark(self, claims: &mut [Claim]) {
        for claim in claims.iter_mut().filter(|claim| may_be_data(claim)) {
            if self.demanded || self.now {
                claim.asked_for = true;
                claim.add_reason(Signal::AskedFor);
            } else if self.earlier {
                claim.after_data = true;
                claim.add_reason(Signal::AfterData);
            }
        }
    }
}

/// Whether mentions of data matter for a claim.
pub(super) fn may_be_data(claim: &Claim) -> bool {
    claim.whole && !claim.asked_for
}

/// Whether a role is that of an application's instructions.
pub(super) fn is_instructing(role: &str) -> bool {
    INSTRUCTING.iter().any(|known| known.eq_ignore_ascii_case(role))
}

/// The mentions of data before each answer, by conversation; answers without any are not kept.
#[derive(Debug, Default)]
pub(super) struct DataMentionHistory {
    conversations: RefCell<HashMap<Key, HashMap<Key, DataMentions>>>,
}

impl DataMentionHistory {
    /// The mentions of data before an answer. The conversation is read once.
    pub(super) fn before(
        &self,
        source: &SqliteSource,
        conversation: &Key,
        answer: &Key,
        messages: &[TurnMessage],
    ) -> Result<DataMentions, SourceError> {
        if let Some(known) = self.conversations.borrow().get(conversation) {
            return Ok(known.get(answer).copied().unwrap_or_default());
        }
        let (mut before, mut talk) = (HashMap::new(), DataMentions::default());
        for message in messages {
            if (message.is_user || message.asks)
                && let Some(said) = said(source, message)?
            {
                talk.asked(&said);
            }
            if message.is_assistant {
                if talk != DataMentions::default() {
                    before.insert(message.key.clone(), talk);
                }
                talk.answered();
            } else if let Some(role) = message.role.as_deref().filter(|role| is_instructing(role))
                && let Some(said) = source.text(&message.key)?
            {
                talk.instructed(role, &said);
            }
        }
        let found = before.get(answer).copied().unwrap_or_default();
        let mut kept = self.conversations.borrow_mut();
        if kept.len() >= CONVERSATIONS_KEPT {
            kept.clear();
        }
        kept.insert(conversation.clone(), before);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "And how are you?";
    const OF_DATA: &str = "What does the server return?";

    fn marks_of(talk: DataMentions) -> (bool, bool) {
        let mut claims = [Claim { whole: true, ..Claim::default() }];
        talk.mark(&mut claims);
        (claims[0].asked_for, claims[0].after_data)
    }

    #[test]
    fn what_is_said_since_the_last_answer_decides_and_what_was_said_before_is_a_doubt() {
        let mut talk = DataMentions::default();
        talk.asked(PLAIN);
        assert_eq!(marks_of(talk), (false, false));
        talk.asked(OF_DATA);
        talk.asked(PLAIN);
        assert_eq!(marks_of(talk), (true, false));
        // An answer may consist of several messages.
        talk.answered();
        assert_eq!(marks_of(talk), (true, false));
        talk.asked(PLAIN);
        assert_eq!(marks_of(talk), (false, true));
        let mut other = [Claim::default()];
        talk.mark(&mut other);
        assert_eq!(other, [Claim::default()]);
    }

    #[test]
    fn what_an_application_demands_holds_for_every_answer() {
        for (role, said, demands) in [
            ("system", "Always answer with a JSON object.", true),
            ("Developer", "Respond in JSON: {\"response\": string}", true),
            ("system", "You are a friendly assistant. Respond to every request.", false),
            ("tool", "Always answer with a JSON object.", false),
        ] {
            let mut talk = DataMentions::default();
            talk.instructed(role, said);
            for _ in 0..2 {
                talk.asked(PLAIN);
                assert_eq!(marks_of(talk), (demands, false), "{role} {said}");
                talk.answered();
            }
        }
    }
}
