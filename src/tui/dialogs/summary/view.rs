//! The summary of a review, and what to do next.

use ratatui::text::Line;

use crate::proposal::Status;
use crate::tui::input::action::{Action, Step};
use crate::tui::input::context::KeyContext;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::{Theme, sign};

use super::Summary;

pub(super) fn lines(model: &Model, summary: &Summary, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut add = |pieces: &[Piece<'_>]| lines.extend(text::wrap(pieces, width, 2, theme.strange));
    let total = summary.counts.total;
    let skipped = summary.counts.of_status(Status::Skipped);
    let all = match (total, skipped) {
        (1, 0) => "The only finding is decided.".to_owned(),
        (1, _) => "The only finding is skipped.".to_owned(),
        (_, 0) => format!("All {total} findings are decided."),
        _ => format!("{} of {total} findings are decided, {skipped} skipped.", total - skipped),
    };
    add(&[Piece::new(all, theme.strong)]);
    add(&[]);
    let filter = model.key(&Action::Filter);
    for (status, meaning) in [
        (Status::Accepted, "accepted as proposed".to_owned()),
        (Status::Edited, "accepted with changes".to_owned()),
        (Status::Rejected, "rejected: these messages stay as they are".to_owned()),
        (Status::Skipped, format!("skipped: {filter} with status:skipped shows them again")),
        (Status::Written, "written back already".to_owned()),
    ] {
        let count = summary.counts.of_status(status);
        if count > 0 || status != Status::Written {
            let sign = Piece::new(sign(status, None), theme.status(status));
            add(&[sign, Piece::new(format!("{count:>5} {meaning}"), theme.text)]);
        }
    }
    for (sign, count, meaning) in [
        ("¶ ", summary.noted, "with a note (see Evidence)"),
        ("~ ", summary.drafts, "with changes that are not accepted: they are kept as drafts"),
    ] {
        if count > 0 {
            add(&[Piece::new(sign, theme.strong), Piece::new(format!("{count:>5} {meaning}"), theme.text)]);
        }
    }
    if summary.counts.flagged > 0 {
        let flagged =
            format!("{:>5} flagged for another look: {filter} with is:flagged shows them", summary.counts.flagged);
        add(&[Piece::new("⚑", theme.strong), Piece::new(flagged, theme.text)]);
    }
    add(&[]);
    add(&[Piece::new("Writing back: ", theme.key), Piece::new(summary.writing(), theme.text)]);
    add(&[]);
    let again =
        format!("goes back to the findings; {} there shows this again", model.key(&Action::Undecided(Step::Next)));
    for (action, effect) in [
        (Action::PlanWriteBack, "shows what would be written, and asks"),
        (Action::Undo, "takes the last decision back"),
        (Action::Quit, "quits: nothing is lost, every decision is stored"),
        (Action::Leave, again.as_str()),
    ] {
        let key = model.key_in(KeyContext::Summary, &action);
        add(&[Piece::new(key, theme.key), Piece::new(format!(" {effect}"), theme.text)]);
    }
    lines
}
