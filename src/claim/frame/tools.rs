//! What the tools of an application do, read from their names, parameters and descriptions.

use std::sync::Arc;

use super::Frame;
use super::action_kinds::is_decisive;
use super::read::is_done;
use crate::catalog::{KnownTools, Parameters, Tool, name_words, only_reads, preparing_verb, split_name};
use crate::registry::{ActionKinds, Forms, Lexicon, TokenKind, Verb, tokens};

#[derive(Clone, Debug)]
struct ToolAction {
    name: String,
    /// The base forms of the verbs in its name.
    verbs: Vec<String>,
    kinds: ActionKinds,
    /// Whether it leaves what it prepares to another tool.
    only_prepares: bool,
    /// The nouns in its name.
    nouns: Vec<String>,
    /// The base forms of the verbs of actions that it names as its object: `issue_refund` refunds.
    actions: Vec<String>,
    /// The words of its parameters and its description.
    more: Vec<String>,
}

/// What the tools of an application do, without those that only read.
#[derive(Clone, Debug, Default)]
pub struct ToolActions {
    tools: Vec<ToolAction>,
    kinds: ActionKinds,
    is_application: bool,
}

impl ToolActions {
    /// Reads the tools of a catalog. Without a catalog there are none: tools named by patterns belong to no particular
    /// application.
    #[must_use]
    pub fn new(tools: &KnownTools, words: &[Arc<Lexicon>]) -> Self {
        let Some(words) = words.first().filter(|_| tools.is_complete()) else { return Self::default() };
        let actions = tools.catalog().tools().iter().filter_map(|tool| ToolAction::of(tool, words));
        let tools: Vec<_> = actions.collect();
        let kinds = tools.iter().fold(ActionKinds::default(), |all, tool| all.and(tool.kinds.compatible()));
        Self { tools, kinds, is_application: true }
    }

    /// The kinds of action that the tools do.
    #[must_use]
    pub fn kinds(&self) -> ActionKinds {
        self.kinds
    }

    /// Whether the tools of an application are known.
    #[must_use]
    pub fn is_application(&self) -> bool {
        self.is_application
    }

    /// The tool whose work a frame reports; with `strict`, only one whose name has the very words.
    pub(super) fn fitting(&self, frame: &Frame<'_>, strict: bool) -> Option<&str> {
        let verb = frame.words.verb(frame.verb)?;
        let leaves_open = is_decisive(frame.kinds);
        let fits = |tool: &&ToolAction| {
            if tool.only_prepares && leaves_open && !tool.verbs.contains(&verb.base) {
                return false;
            }
            let shares = |words: &[String]| frame.nouns.iter().any(|noun| words.contains(noun));
            // Words of a parameter or a description count only together with a known thing.
            let shares_thing = || frame.nouns.iter().any(|noun| frame.words.is_thing(noun) && tool.more.contains(noun));
            let is_same = tool.verbs.contains(&verb.base);
            if strict {
                return is_same && shares(&tool.nouns) && is_done(frame.form);
            }
            (is_done(frame.form) && tool.actions.contains(&verb.base))
                || (is_same
                    && (shares(&tool.nouns) || shares(&tool.more) || frame.nouns.is_empty() || tool.nouns.is_empty()))
                || tool.names(frame)
                || (frame.kinds.meets(tool.kinds) && shares_thing())
        };
        self.tools.iter().find(fits).map(|tool| tool.name.as_str())
    }

    /// Whether the name of a tool has the frame's thing, and it does such things.
    pub(super) fn name(&self, frame: &Frame<'_>) -> bool {
        self.tools.iter().any(|tool| tool.names(frame))
    }

    /// The tool that does what a frame reports, whatever it works on.
    pub(super) fn doing(&self, frame: &Frame<'_>) -> Option<&str> {
        let base = frame.base();
        let does = |tool: &&ToolAction| {
            frame.kinds.meets(tool.kinds) || tool.verbs.iter().any(|verb| base == Some(verb.as_str()))
        };
        self.tools.iter().find(does).map(|tool| tool.name.as_str())
    }
}

impl ToolAction {
    /// Whether its name has the frame's thing, and it does such things.
    fn names(&self, frame: &Frame<'_>) -> bool {
        frame.kinds.compatible().meets(self.kinds) && frame.nouns.iter().any(|noun| self.nouns.contains(noun))
    }

    fn of(tool: &Tool, words: &Lexicon) -> Option<Self> {
        if only_reads(&tool.name) {
            return None;
        }
        let named = name_words(&tool.name);
        let described = tool.description.as_deref().unwrap_or_default();
        let described = tokens(described, 0..described.len(), &[]);
        let described: Vec<String> = described
            .iter()
            .filter(|token| token.kind == TokenKind::Word)
            .map(|token| token.text.to_string())
            .collect();
        let mut verbs: Vec<_> = first_verb(&split_name(&tool.name), words).into_iter().collect();
        verbs.extend(first_verb(described.get(..2).unwrap_or(&described), words));
        let is_verb = |word: &String| verbs.first().is_some_and(|verb| verb.base.split(' ').any(|part| part == word));
        let objects = || named.iter().filter(|word| !is_verb(word));
        let nouns = objects().map(|word| thing(word, words)).collect();
        let action = |word: &String| Some(words.verb(words.word(word)?.action?)?.base.clone());
        let actions = objects().filter_map(action).collect();
        let parameters = tool.parameters.iter().flat_map(Parameters::listed);
        let parameters = parameters.flat_map(|(name, _)| name_words(name));
        let is_noun = |word: &String| words.word(word).is_none_or(|word| !word.classes.is_function());
        let more = parameters.chain(described.iter().flat_map(|word| name_words(word))).filter(is_noun);
        Some(Self {
            name: tool.name.clone(),
            kinds: verbs.iter().fold(ActionKinds::default(), |all, verb| all.and(verb.kinds)),
            only_prepares: preparing_verb(&tool.name).is_some(),
            verbs: verbs.iter().map(|verb| verb.base.clone()).collect(),
            nouns,
            actions,
            more: more.map(|word| thing(&word, words)).collect(),
        })
    }
}

/// The kinds of action that the name of an action contains ("CANCEL_ORDER"); none for an action that only reads.
#[must_use]
pub fn kinds_of_action(name: &str, words: &[Arc<Lexicon>]) -> ActionKinds {
    let Some(words) = words.first().filter(|_| !only_reads(name)) else { return ActionKinds::default() };
    first_verb(&split_name(name), words).map(|verb| verb.kinds).unwrap_or_default()
}

/// The first verb in its base form among the words of a name, with its particle ("sign", "up").
fn first_verb<'w>(named: &[String], words: &'w Lexicon) -> Option<&'w Verb> {
    let verb = |at: usize| {
        let word = words.word(named.get(at)?)?;
        let parted = word.parted.iter().find(|verb| named.get(at + 1).is_some_and(|next| *next == verb.particle));
        let parted = parted.map(|verb| (verb.verb, verb.forms));
        parted.or(word.verb).filter(|(_, forms)| forms.has(Forms::BASE))
    };
    words.verb((0..named.len()).find_map(verb)?.0)
}

/// The thing that a word names, or the word itself.
fn thing(word: &str, words: &Lexicon) -> String {
    words.word(word).and_then(|word| word.thing.clone()).unwrap_or_else(|| word.to_owned())
}
