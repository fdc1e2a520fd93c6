//! helix-kit on PostgreSQL: numbers, arrays, booleans and times.

use rusqlite::types::Value as Cell;

use crate::cluster::{Cluster, Database};
use crate::support::Export;

pub(crate) const TABLES: &[&str] = &["chats", "agents", "messages", "agent_memories"];

/// The production database of which this export is a copy.
pub(crate) fn production<'a>(cluster: &'a Cluster, name: &str, export: &Export) -> Database<'a> {
    production_in(cluster, "UTF8", name, export)
}

/// The same in another encoding.
pub(crate) fn production_in<'a>(cluster: &'a Cluster, encoding: &str, name: &str, export: &Export) -> Database<'a> {
    let mut sql = include_str!("../fixtures/helix_kit_postgres.sql").to_owned();
    for table in TABLES {
        let connection = export.connect();
        let mut statement = connection.prepare(&format!("SELECT * FROM {table} ORDER BY id")).unwrap();
        let columns: Vec<_> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values = columns.iter().map(|column| typed(column, row.get(column.as_str()).unwrap()));
            let values = values.collect::<Vec<_>>().join(", ");
            sql.push_str(&format!("INSERT INTO {table} ({}) VALUES ({values});\n", columns.join(", ")));
        }
        sql.push_str(&format!("SELECT setval('{table}_id_seq', 5000);\n"));
    }
    cluster.database_in(encoding, name, &sql)
}

/// A cell of the export as a PostgreSQL expression.
fn typed(column: &str, cell: Cell) -> String {
    match cell {
        Cell::Null => "NULL".to_owned(),
        Cell::Integer(number) => format!("'{number}'"),
        Cell::Text(text) if column == "tools_used" => {
            format!("ARRAY(SELECT jsonb_array_elements_text('{}'))", text.replace('\'', "''"))
        }
        Cell::Text(text) => format!("'{}'", text.replace('\'', "''")),
        other => panic!("{other:?} in {column}"),
    }
}

/// The SQL for the accepted findings.
fn script(export: &Export, options: &str) -> String {
    export.run(&format!("apply DB --emit-sql postgres {options}")).ok().stdout.clone()
}

fn outcomes(database: &Database<'_>, script: &str) -> Vec<String> {
    let mut outcomes: Vec<_> =
        database.must(script).iter().map(|line| line.rsplit('|').next().unwrap_or_default().to_owned()).collect();
    outcomes.sort();
    outcomes.dedup();
    outcomes
}

/// The rows that must be equal in an export and its original after the write-back to both.
fn compared(export: &Export, database: &Database<'_>) -> [(Vec<String>, Vec<String>); 2] {
    let summary = |rows: Vec<Vec<Cell>>| {
        let cell = |cell: &Cell| match cell {
            Cell::Text(text) => text.clone(),
            Cell::Integer(number) => number.to_string(),
            other => format!("{other:?}"),
        };
        rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join("|").replace('\n', "\\n")).collect()
    };
    let messages =
        "SELECT id, content, coalesce((SELECT group_concat(value, ',') FROM json_each(tools_used)), '') FROM messages";
    let memories = "SELECT agent_id, memory_type, content, constitutional, substr(replace(created_at, 'T', ' '), 1, 19)
                    FROM agent_memories";
    let in_production = [
        "SELECT id, replace(content, E'\\n', '\\n'), coalesce(array_to_string(tools_used, ','), '') FROM messages",
        "SELECT agent_id, memory_type, replace(content, E'\\n', '\\n'), constitutional::int, to_char(created_at, 'YYYY-MM-DD HH24:MI:SS')
         FROM agent_memories",
    ];
    [(messages, in_production[0]), (memories, in_production[1])].map(|(copy, original)| {
        let mut rows: (Vec<String>, Vec<String>) = (summary(export.rows(copy)), database.must(original));
        rows.0.sort();
        rows.1.sort();
        rows
    })
}

#[test]
fn production_becomes_what_the_export_becomes_and_a_second_run_changes_nothing() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::sample("helix-kit.db");
    let database = production(&cluster, "production", &export);
    let before = database.dump(TABLES);
    export.run("decide DB accept --all").ok();
    let unchanged = export.dump();
    let script = script(&export, "");
    assert_eq!(export.dump(), unchanged, "the export is not written");
    assert_eq!(outcomes(&database, &script), ["written"]);
    let after = database.dump(TABLES);
    assert_ne!(after, before);
    assert_eq!(database.must("SELECT count(*), min(id) FROM agent_memories WHERE id > 5000"), ["36|5001"]);

    assert_eq!(outcomes(&database, &script), ["written before"]);
    assert_eq!(database.dump(TABLES), after);

    export.run("apply DB").ok();
    for (copy, original) in compared(&export, &database) {
        assert_eq!(copy, original);
    }
    // A memory gets the time of its message, and every changed row gets the time of the run.
    let same = "SELECT count(*) FROM agent_memories m WHERE id > 5000 AND NOT EXISTS
                (SELECT FROM messages WHERE created_at = m.created_at AND 'save_memory' = ANY (tools_used) AND updated_at = m.updated_at)";
    assert_eq!(database.must(same), ["0"]);
}

