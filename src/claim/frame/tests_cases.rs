//! Runs the cases in `tests/cases/sentences`: which replies claim something in a conversation, and which do not.
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

use std::path::{Path, PathBuf};
use std::{fs, thread};

use super::tests::{claims, says_among_calls};

/// A reply, and what it claims.
struct Case {
    line: usize,
    settings: Vec<Setting>,
    said: Vec<String>,
    reply: String,
    is_claim: bool,
    /// The corrections of its claims; empty if they are not checked.
    corrections: Vec<String>,
}

/// What is known of the tools.
#[derive(Clone)]
enum Setting {
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
            "=" => self.cases.last_mut().unwrap().corrections.push(said()),
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

impl Case {
    /// What is wrong in a setting.
    fn complaint(&self, setting: &Setting) -> Option<String> {
        let said: Vec<&str> = self.said.iter().map(String::as_str).collect();
        let tools = match setting {
            Setting::Calls => {
                return (says_among_calls(&said, &self.reply) != self.is_claim).then(|| self.opposite());
            }
            Setting::Catalog(tools) => Some(tools.as_str()),
            Setting::NoTools => None,
        };
        let found = claims(&said, &self.reply, tools);
        let corrections: Vec<_> = found.into_iter().map(|claim| claim.replacement.unwrap_or_default()).collect();
        if corrections.is_empty() == self.is_claim {
            return Some(self.opposite());
        }
        let is_corrected = self.corrections.is_empty() || self.corrections == corrections;
        (!is_corrected).then(|| format!("is corrected as {corrections:?}"))
    }

    /// What it must not do.
    fn opposite(&self) -> String {
        if self.is_claim { "claims nothing" } else { "claims something" }.to_owned()
    }
}

/// What is wrong with the cases of a file.
fn complaints(path: &Path) -> Vec<String> {
    let mut reader = CaseReader {
        path,
        catalog: String::new(),
        settings: vec![Setting::NoTools],
        said: Vec::new(),
        goes_on: false,
        cases: Vec::new(),
    };
    for (index, line) in fs::read_to_string(path).unwrap().lines().enumerate() {
        reader.read(index + 1, line);
    }
    let complaint = |case: &Case| {
        let complaint = case.settings.iter().find_map(|setting| case.complaint(setting))?;
        Some(format!("{}:{}: `{}` {complaint}", path.display(), case.line, case.reply))
    };
    reader.cases.iter().filter_map(complaint).collect()
}

#[test]
fn each_reply_claims_what_its_case_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/sentences");
    let files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty());
    let wrong: Vec<String> = thread::scope(|scope| {
        let running: Vec<_> = files.iter().map(|file| scope.spawn(|| complaints(file))).collect();
        running.into_iter().flat_map(|file| file.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
