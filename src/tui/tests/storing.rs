//! The review against a real review file: what the screen shows is what the next start reads.

use std::sync::mpsc::Receiver;

use proptest::prelude::*;

use super::support::*;
use crate::audit::Options;
use crate::proposal::{Edit, Status};
use crate::session::{Access, Session, Setup};
use crate::source::Key;
use crate::tui::{Action, Counts, Effect, Host as _, Model, SessionHost, update};

pub(super) fn options() -> Options {
    Options::at("2026-02-03T09:00:00Z".parse().unwrap())
}

/// A copy of the sample, with its review.
pub(super) struct SessionFixture {
    pub(super) folder: tempfile::TempDir,
}

impl SessionFixture {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        crate::sample::copy_to(&folder.path().join("export.db")).unwrap();
        Self { folder }
    }

    pub(super) fn open(&self, access: Access) -> (Model, SessionHost) {
        let (model, host, _) = self.listen(access);
        (model, host)
    }

    /// The same, with the workers' reports.
    pub(super) fn listen(&self, access: Access) -> (Model, SessionHost, Receiver<Action>) {
        Self::listen_as(Setup::new(self.folder.path().join("export.db"), "ana", options()), access)
    }

    /// The same with the given setup.
    pub(super) fn listen_as(setup: Setup, access: Access) -> (Model, SessionHost, Receiver<Action>) {
        let mut host = SessionHost::new(Session::open(setup, access).unwrap(), false);
        let mut model = Model::new(host.settings());
        update(&mut model, Action::Resize(120, 40));
        let inbox = host.start_scan();
        for news in &inbox {
            let is_last = matches!(news, Action::ScanDone(_));
            update(&mut model, news);
            if is_last {
                break;
            }
        }
        (model, host, inbox)
    }
}

pub(super) fn act(model: &mut Model, host: &mut SessionHost, action: Action) {
    let mut actions = std::collections::VecDeque::from([action]);
    while let Some(action) = actions.pop_front() {
        for effect in update(model, action) {
            actions.extend(host.run(effect));
        }
    }
}

pub(super) fn press(model: &mut Model, host: &mut SessionHost, written: &str) {
    for key in keys(written) {
        act(model, host, Action::Key(key));
    }
}

pub(super) type StoredDecision = (Key, Status, Edit, Option<String>, bool);

pub(super) fn stored_decisions(model: &Model) -> Vec<StoredDecision> {
    let tell = |item: &crate::tui::Item| {
        (item.key.clone(), item.status, item.edit().clone(), item.note().map(str::to_owned), item.is_flagged())
    };
    model.items().iter().map(tell).collect()
}

/// Keys that decide, flag, note, mark, search and undo.
fn any_keys() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        4 => prop::sample::select(vec!["a", "r", "s", "!", "=", ";x<enter>", ";<c-u><enter>", "W9<enter>", "x", "ms<enter>"]),
        3 => prop::sample::select(vec!["u", "<c-r>", "uu", "<esc>"]),
        3 => prop::sample::select(vec!["j", "k", "G", "g", "]", "<space>", "vjj", "<pgdn>", "O"]),
        1 => prop::sample::select(vec![
            "f<c-u>is:flagged<enter>", "f<c-u>-is:undecided<enter>", "f<c-u>status:skipped<enter>", "f<c-u><enter>", "f<c-u>note:9<enter>",
        ]),
        1 => prop::sample::select(vec!["Ay", "A<esc>", "e<end>!<c-s>", "e<end>?<esc>", "vG!"]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn what_the_screen_shows_is_what_the_next_start_reads(written in prop::collection::vec(any_keys(), 1..24)) {
        let fixture = SessionFixture::new();
        let (mut model, mut host) = fixture.open(Access::Hold);
        for keys in &written {
            press(&mut model, &mut host, keys);
            let counts: Counts = model.counts();
            let sum: usize = Status::ALL.iter().map(|status| counts.of_status(*status)).sum();
            prop_assert_eq!((sum, counts.total), (41, 41));
            prop_assert_eq!(counts.flagged, model.items().iter().filter(|item| item.is_flagged()).count());
            let fits = model.items().iter().filter(|item| model.filter().fits(item, &model.settings.rules())).count();
            prop_assert_eq!(model.shown(), fits, "{}", model.filter());
        }
        press(&mut model, &mut host, "<esc><esc><esc>");
        // A draft of an accepted finding does not count; everything else does.
        let (reopened, _) = fixture.open(Access::Read);
        prop_assert_eq!(stored_decisions(&reopened), stored_decisions(&model));
    }

    #[test]
    fn all_can_be_taken_back_and_done_again(written in prop::collection::vec(any_keys(), 1..16)) {
        let fixture = SessionFixture::new();
        let (mut model, mut host) = fixture.open(Access::Hold);
        for keys in &written {
            press(&mut model, &mut host, keys);
        }
        press(&mut model, &mut host, "<esc><esc><esc>");
        let before = stored_decisions(&model);
        let mut gestures = 0;
        loop {
            press(&mut model, &mut host, "u");
            if toast(&model) == "nothing to undo" {
                break;
            }
            gestures += 1;
        }
        prop_assert_eq!((model.counts().decided(), model.counts().flagged), (0, 0));
        prop_assert!(model.items().iter().all(|item| item.note().is_none()));
        for _ in 0..gestures {
            press(&mut model, &mut host, "<c-r>");
        }
        // Undecided changes stay as drafts, whatever is undone.
        let decided = |decisions: Vec<StoredDecision>| -> Vec<_> {
            decisions.into_iter().map(|(key, status, edit, note, flagged)| {
                (key, status, (status != Status::Pending).then_some(edit), note, flagged)
            }).collect()
        };
        prop_assert_eq!(decided(stored_decisions(&model)), decided(before));
    }
}

