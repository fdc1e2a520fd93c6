//! Sentences that state an outcome without a verb of doing: "Enjoy the music", "Your cab is on the way". Of what the user
//! asked for, they say that it was done.

use super::super::frame::Grounds;
use super::super::{Claim, ClaimKind, Signal, Span};
use super::done::{signal, true_by_kinds};
use super::{Analysis, PhrasePosition};
use crate::registry::{Outcome, Statements, Words};

/// The outcome that a sentence states.
pub(super) fn stated<'w>(sentence: &Analysis<'_, '_>, words: &'w Words) -> Option<&'w Outcome> {
    let tokens = sentence.tokens();
    words.outcomes.iter().find(|outcome| {
        (0..tokens.len()).any(|at| {
            let begins = sentence.begins_clause(at);
            let mut found = outcome.says.found(tokens, at, begins, words.boundaries());
            found.any(|(_, end)| PhrasePosition { sentence, start: at, end }.is_meant())
        })
    })
}

/// The claim of a sentence that states an outcome which the user wants.
pub(super) fn claim(
    sentence: &Analysis<'_, '_>,
    words: &Words,
    statements: &Statements,
    grounds: &Grounds<'_>,
) -> Option<Claim> {
    let outcome = stated(sentence, words).filter(|_| grounds.is_short())?;
    let ground = grounds.wants(outcome.of)?;
    let kind = outcome.of.first().map_or("done", |kind| kind.name());
    let mut claim = Claim {
        kind: ClaimKind::Statement,
        span: Span::new(sentence.sentence.span.start, sentence.sentence.span.end),
        pattern: Some(format!("{kind}_{}", words.language)),
        replacement: Some(outcome.denial.clone()),
        true_by: true_by_kinds(outcome.of, words, statements).collect(),
        changes: true,
        any_change: true,
        ..Claim::default()
    };
    claim.add_reason(Signal::Stated);
    claim.add_reason(signal(ground));
    Some(claim)
}
