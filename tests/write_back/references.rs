//! References that the database checks only at the end of a transaction.

use crate::support::Export;

fn accepted() -> Export {
    let export = Export::fixture("helix_kit_db_to_sqlite");
    export.run("decide DB accept --all").ok();
    export
}

#[test]
fn a_key_that_cannot_be_followed_elsewhere_keeps_nothing_from_being_written() {
    let export = accepted().and(
        "PRAGMA foreign_keys = OFF;
         CREATE TABLE names (name TEXT); CREATE TABLE unrelated (name TEXT REFERENCES names (name));
         INSERT INTO unrelated VALUES ('x');
         CREATE TABLE pairs (a INTEGER, b TEXT COLLATE NOCASE, PRIMARY KEY (a, b)); INSERT INTO pairs VALUES (1, 'One');
         CREATE TABLE links (a, b TEXT, seen, FOREIGN KEY (a, b) REFERENCES pairs DEFERRABLE INITIALLY DEFERRED);
         INSERT INTO links VALUES (7, 'was broken before', 0);
         CREATE TRIGGER link AFTER INSERT ON agent_memories BEGIN
           UPDATE links SET seen = 1 WHERE a = 7;
           INSERT INTO links (a, b) VALUES ('1', 'ONE'), (NULL, 'two'),
                                    (1, CASE WHEN new.content LIKE 'Beans%' THEN 'two' ELSE 'one' END);
         END",
    );
    let report = export.run("apply DB");
    report.with_problems().notes("left out message 101: ");
    report.notes("a row of links would refer to a row of pairs that is not there");
    assert_eq!(report.lines().len(), 5, "{}", report.stderr);
    assert_eq!(export.number("SELECT count(*) FROM links WHERE b = 'two' AND a IS NOT NULL"), 0);
}

#[test]
fn a_reference_that_no_finding_is_known_to_break_stops_all_and_says_so() {
    let narrow = "CREATE TABLE narrow (id INTEGER PRIMARY KEY, agent INTEGER REFERENCES owners (id)
                                       DEFERRABLE INITIALLY DEFERRED) WITHOUT ROWID;
                  INSERT INTO narrow VALUES (7, 1)";
    let wide = "CREATE TABLE wide (agent INTEGER REFERENCES owners (id) DEFERRABLE INITIALLY DEFERRED);
                INSERT INTO wide VALUES (1)";
    for (links, expected) in
        [(narrow, "a row would refer to a row that"), (wide, "a row of wide would refer to a row of owners that")]
    {
        let export = accepted().and("CREATE TABLE owners (id INTEGER PRIMARY KEY); INSERT INTO owners VALUES (1)");
        export.sql(links);
        export.sql("CREATE TRIGGER forget AFTER INSERT ON agent_memories BEGIN DELETE FROM owners; END");
        let before = export.dump();
        export.run("apply DB").ended(2).notes(expected).notes("is not there").notes("nothing was written");
        assert!(export.dump() == before, "{links}");
    }
}
