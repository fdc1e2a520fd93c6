//! The default keys: one table that drives dispatch, footer, help and the manual page.
//!
//! The key map says which keys are in force. The configuration names a row by its action.

use crossterm::event::KeyCode;

use crate::review::DecisionKind;
use crate::tui::input::clipboard_part::ClipboardPart;
use crate::tui::review::model::Pane;

use super::action::{Action, Motion, Scroll, Step};
use super::context::KeyContext;
use super::key_press::KeyPress;

/// Keys and what they do in a context.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The context of the binding.
    pub context: KeyContext,
    /// The keys of the default key map, the main one first.
    pub keys: &'static [KeyPress],
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
}

const UP: KeyPress = KeyPress::code(KeyCode::Up);
const DOWN: KeyPress = KeyPress::code(KeyCode::Down);
const PAGE_UP: KeyPress = KeyPress::code(KeyCode::PageUp);
const PAGE_DOWN: KeyPress = KeyPress::code(KeyCode::PageDown);
const HOME: KeyPress = KeyPress::code(KeyCode::Home);
const END: KeyPress = KeyPress::code(KeyCode::End);
const TAB: KeyPress = KeyPress::code(KeyCode::Tab);
const LEFT: KeyPress = KeyPress::code(KeyCode::Left);
const RIGHT: KeyPress = KeyPress::code(KeyCode::Right);
const BACK_TAB: KeyPress = KeyPress::code(KeyCode::BackTab);
const ENTER: KeyPress = KeyPress::code(KeyCode::Enter);
const ESC: KeyPress = KeyPress::code(KeyCode::Esc);
const F1: KeyPress = KeyPress::code(KeyCode::F(1));

const fn char(c: char) -> KeyPress {
    KeyPress::char(c)
}

const fn ctrl(c: char) -> KeyPress {
    KeyPress::ctrl(c)
}

const fn bind(context: KeyContext, keys: &'static [KeyPress], action: Action, help: &'static str) -> Binding {
    Binding { context, keys, action, footer: None, help }
}

/// A binding that shows in the footer.
const fn show(
    context: KeyContext,
    keys: &'static [KeyPress],
    action: Action,
    word: &'static str,
    help: &'static str,
) -> Binding {
    Binding { context, keys, action, footer: Some(word), help }
}

