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
mod known;
pub mod names;
mod parameters;
mod read;
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
pub use suggest::{Suggestion, SuggestionReason};
use words::Spelling;
pub use words::{name_words, obtains, only_reads, shows};

/// A tool that exists.
#[derive(Debug)]
pub struct Tool {
    /// Its name, as a call must write it.
    pub name: String,
    /// What it does, in the words of the application.
    pub description: Option<String>,
    /// What it can be given, where that is known.
    pub parameters: Option<Parameters>,
    /// Invented names that it is the answer to.
    pub instead_of: Vec<String>,
    /// Whether it can do harm, as a shell can: it is suggested for nothing but its own `instead_of`.
    pub is_dangerous: bool,
    /// Its name as it is compared with others.
    spellings: Vec<Spelling>,
    /// The same of `instead_of`.
    invented: Vec<String>,
}

impl Tool {
    /// A tool of which nothing but the name is known.
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

/// All tools that exist.
#[derive(Debug, Default)]
pub struct Catalog {
    tools: Vec<Tool>,
    by_name: HashMap<String, usize>,
}

impl Catalog {
    /// Reads a catalog in JSON or JSON5; `file` is its name in errors.
    ///
    /// # Errors
    /// The first mistake, with the place of the tool that it is in.
    pub fn parse(file: &str, text: &str) -> Result<Self, DocumentError> {
        document::parse::<read::CatalogDocument>(file, text).map(|document| document.0)
    }

    /// Tools of which nothing but the names is known.
    fn of_names<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut catalog = Self::default();
        for name in names {
            // A name that is there already is the same tool.
            let _ = catalog.add(Tool::named(name.to_owned()));
        }
        catalog
    }

    /// The tools in the order of the file.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// The tool that a written name means, in whatever spelling, with or without a namespace and an index.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Option<&Tool> {
        let index = self.by_name.get(name).or_else(|| {
            let known: Vec<&str> = self.tools.iter().map(|tool| tool.name.as_str()).collect();
            self.by_name.get(names::resolve(name, &known)?)
        });
        self.tools.get(*index?)
    }

    /// The tools that may have been meant by a name that is none, best first; none where nothing is near.
    #[must_use]
    pub fn suggest(&self, name: &str, arguments: Option<&Map<String, Value>>) -> Vec<Suggestion<'_>> {
        suggest::suggest(self, name, arguments)
    }

    /// Adds a tool, whose name no other has.
    fn add(&mut self, tool: Tool) -> Result<(), String> {
        if self.by_name.contains_key(&tool.name) {
            return Err(format!("duplicate tool `{}`", tool.name));
        }
        self.by_name.insert(tool.name.clone(), self.tools.len());
        self.tools.push(tool);
        Ok(())
    }
}
