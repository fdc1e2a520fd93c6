//! Where a copied text went.

use std::fmt;
use std::path::PathBuf;

/// Where a copied text went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copied {
    /// Into the clipboard, through this tool.
    ClipboardTool(&'static str),
    /// To the terminal. The terminal does not say whether it accepted the text.
    Terminal {
        /// Whether tmux is in between and must pass the text on.
        through_tmux: bool,
    },
    /// Into a file that only this user can read.
    File {
        /// The path of the file.
        path: PathBuf,
        /// Why the text is not in the clipboard.
        reason: String,
    },
}

impl fmt::Display for Copied {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClipboardTool(tool) => write!(out, "copied to the clipboard ({tool})"),
            Self::Terminal { through_tmux: false } => out.write_str("sent to the terminal's clipboard (OSC 52)"),
            Self::Terminal { through_tmux: true } => {
                out.write_str("sent through tmux (OSC 52), if its set-clipboard is on")
            }
            Self::File { path, .. } => write!(out, "written to {}", path.display()),
        }
    }
}
