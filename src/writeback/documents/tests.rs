//! How the work of a scan grows if one document holds the copies of all messages of a conversation.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::audit::Options;
use crate::session::{Access, Session, Setup};
use crate::work;

/// An Open WebUI database with `answers` answers that claim a memory, spread over `chats` chats.
fn claims(path: &Path, answers: usize, chats: usize) {
    let mut connection = Connection::open(path).unwrap();
    connection.execute_batch(include_str!("../../../tests/fixtures/open_webui.sql")).unwrap();
    // Each row is inserted before the chat that it belongs to.
    connection.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    let rows = connection.transaction().unwrap();
    rows.execute_batch("DELETE FROM chat_message; DELETE FROM chat; DELETE FROM memory;").unwrap();
    let mut histories = vec![serde_json::Map::new(); chats];
    for at in 0..answers {
        let (id, chat) = (format!("m{at}"), format!("c-{}", at % chats));
        let text = format!("Sure. {{\"success\": true, \"memory_type\": \"user\", \"content\": \"Tea {at}.\"}} Enjoy.");
        let message = json!({ "id": id, "role": "assistant", "content": text });
        let row =
            "INSERT INTO chat_message (id, chat_id, user_id, role, content, model_id, done, created_at, updated_at)
            VALUES (?1, ?2, 'u-1', 'assistant', ?3, 'demo', 1, ?4, ?4)";
        let content = Value::from(text).to_string();
        rows.execute(row, (format!("{chat}-{id}"), &chat, content, 1_772_000_000 + i64::try_from(at).unwrap()))
            .unwrap();
        histories[at % chats].insert(id, message);
    }
    for (at, messages) in histories.into_iter().enumerate() {
        let list: Vec<_> = messages.values().cloned().collect();
        let chat = json!({ "history": { "messages": messages }, "messages": list });
        let row =
            "INSERT INTO chat (id, user_id, title, chat, created_at, updated_at) VALUES (?1, 'u-1', 'x', ?2, 1, 1)";
        rows.execute(row, (format!("c-{at}"), chat.to_string())).unwrap();
    }
    rows.commit().unwrap();
}

/// The number of SQLite's steps for each answer.
fn work_each(answers: usize, chats: usize) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("webui.db");
    claims(&path, answers, chats);
    let options = Options::at(Timestamp::UNIX_EPOCH);
    let session = Session::open(Setup::new(&path, "ana", options), Access::Read).unwrap();
    let mut found = 0;
    let visit = &mut |_| {
        found += 1;
        true
    };
    let work = work::during(|| assert!(session.findings().scan(visit).is_ok()));
    assert_eq!(found, answers);
    work / answers
}

#[test]
fn a_scan_reads_and_checks_the_document_of_a_conversation_once() {
    for chats in [1, 4] {
        let (few, many) = (work_each(40, chats), work_each(320, chats));
        assert!(many <= few + few / 5, "{chats} chats: {few} steps an answer, then {many}");
    }
}

#[test]
fn what_another_changed_meanwhile_is_read_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("webui.db");
    claims(&path, 1, 1);
    let session = Session::open(Setup::new(&path, "ana", Options::at(Timestamp::UNIX_EPOCH)), Access::Read).unwrap();
    let mut found = None;
    session
        .findings()
        .scan(&mut |reviewed| {
            found = Some(reviewed.finding);
            true
        })
        .unwrap();
    let finding = found.unwrap();
    assert_eq!(finding.copy_obstacle(), None);
    let other = "UPDATE chat SET chat = json_set(chat, '$.history.messages.m0.content', 'Something else.')";
    Connection::open(&path).unwrap().execute(other, []).unwrap();
    let reviewed = session.findings().with_state(finding).unwrap();
    assert!(reviewed.finding.copy_obstacle().is_some());
}

#[test]
fn only_what_is_decided_or_shown_whole_reads_the_copies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("webui.db");
    claims(&path, 1, 1);
    Connection::open(&path).unwrap().execute("UPDATE chat SET chat = '{broken'", []).unwrap();
    let session = Session::open(Setup::new(&path, "ana", Options::at(Timestamp::UNIX_EPOCH)), Access::Read).unwrap();
    let mut unreadable = Vec::new();
    let mut visit = |reviewed: crate::session::Reviewed| {
        unreadable.push(reviewed.finding.copies_unreadable.is_some());
        true
    };
    session.findings().list_watched(&mut visit, &mut |_| true).unwrap();
    session.findings().scan(&mut visit).unwrap();
    assert_eq!(unreadable, [false, true]);
}
