//! What a user may still want: what he asks for now, what he asked for before as long as he was only asked back, and what he was
//! offered and agreed to.

use super::request::{Requested, Wish, language_of, wishes};
use super::{Known, spoken};
use crate::registry::Statements;

/// How many messages of the user are kept while he is only asked back, the last ones.
const MESSAGES_KEPT: usize = 12;
/// How many bytes of each message are kept, the last ones.
const BYTES_KEPT: usize = 4_000;

/// The messages that tell what a user may still want. Nothing is read until somebody wants to know.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// What the user said before, each with the answer that asked back.
    before: Vec<(String, String)>,
    /// What the user said last.
    now: Option<String>,
    /// What was answered last.
    answer: String,
}

/// What a user may still want.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) now: Requested,
    /// What was offered, and agreed to in this turn.
    pub(super) accepted: Vec<Wish>,
    pub(super) earlier: Vec<Wish>,
}

impl Window {
    /// Takes what the user says.
    pub fn asked(&mut self, said: &str) {
        let answer = std::mem::take(&mut self.answer);
        match self.now.take() {
            Some(before) if asks(&answer) => self.before.push((before, answer)),
            _ => self.before.clear(),
        }
        let surplus = self.before.len().saturating_sub(MESSAGES_KEPT);
        self.before.drain(..surplus);
        self.now = Some(last_of(said));
    }

    /// Takes what was answered.
    pub fn answered(&mut self, said: &str) {
        if !said.trim().is_empty() {
            self.answer = last_of(said);
        }
    }

    /// Reads what the user may still want.
    pub(super) fn wanted(&self, statements: &Statements) -> Wanted {
        let now = self.now.as_deref().map(|said| Requested::of(said, statements)).unwrap_or_default();
        let mut wanted = Wanted { now, ..Wanted::default() };
        for (place, (said, answer)) in self.before.iter().enumerate() {
            let mut requested = Requested::of(said, statements);
            // A text that was asked for before is there.
            if !requested.wants_text {
                wanted.earlier.append(&mut requested.wishes);
            }
            let next = self.before.get(place + 1).map(|(said, _)| Requested::of(said, statements).assents);
            match next {
                Some(true) => wanted.earlier.extend(offered(answer, statements)),
                None if wanted.now.assents => wanted.accepted = offered(answer, statements),
                _ => {}
            }
        }
        wanted
    }
}

/// Whether an answer asks back.
fn asks(answer: &str) -> bool {
    answer.contains(['?', '？'])
}

/// What an answer offers, or says that it would do.
fn offered(answer: &str, statements: &Statements) -> Vec<Wish> {
    let Some((words, language)) = language_of(answer, statements) else { return Vec::new() };
    let tokens = spoken(answer, words);
    let closes = |at: usize| words.closings.begins(&tokens, at, words.boundaries());
    let asked = (0..tokens.len()).filter(|at| matches!(tokens[*at].text.as_ref(), "?" | "？")).count();
    // What only asks whether there is more offers nothing.
    if asked <= (0..tokens.len()).filter(|at| closes(*at)).count() {
        return Vec::new();
    }
    wishes(&Known::new(&tokens, words), words, language)
}

fn last_of(said: &str) -> String {
    let start = said.ceil_char_boundary(said.len().saturating_sub(BYTES_KEPT));
    said.get(start..).unwrap_or_default().to_owned()
}
