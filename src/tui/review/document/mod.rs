//! Editing a finding in `$EDITOR` as a JSON5 document of everything that can be changed.
//!
//! [`render`] writes the document and [`read`] reads it back; both are pure. `app` runs the editor. After a
//! mistake `update` hands the document to the editor again, and keeps the text that cannot be read.

pub(crate) mod read;
pub(crate) mod render;

use crate::claim::{Claim, ClaimKind};
use crate::proposal::{Choice, Finding, Rules};
use crate::source::profile::Records;
use crate::tui::findings::editable;
use crate::tui::findings::item::Item;
use crate::tui::input::effect::Effect;
use crate::tui::input::external_edit::{ExternalEdit, Subject};

pub(crate) use read::{DocumentMistake, ParsedDocument, read};
pub(crate) use render::render;

/// The key of the cleaned text.
const CLEANED: &str = "cleaned";
/// The key of the reviewer's note.
const NOTE: &str = "note";
/// The prefix of claim keys, before the number.
const CLAIM: &str = "claim_";
/// The key of a claim's remedy.
const REMEDY: &str = "remedy";
/// The key of a claim's plan.
const PLAN: &str = "plan";
/// The key of a claim's record.
const RECORD: &str = "record";

/// The prefix of comment lines that report a mistake at the top of the document.
const COMMENT_MARK: &str = "//! ";

/// The request to edit a finding; `None` if it cannot be read any more.
pub(crate) fn to_edit(item: &Item, rules: &Rules<'_>) -> Option<Effect> {
    let text = render(item, item.changes(), rules)?;
    Some(Effect::EditExternally(ExternalEdit::new(Subject::Finding(item.key.clone()), text)))
}

/// The typed document with its mistake reported at the top, in place of any previous one.
pub(crate) fn with_mistake(typed: &str, mistake: &DocumentMistake) -> String {
    let typed = without_mistake(typed);
    let comment = |line: usize| {
        let DocumentMistake { column, reason, .. } = mistake;
        format!(
            "{COMMENT_MARK}Not taken, line {line}, column {column}: {reason}.\n\
             {COMMENT_MARK}Correct it and save. To give up, leave the file as it is, or empty it:\n\
             {COMMENT_MARK}what you typed is kept.\n"
        )
    };
    // The comment lines move the mistake down.
    let lines = comment(mistake.line).lines().count();
    format!("{}{typed}", comment(mistake.line + lines))
}

/// A document without the mistake reported at its top.
pub(crate) fn without_mistake(text: &str) -> &str {
    // Some editors write a byte order mark.
    let mut rest = text.trim_start_matches('\u{feff}');
    while rest.starts_with(COMMENT_MARK) {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest
}

/// Whether a document consists of comments only.
pub(crate) fn is_blank(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with("//"))
}

/// The key of a claim.
fn claim_key(claim: usize) -> String {
    format!("{CLAIM}{}", claim + 1)
}

/// The mapping of a claim's record, if the record can be edited.
fn editable_record<'a>(finding: &Finding, claim: usize, rules: &'a Rules<'_>) -> Option<&'a Records> {
    let judged = finding.claims.get(claim)?;
    rules.mapping(&judged.claim).filter(|_| finding.message.owner.is_known())
}

/// Whether a claim is a plan that can be rewritten.
fn is_editable_plan(claim: &Claim) -> bool {
    claim.kind == ClaimKind::Plan && claim.recorded.as_ref().is_none_or(|recorded| recorded.writable)
}

/// The remedies offered for a claim, including correction of its plan.
fn offered(claim: &Claim, has_record: bool) -> Vec<Choice> {
    if is_editable_plan(claim) {
        return vec![Choice::Correct, Choice::Strip, Choice::Leave];
    }
    let choices = editable::choices(claim).iter().copied();
    choices.filter(|choice| has_record || *choice != Choice::Recover).collect()
}

/// The text of a field in a claim's record.
fn field_text<'a>(finding: &'a Finding, claim: usize, name: &str) -> &'a str {
    let claimed = finding.claims.get(claim).and_then(|judged| judged.claim.record.as_ref());
    claimed.and_then(|claimed| claimed.fields.get(name)).map_or("", String::as_str)
}

/// The note of a finding, empty if it has none.
fn note(item: &Item) -> &str {
    item.note().unwrap_or_default()
}
