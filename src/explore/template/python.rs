//! Prints values as Python does: templates that expect `json.dumps`, or no conversion at all, write them so.

use minijinja::value::{Kwargs, ValueKind};
use minijinja::{Error, ErrorKind, Value};

/// The deepest nesting to print: a list can be put into another a thousand times.
const DEEPEST: usize = 64;
/// The maximum number of bytes to print: a list that contains the same list twice, thirty levels deep, is small in
/// memory but huge in print.
const LONGEST: usize = 1 << 20;

/// Formats a value like `str`: a text is unchanged, texts inside lists and mappings are quoted.
pub(super) fn text(value: &Value) -> Result<String, Error> {
    match value.kind() {
        ValueKind::Seq | ValueKind::Map | ValueKind::Iterable => Printer::print(value, &Style::repr()),
        _ => Ok(value.to_string()),
    }
}

/// The filter `tojson` as inference servers define it: `json.dumps`, without escapes for HTML.
pub(super) fn to_json(value: &Value, options: &Kwargs) -> Result<Value, Error> {
    let indent = options.get::<Option<usize>>("indent")?;
    let ascii = options.get::<Option<bool>>("ensure_ascii")?.unwrap_or(false);
    let separators = options.get::<Option<Vec<String>>>("separators")?;
    options.get::<Option<bool>>("sort_keys")?;
    options.assert_all_used()?;
    let comma = if indent.is_some() { "," } else { ", " };
    let (comma, colon) = match separators.as_deref() {
        Some([comma, colon]) => (comma.clone(), colon.clone()),
        _ => (comma.to_owned(), ": ".to_owned()),
    };
    let style = Style { is_json: true, comma, colon, indent, ascii };
    Printer::print(value, &style).map(Value::from)
}

struct Style {
    is_json: bool,
    comma: String,
    colon: String,
    indent: Option<usize>,
    /// Whether all characters outside ASCII are escaped.
    ascii: bool,
}

impl Style {
    fn repr() -> Self {
        Self { is_json: false, comma: ", ".to_owned(), colon: ": ".to_owned(), indent: None, ascii: false }
    }
}

struct Printer<'s> {
    style: &'s Style,
    printed: String,
}

impl Printer<'_> {
    fn print(value: &Value, style: &Style) -> Result<String, Error> {
        let mut printer = Printer { style, printed: String::new() };
        printer.value(value, 0)?;
        Ok(printer.printed)
    }

    fn value(&mut self, value: &Value, depth: usize) -> Result<(), Error> {
        if depth > DEEPEST || self.printed.len() > LONGEST {
            return Err(Error::new(ErrorKind::OutOfFuel, "a value is too large to print"));
        }
        match value.kind() {
            ValueKind::String => self.string(value.as_str().unwrap_or_default()),
            ValueKind::Seq | ValueKind::Iterable => {
                let elements = value.try_iter()?;
                self.enclosed(['[', ']'], depth, elements, |printer, element| printer.value(&element, depth + 1))?;
            }
            ValueKind::Map => {
                let keys = value.try_iter()?;
                self.enclosed(['{', '}'], depth, keys, |printer, key| {
                    printer.key(&key, depth)?;
                    printer.printed.push_str(&printer.style.colon);
                    printer.value(&value.get_item(&key)?, depth + 1)
                })?;
            }
            ValueKind::Undefined if self.style.is_json => {
                return Err(Error::new(ErrorKind::UndefinedError, "an undefined value cannot be JSON"));
            }
            ValueKind::None if self.style.is_json => self.printed.push_str("null"),
            ValueKind::Bool if self.style.is_json => {
                self.printed.push_str(if value.is_true() { "true" } else { "false" });
            }
            _ => self.printed.push_str(&value.to_string()),
        }
        Ok(())
    }

    /// Writes a key; in JSON every key is text.
    fn key(&mut self, key: &Value, depth: usize) -> Result<(), Error> {
        if self.style.is_json {
            self.string(&key.to_string());
            return Ok(());
        }
        self.value(key, depth + 1)
    }

    fn enclosed(
        &mut self,
        [open, close]: [char; 2],
        depth: usize,
        items: impl Iterator<Item = Value>,
        mut print: impl FnMut(&mut Self, Value) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.printed.push(open);
        let mut is_empty = true;
        for item in items {
            if !is_empty {
                self.printed.push_str(&self.style.comma);
            }
            is_empty = false;
            self.new_line(depth + 1);
            print(self, item)?;
        }
        if !is_empty {
            self.new_line(depth);
        }
        self.printed.push(close);
        Ok(())
    }

    fn new_line(&mut self, depth: usize) {
        if let Some(indent) = self.style.indent {
            self.printed.push('\n');
            self.printed.push_str(&" ".repeat(indent.min(DEEPEST) * depth));
        }
    }

    fn string(&mut self, text: &str) {
        // Python uses single quotes unless the text contains only single ones.
        let quote = if self.style.is_json || (text.contains('\'') && !text.contains('"')) { '"' } else { '\'' };
        self.printed.push(quote);
        for c in text.chars() {
            match c {
                '\\' => self.printed.push_str("\\\\"),
                '\n' => self.printed.push_str("\\n"),
                '\r' => self.printed.push_str("\\r"),
                '\t' => self.printed.push_str("\\t"),
                c if c == quote => self.printed.extend(['\\', c]),
                c if c.is_control() || (self.style.ascii && !c.is_ascii()) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        self.printed.push_str(&format!("\\u{unit:04x}"));
                    }
                }
                c => self.printed.push(c),
            }
        }
        self.printed.push(quote);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::value::Serde;
    use serde_json::json;

    fn value(value: &serde_json::Value) -> Value {
        Value::from(Serde(value))
    }

    fn dumped(json: &serde_json::Value, options: &[(&str, Value)]) -> String {
        let options: Kwargs = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        to_json(&value(json), &options).unwrap().to_string()
    }

    #[test]
    fn texts_inside_of_values_have_quotes() {
        for (given, expected) in [
            (json!("it's"), "it's"),
            (json!(["it's", "a \"b\"", "both ' and \""]), r#"["it's", 'a "b"', 'both \' and "']"#),
            (json!({"a": null, "b": [true, 1, 2.5]}), "{'a': None, 'b': [True, 1, 2.5]}"),
            (json!({}), "{}"),
        ] {
            assert_eq!(text(&value(&given)).unwrap(), expected);
        }
    }

    #[test]
    fn json_is_written_as_python_writes_it() {
        let given = json!({"a": ["é<", null], "b": {}});
        assert_eq!(dumped(&given, &[]), "{\"a\": [\"é<\", null], \"b\": {}}");
        assert_eq!(dumped(&given, &[("ensure_ascii", Value::from(true))]), "{\"a\": [\"\\u00e9<\", null], \"b\": {}}");
        assert_eq!(dumped(&json!({"a": [1]}), &[("indent", Value::from(1))]), "{\n \"a\": [\n  1\n ]\n}");
        let separators = Value::from(vec![",", ":"]);
        assert_eq!(dumped(&json!({"a": [1, 2]}), &[("separators", separators)]), "{\"a\":[1,2]}");
    }

    #[test]
    fn what_holds_itself_many_times_over_is_refused() {
        let mut nested = Value::from(vec![1]);
        for _ in 0..50 {
            nested = Value::from(vec![nested.clone(), nested]);
        }
        assert!(text(&nested).is_err());
        let deep = (0..2 * DEEPEST).fold(Value::from(1), |inner, _| Value::from(vec![inner]));
        assert!(text(&deep).is_err());
    }
}
