//! A message as the engine sees it, independent of the database.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Key;
use crate::catalog::names;

/// The agent that speaks for the assistant in a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// The key of the owner, as the message gives it.
    pub key: Option<Key>,
    /// The name that users know.
    pub name: Option<String>,
    /// Whether the owner exists; always true if the profile has no table of owners.
    pub exists: bool,
    /// The tools that the owner may use; `None` if the database does not say.
    pub enabled: Option<Vec<String>>,
}

impl Owner {
    /// Whether records can be written for this owner.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.key.is_some() && self.exists
    }

    /// Whether the owner may use `tool`; true if unknown.
    #[must_use]
    pub fn may_use(&self, tool: &str) -> bool {
        self.enabled.as_ref().is_none_or(|tools| tools.iter().any(|enabled| enabled == tool))
    }

    /// Whether the application lists `tool` as enabled; `None` if there is no list or it is empty, which may mean that
    /// nothing was chosen.
    #[must_use]
    pub fn lists(&self, tool: &str) -> Option<bool> {
        let tools = self.enabled.as_ref().filter(|tools| !tools.is_empty())?;
        Some(tools.iter().any(|enabled| may_be_called(enabled, tool)))
    }
}

/// Whether a name on a list of tools may be that of a called tool. Lists often hold class names, such as
/// `WebSearchTool` for `web_search`.
#[must_use]
pub fn may_be_called(listed: &str, called: &str) -> bool {
    let bare = |name: &str| {
        let folded = names::fold(name);
        folded.strip_suffix("tool").filter(|rest| !rest.is_empty()).map(str::to_owned).unwrap_or(folded)
    };
    let all = |name| names::forms(name).into_iter().map(bare).collect::<Vec<_>>();
    let called = all(called);
    all(listed).iter().any(|form| !form.is_empty() && called.contains(form))
}

/// An assistant's message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Its key; `None` if it comes from a gateway that gave none.
    pub key: Option<Key>,
    /// The conversation that it belongs to.
    pub conversation: Option<Key>,
    /// The agent that wrote it.
    pub owner: Owner,
    /// The text, as the application stored it.
    pub text: String,
    /// The recorded plan, as stored.
    pub plan: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// When it was written, if known.
    pub created_at: Option<Timestamp>,
    /// The tools recorded with the message, as stored; `None` if the profile has no list of tools.
    pub tools_used: Option<Vec<String>>,
    /// Whether a list of tools would hide the message from other agents.
    pub tools_hide_it: bool,
}

/// A message of a conversation, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is true or not of a row, independent of the others")]
pub struct TurnMessage {
    /// The key of the message.
    pub key: Key,
    /// Whether a user wrote it.
    pub is_user: bool,
    /// Whether it is in the user's name but holds tool results of the turn before.
    pub answers: bool,
    /// Whether the assistant wrote it.
    pub is_assistant: bool,
    /// Whether it is a tool's.
    pub is_of_tool: bool,
    /// Whether its row also holds the user's words before it.
    pub asks: bool,
    /// Its role as stored; `None` if it has none. All messages with the same role share the string.
    pub role: Option<Arc<str>>,
    /// The key of the agent that wrote it, if known.
    pub owner: Option<Key>,
    /// When it was written, if known.
    pub created_at: Option<Timestamp>,
    /// The tools recorded with it.
    pub tools_used: Vec<String>,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A message of the user, or of the assistant.
    pub(in crate::source) fn message(key: i64, is_user: bool) -> TurnMessage {
        TurnMessage {
            key: Key::Integer(key),
            is_user,
            answers: false,
            is_assistant: !is_user,
            asks: false,
            role: None,
            owner: None,
            created_at: None,
            is_of_tool: false,
            tools_used: Vec::new(),
        }
    }

    #[test]
    fn a_list_of_enabled_tools_is_one_if_it_holds_anything() {
        let owner = |tools: &[&str]| Owner {
            enabled: Some(tools.iter().map(|&tool| tool.to_owned()).collect()),
            ..Owner::default()
        };
        let listed = owner(&["GithubCommitsTool", "notes/save"]);
        for tool in ["github_commits", "functions.githubCommits:0", "save", "save_tool"] {
            assert_eq!(listed.lists(tool), Some(true), "{tool}");
        }
        assert_eq!((listed.lists("bake_a_cake"), listed.lists("tool")), (Some(false), Some(false)));
        assert_eq!((owner(&[]).lists("save"), Owner::default().lists("save")), (None, None));
    }
}
