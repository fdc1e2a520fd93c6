//! What is told again is no new claim: a deed that an earlier answer reported, or one that the user tells as done.

use super::super::request::UserRequest;
use super::super::{Form, Frame};
use super::Grounds;
use super::fit::fits;

impl Grounds<'_> {
    /// Whether the frame tells again what was told before, and nothing that the user asked for since.
    pub(super) fn repeats(&self, frame: &Frame<'_>) -> bool {
        let reports = !matches!(frame.form, Form::Progressive | Form::Future);
        reports && (self.is_told_by_user(frame) || self.is_told_before(frame))
    }

    /// Whether the user tells in the last message what the frame reports: "The return has been initiated. Anything else?" –
    /// "Your return has been initiated". What the user did ("I paid it") is no deed of the assistant's.
    fn is_told_by_user(&self, frame: &Frame<'_>) -> bool {
        let is_wanted = || self.now().assents || self.orders().any(|wish| fits(frame, wish));
        // "All done."
        let is_bare = frame.nouns.is_empty() && !self.now().is_short;
        let is_same = || {
            let mut told = self.window.told_now(self.statements).iter();
            told.any(|deed| {
                if deed.is_own { frame.form != Form::Active && deed.is_told_by(frame) } else { is_bare || deed.is_told_by(frame) }
            })
        };
        !is_wanted() && is_same()
    }

    /// Whether the user leaves without another wish, after an answer that reported something: then "You're all set" sums up.
    pub(in crate::claim) fn is_recap(&self) -> bool {
        let reports = || self.window.answers_before().any(|(answer, _)| !answer.told(self.statements).is_empty());
        self.leaves() && reports()
    }

    fn leaves(&self) -> bool {
        let now = self.now();
        now.is_parting && !now.awaits && self.orders().next().is_none()
    }

    /// Whether an earlier answer reported the deed, with the same numbers: a recap.
    fn is_told_before(&self, frame: &Frame<'_>) -> bool {
        let (now, accepted) = (self.now(), &self.wanted().accepted);
        // "Yes, and send me the receipt" says what is still wanted, "Yes" takes up what was offered.
        let takes_up = || {
            !self.leaves()
                && self.orders().next().is_none()
                && (accepted.is_empty() || accepted.iter().any(|wish| fits(frame, wish)))
        };
        if now.awaits || self.wanted().is_taken_on || now.assents && takes_up() {
            return false;
        }
        let is_bare = frame.nouns.is_empty();
        self.window.answers_before().any(|(answer, text)| {
            let told = answer.told(self.statements);
            let is_same = || told.iter().any(|deed| deed.is_told_by(frame));
            let holds = |word: &String| text.contains(word.as_str());
            // Who asks for it once more names the very thing: "Please proceed with the return of the sneakers".
            let is_known = |wish: &UserRequest| {
                let mut names = wish.nouns.iter().filter(|noun| !frame.words.is_thing(noun));
                let is_new = self.window.numbers_now().iter().any(|number| !holds(number));
                !is_new && (names.any(holds) || self.window.numbers_now().iter().any(holds))
            };
            !told.is_empty()
                && (is_bare || is_same())
                && frame.numbers.iter().chain(&frame.details).all(holds)
                && now.wishes.iter().filter(|wish| fits(frame, wish)).all(is_known)
        })
    }
}
