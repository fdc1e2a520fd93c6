//! What would be written, in groups of findings that are the same decision, and what of them shows.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use crate::proposal::{Cluster, Edit, Status};
use crate::source::Key;
use crate::tui::review::model::{Item, Model};

/// Findings that are written alike.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) title: String,
    /// Their places; `None` of a message whose finding is not among those of this review.
    pub(super) members: Vec<(Key, Option<usize>)>,
}

/// What makes findings one group: what they are, whether a reviewer changed what is proposed, and what was chosen for each claim.
type Likeness = (Cluster, bool, Vec<(usize, &'static str)>);

/// What shows: a group, or one of its findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Group(usize),
    Finding(usize, usize),
}

impl Part {
    pub(super) fn group(self) -> usize {
        match self {
            Self::Group(group) | Self::Finding(group, _) => group,
        }
    }
}

/// What was chosen for each claim: findings of a group that are written otherwise are another group.
fn choices(edit: &Edit) -> Vec<(usize, &'static str)> {
    edit.claims.iter().filter_map(|(claim, change)| Some((*claim, change.choice?.name()))).collect()
}

/// What findings that are written alike are called: what they are, and what is done with them.
fn title(model: &Model, item: &Item) -> String {
    let mut cluster: Cluster = item.facets().cluster.clone();
    let edited = if item.status == Status::Edited { ", edited" } else { "" };
    cluster.remedy = item.remedy(&model.setting.rules());
    let warnings = cluster.warnings.iter().map(|warning| format!("⚠ {}", warning.name().replace('_', " ")));
    std::iter::once(format!("{}{edited}", cluster.title())).chain(warnings).collect::<Vec<_>>().join(" · ")
}

/// The groups of these messages, the largest first.
pub(super) fn of(model: &Model, messages: &[Key]) -> Vec<Group> {
    let mut places: HashMap<Likeness, usize> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut unknown = Vec::new();
    for message in messages {
        let place = model.place(message);
        let Some((place, item)) = place.and_then(|place| Some((place, model.items.get(place)?))) else {
            unknown.push((message.clone(), None));
            continue;
        };
        // Which model wrote the messages makes no difference to what is written.
        let cluster = Cluster { model: None, ..item.facets().cluster.clone() };
        let alike: Likeness = (cluster, item.status == Status::Edited, choices(item.edit()));
        let group = *places.entry(alike).or_insert_with(|| {
            groups.push(Group { title: title(model, item), members: Vec::new() });
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(group) {
            group.members.push((message.clone(), Some(place)));
        }
    }
    groups.sort_by_key(|group| Reverse(group.members.len()));
    if !unknown.is_empty() {
        groups.push(Group { title: "not among the findings of this review".to_owned(), members: unknown });
    }
    groups
}

fn rows_of(group: &Group, is_folded: bool) -> usize {
    1 + if is_folded { 0 } else { group.members.len() }
}

/// How many parts show.
pub(super) fn count(groups: &[Group], folded: &BTreeSet<usize>) -> usize {
    groups.iter().enumerate().map(|(place, group)| rows_of(group, folded.contains(&place))).sum()
}

/// The part that shows in a row.
pub(super) fn part(groups: &[Group], folded: &BTreeSet<usize>, mut row: usize) -> Option<Part> {
    for (place, group) in groups.iter().enumerate() {
        let rows = rows_of(group, folded.contains(&place));
        if row < rows {
            return Some(row.checked_sub(1).map_or(Part::Group(place), |member| Part::Finding(place, member)));
        }
        row -= rows;
    }
    None
}

/// The row of a part that shows.
pub(super) fn place(groups: &[Group], folded: &BTreeSet<usize>, part: Part) -> Option<usize> {
    let before: usize =
        groups.iter().enumerate().take(part.group()).map(|(at, group)| rows_of(group, folded.contains(&at))).sum();
    match part {
        Part::Group(group) => groups.get(group).map(|_| before),
        Part::Finding(group, member) => (!folded.contains(&group)).then_some(before + 1 + member),
    }
}

/// All findings, from top to bottom, shown or not.
pub(super) fn findings(groups: &[Group]) -> Vec<Part> {
    let of_group = |(place, group): (usize, &Group)| (0..group.members.len()).map(move |it| Part::Finding(place, it));
    groups.iter().enumerate().flat_map(of_group).collect()
}

/// The place of a finding among all of the review.
pub(super) fn member(groups: &[Group], part: Part) -> Option<usize> {
    match part {
        Part::Group(_) => None,
        Part::Finding(group, member) => groups.get(group)?.members.get(member)?.1,
    }
}
