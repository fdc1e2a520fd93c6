//! Sentences that state an outcome without a verb of action: "Enjoy the music", "Your cab is on the way". They claim
//! what the user asked for.

use super::super::frame::{Ground, Grounds, is_strong};
use super::super::sentence::{Analysis, PhrasePosition};
use super::super::{Claim, ClaimKind, Signal, Span};
use super::reported::signal;
use crate::registry::{ActionKind, ActionKinds, Forms, Lexicon, OutcomePhrase, Statements, Token, WordClass};

/// The verbs between the subject of a state and what is said of it ("is", "now has", "will now").
const FINITE: [WordClass; 5] =
    [WordClass::Is, WordClass::YouAre, WordClass::Have, WordClass::Will, WordClass::Completing];

/// Whether a sentence states an outcome.
pub(super) fn states(sentence: &Analysis<'_, '_>, outcome: &OutcomePhrase, words: &Lexicon) -> bool {
    let tokens = sentence.tokens();
    (0..tokens.len()).any(|at| {
        let begins = sentence.begins_clause(at);
        let mut found = outcome.says.found(tokens, at, begins, words.boundaries());
        // A phrase that may begin with any word may begin with a condition: "Once your cab is on the way, …"
        found.any(|(phrase, end)| {
            let is_conditional = phrase.heads().is_none() && sentence.is_conditional(end);
            !is_conditional && PhrasePosition { sentence, start: at, end }.is_meant()
        })
    })
}

/// Whether a word is of one of these classes.
fn is_any(token: &Token<'_>, classes: &[WordClass], words: &Lexicon) -> bool {
    words.word(token.text.as_ref()).is_some_and(|word| word.classes.has_any(classes))
}

/// Whether a sentence says of a thing that the user named, or of the user, what the user wanted of it: "The report is now
/// in Done" answers "Move the report to Done".
fn names_order(sentence: &Analysis<'_, '_>, words: &Lexicon, grounds: &Grounds<'_>) -> bool {
    let tokens = sentence.tokens();
    let is = |token: &Token<'_>, classes: &[WordClass]| is_any(token, classes, words);
    let is_named = |token: &Token<'_>| {
        let is_function = words.word(token.text.as_ref()).is_some_and(|word| word.classes.is_function());
        !token.is_mark() && !is_function && grounds.order_names(&token.text)
    };
    // "Rename a to b in `a = 1`", "Make this formal: hi": the text is brought along, and the reply is the new one.
    let brings_text = grounds.asked_last().is_some_and(|asked| asked.contains('`') || asked.contains(": "));
    let is_order = grounds.asks_by_verb()
        || grounds.is_agreed() && grounds.is_answered_briefly()
        || grounds.may_answer_with(ActionKinds::ALL);
    let verb = tokens.iter().position(|token| is(token, &FINITE)).filter(|_| is_order && !brings_text);
    // "I turned it on, it is enabled" – "It is now enabled"
    let Some(verb) = verb.filter(|_| !grounds.user_acted()) else { return false };
    let is_of_user = |token: &Token<'_>| is(token, &[WordClass::You, WordClass::YouAre]);
    let (subject, predicate) = tokens.split_at(verb + usize::from(tokens.get(verb).is_some_and(is_of_user)));
    let mut predicate = predicate.iter().take_while(|token| !sentence.is_boundary(token));
    // "Now you can start the tour", "It has to be new now"
    let has_to = predicate.clone().nth(1).is_some_and(|next| is(next, &[WordClass::Infinitive]));
    if has_to || subject.iter().chain(predicate.clone()).any(|token| is(token, &[WordClass::Modal])) {
        return false;
    }
    // "Turn off the boiler" – "The boiler is now off": the particle alone says what it was to become.
    let is_switched = predicate.clone().last().is_some_and(|token| {
        is(token, &[WordClass::Particle, WordClass::ClosingParticle]) && grounds.order_names(&token.text)
    });
    // "Start the mower" – "The mower has started": the verb of the order.
    let follows_order = |token: &Token<'_>| {
        let verb = words.word(token.text.as_ref()).and_then(|word| words.verb(word.verb?.0));
        verb.is_some_and(|verb| grounds.orders_with(&verb.base))
    };
    let says_wanted = is_switched || predicate.any(|token| is_named(token) || follows_order(token));
    says_wanted && subject.iter().any(|token| is_named(token) || is_of_user(token))
}

