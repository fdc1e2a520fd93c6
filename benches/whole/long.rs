//! Long texts and conversations: the time from key press to drawn frame, reported for each key.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use ghostcall::audit::Options;
use ghostcall::sample::{Plan, TextKind, generate};
use ghostcall::session::{Access, Session, Setup};
use ghostcall::tui::{self, Action, Event, Input, Model, SessionHost, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use rusqlite::Connection;

use crate::frames::Script;

/// The keys and what they do.
const KEYS: [(&str, &str); 9] = [
    ("j", "shown"),
    ("2", "message"),
    ("G", "its end"),
    ("3", "payload"),
    ("4", "cleaned"),
    ("d", "difference"),
    ("c", "conversation"),
    ("\u{1b}", "back"),
    ("1", "proposal"),
];
/// The keys that return to the start.
const BACK: &str = "dd0k";
const ROUNDS: usize = 5;

/// Prints the section.
pub(crate) fn report(folder: &Path) {
    println!("what is long by itself, 120×40, from key press to drawn frame: the most of {ROUNDS}, in ms\n");
    let row = |name: &str, cells: [String; KEYS.len()]| println!("{name:<34}{}", cells.concat());
    row("message", KEYS.map(|(_, name)| format!("{name:>13}")));
    for (name, text) in texts() {
        let database = database(folder, &text);
        let slowest = slowest(&database);
        row(name, slowest.map(|time| format!("{:>13.1}", time * 1e3)));
        let _ = std::fs::remove_file(&database);
    }
    println!();
}

/// Long texts with a lost memory, and large payloads.
fn texts() -> Vec<(&'static str, String)> {
    const LOST: &str = r#"{success: true, memory_type: "core", content: "Tea."}"#;
    let much = |words: &str| words.repeat(10_000_000 / words.len());
    let mut keys = String::new();
    (0..100_000).for_each(|number| {
        let _ = write!(keys, ", key_{number}: {number}");
    });
    let with = |more: &str| format!(r#"{{success: true, memory_type: "core", content: "Tea."{more}}}And so on."#);
    let levels = format!(", more: {}1{}", "{a: ".repeat(98), "}".repeat(98));
    vec![
        ("10 MB, lines of ASCII", format!("{LOST}{}", much("Late April it is, then; the soil is too cold.\n"))),
        ("10 MB, a line of ASCII", format!("{LOST}{}", much("Late April it is, then; the soil is too cold. "))),
        ("10 MB, a line of German", format!("{LOST}{}", much("Also erst spät im April; früher wäre es zu kalt. "))),
        ("10 MB, a line of Russian", format!("{LOST}{}", much("Тогда в конце апреля; раньше почва холодная. "))),
        ("10 MB, a line of Chinese", format!("{LOST}{}", much("那么就四月下旬吧，在那之前土壤还太冷。"))),
        ("10 MB, lines of emoji and Hindi", format!("{LOST}{}", much("अप्रैल के अंत में 👩‍🌾 तो 🌱.\n"))),
        ("10 MB of Russian before it", format!("{}\n{LOST}", much("Тогда в конце апреля; раньше почва холодная. "))),
        ("1,000,000 letters in a word", format!("{LOST}{}", "x".repeat(1_000_000))),
        ("a payload of 100,000 keys", with(&keys)),
        ("a payload of 100 levels", with(&levels)),
    ]
}

/// A database whose second answer is this text; the first answer contains a claim too.
fn database(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("long_text.db");
    generate(&path, Plan { messages: 4, seed: 1, text: TextKind::FewSentences }, |_| {})
        .expect("the data is generated");
    let connection = Connection::open(&path).expect("the data is there");
    // Long enough that later findings go to a file, as most do in a large database.
    let first =
        format!(r#"{{success: true, memory_type: "journal", content: "Coffee."}}{}"#, "Well then. ".repeat(100_000));
    for (id, text) in [(2, first.as_str()), (4, text)] {
        let sql = "UPDATE messages SET content = ?1, role = 'assistant' WHERE id = ?2";
        assert_eq!(connection.execute(sql, (text, id)), Ok(1));
    }
    path
}

/// Waits for the requested conversation after each key.
struct Hands<'a> {
    script: Script,
    news: &'a Receiver<Action>,
    awaits: bool,
}

impl Input for Hands<'_> {
    fn next(&mut self) -> io::Result<Event> {
        // In a small database, the conversation may already have arrived.
        let hear = || self.news.recv_timeout(Duration::from_millis(500)).ok();
        if self.awaits
            && let Some(news) = self.script.take_in(hear)
        {
            self.awaits = !matches!(news, Event::Do(Action::Conversation(_)));
            return Ok(news);
        }
        self.script.next()
    }

    fn at_hand(&mut self) -> io::Result<Option<Event>> {
        self.script.at_hand()
    }
}

/// The longest time of each key in seconds.
fn slowest(database: &Path) -> [f64; KEYS.len()] {
    let now = "2026-02-03T09:00:00Z".parse().expect("a time");
    let session = Session::open(Setup::new(database, "bench", Options::at(now)), Access::Hold).expect("it opens");
    let mut host = SessionHost::new(session, false);
    let mut model = Model::new(host.settings());
    let news = host.start_scan();
    for action in &news {
        let is_last = matches!(action, Action::ScanDone(_));
        tui::update(&mut model, action);
        if is_last {
            break;
        }
    }
    assert_eq!(model.items().len(), 2, "both messages are found");
    let mut slowest = [0_f64; KEYS.len()];
    let mut press = |model, keys: &str| {
        let mut input = Hands { script: Script::new(keys, 1), news: &news, awaits: keys == "c" };
        let mut terminal = Terminal::new(TestBackend::new(120, 40)).expect("a screen in memory");
        let model = tui::run(&mut terminal, model, &Theme::colour(), &mut input, &mut host).expect("it runs");
        (model, input.script.slowest())
    };
    for _ in 0..ROUNDS {
        for (slowest, (keys, _)) in slowest.iter_mut().zip(KEYS) {
            let time;
            (model, time) = press(model, keys);
            *slowest = slowest.max(time.as_secs_f64());
        }
        (model, _) = press(model, BACK);
    }
    slowest
}
