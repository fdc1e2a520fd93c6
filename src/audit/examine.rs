//! Examines one message: what it claims, and what the database shows about that. Messages are examined independently;
//! what one means for the next is judged afterwards, in their order.

use std::cell::RefCell;
use std::collections::HashSet;

use super::context::AuditContext;
use super::context::owner_label;
use super::conversation_index::ConversationIndex;
use super::conversations::Conversations;
use super::data_mentions::{DataMentionHistory, may_be_data};
use super::earlier_requests::{EarlierRequests, said};
use super::product_format::ProductFormats;
use super::statements::StatementFinding;
use super::windows;
use crate::claim::{self, Asked, Claim, ClaimKind, Context, TextPreview, WantedFormat, Window};
use crate::proposal;
use crate::source::{
    Conversation, Evidence, Facts, Key, Message, Question, Source as _, SourceError, SqliteSource, asked_by,
    text_digest, turn_of, weigh,
};

/// A message that may claim something, with what the database shows.
#[derive(Debug)]
pub(super) struct ExaminedMessage {
    pub(super) message: Message,
    pub(super) claims: Vec<Claim>,
    /// The evidence for each claim that needs some, in their order.
    pub(super) evidence: Vec<(Evidence, Facts)>,
    /// The evidence for sentences that claim nothing next to these claims, but may do so without them.
    pub(super) of_explained: Vec<(Question, Evidence)>,
    /// The user's message before it.
    pub(super) asked: Option<String>,
    /// What the user asked for earlier and may still want.
    pub(super) wanted: WantedFormat,
    /// The messages that show what the user may still want done.
    pub(super) window: Window,
    /// Whether it answers in JSON like its whole conversation.
    pub(super) is_format: bool,
    /// Whether its text is what ghostcall wrote.
    pub(super) is_written: bool,
}

/// Examines messages of one database over one connection.
pub(super) struct Examiner<'a> {
    source: &'a SqliteSource,
    context: &'a AuditContext,
    formats: RefCell<ProductFormats>,
    wishes: EarlierRequests,
    talks: DataMentionHistory,
    conversations: Conversations<'a>,
    index: Option<&'a ConversationIndex>,
}

impl<'a> Examiner<'a> {
    pub(super) fn new(
        source: &'a SqliteSource,
        context: &'a AuditContext,
        index: Option<&'a ConversationIndex>,
    ) -> Self {
        let conversations = Conversations::new(source, index);
        let (formats, wishes, talks) = (RefCell::default(), EarlierRequests::default(), DataMentionHistory::default());
        Self { source, context, formats, wishes, talks, conversations, index }
    }

    /// Whether a text is what ghostcall wrote.
    fn is_written(&self, key: Option<&Key>, text: &str) -> bool {
        let place = key.and_then(|key| self.source.journal().of(key));
        place.is_some_and(|place| place.left(&text_digest(text)))
    }

    /// The claims of a message and the evidence for them; `row` is the number of its row, if that is known.
    pub(super) fn examine(&self, message: Message, row: Option<i64>) -> Result<ExaminedMessage, SourceError> {
        let conversation = self.conversations.around(&message, row)?;
        let asked = self.asked(&message, &conversation)?;
        let wanted = self.wanted(&message, asked.is_some())?;
        let seen = self.context.look(&message.text);
        let window = self.window(&message, seen, asked.as_deref())?;
        let (claims, explained, is_format) = self.claims(&message, seen, asked.as_deref(), wanted, &window)?;
        let rules = self.context.rules(self.source.profile());
        let known = |question: &Question| self.evidence(&message, &conversation, question);
        let mut evidence = Vec::new();
        for claim in claims.iter().filter(|claim| proposal::needs_evidence(claim)) {
            evidence.push(known(&proposal::question(claim, &message.text, &rules))?);
        }
        // Many sentences ask the same question.
        let (mut asked_of, mut of_explained) = (HashSet::new(), Vec::new());
        for question in explained.iter().map(|claim| proposal::question(claim, &message.text, &rules)) {
            if asked_of.insert(question.clone()) {
                let (evidence, _) = known(&question)?;
                of_explained.push((question, evidence));
            }
        }
        let is_written = self.is_written(message.key.as_ref(), &message.text);
        Ok(ExaminedMessage { message, claims, evidence, of_explained, asked, wanted, window, is_format, is_written })
    }

    /// The evidence for a question about a message, of whose conversation `near` shows what is close to it.
    fn evidence(
        &self,
        message: &Message,
        near: &Conversation,
        question: &Question,
    ) -> Result<(Evidence, Facts), SourceError> {
        let whole = if question.asks_of_earlier_turns() { Some(self.conversations.whole(message)?) } else { None };
        let facts = self.source.facts(message, whole.as_deref().unwrap_or(near), question)?;
        Ok((weigh(question, &facts, self.source.names(), &owner_label(message)), facts))
    }

    /// The present evidence for a claim of a message, which may have been found earlier.
    pub(super) fn evidence_now(&self, message: &Message, claim: &Claim) -> Result<Evidence, SourceError> {
        let rules = self.context.rules(self.source.profile());
        let conversation = self.conversations.around(message, None)?;
        Ok(self.evidence(message, &conversation, &proposal::question(claim, &message.text, &rules))?.0)
    }

