//! The outline of a database: of each conversation where its messages stand, and what people ask for in it. It makes looking
//! a conversation up cheap without any index, and most messages need no look at their sentences.

use std::collections::HashMap;

use super::knowledge::Knowledge;
use crate::claim::Asked;
use crate::source::{Key, Outlined, SourceError, SqliteSource, Stretch};

/// Of more conversations nothing is kept: memory shall not grow with the database.
const MOST_CONVERSATIONS: usize = 400_000;
/// So many times all rows may be read for looking up each conversation once; where that is not enough, an index is made.
const MOST_READS: i128 = 16;

/// What is known of one conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Conversation {
    rows: Stretch,
    asked: Asked,
}

/// What is known of all conversations.
#[derive(Debug, Default)]
pub(super) struct Outline {
    conversations: HashMap<Key, Conversation>,
    /// Whether there are too many, or rows do not tell who speaks: then nothing is known.
    is_unknown: bool,
    /// Whether messages of a conversation stand so near to one another that they are found by reading what is between.
    is_near: bool,
}

impl Outline {
    /// Adds the rows of a stretch, until `goes_on` answers `false`.
    pub(super) fn add(
        &mut self,
        source: &SqliteSource,
        knowledge: &Knowledge,
        stretch: Stretch,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), SourceError> {
        if self.is_unknown {
            return Ok(());
        }
        let mut last: Option<(Key, Conversation)> = None;
        let told = source.outline(stretch, &mut |Outlined { conversation, row, said }| {
            let Some(key) = conversation else { return true };
            let asked = said.map(|said| knowledge.asked_in(said)).unwrap_or_default();
            let seen = Conversation { rows: Stretch { first: row, last: row }, asked };
            // Messages of one conversation often stand one after another.
            match &mut last {
                Some((known, conversation)) if *known == key => conversation.take(seen),
                _ => {
                    let before = last.replace((key, seen));
                    self.extend(before);
                }
            }
            goes_on() && !self.is_unknown
        })?;
        self.extend(last);
        self.is_unknown |= !told;
        Ok(())
    }

    /// Adds what another part of the database tells.
    pub(super) fn merge(&mut self, other: Self) {
        self.is_unknown |= other.is_unknown;
        self.extend(other.conversations);
    }

    /// Adds conversations, or what else is known of them.
    fn extend(&mut self, conversations: impl IntoIterator<Item = (Key, Conversation)>) {
        for (key, seen) in conversations {
            if self.is_unknown {
                break;
            }
            self.conversations.entry(key).and_modify(|known| known.take(seen)).or_insert(seen);
            self.is_unknown = self.conversations.len() > MOST_CONVERSATIONS;
        }
        if self.is_unknown {
            self.conversations = HashMap::new();
        }
    }

    /// To be called when all is added; `all` are the rows of the database.
    pub(super) fn finish(&mut self, all: Stretch) {
        let width = |rows: Stretch| i128::from(rows.last) - i128::from(rows.first) + 1;
        let reads: i128 = self.conversations.values().map(|known| width(known.rows)).sum();
        self.is_near = reads <= width(all).saturating_mul(MOST_READS);
    }

    /// What people may have asked for in a conversation.
    pub(super) fn asked(&self, conversation: Option<&Key>) -> Asked {
        if self.is_unknown {
            return Asked::ANYTHING;
        }
        let known = conversation.and_then(|key| self.conversations.get(key));
        known.map(|known| known.asked).unwrap_or_default()
    }

    /// The rows outside which no message of a conversation stands, where reading them is cheap.
    pub(super) fn rows(&self, conversation: &Key) -> Option<Stretch> {
        self.conversations.get(conversation).filter(|_| self.is_near).map(|known| known.rows)
    }
}

impl Conversation {
    fn take(&mut self, other: Self) {
        self.rows.first = self.rows.first.min(other.rows.first);
        self.rows.last = self.rows.last.max(other.rows.last);
        self.asked = self.asked.and(other.asked);
    }
}
