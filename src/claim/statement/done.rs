//! Sentences that say in any words that something was done, as claims: what their frames are grounded in.

use super::super::frame::{Frame, Ground, Grounds, denial, frames, grounded, language_of};
use super::super::{Claim, ClaimKind, Signal, Span};
use super::{Analysis, Sentence};
use crate::catalog::name_words;
use crate::registry::{Statements, Words};

/// Adds the sentences that claim something by their frames to those that do so by a phrase, all in the order of the text.
pub(super) fn add(
    claims: &mut Vec<Claim>,
    text: &str,
    sentences: &[Sentence<'_>],
    statements: &Statements,
    grounds: &Grounds<'_>,
) {
    let Some((words, language)) = language_of(text, statements) else { return };
    for sentence in sentences {
        let sentence = &sentence.in_words(text, words);
        let analysis = Analysis::new(sentence, language);
        let span = Span::new(sentence.span.start, sentence.span.end);
        let found = frames(&analysis, words);
        if std::env::var_os("GC_DEBUG").is_some() { for f in &found { eprintln!("FRAME {:?} {:?} {:?} nouns {:?} -> {:?} | {}", f.form, words.verb(f.verb).map(|v| &v.base), f.phrase.clone().and_then(|p| text.get(p)), f.nouns, grounded(f, grounds), span.of(text)); } if found.is_empty() { eprintln!("NOFRAME {}", span.of(text)); } eprintln!("   wanted {grounds:?}"); }
        let mut counted = found.iter().filter_map(|frame| Some((frame, grounded(frame, grounds)?)));
        let Some((first, (ground, tool))) = counted.next() else { continue };
        let Some(replacement) = denial(first, text) else { continue };
        let mut true_by = made_true_by(first, tool, statements);
        for (frame, (_, tool)) in counted {
            true_by.extend(made_true_by(frame, tool, statements));
        }
        match claims.iter_mut().find(|claim| claim.span == span) {
            Some(known) => {
                known.true_by.extend(true_by);
                known.changes = true;
                if ground == Ground::Requested && !known.was_requested() {
                    known.add_reason(Signal::Requested);
                }
            }
            None => claims.push(claim(first, span, ground, tool, true_by, replacement)),
        }
    }
    claims.sort_by_key(|claim| claim.span.start);
}

fn claim(
    frame: &Frame<'_>,
    span: Span,
    ground: Ground,
    tool: Option<&str>,
    true_by: Vec<String>,
    replacement: String,
) -> Claim {
    let kind = frame.kinds.first().map_or("done", |kind| kind.name());
    let mut claim = Claim {
        kind: ClaimKind::Statement,
        span,
        pattern: Some(format!("{kind}_{}", frame.words.language)),
        tool: tool.map(str::to_owned),
        replacement: Some(replacement),
        true_by,
        changes: true,
        may_be_read: frame.describes(),
        any_change: frame.follows(),
        ..Claim::default()
    };
    claim.add_reason(Signal::Stated);
    claim.add_reason(match ground {
        Ground::Requested => Signal::Requested,
        Ground::RequestedEarlier => Signal::RequestedEarlier,
        Ground::Tool => Signal::ToolDoesIt,
        Ground::Record => Signal::RecordKept,
        Ground::Setting => Signal::InApplication,
    });
    claim
}

/// Words in the names of tools that make a frame true: the verbs whose work it may be, and what it names.
fn made_true_by(frame: &Frame<'_>, tool: Option<&str>, statements: &Statements) -> Vec<String> {
    let kinds = frame.kinds.compatible();
    let verbs = |words: &Words| -> Vec<String> {
        words.verbs().iter().filter(|verb| verb.kinds.meets(kinds)).map(|verb| verb.base.clone()).collect()
    };
    let named = tool.into_iter().flat_map(name_words);
    // Tools have English names.
    let english = statements.words().first().map(verbs).unwrap_or_default();
    english.into_iter().chain(verbs(frame.words)).chain(frame.nouns.iter().cloned()).chain(named).collect()
}
