//! Records how findings that were decided together had been selected. It is stored with their step, and a batch note
//! lists it.

use super::{Decision, DecisionKind, ReviewError, ReviewFile};
use crate::source::{Key, Selection};

/// Prefix of the keys in `meta`; the number of the step follows.
const PREFIX: &str = "selection:";

impl ReviewFile {
    /// Records how the findings of the last undo step were selected.
    pub fn select(&mut self, selection: &Selection) -> Result<(), ReviewError> {
        let text = self.json(selection)?;
        let gesture = self.history.last_gesture();
        self.set_meta(&format!("{PREFIX}{gesture}"), &text)?;
        self.history.select(gesture);
        Ok(())
    }

    /// The steps with a stored selection.
    pub(super) fn selected_gestures(&self) -> Result<Vec<i64>, ReviewError> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let sql = "SELECT substr(name, length(?1) + 1) FROM meta WHERE substr(name, 1, length(?1)) = ?1";
            self.connection.prepare(sql)?.query_map([PREFIX], |row| row.get(0))?.collect()
        };
        let gestures = read().map_err(self.sqlite())?;
        Ok(gestures.iter().filter_map(|gesture| gesture.parse().ok()).collect())
    }

    /// The distinct selections, in the order of their steps, that have an accepted finding for which `waits` returns
    /// `true`.
    pub fn selections(&self, waits: impl Fn(&Key, &Decision) -> bool) -> Result<Vec<Selection>, ReviewError> {
        let read = || -> rusqlite::Result<Vec<(i64, Selection)>> {
            let sql = "SELECT name, value FROM meta WHERE substr(name, 1, length(?1)) = ?1";
            let mut statement = self.connection.prepare(sql)?;
            let rows = statement.query_map([PREFIX], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
            let read = |(name, value): (String, String)| {
                Some((name.strip_prefix(PREFIX)?.parse().ok()?, serde_json::from_str(&value).ok()?))
            };
            Ok(rows.collect::<Result<Vec<_>, _>>()?.into_iter().filter_map(read).collect())
        };
        let mut kept = read().map_err(self.sqlite())?;
        kept.sort_by_key(|(gesture, _)| *gesture);
        let mut selections = Vec::new();
        for (gesture, selection) in kept {
            let counts = |(seq, key, _): (i64, Key, Option<i64>)| {
                let decision = self.history.decision(&key).filter(|decision| decision.seq == seq);
                decision.is_some_and(|decision| decision.kind == DecisionKind::Accept && waits(&key, decision))
            };
            if !selections.contains(&selection) && self.history.events(gesture).into_iter().any(counts) {
                selections.push(selection);
            }
        }
        Ok(selections)
    }
}
