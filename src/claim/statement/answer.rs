//! Whether the sentences of an answer claim anything, without reading the database. Cheap tests come first.

use super::super::asked::Asked;
use super::super::frame::{Grounds, TextPreview, Window, changes_world};
use super::super::sentence::sentences;
use super::claims::{AskedStatements, language_of_reply};
use super::{StatementFinder, done, with_bare};
use crate::registry::{ActionKind, ActionKinds, Statements};

impl StatementFinder {
    /// Whether a sentence of a text claims what the user may still want, or what an application does. The sentences are
    /// read only if the preview and the requests do not decide it.
    ///
    /// The user asked for no more than `asked`. There may be an application behind the conversation if `asked` says so,
    /// whatever the window shows. `may_hold_phrase` finds out whether the text may contain a phrase.
    #[must_use]
    pub fn says(
        &self,
        text: &str,
        seen: TextPreview,
        statements: &Statements,
        window: &Window,
        asked: Asked,
        may_hold_phrase: impl Fn() -> bool,
    ) -> bool {
        let grounds = Grounds::new(&self.actions, window, statements, text).with_application(asked.has_application());
        let by_frames = self.may_say(seen, asked) && self.may_say_in(seen, &grounds)
            || self.may_state_outcome_in(text, asked, &grounds);
        // Where the user asked for a text, phrases belong to its topic.
        let by_phrases =
            (!asked.names_statements() || !grounds.wants_text()) && may_hold_phrase() && !grounds.wants_text();
        if by_phrases && window.is_cut() || self.announces(text, statements) {
            return true;
        }
        if !by_frames && !by_phrases {
            return false;
        }
        let sentences = sentences(text, &with_bare(text, &[]), statements.languages());
        let words = sentences.iter().map(|sentence| sentence.tokens.len()).sum();
        let grounds = grounds.of_length(words);
        let mut claims = Vec::new();
        if by_phrases {
            let requests = AskedStatements::of(window.asked_last(), asked, statements);
            claims = self.by_phrases(&sentences, statements, &requests, &grounds);
        }
        if claims.is_empty()
            && by_frames
            && let Some(spoken) = language_of_reply(text, &sentences, statements, &grounds)
        {
            done::add(&mut claims, text, &sentences, statements, spoken, &grounds);
        }
        !claims.is_empty()
    }

    /// Whether a text may state an outcome that the user may wait for.
    fn may_state_outcome_in(&self, text: &str, asked: Asked, grounds: &Grounds<'_>) -> bool {
        let stated = self.brief.possible_outcomes(text, asked);
        stated != ActionKinds::NONE && grounds.may_await(stated)
    }

    /// Whether a text with this preview may make a claim that has a ground.
    fn may_say_in(&self, seen: TextPreview, grounds: &Grounds<'_>) -> bool {
        let may_say = |asked: Asked| {
            let may_say = self.may_say(seen, asked);
            // Where tools are called, actions on what is the user's count next to a text as well.
            let is_other = || grounds.orders_next_to_fact() || grounds.is_too_brief_for_text();
            if asked == Asked::ANYTHING || seen.names_file || grounds.has_tools() || is_other() {
                return may_say;
            }
            // If the user asked for a text, only whole sentences about actions outside the conversation count.
            let next_to_text = seen.acted.compatible().meets(asked.kinds().and(self.actions.kinds()))
                || (changes_world(seen.of_things) && changes_world(asked.kinds()))
                || seen.claimed.has(ActionKind::Transfer);
            // What the user asked for is read only where it matters.
            if may_say == next_to_text || !grounds.wants_text() { may_say } else { next_to_text }
        };
        // Earlier messages are read only if they matter.
        may_say(grounds.asked_at_most()) && (may_say(grounds.asked_at_least()) || may_say(grounds.asked()))
    }
}
