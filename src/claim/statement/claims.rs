//! Sentences as claims about a conversation: their truth can be checked, because the user asked for the action, or the
//! application has a tool for it.

use std::collections::HashSet;

use super::super::asked::Asked;
use super::super::frame::{
    Grounds, TextPreview, ToolActions, Window, changes_world, is_strong, keeps_records, language_of_answer,
    leaves_trace,
};
use super::super::sentence::{Sentence, sentences};
use super::brief::BriefTexts;
use super::{CompletionClaim, Span, StatementFinder, done, find_in, requested, restated, with_bare};
use crate::catalog::{KnownTools, name_words};
use crate::claim::{Claim, ClaimKind, Signal};
use crate::registry::{ActionKind, ActionKinds, Language, Lexicon, Statement, Statements};

/// Verbs in the names of tools that do not say what the tool works on.
const VERBS: [&str; 12] =
    ["create", "make", "set", "send", "add", "to", "update", "write", "control", "publish", "save", "do"];

impl StatementFinder {
    /// A finder of these statements for an application with these tools.
    #[must_use]
    pub fn with_tools(statements: &Statements, tools: &KnownTools) -> Self {
        let does = |statement: &Statement| statement.tool.as_deref().is_some_and(|tool| has(tools, tool));
        let available = statements.entries().iter().map(|statement| !statement.context_only && does(statement));
        let actions = ToolActions::new(tools, statements.words());
        Self { available: available.collect(), actions, brief: BriefTexts::new(statements) }
    }

    /// Whether the tools of an application are known.
    #[must_use]
    pub fn is_of_application(&self) -> bool {
        self.actions.is_application()
    }

    /// Whether a text with this preview may report what the user asked for, what a tool does, or a record that an
    /// application keeps.
    #[must_use]
    pub fn may_say(&self, seen: TextPreview, asked: Asked) -> bool {
        // A light verb reports whatever its object names.
        let completes = |kinds: ActionKinds| kinds.has(ActionKind::Complete);
        let [kept, changed] = [seen.of_records, seen.of_things];
        seen.claimed.compatible().meets(asked.kinds().and(self.actions.kinds()))
            // What a file holds is not in the answer, even if the user asked for a text.
            || seen.names_file
            || keeps_records(kept)
            || completes(kept)
            // "The reminder has been turned off" answers a request to delete it.
            || (changes_world(changed) && changes_world(asked.kinds()))
            // "Your seating request was submitted" answers a request to handle it.
            || (completes(asked.kinds()) && leaves_trace(seen.claimed))
            || (asked.may_be_served() && (changes_world(changed) || completes(changed)))
            // "I've switched the light on" answers "It's dark in here".
            || (seen.is_short && (leaves_trace(seen.claimed) || completes(seen.claimed)))
            // "I've enabled roaming on your line": where tools are called, an action of the author's may be of anything.
            || (asked.has_application() && leaves_trace(seen.acted))
            // "Your room at the Grand is confirmed" answers who only told what it is to be like.
            || (asked.has_application() && (completes(seen.claimed) || seen.claimed.has(ActionKind::Book)))
            // "I've escalated your request to an agent", "You are being transferred" need no request.
            || seen.claimed.has(ActionKind::Transfer)
            // "Purchased." is all that an answer to the last question needs.
            || (asked.was_asked_back() && (is_strong(seen.claimed) || completes(seen.claimed)))
    }

    /// Whether the statement at an index is about what one of the tools does.
    #[must_use]
    pub fn is_available(&self, place: usize) -> bool {
        self.available.get(place).is_some_and(|available| *available)
    }

