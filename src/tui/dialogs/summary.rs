//! The summary of a review, shown once everything is decided.

use std::collections::BTreeMap;

use ratatui::style::Style;
use ratatui::text::Line;

use crate::proposal::Status;
use crate::tui::findings::counts::Counts;
use crate::tui::input::action::{Action, Step};
use crate::tui::input::bindings::{ENTER, ESC, char, help, show};
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::{Model, ScanState};
use crate::tui::review::registration::Registration;
use crate::tui::review::{available, undecided};
use crate::tui::text::{self, Piece};
use crate::tui::theme::{Theme, sign};
use crate::tui::widgets::sheet::Sheet;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("summary", "Review complete");

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[char('w')], Action::PlanWriteBack, "write back", "preview the write-back, then write"),
        show(CONTEXT, &[char('u')], Action::Undo, "undo", "undo the last decision, and show its finding"),
        show(CONTEXT, &[ESC, ENTER], Action::Leave, "close", "go back to the findings"),
        show(CONTEXT, &[char('q')], Action::Quit, "quit", "quit the review; all decisions are saved"),
        help(CONTEXT),
    ],
};

/// The summary of a review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) counts: Counts,
    /// The number of records a write-back would write, by type.
    pub(crate) records: BTreeMap<String, usize>,
    /// The number of texts a write-back would change.
    pub(crate) texts: usize,
    /// The number of findings with a note.
    pub(crate) noted: usize,
    /// The number of findings with unaccepted changes.
    pub(crate) drafts: usize,
}

impl Summary {
    pub(crate) fn of(model: &Model) -> Self {
        let mut summary = Self { counts: model.counts(), ..Self::default() };
        let rules = model.settings.rules();
        for item in model.findings.items() {
            summary.noted += usize::from(item.note().is_some());
            summary.drafts += usize::from(item.has_draft());
            if !matches!(item.status, Status::Accepted | Status::Edited) {
                continue;
            }
            let Some(finding) = item.changed(&rules) else {
                summary.texts += usize::from(item.facets().changes_text);
                for kind in &item.facets().records {
                    *summary.records.entry(kind.clone()).or_default() += 1;
                }
                continue;
            };
            summary.texts += usize::from(finding.text_left() != finding.message.text);
            for record in &finding.records {
                *summary.records.entry(record.kind.clone()).or_default() += 1;
            }
        }
        summary
    }

    /// What a write-back would do, in one line.
    pub(crate) fn writing(&self) -> String {
        let mut parts: Vec<_> = self.records.iter().map(|(kind, count)| format!("{count} × {kind} written")).collect();
        if self.texts > 0 {
            parts.push(format!("{} × text cleaned", self.texts));
        }
        if parts.is_empty() { "nothing to write".to_owned() } else { parts.join(", ") }
    }

    /// How many findings are decided.
    fn extent(&self) -> String {
        let total = self.counts.total;
        match (total, self.counts.of_status(Status::Skipped)) {
            (1, 0) => "The only finding is decided.".to_owned(),
            (1, _) => "The only finding is skipped.".to_owned(),
            (_, 0) => format!("All {total} findings are decided."),
            (_, skipped) => format!("{} of {total} findings are decided, {skipped} skipped.", total - skipped),
        }
    }

