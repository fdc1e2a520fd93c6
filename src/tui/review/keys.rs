//! Keys, for hints.

use crate::review::DecisionKind;
use crate::tui::input::action::Action;
use crate::tui::input::context::KeyContext;

use super::model::Model;

impl Model {
    /// The key of an action in the review, for a hint.
    pub(crate) fn key(&self, action: &Action) -> String {
        self.key_in(KeyContext::REVIEW, action)
    }

    /// The key of an action in a context.
    pub(crate) fn key_in(&self, context: KeyContext, action: &Action) -> String {
        self.settings.keys.key(context, action)
    }

    /// The key of an action that only a dialog has.
    pub(crate) fn key_of_dialog(&self, action: &Action) -> String {
        let context = self.settings.keys.context_of(action).unwrap_or(KeyContext::REVIEW);
        self.key_in(context, action)
    }

    /// What can be done if a finding cannot be accepted as it is.
    pub(crate) fn ways_out(&self) -> String {
        let keys = [Action::Edit, Action::ChooseRemedy, Action::ToggleClaim, Action::Decide(DecisionKind::Reject)];
        let [edit, choose, switch, reject] = keys.map(|to| self.key(&to));
        if self.current().is_some_and(|finding| finding.claims_on().next().is_none()) {
            return format!("{reject} reject, leaving the text · {switch} include a claim");
        }
        format!("{edit} edit · {choose} remedy · {switch} exclude · {reject} reject")
    }
}
