//! Suggestions for a name that matches no tool. The rules are tried in order; the first that yields a suggestion
//! decides.
//!
//! A suggestion is for a reader, or for a planner's next attempt: nothing is renamed automatically. A name that looks
//! similar
//! but means another action is worse than no suggestion, so each rule says what it must not take for similar.

use std::fmt;

use serde_json::{Map, Value};

use super::words::{Spelling, are_opposites, are_synonyms, has_own_meaning};
use super::{Catalog, Tool, names};

/// The most suggestions of a rule that guesses.
const MOST_GUESSED: usize = 3;

/// A tool that an unknown name may mean.
#[derive(Clone, Debug)]
pub struct Suggestion<'a> {
    /// The tool to use instead of the unknown name.
    pub tool: &'a Tool,
    /// Why it is suggested.
    pub reason: SuggestionReason,
}

/// Why a tool is suggested, best reason first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestionReason {
    /// The tool's own `instead_of` lists the name.
    InsteadOf,
    /// The unknown name begins with the tool's name, or repeats it.
    Within,
    /// The names have the same words.
    SameWords,
    /// The names differ only in a verb with the same meaning.
    Synonym(String, String),
    /// The number of letters that differ.
    Letters(usize),
    /// The tool accepts all these arguments.
    Arguments(Vec<String>),
}

impl fmt::Display for SuggestionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InsteadOf => f.write_str("the catalog names it as the answer to this name"),
            Self::Within => f.write_str("its name is part of this one"),
            Self::SameWords => f.write_str("the words are the same"),
            Self::Synonym(written, meant) => write!(f, "`{written}` and `{meant}` mean the same"),
            Self::Letters(1) => f.write_str("one letter differs"),
            Self::Letters(number) => write!(f, "{number} letters differ"),
            Self::Arguments(names) => write!(f, "it takes the same arguments: {}", names.join(", ")),
        }
    }
}

/// Returns the suggestions of the first rule that yields any.
pub(super) fn suggest<'a>(
    catalog: &'a Catalog,
    name: &str,
    arguments: Option<&Map<String, Value>>,
) -> Vec<Suggestion<'a>> {
    let named = instead_of(catalog, name);
    if !named.is_empty() {
        return named;
    }
    let written = Spelling::all(name);
    let by_spelling = |rule: &dyn Fn(&Spelling, &Spelling) -> Option<SuggestionReason>| {
        harmless(catalog).filter_map(|tool| compare(&written, tool, rule)).collect::<Vec<_>>()
    };
    let rules: [&dyn Fn() -> Vec<Suggestion<'a>>; 5] = [
        &|| within(catalog, name),
        &|| by_spelling(&same_words),
        &|| by_spelling(&synonym),
        &|| nearest(by_spelling(&|written, known| letters(catalog, written, known))),
        &|| arguments.map(|arguments| same_arguments(catalog, arguments)).unwrap_or_default(),
    ];
    let mut found = rules.iter().map(|rule| rule()).find(|found| !found.is_empty()).unwrap_or_default();
    found.truncate(MOST_GUESSED);
    found
}

/// The tools that may be suggested because of similarity alone.
fn harmless(catalog: &Catalog) -> impl Iterator<Item = &Tool> {
    catalog.tools().iter().filter(|tool| !tool.is_dangerous)
}

/// Returns the best reason among all spellings of a name and a tool.
fn compare<'a>(
    written: &[Spelling],
    tool: &'a Tool,
    rule: &dyn Fn(&Spelling, &Spelling) -> Option<SuggestionReason>,
) -> Option<Suggestion<'a>> {
    let pairs = written.iter().flat_map(|written| tool.spellings.iter().map(move |known| (written, known)));
    pairs.into_iter().find_map(|(written, known)| rule(written, known)).map(|reason| Suggestion { tool, reason })
}

fn instead_of<'a>(catalog: &'a Catalog, name: &str) -> Vec<Suggestion<'a>> {
    // The name as written takes precedence over the name without its namespace.
    let listed_by = |form: &str| {
        let folded = names::fold(form);
        let lists = |tool: &&Tool| tool.invented.contains(&folded) && !folded.is_empty();
        let found = catalog.tools().iter().filter(lists);
        found.map(|tool| Suggestion { tool, reason: SuggestionReason::InsteadOf }).collect::<Vec<_>>()
    };
    let found = names::forms(name).into_iter().map(listed_by).find(|found| !found.is_empty());
    found.unwrap_or_default()
}

