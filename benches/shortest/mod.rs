//! Measures the time of an operation with the least disturbance.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The shortest time of `runs` runs.
pub(crate) fn shortest<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    let runs = (0..runs).map(|_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}
