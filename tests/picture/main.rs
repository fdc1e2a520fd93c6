//! The picture in the README is the real screen: a review of the sample export, after some decisions.
//!
//! If `sample-data/review.svg` differs, the test fails and writes the new picture; check it and commit it.

#![allow(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

mod report;
mod svg;

use std::collections::VecDeque;
use std::io;
use std::path::Path;

use ghostcall::audit::Options;
use ghostcall::session::{Access, Session, Setup};
use ghostcall::tui::{self, Action, Event, Input, KeyPress, Model, SessionHost, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

/// The keys pressed before the picture is taken.
const KEYS: &str = "aarasaa";

/// Prepared events.
struct Script(VecDeque<Event>);

impl Input for Script {
    fn next(&mut self) -> io::Result<Event> {
        self.0.pop_front().ok_or_else(|| io::Error::other("the script is over"))
    }
}

/// The last screen of a review of the sample export.
fn screen(columns: u16, rows: u16) -> Buffer {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("export.db");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/helix-kit.db"), &database).unwrap();
    let setup = Setup::new(database, "ana", Options::at("2026-11-20T10:00:00Z".parse().unwrap()));
    let mut host = SessionHost::new(Session::open(setup, Access::Hold).unwrap(), true);
    let mut events = VecDeque::new();
    for news in host.start_scan() {
        let is_last = matches!(news, Action::ScanDone(_));
        events.push_back(Event::Do(news));
        if is_last {
            break;
        }
    }
    events.extend(KEYS.chars().chain(['q']).map(|key| Event::Key(KeyPress::char(key))));
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    let model = Model::new(host.settings());
    tui::run(&mut terminal, model, &Theme::colour(), &mut Script(events), &mut host).unwrap();
    terminal.backend().buffer().clone()
}

#[test]
fn the_picture_of_the_readme_is_the_real_screen() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data/review.svg");
    let now = svg::picture(&screen(140, 40), "ghostcall review of the sample export");
    let then = std::fs::read_to_string(&path).unwrap_or_default();
    if now != then {
        std::fs::write(&path, &now).unwrap();
        panic!("sample-data/review.svg was out of date: it is written anew, look at it and commit it");
    }
}
