//! `report`: a page for a colleague.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

fn report(export: &Export, options: &str, name: &str) -> String {
    let out = export.file(name);
    export.run(&format!("report DB {options} --out {}", out.display())).ok();
    std::fs::read_to_string(out).unwrap()
}

#[test]
fn a_report_tells_of_everything_or_of_one_batch() {
    let export = Export::fixture(JSON);
    let text = export.text("SELECT content FROM messages WHERE id = 101");
    export.run_with("decide DB accept --message 101 --reviewer ana --note", &["she asked for it"]).ok();
    export.run("decide DB approve --message 101 --reviewer bo").ok();
    export.run_with("apply DB --reviewer cy --name", &["first <b>batch</b>"]).ok();
    export.run("decide DB reject --message 102").ok();
    let all = report(&export, "", "all.html");
    for told in ["<h2>By model</h2>", "<h2>By tool</h2>", "<h2>By week</h2>", "rejected", "pending", "written"] {
        assert!(all.contains(told), "{told}");
    }
    let one = report(&export, "--batch 1", "one.html");
    assert_eq!(one.matches("<section").count(), 1);
    let word = text.split_whitespace().last().unwrap();
    for told in [
        "ana",
        "Approved by",
        "cy",
        "first &lt;b&gt;batch&lt;/b&gt;",
        "she asked for it",
        "Before",
        "The user had asked",
        word,
    ] {
        assert!(one.contains(told), "{told}\n{one}");
    }
    assert!(
        !one.contains("<script") && !one.contains("http:") && !one.contains("https:"),
        "it looks for nothing elsewhere"
    );
}

#[test]
fn a_file_that_is_there_stays_and_a_batch_that_is_not_is_named() {
    let export = Export::fixture(JSON);
    let out = export.file("there.html");
    std::fs::write(&out, "mine").unwrap();
    let refused = export.run(&format!("report DB --out {}", out.display())).refused();
    assert!(refused.contains("is there already"), "{refused}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "mine");
    let missing = export.file("none.html");
    let refused = export.run(&format!("report DB --batch 5 --out {}", missing.display())).refused();
    assert!(refused.contains("there is no batch 5") && !missing.exists(), "{refused}");
}
