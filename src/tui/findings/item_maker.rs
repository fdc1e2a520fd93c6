//! Turns scan results into rows of the list.

use std::collections::HashSet;
use std::sync::Arc;

use crate::proposal::Rules;
use crate::session::Reviewed;

use super::facets::{Facets, KnownFacets};
use super::item::Item;
use super::store::StoreWriter;

/// Makes rows of the list. Shared values are stored once; the findings go to memory or a temporary table.
#[derive(Debug)]
pub struct ItemMaker<'a> {
    rules: Rules<'a>,
    facets: KnownFacets,
    writer: StoreWriter,
    reviewers: HashSet<Arc<String>>,
}

impl<'a> ItemMaker<'a> {
    /// A maker for proposals under these rules. Findings that exceed the memory limit go into a temporary table.
    #[must_use]
    pub fn new(rules: Rules<'a>) -> Self {
        Self { rules, facets: KnownFacets::default(), writer: StoreWriter::default(), reviewers: HashSet::new() }
    }

    /// The row of a finding; `None` if its message has no key.
    pub fn item(&mut self, reviewed: Reviewed) -> Option<Item> {
        let Reviewed { finding, edit, draft, note, flagged, reviewer, approved_by, in_bulk } = reviewed;
        let status = finding.status;
        let facets = self.facets.kept(Facets::of(&finding, &self.rules));
        let mut item = Item::new(finding, facets, |finding| self.writer.keep(finding))?;
        (item.status, item.in_bulk, item.reviewer) = (status, in_bulk, reviewer.map(|name| self.reviewer(name)));
        item.touch(|edits| {
            (edits.edit, edits.note) = (edit, note);
            (edits.approved_by, edits.flagged) = (approved_by, flagged);
        });
        if let Some(draft) = draft {
            item.keep(draft);
        }
        Some(item)
    }

    /// The shared copy of a reviewer's name.
    fn reviewer(&mut self, name: String) -> Arc<String> {
        if let Some(known) = self.reviewers.get(&name) {
            return Arc::clone(known);
        }
        let name = Arc::new(name);
        self.reviewers.insert(Arc::clone(&name));
        name
    }
}
