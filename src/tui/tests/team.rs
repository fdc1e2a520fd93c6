//! The whole workflow against a real review file and database: a sample, the write-back, and a colleague's approval.

use std::sync::mpsc::Receiver;

use super::storing::{SessionFixture, act, options, press};
use super::support::{keys, overlay};
use crate::proposal::Status;
use crate::sample::{Plan, TextKind, generate};
use crate::session::{Access, Setup};
use crate::tui::{Action, Model, SessionHost};

impl SessionFixture {
    /// A generated export with about a hundred findings.
    fn generated() -> Self {
        let folder = tempfile::tempdir().unwrap();
        generate(
            &folder.path().join("export.db"),
            Plan { messages: 5_000, seed: 3, text: TextKind::FewSentences },
            |_| (),
        )
        .unwrap();
        Self { folder }
    }

    /// Opens it as the reviewer of this name.
    fn open_as(&self, name: &str, require_approval: bool) -> (Model, SessionHost) {
        let setup = Setup::new(self.folder.path().join("export.db"), name, options());
        let (model, host, _) = Self::listen_as(Setup { require_approval, ..setup }, Access::Hold);
        (model, host)
    }
}

/// Waits for work on other threads.
fn wait(model: &mut Model, host: &mut SessionHost, inbox: &Receiver<Action>) {
    while model.jobs.awaited_plan.is_some() || model.jobs.writing.is_some() {
        act(model, host, inbox.recv().unwrap());
    }
}

fn count(model: &Model, status: Status) -> usize {
    model.items().iter().filter(|item| item.status == status).count()
}

#[test]
fn a_sample_its_outcome_and_its_bound_are_kept_with_the_batch_which_three_keys_take_back() {
    let fixture = SessionFixture::generated();
    let (mut model, mut host, inbox) = fixture.listen(Access::Hold);
    press(&mut model, &mut host, "A<tab>");
    assert_eq!(model.shown(), 30, "of {}", model.items().len());
    press(&mut model, &mut host, &"a".repeat(30));
    press(&mut model, &mut host, "accept<enter>");
    let accepted = count(&model, Status::Accepted);
    assert!(accepted > 60, "{accepted}");
    for keys in ["<esc>w", "y"] {
        press(&mut model, &mut host, keys);
        wait(&mut model, &mut host, &inbox);
    }
    press(&mut model, &mut host, "<esc>");
    assert_eq!((count(&model, Status::Written), count(&model, Status::Accepted)), (accepted, 0));
    let batches = host.session.journal().batches().unwrap();
    let [batch] = batches.as_slice() else { panic!("{batches:?}") };
    let sample = batch.selections[0].sample.clone().unwrap();
    assert_eq!((batch.findings, batch.selections[0].filter.as_str()), (accepted, "all that was shown"));
    assert_eq!((sample.decided, sample.wrong, sample.rest), (30, 0, accepted - 30));
    let undo = "lUy";
    assert!(keys(undo).len() <= 3);
    press(&mut model, &mut host, "l");
    let shown = overlay(&mut model, 200, 60);
    assert!(shown.contains("0 of 30 wrong: at most"), "{shown}");
    press(&mut model, &mut host, "Uy");
    wait(&mut model, &mut host, &inbox);
    assert_eq!(count(&model, Status::Written), 0, "{shown}");
}

#[test]
fn a_colleague_approves_and_only_that_is_written_with_all_names() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open_as("ana", false);
    press(&mut model, &mut host, "aaa");
    let accepted = count(&model, Status::Accepted);
    drop(host);
    let (mut model, mut host) = fixture.open_as("bo", false);
    press(&mut model, &mut host, "fis:unapproved<enter>");
    assert_eq!(model.shown(), accepted);
    press(&mut model, &mut host, "gVV");
    assert_eq!(model.shown(), accepted - 2, "{:?}", model.toast());
    press(&mut model, &mut host, "u");
    assert_eq!(model.shown(), accepted - 1, "{:?}", model.toast());
    drop(host);
    let (mut model, mut host) = fixture.open_as("cy", true);
    assert_eq!(model.items().iter().filter(|item| item.approved_by() == Some("bo")).count(), 1);
    press(&mut model, &mut host, "w");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("2 × left out: not approved by another reviewer yet"), "{shown}");
    press(&mut model, &mut host, "y");
    let batches = host.session.journal().batches().unwrap();
    let batch = &batches[0];
    assert_eq!((batch.findings, batch.reviewer.as_str()), (1, "cy"));
    assert_eq!(
        (batch.decided_by.as_slice(), batch.approved_by.as_slice()),
        (&["ana".to_owned()][..], &["bo".to_owned()][..])
    );
}
