//! Editing a finding in `$EDITOR`: all that can be changed about it, as a JSON5 document.
//!
//! [`render`] writes the document, [`read`] reads what came back, both pure; [`program`] runs the editor. What a
//! mistake leads to is a matter of `update`: it hands the document to the editor again, and keeps what cannot be read.

pub(crate) mod read;
pub(crate) mod render;

use std::sync::Arc;

use crate::claim::{Claim, ClaimKind};
use crate::proposal::{Choice, Edit, Finding, Rules};
use crate::source::Key;
use crate::source::profile::Records;
use crate::tui::dialogs::remedy::RemedyDialog;

use super::model::Item;
pub(crate) use read::{Mistake, Reading, read};
pub(crate) use render::render;

/// The key of the text that shall stand in the message.
const CLEANED: &str = "cleaned";
/// The key of the reviewer's note.
const NOTE: &str = "note";
/// What the keys of claims begin with, before their number.
const CLAIM: &str = "claim_";
/// The key of what to do with a claim.
const REMEDY: &str = "remedy";
/// The key of a claim's plan.
const PLAN: &str = "plan";
/// The key of a claim's record.
const RECORD: &str = "record";

/// How each line of what was wrong begins, at the top of the document.
const TOLD: &str = "//! ";

/// What a document is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The finding of a message.
    Finding(Key),
    /// The draft of a pattern.
    Pattern,
}

impl Subject {
    /// It as the beginning of a file's name.
    pub(crate) fn file_name(&self) -> String {
        match self {
            Self::Finding(message) => {
                let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
                let name = message.to_string().chars().map(plain).take(40).collect::<String>();
                format!("message-{name}-")
            }
            Self::Pattern => "pattern-".to_owned(),
        }
    }
}

/// A document that is handed to an editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalEdit {
    /// What it is about.
    pub subject: Subject,
    /// The document as it was first.
    pub original: String,
    /// The document as it is handed over now: with what was typed, and what was wrong with it.
    pub given: String,
}

impl ExternalEdit {
    /// A document that nobody changed yet.
    #[must_use]
    pub fn new(subject: Subject, document: String) -> Self {
        Self { subject, original: document.clone(), given: document }
    }

    /// The same, with what was typed and what is wrong with it.
    pub(crate) fn again(self, typed: &str, mistake: &Mistake) -> Self {
        let given = with_mistake(typed, mistake);
        Self { given, ..self }
    }

    /// Whether a mistake was told already.
    pub(crate) fn is_repeated(&self) -> bool {
        self.given != self.original
    }
}

/// How an editor ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was left as usual, and this stands in its file.
    Saved(String),
    /// It could not be started, or ended in another way.
    Failed {
        /// What happened.
        reason: String,
        /// What stands in its file, if that is another text than it was given.
        text: Option<String>,
    },
}

/// A document with a mistake told at its top, in place of the one before.
fn with_mistake(typed: &str, mistake: &Mistake) -> String {
    let typed = without_mistake(typed);
    let told = |line: usize| {
        let Mistake { column, reason, .. } = mistake;
        format!(
            "{TOLD}Not taken, line {line}, column {column}: {reason}.\n\
             {TOLD}Correct it and save. To give up, leave the file as it is, or empty it:\n\
             {TOLD}what you typed is kept.\n"
        )
    };
    // The lines that tell the mistake move it down.
    let lines = told(mistake.line).lines().count();
    format!("{}{typed}", told(mistake.line + lines))
}

/// A document without the mistake that is told at its top.
pub(crate) fn without_mistake(text: &str) -> &str {
    // Some editors begin a file with a mark of its encoding.
    let mut rest = text.trim_start_matches('\u{feff}');
    while rest.starts_with(TOLD) {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest
}

/// Whether nothing but comments is left of a document.
pub(crate) fn is_blank(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with("//"))
}

/// The key of a claim.
fn claim_key(claim: usize) -> String {
    format!("{CLAIM}{}", claim + 1)
}

/// The mapping of a claim's record, where its record can be edited.
fn editable_record<'a>(finding: &Finding, claim: usize, rules: &'a Rules<'_>) -> Option<&'a Records> {
    let judged = finding.claims.get(claim)?;
    rules.mapping(&judged.claim).filter(|_| finding.message.owner.is_known())
}

/// Whether a claim is a plan that can be written anew.
fn is_editable_plan(claim: &Claim) -> bool {
    claim.kind == ClaimKind::Plan && claim.recorded.as_ref().is_none_or(|recorded| recorded.writable)
}

/// What can be done with a claim; its plan may be corrected in the same document.
fn offered(claim: &Claim, has_record: bool) -> Vec<Choice> {
    if is_editable_plan(claim) {
        return vec![Choice::Correct, Choice::Strip, Choice::Leave];
    }
    let choices = RemedyDialog::choices(claim).iter().copied();
    choices.filter(|choice| has_record || *choice != Choice::Recover).collect()
}

/// What stands in a field of a claim's record.
fn field_text<'a>(finding: &'a Finding, claim: usize, name: &str) -> &'a str {
    let claimed = finding.claims.get(claim).and_then(|judged| judged.claim.record.as_ref());
    claimed.and_then(|claimed| claimed.fields.get(name)).map_or("", String::as_str)
}

/// The note of a finding as it stands in its document.
fn note(item: &Item) -> &str {
    item.note().unwrap_or_default()
}

/// The finding of an item with some changes.
fn revised(item: &Item, edit: &Edit, rules: &Rules<'_>) -> Arc<Finding> {
    item.revised(edit, rules)
}
