//! The opening tags of parameters, in the dialect of each model family.

use std::borrow::Cow;

use super::super::{RepairKind, cursor::Cursor};
use crate::claim::escaped::Unescaped;
use crate::registry::ParameterMarks;
use crate::work;

/// The most bytes of an opening tag.
pub(super) const LONGEST_TAG: usize = 256;

/// The mark before each tag of MiniMax M3.
pub(super) const TAG_MARK: &str = "]<]minimax[>[";

/// The element with the name of an argument, before the one with its value.
pub(super) const PAIR_KEY: &str = "arg_key";

/// The beginning of a closing tag of Kimi K3, whose tags consist of tokens.
pub(super) const KIMI_CLOSE: &str = "<|close|>";

/// The beginning of an argument of Kimi K3, and the same where the tokens have blanks around them.
const KIMI_ARGUMENTS: [&str; 2] = ["<|open|>argument", "<|open|> argument"];

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
    /// The tag that is missing: the key's own closing one, or the value's opening one.
    pub(super) missing: Option<RepairKind>,
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
    if let Some(begin) = KIMI_ARGUMENTS.iter().find(|begin| cursor.starts_with(at, begin)) {
        return kimi_argument(cursor, at, begin);
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
            missing: None,
        });
    }
    if tag.contains(PAIR_KEY) {
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
        missing: None,
    })
}

/// `<arg_key>k</arg_key><arg_value>`, from after the first tag; a tag with the type may come between the two. Dialects
/// add to all names: `<arg_key:x>`.
fn glm_pair<'t>(cursor: Cursor<'t>, at: usize, tag: &str) -> Option<Opener<'t>> {
    let element = tag.replace(PAIR_KEY, "arg_value");
    let opened = format!("<{element}>");
    // A key may hold any signs, as in `<arg_key>x<y</arg_key>`, but not another element of the call.
    let is_key = |key: &str| ![&opened, &format!("<{tag}>")].iter().any(|mark| key.contains(mark.as_str()));
    let whole_key = up_to(cursor, at, &format!("</{tag}>")).filter(|(key, _)| is_key(key));
    let (key, after) = match whole_key {
        Some(whole) => whole,
        // The value begins even though the key was not closed.
        None => up_to(cursor, at, &opened).map(|(key, after)| (key, after - opened.len()))?,
    };
    // `<arg_key> and <arg_value>` is prose about the tags.
    if whole_key.is_none() && (key.contains('<') || key.starts_with(' ')) {
        return None;
    }
    let kind = tag.replace(PAIR_KEY, "arg_type");
    let typed = cursor.past_space(after);
    let given = if cursor.starts_with(typed, &format!("<{kind}>")) {
        Some(up_to(cursor, typed + kind.len() + 2, &format!("</{kind}>"))?)
    } else {
        None
    };
    let begin = given.map_or(after, |(_, after)| after);
    let value = cursor.past_space(begin);
    let closer = format!("</{element}>");
    let is_opened = cursor.starts_with(value, &opened);
    // A value that is closed was begun, even though its opening tag is missing.
    if !is_opened && (whole_key.is_none() || !is_closed_next(cursor, value, &closer)) {
        return None;
    }
    let missing = match (is_opened, whole_key) {
        (false, _) => Some(RepairKind::MissingOpen),
        (true, None) => Some(RepairKind::MissingClose),
        (true, Some(_)) => None,
    };
    Some(Opener {
        key: key.trim().into(),
        value: if is_opened { value + opened.len() } else { begin },
        again: format!("<{tag}"),
        closer,
        text: given.map(|(kind, _)| kind.trim() == "string"),
        sure: true,
        unclosed: None,
        missing,
    })
}

/// Whether the next tag is this closing one.
fn is_closed_next(cursor: Cursor<'_>, at: usize, closer: &str) -> bool {
    cursor.find(at, "<").is_some_and(|tag| tag > at && cursor.starts_with(tag, closer))
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
        missing: None,
    })
}

/// `<|open|>argument key="k" type="string"<|sep|>v<|close|>argument<|sep|>`: the tag consists of tokens.
fn kimi_argument<'t>(cursor: Cursor<'t>, at: usize, begin: &str) -> Option<Opener<'t>> {
    const END: &str = "<|sep|>";
    let window = cursor.window(at, LONGEST_TAG);
    let tag = window.get(..window.find(END)?)?;
    Some(Opener {
        key: Unescaped::of_attribute(attribute(tag, "key")?),
        value: at + tag.len() + END.len(),
        again: begin.to_owned(),
        closer: format!("{}{}", begin.replace("open", "close"), if begin.contains(' ') { " <|sep|>" } else { END }),
        text: attribute(tag, "type").map(|kind| kind == "string"),
        sure: true,
        unclosed: None,
        missing: None,
    })
}

fn is_dialect(prefix: &str) -> bool {
    prefix.is_empty() || prefix.ends_with([':', '|', '\u{ff5c}'])
}

/// The value of a quoted attribute.
pub(super) fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(name)? + name.len();
    let rest = tag.get(start..)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest.get(1..)?.split(quote).next()
}
