//! Parameters as elements: `<parameter=KEY>VALUE</parameter>` and its relatives.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{Member, Payload, Repair, RepairKind, cursor::Cursor, grammar, word};
use crate::claim::Span;
use crate::claim::escaped::Unescaped;
use crate::registry::ParameterMarks;
use crate::work;

/// How far the opening tag of a parameter is followed.
const LONGEST_TAG: usize = 256;

/// One opening tag.
struct Opener<'t> {
    key: Cow<'t, str>,
    /// Where the value starts.
    value: usize,
    /// How the opening tags of such elements begin.
    again: String,
    /// The closing tag.
    closer: String,
    /// Whether the tag says that the value is text, or JSON.
    text: Option<bool>,
    /// Whether the tag alone shows that it is a parameter, so that a missing closer can be forgiven.
    sure: bool,
    /// Where the value ends though its closer is missing, if that is known beforehand.
    unclosed: Option<usize>,
    /// Whether the closer of the key is missing.
    key_unclosed: bool,
}

/// Reads the elements from `at` on. Their values are raw text and may hold anything, even a closing tag: a value ends where
/// markup, or the end of the text, follows its closer.
pub(super) fn read(text: &str, at: usize, keys: &[&str]) -> Option<Payload> {
    let cursor = Cursor::new(text);
    if matches!(cursor.byte(at), Some(b'{' | b'[')) {
        return grammar::object(text, at, keys);
    }
    elements(cursor, at, opener)
}

/// Reads the parameters from byte `at` on, blanks in front or not, whose names and values are between `marks`. Where the mark
/// after a value is missing, one of `closers`, which are what closes the call, ends it.
pub(crate) fn marked_parameters(text: &str, at: usize, marks: &ParameterMarks, closers: &[String]) -> Option<Payload> {
    let cursor = Cursor::new(text);
    elements(cursor, cursor.past_space(at), |cursor, at| marked_opener(cursor, at, marks, closers))
}

/// Reads elements as long as `opener` finds the next one.
fn elements<'t>(
    cursor: Cursor<'t>,
    at: usize,
    opener: impl Fn(Cursor<'t>, usize) -> Option<Opener<'t>>,
) -> Option<Payload> {
    let mut payload = Payload {
        span: Span::new(at, at),
        value: None,
        repairs: Vec::new(),
        guesses: Vec::new(),
        members: Vec::new(),
        uncertain: false,
        truncated: false,
    };
    let mut members = Map::new();
    let mut next = at;
    loop {
        while let Some(after) = past_bare_key(cursor, next) {
            payload.repairs.push(Repair { kind: RepairKind::MissingValue, at: next });
            payload.uncertain = true;
            payload.span.end = after;
            next = cursor.past_space(after);
        }
        let Some(opener) = opener(cursor, next) else { break };
        let Some((end, after)) = value_end(cursor, &opener, &mut payload) else {
            break;
        };
        let (value, repair) = value(cursor.slice(opener.value, end), opener.text);
        payload.repairs.extend(repair.map(|kind| Repair { kind, at: opener.value }));
        if opener.key_unclosed {
            payload.repairs.push(Repair { kind: RepairKind::MissingClose, at: next });
            payload.uncertain = true;
        }
        if members.contains_key(opener.key.as_ref()) {
            payload.repairs.push(Repair { kind: RepairKind::DuplicateKey, at: next });
            payload.uncertain = true;
        }
        members.insert(opener.key.clone().into_owned(), value);
        payload.members.push(Member { name: opener.key.into_owned(), at: next });
        payload.span.end = after;
        next = cursor.past_space(after);
    }
    if members.is_empty() && !cursor.starts_with(next, "</") {
        return None;
    }
    payload.repairs.sort_by_key(|repair| repair.at);
    payload.value = Some(Value::Object(unwrapped(members)));
    Some(payload)
}

/// The byte behind an `<arg_key>k</arg_key>` that no value follows, but another one or the end of the call.
fn past_bare_key(cursor: Cursor<'_>, at: usize) -> Option<usize> {
    const OPENER: &str = "<arg_key>";
    const CLOSER: &str = "</arg_key>";
    let window = cursor.window(at, LONGEST_TAG);
    let after = at + window.strip_prefix(OPENER).and(window.find(CLOSER))? + CLOSER.len();
    let next = cursor.past_space(after);
    (cursor.starts_with(next, "</") || cursor.starts_with(next, OPENER)).then_some(after)
}

/// What MiniMax M3 writes before each tag.
const TAG_MARK: &str = "]<]minimax[>[";
/// Its elements are nested no deeper than this.
const MOST_NESTED: usize = 8;

