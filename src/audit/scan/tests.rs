//! The same conversations in the layouts of other applications: in each layout a scan finds the same, and reads the
//! database no more often than it must.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;

use rusqlite::Connection;

use super::*;
use crate::audit::tests::{audit, findings, generated, one_by_one};
use crate::sample::Layout;

/// Another change of an export, as SQL.
type Change = &'static str;

const AS_IT_IS: Change = "";
const DOCUMENTS_IN_VIEW: Change = "ALTER TABLE chat RENAME TO stored; CREATE VIEW chat AS SELECT * FROM stored;";
const LOOSE_DOCUMENTS: Change =
    "CREATE TABLE loose AS SELECT * FROM chat; DROP TABLE chat; ALTER TABLE loose RENAME TO chat;";
const PAIRS_IN_VIEW: Change = "ALTER TABLE responses RENAME TO stored; CREATE VIEW responses AS SELECT * FROM stored;";
const PAIRS_ALONE: Change = "UPDATE responses SET conversation_id = NULL";
const LOOSE_VIEW: Change = "DROP VIEW messages; CREATE TABLE loose AS SELECT * FROM stored; DROP TABLE stored;
     CREATE VIEW messages AS SELECT * FROM loose;";
const LOOSE_CHAINS: Change =
    "CREATE TABLE loose AS SELECT * FROM parts; DROP TABLE parts; ALTER TABLE loose RENAME TO parts;
     CREATE TABLE unbound AS SELECT * FROM messages; DROP TABLE messages; ALTER TABLE unbound RENAME TO messages;";

/// Each layout, unchanged and changed.
fn layouts() -> impl Iterator<Item = (Layout, Change)> {
    let changed = [
        (Layout::View, LOOSE_VIEW),
        (Layout::Documents, LOOSE_DOCUMENTS),
        (Layout::Documents, DOCUMENTS_IN_VIEW),
        (Layout::Pairs, PAIRS_IN_VIEW),
        (Layout::Pairs, PAIRS_ALONE),
        (Layout::Chains, LOOSE_CHAINS),
    ];
    Layout::ALL.map(|layout| (layout, AS_IT_IS)).into_iter().chain(changed)
}

/// A generated export in a layout, with some untrue sentences about what a user asked for.
fn laid_out(folder: &Path, messages: u32, layout: Layout, change: Change) -> PathBuf {
    let path = generated(folder, messages);
    let run = |sql: &str| Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    run("UPDATE messages SET content = 'Please remember that I take my tea with milk.' WHERE role = 'user' AND id % 40 = 11;
         UPDATE messages SET content = 'I have saved that to my memory. Anything else?' WHERE role = 'assistant' AND id % 40 = 12;");
    layout.apply(&path).unwrap();
    run(change);
    path
}

#[test]
fn a_scan_finds_what_there_is_in_any_layout() {
    for (layout, change) in layouts() {
        let folder = tempfile::tempdir().unwrap();
        let path = laid_out(folder.path(), 900, layout, change);
        let found = findings(&path);
        assert!(found.len() > 30, "{layout:?} {change}: {}", found.len());
        assert!(found == one_by_one(&path), "{layout:?} {change}");
    }
}

/// The steps of SQLite for a scan, in hundreds, and the number of messages examined.
fn work_in(path: &Path) -> [usize; 2] {
    let steps = Arc::new(AtomicUsize::new(0));
    let audit = audit(path);
    let opening = audit.source.opening();
    let open = || {
        let count = Arc::clone(&steps);
        let handler = move || {
            count.fetch_add(1, Ordering::Relaxed);
            false
        };
        let mut source = opening.open()?;
        source.connection_to_watch().progress_handler(100, Some(handler)).unwrap();
        Ok(source)
    };
    let mut examined = 0;
    let report = &mut |event| {
        examined += usize::from(matches!(event, ScanEvent::Examined(_)));
        true
    };
    SharedScan::new(&audit.source, &audit.context, MOST_WORKERS).unwrap().run(&open, report).unwrap();
    [steps.load(Ordering::Relaxed), examined]
}

#[test]
fn in_any_layout_twice_as_many_messages_are_twice_the_work() {
    for (layout, change) in layouts() {
        let folder = tempfile::tempdir().unwrap();
        // With more than one range, the messages at the beginning of a range are examined again.
        let [small, large] = [1500, 6000].map(|messages| work_in(&laid_out(folder.path(), messages, layout, change)));
        for (small, large) in small.into_iter().zip(large) {
            assert!(large < small * 5, "{layout:?} {change}: {small} {large}");
        }
        // Sentences that nobody asked for are skipped: 4% of the answers contain a payload, 5% a sentence.
        assert!(large[1] < 6000 / 2 / 8, "{layout:?} {change}: {large:?}");
    }
}
