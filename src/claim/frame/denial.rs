//! The correction of a false report, in its own words: the sentence that the action was not done.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::read::is_by_author;
use super::{Form, Frame};
use crate::registry::{ActionKind, Verb, WordClass};

/// The sentence that denies a frame of `text`.
pub(in crate::claim) fn denial(frame: &Frame<'_>, text: &str) -> Option<String> {
    let forms = &frame.words.denials;
    // "Ouverture en cours" has no verb of its own: it is denied by the verb of its noun.
    let is_of_noun = frame.form == Form::Elliptic && frame.participle.is_none() && frame.past.is_none();
    let own = frame.words.verb(if is_of_noun { frame.verb } else { frame.own_verb })?;
    // "I have not put milk" lacks its place, which "I have not added milk" needs not.
    let needs_place = frame.words.placing.contains(&frame.own_verb);
    let is_akin = |verb: &&Verb| verb.kinds.first() == own.kinds.first();
    let verb = if needs_place { frame.words.verbs().iter().find(is_akin).unwrap_or(own) } else { own };
    let [participle, past] = [&frame.participle, &frame.past].map(|form| form.as_deref().filter(|_| !needs_place));
    let written =
        frame.phrase.clone().filter(|phrase| !is_of_noun && !is_apposition(phrase, text) && !ends_list(phrase, text));
    let written = written.and_then(|phrase| text.get(phrase)).map(without_emphasis);
    let phrase = written
        .as_deref()
        .map(|phrase| phrase.trim_end_matches("'s").trim_end_matches("’s"))
        .map(|phrase| phrase.strip_suffix(',').filter(|rest| !rest.contains(',')).unwrap_or(phrase));
    let is_object = is_object(frame, text);
    let is_active = is_by_author(frame.form) || is_object;
    let phrase = phrase
        .filter(|phrase| !frame.is_part_of_list && says_what(phrase, !is_active) && names_something(phrase, frame));
    let is_bare = frame.form == Form::Elliptic && !forms.bare.is_empty() && !is_object;
    let phrase = phrase.filter(|phrase| is_bare || !forms.needs_article || !lacks_article(phrase, frame));
    let none = phrase.and_then(|phrase| denied(phrase, if is_active { &forms.no } else { &forms.no_subject }));
    let is_you = phrase.is_some_and(|phrase| forms.you.to_lowercase().starts_with(&(phrase.to_lowercase() + " ")));
    let lacks_object = phrase.is_none() && forms.without_object.contains(&own.base);
    let form = match phrase {
        None if lacks_object && frame.by_several => &forms.we,
        None if lacks_object => &forms.i,
        None if frame.of_you && !forms.you.is_empty() => &forms.you,
        None => &forms.nothing,
        Some(_) if is_active => match (frame.by_several, none.is_some()) {
            (false, false) => &forms.i,
            (true, false) => &forms.we,
            (false, true) => &forms.none,
            (true, true) => &forms.none_of_us,
        },
        Some(_) if is_you => &forms.you,
        Some(_) if none.is_some() => &forms.no_one,
        Some(_) if is_bare => &forms.bare,
        Some(phrase) if frame.is_many || is_plural(phrase, frame) => &forms.many,
        Some(_) => &forms.one,
    };
    let particle = if is_active && phrase.is_some() { &frame.last_particle } else { &frame.next_particle };
    let leading = written.as_deref().and_then(|phrase| phrase.split(' ').next());
    let leading = leading.filter(|word| phrase.is_none() && is_particle(word, frame));
    let particle = particle.as_deref().or(leading).map(|particle| format!(" {particle}")).unwrap_or_default();
    let phrase = phrase.unwrap_or_default();
    let named = none.as_deref().unwrap_or(phrase);
    let said = form
        .replace("{participle}", &verb.participle)
        .replace("{agreeing}", participle.unwrap_or(&verb.participle))
        .replace("{past}", past.or(verb.past.as_deref()).unwrap_or(&verb.base))
        .replace(if lacks_object { " {object}" } else { "{object}" }, &within(named, frame))
        .replace("{subject}", &capitalised(named))
        .replace(" {particle}", &particle);
    Some(said).filter(|said| !said.is_empty())
}

/// Whether a phrase that ends with a comma only adds something to what comes before it: "Your order, placed on Monday, …".
fn is_apposition(phrase: &Range<usize>, text: &str) -> bool {
    let before = text.get(..phrase.start).unwrap_or_default();
    let clause = before.rsplit(['.', '!', '?', ':', '\n']).next().unwrap_or_default();
    text.get(phrase.clone()).is_some_and(|phrase| phrase.ends_with(',')) && clause.contains(',')
}

/// Whether a phrase is only the last item of a list: "#7" in "Orders #5, #6 and #7", "The cup & saucer".
fn ends_list(phrase: &Range<usize>, text: &str) -> bool {
    let is_code = |phrase: &str| !phrase.contains(' ') && phrase.contains(|letter: char| letter.is_ascii_digit());
    let before = text.get(..phrase.start).unwrap_or_default().trim_end_matches([' ', '#', '*']);
    let clause = before.rsplit(['.', '!', '?', ':', '\n']).next().unwrap_or_default();
    before.ends_with('&') || clause.contains('#') && text.get(phrase.clone()).is_some_and(is_code)
}

/// A phrase without marks of emphasis.
fn without_emphasis(phrase: &str) -> Cow<'_, str> {
    if phrase.contains("**") { phrase.replace("**", "").into() } else { phrase.into() }
}

