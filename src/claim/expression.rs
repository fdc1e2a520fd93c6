//! Call expressions as in a program: `print(default_api.f(a = "x"))`, `[f(), g(b=1)]`.

use serde_json::{Map, Value};

use super::Span;
use super::item::{BodyContent, LeakItem};
use super::payload::{self, Grammar, Payload};
use crate::work;

/// Functions around a call that are not tools.
const WRAPPERS: [&str; 4] = ["print", "python", "await", "console.log"];

/// The calls that begin at byte `at`.
pub(super) fn read(text: &str, at: usize) -> Option<BodyContent> {
    let mut items = Vec::new();
    let mut reader = ExpressionReader { text, at, open: 0 };
    let mut end = at;
    loop {
        reader.skip_joints();
        let start = reader.at;
        let Some(name) = reader.name() else { break };
        if WRAPPERS.contains(&name) && !reader.names_argument() {
            if text.get(reader.at..)?.starts_with('(') {
                reader.at += 1;
                reader.open += 1;
            }
            continue;
        }
        let Some(payload) = reader.in_parentheses() else { break };
        let mut item = LeakItem::of_arguments(payload);
        item.span = Span::new(start, reader.at);
        // Llama calls a method of its own tools: `web_search.call(query="x")`.
        item.written = Some(name.strip_suffix(".call").unwrap_or(name).to_owned());
        items.push(item);
        reader.close_wrappers();
        end = reader.at;
    }
    (!items.is_empty()).then_some(BodyContent { items, end, ..BodyContent::default() })
}

/// The calls of the list whose bracket comes before byte `at`, up to its closing bracket. Each may be in quotes.
pub(super) fn list(text: &str, at: usize) -> Option<BodyContent> {
    let rest = text.get(at..)?;
    let mut reader = ExpressionReader { text, at: at + work::found(rest, rest.find('['))? + 1, open: 0 };
    let mut items = Vec::new();
    loop {
        let start = reader.skip(|c| c.is_whitespace() || matches!(c, '\'' | '"'));
        let written = reader.word()?;
        let mut item = LeakItem::of_arguments(reader.in_parentheses()?);
        item.span = Span::new(start, reader.at);
        item.written = Some(written.to_owned());
        let is_cut = item.truncated;
        items.push(item);
        reader.skip(|c| c.is_whitespace() || matches!(c, '\'' | '"'));
        match reader.rest().chars().next() {
            Some(']') => break reader.at += 1,
            Some(',' | ';') => reader.at += 1,
            None if is_cut => break,
            _ => return None,
        }
    }
    Some(BodyContent { items, end: reader.at, closed: true, reply: None })
}

/// The arguments of a call whose parenthesis comes before byte `at`; the closing one is not included.
pub(super) fn arguments(text: &str, at: usize, keys: &[&str]) -> Option<Payload> {
    let rest = text.get(at..)?;
    let start = at + (rest.len() - work::trim_start(rest).len());
    if text.get(start..)?.starts_with(')') {
        let value = Some(Value::Object(Map::new()));
        return Some(Payload {
            span: Span::new(start, start),
            value,
            repairs: Vec::new(),
            guesses: Vec::new(),
            members: Vec::new(),
            uncertain: false,
            truncated: false,
        });
    }
    payload::read_body(Grammar::Keywords, text, at, keys)
}

struct ExpressionReader<'a> {
    text: &'a str,
    at: usize,
    /// The number of open wrappers.
    open: usize,
}

