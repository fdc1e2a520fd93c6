//! Lists of names in one cell, in the encodings that exports produce. The encoding of each cell is detected and
//! preserved.
//!
//! Different exporters turn the same PostgreSQL array `{save_memory,"a b"}` into a JSON array, a PostgreSQL literal or
//! a DuckDB list.

use std::fmt::Write as _;

/// How a cell encodes a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListEncoding {
    /// `["a", "b c"]`
    Json,
    /// `{a,"b c"}`
    Postgres,
    /// `[a, 'b c']`
    DuckDb,
    /// `a,b`
    Comma,
    /// One name on each line.
    Lines,
}

/// A list, with the encoding of its cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The names; NULL elements are `None`.
    pub items: Vec<Option<String>>,
    /// The encoding; `None` if the cell does not show it (NULL, empty, `[]`).
    pub encoding: Option<ListEncoding>,
}

impl List {
    /// Reads a cell; a text in no known encoding is a single name.
    #[must_use]
    pub fn read(cell: Option<&str>) -> Self {
        let text = cell.unwrap_or_default().trim();
        if matches!(text, "" | "[]" | "null") {
            return Self::default();
        }
        if let Some(items) = read_yaml(text) {
            return Self { items, encoding: None };
        }
        // A list that was made a text of JSON once more.
        if let Some(inner) = serde_json::from_str::<String>(text).ok().filter(|inner| inner.starts_with(['[', '{'])) {
            return Self { encoding: None, ..Self::read(Some(&inner)) };
        }
        if text.starts_with('[') {
            if let Ok(items) = serde_json::from_str::<Vec<serde_json::Value>>(text) {
                return Self { items: items.into_iter().map(json_item).collect(), encoding: Some(ListEncoding::Json) };
            }
            if let Some(items) = read_duckdb(text) {
                return Self { items, encoding: Some(ListEncoding::DuckDb) };
            }
        }
        if text.starts_with('{')
            && let Some(items) = read_postgres(text)
        {
            return Self { items, encoding: Some(ListEncoding::Postgres) };
        }
        // A single bare name is also a valid comma list.
        let (mark, encoding) =
            if text.contains('\n') { ('\n', ListEncoding::Lines) } else { (',', ListEncoding::Comma) };
        Self { items: separated(text, mark), encoding: Some(encoding) }
    }

    /// Reads a cell of a column with a known encoding. JSON, PostgreSQL and DuckDB lists are still detected in each
    /// cell, so that no name is missed.
    #[must_use]
    pub fn read_as(encoding: Option<ListEncoding>, cell: Option<&str>) -> Self {
        let mark = match encoding {
            Some(ListEncoding::Comma) => ',',
            Some(ListEncoding::Lines) => '\n',
            None | Some(ListEncoding::Json | ListEncoding::Postgres | ListEncoding::DuckDb) => return Self::read(cell),
        };
        let items = separated(cell.unwrap_or_default(), mark);
        Self { encoding: encoding.filter(|_| !items.is_empty()), items }
    }

    /// Whether a cell holds only names, so that adding one and writing it back loses nothing.
    #[must_use]
    pub fn holds_names_alone(text: &str) -> bool {
        // What YAML or a quoted list holds is only read.
        if text.trim_start().starts_with(['"', '-']) {
            return false;
        }
        let list = Self::read(Some(text));
        let dense = |text: &str| text.replace(char::is_whitespace, "");
        match list.encoding {
            None | Some(ListEncoding::Postgres) => true,
            Some(ListEncoding::Json) => serde_json::from_str::<Vec<Option<String>>>(text).is_ok(),
            Some(ListEncoding::Comma | ListEncoding::Lines) => !text.trim_start().starts_with(['[', '{']),
            // A list of structs or lists would be written back as a list of texts.
            Some(ListEncoding::DuckDb) => {
                list.names().all(|name| !name.starts_with(['{', '[', '"']))
                    || dense(&list.write(ListEncoding::DuckDb)) == dense(text)
            }
        }
    }

