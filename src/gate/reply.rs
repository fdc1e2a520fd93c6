//! Compares the claims of a reply with the outcome of the action, and corrects false sentences.

use serde::Serialize;

use super::context::ActionContext;
use super::turn::{FalseSentence, Turn};
use crate::claim::{CompletionClaim, Span, StatementFinder, is_bare_reply};
use crate::registry::Statements;
use crate::verdict::Verdict;
use crate::work;

/// The maximum number of equal claims that are reported for one sentence.
const MOST_ALIKE: usize = 16;

/// A sentence of a reply that claims an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReplyClaim {
    /// The range of the sentence in the reply, in bytes.
    #[serde(flatten)]
    pub span: Span,
    /// The text of the sentence.
    pub text: String,
    /// The tool whose action it claims, or else the action of the context.
    pub action: Option<String>,
    /// Whether the claimed action happened.
    pub verdict: Verdict,
}

/// The judgement of a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReplyJudgement {
    /// Whether no claim is false.
    pub truthful: bool,
    /// The claims, in order. Equal claims of one sentence are listed at most 16 times.
    pub claims: Vec<ReplyClaim>,
    /// The reply, with each false sentence replaced by a true one.
    pub corrected: String,
}

/// Judges replies. One gate serves any number of replies.
#[derive(Clone, Debug)]
pub struct ReplyGate<'r> {
    statements: &'r Statements,
    finder: StatementFinder,
    /// Whether an announced action counts as a claim.
    announcements: bool,
}

impl<'r> ReplyGate<'r> {
    /// A gate with these statements.
    #[must_use]
    pub fn new(statements: &'r Statements) -> Self {
        Self { statements, finder: StatementFinder::default(), announcements: false }
    }

    /// Makes the gate treat an action that is announced at the end of a reply as a claim.
    #[must_use]
    pub fn with_announcements(self) -> Self {
        Self { announcements: true, ..self }
    }

    /// Judges a reply by the outcome of the action of its turn.
    #[must_use]
    pub fn judge(&self, context: &ActionContext, reply: &str) -> ReplyJudgement {
        let turn = Turn::new(context, self.statements);
        let mut found = FoundClaims { context, reply, claims: Vec::new(), false_sentences: Vec::new() };
        self.find_stated(&turn, &mut found);
        self.find_reported_actions(&turn, &mut found);
        if self.announcements && found.claims.is_empty() && !context.action_executed {
            self.find_announced(&turn, &mut found);
        }
        let FoundClaims { mut claims, mut false_sentences, .. } = found;
        claims.sort_by_key(|claim| claim.span.start);
        false_sentences.sort_by_key(|sentence| sentence.span.start);
        ReplyJudgement {
            truthful: false_sentences.is_empty(),
            claims,
            corrected: turn.corrected(reply, &false_sentences),
        }
    }

    /// Finds the claims in words of the registry.
    fn find_stated<'t>(&'t self, turn: &'t Turn<'_>, found: &mut FoundClaims<'t>) {
        let (context, reply) = (found.context, found.reply);
        let bare = is_bare_reply(reply);
        let judged: Vec<_> = self
            .finder
            .find(reply, &[], self.statements)
            .into_iter()
            .filter(|stated| !stated.if_asked || turn.is_asked(stated) || (bare && !context.action_detected))
            .map(|stated| (turn.verdict(&stated), stated))
            .filter(|(verdict, stated)| *verdict == Verdict::Executed || !stated.if_asked || !context.action_executed)
            .collect();
        for (verdict, stated) in &judged {
            let tool = turn.meant(stated).and_then(|said| said.tool.as_deref());
            let action = tool.or(context.action_type.as_deref());
            let is_alike = |claim: &ReplyClaim| claim.action.as_deref() == action && claim.verdict == *verdict;
            // A sentence may be as long as the text, and make the same claim a thousand times.
            work::count(1);
            let of_sentence = || found.claims.iter().rev().take_while(|claim| claim.span == stated.span);
            if of_sentence().filter(|claim| is_alike(claim)).count() < MOST_ALIKE {
                found.add(stated.span, action.map(str::to_owned), *verdict);
            }
        }
        let is_false = |(verdict, _): &&(Verdict, CompletionClaim<'_>)| *verdict != Verdict::Executed;
        let false_claims: Vec<_> = judged.iter().filter(is_false).map(|(_, stated)| stated).collect();
        found.false_sentences = turn.false_sentences(&false_claims);
    }

