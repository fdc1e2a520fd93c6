//! `patterns draft`: drafts an entry to edit: a pattern for payloads of a database, or a syntax for the calls of a
//! model's chat template.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use crate::cli::CommandOutcome;
use crate::cli::database::report_changed_profile;
use crate::cli::options::CommonOptions;
use crate::cli::output;
use crate::document;
use crate::explore::{Shape, Survey, draft_of_template};
use crate::session::open_audit;
use crate::visible;

/// Print a pattern for the payloads of a shape, or a syntax for the calls of a chat template: a file to edit, check and pass
/// with --patterns.
///
/// A pattern is inferred from all payloads of the shape: keys that are always there, types, constants, enumerations. Its tool is
/// the one that the messages name, else a guess by --catalog. It proposes `review` and nothing else; comments say why it is
/// as it is, and how to make more of it. Several shapes make one pattern that takes them all.
///
/// A syntax is inferred from what the template makes of calls: it is rendered with some made for the purpose, and compared.
/// Comments say which of its replies the syntax reads, and which are read already.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall patterns shapes export.db                        which shapes there are
  ghostcall patterns draft export.db 3fa9c1 > mine.json5     a pattern for one of them
  ghostcall patterns draft export.db 3fa9c1 --catalog tools.json5
  ghostcall patterns draft --template tokenizer_config.json > mine.json5
  ghostcall patterns check mine.json5")]
pub(in crate::cli) struct Arguments {
    /// The database that holds the shape.
    #[arg(value_name = "DB", required_unless_present = "template")]
    database: Option<PathBuf>,

    /// The shape, as `patterns shapes` names it; the first digits are enough where only one begins so.
    #[arg(value_name = "SHAPE", required_unless_present = "template")]
    shapes: Vec<String>,

    /// A chat template, as a Jinja file or in a tokenizer_config.json: a syntax is drafted for the calls that it writes.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["database", "shapes"])]
    template: Option<PathBuf>,

    /// The name of the pattern or syntax; else it is named by its tool, by its keys, or by the template's file.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let name = arguments.name.as_deref();
    let text = match (&arguments.template, &arguments.database) {
        (Some(template), _) => of_template(template, name, common)?,
        (None, Some(database)) => of_shapes(database, &arguments.shapes, name, common)?,
        (None, None) => anyhow::bail!("give a database and a shape, or a chat template with --template"),
    };
    output::exact(text.trim_end())?;
    Ok(CommandOutcome::Done)
}

fn of_template(file: &Path, name: Option<&str>, common: &CommonOptions) -> anyhow::Result<String> {
    let path = file.display().to_string();
    let text = document::read_file(file).with_context(|| path.clone())?;
    let written = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    draft_of_template(name, &written, &text, &common.registry()?).with_context(|| path)
}

fn of_shapes(database: &Path, typed: &[String], name: Option<&str>, common: &CommonOptions) -> anyhow::Result<String> {
    let setup = common.setup(database)?.with_known_profile()?;
    let audit = open_audit(&setup)?;
    report_changed_profile(audit.source());
    let survey = Survey::of(&audit)?;
    let mut shapes: Vec<&Shape> = Vec::new();
    for typed in typed {
        let shape = survey.shape(typed);
        let shape = shape.with_context(|| {
            format!(
                "no single shape starts with {typed}; `ghostcall patterns shapes {}` lists them",
                visible::shell_word(&database.display().to_string())
            )
        })?;
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    Ok(survey.draft(name, &shapes, setup.catalog.as_deref(), audit.registry()))
}
