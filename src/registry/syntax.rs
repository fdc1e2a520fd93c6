//! Syntaxes: how a call or a result is wrapped when a model writes it as text.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::pattern::{Class, EntryMistake, Examples, PatternKind, compile_schema};
use super::template::{Head, Template};

/// How the body of a syntax is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// An object or a list of objects, JSON-like.
    Object,
    /// Call expressions, `f(a = "x")`; where the opener names the tool, what is in the parentheses.
    Keywords,
    /// A list of call expressions, `[f(a = "x"), g()]`, of which the opener holds the beginning.
    CallList,
    /// Parameters in tags.
    XmlParameters,
    /// Members without quotes, `{k:free text,k2:v}`.
    Bare,
    /// `Action Input:` lines.
    React,
    /// Any text up to the closer.
    Text,
    /// Any text up to the end of its line.
    Line,
    /// Any text up to the end of the message.
    Rest,
    /// No body at all: debris of a leak.
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

/// What must be known before an opener counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// The opener says enough.
    #[default]
    Nothing,
    /// The tool must be a known one.
    KnownTool,
    /// The tool must be a known one, or a call with plain values all that the text says.
    ToolOrStart,
    /// At least one argument must be there, or the tool be a known one.
    Arguments,
}

impl Needs {
    /// Whether the name of the tool, not the opener, says that it is a call.
    #[must_use]
    pub fn names_tool(self) -> bool {
        matches!(self, Self::KnownTool | Self::ToolOrStart)
    }
}

/// Where in a text a syntax may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SyntaxPosition {
    /// At any place; an opener that begins with a letter must begin a word.
    #[default]
    Anywhere,
    /// At the beginning of a line.
    Line,
    /// At the end of the text, at the beginning of a line or after what closes something.
    End,
}

/// One text, or several.
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

/// A syntax as its file says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SyntaxText {
    pub(super) name: String,
    #[serde(default)]
    source: Option<String>,
    #[serde(default = "call")]
    kind: PatternKind,
    #[serde(default)]
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
    #[serde(default)]
    parameter: Option<ParameterMarks>,
    #[serde(default)]
    close: OneOrMore<String>,
    #[serde(default)]
    close_optional: bool,
    #[serde(default)]
    after: Vec<String>,
    #[serde(default)]
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
    #[serde(default)]
    reply: Option<Reply>,
    #[serde(default)]
    strip_names: Vec<String>,
    #[serde(default)]
    needs: Needs,
    #[serde(default)]
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

/// What is around the name and the value of a parameter that is no element of markup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParameterMarks {
    /// What comes before its name.
    pub open: String,
    /// What comes between its name and its value.
    pub key_end: String,
    /// What comes after its value.
    pub close: String,
}

/// A result that is with its call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InlineResult {
    /// What comes before it; one of these.
    pub open: Vec<String>,
    /// What comes after it; without any it is an object, or the rest of the line.
    #[serde(default)]
    pub close: Vec<String>,
}

/// Elements next to the calls that hold the reply itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The member that says what an element is, as a JSON Pointer.
    pub kind: String,
    /// What it says there.
    pub is: String,
    /// Where the text is in such an element.
    pub text: String,
}

/// How calls or results are wrapped.
#[derive(Clone, Debug)]
pub struct Syntax {
    /// The name by which people and files refer to it.
    pub name: String,
    /// Where it was seen.
    pub source: Option<String>,
    /// Whether it wraps calls or results.
    pub kind: PatternKind,
    /// What can be proposed for all that it wraps, where the payload does not decide it.
    pub class: Option<Class>,
    /// Its openers as they are written; empty where it is a shape that is bare.
    pub open: Vec<String>,
    /// The openers, ready to match.
    pub templates: Vec<Template>,
    /// Whether the case of letters does not matter.
    pub ignore_case: bool,
    /// Where it may be.
    pub at: SyntaxPosition,
    /// What belongs to it when it is directly before: wrappers, stray words.
    pub before: Vec<String>,
    /// How the body is read: the first way that succeeds.
    pub body: Vec<Body>,
    /// What its parameters are marked with; without it they are elements.
    pub parameter: Option<ParameterMarks>,
    /// Its closers; `{tool}` is the name as the opener has it.
    pub close: Vec<String>,
    /// Whether it counts without closer.
    pub close_optional: bool,
    /// What belongs to it when it comes directly after: wrappers, stray closers.
    pub after: Vec<String>,
    /// The result that may follow.
    pub answer: Option<InlineResult>,
    /// JSON Pointers to the list of calls; the first that is there counts.
    pub calls: Vec<String>,
    /// JSON Pointers to the tool's name in a call.
    pub tool: Vec<String>,
    /// Whether a call is one member, its key the tool's name and its value the arguments.
    pub tool_is_key: bool,
    /// JSON Pointers to the arguments in a call; without any the call is its arguments.
    pub arguments: Vec<String>,
    /// JSON Pointers to the result that is in a call.
    pub result: Vec<String>,
    /// Elements next to the calls that hold the reply itself.
    pub reply: Option<Reply>,
    /// Beginnings of names that are no part of them.
    pub strip_names: Vec<String>,
    /// What must be known before it counts.
    pub needs: Needs,
    /// How sure a payload in it is a claim; `None`: as the table says.
    pub confidence: Option<f64>,
    /// Texts that it must and must not claim.
    pub examples: Examples,
    validator: Option<jsonschema::Validator>,
}

impl Syntax {
    pub(super) fn compile(text: SyntaxText) -> Result<Self, EntryMistake> {
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
            validator: text.schema.as_ref().map(compile_schema).transpose()?,
        })
    }

    /// Whether it is a shape that is bare, without an opener.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.open.is_empty()
    }

    /// A name as it was written, without what the syntax puts before names.
    #[must_use]
    pub fn bare_name<'n>(&self, written: &'n str) -> &'n str {
        let bare = self.strip_names.iter().find_map(|beginning| written.strip_prefix(beginning.as_str()));
        bare.filter(|bare| !bare.is_empty()).unwrap_or(written)
    }

    /// Whether a body's value can be in it.
    #[must_use]
    pub fn admits(&self, value: &Value) -> bool {
        self.validator.as_ref().is_none_or(|validator| validator.is_valid(value))
    }
}
