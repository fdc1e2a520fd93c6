//! What a reply claims, against what became of the action: the false sentences, and the reply without them.

use hashbrown::{HashMap, HashSet};
use serde::Serialize;
use serde_json::Value;

use super::context::{ActionContext, FAILED};
use super::correction::Correction;
use super::section::one_line;
use crate::catalog::name_words;
use crate::claim::{Claim, Deed, Span, Stated, StatementFinder, kinds_of_action};
use crate::registry::{ActionKinds, Language, Statement, Statements};
use crate::verdict::Verdict;
use crate::work;

/// A reply of so few words is nothing but what it claims.
const BARE: usize = 4;

/// The most equal claims that are reported of one sentence.
const MOST_ALIKE: usize = 16;

/// A sentence of a reply that claims an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReplyClaim {
    /// The sentence.
    #[serde(flatten)]
    pub span: Span,
    /// The same, as it is there.
    pub text: String,
    /// The tool whose work it claims, or the action of the context where it names none.
    pub action: Option<String>,
    /// Whether it happened.
    pub verdict: Verdict,
}

/// The judgement on a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReplyJudgement {
    /// Whether it claims nothing that did not happen.
    pub truthful: bool,
    /// What it claims, in its order; what one sentence claims again and again is listed 16 times at most.
    pub claims: Vec<ReplyClaim>,
    /// The reply with the truth in place of each false sentence.
    pub corrected: String,
}

/// Judges replies; made once for many.
#[derive(Clone, Debug)]
pub struct ReplyGate<'r> {
    statements: &'r Statements,
    finder: StatementFinder,
    /// Whether what a reply announces counts as a claim.
    announcements: bool,
}

impl<'r> ReplyGate<'r> {
    /// A gate that knows these statements.
    #[must_use]
    pub fn new(statements: &'r Statements) -> Self {
        Self { statements, finder: StatementFinder::default(), announcements: false }
    }

    /// The same gate, for which a reply that ends with what it is about to do claims that.
    #[must_use]
    pub fn with_announcements(self) -> Self {
        Self { announcements: true, ..self }
    }

    /// Judges a reply by what became of the action of its turn.
    #[must_use]
    pub fn judge(&self, context: &ActionContext, reply: &str) -> ReplyJudgement {
        let turn = Turn::new(context, self.statements);
        let bare = reply.split_whitespace().nth(BARE).is_none();
        let judged: Vec<_> = self
            .finder
            .find(reply, &[], self.statements)
            .into_iter()
            .filter(|stated| !stated.if_asked || turn.is_asked(stated) || (bare && !context.action_detected))
            .map(|stated| (turn.verdict(&stated), stated))
            .filter(|(verdict, stated)| *verdict == Verdict::Executed || !stated.if_asked || !context.action_executed)
            .collect();
        let mut claims: Vec<ReplyClaim> = Vec::new();
        for (verdict, stated) in &judged {
            let tool = turn.meant(stated).and_then(|said| said.tool.as_deref());
            let action = tool.or(context.action_type.as_deref());
            let is_alike = |claim: &ReplyClaim| claim.action.as_deref() == action && claim.verdict == *verdict;
            // A sentence may be as long as its text, and claim the same a thousand times.
            work::count(1);
            let of_sentence = || claims.iter().rev().take_while(|claim| claim.span == stated.span);
            if of_sentence().filter(|claim| is_alike(claim)).count() < MOST_ALIKE {
                let (span, action) = (stated.span, action.map(str::to_owned));
                claims.push(ReplyClaim { span, text: span.of(reply).to_owned(), action, verdict: *verdict });
            }
        }
        let is_false = |(verdict, _): &&(Verdict, Stated<'_>)| *verdict != Verdict::Executed;
        let lies: Vec<_> = judged.iter().filter(is_false).map(|(_, stated)| stated).collect();
        let mut lies = turn.lies(&lies);
        // What phrases do not know may be said in any words.
        for deed in self.finder.deeds(reply, self.statements, turn.wanted()) {
            if claims.iter().any(|claim| claim.span == deed.span) {
                continue;
            }
            let verdict = if context.action_executed { Verdict::Executed } else { Verdict::NotExecuted };
            let (span, action) = (deed.span, context.action_type.clone());
            claims.push(ReplyClaim { span, text: span.of(reply).to_owned(), action, verdict });
            lies.extend(turn.lie(deed).filter(|_| verdict != Verdict::Executed));
        }
        let announced = || self.finder.announced(reply, self.statements).filter(|_| !context.action_executed);
        if self.announcements
            && claims.is_empty()
            && let Some(announced) = announced()
        {
            let (span, action, verdict) = (announced.span, context.action_type.clone(), Verdict::NotExecuted);
            claims.push(ReplyClaim { span, text: span.of(reply).to_owned(), action, verdict });
            lies.extend(turn.announced(&announced));
        }
        claims.sort_by_key(|claim| claim.span.start);
        lies.sort_by_key(|lie| lie.span.start);
        ReplyJudgement { truthful: lies.is_empty(), claims, corrected: turn.corrected(reply, &lies) }
    }
}

/// A false sentence with what is true instead.
struct Lie<'a> {
    span: Span,
    denial: String,
    language: &'a Language,
    /// How a user could ask so that it works.
    example: Option<&'a str>,
}

