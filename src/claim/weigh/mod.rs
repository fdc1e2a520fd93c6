//! Decides what in a text is a claim, and how certain that is: by its position, tool and pattern, and by what the user
//! asked for.

mod position;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use serde_json::{Map, Value};

use super::candidate::ClaimCandidate;
use super::confidence::{Signal, confidence, reasons};
use super::leak::{self, Leak, LeakItem};
use super::payload::Payload;
use super::plan;
use super::surroundings::TextContext;
use super::{Claim, ClaimedRecord, Context, Span, SuggestedTool, WantedFormat, requested_format};
use crate::catalog::{KnownTools, Suggestion, names};
use crate::plan::PlanError;
use crate::registry::{Class, Needs, Pattern, Registry, Syntax};
use position::{ClaimPosition, says_something};

/// Weighs the candidates of one text.
pub(super) struct Weigher<'a> {
    text: &'a str,
    registry: &'a Registry,
    tools: &'a KnownTools,
    asked: Option<&'a str>,
    wanted: WantedFormat,
    /// The pairs of words that the user listed, computed once for up to thousands of payloads.
    listed: OnceCell<Vec<(&'a str, &'a str)>>,
    /// Whether the user's message is about data to be shown.
    speaks_of_data: OnceCell<bool>,
    /// Whether the user showed a syntax, by its name.
    shown: RefCell<HashMap<String, bool>>,
}

impl<'a> Weigher<'a> {
    pub(super) fn new(text: &'a str, registry: &'a Registry, tools: &'a KnownTools, context: Context<'a>) -> Self {
        let Context { asked, wanted, .. } = context;
        let wanted = asked.map_or(wanted, |asked| wanted.after(asked));
        Self {
            text,
            registry,
            tools,
            asked,
            wanted,
            listed: OnceCell::new(),
            speaks_of_data: OnceCell::new(),
            shown: RefCell::default(),
        }
    }

    /// The claims of a part of the text.
    pub(super) fn claims(&self, part: ClaimCandidate<'_>, place: TextContext) -> Vec<Claim> {
        let is_bare = matches!(part, ClaimCandidate::Payload(_));
        let mut claims = match part {
            ClaimCandidate::Leak(leak) => self.of_leak(&leak, place),
            ClaimCandidate::Payload(payload) => self.of_payload(payload, place),
        };
        let is_data = |claim: &&mut Claim| is_bare && claim.class.is_some() || claim.class == Some(Class::Record);
        for claim in claims.iter_mut().filter(is_data).filter(|claim| self.may_show(claim)) {
            claim.after_data = true;
            claim.add_reason(Signal::AfterData);
        }
        claims
    }

    /// Whether the user's message is about data or names the tool of a claim: then the claim may be what was to be
    /// shown ("a mock response for my test", "what does save_memory say?").
    fn may_show(&self, claim: &Claim) -> bool {
        let Some(asked) = self.asked else { return false };
        let names_tool = || claim.tool.as_deref().is_some_and(|tool| tool.contains('_') && asked.contains(tool));
        // A lost record matters more than an answer of a tool.
        let is_record = claim.class == Some(Class::Record);
        let mentions_data = || !is_record && requested_format::mentions_data(asked);
        !claim.asked_for && (self.speaks_of_data() || names_tool() || mentions_data())
    }

    /// Whether the user's message is about data, and not that there was enough of it.
    fn may_want_data(&self) -> bool {
        self.speaks_of_data() && !self.asked.is_some_and(requested_format::declines_data)
    }

    /// Whether the user's message is about data to be shown.
    fn speaks_of_data(&self) -> bool {
        let speaks = || self.asked.is_some_and(requested_format::speaks_of_data);
        *self.speaks_of_data.get_or_init(speaks)
    }

