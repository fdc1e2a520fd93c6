//! The evidence about the claim, and the warnings for the reviewer.

use jiff::SignedDuration;
use ratatui::text::{Line, Span};

use crate::proposal::{Finding, JudgedClaim, Status};
use crate::review::is_same_reviewer;
use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::review::available;
use crate::tui::review::model::{Item, Model, Pane};
use crate::tui::text::{self, Piece};
use crate::tui::theme::{Theme, sign};
use crate::verdict::Warning;

use super::page::Page;
use super::{advice, written};

/// The verdict and the proposal on one line, followed by what the visible pane does not show itself.
pub(crate) fn summary(model: &Model, theme: &Theme, width: u16) -> Line<'static> {
    let Some((finding, judged)) = current(model) else {
        return Line::default();
    };
    if model.shows_written() {
        let line = format!(" {} written  {}", sign(Status::Written, None), written::summary(model, theme));
        return Line::styled(text::shorten(&line, usize::from(width)), theme.good);
    }
    let verdict = format!(" {} ", words::verdict(judged.verdict));
    let remedy = if judged.off { "excluded" } else { judged.remedy.name() };
    // The proposal and evidence panes show the warnings themselves.
    let warns = !matches!(model.panes.detail, Pane::Proposal | Pane::Evidence);
    let warnings = finding.warnings.iter().filter(|_| warns);
    let warnings = warnings.map(|warning| format!(" · ⚠ {}", sentence(*warning, finding, model)));
    let evidence = judged.evidence.iter().map(|line| format!(" · {line}"));
    let more: String = warnings.chain(evidence).collect();
    let left = usize::from(width).saturating_sub(text::width(&verdict));
    Line::from(vec![
        Span::styled(text::shorten(&verdict, usize::from(width)), theme.verdict(judged.verdict)),
        Span::raw(text::shorten(&format!("→ {remedy}{more}"), left)),
    ])
}

fn current(model: &Model) -> Option<(&Finding, &JudgedClaim)> {
    let finding = model.current()?;
    Some((finding, finding.claims.get(model.claim)?))
}

pub(crate) fn write(page: &mut Page<'_>) {
    let Some((_, judged)) = current(page.model) else {
        return;
    };
    let theme = page.theme;
    // The note comes first: below the evidence it could be off the screen.
    write_note(page);
    if page.model.shows_written() {
        written::write(page);
        page.rule("as found");
    }
    let proposed = if judged.off {
        format!("excluded ({})", page.model.settings.key(&Action::ToggleClaim))
    } else {
        words::remedy(judged).to_owned()
    };
    let confidence = format!(" · confidence {:.2}", judged.claim.confidence);
    page.add(
        &[
            Piece::new(words::verdict(judged.verdict), theme.verdict(judged.verdict)),
            Piece::new(format!(" → {proposed}"), theme.strong),
            Piece::new(confidence, theme.dim),
        ],
        2,
    );
    if !page.model.shows_written() {
        write_warnings(page);
    }
    write_lines(page);
    write_reasons(page);
}

/// The reasons for the confidence.
fn write_reasons(page: &mut Page<'_>) {
    if let Some((_, judged)) = current(page.model).filter(|(_, judged)| !judged.claim.reasons.is_empty()) {
        let reasons = judged.claim.describe_reasons();
        page.add_text(format!("· confidence: {reasons}"), page.theme.dim);
    }
}

/// Who accepted and who approved it, unless that is the reviewer alone.
fn write_approval(page: &mut Page<'_>) {
    let (model, theme) = (page.model, page.theme);
    let Some(item) = model.selected().filter(|item| item.is_accepted()) else { return };
    let Some(reviewer) = &item.reviewer else { return };
    let by = theme.data(reviewer);
    let how = if item.in_bulk { " in bulk" } else { "" };
    let approval = match item.approved_by() {
        Some(approver) => format!("✓ accepted by {by}{how}, approved by {}", theme.data(approver)),
        None if is_same_reviewer(reviewer, &model.settings.reviewer) => return,
        None => format!("✓ accepted by {by}{how}, not approved yet ({})", model.settings.key(&Action::Approve)),
    };
    page.add_text(approval, theme.strong);
}

/// The flag, the note, and the number of equal proposals.
pub(crate) fn write_note(page: &mut Page<'_>) {
    write_approval(page);
    let (model, theme) = (page.model, page.theme);
    if model.selected().is_some_and(Item::is_flagged) {
        page.add_text(format!("⚑ flagged for a later look ({})", model.settings.key(&Action::Flag)), theme.strong);
    }
    if let Some(note) = model.selected().and_then(|item| item.note()) {
        page.add_text(format!("¶ note: {}", theme.data(note)), theme.strong);
    }
    let alike = model.list.alike_count();
    if alike > 1 {
        page.add_text(
            format!("≡ {alike} with the same proposal ({})", model.settings.key(&Action::MarkAlike)),
            theme.strong,
        );
    }
}

/// What prevents accepting it, and other warnings, each with advice.
pub(crate) fn write_warnings(page: &mut Page<'_>) {
    let (model, theme) = (page.model, page.theme);
    let Some(finding) = model.current() else {
        return;
    };
    if let Some(changed) = model.selected().and_then(|item| available::changed(model, item)) {
        page.add_text(format!("⚠ {changed}"), theme.bad);
    }
    if let Some(obstacle) = finding.obstacle() {
        page.add_text(format!("⚠ cannot accept yet: {obstacle} ({})", available::ways_out(model)), theme.bad);
    }
    for warning in &finding.warnings {
        let pieces = [
            Piece::new(format!("⚠ {}", sentence(*warning, finding, model)), theme.warning),
            Piece::new(format!(" · {}", advice::of(*warning, model)), theme.dim),
        ];
        page.add(&pieces, 2);
    }
}

/// The answer of each evidence source.
pub(crate) fn write_lines(page: &mut Page<'_>) {
    if let Some((_, judged)) = current(page.model) {
        for line in &judged.evidence {
            page.add_text(format!("· {}", page.theme.data(line)), page.theme.text);
        }
    }
}

/// The evidence as one paragraph with a heading; nothing if no source was asked.
pub(crate) fn write_paragraph(page: &mut Page<'_>) {
    if let Some((_, judged)) = current(page.model).filter(|(_, judged)| !judged.evidence.is_empty()) {
        let lines: Vec<_> = judged.evidence.iter().map(|line| page.theme.data(line)).collect();
        let paragraph = lines.join(" · ");
        page.rule(&format!("evidence, confidence {:.2}", judged.claim.confidence));
        page.add(&[Piece::new(paragraph, page.theme.text)], 0);
    }
}

/// The text of a warning; for an expired record with the date.
fn sentence(warning: Warning, finding: &Finding, model: &Model) -> String {
    let usual = warning.sentence().to_owned();
    if warning != Warning::ExpiredRecord {
        return usual;
    }
    let ended = finding.records.iter().find_map(|record| {
        let mapping = model.settings.profile.records.get(&record.kind)?;
        let expiry = mapping.expires.as_ref()?;
        let created = record.values.get(&mapping.created.as_ref()?.column)?.as_str()?;
        let created: jiff::Timestamp = created.parse().ok()?;
        let end = created.checked_add(SignedDuration::from_hours(24 * expiry.days)).ok()?;
        (end < model.settings.now).then(|| (expiry.days, end.strftime("%-d %B %Y").to_string()))
    });
    match ended {
        Some((days, since)) => format!("expired {since} ({days}-day limit): stored, not used in prompts"),
        None => usual,
    }
}
