//! The conversation around a message.

use ratatui::text::Line;

use crate::tui::conversation::{ConversationDialog, Speaker, Spoken};
use crate::tui::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::{message, words};

/// Texts stand below their headings, a little to the right.
const INDENT: &str = "  ";

pub(super) fn heading(dialog: &ConversationDialog) -> String {
    let place = dialog
        .what
        .conversation
        .as_ref()
        .map_or_else(|| "No conversation".to_owned(), |key| format!("Conversation {key}"));
    let reads = match (&dialog.after, dialog.shows_after) {
        (None, _) => "as it reads now",
        (_, false) => "BEFORE, as it reads now · Tab: after",
        (_, true) => "AFTER a write-back · Tab: before",
    };
    format!("{place} · {} {reads}", dialog.what.message)
}

/// The rows, and the one where the message that is looked at begins.
pub(super) fn lines(
    model: &Model,
    dialog: &ConversationDialog,
    width: usize,
    theme: &Theme,
) -> (Vec<Line<'static>>, usize) {
    let mut sheet = Sheet { model, dialog, width, theme, lines: Vec::new() };
    let mut start = 0;
    sheet.left_out(dialog.what.earlier, "earlier");
    for spoken in &dialog.what.messages {
        let is_looked_at = spoken.key == dialog.what.message;
        if is_looked_at {
            start = sheet.lines.len();
        }
        sheet.heading(spoken, is_looked_at);
        sheet.text(spoken, is_looked_at);
        sheet.lines.push(Line::default());
    }
    sheet.left_out(dialog.what.later, "later");
    (sheet.lines, start)
}

struct Sheet<'a> {
    model: &'a Model,
    dialog: &'a ConversationDialog,
    width: usize,
    theme: &'a Theme,
    lines: Vec<Line<'static>>,
}

impl Sheet<'_> {
    fn add(&mut self, pieces: &[Piece<'_>]) {
        self.lines.extend(text::wrap(pieces, self.width, INDENT.len(), self.theme.strange));
    }

    fn remark(&mut self, text: String) {
        let theme = self.theme;
        self.add(&[Piece::new(INDENT, theme.text), Piece::new(text, theme.dim)]);
    }

    fn left_out(&mut self, count: usize, which: &str) {
        if count > 0 {
            self.remark(format!("… {count} {which} messages are not shown"));
            self.lines.push(Line::default());
        }
    }

    fn heading(&mut self, spoken: &Spoken, is_looked_at: bool) {
        let theme = self.theme;
        let (mark, style) = if is_looked_at { ("▸ ", theme.selected) } else { (INDENT, theme.key) };
        let who = match &spoken.speaker {
            Speaker::User => "user",
            Speaker::Assistant(name) => name,
            Speaker::Other => "tool or system row",
        };
        let mut pieces = vec![
            Piece::new(mark, theme.strong),
            Piece::new(format!("{} · {} · {}", spoken.key, theme.data(who), words::time(spoken.at)), style),
        ];
        let now = spoken.tools.join(", ");
        let after = self.dialog.after.as_ref().filter(|_| is_looked_at && self.dialog.shows_after);
        match after.map(|after| after.tools.join(", ")) {
            Some(after) if after != now => {
                pieces.push(Piece::new(format!(" · tools_used [{now}] → [{after}]"), theme.repair));
            }
            _ if now.is_empty() && !is_looked_at => {}
            _ => pieces.push(Piece::new(format!(" · tools_used [{now}]"), theme.repair)),
        }
        self.add(&pieces);
    }

    fn text(&mut self, spoken: &Spoken, is_looked_at: bool) {
        let theme = self.theme;
        let mut pieces = vec![Piece::new(INDENT, theme.text)];
        let after = self.dialog.after.as_ref().filter(|_| is_looked_at && self.dialog.shows_after);
        let current = self.model.current().filter(|finding| is_looked_at && finding.message.text == spoken.text);
        let text = after.map_or(&spoken.text, |after| &after.text);
        match current {
            _ if text.is_empty() => pieces.push(Piece::new("(no text)", theme.dim)),
            Some(finding) if after.is_none() => pieces.extend(message::pieces(finding, self.model.claim, theme)),
            _ => pieces.push(Piece::new(
                theme.data(text),
                if spoken.speaker == Speaker::Other { theme.dim } else { theme.text },
            )),
        }
        self.add(&pieces);
        if spoken.cut > 0 {
            self.remark(format!("… {} more characters", spoken.cut));
        }
        if let Some(after) = after {
            if after.text == spoken.text {
                self.remark("(the text stays as it is)".to_owned());
            }
            if !after.records.is_empty() {
                self.remark(format!("+ written beside it: {}", after.records.join(", ")));
            }
        }
    }
}