/// `query_dataset<|channel|>commentary`, `search(query="x")` and `exec_commandexec_command`.
fn within<'a>(catalog: &'a Catalog, name: &str) -> Vec<Suggestion<'a>> {
    let name = name.trim();
    let beginning = name.split(['<', '(', '{', '[']).next().filter(|beginning| beginning.len() < name.len());
    let half = name.get(..name.len() / 2).filter(|half| name.len().is_multiple_of(2) && name.ends_with(half));
    let meant = [beginning, half].into_iter().flatten().filter_map(|part| catalog.resolve(part));
    let harmless = meant.filter(|tool| !tool.is_dangerous);
    harmless.take(1).map(|tool| Suggestion { tool, reason: SuggestionReason::Within }).collect()
}

fn same_words(written: &Spelling, known: &Spelling) -> Option<SuggestionReason> {
    (!written.words.is_empty() && written.words == known.words).then_some(SuggestionReason::SameWords)
}

fn synonym(written: &Spelling, known: &Spelling) -> Option<SuggestionReason> {
    let (verb, meant) = written.different_words(known)?;
    // A shared verb alone says nothing about the object of the action.
    let share_more = written.words.len() > 1;
    (share_more && are_synonyms(verb, meant)).then(|| SuggestionReason::Synonym(verb.to_owned(), meant.to_owned()))
}

/// Allows two differing letters in a long name and one in a short one, unless the differing word has a meaning of its
/// own.
fn letters(catalog: &Catalog, written: &Spelling, known: &Spelling) -> Option<SuggestionReason> {
    let (long, short) = (written.folded.chars().count(), known.folded.chars().count());
    let allowed = match long.min(short) {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    };
    if long.abs_diff(short) > allowed || digits(&written.folded) != digits(&known.folded) {
        return None;
    }
    let number = strsim::osa_distance(&written.folded, &known.folded);
    let is_slip = (1..=allowed).contains(&number) && !differs_in_meaning(catalog, written, known);
    is_slip.then_some(SuggestionReason::Letters(number))
}

/// Whether a differing word has a meaning of its own and so is hardly a misspelling.
fn differs_in_meaning(catalog: &Catalog, written: &Spelling, known: &Spelling) -> bool {
    let is_known = |word: &String| {
        let mut spellings = catalog.tools().iter().flat_map(|tool| &tool.spellings);
        has_own_meaning(word) || spellings.any(|spelling| spelling.words.contains(word))
    };
    let turns_around = written.different_words(known).is_some_and(|(here, there)| are_opposites(here, there));
    // An extra word in the tool's name is not a slip either if it reverses the meaning, as in `un_delete`.
    let only_there = known.words.difference(&written.words).filter(|_| known.words.is_superset(&written.words));
    turns_around
        || written.words.difference(&known.words).any(is_known)
        || only_there.into_iter().any(|word| has_own_meaning(word))
}

fn digits(name: &str) -> impl PartialEq + use<> {
    name.chars().filter(char::is_ascii_digit).collect::<String>()
}

fn nearest(mut found: Vec<Suggestion<'_>>) -> Vec<Suggestion<'_>> {
    found.sort_by_key(|suggestion| match suggestion.reason {
        SuggestionReason::Letters(number) => number,
        _ => usize::MAX,
    });
    found
}

/// The tools that accept exactly these arguments: at least two, all of them declared, no required one missing.
fn same_arguments<'a>(catalog: &'a Catalog, arguments: &Map<String, Value>) -> Vec<Suggestion<'a>> {
    let fits = |tool: &&Tool| {
        tool.parameters.as_ref().is_some_and(|parameters| {
            arguments.len() > 1
                && arguments.keys().all(|name| parameters.listed().any(|(listed, _)| listed == name))
                && parameters.required().all(|name| arguments.contains_key(name))
        })
    };
    let spare = |tool: &Tool| tool.parameters.as_ref().map_or(0, |parameters| parameters.listed().count());
    let mut found: Vec<_> = harmless(catalog).filter(fits).collect();
    found.sort_by_key(|tool| spare(tool));
    let names: Vec<_> = arguments.keys().cloned().collect();
    found.into_iter().map(|tool| Suggestion { tool, reason: SuggestionReason::Arguments(names.clone()) }).collect()
}
