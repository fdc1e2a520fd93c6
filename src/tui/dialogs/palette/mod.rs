//! Actions by their names: what is written in the prompt, and what it may mean.

pub(crate) mod update;
mod view;

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32String};
use tui_input::Input;

use crate::tui::findings::order::Order;
use crate::tui::findings::query::Query;
use crate::tui::input::action::Action;
use crate::tui::input::context::Context;
use crate::tui::review::available;

use super::dialog::{Dialog, Outcome};
use super::recent;
use super::sheet::{Room, Sheet};

/// How many rows it takes at most.
const MOST_ROWS: usize = 18;
use crate::tui::review::model::Model;

/// What hands write that know other programs.
const ALIASES: [(&str, Action); 5] = [
    ("q", Action::Quit),
    ("q!", Action::Quit),
    ("w", Action::PlanWriteBack),
    ("write", Action::PlanWriteBack),
    ("h", Action::Help),
];

/// The prompt for actions by their names.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    pub(crate) input: Input,
    /// The choice that was gone to; `None` while only the text counts.
    pub(crate) cursor: Option<usize>,
    /// Why it was not run.
    pub(crate) refused: Option<String>,
}

impl Dialog for Palette {
    fn context(&self) -> Context {
        Context::Palette
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Outcome {
        match action {
            Action::Move(motion) => update::go(model, self, motion),
            Action::Choose => return update::run(model, self),
            _ => {}
        }
        Outcome::stays()
    }

    fn begin_typing(&mut self) -> Option<&mut Input> {
        (self.cursor, self.refused) = (None, None);
        Some(&mut self.input)
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
        let rows = room.rows().min(MOST_ROWS);
        let lines = view::lines(room.model, self, room.theme, room.width(), rows);
        Some(Sheet::new("Commands", lines, room.theme))
    }
}

/// What a text asks for that is more than a name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Go to the finding of the message with this key.
    GoTo(String),
    /// Show only what this asks for.
    Filter(Query),
    /// Search for this.
    Search(String),
    /// Sort so.
    Sort(Order),
}

/// The commands that want an argument: the name, what stands behind it, and what they do.
const COMMANDS: [(&str, &str, &str); 4] = [
    ("goto", "KEY", "go to the finding of a message; the number alone does too"),
    ("filter", "QUERY", "show only what a query asks for"),
    ("search", "TEXT", "go to the first hit from here"),
    ("sort", "BY", "sort by time, agent, pattern, confidence, alike, or found"),
];

/// Something to choose in the list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    /// What it does.
    pub(crate) what: Does,
    /// Its name, and behind it what it wants.
    pub(crate) name: String,
    /// The keys that do the same.
    pub(crate) keys: String,
    /// What it does, in words.
    pub(crate) help: &'static str,
    /// Why it cannot be done now.
    pub(crate) obstacle: Option<String>,
}

/// What a choice does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Does {
    /// This, at once.
    Act(Action),
    /// It goes on writing, with a name that wants an argument.
    GoOn(&'static str),
}

impl Palette {
    /// What is written, without blanks around it.
    pub(crate) fn text(&self) -> &str {
        self.input.value().trim()
    }

    /// The action whose name is written in full.
    pub(crate) fn named(&self, model: &Model) -> Option<Action> {
        let written = self.text();
        if let Some((_, action)) = ALIASES.iter().find(|(alias, _)| *alias == written) {
            return Some(action.clone());
        }
        let written = plain(written);
        let mut actions = model.setting.keys.rows_of(Context::Review).map(|row| &row.binding.action);
        actions.find(|action| action.name().is_some_and(|name| plain(name) == written)).cloned()
    }

    /// What is written, where it is more than a name; a mistake in it is told.
    pub(crate) fn command(&self, model: &Model) -> Option<Result<Command, String>> {
        let text = self.text();
        let is_key = |text: &str| recent::update::place_of(model, text).is_some();
        if !text.is_empty() && (text.chars().all(|c| c.is_ascii_digit()) || is_key(text)) {
            return Some(Ok(Command::GoTo(text.to_owned())));
        }
        let (name, argument) = text.split_once(char::is_whitespace)?;
        let argument = argument.trim();
        Some(match name {
            "goto" => Ok(Command::GoTo(argument.to_owned())),
            "search" => Ok(Command::Search(argument.to_owned())),
            "filter" => Query::parse(argument).map(Command::Filter).map_err(|mistake| mistake.text),
            "sort" => Order::named(argument)
                .map(Command::Sort)
                .ok_or_else(|| "it sorts by time, agent, pattern, confidence, alike, or found".to_owned()),
            _ => return None,
        })
    }

    /// What the text may mean, the likeliest first; all there is where nothing is written.
    pub(crate) fn choices(&self, model: &Model) -> Vec<Choice> {
        let text = self.text();
        let first = text.split_whitespace().next().unwrap_or_default();
        let named = self.named(model);
        let mut ranks = Ranks::of(text);
        let commands = COMMANDS.iter().filter_map(|(name, argument, help)| {
            // Whose argument is being written stays in sight.
            let rank = if *name == first && text != first { Some(u32::MAX) } else { ranks.rank(name, help) };
            let name_shown = format!("{name} {argument}");
            let choice = Choice { what: Does::GoOn(name), name: name_shown, keys: String::new(), help, obstacle: None };
            rank.map(|rank| (rank.saturating_sub(1), choice))
        });
        let commands: Vec<_> = commands.collect();
        let rows = model.setting.keys.rows_of(Context::Review).filter_map(|row| {
            let action = &row.binding.action;
            let is_named = named.as_ref() == Some(action);
            let rank = if is_named { Some(u32::MAX) } else { ranks.rank(row.binding.name(), row.binding.help) };
            let choice = Choice {
                what: Does::Act(action.clone()),
                name: row.binding.name().to_owned(),
                keys: row.keys_text(),
                help: row.binding.help,
                obstacle: available::in_review(model, action),
            };
            rank.filter(|_| *action != Action::Palette).map(|rank| (rank, choice))
        });
        let mut ranked: Vec<_> = rows.chain(commands).collect();
        ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        ranked.into_iter().map(|(_, choice)| choice).collect()
    }
}

/// A name as it is compared: people write blanks and minus signs where it has others.
fn plain(name: &str) -> String {
    name.to_lowercase().replace([' ', '-'], "_")
}

/// How well names fit what is written.
struct Ranks {
    pattern: Pattern,
    words: Vec<String>,
    matcher: Matcher,
}

impl Ranks {
    /// A name that fits comes before a help that holds the words.
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
        // Short words stand in nearly every sentence.
        let in_help = || self.words.iter().all(|word| word.chars().count() > 2 && help.contains(word.as_str()));
        by_name.or_else(|| in_help().then_some(0))
    }
}
