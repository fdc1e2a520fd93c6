//! Who may approve what.

use crate::review::is_same_reviewer;
use crate::tui::findings::left_out::LeftOutReason;

use super::model::{Item, Model};

/// Why this reviewer cannot approve a finding.
pub(crate) fn why_not(model: &Model, item: &Item) -> Option<LeftOutReason> {
    if !item.is_accepted() {
        return Some(LeftOutReason::HasStatus(item.status));
    }
    if item.reviewer.as_ref().is_none_or(|reviewer| is_same_reviewer(reviewer, &model.settings.reviewer)) {
        return Some(LeftOutReason::Own);
    }
    item.approved_by().map(|by| LeftOutReason::Approved(by.to_owned()))
}

/// Why the selected finding cannot be approved, in words.
pub(crate) fn obstacle(model: &Model) -> Option<String> {
    let item = model.selected()?;
    Some(match why_not(model, item)? {
        LeftOutReason::HasStatus(status) => {
            format!("{} is {}: only accepted findings can be approved", item.key, status.name())
        }
        LeftOutReason::Own => format!("you accepted {} yourself; another reviewer must approve it", item.key),
        reason => format!("{} is {reason}", item.key),
    })
}
