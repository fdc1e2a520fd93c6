//! Invented findings, and keys written as text.

use std::collections::VecDeque;
use std::sync::Arc;

use crossterm::event::KeyCode;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(super) use super::fake_host::FakeHost;
use crate::audit::SurveyedMessage;
use crate::claim::{self, Context};
use crate::explore::Survey;
use crate::proposal::{self, Finding, Status};
use crate::registry::Registry;
use crate::source::profile::{self, Profile};
use crate::source::{Evidence, Key, Message, Outcome, Owner};
use crate::tui::update::settle::lay_out;
use crate::tui::{
    Action, Event, Host, Input, Item, KeyMap, KeyPress, Model, Pane, ReviewSettings, Theme, Undoable, update, view,
};

pub(in crate::tui) fn settings() -> ReviewSettings {
    ReviewSettings {
        file: "export.db".to_owned(),
        reviewer: "ana".to_owned().into(),
        profile: Arc::new(Profile::parse("helix-kit", profile::named("helix-kit").unwrap()).unwrap()),
        tools: Arc::default(),
        call_tokens: Arc::clone(Registry::builtin().unwrap().call_tokens()),
        record_time: None,
        record_tool: None,
        now: "2026-02-03T09:00:00Z".parse().unwrap(),
        mistakes: Vec::new(),
        read_only: false,
        write_back_obstacle: None,
        keys: KeyMap::default(),
    }
}

/// A message to make a finding from.
#[derive(Clone, Copy)]
pub(super) struct Draft<'a> {
    pub(super) key: i64,
    pub(super) text: &'a str,
    pub(super) agent: &'a str,
    pub(super) at: &'a str,
    pub(super) outcome: Outcome,
    pub(super) evidence: &'a [&'a str],
}

impl<'a> Draft<'a> {
    pub(super) fn new(key: i64, text: &'a str) -> Self {
        let evidence = &["tools_used is empty", "no tool call is recorded for this turn", "Paulina has no such memory"];
        Self { key, text, agent: "Paulina", at: "2026-01-20T17:03:11Z", outcome: Outcome::None, evidence }
    }

    fn finding(self) -> Finding {
        let registry = Registry::builtin().unwrap();
        let settings = settings();
        let rules = settings.rules();
        let message = Message {
            key: Some(Key::Integer(self.key)),
            conversation: Some(Key::Integer(7)),
            owner: Owner {
                key: Some(Key::Integer(3)),
                name: Some(self.agent.to_owned()),
                exists: true,
                enabled: Some(vec!["save_memory".to_owned()]),
            },
            text: self.text.to_owned(),
            plan: None,
            model: Some("gemini-2.5-pro".to_owned()),
            created_at: Some(self.at.parse().unwrap()),
            tools_used: Some(Vec::new()),
            tools_hide_it: false,
        };
        let lines = self.evidence.iter().map(|line| (*line).to_owned()).collect();
        let evidence = Evidence { outcome: self.outcome, lines, ..Evidence::unasked() };
        let claims = claim::find(self.text, &registry, Context::default());
        let judged = claims.into_iter().filter_map(|claim| proposal::judge(claim, &message, &evidence, &rules));
        let judged: Vec<_> = judged.collect();
        assert!(!judged.is_empty(), "no claim in {:?}", self.text);
        proposal::propose(message, judged, &rules)
    }

    pub(super) fn item(self) -> Item {
        Item::pending(self.finding(), &settings().rules()).unwrap()
    }
}

pub(super) const LOST: &str = "{success: true, memory_type: \"journal\", content: \"I lost track of the hour, \
    and did not mind: the talk about tides went on until the lamp was the only light.\", expires_around: \
    \"2026-01-27\"}You saw right through me.\n\nShall we go on tomorrow?";
pub(super) const LOST_CORE: &str =
    "{\"success\": true, \"memory_type\": \"core\", \"content\": \"Ana prefers short answers.\"}\n\nNoted.";
pub(super) const ECHO: &str =
    "{\"type\": \"board_updated\", \"board_id\": \"kRwPqA\", \"revision\": 4}Done, have a look.";
