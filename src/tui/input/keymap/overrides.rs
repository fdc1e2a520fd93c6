//! The key map of configuration files: a preset and overrides.

use serde_json::{Map, Value};

use crate::tui::input::bindings::Binding;
use crate::tui::input::context::KeyContext;
use crate::tui::input::key_press::KeyPress;
use crate::tui::text::suggestions::nearest;

use super::preset::Preset;
use super::{KeyMap, rules};

/// A mistake in the `keys` of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMistake {
    /// The index of the file, counted from the lowest in precedence.
    pub file: usize,
    /// The fields and list indices that lead to it, starting at the section.
    pub path: Vec<String>,
    /// What is wrong, in words for the user.
    pub reason: String,
}

/// The keys that one file sets for an action.
struct KeyOverride {
    /// The row of the table.
    row: usize,
    keys: Vec<KeyPress>,
    file: usize,
    path: Vec<String>,
}

impl KeyMap {
    /// Builds a key map from configuration files, in ascending precedence. Rows that no file names keep their keys.
    ///
    /// # Errors
    /// All mistakes in the files. None of their settings is in force then.
    pub fn configured(files: &[&Value]) -> Result<Self, Vec<KeyMistake>> {
        let mut reader = KeySectionReader::default();
        for (file, section) in files.iter().enumerate() {
            reader.file = file;
            reader.section(section);
        }
        let KeySectionReader { preset, overrides, mut mistakes, .. } = reader;
        let mut map = preset.keys();
        for key_override in &overrides {
            map.set_row(key_override.row, &key_override.keys);
        }
        // Rules are checked only if everything could be read: otherwise a read error would cause further mistakes.
        if mistakes.is_empty() {
            mistakes = rules::violations(&map).into_iter().map(|violation| blame(violation, &overrides)).collect();
        }
        if mistakes.is_empty() { Ok(map) } else { Err(mistakes) }
    }
}

/// The mistake for a violation, in the file that last set one of its rows.
fn blame(violation: rules::RuleViolation, overrides: &[KeyOverride]) -> KeyMistake {
    let Some(key_override) = overrides.iter().rev().find(|key_override| violation.rows.contains(&key_override.row))
    else {
        return KeyMistake { file: 0, path: Vec::new(), reason: violation.reason };
    };
    let mut path = key_override.path.clone();
    path.extend(
        violation
            .key
            .and_then(|key| key_override.keys.iter().rposition(|known| *known == key))
            .map(|at| at.to_string()),
    );
    KeyMistake { file: key_override.file, path, reason: violation.reason }
}

/// The state of reading the files.
#[derive(Default)]
struct KeySectionReader {
    /// The default key map, which knows all contexts and rows.
    known: KeyMap,
    file: usize,
    preset: Preset,
    overrides: Vec<KeyOverride>,
    mistakes: Vec<KeyMistake>,
}

impl KeySectionReader {
    fn mistake(&mut self, path: &[&str], reason: impl Into<String>) {
        let path = path.iter().map(|step| (*step).to_owned()).collect();
        self.mistakes.push(KeyMistake { file: self.file, path, reason: reason.into() });
    }

    fn section(&mut self, section: &Value) {
        let Some(section) = section.as_object() else {
            self.mistake(&[], "`keys` holds a preset and contexts, such as {review: {accept: \"a\"}}");
            return;
        };
        let contexts = self.known.contexts();
        for (name, value) in section {
            let context = contexts.iter().find(|context| context.name == name);
            match (context, value) {
                _ if name == "preset" => self.preset(value),
                (Some(context), Value::Object(actions)) => self.context(*context, actions),
                (Some(_), _) => self.mistake(&[name], "a context holds actions, such as {accept: \"a\"}"),
                (None, _) => {
                    let known = contexts.iter().map(|context| context.name);
                    let all: Vec<_> = known.clone().collect();
                    let reason = unknown("context", name, known.chain(["preset"]), &all.join(", "));
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

    fn context(&mut self, context: KeyContext, actions: &Map<String, Value>) {
        for (name, value) in actions {
            let is_meant = |row: &&Binding| row.context == context && row.name() == name;
            let Some(row) = self.known.table.iter().position(is_meant) else {
                let known = self.known.table.iter().filter(|row| row.context == context).map(|row| row.name());
                let all: Vec<_> = known.clone().collect();
                let reason = unknown(&format!("{} action", context.name), name, known, &all.join(", "));
                self.mistake(&[context.name, name], reason);
                continue;
            };
            self.keys(row, &[context.name, name], value);
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
        self.overrides.push(KeyOverride { row, keys, file: self.file, path });
    }
}

/// Reports an unknown name with the nearest known one, or else with all.
fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>, all: &str) -> String {
    match nearest(name, known) {
        Some(near) => format!("unknown {what} `{name}`; did you mean `{near}`?"),
        None => format!("unknown {what} `{name}`; known are {all}"),
    }
}
