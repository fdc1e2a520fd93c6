//! The page is complete, and text from messages never becomes markup.

use super::*;
use crate::proposal::Status;

const HOSTILE: &str = "</pre><script>alert(1)</script><img src=x onerror=\"alert(2)\">&amp;'\u{202e}\u{1b}[31m";

fn hostile() -> Report {
    let mut finding = Finding { message_id: Some(Key::Text(HOSTILE.to_owned())), ..Finding::default() };
    (finding.agent, finding.model) = (Some(HOSTILE.to_owned()), Some(HOSTILE.to_owned()));
    finding.status = Status::Written;
    let text = || Some(HOSTILE.to_owned());
    let reported = ReportedFinding {
        finding,
        request: text(),
        before: HOSTILE.to_owned(),
        after: format!("{HOSTILE} and more"),
        rows: vec![HOSTILE.to_owned()],
        reviewer: text(),
        in_bulk: true,
        approved_by: text(),
        decided_at: text(),
        written_at: text(),
        note: text(),
    };
    let batch = JournalBatch {
        batch: 3,
        name: text(),
        reviewer: HOSTILE.to_owned(),
        decided_by: vec![HOSTILE.to_owned()],
        findings: 2,
        in_effect: 1,
        ..JournalBatch::default()
    };
    Report { database: HOSTILE.to_owned(), batch: Some(batch), made_at: String::new(), findings: vec![reported] }
}

/// The names of a page's elements. Checks that they are nested and closed correctly.
fn elements(page: &str) -> Vec<String> {
    let mut open = Vec::new();
    let mut all = Vec::new();
    for part in page.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        if tag.starts_with('/') {
            assert_eq!(open.pop().as_ref(), Some(&name), "what is closed was opened last");
        } else if !tag.ends_with('/') && !["meta", "!"].contains(&name.as_str()) && !tag.starts_with('!') {
            open.push(name.clone());
        }
        all.push(name);
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

#[test]
fn the_text_of_messages_is_no_markup() {
    let page = hostile().to_html();
    let elements = elements(&page);
    for name in ["script", "img", "iframe", "link", "object"] {
        assert!(!elements.iter().any(|element| element == name), "{name}");
    }
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "it is shown as it is");
    assert!(!page.contains('\u{1b}') && !page.contains('\u{202e}'));
    assert!(!page.contains("http://") && !page.contains("https://"), "nothing is looked for elsewhere");
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn an_empty_report_is_a_page_too() {
    let page = Report { database: "export.db".to_owned(), ..Report::default() }.to_html();
    assert!(elements(&page).contains(&"main".to_owned()) && page.contains("0 findings with 0 claims"), "{page}");
}
