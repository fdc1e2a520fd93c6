//! Rows of the list, made of what a scan finds.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::proposal::Rules;
use crate::session::Reviewed;

use super::facets::{Facets, KnownFacets};
use super::item::Item;
use super::kept::Keeper;

/// Makes rows of the list: what findings have in common is kept once, and they themselves go where they have room.
#[derive(Debug)]
pub struct ItemMaker<'a> {
    rules: Rules<'a>,
    facets: KnownFacets,
    keeper: Keeper,
    reviewers: HashSet<Arc<String>>,
}

impl<'a> ItemMaker<'a> {
    /// One for proposals by these rules. Findings that are too many for the memory go into a file without a name, in a
    /// folder if that can be, else where the system has such files.
    #[must_use]
    pub fn new(rules: Rules<'a>, folder: Option<PathBuf>) -> Self {
        Self { rules, facets: KnownFacets::default(), keeper: Keeper::new(folder), reviewers: HashSet::new() }
    }

    /// The row of a finding; `None` where its message has no key to remember it by.
    pub fn item(&mut self, reviewed: Reviewed) -> Option<Item> {
        let Reviewed { finding, edit, draft, note, flagged, reviewer, approved_by } = reviewed;
        let status = finding.status;
        let facets = self.facets.kept(Facets::of(&finding, &self.rules));
        let mut item = Item::new(finding, facets, |finding| self.keeper.keep(finding))?;
        (item.status, item.flagged, item.reviewer) = (status, flagged, reviewer.map(|name| self.reviewer(name)));
        item.touch(|touched| (touched.edit, touched.note, touched.approved_by) = (edit, note, approved_by));
        if let Some(draft) = draft {
            item.keep(draft);
        }
        Some(item)
    }

    /// The name of a reviewer, as it is kept once.
    fn reviewer(&mut self, name: String) -> Arc<String> {
        if let Some(known) = self.reviewers.get(&name) {
            return Arc::clone(known);
        }
        let name = Arc::new(name);
        self.reviewers.insert(Arc::clone(&name));
        name
    }
}
