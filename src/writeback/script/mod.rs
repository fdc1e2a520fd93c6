//! SQL scripts for the database that an export came from: the export is a copy, so that a write-back to it changes
//! nothing in production.
//!
//! A script is one transaction. It changes a message only if it is as in the export, inserts a record only if no equal
//! one exists, and ends with a `SELECT` that reports the outcome for each message. Running it again changes nothing. If
//! the database refuses any part of a finding, nothing is written at all. An undo has the same guards: it restores a
//! message only if it is as the write left it, and removes a record only if it is as it was written.

mod columns;
mod dialect;
mod finding;
mod literal;
mod not_expressible;
mod record;
mod transaction;

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};

use self::finding::ScriptFinding;
use self::literal::comment;
use super::{ExclusionReason, LeftOut, PlannedWrite, RunDetails};
use crate::source::profile::Profile;
use crate::source::{EntryKind, Key};

pub use dialect::Dialect;

/// A script that is built finding by finding.
pub struct Script<'a> {
    profile: &'a Profile,
    dialect: Dialect,
    /// Whether it writes findings or undoes writes.
    kind: EntryKind,
    run: &'a RunDetails,
    /// Whether it is for a database that was not read.
    is_carried: bool,
    /// The statements, in a temporary file, because their number is printed before them.
    body: BufWriter<File>,
    findings: usize,
    /// The findings of each message: number, and the condition for their records being as the script leaves them.
    of_message: HashMap<Key, Vec<(usize, String)>>,
    tables: BTreeSet<String>,
    left_out: Vec<LeftOut>,
}

/// What a printed script does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptSummary {
    /// The number of findings that it writes or undoes.
    pub findings: usize,
    /// What the user must do after running it.
    pub afterwards: Vec<String>,
    /// The findings that the dialect cannot express, and why.
    pub left_out: Vec<LeftOut>,
}

impl<'a> Script<'a> {
    /// A script without findings.
    ///
    /// # Errors
    /// If no temporary file can be created.
    pub fn new(profile: &'a Profile, dialect: Dialect, kind: EntryKind, run: &'a RunDetails) -> io::Result<Self> {
        let body = BufWriter::new(tempfile::tempfile()?);
        let (of_message, tables) = (HashMap::new(), BTreeSet::new());
        let (findings, left_out, is_carried) = (0, Vec::new(), false);
        Ok(Self { profile, dialect, kind, run, is_carried, body, findings, of_message, tables, left_out })
    }

    /// Makes it a script for a database that was not read, because the messages were judged elsewhere.
    #[must_use]
    pub fn without_reading_target(mut self) -> Self {
        self.is_carried = true;
        self
    }

    /// Adds a finding to write or undo, or leaves it out.
    ///
    /// # Errors
    /// If the temporary file cannot be written.
    pub fn add(&mut self, write: &PlannedWrite) -> io::Result<()> {
        let Self { profile, dialect, kind, run, .. } = *self;
        let finding = ScriptFinding { number: self.findings + 1, write, profile, dialect, kind, now: run.now };
        let before = self.of_message.get(&write.message).map_or(&[][..], Vec::as_slice);
        let parts = finding.statements(before).and_then(|statements| Ok((statements, finding.records_reached()?)));
        let (statements, records) = match parts {
            Ok(parts) => parts,
            Err(error) => {
                let reason = ExclusionReason::Obstacle { what: error.to_string() };
                self.left_out.push(LeftOut { message: Some(write.message.clone()), write: None, reason });
                return Ok(());
            }
        };
        self.findings += 1;
        self.of_message.entry(write.message.clone()).or_default().push((self.findings, records));
        self.tables.extend(write.rows.iter().map(|row| row.table.clone()));
        writeln!(self.body, "\n-- Message {}", comment(&write.message.to_string()))?;
        for snapshot in &write.snapshots_left {
            writeln!(self.body, "-- Left unchanged, since its text differs: {}", comment(snapshot))?;
        }
        statements.iter().try_for_each(|statement| writeln!(self.body, "{statement}"))
    }

    /// Prints the script; returns what it does.
    ///
    /// # Errors
    /// If it cannot be printed.
    pub fn print(self, out: &mut dyn Write) -> io::Result<ScriptSummary> {
        let (head, tail) = (transaction::head(&self), transaction::tail(&self));
        let mut body = self.body.into_inner().map_err(io::IntoInnerError::into_error)?;
        body.rewind()?;
        out.write_all(head.as_bytes())?;
        io::copy(&mut body, out)?;
        write!(out, "\n{tail}")?;
        let afterwards = self.profile.afterwards(&self.tables.iter().map(String::as_str).collect());
        Ok(ScriptSummary { findings: self.findings, afterwards, left_out: self.left_out })
    }
}
