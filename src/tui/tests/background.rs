//! Writing and undoing on other threads, against a real review file.

use std::sync::mpsc::Receiver;

use super::storing::{SessionFixture, act, options, press, stored_decisions};
use super::support::*;
use crate::proposal::Status;
use crate::session::{Access, Session, Setup};
use crate::tui::app::writing::BackgroundJob;
use crate::tui::dialogs::conversation::ConversationDialog;
use crate::tui::dialogs::write_plan::WriteDialog;
use crate::tui::{Action, Model, SessionHost};

impl SessionFixture {
    /// Makes the database so large that it is written on another thread.
    fn grow(&self) {
        let connection = rusqlite::Connection::open(self.folder.path().join("export.db")).unwrap();
        connection
            .execute_batch("CREATE TABLE attachments (bytes); INSERT INTO attachments VALUES (zeroblob(20000000));")
            .unwrap();
    }
}

impl SessionHost {
    /// Writes back on another thread.
    fn write_next_to(&mut self, work: BackgroundJob) -> Receiver<Action> {
        let (news, inbox) = std::sync::mpsc::sync_channel(16);
        let (setup, now) = (self.session.setup().clone(), options().now);
        self.writing = Some(crate::tui::app::writing::begin(setup, work, now, news));
        inbox
    }
}

#[test]
fn a_write_back_that_is_given_up_writes_nothing_and_leaves_nothing_behind() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press(&mut model, &mut host, "Aaccept<enter>y<esc>");
    drop(host);
    let database = fixture.folder.path().join("export.db");
    let before = std::fs::read(&database).unwrap();
    let session = Session::open(Setup::new(&database, "ana", options()), Access::Read).unwrap();
    let mut accepted = 0;
    session
        .writer()
        .preview(&mut |_, _| {
            accepted += 1;
            true
        })
        .unwrap();
    assert!(accepted > 2);
    // In the middle of the findings, before the backup is complete.
    for most in [2, 0] {
        let mut seen = 0;
        let given_up = session.writer().write(true, options().now, &mut |_| {
            seen += 1;
            seen <= most
        });
        assert_eq!(given_up.unwrap_err().to_string(), "cancelled; nothing was written");
        assert_eq!(std::fs::read(&database).unwrap(), before);
        let names: Vec<_> =
            std::fs::read_dir(fixture.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(!names.iter().any(|name| name.to_string_lossy().contains("backup")), "{names:?}");
    }
}

#[test]
fn what_is_written_during_the_review_is_taken_up_by_it() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press(&mut model, &mut host, "Aaccept<enter>y<esc>");
    let accepted = model.counts().of_status(Status::Accepted);
    let news = host.write_next_to(BackgroundJob::WriteBack { with_backup: false });
    model.jobs.writing = Some(crate::writeback::Writing::default());
    // Nothing is decided meanwhile, but moving around works.
    press(&mut model, &mut host, "jr");
    assert!(model.toast().unwrap().text.contains("writing back"));
    while model.jobs.writing.is_some() {
        act(&mut model, &mut host, news.recv().unwrap());
    }
    let written = model.counts().of_status(Status::Written);
    assert!(written > 2 && written + model.counts().of_status(Status::Accepted) == accepted);
}

/// Applies the workers' reports until the write-back ends.
fn wait(model: &mut Model, host: &mut SessionHost, news: &Receiver<Action>) {
    while model.jobs.writing.is_some() {
        act(model, host, news.recv().unwrap());
    }
}

#[test]
fn a_large_database_is_changed_and_changed_back_during_the_review() {
    let fixture = SessionFixture::new();
    fixture.grow();
    let (mut model, mut host, news) = fixture.listen(Access::Hold);
    press(&mut model, &mut host, "aw");
    let first = model.items()[0].key.clone();
    while model.dialogs.top_as::<WriteDialog>().is_none() {
        act(&mut model, &mut host, news.recv().unwrap());
    }
    press(&mut model, &mut host, "y");
    assert!(host.writing.is_some());
    wait(&mut model, &mut host, &news);
    assert_eq!(model.items()[0].status, Status::Written);
    press(&mut model, &mut host, "<esc>lUy");
    assert!(host.writing.is_some());
    // Nothing else is undone or decided meanwhile, but moving around works.
    for keys in ["U", "<esc>jr"] {
        press(&mut model, &mut host, keys);
        assert!(toast(&model).contains("undoing a write-back"), "{keys}: {}", toast(&model));
    }
    wait(&mut model, &mut host, &news);
    assert_eq!((model.items()[0].status, host.writing.is_some()), (Status::Pending, false));
    assert!(toast(&model).contains(&format!("of message {first} undone")), "{}", toast(&model));
    let (reopened, _) = fixture.open(Access::Read);
    assert_eq!(stored_decisions(&reopened), stored_decisions(&model));
}

/// Applies the workers' reports until the expected one.
fn hear(model: &mut Model, host: &mut SessionHost, news: &Receiver<Action>, is_it: impl Fn(&Action) -> bool) {
    loop {
        let action = news.recv().unwrap();
        let is_last = is_it(&action);
        act(model, host, action);
        if is_last {
            return;
        }
    }
}

fn wait_for_plan(model: &mut Model, host: &mut SessionHost, news: &Receiver<Action>) {
    hear(model, host, news, |action| matches!(action, Action::PlanEnded));
}

fn wait_for_conversation(model: &mut Model, host: &mut SessionHost, news: &Receiver<Action>) {
    hear(model, host, news, |action| matches!(action, Action::Conversation(_)));
}

