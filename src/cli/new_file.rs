//! Creates a file atomically: an interrupted program leaves nothing under its name.

use std::path::Path;

use anyhow::{Context as _, bail};
use tempfile::NamedTempFile;

use crate::unfinished;

/// Creates a temporary file in the same folder, and removes those that earlier killed runs left there.
pub(super) fn temporary_next_to(out: &Path) -> anyhow::Result<NamedTempFile> {
    let folder = match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        bail!("{}: no such folder", folder.display());
    }
    unfinished::remove_temporary(folder);
    unfinished::create_temporary(folder).with_context(|| out.display().to_string())
}

/// Renames the file to its final name, unless that exists meanwhile.
pub(super) fn keep(unfinished: NamedTempFile, out: &Path) -> anyhow::Result<()> {
    let in_file = || out.display().to_string();
    unfinished.as_file().sync_all().with_context(in_file)?;
    unfinished.persist_noclobber(out).map_err(|error| error.error).with_context(in_file)?;
    Ok(())
}
