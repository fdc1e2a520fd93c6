//! Runs the reviewer's editor on a private file that is removed afterwards.

use std::fs::{self, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use tempfile::{Builder, TempDir};

use crate::tui::input::action::Action;
use crate::tui::input::external_edit::{EditorOutcome, ExternalEdit, Subject};

use super::terminal;

/// The variables that name an editor; the first one that is set counts.
const VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];
/// The editor if no variable is set.
const USUAL: &str = "vi";

/// Editors with their own window that return at once, with the options that make them wait.
const WINDOWED: [(&[&str], &[&str]); 3] = [
    (
        &[
            "atom", "bbedit", "code", "code-insiders", "codium", "cursor", "gedit", "mate", "pluma", "subl",
            "windsurf", "xed", "zed", "zeditor",
        ],
        &["--wait", "-w"],
    ),
    (&["gvim", "mvim"], &["--nofork", "-f"]),
    (&["kate"], &["--block", "-b"]),
];

/// An editor with its arguments.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    name: String,
    arguments: Vec<String>,
}

impl Program {
    /// The editor that the environment names, or what is wrong with its name.
    fn chosen(variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let named = VARIABLES.iter().find_map(|name| {
            let value = variable(name)?;
            (!value.trim().is_empty()).then_some((*name, value))
        });
        let (variable, value) = named.unwrap_or_else(|| ("EDITOR", USUAL.to_owned()));
        let mut words = shlex::split(&value).ok_or_else(|| format!("a quote in {variable} is not closed"))?.into_iter();
        let name = words.next().ok_or_else(|| format!("{variable} names no editor"))?;
        let program = Self { name, arguments: words.collect() };
        match program.missing_option() {
            Some(option) => Err(format!("`{0}` does not wait: set {variable} to \"{value} {option}\"", program.name)),
            None => Ok(program),
        }
    }

    /// The file name of the editor.
    fn file_name(&self) -> &str {
        Path::new(&self.name).file_name().and_then(|name| name.to_str()).unwrap_or(&self.name)
    }

    /// The options that make it wait, if it has its own window.
    fn waiting_options(&self) -> Option<&'static [&'static str]> {
        let (_, options) = WINDOWED.into_iter().find(|(names, _)| names.contains(&self.file_name()))?;
        Some(options)
    }

    /// The missing option without which it would return before anything is typed.
    fn missing_option(&self) -> Option<&'static str> {
        let options = self.waiting_options()?;
        let is_given = self.arguments.iter().any(|argument| options.contains(&argument.as_str()));
        if is_given { None } else { options.first().copied() }
    }

    fn run(&self, file: &Path) -> io::Result<ExitStatus> {
        if self.waiting_options().is_some() {
            // Otherwise the terminal would stay empty.
            let _ = writeln!(io::stdout(), "ghostcall continues when {} closes the file.", self.file_name());
        }
        Command::new(&self.name).args(&self.arguments).arg(file).status()
    }

    /// Returns why the editor failed, or `None` if it succeeded.
    fn failure(&self, ended: io::Result<ExitStatus>) -> Option<String> {
        let name = &self.name;
        match ended {
            Ok(status) if status.success() => None,
            Ok(status) => Some(match status.code() {
                Some(code) => format!("`{name}` ended with status {code}"),
                None => format!("`{name}` was ended by a signal"),
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Some(format!("the editor `{name}` was not found (set VISUAL or EDITOR)"))
            }
            Err(error) => Some(format!("the editor `{name}` could not be started ({error})")),
        }
    }
}

/// Opens a document in the editor and returns the actions that follow.
pub(crate) fn edit(edit: ExternalEdit) -> Vec<Action> {
    let failed = |reason: String| EditorOutcome::Failed { reason, text: None };
    let started = Program::chosen(|name| std::env::var(name).ok()).and_then(|program| {
        Ok((program, EditedFile::write(&edit).map_err(|error| format!("no file can be created ({error})"))?))
    });
    let ended = match started {
        Err(reason) => failed(reason),
        Ok((program, page)) => match terminal::lend(|| program.run(&page.path)) {
            Err(error) => return vec![Action::Failed(format!("the terminal did not come back: {error}"))],
            Ok(status) => page.ended(&edit, program.failure(status)),
        },
    };
    vec![Action::Resumed, Action::EditedExternally(edit, ended)]
}

/// Saves a text that could not be used, and reports where.
pub(super) fn keep_text(name: &str, text: &str, reason: String) -> Action {
    match keep(name, text.as_bytes()) {
        Ok(path) => Action::TextKept { path: path.display().to_string(), reason },
        Err(error) => Action::Failed(format!("{reason}\nIt could not be saved: {error}")),
    }
}

/// Writes a text to a new file and returns its path.
pub(crate) fn keep(name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut file = Builder::new().prefix(&format!("ghostcall-{name}")).suffix(".json5").tempfile()?;
    file.write_all(bytes)?;
    let (_, path) = file.keep()?;
    Ok(path)
}

