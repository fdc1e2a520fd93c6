//! Whether a frame is a claim: whether it speaks of what the user asked for, of what a tool does, or of a record that the
//! application keeps. All else is talk.

use std::cell::OnceCell;

use super::super::statement::Asked;
use super::read::{counts_announced, is_done};
use super::request::{Requested, Wish};
use super::window::{Wanted, Window};
use super::{Form, Frame, ToolActions};
use crate::registry::{ActionKind, ActionKinds, Statements};

/// A reply of more words tells of records only where the application is known to keep any.
const SHORT_REPLY: usize = 80;
/// A reply of so few words and marks is nothing but the answer to what was asked for.
const BRIEF_REPLY: usize = 14;
/// A reply of so few words and marks says that a command was followed, whatever it was about ("Opened").
const TERSE_REPLY: usize = 8;

/// Why a frame is a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::claim) enum Ground {
    /// The user asked for it in this turn, or agreed to it.
    Requested,
    /// The user asked for it before, and was only asked back.
    RequestedEarlier,
    /// A tool does it.
    Tool,
    /// The application keeps such records.
    Record,
    /// An application stands behind the conversation, and a thing of the world is said to have been changed.
    Setting,
}

/// What a frame can be grounded in.
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a reply, independent of the others")]
pub(in crate::claim) struct Grounds<'a> {
    tools: &'a ToolActions,
    window: &'a Window,
    statements: &'a Statements,
    wanted: OnceCell<Wanted>,
    /// Whether the reply is short.
    is_short: bool,
    /// Whether it is nothing but the answer to what was asked for.
    is_brief: bool,
    /// Whether it says no more than that something was done.
    is_terse: bool,
    /// Whether an application stands behind the conversation.
    in_application: bool,
}

impl<'a> Grounds<'a> {
    /// The grounds of a reply of so many words and marks.
    pub(in crate::claim) fn new(
        tools: &'a ToolActions,
        window: &'a Window,
        statements: &'a Statements,
        words: usize,
    ) -> Self {
        let in_application = tools.is_application() || window.has_tools();
        let [is_short, is_brief, is_terse] = [false; 3];
        let wanted = OnceCell::new();
        Self { tools, window, statements, wanted, is_short, is_brief, is_terse, in_application }.of_reply(words)
    }

    /// The same grounds of another reply.
    pub(in crate::claim) fn of_reply(self, words: usize) -> Self {
        let [is_short, is_brief, is_terse] = [SHORT_REPLY, BRIEF_REPLY, TERSE_REPLY].map(|most| words <= most);
        Self { is_short, is_brief, is_terse, ..self }
    }

    /// The same grounds, where an application may stand behind the conversation.
    pub(in crate::claim) fn with_application(self, may_be: bool) -> Self {
        Self { in_application: self.in_application || may_be, ..self }
    }

    /// What the user may still want at most, as kinds of doing, as his own messages tell; all kinds where he agreed to something.
    pub(in crate::claim) fn asked_at_most(&self) -> Asked {
        let before = self.window.requested_before(self.statements);
        let mut all = std::iter::once(self.now()).chain(before);
        let mut kinds = ActionKinds::NONE;
        let assents = all.any(|requested| {
            kinds = kinds.and(self.counted(&requested.wishes, requested.commands()));
            requested.assents
        });
        if assents { Asked::ANYTHING } else { self.asked_of(kinds, self.window.goes_on()) }
    }

    /// What he may still want, as the answers tell too.
    pub(in crate::claim) fn asked(&self) -> Asked {
        let (now, Wanted { earlier, was_asked, .. }) = (self.now(), self.wanted());
        if now.assents {
            return Asked::ANYTHING;
        }
        let kinds = self.counted(now.wishes.iter().chain(earlier), now.commands());
        self.asked_of(kinds, *was_asked)
    }

