//! The real terminal. It is restored on every exit, and its events are read together with the news of workers.

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

/// How long to wait for a key before checking for news of a worker.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long to poll for a key that is already there; crossterm reads nothing with a timeout of zero.
const GLANCE: Duration = Duration::from_millis(1);
/// The number of waits without a key that make a tick.
const WAITS_PER_TICK: u32 = 4;

/// Holds the terminal for the review and restores it when dropped.
#[derive(Debug)]
pub struct TerminalSession(());

/// Whether the review has the terminal.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// Whether the review also captures the mouse.
static WATCHES_MOUSE: AtomicBool = AtomicBool::new(false);

impl TerminalSession {
    /// Enters raw mode and the alternate screen, enables bracketed paste, and captures the mouse if `with_mouse` is
    /// set. A panic restores the terminal too.
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
                // A panicking worker must not write over the screen; joining it reports the panic.
            }));
        });
        ENTERED.store(true, Ordering::SeqCst);
        let session = Self(());
        WATCHES_MOUSE.store(with_mouse, Ordering::SeqCst);
        take()?;
        Ok(session)
    }
}

impl Drop for TerminalSession {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    // Only once: leaving the alternate screen again would move the cursor over the panic message.
    if ENTERED.swap(false, Ordering::SeqCst) {
        give_back();
    }
}

/// Sets the terminal up for the review.
fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
    if WATCHES_MOUSE.load(Ordering::SeqCst) {
        execute!(io::stdout(), WatchMouse)?;
    }
    Ok(())
}

/// Leaves the terminal as other programs expect it: main screen, visible cursor, no raw mode.
fn give_back() {
    // Errors are ignored: the program is ending, or the next draw fails.
    if WATCHES_MOUSE.load(Ordering::SeqCst) {
        let _ = execute!(io::stdout(), IgnoreMouse);
    }
    let _ = execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}

/// Sets the terminal up again after another program had it. The next frame must be drawn in full.
fn enter_again() -> io::Result<()> {
    // Input typed meanwhile was meant for the other program, and so were the terminal's answers to it.
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
    take()
}

/// Gives the terminal to other work and takes it back afterwards.
pub(crate) fn lend<T>(work: impl FnOnce() -> T) -> io::Result<T> {
    if !ENTERED.load(Ordering::SeqCst) {
        return Ok(work());
    }
    give_back();
    let done = work();
    enter_again()?;
    Ok(done)
}

/// Restores the terminal and stops the program until the shell continues it.
pub(crate) fn suspend() -> io::Result<()> {
    // Stops the whole process group, as the terminal itself would: the shell may wait for a parent such as `cargo run`.
    lend(|| kill_current_process_group(Signal::TSTP))??;
    Ok(())
}

/// Events of the terminal, signals, and news of workers.
#[derive(Debug)]
pub struct TerminalInput {
    news: Receiver<Action>,
    signals: Signals,
    /// An action that arrived after findings and is handed on after them.
    late: Option<Action>,
    /// The number of waits without an event since the last key or tick.
    waits: u32,
}

impl TerminalInput {
    /// An input that reads the terminal, signals, and the actions that workers send.
    #[must_use]
    pub fn new(news: Receiver<Action>, signals: Signals) -> Self {
        Self { news, signals, late: None, waits: 0 }
    }

    /// The action that a signal asks for, if any.
    fn signal(&self) -> io::Result<Option<Action>> {
        if self.signals.ended_by().is_some() {
            return Ok(Some(Action::Quit));
        }
        if !self.signals.was_continued() {
            return Ok(None);
        }
        // The program was stopped from outside, so the state of the terminal is unknown.
        give_back();
        enter_again()?;
        Ok(Some(Action::Resumed))
    }

    /// A signal, a key that comes within this time, or news. Keys come first: findings must not delay the reviewer.
    fn within(&mut self, patience: Duration) -> io::Result<Option<Event>> {
        loop {
            if let Some(action) = self.signal()? {
                return Ok(Some(Event::Do(action)));
            }
            if !event::poll(patience)? {
                return Ok(self.news().map(Event::Do));
            }
            if let Some(event) = translate(event::read()?) {
                self.waits = 0;
                return Ok(Some(event));
            }
        }
    }

    /// The next action of a worker. Findings that arrived in pieces are merged.
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
        if let Some(event) = self.at_hand()? {
            return Ok(event);
        }
        loop {
            if let Some(event) = self.within(PATIENCE)? {
                return Ok(event);
            }
            // crossterm waits forever on a terminal that is gone, and not every terminal sends a signal when it closes.
            tcgetattr(io::stdin())?;
            self.waits += 1;
            if self.waits >= WAITS_PER_TICK {
                self.waits = 0;
                return Ok(Event::Tick);
            }
        }
    }

    fn at_hand(&mut self) -> io::Result<Option<Event>> {
        self.within(GLANCE)
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
            // Key releases, and mouse moves that nobody asked for.
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
