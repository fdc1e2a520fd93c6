//! Conversations whose assistant answers in JSON by design: a format, not a leak.

use std::collections::HashMap;
use std::rc::Rc;

use crate::claim::{Claim, ClaimKind, ValueShape, payload};
use crate::source::{Conversation, Key, Message, Source, SourceError, TurnMessage};

/// The minimum number of assistant messages that show the format of a conversation.
const ENOUGH_MESSAGES: usize = 5;

/// The conversations cached for the next look-up.
const CONVERSATIONS_KEPT: usize = 1000;

/// The formats of conversations that answer in JSON.
#[derive(Debug, Default)]
pub(super) struct ProductFormats {
    /// Conversation → the shape that most of its answers have, if there is one.
    shapes: HashMap<Key, Option<ValueShape>>,
}

impl ProductFormats {
    /// Whether the unknown payload of a message is the format of its conversation: at least 5 assistant messages, 60 %
    /// of which consist of one unknown shape. The conversation is read only if that matters.
    pub(super) fn explains(
        &mut self,
        source: &impl Source,
        message: &Message,
        conversation: impl FnOnce() -> Result<Rc<Conversation>, SourceError>,
        claims: &[Claim],
    ) -> Result<bool, SourceError> {
        let is_unknown = |claim: &Claim| {
            (claim.pattern.is_none() || claim.whole) && claim.payload.is_some() && claim.kind != ClaimKind::Plan
        };
        let unknown = claims.iter().any(is_unknown);
        if !unknown {
            return Ok(false);
        }
        let (Some(key), Some(shape)) = (&message.conversation, whole_shape(&message.text)) else {
            return Ok(false);
        };
        if !self.shapes.contains_key(key) {
            if self.shapes.len() >= CONVERSATIONS_KEPT {
                self.shapes.clear();
            }
            self.shapes.insert(key.clone(), common_shape(source, &conversation()?)?);
        }
        Ok(self.shapes.get(key).is_some_and(|common| common.as_ref() == Some(&shape)))
    }
}

/// The shape that 60 % of a conversation's answers have.
fn common_shape(source: &impl Source, conversation: &[TurnMessage]) -> Result<Option<ValueShape>, SourceError> {
    let answers: Vec<_> = conversation.iter().filter(|message| message.is_assistant).collect();
    if answers.len() < ENOUGH_MESSAGES {
        return Ok(None);
    }
    let mut counts: HashMap<ValueShape, usize> = HashMap::new();
    for answer in &answers {
        let text = source.text(&answer.key)?;
        if let Some(shape) = text.as_deref().and_then(whole_shape) {
            *counts.entry(shape).or_default() += 1;
        }
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    Ok(most.filter(|(_, count)| count * 10 >= answers.len() * 6).map(|(shape, _)| shape))
}

/// The shape of a text that is a single object.
fn whole_shape(text: &str) -> Option<ValueShape> {
    let payloads = payload::read_leading(text);
    let [payload] = payloads.as_slice() else {
        return None;
    };
    let before = text.get(..payload.span.start)?;
    let after = text.get(payload.span.end..)?;
    if !payload::skip_blank(before).is_empty() || !payload::skip_blank(after).is_empty() {
        return None;
    }
    payload.value.as_ref().filter(|value| value.is_object()).map(ValueShape::of)
}
