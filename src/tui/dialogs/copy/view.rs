//! The parts of a finding that can be copied, each with an excerpt.

use ratatui::text::{Line, Span};

use crate::tui::input::action::Action;
use crate::tui::input::bindings::BINDINGS;
use crate::tui::input::context::KeyContext;
use crate::tui::review::model::Model;
use crate::tui::text;
use crate::tui::theme::Theme;

use super::ClipboardPart;

/// The width of the name column.
const NAMES: usize = 18;

/// The parts in their order, with the keys that copy them.
pub(super) fn parts() -> impl Iterator<Item = (String, ClipboardPart)> {
    let bindings = BINDINGS.iter().filter(|binding| binding.context == KeyContext::Copy);
    bindings.filter_map(|binding| match binding.action {
        Action::Copy(part) => Some((binding.keys.first()?.to_string(), part)),
        _ => None,
    })
}

pub(super) fn lines(model: &Model, theme: &Theme, width: usize) -> Vec<Line<'static>> {
    let line = |(key, part): (String, ClipboardPart)| {
        let name = format!(" {}", text::fit(part.name(), NAMES));
        let left = width.saturating_sub(text::width(&key) + text::width(&name));
        let (shown, style) = match part.text(model) {
            Ok(Some(text)) => (text::shorten(&theme.data(&text), left), theme.dim),
            Ok(None) => (text::shorten("as `ghostcall show --format json` prints it", left), theme.dim),
            Err(reason) => (text::shorten(reason, left), theme.warning),
        };
        Line::from(vec![Span::styled(key, theme.key), Span::styled(name, theme.text), Span::styled(shown, style)])
    };
    parts().map(line).collect()
}
