//! The built-in profiles.

use super::Profile;
use crate::document::DocumentError;

/// The profiles for databases: name → text.
const DETECTED: &[(&str, &str)] = &[
    ("helix-kit", include_str!("builtin/helix-kit.json5")),
    ("ruby-llm-v1", include_str!("builtin/ruby-llm-v1.json5")),
    ("ruby-llm-v2", include_str!("builtin/ruby-llm-v2.json5")),
    ("llm-legacy", include_str!("builtin/llm-legacy.json5")),
    ("llm-store", include_str!("builtin/llm-store.json5")),
    ("open-webui", include_str!("builtin/open-webui.json5")),
    ("open-webui-legacy", include_str!("builtin/open-webui-legacy.json5")),
    ("opencode", include_str!("builtin/opencode.json5")),
    ("goose", include_str!("builtin/goose.json5")),
    ("chat-log", include_str!("builtin/chat-log.json5")),
    ("plain", include_str!("builtin/plain.json5")),
];

/// The profile that `check` uses by default.
const GATEWAY: (&str, &str) = ("gateway", include_str!("builtin/gateway.json5"));

/// All profiles for databases.
pub fn all() -> Result<Vec<Profile>, DocumentError> {
    DETECTED.iter().map(|(name, text)| Profile::parse_own(name, text)).collect()
}

/// The profile for messages without a database.
pub fn gateway() -> Result<Profile, DocumentError> {
    Profile::parse_own(GATEWAY.0, GATEWAY.1)
}

/// The profile of the layout that chat logs are imported into.
pub fn chat_log() -> Result<Profile, DocumentError> {
    let name = "chat-log";
    Profile::parse_own(name, named(name).unwrap_or_default())
}

/// The built-in profile of a name; `None` if there is none.
#[must_use]
pub fn built_in(name: &str) -> Option<Result<Profile, DocumentError>> {
    named(name).map(|text| Profile::parse_own(name, text))
}

/// The text of a built-in profile, with its comments.
#[must_use]
pub fn named(name: &str) -> Option<&'static str> {
    DETECTED.iter().chain([&GATEWAY]).find(|(known, _)| *known == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_builtin_profile_has_a_mistake() {
        for (name, text) in DETECTED.iter().chain([&GATEWAY]) {
            assert_eq!(Profile::mistakes(name, text), [], "{name}");
        }
    }

    #[test]
    fn each_builtin_profile_reads_under_its_name() {
        for (profile, (name, _)) in all().unwrap().iter().zip(DETECTED) {
            assert_eq!(profile.name, *name);
        }
        assert_eq!(gateway().unwrap().name, GATEWAY.0);
    }
}
