//! The conversation around a message.

use std::sync::Arc;

use crate::proposal::{Finding, Status};
use crate::tui::findings::words;
use crate::tui::loaded::conversation::{ConversationMessage, Speaker};
use crate::tui::panes::page::Page;
use crate::tui::panes::{message, record};
use crate::tui::review::model::Model;
use crate::tui::text::Piece;
use crate::tui::theme::{Theme, sign};

use super::{ConversationDialog, FirstRow};

/// The indent of texts below their headings.
const INDENT: &str = "  ";

pub(super) fn heading(dialog: &ConversationDialog) -> String {
    let place = dialog
        .what
        .conversation
        .as_ref()
        .map_or_else(|| "No conversation".to_owned(), |key| format!("Conversation {key}"));
    let reads = match (dialog.after.len(), dialog.shows_after) {
        (0, _) => "as it reads now".to_owned(),
        (_, false) => "Before, as it reads now · Tab: after".to_owned(),
        (1, true) => "After a write-back · Tab: before".to_owned(),
        (count, true) => format!("After a write-back of {count} findings · Tab: before"),
    };
    format!("{place} · {} {reads}", dialog.what.message)
}

/// The rows of a conversation.
pub(super) struct ConversationRows<'a> {
    pub(super) page: Page<'a>,
    /// The first row of each message.
    pub(super) starts: Vec<usize>,
    /// The first row shown.
    pub(super) top: usize,
}

/// Lays out a conversation on an empty page.
pub(super) fn rows<'a>(dialog: &ConversationDialog, page: Page<'a>, rows: usize) -> ConversationRows<'a> {
    let mut sheet = ConversationWriter { model: page.model, dialog, theme: page.theme, page };
    let (mut start, mut asked, mut starts) = (None, None, Vec::new());
    sheet.left_out(dialog.what.earlier, "earlier");
    for spoken in &dialog.what.messages {
        starts.push(sheet.page.rows());
        sheet.page.go_on_with(&spoken.key);
        let is_looked_at = spoken.key == dialog.what.message;
        if is_looked_at {
            start = Some(sheet.page.rows());
        } else if start.is_none() && spoken.speaker == Speaker::User {
            asked = Some(sheet.page.rows());
        }
        sheet.heading(spoken, is_looked_at);
        sheet.text(spoken, is_looked_at);
        sheet.page.blank();
    }
    sheet.left_out(dialog.what.later, "later");
    let start = start.unwrap_or(0);
    let top = match dialog.top {
        FirstRow::Message => first_row(start, asked, rows),
        FirstRow::Place(place) => starts.get(place).copied().unwrap_or(start),
        FirstRow::Row(row) => row,
    };
    ConversationRows { page: sheet.page, starts, top }
}

/// Shows the request and the beginning of its answer if both fit, else the end of the request.
fn first_row(start: usize, asked: Option<usize>, rows: usize) -> usize {
    let room = rows * 2 / 3;
    asked.map_or(start, |asked| asked.max(start.saturating_sub(room)))
}

/// The author of a message, or what kind of row it is.
fn speaker(spoken: &ConversationMessage) -> String {
    match &spoken.speaker {
        Speaker::User => "user".to_owned(),
        Speaker::Assistant(name) => name.clone(),
        Speaker::Other(Some(role)) => format!("{role} row"),
        Speaker::Other(None) => "row without a role".to_owned(),
    }
}

/// The finding whose claims are marked in a message, and the selected claim.
fn marked(model: &Model, spoken: &ConversationMessage, is_looked_at: bool) -> Option<(Arc<Finding>, usize)> {
    let (finding, claim) = if is_looked_at {
        let current = model.current.as_ref().map(|finding| &finding.current);
        (Arc::clone(current.filter(|finding| finding.message_id.as_ref() == Some(&spoken.key))?), model.claim)
    } else {
        (model.findings.of(&spoken.key)?.finding()?, usize::MAX)
    };
    (finding.message.text == spoken.text).then_some((finding, claim))
}

