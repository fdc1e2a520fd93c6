//! `guide`: the pages of `src/guide`, rendered on a terminal and otherwise as Markdown.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::{Command, Stdio};

use clap::{Args, ValueEnum};
use termimad::MadSkin;

use super::CommandOutcome;
use super::options::CommonOptions;
use super::output;

/// The maximum number of columns of a line; longer lines are hard to read.
const MAX_WIDTH: usize = 100;

/// The default pager. It keeps colours, and does not page what fits on the screen.
const PAGER: &str = "less -FRX";

/// Show the guide.
///
/// On a terminal, a page is rendered and shown in $PAGER; elsewhere it is Markdown.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall guide             list the pages
  ghostcall guide review      read about the review and its keys
  ghostcall guide interface > interface.md")]
pub(super) struct Arguments {
    /// Page to show. Default: list them.
    #[arg(value_name = "TOPIC")]
    topic: Option<GuideTopic>,
}

/// A page of the guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GuideTopic {
    /// Reviewing: keys, your own keys, scripts
    Review,
    /// Applications, chat logs and your own profiles
    Databases,
    /// New patterns and syntaxes, and how to explore them
    Patterns,
    /// SQL for the original database
    Production,
    /// Live checks, plans and the truth gate
    Gateways,
    /// Spark, DuckDB, Ray and gateways in Python
    Engines,
    /// Safety promises and their tests
    Safety,
    /// Performance, and how to measure it
    Speed,
    /// Contract: commands and their JSON
    Interface,
    /// Contract: verdicts and remedies
    Decisions,
    /// Contract: file formats
    Formats,
}

impl GuideTopic {
    const fn page(self) -> &'static str {
        match self {
            Self::Review => include_str!("../guide/review.md"),
            Self::Databases => include_str!("../guide/databases.md"),
            Self::Patterns => include_str!("../guide/patterns.md"),
            Self::Production => include_str!("../guide/production.md"),
            Self::Gateways => include_str!("../guide/gateways.md"),
            Self::Engines => include_str!("../guide/engines.md"),
            Self::Safety => include_str!("../guide/safety.md"),
            Self::Speed => include_str!("../guide/speed.md"),
            Self::Interface => include_str!("../guide/interface.md"),
            Self::Decisions => include_str!("../guide/decisions.md"),
            Self::Formats => include_str!("../guide/formats.md"),
        }
    }
}

pub(super) fn run(arguments: &Arguments, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let Some(topic) = arguments.topic else {
        output::line(&contents())?;
        return Ok(CommandOutcome::Done);
    };
    if io::stdout().is_terminal() {
        page(&rendered(topic.page(), width(), common.wants_colour()))?;
    } else {
        io::stdout().write_all(topic.page().as_bytes())?;
    }
    Ok(CommandOutcome::Done)
}

/// The topics with descriptions, one a line.
fn contents() -> String {
    let values = GuideTopic::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let lines = values.map(|value| {
        let about = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("  ghostcall guide {:<12}{about}", value.get_name())
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn width() -> usize {
    crossterm::terminal::size().map_or(MAX_WIDTH, |(columns, _)| usize::from(columns).min(MAX_WIDTH))
}

fn rendered(page: &str, width: usize, coloured: bool) -> String {
    let skin = if coloured { MadSkin::default() } else { MadSkin::no_style() };
    skin.text(&joined(page), Some(width)).to_string()
}

/// The page with each paragraph and list item on one line, because the renderer starts a new paragraph at every line.
fn joined(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    let mut is_code = false;
    // Whether the next line continues the paragraph.
    let mut is_open = false;
    for line in page.lines() {
        let is_fence = line.starts_with("```");
        let is_prose = !is_code && !is_fence && !line.starts_with(['#', '|']) && !line.trim().is_empty();
        let begins_item = line.starts_with("- ") || line.split_once(". ").is_some_and(|(number, _)| is_number(number));
        if is_open && is_prose && !begins_item {
            text.push(' ');
            text.push_str(line.trim_start());
        } else {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
        }
        is_open = is_prose;
        is_code ^= is_fence;
    }
    text.push('\n');
    text
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Shows the text in the user's pager, or prints it if the pager does not start.
fn page(text: &str) -> io::Result<()> {
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let words = shlex::split(pager.as_deref().unwrap_or(PAGER)).unwrap_or_default();
    let started = words
        .split_first()
        .map(|(program, arguments)| Command::new(program).args(arguments).stdin(Stdio::piped()).spawn());
    let Some(Ok(mut child)) = started else { return io::stdout().write_all(text.as_bytes()) };
    if let Some(mut input) = child.stdin.take() {
        // A closed pipe means that the user quit the pager.
        match input.write_all(text.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
            _ => drop(input),
        }
    }
    child.wait().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_is_joined_and_code_stays_as_it_is() {
        let page =
            "# Title\n\nTwo\nlines.\n- an item\n  goes on\n- another\n\n1. one\n2. two\n\n```sh\na\nb\n```\n| a |\n";
        let expected =
            "# Title\n\nTwo lines.\n- an item goes on\n- another\n\n1. one\n2. two\n\n```sh\na\nb\n```\n| a |\n";
        assert_eq!(joined(page), expected);
    }

    #[test]
    fn every_page_is_listed_and_fits_a_narrow_terminal() {
        for topic in GuideTopic::value_variants() {
            let name = topic.to_possible_value().expect("a name").get_name().to_owned();
            assert!(contents().contains(&format!("guide {name} ")), "{name}");
            let text = rendered(topic.page(), 60, false);
            // Code is not wrapped, so that it can be copied unchanged.
            let is_code = |line: &str| topic.page().lines().any(|code| code.trim_end() == line.trim());
            for line in text.lines().filter(|line| !is_code(line)) {
                assert!(unicode_width::UnicodeWidthStr::width(line.trim_end()) <= 60, "{name}: {line}");
            }
        }
    }
}
