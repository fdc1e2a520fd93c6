//! Lines of conversations that have not ended: few of them wait in memory, many in a temporary file.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use rusqlite::{Connection, params};

use crate::source::Key;

/// The bytes of a line in memory besides its text.
const BESIDE_TEXT: usize = 32;
/// The part of the file that is cached in memory.
const CACHE_KIBIBYTES: i64 = 256;

type NumberedLines = Vec<(u64, Box<str>)>;

/// Lines that wait for the end of their conversation.
#[derive(Debug)]
pub(super) struct Spool {
    held: HashMap<Key, NumberedLines>,
    /// The bytes in memory.
    bytes: usize,
    /// The maximum number of bytes in memory.
    most: usize,
    /// A database without a name, which disappears with this process, however that ends.
    file: Option<Connection>,
}

impl Spool {
    /// A spool with at most `most` bytes in memory.
    pub(super) fn holding(most: usize) -> Self {
        Self { held: HashMap::new(), bytes: 0, most, file: None }
    }

    /// Adds a line to a conversation.
    pub(super) fn add(&mut self, conversation: &Key, number: u64, line: &str) -> rusqlite::Result<()> {
        self.bytes += line.len() + BESIDE_TEXT;
        let lines = match self.held.get_mut(conversation) {
            Some(lines) => lines,
            None => self.held.entry(conversation.clone()).or_default(),
        };
        lines.push((number, line.into()));
        if self.bytes > self.most { self.spill() } else { Ok(()) }
    }

    /// Moves all lines in memory to the file.
    fn spill(&mut self) -> rusqlite::Result<()> {
        if self.file.is_none() {
            self.file = Some(new_file()?);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let together = file.transaction()?;
        {
            let mut insert = together.prepare_cached("INSERT INTO lines VALUES (?1, ?2, ?3)")?;
            for (conversation, lines) in self.held.drain() {
                let conversation = conversation.to_json();
                for (number, line) in lines {
                    insert.execute(params![conversation, as_row(number), line.as_ref()])?;
                }
            }
        }
        self.bytes = 0;
        together.commit()
    }

    /// Calls `visit` for the lines of a conversation with these numbers, in the order in which they came.
    pub(super) fn each(
        &self,
        conversation: &Key,
        numbers: RangeInclusive<u64>,
        visit: &mut dyn FnMut(u64, &str) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        if let Some(file) = &self.file {
            let mut select = file.prepare_cached(
                "SELECT number, line FROM lines WHERE conversation = ?1 AND number BETWEEN ?2 AND ?3 ORDER BY number",
            )?;
            let [first, last] = [*numbers.start(), *numbers.end()].map(as_row);
            let mut rows = select.query(params![conversation.to_json(), first, last])?;
            while let Some(row) = rows.next()? {
                visit(u64::try_from(row.get::<_, i64>(0)?).unwrap_or_default(), row.get_ref(1)?.as_str()?)?;
            }
        }
        let held = self.held.get(conversation).into_iter().flatten();
        held.filter(|(number, _)| numbers.contains(number)).try_for_each(|(number, line)| visit(*number, line))
    }

    /// Drops the lines of a conversation, from memory and from the file.
    pub(super) fn forget(&mut self, conversation: &Key) -> rusqlite::Result<()> {
        let held = self.held.remove(conversation).unwrap_or_default();
        self.bytes -= held.iter().map(|(_, line)| line.len() + BESIDE_TEXT).sum::<usize>();
        let Some(file) = &self.file else { return Ok(()) };
        file.prepare_cached("DELETE FROM lines WHERE conversation = ?1")?.execute([conversation.to_json()])?;
        Ok(())
    }
}

/// A database in a file that nobody else can open.
fn new_file() -> rusqlite::Result<Connection> {
    let file = Connection::open("")?;
    file.pragma_update(None, "journal_mode", "OFF")?;
    // It is written and read in order, so a larger cache is useless.
    file.pragma_update(None, "cache_size", -CACHE_KIBIBYTES)?;
    file.execute_batch(
        "CREATE TABLE lines (conversation TEXT, number INTEGER, line TEXT, PRIMARY KEY (conversation, number)) WITHOUT ROWID",
    )?;
    Ok(file)
}

fn as_row(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(spool: &Spool, conversation: &Key) -> Vec<(u64, String)> {
        let mut lines = Vec::new();
        spool
            .each(conversation, 0..=u64::MAX, &mut |number, line| {
                lines.push((number, line.to_owned()));
                Ok(())
            })
            .unwrap();
        lines
    }

    #[test]
    fn however_many_lines_wait_few_of_them_are_held_in_memory() {
        const MOST: usize = 1 << 20;
        let mut spool = Spool::holding(MOST);
        let (long, other) = (Key::Integer(1), Key::Text("1".to_owned()));
        let line = "x".repeat(1_000);
        for number in 0..100_000 {
            spool.add(if number % 1_000 == 0 { &other } else { &long }, number, &line).unwrap();
            assert!(spool.bytes <= MOST);
        }
        let held: usize = spool.held.values().flatten().map(|(_, line)| line.len() + BESIDE_TEXT).sum();
        assert_eq!(held, spool.bytes);
        let numbers = |conversation| lines_of(&spool, conversation).into_iter().map(|(number, _)| number);
        assert!(numbers(&other).eq((0..100_000).step_by(1_000)));
        assert_eq!(numbers(&long).count(), 99_900);
        let mut between = 0;
        spool
            .each(&long, 49_999..=50_001, &mut |_, _| {
                between += 1;
                Ok(())
            })
            .unwrap();
        assert_eq!(between, 2);
    }

    #[test]
    fn a_conversation_that_is_forgotten_leaves_the_others() {
        let [one, two] = [1, 2].map(Key::Integer);
        for most in [0, 5 + BESIDE_TEXT, 1 << 20] {
            let mut spool = Spool::holding(most);
            for (number, conversation) in [(1, &one), (2, &two), (3, &one)] {
                spool.add(conversation, number, "line").unwrap();
            }
            spool.forget(&one).unwrap();
            assert_eq!((lines_of(&spool, &one), lines_of(&spool, &two)), (vec![], vec![(2, "line".to_owned())]));
            spool.forget(&two).unwrap();
            assert_eq!(spool.bytes, 0);
        }
    }
}
