//! The payload of the claim: the value as a tree, and the repairs that were needed to parse it.

use std::collections::HashSet;

use serde_json::Value;

use crate::claim::payload::Payload;
use crate::claim::{Claim, ClaimKind, ClaimedRecord};
use crate::proposal::JudgedClaim;
use crate::tui::findings::current::CurrentFinding;
use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};

use super::page::Page;
use super::{plan, statement};

pub(crate) fn title(model: &Model) -> String {
    let claims = model.current().map_or(&[][..], |finding| &finding.claims);
    let what = match kind(model) {
        Some(ClaimKind::Plan) => "Plan",
        Some(ClaimKind::Statement) => "Sentence",
        _ => "Payload",
    };
    let found = if model.shows_written() { " as found" } else { "" };
    match claims.len() {
        0 | 1 => format!("{what}{found}"),
        count => format!("{what} {}/{count}{found}", model.claim + 1),
    }
}

/// Whether the current claim is a plan.
pub(crate) fn is_plan(model: &Model) -> bool {
    kind(model) == Some(ClaimKind::Plan)
}

/// The kind of the current claim.
fn kind(model: &Model) -> Option<ClaimKind> {
    let judged = model.current().and_then(|finding| finding.claims.get(model.claim));
    judged.map(|judged| judged.claim.kind)
}

/// The heading of the payload within another pane.
pub(crate) fn heading(model: &Model) -> &'static str {
    match kind(model) {
        Some(ClaimKind::Plan) => "plan",
        Some(ClaimKind::Statement) => "sentence",
        _ => "payload",
    }
}

pub(crate) fn write(page: &mut Page<'_>) {
    let (model, theme) = (page.model, page.theme);
    let Some(finding) = model.current() else {
        return;
    };
    let Some(judged) = finding.claims.get(model.claim) else {
        return;
    };
    if finding.claims.len() > 1 || judged.off {
        write_subject(page, judged);
    }
    let read = model.current.as_ref().and_then(|finding| finding.reading(model.claim));
    if judged.claim.kind == ClaimKind::Plan {
        plan::write(page, &judged.claim);
        write_repairs(page, &judged.claim, read, &finding.message.text);
        return;
    }
    if judged.claim.kind == ClaimKind::Statement {
        statement::write(page, judged, &finding.message.text);
        return;
    }
    let value = judged.claim.value.as_ref();
    let mut tree = Tree { page, repaired: repaired(read, value), left: MOST_ENTRIES, more: 0 };
    match value {
        Some(value @ (Value::Object(_) | Value::Array(_))) => tree.children(value, 0),
        Some(value) => tree.entry("", value, 0, 0),
        None => tree.page.add_text("unreadable: see the message", theme.warning),
    }
    tree.write_more();
    write_repairs(page, &judged.claim, read, &finding.message.text);
}

fn write_subject(page: &mut Page<'_>, judged: &JudgedClaim) {
    let off = if judged.off {
        format!(" · excluded ({})", page.model.settings.key(&Action::ToggleClaim))
    } else {
        String::new()
    };
    let style = if judged.off { page.theme.warning } else { page.theme.strong };
    page.add(&[Piece::new(format!("{}{off}", words::subject(judged)), style)], 0);
}

/// The maximum number of listed members that are not in the record.
const MOST_LOST: usize = 50;

/// Lists what the payload holds beyond the record: it is lost when the text is cleaned.
pub(crate) fn write_lost(page: &mut Page<'_>) {
    let Some(CurrentFinding { current, proposed, .. }) = &page.model.current else { return };
    // Changes of the reviewer are no loss: compare the payload with the original proposal.
    for (index, judged) in proposed.claims.iter().enumerate() {
        if !current.records.iter().any(|record| record.claim == index) {
            continue;
        }
        let (Some(Value::Object(members)), Some(record)) = (&judged.claim.value, &judged.claim.record) else {
            continue;
        };
        let lost: Vec<_> = members.iter().filter(|(_, value)| !is_kept(value, record)).collect();
        if !lost.is_empty() {
            let members: Vec<_> = lost.iter().take(MOST_LOST).map(|(name, value)| format!("{name} {value}")).collect();
            let more = lost.len().checked_sub(MOST_LOST).filter(|more| *more > 0);
            let more = more.map_or_else(String::new, |more| format!(" and {more} more"));
            page.add_text(format!("not in the record: {}{more}", members.join(", ")), page.theme.dim);
        }
    }
}

