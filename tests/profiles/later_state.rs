//! What the application or a user changed or removed since is not restored in bulk.

use ghostcall::proposal::Finding;
use ghostcall::verdict::{Remedy, Verdict, Warning};

use crate::Export;

const TABLES: &str = r#"
CREATE TABLE messages (id INTEGER PRIMARY KEY, chat_id, agent_id, role, content, at, tools);
CREATE TABLE memories (id INTEGER PRIMARY KEY, agent_id, content, kind, made, changed, gone);
INSERT INTO messages VALUES
 (1, 1, 1, 'user', 'I live in Paris.', '2026-02-01T10:00:00', NULL),
 (2, 1, 1, 'assistant', '<tool_call>{"name": "add_memory", "arguments": {"content": "Ana lives in Paris."}}</tool_call>Noted.',
  '2026-02-01T10:00:05', '[]'),
 (3, 9, 9, 'assistant', 'Good morning.', '2026-02-01T09:00:00', '["web_fetch"]');
INSERT INTO memories VALUES (1, 9, 'Bees.', NULL, '2025-01-01T10:00:00', '2025-01-01T10:00:00', NULL);
"#;

const PROFILE: &str = r#"{
  version: 1, name: "mine", write: "full", needs: ["messages.content"],
  messages: { table: "messages", key: "id", conversation: "chat_id", owner: "agent_id", role: "role", text: "content", time: "at" },
  evidence: [EVIDENCE{ from: "records" }],
  records: { memory: { table: "memories", owner: "agent_id", created: "made", updated: "changed", soft_delete: "gone",
    fields: { content: { column: "content", required: true } }, same: ["owner", "content"], named_by: "/id" } },
}"#;

fn export(memories: &str) -> Export {
    Export::described(TABLES, &PROFILE.replace("EVIDENCE", "")).and(memories)
}

/// The same where each message lists the tools that ran.
fn listed(memories: &str) -> Export {
    let tools = "{ from: \"column\", column: \"tools\" }, ";
    Export::described(TABLES, &PROFILE.replace("EVIDENCE", tools)).and(memories)
}