    /// The claims in the text of a message.
    pub(super) fn claims_in_text(&self, message: &Message) -> Result<Vec<Claim>, SourceError> {
        let conversation = self.conversations.whole(message)?;
        let asked = self.asked(message, &conversation)?;
        let wanted = self.wanted(message, asked.is_some())?;
        let seen = self.context.look(&message.text);
        let window = self.window(message, seen, asked.as_deref())?;
        let (mut claims, ..) = self.claims(message, seen, asked.as_deref(), wanted, &window)?;
        claims.retain(Claim::is_in_text);
        Ok(claims)
    }

    /// The claims of a message with the preview `seen`, the sentences that claim nothing next to those, and whether it
    /// answers in the format of its conversation.
    fn claims(
        &self,
        message: &Message,
        seen: TextPreview,
        asked: Option<&str>,
        wanted: WantedFormat,
        window: &Window,
    ) -> Result<(Vec<Claim>, Vec<Claim>, bool), SourceError> {
        let AuditContext { registry, tools, options, .. } = self.context;
        let context = Context { asked, wanted, stamps: options.stamps, tools: Some(tools) };
        let mut claims = claim::find(&message.text, registry, context);
        let whole = || self.conversations.whole(message);
        let is_format = self.formats.borrow_mut().explains(self.source, message, whole, &claims)?;
        if is_format {
            claims.retain(|claim| !claim.has_common_shape() || claim.kind == ClaimKind::Plan);
        }
        if let (Some(conversation), Some(key)) = (&message.conversation, &message.key)
            && claims.iter().any(may_be_data)
        {
            self.talks.before(self.source, conversation, key, &whole()?)?.mark(&mut claims);
        }
        let place = StatementFinding(self.context);
        let explained = place.add(&mut claims, message, seen, asked, window, self.source.profile());
        let mut announced = Vec::new();
        if claims.is_empty() && explained.is_empty() {
            place.add_announced(&mut announced, message, asked);
        }
        if !announced.is_empty() && self.ends_turn(message)? {
            claims = announced;
        }
        claims.extend(self.recorded_plan(message));
        Ok((self.without_mistaken_plans(claims)?, explained, is_format))
    }

    /// The claims without those of plans that are only wrong because the catalog lacks a tool that ran.
    fn without_mistaken_plans(&self, claims: Vec<Claim>) -> Result<Vec<Claim>, SourceError> {
        let mut failure = None;
        let exists = |tool: &str| self.source.tool_exists(tool);
        let mut kept = Vec::with_capacity(claims.len());
        for claim in claims {
            let found = RefCell::new(None);
            let is_there = |tool: &str| {
                exists(tool).unwrap_or_else(|error| {
                    *found.borrow_mut() = Some(error);
                    false
                })
            };
            kept.extend(claim::with_tools_that_exist(claim, &is_there));
            failure = failure.or(found.into_inner());
        }
        failure.map_or(Ok(kept), Err)
    }

    /// Whether the message is the assistant's last one in its turn.
    fn ends_turn(&self, message: &Message) -> Result<bool, SourceError> {
        let Some(key) = &message.key else { return Ok(true) };
        let whole = self.conversations.whole(message)?;
        let after = turn_of(&whole, key).iter().skip_while(|other| other.key != *key).skip(1);
        for other in after.filter(|other| other.is_assistant) {
            if self.source.text(&other.key)?.is_some_and(|text| !text.trim().is_empty()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The user's message before a message.
    fn asked(&self, message: &Message, conversation: &Conversation) -> Result<Option<String>, SourceError> {
        match message.key.as_ref().and_then(|key| asked_by(conversation, key)) {
            Some(asking) => said(self.source, asking),
            None => match &message.key {
                Some(key) if message.conversation.is_none() => self.source.asked(key),
                _ => Ok(None),
            },
        }
    }

    /// What the user asked for before the last message and may still want.
    fn wanted(&self, message: &Message, is_asked: bool) -> Result<WantedFormat, SourceError> {
        let may_want = || self.index.is_none_or(|index| index.may_want_data(message.conversation.as_ref()));
        let (Some(conversation), Some(key), true) = (&message.conversation, &message.key, is_asked && may_want())
        else {
            return Ok(WantedFormat::default());
        };
        let whole = self.conversations.whole(message)?;
        let Some(asking) = asked_by(&whole, key) else { return Ok(WantedFormat::default()) };
        self.wishes.before(self.source, conversation, &asking.key, &whole)
    }

    /// The messages that show what the user may still want done; empty if the message reports nothing as done.
    fn window(&self, message: &Message, seen: TextPreview, asked: Option<&str>) -> Result<Window, SourceError> {
        let may_state = || self.context.may_state(&message.text, seen, &[], Asked::ANYTHING);
        let Some(asked) = asked.filter(|_| may_state()) else { return Ok(Window::default()) };
        let whole = self.conversations.whole(message)?;
        if let Some(key) = &message.key
            && let Some(asking) = asked_by(&whole, key)
        {
            return windows::before(self.source, &whole, &asking.key, key);
        }
        let mut window = Window::default();
        window.asked(asked);
        Ok(window)
    }

    /// The claim of the plan that is stored with a message, if it has errors.
    fn recorded_plan(&self, message: &Message) -> Option<Claim> {
        let (text, profile) = (message.plan.as_ref()?, self.source.profile());
        let column = profile.messages.plan.as_ref()?.to_string();
        claim::recorded_plan(text, &column, profile.writable_plan().is_some(), &self.context.tools)
    }
}
