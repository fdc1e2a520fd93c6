//! Recognises files that are not SQLite databases, and URLs of servers, to say how to convert them.

use std::ffi::OsStr;
use std::io::Read as _;
use std::path::Path;

use super::SourceError;
use crate::visible;

/// The number of bytes of a file to examine.
const HEAD_BYTES: u64 = 4096;

/// The scheme of a server's URL, with the server's name; a driver may follow, as in `postgresql+psycopg`.
const SERVERS: [(&str, &str); 6] = [
    ("postgres", "PostgreSQL"),
    ("postgresql", "PostgreSQL"),
    ("mysql", "MySQL"),
    ("mariadb", "MariaDB"),
    ("mongodb", "MongoDB"),
    ("mssql", "SQL Server"),
];

const DATABASE: &str = "an SQLite database";

/// The formats that the first bytes of a file reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ForeignFormat {
    Json,
    /// JSON in UTF-16, as some Windows editors and shells write it.
    Utf16,
    Sqlite,
    Parquet,
    DuckDb,
    PostgresArchive,
    PostgresSql,
    MySqlSql,
    Sql,
    Compressed,
}

impl ForeignFormat {
    /// Detects the format from the first bytes of a file.
    fn of(head: &[u8]) -> Option<Self> {
        const BEGINNINGS: [(&[u8], ForeignFormat); 7] = [
            (b"SQLite format 3\0", ForeignFormat::Sqlite),
            (b"PAR1", ForeignFormat::Parquet),
            (b"PGDMP", ForeignFormat::PostgresArchive),
            (b"\x1f\x8b", ForeignFormat::Compressed),
            (b"PK\x03\x04", ForeignFormat::Compressed),
            (b"\x28\xb5\x2f\xfd", ForeignFormat::Compressed),
            (b"BZh", ForeignFormat::Compressed),
        ];
        if head.get(8..12) == Some(b"DUCK") {
            return Some(Self::DuckDb);
        }
        let known = BEGINNINGS.iter().find(|(beginning, _)| head.starts_with(beginning));
        known.map(|(_, format)| *format).or_else(|| Self::of_text(head))
    }

    fn of_text(head: &[u8]) -> Option<Self> {
        if is_json_in_utf_16(head) {
            return Some(Self::Utf16);
        }
        let text = String::from_utf8_lossy(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head));
        let text = text.trim_start();
        if text.starts_with(['{', '[']) {
            return Some(Self::Json);
        }
        if text.contains("-- PostgreSQL database dump") || text.starts_with("-- PostgreSQL") {
            return Some(Self::PostgresSql);
        }
        if text.starts_with("-- MySQL dump") || text.starts_with("-- MariaDB dump") || text.starts_with("/*!") {
            return Some(Self::MySqlSql);
        }
        let mut lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with("--"));
        let begins = |line: &str| {
            ["PRAGMA ", "BEGIN TRANSACTION", "BEGIN;", "CREATE TABLE ", "INSERT INTO ", "DROP TABLE "]
                .iter()
                .any(|word| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
        };
        lines.next().is_some_and(begins).then_some(Self::Sql)
    }

    /// The format that a file's extension suggests, if its bytes reveal none.
    fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "json" | "jsonl" | "ndjson" => Self::Json,
            "parquet" => Self::Parquet,
            "duckdb" => Self::DuckDb,
            "dump" | "pgdump" => Self::PostgresArchive,
            "sql" => Self::Sql,
            "gz" | "zip" | "zst" | "bz2" | "xz" => Self::Compressed,
            _ => return None,
        })
    }

    /// The format in words, and how to convert it.
    fn advice(self, typed: &str) -> (&'static str, String) {
        let file = visible::shell_word(typed);
        let copied = "then copy the tables into SQLite: `db-to-sqlite 'postgresql://…' export.db --all`";
        match self {
            Self::Json => ("a JSON file", format!("create a database from it: `ghostcall import {file} --out chats.db`")),
            Self::Utf16 => (
                "JSON in UTF-16",
                format!("convert it, `iconv -f UTF-16 -t UTF-8 {file} > chats.jsonl`, then `ghostcall import chats.jsonl --out chats.db`"),
            ),
            Self::Sqlite => ("an SQLite database", format!("scan it without import: `ghostcall scan {file}`")),
            Self::Parquet => (
                "a Parquet file",
                "write its messages as JSON Lines, `duckdb -c \"COPY (FROM 'FILE') TO 'chats.jsonl' (FORMAT json)\"`, then \
                 `ghostcall import chats.jsonl --out chats.db`"
                    .to_owned(),
            ),
            Self::DuckDb => (
                "a DuckDB database",
                "copy its tables into SQLite: in `duckdb`, ATTACH 'export.db' AS export (TYPE sqlite), then CREATE TABLE \
                 export.messages AS FROM messages for each table"
                    .to_owned(),
            ),
            Self::PostgresArchive => ("a pg_dump archive", format!("restore it into a server with pg_restore, {copied}")),
            Self::PostgresSql => ("a PostgreSQL dump", format!("restore it into a server with psql, {copied}")),
            Self::MySqlSql => (
                "a MySQL dump",
                "restore it into a server, then copy the tables into SQLite: `db-to-sqlite 'mysql://…' export.db --all`"
                    .to_owned(),
            ),
            Self::Sql => ("an SQL file", format!("create a database from it: `sqlite3 export.db < {file}`")),
            Self::Compressed => ("a compressed file", "unpack it first".to_owned()),
        }
    }
}