    /// The kinds of the wishes that count, and of the commands.
    fn counted<'w>(
        &self,
        wishes: impl IntoIterator<Item = &'w Wish>,
        commands: impl Iterator<Item = &'w Wish>,
    ) -> ActionKinds {
        let counted = wishes.into_iter().filter(|wish| self.counts(wish));
        counted.chain(commands).fold(ActionKinds::NONE, |all, wish| all.and(wish.kinds))
    }

    fn asked_of(&self, kinds: ActionKinds, was_asked: bool) -> Asked {
        let application = if self.in_application { Asked::OF_APPLICATION } else { Asked::default() };
        let served = if was_asked { Asked::ANSWERING } else { Asked::default() };
        Asked::for_kinds(kinds, ActionKinds::NONE).and(application).and(served)
    }

    /// What the user asks for now.
    fn now(&self) -> &'a Requested {
        self.window.now(self.statements)
    }

    /// What the user may still want of what was said before: most replies say nothing for which it matters.
    fn wanted(&self) -> &Wanted {
        self.wanted.get_or_init(|| self.window.wanted(self.statements))
    }

    /// Whether the user asked for a text in this turn.
    pub(in crate::claim) fn wants_text(&self) -> bool {
        if !self.now().wants_text {
            return false;
        }
        // Who is asked back while a seat is booked for him asks for no text.
        let mut before = self.window.requested_before(self.statements);
        let may_be_asked_back = self.now().assents
            || before.any(|requested| requested.assents || requested.wishes.iter().any(|wish| wish.is_external));
        let is_asked_back = || {
            let Wanted { earlier, asked_back, was_asked, .. } = self.wanted();
            let counts = |wish: &Wish| wish.is_external && (*was_asked || is_strong(wish.kinds));
            *asked_back && (self.now().assents || earlier.iter().any(counts))
        };
        !may_be_asked_back || !is_asked_back()
    }

    /// Whether the user or the last answer named a code.
    pub(in crate::claim) fn knows(&self, code: &str) -> bool {
        self.window.holds(code)
    }

    /// Whether a tool that looked it up may have shown what a sentence tells of: that it was so before.
    pub(in crate::claim) fn may_have_shown(&self, frame: &Frame<'_>) -> bool {
        frame.tells_of_before && self.window.has_tools()
    }

    /// Whether the reply says little.
    pub(in crate::claim) fn is_short(&self) -> bool {
        self.is_short
    }

    /// What the user said last.
    pub(in crate::claim) fn asked_last(&self) -> Option<&str> {
        self.window.asked_last()
    }

    /// Whether the reply is nothing but the answer to what was asked for.
    pub(in crate::claim) fn is_brief(&self) -> bool {
        self.is_brief
    }

    /// Why a sentence that tells how something of such kinds came out is a claim; `None` where nobody wants that.
    pub(in crate::claim) fn wants(&self, kinds: ActionKinds) -> Option<Ground> {
        // What a verb means first of all: who sets a reminder switches nothing.
        let is_kept = |wish: &Wish| wish.nouns.iter().any(|noun| self.is_record(noun));
        let means = |wish: &Wish| {
            wish.kinds.first().is_some_and(|first| kinds.has(first)) || wish.kinds.meets(kinds) && !is_kept(wish)
        };
        let is_of = |wish: &Wish| if wish.verb.is_empty() { wish.kinds.meets(kinds) } else { means(wish) };
        let is_wanted = |wishes: &[Wish]| wishes.iter().any(|wish| self.counts(wish) && is_of(wish));
        let is_followed = || self.is_brief && !self.wants_text() && self.now().commands().any(is_of);
        let (now, Wanted { accepted, earlier, asked_back, was_asked }) = (self.now(), self.wanted());
        match () {
            () if is_followed()
                || is_wanted(&now.wishes)
                || now.assents && (is_wanted(accepted) || is_wanted(earlier))
                || is_strong(kinds) && now.assents && *was_asked =>
            {
                Some(Ground::Requested)
            }
            () if *asked_back && is_wanted(earlier) => Some(Ground::RequestedEarlier),
            () => None,
        }
    }

    /// Whether the user has just said yes to what he was asked, and asks for nothing new.
    pub(in crate::claim) fn is_agreed(&self) -> bool {
        let now = self.now();
        now.assents && self.wanted().asked_back && now.wishes.is_empty()
    }

    /// Whether the user asks by a verb for what a frame says was done, or agreed to something.
    pub(in crate::claim) fn asks_for(&self, frame: &Frame<'_>) -> bool {
        let now = self.now();
        let means = |wish: &Wish| !wish.verb.is_empty() && wish.kinds.meets(frame.kinds);
        now.assents || now.wishes.iter().any(means) || self.wanted().earlier.iter().any(means)
    }

    /// Whether the user asks by a verb for what he wants now, rather than by naming it.
    pub(in crate::claim) fn asks_by_verb(&self) -> bool {
        self.now().wishes.iter().any(|wish| !wish.verb.is_empty() && !wish.by_noun)
    }

    /// Whether applications keep records of a thing.
    fn is_record(&self, thing: &str) -> bool {
        self.statements.words().first().is_some_and(|words| words.is_record(thing))
    }

    /// Whether what was asked for counts.
    fn counts(&self, wish: &Wish) -> bool {
        wish.counts(self.wants_text(), self.in_application)
    }

    /// Whether the user has just agreed to what is said to be done: of what was offered, or asked for before, in whatever words.
    fn accepted(&self, frame: &Frame<'_>) -> bool {
        if frame.describes() && frame.is_of_others() {
            return false;
        }
        let mut accepted = self.wanted().accepted.iter();
        let earlier = || self.wanted().earlier.iter().filter(|wish| self.counts(wish));
        let is_same = |wish: &Wish| frame.kinds.meets(wish.kinds) || fits(frame, wish);
        let is_light = frame.kinds.has(ActionKind::Complete);
        let is_meant = !frame.may_report_others() && (self.in_application || is_strong(frame.kinds));
        self.now().assents
            && (self.wanted().asked_back && is_meant
                || accepted.any(|wish| is_same(wish) || is_light)
                || earlier().any(|wish| is_same(wish) || is_light))
    }

    /// Whether the user asks in this turn for just what is said to be so.
    fn asked_for_state(&self, frame: &Frame<'_>) -> bool {
        let now = self.now().wishes.iter().filter(|wish| self.counts(wish));
        let shares = |wish: &Wish| frame.nouns.iter().any(|noun| wish.nouns.contains(noun));
        let is_light = frame.kinds.has(ActionKind::Complete) && frame.nouns.is_empty();
        // "Tickets are bought" answers who wanted some booked.
        let is_same = |wish: &Wish| {
            frame.kinds.meets(wish.kinds) && frame.nouns.is_empty()
                || frame.kinds.compatible().meets(wish.kinds) && shares(wish)
        };
        let is_named = frame.of_user || frame.own_verb != frame.verb;
        if !is_named && frame.is_of_others() && !self.is_brief {
            return false;
        }
        // "The light is on" answers who wanted it on.
        let is_named = is_named || self.is_brief && frame.is_certain;
        let is_told = |wish: &Wish| is_light || is_same(wish) || is_outcome(frame, wish) || brings_about(frame, wish);
        is_named && now.clone().any(is_told)
            || self.accepted(frame)
            || self.wanted().asked_back
                && !frame.is_of_others()
                && self
                    .wanted()
                    .earlier
                    .iter()
                    .any(|wish| self.counts(wish) && (frame.kinds.meets(wish.kinds) || is_outcome(frame, wish)))
    }

    fn requested(&self, frame: &Frame<'_>) -> Option<Ground> {
        let mut now = self.now().wishes.iter().filter(|wish| self.counts(wish));
        if now.any(|wish| fits(frame, wish) || self.is_brief && answers(frame, wish))
            || self.follows_command(frame)
            || self.accepted(frame)
        {
            return Some(Ground::Requested);
        }
        // Who is only asked back about what he wants still wants it.
        let wants = |wish: &Wish| fits(frame, wish) || self.wanted().asked_back && frame.kinds.meets(wish.kinds);
        let earlier = self.wanted().earlier.iter().any(|wish| self.counts(wish) && wants(wish));
        earlier.then_some(Ground::RequestedEarlier)
    }

    /// Whether a frame says in next to no words that a short command was followed, whatever that was about: "Opened", "Dictation
    /// started".
    fn follows_command(&self, frame: &Frame<'_>) -> bool {
        let now = self.now();
        let base = frame.words.verb(frame.verb).map(|verb| verb.base.as_str());
        let shares = |wish: &Wish| frame.nouns.iter().any(|noun| wish.nouns.contains(noun));
        let is_like = |wish: &Wish| base == Some(wish.verb.as_str()) || frame.kinds.compatible().meets(wish.kinds);
        // Who wants "it" moved hears of his alarm.
        let names = |wish: &Wish| shares(wish) || wish.nouns.is_empty() && frame.names_thing();
        self.is_brief
            && !self.wants_text()
            && answers_or_reports(frame.form)
            && now.commands().any(|wish| is_like(wish) && (self.is_terse || names(wish)))
    }

    /// Whether the user was asked for something, and has answered: a service is at work, whatever it was asked for before.
    fn is_served(&self) -> bool {
        self.is_short && self.wanted().was_asked
    }
}

