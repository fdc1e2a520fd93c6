//! The real event loop, driven by scripts.

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::support::*;
use crate::proposal::Status;
use crate::tui::{Action, Effect, Event, Model, Theme, run};

fn typed(written: &str) -> impl Iterator<Item = Event> {
    keys(written).into_iter().map(Event::Key)
}

#[test]
fn a_review_from_the_scan_to_the_write_back() {
    let found = items();
    let events = [Event::Tick, Event::Do(Action::Found(found[..3].to_vec()))]
        .into_iter()
        .chain(typed("a"))
        .chain([Event::Resize(120, 40), Event::Do(Action::Found(found[3..].to_vec())), Event::Tick])
        .chain(typed("e<end>!<c-s>ru"))
        .chain([Event::Do(Action::ScanDone("212 messages read".to_owned())), Event::Tick, Event::Paste("x".to_owned())])
        .chain(typed("rwy<esc>q"));
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let mut host = FakeHost::default();
    let model = run(&mut terminal, Model::new(settings()), &Theme::plain(), &mut ScriptedInput::new(events), &mut host)
        .unwrap();
    assert_eq!(host.decisions(), ["1038 accept", "1042 accept", "1047 reject"]);
    assert_eq!(host.effects.last(), Some(&Effect::Quit));
    assert_eq!(model.counts().of_status(Status::Written), 2);
    assert_eq!(model.counts().decided(), 3);
    let shown = text_of(terminal.backend());
    assert!(shown.contains("3/8 reviewed"), "{shown}");
}

#[test]
fn without_colours_the_selected_row_is_still_marked() {
    let events = [Event::Do(Action::Found(items()))];
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    run(
        &mut terminal,
        Model::new(settings()),
        &Theme::plain(),
        &mut ScriptedInput::new(events),
        &mut FakeHost::default(),
    )
    .unwrap();
    let buffer = terminal.backend().buffer();
    assert!(
        buffer
            .content()
            .iter()
            .all(|cell| { cell.fg == ratatui::style::Color::Reset && cell.bg == ratatui::style::Color::Reset })
    );
    assert!(buffer[(3, 2)].modifier.contains(ratatui::style::Modifier::REVERSED));
}

#[test]
fn a_broken_input_ends_the_review_with_its_reason() {
    struct FailingInput;
    impl crate::tui::Input for FailingInput {
        fn next(&mut self) -> std::io::Result<Event> {
            Err(std::io::Error::other("the terminal is gone"))
        }
    }
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let ended =
        run(&mut terminal, Model::new(settings()), &Theme::plain(), &mut FailingInput, &mut FakeHost::default());
    assert_eq!(ended.unwrap_err().to_string(), "the terminal is gone");
}
