//! The names of actions in the configuration and in the palette. They are stable: users write them in their files.

use crate::tui::input::action::{Action, Motion, Scroll, Step};

impl Action {
    /// The name of the action; `None` if no key can trigger it.
    ///
    /// A name is the same in every context, and no two actions of a context share one.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        Some(match self {
            Self::Move(motion) => match motion {
                Motion::Down => "down",
                Motion::Up => "up",
                Motion::PageDown => "page_down",
                Motion::PageUp => "page_up",
                Motion::First => "first",
                Motion::Last => "last",
            },
            Self::Scroll(scroll) => match scroll {
                Scroll::Down => "scroll_down",
                Scroll::Up => "scroll_up",
                Scroll::HalfDown => "scroll_half_down",
                Scroll::HalfUp => "scroll_half_up",
            },
            Self::Undecided(step) => of(*step, "next_undecided", "previous_undecided"),
            Self::Hit(step) => of(*step, "next_hit", "previous_hit"),
            Self::Focus(step) => of(*step, "next_pane", "previous_pane"),
            Self::Claim(step) => of(*step, "next_claim", "previous_claim"),
            Self::Field(step) => of(*step, "next_field", "previous_field"),
            Self::Zoom => "zoom",
            Self::Leave => "leave",
            Self::CycleText => "text_form",
            Self::ShowConversation => "conversation",
            Self::ShowJournal => "journal",
            Self::UndoWrite => "take_back",
            Self::Open(dialog) => dialog,
            Self::Section(step) => of(*step, "next_section", "previous_section"),
            Self::DraftPattern => "draft_pattern",
            Self::AskTemplate => "ask_template",
            Self::Decide(kind) => kind.name(),
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::ToggleClaim => "switch_claim",
            Self::ChooseRemedy => "choose_remedy",
            Self::AcceptAll => "accept_all",
            Self::DrawSample => "sample",
            Self::ShowLeftOut => "left_out",
            Self::Approve => "approve",
            Self::Edit => "edit",
            Self::DiscardDraft => "discard_draft",
            Self::Filter => "filter",
            Self::FilterChoices => "filter_choices",
            Self::Sort => "sort",
            Self::Note => "note",
            Self::Flag => "flag",
            Self::SkipWithReason => "skip_with_reason",
            Self::MarkAlike => "mark_alike",
            Self::EditExternally => "edit_externally",
            Self::Suspend => "suspend",
            Self::Repaint => "repaint",
            Self::ChooseCopy => "copy",
            Self::Copy(part) => part.action(),
            Self::Mark => "mark",
            Self::Range => "range",
            Self::Recent => "last_decisions",
            Self::Complete(step) => of(*step, "complete", "previous_candidate"),
            Self::Show(pane) => pane.action(),
            Self::Search => "search",
            Self::PlanWriteBack => "write_back",
            Self::Help => "help",
            Self::Palette => "commands",
            Self::Quit => "quit",
            Self::Confirm => "confirm",
            Self::Choose => "choose",
            Self::Toggle => "toggle",
            Self::Clear => "clear",
            Self::Save => "save",
            // Events, and news.
            _ => return None,
        })
    }
}

fn of(step: Step, next: &'static str, previous: &'static str) -> &'static str {
    match step {
        Step::Next => next,
        Step::Previous => previous,
    }
}
