//! The message as stored in the database, with its claims marked.

use crate::proposal::Finding;
use crate::tui::findings::current::CurrentFinding;
use crate::tui::findings::words;
use crate::tui::review::available;
use crate::tui::review::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;

use super::page::Page;
use super::{no_finding, written};

pub(crate) fn title(model: &Model, theme: &Theme) -> String {
    match heading(model, theme) {
        heading if heading.is_empty() => "Message".to_owned(),
        heading => format!("Message {heading}"),
    }
}

/// The key, author and time of the message.
pub(crate) fn heading(model: &Model, theme: &Theme) -> String {
    let Some(finding) = model.current() else {
        return String::new();
    };
    let key = finding.message_id.as_ref().map_or_else(String::new, ToString::to_string);
    let model_name = finding.model.as_deref().unwrap_or("no model");
    let (agent, model_name) = (words::agent(finding), theme.data(model_name));
    format!("{key} · {} · {model_name} · {}", theme.data(&agent), words::time(finding.created_at))
}

pub(crate) fn write(page: &mut Page<'_>) {
    let Some(finding) = page.model.current() else {
        no_finding::write(page);
        return;
    };
    if page.model.shows_written() {
        written::write_text(page);
        return;
    }
    if let Some(changed) = page.model.selected().and_then(|item| available::changed(page.model, item)) {
        page.add_text(format!("⚠ {changed}"), page.theme.warning);
    }
    write_request(page, ROWS_OF_REQUEST);
    let pieces = pieces(finding, page.model.claim, page.theme);
    let claim = finding.claims.get(page.model.claim).map(|judged| judged.claim.span.start);
    page.anchors.claim = page.add_and_find(&pieces, claim);
}

/// The rows of the user's request that are shown; the conversation shows all of it.
const ROWS_OF_REQUEST: usize = 2;

/// Writes the user's request, or why it cannot be read, cut to a number of rows; nothing while it is read.
pub(crate) fn write_request(page: &mut Page<'_>, rows: usize) {
    let theme = page.theme;
    let Some(said) = page.model.current.as_ref().and_then(CurrentFinding::request) else { return };
    let (said, style) = match said {
        Ok(said) => (said.to_owned(), theme.text),
        Err(why) => (format!("unreadable: {why}"), theme.warning),
    };
    let said = said.split_whitespace().take(page.width * rows).collect::<Vec<_>>().join(" ");
    let room = (page.width * rows).saturating_sub(text::width(ASKED) + rows);
    let said = text::shorten(&theme.data(&said), room);
    page.add(&[Piece::new(ASKED, theme.key), Piece::new(said, style)], 0);
}

/// The prefix of the user's request.
const ASKED: &str = "The user had asked: ";

/// The text of a finding's message, its claims marked.
pub(crate) fn pieces<'a>(finding: &'a Finding, current: usize, theme: &Theme) -> Vec<Piece<'a>> {
    let text = finding.message.text.as_str();
    let mut pieces = Vec::new();
    let mut at = 0;
    for (index, judged) in finding.claims.iter().enumerate() {
        let span = judged.claim.span;
        let (Some(before), Some(claimed)) = (text.get(at..span.start), text.get(span.start..span.end)) else {
            // A span outside this text cannot be marked.
            continue;
        };
        let style = match (judged.off, index == current) {
            (true, _) => theme.claim_off,
            (false, true) => theme.claim_current,
            (false, false) => theme.claim,
        };
        pieces.push(Piece::new(theme.data(before), theme.text));
        pieces.push(Piece::new(theme.data(claimed), style));
        at = span.end;
    }
    pieces.push(Piece::new(theme.data(text.get(at..).unwrap_or_default()), theme.text));
    pieces
}
