//! Groups of findings that call for the same decision: what they share, how they spread, and one gesture for a group.

mod view;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;

use crate::proposal::Cluster;
use crate::review::DecisionKind;
use crate::sampling as sampled;
use crate::tui::dialogs::remedy;
use crate::tui::findings::variation::{self, VariedFinding};
use crate::tui::findings::words;
use crate::tui::input::action::{Action, Motion};
use crate::tui::input::bindings::{DOWN, END, ENTER, ESC, HOME, PAGE_DOWN, PAGE_UP, UP, bind, char, ctrl, help, show};
use crate::tui::input::context::KeyContext;
use crate::tui::input::effect::Effect;
use crate::tui::review::actions::{decide, mark, navigation, sample_end};
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::screen;
use crate::tui::widgets::sheet::{self, Sheet, SheetLines};

pub(crate) const CONTEXT: KeyContext = KeyContext::new("groups", "Groups");

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: Some(open),
    bindings: &[
        bind(KeyContext::REVIEW, &[char('C')], Action::Open(CONTEXT.name), "groups of findings with the same proposal"),
        show(
            CONTEXT,
            &[char('a')],
            Action::Decide(DecisionKind::Accept),
            "accept",
            "accept the group as proposed (asks)",
        ),
        show(CONTEXT, &[char('m')], Action::ChooseRemedy, "remedy", "choose a remedy for all of the group (asks)"),
        show(CONTEXT, &[char('r')], Action::Decide(DecisionKind::Reject), "reject", "reject the group (asks)"),
        show(CONTEXT, &[char('s')], Action::Decide(DecisionKind::Skip), "skip", "skip the group (asks)"),
        show(
            CONTEXT,
            &[char(' ')],
            Action::Toggle,
            "unfold",
            "show or hide how its findings differ; exclude one of them",
        ),
        bind(CONTEXT, &[char('u')], Action::Undo, "undo the last decision, and show its finding"),
        show(CONTEXT, &[ENTER], Action::Choose, "review them", "mark its findings and review them; or go to one"),
        bind(CONTEXT, &[char('j'), DOWN], Action::Move(Motion::Down), "next group"),
        bind(CONTEXT, &[char('k'), UP], Action::Move(Motion::Up), "previous group"),
        bind(CONTEXT, &[PAGE_DOWN, ctrl('d')], Action::Move(Motion::PageDown), "a page down"),
        bind(CONTEXT, &[PAGE_UP, ctrl('u')], Action::Move(Motion::PageUp), "a page up"),
        bind(CONTEXT, &[char('g'), HOME], Action::Move(Motion::First), "first group"),
        bind(CONTEXT, &[char('G'), END], Action::Move(Motion::Last), "last group"),
        show(CONTEXT, &[ESC, char('q'), char('C')], Action::Leave, "close", "go back to the findings"),
        help(CONTEXT),
    ],
};

/// The lines per group.
const ROWS: usize = 2;
/// The maximum number of findings compared in an unfolded group. Each of them is read.
const COMPARED: usize = 300;

/// Findings that call for the same decision.
#[derive(Clone, Debug)]
pub(crate) struct ClusterGroup {
    pub(crate) cluster: Cluster,
    /// The shown and undecided findings.
    pub(crate) places: Vec<usize>,
    /// The number of shown findings that are decided.
    decided: usize,
    agents: BTreeSet<String>,
    weeks: BTreeMap<Date, usize>,
}

/// How the findings of an unfolded group differ.
#[derive(Clone, Debug)]
struct UnfoldedGroup {
    members: Vec<VariedFinding>,
    /// The number of further findings, not compared.
    more: usize,
}

/// A row of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClusterRow {
    Group(usize),
    /// A finding of an unfolded group.
    Member(usize, usize),
    /// A remark that a group has more findings than are shown.
    More(usize, usize),
}

impl ClusterRow {
    fn group(self) -> usize {
        match self {
            Self::Group(group) | Self::Member(group, _) | Self::More(group, _) => group,
        }
    }

    fn rows(self) -> usize {
        if matches!(self, Self::Group(_)) { ROWS } else { 1 }
    }
}

/// The groups of the shown findings, and the state of their dialog.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClustersDialog {
    groups: Vec<ClusterGroup>,
    unfolded: BTreeMap<usize, UnfoldedGroup>,
    /// The findings excluded from what is done with their group.
    taken_out: BTreeSet<usize>,
    cursor: usize,
    /// Why the dialog was opened, if a sample led to it.
    reason: Option<String>,
}

