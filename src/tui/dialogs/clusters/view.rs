//! What the dialog shows: groups, their spread, and how the findings of an unfolded one differ.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::civil::Date;
use ratatui::text::Line;

use crate::explore::spark;
use crate::tui::findings::variation::VariedFinding;
use crate::tui::findings::words;
use crate::tui::review::model::Model;
use crate::tui::text;
use crate::tui::theme::Theme;

use super::{ClusterGroup, ClusterRow, ClustersDialog};

/// The sparkline of a group covers at most this many of its last weeks.
const WEEKS: usize = 16;

/// The lines of the sheet, two a group.
pub(super) fn lines(model: &Model, dialog: &ClustersDialog, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    if dialog.groups.is_empty() {
        return vec![Line::styled(text::shorten("No finding is shown.", width), theme.text)];
    }
    let mut lines = Vec::new();
    for (place, part) in dialog.parts().into_iter().enumerate() {
        let is_selected = place == dialog.cursor;
        match part {
            ClusterRow::Group(number) => {
                let Some(group) = dialog.groups.get(number) else { continue };
                let (mark, style) = match (is_selected, group.places.is_empty()) {
                    (true, _) => ("▸", theme.selected),
                    (false, false) => (" ", theme.text),
                    (false, true) => (" ", theme.dim),
                };
                let title = format!("{mark}{:>5} × {}", group.places.len() + group.decided, group.cluster.title());
                lines.push(Line::styled(text::fit(&title, width), style));
                let spread = format!("         {}", spread(group, theme));
                lines.push(Line::styled(text::shorten(&spread, width), theme.dim));
            }
            ClusterRow::Member(group, member) => {
                let Some(member) = dialog.member(group, member) else { continue };
                let is_out = dialog.taken_out.contains(&member.place);
                let line = describe(model, member, (is_selected, is_out), theme);
                let style = match (is_selected, is_out) {
                    (true, _) => theme.selected,
                    (_, true) => theme.dim,
                    _ if member.is_odd => theme.warning,
                    _ => theme.text,
                };
                lines.push(Line::styled(text::fit(&line, width), style));
            }
            ClusterRow::More(_, more) => {
                let line = format!("{}         and {more} more, not compared", if is_selected { "▸" } else { " " });
                lines.push(Line::styled(text::shorten(&line, width), theme.dim));
            }
        }
    }
    lines
}

/// Describes a finding of a group by what differs within the group.
fn describe(model: &Model, member: &VariedFinding, (is_selected, is_out): (bool, bool), theme: &Theme) -> String {
    let key = model.findings.get(member.place).map(|item| item.key.to_string()).unwrap_or_default();
    let mark = if is_selected { "▸" } else { " " };
    let out = if is_out { "excluded · " } else { "" };
    let odd = if member.is_odd { "odd: " } else { "" };
    let part = |(name, value): &(String, String)| {
        let value = if value.is_empty() { Cow::Borrowed("–") } else { theme.data(value) };
        format!("{}: {value}", theme.data(name))
    };
    let differences: Vec<_> = member.differences.iter().map(part).collect();
    let differences =
        if differences.is_empty() { "the same as the others".to_owned() } else { differences.join(" · ") };
    format!("{mark}        {key}  {out}{odd}{differences}")
}

/// How a group spreads over agents and weeks, and its warnings.
fn spread(group: &ClusterGroup, theme: &Theme) -> String {
    let ClusterGroup { cluster, places, decided, agents, weeks } = group;
    let undecided = match (places.len(), decided) {
        (0, _) => "all decided".to_owned(),
        (_, 0) => "undecided".to_owned(),
        (undecided, _) => format!("{undecided} undecided"),
    };
    let model = cluster.model.as_ref().map(|model| theme.data(words::without_provider(model)).into_owned());
    let agents = match agents.first() {
        Some(agent) if agents.len() == 1 => theme.data(agent).into_owned(),
        _ => words::count(agents.len(), "agent"),
    };
    let warnings = cluster.warnings.iter().map(|warning| format!("⚠ {}", warning.name().replace('_', " ")));
    // What matters most comes first: a narrow screen cuts the end.
    let parts = std::iter::once(undecided).chain(warnings).chain(model).chain([agents, over_weeks(weeks)]);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// The last weeks of a group as a sparkline.
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
    let last = if first.year() == last.year() { last.strftime("%m-%d").to_string() } else { last.to_string() };
    format!("{first} ▕{}▏ {last}", spark(&counts))
}
