//! The write-back of many recoveries and its undo, compared with the same prepared statements on a copy, in one
//! transaction.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ghostcall::sample::{Layout, Plan, TextKind, generate};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::process::{Run, run};

const UPDATE: &str = "UPDATE messages SET content = ?1, tools_used = ?2, updated_at = ?3 WHERE id = ?4";
const TOUCH: &str = "UPDATE chats SET updated_at = ?1 WHERE id = ?2";
const GHOSTCALL: &str = env!("CARGO_BIN_EXE_ghostcall");

/// Prints the section.
pub(crate) fn report(folder: &Path, findings: u32, runs: u32) {
    println!("apply --no-backup and undo, beside the bare statements: {findings} recoveries in one batch\n");
    let [mut bare, mut bare_undo] = [Duration::MAX; 2];
    let [mut indexed, mut unindexed] = [Ours::default(); 2];
    let mut sizes = String::new();
    for _ in 0..runs.max(1) {
        let [ours, theirs] = ["ours.db", "theirs.db"].map(|name| folder.join(name));
        leaks(&ours, findings, None);
        std::fs::copy(&ours, &theirs).expect("there is room");
        indexed.write(&ours);
        let written = Written::of(&ours, &theirs);
        bare = bare.min(timed(|| written.write(&theirs)));
        sizes = journal_size(&ours);
        indexed.take_back(&ours);
        bare_undo = bare_undo.min(timed(|| written.take_back(&theirs)));
        leaks(&ours, findings, Some(Layout::WithoutIndexes));
        unindexed.write(&ours);
        unindexed.take_back(&ours);
        for name in ["ours.db", "ours.db.review", "theirs.db"] {
            let _ = std::fs::remove_file(folder.join(name));
        }
    }
    let line = |name: &str, ours: Option<Run>, theirs: Duration| {
        let Some(Run { time, memory }) = ours else { return };
        let ratio = time.as_secs_f64() / theirs.as_secs_f64();
        let memory = memory.map_or("?".to_owned(), |memory| (memory >> 10).to_string());
        println!("{name:<34}{:>10} ms{:>10} ms{ratio:>9.2}{memory:>9} MiB", time.as_millis(), theirs.as_millis());
    };
    println!("{:<34}{:>13}{:>13}{:>9}{:>13}", "", "ghostcall", "bare", "ratio", "memory");
    line("write-back", indexed.apply, bare);
    line("undo", indexed.undo, bare_undo);
    line("write-back without any index", unindexed.apply, bare);
    line("undo without any index", unindexed.undo, bare_undo);
    println!("{sizes}\n");
}

/// The fastest runs of the program.
#[derive(Clone, Copy, Default)]
struct Ours {
    apply: Option<Run>,
    undo: Option<Run>,
}

impl Ours {
    fn write(&mut self, database: &Path) {
        let path = database.to_str().expect("the folder has a name");
        let _ = std::fs::remove_file(format!("{path}.review"));
        run(GHOSTCALL, &["decide", path, "accept", "--all"]).expect("all is accepted");
        keep_fastest(&mut self.apply, &["apply", path, "--no-backup"]);
    }

    fn take_back(&mut self, database: &Path) {
        keep_fastest(&mut self.undo, &["undo", database.to_str().expect("the folder has a name"), "--all"]);
    }
}

fn keep_fastest(best: &mut Option<Run>, arguments: &[&str]) {
    let run = run(GHOSTCALL, arguments).expect("the run succeeds");
    if best.is_none_or(|best| run.time < best.time) {
        *best = Some(run);
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// A database in which every answer begins with a lost memory.
fn leaks(path: &Path, findings: u32, layout: Option<Layout>) {
    let _ = std::fs::remove_file(path);
    generate(path, Plan { messages: findings * 2, seed: 1, text: TextKind::FewSentences }, |_| {})
        .expect("the data is generated");
    let sql = "UPDATE messages SET content = '{success: true, memory_type: \"journal\", content: \"Thing number ' || id || '.\"}' || content
               WHERE role = 'assistant';";
    let connection = Connection::open(path).expect("the data is there");
    connection.execute_batch(sql).expect("the texts are written");
    layout.map_or(Ok(()), |layout| layout.apply(path)).expect("it is laid out");
    connection.execute_batch("VACUUM").expect("there is room");
}

/// The size of the journal, compared with the texts that it stores.
fn journal_size(path: &Path) -> String {
    let sql = "SELECT sum(length(CAST(message || before || after || records || finding AS BLOB))),
                      sum(length(CAST(coalesce(json_extract(before, '$.text'), '') || coalesce(json_extract(after, '$.text'), '') AS BLOB)))
               FROM ghostcall_journal";
    let connection = Connection::open(path).expect("the database is there");
    connection.query_row(sql, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))).map_or_else(
        |error| format!("journal: {error}"),
        |(all, texts)| format!("journal: {all} bytes, the texts in it {texts} bytes"),
    )
}