/// The file of a document in a private folder. Files that the editor leaves next to it are removed too.
struct EditedFile {
    path: PathBuf,
    _folder: TempDir,
}

impl EditedFile {
    fn write(edit: &ExternalEdit) -> io::Result<Self> {
        let folder = Builder::new().prefix("ghostcall-").permissions(Permissions::from_mode(0o700)).tempdir()?;
        let mut file = Builder::new().prefix(&edit.subject.file_name()).suffix(".json5").tempfile_in(&folder)?;
        file.write_all(edit.given.as_bytes())?;
        let (_, path) = file.keep()?;
        Ok(Self { path, _folder: folder })
    }

    /// Reads what the editor left.
    fn ended(&self, edit: &ExternalEdit, failure: Option<String>) -> EditorOutcome {
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            // A removed file counts as an empty one.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                return EditorOutcome::Failed { reason: format!("the file cannot be read ({error})"), text: None };
            }
        };
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return no_text(&edit.subject, error.as_bytes()),
        };
        match failure {
            None => EditorOutcome::Saved(text),
            Some(reason) => EditorOutcome::Failed { reason, text: (text != edit.given).then_some(text) },
        }
    }
}

/// Keeps bytes that are not UTF-8 as they are: converting them would lose data.
fn no_text(subject: &Subject, bytes: &[u8]) -> EditorOutcome {
    let reason = match keep(&subject.file_name(), bytes) {
        Ok(path) => format!("the file is not UTF-8 (kept in {})", path.display()),
        Err(error) => format!("the file is not UTF-8, and cannot be kept ({error})"),
    };
    EditorOutcome::Failed { reason, text: None }
}

#[cfg(test)]
mod tests {
    use crate::source::Key;

    use super::*;

    fn chosen(visual: &str, editor: &str) -> Result<Program, String> {
        Program::chosen(|name| Some(if name == "VISUAL" { visual } else { editor }.to_owned()))
    }

    fn program(words: &[&str]) -> Program {
        let mut words = words.iter().map(|word| (*word).to_owned());
        Program { name: words.next().unwrap(), arguments: words.collect() }
    }

    #[test]
    fn the_first_variable_that_is_set_counts_and_is_split_like_a_command() {
        assert_eq!(chosen("nvim", "ed"), Ok(program(&["nvim"])));
        assert_eq!(chosen(" ", "'/opt/my editor' -a \"b c\""), Ok(program(&["/opt/my editor", "-a", "b c"])));
        assert_eq!(Program::chosen(|_| None), Ok(program(&["vi"])));
        assert_eq!(chosen("", "vi 'x"), Err("a quote in EDITOR is not closed".to_owned()));
        assert_eq!(chosen("''", ""), Ok(program(&[""])));
    }

    #[test]
    fn an_editor_that_would_not_wait_is_not_started() {
        for (given, error) in [
            ("code", "`code` does not wait: set VISUAL to \"code --wait\""),
            ("/usr/bin/subl -n", "`/usr/bin/subl` does not wait: set VISUAL to \"/usr/bin/subl -n --wait\""),
            ("gvim", "`gvim` does not wait: set VISUAL to \"gvim --nofork\""),
        ] {
            assert_eq!(chosen(given, ""), Err(error.to_owned()));
        }
        for given in ["code --wait", "code -w", "gvim -f", "kate -b", "codeword", "vim"] {
            assert!(chosen(given, "").is_ok(), "{given}");
        }
    }

    #[test]
    fn a_document_is_private_and_goes_with_everything_next_to_it() {
        let edit = ExternalEdit::new(Subject::Finding(Key::Text("../a b".to_owned())), "{}".to_owned());
        let page = EditedFile::write(&edit).unwrap();
        let mode = fs::metadata(&page.path).unwrap().permissions().mode();
        assert_eq!((mode & 0o777, page.path.extension().unwrap().to_str()), (0o600, Some("json5")));
        let folder = page.path.parent().unwrap().to_owned();
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        fs::write(folder.join("backup~"), "{}").unwrap();
        assert_eq!(page.ended(&edit, None), EditorOutcome::Saved("{}".to_owned()));
        fs::remove_file(&page.path).unwrap();
        assert_eq!(page.ended(&edit, None), EditorOutcome::Saved(String::new()));
        drop(page);
        assert!(!folder.exists());
    }

    #[test]
    fn what_is_no_text_is_kept_byte_for_byte() {
        let edit = ExternalEdit::new(Subject::Finding(Key::Integer(7)), "{}".to_owned());
        let page = EditedFile::write(&edit).unwrap();
        fs::write(&page.path, b"\xff{").unwrap();
        let EditorOutcome::Failed { reason, text: None } = page.ended(&edit, None) else { panic!("it is no text") };
        let path = reason.split_once("kept in ").unwrap().1.trim_end_matches(')').to_owned();
        assert_eq!(fs::read(&path).unwrap(), b"\xff{");
        fs::remove_file(path).unwrap();
    }
}
