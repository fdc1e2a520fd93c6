//! The database that a command is given.

use std::path::PathBuf;

use clap::Args;

/// The database that a command works on.
#[derive(Args, Clone, Debug)]
pub(super) struct Database {
    /// The SQLite database: an export of the chat application.
    #[arg(value_name = "DB")]
    pub(super) database: PathBuf,
}
