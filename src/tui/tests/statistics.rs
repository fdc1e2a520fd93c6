//! The statistics: pictures, keys, and what they count.

use super::support::*;
use crate::proposal::Status;
use crate::source::Key;
use crate::statistics::Dimension;
use crate::tui::{Action, Effect, Item, Model, Query, Theme};

/// An item that another reviewer wrote back before.
fn written(key: i64) -> Item {
    let mut item = Draft { at: "2026-01-06T10:00:00Z", ..Draft::new(key, LOST_CORE) }.item();
    (item.status, item.reviewer) = (Status::Written, Some("bo".to_owned().into()));
    item
}

/// A review with some decisions, and a finding that was written before.
fn counted() -> (Model, FakeHost) {
    let (mut model, mut host) = (model(), FakeHost::default());
    act(&mut model, &mut host, Action::WrittenBefore { items: vec![written(900)], last: None });
    press(&mut model, &mut host, "gasrS");
    (model, host)
}

/// The number of claims per row.
fn rows(model: &Model, dimension: Dimension) -> Vec<(String, usize)> {
    let rows = model.findings.statistics().rows(dimension).into_iter();
    rows.map(|row| (row.name.unwrap_or_default(), row.outcomes.claims())).collect()
}

#[test]
fn by_pattern_at_80() {
    let (mut model, _) = counted();
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn by_week_at_120() {
    let (mut model, mut host) = counted();
    press(&mut model, &mut host, "hhhj");
    insta::assert_snapshot!(screen(&mut model, 120, 40));
}

#[test]
fn by_agent_at_200() {
    let (mut model, mut host) = counted();
    press(&mut model, &mut host, "<tab>l<right>j");
    insta::assert_snapshot!(screen(&mut model, 200, 60));
}

#[test]
fn by_reviewer_at_80() {
    let (mut model, mut host) = counted();
    press(&mut model, &mut host, "<s-tab><s-tab>");
    insta::assert_snapshot!(overlay(&mut model, 80, 14));
}

#[test]
fn what_a_part_is_reads_in_ascii_and_without_colours() {
    let (mut model, _) = counted();
    let theme = Theme::plain().with_symbols(crate::tui::Symbols::Ascii);
    let text = whole(&drawn(&mut model, &theme, 80, 24));
    assert!(text.contains("= executed  # lost  x false  . unclear"), "{text}");
}

#[test]
fn each_size_shows_something_and_none_panics() {
    let (mut model, mut host) = counted();
    for section in 0..6 {
        for (width, height) in [(1, 1), (5, 3), (20, 5), (24, 8), (33, 9), (40, 12), (60, 14), (79, 30), (500, 200)] {
            let text = screen(&mut model, width, height);
            assert!(width < 33 || text.contains('▸'), "{section} at {width}×{height}\n{text}");
        }
        press(&mut model, &mut host, "l");
    }
    let mut empty = Model::new(settings());
    press(&mut empty, &mut host, "S");
    assert!(screen(&mut empty, 80, 24).contains("nothing is found yet"));
    press(&mut empty, &mut host, "jGh<enter>y");
    assert_eq!(empty.context().name, "statistics");
}

#[test]
fn a_row_shows_its_findings_and_nothing_else() {
    let (mut model, mut host) = counted();
    press(&mut model, &mut host, "<enter>");
    assert_eq!(model.context().name, "review");
    assert_eq!(model.filter().to_string(), "pattern:=save_memory");
    assert_eq!((model.shown(), model.items().len()), (6, 8));
    for (keys, filter, shown) in [
        ("Slj<enter>", "tool:=whiteboard", 1),
        ("Sll<enter>", "model:=gemini-2.5-pro", 8),
        ("Slllj<enter>", "agent:=Juno", 2),
        ("SllllG<enter>", "week:=2026-W05", 2),
        ("Shh<enter>", "by:=ana", 3),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!((model.filter().to_string().as_str(), model.shown()), (filter, shown), "{keys}");
        assert_eq!(Query::parse(filter).as_ref(), Ok(model.filter()));
    }
    // The tool of an unknown payload is unknown.
    press(&mut model, &mut host, "SlG<enter>");
    assert_eq!((model.context().name, toast(&model)), ("statistics", "no filter asks for findings without a tool"));
}

#[test]
fn what_comes_in_is_counted_while_it_is_looked_at_and_the_row_stays() {
    let mut model = Model::new(settings());
    let mut host = FakeHost::default();
    let all = items();
    act(&mut model, &mut host, Action::Found(vec![all[2].clone(), all[3].clone()]));
    press(&mut model, &mut host, "Sj");
    assert_eq!(rows(&model, Dimension::Pattern), [("unknown".to_owned(), 1), ("whiteboard_echo".to_owned(), 1)]);
    act(&mut model, &mut host, Action::Found(all));
    assert_eq!(
        rows(&model, Dimension::Pattern),
        [("save_memory".to_owned(), 7), ("unknown".to_owned(), 1), ("whiteboard_echo".to_owned(), 1)]
    );
    let text = overlay(&mut model, 80, 24);
    assert!(text.contains("▸whiteboard_echo"), "{text}");
}

#[test]
fn decisions_are_counted_for_who_made_them_and_undone_too() {
    let (mut model, mut host) = counted();
    let counts_of = |model: &Model| -> Vec<_> {
        let reviewers = model.findings.statistics().reviewers();
        let counts = |status| reviewers.iter().map(move |who| who.decisions.of(status)).collect::<Vec<_>>();
        [Status::Accepted, Status::Rejected, Status::Skipped, Status::Written].map(counts).into()
    };
    assert_eq!(counts_of(&model), [[1, 0], [1, 0], [1, 0], [0, 1]]);
    press(&mut model, &mut host, "<esc>u");
    assert_eq!(counts_of(&model), [[1, 0], [0, 0], [1, 0], [0, 1]]);
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "a<esc>");
    assert_eq!(counts_of(&model), [[1, 0], [0, 0], [1, 0], [0, 1]]);
    let keys = model.items().iter().filter(|item| item.status == Status::Accepted).map(|item| item.key.clone());
    let keys: Vec<_> = keys.map(|key| (key, Status::Written)).collect();
    act(&mut model, &mut host, Action::Statuses(keys));
    assert_eq!(counts_of(&model), [[0, 0], [0, 0], [1, 0], [1, 1]]);
    let undone = Action::WriteUndone {
        write: 1,
        message: Key::Integer(900),
        status: Status::Pending,
        edit: crate::proposal::Edit::default(),
    };
    host.findable = vec![Draft::new(900, LOST).item()];
    act(&mut model, &mut host, undone);
    assert_eq!((model.items().len(), status(&model, 900)), (9, Status::Pending), "it is there again");
    assert_eq!(model.findings.statistics().reviewers().len(), 1);
    assert_eq!(model.findings.statistics().statuses().of(Status::Pending), 7);
    assert_eq!((model.findings.statistics().findings(), model.findings.statistics().statuses().total()), (9, 9));
}

#[test]
fn the_numbers_are_copied_as_text() {
    let (mut model, mut host) = counted();
    press(&mut model, &mut host, "ly");
    let Some(Effect::Copy { what, text }) = host.effects.last() else { panic!("nothing was copied") };
    assert_eq!(what, "the statistics by tool");
    insta::assert_snapshot!(text);
}

#[test]
fn a_click_goes_to_a_row() {
    let (mut model, mut host) = counted();
    let text = screen(&mut model, 80, 24);
    let row = text.lines().position(|line| line.contains("whiteboard_echo")).unwrap();
    act(&mut model, &mut host, Action::Click { column: 5, row: u16::try_from(row).unwrap() });
    press(&mut model, &mut host, "<enter>");
    assert_eq!(model.filter().to_string(), "pattern:=whiteboard_echo");
}

#[test]
fn precision_at_80() {
    let (mut model, mut host) = counted();
    press(&mut model, &mut host, "<esc>gjjrjjrS<s-tab>");
    insta::assert_snapshot!(overlay(&mut model, 80, 14));
    press(&mut model, &mut host, "<enter>");
    assert!(model.filter().to_string().starts_with("pattern:"), "{}", model.filter());
}
