//! Statements as claims about a conversation: whose truth can be asked, since the user asked for the action, or the
//! application has a tool for it.

use super::{Span, Stated, StatementFinder, asks_for};
use crate::catalog::{KnownTools, name_words};
use crate::claim::{Claim, ClaimKind, Signal};
use crate::registry::{Statement, Statements};

/// Verbs in the names of tools that say nothing about what they do it with.
const VERBS: [&str; 12] =
    ["create", "make", "set", "send", "add", "to", "update", "write", "control", "publish", "save", "do"];

impl StatementFinder {
    /// The sentences of a text that claim what the user asked for, or what one of the tools does.
    ///
    /// `asked` is the user's last message, `payloads` are the places of what else the text claims, in order.
    #[must_use]
    pub fn claims(
        &self,
        text: &str,
        payloads: &[Span],
        statements: &Statements,
        asked: Option<&str>,
        tools: &KnownTools,
    ) -> Vec<Claim> {
        let mut claims: Vec<Claim> = Vec::new();
        let mut told: Vec<&str> = Vec::new();
        for stated in self.find(text, payloads, statements) {
            if claims.last().is_some_and(|last| last.span == stated.span) {
                continue;
            }
            let requested = asked.and_then(|asked| requested(&stated, asked, statements));
            let meant = requested.or_else(|| available(&stated, tools));
            let Some((statement, denial)) = meant.and_then(|meant| Some((meant, denial(meant, statements)?))) else {
                continue;
            };
            // What is said twice is taken back once.
            let replacement = if told.contains(&denial) { "" } else { denial };
            told.push(denial);
            let mut claim = Claim {
                kind: ClaimKind::Statement,
                span: stated.span,
                pattern: Some(statement.name.clone()),
                tool: statement.tool.clone(),
                replacement: Some(replacement.to_owned()),
                request: asked.map(str::to_owned),
                true_by: statement.means.iter().cloned().collect(),
                ..Claim::default()
            };
            claim.add_reason(Signal::Stated);
            if requested.is_some() {
                claim.add_reason(Signal::Requested);
            }
            claims.push(claim);
        }
        claims
    }
}

/// The statement that the user asked for; for "Done!" the one that his message asks for.
fn requested<'r>(stated: &Stated<'r>, asked: &str, statements: &'r Statements) -> Option<&'r Statement> {
    let fits = |statement: &&&Statement| !statement.context_only;
    let named = stated.statements.iter().filter(fits).find(|statement| asks_for(asked, statement, statements)).copied();
    named.or_else(|| {
        let bare = stated.statements.iter().filter(fits).find(|statement| statement.tool.is_none())?;
        let same_language = statements.entries().iter().filter(|entry| entry.language == bare.language);
        same_language.into_iter().find(|entry| asks_for(asked, entry, statements))
    })
}

/// The statement whose work one of the tools does.
fn available<'r>(stated: &Stated<'r>, tools: &KnownTools) -> Option<&'r Statement> {
    if stated.if_asked {
        return None;
    }
    stated.statements.iter().find(|statement| statement.tool.as_deref().is_some_and(|tool| has(tools, tool))).copied()
}

/// Whether one of the tools is this one, or works on the same things.
fn has(tools: &KnownTools, tool: &str) -> bool {
    let things: Vec<_> = name_words(tool).into_iter().filter(|word| !VERBS.contains(&word.as_str())).collect();
    tools.resolve(tool, &[]).is_some()
        || tools.tools().any(|known| name_words(known).iter().any(|word| things.contains(word)))
}

/// What is said instead.
fn denial<'r>(statement: &'r Statement, statements: &'r Statements) -> Option<&'r str> {
    let language = statements.language(&statement.language).or(statements.languages().first());
    statement.denial.as_deref().or(language.map(|language| language.denials.any.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn claims(text: &str, asked: Option<&str>, tools: &[&str]) -> Vec<Claim> {
        let registry = Registry::builtin().unwrap();
        let tools = KnownTools::new(tools.iter().map(|tool| (*tool, *tool)));
        StatementFinder::new(registry.statements()).claims(text, &[], registry.statements(), asked, &tools)
    }

    #[test]
    fn a_request_makes_it_likely_and_a_tool_possible() {
        let text = "Sure. I've set a reminder for 9. Bye!";
        let asked = claims(text, Some("Please remind me to call Ana"), &[]);
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].span.of(text), "I've set a reminder for 9.");
        assert_eq!(asked[0].tool.as_deref(), Some("create_reminder"));
        assert_eq!(asked[0].replacement.as_deref(), Some("I have not set a reminder."));
        assert!((asked[0].confidence - 0.8).abs() < 1e-9 && asked[0].was_requested());
        let by_tool = claims(text, Some("How are you?"), &["set_reminder"]);
        assert!((by_tool[0].confidence - 0.3).abs() < 1e-9 && !by_tool[0].was_requested());
        assert!(claims(text, Some("How are you?"), &["search_web"]).is_empty());
        assert!(claims(text, None, &[]).is_empty());
    }

    #[test]
    fn small_talk_counts_only_where_it_was_asked_for() {
        let text = "I'll keep that in mind.";
        assert!(claims(text, Some("My cat is called Mia."), &["save_memory"]).is_empty());
        assert_eq!(claims(text, Some("Remember that my cat is called Mia."), &["save_memory"]).len(), 1);
        assert_eq!(claims("Done!", Some("Turn off the kitchen light"), &[])[0].tool.as_deref(), Some("control_device"));
        assert!(claims("Done!", Some("Tell me a joke"), &[]).is_empty());
    }

    #[test]
    fn what_is_said_twice_is_taken_back_once() {
        let told = claims("Reminder set! I'll remind you at 9.", Some("remind me at 9"), &[]);
        let replacements: Vec<_> = told.iter().map(|claim| claim.replacement.as_deref().unwrap()).collect();
        assert_eq!(replacements, ["I have not set a reminder.", ""]);
    }

    #[test]
    fn a_sentence_ends_where_a_payload_begins() {
        let registry = Registry::builtin().unwrap();
        let text = "Saved it. {content: \"I've set a reminder.\"}I've set a reminder.";
        let payload = Span::new(10, 43);
        let tools = KnownTools::new([("create_reminder", "create_reminder")]);
        let finder = StatementFinder::new(registry.statements());
        let told = finder.claims(text, &[payload], registry.statements(), None, &tools);
        assert_eq!(told.iter().map(|claim| claim.span.start).collect::<Vec<_>>(), [43]);
    }
}
