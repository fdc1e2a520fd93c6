//! What was read from the message: the value as a tree, and what had to be repaired to read it.

use ratatui::text::Line;
use serde_json::Value;

use crate::claim::{Claim, payload};
use crate::tui::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::words;

pub(super) fn title(model: &Model) -> String {
    match model.current().map_or(0, |finding| finding.claims.len()) {
        0 | 1 => "Payload".to_owned(),
        count => format!("Payload {}/{count}", model.claim + 1),
    }
}

pub(super) fn lines(model: &Model, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(finding) = model.current() else {
        return Vec::new();
    };
    let Some(judged) = finding.claims.get(model.claim) else {
        return Vec::new();
    };
    let mut tree = Tree { width, theme, lines: Vec::new() };
    if finding.claims.len() > 1 || judged.off {
        let off = if judged.off { format!(" · {}", words::switched_off(model)) } else { String::new() };
        let style = if judged.off { theme.warning } else { theme.strong };
        tree.add(&[Piece::new(theme.data(&words::subject(judged)), style), Piece::new(off, style)], 0);
    }
    match &judged.claim.value {
        Some(value @ (Value::Object(_) | Value::Array(_))) => tree.children(value, 0),
        Some(value) => tree.entry("", value, 0, 0),
        None => tree.add(&[Piece::new("could not be read: look at the message", theme.warning)], 0),
    }
    tree.remarks(&judged.claim, &finding.message.text);
    tree.lines
}

/// A value as rows, indented by its nesting.
struct Tree<'a> {
    width: usize,
    theme: &'a Theme,
    lines: Vec<Line<'static>>,
}

/// Deeper levels are shown as text on one line: no screen is wide enough for them.
const DEEPEST: usize = 12;
/// Names longer than this push nothing to the right.
const WIDEST_NAME: usize = 16;

impl Tree<'_> {
    fn add(&mut self, pieces: &[Piece<'_>], hanging: usize) {
        self.lines.extend(text::wrap(pieces, self.width, hanging, self.theme.strange));
    }

    fn children(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Object(fields) => {
                let widest = fields.keys().map(|name| text::width(name)).max().unwrap_or(0).min(WIDEST_NAME);
                for (name, value) in fields {
                    self.entry(name, value, depth, widest);
                }
            }
            Value::Array(elements) => {
                for element in elements {
                    self.entry("-", element, depth, 1);
                }
            }
            _ => {}
        }
    }

    fn entry(&mut self, name: &str, value: &Value, depth: usize, name_width: usize) {
        let theme = self.theme;
        let indent = " ".repeat(depth * 2);
        let missing = name_width.saturating_sub(text::width(name));
        let gap = if name.is_empty() { 0 } else { missing + 2 };
        let nested = match value {
            Value::Object(fields) => !fields.is_empty(),
            Value::Array(elements) => !elements.is_empty(),
            _ => false,
        };
        let mut pieces = vec![Piece::new(indent.as_str(), theme.text), Piece::new(theme.data(name), theme.key)];
        if nested && depth < DEEPEST {
            self.add(&pieces, 0);
            self.children(value, depth + 1);
            return;
        }
        pieces.push(Piece::new(" ".repeat(gap), theme.text));
        let text = match value {
            Value::String(text) => format!("\"{text}\""),
            other => other.to_string(),
        };
        pieces.push(Piece::new(theme.data(&text), theme.text));
        self.add(&pieces, depth * 2 + text::width(name) + gap);
    }

    /// What was repaired, guessed or cut off.
    fn remarks(&mut self, claim: &Claim, text: &str) {
        let theme = self.theme;
        for (name, count) in repairs(claim, text) {
            let times = if count > 1 { format!(" ×{count}") } else { String::new() };
            self.add(&[Piece::new(format!("⚒ {name}{times}"), theme.repair)], 2);
        }
        if claim.uncertain {
            self.add(&[Piece::new("⚒ a value had to be guessed: compare it with the message", theme.warning)], 2);
        }
        if claim.truncated {
            self.add(&[Piece::new("⚒ the payload is cut off", theme.warning)], 2);
        }
    }
}

/// The repairs of a claim by name; how often each was needed is known by reading the payload once more.
fn repairs(claim: &Claim, text: &str) -> Vec<(&'static str, usize)> {
    let read = claim.payload.and_then(|span| payload::read(text, span.start));
    let times = |name: &str| {
        let repairs = read.iter().flat_map(|payload| &payload.repairs);
        repairs.filter(|repair| repair.kind.name() == name).count().max(1)
    };
    claim.repairs.iter().map(|kind| (kind.name(), times(kind.name()))).collect()
}