#[test]
fn each_decision_that_is_done_again_has_its_own_changes() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press(&mut model, &mut host, "xW9<enter>kxr");
    let before = stored_decisions(&model);
    press(&mut model, &mut host, "uu<c-r><c-r>");
    assert_eq!(stored_decisions(&model)[0], before[0]);
}

#[test]
fn the_view_is_stored_with_a_decision_and_at_the_end() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    assert_eq!(host.kept_view(), None);
    press(&mut model, &mut host, "fagent:juno<enter>j");
    assert_eq!(host.kept_view(), None, "nothing was stored yet");
    press(&mut model, &mut host, "a");
    let kept = host.kept_view().unwrap().to_json();
    assert!(kept.contains("agent:juno") && kept.contains("482"), "{kept}");
    press(&mut model, &mut host, "Gq");
    let kept = host.kept_view().unwrap().to_json();
    assert!(kept.contains("492"), "{kept}");
    drop(host);
    let (_, mut host) = fixture.open(Access::Read);
    assert_eq!(host.kept_view().map(|kept| kept.to_json()), Some(kept));
}

#[test]
fn a_view_that_cannot_be_read_is_reported_and_its_text_kept() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press(&mut model, &mut host, "fagent:juno<enter>a");
    drop(host);
    let review = rusqlite::Connection::open(fixture.folder.path().join("export.db.review")).unwrap();
    let changed = review.execute("UPDATE meta SET value = '{\"version\":2}' WHERE name = 'view:ana'", []).unwrap();
    assert_eq!(changed, 1);
    drop(review);
    let session = Session::open(Setup::new(fixture.folder.path().join("export.db"), "ana", options()), Access::Hold);
    let mut host = SessionHost::new(session.unwrap(), false);
    assert_eq!(host.kept_view(), None);
    let failure = |news| if let Action::Failed(reason) = news { Some(reason) } else { None };
    let reason = host.start_scan().iter().find_map(failure).unwrap();
    let path = reason.split_once("saved in ").unwrap().1;
    assert_eq!(std::fs::read_to_string(path).unwrap(), "{\"version\":2}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn who_only_looks_leaves_no_trace() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Read);
    assert!(model.settings.read_only);
    press(&mut model, &mut host, "aj!;x<enter>fjuno<enter>q");
    let names = std::fs::read_dir(fixture.folder.path()).unwrap().count();
    assert_eq!(names, 1, "there is no review file");
}

#[test]
fn a_change_after_a_decision_survives_the_next_start() {
    for (keys, status) in [("akx", Status::Pending), ("rkx", Status::Rejected), ("ske<end>!<esc>", Status::Skipped)] {
        let fixture = SessionFixture::new();
        let (mut model, mut host) = fixture.open(Access::Hold);
        press(&mut model, &mut host, keys);
        let (reopened, _) = fixture.open(Access::Read);
        let item = &reopened.items()[0];
        assert_eq!(item.status, status);
        assert!(!item.edit().is_empty() && item.edit() == model.items()[0].edit(), "{keys}");
    }
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press(&mut model, &mut host, "ake<end>!<esc>");
    let (reopened, _) = fixture.open(Access::Read);
    let item = &reopened.items()[0];
    assert_eq!((item.status, item.edit().is_empty()), (Status::Accepted, true));
    assert!(item.draft().is_some() && item.draft() == model.items()[0].draft());
}

#[test]
fn a_change_that_is_taken_back_after_a_skip_stays_taken_back() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    for keys in ["x", "s", "g", "x"] {
        press(&mut model, &mut host, keys);
    }
    let (reopened, _) = fixture.open(Access::Read);
    assert_eq!(stored_decisions(&reopened), stored_decisions(&model));
    assert!(reopened.items()[0].edit().is_empty());
}

#[test]
fn a_gesture_in_parts_counts_as_one_or_not_at_all() {
    use crate::review::{DecisionKind, NewDecision};
    let fixture = SessionFixture::new();
    let (model, mut host) = fixture.open(Access::Hold);
    let decision = |place: usize| {
        let item = &model.items()[place];
        let finding = item.finding().unwrap().as_ref().clone();
        NewDecision {
            message: item.key.clone(),
            kind: DecisionKind::Skip,
            edit: Edit::default(),
            finding,
            note: Some("later".to_owned()),
        }
    };
    for end in [Effect::AbortGesture, Effect::EndGesture] {
        for effect in
            [Effect::BeginGesture, Effect::DecideMore(vec![decision(0)]), Effect::DecideMore(vec![decision(1)]), end]
        {
            assert!(host.run(effect).iter().all(|answer| matches!(answer, Action::Undoable(_))));
        }
    }
    drop(host);
    let (model, mut host) = fixture.open(Access::Hold);
    assert_eq!(model.counts().of_status(Status::Skipped), 2);
    let answers = host.run(Effect::Undo);
    assert!(
        matches!(&answers[0], Action::Restored { changes, .. } if changes.iter().all(|now| now.status == Status::Pending))
    );
}

#[test]
fn the_view_is_stored_at_rest_for_a_review_that_is_killed() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    act(&mut model, &mut host, Action::Tick);
    assert_eq!(host.kept_view(), None, "nothing was changed yet");
    press(&mut model, &mut host, "jfis:flagged<enter>");
    assert!(model.needs_ticks());
    act(&mut model, &mut host, Action::Tick);
    assert_eq!(host.kept_view().unwrap().filter, "is:flagged");
    assert!(!model.needs_ticks(), "it is stored once");
}