/// The rows that a write-back changed, with their values.
struct Written {
    messages: Vec<[Vec<Value>; 2]>,
    chats: Vec<[Vec<Value>; 2]>,
    records: Vec<Vec<Value>>,
    journal: Vec<Vec<Value>>,
    journal_schema: String,
}

impl Written {
    /// The rows of a database after a write-back, with the old rows from a copy made before it.
    fn of(path: &Path, before: &PathBuf) -> Self {
        let connection = Connection::open(path).expect("the database is there");
        let all = |connection: &Connection, sql: &str| -> Vec<Vec<Value>> {
            let mut statement = connection.prepare(sql).expect("the query is right");
            let width = statement.column_count();
            let rows = statement.query_map([], |row| (0..width).map(|column| row.get(column)).collect());
            rows.expect("it is asked").collect::<Result<_, _>>().expect("the rows are read")
        };
        let messages = "SELECT content, tools_used, updated_at, id FROM messages WHERE role = 'assistant' ORDER BY id";
        let before = Connection::open(before).expect("the copy is there");
        let pairs = |sql: &str| all(&before, sql).into_iter().zip(all(&connection, sql)).map(<[_; 2]>::from).collect();
        let known: i64 = before
            .query_row("SELECT coalesce(max(id), 0) FROM agent_memories", [], |row| row.get(0))
            .expect("it is asked");
        let schema = "SELECT sql FROM sqlite_schema WHERE name = 'ghostcall_journal'";
        Self {
            messages: pairs(messages),
            chats: pairs("SELECT updated_at, id FROM chats ORDER BY id"),
            records: all(&connection, &format!("SELECT * FROM agent_memories WHERE id > {known}")),
            journal: all(&connection, "SELECT * FROM ghostcall_journal ORDER BY id"),
            journal_schema: connection.query_row(schema, [], |row| row.get(0)).expect("there is a journal"),
        }
    }

    /// The same updates, inserts and journal rows as plain statements.
    fn write(&self, path: &Path) {
        let mut connection = Connection::open(path).expect("the copy is there");
        let transaction = connection.transaction().expect("it begins");
        transaction.execute_batch(&self.journal_schema).expect("the journal is made");
        each(&transaction, UPDATE, self.messages.iter().map(|[_, new]| new));
        each(&transaction, TOUCH, self.chats.iter().map(|[_, new]| new));
        each(&transaction, &insert("agent_memories", &self.records), &self.records);
        each(&transaction, &insert("ghostcall_journal", &self.journal), &self.journal);
        transaction.commit().expect("it is written");
    }

    /// Restores the old texts, removes the records, and adds a journal row for each.
    fn take_back(&self, path: &Path) {
        let mut connection = Connection::open(path).expect("the copy is there");
        let transaction = connection.transaction().expect("it begins");
        each(&transaction, UPDATE, self.messages.iter().map(|[old, _]| old));
        each(&transaction, TOUCH, self.chats.iter().map(|[old, _]| old));
        each(&transaction, "DELETE FROM agent_memories WHERE id = ?1", self.records.iter().map(|row| row.first()));
        let fresh = self.journal.iter().map(|row| std::iter::once(&Value::Null).chain(row.iter().skip(1)));
        each(&transaction, &insert("ghostcall_journal", &self.journal), fresh);
        transaction.commit().expect("it is written");
    }
}

/// Prepares a statement once and runs it for each row.
fn each<'v, R: IntoIterator<Item = &'v Value>>(connection: &Connection, sql: &str, rows: impl IntoIterator<Item = R>) {
    let mut statement = connection.prepare(sql).expect("the statement is right");
    for row in rows {
        statement.execute(params_from_iter(row)).expect("it is written");
    }
}

/// A statement that inserts a row with these columns.
fn insert(table: &str, rows: &[Vec<Value>]) -> String {
    let width = rows.first().map_or(1, Vec::len);
    format!("INSERT INTO {table} VALUES ({})", vec!["?"; width].join(", "))
}
