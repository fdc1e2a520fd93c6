//! What stands in data commands no terminal, in whatever form it is printed.

use crate::support::Export;

/// A memory with everything in it that could command a terminal, or hide on it.
const SET: &str = "UPDATE messages SET content = '{success: true, memory_type: \"core\", content: \"a' || char(155) || \
    '2Jb' || char(8238) || 'c' || char(127) || 'd' || char(27) || '[2Je' || char(65279) || '\"}Hi' || char(155) || 'm' \
    WHERE id = 131";

#[test]
fn no_hidden_character_of_a_message_is_printed_raw() {
    let export = Export::sample("helix-kit.db").and(SET);
    export.run("decide DB accept --message 131").ok();
    export.run("apply DB --no-backup").ok();
    for line in [
        "scan DB --status written --format json",
        "scan DB --status written --format jsonl",
        "scan DB --status written --format table",
        "scan DB --status written --format csv",
        "show DB 131 --format json",
        "show DB 131 --format table",
        "log DB --format json",
        "log DB --format jsonl",
        "patterns shapes DB --format jsonl",
    ] {
        let ran = export.run(line).ok().stdout.clone();
        assert!(ran.contains("131") || line.starts_with("patterns"), "{line}: {ran}");
        let hidden = ran.chars().find(|c| ghostcall::visible::is_hidden(*c) && *c != '\n');
        assert_eq!(hidden, None, "{line}");
    }
    let fed = "{\"content\": \"{\\\"error\\\": \\\"a\u{9b}2J\u{202e}\\\"}Hi.\"}\n";
    for line in ["check -", "read -"] {
        let ran = export.feed(line, fed).ok().stdout.clone();
        assert!(ran.contains("\\u009b2J\\u202e"), "{line}: {ran}");
        assert!(!ran.contains('\u{9b}'), "{line}");
    }
}
