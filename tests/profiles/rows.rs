//! Every row of the fixtures is judged as the comment next to it says.

use ghostcall::verdict::Remedy;

use crate::Export;

/// The findings of each fixture, with their remedies; no other message is a finding.
const DECIDED: &[(&str, &[(&str, Remedy)])] = &[
    (
        // 106 is an answer in JSON, 109 is in a discarded chat, 110 is still being written, 112 is the trace of a
        // repair, 113 is plain.
        "helix_kit_db_to_sqlite",
        &[
            ("101", Remedy::Recover),
            ("102", Remedy::Strip),
            ("103", Remedy::Strip),
            ("104", Remedy::Recover),
            ("105", Remedy::Recover),
            ("107", Remedy::Review),
            ("108", Remedy::Review),
            ("111", Remedy::Strip),
        ],
    ),
    ("helix_kit_sequel_pgliteral", &[("1", Remedy::Review)]),
    ("helix_kit_duckdb", &[("1", Remedy::Review)]),
    ("ruby_llm_v1", &[("6", Remedy::Review), ("7", Remedy::Review)]),
    ("ruby_llm_v2", &[("5", Remedy::Review)]),
    ("llm_legacy", &[("01jx0000000000000000000013", Remedy::Review)]),
    ("llm_store", &[("6", Remedy::Review)]),
    ("open_webui", &[("c-1-m4", Remedy::Recover)]),
    ("open_webui_legacy", &[("[\"c-9\",\"b2\"]", Remedy::Recover)]),
];

#[test]
fn each_row_is_decided_as_its_comment_says() {
    for (fixture, expected) in DECIDED {
        let decided: Vec<_> = Export::detected(fixture)
            .summaries()
            .into_iter()
            .map(|(message, remedy, _)| (message, remedy.expect("a proposal")))
            .collect();
        let expected: Vec<_> = expected.iter().map(|(message, remedy)| ((*message).to_owned(), *remedy)).collect();
        assert_eq!(decided, expected, "{fixture}");
    }
}
