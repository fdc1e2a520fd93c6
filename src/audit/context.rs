//! What an audit knows before it reads a message: patterns, tools, and the prefilters that sort out most messages.

use std::sync::OnceLock;

use super::Options;
use crate::catalog::KnownTools;
use crate::claim::{
    self, Asked, Context, Glances, Prefilter, Requests, Span, StatementFinder, TextPreview, Window, requested_kinds,
};
use crate::proposal::Rules;
use crate::registry::{ActionKinds, Registry};
use crate::source::profile::Profile;
use crate::source::{MessagePreview, text_digest};

/// What an audit knows beforehand; all threads of it share it.
pub(super) struct AuditContext {
    pub(super) registry: Registry,
    pub(super) tools: KnownTools,
    pub(super) finder: StatementFinder,
    pub(super) options: Options,
    /// For messages before which nobody asked for anything.
    unasked: OnceLock<Prefilter>,
    /// For all others: it looks for many more sentences.
    asked: OnceLock<Prefilter>,
    requests: OnceLock<Requests>,
    glances: OnceLock<Glances>,
}

impl AuditContext {
    pub(super) fn new(registry: Registry, tools: KnownTools, options: Options) -> Self {
        let finder = StatementFinder::with_tools(registry.statements(), &tools);
        let (unasked, asked, requests) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let glances = OnceLock::new();
        Self { registry, tools, finder, options, unasked, asked, requests, glances }
    }

    /// The rules that proposals follow.
    pub(super) fn rules<'a>(&'a self, profile: &'a Profile) -> Rules<'a> {
        Rules {
            profile,
            tools: &self.tools,
            call_tokens: self.registry.call_tokens(),
            record_time: self.options.record_time,
            record_tool: self.options.record_tool,
            now: self.options.now,
        }
    }

    /// Whether a message is worth more than a first look, where no more than this was asked for.
    pub(super) fn is_worth_reading(&self, glance: &MessagePreview<'_>, asked: Asked) -> bool {
        self.is_worth(glance, self.look(glance.text), asked)
    }

    /// The same, where that look was taken.
    pub(super) fn is_worth(&self, glance: &MessagePreview<'_>, seen: TextPreview, asked: Asked) -> bool {
        is_recorded(glance) || self.may_claim(glance.text, seen, asked)
    }

    /// Whether a message is a finding, or was one: it is read as far as that is open, since a window tells what is wanted.
    pub(super) fn is_finding(
        &self,
        glance: &MessagePreview<'_>,
        seen: TextPreview,
        window: &Window,
        asked: Asked,
    ) -> bool {
        is_recorded(glance) || self.claims(glance.text, seen, window, asked)
    }

    /// Whether something may be claimed in a text of which this was seen, where no more than this was asked for.
    pub(super) fn may_claim(&self, text: &str, seen: TextPreview, asked: Asked) -> bool {
        self.finder.may_say(seen, asked)
            || self.prefilter(asked).lets_through(text, self.registry.statements(), asked)
            || self.says_briefly(text, asked)
    }

    /// Whether something is claimed in a text of which this was seen, as a window tells what is wanted, where no more than this
    /// was asked for: it is read, as far as that is open.
    pub(super) fn claims(&self, text: &str, seen: TextPreview, window: &Window, asked: Asked) -> bool {
        let statements = self.registry.statements();
        let is_let_through = self.prefilter(Asked::default()).lets_through(text, statements, Asked::default());
        let may_hold_phrase = || {
            (is_let_through || asked.names_statements())
                && self.prefilter(asked).may_state(text, &[], statements, asked)
        };
        self.finder.says(text, seen, statements, window, asked, may_hold_phrase)
            || is_let_through && self.holds_payload(text)
    }

    /// Whether a payload or a call in a text may be a claim, whatever was said before.
    fn holds_payload(&self, text: &str) -> bool {
        let Self { registry, tools, options, .. } = self;
        let context = Context { stamps: options.stamps, tools: Some(tools), ..Context::default() };
        !claim::find(text, registry, context).is_empty()
    }

    /// Whether a short text may claim something by no verb of doing, where no more than this was asked for.
    fn says_briefly(&self, text: &str, asked: Asked) -> bool {
        self.finder.says_briefly(text, asked, self.registry.statements())
    }

    /// Whether a sentence of a text of which this was seen may claim something next to other claims.
    pub(super) fn may_state(&self, text: &str, seen: TextPreview, others: &[Span], asked: Asked) -> bool {
        self.finder.may_say(seen, asked)
            || self.prefilter(asked).may_state(text, others, self.registry.statements(), asked)
            || self.says_briefly(text, asked)
    }

    /// A first look at a text.
    pub(super) fn look(&self, text: &str) -> TextPreview {
        self.glances().look(text)
    }

    fn glances(&self) -> &Glances {
        self.glances.get_or_init(|| Glances::new(self.registry.statements()))
    }

    fn prefilter(&self, asked: Asked) -> &Prefilter {
        let may_ask = asked.names_statements();
        let place = if may_ask { &self.asked } else { &self.unasked };
        place.get_or_init(|| Prefilter::new(&self.registry, &self.tools, &self.finder, may_ask))
    }

    /// What a person asks for by phrases, and anything that may be done.
    pub(super) fn requested_in(&self, message: Option<&str>) -> Asked {
        let requested = message.map(|message| self.requests().of(message, self.registry.statements()));
        requested.unwrap_or_default().and(Asked::for_kinds(ActionKinds::ALL, ActionKinds::ALL))
    }

    fn requests(&self) -> &Requests {
        self.requests.get_or_init(|| Requests::new(self.registry.statements()))
    }

    /// What a message of a person asks for, and whether it may answer what he was asked.
    pub(super) fn asked_in(&self, message: &str) -> (Asked, bool) {
        let asks = self.glances().asks(message);
        let [mut counted, mut kinds] = [asks.counted, asks.kinds];
        // One message in two looks as if it asked for something, one in twenty does. Reading those is cheaper than reading
        // what follows them.
        if counted != ActionKinds::NONE {
            let [read, in_application] = requested_kinds(message, self.registry.statements());
            (counted, kinds) = (counted.common(read), kinds.common(in_application));
        }
        let own = Asked::for_kinds(counted, kinds);
        let application = if self.finder.is_of_application() { Asked::OF_APPLICATION } else { Asked::default() };
        let asked = self.requests().of(message, self.registry.statements()).and(own).and(application);
        (asked, asks.may_answer)
    }
}

/// Whether more than its text speaks for reading a message: a plan, or what was written to it.
fn is_recorded(glance: &MessagePreview<'_>) -> bool {
    glance.has_plan || glance.journal.is_some_and(|place| place.left(&text_digest(glance.text)))
}
