//! What can lie over the review: a stack, of which the top one has the keys.

pub(crate) mod bulk;
pub(crate) mod conversation;
pub(crate) mod copy;
pub(crate) mod draft;
pub(crate) mod editor;
pub(crate) mod help;
pub(crate) mod journal;
pub(crate) mod note;
pub(crate) mod palette;
pub(crate) mod prompt;
pub(crate) mod recent;
pub(crate) mod shapes;
pub(crate) mod statistics;
pub(crate) mod summary;
pub(crate) mod update;
pub(crate) mod view;
pub(crate) mod write_plan;

use crossterm::event::{KeyCode, KeyModifiers};
use tui_input::{Input, InputRequest};

use crate::claim::{Claim, ClaimKind};
use crate::proposal::Choice;
use crate::review::Act;
use crate::tui::findings::completion::Cycle;
use crate::tui::findings::filter::Facet;
use crate::tui::findings::left_out::LeftOut;
use crate::tui::findings::query::Query;
use crate::tui::input::action::{RecentDecision, WritePlan};
use crate::tui::input::context::Context;
use crate::tui::input::key_press::KeyPress;
use crate::verdict::Warning;

use conversation::ConversationDialog;
use draft::DraftDialog;
use editor::Editor;
use help::HelpSheet;
use journal::{JournalDialog, UndoQuestion};
use palette::Palette;
use shapes::{MembersDialog, ShapesDialog};
use statistics::StatisticsDialog;
use summary::Summary;

/// Above so many findings a bulk action wants a typed word.
pub(crate) const TYPED_ABOVE: usize = 50;

/// Something over the review.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// The prompt of the search.
    Search(SearchPrompt),
    /// The prompt of the filter.
    Query(QueryPrompt),
    /// The choices of the filter.
    Filter(FilterDialog),
    /// The prompt of a note.
    Note(NotePrompt),
    /// The last decisions.
    Recent(RecentDialog),
    /// The question before a bulk action.
    Bulk(BulkDialog),
    /// The choice of a remedy.
    Remedy(RemedyDialog),
    /// The editor.
    Editor(Box<Editor>),
    /// What a write-back would do.
    Plan(Reading<WritePlan>),
    /// Something to read.
    Notice(Reading<Notice>),
    /// All keys.
    Help(HelpSheet),
    /// The prompt for actions by their names.
    Palette(Palette),
    /// The conversation around a message.
    Conversation(Box<ConversationDialog>),
    /// The journal.
    Journal(JournalDialog),
    /// The question before a write-back is taken back.
    TakeBack(UndoQuestion),
    /// What the review came to.
    Summary(Box<Summary>),
    /// The choice of what to copy.
    Copy,
    /// The shapes of all payloads.
    Shapes(ShapesDialog),
    /// The prompt for a chat template.
    Template(TemplatePrompt),
    /// The messages of a shape.
    Members(MembersDialog),
    /// The draft of a pattern.
    Draft(Box<DraftDialog>),
    /// The statistics.
    Statistics(StatisticsDialog),
}

/// Something to read, as far as it is scrolled.
#[derive(Clone, Debug, Default)]
pub struct Reading<T> {
    /// What is read.
    pub what: T,
    /// The first row that shows.
    pub scroll: usize,
}

impl<T> Reading<T> {
    /// From its start.
    pub(crate) fn new(what: T) -> Self {
        Self { what, scroll: 0 }
    }
}

/// A heading and some lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// The heading.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether it tells of a failure.
    pub failed: bool,
}

impl Notice {
    /// What is wrong with the configuration, if anything is.
    pub(crate) fn of_mistakes(mistakes: &[String]) -> Option<Self> {
        let passed_over = "This is passed over, and the default used instead.";
        let lines = mistakes.iter().cloned().chain([String::new(), passed_over.to_owned()]).collect();
        (!mistakes.is_empty()).then(|| Self {
            title: "The configuration has a mistake".to_owned(),
            lines,
            failed: true,
        })
    }
}

/// The path of a chat template that is typed.
#[derive(Clone, Debug, Default)]
pub struct TemplatePrompt {
    pub(crate) input: Input,
}

/// A search that is written, not begun yet.
#[derive(Clone, Debug, Default)]
pub struct SearchPrompt {
    pub(crate) input: Input,
    /// What was written when the hits were looked for.
    pub(crate) counted: String,
    /// The findings that hold it.
    pub(crate) hits: Vec<usize>,
}

/// A query that is written, not applied yet.
#[derive(Clone, Debug, Default)]
pub struct QueryPrompt {
    pub(crate) input: Input,
    /// Whether it was to be applied as it stands, and could not.
    pub(crate) refused: bool,
    /// The ways in which it could go on, while Tab goes through them.
    pub(crate) cycle: Option<Cycle>,
}

