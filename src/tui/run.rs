//! The loop: events in, effects out, a picture after each.

use std::io;

use ratatui::Terminal;
use ratatui::backend::Backend;

use super::action::{Action, Effect};
use super::key_press::KeyPress;
use super::model::{Model, Scan};
use super::theme::Theme;
use super::update::update;
use super::view::view;

/// Something that comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A key was pressed.
    Key(KeyPress),
    /// A text was pasted.
    Paste(String),
    /// The screen has another size.
    Resize(u16, u16),
    /// Some time passed.
    Tick,
    /// News from a worker, such as findings.
    Do(Action),
}

/// Where events come from: a terminal, or a script.
pub trait Input {
    /// The next event; waits for it.
    fn next(&mut self) -> io::Result<Event>;
}

/// What does what effects say: it stores, plans, writes.
pub trait Host {
    /// Does it, and answers with what came of it. What fails is answered as [`Action::NotDecided`] (of
    /// [`Effect::Decide`] and [`Effect::Note`]) or [`Action::Failed`].
    fn run(&mut self, effect: Effect) -> Vec<Action>;
}

/// Runs the review until it is left, and answers with how it stands then.
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
    let size = terminal.size().map_err(io::Error::other)?;
    perform(&mut model, Action::Resize(size.width, size.height), host);
    loop {
        terminal.draw(|frame| view(&model, theme, frame)).map_err(io::Error::other)?;
        let action = loop {
            match input.next()? {
                // Time alone changes the picture only while a scan shows that it goes on.
                Event::Tick if matches!(model.scan, Scan::Done(_)) => {}
                Event::Tick => break Action::Tick,
                Event::Key(key) => break Action::Key(key),
                Event::Paste(text) => break Action::Paste(text),
                Event::Resize(width, height) => break Action::Resize(width, height),
                Event::Do(action) => break action,
            }
        };
        if perform(&mut model, action, host) {
            return Ok(model);
        }
    }
}

/// Updates the model, runs the effects, and takes in what the host answers; whether the review is left.
fn perform(model: &mut Model, action: Action, host: &mut impl Host) -> bool {
    let mut left = false;
    let mut actions = std::collections::VecDeque::from([action]);
    while let Some(action) = actions.pop_front() {
        for effect in update(model, action) {
            left |= effect == Effect::Quit;
            actions.extend(host.run(effect));
        }
    }
    left
}
