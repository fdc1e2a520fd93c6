//! The columns that a profile requires.

use std::path::Path;

use indexmap::IndexMap;

use crate::source::profile::{ColumnName, Profile};
use crate::source::{Columns, SourceError};

/// Checks that the required columns exist; the error names each missing one once, with the first entry of the profile
/// that needs it.
pub(super) fn check_columns(path: &Path, profile: &Profile, columns: &Columns) -> Result<(), SourceError> {
    let mut missing: IndexMap<String, String> = IndexMap::new();
    for (pointer, column) in required(profile) {
        if !columns.has(&profile.messages.table, column) {
            let name = format!("{}.{}", column.table_or(&profile.messages.table), column.column);
            missing.entry(name).or_insert_with(|| profile.origin.place(&pointer));
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(SourceError::Mismatch {
        path: path.display().to_string(),
        profile: profile.name.clone(),
        missing: missing.iter().map(|(name, place)| format!("{name} ({place})")).collect::<Vec<_>>().join(", "),
    })
}

/// The required columns, each with the entry of the profile that names it.
fn required(profile: &Profile) -> Vec<(String, &ColumnName)> {
    let messages = &profile.messages;
    let listed = |place: &str, columns: Vec<&'_ ColumnName>| -> Vec<String> {
        (0..columns.len()).map(|index| format!("{place}/{index}")).collect()
    };
    let keys = messages.key.columns();
    let mut all: Vec<(String, &ColumnName)> = keys.iter().map(|column| ("/messages/key".to_owned(), column)).collect();
    all.push(("/messages/text".to_owned(), &messages.text.column));
    all.extend(messages.role.iter().map(|role| ("/messages/role".to_owned(), &role.column)));
    all.extend(messages.order.iter().map(|order| ("/messages/order".to_owned(), order)));
    let copies: Vec<_> = messages.copies.iter().map(|copy| &copy.column).collect();
    all.extend(listed("/messages/copies", copies.clone()).into_iter().zip(copies));
    let needs: Vec<_> = profile.needs.iter().collect();
    all.extend(listed("/needs", needs.clone()).into_iter().zip(needs));
    all
}
