//! `<details type="tool_calls" name="…" arguments="…" result="…">…</details>`: the block in which Open WebUI shows a
//! call within the text, and its forgeries. Its attributes are escaped as HTML, and may be JSON within a JSON string.

use serde_json::Value;

use crate::claim::Span;
use crate::claim::item::{BodyContent, LeakItem, decoded};
use crate::work;

const CLOSER: &str = "</details>";

/// The call of a block whose opener, up to its type, ends at byte `at`.
pub(in crate::claim) fn tool_block(text: &str, at: usize) -> Option<BodyContent> {
    let (attributes, body) = attributes(text, at)?;
    let find = |name: &str| attributes.iter().find(|attribute| attribute.name == name);
    let name = find("name").map(|attribute| unescaped(attribute.value.of(text))).filter(|name| !name.is_empty())?;
    let rest = text.get(body..)?;
    let length = work::found(rest, rest.find(CLOSER))?;
    // A block that contains the beginning of another one was never closed.
    if rest.get(..length)?.contains("<details") {
        return None;
    }
    let end = body + length + CLOSER.len();
    let arguments = find("arguments").map(|attribute| attribute.value);
    let value = |span: Span| decoded(Value::from(unescaped(span.of(text))));
    let item = LeakItem {
        span: Span::new(at, end),
        payload: arguments,
        written: Some(name),
        value: Some(arguments.map_or_else(|| Value::Object(serde_json::Map::new()), value)),
        result: find("result").filter(|result| result.value.start < result.value.end).map(|result| value(result.value)),
        ..LeakItem::default()
    };
    Some(BodyContent { items: vec![item], end, closed: true, reply: None })
}

/// `name="value"`.
struct Attribute<'a> {
    name: &'a str,
    value: Span,
}

/// The attributes from byte `at` on, and the byte after the bracket that ends them.
fn attributes(text: &str, at: usize) -> Option<(Vec<Attribute<'_>>, usize)> {
    let mut found = Vec::new();
    let mut at = at;
    loop {
        let rest = text.get(at..)?;
        at += rest.len() - work::trim_start(rest).len();
        let rest = text.get(at..)?;
        if rest.starts_with('>') {
            return Some((found, at + 1));
        }
        let length = work::found(rest, rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-'))?;
        let name = rest.get(..length).filter(|name| !name.is_empty())?;
        let value = rest.get(length..)?.strip_prefix("=\"")?;
        let start = at + length + 2;
        let end = start + work::found(value, value.find('"'))?;
        found.push(Attribute { name, value: Span::new(start, end) });
        at = end + 1;
    }
}

/// An attribute without its escapes.
fn unescaped(value: &str) -> String {
    const ENTITIES: [(&str, &str); 6] =
        [("&quot;", "\""), ("&#34;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">")];
    let plain = ENTITIES.iter().fold(value.to_owned(), |text, (entity, sign)| text.replace(entity, sign));
    // Last, so that an escaped entity stays one.
    plain.replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const OPENER: &str = "<details type=\"tool_calls\"";

    fn read(after: &str) -> Option<(String, Value, Option<Value>)> {
        let text = format!("{OPENER}{after}");
        let content = tool_block(&text, OPENER.len())?;
        let item = content.items.into_iter().next()?;
        Some((item.written?, item.value?, item.result))
    }

    #[test]
    fn arguments_are_read_out_of_their_escapes() {
        let block = " done=\"true\" id=\"c\" name=\"add_memory\" arguments=\"{&quot;content&quot;: &quot;R&amp;amp;B &lt;3&quot;}\" \
                     result=\"{&quot;status&quot;: &quot;success&quot;}\" files=\"\">\n<summary>Tool Executed</summary>\n</details>\nKept.";
        let expected = ("add_memory".to_owned(), json!({"content": "R&amp;B <3"}), Some(json!({"status": "success"})));
        assert_eq!(read(block), Some(expected));
    }

    #[test]
    fn arguments_may_be_json_in_a_string_of_json() {
        let block = " name=\"add_memory\" arguments=\"&quot;{\\&quot;content\\&quot;: \\&quot;x\\&quot;}&quot;\" result=\"saved\"></details>";
        assert_eq!(read(block), Some(("add_memory".to_owned(), json!({"content": "x"}), Some(json!("saved")))));
    }

    #[test]
    fn what_is_no_whole_block_is_none() {
        for block in [
            "",
            ">",
            " name=\"x\" arguments=\"{}\">never closed",
            " name=\"\" arguments=\"{}\"></details>",
            " arguments=\"{}\"></details>",
            " name=\"x\" arguments=\"{}",
            " name=x></details>",
            " name=\"x\"> <details type=\"tool_calls\" name=\"y\"></details>",
        ] {
            assert_eq!(read(block), None, "{block}");
        }
    }
}
