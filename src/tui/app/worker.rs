//! Background threads of the review. They send their results as actions.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel};
use std::thread::{self, JoinHandle};

use crate::audit::{Audit, Progress, Tally};
use crate::explore::Survey;
use crate::session::{Access, Reviewed, Session, SessionError, Setup, open_audit, request_before};
use crate::source::{FileState, Key};
use crate::tui::findings::item_maker::ItemMaker;
use crate::tui::findings::words;
use crate::tui::input::action::Action;
use crate::tui::loaded::conversation;
use crate::tui::review::model::Item;

/// The number of findings that the scan sends at once.
const PIECE: usize = 64;

/// Scans; `running` is true until the scan ends.
pub(crate) fn scan(setup: Setup, news: SyncSender<Action>, running: Arc<AtomicBool>) {
    running.store(true, Ordering::SeqCst);
    thread::spawn(move || {
        // A list must not look complete if messages were not read.
        let broke_off = Action::ScanDone("the scan stopped early; not all messages were read".to_owned());
        let mut last = SendOnDrop::new(news.clone(), broke_off);
        let running = ClearOnDrop(running);
        let found = find(setup, &news);
        drop(running);
        match found {
            Ok(tally) => last.action = Some(Action::ScanDone(tally_text(tally))),
            // The scan is over in this case too.
            Err(error) => {
                let _ = news.send(Action::Failed(format!("the scan ended early: {error}")));
            }
        }
    });
}

/// Scans some messages again with its own session; ends early once the result is not wanted any more.
pub(crate) fn find_again(
    setup: Setup,
    (search, messages): (u64, Vec<Key>),
    news: SyncSender<Action>,
    is_wanted: impl Fn() -> bool + Send + 'static,
) {
    thread::spawn(move || {
        let mut last = SendOnDrop::new(news, not_found_again(search, "it failed"));
        let found = Session::open(setup, Access::Read)
            .and_then(|session| find_these(&session, &messages, &mut |_| is_wanted()));
        last.action = is_wanted().then(|| match found {
            Ok(items) => Action::FoundAgain { search, items },
            Err(error) => not_found_again(search, &error.to_string()),
        });
    });
}

/// Reports that some messages could not be scanned again.
pub(crate) fn not_found_again(search: u64, reason: &str) -> Action {
    Action::NotFoundAgain { search, reason: format!("cannot look for changes: {reason}") }
}

