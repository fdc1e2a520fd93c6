//! Judges the text that a proposal would leave, with the same evidence: it must claim nothing.

use std::collections::{HashMap, HashSet};

use super::context::AuditContext;
use super::statements::StatementFinding;
use crate::catalog::name_words;
use crate::claim::{self, ClaimKind, Context, Span, WantedFormat, Window};
use crate::proposal::{self, Finding, JudgedClaim, Rules};
use crate::registry::Statement;
use crate::source::{Evidence, Outcome, Question, StatementQuestion};
use crate::verdict::{Remedy, Verdict};
use crate::work;

/// What is known of a message besides its text.
pub(super) struct MessageContext<'a> {
    pub(super) context: &'a AuditContext,
    pub(super) rules: Rules<'a>,
    /// The user's message before it.
    pub(super) asked: Option<&'a str>,
    /// What the user asked for earlier and may still want.
    pub(super) wanted: WantedFormat,
    /// The messages that show what the user may still want done.
    pub(super) window: &'a Window,
    /// Whether it answers in JSON like its whole conversation.
    pub(super) is_format: bool,
}

impl MessageContext<'_> {
    /// Adds a warning to a finding if its cleaned text would still claim something; `evidence` returns the evidence for
    /// a question, if there is some.
    pub(super) fn checked(&self, finding: Finding, evidence: impl Fn(&Question) -> Option<Evidence>) -> Finding {
        let changes = finding.cleaned != finding.message.text;
        if changes && (self.still_claims(&finding, &evidence) || self.still_says(&finding, &evidence)) {
            return proposal::with_leftover(finding);
        }
        finding
    }

    fn still_claims(&self, finding: &Finding, evidence: impl Fn(&Question) -> Option<Evidence>) -> bool {
        let AuditContext { registry, tools, options, .. } = self.context;
        let text = &finding.cleaned;
        let requests = self.context.requested_in(self.asked);
        let seen = self.context.look(text);
        if !self.context.may_claim(text, seen, requests) {
            return false;
        }
        let context = Context { asked: self.asked, wanted: self.wanted, stamps: options.stamps, tools: Some(tools) };
        let mut claims = claim::find(text, registry, context);
        if self.is_format {
            claims.retain(|claim| !claim.has_common_shape() || claim.kind == ClaimKind::Plan);
        }
        let message = crate::source::Message { text: text.clone(), ..finding.message.clone() };
        StatementFinding(self.context).add(&mut claims, &message, seen, self.asked, self.window, self.rules.profile);
        let true_words = words_made_true(finding);
        claims.into_iter().any(|claim| {
            work::count(claim.true_by.iter().count());
            if claim.kind == ClaimKind::Statement && claim.true_by.iter().any(|word| true_words.contains(word)) {
                return false;
            }
            let known = if proposal::needs_evidence(&claim) {
                evidence(&proposal::question(&claim, text, &self.rules))
            } else {
                Some(Evidence::unasked())
            };
            known.is_none_or(|evidence| proposal::judge(claim, &message, &evidence, &self.rules).is_some())
        })
    }

    /// Whether false sentences remain next to one that is corrected: where one action did not happen, the others are
    /// doubtful.
    fn still_says(&self, finding: &Finding, evidence: impl Fn(&Question) -> Option<Evidence>) -> bool {
        let is_corrected =
            |judged: &JudgedClaim| judged.claim.kind == ClaimKind::Statement && judged.remedy == Remedy::Correct;
        let corrected = || finding.claims_on().map(|(_, judged)| judged).filter(|judged| is_corrected(judged));
        if corrected().next().is_none() {
            return false;
        }
        let tools: HashSet<&str> = corrected().filter_map(|judged| judged.claim.tool.as_deref()).collect();
        let used = finding.tools_used.iter().flatten().chain(finding.tools_used_after.iter().flatten());
        let used: HashSet<String> = used.flat_map(|tool| name_words(tool)).collect();
        let is_done = |statement: &Statement| {
            work::count(statement.means.len());
            let words = statement.means.iter().cloned().collect();
            let about = StatementQuestion { words, earlier: true, ..StatementQuestion::default() };
            let question = Question { tool: statement.tool.clone(), statement: Some(about), ..Question::default() };
            let is_shown = |evidence: Evidence| matches!(evidence.outcome, Outcome::Equal | Outcome::Named);
            statement.means.iter().any(|word| used.contains(word)) || evidence(&question).is_some_and(is_shown)
        };
        let statements = self.context.registry.statements();
        let said = claim::StatementFinder::default().find(&finding.cleaned, &[] as &[Span], statements);
        // Many sentences ask the same question.
        let mut done: HashMap<[&str; 2], bool> = HashMap::new();
        // A bare "Noted." confirms the corrected action, in whatever language.
        let is_of_corrected =
            |statement: &&Statement| statement.tool.as_deref().is_some_and(|tool| tools.contains(tool));
        // Where no request is known, a bare reply claims what it says, as in the gate.
        let is_bare = self.asked.is_none() && claim::is_bare_reply(&finding.cleaned);
        let counts = |stated: &&claim::CompletionClaim<'_>| {
            !stated.if_asked || is_bare || stated.statements.iter().copied().any(|said| is_of_corrected(&said))
        };
        said.iter().filter(counts).any(|stated| {
            !stated.statements.iter().copied().any(|statement| {
                *done.entry([&statement.language, &statement.name]).or_insert_with(|| is_done(statement))
            })
        })
    }
}