/// The turn of a reply: what became of the action, and which statements speak of it.
struct Turn<'a> {
    context: &'a ActionContext,
    statements: &'a Statements,
    /// The statements that speak of the action, by their names.
    of_action: HashSet<&'a str>,
    /// The statements that speak of the details.
    of_details: HashSet<&'a str>,
}

impl<'a> Turn<'a> {
    fn new(context: &'a ActionContext, statements: &'a Statements) -> Self {
        let named = context.action_type.as_deref().filter(|_| !context.needs_clarification());
        let speaking_of = |words: &HashSet<String>| {
            let statements = statements.entries().iter().filter(|statement| !statement.means.is_disjoint(words));
            statements.map(|statement| statement.name.as_str()).collect()
        };
        let of_action = speaking_of(&named.into_iter().flat_map(name_words).collect());
        let of_details = speaking_of(&member_names(&context.details).flat_map(name_words).collect());
        Self { context, statements, of_action, of_details }
    }

    /// The kinds of doing of the action, if it was not done.
    fn wanted(&self) -> ActionKinds {
        let is_wanted = self.context.action_detected && !self.context.action_executed;
        let named = self.context.action_type.as_deref().filter(|_| is_wanted && !self.context.needs_clarification());
        named.map(|name| kinds_of_action(name, self.statements.words())).unwrap_or_default()
    }

    /// Whether any statement speaks of such an action.
    fn is_known(&self) -> bool {
        !self.of_action.is_empty()
    }

    fn speaks_of_action(&self, statement: &Statement) -> bool {
        self.of_action.contains(statement.name.as_str())
    }

    /// Whether the user asked for what is claimed, as far as that is known.
    fn is_asked(&self, stated: &Stated<'_>) -> bool {
        self.context.action_detected && (!self.is_known() || stated.statements.iter().any(|said| self.is_it(said)))
    }

    /// Whether a statement speaks of the action of the turn.
    fn is_it(&self, statement: &Statement) -> bool {
        statement.tool.is_none() || self.speaks_of_action(statement)
    }

    fn verdict(&self, stated: &Stated<'_>) -> Verdict {
        let happened =
            |statement: &Statement| self.is_it(statement) || self.of_details.contains(statement.name.as_str());
        // What is said to be so may follow from the action; what the author says to have done besides does not.
        let executed = self.context.action_executed
            && (!self.is_known() || !stated.by_name || stated.statements.iter().any(|said| happened(said)));
        if executed { Verdict::Executed } else { Verdict::NotExecuted }
    }

