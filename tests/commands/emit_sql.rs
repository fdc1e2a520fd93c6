//! `apply --emit-sql`: what it prints, and what it leaves out.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn sql_is_printed_and_nothing_is_written() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    let before = (export.dump(), export.files());
    for (dialect, begin) in [("postgres", "\nBEGIN;\n"), ("sqlite", "\nBEGIN IMMEDIATE;\n")] {
        let emitted = export.run(&format!("apply DB --emit-sql {dialect}"));
        emitted.ok().tells("-- Message 101\n").tells("COMMIT;\n").notes("6 findings").notes("Nothing was written");
        assert_eq!(emitted.stdout.matches(begin).count(), 1);
    }
    assert_eq!((export.dump(), export.files()), before);
    assert_eq!(export.status(101), "accepted");
}

#[test]
fn what_changed_since_its_decision_is_left_out_and_told() {
    let export = Export::fixture(JSON);
    export.run("decide DB accept --all").ok();
    export.sql("UPDATE messages SET content = content || '!' WHERE id = 101");
    let emitted = export.run("apply DB --emit-sql sqlite");
    emitted.with_problems().notes("left out message 101").notes("5 findings");
    assert!(!emitted.stdout.contains("Message 101"), "{}", emitted.stdout);
}

#[test]
fn a_text_that_postgres_cannot_keep_is_left_out() {
    let export = Export::fixture(JSON).and("UPDATE messages SET content = content || char(0) || 'x' WHERE id = 101");
    export.run("decide DB accept --message 101").ok();
    export.run("apply DB --emit-sql postgres").with_problems().notes("PostgreSQL keeps no NUL").notes("0 findings");
    export.run("apply DB --emit-sql sqlite").ok().notes("1 finding");
}

#[test]
fn a_database_that_is_never_written_has_no_sql_either() {
    let refused = Export::fixture("llm_store").run("apply DB --emit-sql sqlite").refused();
    assert!(refused.contains("llm-store"), "{refused}");
    Export::fixture(JSON).run("apply DB --emit-sql mysql").ended(2);
    Export::fixture(JSON).run("apply DB --emit-sql sqlite --dry-run").ended(2);
}
