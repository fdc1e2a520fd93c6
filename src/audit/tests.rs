//! The scan as a whole: its results do not depend on the number of threads, and its work grows only with the database.

use std::hash::RandomState;
use std::path::Path;

use jiff::Timestamp;
use rusqlite::Connection;

use super::conversation_index::{AnswerCheck, ConversationIndex};
use super::conversations::Conversations;
use super::examine::Examiner;
use super::judge::Judge;
use super::{Audit, Options, Progress};
use crate::claim::{self, Asked, Context, Prefilter, Previewer, Requests, StatementFinder, Window, asked_kinds};
use crate::registry::Registry;
use crate::sample::{Layout, Plan, TextKind, generate};
use crate::source::{Key, SeenRow, Source as _, SqliteSource};

pub(super) fn audit(path: &Path) -> Audit {
    let source = SqliteSource::open(path, None, false).unwrap();
    Audit::new(source, Registry::builtin().unwrap(), None, Options::at(Timestamp::UNIX_EPOCH))
}

pub(super) fn generated(folder: &Path, messages: u32) -> std::path::PathBuf {
    let path = folder.join(format!("{messages}.db"));
    generate(&path, Plan { messages, seed: 7, text: TextKind::FewSentences }, |_| {}).unwrap();
    path
}

pub(super) fn findings(path: &Path) -> Vec<String> {
    let mut all = Vec::new();
    audit(path)
        .scan(&mut |finding| {
            all.push(serde_json::to_string(&finding).unwrap());
            true
        })
        .unwrap();
    all
}

/// The findings if each message is examined in its whole conversation, without a prefilter.
pub(super) fn one_by_one(path: &Path) -> Vec<String> {
    let audit = audit(path);
    let examiner = Examiner::new(&audit.source, &audit.context, None);
    let mut judge = Judge::new(&audit.context, audit.rules());
    let mut all = Vec::new();
    let examine = &mut |message| {
        let finding = judge.finding(examiner.examine(message, None).unwrap());
        all.extend(finding.map(|finding| serde_json::to_string(&finding).unwrap()));
        true
    };
    audit.source.each_message(examine).unwrap();
    all
}

#[test]
fn a_database_in_stretches_holds_what_it_holds_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = generated(folder.path(), 6000);
    assert!(audit(&path).source().rows().unwrap().is_some());
    let in_ranges = findings(&path);
    assert!(in_ranges.len() > 80);
    assert!(in_ranges == one_by_one(&path));
    Layout::WithoutIndexes.apply(&path).unwrap();
    assert!(audit(&path).source().rows().unwrap().is_some(), "without an index it is read so too");
    assert!(findings(&path) == in_ranges);
    Layout::View.apply(&path).unwrap();
    assert!(audit(&path).source().rows().unwrap().is_none());
    assert!(findings(&path) == in_ranges);
}

#[test]
fn what_is_around_a_message_shows_what_its_conversation_says() {
    for change in [
        "UPDATE messages SET chat_id = 1",
        // Dozens of neighbours, some of them with tools.
        "UPDATE messages SET created_at = datetime('2026-01-01', '+' || id * 7 || ' seconds');
         UPDATE messages SET tools_used = '[\"save_memory\"]' WHERE id % 10 = 0",
        // Long turns.
        "UPDATE messages SET role = 'assistant' WHERE id % 25 > 0",
        "UPDATE messages SET role = 'user' WHERE id % 3 = 0; UPDATE messages SET chat_id = 1 + id % 3",
        // Several at once, in descending order, and some without a time.
        "UPDATE messages SET created_at = datetime('2026-01-01', '+' || id / 3 || ' minutes')",
        "UPDATE messages SET created_at = datetime('2026-01-01', '-' || id || ' minutes')",
        "UPDATE messages SET created_at = NULL WHERE id % 4 = 0",
        "UPDATE messages SET content = '{\"answer\": 5}' WHERE role = 'assistant' AND chat_id % 2 = 0",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = generated(folder.path(), 2000);
        Connection::open(&path).unwrap().execute_batch(change).unwrap();
        let by_parts = findings(&path);
        assert!(by_parts.len() > 20, "{change}: {}", by_parts.len());
        assert!(one_by_one(&path) == by_parts, "{change}");
    }
}

#[test]
fn scattered_conversations_are_found_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let path = generated(folder.path(), 3000);
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("UPDATE messages SET chat_id = 1 + id % 75").unwrap();
    let scattered = findings(&path);
    connection.execute_batch("CREATE INDEX by_chat ON messages (chat_id)").unwrap();
    assert_eq!(findings(&path), scattered);
}