/// Collects the findings of some messages in one scan. `watch` returns `false` to stop the scan.
pub(crate) fn find_these(
    session: &Session,
    messages: &[Key],
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Vec<Item>, SessionError> {
    let mut maker = ItemMaker::new(session.audit().rules());
    let mut wanted: HashSet<&Key> = messages.iter().collect();
    let mut items = Vec::new();
    let mut take = |reviewed: Reviewed| {
        if reviewed.finding.message_id.as_ref().is_some_and(|key| wanted.remove(key)) {
            items.extend(maker.item(reviewed));
        }
        !wanted.is_empty()
    };
    session.findings().scan_watched(&mut take, watch)?;
    Ok(items)
}

/// Reads the shapes of all payloads in the database; ends early if they are requested again.
pub(crate) fn survey(setup: Setup, news: SyncSender<Action>, is_wanted: impl Fn() -> bool + Send + 'static) {
    thread::spawn(move || {
        let broke_off = Action::Failed("the shapes were not read completely".to_owned());
        let mut last = SendOnDrop::new(news, broke_off);
        let survey = open_audit(&setup).and_then(|audit| Ok(Survey::of(&audit)?));
        last.action = is_wanted().then(|| match survey {
            Ok(survey) => Action::Surveyed(Arc::new(survey)),
            Err(error) => Action::Failed(format!("the shapes cannot be read: {error}")),
        });
    });
}

/// A request to the conversation reader.
#[derive(Clone, Debug)]
pub(crate) enum ConversationRequest {
    /// The conversation around a message.
    Conversation(Key),
    /// The user's last message before this one.
    Request(Key),
}

/// Reads conversations one after the other. Without an index, the first one takes as long as a scan.
pub(crate) struct ConversationReader {
    /// The last journal row that it knows, and the state of the database file then.
    pub(crate) knows: (i64, FileState),
    asked: Sender<ConversationRequest>,
    thread: JoinHandle<()>,
}

impl ConversationReader {
    pub(crate) fn begin(setup: Setup, knows: (i64, FileState), news: SyncSender<Action>) -> Self {
        let (asked, waiting) = channel::<ConversationRequest>();
        let thread = thread::spawn(move || {
            let mut audit = None;
            while let Ok(first) = waiting.recv() {
                let all: Vec<ConversationRequest> = [first].into_iter().chain(waiting.try_iter()).collect();
                for asked in still_wanted(all) {
                    read_requested(&setup, &mut audit, asked, &news);
                }
            }
        });
        Self { knows, asked, thread }
    }

    /// Whether the thread is still running.
    pub(crate) fn is_there(&self) -> bool {
        !self.thread.is_finished()
    }

    /// Sends a request to the thread; it is dropped if the thread has ended.
    pub(crate) fn ask(&self, asked: ConversationRequest) {
        // If the thread ended meanwhile, that is already reported.
        let _ = self.asked.send(asked);
    }
}

/// Drops all user requests but the last: a reviewer who skips through findings needs only that one.
fn still_wanted(all: Vec<ConversationRequest>) -> impl Iterator<Item = ConversationRequest> {
    let is_request = |asked: &ConversationRequest| matches!(asked, ConversationRequest::Request(_));
    let last = all.iter().rposition(is_request);
    let wanted = move |(place, asked): &(usize, ConversationRequest)| !is_request(asked) || Some(*place) == last;
    all.into_iter().enumerate().filter(wanted).map(|(_, asked)| asked)
}

fn read_requested(setup: &Setup, audit: &mut Option<Audit>, asked: ConversationRequest, news: &SyncSender<Action>) {
    match asked {
        ConversationRequest::Conversation(key) => {
            let broke_off = Action::Failed(format!("the conversation of {key} could not be read"));
            let mut last = SendOnDrop::new(news.clone(), broke_off);
            let read = opened(setup, audit).and_then(|audit| conversation::load(audit, &key));
            last.action = Some(read.map_or_else(|error| Action::Failed(error.to_string()), Action::Conversation));
        }
        ConversationRequest::Request(message) => {
            let said = opened(setup, audit).and_then(|audit| request_before(audit, &message));
            // Nobody listens if the review was left meanwhile.
            let _ = news.send(Action::Request { message, said: said.map_err(|error| error.to_string()) });
        }
    }
}

fn opened<'a>(setup: &Setup, audit: &'a mut Option<Audit>) -> Result<&'a Audit, SessionError> {
    Ok(match audit {
        Some(audit) => audit,
        none => none.insert(open_audit(setup)?),
    })
}

/// Sends an action when dropped, even on panic.
pub(crate) struct SendOnDrop {
    news: SyncSender<Action>,
    action: Option<Action>,
}

impl SendOnDrop {
    /// Sends this action unless another one is set.
    pub(crate) fn new(news: SyncSender<Action>, action: Action) -> Self {
        Self { news, action: Some(action) }
    }
}

impl Drop for SendOnDrop {
    fn drop(&mut self) {
        // Nobody listens if the review was left meanwhile.
        if let Some(action) = self.action.take() {
            let _ = self.news.send(action);
        }
    }
}

/// Clears the flag of a running scan when dropped, even on panic.
struct ClearOnDrop(Arc<AtomicBool>);

