//! Findings that are the same decision, as groups: what they have in common, how they spread, and one gesture for all of a group.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use ratatui::text::Line;

use crate::explore::spark;
use crate::proposal::Cluster;
use crate::tui::findings::words;
use crate::tui::input::action::{Action, Motion};
use crate::tui::input::context::Context;
use crate::tui::review::model::Model;
use crate::tui::review::update::{decide, mark};
use crate::tui::screen;
use crate::tui::text;
use crate::tui::theme::Theme;

use super::dialog::{Dialog, Outcome};
use super::sheet::{self, Lines, Room, Sheet};

/// How many lines a group takes.
const ROWS: usize = 2;
/// How many weeks the sparkline of a group has at most: the last ones.
const WEEKS: usize = 16;

/// Findings that are the same decision.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) cluster: Cluster,
    /// The findings that are shown and undecided.
    pub(crate) places: Vec<usize>,
    /// How many that are shown are decided.
    decided: usize,
    agents: BTreeSet<String>,
    weeks: BTreeMap<Date, usize>,
}

/// The groups of what is shown, as they are looked at.
#[derive(Clone, Debug, Default)]
pub struct ClustersDialog {
    groups: Vec<Group>,
    cursor: usize,
}

impl ClustersDialog {
    /// The groups of what is shown, those with most undecided findings first.
    pub(crate) fn of(model: &Model) -> Self {
        let mut groups: HashMap<&Cluster, Group> = HashMap::new();
        for place in &model.shown {
            let Some(item) = model.items.get(*place) else { continue };
            let facets = item.facets();
            let group = groups.entry(&facets.cluster).or_insert_with(|| Group {
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
        let mut groups: Vec<Group> = groups.into_values().collect();
        groups.sort_by(|one, other| {
            let weight = |group: &Group| Reverse((group.places.len(), group.decided));
            weight(one).cmp(&weight(other)).then_with(|| one.cluster.cmp(&other.cluster))
        });
        Self { groups, cursor: 0 }
    }

    fn selected(&self) -> Option<&Group> {
        self.groups.get(self.cursor)
    }

    fn go(&mut self, motion: Motion, page: usize) {
        self.cursor = motion.from(self.cursor, page, self.groups.len());
    }
}

impl Dialog for ClustersDialog {
    fn context(&self) -> Context {
        Context::Clusters
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        if let Action::Move(motion) = action {
            let rows = screen::dialog_extent(model, self).rows;
            self.go(motion, (rows / ROWS).max(1));
            return Outcome::stays();
        }
        if let Some(why) = self.obstacle(model, &action) {
            model.refuse(why);
            return Outcome::stays();
        }
        let Some(Group { cluster, places, .. }) = self.selected() else { return Outcome::stays() };
        let is_opened = match action {
            Action::Decide(act) => decide::ask_group(model, places, act, &cluster.title()),
            Action::ChooseRemedy => mark::choose_for_all(model, places.clone(), Some(cluster.title())),
            Action::Choose => mark::look_at_all(model, places),
            _ => false,
        };
        if is_opened { Outcome::closes(Vec::new()) } else { Outcome::stays() }
    }

    fn obstacle(&self, _model: &Model, action: &Action) -> Option<String> {
        let acts = matches!(action, Action::Decide(_) | Action::ChooseRemedy | Action::Choose);
        let is_decided = self.selected().is_none_or(|group| group.places.is_empty());
        (acts && is_decided).then(|| "nothing of this group is undecided".to_owned())
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        let lines = lines(self, room.whole_width(), room.theme);
        let undecided: usize = self.groups.iter().map(|group| group.places.len()).sum();
        let title = format!("Groups {} · {} undecided", self.groups.len(), words::count(undecided, "finding"));
        let top = sheet::centred(self.cursor, ROWS, room.rows());
        Some(Sheet::full(title, Lines::All(lines), top, room.theme))
    }

    fn choice_in(&self, _model: &Model, line: usize) -> Option<usize> {
        Some(line / ROWS).filter(|place| *place < self.groups.len())
    }

    fn point_at(&mut self, _model: &mut Model, choice: usize) -> Outcome {
        self.cursor = choice;
        Outcome::stays()
    }
}

fn lines(dialog: &ClustersDialog, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    if dialog.groups.is_empty() {
        return vec![Line::styled(text::shorten("No finding is shown.", width), theme.text)];
    }
    let rows = dialog.groups.iter().enumerate().flat_map(|(place, group)| {
        let (mark, style) = match (place == dialog.cursor, group.places.is_empty()) {
            (true, _) => ("▸", theme.selected),
            (false, false) => (" ", theme.text),
            (false, true) => (" ", theme.dim),
        };
        let title = theme.data(&group.cluster.title()).into_owned();
        let title = format!("{mark}{:>5} × {title}", group.places.len() + group.decided);
        let spread = format!("         {}", spread(group, theme));
        [Line::styled(text::fit(&title, width), style), Line::styled(text::shorten(&spread, width), theme.dim)]
    });
    rows.collect()
}

/// How a group spreads over agents and weeks, and what the reviewer should know of it.
fn spread(group: &Group, theme: &Theme) -> String {
    let Group { cluster, places, decided, agents, weeks } = group;
    let undecided = match (places.len(), decided) {
        (0, _) => "all decided".to_owned(),
        (_, 0) => "all undecided".to_owned(),
        (undecided, _) => format!("{undecided} undecided"),
    };
    let model = cluster.model.as_ref().map(|model| theme.data(model).into_owned());
    let agents = match agents.first() {
        Some(agent) if agents.len() == 1 => theme.data(agent).into_owned(),
        _ => words::count(agents.len(), "agent"),
    };
    let warnings = cluster.warnings.iter().map(|warning| format!("⚠ {}", warning.name().replace('_', " ")));
    let parts = [Some(undecided), model, Some(agents), Some(over_weeks(weeks))].into_iter().flatten();
    parts.chain(warnings).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// The last weeks as a sparkline, from the first of them on.
fn over_weeks(weeks: &BTreeMap<Date, usize>) -> String {
    let (Some((first, _)), Some((last, _))) = (weeks.first_key_value(), weeks.last_key_value()) else {
        return String::new();
    };
    if first == last {
        return format!("week of {first}");
    }
    let counts: Vec<usize> = std::iter::successors(Some(*last), |monday| {
        monday.checked_sub(jiff::Span::new().days(7)).ok().filter(|monday| monday >= first)
    })
    .take(WEEKS)
    .map(|monday| weeks.get(&monday).copied().unwrap_or_default())
    .collect();
    let counts: Vec<usize> = counts.into_iter().rev().collect();
    format!("{first} ▕{}▏ {last}", spark(&counts))
}