impl QueryPrompt {
    /// What stands before the cursor, and behind it.
    pub(crate) fn around_cursor(&self) -> (&str, &str) {
        let text = self.input.value();
        let cursor = text.char_indices().nth(self.input.cursor()).map_or(text.len(), |(place, _)| place);
        text.split_at(cursor)
    }

    /// Writes anew what stands before the cursor.
    pub(crate) fn replace_before_cursor(&mut self, before: &str) {
        let (_, after) = self.around_cursor();
        self.input = Input::new(format!("{before}{after}")).with_cursor(before.chars().count());
        self.refused = false;
    }
}

/// A note that is written, not kept yet.
#[derive(Clone, Debug, Default)]
pub struct NotePrompt {
    /// The finding.
    pub(crate) place: usize,
    pub(crate) input: Input,
    pub(crate) purpose: NotePurpose,
}

/// What a note is written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NotePurpose {
    /// To be remembered.
    #[default]
    Remember,
    /// To say why the finding is skipped.
    Skip,
    /// To say why all that is marked is skipped.
    SkipMarked,
}

/// The last decisions, to go to one of them.
#[derive(Clone, Debug, Default)]
pub struct RecentDialog {
    pub(crate) decisions: Vec<RecentDecision>,
    pub(crate) cursor: usize,
}

/// The choices of the filter, not applied yet.
#[derive(Clone, Debug, Default)]
pub struct FilterDialog {
    pub(crate) draft: Query,
    pub(crate) cursor: usize,
}

impl FilterDialog {
    pub(crate) fn toggle(&mut self) {
        if let Some(facet) = Facet::all().get(self.cursor) {
            self.draft.toggle(*facet);
        }
    }
}

/// What a bulk action would decide.
#[derive(Clone, Debug)]
pub struct BulkDialog {
    /// How it would decide.
    pub(crate) act: Act,
    /// Whether it takes what is marked, not all that is shown.
    pub(crate) marked: bool,
    /// What is noted about each.
    pub(crate) why: Option<String>,
    /// The findings.
    pub(crate) places: Vec<usize>,
    /// What the reviewer should know of them, and of how many.
    pub(crate) warnings: Vec<(Warning, usize)>,
    /// What is not among them, though it is shown or marked.
    pub(crate) left_out: LeftOut,
    /// What was typed.
    pub(crate) typed: Input,
}

impl Default for BulkDialog {
    /// The acceptance of nothing.
    fn default() -> Self {
        Self {
            act: Act::Accept,
            marked: false,
            why: None,
            places: Vec::new(),
            warnings: Vec::new(),
            left_out: LeftOut::default(),
            typed: Input::default(),
        }
    }
}

impl BulkDialog {
    /// Takes a finding in, with what the reviewer should know of it.
    pub(crate) fn take(&mut self, place: usize, warnings: &[Warning]) {
        self.places.push(place);
        for warning in warnings {
            match self.warnings.iter_mut().find(|(known, _)| known == warning) {
                Some((_, count)) => *count += 1,
                None => self.warnings.push((*warning, 1)),
            }
        }
    }

    pub(crate) fn wants_word(&self) -> bool {
        self.places.len() > TYPED_ABOVE
    }

    pub(crate) fn is_confirmed(&self) -> bool {
        !self.places.is_empty() && (!self.wants_word() || self.typed.value() == self.act.name())
    }
}

/// The choice of a remedy.
#[derive(Clone, Copy, Debug)]
pub struct RemedyDialog {
    pub(crate) claim: usize,
    pub(crate) cursor: usize,
    /// The choices, as they stand in the dialog.
    pub(crate) choices: &'static [Choice],
}

impl RemedyDialog {
    /// What can be done with a claim: a plan is corrected once somebody wrote it anew.
    pub(crate) fn choices(claim: &Claim) -> &'static [Choice] {
        let is_read_only = claim.recorded.as_ref().is_some_and(|recorded| !recorded.writable);
        match claim.kind {
            ClaimKind::Plan if is_read_only => &[Choice::Leave],
            ClaimKind::Plan if claim.corrected.is_some() => &[Choice::Correct, Choice::Strip, Choice::Leave],
            ClaimKind::Plan => &[Choice::Strip, Choice::Leave],
            ClaimKind::Statement if claim.record.is_some() => {
                &[Choice::Correct, Choice::Recover, Choice::Strip, Choice::Leave]
            }
            ClaimKind::Statement => &[Choice::Correct, Choice::Strip, Choice::Leave],
            _ => &[Choice::Recover, Choice::Strip, Choice::Leave],
        }
    }

    /// What a choice means for a claim.
    pub(crate) fn meaning(choice: Choice, claim: &Claim) -> &'static str {
        let is_statement = claim.kind == ClaimKind::Statement;
        match choice {
            Choice::Correct if is_statement => "put the truth in the place of the sentence",
            Choice::Recover if is_statement => "write the record that was promised: the sentence stays",
            Choice::Strip if is_statement => "take the sentence out",
            Choice::Strip if !claim.stands_in_text() => "empty the column, write no record",
            Choice::Recover => "write the lost record, and clean the text",
            Choice::Strip => "clean the text, write no record",
            Choice::Correct => "put the corrected plan in its place",
            Choice::Leave => "leave this claim where it stands",
        }
    }
}