#[test]
fn what_changed_in_production_stays_as_it_is_and_is_reported() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::sample("helix-kit.db");
    export.run("decide DB accept --all").ok();
    let script = script(&export, "");
    let recovered: Vec<i64> = export
        .scan()
        .iter()
        .filter(|found| found["status"] == "accepted" && found["remedy"] == "recover")
        .filter(|found| found["cleaned"] != "" && found["claims"].as_array().unwrap().len() == 1)
        .filter_map(|found| found["message_id"].as_i64())
        .collect();
    let [text, gone, owner, tools, equal] = recovered[..5] else { panic!("five at least") };
    let memory =
        export.scan().iter().find(|found| found["message_id"] == equal).unwrap()["records"][0]["values"].clone();
    let content = memory["content"].as_str().unwrap().replace('\'', "''");
    let kind = i32::from(memory["memory_type"] == "core");
    let changes = format!(
        "UPDATE messages SET content = content || ' ' WHERE id = {text};
         DELETE FROM messages WHERE id = {gone};
         UPDATE messages SET agent_id = (SELECT max(id) FROM agents WHERE id <> agent_id) WHERE id = {owner};
         UPDATE messages SET tools_used = '{{web_fetch}}' WHERE id = {tools};
         INSERT INTO agent_memories (agent_id, content, memory_type, created_at, updated_at)
           VALUES ({}, E'  {content}\\n', {kind}, now(), now());",
        memory["agent_id"]
    );
    let database = production(&cluster, "changed", &export);
    database.must(&changes);
    let row = |id: i64| database.must(&format!("SELECT to_json(m) FROM messages m WHERE id = {id}"));
    let before = [row(text), row(owner), row(tools)];
    let output = database.must(&script);
    for (id, outcome) in [
        (text, "changed since"),
        (gone, "gone"),
        (owner, "changed since"),
        (tools, "changed since"),
        (equal, "written"),
    ] {
        assert!(output.contains(&format!("{id}|{outcome}")), "{id} {outcome}: {output:?}");
    }
    assert_eq!([row(text), row(owner), row(tools)], before);
    // The memory already exists: the text is cleaned, and no second memory is stored.
    let stored = format!("SELECT count(*) FROM agent_memories WHERE btrim(content, E' \\n') = '{content}'");
    assert_eq!(database.must(&stored), ["1"]);
    let after = database.dump(TABLES);
    database.must(&script);
    assert_eq!(database.dump(TABLES), after);
}

#[test]
fn where_production_refuses_a_part_nothing_is_written() {
    let Some(cluster) = Cluster::start() else { return };
    let export = Export::sample("helix-kit.db");
    export.run("decide DB accept --all").ok();
    let script = script(&export, "");
    let database = production(&cluster, "refusing", &export);
    for (name, refusal) in [
        ("CONSTRAINT", "ALTER TABLE agent_memories ADD CONSTRAINT short CHECK (length(content) < 60) NOT VALID"),
        (
            "TRIGGER",
            "ALTER TABLE agent_memories DROP CONSTRAINT short;
             CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
             CREATE TRIGGER skip BEFORE INSERT ON agent_memories FOR EACH ROW WHEN (length(new.content) > 60) EXECUTE FUNCTION skip()",
        ),
    ] {
        database.must(refusal);
        let before = database.dump(TABLES);
        let answer = database.run(&script);
        assert!(!answer.ok && answer.stderr.contains("ERROR"), "{name}: {answer:?}");
        assert_eq!(database.dump(TABLES), before, "{name}");
    }
}

#[test]
fn hostile_texts_arrive_as_they_are() {
    let Some(cluster) = Cluster::start() else { return };
    let hostile = "a'b''c \\' \\n $$ $1 :name :'x' %s \u{1b}[31m\r\nline\n\\copy x\n\\! ls\n-- ; COMMIT;\n'); DROP TABLE chats; --\t\u{202e}é😀\u{7f}\u{85}";
    let text = format!(
        "{{\"success\": true, \"memory_type\": \"core\", \"content\": {}}}{hostile}!",
        serde_json::json!(hostile)
    );
    let export = Export::sample("helix-kit.db");
    let message = export
        .number("SELECT min(id) FROM messages WHERE role = 'assistant' AND agent_id = 1 AND content LIKE '{success%'");
    export.connect().execute("UPDATE messages SET content = ?1 WHERE id = ?2", (&text, message)).unwrap();
    let database = production(&cluster, "hostile", &export);
    export.run(&format!("decide DB accept --message {message}")).ok();
    for options in ["--record-tool none", "--record-tool sibling_row"] {
        let script = script(&export, options);
        let raw = script.chars().find(|c| c.is_control() && *c != '\n' || *c == '\u{202e}');
        assert_eq!(raw, None, "nothing reaches a terminal raw");
        // Without `COMMIT`, nothing is kept.
        let tried = script.trim_end().strip_suffix("COMMIT;").expect("it ends with that");
        assert_eq!(outcomes(&database, tried), ["written"]);
    }
    assert_eq!(outcomes(&database, &script(&export, "--record-tool sibling_row")), ["written"]);
    let digest = |text: &str| ghostcall::source::text_digest(text);
    let stored = "encode(sha256(convert_to(content, 'UTF8')), 'hex')";
    let cleaned = export.show(message)["cleaned"].as_str().unwrap().to_owned();
    assert_eq!(database.must(&format!("SELECT {stored} FROM messages WHERE id = {message}")), [digest(&cleaned)]);
    let memory = hostile.trim_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r', '\0']);
    assert_eq!(database.must(&format!("SELECT {stored} FROM agent_memories WHERE id > 5000")), [digest(memory)]);
    assert_eq!(
        database
            .must("SELECT count(*), max(content), max(array_to_string(tools_used, ',')) FROM messages WHERE id > 5000"),
        ["1||save_memory"]
    );
}