pub(super) const UNKNOWN: &str = "{\"id\": 4, \"ok\": true} Here you are.";
pub(super) const BAD_TYPE: &str =
    "{\"success\": true, \"memory_type\": \"diary\", \"content\": \"We spoke of bees.\"}Of course.";
pub(super) const TWO: &str = "{\"success\": true, \"memory_type\": \"core\", \"content\": \"First thing.\"}\
    {\"success\": true, \"memory_type\": \"journal\", \"content\": \"Second thing.\"}Both are kept.";
pub(super) const ONLY: &str = "{\"success\": true, \"memory_type\": \"core\", \"content\": \"Nothing else.\"}";
pub(super) const STRANGE: &str = "{\"success\": true, \"memory_type\": \"core\", \"content\": \"日本語の記憶 👩‍👩‍👧 and \
    a\ttab\"}So:\u{1b}[31m red\u{202e}txet\u{200b} 你好，世界 👍🏽 e\u{301} \u{7}";

/// The payloads of the findings, and of two messages without one.
pub(in crate::tui) fn survey() -> Survey {
    let registry = Registry::builtin().unwrap();
    let mut survey = Survey { messages: 12, ..Survey::default() };
    let findings = items().into_iter().map(|item| item.finding().unwrap().message.clone());
    let answer = |key: i64, text: &str| Message {
        key: Some(Key::Integer(key)),
        text: text.to_owned(),
        model: Some("gpt-4o".to_owned()),
        created_at: Some("2026-01-25T12:00:00Z".parse().unwrap()),
        ..Message::default()
    };
    let others = [
        answer(1090, "As you asked:\n```json\n{\"port\": 80, \"host\": \"example.org\"}\n```\nThat is all."),
        answer(1091, "{\"id\": 5, \"ok\": false} It did not work: \u{1b}[31m."),
    ];
    for message in findings.chain(others) {
        let call_mentions = claim::call_mentions(&message.text, &registry, registry.tools());
        let claims = claim::find(&message.text, &registry, Context::default());
        survey.take(SurveyedMessage { message: &message, call_mentions, claims });
    }
    survey.group();
    survey
}

/// Eight findings of every kind.
pub(in crate::tui) fn items() -> Vec<Item> {
    let drafts = [
        Draft::new(1038, LOST),
        Draft { agent: "Juno", at: "2026-01-30T08:12:00Z", ..Draft::new(1042, LOST_CORE) },
        Draft {
            outcome: Outcome::Named,
            evidence: &["tools_used names whiteboard"],
            agent: "Juno",
            ..Draft::new(1047, ECHO)
        },
        Draft::new(1051, UNKNOWN),
        Draft::new(1060, BAD_TYPE),
        Draft { at: "2026-02-01T10:00:00Z", ..Draft::new(1066, TWO) },
        Draft::new(1071, ONLY),
        Draft { agent: "水无月", ..Draft::new(1080, STRANGE) },
    ];
    drafts.map(Draft::item).into()
}

/// A review of [`items`], with the scan finished.
pub(in crate::tui) fn model() -> Model {
    model_of(items())
}

pub(super) fn model_of(items: Vec<Item>) -> Model {
    let mut model = Model::new(settings());
    update(&mut model, Action::Resize(120, 40));
    update(&mut model, Action::Undoable(Undoable { undo: false, redo: false }));
    update(&mut model, Action::Found(items));
    update(&mut model, Action::ScanDone("212 messages read".to_owned()));
    model
}

/// Parses keys written as text: `jja`, `/tides<enter>`, `<c-r>`.
pub(super) fn keys(written: &str) -> Vec<KeyPress> {
    let mut keys = Vec::new();
    let mut rest = written;
    while let Some(c) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
        let (key, after) = match named {
            Some((name, after)) => (named_key(name), after),
            None => (KeyPress::char(c), &rest[c.len_utf8()..]),
        };
        keys.push(key);
        rest = after;
    }
    keys
}

fn named_key(name: &str) -> KeyPress {
    let code = match name {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "s-tab" => KeyCode::BackTab,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "pgdn" => KeyCode::PageDown,
        "pgup" => KeyCode::PageUp,
        "bs" => KeyCode::Backspace,
        "space" => KeyCode::Char(' '),
        other => return KeyPress::ctrl(other.strip_prefix("c-").and_then(|rest| rest.chars().next()).unwrap()),
    };
    KeyPress::code(code)
}

