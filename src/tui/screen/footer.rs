//! What the last key did, and the keys that count now.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::proposal::Status;
use crate::review::DecisionKind;
use crate::tui::input::action::{Action, Step};
use crate::tui::input::hit_target::FooterKey;
use crate::tui::review::dialog::Dialog;
use crate::tui::review::model::{Model, ScanProgress, ScanState, ToastLevel};
use crate::tui::review::{approval, available};
use crate::tui::text;
use crate::tui::theme::Theme;

use super::layout::Screen;

/// The spinner of a running scan.
const SPINNER: [&str; 4] = ["⠋", "⠙", "⠸", "⠴"];

pub(crate) fn draw(model: &Model, theme: &Theme, frame: &mut Frame, screen: &Screen) {
    let width = usize::from(screen.footer.width);
    if let Some(area) = screen.status {
        frame.render_widget(Paragraph::new(status(model, theme, width)), area);
    }
    let line =
        if hides_keys(model, screen) { status(model, theme, width) } else { keys(&entries(model, screen), theme) };
    frame.render_widget(Paragraph::new(line), screen.footer);
}

/// Whether the only footer line shows a message or a prompt instead of the keys.
fn hides_keys(model: &Model, screen: &Screen) -> bool {
    let speaks = || model.toast.is_some() || prompt_line(model, &model.plain_theme(), 0).is_some();
    screen.status.is_none() && speaks()
}

/// The prompt of the dialog on top, if that is all it shows.
fn prompt_line(model: &Model, theme: &Theme, width: usize) -> Option<Line<'static>> {
    model.dialogs.top()?.prompt_line(model, theme, width)
}

/// The line above the keys: the prompt of a search, a toast, or the progress of scan and search.
fn status(model: &Model, theme: &Theme, width: usize) -> Line<'static> {
    if let Some(prompt) = prompt_line(model, theme, width) {
        return prompt;
    }
    if let Some(toast) = &model.toast {
        let (mark, style) = match toast.tone {
            ToastLevel::Info => ("•", theme.strong),
            ToastLevel::Refused => ("⚠", theme.warning),
        };
        return Line::styled(text::shorten(&format!(" {mark} {}", toast.text), width), style);
    }
    let mut parts = Vec::new();
    let is_new = !has_begun(model) && model.search.current().is_none() && !model.findings.is_empty();
    if is_new && model.dialogs.is_empty() {
        // Beginners see the main keys until their first decision.
        let key = |action| model.settings.key(&action);
        let accept = Action::Decide(DecisionKind::Accept);
        let accepts = available::in_review(model, &accept).is_none();
        let (accept, reject) = (key(accept), key(Action::Decide(DecisionKind::Reject)));
        let help = key(Action::Help);
        let accept = if accepts { format!("{accept} accept · ") } else { String::new() };
        parts.push(format!("{accept}{reject} reject · {help} all keys"));
    }
    if let Some(search) = model.search.current() {
        let slot = model.list.before_selected(&model.findings, &search.hits);
        let place = (model.list.selected().is_some() && search.hits.get(slot).copied() == model.list.selected())
            .then_some(slot);
        let place = place.map_or_else(|| "–".to_owned(), |place| (place + 1).to_string());
        parts.push(format!("/{} [{place}/{}]", search.query, search.hits.len()));
    }
    parts.extend(available::work(model));
    if let Some(percent) = model.list.percent().or(model.search.percent()) {
        let leave = model.settings.key(&Action::Leave);
        parts.push(format!("searching texts, {percent}% · {leave} cancel"));
    }
    parts.push(match &model.scan {
        ScanState::Running(ScanProgress { ticks, percent }) => {
            let turn = SPINNER.get(ticks % SPINNER.len()).copied().unwrap_or_default();
            let done = percent.map(|percent| format!(" {percent}%")).unwrap_or_default();
            format!("{turn} scanning{done}, {} found", model.findings.len())
        }
        ScanState::Done(tally) => tally.clone(),
    });
    Line::styled(text::shorten(&format!(" {}", parts.join(" · ")), width), theme.dim)
}

/// Whether anything was decided or skipped.
fn has_begun(model: &Model) -> bool {
    model.counts().undecided() < model.counts().total
}

/// The keys in the last row, as many as fit; the key for the help is always at the right. Empty if the row shows
/// something else.
pub(crate) fn entries(model: &Model, screen: &Screen) -> Vec<FooterKey> {
    if hides_keys(model, screen) {
        return Vec::new();
    }
    let (help, others): (Vec<_>, Vec<_>) =
        candidates(model).into_iter().partition(|entry| entry.action == Action::Help);
    let help = help.into_iter().next();
    let room = screen.footer.width.saturating_sub(help.as_ref().map_or(0, FooterKey::width));
    let mut entries: Vec<FooterKey> = Vec::new();
    for entry in others {
        let start = entries.last().map_or(0, |entry| entry.columns.end);
        if start.saturating_add(entry.width()) > room {
            break;
        }
        entries.push(entry.at(start));
    }
    entries.extend(help.map(|entry| entry.at(room)));
    entries
}

