//! The clipboard: by a tool of the desktop, through the terminal, or else a file. A copy is never lost silently.

pub(crate) mod osc52;
pub(crate) mod tool;

use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use serde::Deserialize;

use crate::tui::input::copied::Copied;

use tool::{ClipboardTool, ToolFailure};

/// How texts get into the clipboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ClipboardMode {
    /// A desktop tool if there is one and the desktop is on this machine, else the terminal.
    #[default]
    Auto,
    /// A desktop tool; if there is none, the text goes into a file.
    Native,
    /// The terminal, through the escape sequence OSC 52.
    Osc52,
    /// No clipboard: the text goes into a file.
    Off,
}

impl ClipboardMode {
    /// All modes, in the order of the help.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Native, Self::Osc52, Self::Off];

    /// The name of the mode in the configuration and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl FromStr for ClipboardMode {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| format!("`{name}` is not a clipboard"))
    }
}

/// How to reach the clipboard in this environment.
#[derive(Clone, Debug)]
pub struct Clipboard {
    mode: ClipboardMode,
    tools: Vec<ClipboardTool>,
    over_ssh: bool,
    through_tmux: bool,
}

impl Clipboard {
    /// The clipboard of this process's environment.
    #[must_use]
    pub fn new(mode: ClipboardMode) -> Self {
        Self::of(mode, |name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
    }

    /// The clipboard of an environment; `is_set` says whether a variable is set.
    fn of(mode: ClipboardMode, is_set: impl Fn(&str) -> bool) -> Self {
        Self {
            mode,
            over_ssh: ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].into_iter().any(&is_set),
            through_tmux: is_set("TMUX"),
            tools: tool::of(is_set),
        }
    }

    /// Copies a text. Escape sequences are written to `terminal`.
    ///
    /// # Errors
    /// Neither the clipboard nor a file could take the text.
    pub fn copy(&self, text: &str, terminal: &mut impl Write) -> io::Result<Copied> {
        let tried = match self.mode {
            ClipboardMode::Off => Err("the clipboard is switched off (--clipboard off)".to_owned()),
            ClipboardMode::Osc52 => self.send(text, terminal),
            ClipboardMode::Native => self.use_tool(text).unwrap_or_else(|| Err(self.no_tool())),
            ClipboardMode::Auto if self.over_ssh => self.send(text, terminal),
            ClipboardMode::Auto => self.use_tool(text).unwrap_or_else(|| self.send(text, terminal)),
        };
        tried.or_else(|reason| Ok(Copied::File { path: keep_in_file(text)?, reason }))
    }

    /// Gives the text to the first installed tool; `None` if there is none.
    fn use_tool(&self, text: &str) -> Option<Result<Copied, String>> {
        self.tools.iter().find_map(|tool| match tool.run(text) {
            Ok(()) => Some(Ok(Copied::ClipboardTool(tool.program))),
            Err(ToolFailure::Missing) => None,
            Err(ToolFailure::Refused(reason)) => Some(Err(format!("{} failed: {reason}", tool.program))),
        })
    }

    fn no_tool(&self) -> String {
        match self.tools.as_slice() {
            [] => "no desktop found: neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned(),
            tools => {
                let names: Vec<_> = tools.iter().map(|tool| tool.program).collect();
                format!("none of these is installed: {}", names.join(", "))
            }
        }
    }

    fn send(&self, text: &str, terminal: &mut impl Write) -> Result<Copied, String> {
        let through_tmux = self.through_tmux;
        let sequence = osc52::sequence(text, through_tmux)?;
        let sent = terminal.write_all(sequence.as_bytes()).and_then(|()| terminal.flush());
        sent.map_err(|error| format!("the terminal cannot be written: {error}"))?;
        Ok(Copied::Terminal { through_tmux })
    }
}

/// Writes a text to a new file that nobody else can read.
fn keep_in_file(text: &str) -> io::Result<PathBuf> {
    let mut file = tempfile::Builder::new().prefix("ghostcall-copy-").suffix(".txt").tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    let (_, path) = file.keep().map_err(|error| error.error)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clipboard(mode: ClipboardMode, set: &'static [&'static str]) -> Clipboard {
        Clipboard::of(mode, |name| set.contains(&name))
    }

    fn programs(set: &'static [&'static str]) -> Vec<&'static str> {
        clipboard(ClipboardMode::Auto, set).tools.iter().map(|tool| tool.program).collect()
    }

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn the_tools_are_those_of_the_desktop() {
        assert_eq!(programs(&["WAYLAND_DISPLAY", "DISPLAY"]), ["wl-copy", "xclip", "xsel"]);
        assert_eq!(programs(&["DISPLAY"]), ["xclip", "xsel"]);
        assert_eq!(programs(&["WSL_DISTRO_NAME"]), ["clip.exe"]);
        assert!(programs(&[]).is_empty());
    }

    #[test]
    fn through_the_terminal_it_is_reported_honestly() {
        for (mode, set, description, through_tmux) in [
            (ClipboardMode::Osc52, &[] as &[_], "sent to the terminal's clipboard (OSC 52)", false),
            (ClipboardMode::Osc52, &["TMUX"], "sent through tmux (OSC 52), if its set-clipboard is on", true),
            (ClipboardMode::Auto, &["SSH_TTY", "DISPLAY"], "sent to the terminal's clipboard (OSC 52)", false),
            (ClipboardMode::Auto, &[], "sent to the terminal's clipboard (OSC 52)", false),
        ] {
            let mut terminal = Vec::new();
            let copied = clipboard(mode, set).copy("Tea.", &mut terminal).unwrap();
            assert_eq!((copied.to_string().as_str(), &copied), (description, &Copied::Terminal { through_tmux }));
            assert_eq!(terminal, osc52::sequence("Tea.", through_tmux).unwrap().as_bytes());
        }
    }

    #[test]
    fn what_cannot_be_copied_is_in_a_private_file() {
        let long = "é".repeat(40_000);
        for (mode, text, why) in [
            (ClipboardMode::Off, "Tea.", "switched off"),
            (ClipboardMode::Native, "Tea.", "neither WAYLAND_DISPLAY nor DISPLAY"),
            (ClipboardMode::Osc52, long.as_str(), "too long"),
        ] {
            let mut terminal = Vec::new();
            let copied = clipboard(mode, &[]).copy(text, &mut terminal).unwrap();
            let Copied::File { path, reason } = copied else { panic!("{copied:?}") };
            assert!(reason.contains(why), "{reason}");
            assert!(terminal.is_empty());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt as _;
                assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
            }
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_terminal_that_takes_nothing_is_reported() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::Error::other("it is closed"))
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let copied = clipboard(ClipboardMode::Osc52, &[]).copy("Tea.", &mut Closed).unwrap();
        let Copied::File { path, reason } = copied else { panic!("{copied:?}") };
        assert!(reason.contains("it is closed"));
        std::fs::remove_file(path).unwrap();
    }
}
