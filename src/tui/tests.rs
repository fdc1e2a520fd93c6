//! The review driven by keys, by scripts through the true loop, and by chance.

mod screens;
mod support;
