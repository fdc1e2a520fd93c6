//! The turn of a reply: which claims are about its action, which are false, and what is true instead.

use hashbrown::{HashMap, HashSet};
use serde_json::Value;

use super::context::{ActionContext, FAILED};
use super::correction::Correction;
use super::section::one_line;
use crate::catalog::name_words;
use crate::claim::{Claim, CompletionClaim, ReportedAction, Span, kinds_of_action};
use crate::registry::{ActionKind, ActionKinds, Language, Statement, Statements};
use crate::verdict::Verdict;

/// A false sentence of a reply, with the denial that replaces it.
pub(super) struct FalseSentence<'a> {
    pub(super) span: Span,
    denial: String,
    language: &'a Language,
    /// A request in words that are recognised.
    example: Option<&'a str>,
    /// Whether the denial speaks of such an action as that of the turn.
    is_of_action: bool,
}

impl<'a> FalseSentence<'a> {
    /// Takes over the denial in the sentence's own words and language, unless its own is in that language and speaks of
    /// the action of the turn.
    pub(super) fn deny_as(&mut self, own: &FalseSentence<'a>) {
        if !self.is_of_action || self.language.name != own.language.name {
            (self.denial, self.example, self.language) = (own.denial.clone(), None, own.language);
        }
    }
}

/// The turn of a reply: the outcome of its action, and the statements of the registry that are about it.
pub(super) struct Turn<'a> {
    context: &'a ActionContext,
    statements: &'a Statements,
    /// The names of the statements that are about the action.
    of_action: HashSet<&'a str>,
    /// The names of the statements that are about the details.
    of_details: HashSet<&'a str>,
}

impl<'a> Turn<'a> {
    pub(super) fn new(context: &'a ActionContext, statements: &'a Statements) -> Self {
        let named = context.action_type.as_deref().filter(|_| !context.needs_clarification());
        let speaking_of = |words: &HashSet<String>| {
            let statements = statements.entries().iter().filter(|statement| !statement.means.is_disjoint(words));
            statements.map(|statement| statement.name.as_str()).collect()
        };
        let of_action = speaking_of(&named.into_iter().flat_map(name_words).collect());
        let of_details = speaking_of(&member_names(&context.details).flat_map(name_words).collect());
        Self { context, statements, of_action, of_details }
    }

    /// The kinds of the turn's action, if it was detected but not executed.
    pub(super) fn wanted(&self) -> ActionKinds {
        let is_wanted = self.context.action_detected && !self.context.action_executed;
        if is_wanted { self.kinds() } else { ActionKinds::NONE }
    }

    /// The words of the name of the turn's action.
    pub(super) fn action_words(&self) -> Vec<String> {
        self.context.action_type.as_deref().map(name_words).unwrap_or_default()
    }

    /// The kinds of the turn's action.
    fn kinds(&self) -> ActionKinds {
        let named = self.context.action_type.as_deref().filter(|_| !self.context.needs_clarification());
        named.map(|name| kinds_of_action(name, self.statements.words())).unwrap_or_default()
    }

    /// The verdict on an action in words that no phrase of the registry covers. There are many words for one action, and
    /// many that follow from it; but what the author claims to have deleted or cancelled does not follow from an action
    /// that does no such thing.
    pub(super) fn verdict_of(&self, reported: &ReportedAction) -> Verdict {
        let kinds = self.kinds();
        let named = self.context.action_type.iter().map(String::as_str).chain(member_names(&self.context.details));
        let names_same = || named.flat_map(name_words).any(|word| reported.nouns.contains(&word));
        let destroys = reported.kinds.has(ActionKind::Remove) || reported.kinds.has(ActionKind::Cancel);
        let is_comparable =
            destroys && reported.is_by_author && !reported.nouns.is_empty() && kinds != ActionKinds::NONE;
        let is_other = is_comparable && !reported.kinds.compatible().meets(kinds) && !names_same();
        if self.context.action_executed && !is_other { Verdict::Executed } else { Verdict::NotExecuted }
    }

    /// Whether any statement is about this action.
    fn is_known(&self) -> bool {
        !self.of_action.is_empty()
    }

    fn speaks_of_action(&self, statement: &Statement) -> bool {
        self.of_action.contains(statement.name.as_str())
    }

    /// Whether the claim is about the requested action, as far as that is known.
    pub(super) fn is_asked(&self, stated: &CompletionClaim<'_>) -> bool {
        self.context.action_detected
            && (!self.is_known() || stated.statements.iter().any(|said| self.may_be_about_action(said)))
    }

    /// Whether a statement may be about the action of the turn.
    fn may_be_about_action(&self, statement: &Statement) -> bool {
        statement.tool.is_none() || self.speaks_of_action(statement)
    }

    pub(super) fn verdict(&self, stated: &CompletionClaim<'_>) -> Verdict {
        let happened = |statement: &Statement| {
            self.may_be_about_action(statement) || self.of_details.contains(statement.name.as_str())
        };
        // A stated result may follow from the action. An additional action that the author claims to have taken does
        // not.
        let executed = self.context.action_executed
            && (!self.is_known() || !stated.by_name || stated.statements.iter().any(|said| happened(said)));
        if executed { Verdict::Executed } else { Verdict::NotExecuted }
    }

