//! The command line: one file for each command. The rules of the domain are elsewhere.

mod apply;
mod arguments;
mod check;
mod completions;
mod configuration;
mod database;
mod decide;
mod demo;
mod export;
mod gate;
mod guide;
mod import;
mod input;
mod interface;
mod key_section;
mod log;
mod new_file;
mod option_values;
mod options;
mod outcome;
mod output;
mod pattern_name;
mod patterns;
mod plan;
mod profiles;
mod progress;
mod read;
mod report;
mod review;
mod sample;
mod scan;
mod show;
mod statistics;
mod tool;
mod undo;
mod verify;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, FromArgMatches as _, ValueEnum as _};

use crate::source::other_format_of;
use crate::visible;
use arguments::{Arguments, Command, command};
use option_values::Color;
use outcome::{CommandOutcome, is_broken_pipe};

/// Runs the program. The exit status is that of `guide/interface.md`: 0 done, 1 problems found, 2 not done.
#[must_use]
pub fn run() -> ExitCode {
    let parsed =
        command().color(colour_of_help()).try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match dispatch(arguments) {
        Ok(outcome) => ExitCode::from(outcome.status()),
        // A closed pipe means that the reader has seen enough (`| head`).
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::note(&format!("ghostcall: {}", visible::one_line(&with_causes(&error))));
            ExitCode::from(2)
        }
    }
}

/// Whether help is coloured. The parser prints help before it has parsed `--color`, so the option is looked for here.
fn colour_of_help() -> ColorChoice {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let options = words.iter().take_while(|word| *word != "--");
    let typed = options.zip(words.iter().skip(1).map(Some).chain([None])).filter_map(|(word, next)| {
        if word == "--color" { next.map(String::as_str) } else { word.strip_prefix("--color=") }
    });
    let chosen = typed.last().map(str::to_owned).or_else(|| std::env::var("GHOSTCALL_COLOR").ok());
    match chosen.and_then(|chosen| Color::from_str(&chosen, false).ok()) {
        Some(Color::Always) => ColorChoice::Always,
        Some(Color::Never) => ColorChoice::Never,
        // The parser respects NO_COLOR.
        Some(Color::Auto) | None => ColorChoice::Auto,
    }
}

/// Prints help and version unchanged, and a usage error on one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(2),
            _ => ExitCode::SUCCESS,
        };
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    if let Some(message) = file_without_command(error) {
        output::note(&message);
        return ExitCode::from(2);
    }
    let text = error.render().to_string();
    // The error with one hint: the parser's own, or else how to see the usage.
    let is_usage = |line: &str| line.starts_with("Usage:") || line.starts_with("For more information");
    let lines = text.lines().take_while(|line| !is_usage(line)).map(str::trim);
    let (hints, mistake): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("tip:"));
    let mistake = mistake.join(" ");
    let mistake = mistake.trim().trim_start_matches("error:").trim().trim_end_matches('.');
    let hints = hints.iter().map(|hint| hint.trim_start_matches("tip:").trim());
    let hint = hints.filter(|hint| hint.contains("similar")).map(str::to_owned).next();
    let hint = hint.unwrap_or_else(|| format!("see `{} --help`", command_typed()));
    output::note(&format!("ghostcall: {}; {}", visible::one_line(mistake), visible::one_line(&hint)));
    ExitCode::from(2)
}

/// The known part of the typed command: `ghostcall patterns draft`.
fn command_typed() -> String {
    let (mut typed, mut here) = ("ghostcall".to_owned(), command());
    for word in std::env::args_os().skip(1) {
        let word = word.to_string_lossy();
        if let Some(below) = here.find_subcommand(&*word).cloned() {
            typed = format!("{typed} {word}");
            here = below;
        }
    }
    typed
}

/// The hint if a file is given instead of a command.
fn file_without_command(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let path = Path::new(typed);
    if !path.is_file() {
        return None;
    }
    let word = visible::shell_word(typed);
    Some(match other_format_of(path) {
        Some(other) => format!("ghostcall: {}", visible::one_line(&other.to_string())),
        None => {
            format!(
                "ghostcall: no command before the file; to review it: `ghostcall review {}`",
                visible::one_line(&word)
            )
        }
    })
}

/// The error with its causes, without those that its text already contains and without the numbers of system errors.
fn with_causes(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    let numbers = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>()?.raw_os_error());
    numbers.fold(text, |text, number| text.replace(&format!(" (os error {number})"), ""))
}

fn dispatch(arguments: Arguments) -> anyhow::Result<CommandOutcome> {
    let Arguments { command, common } = arguments;
    let common = common.with_configuration()?;
    outlive_limits()?;
    // In the terminal UI, Ctrl-C is a key; a scan reports its progress. Every other command ends at once, and SQLite
    // rolls back an interrupted transaction.
    if !matches!(command, Command::Review(_) | Command::Demo(_) | Command::Scan(_)) {
        end_on_interrupt()?;
    }
    match command {
        Command::Review(command) => review::run(&command, &common),
        Command::Demo(command) => demo::run(&command, &common),
        Command::Scan(command) if command.stats => statistics::run(&command, &common),
        Command::Scan(command) => scan::run(&command, &common),
        Command::Show(command) => show::run(&command, &common),
        Command::Decide(command) => decide::run(&command, &common),
        Command::Sample(command) => sample::run(&command, &common),
        Command::Report(command) => report::run(&command, &common),
        Command::Apply(command) => apply::run(&command, &common),
        Command::Undo(command) => undo::run(&command, &common),
        Command::Log(command) => log::run(&command, &common),
        Command::Verify(command) => verify::run(&command, &common),
        Command::Import(command) => import::run(&command, &common),
        Command::Export(command) => export::run(&command, &common),
        Command::Patterns(command) => patterns::run(&command, &common),
        Command::Profiles(command) => profiles::run(&command),
        Command::Check(command) => check::run(&command, &common),
        Command::Read(command) => read::run(&command),
        Command::Plan(command) => plan::run(&command, &common),
        Command::Tool(command) => tool::run(&command, &common),
        Command::Gate(command) => gate::run(&command, &common),
        Command::Guide(command) => guide::run(&command, &common),
        Command::Completions(command) => completions::completions(&command, &mut arguments::command()),
        Command::Man => completions::manual(&mut arguments::command(), &common),
    }
}

/// Turns the signal for an exceeded file size limit into an error, so that it does not kill the program with the
/// terminal in raw mode.
fn outlive_limits() -> anyhow::Result<()> {
    signal_hook::flag::register(signal_hook::consts::signal::SIGXFSZ, Arc::default())?;
    Ok(())
}

fn end_on_interrupt() -> anyhow::Result<()> {
    let (always, status) = (Arc::new(AtomicBool::new(true)), CommandOutcome::INTERRUPTED.status());
    signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGINT, status.into(), always)?;
    Ok(())
}