/// A noun phrase that begins as `negations` tell, negated.
fn denied(phrase: &str, negations: &BTreeMap<String, String>) -> Option<String> {
    let small = phrase.to_lowercase();
    let begins = |negation: &&(&String, &String)| {
        small.strip_prefix(negation.0.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let longest = negations.iter().filter(|negation| begins(&negation)).max_by_key(|(beginning, _)| beginning.len());
    let (beginning, negation) = longest?;
    let rest = phrase.get(beginning.len()..)?;
    // "Both have been cancelled": "neither of the" is "neither" where no noun follows.
    let alone = negation.split(" of ").next().unwrap_or(negation);
    Some(if rest.is_empty() { alone.to_owned() } else { format!("{negation}{rest}") })
}

/// Whether a phrase is more than a preposition with what it leads to, or an article alone.
fn names_something(phrase: &str, frame: &Frame<'_>) -> bool {
    let class = |word: &str, class| frame.words.is(&word.to_lowercase(), class);
    let mut words = phrase.split_whitespace();
    let first = words.next().unwrap_or_default();
    let last = words.next_back().unwrap_or(first);
    // Where a particle may begin a phrase, or the subject follows the verb, a phrase with a preposition names no object.
    let may_lead = frame.words.denials.i.contains("{particle}") || frame.words.verb_last;
    let leads = may_lead
        && class(first, WordClass::Preposition)
        && !class(first, WordClass::Determiner)
        && !class(first, WordClass::Particle)
        && !is_particle(first, frame);
    let is_pronoun = [WordClass::It, WordClass::You, WordClass::Third].into_iter().any(|kind| class(last, kind));
    let ends_open = class(last, WordClass::Indefinite) || class(last, WordClass::Determiner) && !is_pronoun;
    // "den 13" is what is left of a date.
    let is_number = phrase.split_whitespace().all(|word| class(word, WordClass::Determiner) || is_digits(word));
    let is_adverb = |word: &str| class(word, WordClass::Completing) && !class(word, WordClass::Determiner);
    let says_when = phrase.split_whitespace().all(is_adverb);
    frame.words.unspaced || !leads && !ends_open && !says_when && (!is_number || is_pronoun)
}

/// Whether a word belongs to the verb of a frame although an object follows: "turned on the fan".
fn is_particle(word: &str, frame: &Frame<'_>) -> bool {
    let kind = frame.words.verb(frame.own_verb).and_then(|verb| verb.kinds.first());
    kind == Some(ActionKind::Control) && frame.words.is(word, WordClass::ClosingParticle)
}

fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a phrase begins with a common noun, not with a determiner or a name.
fn lacks_article(phrase: &str, frame: &Frame<'_>) -> bool {
    let first = phrase.split_whitespace().next().unwrap_or_default().to_lowercase();
    match frame.words.word(&first) {
        Some(word) => !word.classes.is_function() && (word.thing.is_some() || word.action.is_some()),
        None => frame.words.compound(&first).is_some(),
    }
}

/// A noun phrase with its determiner in lower case, as within a sentence.
fn within(phrase: &str, frame: &Frame<'_>) -> String {
    let first = phrase.split_whitespace().next().unwrap_or_default().to_lowercase();
    let is_article = frame.words.is(&first, WordClass::Determiner);
    let is_formal = frame.words.verb_last && frame.words.is(&first, WordClass::Users);
    match phrase.get(first.len()..) {
        Some(rest) if is_article && !is_formal => first + rest,
        _ => phrase.to_owned(),
    }
}

/// Whether the noun phrase of an ellipsis follows its verb: "Added milk to the list", "Just booked you a trip".
fn is_object(frame: &Frame<'_>, text: &str) -> bool {
    let before = frame.phrase.as_ref().and_then(|phrase| text.get(..phrase.start)).unwrap_or_default();
    let verb = before.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    frame.form == Form::Elliptic && (frame.tokens.len() == 1 || frame.participle.as_ref() == Some(&verb))
}

/// Whether a phrase fits into another sentence: it is a single line without punctuation other than that of dates and, in a
/// subject, commas ("Your return for the lamp, the cup and the desk").
fn says_what(phrase: &str, is_subject: bool) -> bool {
    let is_of_date = |(at, _): (usize, &str)| {
        phrase.get(..at).is_some_and(|date| date.ends_with(|last: char| last.is_ascii_digit()))
    };
    phrase.chars().any(char::is_alphabetic)
        && (is_subject || phrase.match_indices(',').all(is_of_date))
        && !phrase.contains(['\n', '*', '`', '"', ';', ':', '(', '[', '{', '，', '；', '：', '（'])
}

/// Whether a noun phrase is plural, by its last word before a preposition.
fn is_plural(phrase: &str, frame: &Frame<'_>) -> bool {
    let is_preposition = |word: &str| {
        let word = frame.words.word(&word.to_lowercase());
        word.is_some_and(|word| word.classes.has(WordClass::Preposition) && !word.classes.has(WordClass::Determiner))
    };
    let last = phrase.split_whitespace().take_while(|word| !is_preposition(word)).last().unwrap_or_default();
    let plural = &frame.words.denials.plural;
    plural.iter().any(|end| last.ends_with(end.as_str()))
        && !last.ends_with("ss")
        && !last.ends_with("us")
        && !last.ends_with("is")
}

/// A phrase as a sentence begins with it. A name such as "xX_slayer_Xx" keeps its letters.
fn capitalised(phrase: &str) -> String {
    let first = phrase.split_whitespace().next().unwrap_or_default();
    if first
        .contains(|letter: char| letter.is_uppercase() || letter.is_ascii_digit() || matches!(letter, '_' | '.' | '/'))
    {
        return phrase.to_owned();
    }
    let mut letters = phrase.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
