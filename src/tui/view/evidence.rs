//! What was found about the claim, and what the reviewer should know.

use jiff::SignedDuration;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::proposal::Finding;
use crate::tui::model::Model;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;
use crate::verdict::Warning;

use super::words;

/// The verdict, the proposal and the first thing to know, on one line.
pub(super) fn summary(model: &Model, theme: &Theme, width: u16) -> Line<'static> {
    let Some((finding, judged)) = model.current().and_then(|finding| Some((finding, finding.claims.get(model.claim)?)))
    else {
        return Line::default();
    };
    let verdict = format!(" {} ", words::verdict(judged.verdict));
    let remedy = if judged.off { "switched off" } else { words::remedy(judged.remedy) };
    let warnings = finding.warnings.iter().map(|warning| format!(" · ⚠ {}", warning.name()));
    let rest = format!("→ {remedy}{}", warnings.collect::<String>());
    let left = usize::from(width).saturating_sub(text::width(&verdict));
    Line::from(vec![
        Span::styled(text::shorten(&verdict, usize::from(width)), theme.verdict(judged.verdict)),
        Span::raw(text::shorten(&rest, left)),
    ])
}

pub(super) fn lines(model: &Model, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let Some(finding) = model.current() else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    let mut add = |pieces: &[Piece<'_>]| lines.extend(text::wrap(pieces, width, 2, theme.strange));
    let told = |text: String, style: Style| [Piece::new(text, style)];
    // What the reviewer said first: below the evidence it would be off the screen.
    if model.selected().is_some_and(|item| item.flagged) {
        add(&told("⚑ flagged for another look (!)".to_owned(), theme.strong));
    }
    if let Some(note) = model.selected().and_then(|item| item.note.as_ref()) {
        add(&told(format!("¶ note: {}", theme.data(note)), theme.strong));
    }
    let alike = model.alike().len();
    if alike > 1 {
        add(&told(format!("≡ {alike} alike here (=)"), theme.strong));
    }
    if let Some(judged) = finding.claims.get(model.claim) {
        let proposed = if judged.off { words::switched_off(model) } else { words::remedy(judged.remedy).to_owned() };
        let confidence = format!(" · confidence {:.2}", judged.claim.confidence);
        add(&[
            Piece::new(words::verdict(judged.verdict), theme.verdict(judged.verdict)),
            Piece::new(format!(" → {proposed}"), theme.strong),
            Piece::new(confidence, theme.dim),
        ]);
        if let Some(obstacle) = finding.obstacle() {
            add(&told(format!("⚠ not to be accepted as it is: {obstacle} ({})", model.ways_out()), theme.bad));
        }
        for warning in &finding.warnings {
            add(&told(format!("⚠ {}", sentence(*warning, finding, model)), theme.warning));
        }
        for line in &judged.evidence {
            add(&told(format!("· {}", theme.data(line)), theme.text));
        }
    }
    lines
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
        Some((days, since)) => format!("{days} days over since {since}: it will be kept, and reach no prompt"),
        None => usual,
    }
}
