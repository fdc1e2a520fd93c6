//! The messages of a conversation in order, without their texts.

use std::hash::BuildHasher as _;
use std::ops::Deref;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::{Key, TurnMessage};

/// Up to this many messages, a linear search is as fast as a hash table.
const FEW: usize = 32;

/// The messages of a conversation, in order, with constant-time look-up by key.
#[derive(Debug, Default)]
pub struct Conversation {
    messages: Vec<TurnMessage>,
    /// The positions of the messages by key; empty for short conversations. Of a key that occurs twice, the first
    /// counts.
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The position of the first message that records tools or is a tool's.
    first_with_tools: Option<usize>,
}

impl Conversation {
    /// The position of the message with this key.
    #[must_use]
    pub fn place_of(&self, key: &Key) -> Option<usize> {
        if self.places.is_empty() {
            return self.messages.iter().position(|message| message.key == *key);
        }
        let is_it = |place: &u32| self.messages.get(*place as usize).is_some_and(|message| message.key == *key);
        self.places.find(self.hasher.hash_one(key), is_it).map(|place| *place as usize)
    }

    /// Whether any of the first `place` messages records a tool.
    #[must_use]
    pub fn uses_tools_before(&self, place: usize) -> bool {
        self.first_with_tools.is_some_and(|first| first < place)
    }

    fn index(&mut self) {
        let hash = |place: &u32| self.messages.get(*place as usize).map(|message| self.hasher.hash_one(&message.key));
        let hash = |place: &u32| hash(place).unwrap_or_default();
        for (place, message) in (0_u32..).zip(&self.messages) {
            let is_same =
                |known: &u32| self.messages.get(*known as usize).is_some_and(|other| other.key == message.key);
            self.places.entry(hash(&place), is_same, hash).or_insert(place);
        }
    }
}

impl From<Vec<TurnMessage>> for Conversation {
    fn from(messages: Vec<TurnMessage>) -> Self {
        let first_with_tools = messages.iter().position(|message| message.is_of_tool || !message.tools_used.is_empty());
        let is_long = messages.len() > FEW;
        let mut conversation = Self { messages, first_with_tools, ..Self::default() };
        if is_long {
            conversation.index();
        }
        conversation
    }
}

impl Deref for Conversation {
    type Target = [TurnMessage];

    fn deref(&self) -> &[TurnMessage] {
        &self.messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::message::tests::message;

    fn conversation(keys: impl Iterator<Item = i64>) -> Conversation {
        keys.map(|key| message(key, false)).collect::<Vec<_>>().into()
    }

    #[test]
    fn a_message_is_where_its_key_comes_first_however_many_there_are() {
        for length in [3, 1_000] {
            let twice = conversation((0..length).chain(0..length));
            for key in [0, 1, length - 1] {
                assert_eq!(twice.place_of(&Key::Integer(key)), usize::try_from(key).ok());
            }
            assert_eq!(twice.place_of(&Key::Integer(length)), None);
            assert_eq!(twice.place_of(&Key::Text("1".to_owned())), None);
        }
    }

    #[test]
    fn tools_are_used_from_the_first_message_on_that_names_some() {
        let mut messages: Vec<_> = conversation(0..3).messages;
        messages[1].tools_used.push("search".to_owned());
        let conversation = Conversation::from(messages);
        assert_eq!([0, 1, 2, 3].map(|place| conversation.uses_tools_before(place)), [false, false, true, true]);
        let mut messages = conversation.messages;
        messages[0].is_of_tool = true;
        assert!(Conversation::from(messages).uses_tools_before(1));
        assert!(!Conversation::default().uses_tools_before(0));
    }
}