impl Overlay {
    /// Where keys go while it is on top.
    #[must_use]
    pub fn context(&self) -> Context {
        match self {
            Self::Search(_) => Context::Search,
            Self::Query(_) => Context::Query,
            Self::Filter(_) => Context::Filter,
            Self::Note(prompt) if prompt.purpose != NotePurpose::Remember => Context::Reason,
            Self::Note(_) => Context::Note,
            Self::Recent(_) => Context::Recent,
            Self::Bulk(dialog) if dialog.wants_word() => Context::BulkTyped,
            Self::Bulk(_) => Context::Bulk,
            Self::Remedy(_) => Context::Remedy,
            Self::Editor(_) => Context::Editor,
            Self::Plan(_) => Context::Plan,
            Self::Notice(_) => Context::Notice,
            Self::Help(sheet) if sheet.is_typing => Context::HelpSearch,
            Self::Help(_) => Context::Help,
            Self::Palette(_) => Context::Palette,
            Self::Conversation(_) => Context::Conversation,
            Self::Journal(_) => Context::Journal,
            Self::TakeBack(_) => Context::TakeBack,
            Self::Summary(_) => Context::Summary,
            Self::Copy => Context::Copy,
            Self::Shapes(_) => Context::Shapes,
            Self::Template(_) => Context::Template,
            Self::Members(_) => Context::Members,
            Self::Draft(_) => Context::Draft,
            Self::Statistics(_) => Context::Statistics,
        }
    }

    /// Takes a key that is bound to nothing, as text.
    pub(crate) fn type_key(&mut self, key: KeyPress) {
        match self {
            Self::Search(SearchPrompt { input, .. })
            | Self::Note(NotePrompt { input, .. })
            | Self::Template(TemplatePrompt { input })
            | Self::Bulk(BulkDialog { typed: input, .. }) => type_into(input, key),
            Self::Query(prompt) => {
                (prompt.refused, prompt.cycle) = (false, None);
                type_into(&mut prompt.input, key);
            }
            Self::Help(sheet) if sheet.is_typing => {
                sheet.scroll = 0;
                type_into(&mut sheet.filter, key);
            }
            Self::Palette(palette) => {
                (palette.cursor, palette.refused) = (None, None);
                type_into(&mut palette.input, key);
            }
            Self::Editor(editor) => editor.type_key(key),
            Self::Draft(draft) => draft.type_key(key),
            // Nothing is typed there.
            _ => {}
        }
    }

    /// Takes a pasted text; elsewhere than in a text field it means nothing.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Self::Query(prompt) = self {
            (prompt.refused, prompt.cycle) = (false, None);
        }
        match self {
            // A bulk action is confirmed by typing, not by what a clipboard happens to hold.
            Self::Search(SearchPrompt { input, .. })
            | Self::Query(QueryPrompt { input, .. })
            | Self::Note(NotePrompt { input, .. })
            | Self::Template(TemplatePrompt { input }) => {
                paste_into(input, text);
            }
            Self::Help(sheet) if sheet.is_typing => {
                sheet.scroll = 0;
                paste_into(&mut sheet.filter, text);
            }
            Self::Palette(palette) => {
                (palette.cursor, palette.refused) = (None, None);
                paste_into(&mut palette.input, text);
            }
            Self::Editor(editor) => editor.paste(text),
            Self::Draft(draft) => draft.paste(text),
            _ => {}
        }
    }
}

fn paste_into(input: &mut Input, text: &str) {
    for c in text.chars().filter(|c| !c.is_control()) {
        input.handle(InputRequest::InsertChar(c));
    }
}

fn type_into(input: &mut Input, key: KeyPress) {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let request = match key.code {
        KeyCode::Char('u') if control => InputRequest::DeleteFromStart,
        KeyCode::Char('w') if control => InputRequest::DeletePrevWord,
        KeyCode::Char('a') if control => InputRequest::GoToStart,
        KeyCode::Char('e') if control => InputRequest::GoToEnd,
        KeyCode::Char(c) if key.modifiers.is_empty() => InputRequest::InsertChar(c),
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        _ => return,
    };
    input.handle(request);
}
