//! The host of a real review: runs effects against the session and passes on news from background threads.

mod decisions;
pub(crate) mod reading;
mod undone;
pub(crate) mod write_back;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use jiff::Timestamp;

use crate::document;
use crate::explore::{Shape, Survey, draft_of_template};
use crate::proposal::Status;
use crate::session::{DRAFT, Session, SessionError};
use crate::tui::input::action::{Action, RecentDecision, Undoable};
use crate::tui::input::effect::Effect;
use crate::tui::input::keymap::KeyMap;
use crate::tui::input::saved_view::SavedView;
use crate::tui::review::model::ReviewSettings;

use super::clipboard::{Clipboard, ClipboardMode};
use super::run::Host;
use super::worker::{self, ConversationReader};
use super::writing::{BackgroundJob, PreparedPlan, RunningWrite};
use super::{external_editor, terminal};

/// What is said of a saved view that cannot be read.
const UNREADABLE_VIEW: &str = "the saved view (filter, order, unsaved drafts of patterns) cannot be read";

/// Runs effects against an open session.
pub struct SessionHost {
    pub(crate) session: Session,
    with_backup: bool,
    scanning: Arc<AtomicBool>,
    /// How many times the patterns changed.
    pub(crate) patterns: Arc<AtomicUsize>,
    /// How many times the shapes were requested.
    surveys: Arc<AtomicUsize>,
    /// Where workers send their results; `None` before the first worker starts.
    pub(crate) news: Option<SyncSender<Action>>,
    clipboard: Clipboard,
    /// Why the view of the last review cannot be read, if so.
    unreadable_view: Option<String>,
    /// Whether the stored view is not replaced: it could neither be read nor saved to a file.
    spares_view: bool,
    /// What the review last learned about undo and redo.
    reported_undoable: Option<Undoable>,
    /// The thread that reads conversations.
    pub(crate) conversations: Option<ConversationReader>,
    /// The result of the write plan that is being prepared in the background.
    planning: Option<Receiver<Result<PreparedPlan, SessionError>>>,
    /// The write-back or undo that runs in the background.
    pub(crate) writing: Option<RunningWrite>,
}

impl SessionHost {
    /// A host for a session that holds its review.
    #[must_use]
    pub fn new(session: Session, with_backup: bool) -> Self {
        let clipboard = Clipboard::new(ClipboardMode::default());
        let scanning = Arc::default();
        Self {
            session,
            with_backup,
            scanning,
            patterns: Arc::default(),
            surveys: Arc::default(),
            news: None,
            clipboard,
            unreadable_view: None,
            spares_view: false,
            reported_undoable: None,
            conversations: None,
            planning: None,
            writing: None,
        }
    }

    /// The same host with another clipboard.
    #[must_use]
    pub fn with_clipboard(self, clipboard: Clipboard) -> Self {
        Self { clipboard, ..self }
    }

    /// The settings that the model takes from the session.
    #[must_use]
    pub fn settings(&self) -> ReviewSettings {
        let setup = self.session.setup();
        let name = setup.database.file_name().unwrap_or(setup.database.as_os_str());
        ReviewSettings {
            file: name.to_string_lossy().into_owned(),
            reviewer: Arc::new(setup.reviewer.clone()),
            profile: Arc::new(self.session.audit().source().profile().clone()),
            tools: Arc::new(self.session.audit().tools().clone()),
            call_tokens: Arc::clone(self.session.audit().registry().call_tokens()),
            record_time: setup.options.record_time,
            record_tool: setup.options.record_tool,
            now: setup.options.now,
            mistakes: Vec::new(),
            read_only: self.session.decisions().is_read_only(),
            write_back_obstacle: self.session.writer().write_back_obstacle(),
            keys: KeyMap::default(),
        }
    }

