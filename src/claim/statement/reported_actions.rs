//! Sentences that report an action, whatever the user asked for: the gate of a gateway compares them with what it did.

use super::super::Span;
use super::super::frame::{Frame, denial, frames, is_by_author, is_done, language_of};
use super::super::sentence::{Analysis, sentences, shows_more};
use super::done::{has_gap, said};
use super::extent::span_of;
use super::{StatementFinder, with_bare};
use crate::registry::{ActionKinds, Statements};

/// A sentence that reports an action on a thing outside the conversation, whatever the user asked for.
#[derive(Clone, Debug)]
pub struct ReportedAction {
    /// The bytes of the sentence.
    pub span: Span,
    /// The correction if it was not done.
    pub denial: String,
    /// The language's code, such as `en`.
    pub language: String,
    /// The kinds of action that it may be.
    pub kinds: ActionKinds,
    /// The things that it names.
    pub nouns: Vec<String>,
    /// Whether it names its author as the one who acted.
    pub is_by_author: bool,
}

impl StatementFinder {
    /// The sentences of a text that report an action on a thing outside the conversation, and those about the `wanted`
    /// kinds; `action_words` are the words of the wanted action's name.
    #[must_use]
    pub fn reported_actions(
        &self,
        text: &str,
        statements: &Statements,
        wanted: ActionKinds,
        action_words: &[String],
    ) -> Vec<ReportedAction> {
        let payloads = with_bare(text, &[]);
        let shows = shows_more(text, |_| true);
        let sentences = sentences(text, &payloads, statements.languages());
        let Some((words, language)) = language_of(&said(text, &sentences), statements) else { return Vec::new() };
        let actions = sentences.iter().filter(|sentence| !has_gap(span_of(sentence).of(text))).flat_map(|sentence| {
            let sentence = &sentence.in_words(text, words);
            let found = frames(&Analysis::new(sentence, language), words);
            let own = found.iter().filter(|frame| !frame.is_item && !frame.introduces_text);
            // "He eliminado el archivo" reports a deletion of files, though a file may be a text.
            let is_wanted = |frame: &&Frame<'_>| {
                let is_named = !shows && frame.nouns.iter().any(|noun| action_words.contains(noun));
                is_named && is_done(frame.form) && frame.kinds.compatible().meets(wanted)
            };
            let actions =
                own.filter(|frame| frame.is_action(shows) || frame.reports_any(wanted, shows) || is_wanted(frame));
            let reported = actions.filter_map(|action| {
                Some(ReportedAction {
                    span: span_of(sentence),
                    denial: denial(action, text)?,
                    language: language.name.clone(),
                    kinds: action.kinds,
                    nouns: action.nouns.clone(),
                    is_by_author: is_by_author(action.form),
                })
            });
            reported.collect::<Vec<_>>()
        });
        actions.collect()
    }
}
