//! The conversation around a reply, in the form that a template expects.

use serde_json::{Map, Value, json};

use super::engine::Engine;
use super::probe::{self, Probe, QUESTION, TOOLS};

/// How a call passes its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArgumentEncoding {
    Object,
    Text,
}

/// The text of a message without text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AbsentText {
    Empty,
    Null,
    Absent,
}

/// The format of call ids, where a template requires one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Prefixed,
    /// Mistral rejects any other format.
    NineLetters,
    /// Kimi writes the id instead of the name.
    WithName,
}

/// How tools are declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToolDeclaration {
    Functions,
    Flat,
    None,
}

/// The form in which a template receives a conversation; templates accept different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConversationForm {
    arguments: ArgumentEncoding,
    no_text: AbsentText,
    id: Id,
    /// Whether name and arguments of a call are in its member `function`.
    is_nested: bool,
    /// Whether the text of a message is a list of blocks.
    in_blocks: bool,
    declared: ToolDeclaration,
}

impl ConversationForm {
    /// All forms, with arguments as an object or as text; the most common first.
    pub(super) fn all(as_object: bool) -> Vec<Self> {
        let arguments = if as_object { ArgumentEncoding::Object } else { ArgumentEncoding::Text };
        let mut forms = Vec::new();
        for in_blocks in [false, true] {
            for declared in [ToolDeclaration::Functions, ToolDeclaration::Flat, ToolDeclaration::None] {
                for is_nested in [true, false] {
                    for id in [Id::Prefixed, Id::NineLetters, Id::WithName] {
                        let of = |no_text| Self { arguments, no_text, id, is_nested, in_blocks, declared };
                        forms.extend([AbsentText::Empty, AbsentText::Null, AbsentText::Absent].map(of));
                    }
                }
            }
        }
        forms
    }

    /// Renders a question and a reply with a template.
    pub(super) fn render(self, engine: &Engine, probe: &Probe) -> Result<String, minijinja::Error> {
        let mut reply = Map::from_iter([("role".to_owned(), json!("assistant"))]);
        match (probe.text, self.no_text) {
            ("", AbsentText::Absent) => {}
            ("", AbsentText::Null) => drop(reply.insert("content".to_owned(), Value::Null)),
            (text, _) => drop(reply.insert("content".to_owned(), self.text(text))),
        }
        if !probe.thought.is_empty() {
            // Templates use different names for it.
            for name in ["reasoning_content", "reasoning", "thinking"] {
                reply.insert(name.to_owned(), json!(probe.thought));
            }
        }
        if !probe.calls.is_empty() {
            reply.insert("tool_calls".to_owned(), self.calls(probe));
        }
        let mut conversation = json!({
            "messages": [{"role": "user", "content": self.text(QUESTION)}, reply],
            "add_generation_prompt": false,
            // Some templates also require the tools as text, and the date.
            "functions": "[]", "datetime": "2 March 2026", "date_string": "2 March 2026",
        });
        if let (Some(members), Some(tools)) = (conversation.as_object_mut(), self.tools()) {
            members.insert("tools".to_owned(), tools);
        }
        if let (Some(members), Some(thinks)) = (conversation.as_object_mut(), probe.thinks) {
            for name in ["enable_thinking", "thinking"] {
                members.insert(name.to_owned(), json!(thinks));
            }
        }
        engine.render(&conversation)
    }

    fn text(self, text: &str) -> Value {
        if self.in_blocks { json!([{"type": "text", "text": text}]) } else { json!(text) }
    }

    fn calls(self, probe: &Probe) -> Value {
        let call = |(index, call): (usize, &probe::ProbeCall)| {
            let arguments = Value::Object(call.arguments.clone());
            let arguments = match self.arguments {
                ArgumentEncoding::Object => arguments,
                ArgumentEncoding::Text => json!(arguments.to_string()),
            };
            let id = self.id_of(index, call.tool);
            if self.is_nested {
                json!({"id": id, "type": "function", "function": {"name": call.tool, "arguments": arguments}})
            } else {
                json!({"id": id, "name": call.tool, "arguments": arguments})
            }
        };
        probe.calls.iter().enumerate().map(call).collect()
    }

    /// The id of a probe's call.
    pub(super) fn id_of(self, index: usize, tool: &str) -> String {
        match self.id {
            Id::Prefixed => format!("call_Rt5Kd9x{index}"),
            Id::NineLetters => format!("Rt5Kd9xw{index}"),
            Id::WithName => format!("functions.{tool}:{index}"),
        }
    }

    /// Whether ids only number the calls, without their names.
    pub(super) fn has_plain_ids(self) -> bool {
        self.id != Id::WithName
    }

    fn tools(self) -> Option<Value> {
        let function = |tool: &&str| json!({"type": "function", "function": probe::declaration(tool)});
        match self.declared {
            ToolDeclaration::Functions => Some(TOOLS.iter().map(function).collect()),
            ToolDeclaration::Flat => Some(TOOLS.iter().map(|tool| probe::declaration(tool)).collect()),
            ToolDeclaration::None => None,
        }
    }
}
