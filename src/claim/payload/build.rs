//! Putting the value together while the text is read.

use serde_json::{Map, Value};

/// The deepest nesting that is built. `serde_json` drops and prints its values by recursion, so nothing deeper may exist.
pub(super) const MAX_DEPTH: usize = 512;

/// A container that is still open.
enum Level {
    Object {
        members: Map<String, Value>,
        /// The key whose value comes next, and where it stands.
        key: Option<(String, usize)>,
    },
    List(Vec<Value>),
}

/// A key that its object had before.
pub(super) struct Duplicate {
    pub(super) at: usize,
    /// Whether the two values differ.
    pub(super) differs: bool,
}

/// The containers on the way to the value that is being read.
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

    /// The key of the next value.
    pub(super) fn key(&mut self, name: String, at: usize) {
        if let Some(Level::Object { key, .. }) = self.levels.last_mut() {
            *key = Some((name, at));
        }
    }

    /// Whether a key waits for its value.
    pub(super) fn has_key(&self) -> bool {
        matches!(self.levels.last(), Some(Level::Object { key: Some(_), .. }))
    }

    /// Forgets the key whose value never came.
    pub(super) fn drop_key(&mut self) {
        if let Some(Level::Object { key, .. }) = self.levels.last_mut() {
            *key = None;
        }
    }

    /// Puts a value where the text is. Comparing two values of one key costs no more than reading them did.
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

    /// Opens the list again that is the last value of the innermost object, if there is one, and says whether it is a list of `rows`.
    /// What is at the end of these without brackets is a row whose own is missing: the one that closed it closed the list.
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

    /// Closes the innermost container. A key without a value has null.
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

    /// The whole value, with what is still open closed; None where it was too deep.
    pub(super) fn finish(mut self) -> Option<Value> {
        while !self.levels.is_empty() {
            self.close();
        }
        self.root
    }
}
