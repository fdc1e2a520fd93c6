//! Files that are not SQLite databases, and addresses of servers: the error says what to do.

use std::fs;

use crate::support::Export;

/// Asserts that commands refuse a file with this name and these bytes, and print its name and these words.
#[track_caller]
fn assert_reported(name: &str, bytes: &[u8], output: &[&str]) {
    let export = Export::nowhere();
    let file = export.file(name);
    fs::write(&file, bytes).unwrap();
    for command in ["scan", "apply", "undo", "log", "decide --all", "profiles detect"] {
        let line = match command {
            "decide --all" => format!("decide {} accept --all", file.display()),
            command => format!("{command} {}", file.display()),
        };
        let refused = export.run(&line).refused();
        for word in output.iter().chain(&[name]) {
            assert!(refused.contains(word), "{line} does not tell `{word}`: {refused}");
        }
        assert_eq!(export.files(), [name], "{line}");
    }
}

#[test]
fn a_chat_log_is_to_be_imported_whatever_its_name() {
    let line = b"{\"role\": \"user\", \"content\": \"Hi\"}\n";
    for name in ["chats.jsonl", "chats.json", "chats.db", "chats"] {
        assert_reported(name, line, &["a JSON file", "ghostcall import", "--out chats.db"]);
    }
    assert_reported("chats.json", b"[\n  {\n    \"role\": \"user\"\n  }\n]\n", &["a JSON file", "ghostcall import"]);
    assert_reported("chats.jsonl", b"hello", &["a JSON file", "ghostcall import"]);
}

#[test]
fn another_database_is_to_be_copied() {
    assert_reported("chats.parquet", b"PAR1\x15\x04\x15", &["a Parquet file", "duckdb", "ghostcall import"]);
    assert_reported("chats.bin", b"PAR1\x15\x04\x15", &["a Parquet file"]);
    assert_reported("chats.duckdb", b"\0\0\0\0\0\0\0\0DUCK\x40\0\0\0", &["a DuckDB database", "ATTACH"]);
    assert_reported("chats.dump", b"PGDMP\x01\x0f\0", &["a pg_dump archive", "pg_restore", "db-to-sqlite"]);
    assert_reported("dump.sql", b"--\n-- PostgreSQL database dump\n--\n\n", &["PostgreSQL", "psql", "db-to-sqlite"]);
    assert_reported(
        "dump.sql",
        b"PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n",
        &["an SQL file", "sqlite3 export.db <"],
    );
    assert_reported("chats.db.gz", b"\x1f\x8b\x08\0", &["a compressed file", "unpack"]);
}

#[test]
fn what_is_unknown_is_reported_as_before() {
    assert_reported("chats.csv", b"id,content\n1,Hello\n", &["not an SQLite database"]);
    let refused = Export::nowhere().run("scan chats.jsonl").refused();
    assert!(refused.contains("no such file"), "{refused}");
}

#[test]
fn the_address_of_a_server_is_reported_without_its_password() {
    let export = Export::nowhere();
    for (address, expected) in [
        ("postgres://ana:s3cret@db.example/chats", "PostgreSQL"),
        ("postgresql:///chats", "PostgreSQL"),
        ("mysql://ana:s3cret@db.example/chats", "MySQL"),
        ("postgresql+psycopg://ana:s3cret@db.example/chats", "PostgreSQL"),
    ] {
        for command in ["scan", "apply", "log", "profiles detect", "check", "import --out DB"] {
            let refused = export.run(&format!("{command} {address}")).refused();
            assert!(refused.contains(expected) && refused.contains("db-to-sqlite"), "{command}: {refused}");
            assert!(!refused.contains("s3cret"), "{command}: {refused}");
        }
    }
    assert!(export.files().is_empty());
}

#[test]
fn a_review_file_that_is_none_is_reported_as_that() {
    let export = Export::sample("helix-kit.db");
    fs::write(export.review(), "{\"a\": 1}").unwrap();
    let refused = export.run("decide DB accept --all").refused();
    assert!(!refused.contains("ghostcall import"), "{refused}");
}

#[test]
fn an_import_says_of_what_is_no_chat_log_what_to_do() {
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let line = "{\"role\": \"user\", \"content\": \"Hi\"}\n";
    for (bytes, expected) in [
        (b"\x1f\x8b\x08\0".to_vec(), "a compressed file, not a chat log"),
        (b"SQLite format 3\0\n{}\n".to_vec(), "ghostcall scan"),
        (b"PAR1\x15\x04\n".to_vec(), "a Parquet file"),
        (utf_16(line), "UTF-16"),
        (utf_16(&format!("\u{feff}{line}")), "iconv"),
    ] {
        let export = Export::nowhere();
        let file = export.file("chats.jsonl");
        fs::write(&file, &bytes).unwrap();
        let refused = export.run(&format!("import {} --out new.db", file.display())).refused();
        assert!(refused.contains(expected) && refused.contains("chats.jsonl"), "{refused}");
        assert_eq!(export.files(), ["chats.jsonl"]);
    }
    // The file name does not matter if the content is a chat log.
    let export = Export::nowhere();
    let file = export.file("chats.gz");
    fs::write(&file, line).unwrap();
    export.run(&format!("import {} --out DB", file.display())).ok();
}
