//! SQL for the database that an export came from: an export is a copy, and what is approved there changes nothing in production.
//!
//! The script is one transaction. Each message is changed only where it still is as the export has it, a record is inserted only
//! where no equal one is there, and a last `SELECT` reports what became of each message; run again, the script changes
//! nothing. Where the database refuses a part of a finding, nothing at all is written. The way back is guarded in the same
//! manner: a message is restored only where it is as it was left, and a record removed only where it is as it was written.

mod columns;
mod dialect;
mod finding;
mod frame;
mod literal;
mod record;
mod unsayable;

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};

use self::finding::ScriptFinding;
use self::literal::comment;
use super::{ExclusionReason, LeftOut, PlannedWrite, RunDetails};
use crate::source::profile::Profile;
use crate::source::{EntryKind, Key};

pub use dialect::Dialect;

/// A script that is put together finding by finding.
pub struct Script<'a> {
    profile: &'a Profile,
    dialect: Dialect,
    /// Whether it writes findings, or undoes that.
    kind: EntryKind,
    run: &'a RunDetails,
    /// Whether it is for a database that was not read.
    is_carried: bool,
    /// The statements for the findings, in an unnamed file: their number is printed before them.
    body: BufWriter<File>,
    findings: usize,
    /// Those of each message, with what holds where their records are as they leave them.
    of_message: HashMap<Key, Vec<(usize, String)>>,
    tables: BTreeSet<String>,
    left_out: Vec<LeftOut>,
}

/// What a script does that was printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The number of findings it writes, or undoes.
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
    pub fn new(profile: &'a Profile, dialect: Dialect, kind: EntryKind, run: &'a RunDetails) -> io::Result<Self> {
        let body = BufWriter::new(tempfile::tempfile()?);
        let (of_message, tables) = (HashMap::new(), BTreeSet::new());
        let (findings, left_out, is_carried) = (0, Vec::new(), false);
        Ok(Self { profile, dialect, kind, run, is_carried, body, findings, of_message, tables, left_out })
    }

    /// The same for a database that was not read: the messages were judged elsewhere.
    #[must_use]
    pub fn carried(mut self) -> Self {
        self.is_carried = true;
        self
    }

    /// Adds what writes a finding, or undoes it, or leaves it out.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn add(&mut self, write: &PlannedWrite) -> io::Result<()> {
        let Self { profile, dialect, kind, run, .. } = *self;
        let finding = ScriptFinding { number: self.findings + 1, write, profile, dialect, kind, now: run.now };
        let before = self.of_message.get(&write.message).map_or(&[][..], Vec::as_slice);
        let parts = finding.statements(before).and_then(|statements| Ok((statements, finding.records_reached()?)));
        let (statements, records) = match parts {
            Ok(parts) => parts,
            Err(unsayable) => {
                let reason = ExclusionReason::Obstacle { what: unsayable.to_string() };
                self.left_out.push(LeftOut { message: Some(write.message.clone()), write: None, reason });
                return Ok(());
            }
        };
        self.findings += 1;
        self.of_message.entry(write.message.clone()).or_default().push((self.findings, records));
        self.tables.extend(write.rows.iter().map(|row| row.table.clone()));
        writeln!(self.body, "\n-- Message {}", comment(&write.message.to_string()))?;
        for snapshot in &write.snapshots_left {
            writeln!(self.body, "-- Left as it is, since it says something else: {}", comment(snapshot))?;
        }
        statements.iter().try_for_each(|statement| writeln!(self.body, "{statement}"))
    }

    /// Prints the script, and returns what it does.
    ///
    /// # Errors
    /// Where it cannot be printed.
    pub fn print(self, out: &mut dyn Write) -> io::Result<Printed> {
        let (head, tail) = (frame::head(&self), frame::tail(&self));
        let mut body = self.body.into_inner().map_err(io::IntoInnerError::into_error)?;
        body.rewind()?;
        out.write_all(head.as_bytes())?;
        io::copy(&mut body, out)?;
        write!(out, "\n{tail}")?;
        let afterwards = self.profile.afterwards(&self.tables.iter().map(String::as_str).collect());
        Ok(Printed { findings: self.findings, afterwards, left_out: self.left_out })
    }
}
