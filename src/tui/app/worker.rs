//! Work beside the review, on threads of its own: what they come to they tell as actions.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel};
use std::thread::{self, JoinHandle};

use crate::audit::{Audit, Progress, Tally};
use crate::explore::Survey;
use crate::session::{Access, Reviewed, Session, SessionError, Setup, open_audit, request_before};
use crate::source::{FileState, Key};
use crate::tui::dialogs::conversation;
use crate::tui::findings::maker::ItemMaker;
use crate::tui::input::action::Action;
use crate::tui::review::model::Item;

/// How many findings the scan hands over at once.
const PIECE: usize = 64;

/// Scans; `running` is true until the scan is through.
pub(crate) fn scan(setup: Setup, news: SyncSender<Action>, running: Arc<AtomicBool>) {
    running.store(true, Ordering::SeqCst);
    thread::spawn(move || {
        // A list must not pass for complete where messages were left unread.
        let broke_off = Action::ScanDone("the scan broke off: not every message was looked at".to_owned());
        let mut last = LastWord::new(news.clone(), broke_off);
        let running = Running(running);
        let found = find(setup, &news);
        drop(running);
        match found {
            Ok(tally) => last.word = Some(Action::ScanDone(tally_text(tally))),
            // And it is over all the same.
            Err(error) => {
                let _ = news.send(Action::Failed(format!("the scan ended early: {error}")));
            }
        }
    });
}

/// Finds the findings of some messages anew, with a session of its own; ends early where they are not wanted any more.
pub(crate) fn find_again(
    setup: Setup,
    (search, messages): (u64, Vec<Key>),
    news: SyncSender<Action>,
    is_wanted: impl Fn() -> bool + Send + 'static,
) {
    thread::spawn(move || {
        let mut last = LastWord::new(news, not_found_again(search, "it broke off"));
        let found = Session::open(setup, Access::Read)
            .and_then(|session| find_these(&session, &messages, &mut |_| is_wanted()));
        last.word = is_wanted().then(|| match found {
            Ok(items) => Action::FoundAgain { search, items },
            Err(error) => not_found_again(search, &error.to_string()),
        });
    });
}

/// That some messages could not be looked for anew.
pub(crate) fn not_found_again(search: u64, reason: &str) -> Action {
    Action::NotFoundAgain { search, reason: format!("what changed cannot be looked for: {reason}") }
}

/// The findings of some messages, by one scan; where one has none any more, nothing is found. `watch` ends it by answering
/// `false`.
pub(crate) fn find_these(
    session: &Session,
    messages: &[Key],
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Vec<Item>, SessionError> {
    let mut maker = ItemMaker::new(session.audit().rules(), None);
    let mut wanted: HashSet<&Key> = messages.iter().collect();
    let mut items = Vec::new();
    let mut take = |reviewed: Reviewed| {
        if reviewed.finding.message_id.as_ref().is_some_and(|key| wanted.remove(key)) {
            items.extend(maker.item(reviewed));
        }
        !wanted.is_empty()
    };
    session.scan_watched(&mut take, watch)?;
    Ok(items)
}

/// Reads the whole database for the shapes of its payloads; of no use where they are asked for anew meanwhile.
pub(crate) fn survey(setup: Setup, news: SyncSender<Action>, is_wanted: impl Fn() -> bool + Send + 'static) {
    thread::spawn(move || {
        let broke_off = Action::Failed("the shapes were not read to the end".to_owned());
        let mut last = LastWord::new(news, broke_off);
        let survey = open_audit(&setup).and_then(|audit| Ok(Survey::of(&audit)?));
        last.word = is_wanted().then(|| match survey {
            Ok(survey) => Action::Surveyed(Arc::new(survey)),
            Err(error) => Action::Failed(format!("the shapes cannot be read: {error}")),
        });
    });
}

/// What is read of a conversation.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    /// The conversation around a message.
    Conversation(Key),
    /// What the user had said before a message.
    Request(Key),
}