    /// The sentences of a text that claim what the user asked for, or what one of the tools does.
    ///
    /// `asked` is the user's last message, which asks for no more statements than `possible`; `window` shows what the
    /// user may still want. `payloads` are the spans of other claims, in order.
    #[must_use]
    pub fn claims(
        &self,
        text: &str,
        payloads: &[Span],
        statements: &Statements,
        asked: Option<&str>,
        possible: Asked,
        window: &Window,
    ) -> Vec<Claim> {
        let payloads = with_bare(text, payloads);
        let sentences = sentences(text, &payloads, statements.languages());
        let words = sentences.iter().map(|sentence| sentence.tokens.len()).sum();
        let grounds = Grounds::new(&self.actions, window, statements, text).of_length(words);
        let mut claims =
            self.by_phrases(&sentences, statements, &AskedStatements::of(asked, possible, statements), &grounds);
        if let Some(spoken) = language_of_reply(text, &sentences, statements, &grounds) {
            done::add(&mut claims, text, &sentences, statements, spoken, &grounds);
            done::drop_proposed(&mut claims, text, &sentences, spoken);
            restated::mark(&mut claims, text, &sentences, spoken, &grounds);
        }
        // A repeated sentence is corrected once.
        let mut denials: HashSet<String> = HashSet::new();
        for claim in &mut claims {
            claim.request = asked.map(str::to_owned);
            if let Some(denial) = &mut claim.replacement
                && !denial.is_empty()
                && !denials.insert(denial.clone())
            {
                denial.clear();
            }
        }
        claims
    }

