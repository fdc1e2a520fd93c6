//! The time from key press to drawn frame: the real event loop with many findings, scripted keys and a screen in
//! memory.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use ghostcall::audit::Options;
use ghostcall::sample::{Plan, TextKind, generate};
use ghostcall::session::{Access, Reviewed, Session, Setup};
use ghostcall::source::Key;
use ghostcall::tui::{self, Action, Event, Input, ItemMaker, KeyPress, Model, SessionHost, Theme};
use jiff::SignedDuration;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// The rows of the table: each key sequence with the number of repetitions.
const ROWS: [(&str, &str, usize); 9] = [
    ("moving (j)", "j", 300),
    ("paging (PgDn)", "⇟", 100),
    ("ends (G g)", "Gg", 20),
    ("deciding (a)", "a", 100),
    ("next undecided (])", "]", 100),
    ("sorting (O)", "O", 6),
    ("filtering (f agent:juno)", "fagent:juno\nf\u{15}\n", 2),
    ("searching (/ choir)", "/choir\nnnN\u{1b}", 2),
    ("conversation (c)", "gc\u{1b}", 20),
];

/// The number of messages in the database that the findings come from.
const MESSAGES: u32 = 50_000;

/// The number of findings that arrive at once.
const PIECE: usize = 64;

/// Prints the section.
pub(crate) fn report(folder: &Path, findings: usize) {
    let database = folder.join("frames.db");
    let plan = Plan { messages: MESSAGES, seed: 1, text: TextKind::Realistic };
    generate(&database, plan, |_| {}).expect("the data is generated");
    first_finding(&database);
    let session = open(&database);
    let mut templates = Vec::new();
    session
        .findings()
        .scan(&mut |reviewed| {
            templates.push(reviewed);
            true
        })
        .expect("the data is read");
    let mut host = SessionHost::new(session, false);
    println!("frames: {findings} findings, 120×40, from key press to drawn frame\n");
    let before = resident();
    let started = Instant::now();
    let settings = host.settings();
    let mut maker = ItemMaker::new(settings.rules());
    let mut pieces = Vec::new();
    let mut model = Model::new(host.settings());
    for start in (0..findings).step_by(PIECE) {
        let numbers = start..findings.min(start + PIECE);
        let items = numbers.filter_map(|number| maker.item(finding(&templates, number)?)).collect();
        let taken = Instant::now();
        tui::update(&mut model, Action::Found(items));
        pieces.push(taken.elapsed());
    }
    tui::update(&mut model, Action::ScanDone("made up".to_owned()));
    pieces.sort_unstable();
    let slowest = pieces.last().copied().unwrap_or_default();
    println!(
        "made and taken in within {} ms, at most {:.2} ms for {PIECE} at once; {} MiB more\n",
        started.elapsed().as_millis(),
        slowest.as_secs_f64() * 1e3,
        (resident() - before) / 1024
    );
    drop(maker);
    println!("{:<28}{:>8}{:>12}{:>12}{:>12}", "keys", "frames", "median", "p99", "most");
    for (name, keys, times) in ROWS {
        let mut input = Script::new(keys, times);
        let mut terminal = Terminal::new(TestBackend::new(120, 40)).expect("a screen in memory");
        model = tui::run(&mut terminal, model, &Theme::colour(), &mut input, &mut host).expect("it runs");
        input.print(name);
    }
    println!();
}

fn open(database: &Path) -> Session {
    let now = "2026-02-03T09:00:00Z".parse().expect("a time");
    Session::open(Setup::new(database, "bench", Options::at(now)), Access::Hold).expect("the data opens")
}

/// Prints the times to the first frame and the first finding, compared with the whole scan.
fn first_finding(database: &Path) {
    let started = Instant::now();
    let mut host = SessionHost::new(open(database), false);
    let news = host.start_scan();
    let mut terminal = Terminal::new(TestBackend::new(120, 40)).expect("a screen in memory");
    let model = Model::new(host.settings());
    tui::run(&mut terminal, model, &Theme::colour(), &mut Script::new("", 0), &mut host).expect("it runs");
    let drawn = started.elapsed();
    let mut found = None;
    for action in &news {
        match action {
            Action::Found(_) => _ = found.get_or_insert_with(|| started.elapsed()),
            Action::ScanDone(_) => break,
            _ => {}
        }
    }
    let (found, all) = (found.unwrap_or_default(), started.elapsed());
    let share = 100.0 * found.as_secs_f64() / all.as_secs_f64();
    let [drawn, found, all] = [drawn, found, all].map(|time| time.as_millis());
    println!(
        "review of {MESSAGES} messages: first picture after {drawn} ms, first finding after {found} ms, scanned after {all} ms ({share:.0} %)\n"
    );
}

