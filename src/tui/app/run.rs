//! The main loop: takes events, runs effects, and draws a frame after each.

use std::collections::VecDeque;
use std::io;

use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::Rect;

use crate::tui::input::action::{Action, Step};
use crate::tui::input::effect::Effect;
use crate::tui::input::key_press::KeyPress;
use crate::tui::review::model::Model;
use crate::tui::screen::view;
use crate::tui::theme::Theme;
use crate::tui::update::update;

/// An event from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A key was pressed.
    Key(KeyPress),
    /// A text was pasted.
    Paste(String),
    /// The screen was resized to this many columns and rows.
    Resize(u16, u16),
    /// Some time passed; it has no effect unless something is animated or waits to be stored.
    Tick,
    /// The mouse was pressed in this column and row.
    Click(u16, u16),
    /// The wheel was turned over this column and row; down is [`Step::Next`].
    Wheel(Step, u16, u16),
    /// An action from a worker, such as new findings.
    Do(Action),
}

/// A source of events: a terminal or a script.
pub trait Input {
    /// Waits for the next event.
    fn next(&mut self) -> io::Result<Event>;

    /// The next event if one is ready. Used during longer work, which must not block.
    fn at_hand(&mut self) -> io::Result<Option<Event>> {
        Ok(None)
    }
}

/// Runs effects: it stores, plans and writes.
pub trait Host {
    /// Runs an effect and returns the resulting actions. Failures are returned as [`Action::NotDecided`] (for
    /// [`Effect::Decide`], [`Effect::Note`] and [`Effect::Flag`]) or [`Action::Failed`].
    fn run(&mut self, effect: Effect) -> Vec<Action>;
}

/// Runs the review until the reviewer leaves, and returns the final model. Typed text is kept however the review ends.
///
/// # Errors
/// The input or the terminal failed.
pub fn run<B: Backend>(
    terminal: &mut Terminal<B>,
    mut model: Model,
    theme: &Theme,
    input: &mut impl Input,
    host: &mut impl Host,
) -> io::Result<Model>
where
    B::Error: Send + Sync + 'static,
{
    model.symbols = theme.symbols();
    let ended = review(terminal, &mut model, theme, input, host);
    if ended.is_err() {
        perform(&mut model, Action::Quit, host);
    }
    ended.map(|()| model)
}

fn review<B: Backend>(
    terminal: &mut Terminal<B>,
    model: &mut Model,
    theme: &Theme,
    input: &mut impl Input,
    host: &mut impl Host,
) -> io::Result<()>
where
    B::Error: Send + Sync + 'static,
{
    let size = terminal.size().map_err(io::Error::other)?;
    perform(model, Action::Resize(size.width, size.height), host);
    loop {
        terminal.draw(|frame| view(model, theme, frame)).map_err(io::Error::other)?;
        let action = loop {
            let event = if model.is_working() { input.at_hand()? } else { Some(input.next()?) };
            let Some(event) = event else { break Action::Idle };
            match event {
                Event::Tick if !model.needs_ticks() => {}
                Event::Tick => break Action::Tick,
                Event::Key(key) => break Action::Key(key),
                Event::Paste(text) => break Action::Paste(text),
                Event::Resize(width, height) => break Action::Resize(width, height),
                Event::Click(column, row) => break Action::Click { column, row },
                Event::Wheel(step, column, row) => break Action::Wheel { step, column, row },
                Event::Do(action) => break action,
            }
        };
        let happened = perform(model, action, host);
        if happened.left {
            return Ok(());
        }
        if happened.is_overwritten {
            // Another program wrote on the screen. `Terminal::clear` would ask for the cursor position and fail if nothing
            // answers; resizing forgets the old frame without asking.
            let size = terminal.size().map_err(io::Error::other)?;
            terminal.resize(Rect::from(size)).map_err(io::Error::other)?;
            perform(model, Action::Resize(size.width, size.height), host);
        }
    }
}

/// What the loop must know after an action.
#[derive(Default)]
struct ActionOutcome {
    left: bool,
    /// Whether the screen may not show the last frame any more.
    is_overwritten: bool,
}

/// Updates the model, runs the effects, and applies the host's answers.
fn perform(model: &mut Model, action: Action, host: &mut impl Host) -> ActionOutcome {
    let mut happened = ActionOutcome::default();
    let mut actions = VecDeque::from([action]);
    while let Some(action) = actions.pop_front() {
        happened.is_overwritten |= action == Action::Resumed;
        for effect in update(model, action) {
            happened.left |= effect == Effect::Quit;
            happened.is_overwritten |= effect == Effect::Repaint;
            actions.extend(host.run(effect));
        }
    }
    happened
}
