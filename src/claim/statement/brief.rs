//! A cheap look at short texts: whether they state an outcome without a verb of action, or announce something.

use std::collections::BTreeMap;

use super::super::asked::Asked;
use super::super::frame::{is_short, strong_kinds};
use super::super::sentence::{Analysis, is_ideograph, sentences};
use super::outcome;
use crate::literals::{Hit, LiteralFinder};
use crate::registry::{ActionKinds, Literal, Statements};

/// The most bytes of a text with so few words.
const LONGEST: usize = 400;

/// What a text that holds a literal may say.
#[derive(Clone, Copy, Debug, Default)]
struct BriefContent {
    /// Whether it may announce something.
    announces: bool,
    /// The kinds of action whose outcome it may state.
    outcomes: ActionKinds,
}

/// Rules out most texts without such a sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct BriefTexts {
    finder: Option<LiteralFinder>,
    literals: Vec<(Literal, BriefContent)>,
    /// What may be said in any words.
    always: BriefContent,
    reads_unspaced: bool,
}

impl BriefContent {
    fn and(self, other: Self) -> Self {
        Self { announces: self.announces | other.announces, outcomes: self.outcomes.and(other.outcomes) }
    }
}

impl BriefTexts {
    pub(super) fn new(statements: &Statements) -> Self {
        let mut literals = BTreeMap::<Literal, BriefContent>::new();
        let mut always = BriefContent::default();
        for words in statements.words().iter().filter(|words| !words.unspaced) {
            let announced = [&words.announcements.alone, &words.announcements.waiting];
            let announced =
                announced.map(|phrases| (phrases, BriefContent { announces: true, ..BriefContent::default() }));
            let stated = words.outcomes.iter();
            let stated = stated.map(|outcome| (&outcome.says, BriefContent { announces: false, outcomes: outcome.of }));
            for (phrases, may_say) in announced.into_iter().chain(stated) {
                let Some(needed) = phrases.literals() else {
                    always = always.and(may_say);
                    continue;
                };
                for literal in needed {
                    let known = literals.entry(literal).or_default();
                    *known = known.and(may_say);
                }
            }
        }
        let literals: Vec<_> = literals.into_iter().collect();
        Self {
            finder: LiteralFinder::new(literals.iter().map(|(literal, _)| literal.text.as_str())),
            literals,
            always,
            reads_unspaced: statements.words().iter().any(|words| words.unspaced),
        }
    }

    /// Whether a text may end with an announcement; without false negatives.
    pub(super) fn may_announce(&self, text: &str) -> bool {
        self.content(text, |may_say| may_say.announces).announces
    }

    /// The kinds of action whose outcome a text may state, to a user who asked for no more than `asked`; without false
    /// negatives.
    pub(super) fn possible_outcomes(&self, text: &str, asked: Asked) -> ActionKinds {
        let kinds = if is_short(text) { ActionKinds::ALL } else { wanted(asked) };
        if kinds == ActionKinds::NONE {
            return ActionKinds::NONE;
        }
        self.content(text, |may_say| may_say.outcomes.common(kinds) == kinds).outcomes.common(kinds)
    }

    /// What a text may say, as far as it takes to know enough.
    fn content(&self, text: &str, is_enough: impl Fn(BriefContent) -> bool) -> BriefContent {
        if !is_brief(text) {
            return BriefContent::default();
        }
        if self.reads_unspaced && text.contains(is_ideograph) {
            return BriefContent { announces: true, outcomes: ActionKinds::ALL };
        }
        let mut content = self.always;
        if let Some(finder) = self.finder.as_ref().filter(|_| !is_enough(content)) {
            finder.any(text, |Hit { start, literal }| {
                let found = self.literals.get(literal);
                let found = found.filter(|(literal, _)| literal.is_word_at(text, start..start + literal.text.len()));
                content = found.map_or(content, |(_, may_say)| content.and(*may_say));
                is_enough(content)
            });
        }
        content
    }
}

/// Whether a text has at most [`LONGEST`] bytes.
pub(super) fn is_brief(text: &str) -> bool {
    text.len() <= LONGEST
}

/// The kinds of action whose outcome the user may wait for: after an answer to a question, that of a booking.
fn wanted(asked: Asked) -> ActionKinds {
    let served = if asked.was_asked_back() { strong_kinds() } else { ActionKinds::NONE };
    asked.in_application().kinds().and(served)
}

/// Whether a text states an outcome of such actions.
pub(super) fn states_outcome(text: &str, kinds: ActionKinds, statements: &Statements) -> bool {
    if kinds == ActionKinds::NONE {
        return false;
    }
    let sentences = sentences(text, &[], statements.languages());
    let is_unspaced = text.contains(is_ideograph);
    statements.words().iter().filter(|words| words.unspaced == is_unspaced).any(|words| {
        let Some(language) = statements.language(&words.language) else { return false };
        let may_state = words.outcomes.iter().any(|outcome| outcome.of.meets(kinds));
        may_state
            && sentences.iter().any(|sentence| {
                let sentence = sentence.in_words(text, words);
                let analysis = Analysis::new(&sentence, language);
                let mut possible = words.possible_outcomes(&sentence.tokens).filter(|outcome| outcome.of.meets(kinds));
                possible.any(|outcome| outcome::states(&analysis, outcome, words))
            })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::registry::Registry;

    static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::builtin().unwrap());
    static BRIEF: LazyLock<BriefTexts> = LazyLock::new(|| BriefTexts::new(REGISTRY.statements()));

    /// The words with which each language states outcomes.
    static WORDS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
        let said = REGISTRY.statements().words().iter().map(|words| {
            let spelled = words.outcomes.iter().flat_map(|outcome| outcome.says.spelled().words);
            spelled.chain(["Ana", ",", "."]).collect()
        });
        said.collect()
    });

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn no_outcome_is_overlooked(
            language in 0..7_usize,
            places in prop::collection::vec(0..1000_usize, 1..7),
            is_large in any::<bool>(),
        ) {
            let words = &WORDS[language % WORDS.len()];
            let said: Vec<&str> = places.iter().map(|place| words[place % words.len()]).collect();
            let text = if is_large { said.join(" ").to_uppercase() } else { said.join(" ") };
            let statements = REGISTRY.statements();
            let states = |kinds| states_outcome(&text, kinds, statements);
            let possible = BRIEF.possible_outcomes(&text, Asked::ANYTHING);
            prop_assert_eq!(states(possible), states(ActionKinds::ALL), "{}", text);
            let (words, sentences) = (&statements.words()[language % WORDS.len()], sentences(&text, &[], statements.languages()));
            for sentence in sentences.iter().map(|sentence| sentence.in_words(&text, words)) {
                let analysis = Analysis::new(&sentence, statements.language(&words.language).unwrap());
                let stated = words.outcomes.iter().filter(|outcome| outcome::states(&analysis, outcome, words));
                let possible: Vec<_> = words.possible_outcomes(analysis.tokens()).map(std::ptr::from_ref).collect();
                prop_assert!(stated.map(std::ptr::from_ref).all(|outcome| possible.contains(&outcome)), "{}", text);
            }
        }
    }
}
