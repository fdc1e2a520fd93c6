//! The contexts of key presses.

/// The target of key presses: the review itself, or the topmost dialog. Each dialog declares its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyContext {
    /// The name in the configuration. It is stable: users write it in their files.
    pub name: &'static str,
    /// The heading in the help.
    pub title: &'static str,
    /// What unbound keys type here.
    pub typing: Typing,
    /// The name of the action that opens this question; [`Action::Confirm`](super::action::Action::Confirm) executes it.
    pub(super) confirms: Option<&'static str>,
}

/// What unbound keys type in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Typing {
    /// Nothing: they have no effect.
    Nothing,
    /// A line of text.
    Line,
    /// Lines of text, which Enter separates.
    Lines,
}

impl KeyContext {
    /// The review itself, where no dialog is open.
    pub const REVIEW: Self = Self::new("review", "Review");

    /// A context in which unbound keys have no effect.
    pub(crate) const fn new(name: &'static str, title: &'static str) -> Self {
        Self { name, title, typing: Typing::Nothing, confirms: None }
    }

    /// The context with unbound keys as text input.
    pub(crate) const fn typing(self, typing: Typing) -> Self {
        Self { typing, ..self }
    }

    /// The context as the question that the action with this name opens.
    pub(crate) const fn confirming(self, action: &'static str) -> Self {
        Self { confirms: Some(action), ..self }
    }

    /// Whether unbound keys are text input here.
    #[must_use]
    pub fn takes_text(self) -> bool {
        self.typing != Typing::Nothing
    }
}
