//! Runs programs, and measures their time and memory.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The cost of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) time: Duration,
    /// The peak memory in KiB; `None` if the system does not report it.
    pub(crate) memory: Option<u64>,
}

/// Runs a program to its end and discards its output.
pub(crate) fn run(program: &str, arguments: &[&str]) -> Option<Run> {
    let start = Instant::now();
    let quiet =
        |command: &mut Command| command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok();
    let mut child = quiet(Command::new(program).args(arguments))?;
    let status = format!("/proc/{}/status", child.id());
    let mut memory = None;
    loop {
        // The status file disappears with the process, so it is read while the process runs.
        let output = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = output.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        memory = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()).or(memory);
        if let Some(ended) = child.try_wait().ok()? {
            return ended.success().then_some(Run { time: start.elapsed(), memory });
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The best of several runs of two programs that alternate; the second may be missing.
pub(crate) fn in_turn(
    runs: u32,
    first: impl Fn() -> Option<Run>,
    second: impl Fn() -> Option<Run>,
) -> [Option<Run>; 2] {
    let mut best: [Option<Run>; 2] = [None; 2];
    for _ in 0..runs.max(1) {
        for (best, run) in best.iter_mut().zip([first(), second()]) {
            *best = match (*best, run) {
                (Some(known), Some(run)) if known.time <= run.time => Some(known),
                (known, run) => run.or(known),
            };
        }
    }
    best
}