/// Whether a brief reply that says this answers a wish.
fn answers(frame: &Frame<'_>, wish: &Wish) -> bool {
    if !answers_or_reports(frame.form) {
        return false;
    }
    let shares = frame.nouns.iter().any(|noun| frame.words.is_thing(noun) && wish.nouns.contains(noun));
    // Who only names a thing may want much.
    let meant = if wish.verb.is_empty() { frame.kinds } else { frame.kinds.compatible() };
    // "Position set" answers who wanted the blind at half.
    is_answer(frame.form) && frame.kinds.meets(wish.kinds)
        // "The reminder has been turned off" answers who wanted it deleted.
        || shares && changes_world(frame.kinds) && changes_world(wish.kinds)
        // "I have added three items" answers who wanted milk on his list.
        || frame.is_of_world() && meant.meets(wish.kinds)
}

/// Why a frame is a claim, and the tool whose work it claims; `None` where it is none.
pub(in crate::claim) fn grounded<'a>(frame: &Frame<'_>, grounds: &Grounds<'a>) -> Option<(Ground, Option<&'a str>)> {
    let strict = grounds.wants_text();
    let requested = grounds.requested(frame);
    let now = requested == Some(Ground::Requested);
    let says_done = match frame.form {
        Form::Active | Form::Passive => true,
        // Such sentences describe as often as they claim.
        Form::State | Form::PassivePast => {
            !strict && (frame.is_completing || (requested.is_some() && grounds.asked_for_state(frame)))
        }
        Form::Elliptic => !strict && (now || !frame.nouns.is_empty()),
        Form::Progressive => now && !strict && (frame.is_completing || grounds.is_brief && goes_on(frame)),
        Form::Future => counts_announced(frame.kinds) && !strict,
    };
    // "We can make recommendations" is no report where a text was asked for.
    if !says_done || strict && frame.kinds.has(ActionKind::Complete) {
        return None;
    }
    let tool = grounds.tools.fitting(frame, strict);
    if let Some(ground) = requested {
        return Some((ground, tool));
    }
    if tool.is_some() {
        return Some((Ground::Tool, tool));
    }
    let is_added = frame.kinds.has(ActionKind::Add) || frame.kinds.has(ActionKind::Store);
    let mut kept = frame.nouns.iter().filter(|_| is_added).chain(&frame.head);
    let keeps = kept.any(|noun| frame.words.is_record(noun));
    let says_kept = keeps_records(frame.kinds) && (is_done(frame.form) || frame.form == Form::Elliptic);
    let is_record = keeps && says_kept && !strict && (grounds.is_short || grounds.in_application);
    if is_record {
        return Some((Ground::Record, None));
    }
    // Where an application stands behind a conversation, who says that a thing of the world was changed claims it.
    let is_deed = is_done(frame.form) && changes_world(frame.kinds) && frame.is_of_world() && !strict;
    // So does who asked the user for what it takes, and then says that it was done with success.
    let is_served = || frame.is_completing && frame.of_user && grounds.is_served();
    (is_deed && (grounds.in_application || is_served())).then_some((Ground::Setting, None))
}

