//! `verify`: checks that the journal and the database agree.

use clap::Args;
use serde::Serialize;

use super::CommandOutcome;
use super::apply::print_message;
use super::database::{DatabaseArgument, report_obstacles};
use super::options::CommonOptions;
use super::output::{ListPrinter, OutputFormat, count};
use crate::session::{Access, Session};
use crate::writeback::verify::{Inconsistency, Problem, Verification};

/// Check that the journal is intact and its write-backs still in place.
///
/// Each row of the journal holds the digest of the row before, and the review file keeps the digest of the last one, so that altered,
/// removed and truncated rows are detected. Each text and record that was written back is compared with the current one.
///
/// Exit status: 0 no problems, 1 problems, 2 failed or the review file belongs to another database.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall verify export.db
  ghostcall verify export.db --format json")]
pub(super) struct Arguments {
    #[command(flatten)]
    database: DatabaseArgument,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<OutputFormat>,
}

/// A problem with its description.
#[derive(Serialize)]
struct ProblemRow<'a> {
    #[serde(flatten)]
    problem: &'a Problem,
    text: String,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let session = Session::open(common.setup(&arguments.database.database)?, Access::Read)?;
    report_obstacles(session.audit().source());
    let found = session.verify()?;
    let outcome = if found.problems.is_empty() { CommandOutcome::Done } else { CommandOutcome::Problems };
    outcome.after_printing(print(&session, &found, OutputFormat::or_default(arguments.format)))
}

fn print(session: &Session, found: &Verification, format: OutputFormat) -> anyhow::Result<()> {
    let mut list = ListPrinter::new(format, &["journal", "message_id", "problem"]);
    for problem in &found.problems {
        let row = ProblemRow { problem, text: problem.trouble.to_string() };
        let cell = |value: Option<String>| value.unwrap_or_default();
        list.add(&row, || {
            vec![
                cell(problem.journal.map(|id| id.to_string())),
                cell(problem.message.as_ref().map(ToString::to_string)),
                row.text.clone(),
            ]
        })?;
    }
    list.finish()?;
    let rows = count(found.rows, "row", "rows");
    let review = if session.decisions().review().is_some() {
        ""
    } else {
        " No review file: a truncated journal would go unnoticed."
    };
    let verdict = match found.problems.len() {
        0 => "no problems".to_owned(),
        number => count(number, "problem", "problems"),
    };
    let changed =
        found.problems.iter().filter(|problem| matches!(problem.trouble, Inconsistency::Changed { .. })).count();
    let in_place = count(found.in_effect.saturating_sub(changed), "write-back in place", "write-backs in place");
    print_message(format, &format!("Journal: {rows}, {in_place}, {} undone; {verdict}.{review}", found.undone))
}