/// A copy of one of the templates with its own message.
fn finding(templates: &[Reviewed], number: usize) -> Option<Reviewed> {
    let mut reviewed = templates.get(number % templates.len())?.clone();
    let (round, finding) = (number / templates.len(), &mut reviewed.finding);
    if round > 0 {
        let key = Key::Integer(i64::try_from(1_000_000 + number).ok()?);
        finding.message_id = Some(key.clone());
        finding.message.key = Some(key);
        finding.message.text.push_str(&format!(" {round}"));
        finding.cleaned.push_str(&format!(" {round}"));
        // No two copies of a template have the same minute, and every tenth copy proposes a unique record.
        let later = SignedDuration::from_mins(i64::try_from(round).ok()?);
        let at = finding.created_at.and_then(|at| at.checked_add(later).ok());
        (finding.created_at, finding.message.created_at) = (at, at);
        if round % 10 == 0
            && let Some(record) = finding.claims.first_mut().and_then(|judged| judged.claim.record.as_mut())
        {
            let content = record.fields.get_mut("content");
            if let Some(text) = content {
                text.push_str(&format!(" {round}"));
            }
        }
    }
    Some(reviewed)
}

/// The resident memory of this process in KiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

/// Presses keys from a script, each as soon as the frame of the last one is drawn.
pub(crate) struct Script {
    keys: Vec<KeyPress>,
    next: usize,
    pressed: Option<Instant>,
    times: Vec<Duration>,
}

impl Script {
    pub(crate) fn new(keys: &str, times: usize) -> Self {
        let press = |c| match c {
            '\n' => KeyPress::code(KeyCode::Enter),
            '\u{1b}' => KeyPress::code(KeyCode::Esc),
            '\u{15}' => KeyPress::ctrl('u'),
            '⇟' => KeyPress::code(KeyCode::PageDown),
            c => KeyPress::char(c),
        };
        let keys = std::iter::repeat_n(keys, times).flat_map(str::chars).map(press).collect();
        Self { keys, next: 0, pressed: None, times: Vec::new() }
    }

    /// The time of the slowest frame.
    pub(crate) fn slowest(&self) -> Duration {
        self.times.iter().max().copied().unwrap_or_default()
    }

    fn print(mut self, name: &str) {
        self.times.sort_unstable();
        let at = |part: usize| self.times.get((self.times.len().saturating_sub(1)) * part / 100).copied();
        let shown =
            |time: Option<Duration>| time.map_or("-".to_owned(), |time| format!("{:.2} ms", time.as_secs_f64() * 1e3));
        println!("{name:<28}{:>8}{:>12}{:>12}{:>12}", self.times.len(), shown(at(50)), shown(at(99)), shown(at(100)));
    }
}

impl Script {
    /// Receives an event that no key caused, and times its frame like that of a key. Returns `None` while there are
    /// keys to press.
    pub(crate) fn take_in(&mut self, hear: impl FnOnce() -> Option<Action>) -> Option<Event> {
        self.drawn();
        let action = (self.next == self.keys.len()).then(hear)??;
        self.pressed = Some(Instant::now());
        Some(Event::Do(action))
    }

    /// Records the frame of the last key.
    fn drawn(&mut self) {
        let now = Instant::now();
        self.times.extend(self.pressed.take().map(|pressed| now - pressed));
    }

    fn press(&mut self) -> Option<Event> {
        let key = *self.keys.get(self.next)?;
        self.next += 1;
        self.pressed = Some(Instant::now());
        Some(Event::Key(key))
    }
}

impl Input for Script {
    fn next(&mut self) -> io::Result<Event> {
        self.drawn();
        Ok(self.press().unwrap_or(Event::Do(Action::Quit)))
    }

    /// Does not wait for longer work. After the last key, the work continues, and each of its frames counts like that
    /// of a key.
    fn at_hand(&mut self) -> io::Result<Option<Event>> {
        self.drawn();
        let event = self.press();
        self.pressed.get_or_insert_with(Instant::now);
        Ok(event)
    }
}