/// Whether what is going on is told of its author: "Cancelling an order takes a minute" tells of it in general, which a language
/// whose verbs name their subject cannot.
fn goes_on(frame: &Frame<'_>) -> bool {
    let sets_record = frame.names_record() && !frame.kinds.has(ActionKind::Complete);
    let words = frame.words;
    let has_no_subject = words.subject_in_verb || words.subjectless || words.verb_last || words.unspaced;
    frame.tokens.len() > 1 || has_no_subject || sets_record
}

/// Whether a sentence of such a form may be all that a reply says.
fn is_answer(form: Form) -> bool {
    matches!(form, Form::Elliptic | Form::Progressive)
}

/// Whether a form answers a wish, or says that something was done.
fn answers_or_reports(form: Form) -> bool {
    is_answer(form) || is_done(form)
}

/// Whether kinds of doing can only be done outside of a conversation, whatever they are done to.
pub(super) fn is_strong(kinds: ActionKinds) -> bool {
    let strong = [
        ActionKind::Book,
        ActionKind::Cancel,
        ActionKind::Pay,
        ActionKind::Remind,
        ActionKind::Order,
        ActionKind::Transfer,
    ];
    strong.into_iter().any(|kind| kinds.has(kind))
}

/// Whether kinds of doing may bring a record about.
pub(in crate::claim) fn keeps_records(kinds: ActionKinds) -> bool {
    [ActionKind::Store, ActionKind::Add, ActionKind::Create, ActionKind::Remind].into_iter().any(|kind| kinds.has(kind))
}

