//! Adding entries to a registry file that a person keeps: what is there stays, byte for byte.

use serde_json::Value;

use super::file;
use crate::document::{self, AnyValue, DocumentError, DocumentPart, place};

/// What the other text is called where it cannot be read.
const ADDITION: &str = "the entries to add";

/// The lists of a registry file, in the order in which they are.
const LISTS: [&str; 2] = ["syntaxes", "patterns"];

/// The text of a registry file with the syntaxes and patterns of `addition` behind its own, comments included.
///
/// An empty file becomes `addition`.
///
/// # Errors
/// A mistake in either text, and a name that the file has already, with its place.
pub fn append(file_name: &str, text: &str, addition: &str) -> Result<String, DocumentError> {
    let added = read(ADDITION, addition)?;
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(addition.to_owned());
    }
    let old = match read(file_name, text) {
        Ok(old) => old,
        // Comments alone are no document yet.
        Err(error) => {
            let joined = format!("{}\n{addition}", text.trim_end());
            return if read(file_name, &joined).as_ref() == Ok(&added) { Ok(joined) } else { Err(error) };
        }
    };
    refuse_known_names(file_name, text, &old, &added)?;
    let mut grown = text.to_owned();
    let mut expected = old;
    for list in LISTS {
        let more = entries(&added, list);
        if more.is_empty() {
            continue;
        }
        let inner = inner_text(addition, &added, list)
            .ok_or_else(|| DocumentError::whole(ADDITION, format!("the end of `{list}` is not found")))?;
        let insertion = match expected.get(list) {
            Some(_) => Insertion { text: inner, closer: ']', limit: end_of_member(&grown, &expected, list) },
            None => Insertion { text: format!("  {list}: [\n{inner}\n  ],"), closer: '}', limit: grown.len() },
        };
        add_entries(&mut expected, list, more);
        grown = insertion
            .into(&grown, &expected)
            .ok_or_else(|| DocumentError::whole(file_name, format!("no place is found to add to `{list}`")))?;
    }
    Ok(grown)
}

/// A registry file as its value, if it has no mistake.
fn read(file_name: &str, text: &str) -> Result<Value, DocumentError> {
    let value = document::parse::<AnyValue>(file_name, text)?.0;
    // Its statements may be in the languages that are built in.
    let builtin = super::Registry::builtin()?;
    match file::read(file_name, text, builtin.statements().languages()) {
        Ok(_) => Ok(value),
        Err(mistakes) => {
            let first = mistakes.into_iter().next();
            Err(first.unwrap_or_else(|| DocumentError::whole(file_name, "it cannot be read")))
        }
    }
}

