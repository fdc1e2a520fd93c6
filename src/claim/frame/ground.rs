//! What may make a frame a claim: that it is about what the user asked for, what a tool does, or a record that the
//! application keeps. Everything else is talk.

mod booked;
mod file;
mod fit;
mod grounded;
mod need;
mod recalled;
mod repeated;
mod requested;
mod restated;
mod shown;
mod success;
mod unprompted;
mod wanted;

use std::cell::OnceCell;

use super::super::sentence::Analysis;
use super::action_kinds::is_booking;
use super::message_traits::MessageTraits;
use super::request::Requested;
use super::user_request::UserRequest;
use super::window::{OpenRequests, Window};
use super::{Frame, ToolActions};
use crate::registry::{ActionKind, ActionKinds, Lexicon, Statements, Token, tokens};
use file::NewFiles;
use fit::{has_verb_of, names_head, shares_noun};
pub(in crate::claim) use grounded::grounded;

/// The most words and marks of a reply that may claim a record although no application is known to keep any.
const SHORT_REPLY: usize = 80;
/// The most words and marks of a reply that may say what its author is doing as all that it says.
const PLAIN_REPLY: usize = 26;
/// The most words and marks of a reply that is nothing but the answer to a request.
const BRIEF_REPLY: usize = 14;
/// The most words and marks of a reply that only reports a command as followed, whatever it was about ("Opened").
const TERSE_REPLY: usize = 8;
/// The most words between a negation and the action that it denies ("no further action will be taken").
const DENIED: usize = 6;

/// Why a frame is a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::claim) enum Ground {
    /// The user asked for it in this turn, or agreed to it.
    Requested,
    /// The user asked for it before, and was only asked back.
    RequestedEarlier,
    /// A tool does such things.
    Tool,
    /// The application keeps such records.
    Record,
    /// There is an application behind the conversation, and the frame reports a thing outside of it as changed.
    Setting,
    /// The user's last message states a need that the frame may answer, without an order that can be read.
    StatedNeed,
    /// Tools are called for a long task about files, and the frame reports success.
    Task,
}

/// What may make a frame a claim.
pub(in crate::claim) struct Grounds<'a> {
    tools: &'a ToolActions,
    window: &'a Window,
    statements: &'a Statements,
    wanted: OnceCell<OpenRequests>,
    wants_text: OnceCell<bool>,
    reply: &'a str,
    points_to_file: OnceCell<bool>,
    shows_program: OnceCell<bool>,
    /// The words and marks of the reply.
    words: usize,
    /// Whether there is an application behind the conversation, which may have done things.
    in_application: bool,
    /// Whether tools may have been called in the conversation.
    has_tools: bool,
}

impl<'a> Grounds<'a> {
    /// The grounds of a reply of which the length is not known yet.
    pub(in crate::claim) fn new(
        tools: &'a ToolActions,
        window: &'a Window,
        statements: &'a Statements,
        reply: &'a str,
    ) -> Self {
        let has_tools = window.has_tools();
        Self {
            tools,
            window,
            statements,
            wanted: OnceCell::new(),
            wants_text: OnceCell::new(),
            reply,
            points_to_file: OnceCell::new(),
            shows_program: OnceCell::new(),
            words: 0,
            in_application: tools.is_application() || has_tools,
            has_tools,
        }
    }

    /// The same grounds, of a reply with this number of words and marks. As long as that is not known, it may be brief.
    pub(in crate::claim) fn of_length(self, words: usize) -> Self {
        Self { words, ..self }
    }

    /// The same grounds, with an application behind the conversation if there may be one.
    pub(in crate::claim) fn with_application(self, may_be: bool) -> Self {
        let (wanted, wants_text) = (OnceCell::new(), OnceCell::new());
        let (in_application, has_tools) = (self.in_application || may_be, self.has_tools || may_be);
        Self { wanted, wants_text, in_application, has_tools, ..self }
    }

