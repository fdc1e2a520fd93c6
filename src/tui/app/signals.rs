//! What the system tells the program while it has the terminal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag;

/// Signals as they come: the program looks for them when it looks for keys.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    continued: Arc<AtomicBool>,
    /// The number of the signal that asked for the end; 0 where none did.
    ending: Arc<AtomicUsize>,
}

impl Signals {
    /// Takes over what would end the program in the middle of a screen.
    pub fn watch() -> io::Result<Self> {
        let signals = Self::default();
        flag::register(SIGCONT, Arc::clone(&signals.continued))?;
        for signal in [SIGTERM, SIGHUP] {
            let number = usize::try_from(signal).unwrap_or_default();
            flag::register_usize(signal, Arc::clone(&signals.ending), number)?;
        }
        // In the review Ctrl-C is a key. While $EDITOR has the terminal, it is meant for the editor alone.
        for signal in [SIGINT, SIGQUIT] {
            flag::register(signal, Arc::default())?;
        }
        Ok(signals)
    }

    /// The number of the signal that asked the program to end.
    #[must_use]
    pub fn ended_by(&self) -> Option<u8> {
        u8::try_from(self.ending.load(Ordering::SeqCst)).ok().filter(|number| *number > 0)
    }

    /// Whether the program was stopped and goes on since this was asked last.
    pub(crate) fn was_continued(&self) -> bool {
        self.continued.swap(false, Ordering::SeqCst)
    }
}
