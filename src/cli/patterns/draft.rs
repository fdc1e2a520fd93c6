//! `patterns draft`: drafts an entry to edit: a pattern for payloads of a database, or a syntax for the calls of a
//! model's chat template.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use crate::cli::CommandOutcome;
use crate::cli::database::report_obstacles;
use crate::cli::options::CommonOptions;
use crate::cli::output;
use crate::document;
use crate::explore::{Shape, Survey, draft_of_template};
use crate::session::open_audit;
use crate::visible;

/// Draft a pattern for the payloads of a shape, or a syntax for a chat template.
///
/// Prints a file to edit, check and pass with --patterns.
///
/// A pattern is inferred from all payloads of the shape: required keys, types, constants, enumerations. Its tool is the one that the
/// messages name, else a guess from --catalog. Its only remedy is `review`; comments explain it, and how to refine it. Several shapes
/// give one pattern that matches them all.
///
/// A syntax is inferred from how the template renders sample calls. Comments say which of the rendered replies the syntax reads, and
/// which are read already.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall patterns shapes export.db
  ghostcall patterns draft export.db 3fa9c1 > mine.json5
  ghostcall patterns draft export.db 3fa9c1 --catalog tools.json5
  ghostcall patterns draft --template tokenizer_config.json > mine.json5
  ghostcall patterns check mine.json5")]
pub(in crate::cli) struct Arguments {
    /// Database that holds the shape.
    #[arg(value_name = "DB", required_unless_present = "template")]
    database: Option<PathBuf>,

    /// Shapes, by the ids of `patterns shapes`; unique first digits suffice.
    #[arg(value_name = "SHAPE", required_unless_present = "template")]
    shapes: Vec<String>,

    /// Chat template to draft a syntax for: a Jinja file or a tokenizer_config.json.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["database", "shapes"])]
    template: Option<PathBuf>,

    /// Name of the pattern or syntax. Default: after its tool, its keys, or the template file.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let name = arguments.name.as_deref();
    let text = match (&arguments.template, &arguments.database) {
        (Some(template), _) => of_template(template, name, common)?,
        (None, Some(database)) => of_shapes(database, &arguments.shapes, name, common)?,
        (None, None) => anyhow::bail!("nothing to draft from: pass DB and SHAPE, or --template FILE"),
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
    report_obstacles(audit.source());
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
