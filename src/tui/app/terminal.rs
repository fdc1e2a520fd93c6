//! The real terminal: entered, left again whatever happens, and read together with the worker's news.

use std::io::{self, Write as _};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

use crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, MouseButton, MouseEventKind};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use crossterm::{cursor, execute};
use rustix::process::{Signal, kill_current_process_group};
use rustix::termios::{QueueSelector, tcflush, tcgetattr};

use crate::tui::input::action::{Action, Step};
use crate::tui::input::key_press::KeyPress;
use crate::tui::input::mouse::{IgnoreMouse, WatchMouse};

use super::run::{Event, Input};
pub use super::signals::Signals;

/// How long to wait for a key before looking whether the worker has news.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long to look for a key that is there already; crossterm looks at nothing within no time at all.
const GLANCE: Duration = Duration::from_millis(1);
/// So many waits without a key make a tick.
const WAITS_PER_TICK: u32 = 4;

/// The terminal while the review has it; dropped, it is as it was before.
#[derive(Debug)]
pub struct Session(());

/// Whether the review has the terminal.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// Whether it has the mouse, too, while it has the terminal.
static WATCHES_MOUSE: AtomicBool = AtomicBool::new(false);

impl Session {
    /// Takes the terminal: raw mode, the alternate screen, pastes as one event, and the mouse where that is wanted. A
    /// panic gives it back, too.
    pub fn enter(with_mouse: bool) -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let owner = thread::current().id();
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |what| {
                if !ENTERED.load(Ordering::SeqCst) {
                    usual(what);
                } else if thread::current().id() == owner {
                    restore();
                    usual(what);
                }
                // A worker that panics must not write over the screen; who joins it learns of it.
            }));
        });
        ENTERED.store(true, Ordering::SeqCst);
        let session = Self(());
        WATCHES_MOUSE.store(with_mouse, Ordering::SeqCst);
        take()?;
        Ok(session)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    // Once only: to leave the alternate screen again would move the cursor back, over the message of a panic.
    if ENTERED.swap(false, Ordering::SeqCst) {
        give_back();
    }
}

/// Makes the terminal the review's.
fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
    if WATCHES_MOUSE.load(Ordering::SeqCst) {
        execute!(io::stdout(), WatchMouse)?;
    }
    Ok(())
}

/// Makes the terminal what it was.
fn give_back() {
    // Nothing can be done where even this fails; the program is on its way out, or fails when it draws again.
    if WATCHES_MOUSE.load(Ordering::SeqCst) {
        let _ = execute!(io::stdout(), IgnoreMouse);
    }
    let _ = execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}

/// Takes the terminal again. Whoever had it may have left anything on it: the next picture must be a whole one.
fn take_again() -> io::Result<()> {
    // What was typed meanwhile was meant for somebody else, and so were the terminal's answers to an editor.
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
    take()
}

/// Gives the terminal to something else for the length of some work.
pub(crate) fn lend<T>(work: impl FnOnce() -> T) -> io::Result<T> {
    if !ENTERED.load(Ordering::SeqCst) {
        return Ok(work());
    }
    give_back();
    let done = work();
    take_again()?;
    Ok(done)
}

/// Gives the terminal back to the shell, and stops until the shell continues the program.
pub(crate) fn suspend() -> io::Result<()> {
    // The whole group, as the terminal itself would stop it: a shell waits for `cargo run`, not for us.
    lend(|| kill_current_process_group(Signal::TSTP))??;
    Ok(())
}

/// The keys of the terminal, the signals of the system, and the news of a worker.
#[derive(Debug)]
pub struct TerminalInput {
    news: Receiver<Action>,
    signals: Signals,
    /// What came after findings that are handed on first.
    late: Option<Action>,
    /// How often nothing came, since the last key or tick.
    waits: u32,
}

impl TerminalInput {
    /// Reads the terminal, what the system tells, and what a worker sends.
    #[must_use]
    pub fn new(news: Receiver<Action>, signals: Signals) -> Self {
        Self { news, signals, late: None, waits: 0 }
    }

    /// What the system asks for.
    fn signal(&self) -> io::Result<Option<Action>> {
        if self.signals.ended_by().is_some() {
            return Ok(Some(Action::Quit));
        }
        if !self.signals.was_continued() {
            return Ok(None);
        }
        // Whatever stopped the program did not ask it: what the shell made of the terminal is not known.
        give_back();
        take_again()?;
        Ok(Some(Action::Resumed))
    }

    /// What the worker sent meanwhile; findings that came in pieces are one piece.
    fn news(&mut self) -> Option<Action> {
        if let Some(late) = self.late.take() {
            return Some(late);
        }
        let mut found = Vec::new();
        let other = loop {
            match self.news.try_recv() {
                Ok(Action::Found(items)) => found.extend(items),
                Ok(other) => break Some(other),
                Err(_) => break None,
            }
        };
        if found.is_empty() {
            return other;
        }
        self.late = other;
        Some(Action::Found(found))
    }
}

impl Input for TerminalInput {
    fn next(&mut self) -> io::Result<Event> {
        loop {
            if let Some(event) = self.at_hand()? {
                return Ok(event);
            }
            if event::poll(PATIENCE)? {
                continue;
            }
            // Of a terminal that is gone crossterm reads nothing for ever, and not every one says good-bye by a signal.
            tcgetattr(io::stdin())?;
            self.waits += 1;
            if self.waits >= WAITS_PER_TICK {
                self.waits = 0;
                return Ok(Event::Tick);
            }
        }
    }

    fn at_hand(&mut self) -> io::Result<Option<Event>> {
        loop {
            if let Some(action) = self.signal()? {
                return Ok(Some(Event::Do(action)));
            }
            // Keys first: findings must not make a reviewer wait.
            if event::poll(GLANCE)? {
                if let Some(event) = translate(event::read()?) {
                    self.waits = 0;
                    return Ok(Some(event));
                }
                continue;
            }
            return Ok(self.news().map(Event::Do));
        }
    }
}

fn translate(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(key) => KeyPress::from_event(key).map(Event::Key),
        event::Event::Paste(text) => Some(Event::Paste(text)),
        event::Event::Resize(width, height) => Some(Event::Resize(width, height)),
        event::Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Event::Click(mouse.column, mouse.row)),
            MouseEventKind::ScrollDown => Some(Event::Wheel(Step::Next, mouse.column, mouse.row)),
            MouseEventKind::ScrollUp => Some(Event::Wheel(Step::Previous, mouse.column, mouse.row)),
            // Releases, and what a terminal tells of moves unasked.
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn findings_that_came_in_pieces_are_one_and_nothing_overtakes_them() {
        let (worker, news) = mpsc::channel();
        let mut input = TerminalInput::new(news, Signals::default());
        for action in [
            Action::Failed("first".to_owned()),
            Action::Found(Vec::new()),
            Action::Found(crate::tui::tests::items()),
            Action::Found(crate::tui::tests::items()),
            Action::ScanDone("done".to_owned()),
            Action::Failed("last".to_owned()),
        ] {
            worker.send(action).unwrap();
        }
        assert_eq!(input.news(), Some(Action::Failed("first".to_owned())));
        assert!(matches!(input.news(), Some(Action::Found(items)) if items.len() == 16));
        assert_eq!(input.news(), Some(Action::ScanDone("done".to_owned())));
        assert_eq!(input.news(), Some(Action::Failed("last".to_owned())));
        assert_eq!(input.news(), None);
    }
}
