//! `completions` and `man`, generated from the same definitions as `--help`.

use std::io::{self, Write as _};

use clap::{Args, Command};
use clap_complete::Shell;

use super::CommandOutcome;
use super::options::CommonOptions;
use super::output;
use crate::tui::KeyMap;

/// Print shell completions.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ghostcall completions bash > ~/.local/share/bash-completion/completions/ghostcall
  ghostcall completions zsh > ~/.zfunc/_ghostcall")]
pub(super) struct Arguments {
    /// Shell to print them for.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn completions(arguments: &Arguments, command: &mut Command) -> anyhow::Result<CommandOutcome> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, "ghostcall", &mut script);
    io::stdout().write_all(&script)?;
    Ok(CommandOutcome::Done)
}

/// Prints the manual page: the program, each command, and the keys of the review in force.
pub(super) fn manual(command: &mut Command, common: &CommonOptions) -> anyhow::Result<CommandOutcome> {
    let keys = common.key_map().unwrap_or_else(|mistakes| {
        for mistake in mistakes {
            output::note(&format!("ghostcall: {mistake}"));
        }
        KeyMap::default()
    });
    let mut page = Vec::new();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        writeln!(page, ".SH \"GHOSTCALL {}\"", subcommand.get_name().to_uppercase())?;
        let manual = clap_mangen::Man::new(subcommand.clone());
        manual.render_synopsis_section(&mut page)?;
        manual.render_description_section(&mut page)?;
        manual.render_extra_section(&mut page)?;
    }
    writeln!(page, ".SH \"KEYS OF THE REVIEW\"")?;
    for context in keys.contexts() {
        writeln!(page, ".SS \"{}\"", context.title)?;
        for row in keys.rows_of(context) {
            // Escapes hyphens and leading control characters of roff.
            let keys = row.keys_text().replace('-', "\\-");
            let name = row.binding.name().replace('-', "\\-");
            writeln!(page, ".TP\n\\&\\fB{keys}\\fR ({name})\n\\&{}", row.binding.help)?;
        }
    }
    io::stdout().write_all(&page)?;
    Ok(CommandOutcome::Done)
}
