//! Bodies of syntaxes: the items between an opener and its closer.

use aho_corasick::{AhoCorasickBuilder, AhoCorasickKind, MatchKind};
use serde_json::{Map, Value};

use super::code;
use super::expression;
use super::item::{BodyContent, LeakItem};
use super::payload::{self, Grammar, KnownArguments, Payload};
use super::{Span, call};
use crate::registry::{Body, InlineResult, Syntax};
use crate::work;

/// Reads the body at byte `at`; `written` is the tool that the opener names, of whose arguments these are `known`.
pub(super) fn read(
    body: Body,
    text: &str,
    at: usize,
    written: Option<&str>,
    known: KnownArguments<'_>,
    syntax: &Syntax,
) -> Option<BodyContent> {
    let keys = known.names;
    match body {
        Body::Object => {
            let payload = object(text, at, keys, closers(syntax, written))?;
            match written {
                Some(_) => Some(whole(payload, written)),
                None => objects(text, &payload, keys, syntax),
            }
        }
        Body::Keywords if written.is_some() => keywords(text, at, written, keys),
        Body::Keywords => expression::read(text, at),
        Body::CallList => expression::list(text, at),
        Body::XmlParameters => parameters(text, at, written, known, syntax),
        Body::Bare => {
            // Without a bracket, members may follow only an opener that ends with a space.
            let may_begin = text.get(at..)?.starts_with(['{', '(']) || text.get(..at)?.ends_with([' ', '\n']);
            let payload = may_begin.then(|| payload::read_body(Grammar::Bare, text, at, keys)).flatten()?;
            Some(whole(payload, written))
        }
        Body::React => payload::read_body(Grammar::React, text, at, keys).map(|payload| whole(payload, written)),
        Body::Text => {
            let length = first_of(text.get(at..)?, &closers(syntax, written))?;
            Some(raw(text, Span::new(at, at + length), written))
        }
        Body::Line => {
            let rest = text.get(at..)?;
            let length = work::found(rest, rest.find('\n')).unwrap_or(rest.len());
            Some(raw(text, Span::new(at, at + length), written))
        }
        Body::Rest => Some(raw(text, Span::new(at, text.len()), written)),
        Body::Nothing => Some(BodyContent::one(nothing(at, written), at)),
        Body::UsedTools => code::used_tools(text, at),
        Body::ToolBlock => code::tool_block(text, at),
        Body::ReactTranscript => code::react_transcript(text, at),
    }
}

/// What closes a call.
struct Closers {
    texts: Vec<String>,
    ignore_case: bool,
}

/// What closes a call of the tool of this name.
fn closers(syntax: &Syntax, written: Option<&str>) -> Closers {
    let written = written.unwrap_or_default();
    let texts = syntax.close.iter().map(|close| close.replace("{tool}", written)).collect();
    Closers { texts, ignore_case: syntax.ignore_case }
}

/// The object at byte `at`. One that was left open does not go on behind the tag that closes the call.
fn object(text: &str, at: usize, keys: &[&str], mut closers: Closers) -> Option<Payload> {
    let payload = payload::read_body(Grammar::Object, text, at, keys)?;
    closers.texts.retain(|closer| closer.len() > 2 && closer.starts_with(['<', '[']));
    let tag = payload.truncated.then(|| first_of(payload.span.of(text), &closers)).flatten();
    match tag {
        Some(length) => payload::read_body(Grammar::Object, text.get(..payload.span.start + length)?, at, keys),
        None => Some(payload),
    }
}

/// The calls of an object, and of the objects after it: one opener may come before several.
fn objects(text: &str, first: &Payload, keys: &[&str], syntax: &Syntax) -> Option<BodyContent> {
    let mut content = call::split(text, first, syntax)?;
    let is_named = |content: &BodyContent| content.items.iter().all(|item| item.written.is_some() && !item.truncated);
    while is_named(&content) {
        let rest = text.get(content.end..)?;
        let next = work::trim_start_by(rest, |c| c.is_whitespace() || matches!(c, ',' | ';'));
        if !next.starts_with('{') {
            break;
        }
        let at = content.end + (rest.len() - next.len());
        let payload = object(text, at, keys, closers(syntax, None));
        let Some(more) = payload.and_then(|payload| call::split(text, &payload, syntax)).filter(is_named) else {
            break;
        };
        content.end = more.end;
        content.items.extend(more.items);
    }
    Some(content)
}

