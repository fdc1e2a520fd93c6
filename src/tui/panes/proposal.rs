//! Everything that a decision needs in one pane, for small screens: the warnings, the record, the text with its cuts,
//! the evidence.

use crate::tui::input::action::{Action, Step};
use crate::tui::text::Piece;
use crate::verdict::Remedy;

use super::page::Page;
use super::{cleaned, evidence, message, no_finding, payload, record, written};
use crate::tui::input::text_form::TextForm;

pub(crate) fn write(page: &mut Page<'_>) {
    let Some(finding) = page.model.current() else {
        no_finding::write(page);
        return;
    };
    evidence::write_note(page);
    if page.model.shows_written() {
        write_written(page);
        return;
    }
    message::write_request(page, 1);
    evidence::write_warnings(page);
    write_claims(page);
    record::write_briefly(page);
    payload::write_lost(page);
    let asks = finding.claims_on().any(|(_, judged)| judged.remedy == Remedy::Review);
    if asks {
        // Without a record, only evidence and payload show what it is; a plan's steps show both.
        if !payload::is_plan(page.model) {
            evidence::write_paragraph(page);
        }
        page.rule(payload::heading(page.model));
        payload::write(page);
    } else if finding.records.is_empty() {
        page.add_text(record::none(page.model, finding), page.theme.dim);
    }
    let heading = match page.model.panes.text_form {
        TextForm::Cleaned => "cleaned text, [-without this-]",
        TextForm::Diff => "diff by words",
        TextForm::Raw => "raw text",
    };
    page.anchors.text = Some(page.rows());
    page.rule(heading);
    cleaned::write_with_cuts(page);
    record::write_tools(page);
    if !asks && !payload::is_plan(page.model) {
        evidence::write_paragraph(page);
    }
    if !asks && finding.records.is_empty() {
        page.rule(payload::heading(page.model));
        payload::write(page);
    }
}

/// What was written, and the current state.
fn write_written(page: &mut Page<'_>) {
    written::write(page);
    record::write_briefly(page);
    page.anchors.text = Some(page.rows());
    if page.model.panes.text_form == TextForm::Diff {
        page.rule("diff by words, as written");
        cleaned::write_with_cuts(page);
    } else {
        page.rule("current text");
        written::write_text(page);
    }
    page.rule("payload as found");
    payload::write(page);
}

/// The claims of a finding that has several, highlighted at the current one.
fn write_claims(page: &mut Page<'_>) {
    let (model, theme) = (page.model, page.theme);
    let Some(finding) = model.current().filter(|finding| finding.claims.len() > 1) else {
        return;
    };
    let mut pieces = vec![Piece::new(format!("{} claims:", finding.claims.len()), theme.strong)];
    for (index, judged) in finding.claims.iter().enumerate() {
        let does = if judged.off { "off" } else { judged.remedy.name() };
        let (mark, style) = if index == model.claim { ("▸", theme.selected) } else { ("", theme.text) };
        pieces.push(Piece::new(" ", theme.text));
        pieces.push(Piece::new(format!("{mark}{} {does}", index + 1), style));
    }
    let key = |action| model.settings.key(&action);
    let (next, switch, choose) = (key(Action::Claim(Step::Next)), key(Action::ToggleClaim), key(Action::ChooseRemedy));
    pieces.push(Piece::new(format!(" · {next} next · {switch} include/exclude · {choose} remedy"), theme.dim));
    page.add(&pieces, 2);
}
