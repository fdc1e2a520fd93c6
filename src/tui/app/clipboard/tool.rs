//! The programs that fill a desktop's clipboard. They get the text on their standard input; no shell is involved.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::visible;

/// A tool that takes longer is considered hung.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often to check whether a tool has finished.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// The maximum number of characters of a tool's error output.
const EXCERPT: usize = 200;

/// A program that fills the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClipboardTool {
    pub(crate) program: &'static str,
    arguments: &'static [&'static str],
    /// Whether it expects UTF-16. In UTF-8 it would misread everything but ASCII.
    utf16: bool,
}

/// Why a tool did not take a text.
#[derive(Debug)]
pub(crate) enum ToolFailure {
    /// It is not installed.
    Missing,
    /// It failed with this message.
    Refused(String),
}

const fn tool(program: &'static str, arguments: &'static [&'static str]) -> ClipboardTool {
    ClipboardTool { program, arguments, utf16: false }
}

const WAYLAND: ClipboardTool = tool("wl-copy", &[]);
const XCLIP: ClipboardTool = tool("xclip", &["-in", "-selection", "clipboard"]);
const XSEL: ClipboardTool = tool("xsel", &["--input", "--clipboard"]);
const MACOS: ClipboardTool = tool("pbcopy", &[]);
const WINDOWS: ClipboardTool = ClipboardTool { utf16: true, ..tool("clip.exe", &[]) };

/// The tools of an environment, best first; `is_set` says whether a variable is set.
pub(crate) fn of(is_set: impl Fn(&str) -> bool) -> Vec<ClipboardTool> {
    let mut tools = Vec::new();
    if cfg!(target_os = "macos") {
        tools.push(MACOS);
    }
    if is_set("WAYLAND_DISPLAY") {
        tools.push(WAYLAND);
    }
    if is_set("DISPLAY") {
        tools.extend([XCLIP, XSEL]);
    }
    if cfg!(windows) || is_set("WSL_DISTRO_NAME") {
        tools.push(WINDOWS);
    }
    tools
}

impl ClipboardTool {
    /// Runs the tool with a text on its standard input.
    pub(crate) fn run(&self, text: &str) -> Result<(), ToolFailure> {
        let refused = |error: io::Error| ToolFailure::Refused(error.to_string());
        // A file, not a pipe: a tool that stays behind to serve the clipboard would hold a pipe open.
        let mut complaints = tempfile::tempfile().map_err(refused)?;
        let mut command = Command::new(self.program);
        command.args(self.arguments).stdin(Stdio::piped()).stdout(Stdio::null());
        command.stderr(complaints.try_clone().map_err(refused)?);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ToolFailure::Missing,
            _ => refused(error),
        })?;
        let fed = child.stdin.take().map(|mut stdin| {
            let bytes = self.encode(text);
            thread::spawn(move || stdin.write_all(&bytes))
        });
        let ended = wait(&mut child, PATIENCE).map_err(refused)?;
        match ended {
            None => Err(ToolFailure::Refused("it did not finish".to_owned())),
            Some(true) => match fed.map(thread::JoinHandle::join) {
                Some(Ok(Err(error))) => Err(refused(error)),
                _ => Ok(()),
            },
            Some(false) => Err(ToolFailure::Refused(complaint(&mut complaints))),
        }
    }

    fn encode(&self, text: &str) -> Vec<u8> {
        if self.utf16 {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
        } else {
            text.as_bytes().to_vec()
        }
    }
}

/// Whether it succeeded; `None` if it did not end in time and was killed.
fn wait(child: &mut Child, patience: Duration) -> io::Result<Option<bool>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if start.elapsed() >= patience {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// The error output on one line.
fn complaint(said: &mut File) -> String {
    let mut bytes = Vec::new();
    let read = said.rewind().and_then(|()| said.read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(&bytes);
    match text.trim() {
        text if read.is_ok() && !text.is_empty() => visible::excerpt(text, EXCERPT),
        _ => "no reason given".to_owned(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const fn shell(script: &'static [&'static str]) -> ClipboardTool {
        tool("sh", script)
    }

    fn refused(tool: ClipboardTool) -> String {
        match tool.run(&"long ".repeat(100_000)) {
            Err(ToolFailure::Refused(reason)) => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_tool_takes_the_text_from_its_standard_input() {
        assert!(shell(&["-c", "[ \"$(cat)\" = \"a 'b' \\$HOME\" ]"]).run("a 'b' $HOME").is_ok());
        assert!(shell(&["-c", "[ \"$(cat)\" = \"other\" ]"]).run("a").is_err());
    }

    #[test]
    fn a_tool_that_fails_says_why() {
        assert_eq!(refused(shell(&["-c", "echo 'no \u{1b}display' >&2; exit 1"])), "no ␛display");
        assert_eq!(refused(shell(&["-c", "exit 3"])), "no reason given");
        assert!(refused(shell(&["-c", "exit 0"])).contains("pipe"), "what was not taken was not copied");
    }

    #[test]
    fn a_tool_that_stays_behind_keeps_nobody_waiting() {
        assert!(shell(&["-c", "cat >/dev/null; (sleep 5 >/dev/null) & exit 0"]).run("a").is_ok());
    }

    #[test]
    fn a_tool_that_is_not_there_is_missing() {
        assert!(matches!(tool("no-such-tool-of-a-clipboard", &[]).run("a"), Err(ToolFailure::Missing)));
    }

    #[test]
    fn a_tool_that_hangs_is_killed() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert_eq!(wait(&mut child, Duration::ZERO).unwrap(), None);
    }

    #[test]
    fn windows_gets_the_alphabet_that_it_knows() {
        assert_eq!(WINDOWS.encode("é"), [0xff, 0xfe, 0xe9, 0]);
        assert_eq!(XCLIP.encode("é"), "é".as_bytes());
    }
}
