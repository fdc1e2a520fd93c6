//! Replies for a template to write, each with another kind of call.

use serde_json::{Map, Value, json};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProbeCall {
    pub(super) tool: &'static str,
    /// Its arguments by name.
    pub(super) arguments: Map<String, Value>,
}

/// A reply for the template to write.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    /// Describes what it tests.
    pub(super) about: &'static str,
    pub(super) calls: Vec<ProbeCall>,
    /// The text of the reply next to its calls.
    pub(super) text: &'static str,
    /// The thought before the reply.
    pub(super) thought: &'static str,
    /// Whether the template lets the model think; `None` leaves the choice to the template.
    pub(super) thinks: Option<bool>,
}

/// The tools of the conversations. No name of a tool, key or value is part of another one.
pub(super) const TOOLS: [&str; 4] = ["fetch_tides", "book_berth", "list_lighthouses", "sound_horn"];

/// A question whose words occur nowhere else.
pub(super) const QUESTION: &str = "May we moor at the quay tonight?";
/// A reply without a call.
pub(super) const PLAIN: &str = "Moorings open at dusk.";

const SPOKEN: &str = "One moment, skipper.";
const THOUGHT: &str = "The almanac should know.";

impl Probe {
    fn of(about: &'static str, calls: Vec<ProbeCall>) -> Self {
        Self { about, calls, text: "", thought: "", thinks: None }
    }

    /// A call with two texts as arguments: the notation of names, keys and values is found with it.
    pub(super) fn one() -> Self {
        Self::of("a call", vec![tides()])
    }

    /// The same with a second call: the text around each call is found with it.
    pub(super) fn two() -> Self {
        Self::of("two calls", vec![tides(), berth()])
    }

    /// All probes, including the two above.
    pub(super) fn all() -> Vec<Self> {
        let of = |about, arguments: Value| Self::of(about, vec![call(0, arguments)]);
        let empty = |tool| call(tool, json!({}));
        let mut probes = vec![
            Self::one(),
            Self::two(),
            of("one argument", json!({"harbour": "Oban"})),
            of("numbers", json!({"berths": 42, "draught": 2.5, "is_tidal": true})),
            of("nested values", json!({"crew": {"mate": "Bo", "ages": [31, 28]}, "marks": ["red", "green"]})),
            of("null", json!({"berths": null, "harbour": "Oban"})),
            of("quotes", json!({"note": "He said \"stop\" and it's done"})),
            of("a backslash", json!({"path": "C:\\charts\\new"})),
            of("lines", json!({"log": "first line\nsecond line\twith a tab\n\nlast"})),
            of("letters and marks", json!({"note": "Grüße ‖ 潮 <b>&amp; {x} [y] | z: 1, 2"})),
            Self::of("a call without arguments", vec![empty(2)]),
            Self::of("two calls without arguments", vec![empty(2), empty(3)]),
            Self::of("three calls", vec![tides(), berth(), call(0, json!({"harbour": "Crinan", "vessel": "Gull"}))]),
        ];
        let spoken = |about, calls| Self { text: SPOKEN, ..Self::of(about, calls) };
        probes.push(spoken("text before a call", vec![tides()]));
        probes.push(spoken("text before two calls", vec![tides(), berth()]));
        probes.push(Self { thought: THOUGHT, ..Self::of("a thought before a call", vec![tides()]) });
        probes.push(Self { thought: THOUGHT, ..spoken("a thought and text before a call", vec![tides()]) });
        probes.push(Self { thinks: Some(true), thought: THOUGHT, ..spoken("thinking switched on", vec![berth()]) });
        probes.push(Self { thinks: Some(false), ..Self::of("thinking switched off", vec![berth()]) });
        probes
    }

    /// The calls of the probe that a reply contains: some templates write only the first one, or none next to text.
    pub(super) fn written_in(&self, reply: &str) -> Vec<ProbeCall> {
        let mut at = 0;
        let found = self.calls.iter().filter(|call| {
            let place = reply.get(at..).and_then(|rest| rest.find(call.tool));
            at += place.map_or(0, |place| place + call.tool.len());
            place.is_some()
        });
        found.map(|call| call.as_written_in(reply)).collect()
    }
}

impl ProbeCall {
    /// The call without the arguments that a reply leaves out because they are empty.
    fn as_written_in(&self, reply: &str) -> Self {
        let arguments = self.arguments.iter().filter(|(key, value)| !value.is_null() || reply.contains(key.as_str()));
        Self { tool: self.tool, arguments: arguments.map(|(key, value)| (key.clone(), value.clone())).collect() }
    }
}

fn call(tool: usize, arguments: Value) -> ProbeCall {
    let Value::Object(arguments) = arguments else { return call(tool, json!({})) };
    ProbeCall { tool: TOOLS.get(tool).copied().unwrap_or_default(), arguments }
}

fn tides() -> ProbeCall {
    call(0, json!({"harbour": "Oban", "vessel": "Grey Lady"}))
}

fn berth() -> ProbeCall {
    call(1, json!({"mooring": "North Wall", "skipper": "Ines"}))
}

/// The declaration of a tool for a template.
pub(super) fn declaration(tool: &str) -> Value {
    let text = json!({"type": "string", "description": "Words."});
    let properties: Map<String, Value> = KEYS.iter().map(|key| ((*key).to_owned(), text.clone())).collect();
    json!({
        "name": tool, "description": "A tool of the port.",
        "parameters": {"type": "object", "properties": properties, "required": []},
    })
}

/// The names of all arguments.
const KEYS: [&str; 12] = [
    "harbour", "vessel", "mooring", "skipper", "berths", "draught", "is_tidal", "crew", "marks", "note", "path", "log",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_argument_is_declared() {
        for probe in Probe::all() {
            for call in &probe.calls {
                assert!(call.arguments.keys().all(|key| KEYS.contains(&key.as_str())), "{}", probe.about);
            }
        }
    }

    #[test]
    fn calls_that_a_template_leaves_out_are_not_looked_for() {
        let probe = Probe::two();
        let written = probe.written_in("<fetch_tides/>");
        assert_eq!(written.iter().map(|call| call.tool).collect::<Vec<_>>(), ["fetch_tides"]);
        let probe = Probe::of("null", vec![call(0, json!({"berths": null, "harbour": "Oban"}))]);
        let keys = |reply: &str| probe.written_in(reply).iter().map(|call| call.arguments.len()).collect::<Vec<_>>();
        assert_eq!((keys("fetch_tides harbour"), keys("fetch_tides berths harbour")), (vec![1], vec![2]));
    }
}
