//! What an audit knows before it reads a message: patterns, tools, and the prefilters that exclude most messages.

use std::sync::OnceLock;

use super::options::Options;
use crate::catalog::KnownTools;
use crate::claim::{
    self, Asked, Context, Prefilter, Previewer, Requests, Span, StatementFinder, TextPreview, UserMessage, Window,
};
use crate::proposal::Rules;
use crate::registry::{ActionKinds, Registry};
use crate::source::profile::Profile;
use crate::source::{Message, MessagePreview, text_digest};

/// What an audit knows beforehand, shared by all of its threads.
pub(super) struct AuditContext {
    pub(super) registry: Registry,
    pub(super) tools: KnownTools,
    finder: OnceLock<StatementFinder>,
    pub(super) options: Options,
    /// For messages that answer no request.
    unasked: OnceLock<Prefilter>,
    /// For all others; it looks for many more sentences.
    asked: OnceLock<Prefilter>,
    requests: OnceLock<Requests>,
    previewer: OnceLock<Previewer>,
}

impl AuditContext {
    pub(super) fn new(registry: Registry, tools: KnownTools, options: Options) -> Self {
        let registry = registry.with_verbs_of(&tools);
        let (finder, unasked, asked, requests) = (OnceLock::new(), OnceLock::new(), OnceLock::new(), OnceLock::new());
        let previewer = OnceLock::new();
        Self { registry, tools, finder, options, unasked, asked, requests, previewer }
    }

    pub(super) fn rules<'a>(&'a self, profile: &'a Profile) -> Rules<'a> {
        let Options { record_time, record_tool, now, .. } = self.options;
        Rules { record_time, record_tool, ..Rules::new(profile, &self.tools, self.registry.call_tokens(), now) }
    }

    /// Whether a message is worth reading after a first look, if the user asked for no more than `asked`.
    pub(super) fn is_worth_reading(&self, preview: &MessagePreview<'_>, asked: Asked) -> bool {
        self.is_worth(preview, self.look(preview.text), asked)
    }

    /// The same with the preview of its text.
    pub(super) fn is_worth(&self, preview: &MessagePreview<'_>, seen: TextPreview, asked: Asked) -> bool {
        is_recorded(preview) || self.may_claim(preview.text, seen, asked)
    }

    /// Whether a message is a finding, or was one. It is read if the preview leaves that open; `window` shows what the
    /// user wants.
    pub(super) fn is_finding(
        &self,
        preview: &MessagePreview<'_>,
        seen: TextPreview,
        window: &Window,
        asked: Asked,
    ) -> bool {
        is_recorded(preview) || self.claims(preview.text, seen, window, asked)
    }

    /// Whether a text with this preview may claim something, if the user asked for no more than `asked`.
    pub(super) fn may_claim(&self, text: &str, seen: TextPreview, asked: Asked) -> bool {
        self.finder().may_say(seen, asked)
            || self.prefilter(asked).may_claim(text, self.registry.statements(), asked)
            || self.says_briefly(text, asked)
    }

    /// Whether a text with this preview claims something, if the user asked for no more than `asked`. It is read if the
    /// preview leaves that open; `window` shows what the user wants.
    pub(super) fn claims(&self, text: &str, seen: TextPreview, window: &Window, asked: Asked) -> bool {
        let statements = self.registry.statements();
        let hint = self.prefilter(Asked::default()).look(text, statements, Asked::default());
        let may_hold_phrase =
            || hint.phrase || asked.names_statements() && self.prefilter(asked).may_state(text, &[], statements, asked);
        hint.payload && self.holds_payload(text)
            || self.finder().says(text, seen, statements, window, asked, may_hold_phrase)
    }

    /// Whether a payload or a call in a text may be a claim, whatever the user asked for.
    fn holds_payload(&self, text: &str) -> bool {
        let Self { registry, tools, options, .. } = self;
        let context = Context { stamps: options.stamps, tools: Some(tools), ..Context::default() };
        !claim::find(text, registry, context).is_empty()
    }

    /// Whether a short text may claim something without a verb of action, if the user asked for no more than `asked`.
    fn says_briefly(&self, text: &str, asked: Asked) -> bool {
        self.finder().says_briefly(text, asked, self.registry.statements())
    }

    /// Whether a sentence of a text with this preview may claim something in addition to other claims.
    pub(super) fn may_state(&self, text: &str, seen: TextPreview, others: &[Span], asked: Asked) -> bool {
        self.finder().may_say(seen, asked)
            || self.prefilter(asked).may_state(text, others, self.registry.statements(), asked)
            || self.says_briefly(text, asked)
    }

    /// The preview of a text.
    pub(super) fn look(&self, text: &str) -> TextPreview {
        self.previewer().look(text)
    }

    /// Finds sentences that claim something, with the tools of the audit.
    pub(super) fn finder(&self) -> &StatementFinder {
        self.finder.get_or_init(|| StatementFinder::with_tools(self.registry.statements(), &self.tools))
    }

    fn previewer(&self) -> &Previewer {
        self.previewer.get_or_init(|| Previewer::new(self.registry.statements()))
    }

    fn prefilter(&self, asked: Asked) -> &Prefilter {
        let may_ask = asked.names_statements();
        let place = if may_ask { &self.asked } else { &self.unasked };
        place.get_or_init(|| Prefilter::new(&self.registry, &self.tools, self.finder(), may_ask))
    }

    /// The statements that a user's message asks for, and any kind of action.
    pub(super) fn requested_in(&self, message: Option<&str>) -> Asked {
        let requested = message.map(|message| self.requests().of(message, self.registry.statements()));
        requested.unwrap_or_default().and(Asked::for_kinds(ActionKinds::ALL, ActionKinds::ALL))
    }

    fn requests(&self) -> &Requests {
        self.requests.get_or_init(|| Requests::new(self.registry.statements()))
    }

    /// What a user's message asks for, and whether it may answer a question.
    pub(super) fn asked_in(&self, said: &str, message: &mut UserMessage) -> (Asked, bool) {
        let statements = self.registry.statements();
        let asks = self.previewer().asks(said, message.language(statements));
        message.note_preview(asks);
        let [mut counted, mut kinds] = [asks.counted, asks.kinds];
        // One message in two looks as if it asked for something, one in nine does. Reading those is cheaper than reading
        // what follows them.
        if counted != ActionKinds::NONE {
            let [read, in_application] = message.requested_kinds(statements);
            (counted, kinds) = (counted.common(read), kinds.common(in_application));
        }
        let own = Asked::for_kinds(counted, kinds);
        let application = if self.finder().is_of_application() { Asked::OF_APPLICATION } else { Asked::default() };
        let asked = self.requests().of(said, statements).and(own).and(application);
        (asked, asks.may_answer)
    }
}

/// Whether something other than its text is a reason to read a message: a plan, or a write-back.
fn is_recorded(preview: &MessagePreview<'_>) -> bool {
    preview.has_plan || preview.journal.is_some_and(|place| place.left(&text_digest(preview.text)))
}

/// The owner of a message as evidence names it.
pub(super) fn owner_label(message: &Message) -> String {
    match (&message.owner.key, &message.owner.name) {
        (Some(key), _) => format!("agent {key}"),
        (None, Some(name)) => name.clone(),
        (None, None) => "nobody".to_owned(),
    }
}
