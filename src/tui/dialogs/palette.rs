//! The palette: actions by name.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32String};
use ratatui::text::Line;
use tui_input::Input;

use crate::tui::findings::order::Order;
use crate::tui::findings::query::Query;
use crate::tui::input::action::{Action, Motion};
use crate::tui::input::bindings::{BACK_TAB, DOWN, ENTER, ESC, TAB, UP, ctrl, help, show};
use crate::tui::input::context::{KeyContext, Typing};
use crate::tui::review::actions::find;
use crate::tui::review::available;
use crate::tui::review::dialog::{Dialog, DialogContext, DialogOutcome};
use crate::tui::review::model::Model;
use crate::tui::review::registration::Registration;
use crate::tui::text::{self, Piece};
use crate::tui::theme::Theme;
use crate::tui::widgets::prompt;
use crate::tui::widgets::sheet::Sheet;

use super::recent;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("commands", "Commands").typing(Typing::Line);

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[ENTER], Action::Choose, "run", "run the chosen command; a decision needs its full name"),
        show(CONTEXT, &[DOWN, TAB, ctrl('n')], Action::Move(Motion::Down), "down", "next choice"),
        show(CONTEXT, &[UP, BACK_TAB, ctrl('p')], Action::Move(Motion::Up), "up", "previous choice"),
        show(CONTEXT, &[ESC], Action::Leave, "cancel", "run nothing"),
        help(CONTEXT),
    ],
};

/// The maximum number of rows it takes.
const MOST_ROWS: usize = 18;

/// Aliases known from other programs.
const ALIASES: [(&str, Action); 5] = [
    ("q", Action::Quit),
    ("q!", Action::Quit),
    ("w", Action::PlanWriteBack),
    ("write", Action::PlanWriteBack),
    ("h", Action::Help),
];

/// The prompt for actions by their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Palette {
    pub(crate) input: Input,
    /// The selected choice; `None` while only the text counts.
    pub(crate) cursor: Option<usize>,
    /// Why it was not run.
    pub(crate) refused: Option<String>,
}

impl Dialog<Model> for Palette {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn act(&mut self, model: &mut Model, action: Action) -> DialogOutcome {
        match action {
            Action::Move(motion) => go(model, self, motion),
            Action::Choose => return run(model, self),
            _ => {}
        }
        DialogOutcome::stays()
    }

    fn input_line(&mut self) -> Option<&mut Input> {
        (self.cursor, self.refused) = (None, None);
        Some(&mut self.input)
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let rows = context.rows().min(MOST_ROWS);
        let lines = lines(context.model, self, context.theme, context.width(), rows);
        Some(Sheet::new("Commands", lines, context.theme))
    }
}

/// A command with an argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PaletteCommand {
    /// Go to the finding of the message with this key.
    GoTo(String),
    /// Show only what this query matches.
    Filter(Query),
    /// Search for this text.
    Search(String),
    /// Sort in this order.
    Sort(Order),
}

/// The commands that take an argument: name, argument and help.
const COMMANDS: [(&str, &str, &str); 4] = [
    ("goto", "KEY", "go to the finding of a message; its number alone works too"),
    ("filter", "QUERY", "filter by a query"),
    ("search", "TEXT", "go to the first match from here"),
    ("sort", "BY", "sort by time, agent, pattern, confidence, alike, or found"),
];

/// An entry of the list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PaletteChoice {
    /// What choosing it does.
    pub(crate) what: ChoiceAction,
    /// Its name and argument.
    pub(crate) name: String,
    /// The keys bound to the same action.
    pub(crate) keys: String,
    /// What it does, in words; the search looks in them too.
    pub(crate) help: &'static str,
    /// Why it cannot be done now, if so.
    pub(crate) obstacle: Option<String>,
    /// Whether only its help has the typed words: it is run only if it is chosen.
    pub(crate) by_help: bool,
}

/// What choosing an entry does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ChoiceAction {
    /// Runs this action; a decision needs its full name to be typed.
    Run(Action),
    /// Completes the name of a command that takes an argument.
    GoOn(&'static str),
}

impl Palette {
    /// The typed text, without white space around it.
    pub(crate) fn text(&self) -> &str {
        self.input.value().trim()
    }

    /// Whether the text implies its best entry: it is a part of its name.
    fn implies(&self, choices: &[PaletteChoice]) -> bool {
        !self.text().is_empty() && choices.first().is_some_and(|first| !first.by_help)
    }

    /// The action whose full name was typed.
    pub(crate) fn named(&self, model: &Model) -> Option<Action> {
        let written = self.text();
        if let Some((_, action)) = ALIASES.iter().find(|(alias, _)| *alias == written) {
            return Some(action.clone());
        }
        let written = plain(written);
        let mut actions = model.settings.keys.rows_of(KeyContext::REVIEW).map(|row| &row.binding.action);
        actions.find(|action| action.name().is_some_and(|name| plain(name) == written)).cloned()
    }