    /// The names, without NULL elements.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(Option::as_deref)
    }

    /// Writes the list as the text of a cell in the given encoding.
    #[must_use]
    pub fn write(&self, encoding: ListEncoding) -> String {
        let items = self.items.iter().map(Option::as_deref);
        match encoding {
            // With a space after each comma, as exporters in Python write it.
            ListEncoding::Json => bracket('[', items.map(|item| item.map_or("null".to_owned(), json_text)), ", ", ']'),
            ListEncoding::Postgres => {
                bracket('{', items.map(|item| item.map_or("NULL".to_owned(), postgres_text)), ",", '}')
            }
            ListEncoding::DuckDb => {
                bracket('[', items.map(|item| item.map_or("NULL".to_owned(), duckdb_text)), ", ", ']')
            }
            ListEncoding::Comma => items.flatten().collect::<Vec<_>>().join(","),
            ListEncoding::Lines => items.flatten().collect::<Vec<_>>().join("\n"),
        }
    }
}

/// The names between separators, trimmed; empty ones are left out.
fn separated(text: &str, mark: char) -> Vec<Option<String>> {
    text.split(mark).map(str::trim).filter(|name| !name.is_empty()).map(|name| Some(name.to_owned())).collect()
}

fn bracket(open: char, items: impl Iterator<Item = String>, separator: &str, close: char) -> String {
    format!("{open}{}{close}", items.collect::<Vec<_>>().join(separator))
}

fn json_item(item: serde_json::Value) -> Option<String> {
    match item {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(text),
        other => Some(other.to_string()),
    }
}

fn json_text(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

/// Quotes like PostgreSQL's `array_out`.
fn postgres_text(name: &str) -> String {
    let special = |c: char| matches!(c, '{' | '}' | ',' | '"' | '\\') || c.is_whitespace();
    if !name.is_empty() && !name.contains(special) && !name.eq_ignore_ascii_case("null") {
        return name.to_owned();
    }
    let mut quoted = String::from('"');
    for c in name.chars() {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}

/// Quotes like DuckDB when it casts a list to text.
fn duckdb_text(name: &str) -> String {
    let special = |c: char| {
        matches!(c, '{' | '}' | '[' | ']' | '(' | ')' | ',' | '\'' | '"' | '=' | ':' | '\\') || c.is_whitespace()
    };
    if !name.is_empty() && !name.contains(special) && !name.eq_ignore_ascii_case("null") {
        return name.to_owned();
    }
    let mut quoted = String::from('\'');
    for c in name.chars() {
        if matches!(c, '\'' | '\\') {
            quoted.push('\\');
        }
        let _ = write!(quoted, "{c}");
    }
    quoted.push('\'');
    quoted
}

/// A list as YAML, in which Rails stores what it serializes.
fn read_yaml(text: &str) -> Option<Vec<Option<String>>> {
    let lines = text.strip_prefix("---")?.trim();
    let lines = lines.lines().filter(|_| lines != "[]");
    let name = |line: &str| Some(line.trim().strip_prefix("- ")?.trim_matches(['"', '\'']).to_owned());
    lines.map(|line| name(line).map(Some)).collect()
}

/// A one-dimensional PostgreSQL array literal.
fn read_postgres(text: &str) -> Option<Vec<Option<String>>> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    read_elements(inner, '"', |bare| (!bare.contains(['{', '}'])).then_some(()))
}

/// A list cast to text by DuckDB.
fn read_duckdb(text: &str) -> Option<Vec<Option<String>>> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    read_elements(inner, '\'', |_| Some(()))
}