#[test]
fn a_scan_ends_where_nobody_wants_to_know_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = generated(folder.path(), 6000);
    let mut met = 0;
    audit(&path)
        .scan(&mut |_| {
            met += 1;
            met < 3
        })
        .unwrap();
    assert_eq!(met, 3);
    let all = findings(&path).len();
    let mut found = 0;
    let visit = &mut |_| {
        found += 1;
        true
    };
    audit(&path).scan_watched(visit, &mut |progress: Progress| progress.messages == 0).unwrap();
    assert!(found < all, "{found} of {all}");
    // The same in a single long range, which has one finding after another.
    Layout::View.apply(&path).unwrap();
    let found = std::cell::Cell::new(0);
    let visit = &mut |_| {
        found.set(found.get() + 1);
        true
    };
    audit(&path).scan_watched(visit, &mut |_| found.get() == 0).unwrap();
    assert!(found.get() > 0 && found.get() < all, "{} of {all}", found.get());
}

/// The number of rows seen, of bytes of answers, and of answers read.
fn work(path: &Path) -> [usize; 3] {
    let audit = audit(path);
    let mut index = ConversationIndex::new(&audit.source, RandomState::new(), 1);
    let [mut rows, mut bytes, mut reads] = [0, 0, 0];
    let all = audit.source.rows().unwrap().unwrap();
    audit
        .source
        .each_row(Some(all), &mut |row| {
            rows += 1;
            let seen = row.answer.as_ref().map(|preview| audit.context.look(preview.text));
            let asked = match index.see(row, seen, &audit.context) {
                AnswerCheck::Known(asked) | AnswerCheck::IfBegun(asked, _) => asked,
                AnswerCheck::All => Asked::ANYTHING,
            };
            if let Some(preview) = &row.answer {
                bytes += preview.text.len();
                reads += usize::from(audit.context.is_worth_reading(preview, asked));
            }
            true
        })
        .unwrap();
    [rows, bytes, reads]
}

#[test]
fn twice_as_many_messages_are_twice_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let [small, large] = [4000, 8000].map(|messages| work(&generated(folder.path(), messages)));
    assert_eq!((small[0], large[0]), (4000, 8000));
    for (small, large) in small.into_iter().zip(large) {
        assert!(large * 10 > small * 17 && large * 10 < small * 23, "{small} {large}");
    }
    // Only answers that may claim something are read: 4% of all answers contain a payload.
    assert!(large[2] * 200 < large[0] * 7, "{large:?}");
}

fn index(audit: &Audit) -> ConversationIndex {
    let all = audit.source().rows().unwrap().unwrap();
    let mut index = ConversationIndex::new(audit.source(), RandomState::new(), 1);
    let see = &mut |row: &SeenRow<'_>| {
        let seen = row.answer.as_ref().map(|preview| audit.context.look(preview.text));
        index.see(row, seen, &audit.context);
        true
    };
    audit.source().each_row(Some(all), see).unwrap();
    index.finish(Some(all));
    index
}

/// The rows read to look up all conversations by the conversation index; `None` if a database index is made instead.
fn lookups(path: &Path) -> Option<i64> {
    let audit = audit(path);
    let index = index(&audit);
    let connection = audit.source().connection();
    let mut statement = connection.prepare("SELECT DISTINCT chat_id FROM messages").unwrap();
    let keys = statement.query_map([], |row| Ok(Key::Integer(row.get(0)?))).unwrap();
    keys.map(|key| index.rows(&key.unwrap()).map(|rows| rows.last - rows.first + 1)).sum()
}

#[test]
fn conversations_are_looked_up_without_reading_the_table_for_each() {
    let folder = tempfile::tempdir().unwrap();
    for messages in [2000, 8000] {
        let path = generated(folder.path(), messages);
        assert_eq!(lookups(&path), Some(i64::from(messages)));
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("UPDATE messages SET chat_id = 1 + id % 50").unwrap();
        assert_eq!(lookups(&path), None);
    }
}

/// The messages read to look around every hundredth row.
fn read_around(path: &Path) -> usize {
    let audit = audit(path);
    let index = index(&audit);
    let conversations = Conversations::new(audit.source(), Some(&index));
    let messages = (100..=2000).step_by(100).map(|row: i64| {
        let mut read = 0;
        let mut look_around = |row, message| {
            read += conversations.around(&message, Some(row))?.len();
            Ok(true)
        };
        audit.source().each_answer_in([row], &mut |_, _, _| true, &mut look_around).unwrap();
        read
    });
    messages.sum()
}

#[test]
fn what_is_around_a_message_is_read_without_the_rest_of_its_conversation() {
    let folder = tempfile::tempdir().unwrap();
    for messages in [2400, 9600] {
        let path = generated(folder.path(), messages);
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("UPDATE messages SET chat_id = 1").unwrap();
        assert_eq!(read_around(&path), 20 * 5);
        connection.execute_batch("UPDATE messages SET created_at = NULL WHERE id = 2100").unwrap();
        assert_eq!(read_around(&path), 20 * messages as usize);
    }
}