    /// The typed command, or the mistake in it; `None` if the text is only a name.
    pub(crate) fn command(&self, model: &Model) -> Option<Result<PaletteCommand, String>> {
        let text = self.text();
        let is_key = |text: &str| recent::place_of(model, text).is_some();
        if !text.is_empty() && (text.chars().all(|c| c.is_ascii_digit()) || is_key(text)) {
            return Some(Ok(PaletteCommand::GoTo(text.to_owned())));
        }
        let (name, argument) = text.split_once(char::is_whitespace)?;
        let argument = argument.trim();
        Some(match name {
            "goto" => Ok(PaletteCommand::GoTo(argument.to_owned())),
            "search" => Ok(PaletteCommand::Search(argument.to_owned())),
            "filter" => Query::parse(argument).map(PaletteCommand::Filter).map_err(|mistake| mistake.text),
            "sort" => Order::named(argument)
                .map(PaletteCommand::Sort)
                .ok_or_else(|| "it sorts by time, agent, pattern, confidence, alike, or found".to_owned()),
            _ => return None,
        })
    }

    /// The entries that match the text, best first; all entries for an empty text.
    pub(crate) fn choices(&self, model: &Model) -> Vec<PaletteChoice> {
        let text = self.text();
        let first = text.split_whitespace().next().unwrap_or_default();
        let named = self.named(model);
        let mut ranks = NameMatcher::of(text);
        let commands = COMMANDS.iter().filter_map(|(name, argument, help)| {
            // The command whose argument is typed stays visible.
            let rank = if *name == first && text != first { Some(u32::MAX) } else { ranks.rank(name, help) };
            let name_shown = format!("{name} {argument}");
            let choice = PaletteChoice {
                what: ChoiceAction::GoOn(name),
                name: name_shown,
                keys: String::new(),
                help,
                obstacle: None,
                by_help: rank == Some(0),
            };
            rank.map(|rank| (rank.saturating_sub(1), choice))
        });
        let commands: Vec<_> = commands.collect();
        let rows = model.settings.keys.rows_of(KeyContext::REVIEW).filter_map(|row| {
            let action = &row.binding.action;
            let is_named = named.as_ref() == Some(action);
            let rank = if is_named { Some(u32::MAX) } else { ranks.rank(row.binding.name(), row.binding.help) };
            let choice = PaletteChoice {
                what: ChoiceAction::Run(action.clone()),
                name: row.binding.name().to_owned(),
                keys: row.keys_text(),
                help: row.binding.help,
                obstacle: available::in_review(model, action),
                by_help: rank == Some(0),
            };
            rank.filter(|_| *action != Action::Palette).map(|rank| (rank, choice))
        });
        let mut ranked: Vec<_> = rows.chain(commands).collect();
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        ranked.into_iter().map(|(_, choice)| choice).collect()
    }
}

/// A name in normal form: lower case, with underscores for blanks and hyphens.
fn plain(name: &str) -> String {
    name.to_lowercase().replace([' ', '-'], "_")
}

/// Ranks names by how well they match the text.
struct NameMatcher {
    pattern: Pattern,
    words: Vec<String>,
    matcher: Matcher,
}

impl NameMatcher {
    /// A match in the name ranks above one in the help text.
    const NAME: u32 = 1000;

    fn of(text: &str) -> Self {
        let text = text.replace(['_', '-'], " ");
        Self {
            pattern: Pattern::new(&text, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy),
            words: text.to_lowercase().split_whitespace().map(str::to_owned).collect(),
            matcher: Matcher::new(Config::DEFAULT),
        }
    }

    fn rank(&mut self, name: &str, help: &str) -> Option<u32> {
        let name = Utf32String::from(name.replace('_', " "));
        let by_name = self.pattern.score(name.slice(..), &mut self.matcher).map(|score| score + Self::NAME);
        let help = help.to_lowercase();
        // Short words occur in nearly every help text.
        let in_help = || self.words.iter().all(|word| word.chars().count() > 2 && help.contains(word.as_str()));
        by_name.or_else(|| in_help().then_some(0))
    }
}

pub(crate) fn open(model: &mut Model) {
    model.open(Palette::default());
}

fn go(model: &Model, palette: &mut Palette, motion: Motion) {
    let choices = palette.choices(model);
    let cursor = match palette.cursor {
        None if motion == Motion::Down && !palette.implies(&choices) => 0,
        cursor => motion.among(cursor.unwrap_or(0), choices.len()),
    };
    (palette.cursor, palette.refused) = (Some(cursor), None);
}

/// Runs the chosen entry. A decision needs its full name, so that Enter alone never rejects a finding.
fn run(model: &mut Model, palette: &mut Palette) -> DialogOutcome {
    match enter_action(model, palette) {
        EnterAction::Leave => DialogOutcome::closes(Vec::new()),
        EnterAction::Run(action) => DialogOutcome::closes_and_runs(action),
        EnterAction::Command(command) => {
            carry_out(model, command);
            DialogOutcome::closes(Vec::new())
        }
        EnterAction::GoOn(name) => {
            *palette = Palette { input: format!("{name} ").into(), ..Palette::default() };
            DialogOutcome::stays()
        }
        EnterAction::Refuse(why) => {
            palette.refused = Some(why);
            DialogOutcome::stays()
        }
    }
}