/// A call without a body, or what is left of one.
fn nothing(at: usize, written: Option<&str>) -> LeakItem {
    LeakItem {
        span: Span::new(at, at),
        written: written.map(str::to_owned),
        value: written.map(|_| Value::Object(Map::new())),
        ..LeakItem::default()
    }
}

/// The content of a payload that is one call's arguments, or one result.
fn whole(payload: Payload, written: Option<&str>) -> BodyContent {
    let end = payload.span.end;
    BodyContent::one(LeakItem::of(payload, written), end)
}

fn keywords(text: &str, at: usize, written: Option<&str>, keys: &[&str]) -> Option<BodyContent> {
    let arguments = expression::arguments(text, at, keys)?;
    // `f(…)` is a mention, not a call.
    let end = arguments.span.end;
    if matches!(text.get(at..end)?.trim(), "…" | "...") {
        return None;
    }
    // A single argument that is an object is the arguments themselves: `f({…})`.
    Some(BodyContent::one(LeakItem { written: written.map(str::to_owned), ..LeakItem::of_arguments(arguments) }, end))
}

fn parameters(
    text: &str,
    at: usize,
    written: Option<&str>,
    known: KnownArguments<'_>,
    syntax: &Syntax,
) -> Option<BodyContent> {
    let payload = match &syntax.parameter {
        Some(marks) => payload::marked_parameters(text, at, known, marks, &syntax.close),
        None if text.get(at..)?.trim_start().starts_with(['{', '[']) => {
            object(text, at, known.names, closers(syntax, written))
        }
        None => payload::parameters(text, at, known),
    };
    if let Some(payload) = payload {
        return Some(whole(payload, written));
    }
    // A call that was cut off before its first argument.
    if text.get(at..)?.trim().is_empty() {
        return Some(BodyContent::one(LeakItem { truncated: true, ..nothing(at, written) }, at));
    }
    // A call without arguments: the closer follows at once.
    let closers = closers(syntax, written);
    let end = super::adjacent::past_all(text, at, &closers.texts, closers.ignore_case);
    (end > at).then(|| BodyContent::one(nothing(at, written), at))
}

/// The first of these in a text. All are searched for at once, because a closer that is missing would cost a look at
/// the whole text for each of thousands of bodies.
fn first_of(text: &str, closers: &Closers) -> Option<usize> {
    // Most are found after a few bytes, so the finder has to be cheap to build.
    let finder = AhoCorasickBuilder::new()
        .match_kind(MatchKind::LeftmostFirst)
        .ascii_case_insensitive(closers.ignore_case)
        .kind(Some(AhoCorasickKind::NoncontiguousNFA))
        .prefilter(false)
        .build(&closers.texts);
    work::found(text, finder.ok()?.find(text).map(|found| found.start()))
}

/// A text as it is, without quotes around it.
fn raw(text: &str, span: Span, written: Option<&str>) -> BodyContent {
    work::count(span.len());
    let said = span.of(text).trim();
    let unquoted = serde_json::from_str::<String>(said).unwrap_or_else(|_| said.to_owned());
    let item = LeakItem {
        span,
        payload: Some(span),
        written: written.map(str::to_owned),
        value: (!said.is_empty()).then(|| Value::from(unquoted)),
        ..LeakItem::default()
    };
    BodyContent::one(item, span.end)
}

