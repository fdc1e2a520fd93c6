//! Records how findings that were decided together had been selected. It is stored with their step, and a batch note
//! lists it.

use super::{Decision, DecisionKind, ReviewError, ReviewFile};
use crate::source::{Key, Selection};

/// Prefix of the keys in `meta`; the number of the step follows.
const PREFIX: &str = "selection:";

impl ReviewFile {
    /// Records how the findings of the last undo step were selected.
    pub fn select(&mut self, selection: &Selection) -> Result<(), ReviewError> {
        let text = self.database.json(selection)?;
        let gesture = self.history.last_gesture();
        self.database.set_meta(&format!("{PREFIX}{gesture}"), &text)?;
        self.history.select(gesture);
        Ok(())
    }

    /// The steps with a stored selection.
    pub(super) fn selected_gestures(&self) -> Result<Vec<i64>, ReviewError> {
        Ok(self.stored_selections()?.into_iter().map(|(gesture, _)| gesture).collect())
    }

    /// The distinct selections, in the order of their steps, that have an accepted finding for which `waits` returns
    /// `true`.
    pub fn selections(&self, waits: impl Fn(&Key, &Decision) -> bool) -> Result<Vec<Selection>, ReviewError> {
        let mut selections = Vec::new();
        for (gesture, text) in self.stored_selections()? {
            let selection = self.database.parse(&text, || format!("the selection of step {gesture}"))?;
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

    /// The numbers of the steps with a stored selection, in their order, and the JSON of each selection.
    fn stored_selections(&self) -> Result<Vec<(i64, String)>, ReviewError> {
        let read = || -> rusqlite::Result<Vec<_>> {
            let sql = "SELECT CAST(substr(name, length(?1) + 1) AS INTEGER), value FROM meta \
                       WHERE substr(name, 1, length(?1)) = ?1 ORDER BY 1";
            let mut statement = self.database.connection.prepare(sql)?;
            statement.query_map([PREFIX], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        read().map_err(self.database.sqlite())
    }
}
