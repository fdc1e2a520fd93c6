//! What was found about the claim, and what the reviewer should know.

use jiff::SignedDuration;
use ratatui::text::{Line, Span};

use crate::proposal::{Finding, JudgedClaim, Status};
use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::review::available;
use crate::tui::review::model::{Model, Pane};
use crate::tui::text::{self, Piece};
use crate::tui::theme::{Theme, sign};
use crate::verdict::Warning;

use super::page::Page;
use super::{advice, written};

/// The verdict and the proposal on one line, and behind them what the pane that shows does not tell itself.
pub(crate) fn summary(model: &Model, theme: &Theme, width: u16) -> Line<'static> {
    let Some((finding, judged)) = looked_at(model) else {
        return Line::default();
    };
    if model.looks_at_written() {
        let told = format!(" {} written  {}", sign(Status::Written, None), written::summary(model, theme));
        return Line::styled(text::shorten(&told, usize::from(width)), theme.good);
    }
    let verdict = format!(" {} ", words::verdict(judged.verdict));
    let remedy = if judged.off { "switched off" } else { judged.remedy.name() };
    // Proposal and evidence tell the warnings themselves.
    let warns = !matches!(model.detail, Pane::Proposal | Pane::Evidence);
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

fn looked_at(model: &Model) -> Option<(&Finding, &JudgedClaim)> {
    let finding = model.current()?;
    Some((finding, finding.claims.get(model.claim)?))
}

pub(crate) fn write(page: &mut Page<'_>) {
    let Some((_, judged)) = looked_at(page.model) else {
        return;
    };
    let theme = page.theme;
    // What the reviewer said first: below the evidence it would be off the screen.
    write_note(page);
    if page.model.looks_at_written() {
        written::write(page);
        page.rule("as it was found");
    }
    let proposed = if judged.off { words::switched_off(page.model) } else { words::remedy(judged).to_owned() };
    let confidence = format!(" · confidence {:.2}", judged.claim.confidence);
    page.add(
        &[
            Piece::new(words::verdict(judged.verdict), theme.verdict(judged.verdict)),
            Piece::new(format!(" → {proposed}"), theme.strong),
            Piece::new(confidence, theme.dim),
        ],
        2,
    );
    if !page.model.looks_at_written() {
        write_warnings(page);
    }
    write_lines(page);
    write_reasons(page);
}

/// Why it is as sure as it is.
fn write_reasons(page: &mut Page<'_>) {
    if let Some((_, judged)) = looked_at(page.model).filter(|(_, judged)| !judged.claim.reasons.is_empty()) {
        let reasons = judged.claim.reasons_told();
        page.tell(format!("· confidence: {reasons}"), page.theme.dim);
    }
}

/// Who accepted it and who approved that, where somebody else had a hand in it.
fn write_approval(page: &mut Page<'_>) {
    let (model, theme) = (page.model, page.theme);
    let Some(item) = model.selected().filter(|item| item.is_accepted()) else { return };
    let Some(reviewer) = &item.reviewer else { return };
    let by = theme.data(reviewer);
    let told = match item.approved_by() {
        Some(approver) => format!("✓ accepted by {by}, approved by {}", theme.data(approver)),
        None if *reviewer == model.setting.reviewer => return,
        None => format!("✓ accepted by {by}, not approved yet ({})", model.key(&Action::Approve)),
    };
    page.tell(told, theme.strong);
}

/// What the reviewer said of it: flag and note; and how many propose the same.
pub(crate) fn write_note(page: &mut Page<'_>) {
    write_approval(page);
    let (model, theme) = (page.model, page.theme);
    if model.selected().is_some_and(|item| item.flagged) {
        page.tell(format!("⚑ flagged for another look ({})", model.key(&Action::Flag)), theme.strong);
    }
    if let Some(note) = model.selected().and_then(|item| item.note()) {
        page.tell(format!("¶ note: {}", theme.data(note)), theme.strong);
    }
    let alike = model.alike_count;
    if alike > 1 {
        page.tell(format!("≡ {alike} alike here ({})", model.key(&Action::MarkAlike)), theme.strong);
    }
}

/// What stands against accepting it, and what else the reviewer should know, each with what can be done about it.
pub(crate) fn write_warnings(page: &mut Page<'_>) {
    let (model, theme) = (page.model, page.theme);
    let Some(finding) = model.current() else {
        return;
    };
    if let Some(changed) = model.selected().and_then(|item| available::changed(model, item)) {
        page.tell(format!("⚠ {changed}"), theme.bad);
    }
    if let Some(obstacle) = finding.obstacle() {
        page.tell(format!("⚠ not to be accepted as it is: {obstacle} ({})", model.ways_out()), theme.bad);
    }
    for warning in &finding.warnings {
        let told = [
            Piece::new(format!("⚠ {}", sentence(*warning, finding, model)), theme.warning),
            Piece::new(format!(" · {}", advice::of(*warning, model)), theme.dim),
        ];
        page.add(&told, 2);
    }
}

/// What each source answered.
pub(crate) fn write_lines(page: &mut Page<'_>) {
    if let Some((_, judged)) = looked_at(page.model) {
        for line in &judged.evidence {
            page.tell(format!("· {}", page.theme.data(line)), page.theme.text);
        }
    }
}

/// The same in as few rows as it takes, with a heading; nothing where no source was asked.
pub(crate) fn write_paragraph(page: &mut Page<'_>) {
    if let Some((_, judged)) = looked_at(page.model).filter(|(_, judged)| !judged.evidence.is_empty()) {
        let lines: Vec<_> = judged.evidence.iter().map(|line| page.theme.data(line)).collect();
        let told = lines.join(" · ");
        page.rule(&format!("evidence, confidence {:.2}", judged.claim.confidence));
        page.add(&[Piece::new(told, page.theme.text)], 0);
    }
}

/// What a warning means here; of an expired record also since when.
fn sentence(warning: Warning, finding: &Finding, model: &Model) -> String {
    let usual = warning.sentence().to_owned();
    if warning != Warning::ExpiredRecord {
        return usual;
    }
    let ended = finding.records.iter().find_map(|record| {
        let mapping = model.setting.profile.records.get(&record.kind)?;
        let expiry = mapping.expires.as_ref()?;
        let created = record.values.get(&mapping.created.as_ref()?.column)?.as_str()?;
        let created: jiff::Timestamp = created.parse().ok()?;
        let end = created.checked_add(SignedDuration::from_hours(24 * expiry.days)).ok()?;
        (end < model.setting.now).then(|| (expiry.days, end.strftime("%-d %B %Y").to_string()))
    });
    match ended {
        Some((days, since)) => format!("{days} days over since {since}: kept, in no prompt"),
        None => usual,
    }
}