/// The result at byte `at`, and the byte after it.
pub(super) fn answer(text: &str, at: usize, answer: &InlineResult) -> Option<(Value, usize)> {
    let rest = text.get(at..)?;
    let blank = rest.len() - work::trim_start(rest).len();
    let rest = rest.get(blank..)?;
    let opener = answer.open.iter().find(|open| rest.starts_with(open.as_str()))?;
    let start = at + blank + opener.len();
    let rest = text.get(start..)?;
    if answer.close.is_empty() {
        if let Some(payload) = payload::read_body(Grammar::Object, text, start, &[]) {
            return Some((payload.value?, payload.span.end));
        }
        let line = work::found(rest, rest.find('\n')).unwrap_or(rest.len());
        return Some((Value::from(rest.get(..line)?.trim()), start + line));
    }
    let closers = Closers { texts: answer.close.clone(), ignore_case: false };
    let length = first_of(rest, &closers)?;
    let after = rest.get(length..)?;
    let close = answer.close.iter().filter(|close| after.starts_with(close.as_str())).min()?;
    let said = rest.get(..length)?.trim();
    let value = serde_json::from_str(said).unwrap_or_else(|_| Value::from(said));
    Some((value, start + length + close.len()))
}

/// Where the body of an opener begins: a bracket, also with its first key, or the beginning of a tag, at the opener's end
/// is the body's.
pub(super) fn start(text: &str, at: usize, opened: usize) -> usize {
    let written = text.get(at..opened).unwrap_or_default();
    let before_key =
        written.strip_suffix("\":").and_then(|key| Some(key.rsplit_once('"')?.0.trim_end())).unwrap_or(written);
    let before_name = written.trim_end_matches(|c: char| c.is_ascii_lowercase() || c == '_');
    let before = before_key.strip_suffix(['{', '[', '<']).or_else(|| before_name.strip_suffix('<'));
    before.filter(|before| !before.is_empty()).map_or(opened, |before| at + before.len())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn closing(closers: &[&str]) -> Closers {
        Closers { texts: closers.iter().map(|&closer| closer.to_owned()).collect(), ignore_case: false }
    }

    #[test]
    fn an_object_that_was_left_open_ends_at_the_tag_that_closes_its_call() {
        let read = |text: &str, closer: &str| {
            let payload = object(text, 0, &[], closing(&[closer])).unwrap();
            (payload.value.unwrap(), payload.span.of(text).to_owned())
        };
        let tag = "</call>";
        for (open, value) in [
            (r#"{"a": "She said:"#, json!({"a": "She said:"})),
            (r#"{"a": [1, 2"#, json!({"a": [1, 2]})),
            (r#"{"a": 1, "b": x"#, json!({"a": 1, "b": "x"})),
        ] {
            assert_eq!(read(&format!("{open}{tag} Noted, \"Ana\"."), tag), (value, open.to_owned()), "{open}");
        }
        // A closed string may contain the tag, and a closer that is not a tag may be text.
        let whole = r#"{"a": "</call> closes"}"#;
        assert_eq!(read(whole, tag), (json!({"a": "</call> closes"}), whole.to_owned()));
        assert_eq!(read(r#"{"a": "x] y"#, "]").0, json!({"a": "x] y"}));
    }

    #[test]
    fn a_bracket_at_the_end_of_an_opener_begins_the_body() {
        for (opener, before) in [
            ("Call: {", "Call: "),
            ("Call:\n{\n  \"name\":", "Call:\n"),
            ("Call: [f, \"name\":", "Call: [f, \"name\":"),
            ("<calls>\n<tool_", "<calls>\n"),
            ("Call:", "Call:"),
        ] {
            assert_eq!(start(&format!("é{opener}"), 2, 2 + opener.len()), 2 + before.len(), "{opener}");
        }
    }

    #[test]
    fn a_text_ends_at_the_first_closer_whichever_it_is() {
        let first = |text: &str, closers: &[&str]| first_of(text, &closing(closers));
        assert_eq!(first("x</b> y</a>", &["</a>", "</b>"]), Some(1));
        assert_eq!(first("é</a>", &["</a>", "</c>"]), Some(2));
        assert_eq!(first("x", &["</a>"]), None);
        assert_eq!(first("x", &[]), None);
        let in_any_case = Closers { ignore_case: true, ..closing(&["</a>"]) };
        assert_eq!(first_of("x</A>", &in_any_case), Some(1));
    }
}
