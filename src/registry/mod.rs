//! The meaning of shapes, as data: syntaxes define how calls and results are wrapped, patterns what a payload means,
//! statements how prose claims an action. The built-in ones are in `builtin/`.
//!
//! A pattern names the tool of a payload and its class. It does not depend on a database: the profile defines where an
//! application keeps its records ([`crate::source::profile`]).

mod builtin;
mod call_tokens;
mod entry_schema;
mod file;
mod openers;
mod pattern;
mod phrase;
mod statement;
mod syntax;
mod template;
mod words;

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::catalog::KnownTools;
use crate::document::DocumentError;

pub use builtin::BUILTIN;
pub use call_tokens::{CallToken, CallTokens, THOUGHTS, TokenRole};
pub use file::SCHEMA;
pub use openers::{Candidate, OpenerHead, Openers, may_end_with_calls, without_end_tokens};
pub use pattern::{Class, Examples, Pattern, PatternKind, RecordShape};
pub use phrase::{
    Boundaries, Literal, Phrase, PhraseSet, Token, TokenKind, each_token, folded, lacks_blank, single_quotation, tokens,
};
pub use statement::{Denials, Language, Needed, PhraseEntry, PhraseIndex, Statement, Statements};
pub use syntax::{Body, InlineResult, Needs, ParameterMarks, Reply, Syntax, SyntaxPosition};
pub use template::{Head, Template, TemplateMatch};
pub(crate) use words::word_ends;
pub use words::{
    ActionKind, ActionKinds, Announcements, DenialForms, Forms, Lexicon, OutcomePhrase, RequestIdiom, ToolWords, Verb,
    Word, WordClass, WordClasses, WordWeights, with_plain_letters,
};

/// All syntaxes, patterns and statements in force: the built-in ones and those of the user's files.
#[derive(Clone, Debug)]
pub struct Registry {
    syntaxes: Arc<Vec<Syntax>>,
    patterns: Arc<Vec<Pattern>>,
    /// The built-in ones are compiled on first use: whoever looks at the journal needs none.
    statements: OnceLock<Arc<Statements>>,
    openers: Arc<Openers>,
    call_tokens: Arc<CallTokens>,
    tools: Arc<KnownTools>,
    hash: Sha256,
}

impl Registry {
    /// Returns the built-in registry.
    pub fn builtin() -> Result<Self, DocumentError> {
        // The built-in registry never changes: it is read once and shared.
        static READ: OnceLock<Registry> = OnceLock::new();
        if let Some(read) = READ.get() {
            return Ok(read.clone());
        }
        let mut registry = Self { statements: OnceLock::new(), ..Self::empty() };
        registry.take(builtin::shapes()?, BUILTIN);
        Ok(READ.get_or_init(|| registry).clone())
    }

    /// Reads a registry with the entries of one file only.
    ///
    /// # Errors
    /// The first error of the file.
    pub fn of(file: &str, text: &str) -> Result<Self, DocumentError> {
        let mut registry = Self::empty();
        registry.add(file, text)?;
        Ok(registry)
    }

    fn empty() -> Self {
        Self {
            syntaxes: Arc::default(),
            patterns: Arc::default(),
            statements: Arc::<Statements>::default().into(),
            openers: Arc::default(),
            call_tokens: Arc::default(),
            tools: Arc::default(),
            hash: Sha256::new(),
        }
    }

    /// Adds the entries of a file; an entry replaces an earlier one of the same name.
    ///
    /// # Errors
    /// The first error of the file; the registry is then unchanged.
    pub fn add(&mut self, file: &str, text: &str) -> Result<(), DocumentError> {
        self.add_checked(file, text).map_err(|mistakes| {
            let first = mistakes.into_iter().next();
            first.unwrap_or_else(|| DocumentError::whole(file, "unreadable"))
        })
    }

    /// Like [`Registry::add`], but reports every error.
    ///
    /// # Errors
    /// All errors of the file, in its order; the registry is then unchanged.
    pub fn add_checked(&mut self, file: &str, text: &str) -> Result<(), Vec<DocumentError>> {
        let entries = file::read(file, text, self.statements().languages())?;
        self.take(entries, text);
        Ok(())
    }

    fn take(&mut self, entries: file::RegistryEntries, text: &str) {
        let syntaxes = Arc::make_mut(&mut self.syntaxes);
        for syntax in entries.syntaxes {
            match syntaxes.iter_mut().find(|known| known.name == syntax.name) {
                Some(known) => *known = syntax,
                None => syntaxes.push(syntax),
            }
        }
        let patterns = Arc::make_mut(&mut self.patterns);
        for pattern in entries.patterns {
            match patterns.iter_mut().find(|known| known.name == pattern.name) {
                Some(known) => *known = pattern,
                None => patterns.push(pattern),
            }
        }
        if !(entries.languages.is_empty() && entries.statements.is_empty() && entries.words.is_empty()) {
            self.change_statements(|known| known.take(entries.languages, entries.statements, entries.words));
        }
        self.openers = Arc::new(Openers::new(&self.syntaxes));
        self.call_tokens = Arc::new(CallTokens::new(&self.syntaxes));
        let tools = self.patterns.iter().filter_map(|pattern| pattern.tool.as_deref());
        self.tools = Arc::new(KnownTools::new(tools.map(|tool| (tool, tool))));
        self.hash.update(text.as_bytes());
    }

