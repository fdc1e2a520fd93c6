//! What the user's message asks for, as far as it decides what is a claim.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use serde_json::Value;

use crate::claim::{Claim, WantedFormat, requested_format};
use crate::registry::{Class, Syntax};

/// The user's message before a text, and what was read of it so far: it is asked for each candidate.
pub(super) struct PrecedingMessage<'a> {
    asked: Option<&'a str>,
    wanted: WantedFormat,
    /// The pairs of words that the user listed, computed once for up to thousands of payloads.
    listed: OnceCell<Vec<(&'a str, &'a str)>>,
    /// Whether the message is about data to be shown.
    speaks_of_data: OnceCell<bool>,
    /// Whether the message shows a syntax, by the name of the syntax.
    shown: RefCell<HashMap<String, bool>>,
}

impl<'a> PrecedingMessage<'a> {
    /// The message, and the format that was wanted before it.
    pub(super) fn new(asked: Option<&'a str>, before: WantedFormat) -> Self {
        let wanted = asked.map_or(before, |asked| before.after(asked));
        Self { asked, wanted, listed: OnceCell::new(), speaks_of_data: OnceCell::new(), shown: RefCell::default() }
    }

    /// Whether the answer is to be data.
    pub(super) fn wants_data(&self) -> bool {
        self.wanted.data()
    }

    /// Whether the answer is to be calls.
    pub(super) fn wants_calls(&self) -> bool {
        self.wanted.calls()
    }

    /// Whether the message is about data or names the tool of a claim: then the claim may be what was to be
    /// shown ("a mock response for my test", "what does save_memory say?").
    pub(super) fn may_be_answered_by(&self, claim: &Claim) -> bool {
        let Some(asked) = self.asked else { return false };
        let names_tool = || claim.tool.as_deref().is_some_and(|tool| tool.contains('_') && asked.contains(tool));
        // A lost record matters more than an answer of a tool.
        let is_record = claim.class == Some(Class::Record);
        let mentions_data = || !is_record && self.mentions_data();
        !claim.asked_for && (self.speaks_of_data() || names_tool() || mentions_data())
    }

    /// Whether the message mentions data in any way.
    pub(super) fn mentions_data(&self) -> bool {
        self.asked.is_some_and(requested_format::mentions_data)
    }

    /// Whether the message is about data, and does not say that there was enough of it.
    pub(super) fn may_want_data(&self) -> bool {
        self.speaks_of_data() && !self.asked.is_some_and(requested_format::declines_data)
    }

    fn speaks_of_data(&self) -> bool {
        let speaks = || self.asked.is_some_and(requested_format::speaks_of_data);
        *self.speaks_of_data.get_or_init(speaks)
    }

    /// Whether the user listed the content of a payload.
    pub(super) fn lists(&self, value: Option<&Value>) -> bool {
        let Some((asked, value)) = self.asked.zip(value) else { return false };
        requested_format::lists_keys(self.listed.get_or_init(|| requested_format::listed_pairs(asked)), value)
    }

    /// Whether the user quoted a name.
    pub(super) fn quotes(&self, name: &str) -> bool {
        let asked = self.asked.unwrap_or_default();
        ['"', '\'', '`'].iter().any(|mark| asked.contains(&format!("{mark}{name}{mark}")))
    }

    /// Whether the user showed a syntax to talk about it.
    pub(super) fn shows(&self, syntax: &Syntax) -> bool {
        let Some(asked) = self.asked else { return false };
        if let Some(known) = self.shown.borrow().get(&syntax.name) {
            return *known;
        }
        let is_shown = syntax.open.iter().any(|open| asked.contains(open.as_str()));
        self.shown.borrow_mut().insert(syntax.name.clone(), is_shown);
        is_shown
    }
}
