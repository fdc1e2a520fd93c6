//! How a command ended.

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandOutcome {
    /// It did what was asked.
    Done,
    /// Problems were found, or something was left out.
    Problems,
    /// A signal of this number ended it.
    Ended(u8),
}

impl CommandOutcome {
    /// Ctrl-C ended it: the signal SIGINT, or the key in the review.
    pub(super) const INTERRUPTED: Self = Self::Ended(2);

    /// The exit status of the program; for a signal, by the convention of shells.
    pub(super) fn status(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Problems => 1,
            Self::Ended(signal) => 128 + signal,
        }
    }

    /// Returns this outcome after printing; a closed pipe (`| head`) is not an error.
    pub(super) fn after_printing(self, printed: anyhow::Result<()>) -> anyhow::Result<Self> {
        match printed {
            Err(error) if !is_broken_pipe(&error) => Err(error),
            _ => Ok(self),
        }
    }
}

/// Whether the reader of a pipe has closed it.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = match cause.downcast_ref::<csv::Error>().map(csv::Error::kind) {
            Some(csv::ErrorKind::Io(io)) => Some(io),
            _ => cause.downcast_ref::<std::io::Error>(),
        };
        io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
