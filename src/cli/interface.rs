//! Options of the terminal UI.

use clap::Args;
use clap::builder::{BoolishValueParser, FalseyValueParser, PossibleValuesParser, TypedValueParser as _};

use super::configuration::Configuration;
use super::options::{CommonOptions, is_on};
use crate::tui::{Clipboard, ClipboardMode, Colours, Symbols, Theme, ThemeChoice, ThemeName};

/// How the screen looks and what it is worked with.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Display")]
pub(super) struct Interface {
    /// Colours: of the terminal (auto), 256 for a dark or light background, none (mono), or 16 (ansi16). Default: auto.
    ///
    /// The configuration changes single ones: {theme: {base: "dark", warning: "#d08770", claim: {fg: "yellow", underlined:
    /// true}}}.
    #[arg(long, value_name = "NAME", env = "GHOSTCALL_THEME", value_parser = theme_names())]
    theme: Option<ThemeName>,

    /// Draw with ASCII only; message texts stay as they are. Default: if the locale is not UTF-8.
    #[arg(long, value_name = "WHETHER", env = "GHOSTCALL_ASCII", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", value_parser = BoolishValueParser::new())]
    ascii: Option<bool>,

    /// Leave the mouse to the terminal.
    ///
    /// Otherwise a click selects, and Shift-drag selects text in most terminals.
    #[arg(long, env = "GHOSTCALL_NO_MOUSE", value_parser = FalseyValueParser::new())]
    no_mouse: bool,

    /// How y copies: with a program (native), through the terminal (osc52), or into a private file (off). Default: auto.
    ///
    /// native uses wl-copy, xclip, xsel, pbcopy or clip.exe; osc52 works over SSH too. auto is native where that is possible,
    /// else osc52.
    #[arg(long, value_name = "WAY", env = "GHOSTCALL_CLIPBOARD", value_parser = clipboard_names())]
    clipboard: Option<ClipboardMode>,
}

fn theme_names() -> impl clap::builder::TypedValueParser<Value = ThemeName> {
    PossibleValuesParser::new(ThemeName::ALL.map(ThemeName::name)).try_map(|name| name.parse::<ThemeName>())
}

fn clipboard_names() -> impl clap::builder::TypedValueParser<Value = ClipboardMode> {
    PossibleValuesParser::new(ClipboardMode::ALL.map(ClipboardMode::name)).try_map(|name| name.parse::<ClipboardMode>())
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

impl Interface {
    /// The styles of the screen, with the requested colours that the terminal supports.
    pub(super) fn theme(&self, common: &CommonOptions) -> Theme {
        let below = common.configuration();
        let choice = self.theme.map(ThemeChoice::from).or_else(|| below.theme.clone()).unwrap_or_default();
        let colours = if common.wants_colour() {
            // NO_COLOR was already taken into account; this keeps crossterm from checking it again.
            crossterm::style::force_color_output(true);
            Colours::of(&variable("COLORTERM"), &variable("TERM"))
        } else {
            Colours::None
        };
        choice.theme(colours).with_symbols(self.symbols(below))
    }

    fn symbols(&self, below: &Configuration) -> Symbols {
        let ascii = self.ascii.or(below.ascii).unwrap_or_else(|| !locale_may_be_utf8(variable));
        if ascii { Symbols::Ascii } else { Symbols::Unicode }
    }

    /// Whether to capture the mouse.
    pub(super) fn wants_mouse(&self, common: &CommonOptions) -> bool {
        let off_in_files = common.configuration().mouse.map(|mouse| !mouse);
        !is_on(self.no_mouse, "GHOSTCALL_NO_MOUSE", off_in_files)
    }

    /// How to reach the clipboard.
    pub(super) fn clipboard(&self, common: &CommonOptions) -> Clipboard {
        Clipboard::new(self.clipboard.or(common.configuration().clipboard).unwrap_or_default())
    }
}

/// Whether the locale allows UTF-8, judging by the first variable that is set. If none is set, UTF-8 is assumed, as
/// today's terminals support it.
fn locale_may_be_utf8(variable: impl Fn(&str) -> String) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    let locale = names.iter().find(|name| !name.is_empty()).map(|name| name.to_ascii_lowercase());
    locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_shows_whether_utf_8_is_understood() {
        for (lc_all, lc_ctype, lang, expected) in [
            ("", "", "", true),
            ("", "", "de_AT.UTF-8", true),
            ("", "", "C", false),
            ("POSIX", "", "de_AT.UTF-8", false),
            ("", "C.utf8", "C", true),
            ("", "ja_JP.eucJP", "ja_JP.UTF-8", false),
        ] {
            let variable = |name: &str| {
                match name {
                    "LC_ALL" => lc_all,
                    "LC_CTYPE" => lc_ctype,
                    _ => lang,
                }
                .to_owned()
            };
            assert_eq!(locale_may_be_utf8(variable), expected, "{lc_all} {lc_ctype} {lang}");
        }
    }
}