/// The opening tag at `at`.
fn opener(cursor: Cursor<'_>, at: usize) -> Option<Opener<'_>> {
    if cursor.starts_with(at, TAG_MARK) {
        let marked = plain_opener(cursor, at + TAG_MARK.len())?;
        let (again, closer) = (format!("{TAG_MARK}{}", marked.again), format!("{TAG_MARK}{}", marked.closer));
        return Some(Opener { again, closer, sure: true, ..marked });
    }
    plain_opener(cursor, at)
}

/// The opening tag at `at`, with nothing before it.
fn plain_opener(cursor: Cursor<'_>, at: usize) -> Option<Opener<'_>> {
    if cursor.byte(at) != Some(b'<') {
        return None;
    }
    if cursor.starts_with(at, KIMI_ARGUMENT) {
        return kimi_argument(cursor, at);
    }
    let window = cursor.window(at, LONGEST_TAG);
    let tag = window.get(1..window.find('>')?)?;
    let value = at + tag.len() + 2;
    // `｜DSML｜parameter`, `antml:parameter`: what comes before the name belongs to the dialect.
    let named = |element: &'static str| {
        let (dialect, rest) = tag.split_once(element).filter(|(dialect, _)| is_dialect(dialect))?;
        Some((dialect, element, rest))
    };
    if let Some((dialect, element, rest)) = named("parameter").or_else(|| named("param")) {
        let key = match rest.strip_prefix('=') {
            Some(key) => key.trim().trim_matches('"'),
            None => attribute(rest, "name")?,
        };
        let text = attribute(rest, "string").map(|text| text == "true");
        return Some(Opener {
            key: key.into(),
            value,
            again: format!("<{dialect}{element}"),
            closer: format!("</{dialect}{element}>"),
            text,
            sure: true,
            unclosed: None,
            key_unclosed: false,
        });
    }
    if tag.contains("arg_key") {
        return glm_pair(cursor, value, tag);
    }
    let name = tag.trim_end();
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
        && name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let (again, closer) = ("<".to_owned(), format!("</{name}>"));
    plain.then_some(Opener {
        key: name.into(),
        value,
        again,
        closer,
        text: None,
        sure: false,
        unclosed: None,
        key_unclosed: false,
    })
}

/// `<arg_key>k</arg_key><arg_value>`, from behind the first tag; between the two the type may be given. Dialects have more in
/// all names: `<arg_key:x>`.
fn glm_pair<'t>(cursor: Cursor<'t>, at: usize, tag: &str) -> Option<Opener<'t>> {
    let element = tag.replace("arg_key", "arg_value");
    let opened = format!("<{element}>");
    let closed = up_to(cursor, at, &format!("</{tag}>")).filter(|(key, _)| !key.contains('<'));
    let (key, after) = match closed {
        Some(closed) => closed,
        // The value begins all the same.
        None => up_to(cursor, at, &opened).map(|(key, after)| (key, after - opened.len()))?,
    };
    let key_unclosed = closed.is_none();
    if key_unclosed && key.contains('<') {
        return None;
    }
    let kind = tag.replace("arg_key", "arg_type");
    let begun = cursor.past_space(after);
    let given = if cursor.starts_with(begun, &format!("<{kind}>")) {
        Some(up_to(cursor, begun + kind.len() + 2, &format!("</{kind}>"))?)
    } else {
        None
    };
    let value = cursor.past_space(given.map_or(after, |(_, after)| after));
    cursor.starts_with(value, &opened).then(|| Opener {
        key: key.trim().into(),
        value: value + opened.len(),
        again: format!("<{tag}"),
        closer: format!("</{element}>"),
        text: given.map(|(kind, _)| kind.trim() == "string"),
        sure: true,
        unclosed: None,
        key_unclosed,
    })
}

/// The short text before a mark, and the byte behind the mark.
fn up_to<'t>(cursor: Cursor<'t>, at: usize, mark: &str) -> Option<(&'t str, usize)> {
    let window = cursor.window(at, LONGEST_TAG);
    let text = window.get(..window.find(mark)?)?;
    Some((text, at + text.len() + mark.len()))
}

/// The beginning of a parameter between marks at `at`.
fn marked_opener<'t>(cursor: Cursor<'t>, at: usize, marks: &ParameterMarks, closers: &[String]) -> Option<Opener<'t>> {
    let ParameterMarks { open, key_end, close } = marks;
    let (key, value) = cursor.starts_with(at, open).then(|| up_to(cursor, at + open.len(), key_end)).flatten()?;
    let end = cursor.find(value, close);
    let inside = cursor.slice(value, end.unwrap_or(cursor.end()));
    work::count(inside.len());
    // Where another parameter begins before the mark comes, this one has none.
    let is_open = end.is_none() || inside.contains(open.as_str());
    let first_closer = || closers.iter().filter_map(|closer| inside.find(closer.as_str())).min();
    let unclosed = is_open.then(first_closer).flatten().map(|at| value + at);
    Some(Opener {
        key: key.trim().into(),
        value,
        again: open.clone(),
        closer: close.clone(),
        text: None,
        sure: true,
        unclosed,
        key_unclosed: false,
    })
}