/// The keys that could be shown, the most relevant first.
fn candidates(model: &Model) -> Vec<FooterKey> {
    let dialog = model.dialogs.top();
    let rows = model.settings.keys.rows_of(model.context()).filter_map(|row| {
        let (key, action) = (*row.keys.first()?, &row.binding.action);
        let now = if dialog.is_none() { word_now(model, action) } else { None };
        let (rank, word) = now.or_else(|| Some((Rank::Usual, row.binding.footer?.to_owned())))?;
        is_worth_a_key(model, dialog, action).then(|| (rank, FooterKey::new(key, &word, action)))
    });
    let mut ranked: Vec<_> = rows.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, entry)| entry).collect()
}

/// The relevance of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// A key that decides a finding.
    Decides,
    /// It has a special meaning right now.
    Now,
    /// It always has its place.
    Usual,
}

/// The current meaning of a review key, if it differs from the usual one or applies only now.
fn word_now(model: &Model, action: &Action) -> Option<(Rank, String)> {
    let marked = model.marks.counts().shown;
    let word = match action {
        Action::Decide(kind) if marked > 0 => return Some((Rank::Decides, format!("{} {marked}", kind.name()))),
        Action::Decide(kind) => return Some((Rank::Decides, kind.name().to_owned())),
        Action::Approve if model.selected().is_some_and(|item| approval::why_not(model, item).is_none()) => {
            let word = if marked > 0 { format!("approve {marked}") } else { "approve".to_owned() };
            return Some((Rank::Decides, word));
        }
        // It applies to the selected finding, whatever is marked.
        Action::Edit if marked == 0 => return Some((Rank::Decides, "edit".to_owned())),
        Action::Leave if model.panes.zoomed => "all panes",
        Action::Leave if model.list.is_filtering() || available::work(model).is_some() => "cancel",
        Action::Leave if marked > 0 => "unmark",
        Action::Leave if model.search.current().is_some() => "end search",
        Action::Leave if !model.filter().is_empty() => "show all",
        Action::Mark if model.marks.has_range() => "mark the range",
        Action::Mark if marked > 0 => "mark",
        Action::Hit(Step::Next) if model.search.current().is_some() => "next match",
        Action::Claim(Step::Next) if model.current().is_some_and(|finding| finding.claims.len() > 1) => "next claim",
        Action::ShowJournal if model.findings.is_empty() && model.findings.written().count() > 0 => "journal",
        Action::ShowJournal if model.shows_written() => "journal (undo)",
        Action::ChooseRemedy if needs_a_word(model) => "remedy",
        Action::ToggleClaim if needs_a_word(model) => {
            let is_off =
                model.current().and_then(|finding| finding.claims.get(model.claim)).is_some_and(|judged| judged.off);
            if is_off { "include" } else { "exclude" }
        }
        _ => return None,
    };
    Some((Rank::Now, word.to_owned()))
}

/// Whether the finding cannot be accepted as it is.
fn needs_a_word(model: &Model) -> bool {
    model.marks.counts().all == 0 && model.current().is_some_and(|finding| finding.obstacle().is_some())
}

/// The keys as a line.
fn keys(entries: &[FooterKey], theme: &Theme) -> Line<'static> {
    let mut spans = Vec::new();
    let mut column = 0;
    for entry in entries {
        spans.push(Span::raw(" ".repeat(usize::from(entry.columns.start.saturating_sub(column)))));
        spans.push(Span::styled(format!(" {}", entry.key), theme.key));
        spans.push(Span::styled(format!(" {} ", entry.label), theme.dim));
        column = entry.columns.end;
    }
    Line::from(spans)
}

/// Whether an action is worth a place in the footer. Without a known obstacle it is.
fn is_worth_a_key(model: &Model, dialog: Option<&dyn Dialog<Model>>, action: &Action) -> bool {
    let accepted = || {
        let counts = model.counts();
        counts.of_status(Status::Accepted) + counts.of_status(Status::Edited)
    };
    // The review file may hold more than was found, so the key works anyway.
    let is_idle = *action == Action::PlanWriteBack && accepted() == 0;
    // A dialog that fits needs no scrolling. Others are not checked: laying them out for each key would be costly.
    let is_short = |dialog: &dyn Dialog<Model>| super::dialog_extent(model, dialog).limit == 0;
    let quick = dialog.filter(|dialog| dialog.is_quick_to_lay_out());
    let is_whole = matches!(action, Action::Scroll(_)) && quick.is_some_and(is_short);
    !is_idle && !is_whole && available::obstacle(model, dialog, action).is_none()
}