    /// The same registry, which also knows the verbs that an application's tools are named after.
    #[must_use]
    pub fn with_verbs_of(mut self, tools: &KnownTools) -> Self {
        if tools.is_complete() {
            let names = tools.catalog().tools().iter().map(|tool| tool.name.as_str());
            self.change_statements(|known| known.learn_verbs_of(names));
        }
        self
    }

    fn change_statements(&mut self, change: impl FnOnce(&mut Statements)) {
        let mut statements = self.statements.take().unwrap_or_else(builtin::statements);
        change(Arc::make_mut(&mut statements));
        self.statements = statements.into();
    }

    /// All syntaxes, in the order in which they are tried.
    #[must_use]
    pub fn syntaxes(&self) -> &[Syntax] {
        &self.syntaxes
    }

    /// Finds where syntaxes may begin.
    #[must_use]
    pub fn openers(&self) -> &Openers {
        &self.openers
    }

    /// The tokens by which syntaxes mark calls.
    #[must_use]
    pub fn call_tokens(&self) -> &Arc<CallTokens> {
        &self.call_tokens
    }

    /// All patterns, in the order in which they are tried.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The statements: how prose claims actions.
    #[must_use]
    pub fn statements(&self) -> &Statements {
        self.statements.get_or_init(builtin::statements)
    }

    /// The tools of all patterns.
    #[must_use]
    pub fn tools(&self) -> &KnownTools {
        &self.tools
    }

    /// Returns the first pattern that matches a bare `value` anywhere in a message.
    #[must_use]
    pub fn recognise(&self, value: &Value) -> Option<&Pattern> {
        self.patterns.iter().find(|pattern| pattern.bare && !pattern.whole && pattern.matches(value))
    }

    /// Returns the first pattern that matches a bare `value` only where it is the whole message.
    #[must_use]
    pub fn recognise_whole(&self, value: &Value) -> Option<&Pattern> {
        self.patterns.iter().find(|pattern| pattern.bare && pattern.whole && pattern.matches(value))
    }

    /// Returns the first pattern that the truncated `value` could be the beginning of.
    #[must_use]
    pub fn recognise_begun(&self, value: &Value) -> Option<&Pattern> {
        self.patterns
            .iter()
            .find(|pattern| pattern.bare && pattern.class == Class::Record && pattern.could_become(value))
    }

    /// Returns the first pattern of `tool` that matches the arguments of a call.
    #[must_use]
    pub fn recognise_call(&self, tool: &str, arguments: &Value) -> Option<&Pattern> {
        let of_tool = || self.patterns.iter().filter(|pattern| pattern.tool.as_deref() == Some(tool));
        let call = of_tool().find(|pattern| pattern.kind == PatternKind::Call && pattern.matches(arguments));
        // If only the result of a tool has a pattern, the arguments may still contain its record.
        call.or_else(|| of_tool().find(|pattern| pattern.kind == PatternKind::Result && pattern.carries(arguments)))
    }

    /// The argument names that the patterns of `tool` mention.
    #[must_use]
    pub fn argument_names(&self, tool: &str) -> Vec<&str> {
        let calls = self.patterns.iter().filter(|pattern| pattern.kind == PatternKind::Call);
        let of_tool = calls.filter(|pattern| pattern.tool.as_deref() == Some(tool));
        of_tool.flat_map(|pattern| &pattern.keys).map(String::as_str).collect()
    }

