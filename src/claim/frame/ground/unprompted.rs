//! Actions that the assistant reports of its own accord, where tools are called: on what the user named or owns, for a need
//! that the user stated, or at the end of a long task.

use super::super::action_kinds::{changes_world, is_decisive};
use super::super::read::is_done;
use super::super::{Form, Frame};
use super::Grounds;
use crate::registry::WordClass;

impl<'a> Grounds<'a> {
    /// Whether the author reports an action of its own, among calls of tools, to a user who ordered something or named what it
    /// was done to.
    pub(super) fn is_unprompted(&self, frame: &Frame<'_>) -> bool {
        let is_named = || frame.nouns.iter().any(|noun| self.window.last_names(noun));
        let is_text = frame.names_text || frame.introduces_text;
        // In Chinese the same words describe a state.
        !frame.words.unspaced
            && self.has_tools
            && (frame.form == Form::Active || self.says_success(frame))
            && !is_text
            && (self.orders().next().is_some() || is_named() || frame.is_of_users || frame.is_completing)
    }

    /// Whether the frame reports that something particular was done successfully: "The comment has been added successfully". What
    /// can be looked up needs an order: "Your refund has been successfully processed".
    fn says_success(&self, frame: &Frame<'_>) -> bool {
        let is_ordered = || self.orders().any(|wish| !wish.by_noun);
        let is_done = match frame.form {
            Form::Passive => !is_decisive(frame.kinds) || is_ordered(),
            Form::State => is_ordered(),
            _ => false,
        };
        is_done && frame.is_completing && frame.is_certain
    }

    /// Whether the author reports an action on what is the user's, among calls of tools, which is no text that the user may have
    /// asked for next to it: "What should I check first?" – "I've enabled roaming on your line".
    pub(super) fn is_on_users_own(&self, frame: &Frame<'_>) -> bool {
        // "I've opened your order" to look at it.
        let may_inquire =
            || frame.participle.as_deref().is_some_and(|participle| frame.words.is(participle, WordClass::Inquired));
        self.has_tools
            && !may_inquire()
            && frame.form == Form::Active
            && (frame.names_users || frame.is_of_users)
            && !frame.names_text
            && !self.traits().brings_text
            && !frame.words.unspaced
    }

    /// The tool that does what the frame reports to a thing of which the user stated a need: "It is freezing in the nursery".
    pub(super) fn for_stated_need(&self, frame: &Frame<'_>) -> Option<&'a str> {
        let says_own = frame.form == Form::Active || frame.form == Form::Passive && frame.of_user;
        let is_action = says_own && !frame.names_text && changes_world(frame.kinds) && !self.now().asks_something();
        let is_named =
            || frame.head.as_ref().is_some_and(|head| frame.nouns.contains(head) && self.window.last_names(head));
        if is_action && is_named() { self.tools.doing(frame) } else { None }
    }

    /// Whether the frame reports success, or what a file holds, to a user who described a task about files at length, among
    /// calls of tools: "The file has been created successfully", "The results have been written to `notes.md`".
    pub(super) fn completes_task(&self, frame: &Frame<'_>) -> bool {
        self.has_tools
            && (frame.is_completing || frame.names_file)
            && !frame.is_item
            && is_done(frame.form)
            && self.now().is_long
            && self.traits().names_file
            && !frame.reports_inquiry()
    }
}