impl ClustersDialog {
    /// The groups of the shown findings, those with the most undecided findings first.
    pub(crate) fn of(model: &Model) -> Self {
        Self::of_these(model, model.list.shown())
    }

    /// The groups a sample was drawn from, with the cursor at the group of a wrong finding.
    pub(crate) fn stopped(model: &Model, all: &[usize], wrong: usize, outcome: &sampled::SampleOutcome) -> Self {
        let mut dialog = Self::of_these(model, all);
        let Some(item) = model.findings.get(wrong) else { return dialog };
        let group = dialog.groups.iter().position(|group| group.cluster == item.facets().cluster).unwrap_or_default();
        dialog.unfold(model, group);
        dialog.cursor = dialog.parts().iter().position(|part| *part == ClusterRow::Group(group)).unwrap_or_default();
        let sentence = outcome.sentence();
        dialog.reason =
            Some(format!("{sentence}. The rest is not accepted together: this is the group of {}.", item.key));
        dialog
    }

    fn of_these(model: &Model, places: &[usize]) -> Self {
        let mut groups: HashMap<&Cluster, ClusterGroup> = HashMap::new();
        for place in places {
            let Some(item) = model.findings.get(*place) else { continue };
            let facets = item.facets();
            let group = groups.entry(&facets.cluster).or_insert_with(|| ClusterGroup {
                cluster: facets.cluster.clone(),
                places: Vec::new(),
                decided: 0,
                agents: BTreeSet::new(),
                weeks: BTreeMap::new(),
            });
            if item.is_undecided() {
                group.places.push(*place);
            } else {
                group.decided += 1;
            }
            if !group.agents.contains(&facets.speaker) {
                group.agents.insert(facets.speaker.clone());
            }
            if let Some(week) = item.week() {
                *group.weeks.entry(week).or_default() += 1;
            }
        }
        let mut groups: Vec<ClusterGroup> = groups.into_values().collect();
        groups.sort_by(|one, other| {
            let weight = |group: &ClusterGroup| Reverse((group.places.len(), group.decided));
            weight(one).cmp(&weight(other)).then_with(|| one.cluster.cmp(&other.cluster))
        });
        Self { groups, ..Self::default() }
    }

    /// The rows from top to bottom.
    fn parts(&self) -> Vec<ClusterRow> {
        let of_group = |group: usize| {
            let unfolded = self.unfolded.get(&group);
            let members = unfolded.map_or(0, |unfolded| unfolded.members.len());
            let more = unfolded.map(|unfolded| unfolded.more).filter(|more| *more > 0);
            let members = (0..members).map(move |member| ClusterRow::Member(group, member));
            std::iter::once(ClusterRow::Group(group))
                .chain(members)
                .chain(more.map(|more| ClusterRow::More(group, more)))
        };
        (0..self.groups.len()).flat_map(of_group).collect()
    }

    fn selected(&self) -> Option<(ClusterRow, &ClusterGroup)> {
        let part = self.parts().get(self.cursor).copied()?;
        Some((part, self.groups.get(part.group())?))
    }

    fn member(&self, group: usize, member: usize) -> Option<&VariedFinding> {
        self.unfolded.get(&group)?.members.get(member)
    }

    /// The finding at the cursor, if the cursor is on one.
    fn selected_member(&self) -> Option<usize> {
        match self.selected()?.0 {
            ClusterRow::Member(group, member) => self.member(group, member).map(|member| member.place),
            ClusterRow::Group(_) | ClusterRow::More(..) => None,
        }
    }

    /// Unfolds a group, or folds it again.
    fn unfold(&mut self, model: &Model, group: usize) {
        if self.unfolded.remove(&group).is_some() {
            return;
        }
        let Some(places) = self.groups.get(group).map(|group| &group.places) else { return };
        let said = |place: &usize| {
            let item = model.findings.get(*place)?;
            Some((*place, variation::traits(&*item.finding()?, &item.facets().speaker)))
        };
        let said: Vec<_> = places.iter().take(COMPARED).filter_map(said).collect();
        let members = variation::vary(&said);
        self.unfolded.insert(group, UnfoldedGroup { members, more: places.len().saturating_sub(COMPARED) });
    }

