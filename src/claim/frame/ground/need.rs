//! Whether a brief reply reports an action that answers what the user told, although no order for it can be read: "The
//! hallway is pitch dark" – "I've switched on the hallway light". Where tools are called, other grounds apply.

use super::super::action_kinds::{is_strong, leaves_trace, may_be_text};
use super::super::message_need::MessageNeed;
use super::super::preview::is_short;
use super::super::user_request::UserRequest;
use super::super::{Form, Frame};
use super::Grounds;
use crate::registry::{ActionKind, ActionKinds, Lexicon, WordClass, tokens};

/// The fewest words in which a user tells of a need without asking for anything.
const SHORTEST_NEED: usize = 7;
/// The most words of a reply up to the participle that it opens with: "Your return has been filed" needs more.
const OPENING: usize = 5;

impl Grounds<'_> {
    /// Whether a reply may say that such actions came about, as an answer to a message that mentions them or asks for
    /// something that cannot be read.
    pub(in crate::claim) fn may_answer_with(&self, kinds: ActionKinds) -> bool {
        // "I got you" books nothing for who asks for advice.
        let may_be_meant = || kinds.iter().any(|kind| !is_strong(kind.into()));
        let is_wanted = || kinds.meets(self.mentioned()) || self.need().pleads && may_be_meant();
        self.is_brief_answer() && is_wanted() && self.may_tell_need() && !self.asks_fact()
    }

    /// Whether the frame reports an action that the user's last message mentions, or one on what it names.
    pub(super) fn answers_need(&self, frame: &Frame<'_>) -> bool {
        let is_text = frame.names_text || frame.introduces_text || frame.is_item;
        !is_text
            && !frame.is_resultative
            && !frame.may_be_of_earlier()
            && self.is_brief_answer()
            && self.may_tell_need()
            && !self.said(frame).meets(self.need().declined)
            && !self.user_acted_on(frame)
            && !self.is_in_letter(frame)
            && !self.looked_up(frame)
            && !self.tells_failure(frame.words)
            && self.is_outside(frame)
            && self.may_report_need(frame)
            && (self.is_on_what_was_named(frame) || self.is_mentioned(frame) || self.confirms(frame))
    }

    /// Whether the user neither asks for a text nor takes leave.
    fn may_tell_need(&self) -> bool {
        let (now, traits) = (self.now(), self.traits());
        !now.asks_something()
            && !now.wishes.iter().any(|wish| wish.is_text)
            && !traits.goes_on_talking
            && !traits.is_parting
            && !self.window.requested_before(self.statements).any(|before| before.asks_for_text)
    }

    /// Whether the reply is so brief that it may answer a need, and no tools are called. It costs nothing to know.
    fn is_brief_answer(&self) -> bool {
        is_short(self.reply) && !self.window.has_tools() && self.is_plain()
    }

    /// The kinds of action that the user's last message mentions or asks for.
    fn mentioned(&self) -> ActionKinds {
        let wishes = self.now().wishes.iter().filter(|wish| !wish.is_handover && !wish.verb.is_empty());
        wishes.fold(self.need().mentioned, |all, wish| all.and(wish.kinds))
    }

    /// What the user's last message tells of a need.
    fn need(&self) -> &MessageNeed {
        self.window.need_now(self.statements)
    }

    /// Whether the user asks how something is, and orders nothing.
    pub(in crate::claim) fn asks_fact(&self) -> bool {
        self.asks_question() && !self.asks_by_verb()
    }

    /// Whether an action was done outside the conversation, in which anything may be moved, added or renamed: "Move the pawn"
    /// – "I've moved the pawn to e5."
    fn is_outside(&self, frame: &Frame<'_>) -> bool {
        let may_be_inside = may_be_text(frame.kinds) || frame.kinds.has(ActionKind::Control);
        if !may_be_inside || frame.names_thing() || frame.nouns.is_empty() {
            return true;
        }
        // A first message holds nothing that could be changed, unless it brings something along.
        let brings_along =
            || self.asked_last().is_some_and(|asked| asked.contains(['`', '\n']) || asked.contains(": "));
        let is_wanted = self.need().pleads || self.opens_with(frame) || self.mentioned().meets(self.said(frame));
        is_wanted && !self.window.goes_on() && !brings_along()
    }

    /// Whether a greeting opens a text before the frame: "Dear Ana: I've sent you a kiss."
    fn is_in_letter(&self, frame: &Frame<'_>) -> bool {
        let before = frame.phrase.as_ref().and_then(|phrase| self.reply.get(..phrase.start));
        before.is_some_and(|before| before.contains(": "))
    }

    /// Whether the form of a frame may report an action of its author's.
    fn may_report_need(&self, frame: &Frame<'_>) -> bool {
        let names = |noun: &String| self.need().nouns.contains(noun);
        let is_particular =
            || frame.of_user || frame.is_certain || frame.is_completing || frame.head.as_ref().is_some_and(names);
        let is_answer = || (!self.asks_fact() || self.need().pleads) && !self.names_as_done(frame);
        match frame.form {
            Form::Active => true,
            Form::Passive => is_particular() && is_answer(),
            Form::State => is_particular() && is_answer() && !self.asks_fact(),
            // In Spanish and Portuguese this form reports what was just done as well.
            Form::PassivePast => {
                (frame.words.subject_in_verb || frame.words.subjectless)
                    && is_particular()
                    && is_answer()
                    && !self.asks_fact()
            }
            Form::Elliptic => (self.is_brief() || self.opens_with(frame)) && is_answer(),
            Form::Progressive | Form::Future => false,
        }
    }

    /// Whether an action was done to what the user's last message names.
    fn is_on_what_was_named(&self, frame: &Frame<'_>) -> bool {
        let is_named = |noun: &String| self.need().nouns.contains(noun);
        // In Chinese the same words describe a state: "订单状态" – "您的订单已发货".
        let may_describe = frame.may_report_state() && !self.need().pleads;
        leaves_trace(frame.kinds) && !may_describe && (frame.nouns.iter().any(is_named) || self.repeats_details(frame))
    }

    /// Whether an action is what the user's last message mentions or may ask for.
    fn is_mentioned(&self, frame: &Frame<'_>) -> bool {
        let mentioned = self.mentioned();
        // "Could you sort out a double?" – "Done.", "I've booked one."
        if matches!(frame.form, Form::Active | Form::Elliptic) {
            let completes = frame.kinds.has(ActionKind::Complete);
            let may_be_meant = self.need().pleads && (!frame.words.unspaced || frame.nouns.is_empty());
            if completes && leaves_trace(mentioned) || may_be_meant && (completes || leaves_trace(frame.kinds)) {
                return true;
            }
        }
        // What the user asks for in plain words was compared before.
        let said = self.said(frame);
        let is_same = |wish: &&UserRequest| !wish.by_noun && said.meets(wish.kinds);
        let mut wishes = self.now().wishes.iter().filter(is_same);
        let is_ordered = wishes.clone().any(|wish| self.counts(wish));
        let is_named = frame.nouns.is_empty() || said != frame.kinds.compatible() || wishes.next().is_some();
        !frame.is_state() && !is_ordered && leaves_trace(said) && mentioned.meets(said) && is_named
    }

    /// Whether the reply to a first message opens by confirming an action, as applications do and people who talk do not:
    /// "Booked!", "Return filed at 15:20". Later it may repeat what was reported before.
    fn confirms(&self, frame: &Frame<'_>) -> bool {
        // "I like Aida" tells of no need.
        let is_told =
            || self.asked_last().is_some_and(|asked| asked.split_whitespace().nth(SHORTEST_NEED - 1).is_some());
        let is_first = !self.window.goes_on() && (self.need().pleads || is_told());
        is_first && self.opens_with(frame) && leaves_trace(frame.kinds)
    }

    /// Whether the first words of the reply are those of a frame without a subject.
    fn opens_with(&self, frame: &Frame<'_>) -> bool {
        let is_first = |participle: &String| self.reply_words().take(OPENING).any(|word| word == *participle);
        frame.form == Form::Elliptic && frame.participle.as_ref().is_some_and(is_first)
    }

    /// The kinds of action that a frame reports, by its verb and the nouns of actions: "I've filed the cancellation".
    fn said(&self, frame: &Frame<'_>) -> ActionKinds {
        let as_tools = self.statements.words().first().map(AsRef::as_ref);
        let action = |words: &Lexicon, noun: &str| Some(words.verb(words.word(noun)?.action?)?.kinds);
        let named = frame.nouns.iter().filter_map(|noun| {
            [Some(frame.words), as_tools].into_iter().flatten().find_map(|words| action(words, noun))
        });
        named.fold(frame.kinds.compatible(), ActionKinds::and)
    }

    /// Whether the reply says that something failed: "An invalid role was provided."
    fn tells_failure(&self, words: &Lexicon) -> bool {
        words.failures.is_in(&tokens(self.reply, 0..self.reply.len(), &[]), words.boundaries())
    }

    /// Whether the reply says that its author looked something up: "I checked, and your payment has been cancelled."
    fn looked_up(&self, frame: &Frame<'_>) -> bool {
        let inquires = |word: String| frame.words.is(word.as_str(), WordClass::Inquired);
        frame.form != Form::Active && self.reply_words().any(inquires)
    }

    /// The words of the reply, in lower case.
    fn reply_words(&self) -> impl Iterator<Item = String> {
        let words = self.reply.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_lowercase)
    }
}