fn entries<'v>(file: &'v Value, list: &str) -> &'v [Value] {
    file.get(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn add_entries(file: &mut Value, list: &str, more: &[Value]) {
    let Some(members) = file.as_object_mut() else { return };
    let entries = members.entry(list).or_insert_with(|| Value::Array(Vec::new()));
    if let Some(entries) = entries.as_array_mut() {
        entries.extend(more.iter().cloned());
    }
}

fn refuse_known_names(file_name: &str, text: &str, old: &Value, added: &Value) -> Result<(), DocumentError> {
    for list in LISTS {
        let name = |entry: &Value| entry.get("name").and_then(Value::as_str).map(str::to_owned);
        let new: Vec<String> = entries(added, list).iter().filter_map(name).collect();
        for (index, entry) in entries(old, list).iter().enumerate() {
            if let Some(name) = name(entry).filter(|name| new.contains(name)) {
                let reason = format!("`{name}` stands here already: give the new entry another name");
                return Err(DocumentError::at(file_name, text, &format!("/{list}/{index}/name"), reason));
            }
        }
    }
    Ok(())
}

/// What is between the brackets of a list, comments included.
fn inner_text(text: &str, file: &Value, list: &str) -> Option<String> {
    let index = file.as_object()?.keys().position(|key| key == list)?;
    let opened = byte_at(text, place(text, DocumentPart::Value(&[index]))?)?;
    let behind = text.get(opened..)?.strip_prefix('[')?;
    let reads = |inner: &&str| {
        let read = document::parse::<AnyValue>(ADDITION, &format!("[{inner}\n]"));
        read.is_ok_and(|read| Some(&read.0) == file.get(list))
    };
    let inner = behind.rmatch_indices(']').filter_map(|(end, _)| behind.get(..end)).find(reads)?;
    Some(inner.trim_end().trim_start_matches(['\r', '\n']).to_owned())
}

/// Where the member of a file ends at the latest: where the next one begins.
fn end_of_member(text: &str, file: &Value, name: &str) -> usize {
    let index = file.as_object().and_then(|members| members.keys().position(|key| key == name));
    let next = index.and_then(|index| place(text, DocumentPart::Key(&[index + 1])));
    next.and_then(|place| byte_at(text, place)).unwrap_or(text.len())
}

/// The byte of a line and a column, both counted from 1.
fn byte_at(text: &str, (line, column): (usize, usize)) -> Option<usize> {
    let start = match line.checked_sub(2) {
        None => 0,
        Some(breaks) => text.match_indices('\n').nth(breaks)?.0 + 1,
    };
    let in_line = text.get(start..)?.char_indices().nth(column.checked_sub(1)?)?.0;
    Some(start + in_line)
}

/// What shall come before a closer.
struct Insertion {
    text: String,
    closer: char,
    /// The closer comes before this byte.
    limit: usize,
}

impl Insertion {
    /// The text with the insertion before the last closer where it then reads as expected: whether a closer is in a
    /// string, in a comment or in an entry need not be known for that.
    fn into(self, text: &str, expected: &Value) -> Option<String> {
        let closers = text.get(..self.limit)?.rmatch_indices(self.closer);
        closers.map(|(at, _)| at).find_map(|at| {
            let before = text.get(..at)?;
            // A closer that begins its line keeps its indentation.
            let before_line = before.trim_end_matches([' ', '\t']);
            let before = if before_line.ends_with('\n') { before_line } else { before };
            let behind = text.get(before.len()..)?;
            let grown = with_comma(before).map(|before| {
                let line_break = if before.ends_with('\n') { "" } else { "\n" };
                format!("{before}{line_break}{}\n{behind}", self.text)
            });
            let reads = |grown: &String| document::parse::<AnyValue>("", grown).is_ok_and(|value| value.0 == *expected);
            grown.into_iter().find(reads)
        })
    }
}

/// The text as it is, and with a comma: behind the last thing, behind the last entry (a comment may follow), at the end.
fn with_comma(before: &str) -> [String; 4] {
    let at = |end: usize| {
        let (head, tail) = before.split_at_checked(end).unwrap_or((before, ""));
        format!("{head},{tail}")
    };
    let entry = before.rfind(['}', ']']).map_or(before.len(), |last| last + 1);
    [before.to_owned(), at(before.trim_end().len()), at(entry), at(before.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ADDED: &str = "// a draft\n{\n  version: 1,\n  patterns: [\n    {\n      // why: ] }\n      name: 'new', class: 'effect',\n      match: { required: ['a]', 'b}'] }, // last ]\n    },\n  ],\n}\n";

    fn names(text: &str) -> Vec<String> {
        let value = read("file", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let all = LISTS.iter().flat_map(|list| entries(&value, list).to_vec());
        all.map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Whether one text is left when some insertions are taken out of the other.
    fn is_kept(old: &str, grown: &str) -> bool {
        let mut left = grown.bytes();
        old.bytes().all(|byte| left.by_ref().any(|other| other == byte))
    }

    #[test]
    fn entries_are_added_behind_those_that_stand_there() {
        let entry = "{ name: 'old', class: 'echo', match: { required: ['x'] } }";
        for old in [
            format!("{{ version: 1, patterns: [{entry}] }}"),
            format!("{{\n  version: 1,\n  patterns: [\n    {entry},\n  ],\n}}\n"),
            format!("{{\n  version: 1,\n  patterns: [\n    {entry} // mine ]\n  ]\n}} // the end ] }}\n"),
            format!("{{\n  version: 1,\n  patterns: [\n    {entry} /* ] */\n    // ] more\n  ] // here\n}}"),
            format!("{{ patterns: [{entry}], \"version\": 1 }}"),
            format!("{{ patterns: [{entry}\r\n],\r\n syntaxes: [], version: 1\r\n}}"),
            format!("\u{feff}/* ] */ {{ version: 1, 'patterns': [ {entry} , ] }}"),
            format!(
                "{{ version: 1, $schema: ']]}}}}', patterns: [{entry}], syntaxes: [{{ name: 's', open: '[[', close: ']]' }}] }}"
            ),
        ] {
            let grown = append("mine.json5", &old, ADDED).unwrap_or_else(|error| panic!("{error}\n{old}"));
            let expected: &[&str] = if old.contains("'s'") { &["s", "old", "new"] } else { &["old", "new"] };
            assert_eq!(names(&grown), expected, "{grown}");
            assert!(is_kept(&old, &grown) && grown.contains("// why: ] }"), "{grown}");
        }
    }

    #[test]
    fn a_comma_stands_behind_the_entry_and_not_on_a_line_of_its_own() {
        let old = "{\n  version: 1,\n  patterns: [\n    { name: 'old', class: 'echo', match: {} } // mine\n  ]\n}\n";
        insta::assert_snapshot!(append("mine.json5", old, ADDED).unwrap());
    }

    #[test]
    fn a_list_that_is_missing_is_added() {
        for old in [
            "{ version: 1 }",
            "{\n  version: 1\n}\n",
            "{version: 1, patterns: []}",
            "{ version: 1, // }\n }",
            "{ version: 1, syntaxes: [] }",
        ] {
            let grown = append("mine.json5", old, ADDED).unwrap();
            assert_eq!(names(&grown), ["new"], "{grown}");
            assert!(is_kept(old, &grown), "{grown}");
        }
        let both = "{ version: 1, syntaxes: [{ name: 's', open: '<<', close: '>>' }], patterns: [{ name: 'p', class: 'echo', match: {} }] }";
        let grown = append("mine.json5", "{ version: 1 }", both).unwrap();
        assert_eq!(names(&grown), ["s", "p"], "{grown}");
    }

    #[test]
    fn an_empty_file_becomes_the_addition() {
        for old in ["", " \n", "\u{feff}"] {
            assert_eq!(append("mine.json5", old, ADDED).unwrap(), ADDED);
        }
        let grown = append("mine.json5", "// my patterns\n/* none yet */\n", ADDED).unwrap();
        assert!(grown.starts_with("// my patterns\n/* none yet */\n") && names(&grown) == ["new"], "{grown}");
    }

    #[test]
    fn what_cannot_be_added_is_told_with_its_place() {
        let old = "{ version: 1,\n  patterns: [\n    { name: 'new', class: 'echo', match: {} } ] }";
        let error = append("mine.json5", old, ADDED).unwrap_err();
        assert_eq!((error.line, error.column, error.file.as_str()), (3, 13, "mine.json5"));
        assert!(error.reason.contains("`new`"), "{error}");
        for (old, added, place) in [
            ("{ version: 1,", ADDED, "mine.json5:1:"),
            ("[]", ADDED, "mine.json5:1:"),
            ("{ version: 1,\n colour: 1 }", ADDED, "mine.json5:2:"),
            ("{ version: 1 }", "{ version: 1, patterns: [{}] }", ADDITION),
            ("", "{", ADDITION),
        ] {
            let error = append("mine.json5", old, added).unwrap_err().to_string();
            assert!(error.starts_with(place), "{error}");
        }
    }

    /// What may be between the parts of a document.
    fn gap() -> impl Strategy<Value = &'static str> {
        const GAPS: [&str; 9] = ["", " ", "\n", "\r\n", "/* ] } , */", " // ]} '\n", "\t", "\n  // \"[\n  ", "/**/\n"];
        proptest::sample::select(&GAPS[..])
    }

    /// A file with these entries under `patterns`, written in many ways.
    fn file_with(names: Vec<String>) -> impl Strategy<Value = String> {
        let count = names.len();
        let gaps = proptest::collection::vec((gap(), gap()), count + 6);
        (gaps, any::<[bool; 3]>(), 0..3_u8).prop_map(move |(gaps, [comma, outer_comma, has_list], order)| {
            let gap = |index: usize| gaps.get(index).copied().unwrap_or_default();
            let comma_if = |wanted: bool| if wanted { "," } else { "" };
            let entries = names.iter().enumerate().map(|(index, name)| {
                let (before, behind) = gap(index);
                // Only the last one may be left out.
                let comma = comma_if(comma || index + 1 < count);
                format!("{before}{{ name: '{name}', class: 'echo', match: {{ required: [']', '}}', ','] }} }}{behind}{comma}")
            });
            let entries: String = entries.collect();
            let list = format!("{}patterns:{}[{entries}{}]{}", gap(count).0, gap(count).1, gap(count + 1).0, gap(count + 1).1);
            let version = format!("{}version: 1{}", gap(count + 2).0, gap(count + 2).1);
            let syntaxes = format!("{}syntaxes: [{}]", gap(count + 3).0, gap(count + 3).1);
            let parts = match (has_list || count > 0, order) {
                (false, _) => vec![version],
                (true, 0) => vec![version, list],
                (true, 1) => vec![list, version],
                (true, _) => vec![syntaxes, list, version],
            };
            format!("{}{{{}{}{}}}{}", gap(count + 4).0, parts.join(","), comma_if(outer_comma), gap(count + 4).1, gap(count + 5).0)
        })
    }

    proptest! {
        #[test]
        fn old_and_new_entries_are_read_and_no_byte_is_lost(
            (old, count) in (0..4_usize).prop_flat_map(|count| (file_with((0..count).map(|index| format!("old_{index}")).collect()), Just(count))),
            (added, more) in (1..3_usize).prop_flat_map(|count| (file_with((0..count).map(|index| format!("new_{index}")).collect()), Just(count))),
        ) {
            let grown = append("mine.json5", &old, &added).unwrap_or_else(|error| panic!("{error}\n{old}\n---\n{added}"));
            let expected: Vec<String> = (0..count).map(|index| format!("old_{index}")).chain((0..more).map(|index| format!("new_{index}"))).collect();
            prop_assert_eq!(names(&grown), expected, "{}", &grown);
            prop_assert!(is_kept(&old, &grown), "{}", &grown);
        }
    }
}
