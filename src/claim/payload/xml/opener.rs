//! The opening tags of parameters, in the dialect of each model family.

use std::borrow::Cow;

use super::super::cursor::Cursor;
use crate::claim::escaped::Unescaped;
use crate::registry::ParameterMarks;
use crate::work;

/// The most bytes of an opening tag.
pub(super) const LONGEST_TAG: usize = 256;

/// The mark before each tag of MiniMax M3.
pub(super) const TAG_MARK: &str = "]<]minimax[>[";

const KIMI_ARGUMENT: &str = "<|open|>argument";

pub(super) struct Opener<'t> {
    pub(super) key: Cow<'t, str>,
    /// The byte where the value starts.
    pub(super) value: usize,
    /// The beginning of the opening tag of another such element.
    pub(super) again: String,
    /// The closing tag that ends the value.
    pub(super) closer: String,
    /// `Some(true)` if the tag says that the value is text, `Some(false)` if it says JSON.
    pub(super) text: Option<bool>,
    /// Whether the tag alone shows that it is a parameter, so that a missing closing tag can be forgiven.
    pub(super) sure: bool,
    /// The end of a value without a closing tag, if it is known beforehand.
    pub(super) unclosed: Option<usize>,
    /// Whether the key's own closing tag is missing.
    pub(super) key_unclosed: bool,
}

/// The opening tag at `at`.
pub(super) fn opener(cursor: Cursor<'_>, at: usize) -> Option<Opener<'_>> {
    if cursor.starts_with(at, TAG_MARK) {
        let marked = plain_opener(cursor, at + TAG_MARK.len())?;
        let (again, closer) = (format!("{TAG_MARK}{}", marked.again), format!("{TAG_MARK}{}", marked.closer));
        return Some(Opener { again, closer, sure: true, ..marked });
    }
    plain_opener(cursor, at)
}

/// The opening tag at `at`, without a mark before it.
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
    // In `｜DSML｜parameter` and `antml:parameter` the prefix belongs to the dialect.
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

/// `<arg_key>k</arg_key><arg_value>`, from after the first tag; a tag with the type may come between the two. Dialects
/// add to all names: `<arg_key:x>`.
fn glm_pair<'t>(cursor: Cursor<'t>, at: usize, tag: &str) -> Option<Opener<'t>> {
    let element = tag.replace("arg_key", "arg_value");
    let opened = format!("<{element}>");
    let closed = up_to(cursor, at, &format!("</{tag}>")).filter(|(key, _)| !key.contains('<'));
    let (key, after) = match closed {
        Some(closed) => closed,
        // The value begins even though the key was not closed.
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

/// The text up to a mark nearby, and the byte after the mark.
fn up_to<'t>(cursor: Cursor<'t>, at: usize, mark: &str) -> Option<(&'t str, usize)> {
    let window = cursor.window(at, LONGEST_TAG);
    let text = window.get(..window.find(mark)?)?;
    Some((text, at + text.len() + mark.len()))
}

/// The parameter between marks that begins at `at`.
pub(super) fn marked_opener<'t>(
    cursor: Cursor<'t>,
    at: usize,
    marks: &ParameterMarks,
    closers: &[String],
) -> Option<Opener<'t>> {
    let ParameterMarks { open, key_end, close } = marks;
    let (key, value) = cursor.starts_with(at, open).then(|| up_to(cursor, at + open.len(), key_end)).flatten()?;
    let end = cursor.find(value, close);
    let inside = cursor.slice(value, end.unwrap_or(cursor.end()));
    work::count(inside.len());
    // If another parameter begins before the mark, this one has no closing mark.
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

/// `<|open|>argument key="k" type="string"<|sep|>v<|close|>argument<|sep|>`: the tag consists of tokens.
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

/// The value of a quoted attribute.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(name)? + name.len();
    let rest = tag.get(start..)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest.get(1..)?.split(quote).next()
}
