//! `sample`: a random sample, decided without the terminal UI, and what it implies for the rest.

use serde_json::{Value, json};

use crate::support::Export;

/// The fixture with sixty more lost memories.
fn many() -> Export {
    let export = Export::fixture("helix_kit_db_to_sqlite");
    export.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
         INSERT INTO messages (id, chat_id, agent_id, role, content, tools_used, created_at, updated_at, model_id_string, streaming)
         SELECT 5000 + i, chat_id, agent_id, role,
                '{success: true, memory_type: \"core\", content: \"Lantern ' || i || ' hangs by the door.\"}Noted.',
                tools_used, created_at, updated_at, model_id_string, streaming
         FROM n, messages WHERE id = 101",
    );
    export
}

fn sample(export: &Export, options: &str) -> Value {
    export.run(&format!("sample DB {options} --format json")).ok().json()
}

fn keys(sample: &Value) -> Vec<i64> {
    sample["keys"].as_array().unwrap().iter().map(|key| key.as_i64().unwrap()).collect()
}

fn decide(export: &Export, act: &str, keys: &[i64]) {
    let keys: Vec<_> = keys.iter().map(ToString::to_string).collect();
    export.run(&format!("decide DB {act} --message {}", keys.join(" "))).ok();
}

#[test]
fn a_sample_is_decided_its_bound_reported_and_kept_with_the_batch() {
    let export = many();
    let drawn = sample(&export, "--remedy recover --size 20 --seed 7");
    let keys = keys(&drawn);
    let population = drawn["population"].as_i64().unwrap();
    assert!(keys.len() == 20 && population >= 60, "{drawn}");
    assert_eq!((&drawn["decided"], &drawn["wrong"], &drawn["bound"]), (&json!(0), &json!(0), &Value::Null));
    // The sample stays the same while its findings are decided.
    decide(&export, "accept", &keys[..12]);
    let half = sample(&export, "--remedy recover");
    assert_eq!((&half["keys"], &half["decided"], &half["bound"]), (&drawn["keys"], &json!(12), &Value::Null));
    decide(&export, "accept", &keys[12..]);
    let done = sample(&export, "--remedy recover");
    assert_eq!((&done["decided"], &done["rest"]), (&json!(20), &json!(population - 20)));
    let (at_most, bound) = (done["at_most"].as_f64().unwrap(), done["bound"].as_f64().unwrap());
    assert!(at_most >= 5.0 && (bound - at_most / done["rest"].as_f64().unwrap()).abs() < 1e-9, "{done}");
    let shown = export.run("sample DB --remedy recover --format table");
    shown.ok().prints("0 of 20 wrong: at most").prints("Next: ghostcall decide ").prints(" accept --remedy recover");
    export.run("decide DB accept --remedy recover").ok().prints("sample: 0 of 20 wrong: at most");
    export.run("apply DB").ok();
    let batch = &export.run("log DB --batches --format jsonl").ok().lines()[0];
    let kept = &batch["selections"][0];
    assert_eq!((&kept["filter"], &kept["sample"]["at_most"]), (&json!("--remedy recover"), &done["at_most"]));
    export.run("log DB --format table").ok().prints("0 of 20 wrong");
}

#[test]
fn what_was_only_decided_in_bulk_is_undecided_in_a_sample() {
    let export = many();
    let keys = keys(&sample(&export, "--remedy recover --size 20 --seed 7"));
    export.run("decide DB accept --remedy recover").ok();
    let sampled = sample(&export, "--remedy recover");
    assert_eq!((&sampled["decided"], &sampled["bound"]), (&json!(0), &Value::Null), "{sampled}");
    decide(&export, "accept", &keys[..5]);
    assert_eq!(sample(&export, "--remedy recover")["decided"], json!(5));
}

#[test]
fn one_that_is_wrong_stops_the_rest() {
    let export = many();
    let keys = keys(&sample(&export, "--remedy recover --size 10 --seed 3"));
    decide(&export, "reject", &keys[..1]);
    decide(&export, "accept", &keys[1..]);
    let refused = export.run("decide DB accept --remedy recover").refused();
    assert!(refused.contains("1 of 10 wrong") && refused.contains(&keys[0].to_string()), "{refused}");
    export.run("decide DB accept --remedy recover --despite-sample").ok().prints("sample: 1 of 10 wrong");
}

#[test]
fn a_changed_acceptance_is_wrong_and_a_skip_says_nothing() {
    let export = many();
    let keys = keys(&sample(&export, "--remedy recover --size 3 --seed 3"));
    export.run_with(&format!("decide DB accept --message {} --memory", keys[0]), &["Another text."]).ok();
    decide(&export, "skip", &keys[1..2]);
    let now = sample(&export, "--remedy recover");
    assert_eq!((&now["decided"], &now["wrong"], &now["wrong_keys"]), (&json!(1), &json!(1), &json!([keys[0]])));
}

#[test]
fn the_same_seed_draws_the_same_and_another_size_draws_anew() {
    let (one, other) = (many(), many());
    assert_eq!(sample(&one, "--all --seed 5")["keys"], sample(&other, "--seed 5")["keys"]);
    assert_eq!(keys(&sample(&one, "--size 4 --seed 5")).len(), 4);
    assert_ne!(sample(&one, "--seed 6")["keys"], sample(&other, "--seed 5")["keys"]);
    let nothing = Export::fixture("helix_kit_db_to_sqlite");
    nothing.run("sample DB --pattern unknown --format table").ok().prints("Nothing to sample");
    assert!(nothing.run("sample DB --size 0").refused().contains("--size"));
}

#[test]
fn a_sample_that_cannot_be_read_holds_up_the_decision_of_its_rest() {
    let export = many();
    sample(&export, "--remedy recover --size 3 --seed 3");
    let review = rusqlite::Connection::open(export.file("export.db.review")).unwrap();
    review.execute("UPDATE meta SET value = '{}' WHERE name LIKE 'sample:%'", []).unwrap();
    let refused = export.run("decide DB accept --remedy recover").refused();
    assert!(refused.contains("the sample is unreadable"), "{refused}");
}

#[test]
fn a_dry_run_with_a_wrong_one_is_refused_like_the_run() {
    let export = many();
    let keys = keys(&sample(&export, "--all --size 10 --seed 3"));
    decide(&export, "reject", &keys[..1]);
    decide(&export, "accept", &keys[1..]);
    let [run, dry] = ["", "--dry-run"].map(|option| export.run(&format!("decide DB accept --all {option}")).refused());
    assert_eq!(run, dry);
    let despite = export.run("decide DB accept --all --despite-sample --dry-run");
    despite.ok().prints("nothing was decided").prints("sample: 1 of 10 wrong");
}