    /// The view of the last review. If it cannot be read, the scan begins with a report of that.
    #[must_use]
    pub fn kept_view(&mut self) -> Option<SavedView> {
        let text = match self.session.decisions().view() {
            Ok(text) => text?,
            Err(error) => {
                self.spares_view = true;
                self.unreadable_view = Some(format!("{UNREADABLE_VIEW}: {error}\nIt stays as it is."));
                return None;
            }
        };
        let view = SavedView::from_json(&text);
        if view.is_none() {
            let kept = external_editor::keep("view", text.as_bytes());
            self.spares_view = kept.is_err();
            let kept = kept.map_or_else(
                |error| format!("It stays as it is: its text could not be saved to a file: {error}"),
                |path| format!("Its text is saved in {}", path.display()),
            );
            self.unreadable_view = Some(format!("{UNREADABLE_VIEW}: another version wrote it.\n{kept}"));
        }
        view
    }

    /// Starts the scan on its own thread. Findings and other news of workers arrive as actions.
    #[must_use]
    pub fn start_scan(&mut self) -> Receiver<Action> {
        // Bounded: if the terminal is slow, the scan waits instead of filling memory.
        let (news, inbox) = sync_channel(16);
        if let Some(undoable) = self.undoable() {
            let _ = news.send(undoable);
        }
        if let Some(unreadable) = &self.unreadable_view {
            let _ = news.send(Action::Failed(unreadable.clone()));
        }
        if let Some(lost) = self.session.decisions().lost_journal() {
            let _ = news.send(Action::NotAsLeft(lost.to_string()));
        }
        let unreadable = self.session.audit().source().unreadable_evidence();
        if !unreadable.is_empty() {
            let _ = news.send(Action::NotReadable(unreadable));
        }
        self.news = Some(news);
        self.scan_anew();
        inbox
    }

    /// Scans again in the background.
    fn scan_anew(&self) {
        if let Some(news) = &self.news {
            worker::scan(self.session.setup().clone(), news.clone(), Arc::clone(&self.scanning));
        }
    }

    fn survey(&self) -> Vec<Action> {
        if let Some(news) = &self.news {
            // Cancels an earlier survey: the patterns may have changed.
            let number = self.surveys.fetch_add(1, Ordering::SeqCst) + 1;
            let surveys = Arc::clone(&self.surveys);
            let is_wanted = move || surveys.load(Ordering::SeqCst) == number;
            worker::survey(self.session.setup().clone(), news.clone(), is_wanted);
        }
        Vec::new()
    }

    /// Drafts a pattern for all payloads of some shapes.
    fn draft(&self, survey: &Arc<Survey>, places: &[usize]) -> Action {
        let shapes: Vec<&Shape> = places.iter().filter_map(|place| survey.shapes.get(*place)).collect();
        let text =
            survey.draft(None, &shapes, self.session.setup().catalog.as_deref(), self.session.audit().registry());
        let names = shapes.iter().map(|shape| shape.id.clone()).collect();
        Action::PatternDrafted { survey: Arc::clone(survey), shapes: names, text }
    }

    /// Drafts a syntax for the calls that a chat template produces.
    fn draft_template(&self, survey: Arc<Survey>, path: String) -> Action {
        let refused = |reason: String| Action::TemplateRefused(format!("{path}: {reason}"));
        let text = match document::read_file(&typed_path(&path)) {
            Ok(text) => text,
            Err(error) => return refused(error.to_string()),
        };
        let file = Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match draft_of_template(None, &file, &text, self.session.audit().registry()) {
            Ok(text) => Action::PatternDrafted { survey, shapes: vec![path], text },
            Err(error) => refused(error.to_string()),
        }
    }

    /// Adds a draft to the user's patterns and scans again.
    fn save_pattern(&mut self, draft: &str) -> Action {
        match self.session.add_patterns(draft) {
            Ok((names, path)) => {
                self.patterns.fetch_add(1, Ordering::SeqCst);
                self.scan_anew();
                Action::PatternSaved { names, path }
            }
            Err(SessionError::Document(mistake)) => {
                let place = (mistake.file == DRAFT).then_some((mistake.line, mistake.column));
                let reason = if place.is_some() { mistake.reason } else { mistake.to_string() };
                Action::PatternRefused { reason, place }
            }
            Err(error) => Action::PatternRefused { reason: error.to_string(), place: None },
        }
    }

