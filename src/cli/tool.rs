//! `tool`: checks one call against the tool catalog.

use clap::Args;
use serde_json::Value;

use super::CommandOutcome;
use super::options::CommonOptions;
use super::output::DocumentFormat;
use crate::catalog::{Refusal, Tool};
use crate::document::{self, AnyValue};

/// Check one tool call against the catalog.
///
/// Prints the specification of the tool. For an unknown name, prints the error as an executor would, suggests tools, and exits with
/// status 1. Another spelling (createFolder), a namespace (functions.x) and an index (x:0) name the same tool.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall tool organize_files --catalog tools.json
  ghostcall tool create_folder --catalog tools.json --format json | jq .suggested_tools
  ghostcall tool compose_email --catalog tools.json --args '{\"subject\": \"Tides\", \"body\": \"At nine.\"}'")]
pub(super) struct Arguments {
    /// Name as written in the call.
    #[arg(value_name = "NAME")]
    name: String,

    /// Arguments of the call to check, a JSON object.
    #[arg(long, value_name = "JSON")]
    args: Option<String>,

    /// Output format.
    #[arg(long, value_name = "FORMAT")]
    format: Option<DocumentFormat>,
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let catalog = common.catalog()?;
    let given = match &arguments.args {
        Some(text) => Some(document::parse::<AnyValue>("--args", text)?.0),
        None => None,
    };
    let format = DocumentFormat::or_default(arguments.format);
    match catalog.check_call(&arguments.name, given.as_ref()) {
        Ok(tool) => {
            format.print(&specification(tool, &arguments.name), || tool.described())?;
            Ok(CommandOutcome::Done)
        }
        Err(refusal) => CommandOutcome::Problems.after_printing(format.print(&refusal, || in_words(&refusal))),
    }
}

/// The specification, with the name as written if that differs.
fn specification(tool: &Tool, name: &str) -> Value {
    let mut specification = tool.specification();
    if tool.name != name {
        specification["called_as"] = name.into();
    }
    specification
}

fn in_words(refusal: &Refusal) -> String {
    let mut text = format!("{}.\n", refusal.message());
    match refusal {
        Refusal::ToolNotFound { suggestions, .. } => {
            for (tool, reason) in suggestions {
                text.push_str(&format!("Use instead: {tool} ({reason}).\n"));
            }
        }
        Refusal::InvalidArguments { errors, .. } => {
            for error in errors {
                let place = if error.path.is_empty() { "arguments" } else { &error.path };
                text.push_str(&format!("{place}: {}.\n", error.message));
            }
        }
    }
    text
}
