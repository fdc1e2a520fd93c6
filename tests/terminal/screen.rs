//! The real program in a real pseudo-terminal, with an emulator that shows what a reviewer would see.

use std::io::{Read as _, Write};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// How long a test waits for output before it fails. A busy machine can stand still for half a minute.
const DEADLINE: Duration = Duration::from_secs(120);
/// The failed reads in a row after which a terminal counts as closed.
const FAILED_READS: usize = 20;

/// The query for the cursor position.
const WHERE_IS_THE_CURSOR: &[u8] = b"\x1b[6n";

/// A copy of the sample export in a folder of its own.
pub(crate) struct Export {
    folder: TempDir,
}

impl Export {
    pub(crate) fn sample() -> Self {
        Self::of("helix-kit.db")
    }

    /// A copy of another file of the sample data.
    pub(crate) fn of(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data").join(name);
        std::fs::copy(sample, folder.path().join("export.db")).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("export.db")
    }

    /// One value from the database.
    pub(crate) fn value(&self, sql: &str) -> rusqlite::types::Value {
        let connection = rusqlite::Connection::open(self.path()).unwrap();
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    /// A file in its folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Creates a shell script to use as an editor; `$1` is the file to edit, and `$HOME` this folder.
    pub(crate) fn script(&self, name: &str, lines: &str) -> String {
        let path = self.file(name);
        std::fs::write(&path, format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{lines}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Starts a review.
    pub(crate) fn review(&self, columns: u16, rows: u16, environment: &[(&str, &str)]) -> Screen {
        self.review_with(&[], (columns, rows), environment)
    }

    /// Starts a review with options.
    pub(crate) fn review_with(&self, options: &[&str], size: (u16, u16), environment: &[(&str, &str)]) -> Screen {
        let path = self.path();
        let arguments = [&["review", path.to_str().unwrap()], options].concat();
        Screen::start(&arguments, self.folder.path(), size, environment)
    }

    /// The names of all files in its folder.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// Starts another program in its folder.
    pub(crate) fn run(&self, program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Screen {
        Screen::run(program, arguments, self.folder.path(), (100, 30), environment)
    }
}

/// What the program wrote so far.
struct Output {
    parser: vt100::Parser,
    raw: Vec<u8>,
}

/// A running program and its terminal.
pub(crate) struct Screen {
    child: Box<dyn Child + Send + Sync>,
    terminal: Box<dyn MasterPty + Send>,
    keyboard: Arc<Mutex<Box<dyn Write + Send>>>,
    output: Arc<Mutex<Output>>,
    /// The input modes of the terminal before the program started.
    modes: String,
}

/// The input modes of a terminal.
fn modes(terminal: &dyn MasterPty) -> String {
    format!("{:?}", terminal.get_termios().unwrap().local_flags)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Screen {
    /// Starts the program.
    pub(crate) fn start(arguments: &[&str], home: &Path, size: (u16, u16), environment: &[(&str, &str)]) -> Self {
        Self::run(env!("CARGO_BIN_EXE_ghostcall"), arguments, home, size, environment)
    }

    /// Starts any program. With `SILENT` in its environment, the terminal does not report its cursor position.
    pub(crate) fn run(
        program: &str,
        arguments: &[&str],
        home: &Path,
        (columns, rows): (u16, u16),
        environment: &[(&str, &str)],
    ) -> Self {
        let is_silent = environment.iter().any(|(name, _)| *name == "SILENT");
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env_clear();
        command.cwd(home);
        command.env("TMPDIR", home);
        command.env("HOME", home);
        command.env("TERM", "xterm-256color");
        command.env("GHOSTCALL_REVIEWER", "ana");
        for (name, value) in environment {
            command.env(name, value);
        }
        let modes = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0);
        let output = Arc::new(Mutex::new(Output { parser, raw: Vec::new() }));
        let keyboard = Arc::new(Mutex::new(pair.master.take_writer().unwrap()));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (shown, answering) = (Arc::clone(&output), Arc::clone(&keyboard));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut failed_reads = 0;
            while failed_reads < FAILED_READS {
                // When a program ends, a read may fail although some of its output has yet to arrive.
                let Ok(count @ 1..) = reader.read(&mut bytes) else {
                    failed_reads += 1;
                    std::thread::sleep(Duration::from_millis(10));
                    continue;
                };
                failed_reads = 0;
                let piece = &bytes[..count];
                let mut output = lock(&shown);
                output.parser.process(piece);
                output.raw.extend_from_slice(piece);
                drop(output);
                if !is_silent && piece.windows(WHERE_IS_THE_CURSOR.len()).any(|part| part == WHERE_IS_THE_CURSOR) {
                    let _ = lock(&answering).write_all(b"\x1b[1;1R");
                }
            }
        });
        Self { child, terminal: pair.master, keyboard, output, modes }
    }

    /// Types keys: `\x1b` is Esc, `\x13` is Ctrl-S. Waits until an Esc at the end is read: together with another key it
    /// would be Alt.
    #[track_caller]
    pub(crate) fn keys(&self, keys: &str) -> &Self {
        lock(&self.keyboard).write_all(keys.as_bytes()).unwrap();
        if keys.ends_with('\x1b') {
            self.wait_until("the reading of Esc", |_| self.unread() == 0);
        }
        self
    }

    /// How many typed bytes the program has not read; 0 once its terminal is gone.
    fn unread(&self) -> u64 {
        let no_control = i32::try_from(rustix::fs::OFlags::NOCTTY.bits()).unwrap();
        let terminal =
            std::fs::OpenOptions::new().read(true).custom_flags(no_control).open(self.terminal.tty_name().unwrap());
        terminal.map_or(0, |terminal| rustix::io::ioctl_fionread(terminal).unwrap())
    }

    /// Pastes a text, as a terminal in bracketed-paste mode does.
    pub(crate) fn paste(&self, text: &str) -> &Self {
        self.keys(&format!("\x1b[200~{text}\x1b[201~"))
    }

    /// Writes on the screen, as another program on the same terminal does.
    pub(crate) fn scribble(&self, text: &str) -> &Self {
        lock(&self.output).parser.process(text.as_bytes());
        self
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) -> &Self {
        let process = self.child.process_id().and_then(|id| Pid::from_raw(id.try_into().unwrap())).unwrap();
        kill_process(process, signal).unwrap();
        self
    }

    /// Whether the terminal has the input modes from before the program started.
    pub(crate) fn has_its_modes(&self) -> bool {
        modes(&*self.terminal) == self.modes
    }

    /// Whether every mode was set and then reset: mouse, alternate screen, bracketed paste, hidden cursor.
    pub(crate) fn was_left(&self) -> bool {
        let raw = String::from_utf8_lossy(&self.raw()).into_owned();
        let modes = [
            ("\x1b[?1000h", "\x1b[?1000l"),
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?2004h", "\x1b[?2004l"),
            ("\x1b[?25l", "\x1b[?25h"),
        ];
        let is_left = |(entered, left): &(&str, &str)| raw.contains(entered) && raw.rfind(entered) < raw.rfind(left);
        modes.iter().all(is_left)
    }

    /// The text on the screen.
    pub(crate) fn text(&self) -> String {
        lock(&self.output).parser.screen().contents()
    }

    /// Everything that was written, byte for byte.
    pub(crate) fn raw(&self) -> Vec<u8> {
        lock(&self.output).raw.clone()
    }

    /// Whether the row with `text` is shown in reverse.
    pub(crate) fn is_reversed(&self, text: &str) -> bool {
        let output = lock(&self.output);
        let screen = output.parser.screen();
        let (rows, columns) = screen.size();
        (0..rows.into()).any(|row: u16| {
            let line = screen.contents_between(row, 0, row, columns.into());
            line.contains(text)
                && (0..columns.into()).any(|column: u16| screen.cell(row, column).is_some_and(vt100::Cell::inverse))
        })
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub(crate) fn wait_for(&self, text: &str) -> &Self {
        self.wait_until(&format!("`{text}`"), |screen| screen.contains(text))
    }

    /// Waits until a condition on the screen text holds.
    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, holds: impl Fn(&str) -> bool) -> &Self {
        let start = Instant::now();
        while !holds(&self.text()) {
            assert!(start.elapsed() < DEADLINE, "{what} never came; the screen shows:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(20));
        }
        self
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) -> &Self {
        lock(&self.output).parser.screen_mut().set_size(rows.try_into().unwrap(), columns.try_into().unwrap());
        self.terminal.resize(size(columns, rows)).unwrap();
        self
    }

    /// Kills the program at once, as `kill -9` does.
    pub(crate) fn kill(mut self) {
        // The library's own `kill` first sends a SIGHUP, which the program handles.
        self.signal(Signal::KILL);
        self.child.wait().unwrap();
    }

    /// Waits until the program ends; returns its exit status.
    #[track_caller]
    pub(crate) fn ended(mut self) -> u32 {
        self.wait_for_end()
    }

    /// The same, but keeps the terminal for checks.
    #[track_caller]
    pub(crate) fn wait_for_end(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            if start.elapsed() >= DEADLINE {
                let shown = self.text();
                self.signal(Signal::KILL);
                panic!("it never ended; the screen shows:\n{shown}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
