//! A message as the engine sees it, whatever database it came from.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Key;
use crate::catalog::names;

/// Who speaks for the assistant in a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// The key of the owner, as the message names it.
    pub key: Option<Key>,
    /// The name that people know.
    pub name: Option<String>,
    /// Whether such an owner exists (always so where a profile keeps no table of owners).
    pub exists: bool,
    /// The tools that the owner may use; `None` where nothing says so.
    pub enabled: Option<Vec<String>>,
}

impl Owner {
    /// Whether records can be written for this owner.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.key.is_some() && self.exists
    }

    /// Whether the owner may use `tool`; unknown counts as yes.
    #[must_use]
    pub fn may_use(&self, tool: &str) -> bool {
        self.enabled.as_ref().is_none_or(|tools| tools.iter().any(|enabled| enabled == tool))
    }

    /// Whether `tool` is among those that the application lists as enabled; `None` where no such list is known. An empty
    /// one may mean that nothing was chosen.
    #[must_use]
    pub fn lists(&self, tool: &str) -> Option<bool> {
        let tools = self.enabled.as_ref().filter(|tools| !tools.is_empty())?;
        Some(tools.iter().any(|enabled| may_be_called(enabled, tool)))
    }
}

/// Whether a name on a list of tools may be that of a called one: lists often hold the names of classes, `WebSearchTool` for
/// `web_search`.
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
    /// Its key; `None` where a gateway gave none.
    pub key: Option<Key>,
    /// The conversation that it belongs to.
    pub conversation: Option<Key>,
    /// Who speaks.
    pub owner: Owner,
    /// The text.
    pub text: String,
    /// The plan that is recorded with it, as it stands there.
    pub plan: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// When.
    pub created_at: Option<Timestamp>,
    /// The tools recorded with the message, as they are written there; `None` where there is no such place.
    pub tools_used: Option<Vec<String>>,
    /// Whether a list of tools would take the message out of other agents' sight.
    pub tools_hide_it: bool,
}

/// A message of a conversation, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnMessage {
    /// Its key.
    pub key: Key,
    /// Whether a person wrote it.
    pub is_user: bool,
    /// Whether the assistant wrote it.
    pub is_assistant: bool,
    /// Whether its own row tells what a person had said before it.
    pub asks: bool,
    /// Its role, by the words of the database; `None` where it has none.
    pub role: Option<String>,
    /// Who speaks.
    pub owner: Option<Key>,
    /// When.
    pub created_at: Option<Timestamp>,
    /// The tools recorded with it.
    pub tools_used: Vec<String>,
}

/// The turn of a message: from the last message of a person to the next one.
#[must_use]
pub fn turn_of<'a>(conversation: &'a [TurnMessage], key: &Key) -> &'a [TurnMessage] {
    let Some(place) = conversation.iter().position(|message| message.key == *key) else {
        return &[];
    };
    let (before, after) = conversation.split_at(place);
    let begins = |turn: &TurnMessage| turn.is_user || turn.asks;
    let own = after.first().is_some_and(|message| message.asks);
    let start = match before.iter().rposition(begins) {
        _ if own => place,
        Some(user) if conversation.get(user).is_some_and(|message| message.is_user) => user + 1,
        Some(asking) => asking,
        None => 0,
    };
    let end = after.iter().skip(1).position(begins).map_or(conversation.len(), |next| place + 1 + next);
    conversation.get(start..end).unwrap_or_default()
}

/// The last message of a person before the one with this key, or the row that tells what a person had said.
#[must_use]
pub fn asked_by<'a>(conversation: &'a [TurnMessage], key: &Key) -> Option<&'a TurnMessage> {
    let place = conversation.iter().position(|message| message.key == *key)?;
    let own = conversation.get(place).filter(|message| message.asks);
    own.or_else(|| conversation.iter().take(place).rev().find(|message| message.is_user || message.asks))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(key: i64, is_user: bool) -> TurnMessage {
        TurnMessage {
            key: Key::Integer(key),
            is_user,
            is_assistant: !is_user,
            asks: false,
            role: None,
            owner: None,
            created_at: None,
            tools_used: Vec::new(),
        }
    }

    #[test]
    fn a_list_of_enabled_tools_is_one_where_anything_stands_in_it() {
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

    #[test]
    fn a_turn_ends_where_a_person_speaks() {
        let conversation: Vec<_> =
            [(1, true), (2, false), (3, false), (4, true), (5, true), (6, false)].map(|(k, u)| message(k, u)).into();
        let turn = |key| -> Vec<_> {
            turn_of(&conversation, &Key::Integer(key)).iter().map(|message| message.key.to_string()).collect()
        };
        assert_eq!(turn(2), ["2", "3"]);
        assert_eq!(turn(3), ["2", "3"]);
        assert_eq!(turn(6), ["6"]);
        assert!(turn(99).is_empty());
        assert_eq!(asked_by(&conversation, &Key::Integer(6)).map(|message| &message.key), Some(&Key::Integer(5)));
        assert_eq!(asked_by(&conversation, &Key::Integer(1)), None);
    }

    #[test]
    fn a_turn_begins_with_the_row_that_tells_what_was_said() {
        let asking = |key, asks| TurnMessage { asks, ..message(key, false) };
        let conversation = [asking(1, true), asking(2, false), asking(3, true), asking(4, false)];
        let turn = |key| -> Vec<_> {
            turn_of(&conversation, &Key::Integer(key)).iter().map(|message| message.key.to_string()).collect()
        };
        assert_eq!((turn(1), turn(2)), (vec!["1".to_owned(), "2".to_owned()], vec!["1".to_owned(), "2".to_owned()]));
        assert_eq!((turn(3), turn(4)), (vec!["3".to_owned(), "4".to_owned()], vec!["3".to_owned(), "4".to_owned()]));
        let asked = |key| asked_by(&conversation, &Key::Integer(key)).map(|message| message.key.to_string());
        assert_eq!((asked(2), asked(3)), (Some("1".to_owned()), Some("3".to_owned())));
    }
}
