//! Signals that the program receives while it has the terminal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag;

/// Received signals. The program checks them when it polls for keys.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    continued: Arc<AtomicBool>,
    /// The number of the terminating signal; 0 if there was none.
    ending: Arc<AtomicUsize>,
}

impl Signals {
    /// Handles the signals that would end the program in the middle of a frame.
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

    /// The number of the signal that asked the program to end, if any.
    #[must_use]
    pub fn ended_by(&self) -> Option<u8> {
        u8::try_from(self.ending.load(Ordering::SeqCst)).ok().filter(|number| *number > 0)
    }

    /// Whether the program was stopped and continued since the last call.
    pub(crate) fn was_continued(&self) -> bool {
        self.continued.swap(false, Ordering::SeqCst)
    }
}
