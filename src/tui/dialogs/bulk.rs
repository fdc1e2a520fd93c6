//! The question before many findings are decided at once.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use tui_input::Input;

use crate::proposal::Choice;
use crate::review::DecisionKind;
use crate::sampling::USUAL_SIZE;
use crate::tui::input::action::Action;
use crate::tui::input::bindings::{ENTER, ESC, TAB, char, ctrl, help, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::input::effect::Effect;
use crate::tui::panes::record;
use crate::tui::review::actions::{approve, mark, sampling, set_aside};
use crate::tui::review::bulk_decision::BulkDecision;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::tui::widgets::sheet::{Sheet, wrapped};
use crate::verdict::Remedy;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("bulk", "Accept all").confirming("accept_all");
pub(crate) const TYPED: KeyContext = KeyContext::new("bulk_typed", "Deciding more than 50").typing(Typing::Line);

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[char('y')], Action::Confirm, "accept them", "accept them all, as one undo step"),
        show(CONTEXT, &[ESC, char('n'), char('q')], Action::Leave, "cancel", "accept nothing"),
        show(CONTEXT, &[ctrl('l')], Action::ShowLeftOut, "what is left out", "go through what is left out, one by one"),
        help(CONTEXT),
        show(TYPED, &[ENTER], Action::Confirm, "decide them", "decide them all, once the word is typed"),
        show(TYPED, &[TAB], Action::DrawSample, "sample first", "review a random sample of them first"),
        show(TYPED, &[ESC], Action::Leave, "cancel", "decide nothing"),
        show(TYPED, &[ctrl('l')], Action::ShowLeftOut, "what is left out", "go through what is left out, one by one"),
        help(TYPED),
    ],
};

/// The number of findings listed as examples.
const SAMPLES: usize = 3;
/// The columns shown of a record and of the remaining text.
const EXCERPT: usize = 36;

impl Dialog<Model> for BulkDecision {
    fn context(&self) -> KeyContext {
        if self.wants_word() { TYPED } else { CONTEXT }
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        if let Some(why) = self.obstacle(model, &action).filter(|_| action != Action::Confirm) {
            model.refuse(why);
            return DialogOutcome::stays();
        }
        match action {
            Action::Confirm if self.is_confirmed() && self.approves => {
                DialogOutcome::closes(approve::carry_out(model, self))
            }
            Action::Confirm if self.is_confirmed() => DialogOutcome::closes(mark::carry_out(model, self)),
            Action::Confirm => {
                let leave = model.settings.keys.key(TYPED, &Action::Leave);
                model.refuse(format!("type {} to confirm, or press {leave}", self.word()));
                DialogOutcome::stays()
            }
            Action::DrawSample => DialogOutcome::closes(sampling::begin(model, self.clone())),
            Action::ShowLeftOut => {
                set_aside::show(model);
                DialogOutcome::closes(Vec::new())
            }
            _ => DialogOutcome::stays(),
        }
    }

    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        model.notify("nothing was decided");
        Vec::new()
    }

    fn obstacle(&self, _model: &Model, action: &Action) -> Option<String> {
        let why = match action {
            Action::Confirm if !self.is_confirmed() => "the word is not typed yet",
            Action::DrawSample if self.sample.is_some() => "a sample of them was already reviewed",
            Action::DrawSample if !self.can_be_sampled() => "a sample is only drawn before many are accepted",
            Action::ShowLeftOut if self.left_out.to_look_at.is_empty() => {
                "nothing left out can be decided individually"
            }
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn input_line(&mut self) -> Option<&mut Input> {
        Some(&mut self.typed)
    }

    /// Pasting never confirms.
    fn paste(&mut self, _text: &str) {}

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let lines = lines(context.model, self, context.theme, (context.width(), context.rows()));
        Some(Sheet::new("Decide together", lines, context.theme))
    }
}

/// The lines of the dialog. If they do not fit, the details are cut and the question stays.
fn lines(model: &Model, open: &BulkDecision, theme: &Theme, (width, rows): (usize, usize)) -> Vec<Line<'static>> {
    let group = open.group.as_ref().map(|group| (group.clone(), theme.text));
    let shown = match &open.sample {
        Some(sample) => (sample.outcome.sentence(), theme.good),
        None => (shown(model), theme.text),
    };
    let head = std::iter::once((question(open), theme.strong)).chain(group).chain([shown]);
    let mut lines = wrapped(head.collect(), width, theme);
    let laid_out = |tells_all| wrapped(details(model, open, theme, (width, tells_all)), width, theme);
    let mut details = laid_out(true);
    let below = 1 + usize::from(open.can_be_sampled());
    let room = rows.saturating_sub(lines.len() + below);
    if details.len() > room {
        // What is left out matters more than what happens to the examples.
        details = laid_out(false);
    }
    if details.len() > room {
        details.truncate(room.saturating_sub(1));
        details.push(Line::styled("… and more than fits here", theme.warning));
    }
    lines.extend(details);
    lines.extend(offer(model, open).map(|offer| Line::styled(text::shorten(&offer, width), theme.text)));
    lines.push(confirmation(open, theme));
    lines
}

/// The offer to review a sample first.
fn offer(model: &Model, open: &BulkDecision) -> Option<String> {
    let key = model.settings.keys.key(TYPED, &Action::DrawSample);
    let size = open.sample_size().unwrap_or(USUAL_SIZE).min(open.places.len());
    open.can_be_sampled().then(|| format!("{key} review {size} of them first, drawn at random (type another number)"))
}

