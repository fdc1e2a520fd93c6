//! Reads the cases in `tests/cases/sentences`: which replies claim something in a conversation, and which do not.
//!
//! The lines of a file, by what they begin with:
//!
//! ```text
//! # what the cases below show
//! // a remark
//! tools [{name: 'merge_pull_request'}]     the catalog of this file
//! @ tools                                  the cases below, up to the next heading, have that catalog
//! @ tools [{name: 'impound_vehicle'}]      they have this one
//! @ calls                                  tools were called in the conversation
//! @ no tools / tools                       each case is run in two settings
//! > a message of the user, which begins a conversation unless it follows an answer
//! < an answer in the conversation
//! + a reply that claims something
//! = the correction of the reply above; one line for each claim
//! - a reply that claims nothing
//! ```
//!
//! `\n` is a line break, and `\\` a backslash.

use std::fs;
use std::path::{Path, PathBuf};

/// A reply, and what it claims.
pub(crate) struct Case {
    pub(crate) line: usize,
    pub(crate) settings: Vec<Setting>,
    /// The conversation before it, which begins with the user and alternates.
    pub(crate) said: Vec<String>,
    pub(crate) reply: String,
    pub(crate) is_claim: bool,
    /// The corrections of its claims; empty if they are not checked.
    pub(crate) corrections: Vec<String>,
}

/// What is known of the tools.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Setting {
    NoTools,
    Catalog(String),
    /// Tools were called in the conversation.
    Calls,
}

/// A file that is read line by line.
struct CaseReader<'a> {
    path: &'a Path,
    catalog: String,
    settings: Vec<Setting>,
    said: Vec<String>,
    /// Whether the next message of the user goes on with the conversation.
    goes_on: bool,
    cases: Vec<Case>,
}

impl CaseReader<'_> {
    fn read(&mut self, line: usize, text: &str) {
        let (mark, rest) = text.split_once(' ').unwrap_or((text, ""));
        let said = || rest.replace(r"\\", "\u{0}").replace(r"\n", "\n").replace('\u{0}', r"\");
        match mark {
            "" | "//" => {}
            "#" => self.settings = vec![Setting::NoTools],
            "tools" => rest.clone_into(&mut self.catalog),
            "@" => self.settings = rest.split(" / ").map(|setting| self.setting(line, setting)).collect(),
            ">" | "<" => {
                if mark == ">" && !self.goes_on {
                    self.said.clear();
                }
                self.goes_on = mark == "<";
                self.said.push(said());
            }
            "+" | "-" => {
                let (settings, talk) = (self.settings.clone(), self.said.clone());
                let (is_claim, corrections) = (mark == "+", Vec::new());
                self.cases.push(Case { line, settings, said: talk, reply: said(), is_claim, corrections });
            }
            "=" => self.cases.last_mut().expect("a reply before its correction").corrections.push(said()),
            _ => panic!("{}:{line}: {text}", self.path.display()),
        }
    }

    fn setting(&self, line: usize, written: &str) -> Setting {
        match written.split_once(' ').unwrap_or((written, "")) {
            ("no", "tools") => Setting::NoTools,
            ("calls", "") => Setting::Calls,
            ("tools", "") => Setting::Catalog(self.catalog.clone()),
            ("tools", catalog) => Setting::Catalog(catalog.to_owned()),
            _ => panic!("{}:{line}: {written}", self.path.display()),
        }
    }
}

/// The files with cases.
pub(crate) fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/sentences");
    let files = fs::read_dir(folder).expect("the folder is there");
    files.map(|file| file.expect("a file").path()).collect()
}

/// The cases of a file, in its order.
pub(crate) fn read(path: &Path) -> Vec<Case> {
    let mut reader = CaseReader {
        path,
        catalog: String::new(),
        settings: vec![Setting::NoTools],
        said: Vec::new(),
        goes_on: false,
        cases: Vec::new(),
    };
    for (index, line) in fs::read_to_string(path).expect("a text").lines().enumerate() {
        reader.read(index + 1, line);
    }
    reader.cases
}
