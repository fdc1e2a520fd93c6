//! Replies as a template writes them, cut out of the rendered conversation.

use minijinja::ErrorKind;
use serde_json::Value;

use super::TemplateError;
use super::conversation::ConversationForm;
use super::engine::Engine;
use super::probe::{PLAIN, Probe, ProbeCall, QUESTION};
use super::tokens;

/// A reply that a template wrote.
#[derive(Clone, Debug)]
pub(super) struct ProbeReply {
    /// Describes what it tests.
    pub(super) about: &'static str,
    pub(super) text: String,
    /// The calls in the reply.
    pub(super) calls: Vec<ProbeCall>,
}

/// A template with the form of conversation that it accepts, and the text that it writes around replies.
pub(super) struct TemplateWriter<'e> {
    engine: &'e Engine,
    form: ConversationForm,
    /// The text between the question and a plain reply.
    head: String,
    /// The text after a plain reply.
    tail: String,
}

impl<'e> TemplateWriter<'e> {
    /// Finds a form of conversation in which the template writes a call.
    ///
    /// # Errors
    /// There is no such form.
    pub(super) fn of(engine: &'e Engine) -> Result<Self, TemplateError> {
        let as_object = writing(engine, true);
        if let Ok(form) = as_object
            && form.is_clean(engine)
        {
            return Ok(Self::new(engine, form));
        }
        let as_text = writing(engine, false);
        // A template that prints text unchanged would print an object as Python does.
        let form = match (as_object, as_text) {
            (Ok(object), Ok(text)) => {
                if text.is_clean(engine) {
                    text
                } else {
                    object
                }
            }
            (Ok(form), Err(_)) | (Err(_), Ok(form)) => form,
            (Err(error), Err(_)) => return Err(error),
        };
        Ok(Self::new(engine, form))
    }

    fn new(engine: &'e Engine, form: ConversationForm) -> Self {
        let plain = Probe { text: PLAIN, calls: Vec::new(), ..Probe::one() };
        let rendered = form.render(engine, &plain).unwrap_or_default();
        let after = behind_question(&rendered).unwrap_or_default();
        let (head, tail) = after.split_once(PLAIN).unwrap_or_default();
        Self { engine, form, head: head.to_owned(), tail: tail.to_owned() }
    }

    /// The reply that the template writes for a probe; `None` if it rejects the probe or leaves out every call.
    pub(super) fn reply(&self, probe: &Probe) -> Option<ProbeReply> {
        let rendered = self.form.render(self.engine, probe).ok()?;
        let text = self.cut(behind_question(&rendered)?);
        let calls = probe.written_in(text);
        (!calls.is_empty()).then(|| ProbeReply { about: probe.about, text: self.without_ids(text, probe), calls })
    }

    /// Cuts off what the template also writes around a plain reply.
    fn cut<'t>(&self, after: &'t str) -> &'t str {
        let start = tokens::run_start_of(after, tokens::common_start(after, &self.head));
        let reply = after.get(start..).unwrap_or_default();
        let end = tokens::end_of(reply, reply.len() - tokens::common_end(reply, &self.tail));
        reply.get(..end).unwrap_or(reply).trim()
    }

    /// Replaces call ids with numbers, which no entry could take for a fixed text.
    fn without_ids(&self, text: &str, probe: &Probe) -> String {
        if !self.form.has_plain_ids() {
            return text.to_owned();
        }
        let ids = probe.calls.iter().enumerate().map(|(index, call)| self.form.id_of(index, call.tool));
        ids.zip(IDS).fold(text.to_owned(), |text, (id, number)| text.replace(&id, number))
    }
}

/// The call ids in replies: numbers that differ from call to call.
pub(super) const IDS: [&str; 3] = ["7310", "7311", "7312"];

fn behind_question(rendered: &str) -> Option<&str> {
    rendered.rfind(QUESTION).and_then(|at| rendered.get(at + QUESTION.len()..))
}

impl ConversationForm {
    /// Whether the template writes arguments in this form neither quoted twice nor as a Python mapping.
    fn is_clean(self, engine: &Engine) -> bool {
        let rendered = self.render(engine, &Probe::one()).unwrap_or_default();
        let reply = behind_question(&rendered).unwrap_or_default();
        !reply.contains("\\\"harbour") && !reply.contains("{'harbour")
    }
}

/// Returns the first form in which the template writes a call with its arguments.
fn writing(engine: &Engine, as_object: bool) -> Result<ConversationForm, TemplateError> {
    let probe = Probe::one();
    let mut first = None;
    let mut leaves_out = false;
    for form in ConversationForm::all(as_object) {
        match form.render(engine, &probe) {
            Ok(rendered) if behind_question(&rendered).is_some_and(|reply| holds(reply, &probe)) => return Ok(form),
            Ok(_) => leaves_out = true,
            Err(error) if error.kind() == ErrorKind::OutOfFuel => return Err(TemplateError::rendering(&error)),
            Err(error) => drop(first.get_or_insert(error)),
        }
    }
    Err(first.filter(|_| !leaves_out).map_or(TemplateError::NoCall, |error| TemplateError::rendering(&error)))
}

/// Whether a reply contains the name and all values of a probe's call.
fn holds(reply: &str, probe: &Probe) -> bool {
    let has_call = |call: &ProbeCall| {
        let values = call.arguments.values().filter_map(Value::as_str);
        reply.contains(call.tool) && values.into_iter().all(|value| reply.contains(value))
    };
    probe.calls.iter().all(has_call)
}
