//! The status line: what a key did, and whether the scan is running.

/// How urgent a toast is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastLevel {
    /// Something was done.
    Info,
    /// Something was not done, and why.
    Refused,
}

/// A line that reports what a key did, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// The text, on one line.
    pub text: String,
    /// How urgent it is.
    pub tone: ToastLevel,
}

/// The progress of a running scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScanProgress {
    /// The number of ticks since it started.
    pub ticks: usize,
    /// The progress in percent, if known.
    pub percent: Option<u64>,
}

/// The state of the scan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanState {
    /// The scan is running.
    Running(ScanProgress),
    /// The scan is done, with this summary.
    Done(String),
}