    /// SHA-256 of the texts of all files in force, in hexadecimal. Journal rows store it.
    #[must_use]
    pub fn digest(&self) -> String {
        format!("{:x}", self.hash.clone().finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_builtin_registry_reads() {
        let registry = Registry::builtin().unwrap();
        assert!(registry.patterns().iter().any(|pattern| pattern.name == "save_memory"));
        assert_eq!(registry.digest().len(), 64);
        let whole = file::read_builtin("built-in patterns", BUILTIN).unwrap();
        let statements = registry.statements();
        assert_eq!(statements.entries().len(), whole.statements.len());
        assert_eq!(statements.languages().len(), whole.languages.len());
        assert_eq!(statements.words().len(), whole.words.len());
        assert!(whole.words.len() == 7 && !whole.statements.is_empty());
    }

    #[test]
    fn a_word_that_some_opener_begins_with_is_no_opener() {
        let registry = Registry::builtin().unwrap();
        for (text, opens) in [
            ("A tool has a function.", false),
            ("The Tool: a name for a hammer", false),
            ("[Tool Call: get_time]", true),
            ("<tool_call>{\"name\": \"get_time\"}</tool_call>", true),
        ] {
            assert_eq!(registry.openers().any_in(text), opens, "{text}");
        }
    }

    fn name(value: &Value) -> Option<String> {
        Registry::builtin().unwrap().recognise(value).map(|pattern| pattern.name.clone())
    }

    #[test]
    fn a_memory_is_distinguished_from_what_resembles_it() {
        let result = json!({"success": true, "memory_type": "core", "content": "x"});
        assert_eq!(name(&result).as_deref(), Some("save_memory"));
        let call = json!({"memory_type": "core", "content": "x"});
        assert_eq!(name(&call).as_deref(), Some("save_memory_call"));
        for other in [
            json!({"success": false, "memory_type": "core", "content": "x"}),
            json!({"success": "true", "memory_type": "core", "content": "x"}),
            json!({"success": true, "memory_type": 1, "content": "x"}),
            json!({"memory_type": "core", "content": "x", "n": 1}),
        ] {
            assert_eq!(name(&other), None, "{other}");
        }
    }

    #[test]
    fn an_echo_carries_nothing_that_could_be_lost() {
        for echo in [
            json!({"type": "board_updated", "board_id": "kRwPqA", "revision": 4}),
            json!({"type": "search_results", "query": "tides", "results": [{"title": "x"}]}),
            json!({"success": true, "message": "Conversation closed"}),
            json!({"error": "board not found"}),
        ] {
            let registry = Registry::builtin().unwrap();
            assert_eq!(registry.recognise(&echo).map(|pattern| pattern.class), Some(Class::Echo), "{echo}");
        }
        for other in [
            json!({"type": "box", "id": 4}),
            json!({"success": true, "content": "words that are nowhere else"}),
            json!({"success": true, "items": ["milk"]}),
            json!({"success": true, "reminder": "buy milk"}),
            json!({"success": true, "message": "x".repeat(121)}),
            json!({"error": "no", "code": 4}),
        ] {
            assert_eq!(name(&other), None, "{other}");
        }
    }

    #[test]
    fn a_call_of_the_whiteboard_would_have_changed_something() {
        for call in [
            json!({"type": "whiteboard", "action": "update", "board_id": "a", "content": "# Beds"}),
            json!({"type": "whiteboard", "action": "create", "name": "Plan"}),
            json!({"action": "delete", "board_id": "a"}),
        ] {
            assert_eq!(name(&call).as_deref(), Some("whiteboard_action"), "{call}");
        }
        assert_eq!(name(&json!({"action": "update", "thing": 1})), None);
    }

    #[test]
    fn no_builtin_entry_has_the_name_of_another_one() {
        let entries = file::read_builtin("built-in patterns", BUILTIN).unwrap();
        let repeated = |names: Vec<&String>| {
            let mut seen = std::collections::HashSet::new();
            names.into_iter().filter(|name| !seen.insert(*name)).cloned().collect::<Vec<_>>()
        };
        assert_eq!(repeated(entries.syntaxes.iter().map(|syntax| &syntax.name).collect()), [""; 0]);
        assert_eq!(repeated(entries.patterns.iter().map(|pattern| &pattern.name).collect()), [""; 0]);
        assert_eq!(repeated(entries.statements.iter().map(|statement| &statement.name).collect()), [""; 0]);
    }

    #[test]
    fn a_users_pattern_replaces_the_builtin_one_of_its_name() {
        let mut registry = Registry::builtin().unwrap();
        let before = (registry.patterns().len(), registry.digest());
        registry
            .add("mine", "{version: 1, patterns: [{name: 'error_echo', class: 'echo', match: {required: ['oops']}}]}")
            .unwrap();
        assert_eq!(registry.patterns().len(), before.0);
        assert_ne!(registry.digest(), before.1);
        let value = json!({"oops": 1});
        assert_eq!(registry.recognise(&value).map(|pattern| pattern.name.as_str()), Some("error_echo"));
    }

    #[test]
    fn mistakes_are_reported_and_change_nothing() {
        let mut registry = Registry::builtin().unwrap();
        let count = registry.patterns().len();
        for (text, reason) in [
            ("{version: 9, patterns: []}", "newer"),
            ("{version: 1, patterns: [{name: 'a', class: 'record', match: {}}]}", "needs `record`"),
            ("{version: 1, patterns: [{name: 'a', class: 'echo', match: {type: 7}}]}", "`match`"),
            ("{version: 1, patterns: [{name: 'a', class: 'echo', match: {$ref: 'https://example.org/s'}}]}", "`match`"),
        ] {
            let error = registry.add("mine", text).unwrap_err();
            assert!(error.reason.contains(reason), "{error}");
            assert_eq!(registry.patterns().len(), count);
        }
    }
}