/// Reads conversations, one after the other: where no index leads to them, the first takes as long as a scan.
pub(crate) struct ConversationReader {
    /// The last row of the journal that it knows, and how the file of the database stood.
    pub(crate) knows: (i64, FileState),
    asked: Sender<Asked>,
    thread: JoinHandle<()>,
}

impl ConversationReader {
    pub(crate) fn begin(setup: Setup, knows: (i64, FileState), news: SyncSender<Action>) -> Self {
        let (asked, waiting) = channel::<Asked>();
        let thread = thread::spawn(move || {
            let mut audit = None;
            while let Ok(first) = waiting.recv() {
                let all: Vec<Asked> = [first].into_iter().chain(waiting.try_iter()).collect();
                for asked in still_wanted(all) {
                    read_asked(&setup, &mut audit, asked, &news);
                }
            }
        });
        Self { knows, asked, thread }
    }

    /// Whether it still answers.
    pub(crate) fn is_there(&self) -> bool {
        !self.thread.is_finished()
    }

    /// Asks for something of a conversation.
    pub(crate) fn ask(&self, asked: Asked) {
        // Where it broke off meanwhile, that is told already.
        let _ = self.asked.send(asked);
    }
}

/// Who goes through many findings wants to know of the last one only what the user had asked.
fn still_wanted(all: Vec<Asked>) -> impl Iterator<Item = Asked> {
    let is_request = |asked: &Asked| matches!(asked, Asked::Request(_));
    let last = all.iter().rposition(is_request);
    let wanted = move |(place, asked): &(usize, Asked)| !is_request(asked) || Some(*place) == last;
    all.into_iter().enumerate().filter(wanted).map(|(_, asked)| asked)
}

fn read_asked(setup: &Setup, audit: &mut Option<Audit>, asked: Asked, news: &SyncSender<Action>) {
    match asked {
        Asked::Conversation(key) => {
            let broke_off = Action::Failed(format!("the conversation of {key} could not be read"));
            let mut last = LastWord::new(news.clone(), broke_off);
            let read = opened(setup, audit).and_then(|audit| conversation::load(audit, &key));
            last.word = Some(read.map_or_else(|error| Action::Failed(error.to_string()), Action::Conversation));
        }
        Asked::Request(message) => {
            let said = opened(setup, audit).and_then(|audit| request_before(audit, &message)).ok().flatten();
            // Nobody listens any more where the review was left meanwhile.
            let _ = news.send(Action::Request { message, said });
        }
    }
}

fn opened<'a>(setup: &Setup, audit: &'a mut Option<Audit>) -> Result<&'a Audit, SessionError> {
    Ok(match audit {
        Some(audit) => audit,
        none => none.insert(open_audit(setup)?),
    })
}

/// What a worker says last, and be it because of a panic.
pub(crate) struct LastWord {
    news: SyncSender<Action>,
    word: Option<Action>,
}

impl LastWord {
    /// One that says this, unless it is given another word.
    pub(crate) fn new(news: SyncSender<Action>, word: Action) -> Self {
        Self { news, word: Some(word) }
    }
}

impl Drop for LastWord {
    fn drop(&mut self) {
        // Nobody listens any more where the review was left meanwhile.
        if let Some(word) = self.word.take() {
            let _ = self.news.send(word);
        }
    }
}

