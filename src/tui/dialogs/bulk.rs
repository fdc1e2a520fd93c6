//! The question before many findings are decided at once.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use tui_input::Input;

use crate::proposal::Choice;
use crate::review::Act;
use crate::sampling::{Outcome, USUAL_SIZE};
use crate::tui::findings::left_out::LeftOut;
use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::input::effect::Effect;
use crate::tui::panes::record;
use crate::tui::review::model::Model;
use crate::tui::review::sampling;
use crate::tui::review::update::{aside, mark};
use crate::tui::text;
use crate::tui::theme::Theme;
use crate::verdict::Warning;

use super::dialog::{self, Dialog};
use super::sheet::{Room, Sheet, wrapped};

/// Above so many findings a bulk action wants a typed word.
pub(crate) const TYPED_ABOVE: usize = 50;

/// How many of the findings are shown as samples.
const SAMPLES: usize = 3;
/// So many columns of a record, and of a text that is left, are shown of each.
const EXCERPT: usize = 36;

/// What a sample of the findings came to before.
#[derive(Clone, Debug)]
pub(crate) struct Sampled {
    pub(crate) outcome: Outcome,
    /// How the findings were selected that it was drawn from, in words.
    pub(crate) filter: String,
}

/// What a bulk action would decide.
#[derive(Clone, Debug)]
pub struct BulkDialog {
    /// How it would decide.
    pub(crate) act: Act,
    /// Whether it approves what others accepted, and decides nothing.
    pub(crate) approves: bool,
    /// Whether it takes what is marked, not all that is shown.
    pub(crate) marked: bool,
    /// The group that it takes, by its title.
    pub(crate) group: Option<String>,
    /// The remedy that was chosen for all of them.
    pub(crate) choice: Option<Choice>,
    /// What is noted about each.
    pub(crate) why: Option<String>,
    /// The findings.
    pub(crate) places: Vec<usize>,
    /// What the reviewer should know of them, and of how many.
    pub(crate) warnings: Vec<(Warning, usize)>,
    /// What is not among them, though it is shown or marked.
    pub(crate) left_out: LeftOut,
    /// What a sample of them came to.
    pub(crate) sample: Option<Sampled>,
    /// What was typed.
    pub(crate) typed: Input,
}

impl Default for BulkDialog {
    /// The acceptance of nothing.
    fn default() -> Self {
        Self {
            act: Act::Accept,
            approves: false,
            marked: false,
            group: None,
            choice: None,
            why: None,
            places: Vec::new(),
            warnings: Vec::new(),
            left_out: LeftOut::default(),
            sample: None,
            typed: Input::default(),
        }
    }
}

impl BulkDialog {
    /// Takes a finding in, with what the reviewer should know of it.
    pub(crate) fn take(&mut self, place: usize, warnings: &[Warning]) {
        self.places.push(place);
        for warning in warnings {
            match self.warnings.iter_mut().find(|(known, _)| known == warning) {
                Some((_, count)) => *count += 1,
                None => self.warnings.push((*warning, 1)),
            }
        }
    }

    pub(crate) fn wants_word(&self) -> bool {
        self.places.len() > TYPED_ABOVE
    }

    /// What it does, in a word.
    fn word(&self) -> &'static str {
        if self.approves { "approve" } else { self.act.name() }
    }

    pub(crate) fn is_confirmed(&self) -> bool {
        !self.places.is_empty() && (!self.wants_word() || self.typed.value() == self.word())
    }

    /// Whether a sample can be looked at first.
    fn can_be_sampled(&self) -> bool {
        self.wants_word() && self.act == Act::Accept && !self.approves && self.sample.is_none()
    }

    /// How large a sample was asked for, if it was said.
    pub(crate) fn sample_size(&self) -> Option<usize> {
        self.typed.value().trim().parse().ok().filter(|size| *size > 0)
    }
}

impl Dialog for BulkDialog {
    fn context(&self) -> Context {
        if self.wants_word() { Context::BulkTyped } else { Context::Bulk }
    }

    fn act(&mut self, model: &mut Model, action: Action) -> dialog::Outcome {
        if let Some(why) = self.obstacle(model, &action).filter(|_| action != Action::Confirm) {
            model.refuse(why);
            return dialog::Outcome::stays();
        }
        match action {
            Action::Confirm if self.is_confirmed() => dialog::Outcome::closes(mark::carry_out(model, self)),
            Action::Confirm => {
                let leave = model.key_in(Context::BulkTyped, &Action::Leave);
                model.refuse(format!("type {} to confirm, or press {leave}", self.word()));
                dialog::Outcome::stays()
            }
            Action::DrawSample => dialog::Outcome::closes(sampling::begin(model, self.clone())),
            Action::ShowLeftOut => {
                aside::show(model);
                dialog::Outcome::closes(Vec::new())
            }
            _ => dialog::Outcome::stays(),
        }
    }

    fn close(&mut self, model: &mut Model) -> Vec<Effect> {
        model.tell("nothing was decided");
        Vec::new()
    }

