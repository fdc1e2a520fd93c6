//! The contexts of key presses.

use crate::tui::dialogs::with_dialogs;

/// Declares the contexts: the review, and those that the dialogs add.
macro_rules! declare_contexts {
    ($($(#[$doc:meta])* $dialog:ident($type:ty): [
        $($context:ident { name: $name:literal, title: $title:literal, takes_text: $takes_text:literal }),*
    ],)*) => {
        /// The target of key presses: the review itself or the topmost overlay.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum KeyContext {
            /// Review
            Review,
            $($(#[doc = $title] $context,)*)*
        }

        impl KeyContext {
            /// All contexts in the order of the help.
            pub const ALL: [Self; [Self::Review, $($(Self::$context,)*)*].len()] =
                [Self::Review, $($(Self::$context,)*)*];

            /// The heading of the context in the help.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self {
                    Self::Review => "Review",
                    $($(Self::$context => $title,)*)*
                }
            }

            /// The name of the context in the configuration. It is stable: users write it in their files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    Self::Review => "review",
                    $($(Self::$context => $name,)*)*
                }
            }

            /// Whether unbound keys are text input here.
            #[must_use]
            pub fn takes_text(self) -> bool {
                match self {
                    Self::Review => false,
                    $($(Self::$context => $takes_text,)*)*
                }
            }
        }
    };
}

with_dialogs!(declare_contexts);
