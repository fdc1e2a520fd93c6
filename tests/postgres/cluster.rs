//! A temporary PostgreSQL server: a new cluster on a socket in a temporary folder, stopped and removed at the end.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use tempfile::TempDir;

/// The oldest version that is tested.
const OLDEST: u32 = 15;

/// A running server.
pub(crate) struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    user: Option<u32>,
}

/// The result of a client.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) ok: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Cluster {
    /// Starts a server. If none is installed, prints a notice and returns `None`, or fails if `CI` is set.
    pub(crate) fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(
                std::env::var_os("CI").is_none(),
                "there is no PostgreSQL {OLDEST} or newer, and CI must test with one"
            );
            eprintln!("skipped: there is no PostgreSQL {OLDEST} or newer (initdb, pg_ctl and psql)");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("ghostcall").tempdir().expect("a temporary folder");
        // The server refuses to run as root.
        let owner = fs::metadata(folder.path()).expect("the folder is there").uid();
        let user = (owner == 0).then(ordinary_user);
        if let Some(user) = user {
            chown(folder.path(), Some(user), Some(user)).expect("root gives the folder away");
        }
        let cluster = Self { folder, programs, user };
        let data = cluster.data();
        let data = data.to_str().expect("a plain path");
        cluster
            .server("initdb", &["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
        let options = format!("-c listen_addresses= -c fsync=off -k {}", cluster.folder.path().display());
        let log = cluster.folder.path().join("log");
        let log = log.to_str().expect("a plain path");
        cluster.server("pg_ctl", &["-D", data, "-w", "-l", log, "-o", &options, "start"]);
        Some(cluster)
    }

    /// A new database after this SQL.
    pub(crate) fn database(&self, name: &str, sql: &str) -> Database<'_> {
        self.database_in("UTF8", name, sql)
    }

    /// The same in another encoding.
    pub(crate) fn database_in(&self, encoding: &str, name: &str, sql: &str) -> Database<'_> {
        let postgres = Database { cluster: self, name: "postgres".to_owned() };
        postgres.must(&format!("CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0"));
        let database = Database { cluster: self, name: name.to_owned() };
        database.must(sql);
        database
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs a program of the server, as a user other than root.
    fn server(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).env_clear().current_dir(self.folder.path()).stdin(Stdio::null());
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
        // The server keeps running and must not hold a pipe of the test open.
        let output = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("the program starts");
        let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
        assert!(output.success(), "{program} {arguments:?}: {output}\n{log}");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        self.server("pg_ctl", &["-D", data.to_str().expect("a plain path"), "-m", "immediate", "-w", "stop"]);
    }
}

/// A database of a cluster.
pub(crate) struct Database<'a> {
    cluster: &'a Cluster,
    name: String,
}

impl Database<'_> {
    /// Runs a script with psql.
    pub(crate) fn run(&self, script: &str) -> Answer {
        self.run_in(self.cluster.folder.path(), &[("PGCLIENTENCODING", "UTF8")], script)
    }

    /// The same in this folder, with these environment variables.
    pub(crate) fn run_in(&self, folder: &Path, variables: &[(&str, &str)], script: &str) -> Answer {
        let mut command = self.psql();
        command.current_dir(folder).envs(variables.iter().copied()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("psql starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let script = script.to_owned();
        let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
        let output = child.wait_with_output().expect("psql ends");
        // psql stops reading after an error, so the write may fail.
        let _ = writer.join().expect("the writer ends");
        let text = |bytes| String::from_utf8(bytes).expect("the answer is UTF-8");
        Answer { ok: output.status.success(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// Runs SQL in a transaction of another client, which stays open until the returned value is dropped.
    pub(crate) fn held(&self, sql: &str) -> Held {
        let mut child = self.psql().stderr(Stdio::null()).spawn().expect("psql starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(format!("BEGIN;\n{sql};\nSELECT 'held';\n").as_bytes()).expect("psql reads");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        assert!(lines.map_while(Result::ok).any(|line| line == "held"), "{sql}");
        Held { child, stdin: Some(stdin) }
    }

    /// A client that reads a script from its standard input.
    fn psql(&self) -> Command {
        let mut command = Command::new(self.cluster.programs.join("psql"));
        command.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-d", &self.name]);
        command.args(["-f", "-", "-h"]).arg(self.cluster.folder.path()).env_clear();
        // psql gets the path, so that a command hidden in a script would run and the test would notice.
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command
    }

    /// Runs SQL that must succeed; returns the output.
    #[track_caller]
    pub(crate) fn must(&self, sql: &str) -> Vec<String> {
        let answer = self.run(sql);
        assert!(answer.ok, "{}\n{sql}", answer.stderr);
        answer.stdout.lines().map(str::to_owned).collect()
    }

    /// Every row of these tables.
    pub(crate) fn dump(&self, tables: &[&str]) -> Vec<String> {
        let all = |table: &&str| self.must(&format!("SELECT to_json(t) FROM \"{table}\" AS t ORDER BY id"));
        tables.iter().flat_map(all).collect()
    }
}

/// A client with an open transaction.
pub(crate) struct Held {
    child: Child,
    stdin: Option<ChildStdin>,
}

impl Drop for Held {
    fn drop(&mut self) {
        // At the end of its input, psql ends, and its transaction is rolled back.
        drop(self.stdin.take());
        let _ = self.child.wait();
    }
}

/// The folder with the programs of the server: on the path, or one of Debian's folders for each version.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    folders.extend(versions.map(|version| version.path().join("bin")));
    folders.into_iter().find(|folder| version(folder).is_some_and(|version| version >= OLDEST))
}

fn version(folder: &Path) -> Option<u32> {
    if !["pg_ctl", "psql"].iter().all(|program| folder.join(program).exists()) {
        return None;
    }
    let output = Command::new(folder.join("initdb")).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let number = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// A user id other than root: that of the server's user if it exists, or else of `nobody`.
fn ordinary_user() -> u32 {
    const NOBODY: u32 = 65_534;
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let server = users.lines().find_map(|line| line.strip_prefix("postgres:")?.split(':').nth(1)?.parse().ok());
    server.unwrap_or(NOBODY)
}
