//! The contexts of key presses.

/// Declares the contexts: the name in the configuration, the heading in the help, and whether unbound keys are text input.
macro_rules! contexts {
    ($($context:ident: $name:literal, $title:literal, $takes_text:literal;)*) => {
        /// The target of key presses: the review itself or the topmost dialog.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum KeyContext {
            $(#[doc = $title] $context,)*
        }

        impl KeyContext {
            /// All contexts in the order of the help.
            pub const ALL: [Self; [$(Self::$context),*].len()] = [$(Self::$context),*];

            /// The heading of the context in the help.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$context => $title,)*
                }
            }

            /// The name of the context in the configuration. It is stable: users write it in their files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$context => $name,)*
                }
            }

            /// Whether unbound keys are text input here.
            #[must_use]
            pub fn takes_text(self) -> bool {
                match self {
                    $(Self::$context => $takes_text,)*
                }
            }
        }
    };
}

contexts! {
    Review: "review", "Review", false;
    Search: "search", "Search", true;
    Query: "filter", "Filter", true;
    Filter: "filter_choices", "Filter choices", false;
    Note: "note", "Note", true;
    Reason: "skip_with_reason", "Skip with a reason", true;
    Recent: "last_decisions", "Last decisions", false;
    Bulk: "bulk", "Accept all", false;
    BulkTyped: "bulk_typed", "Deciding more than 50", true;
    Remedy: "remedy", "Remedy", false;
    Editor: "editor", "Editor", true;
    Plan: "write_back", "Write back", false;
    PlanSearch: "write_back_search", "Search the preview", true;
    Notice: "notice", "Notice", false;
    Help: "help", "Help", false;
    HelpSearch: "help_search", "Search the help", true;
    Conversation: "conversation", "Conversation", false;
    Journal: "journal", "Journal", false;
    TakeBack: "take_back", "Undo a write-back", false;
    Summary: "summary", "Review complete", false;
    Copy: "copy", "Copy", false;
    Palette: "commands", "Commands", true;
    Shapes: "shapes", "Shapes", false;
    Members: "shape_messages", "Messages of a shape", false;
    Template: "template", "Chat template", true;
    Draft: "pattern_draft", "Pattern draft", true;
    Statistics: "statistics", "Statistics", false;
    Clusters: "groups", "Groups", false;
}