    /// Excludes a finding from its group or includes it again; unfolds or folds a group.
    fn toggle(&mut self, model: &Model) {
        if let Some(place) = self.selected_member() {
            if !self.taken_out.remove(&place) {
                self.taken_out.insert(place);
            }
            return;
        }
        let Some(group) = self.selected().map(|(part, _)| part.group()) else { return };
        self.unfold(model, group);
        self.cursor = self.parts().iter().position(|part| *part == ClusterRow::Group(group)).unwrap_or_default();
    }

    /// The findings of the selected group that an action applies to, and the group's title.
    fn meant(&self) -> Option<(Vec<usize>, String)> {
        let (_, ClusterGroup { cluster, places, .. }) = self.selected()?;
        let (out, meant): (Vec<_>, Vec<_>) = places.iter().copied().partition(|place| self.taken_out.contains(place));
        let title = cluster.title();
        let title = if out.is_empty() { title } else { format!("{title}, {} excluded", out.len()) };
        Some((meant, title))
    }
}

impl Dialog<Model> for ClustersDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        if let Action::Move(motion) = action {
            let rows = screen::dialog_extent(model, self).rows;
            self.cursor = motion.from(self.cursor, (rows / ROWS).max(1), self.parts().len());
            return DialogOutcome::stays();
        }
        if let Some(why) = self.obstacle(model, &action) {
            model.refuse(why);
            return DialogOutcome::stays();
        }
        if action == Action::Toggle {
            self.toggle(model);
            return DialogOutcome::stays();
        }
        // The decision of a sample that led here may be a slip.
        if action == Action::Undo {
            return DialogOutcome::closes(vec![Effect::Undo]);
        }
        let Some((places, title)) = self.meant() else { return DialogOutcome::stays() };
        // Acting on a group that a sample led to ends the sample.
        let effects = if self.reason.is_some() { sample_end::end(model) } else { Vec::new() };
        let is_opened = match action {
            Action::Decide(kind) => decide::ask_group(model, &places, kind, &title),
            Action::ChooseRemedy => remedy::choose_for_all(model, places, Some(title)),
            Action::Choose => match self.selected_member() {
                Some(place) => {
                    navigation::show_finding(model, place);
                    true
                }
                None => mark::look_at_all(model, &places),
            },
            _ => false,
        };
        if is_opened { DialogOutcome::closes(effects) } else { DialogOutcome::stays_and(effects) }
    }

    fn obstacle(&self, _model: &Model, action: &Action) -> Option<String> {
        let acts = matches!(action, Action::Decide(_) | Action::ChooseRemedy | Action::Choose);
        let is_over = || self.meant().is_none_or(|(places, _)| places.is_empty()) && self.selected_member().is_none();
        let has_none = || self.selected().is_none_or(|(_, group)| group.places.is_empty());
        match action {
            Action::Decide(_) | Action::ChooseRemedy
                if !has_none() && self.meant().is_none_or(|(it, _)| it.is_empty()) =>
            {
                Some("all findings of this group are excluded".to_owned())
            }
            Action::Toggle if has_none() => Some("this group has nothing undecided".to_owned()),
            _ => (acts && is_over()).then(|| "this group has nothing undecided".to_owned()),
        }
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let width = context.whole_width();
        let reason = self.reason.iter().map(|reason| (reason.clone(), context.theme.warning)).collect();
        let head = sheet::wrapped(reason, width, context.theme);
        let undecided: usize = self.groups.iter().map(|group| group.places.len()).sum();
        let title = format!("Groups {} · {} undecided", self.groups.len(), words::count(undecided, "finding"));
        let above: usize = self.parts().iter().take(self.cursor).map(|part| part.rows()).sum();
        let top = sheet::centred(above, 1, context.rows().saturating_sub(head.len()));
        let lines = SheetLines::All(view::lines(context.model, self, width, context.theme));
        Some(Sheet { head, ..Sheet::full(title, lines, top, context.theme) })
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        let mut below = 0;
        self.parts().iter().position(|part| {
            below += part.rows();
            line < below
        })
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> DialogOutcome {
        self.cursor = choice;
        DialogOutcome::stays()
    }
}

fn open(model: &mut Model) -> Vec<Effect> {
    model.open(ClustersDialog::of(model));
    Vec::new()
}
