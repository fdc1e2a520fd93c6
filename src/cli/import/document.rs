//! Chat logs that are one JSON document, as applications export them: pretty-printed, or a list on one line.

use anyhow::bail;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// Whether the first line of a log begins a list.
pub(super) fn is_list(line: &str) -> bool {
    line.trim_start().starts_with('[')
}

/// Whether a line begins a document that continues on later lines.
pub(super) fn begins(line: &str) -> bool {
    let open = serde_json::from_str::<IgnoredAny>(line.trim()).is_err_and(|error| error.is_eof());
    open && !line.trim().is_empty()
}

/// Whether a line looks like the continuation of a document, judging by its indentation.
pub(super) fn continues(line: &str) -> bool {
    line.is_empty() || line.starts_with([' ', '\t', '}', ']'])
}

/// The offset where the first document of a text ends.
pub(super) fn first_end(text: &str) -> serde_json::Result<usize> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    documents.next().transpose().map(|_| documents.byte_offset())
}

/// The error for a text that is neither a document nor JSON Lines; it begins at line `first`.
pub(super) fn neither(error: &serde_json::Error, first: u64) -> String {
    format!(
        "neither one JSON document nor JSON Lines: line {}: {}; write one JSON document per line, or one in all",
        error.line() as u64 + first - 1,
        without_place(error)
    )
}

/// The members that distinguish a message from a conversation.
#[derive(Deserialize)]
struct DocumentEntry {
    messages: Option<IgnoredAny>,
    body: Option<IgnoredAny>,
    conversation_id: Option<IgnoredAny>,
}

impl DocumentEntry {
    fn is_lone_message(text: &str) -> bool {
        let entry: Option<Self> = serde_json::from_str(text).ok();
        entry.is_some_and(|entry| entry.messages.is_none() && entry.body.is_none() && entry.conversation_id.is_none())
    }
}

/// Splits a text into the lines that JSON Lines would have. It may contain several documents.
pub(super) fn parts(name: &str, text: &str, first: u64) -> anyhow::Result<Vec<String>> {
    let mut parts = Vec::new();
    for document in serde_json::Deserializer::from_str(text).into_iter::<Box<RawValue>>() {
        let document = match document {
            Ok(document) => document,
            Err(error) => bail!("{name}: {}", neither(&error, first)),
        };
        let document = document.get();
        if !document.starts_with('[') {
            parts.push(document.to_owned());
            continue;
        }
        let entries: Vec<Box<RawValue>> = serde_json::from_str(document)?;
        let entries: Vec<&str> = entries.iter().map(|entry| entry.get()).collect();
        if !entries.is_empty() && entries.iter().all(|entry| DocumentEntry::is_lone_message(entry)) {
            parts.push(format!("{{\"messages\": [{}]}}", entries.join(",")));
        } else {
            parts.extend(entries.into_iter().map(str::to_owned));
        }
    }
    Ok(parts)
}

/// The error message without the position, which is reported separately.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_distinguished_from_a_line() {
        for text in ["{", " {\"a\": [", "{\"messages\":"] {
            assert!(begins(text), "{text}");
        }
        for text in ["", " ", "{}", "{\"a\": 1}", "hello", "{]"] {
            assert!(!begins(text), "{text}");
        }
        assert!(is_list(" [{\"role\": \"user\"}]") && !is_list("{\"a\": []}"));
    }

    #[test]
    fn a_list_of_messages_is_a_conversation_and_other_lists_are_their_entries() {
        let parts = |text: &str| parts("a.json", text, 1).unwrap();
        assert_eq!(parts("[{\"role\": \"user\"},\n {\"role\": \"assistant\"}]").len(), 1);
        assert_eq!(parts("[{\"conversation_id\": 1},\n {\"role\": \"assistant\"}]").len(), 2);
        assert_eq!(parts("[{\"messages\": []}]"), ["{\"messages\": []}"]);
        assert_eq!(parts("{\n\"a\": 1}\n{\n\"a\": 2}\n").len(), 2);
        assert!(parts("[]").is_empty());
    }

    #[test]
    fn what_is_no_document_is_reported_once_with_its_line() {
        let error = super::parts("a.json", "{\n  \"a\": 1,\n  b\n}", 3).unwrap_err().to_string();
        assert!(error.starts_with("a.json: neither") && error.contains("line 5"), "{error}");
    }
}
