//! What a review came to, and what to do next.

use ratatui::text::Line;

use crate::proposal::Status;
use crate::tui::action::Action;
use crate::tui::keys::Context;
use crate::tui::model::Model;
use crate::tui::summary::Summary;
use crate::tui::text::{self, Piece};
use crate::tui::theme::{Theme, glyph};

pub(super) fn lines(model: &Model, summary: &Summary, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut add = |pieces: &[Piece<'_>]| lines.extend(text::wrap(pieces, width, 2, theme.strange));
    let total = summary.counts.total;
    let all = if total == 1 {
        "The one finding is decided.".to_owned()
    } else {
        format!("All {total} findings are decided.")
    };
    add(&[Piece::new(all, theme.strong)]);
    add(&[]);
    for (status, meaning) in [
        (Status::Accepted, "accepted as proposed"),
        (Status::Edited, "accepted with changes"),
        (Status::Rejected, "rejected: these messages stay as they are"),
        (Status::Skipped, "skipped: the filter status:skipped shows them again"),
        (Status::Written, "written back already"),
    ] {
        let count = summary.counts.of_status(status);
        if count > 0 || status != Status::Written {
            let glyph = Piece::new(glyph(status, None), theme.status(status));
            add(&[glyph, Piece::new(format!("{count:>5} {meaning}"), theme.text)]);
        }
    }
    if summary.counts.flagged > 0 {
        let told = format!("{:>5} flagged for another look: f is:flagged shows them", summary.counts.flagged);
        add(&[Piece::new("⚑", theme.strong), Piece::new(told, theme.text)]);
    }
    add(&[]);
    add(&[Piece::new("Writing back: ", theme.key), Piece::new(summary.writing(), theme.text)]);
    add(&[]);
    for (action, told) in [
        (Action::PlanWriteBack, "shows what would be written, and asks"),
        (Action::Quit, "quits: nothing is lost, every decision is stored"),
        (Action::Leave, "goes back to the findings"),
    ] {
        let key = model.key_in(Context::Summary, &action);
        add(&[Piece::new(key, theme.key), Piece::new(format!(" {told}"), theme.text)]);
    }
    lines
}