    /// What the last message asks for.
    fn now(&self) -> &'a Requested {
        self.window.now(self.statements)
    }

    /// What the last message shows besides.
    fn traits(&self) -> &'a MessageTraits {
        self.window.traits_now(self.statements)
    }

    /// What the user may still want from earlier messages. Computed late, because it does not matter for most replies.
    fn wanted(&self) -> &OpenRequests {
        self.wanted.get_or_init(|| self.window.wanted(self.statements, self.has_tools))
    }

    /// Whether a sentence of the reply says in which new file something is.
    pub(in crate::claim) fn is_pointer(&self, sentence: &Analysis<'_, '_>, words: &Lexicon) -> bool {
        self.new_files().are_pointed_to_by(sentence, words)
    }

    /// Whether the user asked to make something, and the reply says in which file it is: then it is not in the reply.
    pub(in crate::claim) fn points_to_file(&self) -> bool {
        let may_be = || self.now().wishes.iter().any(makes);
        *self.points_to_file.get_or_init(|| may_be() && self.new_files().hold_what_was_made())
    }

    fn new_files(&self) -> NewFiles<'a> {
        NewFiles { reply: self.reply, window: self.window, statements: self.statements }
    }

    /// Whether the reply briefly reports to a user who wrote at length, among the tools of an application, and asked for
    /// no text: "Please send Ana an email saying '…'" – "Email sent successfully."
    fn answers_material(&self, frame: &Frame<'_>) -> bool {
        let says_done = frame.is_completing && self.is_short();
        says_done && self.tools.is_application() && self.brings_material()
    }

    /// Whether the user wrote at length and asked for no text: it may be an order with its material.
    fn brings_material(&self) -> bool {
        let now = self.now();
        now.is_long && !now.asks_for_text && !self.traits().brings_text
    }

    /// Whether the user brought a text to work on: whatever the reply says is that text.
    pub(in crate::claim) fn holds_users_text(&self) -> bool {
        self.traits().works_on_text
    }

    /// Whether the user or the last answer mentioned a code.
    pub(in crate::claim) fn knows(&self, code: &str) -> bool {
        self.window.holds(code)
    }

    /// Whether the frame may report an earlier state, which a tool looked up or which was so anyway.
    pub(in crate::claim) fn may_have_shown(&self, frame: &Frame<'_>) -> bool {
        frame.reports_earlier && (self.window.has_tools() || frame.is_state()) || frame.was_so()
    }

    /// Whether tools may have been called in the conversation.
    pub(in crate::claim) fn has_tools(&self) -> bool {
        self.has_tools
    }

    pub(in crate::claim) fn is_short(&self) -> bool {
        self.words <= SHORT_REPLY
    }

    /// The user's last message.
    pub(in crate::claim) fn asked_last(&self) -> Option<&str> {
        self.window.asked_last()
    }

    pub(in crate::claim) fn is_brief(&self) -> bool {
        self.words <= BRIEF_REPLY
    }

    /// Whether a reply is brief and says of no action that it was not done, as "Confirmed. No changes were made" does.
    fn is_brief_without_denial(&self, frame: &Frame<'_>) -> bool {
        if !self.is_brief() {
            return false;
        }
        let Some(language) = self.statements.language(&frame.words.language) else { return true };
        let said = tokens(self.reply, 0..self.reply.len(), &[]);
        let names_action = |token: &Token<'_>| {
            frame.words.word(&token.text).is_some_and(|word| {
                word.action.is_some() || word.verb.is_some_and(|(_, forms)| forms.are_of_participle_alone())
            })
        };
        let denies = |at: usize| {
            let after = said.get(at + 1..).unwrap_or_default().iter().take(DENIED);
            language.negations.begins(&said, at, &language.boundaries)
                && after.take_while(|token| !token.is_mark()).any(names_action)
        };
        !(0..said.len()).any(denies)
    }

    fn is_plain(&self) -> bool {
        self.words <= PLAIN_REPLY
    }

    fn is_terse(&self) -> bool {
        self.words <= TERSE_REPLY
    }

    /// Why a sentence that reports the outcome of such actions is a claim; `None` if nobody asked for them.
    pub(in crate::claim) fn wants(&self, kinds: ActionKinds) -> Option<Ground> {
        // Compares what the verb mainly means: a request to set a reminder is no request to switch something.
        let is_kept = |wish: &UserRequest| wish.nouns.iter().any(|noun| self.is_record(noun));
        let means = |wish: &UserRequest| {
            wish.kinds.first().is_some_and(|first| kinds.has(first)) || wish.kinds.meets(kinds) && !is_kept(wish)
        };
        let is_of = |wish: &UserRequest| if wish.verb.is_empty() { wish.kinds.meets(kinds) } else { means(wish) };
        let is_wanted = |wishes: &[UserRequest]| wishes.iter().any(|wish| self.counts(wish) && is_of(wish));
        let is_followed = || self.is_brief() && !self.wants_text() && self.now().commands().any(is_of);
        let now = self.now();
        if is_followed() || is_wanted(&now.wishes) {
            return Some(Ground::Requested);
        }
        // The answers are read only if the earlier messages leave it open.
        let mut before = self.window.requested_before(self.statements);
        if !now.answers() && !before.any(|requested| requested.assents || requested.wishes.iter().any(is_of)) {
            return None;
        }
        let OpenRequests { accepted, earlier, asked_back, .. } = self.wanted();
        match () {
            () if now.assents && (is_wanted(accepted) || is_wanted(earlier)) => Some(Ground::Requested),
            () if *asked_back && is_wanted(earlier) => Some(Ground::RequestedEarlier),
            () => None,
        }
    }

    /// Whether a word is one of what the user ordered in this turn, or agreed to.
    pub(in crate::claim) fn order_names(&self, word: &str) -> bool {
        self.window.order_names(word, self.now().assents)
    }

    /// Whether the user has just agreed to a question or answered one, and asks for nothing new.
    pub(in crate::claim) fn is_agreed(&self) -> bool {
        let now = self.now();
        // "I'll do the 7:05 one" says with a verb of little meaning which one is wanted, "I'll take the van", "Book the
        // van" and "The van" say it as well.
        let chooses = |wish: &UserRequest| {
            let is_light = wish.kinds.has(ActionKind::Complete) || wish.kinds.has(ActionKind::Run) && !wish.is_external;
            wish.verb.is_empty() || is_light || now.is_short && is_booking(wish.kinds)
        };
        let asks_nothing = now.wishes.iter().all(chooses);
        (now.answers() || self.replies() && self.wanted().was_asked) && self.wanted().asked_back && asks_nothing
    }

    /// Whether the user answers a question that the assistant asked in its own words, if need be in many words.
    fn replies(&self) -> bool {
        self.now().answers() || self.now().may_reply() && !self.traits().brings_text
    }

    /// Whether the user agrees, or answers with a few words.
    pub(in crate::claim) fn is_answered_briefly(&self) -> bool {
        self.now().answers()
    }

    /// Whether the assistant asked for something in its own words, and the user replied.
    pub(in crate::claim) fn was_asked(&self) -> bool {
        self.wanted().was_asked
    }

    /// Whether the frame repeats a number, an amount or a time of the user's messages: "7", "12.50", "9:30".
    fn repeats_details(&self, frame: &Frame<'_>) -> bool {
        frame.details.iter().any(|detail| self.window.is_said_by_user(detail))
    }

    /// Whether the user asks with a verb for what the frame reports, or agreed to something.
    pub(in crate::claim) fn asks_for(&self, frame: &Frame<'_>) -> bool {
        let now = self.now();
        // "Make a chart" is answered by "The chart has been created".
        let makes_it = |wish: &UserRequest| {
            frame.kinds.has(ActionKind::Create) && makes(wish) && self.counts(wish) && names_head(frame, wish)
        };
        let means = |wish: &UserRequest| !wish.verb.is_empty() && wish.kinds.meets(frame.kinds) || makes_it(wish);
        // "Yes, the order is W1234" agrees to nothing that could be done.
        let agrees = || {
            let OpenRequests { accepted, earlier, .. } = self.wanted();
            let is_of_any = || accepted.is_empty() && earlier.is_empty() && self.window.goes_on();
            now.assents && (is_of_any() || accepted.iter().any(means))
        };
        self.wished().any(means) || agrees()
    }

    /// What the user asks for in this turn, and asked for before and was only asked back.
    fn wished(&self) -> impl Iterator<Item = &UserRequest> {
        self.now().wishes.iter().chain(std::iter::once_with(|| &self.wanted().earlier).flatten())
    }

    /// What the user orders in this turn with a verb.
    fn orders(&self) -> impl Iterator<Item = &UserRequest> {
        self.now().wishes.iter().filter(|wish| self.is_order(wish))
    }

    fn is_order(&self, wish: &UserRequest) -> bool {
        self.counts(wish) && !wish.verb.is_empty()
    }

    /// Whether the user asks with the verb of the frame for what it names, by the same numbers.
    pub(in crate::claim) fn asks_by_name(&self, frame: &Frame<'_>) -> bool {
        if !frame.numbers.iter().all(|number| self.window.is_said_by_user(number)) {
            return false;
        }
        self.wished().any(|wish| has_verb_of(frame, wish) && shares_noun(frame, wish))
    }

    /// Whether the item of a list reports what the user ordered in this turn, of a thing that the order or a tool names,
    /// and not of another one ("Order 4 cancelled" after "Cancel order 5").
    fn lists_what_was_ordered(&self, frame: &Frame<'_>) -> bool {
        if frame.details.iter().chain(&frame.numbers).any(|number| !self.window.is_said_by_user(number)) {
            return false;
        }
        let names = |wish: &UserRequest| {
            let mut shared = frame.nouns.iter().filter(|noun| wish.nouns.contains(noun));
            shared.any(|noun| frame.words.is_thing(noun)) && frame.kinds.compatible().meets(wish.kinds)
        };
        self.in_application && (self.orders().any(names) || self.orders().next().is_some() && self.tools.name(frame))
    }

    /// Whether the user asks with a verb rather than by naming a thing.
    pub(in crate::claim) fn asks_by_verb(&self) -> bool {
        self.now().wishes.iter().any(|wish| !wish.verb.is_empty() && !wish.by_noun)
    }

    fn is_record(&self, thing: &str) -> bool {
        self.statements.words().first().is_some_and(|words| words.is_record(thing))
    }

    /// Whether the user was asked a question and answered it: then there is a service at work, whatever the request
    /// was.
    fn is_served(&self) -> bool {
        self.is_short() && self.wanted().was_asked
    }
}

/// Whether a wish is to make something: "Create a chart", "Make a deck".
fn makes(wish: &UserRequest) -> bool {
    !wish.by_noun && (wish.kinds.has(ActionKind::Create) || wish.kinds.has(ActionKind::Complete))
}
