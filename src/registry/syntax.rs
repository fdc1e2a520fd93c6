//! Syntaxes: how a model wraps a call or a result when it writes it as text.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::entry_schema::{Author, EntrySchema};
use super::pattern::{Class, EntryMistake, Examples, PatternKind};
use super::template::{Head, Template};

/// How to read the body of a syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// An object or a list of objects, JSON-like.
    Object,
    /// Call expressions, `f(a = "x")`; if the opener contains the tool's name, only what is in the parentheses.
    Keywords,
    /// A list of call expressions, `[f(a = "x"), g()]`, whose beginning the opener contains.
    CallList,
    /// Parameters in tags of their own: `<parameter=city>Porto</parameter>`.
    XmlParameters,
    /// Members without quotes, `{k:free text,k2:v}`.
    Bare,
    /// The input of a ReAct action, with or without `Action Input:`: JSON, or text up to the next label.
    React,
    /// Any text up to the closer.
    Text,
    /// Any text up to the end of its line.
    Line,
    /// Any text up to the end of the message.
    Rest,
    /// No body: the remains of a leaked call.
    Nothing,
    /// `[Used tools: Tool: …, Input: …, Result: …]`.
    #[serde(rename = "code:used_tools")]
    UsedTools,
    /// `<details type="tool_calls" name="…" arguments="…">…</details>`
    #[serde(rename = "code:tool_block")]
    ToolBlock,
    /// A transcript of thoughts, actions and observations.
    #[serde(rename = "code:react_transcript")]
    ReactTranscript,
}

/// What must be true for an opener to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// Nothing besides the opener.
    #[default]
    Nothing,
    /// The tool must be known.
    KnownTool,
    /// The tool must be known, or the text must consist of a call with plain values.
    ToolOrStart,
    /// There must be an argument, or the tool must be known.
    Arguments,
}

impl Needs {
    /// Whether the tool's name, rather than the opener, identifies a call.
    #[must_use]
    pub fn names_tool(self) -> bool {
        matches!(self, Self::KnownTool | Self::ToolOrStart)
    }
}

/// Where in a text a syntax may occur.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SyntaxPosition {
    /// Anywhere; an opener that begins with a letter must begin a word.
    #[default]
    Anywhere,
    /// At the start of a line.
    Line,
    /// At the end of the text, at the start of a line or after a closing mark.
    End,
}

/// One text or several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum OneOrMore<T> {
    One(T),
    More(Vec<T>),
    #[default]
    None,
}

impl<T> OneOrMore<T> {
    fn into_vec(self) -> Vec<T> {
        match self {
            Self::One(item) => vec![item],
            Self::More(items) => items,
            Self::None => Vec::new(),
        }
    }
}

/// A syntax as a file writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SyntaxText {
    pub(super) name: String,
    source: Option<String>,
    #[serde(default = "call")]
    kind: PatternKind,
    class: Option<Class>,
    #[serde(default)]
    open: OneOrMore<String>,
    #[serde(default)]
    ignore_case: bool,
    #[serde(default)]
    at: SyntaxPosition,
    #[serde(default)]
    before: Vec<String>,
    #[serde(default = "object")]
    body: OneOrMore<Body>,
    parameter: Option<ParameterMarks>,
    #[serde(default)]
    close: OneOrMore<String>,
    #[serde(default)]
    close_optional: bool,
    #[serde(default)]
    after: Vec<String>,
    answer: Option<InlineResult>,
    #[serde(rename = "match", default)]
    schema: Option<Value>,
    #[serde(default)]
    calls: Vec<String>,
    #[serde(default)]
    tool: Vec<String>,
    #[serde(default)]
    tool_is_key: bool,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    result: Vec<String>,
    reply: Option<Reply>,
    #[serde(default)]
    strip_names: Vec<String>,
    #[serde(default)]
    needs: Needs,
    confidence: Option<f64>,
    #[serde(default)]
    examples: Examples,
}

fn call() -> PatternKind {
    PatternKind::Call
}

fn object() -> OneOrMore<Body> {
    OneOrMore::One(Body::Object)
}

/// The marks around the name and the value of a parameter that is not a markup element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParameterMarks {
    /// The mark before the name.
    pub open: String,
    /// The mark between the name and the value.
    pub key_end: String,
    /// The mark after the value.
    pub close: String,
}

/// A result written next to its call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InlineResult {
    /// The alternative marks before it.
    pub open: Vec<String>,
    /// The alternative marks after it; if empty, the result is an object or the rest of the line.
    #[serde(default)]
    pub close: Vec<String>,
}

/// Elements next to the calls that contain the reply itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// JSON Pointer to the member with the type of an element.
    pub kind: String,
    /// The value of that member.
    pub is: String,
    /// JSON Pointer to the text of such an element.
    pub text: String,
}