/// Whether the scan runs: not any more once this is dropped, and be it by a panic.
struct Running(Arc<AtomicBool>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

/// Scans with a session of its own, which only reads.
fn find(setup: Setup, news: &SyncSender<Action>) -> Result<Tally, SessionError> {
    let session = Session::open(setup, Access::Read)?;
    let mut written = Vec::new();
    let folder = session.setup().database.parent().map(Path::to_owned);
    let mut maker = ItemMaker::new(session.audit().rules(), folder);
    session.each_written(|reviewed| written.extend(maker.item(reviewed)))?;
    if !written.is_empty() {
        let last = session.last_written_at()?.and_then(|at| at.parse().ok());
        let _ = news.send(Action::WrittenBefore { items: written, last });
    }
    let piece = RefCell::new(Vec::new());
    // Nobody listens any more where the review was left meanwhile.
    let hand_over = || {
        let piece = piece.take();
        piece.is_empty() || news.send(Action::Found(piece)).is_ok()
    };
    let mut told = None;
    let tally = session.scan_watched(
        &mut |reviewed| {
            piece.borrow_mut().extend(maker.item(reviewed));
            piece.borrow().len() < PIECE || hand_over()
        },
        &mut |progress| {
            // However few there are, nobody waits for more of them.
            let percent = progress.done.map(|thousandths| thousandths / 10);
            let is_news = percent.is_some() && std::mem::replace(&mut told, percent) != percent;
            let tells = percent.filter(|_| is_news).is_none_or(|percent| news.send(Action::Scanned(percent)).is_ok());
            hand_over() && tells
        },
    )?;
    hand_over();
    Ok(tally)
}

fn tally_text(tally: Tally) -> String {
    let mut text = format!("{} messages read", tally.messages);
    if tally.json_conversations > 0 {
        let many = if tally.json_conversations == 1 { "conversation" } else { "conversations" };
        text.push_str(&format!(", {} {many} in JSON by design left alone", tally.json_conversations));
    }
    if tally.unreadable > 0 {
        text.push_str(&format!(", {} messages are no UTF-8", tally.unreadable));
    }
    if tally.no_json > 0 {
        text.push_str(&format!(", {} documents are no JSON", tally.no_json));
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
        let told: Vec<Action> = inbox.iter().collect();
        let found = |action: &Action| if let Action::Found(items) = action { items.len() } else { 0 };
        assert_eq!(told.iter().map(found).sum::<usize>(), 41);
        // Fewer than a piece: the word of how far the scan is brought them along.
        let [.., Action::Scanned(_), Action::Found(_)] = told.as_slice() else { panic!("{} words", told.len()) };
    }

    #[test]
    fn however_many_messages_are_looked_for_anew_the_database_is_read_once() {
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/sample-data/helix-kit.db");
        let options = crate::audit::Options::at(jiff::Timestamp::UNIX_EPOCH);
        let session = Session::open(Setup::new(sample, "ana", options), Access::Read).unwrap();
        let mut all = Vec::new();
        let mut scan = || {
            session.scan(&mut |reviewed| {
                all.extend(reviewed.finding.message_id);
                true
            })
        };
        // What is found is judged on this thread: each scan takes as much work.
        let by_a_scan = work::during(|| _ = scan().unwrap());
        all.truncate(40);
        // One in which nothing is found, so that all has to be read.
        all.push(Key::Integer(i64::MAX));
        let mut items = Vec::new();
        let work = work::during(|| items = find_these(&session, &all, &mut |_| true).unwrap());
        let found: Vec<_> = items.into_iter().map(|item| item.key).collect();
        assert_eq!((found.as_slice(), found.len()), (&all[..40], 40));
        assert!(by_a_scan > 0 && work <= by_a_scan, "{work}, and {by_a_scan} by a scan");
    }

    #[test]
    fn a_worker_that_ends_without_a_word_is_told_once() {
        let (news, inbox) = sync_channel(4);
        let running = Arc::new(AtomicBool::new(true));
        let seen = Arc::clone(&running);
        let worker = thread::spawn(move || {
            let _last = LastWord::new(news.clone(), Action::ScanDone("broke off".to_owned()));
            let _running = Running(seen);
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(worker.join().is_err());
        assert!(!running.load(Ordering::SeqCst));
        assert_eq!(inbox.iter().collect::<Vec<_>>(), [Action::ScanDone("broke off".to_owned())]);
    }
}
