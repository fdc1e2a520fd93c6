//! Progress on standard error, where that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of so many bytes that are to be read; where nobody knows how many, what was read is told alone.
pub(super) fn of_bytes(all: Option<u64>) -> ProgressBar {
    let (bar, template) = match all {
        Some(all) => (ProgressBar::new(all), "{wide_bar} {bytes}/{total_bytes} {eta}"),
        None => (ProgressBar::no_length(), "{bytes} read"),
    };
    // The template is a constant; were it wrong, a plain bar would show.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style)
}