/// How calls or results are wrapped.
#[derive(Clone, Debug)]
pub struct Syntax {
    /// The name that identifies it to users and in files.
    pub name: String,
    /// Where it was seen in practice.
    pub source: Option<String>,
    /// Whether it wraps calls or results.
    pub kind: PatternKind,
    /// What can be proposed for everything that it wraps; `None` if the payload decides.
    pub class: Option<Class>,
    /// The openers as written; empty for a bare shape.
    pub open: Vec<String>,
    /// The openers, compiled, in the same order.
    pub templates: Vec<Template>,
    /// Whether matching ignores case.
    pub ignore_case: bool,
    /// Where it may occur.
    pub at: SyntaxPosition,
    /// Text directly before it that belongs to it: wrappers, stray words.
    pub before: Vec<String>,
    /// How to read the body: the first way that succeeds.
    pub body: Vec<Body>,
    /// The marks of the parameters; `None` if they are markup elements.
    pub parameter: Option<ParameterMarks>,
    /// The closers; `{tool}` is the name in the opener.
    pub close: Vec<String>,
    /// Whether it counts without a closer.
    pub close_optional: bool,
    /// Text directly after it that belongs to it: wrappers, stray closers.
    pub after: Vec<String>,
    /// The result that may follow.
    pub answer: Option<InlineResult>,
    /// JSON Pointers to the list of calls; the first that exists counts.
    pub calls: Vec<String>,
    /// JSON Pointers to the tool's name in a call.
    pub tool: Vec<String>,
    /// Whether a call is a single member with the tool's name as its key and the arguments as its value.
    pub tool_is_key: bool,
    /// JSON Pointers to the arguments in a call; if empty, the call consists of its arguments.
    pub arguments: Vec<String>,
    /// JSON Pointers to the result in a call.
    pub result: Vec<String>,
    /// Elements next to the calls that contain the reply itself.
    pub reply: Option<Reply>,
    /// Prefixes that are not part of a tool's name.
    pub strip_names: Vec<String>,
    /// What must be true for it to count.
    pub needs: Needs,
    /// The confidence that a payload in it is a claim, from 0 to 1; `None` for the default.
    pub confidence: Option<f64>,
    /// Texts that it must claim, and texts that it must not.
    pub examples: Examples,
    schema: Option<EntrySchema>,
}

impl Syntax {
    pub(super) fn compile(text: SyntaxText, author: Author) -> Result<Self, EntryMistake> {
        let open = text.open.into_vec();
        let templates = open.iter().map(|open| Template::parse(open, text.ignore_case)).collect::<Result<Vec<_>, _>>();
        let templates = templates.map_err(|reason| ("/open".to_owned(), reason))?;
        let body = text.body.into_vec();
        let close = text.close.into_vec();
        let by_name = templates.iter().any(|template| matches!(template.head(), Some(Head::Tool(_))));
        if open.is_empty() && text.schema.is_none() {
            return Err((String::new(), "a syntax needs `open`, or `match` for a bare shape".to_owned()));
        }
        if by_name && !text.needs.names_tool() {
            return Err((
                "/open".to_owned(),
                "an opener that begins with the tool's name needs `needs: \"known_tool\"` or `\"tool_or_start\"`"
                    .to_owned(),
            ));
        }
        if body.contains(&Body::Text) && close.is_empty() {
            return Err(("/body".to_owned(), "a `text` body needs `close`".to_owned()));
        }
        if open.is_empty() && body != [Body::Object] {
            return Err(("/body".to_owned(), "a bare shape must be an `object`".to_owned()));
        }
        if let Some(marks) = &text.parameter
            && (body != [Body::XmlParameters]
                || [&marks.open, &marks.key_end, &marks.close].iter().any(|mark| mark.is_empty()))
        {
            let reason = "marks of parameters must not be empty, and need the body `xml_parameters`";
            return Err(("/parameter".to_owned(), reason.to_owned()));
        }
        Ok(Self {
            name: text.name,
            source: text.source,
            kind: text.kind,
            class: text.class,
            open,
            templates,
            ignore_case: text.ignore_case,
            at: text.at,
            before: text.before,
            body,
            parameter: text.parameter,
            close,
            close_optional: text.close_optional,
            after: text.after,
            answer: text.answer,
            calls: text.calls,
            tool: text.tool,
            tool_is_key: text.tool_is_key,
            arguments: text.arguments,
            result: text.result,
            reply: text.reply,
            strip_names: text.strip_names,
            needs: text.needs,
            confidence: text.confidence,
            examples: text.examples,
            schema: text.schema.map(|schema| EntrySchema::new(schema, author)).transpose()?,
        })
    }

    /// Whether it is a bare shape, without an opener.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.open.is_empty()
    }

    /// A written name without the prefixes that the syntax adds.
    #[must_use]
    pub fn bare_name<'n>(&self, written: &'n str) -> &'n str {
        let bare = self.strip_names.iter().find_map(|beginning| written.strip_prefix(beginning.as_str()));
        bare.filter(|bare| !bare.is_empty()).unwrap_or(written)
    }

    /// Whether the syntax accepts the value of a body.
    #[must_use]
    pub fn admits(&self, value: &Value) -> bool {
        self.schema.as_ref().is_none_or(|schema| schema.is_valid(value))
    }
}
