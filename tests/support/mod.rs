//! Helpers for tests of the program: an export in its own folder, the real binary, and its output.
//!
//! The binary runs in a clean environment, so that the name and the configuration of the user who runs the tests have
//! no effect.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use rusqlite::Connection;
use rusqlite::types::Value as Cell;
use serde_json::Value;
use tempfile::TempDir;

/// The schema and every row of every table, except the tables of ghostcall and of SQLite itself.
pub(crate) type Dump = Vec<(String, Vec<Vec<Cell>>)>;

/// A database in its own folder.
pub(crate) struct Export {
    folder: TempDir,
    home: TempDir,
    path: PathBuf,
}

impl Export {
    /// A new database made by SQL.
    pub(crate) fn from_sql(sql: &str) -> Self {
        let export = Self::nowhere();
        export.sql(sql);
        export
    }

    /// A database made from one of the files in `tests/fixtures`.
    pub(crate) fn fixture(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(format!("{name}.sql"));
        Self::from_sql(&fs::read_to_string(path).expect("the fixture is readable"))
    }

    /// A copy of a database in `sample-data`.
    pub(crate) fn sample(name: &str) -> Self {
        let export = Self::nowhere();
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data").join(name);
        fs::copy(sample, &export.path).expect("the sample is copied");
        export
    }

    /// A file with these bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let export = Self::nowhere();
        fs::write(&export.path, bytes).expect("the file is written");
        export
    }

    /// A generated export with this many messages.
    pub(crate) fn generated(messages: u32) -> Self {
        let export = Self::nowhere();
        export.run(&format!("demo --messages {messages} --out DB")).ok();
        export
    }

    /// A path without a file.
    pub(crate) fn nowhere() -> Self {
        let folder = TempDir::new().expect("a folder for the database");
        let home = TempDir::new().expect("a home without configuration");
        let path = folder.path().join("export.db");
        Self { folder, home, path }
    }

    /// The same database after more SQL.
    pub(crate) fn and(self, sql: &str) -> Self {
        self.sql(sql);
        self
    }

    /// The same with a write-ahead log.
    pub(crate) fn with_wal(self) -> Self {
        self.and("PRAGMA journal_mode = WAL")
    }

    /// The path of the database.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of the database.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The home folder of the user who runs the program.
    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// A file in the folder of the database.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The default review file.
    pub(crate) fn review(&self) -> PathBuf {
        self.file("export.db.review")
    }

    /// The names of all files in the folder.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder is readable");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("the entry is readable").file_name().into_string().expect("a plain name"))
            .collect();
        names.sort();
        names
    }

    /// A new connection to the database, such as an application has.
    pub(crate) fn connect(&self) -> Connection {
        Connection::open(&self.path).expect("the database opens")
    }

    /// Runs SQL, as the application might.
    pub(crate) fn sql(&self, sql: &str) {
        let connection = self.connect();
        connection.busy_timeout(std::time::Duration::from_secs(5)).expect("a timeout can be set");
        // No test cuts the power, and waiting for the disk after each statement takes longer than the statements.
        connection.pragma_update(None, "synchronous", "OFF").ok();
        connection.execute_batch(sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
    }

    /// The first cell of a query's result.
    pub(crate) fn cell(&self, sql: &str) -> Cell {
        self.connect().query_row(sql, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{error}: {sql}"))
    }

    /// The first cell of a query's result, as text.
    pub(crate) fn text(&self, sql: &str) -> String {
        match self.cell(sql) {
            Cell::Text(text) => text,
            other => panic!("{other:?} is no text: {sql}"),
        }
    }

    /// The first cell of a query's result, as a number.
    pub(crate) fn number(&self, sql: &str) -> i64 {
        match self.cell(sql) {
            Cell::Integer(number) => number,
            other => panic!("{other:?} is no integer: {sql}"),
        }
    }

    /// All rows of a query's result.
    pub(crate) fn rows(&self, sql: &str) -> Vec<Vec<Cell>> {
        rows(&self.connect(), sql)
    }

    /// The messages of a helix-kit export as lines of a log, which `check` and `import` read.
    pub(crate) fn log(&self) -> String {
        self.text(
            "SELECT group_concat(json_object('id', id, 'conversation_id', chat_id, 'agent_id', agent_id, 'role', role,
                 'content', content, 'tools_used', json(nullif(tools_used, '')), 'created_at', created_at), char(10))
             FROM (SELECT * FROM messages WHERE content IS NOT NULL ORDER BY chat_id, created_at, id)",
        )
    }

    /// The whole database except the tables of ghostcall.
    pub(crate) fn dump(&self) -> Dump {
        dump(&self.connect())
    }

    /// The findings that `ghostcall scan` lists.
    pub(crate) fn scan(&self) -> Vec<Value> {
        self.run("scan DB --format jsonl").ok().lines()
    }

    /// The messages that `ghostcall scan` lists, each with its remedy.
    pub(crate) fn remedies(&self) -> Vec<(i64, String)> {
        let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
        self.scan().iter().map(|found| (found["message_id"].as_i64().unwrap_or(-1), text(&found["remedy"]))).collect()
    }

    /// The finding of a message, as `ghostcall show` prints it.
    pub(crate) fn show(&self, message: i64) -> Value {
        self.run(&format!("show DB {message} --format json")).ok().json()
    }

    /// The status of a message.
    pub(crate) fn status(&self, message: i64) -> String {
        self.show(message)["status"].as_str().unwrap_or("none").to_owned()
    }

    /// Accepts all findings that a bulk action can accept, and writes them back.
    pub(crate) fn accept_and_apply(&self) {
        self.run("decide DB accept --all").ok();
        self.run("apply DB").ok();
    }

    /// Runs a command of the program. The word `DB` is replaced by the path of the database.
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.run_with(line, &[])
    }

    /// Runs a command of the program with further arguments, which may contain spaces.
    pub(crate) fn run_with(&self, line: &str, more: &[&str]) -> Ran {
        Ran::of(self.command(line).args(more).output().expect("the program starts"))
    }

    /// Runs a command of the program with this standard input.
    pub(crate) fn feed(&self, line: &str, input: &str) -> Ran {
        let mut command = self.command(line);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("its input is a pipe");
        let input = input.to_owned();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().expect("the program ends");
        // The write fails if the program stops reading early; its own output then says why.
        let _ = writer.join().expect("the writer ends");
        Ran::of(output)
    }

    /// A command of the program that is not started yet.
    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ghostcall"));
        self.clean(&mut command);
        for word in line.split_whitespace() {
            if word == "DB" {
                command.arg(&self.path);
            } else {
                command.arg(word);
            }
        }
        command
    }

    /// Gives a command the environment of all tests.
    pub(crate) fn clean(&self, command: &mut Command) {
        command
            .env_clear()
            .env("HOME", self.home.path())
            .env("GHOSTCALL_REVIEWER", "ana")
            .current_dir(self.home.path());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command.stdin(Stdio::null());
    }
}

