//! Bindings of keys to actions, and those of the review itself. They drive dispatch, footer, help and the manual page.
//!
//! Each dialog holds its own. The key map says which keys are in force. The configuration names a row by its action.

use crossterm::event::KeyCode;

use crate::review::DecisionKind;
use crate::tui::input::pane::Pane;

use super::action::{Action, Motion, Scroll, Step};
use super::context::{KeyContext, Typing};
use super::key_press::KeyPress;

/// Keys and what they do in a context.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The context of the binding.
    pub context: KeyContext,
    /// The keys of the default key map, the main one first.
    pub keys: &'static [KeyPress],
    /// The keys of the vim preset, if they differ.
    pub vim: Option<&'static [KeyPress]>,
    /// The action of the keys.
    pub action: Action,
    /// A short label for the footer; `None` if the footer does not show it.
    pub footer: Option<&'static str>,
    /// The description for the help.
    pub help: &'static str,
}

impl Binding {
    /// The name of the binding in the configuration, which is that of its action.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.action.name().unwrap_or_default()
    }

    /// The binding with other keys in the vim preset.
    pub(crate) const fn vim(mut self, keys: &'static [KeyPress]) -> Self {
        self.vim = Some(keys);
        self
    }
}

pub(crate) const UP: KeyPress = KeyPress::code(KeyCode::Up);
pub(crate) const DOWN: KeyPress = KeyPress::code(KeyCode::Down);
pub(crate) const PAGE_UP: KeyPress = KeyPress::code(KeyCode::PageUp);
pub(crate) const PAGE_DOWN: KeyPress = KeyPress::code(KeyCode::PageDown);
pub(crate) const HOME: KeyPress = KeyPress::code(KeyCode::Home);
pub(crate) const END: KeyPress = KeyPress::code(KeyCode::End);
pub(crate) const TAB: KeyPress = KeyPress::code(KeyCode::Tab);
pub(crate) const LEFT: KeyPress = KeyPress::code(KeyCode::Left);
pub(crate) const RIGHT: KeyPress = KeyPress::code(KeyCode::Right);
pub(crate) const BACK_TAB: KeyPress = KeyPress::code(KeyCode::BackTab);
pub(crate) const ENTER: KeyPress = KeyPress::code(KeyCode::Enter);
pub(crate) const ESC: KeyPress = KeyPress::code(KeyCode::Esc);
pub(crate) const F1: KeyPress = KeyPress::code(KeyCode::F(1));

/// A character as a key.
pub(crate) const fn char(c: char) -> KeyPress {
    KeyPress::char(c)
}

/// A character with Ctrl.
pub(crate) const fn ctrl(c: char) -> KeyPress {
    KeyPress::ctrl(c)
}

/// A binding that the footer does not show.
pub(crate) const fn bind(
    context: KeyContext,
    keys: &'static [KeyPress],
    action: Action,
    help: &'static str,
) -> Binding {
    Binding { context, keys, vim: None, action, footer: None, help }
}

/// A binding that shows in the footer.
pub(crate) const fn show(
    context: KeyContext,
    keys: &'static [KeyPress],
    action: Action,
    word: &'static str,
    help: &'static str,
) -> Binding {
    Binding { context, keys, vim: None, action, footer: Some(word), help }
}

const HELP: &[KeyPress] = &[char('?'), F1];
const HELP_WHILE_TYPING: &[KeyPress] = &[F1];

/// The binding of the help in a dialog. A question mark is text where text is typed.
pub(crate) const fn help(context: KeyContext) -> Binding {
    let keys = if matches!(context.typing, Typing::Nothing) { HELP } else { HELP_WHILE_TYPING };
    show(context, keys, Action::Help, "help", "all keys, this screen first")
}

