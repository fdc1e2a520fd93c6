//! Progress of long work: a bar on a terminal. Ctrl-C ends a scan early.

use std::cell::Cell;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::SIGINT;

use super::{CommandOutcome, output};
use crate::audit::Progress;
use crate::writeback::{Writing, WritingStage};

/// The total work in units of [`Progress`].
const ALL: u64 = 1000;

/// A watch of a write-back or undo that says once that it waits for the database.
pub(super) fn report_waiting() -> impl FnMut(Writing) -> bool {
    let mut is_reported = false;
    move |writing| {
        if writing.stage == WritingStage::Waiting && !std::mem::replace(&mut is_reported, true) {
            output::note("waiting for the database: another program has it locked…");
        }
        true
    }
}

/// Shows the progress of a scan and handles Ctrl-C.
pub(super) struct ScanWatch {
    bar: Option<ProgressBar>,
    interrupted: Arc<AtomicBool>,
    last: Cell<Progress>,
    findings: Cell<u64>,
}

impl ScanWatch {
    /// Starts watching: Ctrl-C now ends the scan, and a second one the program.
    pub(super) fn new() -> anyhow::Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let status = CommandOutcome::INTERRUPTED.status();
        signal_hook::flag::register_conditional_shutdown(SIGINT, status.into(), Arc::clone(&interrupted))?;
        signal_hook::flag::register(SIGINT, Arc::clone(&interrupted))?;
        let bar = io::stderr().is_terminal().then(|| ProgressBar::new(ALL));
        if let Some(bar) = &bar {
            bar.set_style(style("{bar:24} {percent:>3}%  {msg}  {eta} left"));
        }
        Ok(Self { bar, interrupted, last: Cell::default(), findings: Cell::default() })
    }

    /// Counts a finding, for the progress line and the note on an interrupted run.
    pub(super) fn found(&self) {
        self.findings.set(self.findings.get() + 1);
    }

    /// Shows the progress. Returns whether to continue.
    pub(super) fn goes_on(&self, progress: Progress) -> bool {
        self.last.set(progress);
        if let Some(bar) = &self.bar {
            match progress.done {
                Some(done) => bar.set_position(done),
                // The total is unknown.
                None => bar.set_style(style("{spinner} {msg}")),
            }
            let seconds = bar.elapsed().as_secs_f64().max(0.001);
            #[allow(clippy::cast_precision_loss, reason = "a rate needs no more")]
            let rate = progress.messages as f64 / seconds;
            bar.set_message(format!(
                "{}, {rate:.0} a second, {}",
                output::count(progress.messages, "message", "messages"),
                output::count(self.findings.get(), "finding", "findings")
            ));
        }
        !self.interrupted.load(Ordering::Relaxed)
    }

    /// Prints something while the bar is hidden.
    pub(super) fn suspended<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if io::stdout().is_terminal() => bar.suspend(print),
            _ => print(),
        }
    }

    /// Removes the bar. If the scan was interrupted, reports the progress and returns the outcome of the command.
    pub(super) fn finish(&self) -> Option<CommandOutcome> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if !self.interrupted.load(Ordering::Relaxed) {
            return None;
        }
        let Progress { messages, done } = self.last.get();
        let share = done.map(|done| format!(" ({}% of the work)", done * 100 / ALL)).unwrap_or_default();
        let findings = self.findings.get();
        output::note(&format!(
            "stopped: {} read{share}, {} so far",
            output::count(messages, "message", "messages"),
            output::count(findings, "finding", "findings")
        ));
        Some(CommandOutcome::INTERRUPTED)
    }
}

/// A progress bar over the bytes to read; without a known total it shows only the bytes read.
pub(super) fn of_bytes(all: Option<u64>) -> ProgressBar {
    let (bar, template) = match all {
        Some(all) => (ProgressBar::new(all), "{wide_bar} {bytes}/{total_bytes} {eta}"),
        None => (ProgressBar::no_length(), "{bytes} read"),
    };
    bar.with_style(style(template))
}

/// The style of a bar; if the template is invalid, the default style.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