/// What Enter does with the typed text and the selected entry.
enum EnterAction {
    Leave,
    Run(Action),
    Command(PaletteCommand),
    GoOn(&'static str),
    Refuse(String),
}

fn enter_action(model: &Model, palette: &Palette) -> EnterAction {
    if palette.cursor.is_none() {
        match palette.command(model) {
            Some(Ok(command)) => {
                return refused(model, &command).map_or(EnterAction::Command(command), EnterAction::Refuse);
            }
            Some(Err(mistake)) => return EnterAction::Refuse(mistake),
            None if palette.text().is_empty() => return EnterAction::Leave,
            None => {}
        }
    }
    let named = palette.named(model);
    let mut choices = palette.choices(model);
    let place = palette.cursor.unwrap_or(0);
    if place >= choices.len() {
        return EnterAction::Refuse(format!("no command `{}`", palette.text()));
    }
    let choice = choices.swap_remove(place);
    if choice.by_help && palette.cursor.is_none() {
        let down = model.settings.keys.key(CONTEXT, &Action::Move(Motion::Down));
        return EnterAction::Refuse(format!("no command `{}`; {down} chooses one from the list", palette.text()));
    }
    match choice.what {
        _ if choice.obstacle.is_some() => EnterAction::Refuse(choice.obstacle.unwrap_or_default()),
        ChoiceAction::Run(action) if matches!(action, Action::Decide(_)) && named.as_ref() != Some(&action) => {
            let key = model.settings.key(&action);
            EnterAction::Refuse(format!("`{0}` decides: type its full name or press {key}", choice.name))
        }
        ChoiceAction::Run(action) => EnterAction::Run(action),
        ChoiceAction::GoOn(name) => EnterAction::GoOn(name),
    }
}

/// Why a command can do nothing.
fn refused(model: &Model, command: &PaletteCommand) -> Option<String> {
    match command {
        PaletteCommand::GoTo(key) if key.is_empty() => Some("goto needs a message key".to_owned()),
        PaletteCommand::GoTo(key) if recent::place_of(model, key).is_none() => Some(recent::unknown(key)),
        PaletteCommand::Search(_) => available::in_review(model, &Action::Search),
        _ => None,
    }
}

fn carry_out(model: &mut Model, command: PaletteCommand) {
    match command {
        PaletteCommand::GoTo(key) => {
            if let Some(place) = recent::place_of(model, &key) {
                recent::go_to(model, place);
            }
        }
        PaletteCommand::Filter(query) => find::show_only(model, query),
        PaletteCommand::Search(text) => find::search(model, &text),
        PaletteCommand::Sort(order) => find::sort_by(model, order),
    }
}

/// The width of the key column.
const KEYS: usize = 12;

/// The prompt, a hint, and the entries around the chosen one, in the given number of rows.
fn lines(model: &Model, open: &Palette, theme: &Theme, width: usize, rows: usize) -> Vec<Line<'static>> {
    let choices = open.choices(model);
    let hint = hint(model, open, choices.is_empty(), theme, width);
    let mut lines = vec![prompt::line(":", &open.input, width, theme), hint];
    let chosen = open.cursor.or(open.implies(&choices).then_some(0));
    let room = rows.saturating_sub(lines.len()).max(1);
    let top = chosen.map_or(0, |chosen| (chosen + 1).saturating_sub(room));
    let names = choices.iter().map(|choice| text::width(&choice.name)).max().unwrap_or(0);
    for (place, choice) in choices.iter().enumerate().skip(top).take(room) {
        lines.push(row(choice, names, chosen == Some(place), theme, width));
    }
    // The sheet keeps its height while fewer entries match.
    lines.resize(rows.max(lines.len()), Line::default());
    lines
}

/// Why the command was not run, else what can be typed.
fn hint(model: &Model, open: &Palette, is_empty: bool, theme: &Theme, width: usize) -> Line<'static> {
    let command = open.command(model);
    let (text, style) = match (&open.refused, command) {
        (Some(refused), _) => (format!("⚠ {refused}"), theme.warning),
        (None, Some(Err(mistake))) => (mistake, theme.dim),
        (None, None) if is_empty => ("no such command".to_owned(), theme.dim),
        (None, _) => {
            let run = model.settings.keys.key(CONTEXT, &Action::Choose);
            (format!("a name, a word, or the key of a message · {run} runs it"), theme.dim)
        }
    };
    let piece = Piece::new(text::shorten(&text, width), style);
    text::wrap(&[piece], width, 2, theme.hidden_char).into_iter().next().unwrap_or_default()
}

fn row(choice: &PaletteChoice, names: usize, is_chosen: bool, theme: &Theme, width: usize) -> Line<'static> {
    let description = choice.obstacle.as_deref().unwrap_or(choice.help);
    let keys = text::fit(&text::shorten(&choice.keys, KEYS), KEYS);
    let row =
        text::fit(&text::shorten(&format!(" {}  {keys}  {description}", text::fit(&choice.name, names)), width), width);
    let style = if choice.obstacle.is_some() { theme.dim } else { theme.text };
    Line::styled(row, if is_chosen { style.patch(theme.selected) } else { style })
}