/// The bindings of the review itself. The footer shows them in this order, as many as fit.
pub(crate) static REVIEW: &[Binding] = &[
    show(
        KeyContext::REVIEW,
        &[char('a')],
        Action::Decide(DecisionKind::Accept),
        "accept",
        "accept, and go to the next undecided",
    ),
    show(KeyContext::REVIEW, &[char('e')], Action::Edit, "edit", "edit the record and the cleaned text")
        .vim(&[char('e'), char('i')]),
    show(
        KeyContext::REVIEW,
        &[char('r')],
        Action::Decide(DecisionKind::Reject),
        "reject",
        "reject: the message stays unchanged",
    ),
    show(KeyContext::REVIEW, &[char('s')], Action::Decide(DecisionKind::Skip), "skip", "skip: decide later"),
    show(KeyContext::REVIEW, &[char('u')], Action::Undo, "undo", "undo the last decision, and show its finding"),
    show(KeyContext::REVIEW, &[char('w')], Action::PlanWriteBack, "write back", "preview the write-back, then write"),
    show(KeyContext::REVIEW, &[char('f')], Action::Filter, "filter", "filter by a query, such as agent:juno"),
    show(KeyContext::REVIEW, &[char('/')], Action::Search, "search", "search in texts, agents, patterns and keys"),
    show(KeyContext::REVIEW, &[char('q')], Action::Quit, "quit", "quit the review; all decisions are saved"),
    bind(KeyContext::REVIEW, &[ctrl('r')], Action::Redo, "redo what was undone"),
    bind(
        KeyContext::REVIEW,
        &[char('A')],
        Action::AcceptAll,
        "accept all findings shown that can be accepted in bulk (asks)",
    ),
    bind(KeyContext::REVIEW, &[char('L')], Action::ShowLeftOut, "go through what the last bulk action left out")
        .vim(&[ctrl('o')]),
    bind(
        KeyContext::REVIEW,
        &[char('V')],
        Action::Approve,
        "approve what another reviewer accepted, or all marked findings",
    )
    .vim(&[ctrl('a')]),
    bind(KeyContext::REVIEW, &[char('j'), DOWN], Action::Move(Motion::Down), "next finding"),
    bind(KeyContext::REVIEW, &[char('k'), UP], Action::Move(Motion::Up), "previous finding"),
    bind(KeyContext::REVIEW, &[PAGE_DOWN], Action::Move(Motion::PageDown), "a page down").vim(&[PAGE_DOWN, ctrl('f')]),
    bind(KeyContext::REVIEW, &[PAGE_UP], Action::Move(Motion::PageUp), "a page up").vim(&[PAGE_UP, ctrl('b')]),
    bind(KeyContext::REVIEW, &[char('g'), HOME], Action::Move(Motion::First), "first finding"),
    bind(KeyContext::REVIEW, &[char('G'), END], Action::Move(Motion::Last), "last finding"),
    bind(
        KeyContext::REVIEW,
        &[char(']')],
        Action::Undecided(Step::Next),
        "next undecided finding, or the summary if none is left",
    ),
    bind(KeyContext::REVIEW, &[char('[')], Action::Undecided(Step::Previous), "previous undecided finding"),
    bind(KeyContext::REVIEW, &[char('n')], Action::Hit(Step::Next), "next match of the search"),
    bind(KeyContext::REVIEW, &[char('N')], Action::Hit(Step::Previous), "previous match of the search"),
    bind(KeyContext::REVIEW, &[TAB], Action::Focus(Step::Next), "next pane").vim(&[TAB, char('l')]),
    bind(KeyContext::REVIEW, &[BACK_TAB], Action::Focus(Step::Previous), "previous pane").vim(&[BACK_TAB, char('h')]),
    bind(KeyContext::REVIEW, &[char('1')], Action::Show(Pane::Proposal), "the proposal: everything needed to decide"),
    bind(KeyContext::REVIEW, &[char('2')], Action::Show(Pane::Message), "the message with its claims marked"),
    bind(
        KeyContext::REVIEW,
        &[char('3')],
        Action::Show(Pane::Payload),
        "the payload, and what was repaired to read it",
    ),
    bind(KeyContext::REVIEW, &[char('4')], Action::Show(Pane::Cleaned), "the cleaned text"),
    bind(KeyContext::REVIEW, &[char('5')], Action::Show(Pane::Record), "the record that would be written"),
    bind(KeyContext::REVIEW, &[char('6')], Action::Show(Pane::Evidence), "the evidence"),
    bind(KeyContext::REVIEW, &[char('0')], Action::Show(Pane::List), "the list of findings"),
    bind(KeyContext::REVIEW, &[char('J')], Action::Scroll(Scroll::Down), "scroll the pane down")
        .vim(&[char('J'), ctrl('e')]),
    bind(KeyContext::REVIEW, &[char('K')], Action::Scroll(Scroll::Up), "scroll the pane up")
        .vim(&[char('K'), ctrl('y')]),
    bind(KeyContext::REVIEW, &[ctrl('d')], Action::Scroll(Scroll::HalfDown), "scroll half a pane down"),
    bind(KeyContext::REVIEW, &[ctrl('u')], Action::Scroll(Scroll::HalfUp), "scroll half a pane up"),
    bind(KeyContext::REVIEW, &[char('z')], Action::Zoom, "show the pane alone, or all again"),
    bind(KeyContext::REVIEW, &[char('.')], Action::Claim(Step::Next), "next claim of the finding"),
    bind(KeyContext::REVIEW, &[char(',')], Action::Claim(Step::Previous), "previous claim of the finding"),
    bind(KeyContext::REVIEW, &[char('x')], Action::ToggleClaim, "include or exclude the claim"),
    bind(KeyContext::REVIEW, &[char('m')], Action::ChooseRemedy, "choose the remedy of the claim"),
    bind(
        KeyContext::REVIEW,
        &[char('d')],
        Action::CycleText,
        "switch between the cleaned text, its diff by words, and the raw text",
    ),
    bind(KeyContext::REVIEW, &[char('c')], Action::ShowConversation, "show the conversation around the message"),
    bind(KeyContext::REVIEW, &[char('l')], Action::ShowJournal, "show the journal, where write-backs can be undone")
        .vim(&[char('L')]),
    bind(KeyContext::REVIEW, &[ESC], Action::Leave, "end zoom, then marks and range, then the search, then the filter"),
    show(KeyContext::REVIEW, &[char('?'), F1], Action::Help, "help", "all keys"),
    bind(KeyContext::REVIEW, &[char('F')], Action::FilterChoices, "filter by remedy or status"),
    bind(KeyContext::REVIEW, &[char(';')], Action::Note, "write a note about the finding"),
    bind(
        KeyContext::REVIEW,
        &[char('!')],
        Action::Flag,
        "flag for a later look, or unflag; all marked findings at once",
    ),
    bind(KeyContext::REVIEW, &[char('W')], Action::SkipWithReason, "skip with a reason, which becomes the note"),
    bind(
        KeyContext::REVIEW,
        &[char(' ')],
        Action::Mark,
        "mark the finding or the range; decisions apply to all marked",
    ),
    bind(KeyContext::REVIEW, &[char('v')], Action::Range, "begin or end a range; moving extends it")
        .vim(&[char('v'), char('V')]),
    bind(KeyContext::REVIEW, &[char('=')], Action::MarkAlike, "mark all findings shown that have the same proposal"),
    bind(KeyContext::REVIEW, &[char('H')], Action::Recent, "the last decisions; go to any of them"),
    bind(KeyContext::REVIEW, &[char('o')], Action::EditExternally, "edit the whole finding in $EDITOR"),
    bind(KeyContext::REVIEW, &[char('D')], Action::DiscardDraft, "discard the draft: changes that are not accepted"),
    bind(KeyContext::REVIEW, &[ctrl('z')], Action::Suspend, "suspend to the shell, from any screen; fg comes back"),
    bind(KeyContext::REVIEW, &[ctrl('l')], Action::Repaint, "repaint the screen, from any screen"),
    bind(KeyContext::REVIEW, &[char('O')], Action::Sort, "sort by time, agent, pattern, confidence, or likeness"),
    bind(KeyContext::REVIEW, &[char('y')], Action::ChooseCopy, "copy the finding, its payload or another part"),
    show(
        KeyContext::REVIEW,
        &[char(':')],
        Action::Palette,
        "commands",
        "run an action by its name, or go to a message (:1042)",
    ),
];
