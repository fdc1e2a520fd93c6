//! Parses values as Ruby prints them (`inspect`): RubyLLM 1 stores a Hash returned by a tool in this form.
//!
//! The whole text must be a value. A text with anything else, such as an object of a class, is not one.

use serde_json::{Map, Value};

/// The maximum nesting depth of values.
const MAX_DEPTH: usize = 64;

/// Parses a text as a hash or a list.
pub(crate) fn read(text: &str) -> Option<Value> {
    let text = text.trim();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let mut reader = RubyReader { rest: text };
    let value = reader.value(MAX_DEPTH)?;
    reader.rest.trim_start().is_empty().then_some(value)
}

struct RubyReader<'a> {
    rest: &'a str,
}

impl RubyReader<'_> {
    /// Consumes `what` if it comes next.
    fn takes(&mut self, what: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(what);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        if self.takes("{") {
            self.hash(depth)
        } else if self.takes("[") {
            self.list(depth)
        } else if self.takes("\"") {
            self.string().map(Value::String)
        } else if self.takes(":") {
            self.symbol().map(Value::String)
        } else {
            self.plain()
        }
    }

    fn hash(&mut self, depth: usize) -> Option<Value> {
        let mut members = Map::new();
        if self.takes("}") {
            return Some(Value::Object(members));
        }
        loop {
            let key = self.key()?;
            members.insert(key, self.value(depth)?);
            if self.takes("}") {
                return Some(Value::Object(members));
            }
            self.takes(",").then_some(())?;
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut items = Vec::new();
        if self.takes("]") {
            return Some(Value::Array(items));
        }
        loop {
            items.push(self.value(depth)?);
            if self.takes("]") {
                return Some(Value::Array(items));
            }
            self.takes(",").then_some(())?;
        }
    }

    /// A key up to its value: `:city=>` and `"city"=>`, since Ruby 3.4 `city: ` and `"city" => `.
    fn key(&mut self) -> Option<String> {
        if self.takes(":") {
            let key = self.symbol()?;
            return self.takes("=>").then_some(key);
        }
        if self.takes("\"") {
            let key = self.string()?;
            return (self.takes("=>") || self.takes(":")).then_some(key);
        }
        let key = self.word()?;
        self.takes(":").then_some(key)
    }

    fn symbol(&mut self) -> Option<String> {
        if self.takes("\"") { self.string() } else { self.word() }
    }

    /// A name: letters, digits, `_`, and `?` or `!` at its end.
    fn word(&mut self) -> Option<String> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let end = if rest.get(end..).is_some_and(|tail| tail.starts_with(['?', '!'])) { end + 1 } else { end };
        let (word, tail) = rest.split_at_checked(end)?;
        self.rest = tail;
        (!word.is_empty()).then(|| word.to_owned())
    }

    /// A number, `nil`, `true` or `false`.
    fn plain(&mut self) -> Option<Value> {
        let rest = self.rest.trim_start();
        let end = rest.find([',', '}', ']']).unwrap_or(rest.len());
        let (word, tail) = rest.split_at_checked(end)?;
        self.rest = tail;
        match word.trim_end() {
            "nil" => Some(Value::Null),
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            number => serde_json::from_str(number).ok().filter(Value::is_number),
        }
    }

    /// The contents of a string up to the closing quotation mark.
    fn string(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut characters = self.rest.chars();
        loop {
            match characters.next()? {
                '"' => break,
                '\\' => text.push(escaped(&mut characters)?),
                other => text.push(other),
            }
        }
        self.rest = characters.as_str();
        Some(text)
    }
}

/// Decodes an escape, after its backslash; `None` if it is invalid or a byte (`\xff`).
fn escaped(characters: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match characters.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'e' => '\u{1b}',
        'a' => '\u{7}',
        'b' => '\u{8}',
        'v' => '\u{b}',
        'f' => '\u{c}',
        '0' => '\0',
        'u' => {
            let rest = characters.as_str();
            let (digits, tail) = match rest.strip_prefix('{') {
                Some(braced) => braced.split_once('}')?,
                None => rest.split_at_checked(4)?,
            };
            *characters = tail.chars();
            char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
        }
        // A byte in another encoding, which makes the text useless for comparison.
        'x' => return None,
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn hashes_of_all_versions_of_ruby_are_read() {
        let porto = json!({"city": "Porto", "degrees": 17, "sky": null, "dry": true});
        for text in [
            r#"{:city=>"Porto", :degrees=>17, :sky=>nil, :dry=>true}"#,
            r#"{city: "Porto", degrees: 17, sky: nil, dry: true}"#,
            r#"{"city"=>"Porto", "degrees"=>17, "sky"=>nil, "dry"=>true}"#,
            r#"{"city" => "Porto", "degrees" => 17, "sky" => nil, "dry" => true}"#,
            r#"{:"city"=>:Porto, :degrees=>17, :sky=>nil, :dry=>true}"#,
        ] {
            assert_eq!(read(text), Some(porto.clone()), "{text}");
        }
    }

    #[test]
    fn lists_nesting_and_escapes_are_read() {
        let text = r#"{:beds=>[{:name=>"north \"A\"\n", :rows=>[4, -1.5, 1.0e-05]}, {}, []], :note=>"\#{x} \u{1F331} \u00E9 \\"}"#;
        let rows = json!([4, -1.5, 1.0e-05]);
        let value = json!({"beds": [{"name": "north \"A\"\n", "rows": rows}, {}, []], "note": "#{x} 🌱 é \\"});
        assert_eq!(read(text), Some(value));
    }

    #[test]
    fn what_is_no_plain_value_as_a_whole_is_none() {
        for text in [
            "",
            "Leeks",
            r#""Porto""#,
            "{:time=>2026-11-22 23:18:47 UTC}",
            "{:tool=>#<Weather:0x00007f>}",
            r#"{:city=>"Porto"} and more"#,
            r#"{:city=>"Porto""#,
            r#"{:city "Porto"}"#,
            r#"{:bytes=>"\xFF"}"#,
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"[".repeat(100_000)), None);
    }
}
