//! Ghostcall as a whole, compared with the `sqlite3` shell on the same files in the same run: ratios, memory, growth.
//!
//! `cargo bench --bench whole`. The two programs run alternately (A B A B …) with warm caches, so that their ratio
//! holds on any machine. The messages are generated in the proportions of real answers
//! (`ghostcall::sample::TextKind`). These variables change a run:
//!
//! - `GHOSTCALL_BENCH_MESSAGES`: messages in the large database (default 200000)
//! - `GHOSTCALL_BENCH_FINDINGS`: findings in the batch that is written (default 20000) or in `frames` (default 1000000)
//! - `GHOSTCALL_BENCH_RUNS`: runs of each measurement (default 3)
//! - `GHOSTCALL_BENCH_ONLY`: a single part: `frames`, `long`, `scan` or `writing`
//! - `GHOSTCALL_BENCH_TEXT`: a chat log as `ghostcall import` reads it. Only the scan and `check` are measured, on this
//!   text alone. Published figures come from such a run.

#![allow(clippy::print_stdout, missing_docs, reason = "the report is the result")]

#[path = "whole/frames.rs"]
mod frames;
#[path = "whole/long.rs"]
mod long;
#[path = "whole/process.rs"]
mod process;
#[path = "whole/scan.rs"]
mod scan;
#[path = "whole/writing.rs"]
mod writing;

use std::path::Path;

/// A number from the environment, or the default.
fn setting(name: &str, default: u32) -> u32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn main() {
    let folder = tempfile::tempdir().expect("there is room for the data");
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!("ghostcall as a whole, on {cores} cores\n");
    let runs = setting("GHOSTCALL_BENCH_RUNS", 3);
    if let Some(log) = std::env::var_os("GHOSTCALL_BENCH_TEXT") {
        scan::report_text(folder.path(), Path::new(&log), runs);
        return;
    }
    let is_wanted = |part: &str| std::env::var_os("GHOSTCALL_BENCH_ONLY").is_none_or(|only| only == part);
    if is_wanted("frames") {
        frames::report(folder.path(), setting("GHOSTCALL_BENCH_FINDINGS", 1_000_000) as usize);
    }
    if is_wanted("long") {
        long::report(folder.path());
    }
    if is_wanted("scan") {
        scan::report(folder.path(), setting("GHOSTCALL_BENCH_MESSAGES", 200_000), runs);
    }
    if is_wanted("writing") {
        writing::report(folder.path(), setting("GHOSTCALL_BENCH_FINDINGS", 20_000), runs);
    }
}