#[test]
fn what_a_large_write_back_would_do_is_worked_out_during_the_review() {
    let fixture = SessionFixture::new();
    fixture.grow();
    let (mut model, mut host, news) = fixture.listen(Access::Hold);
    let database = fixture.folder.path().join("export.db");
    let elsewhere = fixture.folder.path().join("elsewhere.db");
    press(&mut model, &mut host, "a");
    std::fs::rename(&database, &elsewhere).unwrap();
    std::fs::write(&database, vec![b' '; 20_000_000]).unwrap();
    // The key press does no reading. A repeated request is answered once.
    press(&mut model, &mut host, "ww");
    assert_eq!(toast(&model), "preparing the write-back preview…");
    wait_for_plan(&mut model, &mut host, &news);
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("Error") && shown.contains("not an SQLite database"), "{shown}");
    assert!(!shown.contains("preparing the write-back preview"), "{shown}");
    std::fs::rename(&elsewhere, &database).unwrap();
    press(&mut model, &mut host, "<esc>w");
    wait_for_plan(&mut model, &mut host, &news);
    assert!(model.dialogs.top_as::<WriteDialog>().is_some());
}

#[test]
fn an_older_copy_of_a_large_database_is_reported_before_it_is_written() {
    let fixture = SessionFixture::new();
    fixture.grow();
    let database = fixture.folder.path().join("export.db");
    let copy = fixture.folder.path().join("copy.db");
    std::fs::copy(&database, &copy).unwrap();
    let (mut model, mut host, news) = fixture.listen(Access::Hold);
    press(&mut model, &mut host, "aw");
    wait_for_plan(&mut model, &mut host, &news);
    press(&mut model, &mut host, "y");
    wait(&mut model, &mut host, &news);
    press(&mut model, &mut host, "<esc>ja");
    let accepted = model.items().iter().filter(|item| item.status == Status::Accepted).count();
    std::fs::rename(&copy, &database).unwrap();
    press(&mut model, &mut host, "w");
    wait_for_plan(&mut model, &mut host, &news);
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("last journal row missing"), "{shown}");
    assert!(accepted > 0 && !model.items().iter().any(|item| item.status == Status::Accepted));
}

#[test]
fn an_undo_that_is_given_up_takes_nothing_back() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press(&mut model, &mut host, "Aaccept<enter>y<esc>");
    let news = host.write_next_to(BackgroundJob::WriteBack { with_backup: false });
    model.jobs.writing = Some(crate::writeback::Writing::default());
    wait(&mut model, &mut host, &news);
    drop(host);
    let database = fixture.folder.path().join("export.db");
    let before = std::fs::read(&database).unwrap();
    let session = Session::open(Setup::new(&database, "ana", options()), Access::Read).unwrap();
    let writes = session.journal().writes_in_effect();
    assert!(writes.len() > 2);
    let mut seen = 0;
    let given_up = session.writer().undo(&writes, options().now, &mut |_| {
        seen += 1;
        seen <= 2
    });
    assert_eq!(given_up.unwrap_err().to_string(), "cancelled; nothing was written");
    assert_eq!(std::fs::read(&database).unwrap(), before);
    assert_eq!(session.writer().undo(&writes, options().now, &mut |_| true).unwrap().done.len(), writes.len());
}

#[test]
fn a_conversation_of_a_large_database_is_read_during_the_review() {
    let fixture = SessionFixture::new();
    fixture.grow();
    let (mut model, mut host, news) = fixture.listen(Access::Hold);
    let open = |model: &Model| model.dialogs.top_as::<ConversationDialog>().cloned();
    let message = |model: &Model| open(model).map(|dialog| dialog.what.message);
    let keys = [0, 1].map(|place: usize| model.items()[place].key.clone());
    press(&mut model, &mut host, "c");
    assert_eq!((message(&model), toast(&model)), (None, "loading the conversation…"));
    wait_for_conversation(&mut model, &mut host, &news);
    assert_eq!(message(&model), Some(keys[0].clone()));
    // Of two requests only the last one opens.
    press(&mut model, &mut host, "<esc>cjc");
    wait_for_conversation(&mut model, &mut host, &news);
    assert_eq!(message(&model), None);
    wait_for_conversation(&mut model, &mut host, &news);
    assert_eq!(message(&model), Some(keys[1].clone()));
    // Nor does one open under a key meant for something else.
    press(&mut model, &mut host, "<esc>ck");
    wait_for_conversation(&mut model, &mut host, &news);
    assert_eq!(message(&model), None);
    assert_eq!(toast(&model), format!("conversation of {} loaded: c there shows it", keys[1]));
}

#[test]
fn a_conversation_that_is_read_during_the_review_shows_what_was_written_before() {
    let fixture = SessionFixture::new();
    fixture.grow();
    let (mut model, mut host, news) = fixture.listen(Access::Hold);
    let text = |model: &Model| {
        let dialog = model.dialogs.top_as::<ConversationDialog>()?;
        let about = &dialog.what.message;
        dialog.what.messages.iter().find(|spoken| spoken.key == *about).map(|spoken| spoken.text.clone())
    };
    let finding = model.items()[0].finding().unwrap();
    press(&mut model, &mut host, "c");
    wait_for_conversation(&mut model, &mut host, &news);
    assert_eq!(text(&model).as_ref(), Some(&finding.message.text));
    press(&mut model, &mut host, "<esc>aw");
    wait_for_plan(&mut model, &mut host, &news);
    press(&mut model, &mut host, "y");
    wait(&mut model, &mut host, &news);
    press(&mut model, &mut host, "<esc>gc");
    wait_for_conversation(&mut model, &mut host, &news);
    assert_eq!(text(&model).as_deref(), finding.new_text());
}
