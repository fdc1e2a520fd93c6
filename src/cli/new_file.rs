//! A new file that is there wholly or not at all: whoever is killed leaves nothing under its name.

use std::path::Path;

use anyhow::Context as _;
use tempfile::NamedTempFile;

use crate::unfinished;

/// A file of a passing name in the same folder. What a kill left there of earlier ones is removed.
pub(super) fn temporary_next_to(out: &Path) -> anyhow::Result<NamedTempFile> {
    let folder = match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    unfinished::remove_temporary(folder);
    unfinished::create_temporary(folder).with_context(|| out.display().to_string())
}

/// Gives the file its name, where nobody took it meanwhile.
pub(super) fn keep(unfinished: NamedTempFile, out: &Path) -> anyhow::Result<()> {
    let in_file = || out.display().to_string();
    unfinished.as_file().sync_all().with_context(in_file)?;
    unfinished.persist_noclobber(out).map_err(|error| error.error).with_context(in_file)?;
    Ok(())
}
