//! Databases made by other applications, with verdicts by a careful reviewer.
//!
//! Each folder contains a dump of such a database and the expected verdicts on its messages; README.md says how it was
//! made.

#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::Export;

/// The database of an application, with its expected verdicts.
#[derive(Clone)]
struct Application {
    folder: PathBuf,
    name: String,
}

impl Application {
    /// All applications that have a dump.
    fn all() -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/applications");
        let entries = fs::read_dir(root).expect("the folder is readable");
        let folders = entries.map(|entry| entry.expect("the entry is readable").path());
        let mut all: Vec<_> = folders
            .filter(|folder| folder.join("dump.sql").exists())
            .map(|folder| Self { name: folder.file_name().expect("a name").to_string_lossy().into_owned(), folder })
            .collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        assert!(!all.is_empty(), "no application has a dump");
        all
    }

    fn file(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(name)).ok()
    }

    fn dump(&self) -> String {
        self.file("dump.sql").expect("the dump is readable")
    }

    fn database(&self) -> Export {
        Export::from_sql(&self.dump())
    }

    /// The options for every command: the catalog of the application, if it has one.
    fn options(&self) -> String {
        let catalog = self.folder.join("catalog.json");
        if catalog.exists() { format!("--catalog {}", catalog.display()) } else { String::new() }
    }

    /// The profiles with expected verdicts: the detected one (`None`), and others that fit too if a database has the
    /// tables of two versions.
    fn readings(&self) -> Vec<Option<String>> {
        let entries = fs::read_dir(&self.folder).expect("the folder is readable");
        let names =
            entries.map(|entry| entry.expect("the entry is readable").file_name().to_string_lossy().into_owned());
        let other = |name: String| Some(name.strip_prefix("expected.")?.strip_suffix(".jsonl")?.to_owned());
        std::iter::once(None).chain(names.filter_map(other).map(Some)).collect()
    }

    /// The verdicts and the remedy that a careful reviewer gave each message with a finding.
    fn expected(&self, profile: Option<&str>) -> BTreeMap<String, Value> {
        let file = profile.map_or("expected.jsonl".to_owned(), |profile| format!("expected.{profile}.jsonl"));
        let lines = self.file(&file).unwrap_or_else(|| panic!("{} has no {file}", self.name));
        let read =
            |line: &str| -> Value { serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")) };
        let lines = lines.lines().filter(|line| !line.trim().is_empty()).map(read);
        lines
            .map(|line| {
                assert!(line["why"].is_string(), "{}: a line does not say why: {line}", self.name);
                (line["message_id"].to_string(), json!([line["verdicts"], line["remedy"]]))
            })
            .collect()
    }

    /// The verdicts and the remedy that the program gives each message with a finding.
    fn found(&self, database: &Export, profile: Option<&str>) -> BTreeMap<String, Value> {
        let chosen = profile.map(|profile| format!("--profile {profile}")).unwrap_or_default();
        let scan = database.run(&format!("scan DB --format jsonl {} {chosen}", self.options()));
        let detected = self.file("profile").map(|name| name.trim().to_owned());
        if let Some(profile) = profile.map(str::to_owned).or(detected) {
            scan.ok().notes(&format!("(profile {profile})"));
        }
        let verdicts = |finding: &Value| -> Vec<Value> {
            finding["claims"].as_array().into_iter().flatten().map(|claim| claim["verdict"].clone()).collect()
        };
        let judged = |finding: &Value| json!([verdicts(finding), finding["remedy"]]);
        scan.ok().lines().iter().map(|finding| (finding["message_id"].to_string(), judged(finding))).collect()
    }
}

#[test]
fn every_message_is_judged_as_a_careful_person_judged_it() {
    let mut wrong = Vec::new();
    let readings = |application: Application| {
        let readings = application.readings();
        readings.into_iter().map(move |profile| (application.clone(), profile))
    };
    for (application, profile) in Application::all().into_iter().flat_map(readings) {
        let profile = profile.as_deref();
        let (expected, found) = (application.expected(profile), application.found(&application.database(), profile));
        let mut messages: Vec<_> = expected.keys().chain(found.keys()).collect();
        messages.sort();
        messages.dedup();
        for message in messages {
            let (due, is) = (expected.get(message), found.get(message));
            if due != is {
                let said = |one: Option<&Value>| one.map_or("nothing".to_owned(), Value::to_string);
                wrong.push(format!("{} {message}: {} instead of {}", application.name, said(is), said(due)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_accepted_in_bulk_can_be_written_and_leaves_nothing_to_accept() {
    for application in Application::all() {
        let database = application.database();
        let options = application.options();
        database.run(&format!("decide DB accept --all {options}")).ok();
        let applied = database.run(&format!("apply DB {options}"));
        if applied.code == Some(2) && applied.stderr.contains("is read-only") {
            continue;
        }
        applied.ok();
        let left = database.run(&format!("scan DB --format jsonl {options}")).ok().lines();
        let left = left.iter().filter(|found| found["status"] == "pending" && found["remedy"] != "review");
        let left: Vec<_> = left.filter(|found| found["remedy"] != "correct").collect();
        assert!(left.is_empty(), "{}: {left:?}", application.name);
    }
}

#[test]
fn a_dump_is_small_and_names_no_machine() {
    for application in Application::all() {
        let dump = application.dump();
        assert!(dump.len() < 150_000, "{}: {} bytes", application.name, dump.len());
        for path in ["/tmp/", "/root", "/var/folders", "C:\\"] {
            assert!(!dump.contains(path), "{} names {path}", application.name);
        }
        assert!(application.folder.join("make.sh").exists(), "nobody can make {} again", application.name);
    }
}