    fn of_payload(&self, payload: Payload, place: TextContext) -> Vec<Claim> {
        let asked_for = self.wanted.data();
        // At the start of a text the reply may follow in lower case.
        let embedded = !place.leading && (place.follows_on || place.goes_on);
        let position = ClaimPosition { place, asked_for, embedded, marked: false };
        if let Some(claims) = self.of_list(&payload, position) {
            return claims;
        }
        let pattern = payload.value.as_ref().and_then(|value| {
            let begun = || self.registry.recognise_begun(value).filter(|_| payload.truncated);
            let whole = || self.registry.recognise_whole(value).filter(|_| self.is_whole(&payload, place));
            self.registry.recognise(value).or_else(whole).or_else(begun)
        });
        if pattern.is_none()
            && let Some(errors) = plan::errors(&payload, self.tools)
        {
            return of_plan(payload, errors, position).into_iter().collect();
        }
        let is_unknown = pattern.is_none();
        let is_common = pattern.is_some_and(|pattern| pattern.whole);
        let asked_for = asked_for
            || (is_unknown && (self.was_listed(payload.value.as_ref()) || self.may_want_data()))
            || (is_common && self.asked.is_some_and(requested_format::mentions_data));
        let position = ClaimPosition { asked_for, ..position };
        let counts = match pattern {
            // An answer that any tool or API could give means nothing in the middle of a text.
            Some(pattern) if pattern.class == Class::Echo && pattern.tool.is_none() && !place.leading => false,
            Some(pattern) => position.counts_known(pattern.class),
            None => position.counts_unknown(&payload),
        };
        if !counts {
            return Vec::new();
        }
        let item = super::body::item(payload, None);
        let first = match pattern {
            Some(pattern) if pattern.class == Class::Effect && pattern.tool.is_none() => Signal::Directive,
            Some(_) => Signal::KnownPattern,
            None => Signal::UnknownPayload,
        };
        vec![claim(&item, pattern, position, first, None, "object")]
    }

    /// Whether a payload is the whole message, and neither an argument of a tool nor something that the user showed.
    fn is_whole(&self, payload: &Payload, place: TextContext) -> bool {
        let members = payload.value.as_ref().and_then(Value::as_object);
        let mut names = members.into_iter().flat_map(Map::keys);
        let is_shown = |name: &str| {
            let asked = self.asked.unwrap_or_default();
            ['"', '\'', '`'].iter().any(|mark| asked.contains(&format!("{mark}{name}{mark}")))
        };
        place.alone && !payload.truncated && !names.any(|name| self.tools.is_argument(name) || is_shown(name))
    }

    /// The claims of a list of results if a pattern matches each of them.
    fn of_list(&self, payload: &Payload, position: ClaimPosition) -> Option<Vec<Claim>> {
        let elements = payload.value.as_ref()?.as_array()?;
        let patterns: Vec<_> =
            elements.iter().map(|element| self.registry.recognise(element)).collect::<Option<_>>()?;
        let items = super::call::elements(self.text, payload)?;
        let pairs = items.iter().zip(patterns).filter(|(_, pattern)| position.counts_known(pattern.class));
        Some(
            pairs
                .map(|(item, pattern)| claim(item, Some(pattern), position, Signal::KnownPattern, None, "object"))
                .collect(),
        )
    }

    fn of_leak(&self, leak: &Leak<'_>, place: TextContext) -> Vec<Claim> {
        // A program that is only a call as data, in a text that is only that program, is the call.
        let is_program = !(leak.syntax.is_bare() && place.alone && place.fills_fence);
        let place = TextContext { framed: place.framed && is_program, ..place };
        let marked = leak::has_marker(leak.syntax);
        let is_expression = !marked && !leak.syntax.is_bare();
        // Marks often touch prose on one side; a call without marks that prose continues is mentioned.
        let embedded = if marked {
            place.follows_on && place.goes_on && !place.leading
        } else if leak.syntax.needs == Needs::ToolOrStart {
            place.goes_on
        } else {
            (place.follows_on && !place.leading) || (place.goes_on && (is_expression || !place.leading))
        };
        // The name of an unknown tool may be any word of the sentence.
        let is_word =
            || leak::begins_with_name(leak.syntax) && !leak.items.iter().all(|item| self.is_known(item, leak.syntax));
        if embedded && (is_expression || is_word()) {
            return Vec::new();
        }
        // A request for data is no request for a call, unless that is data as well.
        let is_data = leak.syntax.is_bare() && self.wanted.data();
        let asked_for = is_data || self.wanted.calls() || self.was_shown(leak.syntax);
        let position = ClaimPosition { place, asked_for, embedded, marked };
        let claims = leak.items.iter().filter_map(|item| self.of_item(item, leak.syntax, position));
        let mut claims: Vec<Claim> = claims.collect();
        if let (Some(reply), Some(first)) = (&leak.reply, claims.first_mut()) {
            first.replacement = Some(reply.clone());
        }
        claims
    }

