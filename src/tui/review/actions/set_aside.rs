//! The findings that a bulk action left out, to be decided one by one.

use crate::tui::findings::filter_choice::FilterChoice;
use crate::tui::findings::left_out::LeftOutCounts;
use crate::tui::findings::property::FindingProperty;
use crate::tui::findings::query::Query;
use crate::tui::input::action::Action;
use crate::tui::review::bulk_decision::BulkDecision;
use crate::tui::review::model::Model;

/// Sets aside what a question leaves out. Reports it, with this reason, if that is all. Returns whether it is not.
pub(crate) fn leaves_some(model: &mut Model, question: &BulkDecision, reason: &str) -> bool {
    model.findings.set_aside_only(&question.left_out.to_look_at);
    if question.places.is_empty() {
        let left = describe(model, &question.left_out);
        model.refuse(format!("{reason}{left}"));
    }
    !question.places.is_empty()
}

/// Describes what is left out in one line, with the key that shows it.
pub(crate) fn describe(model: &Model, left_out: &LeftOutCounts) -> String {
    let sentence = left_out.describe();
    if left_out.to_look_at.is_empty() {
        return sentence;
    }
    format!("{sentence} ({}: one by one)", model.settings.key(&Action::ShowLeftOut))
}

/// Shows what the last bulk action left out.
pub(crate) fn show(model: &mut Model) {
    let left = model.findings.set_aside();
    let waits = |place: &&usize| model.findings.is_undecided(**place);
    let first = left.iter().find(waits).or(left.first()).copied();
    let count = left.len();
    model.filter_by(Query::only(FilterChoice::Property(FindingProperty::SetAside)));
    model.select(first);
    let filter = model.settings.key(&Action::Filter);
    model.notify(format!("{count} left out: decide each one · {filter} filter"));
}
