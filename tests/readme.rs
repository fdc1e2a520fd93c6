//! The README must be true: its commands exist, and its keys are those of the program.

use std::collections::BTreeSet;
use std::process::Command;

use ghostcall::tui::{BINDINGS, KeyMap};

const README: &str = include_str!("../README.md");

/// The lines of all shell blocks that call the program.
fn commands() -> Vec<Vec<&'static str>> {
    let blocks = README.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks
        .flat_map(str::lines)
        .map(|line| line.split('#').next().unwrap_or_default())
        .filter_map(|line| line.split_once("ghostcall ").map(|(_, words)| words.split_whitespace().collect()))
        .collect()
}

fn help(command: &[&str]) -> String {
    let help = Command::new(env!("CARGO_BIN_EXE_ghostcall")).args(command).arg("--help").output().expect("it runs");
    String::from_utf8(help.stdout).expect("text")
}

#[test]
fn every_command_and_option_of_the_readme_exists() {
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for words in commands {
        let mut command = words.get(..1).expect("a command");
        let mut told = help(command);
        // A command of commands, such as `patterns list`.
        if told.contains("Commands:") {
            command = words.get(..2).expect("a command of it");
            told = help(command);
        }
        assert!(told.contains("Usage:"), "there is no `ghostcall {}`", command.join(" "));
        for option in words.iter().filter(|word| word.starts_with("--")) {
            assert!(told.contains(option), "`ghostcall {}` has no {option}", command.join(" "));
        }
    }
}

#[test]
fn every_key_of_the_readme_is_bound() {
    let table = README.split("## The keys of the review").nth(1).and_then(|rest| rest.split("\n## ").next());
    let cells =
        table.expect("the section is there").lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let bound: BTreeSet<String> = BINDINGS.iter().flat_map(|binding| binding.keys).map(ToString::to_string).collect();
    let mut count = 0;
    for key in cells.flat_map(|cell| cell.split([' ', ','])).map(|word| word.trim_matches('`')) {
        if !matches!(key, "" | "key" | "|") {
            assert!(bound.contains(key), "`{key}` is bound to nothing");
            count += 1;
        }
    }
    assert!(count >= 20, "{count} keys");
}

#[test]
fn the_key_map_of_the_readme_may_be_used() {
    let example = README.split("```json5\n").nth(1).and_then(|rest| rest.split("```").next());
    let example: serde_json::Value = json5::from_str(example.expect("there is an example")).expect("it is JSON5");
    assert_ne!(KeyMap::configured(&[&example["keys"]]), Ok(KeyMap::default()));
    assert!(KeyMap::configured(&[&example["keys"]]).is_ok());
}