    fn is_known(&self, item: &LeakItem, syntax: &Syntax) -> bool {
        item.written.as_deref().is_some_and(|name| self.tools.resolve(name, &syntax.strip_names).is_some())
    }

    fn of_item(&self, item: &LeakItem, syntax: &Syntax, position: ClaimPosition) -> Option<Claim> {
        if syntax.class == Some(Class::Echo) {
            let plain = !position.spoken_of() && !position.place.fenced && !position.asked_for;
            let first = Signal::Debris;
            return plain.then(|| Claim { class: syntax.class, ..wrapped(item, None, position, first, syntax) });
        }
        let marked = leak::has_marker(syntax);
        let Some(written) = &item.written else { return self.of_nameless(item, syntax, position) };
        let Some(tool) = self.tools.resolve(written, &syntax.strip_names) else {
            let first = if marked { Signal::MarkedUnknownTool } else { Signal::CallShape };
            let is_last = || position.is_last() && leak::is_identifier(written);
            let counts = position.counts_unnamed() && (marked || position.is_separate() || is_last());
            return counts.then(|| {
                let name = names::bare(syntax.bare_name(written));
                let called_as = (written != name).then(|| written.clone());
                let claim = Claim { called_as, ..wrapped(item, None, position, first, syntax) };
                if leak::is_result(syntax) {
                    return Claim { tool: Some(name.to_owned()), ..claim };
                }
                self.of_no_tool(name, item, claim)
            });
        };
        let value = item.value.as_ref();
        let is_result = leak::is_result(syntax);
        let pattern = value.and_then(|value| {
            if is_result { self.registry.recognise(value) } else { self.registry.recognise_call(tool, value) }
        });
        let effect = (!is_result).then_some(Class::Effect);
        let class = pattern.map(|pattern| pattern.class).or(syntax.class).or(effect);
        if !class.is_none_or(|class| position.counts_known(class)) {
            return None;
        }
        let first = if marked { Signal::MarkedKnownTool } else { Signal::KnownTool };
        Some(Claim {
            class,
            tool: Some(tool.to_owned()),
            called_as: (written != tool).then(|| written.clone()),
            ..wrapped(item, pattern, position, first, syntax)
        })
    }

    /// The claim of a call without a known tool: it keeps its name, with suggestions of what may be meant.
    fn of_no_tool(&self, written: &str, item: &LeakItem, claim: Claim) -> Claim {
        let found = self.tools.suggest(written, item.value.as_ref());
        let suggested =
            |found: Suggestion<'_>| SuggestedTool { tool: found.tool.name.clone(), reason: found.reason.to_string() };
        let suggestions: Vec<_> = found.into_iter().map(suggested).collect();
        Claim {
            tool: Some(written.to_owned()),
            no_such_tool: true,
            suggested_tools: Some(suggestions.iter().map(|suggested| suggested.tool.clone()).collect()),
            suggestions,
            ..claim
        }
    }

    /// The claim of a body without a name, which a pattern may match.
    fn of_nameless(&self, item: &LeakItem, syntax: &Syntax, position: ClaimPosition) -> Option<Claim> {
        let pattern = item.value.as_ref().and_then(|value| self.registry.recognise(value));
        let counts = match pattern {
            Some(pattern) => position.counts_known(pattern.class),
            None => position.counts_unnamed() && syntax.needs == Needs::Nothing && says_something(item.value.as_ref()),
        };
        let first = if pattern.is_some() { Signal::KnownPattern } else { Signal::Marked };
        counts.then(|| wrapped(item, pattern, position, first, syntax))
    }

