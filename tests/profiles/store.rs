//! Messages that are identified by their content: audited, but never written.

use ghostcall::session::{Access, Session};
use ghostcall::verdict::{Remedy, Verdict};

use crate::Export;

#[test]
fn the_log_of_llm_is_audited_and_says_why_it_is_not_written() {
    let export = Export::detected("llm_store");
    assert_eq!(export.summaries(), [("6".to_owned(), Some(Remedy::Review), Some(Verdict::Unclear))]);
    let findings = export.findings();
    assert_eq!(findings[0].model.as_deref(), Some("demo-model"));
    assert_eq!(
        findings[0].conversation_id.as_ref().map(ToString::to_string).as_deref(),
        Some("01m7xg66q6w11yf1986xfgshth")
    );
    let session = Session::open(export.setup.clone(), Access::Read).expect("it opens");
    let refused = session.writer().preview(&mut |_, _| true).expect_err("it is read-only").to_string();
    assert!(refused.contains("llm-store") && refused.contains("digest"), "{refused}");
}

/// A call in an earlier turn is no evidence; one in the same turn is. The parts of a thread are read in order.
#[test]
fn calls_are_parts_of_the_same_thread() {
    let remember = "INSERT INTO parts VALUES (7, 'b2:c1a6284f4586576c3ce9fe2ffa9bd49e', 1, 'text', NULL,
        '<tool_call>{\"name\": \"remember\", \"arguments\": {\"fact\": \"The boiler is serviced every March.\"}}</tool_call>', NULL)";
    let export = Export::detected("llm_store").with_patterns("llm").and(remember);
    let found = export.summaries();
    assert_eq!(found[0], ("6".to_owned(), Some(Remedy::Review), Some(Verdict::NotExecuted)));
    assert_eq!(found[1], ("7".to_owned(), Some(Remedy::Strip), Some(Verdict::Executed)));
}
