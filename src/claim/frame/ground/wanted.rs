//! What the user may still want: which kinds of action count, and whether a text is wanted. First bounds from the user's
//! own messages, since reading the answers between them costs more.

use super::super::super::asked::Asked;
use super::super::action_kinds::is_strong;
use super::super::user_request::UserRequest;
use super::super::window::OpenRequests;
use super::{Grounds, makes};
use crate::registry::ActionKinds;

impl Grounds<'_> {
    /// An upper bound of what the user may still want, from the user's own messages alone; anything once the user
    /// agreed.
    pub(in crate::claim) fn asked_at_most(&self) -> Asked {
        let before = self.window.requested_before(self.statements);
        let mut all = std::iter::once(self.now()).chain(before);
        let mut kinds = ActionKinds::NONE;
        let wants_text = self.surely_wants_text();
        let assents = all.any(|requested| {
            kinds = kinds.and(self.counted(&requested.wishes, requested.commands(), wants_text));
            requested.assents
        });
        if assents { Asked::ANYTHING } else { self.asked_of(kinds, self.window.goes_on()) }
    }

    /// A lower bound of the same, from the last message alone.
    pub(in crate::claim) fn asked_at_least(&self) -> Asked {
        let now = self.now();
        let may_want_text = self.window.wants_text(self.has_tools, self.statements);
        self.asked_of(self.counted(&now.wishes, now.commands(), may_want_text), false)
    }

    /// What the user may still want, given the assistant's answers too.
    pub(in crate::claim) fn asked(&self) -> Asked {
        let now = self.now();
        if now.assents {
            return Asked::ANYTHING;
        }
        let OpenRequests { earlier, was_asked, .. } = self.wanted();
        let kinds = self.counted(now.wishes.iter().chain(earlier), now.commands(), self.wants_text());
        self.asked_of(kinds, *was_asked)
    }

    /// Whether the user may wait for the outcome of such actions: having asked for them, or as the answer to a question.
    pub(in crate::claim) fn may_await(&self, kinds: ActionKinds) -> bool {
        let now = self.now();
        let may_answer = is_strong(kinds) && self.window.goes_on() && (now.answers() || now.may_reply());
        // Answers are read only if they matter.
        self.may_answer_with(kinds)
            || (may_answer || kinds.meets(self.asked_at_most().kinds()))
                && (may_answer && self.was_asked() || kinds.meets(self.asked().kinds()))
    }

    /// The kinds of action of all commands, and of the wishes that count.
    fn counted<'w>(
        &self,
        wishes: impl IntoIterator<Item = &'w UserRequest>,
        commands: impl Iterator<Item = &'w UserRequest>,
        wants_text: bool,
    ) -> ActionKinds {
        let counts = |wish: &&UserRequest| self.counts_given(wants_text, wish) || self.counts_next_to_text(wish);
        let counted = wishes.into_iter().filter(counts);
        counted.chain(commands).fold(ActionKinds::NONE, |all, wish| all.and(wish.kinds))
    }

    fn asked_of(&self, kinds: ActionKinds, was_asked: bool) -> Asked {
        let application = if self.in_application { Asked::OF_APPLICATION } else { Asked::default() };
        let served = if was_asked { Asked::ANSWERING } else { Asked::default() };
        Asked::for_kinds(kinds, ActionKinds::NONE).and(application).and(served)
    }

    /// Whether the user asked for a text in this turn, which the reply may be.
    pub(in crate::claim) fn wants_text(&self) -> bool {
        *self.wants_text.get_or_init(|| self.reads_wish_for_text() && !self.points_to_file())
    }

    /// Whether the user's own messages leave no doubt that a text was asked for.
    fn surely_wants_text(&self) -> bool {
        self.window.wants_text(self.has_tools, self.statements)
            && (self.now().asks_at_length() || !self.may_be_asked_back())
            && !self.points_to_file()
    }

    /// Whether the assistant may be asking back during a booking, as far as the user's own messages show.
    fn may_be_asked_back(&self) -> bool {
        let mut before = self.window.requested_before(self.statements);
        self.now().assents
            || before.any(|requested| requested.assents || requested.wishes.iter().any(|wish| wish.is_external))
    }

    fn reads_wish_for_text(&self) -> bool {
        if !self.window.wants_text(self.has_tools, self.statements) {
            return false;
        }
        // Who brings material along asks for something new.
        if self.now().asks_at_length() {
            return true;
        }
        // A user who is asked back during a booking does not ask for a text.
        let is_asked_back = || {
            let OpenRequests { earlier, asked_back, was_asked, .. } = self.wanted();
            let counts = |wish: &UserRequest| wish.is_external && (*was_asked || is_strong(wish.kinds));
            *asked_back && (self.now().assents || earlier.iter().any(counts))
        };
        !self.may_be_asked_back() || !is_asked_back()
    }

    pub(super) fn counts(&self, wish: &UserRequest) -> bool {
        self.counts_given(self.wants_text(), wish)
    }

    /// Whether a wish counts, depending on whether the user wants a text.
    fn counts_given(&self, wants_text: bool, wish: &UserRequest) -> bool {
        wish.counts(wants_text, self.in_application) || makes(wish) && self.points_to_file()
    }
}