    /// Whether the user listed the content of a payload.
    fn was_listed(&self, value: Option<&Value>) -> bool {
        let Some((asked, value)) = self.asked.zip(value) else { return false };
        requested_format::lists_keys(self.listed.get_or_init(|| requested_format::listed_pairs(asked)), value)
    }

    /// Whether the user showed a syntax to talk about it.
    fn was_shown(&self, syntax: &Syntax) -> bool {
        let Some(asked) = self.asked else { return false };
        if let Some(known) = self.shown.borrow().get(&syntax.name) {
            return *known;
        }
        let is_shown = syntax.open.iter().any(|open| asked.contains(open.as_str()));
        self.shown.borrow_mut().insert(syntax.name.clone(), is_shown);
        is_shown
    }
}

/// The claim of a plan that cannot run.
fn of_plan(payload: Payload, errors: Vec<PlanError>, position: ClaimPosition) -> Option<Claim> {
    let place = position.place;
    // A plan is usually announced: on lines of its own it is not part of that sentence.
    let embedded = position.embedded && !place.own_lines && !place.fenced;
    let position = ClaimPosition { embedded, ..position };
    if position.asked_for || position.spoken_of() || !plan::is_refused(&errors) {
        return None;
    }
    let item = super::body::item(payload, None);
    let claim = claim(&item, None, position, plan::signal(&errors), None, "object");
    Some(plan::with_errors(claim, errors))
}

fn wrapped(
    item: &LeakItem,
    pattern: Option<&Pattern>,
    position: ClaimPosition,
    first: Signal,
    syntax: &Syntax,
) -> Claim {
    let kind = pattern.map_or(syntax.kind, |pattern| if item.written.is_some() { syntax.kind } else { pattern.kind });
    Claim { kind: kind.into(), ..claim(item, pattern, position, first, syntax.confidence, &syntax.name) }
}

fn claim(
    item: &LeakItem,
    pattern: Option<&Pattern>,
    position: ClaimPosition,
    first: Signal,
    base: Option<f64>,
    syntax: &str,
) -> Claim {
    let ClaimPosition { place, asked_for, embedded, .. } = position;
    let doubts = [
        (asked_for, Signal::AskedFor),
        (place.fenced, Signal::Fenced),
        (place.quoted, Signal::Quoted),
        (place.framed, Signal::Framed),
        (embedded, Signal::Embedded),
        (item.uncertain, Signal::Guessed),
        (item.truncated, Signal::CutOff),
    ];
    let reasons = reasons(first, base, &doubts);
    let of_pattern = |read: fn(&Pattern, &Value) -> Option<String>| read(pattern?, item.value.as_ref()?);
    Claim {
        kind: pattern.map(|pattern| pattern.kind).unwrap_or_default().into(),
        span: item.span,
        payload: item.payload,
        syntax: Some(syntax.to_owned()),
        pattern: pattern.map(|pattern| pattern.name.clone()),
        class: pattern.map(|pattern| pattern.class),
        whole: pattern.is_some_and(|pattern| pattern.whole),
        tool: pattern.and_then(|pattern| pattern.tool.clone()),
        confidence: confidence(&reasons),
        reasons,
        replacement: of_pattern(wrapped_reply),
        record: pattern.zip(item.value.as_ref()).and_then(|(pattern, value)| record(pattern, value)),
        value: item.value.clone(),
        result: item.result.clone(),
        repairs: item.repairs.clone(),
        uncertain: item.uncertain,
        truncated: item.truncated,
        asked_for,
        fenced: place.fenced,
        spoken_of: position.spoken_of(),
        ..Claim::default()
    }
}

fn wrapped_reply(pattern: &Pattern, value: &Value) -> Option<String> {
    value.pointer(pattern.inner.as_deref()?)?.as_str().map(str::to_owned)
}

fn record(pattern: &Pattern, value: &Value) -> Option<ClaimedRecord> {
    let shape = pattern.record.as_ref()?;
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let fields = shape.fields.iter().filter_map(|(name, pointer)| Some((name.clone(), text(value.pointer(pointer)?))));
    Some(ClaimedRecord { kind: shape.kind.clone(), fields: fields.collect() })
}

