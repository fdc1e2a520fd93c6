//! What the detail panes show, and the rows that it needs.

use crate::tui::findings::current::CurrentFinding;
use crate::tui::panes::page::Page;
use crate::tui::panes::{cleaned, evidence, message, payload, proposal, record};
use crate::tui::review::model::{Model, Pane};

/// Writes all rows of the page's detail pane.
pub(crate) fn write(mut page: Page<'_>) -> Page<'_> {
    match page.pane {
        None | Some(Pane::List) => {}
        Some(Pane::Proposal) => proposal::write(&mut page),
        Some(Pane::Message) => message::write(&mut page),
        Some(Pane::Payload) => payload::write(&mut page),
        Some(Pane::Cleaned) => cleaned::write(&mut page),
        Some(Pane::Record) => record::write(&mut page),
        Some(Pane::Evidence) => evidence::write(&mut page),
    }
    page
}

/// The rows that a pane needs at this width, including its frame. Long texts count as filling any height.
pub(crate) fn rows_needed(model: &Model, pane: Pane, width: u16) -> u16 {
    if !model.current.as_ref().is_some_and(CurrentFinding::is_small) {
        return if model.current.is_some() { u16::MAX } else { 0 };
    }
    let theme = model.plain_theme();
    let content = write(Page::new(model, Some(pane), usize::from(width.saturating_sub(2)), &theme));
    u16::try_from(content.rows() + 2).unwrap_or(u16::MAX)
}