/// Texts that contain, or nearly contain, what is searched for.
fn texts() -> Vec<String> {
    let mut all = Vec::new();
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                for line in text.lines() {
                    let value = serde_json::from_str::<serde_json::Value>(line).unwrap_or_default();
                    let members = ["text", "reply", "content", "message"].map(|name| value[name].as_str());
                    all.extend(members.into_iter().flatten().map(str::to_owned));
                }
                all.push(text);
            }
        }
    }
    let statements = Registry::builtin().unwrap();
    let examples = statements.statements().entries().iter().map(|entry| &entry.examples);
    for text in examples.flat_map(|examples| examples.matching.iter().chain(&examples.not)) {
        all.push(text.clone());
        // Quotations and remarks may end before it, contain it, or begin within it.
        all.extend(['“', '"', '(', '‘', '`'].map(|mark| format!("He wrote {mark}well. Now{mark} {text}")));
        all.extend(
            [('“', '”'), ('"', '"'), ('(', ')')].map(|(open, close)| format!("So {open}it is. {text}{close} It is")),
        );
        all.push(text.replacen(' ', " \"so. So\" ", 1));
        all.push(text.replacen(' ', " (so he says) ", 2));
    }
    let louder: Vec<_> = all.iter().map(|text| text.to_uppercase().replace('K', "\u{212a}")).collect();
    all.extend(louder);
    all
}

#[test]
fn what_the_first_looks_stop_claims_nothing() {
    let registry = Registry::builtin().unwrap();
    let tools = registry.tools();
    let finder = StatementFinder::with_tools(registry.statements(), tools);
    let statements = registry.statements();
    let [plain, careful] = [false, true].map(|may_ask| Prefilter::new(&registry, tools, &finder, may_ask));
    let requests = Requests::new(statements);
    let previewer = Previewer::new(statements);
    let texts = texts();
    let asking =
        ["Remember that, please", "Set a reminder for 9", "Send it to Ana", "Please delete it", "How are you?"];
    let (mut stopped, mut unsaid) = (0, 0);
    assert!(texts.len() > 1000, "{}", texts.len());
    for (number, text) in texts.iter().enumerate() {
        let asked = (number % 3 > 0).then(|| asking[number % asking.len()]);
        let wanted = asked.map(|asked| requests.of(asked, statements)).unwrap_or_default();
        let prefilter = if wanted == Asked::default() { &plain } else { &careful };
        let claims = claim::find(text, &registry, Context { asked, ..Context::default() });
        let others: Vec<_> = claims.iter().map(|claim| claim.span).collect();
        let mut window = Window::default();
        if let Some(asked) = asked {
            window.asked(asked);
        }
        let stated = finder.claims(text, &others, statements, asked, Asked::ANYTHING, &window);
        let [kinds, more] = asked.map(|asked| asked_kinds(asked, statements)).unwrap_or_default();
        let seen = previewer.look(text);
        let asked_kinds = Asked::for_kinds(kinds, more);
        let may_say = finder.may_say(seen, asked_kinds) || finder.says_briefly(text, asked_kinds, statements);
        let may_hold_phrase = || careful.may_state(text, &[], statements, wanted);
        if claims.is_empty() && !finder.says(text, seen, statements, &window, asked_kinds.and(wanted), may_hold_phrase)
        {
            unsaid += 1;
            assert!(stated.is_empty(), "{text:?} {asked:?} {stated:?}");
        }
        if !may_say && !prefilter.may_claim(text, statements, wanted) {
            stopped += 1;
            assert!(claims.is_empty() && stated.is_empty(), "{text:?} {asked:?} {stated:?}");
        }
        if !may_say && !prefilter.may_state(text, &others, statements, wanted) {
            assert!(stated.is_empty(), "{text:?} {asked:?} {stated:?}");
        }
        if !may_say && !careful.may_claim(text, statements, Asked::ANYTHING) {
            assert!(stated.is_empty(), "{text:?}");
        }
    }
    assert!(stopped > 100 && unsaid > stopped, "{stopped} {unsaid}");
}

#[test]
fn what_others_are_quoted_with_is_not_read() {
    let registry = Registry::builtin().unwrap();
    let finder = StatementFinder::with_tools(registry.statements(), registry.tools());
    let prefilter = Prefilter::new(&registry, registry.tools(), &finder, false);
    for (text, passes) in [
        ("“Noted”, he wrote, and it's true.", false),
        ("He said \"Well. I've saved that to memory.\" and left.", false),
        ("He said \"Well.\" and I've saved that to memory.", true),
        ("I've saved that to memory (as he said).", true),
        ("`x` I've saved that to memory.", true),
    ] {
        assert_eq!(prefilter.may_claim(text, registry.statements(), Asked::default()), passes, "{text}");
    }
}