/// Elements separated by commas, either bare or in `quote`s, in which a backslash escapes the next character.
fn read_elements(inner: &str, quote: char, bare_is_fine: fn(&str) -> Option<()>) -> Option<Vec<Option<String>>> {
    let mut items = Vec::new();
    let mut rest = inner.chars().peekable();
    if inner.trim().is_empty() {
        return Some(items);
    }
    loop {
        while rest.next_if(|c| c.is_whitespace()).is_some() {}
        if rest.next_if_eq(&quote).is_some() {
            let mut item = String::new();
            loop {
                match rest.next()? {
                    '\\' => item.push(rest.next()?),
                    c if c == quote => break,
                    c => item.push(c),
                }
            }
            items.push(Some(item));
            while rest.next_if(|c| c.is_whitespace()).is_some() {}
        } else {
            let mut bare = String::new();
            while let Some(c) = rest.next_if(|c| *c != ',') {
                bare.push(c);
            }
            let bare = bare.trim();
            bare_is_fine(bare)?;
            items.push((!bare.eq_ignore_ascii_case("null")).then(|| bare.to_owned()));
        }
        match rest.next() {
            None => return Some(items),
            Some(',') => {}
            Some(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(cell: &str) -> Vec<String> {
        List::read(Some(cell)).names().map(str::to_owned).collect()
    }

    /// The same five elements as three exporters write them, as measured.
    const MEASURED: [(&str, ListEncoding); 3] = [
        (r#"["save_memory", "https://e.org/a,b?q=\"x\"", "with {brace}", "NULL", ""]"#, ListEncoding::Json),
        (r#"{save_memory,"https://e.org/a,b?q=\"x\"","with {brace}","NULL",""}"#, ListEncoding::Postgres),
        (r#"[save_memory, 'https://e.org/a,b?q="x"', 'with {brace}', 'NULL', '']"#, ListEncoding::DuckDb),
    ];

    #[test]
    fn what_three_exporters_write_is_the_same_list_and_goes_back_as_it_came() {
        for (cell, encoding) in MEASURED {
            let list = List::read(Some(cell));
            assert_eq!(list.encoding, Some(encoding));
            let read: Vec<_> = list.names().collect();
            assert_eq!(read, ["save_memory", "https://e.org/a,b?q=\"x\"", "with {brace}", "NULL", ""]);
            assert_eq!(list.write(encoding), cell);
        }
    }

    #[test]
    fn cells_that_hold_nothing_show_no_encoding() {
        for cell in [None, Some(""), Some("  "), Some("[]")] {
            assert_eq!(List::read(cell), List::default());
        }
        assert_eq!(List::read(Some("{}")), List { items: vec![], encoding: Some(ListEncoding::Postgres) });
    }

    #[test]
    fn bare_names_and_comma_lists() {
        assert_eq!(names("remember,search"), ["remember", "search"]);
        assert_eq!(names("save_memory"), ["save_memory"]);
        assert_eq!(names("[save_memory]"), ["save_memory"]);
        assert_eq!(names("remember\r\nlook, up\n"), ["remember", "look, up"]);
    }

    #[test]
    fn a_known_encoding_reads_what_a_cell_alone_does_not_show() {
        let read = |encoding, cell| List::read_as(Some(encoding), Some(cell));
        assert_eq!(read(ListEncoding::Lines, "look, up").items, [Some("look, up".to_owned())]);
        assert_eq!(read(ListEncoding::Comma, "[a],b").items, [Some("[a]".to_owned()), Some("b".to_owned())]);
        assert_eq!(read(ListEncoding::Comma, " "), List::default());
        assert_eq!(read(ListEncoding::Json, "{a,b}").items.len(), 2);
    }

    #[test]
    fn null_elements_survive() {
        for (cell, encoding) in [("[null, \"a\"]", ListEncoding::Json), ("{NULL,a}", ListEncoding::Postgres)] {
            let list = List::read(Some(cell));
            assert_eq!(list.items, [None, Some("a".to_owned())]);
            assert_eq!(list.write(encoding), cell);
        }
    }

    #[test]
    fn white_space_of_any_kind_is_quoted() {
        for encoding in [ListEncoding::Json, ListEncoding::Postgres, ListEncoding::DuckDb] {
            let list =
                List { items: vec![Some("\u{b}".to_owned()), Some(" a\u{a0}".to_owned())], encoding: Some(encoding) };
            assert_eq!(List::read(Some(&list.write(encoding))).items, list.items, "{encoding:?}");
        }
    }

    proptest! {
        #[test]
        fn any_list_survives_each_encoding(items in proptest::collection::vec(proptest::option::of(".*"), 1..5)) {
            for encoding in [ListEncoding::Json, ListEncoding::Postgres, ListEncoding::DuckDb] {
                let list = List { items: items.clone(), encoding: Some(encoding) };
                prop_assert_eq!(List::read(Some(&list.write(encoding))).items, items.clone(), "{:?}", encoding);
            }
        }

        #[test]
        fn no_cell_panics(cell in ".*") {
            let _ = List::read(Some(&cell));
        }
    }
}
