//! The tools that exist: read from a catalog file, resolved by name, and suggested for names that do not exist.
//!
//! A catalog is what an application hands to its model: MCP, OpenAI, plain, or `io` lists, mixed as they come. A tool
//! may say `instead_of: [names]`, the invented names that it is the answer to, and `dangerous: true`.
//!
//! ```
//! use ghostcall::catalog::Catalog;
//!
//! let catalog = Catalog::parse("tools.json5", "[{name: 'organize_files', instead_of: ['create_folder']}]").unwrap();
//! assert!(catalog.resolve("functions.organizeFiles:0").is_some());
//! assert!(catalog.resolve("create_folder").is_none());
//! assert_eq!(catalog.suggest("create_folder", None)[0].tool.name, "organize_files");
//! ```

mod call;
mod describe;
mod informal_types;
mod known;
pub mod names;
mod parameters;
mod read;
mod read_only;
mod suggest;
#[cfg(test)]
mod tests;
mod words;

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::document::{self, DocumentError};
pub use call::Refusal;
pub use known::KnownTools;
pub use parameters::{ArgumentError, ArgumentFault, Parameters};
pub use read_only::{
    acts_on_pages, is_ordering, keeps_browser, keeps_session, only_reads, preparing_verb, reports_session,
    searches_offers, shows,
};
pub use suggest::{Suggestion, SuggestionReason};
use words::Spelling;
pub use words::{begins_with_verb, first_name_word, meant_words, name_words, split as split_name};

/// A tool of a catalog.
#[derive(Debug)]
pub struct Tool {
    /// The name, as a call must write it.
    pub name: String,
    /// What the tool does, in the words of the application.
    pub description: Option<String>,
    /// The parameters; `None` if the catalog does not declare them.
    pub parameters: Option<Parameters>,
    /// Invented names for which this tool is the answer.
    pub instead_of: Vec<String>,
    /// Whether it can do harm, as a shell can. Such a tool is suggested only for the names in its own `instead_of`.
    pub is_dangerous: bool,
    /// The name in the forms that are compared with others.
    spellings: Vec<Spelling>,
    /// `instead_of`, folded for comparison.
    invented: Vec<String>,
}

impl Tool {
    /// Creates a tool of which only the name is known.
    fn named(name: String) -> Self {
        let spellings = Spelling::all(&name);
        Self {
            name,
            description: None,
            parameters: None,
            instead_of: Vec::new(),
            is_dangerous: false,
            spellings,
            invented: Vec::new(),
        }
    }
}

/// The list of all tools that exist.
#[derive(Debug, Default)]
pub struct Catalog {
    tools: Vec<Tool>,
    by_name: HashMap<String, usize>,
}

impl Catalog {
    /// Reads a catalog in JSON or JSON5; `file` names it in errors.
    ///
    /// # Errors
    /// The first error, with the position of the tool that it is in.
    pub fn parse(file: &str, text: &str) -> Result<Self, DocumentError> {
        document::parse::<read::CatalogDocument>(file, text).map(|document| document.0)
    }

    /// Creates a catalog of which only the names are known.
    fn of_names<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut catalog = Self::default();
        for name in names {
            // A name that is already present means the same tool.
            let _ = catalog.add(Tool::named(name.to_owned()));
        }
        catalog
    }

    /// The tools in the order of the file.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// Returns the tool that a written name means, in any spelling, with or without a namespace and an index.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Option<&Tool> {
        let index = self.by_name.get(name).or_else(|| {
            let known: Vec<&str> = self.tools.iter().map(|tool| tool.name.as_str()).collect();
            self.by_name.get(names::resolve(name, &known)?)
        });
        self.tools.get(*index?)
    }

    /// Returns the tools that an unknown name may mean, best first; empty where nothing is similar.
    #[must_use]
    pub fn suggest(&self, name: &str, arguments: Option<&Map<String, Value>>) -> Vec<Suggestion<'_>> {
        suggest::suggest(self, name, arguments)
    }

    /// Adds a tool. Fails if another tool has its name.
    fn add(&mut self, tool: Tool) -> Result<(), String> {
        if self.by_name.contains_key(&tool.name) {
            return Err(format!("duplicate tool `{}`", tool.name));
        }
        self.by_name.insert(tool.name.clone(), self.tools.len());
        self.tools.push(tool);
        Ok(())
    }
}
