//! Whether an answer claims anything by its sentences, told before anything is looked up: what is cheap to know comes first.

use super::super::frame::{Grounds, TextPreview, Window, changes_world};
use super::claims::AskedStatements;
use super::{Asked, StatementFinder, done, sentences, with_bare};
use crate::registry::Statements;

impl StatementFinder {
    /// Whether a sentence of a text of which this was seen claims what the user may still want, or what an application does.
    /// The sentences are read only where the preview and what the user wants leave that open.
    ///
    /// The user asked for no more than what is `asked`; an application may stand behind the conversation where that says so,
    /// whatever the window tells. `may_hold_phrase` looks whether a phrase may stand in the text.
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
        let grounds = Grounds::new(&self.actions, window, statements, 0).with_application(asked.has_application());
        let by_frames =
            self.brief.may_state_outcome(text, asked) || self.may_say(seen, asked) && self.may_say_in(seen, &grounds);
        // What phrases name is the matter of a text that was asked for.
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
        let grounds = grounds.of_reply(words);
        let mut claims = Vec::new();
        if by_phrases {
            let requests = AskedStatements::of(window.asked_last(), asked, statements);
            claims = self.by_phrases(&sentences, statements, &requests, &grounds);
        }
        if claims.is_empty() && by_frames {
            done::add(&mut claims, text, &sentences, statements, &grounds);
        }
        !claims.is_empty()
    }

    /// Whether a text of which this was seen may say what counts on such grounds.
    fn may_say_in(&self, seen: TextPreview, grounds: &Grounds<'_>) -> bool {
        let may_say = |asked: Asked| {
            let may_say = self.may_say(seen, asked);
            if asked == Asked::ANYTHING {
                return may_say;
            }
            // Next to a text that was asked for, only whole sentences of deeds outside of the conversation count.
            let next_to_text = seen.acted.compatible().meets(asked.kinds().and(self.actions.kinds()))
                || (changes_world(seen.of_things) && changes_world(asked.kinds()));
            // Whether a text was asked for is read only where it matters.
            if may_say == next_to_text || !grounds.wants_text() { may_say } else { next_to_text }
        };
        // What was answered is read only where it matters.
        may_say(grounds.asked_at_most()) && may_say(grounds.asked())
    }
}
