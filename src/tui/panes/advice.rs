//! Advice on warnings: what a reviewer can do, and with which key.

use crate::tui::input::action::Action;
use crate::tui::review::model::{Model, Pane};
use crate::verdict::Warning;

/// What can be done about a warning, such as `e edits it, m strips it`.
pub(crate) fn of(warning: Warning, model: &Model) -> String {
    describe(model, &steps(warning))
}

fn describe(model: &Model, steps: &[(Action, &str)]) -> String {
    let parts: Vec<_> = steps.iter().map(|(action, does)| format!("{} {does}", model.settings.key(action))).collect();
    parts.join(", ")
}

/// The actions that help, and what they do here.
fn steps(warning: Warning) -> Vec<(Action, &'static str)> {
    use Action::{ChooseRemedy, Edit, Show, ShowConversation, ToggleClaim};
    match warning {
        Warning::PayloadOnly => vec![(Edit, "writes a new text")],
        Warning::DuplicateRecord => vec![(ChooseRemedy, "recovers it here instead")],
        Warning::ExpiredRecord => vec![(Edit, "changes its type")],
        Warning::NoOwner | Warning::NoSuchRecord => {
            vec![(ChooseRemedy, "strips it"), (ToggleClaim, "leaves it")]
        }
        Warning::InvalidRecord => vec![(Edit, "corrects it"), (ChooseRemedy, "strips it")],
        Warning::TruncatedPayload => vec![(Edit, "completes the record"), (ChooseRemedy, "strips it")],
        Warning::UnreadablePayload => {
            vec![(Show(Pane::Message), "shows the message"), (ChooseRemedy, "strips it"), (ToggleClaim, "leaves it")]
        }
        Warning::ToolNotEnabled => vec![(ChooseRemedy, "recovers or strips it")],
        Warning::OtherToolsUsed => {
            vec![(ShowConversation, "shows the conversation"), (ChooseRemedy, "recovers or strips it")]
        }
        Warning::UncertainValue => vec![(Show(Pane::Message), "shows the message"), (Edit, "corrects it")],
        Warning::HiddenByTools => vec![(ChooseRemedy, "strips it without a record")],
        Warning::TimeUnknown => vec![(ShowConversation, "shows the conversation"), (ChooseRemedy, "strips it")],
        Warning::ChangedSince => {
            vec![(Show(Pane::Evidence), "shows the evidence"), (ChooseRemedy, "strips or recovers it")]
        }
        Warning::Leftover => vec![(Edit, "changes the text"), (ChooseRemedy, "chooses a remedy")],
    }
}

#[cfg(test)]
mod tests {
    use crate::tui::BINDINGS;
    use crate::tui::input::context::KeyContext;
    use crate::tui::tests::model;

    use super::*;

    #[test]
    fn every_warning_says_which_keys_help() {
        for warning in Warning::ALL {
            let advice = of(warning, &model());
            assert!(!advice.is_empty() && !advice.contains("no key"), "{}: {advice}", warning.name());
            for (action, does) in steps(warning) {
                let bound = |row: &&&crate::tui::Binding| row.context == KeyContext::REVIEW && row.action == action;
                let key = BINDINGS.iter().find(bound).unwrap().keys[0];
                assert!(advice.contains(&format!("{key} {does}")), "{advice}");
            }
        }
    }
}