    /// The statement that the turn is about, among those that the sentence may make.
    pub(super) fn meant<'s>(&self, stated: &CompletionClaim<'s>) -> Option<&'s Statement> {
        let about = stated.statements.iter().find(|said| said.tool.is_some() && self.speaks_of_action(said));
        about.copied().or_else(|| stated.first())
    }

    /// The false sentences among these, with their denials.
    pub(super) fn false_sentences<'s>(&'s self, stated: &[&CompletionClaim<'s>]) -> Vec<FalseSentence<'s>> {
        let fallbacks = self.first_specific(stated);
        let false_sentences = stated.iter().filter_map(|stated| {
            let statement = self.specific(stated, &fallbacks)?;
            let language = self.language(statement)?;
            let denial = statement.denial.as_ref().unwrap_or(&language.denials.any).clone();
            let does = |tool: &str| kinds_of_action(tool, self.statements.words()).compatible().meets(self.kinds());
            let is_of_action = !self.is_known() || statement.tool.as_deref().is_some_and(does);
            let example = statement.example.as_deref();
            Some(FalseSentence { span: stated.span, denial, language, example, is_of_action })
        });
        false_sentences.collect()
    }

    pub(super) fn false_action(&self, reported: ReportedAction) -> Option<FalseSentence<'_>> {
        let language = self.statements.language(&reported.language)?;
        Some(FalseSentence {
            span: reported.span,
            denial: reported.denial,
            language,
            example: None,
            is_of_action: true,
        })
    }

    pub(super) fn announced(&self, claim: &Claim) -> Option<FalseSentence<'_>> {
        let denial = claim.replacement.clone()?;
        let languages = self.statements.languages();
        let language = languages.iter().find(|language| language.denials.any == denial)?;
        Some(FalseSentence { span: claim.span, denial, language, example: None, is_of_action: true })
    }

    /// Replaces the false sentences of a reply by their denials. Equal denials are only used once.
    pub(super) fn corrected(&self, reply: &str, false_sentences: &[FalseSentence<'_>]) -> String {
        let mut corrected = Correction::of(reply);
        let mut denials: HashSet<&str> = HashSet::new();
        for lie in false_sentences {
            let is_first = denials.is_empty();
            if !denials.insert(&lie.denial) {
                corrected.remove(lie.span);
            } else if is_first {
                corrected.replace(lie.span, &self.explained(lie));
            } else {
                corrected.replace(lie.span, &lie.denial);
            }
        }
        corrected.finish()
    }

    fn language(&self, statement: &Statement) -> Option<&'a Language> {
        self.statements.language(&statement.language).or(self.statements.languages().first())
    }

    /// The denial, the reason, and how to ask in words that are recognised.
    fn explained(&self, lie: &FalseSentence<'_>) -> String {
        let denials = &lie.language.denials;
        let why = if self.context.action_executed {
            denials.other_executed.replace("{action}", &one_line(self.context.action_type.as_deref().unwrap_or("-")))
        } else if !self.context.action_detected {
            denials.nothing_detected.clone()
        } else if let Some(question) = self.question() {
            denials.needs_clarification.replace("{question}", &question)
        } else if let Some(errors) = self.errors() {
            denials.failed.replace("{errors}", &errors)
        } else {
            denials.not_executed.clone()
        };
        let ask = lie.example.map(|example| denials.ask.replace("{example}", example));
        let said: Vec<String> = std::iter::once(lie.denial.clone()).chain([why]).chain(ask).collect();
        said.join(" ")
    }

    /// For each language, the first statement in these sentences that names a tool.
    fn first_specific<'s>(&self, false_sentences: &[&CompletionClaim<'s>]) -> HashMap<&'s str, &'s Statement> {
        let mut first = HashMap::new();
        for said in false_sentences.iter().filter_map(|lie| self.meant(lie)).filter(|said| said.tool.is_some()) {
            first.entry(said.language.as_str()).or_insert(said);
        }
        first
    }

    /// The statement that provides the denial. For an unspecific claim such as "Done!", it is that of the requested
    /// action, or else that of another claim of the reply (`fallbacks`).
    fn specific<'s>(
        &'s self,
        lie: &CompletionClaim<'s>,
        fallbacks: &HashMap<&str, &'s Statement>,
    ) -> Option<&'s Statement> {
        let meant = self.meant(lie)?;
        if meant.tool.is_some() {
            return Some(meant);
        }
        let fits = |said: &&'s Statement| said.tool.is_some() && said.language == meant.language;
        let asked = self.statements.entries().iter().find(|said| fits(said) && self.speaks_of_action(said));
        let fallback = || fallbacks.get(meant.language.as_str()).copied();
        Some(asked.or_else(fallback).unwrap_or(meant))
    }

    fn question(&self) -> Option<String> {
        let question = self.context.details.get("question").and_then(Value::as_str);
        question.filter(|_| self.context.needs_clarification()).map(quotable)
    }

    fn errors(&self) -> Option<String> {
        let errors = self.context.details.get("errors").filter(|_| self.context.reason == FAILED)?;
        let one = |error: &Value| error.as_str().map_or_else(|| error.to_string(), str::to_owned);
        let all: Vec<_> = match errors {
            Value::Array(errors) => errors.iter().map(one).collect(),
            other => vec![one(other)],
        };
        Some(quotable(&all.join("; "))).filter(|errors| !errors.trim().is_empty())
    }
}

/// The names of all members, at any depth.
fn member_names(value: &Value) -> impl Iterator<Item = &str> {
    let mut open = vec![value];
    let mut names = Vec::new();
    while let Some(next) = open.pop() {
        match next {
            Value::Object(members) => {
                names.extend(members.keys().map(String::as_str));
                open.extend(members.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    names.into_iter()
}

/// A text from outside, for use between quotation marks.
fn quotable(text: &str) -> String {
    one_line(text).replace(['“', '”', '„', '"'], "'")
}
