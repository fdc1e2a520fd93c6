//! Resolves the different names under which a tool is recorded.

use std::collections::HashMap;

use super::profile::Profile;
use crate::catalog::names;

/// The name in lower case, with `_` for all separators.
#[must_use]
pub fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for c in name.trim().chars() {
        if c.is_alphanumeric() {
            folded.extend(c.to_lowercase());
        } else if !folded.is_empty() && !folded.ends_with('_') {
            folded.push('_');
        }
    }
    folded.truncate(folded.trim_end_matches('_').len());
    folded
}

/// Resolves recorded names to tools.
///
/// A column such as `tools_used` mixes display names (`Save memory`), class names (`SaveMemoryTool`), plain names
/// (`save_memory`), URLs and junk. Only names that mean a tool are resolved; the rest stays as it is.
#[derive(Clone, Debug, Default)]
pub struct ToolNames {
    by_alias: HashMap<String, String>,
}

impl ToolNames {
    /// The aliases of a profile.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let aliases = profile.tool_aliases();
        Self { by_alias: aliases.into_iter().map(|(tool, alias)| (fold(alias), tool.to_owned())).collect() }
    }

    /// The tool that a recorded name means.
    #[must_use]
    pub fn resolve(&self, recorded: &str) -> String {
        let folded = fold(recorded);
        self.by_alias.get(&folded).cloned().unwrap_or(folded)
    }

    /// Whether a recorded name means `tool`: by an alias, in another spelling, or within a namespace.
    #[must_use]
    pub fn means(&self, recorded: &str, tool: &str) -> bool {
        self.resolve(recorded) == fold(tool) || names::resolve(recorded, &[tool]).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_vocabularies_are_one() {
        let profile = Profile::parse("helix-kit", super::super::profile::named("helix-kit").unwrap()).unwrap();
        let names = ToolNames::of(&profile);
        for recorded in [
            "save_memory",
            "Save memory",
            "SaveMemoryTool",
            "save-memory",
            " SAVE_MEMORY ",
            "saveMemory",
            "functions.save_memory:0",
            "mcp__notes__save_memory",
        ] {
            assert!(names.means(recorded, "save_memory"), "{recorded}");
        }
        for recorded in ["", "https://example.org/save_memory", "#<RubyLLM/tool call:0x00>", "whiteboard"] {
            assert!(!names.means(recorded, "save_memory"), "{recorded}");
        }
    }
}
