//! Groups of findings that are written alike, and the visible rows of their list.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use crate::proposal::{Cluster, Edit, Status};
use crate::source::Key;
use crate::tui::review::model::{Item, Model};

/// Findings that are written alike.
#[derive(Clone, Debug)]
pub(super) struct WriteGroup {
    pub(super) title: String,
    /// Their keys and indices; `None` if the finding is not part of this review.
    pub(super) members: Vec<(Key, Option<usize>)>,
}

/// What makes findings one group: what they are, whether a reviewer changed what is proposed, and what was chosen for each claim.
type GroupKey = (Cluster, bool, Vec<(usize, &'static str)>);

/// A row of the list: a group, or one of its findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WritePlanRow {
    Group(usize),
    Finding(usize, usize),
}

impl WritePlanRow {
    pub(super) fn group(self) -> usize {
        match self {
            Self::Group(group) | Self::Finding(group, _) => group,
        }
    }
}

/// The choice for each claim. Findings with different choices belong to different groups.
fn choices(edit: &Edit) -> Vec<(usize, &'static str)> {
    edit.claims.iter().filter_map(|(claim, change)| Some((*claim, change.choice?.name()))).collect()
}

/// The title of a group: the kind of its findings and what is done with them.
fn title(model: &Model, item: &Item) -> String {
    let mut cluster: Cluster = item.facets().cluster.clone();
    let edited = if item.status == Status::Edited { ", edited" } else { "" };
    cluster.remedy = item.remedy(&model.settings.rules());
    let warnings = cluster.warnings.iter().map(|warning| format!("⚠ {}", warning.name().replace('_', " ")));
    std::iter::once(format!("{}{edited}", cluster.title())).chain(warnings).collect::<Vec<_>>().join(" · ")
}

/// Groups the findings of these messages, the largest group first.
pub(super) fn of(model: &Model, messages: &[Key]) -> Vec<WriteGroup> {
    let mut places: HashMap<GroupKey, usize> = HashMap::new();
    let mut groups: Vec<WriteGroup> = Vec::new();
    let mut unknown = Vec::new();
    for message in messages {
        let place = model.findings.place(message);
        let Some((place, item)) = place.and_then(|place| Some((place, model.findings.get(place)?))) else {
            unknown.push((message.clone(), None));
            continue;
        };
        // The model that wrote a message does not change what is written.
        let cluster = Cluster { model: None, ..item.facets().cluster.clone() };
        let alike: GroupKey = (cluster, item.status == Status::Edited, choices(item.edit()));
        let group = *places.entry(alike).or_insert_with(|| {
            groups.push(WriteGroup { title: title(model, item), members: Vec::new() });
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(group) {
            group.members.push((message.clone(), Some(place)));
        }
    }
    groups.sort_by_key(|group| Reverse(group.members.len()));
    if !unknown.is_empty() {
        groups.push(WriteGroup { title: "not among the findings of this review".to_owned(), members: unknown });
    }
    groups
}

fn rows_of(group: &WriteGroup, is_folded: bool) -> usize {
    1 + if is_folded { 0 } else { group.members.len() }
}

/// The number of visible rows.
pub(super) fn count(groups: &[WriteGroup], folded: &BTreeSet<usize>) -> usize {
    groups.iter().enumerate().map(|(place, group)| rows_of(group, folded.contains(&place))).sum()
}

/// The item at a visible row.
pub(super) fn part(groups: &[WriteGroup], folded: &BTreeSet<usize>, mut row: usize) -> Option<WritePlanRow> {
    for (place, group) in groups.iter().enumerate() {
        let rows = rows_of(group, folded.contains(&place));
        if row < rows {
            return Some(
                row.checked_sub(1).map_or(WritePlanRow::Group(place), |member| WritePlanRow::Finding(place, member)),
            );
        }
        row -= rows;
    }
    None
}

/// The visible row of an item.
pub(super) fn place(groups: &[WriteGroup], folded: &BTreeSet<usize>, part: WritePlanRow) -> Option<usize> {
    let before: usize =
        groups.iter().enumerate().take(part.group()).map(|(at, group)| rows_of(group, folded.contains(&at))).sum();
    match part {
        WritePlanRow::Group(group) => groups.get(group).map(|_| before),
        WritePlanRow::Finding(group, member) => (!folded.contains(&group)).then_some(before + 1 + member),
    }
}

/// All findings from top to bottom, visible or not.
pub(super) fn findings(groups: &[WriteGroup]) -> Vec<WritePlanRow> {
    let of_group =
        |(place, group): (usize, &WriteGroup)| (0..group.members.len()).map(move |it| WritePlanRow::Finding(place, it));
    groups.iter().enumerate().flat_map(of_group).collect()
}

/// The index of a row's finding in the model.
pub(super) fn member(groups: &[WriteGroup], part: WritePlanRow) -> Option<usize> {
    match part {
        WritePlanRow::Group(_) => None,
        WritePlanRow::Finding(group, member) => groups.get(group)?.members.get(member)?.1,
    }
}
