//! The sample export, and generated ones of any size in several layouts, for trying and measuring the program.

mod generate;
mod layout;
mod realistic;
mod vocabulary;
mod words;

use std::path::Path;

pub use generate::{Plan, TextKind, generate};
pub use layout::Layout;
#[cfg(test)]
pub(crate) use realistic::Realistic;

/// The sample export, as a file to copy.
const HELIX_KIT: &[u8] = include_bytes!("../../sample-data/helix-kit.db");

/// Writes the sample export to a new file.
pub fn copy_to(path: &Path) -> std::io::Result<()> {
    std::fs::write(path, HELIX_KIT)
}
