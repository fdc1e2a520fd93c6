//! Copying a finding, or a part of it.

use super::storing::{SessionFixture, press as press_to};
use super::support::*;
use crate::proposal::Status;
use crate::session::{self, Access};
use crate::source::Key;
use crate::tui::review::notice::NoticeDialog;
use crate::tui::{Action, ClipboardPart, Copied, Effect, Model};

/// The last copied text.
fn copied(host: &FakeHost) -> (&str, &str) {
    match host.effects.last() {
        Some(Effect::Copy { what, text }) => (what, text),
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_part_has_its_key() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, what, text) in [
        ("yk", "the key of 1038", "1038"),
        ("yt", "the raw text of 1038", LOST),
        ("yc", "the cleaned text of 1038", "You saw right through me.\n\nShall we go on tomorrow?"),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!(copied(&host), (what, text));
        assert_eq!(toast(&model), format!("{what} sent to the terminal's clipboard (OSC 52)"));
    }
    press(&mut model, &mut host, "yp");
    let payload: serde_json::Value = serde_json::from_str(copied(&host).1).unwrap();
    assert_eq!(payload["memory_type"], "journal");
    press(&mut model, &mut host, "yr");
    assert!(copied(&host).1.starts_with("I lost track of the hour"));
    press(&mut model, &mut host, "yy");
    let Some(Effect::CopyFinding(finding)) = host.effects.last() else { panic!("{:?}", host.effects.last()) };
    assert_eq!(finding.message_id, Some(Key::Integer(1038)));
    assert_eq!(host.effects.len(), 6, "and nothing else is done");
}

#[test]
fn what_is_copied_is_what_is_shown() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "e<end>!<esc>yr");
    assert!(copied(&host).1.ends_with("only light.!"), "the reviewer's changes, too: {:?}", copied(&host));
    press(&mut model, &mut host, "/1066<enter>.yp");
    assert!(copied(&host).1.contains("Second thing"), "the claim that is looked at");
}

#[test]
fn what_is_not_there_is_not_copied() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jjyr");
    assert_eq!(toast(&model), "nothing copied: there is no record to write");
    press(&mut model, &mut host, "/1071<enter>yc");
    assert_eq!(toast(&model), "nothing copied: there is no cleaned text: the text stays unchanged");
    press(&mut model, &mut host, "y<esc>");
    assert!(host.effects.is_empty() && model.dialogs.is_empty());
    let mut empty = Model::new(settings());
    press(&mut empty, &mut host, "y");
    assert_eq!(toast(&empty), "no findings yet: the scan is running");
}

#[test]
fn a_file_instead_of_the_clipboard_is_reported_in_a_notice() {
    let path = std::path::PathBuf::from("/tmp/ghostcall-copy-x.txt");
    let copied = Copied::File { path, reason: "xclip failed: no \u{1b}display".to_owned() };
    let (mut model, mut host) = (model(), FakeHost::default());
    host.copied = copied;
    press(&mut model, &mut host, "yp");
    assert!(model.dialogs.top_as::<NoticeDialog>().is_some());
    let shown = screen(&mut model, 80, 24);
    for line in ["xclip failed: no ␛display.", "the payload of 1038 was saved to a file", "/tmp/ghostcall-copy-x.txt"]
    {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
}

#[test]
fn a_click_on_a_part_copies_it() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "y");
    let shown = screen(&mut model, 120, 40);
    let row = shown.lines().position(|line| line.contains("the key")).unwrap();
    act(&mut model, &mut host, Action::Click { column: 40, row: u16::try_from(row).unwrap() });
    assert_eq!(copied(&host).0, "the key of 1038");
    assert_eq!(ClipboardPart::Key.name(), "the key");
}

#[test]
fn the_choice_of_what_to_copy() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jjy");
    let shown = screen(&mut model, 80, 24);
    let dialog: Vec<_> = shown.lines().skip_while(|line| !line.contains("┌ Copy")).take(8).collect();
    insta::assert_snapshot!(dialog.join("\n"));
}

#[test]
fn a_finding_is_copied_as_the_whole_database_would_show_it() {
    let fixture = SessionFixture::new();
    let (mut model, mut host) = fixture.open(Access::Hold);
    press_to(&mut model, &mut host, "a;a note<enter>r!s");
    let same = |model: &Model, host: &crate::tui::SessionHost| {
        for item in model.items() {
            let document = session::document_of(host.session.findings(), &item.finding().unwrap()).unwrap();
            assert_eq!(document, session::document(host.session.findings(), &item.key).unwrap(), "{}", item.key);
        }
    };
    same(&model, &host);
    press_to(&mut model, &mut host, "wy<esc>");
    assert!(model.counts().of_status(Status::Written) > 0);
    same(&model, &host);
}
