//! A key map as a configuration file says it: a preset, and what is to be otherwise.

use serde_json::{Map, Value};

use crate::tui::input::bindings::{BINDINGS, Binding};
use crate::tui::input::context::Context;
use crate::tui::input::key_press::KeyPress;
use crate::tui::text::near::nearest;

use super::preset::Preset;
use super::{KeyMap, rules};

/// A mistake in the `keys` of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMistake {
    /// In which of the files, counted from the lowest.
    pub file: usize,
    /// The fields and places of lists that lead to it, from the section on.
    pub path: Vec<String>,
    /// What is wrong, in words for the person who wrote it.
    pub reason: String,
}

/// The keys of an action as one file wants them.
struct Wish {
    /// The row of the table.
    row: usize,
    keys: Vec<KeyPress>,
    file: usize,
    path: Vec<String>,
}

impl KeyMap {
    /// The key map that configuration files ask for, the lowest first: what a file does not name stays.
    ///
    /// # Errors
    /// Everything that is wrong with them; nothing of them is in force then.
    pub fn configured(files: &[&Value]) -> Result<Self, Vec<KeyMistake>> {
        let mut reader = Reader::default();
        for (file, section) in files.iter().enumerate() {
            reader.file = file;
            reader.section(section);
        }
        let Reader { preset, wishes, mut mistakes, .. } = reader;
        let mut map = preset.keys();
        for wish in &wishes {
            map.set_row(wish.row, &wish.keys);
        }
        // What could not be read would only make more mistakes of what is right.
        if mistakes.is_empty() {
            mistakes = rules::offences(&map).into_iter().map(|offence| blame(offence, &wishes)).collect();
        }
        if mistakes.is_empty() { Ok(map) } else { Err(mistakes) }
    }
}

/// The mistake in the file that an offence comes from: the last word about one of its rows.
fn blame(offence: rules::Offence, wishes: &[Wish]) -> KeyMistake {
    let Some(wish) = wishes.iter().rev().find(|wish| offence.rows.contains(&wish.row)) else {
        return KeyMistake { file: 0, path: Vec::new(), reason: offence.reason };
    };
    let mut path = wish.path.clone();
    path.extend(offence.key.and_then(|key| wish.keys.iter().rposition(|known| *known == key)).map(|at| at.to_string()));
    KeyMistake { file: wish.file, path, reason: offence.reason }
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    file: usize,
    preset: Preset,
    wishes: Vec<Wish>,
    mistakes: Vec<KeyMistake>,
}

impl Reader {
    fn mistake(&mut self, path: &[&str], reason: impl Into<String>) {
        let path = path.iter().map(|step| (*step).to_owned()).collect();
        self.mistakes.push(KeyMistake { file: self.file, path, reason: reason.into() });
    }

    fn section(&mut self, section: &Value) {
        let Some(section) = section.as_object() else {
            self.mistake(&[], "`keys` holds a preset and contexts, such as {review: {accept: \"a\"}}");
            return;
        };
        for (name, value) in section {
            let context = Context::ALL.into_iter().find(|context| context.name() == name);
            match (context, value) {
                _ if name == "preset" => self.preset(value),
                (Some(context), Value::Object(actions)) => self.context(context, actions),
                (Some(_), _) => self.mistake(&[name], "a context holds actions, such as {accept: \"a\"}"),
                (None, _) => {
                    let known = Context::ALL.map(Context::name);
                    let reason = unknown("context", name, known.into_iter().chain(["preset"]), &known.join(", "));
                    self.mistake(&[name], reason);
                }
            }
        }
    }

    fn preset(&mut self, value: &Value) {
        let known = Preset::ALL.map(Preset::name);
        let named = value.as_str().unwrap_or_default();
        match Preset::ALL.into_iter().find(|preset| preset.name() == named) {
            Some(preset) => self.preset = preset,
            None => self.mistake(&["preset"], unknown("preset", named, known, &known.join(", "))),
        }
    }

    fn context(&mut self, context: Context, actions: &Map<String, Value>) {
        for (name, value) in actions {
            let is_meant =
                |row: &usize| BINDINGS.get(*row).is_some_and(|row| row.context == context && row.name() == name);
            let Some(row) = (0..BINDINGS.len()).find(is_meant) else {
                let known = BINDINGS.iter().filter(|row| row.context == context).map(Binding::name);
                let all: Vec<_> = known.clone().collect();
                let reason = unknown(&format!("action of `{}`", context.name()), name, known, &all.join(", "));
                self.mistake(&[context.name(), name], reason);
                continue;
            };
            self.keys(row, &[context.name(), name], value);
        }
    }

    fn keys(&mut self, row: usize, path: &[&str; 2], value: &Value) {
        let path = path.as_slice();
        let written: Vec<&Value> = match value {
            Value::Array(keys) => keys.iter().collect(),
            one => vec![one],
        };
        let mut keys = Vec::new();
        for (place, value) in written.iter().enumerate() {
            let read = value.as_str().map(KeyPress::parse);
            match read.unwrap_or_else(|| Err("a key, or a list of keys, such as [\"a\", \"Enter\"]".to_owned())) {
                Ok(key) => keys.push(key),
                Err(reason) if value.is_string() && matches!(written.as_slice(), [_]) => self.mistake(path, reason),
                Err(reason) => self.mistake(&[path, &[&place.to_string()]].concat(), reason),
            }
        }
        let path = path.iter().map(|step| (*step).to_owned()).collect();
        self.wishes.push(Wish { row, keys, file: self.file, path });
    }
}

/// That a name is not known, with the one that may be meant, or else with all.
fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>, all: &str) -> String {
    match nearest(name, known) {
        Some(near) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{name}`; there are {all}"),
    }
}