fn only(export: &Export) -> Finding {
    let mut found = export.findings();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn is_kept_back(export: &Export, evidence: &str) {
    let finding = only(export);
    let claim = &finding.claims[0];
    assert_eq!((claim.verdict, finding.remedy), (Some(Verdict::NotExecuted), Some(Remedy::Review)), "{claim:?}");
    assert!(finding.warnings.contains(&Warning::ChangedSince) && !finding.in_bulk(), "{finding:?}");
    let output = claim.evidence.join("\n");
    assert!(output.contains(evidence), "{output}");
}

fn is_recovered(export: &Export) {
    let finding = only(export);
    assert!(finding.in_bulk() && finding.remedy == Some(Remedy::Recover), "{finding:?}");
    assert!(!finding.warnings.contains(&Warning::ChangedSince));
}

fn memory(key: i64, agent: i64, content: &str, made: &str, changed: &str, gone: &str) -> String {
    format!("INSERT INTO memories VALUES ({key}, {agent}, '{content}', NULL, '{made}', '{changed}', {gone});")
}

const BEFORE: &str = "2026-01-03T08:00:00";
const THEN: &str = "2026-02-01T10:00:06";
const SINCE: &str = "2026-03-01T09:30:00";

#[test]
fn a_similar_record_that_was_changed_since_keeps_the_old_one_back() {
    for made in [BEFORE, THEN] {
        for open in [export, listed] {
            let corrected = memory(7, 1, "Ana lives in Berlin.", made, SINCE, "NULL");
            is_kept_back(
                &open(&corrected),
                "a similar memory of agent 1 was changed since (memories 7, 2026-03-01 09:30)",
            );
        }
    }
    let gone = memory(7, 1, "ana lives in Paris", THEN, SINCE, &format!("'{SINCE}'"));
    is_kept_back(&export(&gone), "a similar memory of agent 1 was discarded since (memories 7, 2026-03-01 09:30)");
}

#[test]
fn a_record_of_that_time_that_was_rewritten_may_be_it() {
    let rewritten = memory(7, 1, "Moved to the coast.", THEN, SINCE, "NULL");
    is_kept_back(&export(&rewritten), "made around that time and changed since (memories 7, 2026-03-01 09:30)");
    // Where tools are listed, an empty list shows that this message made no record.
    is_recovered(&listed(&rewritten));
}

#[test]
fn what_has_nothing_to_do_with_it_keeps_nothing_back() {
    for memories in [
        // Of another agent; unlike; of another time; changed before; never changed; made and changed at once;
        // discarded, but unlike.
        memory(7, 2, "Ana lives in Berlin.", THEN, SINCE, "NULL"),
        memory(7, 1, "Ana is allergic to walnuts.", BEFORE, SINCE, "NULL"),
        memory(7, 1, "Moved to the coast.", SINCE, "2026-03-02T09:30:00", "NULL"),
        memory(7, 1, "Ana lives in Lyon.", BEFORE, "2026-01-20T08:00:00", "NULL"),
        memory(7, 1, "Ana lives in Berlin.", SINCE, SINCE, "NULL"),
        memory(7, 1, "Prefers short answers.", "2026-02-01T10:00:06.100", "2026-02-01T10:00:06.900", "NULL"),
        memory(7, 1, "Tea at four.", THEN, SINCE, &format!("'{SINCE}'")),
    ] {
        is_recovered(&export(&memories));
        is_recovered(&listed(&memories));
    }
}

#[test]
fn what_equals_it_is_evidence_and_no_doubt() {
    let both = memory(7, 1, "Ana lives in Paris.", THEN, THEN, "NULL")
        + &memory(8, 1, "Ana lives in Nice.", THEN, SINCE, "NULL");
    let finding = only(&export(&both));
    assert_eq!((finding.remedy, finding.warnings.len()), (Some(Remedy::Strip), 0), "{finding:?}");
}

/// A block whose result names the record that it made.
fn with_result(result: &str) -> String {
    let block = format!(
        "<details type=\"tool_calls\" name=\"add_memory\" arguments=\"{{&quot;content&quot;: &quot;Ana lives in Paris.&quot;}}\" \
         result=\"{result}\"></details>Noted."
    );
    format!("UPDATE messages SET content = '{block}' WHERE id = 2;")
}

#[test]
fn a_record_that_the_result_names_shows_what_became_of_it() {
    let named = with_result("{&quot;id&quot;: 7}");
    let other = memory(7, 1, "Ana left France.", BEFORE, SINCE, "NULL");
    let differs = "the result names a memory whose text is different today (memories 7, 2026-03-01 09:30)";
    is_kept_back(&export(&(named.clone() + &other)), differs);
    is_kept_back(&listed(&(named.clone() + &other)), differs);
    let gone = "the result names a memory that is not there (memories 7): deleted since, or never made";
    is_kept_back(&export(&named), gone);
    // Where tools are listed, an empty list shows that the key is as invented as the call. Another agent's record was
    // not made here.
    is_recovered(&listed(&named));
    is_recovered(&export(&(named + &memory(7, 2, "Ana left France.", BEFORE, SINCE, "NULL"))));
    is_recovered(&export(&with_result("saved")));
}

/// Words that most of an owner's records share say nothing: a discarded record about something else raises no doubt.
#[test]
fn words_of_most_records_speak_against_nothing() {
    let made = "2026-01-05T10:00:00";
    let said =
        ["by the sea", "with two cats", "in a flat in town", "near Eva", "on rye bread", "for chess", "next door"];
    let more = ["off the grid", "like a monk", "upstairs"];
    let records = |said: &[&str]| {
        let records = said.iter().zip(20..);
        records
            .map(|(place, key)| memory(key, 1, &format!("Ana lives {place}."), made, made, "NULL"))
            .collect::<String>()
    };
    let many = records(&said) + &records(&more).replace("VALUES (2", "VALUES (3");
    let gone =
        |records: &str, content: &str| records.to_owned() + &memory(9, 1, content, made, made, "'2026-03-01T10:00:00'");
    is_recovered(&export(&gone(&many, "Ana lives alone.")));
    // But one about the same subject does, and so does any of too few records to know which words they share.
    is_kept_back(&export(&gone(&many, "Ana lives in Berlin.")), "was discarded since (memories 9");
    is_kept_back(&export(&gone(&records(&said), "Ana lives alone.")), "was discarded since (memories 9");
    is_kept_back(&export(&gone("", "Ana lives alone.")), "was discarded since (memories 9");
}

/// Earlier versions of one fact do not count as shared wording, however often it was corrected.
#[test]
fn a_fact_that_was_corrected_again_and_again_stays_taken_back() {
    let made = "2026-01-05T10:00:00";
    let versions = ["Lyon", "Nice", "Rome", "Oslo", "Kyoto", "Lima", "Quito", "Turin", "Porto", "Ghent", "Basel"];
    let taken_back = versions
        .iter()
        .zip(40..)
        .map(|(place, key)| memory(key, 1, &format!("Ana lives in {place}."), made, made, "'2026-03-01T10:00:00'"));
    let others = memory(7, 1, "Tea at four.", made, made, "NULL") + &memory(8, 1, "Prefers jazz.", made, made, "NULL");
    for count in [1, 3, 4, 11] {
        let taken_back: String = taken_back.clone().take(count).collect();
        is_kept_back(&export(&(others.clone() + &taken_back)), "a similar memory of agent 1 was discarded since");
    }
}