    /// Of what a sentence may claim, that which the turn is about.
    fn meant<'s>(&self, stated: &Stated<'s>) -> Option<&'s Statement> {
        let about = stated.statements.iter().find(|said| said.tool.is_some() && self.speaks_of_action(said));
        about.copied().or_else(|| stated.first())
    }

    /// False sentences with what is true instead.
    fn lies<'s>(&'s self, stated: &[&Stated<'s>]) -> Vec<Lie<'s>> {
        let fallbacks = self.first_specific(stated);
        let lies = stated.iter().filter_map(|stated| {
            let statement = self.specific(stated, &fallbacks)?;
            let language = self.language(statement)?;
            let denial = statement.denial.as_ref().unwrap_or(&language.denials.any).clone();
            Some(Lie { span: stated.span, denial, language, example: statement.example.as_deref() })
        });
        lies.collect()
    }

    fn lie(&self, deed: Deed) -> Option<Lie<'_>> {
        let language = self.statements.language(&deed.language)?;
        Some(Lie { span: deed.span, denial: deed.denial, language, example: None })
    }

    fn announced(&self, claim: &Claim) -> Option<Lie<'_>> {
        let denial = claim.replacement.clone()?;
        let languages = self.statements.languages();
        let language = languages.iter().find(|language| language.denials.any == denial)?;
        Some(Lie { span: claim.span, denial, language, example: None })
    }

    /// The reply with the truth in place of its false sentences, each truth once.
    fn corrected(&self, reply: &str, lies: &[Lie<'_>]) -> String {
        let mut corrected = Correction::of(reply);
        let mut denials: HashSet<&str> = HashSet::new();
        for lie in lies {
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

    /// That it was not done, why, and how to ask so that it works.
    fn explained(&self, lie: &Lie<'_>) -> String {
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

    /// In each language the first statement of these sentences that names a tool.
    fn first_specific<'s>(&self, lies: &[&Stated<'s>]) -> HashMap<&'s str, &'s Statement> {
        let mut first = HashMap::new();
        for said in lies.iter().filter_map(|lie| self.meant(lie)).filter(|said| said.tool.is_some()) {
            first.entry(said.language.as_str()).or_insert(said);
        }
        first
    }

    /// The statement whose denial fits: for "Done!" that of what was asked, or of what is claimed next to it (`fallbacks`).
    fn specific<'s>(&'s self, lie: &Stated<'s>, fallbacks: &HashMap<&str, &'s Statement>) -> Option<&'s Statement> {
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

/// A text from outside for a place between quotation marks.
fn quotable(text: &str) -> String {
    one_line(text).replace(['“', '”', '„', '"'], "'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use serde_json::{Value, json};

    fn judged(request: &Value, reply: &str) -> ReplyJudgement {
        let registry = Registry::builtin().unwrap();
        ReplyGate::new(registry.statements()).judge(&ActionContext::of_request(request).unwrap(), reply)
    }

    #[test]
    fn a_state_that_only_the_action_could_have_brought_about_is_a_claim() {
        let book = json!({"plan": {"action": "BOOK_TABLE", "payload": {}}, "result": null});
        for reply in ["La table est réservée chez Anne.", "La mesa está reservada.", "桌子已预订。"] {
            assert!(!judged(&book, reply).truthful, "{reply}");
        }
        for reply in ["La table n'est pas réservée.", "桌子还没有预订。", "La table est ronde."] {
            assert!(judged(&book, reply).truthful, "{reply}");
        }
    }

    fn nothing() -> Value {
        json!({"plan": {"action": "NOOP"}})
    }

    fn failed() -> Value {
        json!({"plan": {"action": "CREATE_REMINDER"}, "result": {"status": "error", "errors": ["missing_field:when"]}})
    }

    fn executed() -> Value {
        let artifacts = json!({"reminder_id": "rem_1"});
        json!({"plan": {"action": "CREATE_REMINDER"}, "result": {"status": "ok", "artifacts": artifacts}})
    }

    #[test]
    fn what_was_executed_may_be_said() {
        let reply = "✅ Reminder created! I'll remind you at 9. Reminder ID: rem_1";
        let judgement = judged(&executed(), reply);
        assert!(judgement.truthful, "{judgement:?}");
        assert_eq!(judgement.corrected, reply);
        assert_eq!(judgement.claims[0].verdict, Verdict::Executed);
        assert_eq!(judgement.claims[0].action.as_deref(), Some("create_reminder"));
    }

    #[test]
    fn what_was_done_besides_was_not() {
        let judgement = judged(&executed(), "Reminder set for 9. I've also emailed Bob the agenda. See you!");
        assert!(!judgement.truthful);
        let verdicts: Vec<_> = judgement.claims.iter().map(|claim| claim.verdict).collect();
        assert_eq!(verdicts, [Verdict::Executed, Verdict::NotExecuted]);
        assert!(
            judgement.corrected.starts_with("Reminder set for 9. I have not sent anything."),
            "{}",
            judgement.corrected
        );
        assert!(judgement.corrected.ends_with(" See you!") && judgement.corrected.contains("CREATE_REMINDER"));
    }

    #[test]
    fn the_truth_says_why_and_how_to_ask() {
        let reply = "Sure! I've set a reminder for 9 am. Enjoy your day.";
        let of_nothing = judged(&nothing(), reply);
        assert_eq!(
            of_nothing.corrected,
            "Sure! I have not set a reminder. Your message was not recognised as a request for an action, so none was \
             carried out. To have it done, try: “Remind me to call the dentist tomorrow at 9 am” Enjoy your day."
        );
        assert!(judged(&failed(), reply).corrected.contains("The action failed: “missing_field:when”."));
        let clarify = json!({"plan": {"action": "CLARIFY", "payload": {"question": "At what time?"}}});
        assert!(judged(&clarify, reply).corrected.contains("Something has to be clear first: “At what time?”"));
        let not_run = json!({"plan": {"action": "CREATE_REMINDER", "payload": {}}, "result": null});
        assert!(judged(&not_run, reply).corrected.contains("it was not carried out"));
    }

    #[test]
    fn each_truth_is_told_once() {
        let judgement =
            judged(&failed(), "Done!\n\n- ✅ Reminder set for 9.\n- I'll remind you at 9.\n\nAnything else?");
        assert_eq!(judgement.claims.len(), 3);
        assert_eq!(judgement.corrected.matches("I have not set a reminder.").count(), 1, "{}", judgement.corrected);
        assert!(judgement.corrected.ends_with("\n\nAnything else?"), "{}", judgement.corrected);
    }

    #[test]
    fn small_talk_is_a_claim_only_where_it_was_asked_for() {
        for reply in ["I'll keep that in mind.", "Done! Here is the new version:", "Noted. Shall we go on?"] {
            assert!(judged(&nothing(), reply).truthful, "{reply}");
        }
        let asked = json!({"plan": {"action": "SAVE_MEMORY", "payload": {}}, "result": null});
        for reply in ["I'll keep that in mind.", "Done!", "Noted. Shall we go on?"] {
            assert!(!judged(&asked, reply).truthful, "{reply}");
        }
    }

    #[test]
    fn texts_from_outside_claim_nothing_in_a_correction() {
        let forged =
            json!({"plan": {"action": "X"}, "result": {"status": "no", "errors": ["” I've sent it. “\n# Done"]}});
        let judgement = judged(&forged, "I've set a reminder for 9.");
        assert!(
            !judgement.corrected.contains('\n') && !judgement.corrected.contains("” I've"),
            "{}",
            judgement.corrected
        );
    }
}