/// Replaces an error by one with advice, if its path has a known format.
pub(super) fn recognised(error: SourceError) -> SourceError {
    let known = match &error {
        SourceError::NotADatabase(path) => identify(path),
        SourceError::Missing(path) => server(path, DATABASE),
        _ => None,
    };
    known.unwrap_or(error)
}

/// The error for a path with a known format other than SQLite; `None` if the format is unknown.
pub(crate) fn identify(path: &Path) -> Option<SourceError> {
    let mut head = Vec::new();
    let is_read = std::fs::File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head)).is_ok();
    let known = ForeignFormat::of(&head).filter(|_| is_read);
    if known == Some(ForeignFormat::Sqlite) {
        return None;
    }
    let format = known.or_else(|| ForeignFormat::of_name(path))?;
    let place = path.display().to_string();
    let (what, advice) = format.advice(&place);
    Some(SourceError::OtherFormat { place, what: what.to_owned(), wanted: DATABASE, advice })
}

/// The error for an input that begins so, if it cannot be a chat log. The advice names the input only if it is a
/// `file`.
#[cfg(feature = "cli")]
pub(crate) fn no_chat_log(name: &str, file: Option<&str>, head: &[u8]) -> Option<SourceError> {
    let format = ForeignFormat::of(head).filter(|format| *format != ForeignFormat::Json)?;
    let (what, advice) = format.advice(file.unwrap_or("FILE"));
    let wanted = "a chat log in JSON";
    Some(SourceError::OtherFormat { place: name.to_owned(), what: what.to_owned(), wanted, advice })
}

/// Whether the bytes begin like JSON in UTF-16, in either byte order, with or without a byte order mark.
fn is_json_in_utf_16(head: &[u8]) -> bool {
    let begins = |unit: fn([u8; 2]) -> u16| {
        let units = head.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(unit);
        let mut units = units.filter_map(|unit| char::from_u32(u32::from(unit)));
        let first = units.by_ref().find(|c| *c != '\u{feff}' && !c.is_whitespace());
        first.is_some_and(|c| c == '{' || c == '[')
    };
    begins(u16::from_le_bytes) || begins(u16::from_be_bytes)
}