impl<'a> ExpressionReader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips what comes between calls: white space, commas, and the brackets of a list.
    fn skip_joints(&mut self) {
        self.skip(|c| c.is_whitespace() || matches!(c, ',' | ';' | '['));
    }

    /// Skips characters; returns where reading continues.
    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) -> usize {
        self.at += self.rest().len() - work::trim_start_by(self.rest(), is_skipped).len();
        self.at
    }

    /// A dotted name, after an optional assignment.
    fn name(&mut self) -> Option<&'a str> {
        let name = self.word()?;
        let rest = self.rest();
        let assigned = work::trim_start(rest).strip_prefix('=').filter(|rest| !rest.starts_with('='));
        let Some(assigned) = assigned else { return Some(name) };
        self.at += rest.len() - work::trim_start(assigned).len();
        self.word()
    }

    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':')));
        let length = work::found(rest, end).unwrap_or(rest.len());
        let word = rest.get(..length)?;
        self.at += length;
        word.starts_with(|c: char| c.is_alphabetic() || c == '_').then_some(word)
    }

    /// Whether the parentheses that open here contain a named argument: a tool may have the name of a wrapper.
    fn names_argument(&self) -> bool {
        let inside = self.rest().strip_prefix('(').map(work::trim_start).unwrap_or_default();
        let behind = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let value = work::trim_start(behind).strip_prefix('=').filter(|_| behind.len() < inside.len());
        value.is_some_and(|value| !value.starts_with('='))
    }

    fn in_parentheses(&mut self) -> Option<Payload> {
        if !self.rest().starts_with('(') {
            return None;
        }
        let payload = arguments(self.text, self.at + 1, &[])?;
        self.at = payload.span.end;
        let rest = self.rest();
        match work::trim_start(rest).strip_prefix(')') {
            Some(after) => self.at += rest.len() - after.len(),
            None if payload.truncated => {}
            None => return None,
        }
        Some(payload)
    }

    /// Closes the parentheses of wrappers and the bracket of a list.
    fn close_wrappers(&mut self) {
        loop {
            let rest = self.rest();
            let kept = work::trim_start(rest);
            let closes = kept.starts_with(']') || self.open > 0 && kept.starts_with(')');
            if !closes {
                return;
            }
            if kept.starts_with(')') {
                self.open -= 1;
            }
            self.at += rest.len() - kept.len() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::item::LeakItem;

    fn names(text: &str) -> Vec<String> {
        let items: Vec<LeakItem> = read(text, 0).map(|content| content.items).unwrap_or_default();
        items.into_iter().filter_map(|item| item.written).collect()
    }

    #[test]
    fn calls_stand_alone_in_lists_and_in_print() {
        assert_eq!(names("f()"), ["f"]);
        assert_eq!(names("print(default_api.f())\nx = g() rest"), ["default_api.f", "g"]);
        assert_eq!(names("[a.b(), c()]"), ["a.b", "c"]);
        assert_eq!(names("[python(code=\"print(f(1))\")]"), ["python"]);
        assert_eq!(names("python(f(a=1))"), ["f"]);
        assert_eq!(names("nothing to call"), [""; 0]);
        assert_eq!(names("f (x)"), [""; 0]);
    }

    #[test]
    fn a_list_ends_with_its_bracket() {
        let listed = |text: &str| {
            let content = list(text, 0)?;
            let names: Vec<_> = content.items.into_iter().filter_map(|item| item.written).collect();
            Some((names.join(" "), content.end))
        };
        assert_eq!(listed("[f(a=1), g()] and h()"), Some(("f g".to_owned(), 13)));
        assert_eq!(listed("['f(a=1)', \"g()\"]"), Some(("f g".to_owned(), 17)));
        assert_eq!(listed("[f(a=1); g()]"), Some(("f g".to_owned(), 13)));
        assert_eq!(listed("['f(a=\"x\")', 'g(b=\"y\")']"), Some(("f g".to_owned(), 24)));
        for text in ["[f(a=1)", "[f(a=1) g()]", "[f]", "[f(a=1), 2]", "[]", "f(a=1)"] {
            assert_eq!(listed(text), None, "{text}");
        }
    }

    #[test]
    fn it_ends_with_its_last_parenthesis() {
        let text = "print(f()) and more";
        assert_eq!(read(text, 0).map(|content| content.end), Some(10));
    }
}
