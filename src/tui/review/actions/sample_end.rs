//! The end of a sample.

use crate::proposal::Edit;
use crate::tui::findings::filter_choice::FilterChoice;
use crate::tui::findings::property::FindingProperty;
use crate::tui::findings::query::Query;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;

/// The query that shows a sample.
pub(crate) fn sample_only() -> Query {
    Query::only(FilterChoice::Property(FindingProperty::Sampled))
}

/// Ends the sample and restores the filter. Decisions are kept.
pub(crate) fn end(model: &mut Model) -> Vec<Effect> {
    let Some(sampling) = model.sampling.take() else { return Vec::new() };
    let mut effects = Vec::new();
    for (place, meant) in sampling.drawn {
        let Some(item) = model.findings.get(place) else { continue };
        // A choice meant for all findings was no edit by the reviewer.
        let drops = sampling.question.choice.is_some() && item.is_undecided() && *item.edit() == meant;
        let message = item.key.clone();
        model.change(place, |item| {
            item.touch(|edits| edits.sampled = false);
            if drops {
                item.keep(Edit::default());
            }
        });
        if drops {
            effects.push(Effect::SaveDraft { message, edit: Edit::default() });
        }
    }
    if *model.filter() == sample_only() {
        model.list.set_filter(sampling.shown_before);
    }
    model.renew_list();
    effects
}