/// Whether a value is in the record, or is a boolean or null.
fn is_kept(value: &Value, record: &ClaimedRecord) -> bool {
    match value {
        Value::String(text) => record.fields.values().any(|field| field == text),
        Value::Bool(_) | Value::Null => true,
        _ => false,
    }
}

/// The visible members of a value in which something was repaired or guessed.
fn repaired<'a>(read: Option<&'a Payload>, value: Option<&Value>) -> HashSet<&'a str> {
    let (Some(read), Some(Value::Object(members))) = (read, value) else {
        return HashSet::new();
    };
    let shown: HashSet<&str> = members.keys().take(MOST_ENTRIES).map(String::as_str).collect();
    read.doubtful_members(|name| shown.contains(name)).collect()
}

/// A value as rows, indented by its nesting.
struct Tree<'p, 'a> {
    page: &'p mut Page<'a>,
    repaired: HashSet<&'a str>,
    /// The number of entries that may still be written.
    left: usize,
    /// The number of entries left out.
    more: usize,
}

/// The maximum number of listed entries: nobody reads more, and the frame is drawn after each key.
const MOST_ENTRIES: usize = 500;

/// Deeper levels are shown as text on one line, since no screen is wide enough.
const DEEPEST: usize = 12;
/// Names longer than this do not shift the value column.
const WIDEST_NAME: usize = 16;

impl Tree<'_, '_> {
    fn children(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Object(fields) => {
                let widest =
                    fields.keys().take(MOST_ENTRIES).map(|name| text::width(name)).max().unwrap_or(0).min(WIDEST_NAME);
                let room = self.room(fields.len());
                for (name, value) in fields.iter().take(room) {
                    self.entry(name, value, depth, widest);
                }
            }
            Value::Array(elements) => {
                let room = self.room(elements.len());
                for element in elements.iter().take(room) {
                    self.entry("-", element, depth, 1);
                }
            }
            _ => {}
        }
    }

    /// Reserves room for up to `count` entries; the rest is counted as left out.
    fn room(&mut self, count: usize) -> usize {
        let room = count.min(self.left);
        self.left -= room;
        self.more += count - room;
        room
    }

    fn write_more(&mut self) {
        if self.more > 0 {
            let rest = format!("and {} more: the message shows all of it", self.more);
            self.page.add_text(rest, self.page.theme.dim);
        }
    }

    fn entry(&mut self, name: &str, value: &Value, depth: usize, name_width: usize) {
        let theme = self.page.theme;
        let indent = " ".repeat(depth * 2);
        let mark = if depth == 0 && self.repaired.contains(name) { "⚒" } else { "" };
        let name_columns = text::width(name);
        let gap = if name.is_empty() { 0 } else { name_width.saturating_sub(name_columns) + 2 };
        let nested = match value {
            Value::Object(fields) => !fields.is_empty(),
            Value::Array(elements) => !elements.is_empty(),
            _ => false,
        };
        let name_piece = Piece::new(theme.data(name), theme.key);
        let mut pieces = vec![Piece::new(indent.as_str(), theme.text), name_piece, Piece::new(mark, theme.repair)];
        if nested && depth < DEEPEST {
            self.page.add(&pieces, 0);
            self.children(value, depth + 1);
            return;
        }
        pieces.push(Piece::new(" ".repeat(gap.saturating_sub(text::width(mark))), theme.text));
        let text = match value {
            Value::String(text) => format!("\"{text}\""),
            other => other.to_string(),
        };
        pieces.push(Piece::new(theme.data(&text), theme.text));
        self.page.add(&pieces, depth * 2 + name_columns + gap);
    }
}

/// Writes what was repaired, guessed or cut off, and where.
fn write_repairs(page: &mut Page<'_>, claim: &Claim, read: Option<&Payload>, text: &str) {
    let theme = page.theme;
    for repair in claim.describe_repairs(read, text) {
        page.add_text(format!("⚒ {repair}"), theme.repair);
    }
    if let Some(guesses) = claim.describe_guesses(read, text) {
        page.add_text(format!("⚒ {guesses}: compare it with the message"), theme.warning);
    }
    if claim.truncated {
        page.add_text("⚒ the payload is cut off", theme.warning);
    }
}
