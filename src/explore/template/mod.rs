//! Drafts a syntax from a model's chat template, which defines how the model writes its calls.
//!
//! The template renders calls made for the purpose (`probe`), in a form of conversation that it accepts
//! (`conversation`).
//! `reply` cuts out what it wrote. `call_parts` finds the notation of a call in it, `edges` the text around each call.
//! Of the
//! entries that could describe this, the draft has those that by themselves read most of the replies (`search`,
//! `proof`).

mod call_parts;
mod conversation;
mod edges;
mod engine;
mod entry;
mod notes;
mod probe;
mod proof;
mod python;
mod reply;
mod search;
mod source;
mod tokens;

use std::collections::BTreeSet;

use crate::claim::examples::{self, try_examples};
use crate::document::DocumentError;
use crate::explore::passing::keep_passing;
use crate::registry::Registry;
use engine::Engine;
use entry::DraftedSyntax;
use probe::Probe;
use proof::Proof;
use reply::{ProbeReply, TemplateWriter};
use source::TemplateSource;

/// The maximum number of replies to keep as examples of an entry.
const MOST_EXAMPLES: usize = 3;
/// The maximum number of replies to try.
const MOST_TRIED: usize = 12;

/// Why nothing can be drafted from a template.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// The file contains invalid JSON.
    #[error(transparent)]
    File(#[from] DocumentError),
    /// The file is JSON without a template.
    #[error("no `chat_template`; pass a tokenizer_config.json that has one, or the Jinja file itself")]
    NoTemplate,
    /// The template cannot be rendered.
    #[error("cannot render the template: {0}")]
    Rendering(String),
    /// The template leaves out every call.
    #[error("the template renders no calls: it leaves out `tool_calls`")]
    NoCall,
    /// No registry syntax can read what the template writes.
    #[error("no syntax can read the calls that the template renders: {reason}, as in {written}{known}")]
    NotSaid {
        /// What a syntax cannot express.
        reason: String,
        /// The reply as the template wrote it.
        written: String,
        /// The entry that already reads it, as the end of the error message; empty if there is none.
        known: String,
    },
}

impl TemplateError {
    fn rendering(error: &minijinja::Error) -> Self {
        let text = if error.kind() == minijinja::ErrorKind::OutOfFuel {
            "it takes too long to render".to_owned()
        } else {
            error.to_string()
        };
        Self::Rendering(text)
    }
}

/// Drafts a registry file with a syntax for the calls of a chat template.
///
/// `file` is the name of the template in messages, `hint` the desired name of the syntax, `registry` the entries
/// already in force.
///
/// # Errors
/// The template cannot be read or rendered, writes no call, or writes none that a syntax can express.
pub fn draft_of_template(
    hint: Option<&str>,
    file: &str,
    text: &str,
    registry: &Registry,
) -> Result<String, TemplateError> {
    let engine = Engine::new(&TemplateSource::of(file, text)?)?;
    let writer = TemplateWriter::of(&engine)?;
    let replies: Vec<ProbeReply> = Probe::all().iter().filter_map(|probe| writer.reply(probe)).collect();
    let found = search::entries(&replies);
    if found.entries.is_empty() {
        let written = replies.first().map(|reply| notes::shown(&reply.text)).unwrap_or_default();
        let known = notes::already_read(&replies, registry).map_or_else(String::new, |note| format!(". {note}"));
        return Err(TemplateError::NotSaid { reason: notes::reason(found.body.as_ref()), written, known });
    }
    let mut entries = found.entries.clone();
    name(&mut entries, hint, file, registry);
    add_examples(&mut entries, &replies);
    keep_what_holds(&mut entries, registry);
    Ok(entry::file(&entries, &notes::of(&found, &replies, registry)))
}

fn name(entries: &mut [DraftedSyntax], hint: Option<&str>, file: &str, registry: &Registry) {
    let mut taken: BTreeSet<String> = registry.syntaxes().iter().map(|syntax| syntax.name.clone()).collect();
    let stem =
        std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    for entry in entries {
        entry.name = super::draft::name_of(hint.unwrap_or(&stem), "template_calls", &taken);
        entry.source = format!("The chat template {file}");
        taken.insert(entry.name.clone());
    }
}

/// Adds replies that each entry reads by itself, and texts that it must not claim.
fn add_examples(entries: &mut [DraftedSyntax], replies: &[ProbeReply]) {
    for entry in entries {
        let alone = Proof::of(std::slice::from_ref(entry), replies);
        let read = replies.iter().zip(alone.read).filter(|(_, read)| *read);
        entry.matching = read.map(|(reply, _)| reply.text.clone()).take(MOST_TRIED).collect();
        entry.not = notes::traps(entry);
    }
}

/// Tries the examples as `patterns check` does, and keeps a few that pass.
fn keep_what_holds(entries: &mut [DraftedSyntax], registry: &Registry) {
    let mut with_draft = registry.clone();
    let reads = with_draft.add("the draft", &entry::file(entries, &[])).is_ok();
    for entry in entries {
        let failures = try_examples(&with_draft, examples::RegistryEntry::Syntax(&entry.name));
        let most = if reads { MOST_EXAMPLES } else { 0 };
        keep_passing([("match", &mut entry.matching), ("not", &mut entry.not)], &failures, most);
    }
}
