//! The profile that a database was written with, as the last row of its journal tells.

use rusqlite::{Connection, OptionalExtension as _};
use serde::Deserialize;

use super::{JOURNAL_TABLE, has_journal};
use crate::source::profile::UsedProfile;

/// The member of a row's `finding` that names the profile: the columns are fixed, and rows of earlier versions lack it.
pub const PROFILE_MEMBER: &str = "profile";

#[derive(Deserialize)]
struct Kept {
    profile: Option<UsedProfile>,
}

/// The profile that the last row was written with; `None` where there is no such row, or it does not tell.
///
/// What a database says names a profile, and never a file that would be read.
pub fn written_with(connection: &Connection) -> rusqlite::Result<Option<UsedProfile>> {
    if !has_journal(connection)? {
        return Ok(None);
    }
    let sql = format!("SELECT finding FROM {JOURNAL_TABLE} ORDER BY id DESC LIMIT 1");
    let finding: Option<String> = connection
        .query_row(&sql, [], |row| Ok(row.get_ref(0)?.as_str().ok().map(str::to_owned)))
        .optional()?
        .flatten();
    let kept = finding.and_then(|finding| serde_json::from_str::<Kept>(&finding).ok());
    Ok(kept.and_then(|kept| kept.profile).map(UsedProfile::without_file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Entry;

    #[test]
    fn the_last_row_tells_the_profile_and_no_row_tells_a_file() {
        let connection = Connection::open_in_memory().unwrap();
        assert_eq!(written_with(&connection).unwrap(), None);
        connection.execute_batch(&format!("CREATE TABLE {JOURNAL_TABLE} ({})", Entry::COLUMNS)).unwrap();
        assert_eq!(written_with(&connection).unwrap(), None);
        let own = r#"{"claims": [], "profile": {"name": "mine", "file": "/etc/passwd", "digest": "d"}}"#;
        let mine = UsedProfile { name: "mine".to_owned(), file: None, digest: Some("d".to_owned()) };
        for (finding, told) in [
            (own, Some(mine)),
            ("{}", None),
            ("no JSON", None),
            (r#"{"profile": "mine"}"#, None),
            (
                r#"{"profile": {"name": "plain"}}"#,
                Some(UsedProfile { name: "plain".to_owned(), file: None, digest: None }),
            ),
        ] {
            let sql = format!("INSERT INTO {JOURNAL_TABLE} (id, finding) SELECT count(*), ?1 FROM {JOURNAL_TABLE}");
            connection.execute(&sql, [finding]).unwrap();
            assert_eq!(written_with(&connection).unwrap(), told, "{finding}");
        }
    }
}