/// Presses keys and lets the host carry out the effects.
pub(super) fn press(model: &mut Model, host: &mut FakeHost, written: &str) {
    for key in keys(written) {
        act(model, host, Action::Key(key));
    }
}

pub(super) fn act(model: &mut Model, host: &mut FakeHost, action: Action) {
    let mut actions = VecDeque::from([action]);
    while let Some(action) = actions.pop_front() {
        for effect in update(model, action) {
            actions.extend(host.run(effect));
        }
    }
}

/// An input of scripted events that quits at the end.
pub(super) struct ScriptedInput(VecDeque<Event>);

impl ScriptedInput {
    pub(super) fn new(events: impl IntoIterator<Item = Event>) -> Self {
        Self(events.into_iter().collect())
    }
}

impl Input for ScriptedInput {
    fn next(&mut self) -> std::io::Result<Event> {
        Ok(self.0.pop_front().unwrap_or(Event::Do(Action::Quit)))
    }
}

/// The screen as cells.
pub(super) fn drawn(model: &mut Model, theme: &Theme, width: u16, height: u16) -> Buffer {
    model.symbols = theme.symbols();
    update(model, Action::Resize(width, height));
    while model.lacks_something() {
        lay_out(model);
    }
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view(model, theme, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// All of a screen as text.
pub(super) fn whole(buffer: &Buffer) -> String {
    text_in(buffer, buffer.area)
}

/// The screen as text, rows without the blanks at their ends.
pub(super) fn screen(model: &mut Model, width: u16, height: u16) -> String {
    let buffer = drawn(model, &Theme::colour(), width, height);
    whole(&buffer)
}

/// A pane of a screen of this size as text, with its frame.
pub(super) fn pane(model: &mut Model, pane: Pane, width: u16, height: u16) -> String {
    let buffer = drawn(model, &Theme::colour(), width, height);
    text_in(&buffer, crate::tui::screen::pane_area(model, pane).expect("the pane is on the screen"))
}

/// The dialog on a screen of this size as text, with its frame.
pub(super) fn overlay(model: &mut Model, width: u16, height: u16) -> String {
    let buffer = drawn(model, &Theme::colour(), width, height);
    text_in(&buffer, crate::tui::screen::overlay_area(model).expect("something lies over the review"))
}

/// A row of the screen as text, counted from the end if negative.
pub(super) fn row(model: &mut Model, row: isize, width: u16, height: u16) -> String {
    let shown = screen(model, width, height);
    let rows: Vec<_> = shown.lines().collect();
    let place = if row < 0 { rows.len().checked_add_signed(row).unwrap() } else { row.unsigned_abs() };
    rows[place].to_owned()
}

pub(super) fn text_of(backend: &TestBackend) -> String {
    text_in(backend.buffer(), backend.buffer().area)
}

fn text_in(buffer: &Buffer, area: Rect) -> String {
    let (left, columns) = (usize::from(area.x), usize::from(area.width));
    let rows = buffer.content().chunks(usize::from(buffer.area.width.max(1)));
    let rows = rows.skip(usize::from(area.y)).take(usize::from(area.height));
    let row = |cells: &[ratatui::buffer::Cell]| {
        let cells = &cells[left..left + columns];
        let mut text = String::new();
        // A wide grapheme covers the cells after its own.
        let mut covered = 0;
        for cell in cells {
            if covered > 0 {
                covered -= 1;
                continue;
            }
            text.push_str(cell.symbol());
            covered = unicode_width::UnicodeWidthStr::width(cell.symbol()).saturating_sub(1);
        }
        text.trim_end().to_owned()
    };
    rows.map(row).collect::<Vec<_>>().join("\n")
}

pub(super) fn toast(model: &Model) -> &str {
    model.toast().map_or("", |toast| toast.text.as_str())
}

pub(super) fn at(model: &Model) -> i64 {
    match model.selected().map(|item| &item.key) {
        Some(Key::Integer(key)) => *key,
        _ => 0,
    }
}

pub(super) fn status(model: &Model, key: i64) -> Status {
    model.items().iter().find(|item| item.key == Key::Integer(key)).unwrap().status
}