const KIMI_ARGUMENT: &str = "<|open|>argument";

/// `<|open|>argument key="k" type="string"<|sep|>v<|close|>argument<|sep|>`: the tag is made of tokens.
fn kimi_argument(cursor: Cursor<'_>, at: usize) -> Option<Opener<'_>> {
    const END: &str = "<|sep|>";
    let window = cursor.window(at, LONGEST_TAG);
    let tag = window.get(..window.find(END)?)?;
    Some(Opener {
        key: Unescaped::of_attribute(attribute(tag, "key")?),
        value: at + tag.len() + END.len(),
        again: KIMI_ARGUMENT.to_owned(),
        closer: "<|close|>argument<|sep|>".to_owned(),
        text: attribute(tag, "type").map(|kind| kind == "string"),
        sure: true,
        unclosed: None,
        key_unclosed: false,
    })
}

fn is_dialect(prefix: &str) -> bool {
    prefix.is_empty() || prefix.ends_with([':', '|', '\u{ff5c}'])
}

/// The value of an attribute in quotes.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(name)? + name.len();
    let rest = tag.get(start..)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest.get(1..)?.split(quote).next()
}

/// Where the value ends, and where its element does.
fn value_end(cursor: Cursor<'_>, opener: &Opener<'_>, payload: &mut Payload) -> Option<(usize, usize)> {
    if let Some(end) = opener.unclosed {
        payload.repairs.push(Repair { kind: RepairKind::MissingClose, at: end });
        payload.uncertain = true;
        return Some((end, end));
    }
    let closer = opener.closer.as_str();
    let first = cursor.find(past_character_data(cursor, opener.value), closer);
    if let Some(end) = begun_again(cursor, opener, first) {
        payload.repairs.push(Repair { kind: RepairKind::MissingClose, at: end });
        payload.uncertain = true;
        return Some((end, end));
    }
    let mut found = first;
    while let Some(end) = found {
        let after = end + closer.len();
        let next = cursor.past_space(after);
        let markup_follows = matches!(cursor.byte(next), None | Some(b'<'))
            || [TAG_MARK, &opener.again].iter().any(|mark| cursor.starts_with(next, mark));
        if markup_follows || !opener.sure {
            return Some((end, after));
        }
        // Only within this element: where another one is opened first, prose follows this closer.
        found = cursor.find(after, closer).filter(|&next| !cursor.slice(after, next).contains(&opener.again));
    }
    if let Some(end) = first {
        return Some((end, end + closer.len()));
    }
    if !opener.sure {
        return None;
    }
    // The closer never comes: the value ends with its line's block or with the text.
    let end = cursor.find(opener.value, "</").unwrap_or_else(|| cursor.trimmed_end().max(opener.value));
    payload.repairs.push(Repair { kind: RepairKind::MissingClose, at: end });
    payload.uncertain = true;
    payload.truncated = end >= cursor.trimmed_end();
    Some((end, end))
}

/// What is between these is text, whatever it looks like.
const CHARACTER_DATA: [&str; 2] = ["<![CDATA[", "]]>"];

/// The byte behind the character data at `at`; `at` itself where none is there.
fn past_character_data(cursor: Cursor<'_>, at: usize) -> usize {
    let [open, close] = CHARACTER_DATA;
    let end = cursor.starts_with(at, open).then(|| cursor.find(at, close)).flatten();
    end.map_or(at, |end| end + close.len())
}

/// The members of the object that is all there is, if it is called what a call's arguments are called as a whole.
fn unwrapped(members: Map<String, Value>) -> Map<String, Value> {
    match members.get("arguments") {
        Some(Value::Object(arguments)) if members.len() == 1 => arguments.clone(),
        _ => members,
    }
}

/// Where the next element begins a line before the closer comes: this one was never closed.
fn begun_again(cursor: Cursor<'_>, opener: &Opener<'_>, closer: Option<usize>) -> Option<usize> {
    let value = opener.sure.then(|| cursor.slice(opener.value, closer.unwrap_or(cursor.end())))?;
    let next = value.find(&format!("\n{}", opener.again))? + 1;
    let tag = value.get(next + opener.again.len()..).filter(|tag| tag.starts_with(['=', ' ', '>']));
    tag.map(|_| opener.value + next)
}