    /// Stores what concerns only the review.
    fn store(&mut self, effect: Effect, now: Timestamp) -> Result<(), SessionError> {
        match effect {
            Effect::BeginGesture => self.session.decisions_mut().begin_gesture(),
            Effect::DecideMore(decisions) => self.session.decide_more(&decisions, now),
            Effect::EndGesture => self.session.decisions_mut().end_gesture(),
            Effect::Select(selection) => self.session.decisions_mut().select(&selection),
            Effect::AbortGesture => self.session.decisions_mut().abort_gesture(),
            Effect::Note { message, note } => self.session.decisions_mut().note(&message, &note, now),
            Effect::Flag { messages, flagged } => self.session.decisions_mut().flag(&messages, flagged, now),
            Effect::Approve(messages) => self.session.decisions_mut().approve(&messages, now),
            Effect::KeepView(_) if self.spares_view => Ok(()),
            Effect::KeepView(view) => self.session.decisions_mut().keep_view(view.to_json()),
            Effect::SaveDraft { message, edit } => self.session.set_draft(&message, &edit),
            _ => Ok(()),
        }
    }

    fn perform(&mut self, effect: Effect) -> Result<Vec<Action>, SessionError> {
        let now = Timestamp::now();
        Ok(match effect {
            Effect::Decide(decisions) => self.decide(&decisions, now)?,
            stored @ (Effect::BeginGesture
            | Effect::DecideMore(_)
            | Effect::EndGesture
            | Effect::Select(_)
            | Effect::AbortGesture
            | Effect::Note { .. }
            | Effect::Flag { .. }
            | Effect::Approve(_)
            | Effect::KeepView(_)
            | Effect::SaveDraft { .. }) => {
                self.store(stored, now)?;
                Vec::new()
            }
            Effect::Undo => vec![self.undo_decision(now)?],
            Effect::Redo => vec![self.redo_decision(now)?],
            Effect::Recent(count) => {
                let decisions = self.session.decisions().last_decisions(count);
                let recent = decisions.into_iter().map(|(message, decision)| RecentDecision::of(message, decision));
                vec![Action::Decided(recent.collect())]
            }
            Effect::PlanWriteBack if self.is_scanning() => {
                vec![Action::Failed("scan still running; write back when it finishes".to_owned())]
            }
            Effect::PlanWriteBack => self.plan_write_back(now)?,
            Effect::TakeUpPlan => self.take_up_plan(now)?,
            Effect::WriteBack => self.write_back(now)?,
            Effect::CancelWriteBack => {
                self.writing.iter().for_each(RunningWrite::cancel);
                Vec::new()
            }
            Effect::TakeUpWriteBack => self.take_up(now)?,
            effect @ (Effect::OpenConversation(_)
            | Effect::ReadWritten(_)
            | Effect::OpenJournal
            | Effect::CopyFinding(_)) => {
                // Show the current state of the database.
                self.session.reload_if_changed(now)?;
                self.read(effect)?
            }
            Effect::ReadRequest(message) => self.read_request(message).into_iter().collect(),
            Effect::FindAgain { search, messages } => self.find_again(search, messages).into_iter().collect(),
            Effect::Survey => self.survey(),
            Effect::DraftPattern { survey, shapes } => vec![self.draft(&survey, &shapes)],
            Effect::DraftTemplate { survey, path } => vec![self.draft_template(survey, path)],
            Effect::SavePattern(_) if self.is_scanning() => {
                let reason = "scan still running; save when it finishes".to_owned();
                vec![Action::PatternRefused { reason, place: None }]
            }
            Effect::SavePattern(draft) => vec![self.save_pattern(&draft)],
            Effect::UndoWrite(_) | Effect::UndoBatch(_) if self.is_scanning() => {
                vec![Action::Failed("scan still running; undo write-backs when it finishes".to_owned())]
            }
            Effect::UndoWrite(write) => self.undo(BackgroundJob::Undo(write), now)?,
            Effect::UndoBatch(batch) => self.undo(BackgroundJob::UndoBatch(batch), now)?,
            Effect::Copy { what, text } => vec![self.copy(what, &text)],
            Effect::EditExternally(edit) => external_editor::edit(edit),
            Effect::KeepText { subject, text, reason } => {
                vec![external_editor::keep_text(&subject.file_name(), &text, reason)]
            }
            Effect::Suspend => suspended(),
            Effect::Repaint => Vec::new(),
            Effect::StoreView(_) if self.spares_view => Vec::new(),
            Effect::StoreView(view) => {
                let decisions = self.session.decisions_mut();
                // The next decision stores it too, and reports why nothing can be stored.
                let _ = decisions.keep_view(view.to_json()).and_then(|()| decisions.store_view());
                Vec::new()
            }
            Effect::Quit if self.session.decisions().is_read_only() => Vec::new(),
            Effect::Quit => {
                self.quit(now)?;
                Vec::new()
            }
        })
    }

