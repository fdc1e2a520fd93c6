//! Dialogues with tool calls, labelled before the lexicons of their languages were written. Complete dialogues have
//! almost no findings. Without the calls that change something, every reply that reports such a change is false.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use ghostcall::audit::{Gateway, Options};
use ghostcall::catalog::Catalog;
use ghostcall::registry::Registry;
use ghostcall::source::profile;
use serde_json::{Value, json};

/// How many of the 28 or 29 false reports must be found in each language, without and with a catalog.
const FOUND: [(&str, [usize; 2]); 5] = [
    ("german", [25, 28]),
    ("spanish", [22, 25]),
    ("french", [22, 27]),
    ("portuguese", [25, 26]),
    ("chinese", [22, 26]),
];

/// How many replies without a false claim may be flagged in all languages together.
const FLAGGED: usize = 4;

fn file(name: &str) -> String {
    let path = format!("{}/tests/cases/dialogues/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the file is there")
}

fn dialogues(language: &str) -> Vec<Value> {
    file(&format!("{language}.jsonl")).lines().map(|line| serde_json::from_str(line).expect("a dialogue")).collect()
}

fn catalog(application: &str) -> Arc<Catalog> {
    let tools: Value = serde_json::from_str(&file("tools.json")).expect("catalogs");
    Arc::new(Catalog::parse("tools.json", &tools[application].to_string()).expect("a catalog"))
}

/// The results for the replies of dialogues.
#[derive(Default)]
struct Score {
    reports: usize,
    missed: Vec<String>,
    others: usize,
    flagged: Vec<String>,
}

/// A gateway with a catalog for each application, or a single one without a catalog.
#[derive(Default)]
struct Gateways {
    by_application: HashMap<String, Gateway>,
    knows_tools: bool,
}

impl Gateways {
    fn new(knows_tools: bool) -> Self {
        Self { by_application: HashMap::new(), knows_tools }
    }

    fn of(&mut self, application: &str) -> &mut Gateway {
        let name = if self.knows_tools { application } else { "" };
        self.by_application.entry(name.to_owned()).or_insert_with(|| {
            let options = Options::at("2026-02-03T09:00:00Z".parse().expect("a time"));
            let registry = Registry::builtin().expect("the registry");
            let catalog = (!name.is_empty()).then(|| catalog(name));
            Gateway::new(registry, profile::gateway().expect("a profile"), catalog, options)
        })
    }
}

impl Score {
    /// `whole` keeps the calls that change something.
    fn of(dialogues: &[Value], whole: bool, gateways: &mut Gateways) -> Self {
        let mut score = Self::default();
        for dialogue in dialogues {
            score.add(dialogue, whole, gateways.of(dialogue["application"].as_str().expect("an application")));
        }
        score
    }

    fn add(&mut self, dialogue: &Value, whole: bool, gateway: &mut Gateway) {
        for (place, turn) in dialogue["turns"].as_array().expect("turns").iter().enumerate() {
            let is_left_out = !whole && turn["changes"] == json!(true);
            for mut line in if is_left_out { Vec::new() } else { lines(turn, place) } {
                line["conversation_id"] = dialogue["id"].clone();
                let finding = gateway.judge(&line.to_string()).expect("a line");
                if turn["assistant"].is_string() {
                    self.take(dialogue, turn, !finding.claims.is_empty(), whole);
                }
            }
        }
    }

    fn take(&mut self, dialogue: &Value, turn: &Value, is_found: bool, whole: bool) {
        let summary = || format!("{}: {}", dialogue["id"], turn["assistant"]);
        let label = if whole { &turn["false"] } else { &turn["claims"] };
        if label == &json!(true) {
            self.reports += 1;
            self.missed.extend((!is_found).then(summary));
        } else {
            self.others += 1;
            self.flagged.extend(is_found.then(summary));
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.reports - self.missed.len();
        writeln!(formatter, "found {found} of {}; missed {:#?}", self.reports, self.missed)?;
        write!(formatter, "flagged {} of {} others {:#?}", self.flagged.len(), self.others, self.flagged)
    }
}

fn lines(turn: &Value, place: usize) -> Vec<Value> {
    if let Some(tool) = turn["call"].as_str() {
        let id = format!("call {place}");
        let call = json!({"id": id, "type": "function", "function": {"name": tool, "arguments": "{}"}});
        let is_error = turn["ok"] == json!(false);
        return vec![
            json!({"role": "assistant", "content": "", "tool_calls": [call]}),
            json!({"role": "tool", "tool_call_id": id, "content": "{}", "is_error": is_error}),
        ];
    }
    match turn["user"].as_str() {
        Some(said) => vec![json!({"role": "user", "content": said})],
        None => vec![json!({"role": "assistant", "content": turn["assistant"], "tool_calls": []})],
    }
}

/// The scores of all languages, without and with a catalog.
fn scores(whole: bool) -> Vec<(&'static str, usize, Score)> {
    let of = |(knows_tools, place): (bool, usize)| {
        let mut gateways = Gateways::new(knows_tools);
        FOUND.map(|(language, least)| (language, least[place], Score::of(&dialogues(language), whole, &mut gateways)))
    };
    [(false, 0), (true, 1)].into_iter().flat_map(of).collect()
}

#[test]
fn reports_of_what_was_not_done_are_found() {
    let scores = scores(false);
    for (language, least, score) in &scores {
        eprintln!("{language}: {score}");
        assert!(score.reports - score.missed.len() >= *least, "{language}: {score}");
    }
    assert!(scores.iter().map(|(.., score)| score.flagged.len()).sum::<usize>() <= FLAGGED);
}

#[test]
fn of_a_dialogue_as_it_was_what_failed_is_found_and_nothing_else() {
    let scores = scores(true);
    for (language, _, score) in &scores {
        eprintln!("{language}: {score}");
        assert!(score.missed.is_empty(), "{language}: {score}");
    }
    assert!(scores.iter().map(|(.., score)| score.flagged.len()).sum::<usize>() <= FLAGGED);
}