/// Words in the names of tools that ran, or whose records the write-back restores: sentences about them are true.
fn words_made_true(finding: &Finding) -> HashSet<String> {
    work::count(finding.claims.len());
    let does = |judged: &JudgedClaim| judged.remedy == Remedy::Recover || judged.verdict == Some(Verdict::Executed);
    let done = finding.claims_on().filter(|(_, judged)| does(judged));
    let tools: HashSet<&str> = done.filter_map(|(_, judged)| judged.claim.tool.as_deref()).collect();
    tools.into_iter().flat_map(name_words).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Gateway, Options};
    use crate::proposal::Finding;
    use crate::registry::Registry;
    use crate::source::profile;
    use crate::verdict::{Remedy, Warning};

    /// The finding of an answer if these tools ran.
    fn finding(asked: &str, text: &str, tools: &[&str]) -> Finding {
        let options = Options::at("2026-02-03T09:00:00Z".parse().unwrap());
        let mut gateway = Gateway::new(Registry::builtin().unwrap(), profile::gateway().unwrap(), None, options);
        gateway.judge(&json!({"conversation_id": 1, "role": "user", "content": asked}).to_string()).unwrap();
        let line = json!({"conversation_id": 1, "agent_id": 1, "content": text, "tools_used": tools});
        gateway.judge(&line.to_string()).unwrap()
    }

    fn judged(asked: &str, text: &str, tools: &[&str]) -> (Option<Remedy>, bool) {
        let finding = finding(asked, text, tools);
        (finding.remedy, finding.warnings.contains(&Warning::Leftover))
    }

    const ASKED: &str = "Add milk to my shopping list.";
    const LOST: &str = "{success: true, memory_type: \"core\", content: \"Likes tea.\"}";

    #[test]
    fn next_to_a_false_sentence_that_is_corrected_no_other_one_is_left() {
        let list = "I've added milk to your shopping list.";
        let others = "I've also set a reminder for 9. I've emailed Bob the agenda.";
        assert_eq!(judged(ASKED, list, &[]), (Some(Remedy::Correct), false));
        let both = finding(ASKED, &format!("{list} {others}"), &[]);
        assert_eq!(both.cleaned, "I have not added milk. I have not set a reminder. I've emailed Bob the agenda.");
        assert_eq!((both.remedy, both.warnings), (Some(Remedy::Review), vec![Warning::Leftover]));
        // True claims may stay, and so may sentences that claim nothing.
        assert!(!judged(ASKED, &format!("{list} I've emailed Bob."), &["send_email"]).1);
        assert!(!judged(ASKED, &format!("{list} Shall I email Bob? You have three eggs."), &[]).1);
    }

    #[test]
    fn without_a_request_no_bare_sentence_is_left_next_to_one_that_is_corrected() {
        let options = Options::at("2026-02-03T09:00:00Z".parse().unwrap());
        let mut gateway = Gateway::new(Registry::builtin().unwrap(), profile::gateway().unwrap(), None, options);
        for (text, remedy) in [
            ("Erinnerung erstellt! Noted.", Some(Remedy::Review)),
            ("Erinnerung erstellt!", Some(Remedy::Correct)),
            ("Noted.", None),
        ] {
            let line = json!({"agent_id": 1, "content": text, "tools_used": []});
            assert_eq!(gateway.judge(&line.to_string()).unwrap().remedy, remedy, "{text}");
        }
    }

    #[test]
    fn a_sentence_that_the_write_back_makes_true_may_stay() {
        let said = format!("{LOST}I've saved that to your memories.");
        assert_eq!(judged("Good morning.", &said, &[]), (Some(Remedy::Recover), false));
        assert_eq!(judged("Good morning.", &format!("{LOST}I've emailed Bob."), &[]), (Some(Remedy::Recover), false));
        // The write-back restores nothing that could make it true.
        let unread = format!("```json\n{LOST}\n```\nI've saved that to your memories.");
        assert_eq!(judged("Good morning.", &unread, &[]), (Some(Remedy::Review), true));
    }
}