struct ConversationWriter<'a, 'd> {
    model: &'a Model,
    dialog: &'d ConversationDialog,
    theme: &'a Theme,
    page: Page<'a>,
}

impl ConversationWriter<'_, '_> {
    fn add(&mut self, pieces: &[Piece<'_>]) {
        self.page.add_one_of_many(pieces, INDENT.len());
    }

    fn remark(&mut self, text: &str) {
        self.add(&[Piece::new(text, self.theme.dim)]);
    }

    fn left_out(&mut self, count: usize, which: &str) {
        if count > 0 {
            self.remark(&format!("… {} not shown", words::count(count, &format!("{which} message"))));
            self.page.blank();
        }
    }

    fn heading(&mut self, spoken: &ConversationMessage, is_looked_at: bool) {
        let theme = self.theme;
        let (mark, style) = if is_looked_at { ("▸ ", theme.selected) } else { (INDENT, theme.key) };
        let who = speaker(spoken);
        let mut pieces = vec![
            Piece::new(mark, theme.strong),
            Piece::new(format!("{} · {} · {}", spoken.key, theme.data(&who), words::time(spoken.at)), style),
        ];
        if let Some(status) =
            self.model.findings.of(&spoken.key).map(|item| item.status).filter(|status| *status != Status::Pending)
        {
            let decision = format!("{} {}", sign(status, None), status.name());
            pieces.push(Piece::new(" · ", theme.dim));
            pieces.push(Piece::new(decision, theme.status(status)));
        }
        let now = spoken.tools.join(", ");
        let after = self.dialog.after(spoken).and_then(|finding| finding.tools_used_after.as_ref());
        match after.map(|tools| tools.join(", ")) {
            Some(after) if after != now => {
                pieces.push(Piece::new(format!(" · tools_used [{now}] → [{after}]"), theme.repair));
            }
            _ if now.is_empty() && !is_looked_at => {}
            _ => pieces.push(Piece::new(format!(" · tools_used [{now}]"), theme.repair)),
        }
        self.page.add(&pieces, INDENT.len());
    }

    fn text(&mut self, spoken: &ConversationMessage, is_looked_at: bool) {
        let theme = self.theme;
        let whole = self.dialog.whole || is_looked_at;
        let after = self.dialog.after(spoken);
        let text = after.map_or(spoken.text.as_str(), |finding| finding.text_left());
        let (shown, left_out) = spoken.shown(text, whole);
        let marked = marked(self.model, spoken, is_looked_at).filter(|_| after.is_none() && left_out == 0);
        let mut pieces = Vec::new();
        let style = if matches!(spoken.speaker, Speaker::Other(_)) { theme.dim } else { theme.text };
        match &marked {
            _ if text.is_empty() => pieces.push(Piece::new("(no text)", theme.dim)),
            Some((finding, claim)) => pieces.extend(message::pieces(finding, *claim, theme)),
            None => pieces.push(Piece::new(theme.data(shown), style)),
        }
        self.add(&pieces);
        if left_out > 0 {
            let way = if whole { "`ghostcall show` prints them" } else { "z shows them" };
            self.remark(&format!("… {left_out} more characters: {way}"));
        }
        if let Some(finding) = after {
            self.changes(spoken, finding);
        }
    }

    /// The other changes a write-back makes.
    fn changes(&mut self, spoken: &ConversationMessage, finding: &Finding) {
        let status = self.model.findings.of(&spoken.key).map_or(Status::Pending, |item| item.status);
        if !matches!(status, Status::Accepted | Status::Edited) {
            self.remark(&format!("(only if accepted; currently {})", status.name()));
        }
        if finding.text_left() == spoken.text {
            self.remark("(the text stays unchanged)");
        }
        for record in &finding.records {
            let line = record::in_one_line(self.model, record);
            self.remark(&format!("+ written with it: {line}"));
        }
    }
}