    /// Finds the claims in words that no phrase of the registry covers.
    fn find_reported_actions<'t>(&self, turn: &'t Turn<'_>, found: &mut FoundClaims<'t>) {
        let context = found.context;
        let actions = self.finder.reported_actions(found.reply, self.statements, turn.wanted(), &turn.action_words());
        let mut actions: Vec<_> = actions.into_iter().map(|reported| (turn.verdict_of(&reported), reported)).collect();
        // A sentence is as true as its least true part.
        actions.sort_by_key(|(verdict, reported)| (reported.span.start, *verdict == Verdict::Executed));
        for (verdict, reported) in actions {
            // A false action counts next to a true one: "I've set a reminder and deleted your account".
            let says_enough = |claim: &ReplyClaim| verdict == Verdict::Executed || claim.verdict != Verdict::Executed;
            if found.claims.iter().any(|claim| claim.span == reported.span && says_enough(claim)) {
                if verdict != Verdict::Executed
                    && let Some(own) = turn.false_action(reported)
                {
                    let same = found.false_sentences.iter_mut().filter(|sentence| sentence.span == own.span);
                    same.for_each(|sentence| sentence.deny_as(&own));
                }
                continue;
            }
            // An action that is not the turn's has no name.
            let action =
                context.action_type.clone().filter(|_| verdict == Verdict::Executed || !context.action_executed);
            found.add(reported.span, action, verdict);
            found.false_sentences.extend(turn.false_action(reported).filter(|_| verdict != Verdict::Executed));
        }
    }

    /// Finds an announcement at the end of the reply, which nothing followed.
    fn find_announced<'t>(&self, turn: &'t Turn<'_>, found: &mut FoundClaims<'t>) {
        if let Some(announced) = self.finder.announced(found.reply, self.statements) {
            found.add(announced.span, found.context.action_type.clone(), Verdict::NotExecuted);
            found.false_sentences.extend(turn.announced(&announced));
        }
    }
}

/// What was found in a reply so far.
struct FoundClaims<'t> {
    context: &'t ActionContext,
    reply: &'t str,
    claims: Vec<ReplyClaim>,
    false_sentences: Vec<FalseSentence<'t>>,
}

impl FoundClaims<'_> {
    fn add(&mut self, span: Span, action: Option<String>, verdict: Verdict) {
        self.claims.push(ReplyClaim { span, text: span.of(self.reply).to_owned(), action, verdict });
    }
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
    fn a_second_deed_of_a_sentence_was_not_done_either() {
        for reply in [
            "I've set a reminder and deleted your account.",
            "I've set a reminder, and I also deleted your account.",
            "I've set a reminder and cancelled the flight.",
            "I've sent the email and deleted your account.",
            "Ich habe die Erinnerung gesetzt und dein Konto gelöscht.",
            "J'ai supprimé ton compte.",
            "He borrado tu cuenta.",
            "我已经删除了您的账户。",
            "Eu excluí sua conta.",
        ] {
            assert!(!judged(&executed(), reply).truthful, "{reply}");
        }
        for reply in [
            "I've set the reminder and saved it for 9.",
            "I've created and scheduled your reminder.",
            "I've activated the alarm.",
            "I've marked your calendar.",
            "Ich habe deinen Kalender aktualisiert.",
            "He activado la alarma.",
            "Ativei o alarme.",
            "我已经更新了您的日程。",
            "J'ai programmé ton rappel.",
            "He programado tu recordatorio.",
            "Your reminder is set and will ring at 9.",
            "Ich habe die Erinnerung angelegt und gespeichert.",
        ] {
            let judgement = judged(&executed(), reply);
            assert!(judgement.truthful, "{judgement:?}");
        }
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
    fn each_truth_is_said_once() {
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
    fn a_failed_action_is_denied_in_the_words_and_the_language_of_the_reply() {
        let failed = |action: &str| json!({"plan": {"action": action, "payload": {}}, "result": null});
        for (action, reply, denial) in [
            ("DELETE_FILE", "He eliminado el archivo.", "No he eliminado el archivo."),
            ("DELETE_FILE", "El archivo ha sido eliminado.", "No se ha eliminado el archivo."),
            ("DELETE_FILE", "J'ai supprimé le fichier.", "Je n'ai pas supprimé le fichier."),
            ("DELETE_FILE", "Le fichier a été supprimé.", "Le fichier n'a pas été supprimé."),
            ("CREATE_FILE", "J'ai créé le fichier.", "Je n'ai pas créé le fichier."),
            ("DELETE_FILE", "文件已删除。", "文件尚未删除。"),
            ("UPDATE_TASK", "The task was updated.", "The task has not been updated."),
            ("SEND_EMAIL", "El correo ha sido enviado.", "No se ha enviado el correo."),
            ("SAVE_NOTE", "La nota ha sido guardada.", "No se ha guardado la nota."),
        ] {
            let judgement = judged(&failed(action), reply);
            assert!(judgement.corrected.starts_with(denial), "{action} {judgement:?}");
        }
        // A text in the reply may be what was made.
        let shown = "He creado el archivo:\n\n```\nname,age\nAna,9\n```";
        assert!(judged(&failed("CREATE_FILE"), shown).truthful);
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
