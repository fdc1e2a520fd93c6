//! All known tools, from patterns, profiles and a catalog: where a text mentions them, and which of them an unknown
//! name may mean.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use super::words::split;
use super::{Catalog, Parameters, Suggestion, Tool, names};
use crate::literals::{Hit, LiteralFinder};

/// The known tools, under all their names.
#[derive(Clone, Debug, Default)]
pub struct KnownTools {
    tools: BTreeSet<String>,
    /// Maps a folded name to its tool.
    by_folded: HashMap<String, String>,
    /// All names as they were given, as `(tool, name)`.
    named: BTreeSet<(String, String)>,
    /// Finds all names in a text; `None` if no tools are known.
    spotter: Option<LiteralFinder>,
    /// The same names, in the order in which the finder numbers them.
    spellings: Vec<String>,
    /// Where suggestions are looked up: the application's own list if there is one, otherwise the names alone.
    catalog: Arc<Catalog>,
    /// Whether that list is the application's own.
    is_complete: bool,
    /// Maps a tool to the names of its arguments, where a catalog lists them.
    arguments: HashMap<String, Vec<String>>,
    /// The argument names of all tools.
    any_arguments: HashSet<String>,
}

impl KnownTools {
    /// Creates the set from `(tool, name)` pairs; a tool's own name counts as a name too.
    #[must_use]
    pub fn new<'a>(names: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut known = Self::default();
        let mut spellings = BTreeSet::new();
        for (tool, name) in names {
            known.tools.insert(tool.to_owned());
            for name in [tool, name] {
                let folded = names::fold(name);
                if folded.is_empty() {
                    continue;
                }
                let words = split(name);
                spellings.extend([name.to_owned(), words.join("_"), words.join("-"), words.concat()]);
                known.named.insert((tool.to_owned(), name.to_owned()));
                known.by_folded.entry(folded).or_insert_with(|| tool.to_owned());
            }
        }
        known.spellings = spellings.into_iter().collect();
        let spotter = LiteralFinder::new(known.spellings.iter().map(String::as_str));
        known.spotter = spotter.filter(|_| !known.tools.is_empty());
        known.catalog = Arc::new(Catalog::of_names(known.tools()));
        known
    }

    /// Returns these tools and the others.
    #[must_use]
    pub fn and<'a>(&'a self, others: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let own = self.named.iter().map(|(tool, name)| (tool.as_str(), name.as_str()));
        Self::new(own.chain(others))
    }

    /// Returns these tools and those of a catalog, which becomes the only source of suggestions. If a catalog tool is
    /// one of these in another spelling or with a namespace, it keeps its name here.
    #[must_use]
    pub fn with_catalog(&self, catalog: Arc<Catalog>) -> Self {
        let meant = |name| self.resolve(name, &[]).unwrap_or(name).to_owned();
        let listed: Vec<_> =
            catalog.tools().iter().map(|tool| (meant(tool.name.as_str()), tool.name.as_str())).collect();
        let mut known = self.and(listed.iter().map(|(tool, name)| (tool.as_str(), *name)));
        for (tool, (meant, _)) in catalog.tools().iter().zip(&listed) {
            let names = tool.parameters.iter().flat_map(Parameters::listed).map(|(name, _)| name.to_owned());
            known.arguments.entry(meant.clone()).or_default().extend(names);
        }
        known.any_arguments = known.arguments.values().flatten().cloned().collect();
        known.catalog = catalog;
        known.is_complete = true;
        known
    }

    /// Whether an application's own list says which tools exist. Otherwise an unknown name may still be a tool's.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The application's own list, otherwise a catalog of the names alone.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The argument names of a tool; empty where no catalog lists them.
    #[must_use]
    pub fn arguments(&self, tool: &str) -> &[String] {
        self.arguments.get(tool).map_or(&[], Vec::as_slice)
    }

    /// The tool that these arguments of a call without a name were meant for: the only one that takes all of them.
    #[must_use]
    pub fn tool_for(&self, arguments: &Value) -> Option<&str> {
        let names = arguments.as_object().filter(|names| !names.is_empty())?;
        // Who knows nothing of a tool's parameters cannot exclude it.
        let may_take = |tool: &&Tool| {
            tool.parameters.as_ref().is_none_or(|parameters| {
                let is_listed = |name: &String| parameters.listed().any(|(listed, _)| listed == name);
                names.keys().all(is_listed) && parameters.check(arguments).is_empty()
            })
        };
        let is_known = names.keys().all(|name| self.any_arguments.contains(name));
        let mut found = self.catalog.tools().iter().filter(|_| is_known).filter(may_take);
        let only = found.next().filter(|only| !only.is_dangerous && found.next().is_none())?;
        self.resolve(&only.name, &[])
    }

    /// Whether a tool of a catalog has an argument of this name: an object with this key may be what is left of a call.
    #[must_use]
    pub fn is_argument(&self, name: &str) -> bool {
        self.any_arguments.contains(name)
    }

    /// Returns the tools that an unknown name may mean, best first.
    #[must_use]
    pub fn suggest(&self, name: &str, arguments: Option<&Value>) -> Vec<Suggestion<'_>> {
        self.catalog.suggest(name, arguments.and_then(Value::as_object))
    }

    /// The tools by their canonical names.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(String::as_str)
    }

    /// Returns the tool that a name means in any spelling, with or without namespace and index. `strip` lists prefixes
    /// that the syntax adds to names.
    #[must_use]
    pub fn resolve(&self, written: &str, strip: &[String]) -> Option<&str> {
        let bare = strip.iter().find_map(|beginning| written.strip_prefix(beginning.as_str())).unwrap_or(written);
        // Drops special tokens that were glued to the name.
        let bare = bare.split(['<', '>']).next().unwrap_or(bare).trim();
        std::iter::once(written).chain(names::forms(bare)).find_map(|name| self.by_name(name))
    }

    fn by_name(&self, name: &str) -> Option<&str> {
        self.tools.get(name).or_else(|| self.by_folded.get(&names::fold(name))).map(String::as_str)
    }

    /// All spellings of all names. [`KnownTools::spot`] finds only these, ignoring ASCII case.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        self.spellings.iter().map(String::as_str)
    }

    /// The byte offsets in `text` where a tool name begins as a whole word, in ascending order.
    #[must_use]
    pub fn spot(&self, text: &str) -> Vec<usize> {
        let hits = self.spotter.iter().flat_map(|spotter| spotter.all(text));
        let mut places: Vec<usize> = hits.filter(|hit| self.is_word(text, *hit)).map(|hit| hit.start).collect();
        places.dedup();
        places
    }

    /// Whether a tool name occurs in `text` as a whole word.
    #[must_use]
    pub fn occur_in(&self, text: &str) -> bool {
        self.spotter.as_ref().is_some_and(|spotter| spotter.any(text, |hit| self.is_word(text, hit)))
    }

    /// Whether a name occurs as a whole word. A longer word that begins with it does not count, and must not hide a
    /// later occurrence.
    fn is_word(&self, text: &str, hit: Hit) -> bool {
        let length = self.spellings.get(hit.literal).map_or(0, String::len);
        let before = text.get(..hit.start).and_then(|before| before.chars().next_back());
        let after = text.get(hit.start + length..).and_then(|after| after.chars().next());
        let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !inside(before) && !inside(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> KnownTools {
        KnownTools::new([
            ("save_memory", "SaveMemoryTool"),
            ("web_fetch", "web_fetch"),
            ("fetch", "fetch"),
            ("terminal", "terminal"),
        ])
    }

    #[test]
    fn a_name_is_resolved_however_it_is_spelled() {
        for written in [
            "save_memory",
            "saveMemory",
            "SaveMemory",
            "save-memory",
            "Save memory",
            "SAVE_MEMORY",
            "SaveMemoryTool",
            "functions.save_memory",
            "functions.save_memory:0",
            "save_memory:12",
            "default_api.save_memory",
            "default_api:save_memory",
            "mcp__memory__save_memory",
            "mcp__memory-server__save_memory",
            "notes:save_memory",
            "server/save_memory",
            "save_memory<|channel|>commentary",
            "save_memory<",
        ] {
            assert_eq!(known().resolve(written, &[]), Some("save_memory"), "{written}");
        }
        assert_eq!(known().resolve("web_fetch", &[]), Some("web_fetch"));
        assert_eq!(known().resolve("x_fetch", &["x_".to_owned()]), Some("fetch"));
    }

    #[test]
    fn a_name_is_never_resolved_by_resemblance() {
        for written in [
            "", "memory", "save", "memory_save", "save_memories", "execute_terminal", "save_memory_now", "shell", ":0",
            "::", "terminal.open",
        ] {
            assert_eq!(known().resolve(written, &[]), None, "{written}");
        }
    }

    #[test]
    fn arguments_without_a_name_belong_to_the_only_tool_that_takes_them() {
        let text = "[{name: 'find', parameters: ['query: string', 'limit: integer?']}, {name: 'look', parameters: ['place: string']},
            {name: 'erase', dangerous: true, parameters: ['path: string']}, {name: 'watch', parameters: ['place: string', 'hours: integer?']}]";
        let tools = KnownTools::default().with_catalog(Arc::new(Catalog::parse("tools.json5", text).unwrap()));
        let taker = |arguments: &Value| tools.tool_for(arguments).map(str::to_owned);
        assert_eq!(taker(&serde_json::json!({"query": "tea"})), Some("find".to_owned()));
        assert_eq!(taker(&serde_json::json!({"place": "Oslo", "hours": 2})), Some("watch".to_owned()));
        for arguments in [
            serde_json::json!({"place": "Oslo"}),
            serde_json::json!({"path": "/tmp"}),
            serde_json::json!({"query": 5}),
            serde_json::json!({"limit": 5}),
            serde_json::json!({"query": "tea", "hours": 2}),
            serde_json::json!({}),
            serde_json::json!("tea"),
        ] {
            assert_eq!(taker(&arguments), None, "{arguments}");
        }
    }

    #[test]
    fn a_catalog_adds_its_tools_and_answers_for_names_that_are_none() {
        let text = "[{name: 'saveMemory', parameters: ['content: string']}, {name: 'mcp__web__web_fetch'},
            {name: 'organize_files', instead_of: ['create_folder']}, {name: 'rm', dangerous: true, instead_of: ['erase_all']}]";
        let catalog = Arc::new(Catalog::parse("tools.json5", text).unwrap());
        let tools = known().with_catalog(catalog);
        for (written, meant) in [
            ("saveMemory", Some("save_memory")),
            ("save_memory", Some("save_memory")),
            ("mcp__web__web_fetch", Some("web_fetch")),
            ("terminal", Some("terminal")),
            ("functions.OrganizeFiles:0", Some("organize_files")),
            ("create_folder", None),
        ] {
            assert_eq!(tools.resolve(written, &[]), meant, "{written}");
        }
        assert_eq!(tools.arguments("save_memory"), ["content"]);
        let suggested = |name: &str| -> Vec<_> {
            tools.suggest(name, None).into_iter().map(|found| found.tool.name.clone()).collect()
        };
        assert_eq!(suggested("create_folder"), ["organize_files"]);
        assert_eq!(suggested("erase_all"), ["rm"]);
        // A dangerous tool is suggested only for its own `instead_of`, and only tools of the application are suggested.
        for nothing in ["rn", "termina"] {
            assert_eq!(suggested(nothing), [""; 0], "{nothing}");
        }
    }

    #[test]
    fn what_any_tool_can_be_called_with_is_known() {
        let text = "[{name: 'speak', parameters: ['text: string']}, {name: 'post', parameters: ['message: string', 'at: string?']},
            {name: 'email', parameters: ['to: string', 'response: string']}]";
        let tools = known().with_catalog(Arc::new(Catalog::parse("tools.json5", text).unwrap()));
        let taken = ["text", "message", "at", "to", "response", "reply"].map(|name| tools.is_argument(name));
        assert_eq!(taken, [true, true, true, true, true, false]);
        assert!(!known().is_argument("text"));
    }

    #[test]
    fn without_a_catalog_the_names_are_suggested_that_are_known() {
        let known = known();
        let suggested = |name: &str| known.suggest(name, None).first().map(|found| found.tool.name.clone());
        assert_eq!(suggested("memory_save").as_deref(), Some("save_memory"));
        assert_eq!(suggested("store_memory").as_deref(), Some("save_memory"));
        assert_eq!(suggested("bake_a_cake"), None);
    }

    #[test]
    fn a_name_that_begins_a_longer_one_does_not_hide_it() {
        let known = KnownTools::new([("fetch", "fetch"), ("fetch_all", "fetch_all")]);
        let places = |text: &str| known.spot(text);
        assert_eq!(places("fetch_all(x) and fetch(x)"), [0, 17]);
        assert_eq!(places("fetch_none(x)"), [0; 0]);
    }

    #[test]
    fn names_are_spotted_as_words() {
        let places = |text: &str| known().spot(text);
        assert_eq!(places("save_memory(x) resave_memory save_memory2 Save-Memory{"), [0, 42]);
        assert_eq!(places("a terminal"), [2]);
        assert!(!KnownTools::default().occur_in("terminal"));
    }
}
