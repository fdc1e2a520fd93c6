//! The sample export, and generated ones of any size in its layout: to try the program, and to measure it.

mod generate;
mod words;

use std::path::Path;

pub use generate::{Plan, generate};

/// The sample export, as a file that any run can copy.
const HELIX_KIT: &[u8] = include_bytes!("../../sample-data/helix-kit.db");

/// Writes the sample export to a new file.
pub fn copy_to(path: &Path) -> std::io::Result<()> {
    std::fs::write(path, HELIX_KIT)
}

/// Leaves a generated export no index, nor a key that is one, as a test wants it.
#[cfg(test)]
pub(crate) fn without_indexes(path: &Path) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;").unwrap();
    for table in ["messages", "chats", "agents", "agent_memories", "tool_calls", "audit_logs"] {
        let sql =
            format!("ALTER TABLE {table} RENAME TO old; CREATE TABLE {table} AS SELECT * FROM old; DROP TABLE old;");
        connection.execute_batch(&sql).unwrap();
    }
}