    fn quit(&mut self, now: Timestamp) -> Result<(), SessionError> {
        // Nothing is written before the commit, so leaving does not wait for it.
        self.writing.iter().for_each(RunningWrite::cancel);
        self.take_up(now)?;
        self.session.decisions_mut().store_view()
    }

    /// Copies a text. Escape sequences are written between two frames.
    pub(crate) fn copy(&self, what: String, text: &str) -> Action {
        match self.clipboard.copy(text, &mut io::stdout().lock()) {
            Ok(copied) => Action::Copied { what, copied },
            Err(error) => Action::Failed(format!("{what} was not copied, and could not be saved to a file: {error}")),
        }
    }

    /// Reports whether undo and redo are possible, if that changed since the last report.
    fn undoable(&mut self) -> Option<Action> {
        let (decisions, journal) = (self.session.decisions(), self.session.audit().source().journal());
        let redo = decisions.review()?.history().redoable().is_some();
        // If the last step is written, an undo says how to undo that.
        let undo = decisions.undoable_step(journal).is_some() || decisions.written_step(journal).is_some();
        let now = Undoable { undo, redo };
        (self.reported_undoable.replace(now) != Some(now)).then_some(Action::Undoable(now))
    }

    fn is_scanning(&self) -> bool {
        self.scanning.load(Ordering::SeqCst)
    }
}

impl Host for SessionHost {
    fn run(&mut self, effect: Effect) -> Vec<Action> {
        let (stores, writes) = (effect.is_of_decision(), effect.writes());
        let mut answers = self.perform(effect).unwrap_or_else(|error| match error {
            SessionError::LostJournal(lost) => {
                let message = lost.to_string();
                let pending = lost.pending.into_iter().map(|message| (message, Status::Pending));
                let notice = if writes { Action::NotWritten(message) } else { Action::NotAsLeft(message) };
                vec![Action::Statuses(pending.collect()), notice]
            }
            _ if stores => vec![Action::NotDecided(error.to_string())],
            _ if writes => vec![Action::NotWritten(error.to_string())],
            _ => vec![Action::Failed(error.to_string())],
        });
        answers.extend(self.undoable());
        answers
    }
}

/// Suspends the program and returns the terminal to the shell.
fn suspended() -> Vec<Action> {
    match terminal::suspend() {
        Ok(()) => vec![Action::Resumed],
        Err(error) => vec![Action::Resumed, Action::Failed(format!("the review cannot be suspended: {error}"))],
    }
}

/// The file that is meant by a path as it is typed: a shell would know the home directory.
fn typed_path(path: &str) -> PathBuf {
    match path.strip_prefix("~/").zip(etcetera::home_dir().ok()) {
        Some((within, home)) => home.join(within),
        None => PathBuf::from(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_begin_in_the_home_directory() {
        let home = etcetera::home_dir().unwrap();
        assert_eq!(typed_path("~/models/port.jinja"), home.join("models/port.jinja"));
        for path in ["port.jinja", "/a/~/port.jinja", "~other/port.jinja"] {
            assert_eq!(typed_path(path), PathBuf::from(path));
        }
    }
}
