//! Documents for an external editor.

use crate::source::Key;

/// The subject of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The finding of a message.
    Finding(Key),
    /// The draft of a pattern.
    Pattern,
}

impl Subject {
    /// The prefix of its file name.
    pub(crate) fn file_name(&self) -> String {
        match self {
            Self::Finding(message) => {
                let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
                let name = message.to_string().chars().map(plain).take(40).collect::<String>();
                format!("message-{name}-")
            }
            Self::Pattern => "pattern-".to_owned(),
        }
    }
}

/// A document for an external editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalEdit {
    /// What the document describes.
    pub subject: Subject,
    /// The document as it was first written.
    pub original: String,
    /// The document handed to the editor: with the typed text and its mistake, if any.
    pub given: String,
    /// How often it came back with a mistake.
    pub returns: usize,
}

impl ExternalEdit {
    /// An edit whose editor is handed the document unchanged.
    #[must_use]
    pub fn new(subject: Subject, document: String) -> Self {
        Self { subject, original: document.clone(), given: document, returns: 0 }
    }

    /// The same document with another text to hand to the editor.
    pub(crate) fn again(self, given: String) -> Self {
        Self { given, returns: self.returns + 1, ..self }
    }

    /// Whether the document already reports a mistake.
    pub(crate) fn is_repeated(&self) -> bool {
        self.given != self.original
    }
}

/// How an external editor ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorOutcome {
    /// It exited normally; this is the content of its file.
    Saved(String),
    /// It could not be started, or failed.
    Failed {
        /// Why the editor failed.
        reason: String,
        /// The content of its file, if it was changed.
        text: Option<String>,
    },
}