/// All bindings. The footer shows them in this order, as many as fit.
pub static BINDINGS: &[Binding] = {
    use KeyContext::{
        Bulk, BulkTyped, Clusters, Conversation, Copy, Draft, Editor, Filter, Help, HelpSearch, Journal, Members, Note,
        Notice, Palette, Plan, PlanSearch, Query, Reason, Recent, Remedy, Review, Search, Shapes, Statistics, Summary,
        TakeBack, Template,
    };
    &[
        show(
            Review,
            &[char('a')],
            Action::Decide(DecisionKind::Accept),
            "accept",
            "accept, and go to the next undecided",
        ),
        show(Review, &[char('e')], Action::Edit, "edit", "edit the record and the cleaned text"),
        show(
            Review,
            &[char('r')],
            Action::Decide(DecisionKind::Reject),
            "reject",
            "reject: the message stays unchanged",
        ),
        show(Review, &[char('s')], Action::Decide(DecisionKind::Skip), "skip", "skip: decide later"),
        show(Review, &[char('u')], Action::Undo, "undo", "undo the last decision, and show its finding"),
        show(Review, &[char('w')], Action::PlanWriteBack, "write back", "preview the write-back, then write"),
        show(Review, &[char('f')], Action::Filter, "filter", "filter by a query, such as agent:juno"),
        show(Review, &[char('/')], Action::Search, "search", "search in texts, agents, patterns and keys"),
        show(Review, &[char('q')], Action::Quit, "quit", "quit the review; all decisions are saved"),
        bind(Review, &[ctrl('r')], Action::Redo, "redo what was undone"),
        bind(Review, &[char('A')], Action::AcceptAll, "accept all findings shown that can be accepted in bulk (asks)"),
        bind(Review, &[char('L')], Action::ShowLeftOut, "go through what the last bulk action left out"),
        bind(Review, &[char('V')], Action::Approve, "approve what another reviewer accepted, or all marked findings"),
        bind(Review, &[char('j'), DOWN], Action::Move(Motion::Down), "next finding"),
        bind(Review, &[char('k'), UP], Action::Move(Motion::Up), "previous finding"),
        bind(Review, &[PAGE_DOWN], Action::Move(Motion::PageDown), "a page down"),
        bind(Review, &[PAGE_UP], Action::Move(Motion::PageUp), "a page up"),
        bind(Review, &[char('g'), HOME], Action::Move(Motion::First), "first finding"),
        bind(Review, &[char('G'), END], Action::Move(Motion::Last), "last finding"),
        bind(
            Review,
            &[char(']')],
            Action::Undecided(Step::Next),
            "next undecided finding, or the summary if none is left",
        ),
        bind(Review, &[char('[')], Action::Undecided(Step::Previous), "previous undecided finding"),
        bind(Review, &[char('n')], Action::Hit(Step::Next), "next match of the search"),
        bind(Review, &[char('N')], Action::Hit(Step::Previous), "previous match of the search"),
        bind(Review, &[TAB], Action::Focus(Step::Next), "next pane"),
        bind(Review, &[BACK_TAB], Action::Focus(Step::Previous), "previous pane"),
        bind(Review, &[char('1')], Action::Show(Pane::Proposal), "the proposal: everything needed to decide"),
        bind(Review, &[char('2')], Action::Show(Pane::Message), "the message with its claims marked"),
        bind(Review, &[char('3')], Action::Show(Pane::Payload), "the payload, and what was repaired to read it"),
        bind(Review, &[char('4')], Action::Show(Pane::Cleaned), "the cleaned text"),
        bind(Review, &[char('5')], Action::Show(Pane::Record), "the record that would be written"),
        bind(Review, &[char('6')], Action::Show(Pane::Evidence), "the evidence"),
        bind(Review, &[char('0')], Action::Show(Pane::List), "the list of findings"),
        bind(Review, &[char('J')], Action::Scroll(Scroll::Down), "scroll the pane down"),
        bind(Review, &[char('K')], Action::Scroll(Scroll::Up), "scroll the pane up"),
        bind(Review, &[ctrl('d')], Action::Scroll(Scroll::HalfDown), "scroll half a pane down"),
        bind(Review, &[ctrl('u')], Action::Scroll(Scroll::HalfUp), "scroll half a pane up"),
        bind(Review, &[char('z')], Action::Zoom, "show the pane alone, or all again"),
        bind(Review, &[char('.')], Action::Claim(Step::Next), "next claim of the finding"),
        bind(Review, &[char(',')], Action::Claim(Step::Previous), "previous claim of the finding"),
        bind(Review, &[char('x')], Action::ToggleClaim, "include or exclude the claim"),
        bind(Review, &[char('m')], Action::ChooseRemedy, "choose the remedy of the claim"),
        bind(
            Review,
            &[char('d')],
            Action::CycleText,
            "switch between the cleaned text, its diff by words, and the raw text",
        ),
        bind(Review, &[char('c')], Action::ShowConversation, "show the conversation around the message"),
        bind(Review, &[char('l')], Action::ShowJournal, "show the journal, where write-backs can be undone"),
        bind(Review, &[char('C')], Action::Open(Clusters), "groups of findings with the same proposal"),
        bind(Review, &[char('p')], Action::Open(Shapes), "shapes of all payloads, known and unknown; draft patterns"),
        bind(
            Review,
            &[char('S')],
            Action::Open(Statistics),
            "statistics: what was executed, lost, false; who decided what",
        ),
        bind(Review, &[ESC], Action::Leave, "end zoom, then marks and range, then the search, then the filter"),
        show(Review, &[char('?'), F1], Action::Help, "help", "all keys"),
        bind(Review, &[char('F')], Action::FilterChoices, "filter by remedy or status"),
        bind(Review, &[char(';')], Action::Note, "write a note about the finding"),
        bind(Review, &[char('!')], Action::Flag, "flag for a later look, or unflag; all marked findings at once"),
        bind(Review, &[char('W')], Action::SkipWithReason, "skip with a reason, which becomes the note"),
        bind(Review, &[char(' ')], Action::Mark, "mark the finding or the range; decisions apply to all marked"),
        bind(Review, &[char('v')], Action::Range, "begin or end a range; moving extends it"),
        bind(Review, &[char('=')], Action::MarkAlike, "mark all findings shown that have the same proposal"),
        bind(Review, &[char('H')], Action::Recent, "the last decisions; go to any of them"),
        bind(Review, &[char('o')], Action::EditExternally, "edit the whole finding in $EDITOR"),
        bind(Review, &[char('D')], Action::DiscardDraft, "discard the draft: changes that are not accepted"),
        bind(Review, &[ctrl('z')], Action::Suspend, "suspend to the shell, from any screen; fg comes back"),
        bind(Review, &[char('O')], Action::Sort, "sort by time, agent, pattern, confidence, or likeness"),
        bind(Review, &[char('y')], Action::ChooseCopy, "copy the finding, its payload or another part"),
        show(
            Review,
            &[char(':')],
            Action::Palette,
            "commands",
            "run an action by its name, or go to a message (:1042)",
        ),
        show(Search, &[ENTER], Action::Choose, "search", "go to the first match from here"),
        show(Search, &[ESC], Action::Leave, "cancel", "cancel the search"),
        show(Search, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(Query, &[ENTER], Action::Choose, "show", "show what matches; an empty query shows all"),
        show(
            Query,
            &[TAB],
            Action::Complete(Step::Next),
            "complete",
            "complete at the cursor; again for the next completion",
        ),
        bind(Query, &[BACK_TAB], Action::Complete(Step::Previous), "previous completion"),
        show(Query, &[ctrl('f')], Action::FilterChoices, "choices", "choose remedies and statuses from a list"),
        show(Query, &[ESC], Action::Leave, "cancel", "keep the filter unchanged"),
        show(Query, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(Filter, &[char(' '), char('x')], Action::Toggle, "switch", "switch the choice"),
        show(Filter, &[char('j'), DOWN], Action::Move(Motion::Down), "down", "next choice"),
        show(Filter, &[char('k'), UP], Action::Move(Motion::Up), "up", "previous choice"),
        show(Filter, &[char('c')], Action::Clear, "show all", "no filter"),
        show(Filter, &[ENTER, char('f')], Action::Choose, "apply", "apply the choices"),
        show(Filter, &[ESC, char('q')], Action::Leave, "cancel", "keep the filter unchanged"),
        show(Filter, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Note, &[ENTER], Action::Choose, "save", "save the note; an empty one removes it"),
        show(Note, &[ESC], Action::Leave, "cancel", "keep the note unchanged"),
        show(Note, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(Reason, &[ENTER], Action::Choose, "skip", "skip, and save the reason as the note"),
        show(Reason, &[ESC], Action::Leave, "cancel", "skip nothing"),
        show(Reason, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(Recent, &[ENTER], Action::Choose, "go there", "go to its finding"),
        show(Recent, &[char('j'), DOWN], Action::Move(Motion::Down), "down", "the earlier decision"),
        show(Recent, &[char('k'), UP], Action::Move(Motion::Up), "up", "the later decision"),
        show(Recent, &[ESC, char('q'), char('H')], Action::Leave, "close", "close it"),
        show(Recent, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Bulk, &[char('y')], Action::Confirm, "accept them", "accept them all, as one undo step"),
        show(Bulk, &[ESC, char('n'), char('q')], Action::Leave, "cancel", "accept nothing"),
        show(Bulk, &[ctrl('l')], Action::ShowLeftOut, "what is left out", "go through what is left out, one by one"),
        show(Bulk, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(BulkTyped, &[ENTER], Action::Confirm, "decide them", "decide them all, once the word is typed"),
        show(BulkTyped, &[TAB], Action::DrawSample, "sample first", "review a random sample of them first"),
        show(BulkTyped, &[ESC], Action::Leave, "cancel", "decide nothing"),
        show(
            BulkTyped,
            &[ctrl('l')],
            Action::ShowLeftOut,
            "what is left out",
            "go through what is left out, one by one",
        ),
        show(BulkTyped, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(Remedy, &[char('j'), DOWN], Action::Move(Motion::Down), "down", "next remedy"),
        show(Remedy, &[char('k'), UP], Action::Move(Motion::Up), "up", "previous remedy"),
        show(Remedy, &[ENTER, char(' ')], Action::Choose, "choose", "choose this remedy for the claim"),
        show(Remedy, &[ESC, char('q')], Action::Leave, "cancel", "keep the claim unchanged"),
        show(Remedy, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Editor, &[ctrl('s')], Action::Save, "save and accept", "save the changes, and accept the finding"),
        show(Editor, &[ESC], Action::Leave, "close, keep the draft", "close; your changes are kept as a draft"),
        show(Editor, &[TAB], Action::Field(Step::Next), "next field", "next field"),
        show(Editor, &[ctrl('e')], Action::EditExternally, "$EDITOR", "continue in $EDITOR with your changes"),
        show(Editor, &[ctrl('u')], Action::Undo, "undo typing", "undo the last change in this field"),
        bind(Editor, &[ctrl('r')], Action::Redo, "redo the last undone change in this field"),
        bind(Editor, &[BACK_TAB], Action::Field(Step::Previous), "previous field"),
        show(Editor, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(Plan, &[char('y')], Action::Confirm, "write", "write it"),
        show(Plan, &[ESC, char('n'), char('q')], Action::Leave, "cancel", "write nothing"),
        show(Plan, &[ENTER, char(' ')], Action::Toggle, "unfold", "show the findings of the group, or hide them"),
        show(Plan, &[char('/')], Action::Search, "search", "search the preview"),
        bind(Plan, &[char('j'), DOWN], Action::Move(Motion::Down), "next group or finding, with its difference"),
        bind(Plan, &[char('k'), UP], Action::Move(Motion::Up), "previous group or finding"),
        bind(Plan, &[PAGE_DOWN, ctrl('d')], Action::Move(Motion::PageDown), "a page down"),
        bind(Plan, &[PAGE_UP, ctrl('u')], Action::Move(Motion::PageUp), "a page up"),
        bind(Plan, &[char('g'), HOME], Action::Move(Motion::First), "to the top"),
        bind(Plan, &[char('G'), END], Action::Move(Motion::Last), "to the bottom"),
        bind(Plan, &[char('J')], Action::Scroll(Scroll::Down), "scroll a long difference down"),
        bind(Plan, &[char('K')], Action::Scroll(Scroll::Up), "scroll a long difference up"),
        bind(Plan, &[ctrl('n')], Action::Hit(Step::Next), "next finding that matches the search"),
        bind(Plan, &[ctrl('p')], Action::Hit(Step::Previous), "previous finding that matches the search"),
        show(Plan, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(PlanSearch, &[ENTER], Action::Choose, "search", "go to the next finding that matches"),
        show(PlanSearch, &[ESC], Action::Leave, "cancel", "cancel the search"),
        show(PlanSearch, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(Notice, &[ESC, ENTER, char('q')], Action::Leave, "close", "close it"),
        show(Notice, &[char('j'), DOWN], Action::Scroll(Scroll::Down), "down", "scroll down"),
        show(Notice, &[char('k'), UP], Action::Scroll(Scroll::Up), "up", "scroll up"),
        show(Notice, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Help, &[char('j'), DOWN], Action::Scroll(Scroll::Down), "down", "scroll down"),
        show(Help, &[char('k'), UP], Action::Scroll(Scroll::Up), "up", "scroll up"),
        bind(Help, &[PAGE_DOWN, ctrl('d'), char(' ')], Action::Scroll(Scroll::HalfDown), "scroll a page down"),
        bind(Help, &[PAGE_UP, ctrl('u')], Action::Scroll(Scroll::HalfUp), "scroll a page up"),
        show(Help, &[char('/')], Action::Search, "search", "search keys, names and descriptions"),
        show(Help, &[ESC, char('?'), char('q'), F1], Action::Leave, "close", "close the help"),
        show(HelpSearch, &[ENTER], Action::Choose, "keep", "keep the keys found"),
        show(HelpSearch, &[DOWN], Action::Scroll(Scroll::Down), "down", "scroll down"),
        show(HelpSearch, &[UP], Action::Scroll(Scroll::Up), "up", "scroll up"),
        bind(HelpSearch, &[PAGE_DOWN], Action::Scroll(Scroll::HalfDown), "scroll a page down"),
        bind(HelpSearch, &[PAGE_UP], Action::Scroll(Scroll::HalfUp), "scroll a page up"),
        show(HelpSearch, &[ESC], Action::Leave, "show all", "end the search, and show all keys"),
        show(Palette, &[ENTER], Action::Choose, "run", "run the chosen command; a decision needs its full name"),
        show(Palette, &[DOWN, TAB, ctrl('n')], Action::Move(Motion::Down), "down", "next choice"),
        show(Palette, &[UP, BACK_TAB, ctrl('p')], Action::Move(Motion::Up), "up", "previous choice"),
        show(Palette, &[ESC], Action::Leave, "cancel", "run nothing"),
        show(Palette, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(Conversation, &[TAB], Action::Toggle, "before / after", "show the message before or after a write-back"),
        show(Conversation, &[char('j'), DOWN], Action::Scroll(Scroll::Down), "down", "scroll down"),
        show(Conversation, &[char('k'), UP], Action::Scroll(Scroll::Up), "up", "scroll up"),
        show(Conversation, &[PAGE_DOWN, ctrl('d')], Action::Scroll(Scroll::HalfDown), "page", "scroll a page down"),
        show(Conversation, &[char('z')], Action::Zoom, "whole", "show long messages whole, or cut"),
        bind(Conversation, &[PAGE_UP, ctrl('u')], Action::Scroll(Scroll::HalfUp), "scroll a page up"),
        show(Conversation, &[ESC, char('q'), char('c')], Action::Leave, "close", "go back to the finding"),
        show(Conversation, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Journal, &[char('U')], Action::TakeBack, "undo", "undo this batch, or write-back (asks)"),
        show(Journal, &[ENTER, char(' ')], Action::Choose, "unfold", "show or hide the write-backs of the batch"),
        show(Journal, &[char('j'), DOWN], Action::Move(Motion::Down), "down", "next row"),
        show(Journal, &[char('k'), UP], Action::Move(Motion::Up), "up", "previous row"),
        bind(Journal, &[PAGE_DOWN, ctrl('d')], Action::Move(Motion::PageDown), "a page down"),
        bind(Journal, &[PAGE_UP, ctrl('u')], Action::Move(Motion::PageUp), "a page up"),
        bind(Journal, &[char('g'), HOME], Action::Move(Motion::First), "latest row"),
        bind(Journal, &[char('G'), END], Action::Move(Motion::Last), "earliest row"),
        show(Journal, &[ESC, char('q'), char('l')], Action::Leave, "close", "go back to the findings"),
        show(Journal, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(TakeBack, &[char('y')], Action::Confirm, "undo", "undo it"),
        show(TakeBack, &[ESC, char('n'), char('q')], Action::Leave, "cancel", "keep the write-back"),
        show(TakeBack, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Summary, &[char('w')], Action::PlanWriteBack, "write back", "preview the write-back, then write"),
        show(Summary, &[char('u')], Action::Undo, "undo", "undo the last decision, and show its finding"),
        show(Summary, &[ESC, ENTER], Action::Leave, "close", "go back to the findings"),
        show(Summary, &[char('q')], Action::Quit, "quit", "quit the review; all decisions are saved"),
        show(Summary, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(
            Copy,
            &[char('y')],
            Action::Copy(ClipboardPart::Finding),
            "finding",
            "the finding, as `ghostcall show` gives it in JSON",
        ),
        show(Copy, &[char('p')], Action::Copy(ClipboardPart::Payload), "payload", "the payload, as JSON"),
        show(Copy, &[char('r')], Action::Copy(ClipboardPart::Record), "record", "the text of the record"),
        show(Copy, &[char('k')], Action::Copy(ClipboardPart::Key), "key", "the key of the message"),
        show(Copy, &[char('c')], Action::Copy(ClipboardPart::Cleaned), "cleaned", "the cleaned text"),
        show(Copy, &[char('t')], Action::Copy(ClipboardPart::Raw), "raw text", "the raw text"),
        show(Copy, &[ESC, char('q')], Action::Leave, "cancel", "copy nothing"),
        show(Copy, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Shapes, &[ENTER], Action::Choose, "messages", "the messages of the shape"),
        show(
            Shapes,
            &[char('e')],
            Action::DraftPattern,
            "draft",
            "draft a pattern for the shape, or for all marked shapes",
        ),
        show(Shapes, &[char('t')], Action::AskTemplate, "template", "draft a syntax from a model's chat template"),
        show(
            Shapes,
            &[char(' ')],
            Action::Toggle,
            "mark",
            "mark the shape; one pattern is drafted for all marked shapes",
        ),
        bind(Shapes, &[char('j'), DOWN], Action::Move(Motion::Down), "next shape"),
        bind(Shapes, &[char('k'), UP], Action::Move(Motion::Up), "previous shape"),
        bind(Shapes, &[PAGE_DOWN], Action::Move(Motion::PageDown), "a page down"),
        bind(Shapes, &[PAGE_UP], Action::Move(Motion::PageUp), "a page up"),
        bind(Shapes, &[char('g'), HOME], Action::Move(Motion::First), "first shape"),
        bind(Shapes, &[char('G'), END], Action::Move(Motion::Last), "last shape"),
        show(Shapes, &[ESC, char('q'), char('p')], Action::Leave, "close", "go back to the findings"),
        show(Shapes, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Template, &[ENTER], Action::Choose, "draft", "draft a syntax for the calls of this template"),
        show(Template, &[ESC], Action::Leave, "cancel", "draft nothing"),
        show(Template, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(
            Members,
            &[ENTER],
            Action::Choose,
            "go there",
            "go to its finding, or to its conversation if there is none",
        ),
        show(
            Members,
            &[char('c')],
            Action::ShowConversation,
            "conversation",
            "show the conversation around the message",
        ),
        show(Members, &[char('e')], Action::DraftPattern, "draft", "draft a pattern for the shape"),
        bind(Members, &[char('j'), DOWN], Action::Move(Motion::Down), "next message"),
        bind(Members, &[char('k'), UP], Action::Move(Motion::Up), "previous message"),
        bind(Members, &[PAGE_DOWN], Action::Move(Motion::PageDown), "a page down"),
        bind(Members, &[PAGE_UP], Action::Move(Motion::PageUp), "a page up"),
        bind(Members, &[char('g'), HOME], Action::Move(Motion::First), "first message"),
        bind(Members, &[char('G'), END], Action::Move(Motion::Last), "last message"),
        show(Members, &[ESC, char('q')], Action::Leave, "back", "go back to the shapes"),
        show(Members, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Draft, &[ctrl('s')], Action::Save, "save", "save it with your patterns, and scan again"),
        show(Draft, &[ctrl('n')], Action::Hit(Step::Next), "next match", "the next payload that the draft matches"),
        show(
            Draft,
            &[ctrl('p')],
            Action::Hit(Step::Previous),
            "previous",
            "the previous payload that the draft matches",
        ),
        show(Draft, &[ctrl('e')], Action::EditExternally, "$EDITOR", "edit the draft in $EDITOR"),
        show(Draft, &[ESC], Action::Leave, "close", "close; the draft is kept, and opens again with its shape"),
        show(Draft, &[F1], Action::Help, "help", "all keys, this screen first"),
        show(
            Clusters,
            &[char('a')],
            Action::Decide(DecisionKind::Accept),
            "accept",
            "accept the group as proposed (asks)",
        ),
        show(Clusters, &[char('m')], Action::ChooseRemedy, "remedy", "choose a remedy for all of the group (asks)"),
        show(Clusters, &[char('r')], Action::Decide(DecisionKind::Reject), "reject", "reject the group (asks)"),
        show(Clusters, &[char('s')], Action::Decide(DecisionKind::Skip), "skip", "skip the group (asks)"),
        show(
            Clusters,
            &[char(' ')],
            Action::Toggle,
            "unfold",
            "show or hide how its findings differ; exclude one of them",
        ),
        show(Clusters, &[ENTER], Action::Choose, "review them", "mark its findings and review them; or go to one"),
        bind(Clusters, &[char('j'), DOWN], Action::Move(Motion::Down), "next group"),
        bind(Clusters, &[char('k'), UP], Action::Move(Motion::Up), "previous group"),
        bind(Clusters, &[PAGE_DOWN, ctrl('d')], Action::Move(Motion::PageDown), "a page down"),
        bind(Clusters, &[PAGE_UP, ctrl('u')], Action::Move(Motion::PageUp), "a page up"),
        bind(Clusters, &[char('g'), HOME], Action::Move(Motion::First), "first group"),
        bind(Clusters, &[char('G'), END], Action::Move(Motion::Last), "last group"),
        show(Clusters, &[ESC, char('q'), char('C')], Action::Leave, "close", "go back to the findings"),
        show(Clusters, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
        show(Statistics, &[ENTER], Action::Choose, "show these", "show only the findings of this row in the list"),
        show(Statistics, &[TAB, char('l'), RIGHT], Action::Section(Step::Next), "next", "next table"),
        bind(Statistics, &[BACK_TAB, char('h'), LEFT], Action::Section(Step::Previous), "previous table"),
        show(Statistics, &[char('y')], Action::ChooseCopy, "copy", "copy this table as text"),
        bind(Statistics, &[char('j'), DOWN], Action::Move(Motion::Down), "next row"),
        bind(Statistics, &[char('k'), UP], Action::Move(Motion::Up), "previous row"),
        bind(Statistics, &[PAGE_DOWN, ctrl('d')], Action::Move(Motion::PageDown), "a page down"),
        bind(Statistics, &[PAGE_UP, ctrl('u')], Action::Move(Motion::PageUp), "a page up"),
        bind(Statistics, &[char('g'), HOME], Action::Move(Motion::First), "first row"),
        bind(Statistics, &[char('G'), END], Action::Move(Motion::Last), "last row"),
        show(Statistics, &[ESC, char('q'), char('S')], Action::Leave, "close", "go back to the findings"),
        show(Statistics, &[char('?'), F1], Action::Help, "help", "all keys, this screen first"),
    ]
};
