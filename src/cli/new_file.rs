//! A new file that is there wholly or not at all: whoever is killed leaves nothing under its name.

use std::path::Path;

use anyhow::Context as _;
use tempfile::NamedTempFile;

use crate::unfinished;

/// How the passing name of a file begins.
const PREFIX: &str = ".ghostcall-";

/// A file of a passing name in the same folder. What a kill left there of earlier ones is removed.
pub(super) fn temporary_beside(out: &Path) -> anyhow::Result<NamedTempFile> {
    let folder = match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    unfinished::remove_left(folder, is_passing);
    let made = tempfile::Builder::new().prefix(PREFIX).suffix(unfinished::SUFFIX).tempfile_in(folder);
    let made = made.with_context(|| out.display().to_string())?;
    // Where it cannot be held, it has its name all the same.
    unfinished::hold(made.as_file(), made.path());
    Ok(made)
}

/// Whether this is a passing name.
fn is_passing(name: &str) -> bool {
    let middle = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(unfinished::SUFFIX));
    middle.is_some_and(|middle| middle.len() == 6 && middle.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Gives the file its name, where nobody took it meanwhile.
pub(super) fn keep(unfinished: NamedTempFile, out: &Path) -> anyhow::Result<()> {
    let in_file = || out.display().to_string();
    unfinished.as_file().sync_all().with_context(in_file)?;
    unfinished.persist_noclobber(out).map_err(|error| error.error).with_context(in_file)?;
    Ok(())
}