    /// The claims that phrases find. Where the user asked for a text, phrases belong to its topic.
    pub(super) fn by_phrases(
        &self,
        sentences: &[Sentence<'_>],
        statements: &Statements,
        requests: &AskedStatements<'_>,
        grounds: &Grounds<'_>,
    ) -> Vec<Claim> {
        let relevant = requests.relevant(&self.available, statements);
        if !relevant.contains(&true) {
            return Vec::new();
        }
        let found = find_in(sentences, statements, Some(&relevant));
        let is_shown = || grounds.wants_text() || grounds.holds_users_text() || grounds.is_about_code();
        if found.is_empty() || is_shown() || grounds.plays_role() {
            return Vec::new();
        }
        let mut claims: Vec<Claim> = Vec::new();
        for stated in found {
            if claims.last().is_some_and(|last| last.span == stated.span) {
                continue;
            }
            // "I'll place the order once you confirm" among much else is a plan, and "I'll book it. For how many people?" waits
            // for an answer.
            let waits = || !announces_reminder(&stated) && grounds.asks_back();
            if (!grounds.is_short() || waits()) && promises(&stated, sentences, statements) {
                continue;
            }
            let requested = requests.meant_by(&stated);
            // Without a request, a sentence counts if it names its author or the reply is short, and explains no code.
            let counts = (stated.by_name || grounds.is_short()) && !grounds.shows_program();
            let meant = requested.or_else(|| self.available(&stated, statements).filter(|_| counts));
            let Some((statement, denial)) = meant.and_then(|meant| Some((meant, denial(meant, statements)?))) else {
                continue;
            };
            let mut claim = Claim {
                kind: ClaimKind::Statement,
                span: stated.span,
                pattern: Some(statement.name.clone()),
                tool: statement.tool.clone(),
                replacement: Some(denial.to_owned()),
                true_by: statement.means.iter().cloned().collect(),
                // "All set!" is true of any change.
                any_change: !stated.statements.iter().any(|said| said.name == statement.name),
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

    /// The statement that one of the tools makes true.
    fn available<'r>(&self, stated: &CompletionClaim<'r>, statements: &'r Statements) -> Option<&'r Statement> {
        if stated.if_asked {
            return None;
        }
        let does = |said: &&&Statement| {
            let place = statements.entries().iter().position(|entry| entry.name == said.name);
            place.is_some_and(|place| self.is_available(place))
        };
        stated.statements.iter().find(does).copied()
    }
}

/// The statements that a user's message asks for.
pub(super) struct AskedStatements<'r> {
    /// The requested statements with their indexes.
    asked: Vec<(usize, &'r Statement)>,
}

impl<'r> AskedStatements<'r> {
    pub(super) fn of(asked: Option<&str>, possible: Asked, statements: &'r Statements) -> Self {
        let asked = asked.filter(|_| possible.names_statements());
        let flags = asked.map(|asked| requested(asked, statements, |place| possible.holds(place))).unwrap_or_default();
        let all = statements.entries().iter().enumerate().zip(flags);
        let asked = all.filter(|((_, statement), is_asked)| *is_asked && !statement.context_only);
        Self { asked: asked.map(|(entry, _)| entry).collect() }
    }

    /// The statements that are searched for: requested ones, those that a tool makes true, and with a request "Done!"
    /// as well.
    fn relevant(&self, available: &[bool], statements: &Statements) -> Vec<bool> {
        let mut relevant = available.to_vec();
        relevant.resize(statements.entries().len(), false);
        for (place, statement) in statements.entries().iter().enumerate() {
            let is_bare = statement.tool.is_none() && !statement.context_only;
            let is_asked = self
                .asked
                .iter()
                .any(|(asked, entry)| *asked == place || (is_bare && entry.language == statement.language));
            if let Some(relevant) = relevant.get_mut(place).filter(|_| is_asked) {
                *relevant = true;
            }
        }
        relevant
    }

    /// The requested statement; for "Done!" the one that the message asks for.
    fn meant_by(&self, stated: &CompletionClaim<'r>) -> Option<&'r Statement> {
        let is_asked = |statement: &&&Statement| self.asked.iter().any(|(_, asked)| asked.name == statement.name);
        let named = stated.statements.iter().find(is_asked).copied();
        named.or_else(|| {
            let bare = stated.statements.iter().find(|said| said.tool.is_none() && !said.context_only)?;
            self.asked.iter().map(|(_, asked)| *asked).find(|asked| asked.language == bare.language)
        })
    }
}

/// Whether the phrase of a claim begins with a promise: "I'll", "you'll".
fn promises(stated: &CompletionClaim<'_>, sentences: &[Sentence<'_>], statements: &Statements) -> bool {
    let sentence = sentences.binary_search_by_key(&stated.span.start, |sentence| sentence.span.start);
    let sentence = sentence.ok().and_then(|place| sentences.get(place));
    let language = stated.first().and_then(|first| statements.language(&first.language));
    sentence.zip(language).is_some_and(|(sentence, language)| {
        language.promises.begins(&sentence.tokens, stated.words.start, &language.boundaries)
    })
}

/// Whether a claim is about a reminder: then a promise is all that a reply needs to say, whatever it asks besides.
fn announces_reminder(stated: &CompletionClaim<'_>) -> bool {
    stated.first().is_some_and(|first| first.means.contains("remind"))
}

/// The words and the grammar of the language in which a reply is written.
pub(super) fn language_of_reply<'s>(
    text: &str,
    sentences: &[Sentence<'_>],
    statements: &'s Statements,
    grounds: &Grounds<'_>,
) -> Option<(&'s Lexicon, &'s Language)> {
    language_of_answer(&done::said(text, sentences), grounds.asked_last(), statements)
}

/// Whether one of the tools has this name, or works on the same things.
fn has(tools: &KnownTools, tool: &str) -> bool {
    let things: Vec<_> = name_words(tool).into_iter().filter(|word| !VERBS.contains(&word.as_str())).collect();
    tools.resolve(tool, &[]).is_some()
        || tools.tools().any(|known| name_words(known).iter().any(|word| things.contains(word)))
}

/// The correction of a statement.
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
        let statements = registry.statements();
        let mut window = Window::default();
        if let Some(asked) = asked {
            window.asked(asked);
        }
        StatementFinder::with_tools(statements, &tools).claims(text, &[], statements, asked, Asked::ANYTHING, &window)
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
        assert!(by_tool[0].confidence < asked[0].confidence && !by_tool[0].was_requested());
        // Applications keep reminders, even if no tool is known.
        assert!(!claims(text, None, &[])[0].was_requested());
        let other = "Sure. I've repainted the fence. Bye!";
        assert!(claims(other, Some("How are you?"), &["search_web"]).is_empty() && claims(other, None, &[]).is_empty());
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
        let found = claims("I've set a reminder! Yes, I have set a reminder for 9.", Some("remind me at 9"), &[]);
        let replacements: Vec<_> = found.iter().map(|claim| claim.replacement.as_deref().unwrap()).collect();
        assert_eq!(replacements, ["I have not set a reminder.", ""]);
    }

    #[test]
    fn a_sentence_ends_where_a_payload_begins() {
        let registry = Registry::builtin().unwrap();
        let text = "Saved it. {content: \"I've set a reminder.\"}I've set a reminder.";
        let payload = Span::new(10, 43);
        let tools = KnownTools::new([("create_reminder", "create_reminder")]);
        let finder = StatementFinder::with_tools(registry.statements(), &tools);
        let found = finder.claims(text, &[payload], registry.statements(), None, Asked::ANYTHING, &Window::default());
        assert_eq!(found.iter().map(|claim| claim.span.start).collect::<Vec<_>>(), [43]);
    }
}