    fn obstacle(&self, _model: &Model, action: &Action) -> Option<String> {
        let why = match action {
            Action::Confirm if !self.is_confirmed() => "the word is not typed yet",
            Action::DrawSample if self.sample.is_some() => "a sample of them was looked at",
            Action::DrawSample if !self.can_be_sampled() => "a sample is looked at before many are accepted",
            Action::ShowLeftOut if self.left_out.to_look_at.is_empty() => {
                "nothing is left out that could be decided by itself"
            }
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn begin_typing(&mut self) -> Option<&mut Input> {
        Some(&mut self.typed)
    }

    /// Confirms nothing by what a clipboard happens to hold.
    fn paste(&mut self, _text: &str) {}

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        let lines = lines(room.model, self, room.theme, (room.width(), room.rows()));
        Some(Sheet::new("Decide together", lines, room.theme))
    }
}

/// How many, which, with what warnings, and what is left out; where that has no room, not the question is cut.
fn lines(model: &Model, open: &BulkDialog, theme: &Theme, (width, rows): (usize, usize)) -> Vec<Line<'static>> {
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
        // What is left out, and why, comes before what is done to the first ones.
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

/// That a sample can be looked at first.
fn offer(model: &Model, open: &BulkDialog) -> Option<String> {
    let key = model.key_in(Context::BulkTyped, &Action::DrawSample);
    let size = open.sample_size().unwrap_or(USUAL_SIZE).min(open.places.len());
    open.can_be_sampled().then(|| format!("{key} looks at {size} of them first, drawn at random (type another number)"))
}

fn details(model: &Model, open: &BulkDialog, theme: &Theme, (width, tells_all): (usize, bool)) -> Vec<(String, Style)> {
    let blank = || (String::new(), theme.text);
    let mut texts: Vec<_> = open.why.iter().map(|why| (format!("because: {why}"), theme.text)).collect();
    texts.push(blank());
    texts.extend(samples(model, open, theme, (width, tells_all)).into_iter().map(|sample| (sample, theme.dim)));
    texts.push(blank());
    let told = texts.len();
    // Who rejects or skips lets nothing happen of which these warn.
    for (warning, count) in open.warnings.iter().filter(|_| open.act == Act::Accept) {
        texts.push((format!("{count} × ⚠ {}", warning.sentence()), theme.warning));
    }
    texts.extend(left_out(model, open, theme));
    if texts.len() > told {
        texts.push(blank());
    }
    texts
}

fn question(open: &BulkDialog) -> String {
    let count = open.places.len();
    let marked = if open.marked { "marked " } else { "" };
    let findings = if count == 1 { "finding" } else { "findings" };
    if open.approves {
        return format!("Approve {count} {marked}{findings} that others accepted?");
    }
    match open.act {
        Act::Accept if open.sample.is_some() => {
            let how = open.choice.map_or("proposed", Choice::name);
            format!("Accept the other {count} {marked}{findings} as {how}?")
        }
        Act::Accept => {
            let how = open.choice.map_or("proposed", Choice::name);
            format!("Accept {count} {marked}{findings} as {how}?")
        }
        Act::Reject => format!("Reject {count} {marked}{findings}? Their messages stay as they are."),
        Act::Skip | Act::Reset => format!("Skip {count} {marked}{findings} for now?"),
    }
}

/// What is shown, since nothing else is decided.
fn shown(model: &Model) -> String {
    let (shown, total) = (model.shown.len(), model.items.len());
    match model.filter.to_string() {
        filter if filter.is_empty() => format!("no filter: all {total} are shown"),
        filter => format!("filter: {filter} · {shown} of {total} shown"),
    }
}

/// The first of them, and of what is accepted what that does to each.
fn samples(model: &Model, open: &BulkDialog, theme: &Theme, (width, tells_all): (usize, bool)) -> Vec<String> {
    let mut samples = Vec::new();
    for place in open.places.iter().take(SAMPLES) {
        let Some(item) = model.items.get(*place) else { continue };
        let (facets, gist) = (item.facets(), item.gist(&model.setting.rules()));
        let (subject, speaker) = (theme.data(&facets.subject), theme.data(&facets.speaker));
        samples.push(text::shorten(&format!("  {} {subject} {gist} · {speaker}", item.key), width));
        if tells_all && open.act == Act::Accept && !open.approves {
            samples.extend(outcome(model, *place, open.choice, theme).map(|told| text::shorten(&told, width)));
        }
    }
    if let Some(more) = open.places.len().checked_sub(SAMPLES).filter(|more| *more > 0) {
        samples.push(format!("  and {more} more"));
    }
    samples
}

/// What accepting a finding does: the records that it writes, and the text that it leaves.
fn outcome(model: &Model, place: usize, choice: Option<Choice>, theme: &Theme) -> Option<String> {
    let edit = mark::decided(model, place, None, choice)?.edit;
    let finding = model.items.get(place)?.revised(&edit, &model.setting.rules());
    let excerpt = |data: &str| text::shorten(&theme.data(data), EXCERPT);
    let record = |written| format!("+ {}", excerpt(&record::in_one_line(model, written)));
    let left = finding.text_left();
    let left = if left.trim().is_empty() { "nothing".to_owned() } else { excerpt(left) };
    let parts: Vec<_> = finding.records.iter().map(record).chain([format!("leaves: {left}")]).collect();
    Some(format!("      {}", parts.join(" · ")))
}

fn left_out(model: &Model, open: &BulkDialog, theme: &Theme) -> Vec<(String, Style)> {
    let key = model.key_in(open.context(), &Action::ShowLeftOut);
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

fn confirmation(open: &BulkDialog, theme: &Theme) -> Line<'static> {
    let word = open.word();
    if open.wants_word() {
        return Line::from(vec![
            Span::styled(format!("Type {word} and press Enter: "), theme.strong),
            Span::raw(text::shorten(&theme.data(open.typed.value()), 20)),
            Span::styled(" ", theme.selected),
        ]);
    }
    Line::styled(format!("y {word}s them, as one gesture; Esc leaves"), theme.strong)
}
