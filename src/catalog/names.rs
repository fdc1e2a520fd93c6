//! Resolves a written name to a tool: the same name in another spelling, or with a namespace or an index.
//!
//! Only this *resolves* a name. Any other likeness leads to a suggestion at most
//! ([`Catalog::suggest`](super::Catalog::suggest)).

/// The most namespaces that are stripped.
const MOST_NAMESPACES: usize = 8;
/// Namespaces that prompts and gateways put before all tool names; they do not say which server a tool belongs to.
const NAMESPACES_OF_ALL: [&str; 5] = ["functions", "function", "default_api", "tools", "tool"];

/// Folds case and word separators, which only affect the spelling of a name.
#[must_use]
pub fn fold(name: &str) -> String {
    name.chars().filter(|c| !is_separator(*c)).flat_map(char::to_lowercase).collect()
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | '-')
}

/// Returns the known name that a written one means; `None` if none or several match.
#[must_use]
pub fn resolve<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let exact = |form: &str| known.iter().copied().find(|known| *known == form);
    exact(name).or_else(|| {
        let first_that_means = |form: &str| {
            let folded = fold(form);
            let mut same = known.iter().copied().filter(|known| !folded.is_empty() && fold(known) == folded);
            same.next().map(|found| exact(form).or_else(|| same.next().is_none().then_some(found)))
        };
        forms(name).into_iter().find_map(first_that_means).flatten()
    })
}

/// The name as it was written, without its index, and with its namespaces removed one by one.
#[must_use]
pub fn forms(name: &str) -> Vec<&str> {
    let written = name.trim();
    let mut forms = vec![written];
    let mut form = without_index(written);
    if form != written {
        forms.push(form);
    }
    while let Some(rest) = without_namespace(form).filter(|_| forms.len() <= MOST_NAMESPACES) {
        forms.push(rest);
        form = rest;
    }
    forms
}

/// The name to use for a tool that is not known: without its index, and without a namespace that all tools have.
#[must_use]
pub fn bare(name: &str) -> &str {
    let written = name.trim();
    let is_of_all = |form: &str| {
        NAMESPACES_OF_ALL.iter().any(|namespace| {
            let after = form.strip_prefix(namespace).unwrap_or_default();
            after.starts_with(['.', ':', '/'])
        })
    };
    let mut bare = without_index(written);
    while let Some(rest) = without_namespace(bare).filter(|_| is_of_all(bare)) {
        bare = rest;
    }
    bare
}

/// Removes an index: `x:0` and `x:index:0` are calls of `x`.
fn without_index(name: &str) -> &str {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let bare = bare.strip_suffix(':').filter(|bare| !bare.is_empty() && bare.len() + 1 < name.len());
    bare.map_or(name, |bare| bare.strip_suffix(":index").unwrap_or(bare))
}

/// Removes a namespace: `functions.x`, `scope:x`, `scope::x`, `server/x` and `mcp__server__x` all name the tool `x`.
fn without_namespace(name: &str) -> Option<&str> {
    let (namespace, rest) = match name.strip_prefix("mcp__") {
        Some(rest) => rest.split_once("__")?,
        None => name.split_once(['.', ':', '/'])?,
    };
    let is_name = !namespace.is_empty() && namespace.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    (is_name && !rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_resolved_whatever_its_spelling_and_its_namespace() {
        for (written, known) in [
            ("save_memory", "save_memory"),
            ("saveMemory", "save_memory"),
            ("SaveMemory", "save_memory"),
            ("Save memory", "save_memory"),
            ("SAVE-MEMORY", "save_memory"),
            (" save_memory\n", "save_memory"),
            ("save_memory", "saveMemory"),
            ("functions.save_memory", "save_memory"),
            ("functions.save_memory:0", "save_memory"),
            ("save_memory:12", "save_memory"),
            ("default_api.save_memory", "save_memory"),
            ("default_api::save_memory", "save_memory"),
            ("mcp__notes-server__save_memory", "save_memory"),
            ("functions.mcp__notes__saveMemory:3", "save_memory"),
            ("scope:save_memory", "save_memory"),
            ("server/save_memory", "save_memory"),
            ("google:tool:save_memory:index:0", "save_memory"),
            ("mcp__notes__save__now", "save__now"),
            ("übersetze-Text", "ÜBERSETZE_TEXT"),
        ] {
            assert_eq!(resolve(written, &["other", known, "another"]), Some(known), "{written}");
        }
    }

    #[test]
    fn another_name_is_not_resolved() {
        for written in [
            "",
            " ",
            "_",
            "save",
            "memory",
            "save_memories",
            "memory_save",
            "save_memory_now",
            "https://example.org/save_memory",
            "I will: save_memory",
            "save_memory:",
            "save_memory:zero",
            ":save_memory",
            ".save_memory",
            "mcp__save_memory",
            "save_memory<",
            "save_memory()",
            ":0",
        ] {
            assert_eq!(resolve(written, &["other", "save_memory"]), None, "{written}");
        }
    }

    #[test]
    fn the_exact_name_wins_and_two_candidates_are_none() {
        let known = ["readFile", "read_file", "github.search", "search"];
        assert_eq!(resolve("read_file", &known), Some("read_file"));
        assert_eq!(resolve("readFile", &known), Some("readFile"));
        assert_eq!(resolve("tools.read_file", &known), Some("read_file"));
        assert_eq!(resolve("Read File", &known), None);
        assert_eq!(resolve("github.search", &known), Some("github.search"));
        assert_eq!(resolve("gitlab.search", &known), Some("search"));
    }

    #[test]
    fn the_bare_name_keeps_whose_tool_it_is() {
        for (written, name) in [
            ("functions.WebSearch:0", "WebSearch"),
            ("default_api.functions.read", "read"),
            ("functions::read:index:2", "read"),
            ("read:12", "read"),
            ("mcp__notes__save", "mcp__notes__save"),
            ("github.search", "github.search"),
            ("functionsX.read", "functionsX.read"),
            ("functions", "functions"),
            ("functions.", "functions."),
            (":0", ":0"),
        ] {
            assert_eq!(bare(written), name, "{written}");
        }
    }

    #[test]
    fn a_name_of_many_namespaces_ends() {
        assert_eq!(forms(&"a.".repeat(10_000)).len(), MOST_NAMESPACES + 1);
    }
}
