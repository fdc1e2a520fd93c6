//! `report`: an HTML page.

use std::path::Path;
use std::process::Command;

use rusqlite::Connection;

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

fn report(export: &Export, options: &str, name: &str) -> String {
    let out = export.file(name);
    export.run(&format!("report DB {options} --out {}", out.display())).ok();
    std::fs::read_to_string(out).unwrap()
}

#[test]
fn a_report_covers_everything_or_one_batch() {
    let export = Export::fixture(JSON);
    let text = export.text("SELECT content FROM messages WHERE id = 101");
    export.run_with("decide DB accept --message 101 --reviewer ana --note", &["she asked for it"]).ok();
    export.run("decide DB approve --message 101 --reviewer bo").ok();
    export.run_with("apply DB --reviewer cy --name", &["first <b>batch</b>"]).ok();
    export.run("decide DB reject --message 102").ok();
    export.run("decide DB accept --remedy recover --reviewer dee").ok();
    let all = report(&export, "", "all.html");
    for expected in ["<h2>By model</h2>", "<h2>By tool</h2>", "<h2>By week</h2>", "rejected", "pending", "written"] {
        assert!(all.contains(expected), "{expected}");
    }
    assert!(all.contains("<dd>dee, in bulk</dd>") && all.contains("<dd>ana</dd>"), "{all}");
    let one = report(&export, "--batch 1", "one.html");
    assert_eq!(one.matches("<section").count(), 1);
    let word = text.split_whitespace().last().unwrap();
    for expected in [
        "ana",
        "Approved by",
        "cy",
        "first &lt;b&gt;batch&lt;/b&gt;",
        "she asked for it",
        "Before",
        "The user had asked",
        word,
    ] {
        assert!(one.contains(expected), "{expected}\n{one}");
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
    assert!(refused.contains("already exists"), "{refused}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "mine");
    let missing = export.file("none.html");
    let refused = export.run(&format!("report DB --batch 5 --out {}", missing.display())).refused();
    assert!(refused.contains("no batch 5") && !missing.exists(), "{refused}");
}

/// Text that would break out of a page that does not escape it.
const HOSTILE: &str = "</pre></section><script>document.title = \"owned\"</script><img src=x onerror=\"document.title='owned'\"> {\"success\": true, \"memory_type\": \"core\", \"content\": \"<b>bold</b>\"}Fine.";

/// The page as a browser parses it, or `None` without a browser.
fn opened_in_a_browser(page: &Path, folder: &Path) -> Option<String> {
    let known = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let folders = std::env::var_os("PATH")?;
    let browser = std::env::split_paths(&folders)
        .flat_map(|folder| known.map(|name| folder.join(name)))
        .find(|path| path.is_file())?;
    let mut profile = std::ffi::OsString::from("--user-data-dir=");
    profile.push(folder.join("browser"));
    let options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--dump-dom"];
    let shown =
        Command::new(browser).args(options).arg(profile).arg(format!("file://{}", page.display())).output().ok()?;
    shown.status.success().then(|| String::from_utf8_lossy(&shown.stdout).into_owned())
}

#[test]
fn a_browser_opens_it_and_runs_nothing_that_a_message_says() {
    let export = Export::fixture(JSON);
    Connection::open(export.path())
        .unwrap()
        .execute("UPDATE messages SET content = ?1 WHERE id = 101", [HOSTILE])
        .unwrap();
    let page = report(&export, "", "hostile.html");
    let findings = page.matches("<section id=").count();
    assert!(findings > 1 && page.contains("&lt;script&gt;document.title"), "{page}");
    let out = export.file("hostile.html");
    // Without a browser, this checks the source of the page.
    let shown = opened_in_a_browser(&out, out.parent().unwrap()).unwrap_or_else(|| page.clone());
    assert_eq!(shown.matches("<section id=").count(), findings);
    assert_eq!((shown.matches("</section>").count(), shown.matches("<figure>").count()), (findings, 2 * findings));
    assert!(!shown.contains("<script") && !shown.contains("<img") && !shown.contains("<b>bold"), "{shown}");
    assert!(shown.contains("<title>ghostcall: ") && shown.contains("<svg viewBox="), "{shown}");
}
