//! The speed of reading payloads: prose, strict JSON compared with `serde_json`, JavaScript style compared with
//! `json5`, hostile texts, and how the time grows from 1 kB to 10 MB.
//!
//! `cargo bench --bench reader -- --quick` takes half a minute. A table before Criterion's own report shows figures
//! from the same run, so that their ratios hold on any machine.

#![allow(
    clippy::print_stdout,
    missing_docs,
    reason = "the table is the result; criterion's macros have no documentation"
)]

mod shortest;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};
use ghostcall::claim::payload::{Grammar, read_all, read_body};
use serde_json::Value;
use shortest::shortest;

/// The number of runs of each measurement.
const RUNS: usize = 7;

const SIZE: usize = 1_000_000;

const PROSE: &str = "She prefers tea over coffee, and says so twice a day: in the morning (early) and at night.\n\n\
                     “Noted”, he wrote, and it's true; nothing else happened that week. ";

const MEMBER: &str =
    r#"{"id": 12, "name": "Ama", "tags": ["a", "b"], "note": "She wrote: \"no\", then left.", "ok": true}"#;

const MEMBER_IN_JAVASCRIPT: &str =
    r#"{id: 12, name: 'Ama', tags: ["a", 'b'], note: "She wrote: it's, then left.", ok: true,}"#;

const HOSTILE: [(&str, &str); 8] = [
    ("braces", "{"),
    ("members", "{a:"),
    ("objects", "{\"a\":{"),
    ("quotes", "\""),
    ("lists", "[{"),
    ("tags", "<tool_call>{"),
    ("lost quotes", "{\"a\": \"b} "),
    ("left open", "{\"ok\": true, \"a\": \"x\n"),
];

/// Repeats `piece` up to about `size` bytes.
fn repeated(piece: &str, size: usize) -> String {
    piece.repeat(size.div_ceil(piece.len()))
}

/// An object of about `size` bytes, with many members like `member`.
fn object(member: &str, size: usize) -> String {
    let members: Vec<_> = (0..size / member.len()).map(|index| format!("\"k{index}\": {member}")).collect();
    format!("{{{}}}", members.join(", "))
}

#[allow(clippy::cast_precision_loss, reason = "a rate needs no more")]
fn rate(text: &str, time: Duration) -> f64 {
    text.len() as f64 / 1e6 / time.as_secs_f64()
}

fn row(what: &str, text: &str, ours: Duration, theirs: Option<(&str, Duration)>) {
    print!("{what:<24}{:>10.1} MB/s", rate(text, ours));
    match theirs {
        Some((name, theirs)) => {
            let ratio = rate(text, ours) / rate(text, theirs);
            println!("{:>10.1} MB/s {name:<12}{ratio:>6.2} times as fast", rate(text, theirs));
        }
        None => println!(),
    }
}

fn table() {
    println!("{:<24}{:>15}{:>15}", "", "ghostcall", "other");
    let prose = repeated(PROSE, SIZE);
    row("prose", &prose, shortest(RUNS, || read_all(&prose)), None);
    let json = object(MEMBER, SIZE);
    let theirs = shortest(RUNS, || serde_json::from_str::<Value>(&json));
    row("strict JSON", &json, shortest(RUNS, || read_all(&json)), Some(("serde_json", theirs)));
    let javascript = object(MEMBER_IN_JAVASCRIPT, SIZE);
    let theirs = shortest(RUNS, || json5::from_str::<Value>(&javascript));
    row("JavaScript style", &javascript, shortest(RUNS, || read_all(&javascript)), Some(("json5", theirs)));
    for (name, piece) in HOSTILE {
        let text = repeated(piece, SIZE);
        row(name, &text, shortest(RUNS, || read_all(&text)), None);
    }
    let arguments = repeated("a = \"x, y\", b=[1, 2], ", SIZE) + ")";
    row("keywords", &arguments, shortest(RUNS, || read_body(Grammar::Keywords, &arguments, 0, &[])), None);
    let parameters = repeated("<parameter=a>\nsome text\n</parameter>\n", SIZE);
    row("elements", &parameters, shortest(RUNS, || read_body(Grammar::XmlParameters, &parameters, 0, &[])), None);
    let bare = format!("{{{}}}", repeated("k:free text, with commas,k2:[a,b],", SIZE));
    row("bare values", &bare, shortest(RUNS, || read_body(Grammar::Bare, &bare, 0, &[])), None);
    println!("\ntime for each byte, from 1 kB to 10 MB:");
    for (name, make) in [("prose", PROSE), ("payloads in prose", "Ok. {\"ok\": true, \"t\": \"x\"} "), ("braces", "{")]
    {
        print!("{name:<24}");
        for size in [1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
            let text = repeated(make, size);
            print!("{:>10.3} ns", 1e3 / rate(&text, shortest(RUNS, || read_all(&text))));
        }
        println!();
    }
    println!();
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reader");
    for (name, text) in [
        ("prose", repeated(PROSE, SIZE)),
        ("strict JSON", object(MEMBER, SIZE)),
        ("JavaScript style", object(MEMBER_IN_JAVASCRIPT, SIZE)),
        ("payloads in prose", repeated("Ok. {\"ok\": true, \"t\": \"x\"} ", SIZE)),
        ("braces", repeated("{", SIZE)),
    ] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("read_all", name), &text, |bencher, text| {
            bencher.iter(|| read_all(black_box(text)));
        });
    }
    group.finish();
}

criterion_group!(reader, benches);

fn main() {
    table();
    reader();
    Criterion::default().configure_from_args().final_summary();
}