/// Whether a sentence says, in a reply that asks nothing, that the user did what was ordered: "You have muted Ana" after
/// "Mute Ana". Some programs report so what they did.
fn names_deed(sentence: &Analysis<'_, '_>, outcome: &OutcomePhrase, words: &Lexicon, grounds: &Grounds<'_>) -> bool {
    let tokens = sentence.tokens();
    let is = |at: usize, classes: &[WordClass]| tokens.get(at).is_some_and(|token| is_any(token, classes, words));
    let is_of_earlier = tokens.iter().any(|token| words.is(&token.text, WordClass::Already));
    if !grounds.is_brief() || grounds.user_acted() || grounds.replies_with_question() || is_of_earlier {
        return false;
    }
    let begins = (0..tokens.len()).filter(|at| sentence.begins_with_openers(*at));
    let found = begins.filter_map(|start| {
        let ends = outcome.says.found(tokens, start, true, words.boundaries()).map(|(_, end)| end);
        Some((start, ends.max()?))
    });
    let said = |at: usize| {
        let (verb, forms) = words.word(tokens.get(at)?.text.as_ref())?.verb?;
        // "Vous venez d'annuler": the infinitive after a preposition.
        let follows = at > 0 && is(at - 1, &[WordClass::Infinitive, WordClass::Of, WordClass::Preposition]);
        let may_be_base = follows || words.subject_in_verb || words.subjectless;
        let is_said = forms.has(Forms::PARTICIPLE.and(Forms::PAST)) || forms.has(Forms::BASE) && may_be_base;
        words.verb(verb).filter(|_| is_said)
    };
    let leads = [WordClass::Adverb, WordClass::Completing, WordClass::Clitic, WordClass::Infinitive, WordClass::Of];
    let mut deeds = found.filter_map(|(start, end)| {
        let ends = |at: &usize| tokens.get(*at).is_none_or(|token| sentence.is_boundary(token));
        let mut clause = end..(end..tokens.len()).find(ends).unwrap_or(tokens.len());
        let at = if words.verb_last {
            clause.rev().find(|at| said(*at).is_some())
        } else {
            clause.find(|at| !is(*at, &leads))
        };
        let at = at.filter(|at| PhrasePosition { sentence, start, end: at + 1 }.is_meant());
        said(at?)
    });
    deeds.any(|verb| grounds.orders_with(&verb.base) || grounds.commands_with(&verb.base))
}

/// Whether a sentence may say why something was not added again: "La palabra ya está en la lista". "… en tu lista" says that
/// it was added.
fn may_refuse(sentence: &Analysis<'_, '_>, outcome: &OutcomePhrase, words: &Lexicon) -> bool {
    let names = |class| sentence.tokens().iter().any(|token| words.is(token.text.as_ref(), class));
    let is_list =
        |token: &Token<'_>| words.word(token.text.as_ref()).is_some_and(|word| word.thing.as_deref() == Some("list"));
    outcome.of.has(ActionKind::Add)
        && names(WordClass::Already)
        && !names(WordClass::Users)
        && sentence.tokens().iter().any(is_list)
}

/// The claim of a sentence that states an outcome the user wants.
pub(super) fn claim<'w>(
    sentence: &Analysis<'_, '_>,
    words: &'w Lexicon,
    statements: &Statements,
    grounds: &Grounds<'_>,
) -> Option<Claim> {
    if !grounds.is_short() || grounds.is_recap() || grounds.plays_role() || grounds.is_about_code() {
        return None;
    }
    let counts = |outcome: &&OutcomePhrase| !outcome.if_agreed || grounds.is_agreed();
    // "Is the oven hot?" – "Yes" – "You're all set!" books nothing.
    let names_thing = || {
        let mut words_said = sentence.tokens().iter().filter_map(|token| words.word(token.text.as_ref()));
        // "You're booked!" names what was done.
        let books = |verb: usize| words.verb(verb).is_some_and(|verb| verb.kinds.first() == Some(ActionKind::Book));
        words_said.any(|word| word.thing.is_some() || word.verb.is_some_and(|(verb, _)| books(verb)))
    };
    let is_answered = |outcome: &OutcomePhrase| {
        is_strong(outcome.of)
            && (outcome.if_agreed || grounds.is_answered_briefly())
            && grounds.was_asked()
            && (outcome.names_order || names_thing() || grounds.is_service())
    };
    let wanted = |outcome: &'w OutcomePhrase| {
        let answered = || is_answered(outcome).then_some(Ground::Requested);
        let told = || grounds.may_answer_with(outcome.of).then_some(Ground::StatedNeed);
        grounds.wants(outcome.of).or_else(answered).or_else(told).map(|ground| (outcome, ground))
    };
    // What is wanted is read only where something is stated.
    let stated = words.possible_outcomes(sentence.tokens()).filter(|outcome| {
        states(sentence, outcome, words)
            && (!outcome.names_order || names_order(sentence, words, grounds))
            && (!outcome.names_deed || names_deed(sentence, outcome, words, grounds))
            && (!outcome.names_file || grounds.is_pointer(sentence, words))
            && !may_refuse(sentence, outcome, words)
    });
    let (outcome, ground) = stated.filter(counts).find_map(wanted)?;
    // "I turned it on" – "It is now enabled" is what the user did.
    if grounds.user_acted() && !grounds.asks_by_verb() {
        return None;
    }
    let kind = outcome.of.first().map_or("done", |kind| kind.name());
    let mut claim = Claim {
        kind: ClaimKind::Statement,
        span: Span::new(sentence.sentence.span.start, sentence.sentence.span.end),
        pattern: Some(format!("{kind}_{}", words.language)),
        replacement: Some(outcome.denial.clone()),
        true_by: statements.tool_words(outcome.of, true),
        changes: true,
        any_change: true,
        // "The timer is paused" answers a question about its state.
        may_be_read: !grounds.asks_by_verb(),
        ..Claim::default()
    };
    claim.add_reason(Signal::Stated);
    claim.add_reason(signal(ground));
    Some(claim)
}
