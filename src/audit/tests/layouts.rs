//! The same conversations in the layouts of other applications: whatever its layout, a database is read as often as it must be.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// How an application keeps its messages, as SQL that makes it of a generated export.
#[derive(Clone, Copy, Debug)]
struct Layout(&'static str);

/// Rows without numbers.
const VIEW: Layout = Layout(
    "PRAGMA legacy_alter_table = ON; ALTER TABLE messages RENAME TO old; CREATE VIEW messages AS SELECT * FROM old;",
);

/// All messages of a chat in one document.
const DOCUMENTS: Layout = Layout(
    "CREATE TABLE chat (id TEXT PRIMARY KEY, user_id TEXT, chat TEXT, updated_at INTEGER);
     CREATE TABLE memory (id TEXT, user_id TEXT, content TEXT, type TEXT, created_at INTEGER, updated_at INTEGER);
     INSERT INTO chat SELECT 'c' || chat_id, 'somebody', json_object('history', json_object('messages', json_group_object(
         'm' || id, json_object('role', role, 'content', content, 'timestamp', unixepoch(created_at))))), 0
     FROM messages GROUP BY chat_id;
     DROP TABLE messages;",
);

/// The same without a key that is an index.
const LOOSE_DOCUMENTS: Layout =
    Layout("CREATE TABLE copy AS SELECT * FROM chat; DROP TABLE chat; ALTER TABLE copy RENAME TO chat;");

/// The same, read through a view.
const DOCUMENTS_IN_VIEW: Layout = Layout("ALTER TABLE chat RENAME TO old; CREATE VIEW chat AS SELECT * FROM old;");

/// What a person said and what was answered, in one row.
const PAIRS: Layout = Layout(
    "CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, response TEXT, conversation_id TEXT, datetime_utc TEXT);
     INSERT INTO responses SELECT printf('r%08d', id), 'some', (SELECT content FROM messages AS asking WHERE asking.id =
         answer.id - 1 AND asking.role = 'user'), content, 'c' || chat_id, created_at FROM messages AS answer WHERE role = 'assistant';
     DROP TABLE messages;",
);

/// The same, read through a view.
const PAIRS_IN_VIEW: Layout =
    Layout("ALTER TABLE responses RENAME TO old; CREATE VIEW responses AS SELECT * FROM old;");

/// A chain of parts, and turns to which no index leads.
const CHAINS: Layout = Layout(
    "CREATE TABLE parts (id INTEGER PRIMARY KEY, message_hash TEXT, type TEXT, tool_name TEXT, text TEXT, payload TEXT);
     CREATE TABLE turns (id TEXT PRIMARY KEY, thread_id TEXT, parent_message_hash TEXT, tip_message_hash TEXT, model TEXT,
                         datetime_utc TEXT);
     INSERT INTO parts SELECT id, 'h' || id, 'text', NULL, content, NULL FROM messages;
     INSERT INTO turns SELECT 't' || id, 'c' || chat_id, 'h' || (id - 1), 'h' || id, 'some', created_at FROM messages
     WHERE role = 'assistant';
     CREATE TABLE hashes (hash TEXT PRIMARY KEY, parent_hash TEXT, role TEXT);
     INSERT INTO hashes SELECT 'h' || id, 'h' || (id - 1), role FROM messages;
     DROP TABLE messages; ALTER TABLE hashes RENAME TO messages;",
);

/// A generated export in a layout.
fn laid_out(folder: &Path, messages: u32, layouts: &[Layout]) -> std::path::PathBuf {
    let path = generated(folder, messages);
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    for Layout(sql) in layouts {
        connection.execute_batch(sql).unwrap();
    }
    path
}

/// Rows come in the order of their numbers, or of their keys.
fn sorted(mut findings: Vec<String>) -> Vec<String> {
    findings.sort();
    findings
}

#[test]
fn rows_with_numbers_and_without_hold_the_same() {
    for (layouts, in_order) in [
        ([DOCUMENTS].as_slice(), [DOCUMENTS, DOCUMENTS_IN_VIEW].as_slice()),
        (&[DOCUMENTS, LOOSE_DOCUMENTS], &[DOCUMENTS, DOCUMENTS_IN_VIEW]),
        (&[PAIRS], &[PAIRS, PAIRS_IN_VIEW]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = laid_out(folder.path(), 6000, layouts);
        assert!(audit(&path).source().rows().unwrap().is_some());
        let by_number = sorted(findings(&path));
        assert!(by_number.len() > 80, "{layouts:?}: {}", by_number.len());
        let folder = tempfile::tempdir().unwrap();
        let path = laid_out(folder.path(), 6000, in_order);
        assert!(audit(&path).source().rows().unwrap().is_none());
        assert!(sorted(findings(&path)) == by_number, "{in_order:?}");
    }
}

/// The steps that SQLite takes for all that a scan asks of a database, and how many messages are examined.
fn work_in(path: &Path) -> [usize; 2] {
    let steps = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&steps);
    let handler = move || {
        count.fetch_add(1, Ordering::Relaxed);
        false
    };
    let mut audit = audit(path);
    audit.source.connection_to_watch().progress_handler(100, Some(handler)).unwrap();
    let all = audit.source.rows().unwrap();
    let mut outline = Outline::new(&audit.source, RandomState::new(), 1);
    let mut rows = Vec::new();
    let look = &mut |row: &SeenRow<'_>| {
        let asked = outline.see(row, &audit.knowledge);
        let is_kept = row.answer.as_ref().is_some_and(|glance| audit.knowledge.is_worth_reading(glance, asked));
        rows.extend(Some(row.number).filter(|number| is_kept && rows.last() != Some(number)));
        true
    };
    audit.source.each_row(all.unwrap_or(Stretch::EVERYTHING), look).unwrap();
    outline.finish(all);
    let examiner = Examiner::new(&audit.source, &audit.knowledge, Some(&outline));
    let mut read = 0;
    let examine = &mut |row, message| {
        if examiner.is_worth_reading(&message, &outline) {
            examiner.examine(message, Some(row))?;
            read += 1;
        }
        Ok(true)
    };
    audit.source.each_answer_in(&rows, examine).unwrap();
    [steps.load(Ordering::Relaxed), read]
}

#[test]
fn in_any_layout_twice_as_many_messages_are_twice_the_work() {
    let several: [&[Layout]; 7] =
        [&[], &[VIEW], &[DOCUMENTS], &[DOCUMENTS, LOOSE_DOCUMENTS], &[PAIRS], &[PAIRS, PAIRS_IN_VIEW], &[CHAINS]];
    for layouts in several {
        let folder = tempfile::tempdir().unwrap();
        let [small, large] = [1500, 6000].map(|messages| work_in(&laid_out(folder.path(), messages, layouts)));
        for (small, large) in small.into_iter().zip(large) {
            assert!(large < small * 5, "{layouts:?}: {small} {large}");
        }
        // What nobody asked for is not looked for: 4 % of the answers hold a payload.
        assert!(large[1] < 6000 / 2 / 20, "{layouts:?}: {large:?}");
    }
}