/// The value of raw text, and what had to be forgiven: JSON or Python where it is all of that and the tag does not say
/// otherwise, else the text.
fn value(raw: &str, text: Option<bool>) -> (Value, Option<RepairKind>) {
    let plain = raw.strip_prefix('\n').unwrap_or(raw);
    let plain = plain.strip_suffix('\n').unwrap_or(plain);
    if text == Some(true) {
        return (plain.into(), None);
    }
    let trimmed = plain.trim();
    let [open, close] = CHARACTER_DATA;
    if let Some(data) = trimmed.strip_prefix(open).and_then(|data| data.strip_suffix(close)) {
        return (data.into(), None);
    }
    let scalar = trimmed.len() <= 32 && !trimmed.starts_with('"');
    let json = if scalar || text == Some(false) { serde_json::from_str(trimmed).ok() } else { None };
    if let Some(read) = json.map(|value| (value, None)).or_else(|| container(trimmed)) {
        return read;
    }
    if let Some(value) = python(trimmed) {
        return (value, Some(RepairKind::PythonLiteral));
    }
    if let Some(nested) = marked_elements(trimmed, MOST_NESTED) {
        return (nested, None);
    }
    match Unescaped::of_value(plain) {
        Some(unescaped) => (unescaped.text.into(), Some(unescaped.repair)),
        None => (plain.into(), None),
    }
}

/// The value of nested elements with MiniMax M3's mark before each tag: a list where all are items, else an object.
fn marked_elements(text: &str, depth: usize) -> Option<Value> {
    const ITEM: &str = "item";
    if depth == 0 || !text.starts_with(TAG_MARK) {
        return None;
    }
    let mut members: Vec<(&str, Value)> = Vec::new();
    let mut rest = text;
    while let Some(element) = rest.strip_prefix(TAG_MARK) {
        let (name, inner) = element.strip_prefix('<')?.split_once('>')?;
        let (inside, behind) = split_at_closer(inner, name)?;
        let inside = inside.trim();
        let is_nested = inside.starts_with(TAG_MARK);
        let inner = if is_nested { marked_elements(inside, depth - 1)? } else { value(inside, None).0 };
        members.push((name, inner));
        rest = behind.trim_start();
    }
    if !rest.is_empty() {
        return None;
    }
    Some(if members.iter().all(|(name, _)| *name == ITEM) {
        members.into_iter().map(|(_, value)| value).collect()
    } else {
        Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    })
}

/// What comes before the tag that closes an element whose opening tag was passed, and behind it. Elements of its name may be in it.
fn split_at_closer<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let (opener, closer) = (format!("{TAG_MARK}<{name}>"), format!("{TAG_MARK}</{name}>"));
    let mut open = 1_usize;
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let close = rest.find(&closer)?;
        open += rest.get(..close)?.matches(&opener).count();
        open -= 1;
        if open == 0 {
            return Some((text.get(..at + close)?, rest.get(close + closer.len()..)?));
        }
        at += close + closer.len();
    }
}

/// The value of a literal of Python.
fn python(word: &str) -> Option<Value> {
    matches!(word, "True" | "False" | "None").then(|| word::literal(word)).flatten().map(|(value, _)| value)
}

/// The object or the list that a text is as a whole, as JSON or Python writes it, and what had to be forgiven.
pub(crate) fn container(text: &str) -> Option<(Value, Option<RepairKind>)> {
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let json = serde_json::from_str(text).ok().map(|value| (value, None));
    json.or_else(|| printed(text).map(|(value, repair)| (value, Some(repair))))
}

/// The value of a dictionary or a list that Python printed, or that was written as a string of JSON, and which of the two.
fn printed(text: &str) -> Option<(Value, RepairKind)> {
    // A list is read as the member of an object: by itself it may be prose.
    let member = format!("{{\"value\": {text}}}");
    let payload = grammar::object(&member, 0, &[])?;
    let is_whole = !payload.uncertain && payload.span.end == member.len();
    let ways = [
        (RepairKind::PythonLiteral, &[RepairKind::SingleQuotes, RepairKind::PythonLiteral][..]),
        (RepairKind::EscapedQuotes, &[RepairKind::EscapedQuotes]),
    ];
    let way = ways.iter().find(|(_, forgiven)| payload.repairs.iter().all(|repair| forgiven.contains(&repair.kind)));
    let value = payload.value.and_then(|mut member| member.get_mut("value").map(Value::take));
    value.filter(|_| is_whole).zip(way.map(|(kind, _)| *kind))
}