/// A whole database except the tables of ghostcall.
pub(crate) fn dump(connection: &Connection) -> Dump {
    let own = "name NOT LIKE 'ghostcall\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let schema = format!("SELECT type, name, sql FROM sqlite_schema WHERE {own} ORDER BY type, name");
    let mut dump = vec![("schema".to_owned(), rows(connection, &schema))];
    for row in rows(connection, &format!("SELECT name FROM sqlite_schema WHERE type = 'table' AND {own} ORDER BY 1")) {
        let Some(Cell::Text(table)) = row.into_iter().next() else { continue };
        let quoted = ghostcall::source::quote(&table);
        let numbered = format!("SELECT rowid, * FROM {quoted} ORDER BY rowid");
        let has_numbers = connection.prepare(&numbered).is_ok();
        let all = rows(connection, &if has_numbers { numbered } else { format!("SELECT * FROM {quoted} ORDER BY 1") });
        dump.push((table, all));
    }
    dump
}

fn rows(connection: &Connection, sql: &str) -> Vec<Vec<Cell>> {
    let mut statement = connection.prepare(sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
    let width = statement.column_count();
    let rows = statement.query_map([], |row| (0..width).map(|column| row.get(column)).collect());
    rows.expect("the query runs").collect::<Result<_, _>>().expect("every row is readable")
}

/// The result of a command.
#[derive(Debug)]
#[must_use = "say how it must have ended"]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// Asserts that the command ended with this status.
    #[track_caller]
    pub(crate) fn ended(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        self
    }

    /// Asserts success.
    #[track_caller]
    pub(crate) fn ok(&self) -> &Self {
        self.ended(0)
    }

    /// Asserts status 1: the command left something out, or found what it checks for.
    #[track_caller]
    pub(crate) fn with_problems(&self) -> &Self {
        self.ended(1)
    }

    /// Asserts status 2 with a single line of error, and returns that line.
    #[track_caller]
    pub(crate) fn refused(&self) -> String {
        self.ended(2);
        let lines: Vec<_> = self.stderr.lines().collect();
        assert_eq!(lines.len(), 1, "more than one line: {}", self.stderr);
        assert!(lines[0].starts_with("ghostcall: "), "{}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        lines[0].to_owned()
    }

    /// Standard output as one JSON document.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }

    /// Standard output as JSON Lines.
    #[track_caller]
    pub(crate) fn lines(&self) -> Vec<Value> {
        let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.stdout.lines().map(read).collect()
    }

    /// Asserts that standard error contains this text.
    #[track_caller]
    pub(crate) fn notes(&self, what: &str) -> &Self {
        assert!(self.stderr.contains(what), "`{what}` is not printed: {}", self.stderr);
        self
    }

    /// Asserts that standard output contains this text.
    #[track_caller]
    pub(crate) fn prints(&self, what: &str) -> &Self {
        assert!(self.stdout.contains(what), "`{what}` is not printed: {}", self.stdout);
        self
    }
}
