//! The conversation around a reply, in the form in which a template wants it.

use serde_json::{Map, Value, json};

use super::engine::Engine;
use super::probe::{self, Probe, QUESTION, TOOLS};

/// What a call's arguments are given as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arguments {
    Object,
    Text,
}

/// The text of a message that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoText {
    Empty,
    Null,
    Absent,
}

/// How calls are named, where a template asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Prefixed,
    /// Mistral refuses any other.
    NineLetters,
    /// Kimi writes it instead of the name.
    WithName,
}

/// How tools are declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Declared {
    Functions,
    Flat,
    None,
}

/// The form in which a template gets a conversation: templates differ in what they accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConversationForm {
    arguments: Arguments,
    no_text: NoText,
    id: Id,
    /// Whether a call's name and arguments are in a member `function` of it.
    is_nested: bool,
    /// Whether a message's text is a list of blocks.
    in_blocks: bool,
    declared: Declared,
}

impl ConversationForm {
    /// All forms with arguments as an object, or else as a text; the usual ones first.
    pub(super) fn all(as_object: bool) -> Vec<Self> {
        let arguments = if as_object { Arguments::Object } else { Arguments::Text };
        let mut forms = Vec::new();
        for in_blocks in [false, true] {
            for declared in [Declared::Functions, Declared::Flat, Declared::None] {
                for is_nested in [true, false] {
                    for id in [Id::Prefixed, Id::NineLetters, Id::WithName] {
                        let of = |no_text| Self { arguments, no_text, id, is_nested, in_blocks, declared };
                        forms.extend([NoText::Empty, NoText::Null, NoText::Absent].map(of));
                    }
                }
            }
        }
        forms
    }

    /// The text that a template makes of a question and a reply.
    pub(super) fn render(self, engine: &Engine, probe: &Probe) -> Result<String, minijinja::Error> {
        let mut reply = Map::from_iter([("role".to_owned(), json!("assistant"))]);
        match (probe.text, self.no_text) {
            ("", NoText::Absent) => {}
            ("", NoText::Null) => drop(reply.insert("content".to_owned(), Value::Null)),
            (text, _) => drop(reply.insert("content".to_owned(), self.text(text))),
        }
        if !probe.thought.is_empty() {
            // Templates call it by either name.
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
            // What some templates are given in addition: the tools as a text, and the day.
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
                Arguments::Object => arguments,
                Arguments::Text => json!(arguments.to_string()),
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

    /// The name of a probe's call.
    pub(super) fn id_of(self, index: usize, tool: &str) -> String {
        match self.id {
            Id::Prefixed => format!("call_Rt5Kd9x{index}"),
            Id::NineLetters => format!("Rt5Kd9xw{index}"),
            Id::WithName => format!("functions.{tool}:{index}"),
        }
    }

    /// Whether the names of calls say nothing but which call it is.
    pub(super) fn has_plain_ids(self) -> bool {
        self.id != Id::WithName
    }

    fn tools(self) -> Option<Value> {
        let function = |tool: &&str| json!({"type": "function", "function": probe::declaration(tool)});
        match self.declared {
            Declared::Functions => Some(TOOLS.iter().map(function).collect()),
            Declared::Flat => Some(TOOLS.iter().map(|tool| probe::declaration(tool)).collect()),
            Declared::None => None,
        }
    }
}