    /// The numbers of findings by what was decided: a sign, its style, and the text after it. `filter` is the key that
    /// filters.
    fn tally(&self, filter: &str, theme: &Theme) -> Vec<(&'static str, Style, String)> {
        let mut tally = Vec::new();
        for (status, meaning) in [
            (Status::Accepted, "accepted as proposed".to_owned()),
            (Status::Edited, "accepted with changes".to_owned()),
            (Status::Rejected, "rejected: message texts stay unchanged".to_owned()),
            (Status::Skipped, format!("skipped: {filter} with status:skipped shows them again")),
            (Status::Written, "already written back".to_owned()),
        ] {
            let count = self.counts.of_status(status);
            if count > 0 || status != Status::Written {
                tally.push((sign(status, None), theme.status(status), format!("{count:>5} {meaning}")));
            }
        }
        for (sign, count, meaning) in [
            ("¶ ", self.noted, "with a note (see Evidence)".to_owned()),
            ("~ ", self.drafts, "with changes not yet accepted, kept as drafts".to_owned()),
            ("⚑", self.counts.flagged, format!("flagged for a later look: {filter} with is:flagged shows them")),
        ] {
            if count > 0 {
                tally.push((sign, theme.strong, format!("{count:>5} {meaning}")));
            }
        }
        tally
    }
}

impl Dialog<Model> for Summary {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    /// The actions that it suggests work from here.
    fn act(&mut self, _model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::PlanWriteBack => DialogOutcome::closes_and_runs(action),
            Action::Undo => DialogOutcome::closes(vec![Effect::Undo]),
            _ => DialogOutcome::stays(),
        }
    }

    fn obstacle(&self, model: &Model, action: &Action) -> Option<String> {
        match action {
            // Undo means the last decision here, whatever is selected.
            Action::Undo if model.undoable.undo => available::busy(model),
            action => available::in_review(model, action),
        }
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let lines = lines(context.model, self, context.width(), context.theme);
        let skipped = self.counts.of_status(Status::Skipped);
        let title = if skipped == 0 {
            "Review complete".to_owned()
        } else {
            format!("Review complete except {skipped} skipped")
        };
        Some(Sheet::new(title, lines, context.theme))
    }
}

/// Shows the summary once everything is decided, the scan is done, and no other dialog is open.
pub(crate) fn sum_up(model: &mut Model, waited: bool, effects: &[Effect]) {
    let has_decided = waited && effects.iter().any(|effect| matches!(effect, Effect::Decide(_)));
    model.summary_is_due = (model.summary_is_due || has_decided) && undecided::is_all_decided(model);
    let is_through = matches!(model.scan, ScanState::Done(_));
    if model.summary_is_due && is_through && model.dialogs.is_empty() {
        open(model);
    }
}

/// Refreshes the open summary.
pub(crate) fn renew(model: &mut Model) {
    if model.dialogs.find::<Summary>().is_some() {
        let summary = Summary::of(model);
        if let Some(open) = model.dialogs.find_mut::<Summary>() {
            *open = summary;
        }
    }
}

pub(crate) fn open(model: &mut Model) {
    model.summary_is_due = false;
    let summary = Summary::of(model);
    model.open(summary);
}

fn lines(model: &Model, summary: &Summary, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut add = |pieces: &[Piece<'_>]| lines.extend(text::wrap(pieces, width, 2, theme.hidden_char));
    add(&[Piece::new(summary.extent(), theme.strong)]);
    add(&[]);
    for (sign, style, text) in summary.tally(&model.settings.key(&Action::Filter), theme) {
        add(&[Piece::new(sign, style), Piece::new(text, theme.text)]);
    }
    add(&[]);
    let writing = match &model.settings.write_back_obstacle {
        Some(why) => Piece::new(format!("not possible: {why}"), theme.warning),
        None => Piece::new(summary.writing(), theme.text),
    };
    add(&[Piece::new("Writing back: ", theme.key), writing]);
    add(&[]);
    let again = format!(
        "back to the findings; {} there reopens this summary",
        model.settings.key(&Action::Undecided(Step::Next))
    );
    for (action, effect) in [
        (Action::PlanWriteBack, "preview the write-back"),
        (Action::Undo, "undo the last decision"),
        (Action::Quit, "quit; all decisions are saved"),
        (Action::Leave, again.as_str()),
    ] {
        let key = model.settings.keys.key(CONTEXT, &action);
        add(&[Piece::new(key, theme.key), Piece::new(format!(" {effect}"), theme.text)]);
    }
    lines
}
