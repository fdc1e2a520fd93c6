//! What the last line tells: what a key did, and whether findings still come in.

/// How urgent a toast is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Told,
    /// Something was not done, and why.
    Refused,
}

/// A line that tells what a key did, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// The line.
    pub text: String,
    /// How urgent it is.
    pub tone: Tone,
}

/// A scan that goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Running {
    /// It counts the time.
    pub ticks: usize,
    /// How much of the work is done, in percent, where that is known.
    pub percent: Option<u64>,
}

/// Whether findings still come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scan {
    /// They do.
    Running(Running),
    /// The scan is through, and this is what it met.
    Done(String),
}
