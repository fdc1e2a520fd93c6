//! Runs the cases in `tests/cases/sentences`.

#[path = "../../../tests/support/sentence_cases.rs"]
mod sentence_cases;

use std::path::Path;
use std::thread;

use super::tests::{claims, says_among_calls};
use sentence_cases::{Case, Setting};

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
    let complaint = |case: &Case| {
        let complaint = case.settings.iter().find_map(|setting| case.complaint(setting))?;
        Some(format!("{}:{}: `{}` {complaint}", path.display(), case.line, case.reply))
    };
    sentence_cases::read(path).iter().filter_map(complaint).collect()
}

#[test]
fn each_reply_claims_what_its_case_says() {
    let files = sentence_cases::files();
    assert!(!files.is_empty());
    let wrong: Vec<String> = thread::scope(|scope| {
        let running: Vec<_> = files.iter().map(|file| scope.spawn(|| complaints(file))).collect();
        running.into_iter().flat_map(|file| file.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