fn details(
    model: &Model,
    open: &BulkDecision,
    theme: &Theme,
    (width, tells_all): (usize, bool),
) -> Vec<(String, Style)> {
    let blank = || (String::new(), theme.text);
    let mut texts: Vec<_> = open.why.iter().map(|why| (format!("because: {why}"), theme.text)).collect();
    texts.push(blank());
    texts.extend(samples(model, open, theme, (width, tells_all)).into_iter().map(|sample| (sample, theme.dim)));
    texts.push(blank());
    let before_warnings = texts.len();
    // The warnings only concern acceptance.
    for (warning, count) in open.warnings.iter().filter(|_| open.kind == DecisionKind::Accept) {
        texts.push((format!("{count} × ⚠ {}", warning.sentence()), theme.warning));
    }
    let lost = lost_records(model, open);
    if lost > 0 {
        texts.push((format!("{lost} × ⚠ the lost record is not written: only the text is cleaned"), theme.warning));
    }
    texts.extend(left_out(model, open, theme));
    if texts.len() > before_warnings {
        texts.push(blank());
    }
    texts
}

/// The number of findings that propose a record which the chosen remedy does not write.
fn lost_records(model: &Model, open: &BulkDecision) -> usize {
    if open.choice != Some(Choice::Strip) {
        return 0;
    }
    let items = open.places.iter().filter_map(|place| model.findings.get(*place));
    items.filter(|item| item.facets().remedy == Some(Remedy::Recover)).count()
}

fn question(open: &BulkDecision) -> String {
    let count = open.places.len();
    let marked = if open.marked { "marked " } else { "" };
    let findings = if count == 1 { "finding" } else { "findings" };
    if open.approves {
        return format!("Approve {count} {marked}{findings} that others accepted?");
    }
    match open.kind {
        DecisionKind::Accept if open.sample.is_some() => {
            let how = open.choice.map_or("proposed", Choice::name);
            format!("Accept the other {count} {marked}{findings} as {how}?")
        }
        DecisionKind::Accept => {
            let how = open.choice.map_or("proposed", Choice::name);
            format!("Accept {count} {marked}{findings} as {how}?")
        }
        DecisionKind::Reject => format!("Reject {count} {marked}{findings}? Message texts stay unchanged."),
        DecisionKind::Skip | DecisionKind::Reset => format!("Skip {count} {marked}{findings} for now?"),
    }
}

/// The filter, since the action only applies to what it shows.
fn shown(model: &Model) -> String {
    let (shown, total) = (model.shown(), model.findings.len());
    match model.filter().to_string() {
        filter if filter.is_empty() => format!("no filter: all {total} are shown"),
        filter => format!("filter: {filter} · {shown} of {total} shown"),
    }
}

/// The first findings; for an acceptance also what it does to each.
fn samples(model: &Model, open: &BulkDecision, theme: &Theme, (width, tells_all): (usize, bool)) -> Vec<String> {
    let mut samples = Vec::new();
    for place in open.places.iter().take(SAMPLES) {
        let Some(item) = model.findings.get(*place) else { continue };
        let (facets, gist) = (item.facets(), item.gist(&model.settings.rules()));
        let (subject, speaker) = (theme.data(&facets.subject), theme.data(&facets.speaker));
        samples.push(text::shorten(&format!("  {} {subject} {gist} · {speaker}", item.key), width));
        if tells_all && open.kind == DecisionKind::Accept && !open.approves {
            samples.extend(outcome(model, *place, open.choice, theme).map(|outcome| text::shorten(&outcome, width)));
        }
    }
    if let Some(more) = open.places.len().checked_sub(SAMPLES).filter(|more| *more > 0) {
        samples.push(format!("  and {more} more"));
    }
    samples
}

/// What accepting a finding does: the records written and the remaining text.
fn outcome(model: &Model, place: usize, choice: Option<Choice>, theme: &Theme) -> Option<String> {
    let edit = mark::decided(model, place, None, choice)?.edit;
    let finding = model.findings.get(place)?.revised(&edit, &model.settings.rules())?;
    let excerpt = |data: &str| text::shorten(&theme.data(data), EXCERPT);
    let record = |written| format!("+ {}", excerpt(&record::in_one_line(model, written)));
    let left = finding.text_left();
    let left = if left.trim().is_empty() { "nothing".to_owned() } else { excerpt(left) };
    let parts: Vec<_> = finding.records.iter().map(record).chain([format!("leaves: {left}")]).collect();
    Some(format!("      {}", parts.join(" · ")))
}

fn left_out(model: &Model, open: &BulkDecision, theme: &Theme) -> Vec<(String, Style)> {
    let key = model.settings.keys.key(open.context(), &Action::ShowLeftOut);
    let way = if open.left_out.to_look_at.is_empty() { String::new() } else { format!(" ({key}: one by one)") };
    match open.left_out.reasons() {
        [] => Vec::new(),
        [(reason, count)] => vec![(format!("{count} left out: {reason}{way}"), theme.text)],
        reasons => {
            let each = reasons.iter().map(|(reason, count)| (format!("{count} × {reason}"), theme.text));
            let all = (format!("{} left out:{way}", open.left_out.count()), theme.strong);
            std::iter::once(all).chain(each).collect()
        }
    }
}

fn confirmation(open: &BulkDecision, theme: &Theme) -> Line<'static> {
    let word = open.word();
    if open.wants_word() {
        return Line::from(vec![
            Span::styled(format!("Type {word} and press Enter: "), theme.strong),
            Span::raw(text::shorten(&theme.data(open.typed.value()), 20)),
            Span::styled(" ", theme.selected),
        ]);
    }
    Line::styled(format!("y {word} all · Esc cancel"), theme.strong)
}
