//! Builds the value while the text is read.

use serde_json::{Map, Value};

/// The deepest nesting that is built. `serde_json` drops and prints its values recursively, so deeper ones would
/// overflow the stack.
pub(super) const MAX_DEPTH: usize = 512;

/// A container that is still open.
enum Level {
    Object {
        members: Map<String, Value>,
        /// The key of the next value, and its byte in the text.
        key: Option<(String, usize)>,
    },
    List(Vec<Value>),
}

/// A key that the object already had.
pub(super) struct Duplicate {
    pub(super) at: usize,
    /// Whether the two values differ.
    pub(super) differs: bool,
}

/// The containers around the value that is being read.
#[derive(Default)]
pub(super) struct Builder {
    levels: Vec<Level>,
    root: Option<Value>,
    too_deep: bool,
}

impl Builder {
    pub(super) fn open_object(&mut self) {
        self.open(Level::Object { members: Map::new(), key: None });
    }

    pub(super) fn open_list(&mut self) {
        self.open(Level::List(Vec::new()));
    }

    fn open(&mut self, level: Level) {
        if self.levels.len() == MAX_DEPTH {
            self.too_deep = true;
            self.levels.clear();
        }
        if !self.too_deep {
            self.levels.push(level);
        }
    }

    /// Sets the key of the next value.
    pub(super) fn key(&mut self, name: String, at: usize) {
        if let Some(Level::Object { key, .. }) = self.levels.last_mut() {
            *key = Some((name, at));
        }
    }

    /// Whether there is a key without a value yet.
    pub(super) fn has_key(&self) -> bool {
        matches!(self.levels.last(), Some(Level::Object { key: Some(_), .. }))
    }

    /// Drops a key whose value never came.
    pub(super) fn drop_key(&mut self) {
        if let Some(Level::Object { key, .. }) = self.levels.last_mut() {
            *key = None;
        }
    }

    /// Adds a value. Comparing the two values of a duplicate key costs no more than reading them did.
    pub(super) fn value(&mut self, value: Value) -> Option<Duplicate> {
        match self.levels.last_mut() {
            Some(Level::Object { members, key }) => {
                let (name, at) = key.take()?;
                let differs = members.get(&name).map(|former| *former != value);
                members.insert(name, value);
                differs.map(|differs| Duplicate { at, differs })
            }
            Some(Level::List(values)) => {
                values.push(value);
                None
            }
            None => {
                if !self.too_deep {
                    self.root = Some(value);
                }
                None
            }
        }
    }

    /// Reopens the list that is the last value of the innermost object, if there is one, and returns whether it is a
    /// list of `rows`. Trailing values without brackets then form the last row: its own bracket closed the list.
    pub(super) fn reopen_list(&mut self, rows: bool) -> Option<bool> {
        let Some(Level::Object { members, key }) = self.levels.last_mut() else {
            return None;
        };
        let last = members.iter().next_back().filter(|(_, value)| value.is_array()).map(|(name, _)| name.clone());
        let Some((name, Value::Array(mut values))) = last.and_then(|name| members.remove_entry(&name)) else {
            return None;
        };
        let lists = values.iter().take_while(|value| value.is_array()).count();
        let (first, bare) = values.split_at(lists);
        let has_rows = rows && !first.is_empty() && !bare.is_empty() && !bare.iter().any(Value::is_array);
        if has_rows {
            let row = values.split_off(lists);
            values.push(Value::Array(row));
        }
        *key = Some((name, 0));
        self.levels.push(Level::List(values));
        Some(has_rows)
    }

    /// Opens a list around the innermost container.
    pub(super) fn enclose_in_list(&mut self) {
        if let Some(innermost) = self.levels.pop() {
            self.open_list();
            self.open(innermost);
        }
    }

    /// Closes the innermost container. A key without a value gets null.
    pub(super) fn close(&mut self) -> Option<Duplicate> {
        let value = match self.levels.pop()? {
            Level::Object { mut members, key } => {
                if let Some((name, _)) = key {
                    members.entry(name).or_insert(Value::Null);
                }
                Value::Object(members)
            }
            Level::List(values) => Value::Array(values),
        };
        self.value(value)
    }

    /// The whole value, with all containers closed; `None` if it is nested too deeply.
    pub(super) fn finish(mut self) -> Option<Value> {
        while !self.levels.is_empty() {
            self.close();
        }
        self.root
    }
}