impl Drop for ClearOnDrop {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

/// Scans with its own read-only session.
fn find(setup: Setup, news: &SyncSender<Action>) -> Result<Tally, SessionError> {
    let session = Session::open(setup, Access::Read)?;
    let mut written = Vec::new();
    let mut maker = ItemMaker::new(session.audit().rules());
    session.findings().each_written(|reviewed| written.extend(maker.item(reviewed)))?;
    if !written.is_empty() {
        let last = session.journal().last_written_at()?.and_then(|at| at.parse().ok());
        let _ = news.send(Action::WrittenBefore { items: written, last });
    }
    let piece = RefCell::new(Vec::new());
    // Nobody listens if the review was left meanwhile.
    let hand_over = || {
        let piece = piece.take();
        piece.is_empty() || news.send(Action::Found(piece)).is_ok()
    };
    let mut last_percent = None;
    let tally = session.findings().scan_watched(
        &mut |reviewed| {
            piece.borrow_mut().extend(maker.item(reviewed));
            piece.borrow().len() < PIECE || hand_over()
        },
        &mut |progress| {
            // Send even a small batch: nobody waits for more findings.
            let percent = progress.done.map(|thousandths| thousandths / 10);
            let is_news = percent.is_some() && std::mem::replace(&mut last_percent, percent) != percent;
            let is_heard =
                percent.filter(|_| is_news).is_none_or(|percent| news.send(Action::Scanned(percent)).is_ok());
            hand_over() && is_heard
        },
    )?;
    hand_over();
    Ok(tally)
}

fn tally_text(tally: Tally) -> String {
    let mut text = format!("{} read", words::count(tally.messages, "message"));
    if tally.json_conversations > 0 {
        text.push_str(&format!(", {} skipped: JSON by design", words::count(tally.json_conversations, "conversation")));
    }
    if tally.unreadable > 0 {
        text.push_str(&format!(", {} not valid UTF-8, ignored", words::count(tally.unreadable, "message")));
    }
    if tally.no_json > 0 {
        text.push_str(&format!(", {} not valid JSON, ignored", words::count(tally.no_json, "document")));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use crate::work;

    use super::*;

    #[test]
    fn a_few_findings_are_handed_over_before_the_scan_is_through() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("export.db");
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/sample-data/helix-kit.db");
        std::fs::copy(sample, &database).unwrap();
        let options = crate::audit::Options::at(jiff::Timestamp::UNIX_EPOCH);
        let (news, inbox) = sync_channel(1_000);
        find(Setup::new(&database, "ana", options), &news).unwrap();
        drop(news);
        let actions: Vec<Action> = inbox.iter().collect();
        let found = |action: &Action| if let Action::Found(items) = action { items.len() } else { 0 };
        assert_eq!(actions.iter().map(found).sum::<usize>(), 41);
        // The progress report flushed a batch smaller than `PIECE`.
        let [.., Action::Scanned(_), Action::Found(_)] = actions.as_slice() else { panic!("{} words", actions.len()) };
    }

    #[test]
    fn however_many_messages_are_looked_for_anew_the_database_is_read_once() {
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/sample-data/helix-kit.db");
        let options = crate::audit::Options::at(jiff::Timestamp::UNIX_EPOCH);
        let session = Session::open(Setup::new(sample, "ana", options), Access::Read).unwrap();
        let mut all = Vec::new();
        let mut scan = || {
            session.findings().scan(&mut |reviewed| {
                all.extend(reviewed.finding.message_id);
                true
            })
        };
        // Findings are judged on this thread, so each scan counts the same work.
        let by_a_scan = work::during(|| _ = scan().unwrap());
        all.truncate(40);
        // One without findings, so that the whole database has to be read.
        all.push(Key::Integer(i64::MAX));
        let mut items = Vec::new();
        let work = work::during(|| items = find_these(&session, &all, &mut |_| true).unwrap());
        let found: Vec<_> = items.into_iter().map(|item| item.key).collect();
        assert_eq!((found.as_slice(), found.len()), (&all[..40], 40));
        assert!(by_a_scan > 0 && work <= by_a_scan, "{work}, and {by_a_scan} by a scan");
    }

    #[test]
    fn a_worker_that_ends_without_a_word_is_reported_once() {
        let (news, inbox) = sync_channel(4);
        let running = Arc::new(AtomicBool::new(true));
        let seen = Arc::clone(&running);
        let worker = thread::spawn(move || {
            let _last = SendOnDrop::new(news.clone(), Action::ScanDone("broke off".to_owned()));
            let _running = ClearOnDrop(seen);
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(worker.join().is_err());
        assert!(!running.load(Ordering::SeqCst));
        assert_eq!(inbox.iter().collect::<Vec<_>>(), [Action::ScanDone("broke off".to_owned())]);
    }
}
