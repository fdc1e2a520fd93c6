//! The contexts of key presses.

/// The target of key presses: the review itself or the topmost overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// The review.
    Review,
    /// The prompt of the search.
    Search,
    /// The prompt of the filter.
    Query,
    /// The choices of the filter.
    Filter,
    /// The prompt of a note.
    Note,
    /// The last decisions.
    Recent,
    /// The question before a bulk action.
    Bulk,
    /// The question before a bulk action that requires a typed word.
    BulkTyped,
    /// The choice of a remedy.
    Remedy,
    /// The editor.
    Editor,
    /// The question before a write-back.
    Plan,
    /// The search in the write plan.
    PlanSearch,
    /// A notice.
    Notice,
    /// The help.
    Help,
    /// The conversation around a message.
    Conversation,
    /// The journal.
    Journal,
    /// The question before an undo of a write-back.
    TakeBack,
    /// The summary of the review.
    Summary,
    /// The choice of what to copy.
    Copy,
    /// The prompt for a reason to skip.
    Reason,
    /// The search in the help.
    HelpSearch,
    /// The prompt for actions by their names.
    Palette,
    /// The shapes of all payloads.
    Shapes,
    /// The messages of a shape.
    Members,
    /// The prompt for a chat template.
    Template,
    /// The draft of a pattern.
    Draft,
    /// The statistics.
    Statistics,
    /// The groups of the shown findings.
    Clusters,
}

impl Context {
    /// All contexts in the order of the help.
    pub const ALL: [Self; 28] = [
        Self::Review,
        Self::Search,
        Self::Query,
        Self::Filter,
        Self::Note,
        Self::Reason,
        Self::Recent,
        Self::Bulk,
        Self::BulkTyped,
        Self::Remedy,
        Self::Editor,
        Self::Plan,
        Self::PlanSearch,
        Self::Notice,
        Self::Help,
        Self::Conversation,
        Self::Journal,
        Self::TakeBack,
        Self::Summary,
        Self::Copy,
        Self::HelpSearch,
        Self::Palette,
        Self::Shapes,
        Self::Members,
        Self::Template,
        Self::Draft,
        Self::Statistics,
        Self::Clusters,
    ];

    /// The heading of the context in the help.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Review => "Review",
            Self::Search => "Search",
            Self::Query => "Filter",
            Self::Filter => "Choices of the filter",
            Self::Note => "Note",
            Self::Reason => "Skip, and say why",
            Self::Recent => "Last decisions",
            Self::Bulk => "Accept all",
            Self::BulkTyped => "Deciding more than 50",
            Self::Remedy => "Remedy",
            Self::Editor => "Editor",
            Self::Plan => "Write back",
            Self::PlanSearch => "Search in what would be written",
            Self::Notice => "Notice",
            Self::Help => "Help",
            Self::Conversation => "Conversation",
            Self::Journal => "Journal",
            Self::TakeBack => "Undo a write-back",
            Self::Summary => "All is decided",
            Self::Copy => "Copy",
            Self::HelpSearch => "Search in the help",
            Self::Palette => "Commands",
            Self::Shapes => "Shapes",
            Self::Members => "Messages of a shape",
            Self::Template => "Chat template",
            Self::Draft => "Draft of a pattern",
            Self::Statistics => "Statistics",
            Self::Clusters => "Groups",
        }
    }

    /// The name of the context in the configuration. It is stable: users write it in their files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Search => "search",
            Self::Query => "filter",
            Self::Filter => "filter_choices",
            Self::Note => "note",
            Self::Recent => "last_decisions",
            Self::Bulk => "bulk",
            Self::BulkTyped => "bulk_typed",
            Self::Remedy => "remedy",
            Self::Editor => "editor",
            Self::Plan => "write_back",
            Self::PlanSearch => "write_back_search",
            Self::Notice => "notice",
            Self::Help => "help",
            Self::Conversation => "conversation",
            Self::Journal => "journal",
            Self::TakeBack => "take_back",
            Self::Summary => "summary",
            Self::Copy => "copy",
            Self::Reason => "skip_with_reason",
            Self::HelpSearch => "help_search",
            Self::Palette => "commands",
            Self::Shapes => "shapes",
            Self::Members => "shape_messages",
            Self::Template => "template",
            Self::Draft => "pattern_draft",
            Self::Statistics => "statistics",
            Self::Clusters => "groups",
        }
    }

    /// Whether unbound keys are text input here.
    #[must_use]
    pub fn takes_text(self) -> bool {
        matches!(
            self,
            Self::Search
                | Self::Query
                | Self::Note
                | Self::Reason
                | Self::Template
                | Self::BulkTyped
                | Self::Editor
                | Self::HelpSearch
                | Self::PlanSearch
                | Self::Palette
                | Self::Draft
        )
    }
}
