//! Flags: findings that want another look.

use crate::source::Key;
use crate::tui::findings::left_out::LeftOutCounts;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::{Item, Model};

use super::mark;

/// Flags the marked findings, else the selected one. If all are flagged already, removes the flags.
pub(crate) fn toggle(model: &mut Model) -> Vec<Effect> {
    let mut left_out = LeftOutCounts::default();
    let meant = match mark::chosen_and_shown(model, &mut left_out) {
        Some(places) => places,
        None => model.list.selected().into_iter().collect(),
    };
    let is_flagged = |place: &usize| model.findings.get(*place).is_some_and(Item::is_flagged);
    let flagged = !meant.iter().all(is_flagged);
    let changed: Vec<usize> = meant.into_iter().filter(|place| is_flagged(place) != flagged).collect();
    if changed.is_empty() {
        model.refuse(format!("there is no finding to flag{}", left_out.describe()));
        return Vec::new();
    }
    model.begin_gesture(&changed);
    let messages: Vec<Key> = changed.iter().filter_map(|place| Some(model.findings.get(*place)?.key.clone())).collect();
    for place in &changed {
        model.change(*place, |item| item.touch(|edits| edits.flagged = flagged));
    }
    // The filter may depend on it.
    model.refilter(&changed);
    model.notify(sentence(&messages, flagged, &left_out));
    vec![Effect::Flag { messages, flagged }]
}

fn sentence(messages: &[Key], flagged: bool, left_out: &LeftOutCounts) -> String {
    let which = match messages {
        [one] => one.to_string(),
        several => several.len().to_string(),
    };
    let done = match (flagged, messages.len()) {
        (true, 1) => "flagged for a later look",
        (true, _) => "flagged for a later look, and still marked",
        (false, _) => "unflagged",
    };
    format!("{which} {done} · u undo{}", left_out.describe())
}
