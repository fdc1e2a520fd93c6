//! The findings that propose the same as the selected one.

use std::iter::once;

use crate::tui::findings::alike_tallies::AlikeTallies;
use crate::tui::findings::matching;

use super::model::Model;

impl Model {
    /// The findings that one gesture would take with the selected one, which is among them: those that are shown, have
    /// the same status and the same changes.
    pub(crate) fn alike(&self) -> Vec<usize> {
        let Some(selected) = self.selected() else {
            return Vec::new();
        };
        let is_alike = |place: &usize| {
            self.findings.get(*place).is_some_and(|item| {
                item.status == selected.status && item.edit() == selected.edit() && self.is_shown(*place)
            })
        };
        self.selected
            .into_iter()
            .flat_map(|place| once(place).chain(self.findings.others_alike(place).filter(is_alike)))
            .collect()
    }

    /// The number of findings that [`Self::alike`] returns.
    pub(crate) fn count_alike(&mut self) -> usize {
        let Some(selected) = self.selected() else { return 0 };
        let (group, status) = (selected.group, selected.status);
        if !self.findings.groups().is_large(group) || !selected.edit().is_empty() {
            return self.alike().len();
        }
        self.tallies.get(group, status).unwrap_or_else(|| {
            self.tallies = AlikeTallies::of(&self.findings, &self.shown, matching::share(self.findings.len()));
            self.tallies.get(group, status).unwrap_or_default()
        })
    }
}