impl Claim {
    /// The claim of a stamp copied from the prompt.
    pub(super) fn stamp(span: Span) -> Self {
        let reasons = reasons(Signal::Debris, Some(0.95), &[]);
        Self { kind: super::ClaimKind::Stamp, span, confidence: confidence(&reasons), reasons, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::KnownTools;
    use crate::claim::{Context, find};
    use crate::registry::Registry;

    #[test]
    fn a_call_that_begins_with_its_name_may_be_in_a_sentence_if_the_tool_is_known() {
        const CALL: &str = "get_time<arg_key>zone</arg_key><arg_value>CET</arg_value></tool_call>";
        let registry = Registry::builtin().unwrap();
        let known = KnownTools::new([("get_time", "get_time")]);
        let count = |text: &str, tools: &KnownTools| {
            find(text, &registry, Context { tools: Some(tools), ..Context::default() }).len()
        };
        for (text, calls) in [
            (format!("Let me check {CALL} for you."), 1),
            (format!("Let me check {CALL}{CALL} for you."), 2),
            (format!("I check {CALL}, {CALL} now."), 2),
        ] {
            assert_eq!(count(&text, &known), calls, "{text}");
        }
        assert_eq!(count(&format!("Let me check {CALL} for you."), &KnownTools::default()), 0);
    }

    #[test]
    fn an_object_whose_keys_are_no_identifiers_is_no_result() {
        let registry = Registry::builtin().unwrap();
        let count =
            |text: &str, asked: Option<&str>| find(text, &registry, Context { asked, ..Context::default() }).len();
        for text in [
            r#"{"6:00 to 6:30": "Run", "6:30 to 7:00": "Breakfast"}"#,
            r#"{"0": "A village in the sun", "45": "A knight rides by", "90": "The sun sets"}"#,
            r#"{"A quiet day": ["tea"], "A loud day": ["drums"], "Sunday": ["rest"]}"#,
        ] {
            assert_eq!(count(text, None), 0, "{text}");
        }
        for text in [
            r#"{"wind_speed": 4, "wind-dir": "north"}"#,
            r#"{"Ort": "Köln", "größe": 3, "$ref": "a"}"#,
            r#"{"@id": 4, "geo.lat": 3, "note for you": "x"}"#,
        ] {
            assert_eq!(count(text, None), 1, "{text}");
            assert_eq!(count(text, Some("How is the weather?")), 1, "{text}");
        }
    }

    #[test]
    fn who_speaks_of_data_is_shown_some() {
        let registry = Registry::builtin().unwrap();
        let text = r#"{"wind_speed": 4, "wind_dir": "north"}"#;
        let count = |asked: &str| find(text, &registry, Context { asked: Some(asked), ..Context::default() }).len();
        for asked in [
            "Sort the words. Respond in a python dictionary with the groups as keys.",
            "Extrais les faits dans un json valide.",
            "We will expose the result value as json.",
            "Antwortformat: { Tempo = \"4\", Richtung = \"n\" }",
            "把结果放进 Python 字典，键为名称，不要任何文件",
        ] {
            assert_eq!(count(asked), 0, "{asked}");
        }
        for asked in [
            "How is the weather?",
            "Wie ist das Wetter?",
            "天气怎么样",
            "That's all for JSON, thanks.",
            "No JSON, please.",
        ] {
            assert_eq!(count(asked), 1, "{asked}");
        }
    }

    #[test]
    fn no_span_holds_a_call_that_was_not_read() {
        let registry = Registry::builtin().unwrap();
        let [one, two] =
            ["a", "b"].map(|query| format!(r#"{{"name": "search", "arguments": {{"query": "{query}"}}}}"#));
        for between in ["\"x\"", "5", "[1]"] {
            let text = format!("<tool_call>[{one}, {between}, {two}]</tool_call>");
            let found = find(&text, &registry, Context::default());
            assert!(found.iter().all(|claim| !claim.span.of(&text).contains(&two)), "{text}");
        }
    }
}