/// The error for a server's URL instead of a file. It does not repeat the whole URL, which may hold a password.
pub(crate) fn server(path: &Path, wanted: &'static str) -> Option<SourceError> {
    let typed = path.to_str()?;
    let (scheme, rest) = typed.split_once("://")?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    if scheme.is_empty() || !scheme.chars().all(is_scheme) {
        return None;
    }
    let kind = scheme.split('+').next().unwrap_or_default();
    let known = SERVERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(kind)).map(|(_, what)| *what);
    if known.is_none() && !rest.contains('@') {
        return None;
    }
    Some(SourceError::OtherFormat {
        place: format!("{scheme}://…"),
        what: known
            .map_or_else(|| "the address of a server".to_owned(), |what| format!("the address of a {what} server")),
        wanted,
        advice: match known {
            None => "copy its content into a file, and pass that".to_owned(),
            Some("MongoDB") => {
                "write the messages as JSON Lines with mongoexport, then `ghostcall import FILE --out chats.db`"
                    .to_owned()
            }
            Some("PostgreSQL") => format!(
                "copy the tables into SQLite, `db-to-sqlite '{scheme}://…' export.db --all`, and scan that file; write back with \
                 `ghostcall apply export.db --emit-sql postgres`"
            ),
            Some(_) => {
                format!(
                    "copy the tables into SQLite, `db-to-sqlite '{scheme}://…' export.db --all`, and scan that file"
                )
            }
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_recognised_by_its_first_bytes() {
        for (head, format) in [
            (&b"{\"role\": \"user\"}\n"[..], Some(ForeignFormat::Json)),
            (b"\xef\xbb\xbf\n [\n", Some(ForeignFormat::Json)),
            (b"PAR1\x15\x04", Some(ForeignFormat::Parquet)),
            (b"\x01\x02\x03\x04\x05\x06\x07\x08DUCK@\x00", Some(ForeignFormat::DuckDb)),
            (b"PGDMP\x01\x0e", Some(ForeignFormat::PostgresArchive)),
            (b"--\n-- PostgreSQL database dump\n--\n\nSET a = 0;", Some(ForeignFormat::PostgresSql)),
            (b"-- MySQL dump 10.13\n", Some(ForeignFormat::MySqlSql)),
            (b"PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;", Some(ForeignFormat::Sql)),
            (b"-- ours\n\ncreate table messages (id);", Some(ForeignFormat::Sql)),
            (b"\x1f\x8b\x08", Some(ForeignFormat::Compressed)),
            (b"id,content\n1,Hello\n", None),
            (b"Set it up first", None),
            (b"", None),
            (b"SQLite format 3\0\x10\0", Some(ForeignFormat::Sqlite)),
            (b"\xff\xfe{\0\"\0", Some(ForeignFormat::Utf16)),
            (b"\xfe\xff\0 \0[", Some(ForeignFormat::Utf16)),
            (b"\n\0{\0\"\0", Some(ForeignFormat::Utf16)),
            (b"\xff\xfe\x00", None),
            (b"\xff\xfea\0{\0", None),
            (b"\0\0{\0", None),
        ] {
            assert_eq!(ForeignFormat::of(head), format, "{:?}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn a_name_shows_where_the_bytes_do_not() {
        assert_eq!(ForeignFormat::of_name(Path::new("a/chats.JSONL")), Some(ForeignFormat::Json));
        assert_eq!(ForeignFormat::of_name(Path::new("a/chats.db")), None);
        assert_eq!(ForeignFormat::of_name(Path::new("chats")), None);
    }

    #[test]
    fn the_address_of_a_server_is_reported_without_its_password() {
        let message_for = |address: &str| server(Path::new(address), DATABASE).map(|error| error.to_string());
        for (address, known) in [
            ("postgres://ana:s3cret@db.example/chats", "PostgreSQL"),
            ("postgresql+psycopg://ana:s3cret@db.example/chats", "PostgreSQL"),
            ("MySQL+pymysql://ana:s3cret@db.example/chats", "MySQL"),
            ("mysql:///chats?password=s3cret", "MySQL"),
            ("mongodb+srv://ana:s3cret@db.example", "mongoexport"),
            ("redis://:s3cret@db.example/0", "the address of a server"),
        ] {
            let error = message_for(address).unwrap();
            assert!(error.contains(known) && !error.contains("s3cret"), "{error}");
        }
        for path in ["postgres.db", "", "://a@b", "a b://c@d", "file:///chats.db", "a/b@c://d@e"] {
            assert_eq!(message_for(path), None, "{path}");
        }
    }
}
