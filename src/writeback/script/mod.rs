//! SQL for the database that an export came from: an export is a copy, and what is approved there changes nothing in production.
//!
//! The script is one transaction. Each message is changed only where it still is as the export has it, a record is inserted only
//! where no equal one is there, and a last `SELECT` tells what became of each message; run again, the script changes
//! nothing. Where the database refuses a part of a finding, nothing at all is written.

mod dialect;
mod finding;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};

use self::finding::Finding;
use super::{LeftOut, PlannedWrite, Reason, Run};
use crate::source::profile::Profile;
use crate::visible;

pub use dialect::Dialect;

/// The table of the script in which it keeps what becomes of each message.
const REPORT: &str = "ghostcall_report";

/// A script that is put together finding by finding.
pub struct Script<'a> {
    profile: &'a Profile,
    dialect: Dialect,
    run: &'a Run,
    /// The statements for the findings, in a file that has no name: before them it is said how many there are.
    body: BufWriter<File>,
    findings: usize,
    tables: BTreeSet<String>,
    left_out: Vec<LeftOut>,
}

/// What a script does that was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// How many findings it writes.
    pub findings: usize,
    /// What a person must do once it ran.
    pub afterwards: Vec<String>,
    /// The findings that cannot be said in the dialect, and why.
    pub left_out: Vec<LeftOut>,
}

impl<'a> Script<'a> {
    /// A script without findings.
    ///
    /// # Errors
    /// Where no temporary file can be made.
    pub fn new(profile: &'a Profile, dialect: Dialect, run: &'a Run) -> io::Result<Self> {
        let body = BufWriter::new(tempfile::tempfile()?);
        Ok(Self { profile, dialect, run, body, findings: 0, tables: BTreeSet::new(), left_out: Vec::new() })
    }

    /// Adds what writes a finding, or leaves it out.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn add(&mut self, write: &PlannedWrite) -> io::Result<()> {
        let finding = Finding { number: self.findings + 1, write, profile: self.profile, dialect: self.dialect };
        let statements = match finding.statements() {
            Ok(statements) => statements,
            Err(unsayable) => {
                let reason = Reason::Obstacle { what: unsayable.to_string() };
                self.left_out.push(LeftOut { message: Some(write.message.clone()), write: None, reason });
                return Ok(());
            }
        };
        self.findings += 1;
        self.tables.extend(write.rows.iter().map(|row| row.table.clone()));
        writeln!(self.body, "\n-- Message {}", comment(&write.message.to_string()))?;
        statements.iter().try_for_each(|statement| writeln!(self.body, "{statement}"))
    }

    /// Prints the script, and tells what it does.
    ///
    /// # Errors
    /// Where it cannot be printed.
    pub fn print(self, out: &mut dyn Write) -> io::Result<Printed> {
        let mut body = self.body.into_inner().map_err(io::IntoInnerError::into_error)?;
        body.rewind()?;
        out.write_all(head(self.findings, self.profile, self.dialect, self.run).as_bytes())?;
        io::copy(&mut body, out)?;
        writeln!(out, "\n{}", tail(self.dialect).trim_end())?;
        let afterwards = self.profile.afterwards(&self.tables.iter().map(String::as_str).collect());
        Ok(Printed { findings: self.findings, afterwards, left_out: self.left_out })
    }
}

/// A text on one line, of which nothing can end a comment.
fn comment(text: &str) -> String {
    visible::one_line(text).into_owned()
}

fn head(findings: usize, profile: &Profile, dialect: Dialect, run: &Run) -> String {
    let (name, client) = match dialect {
        Dialect::Postgres => ("PostgreSQL", "psql -X -v ON_ERROR_STOP=1 -d DATABASE -f FILE"),
        Dialect::Sqlite => ("SQLite", "sqlite3 DATABASE < FILE"),
    };
    let begin = match dialect {
        Dialect::Postgres => format!(
            "BEGIN;\n\
             SET LOCAL standard_conforming_strings = on;\n\
             SET LOCAL TimeZone = 'UTC';\n\
             -- Two scripts at once wait for each other.\n\
             DO $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext('{REPORT}')); END $$;\n\
             CREATE TEMPORARY TABLE {REPORT} (number integer PRIMARY KEY, message text NOT NULL, outcome text NOT NULL) ON COMMIT DROP;\n"
        ),
        Dialect::Sqlite => format!(
            "BEGIN IMMEDIATE;\n\
             CREATE TEMPORARY TABLE {REPORT} (number INTEGER PRIMARY KEY, message TEXT NOT NULL, outcome TEXT NOT NULL);\n\
             CREATE TEMPORARY TRIGGER ghostcall_refused AFTER UPDATE ON {REPORT} WHEN new.outcome = 'refused'\n\
             BEGIN SELECT RAISE(ROLLBACK, 'ghostcall: the database refuses a message; nothing was written'); END;\n"
        ),
    };
    format!(
        "-- Approved findings: {findings}. For {name}: for the database that the export came from. Back it up first.\n\
         --   {client}\n\
         -- By ghostcall {}, profile {}, {}, reviewer {}.\n\
         -- A message that is not as the export has it stays as it is; the last SELECT tells of each. Run again, it changes nothing.\n\
         \n{begin}",
        env!("CARGO_PKG_VERSION"),
        comment(&profile.name),
        run.now,
        comment(&run.reviewer),
    )
}

fn tail(dialect: Dialect) -> String {
    let end = match dialect {
        Dialect::Postgres => format!(
            "DO $$ DECLARE refused text; BEGIN\n  \
               SELECT string_agg(message, ', ') INTO refused FROM {REPORT} WHERE outcome = 'refused';\n  \
               IF refused IS NOT NULL THEN RAISE EXCEPTION 'ghostcall: the database refuses message %; nothing was written', refused; END IF;\n\
             END $$;\n"
        ),
        Dialect::Sqlite => String::new(),
    };
    let drop = if dialect == Dialect::Sqlite { format!("DROP TABLE {REPORT};\n") } else { String::new() };
    format!("{end}SELECT message, outcome FROM {REPORT} ORDER BY number;\n{drop}COMMIT;\n")
}