/// The same, and what changes a thing of the world.
pub(in crate::claim) fn changes_world(kinds: ActionKinds) -> bool {
    let changing = [ActionKind::Send, ActionKind::Change, ActionKind::Add, ActionKind::Remove, ActionKind::Control];
    is_strong(kinds) || changing.into_iter().any(|kind| kinds.has(kind))
}

/// Whether a frame says of what is the user's that the like of a wish was done, by whatever name: who wants a visit scheduled
/// hears that his appointment is booked.
fn is_outcome(frame: &Frame<'_>, wish: &Wish) -> bool {
    let is_named = frame.of_user || frame.own_verb != frame.verb;
    is_named && is_strong(frame.kinds) && wish.is_external && frame.kinds.compatible().meets(wish.kinds)
}

/// Whether a frame says that the record was made which a wish is about: who wants to be reminded hears that a reminder is set.
fn brings_about(frame: &Frame<'_>, wish: &Wish) -> bool {
    let reminds = |noun: &String| matches!(noun.as_str(), "reminder" | "alarm");
    let is_made = frame.kinds.compatible().has(ActionKind::Remind);
    wish.kinds.has(ActionKind::Remind) && is_made && frame.nouns.iter().chain(&frame.head).any(reminds)
}

/// Whether a frame says that a wish was done.
fn fits(frame: &Frame<'_>, wish: &Wish) -> bool {
    let shares = frame.nouns.iter().any(|noun| wish.nouns.contains(noun));
    let has_none = frame.nouns.is_empty() || wish.nouns.is_empty();
    let base = frame.words.verb(frame.verb).map(|verb| verb.base.as_str());
    let is_same = base == Some(wish.verb.as_str());
    let is_light = frame.kinds.has(ActionKind::Complete);
    (is_same && (shares || has_none || wish.by_noun || is_done(frame.form) || frame.form == Form::Elliptic))
        || (frame.kinds.meets(wish.kinds) && shares)
        || (frame.kinds.compatible().meets(wish.kinds) && shares)
        || is_outcome(frame, wish)
        || brings_about(frame, wish)
        || (frame.kinds.meets(wish.kinds) && wish.nouns.is_empty() && !frame.describes())
        || (is_light && (shares || frame.nouns.is_empty()))
        || (frame.nouns.is_empty() && frame.kinds.compatible().meets(wish.kinds))
}
