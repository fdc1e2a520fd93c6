//! Leaks: calls and results in a text in a syntax of the registry, with their wrappers.

use serde_json::Value;

use super::adjacent::{before_all, begins_line, past_all};
use super::body;
use super::escaped::Unescaped;
use super::item::{BodyContent, LeakItem, is_identifier, is_word, share};
use super::payload::{KnownArguments, Payload, Untyped};
use super::{Span, call, fitting};
use crate::catalog::KnownTools;
use crate::registry::{Body, Needs, PatternKind, Registry, Syntax, SyntaxPosition, Template};
use crate::work;

/// The most steps, for each byte of a text, that are spent on reading bodies with the whole text in view. Each attempt
/// can cost a look at everything after it. As many again are spent on bodies in a window, and later ones are read in a
/// narrow one.
const MOST_STEPS: usize = 16;

/// The least length that a text counts as in this budget.
const SHORT: usize = 64 << 10;

/// The most bytes between an opener and the end of its body, once the budget is spent.
const WINDOW: usize = 2 << 10;

/// The same, once the budget of the windows is spent too.
const NARROW: usize = 256;

/// The calls or results that a syntax wraps at one place.
#[derive(Clone, Debug)]
pub(super) struct Leak<'r> {
    pub(super) syntax: &'r Syntax,
    /// The bytes of the whole wrapper.
    pub(super) span: Span,
    pub(super) items: Vec<LeakItem>,
    /// The reply that was among the calls.
    pub(super) reply: Option<String>,
}

/// All leaks of a text with an opener, in order, without overlaps.
pub(super) fn find<'r>(text: &str, registry: &'r Registry, tools: &KnownTools) -> Vec<Leak<'r>> {
    let openers = registry.openers();
    let names = openers.looks_for_names().then(|| tools.spot(text)).into_iter().flatten();
    let mut leaks: Vec<Leak<'r>> = Vec::new();
    let mut steps = 0;
    let mut floor = 0;
    for candidate in openers.candidates(text, names) {
        if candidate.at < floor {
            continue;
        }
        let Some(syntax) = registry.syntaxes().get(candidate.syntax) else { continue };
        let Some(template) = syntax.templates.get(candidate.template) else { continue };
        let readable = readable(text, candidate.at, steps);
        let opening = OpenerMatch { text, readable, registry, tools, syntax, template, floor };
        let mut found = None;
        steps += work::during(|| found = opening.read(candidate.at));
        if let Some(leak) = found {
            floor = leak.span.end;
            leaks.push(leak);
        }
    }
    leaks
}

/// The text up to where a body must end if its opener is at byte `at`, after so many steps.
fn readable(text: &str, at: usize, steps: usize) -> &str {
    let length = match steps / (MOST_STEPS * text.len().max(SHORT)) {
        0 => return text,
        1 => WINDOW,
        _ => NARROW,
    };
    let end = (at + length..text.len()).find(|&end| text.is_char_boundary(end));
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// A place where a syntax may begin.
struct OpenerMatch<'a, 'r> {
    text: &'a str,
    /// The part of the text in which a body may be.
    readable: &'a str,
    registry: &'r Registry,
    tools: &'a KnownTools,
    syntax: &'r Syntax,
    template: &'r Template,
    /// Text before this byte belongs to something else.
    floor: usize,
}

impl<'r> OpenerMatch<'_, 'r> {
    /// The leak at this place, if there is one.
    fn read(&self, at: usize) -> Option<Leak<'r>> {
        let OpenerMatch { text, syntax, .. } = self;
        let matched = self.template.matches(text, at)?;
        if !self.may_occur(at) {
            return None;
        }
        let written = matched.tool.and_then(|tool| text.get(tool)).map(Unescaped::of_attribute);
        let written = written.as_deref();
        let is_known = written.is_some_and(|name| self.resolve(name).is_some());
        if syntax.needs == Needs::KnownTool && written.is_some() && !is_known {
            return None;
        }
        let start = if syntax.body.contains(&Body::CallList) { at } else { body::start(text, at, matched.end) };
        let mut content = self.content(start, written)?;
        fit_to_tools(&mut content.items, self.tools, syntax);
        let closers: Vec<String> =
            syntax.close.iter().map(|close| close.replace("{tool}", written.unwrap_or_default())).collect();
        if !self.suffices(at, &content, &closers) {
            return None;
        }
        let closed = past_all(text, content.end, &closers, syntax.ignore_case);
        let needs_closer = !closers.is_empty() && !syntax.close_optional;
        if needs_closer && closed == content.end && !content.closed {
            return None;
        }
        let mut end = past_all(text, closed, &syntax.after, syntax.ignore_case);
        if let (Some(answer), Some(last)) = (&syntax.answer, content.items.last_mut())
            && let Some((value, after)) = body::answer(self.readable, end, answer)
        {
            last.result = Some(value);
            end = past_all(text, after, &syntax.after, syntax.ignore_case);
        }
        if syntax.at == SyntaxPosition::End {
            end = self.end_of_text(end)?;
        }
        Some(content.into_leak(syntax, self.start(at), end))
    }

    /// Where it begins, with the text before the opener that belongs to it.
    fn start(&self, at: usize) -> usize {
        before_all(self.text, at, self.floor, &self.syntax.before, self.syntax.ignore_case)
    }

    fn resolve(&self, name: &str) -> Option<&str> {
        self.tools.resolve(name, &self.syntax.strip_names)
    }

    /// Whether the syntax may occur at this place.
    fn may_occur(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        // A backslash before markup means that it is shown.
        if before.ends_with('\\') && self.text.get(at..).is_some_and(|rest| rest.starts_with('<')) {
            return false;
        }
        match self.syntax.at {
            // An opener that begins with a letter must begin a word.
            SyntaxPosition::Anywhere => {
                let first = self.text.get(at..).and_then(|rest| rest.chars().next());
                let is_word = first.is_some_and(|c| c.is_alphanumeric() || c == '_');
                let last = before.chars().next_back();
                !is_word || !last.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
            }
            SyntaxPosition::Line => begins_line(self.text, at) || begins_line(self.text, self.start(at)),
            SyntaxPosition::End => {
                let last = before.trim_end_matches([' ', '\t']).chars().next_back();
                last.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '`' | ',' | ':' | ';')))
            }
        }
    }

    /// The body, in the first grammar that can read it.
    fn content(&self, at: usize, written: Option<&str>) -> Option<BodyContent> {
        let tool = written.and_then(|name| self.resolve(name));
        let mut keys = tool.map(|tool| self.registry.argument_names(tool)).unwrap_or_default();
        keys.extend(tool.map(|tool| self.tools.arguments(tool)).unwrap_or_default().iter().map(String::as_str));
        let parameters = tool.and_then(|tool| self.tools.catalog().resolve(tool)?.parameters.as_ref());
        let texts: Vec<&str> = parameters.map(|parameters| parameters.texts().collect()).unwrap_or_default();
        let typed: Vec<&str> = parameters.map(|parameters| parameters.typed().collect()).unwrap_or_default();
        let described: Vec<&str> = parameters.map(|parameters| parameters.untyped().collect()).unwrap_or_default();
        let untyped = match parameters {
            // A schema that declares no type at all says nothing by that.
            None => Untyped::default(),
            Some(_) if typed.is_empty() => Untyped::default(),
            Some(parameters) if parameters.takes_unlisted() => Untyped::Only(&described),
            Some(_) => Untyped::AllBut(&typed),
        };
        let known = KnownArguments { names: &keys, texts: &texts, untyped };
        self.syntax.body.iter().find_map(|grammar| {
            let content = self.content_of(*grammar, at, written, known)?;
            // An object with the name of its tool was checked as a whole.
            let admitted = !self.syntax.tool.is_empty()
                || content.items.iter().all(|item| item.value.as_ref().is_none_or(|value| self.syntax.admits(value)));
            admitted.then_some(content)
        })
    }

    /// The body in one grammar; `None` if it may continue beyond the readable part.
    fn content_of(
        &self,
        grammar: Body,
        at: usize,
        written: Option<&str>,
        known: KnownArguments<'_>,
    ) -> Option<BodyContent> {
        let ends_by_itself = matches!(grammar, Body::Line | Body::Rest);
        let text = if ends_by_itself { self.text } else { self.readable };
        let content = body::read(grammar, text, at, written, known, self.syntax)?;
        (text.len() == self.text.len() || content.end < text.trim_end().len()).then_some(content)
    }

    /// Whether what was read meets the needs of the syntax.
    fn suffices(&self, at: usize, content: &BodyContent, closers: &[String]) -> bool {
        let is_known = |item: &LeakItem| item.written.as_deref().is_some_and(|name| self.resolve(name).is_some());
        let has_arguments = |item: &LeakItem| match &item.value {
            Some(Value::Object(members)) => !members.is_empty(),
            Some(value) => !value.is_null(),
            None => false,
        };
        match self.syntax.needs {
            Needs::Nothing => true,
            // Only the name shows that it is a call, so the arguments must be named too.
            // The tag of a tool may also be empty.
            Needs::KnownTool => {
                let is_tag = self.text.get(at..).is_some_and(|rest| rest.starts_with('<'));
                let is_call = |item: &LeakItem| item.names_arguments() || is_tag && item.has_none();
                content.items.iter().all(|item| is_known(item) && is_call(item))
            }
            Needs::ToolOrStart => {
                let is_shown = begins_line(self.text, at) || content.items.iter().any(LeakItem::names_arguments);
                let is_call = is_shown && content.items.iter().all(is_known);
                let is_list = self.syntax.body.contains(&Body::CallList);
                let is_sure = |item: &LeakItem| item.is_plain() || is_list && self.takes(item);
                (is_call && content.items.iter().all(is_sure))
                    || (content.items.iter().all(LeakItem::is_plain) && self.is_all_said(at, content, closers))
            }
            // A wrapper that is closed at once is a call without arguments.
            Needs::Arguments => {
                content.items.iter().all(|item| has_arguments(item) || is_known(item) || item.gives_none())
                    || past_all(self.text, content.end, closers, self.syntax.ignore_case) > content.end
                    || self.is_cut_off_in_wrapper(at, content)
            }
        }
    }

    /// Whether all arguments belong to a tool of the catalog: then their values may have any form.
    fn takes(&self, item: &LeakItem) -> bool {
        let tool = item.written.as_deref().and_then(|name| self.resolve(name));
        let taken = tool.map(|tool| self.tools.arguments(tool)).unwrap_or_default();
        let members = item.value.as_ref().and_then(Value::as_object);
        !item.truncated && members.is_some_and(|members| members.keys().all(|key| taken.contains(key)))
    }

    /// Whether a wrapper at the start of its line comes before a call at the end of the text.
    fn is_cut_off_in_wrapper(&self, at: usize, content: &BodyContent) -> bool {
        let start = self.start(at);
        start < at && begins_line(self.text, start) && content.items.iter().all(|item| item.truncated)
    }

    /// Whether calls of unknown tools are all that the text says.
    fn is_all_said(&self, at: usize, content: &BodyContent, closers: &[String]) -> bool {
        let closed = past_all(self.text, content.end, closers, self.syntax.ignore_case);
        let end = past_all(self.text, closed, &self.syntax.after, self.syntax.ignore_case);
        let rest = self.text.get(end..).unwrap_or_default().trim();
        let is_list = self.syntax.body.contains(&Body::CallList);
        let names = |is_name: fn(&str) -> bool| {
            content.items.iter().filter(|item| item.written.as_deref().is_some_and(is_name)).count()
        };
        let count = content.items.len();
        // A single word may be a function's name, but no answer consists of a list of its calls alone.
        let begins = self.text.get(..at).is_some_and(|before| before.trim().is_empty());
        let is_whole = || begins && rest.is_empty();
        let takes_none = |item: &LeakItem| matches!(&item.value, Some(Value::Object(members)) if members.is_empty());
        let are_named = || content.items.iter().all(|item| item.names_arguments() || takes_none(item));
        let are_calls = || {
            names(is_word) == count && content.items.iter().any(LeakItem::names_arguments) && are_named() && is_whole()
        };
        (rest.is_empty() || rest.starts_with("<|") || rest.starts_with(">>>"))
            && (names(is_identifier) == count || (is_list && are_calls()))
            && (is_list && begins
                || content.items.iter().any(|item| item.names_arguments() || !is_list && item.gives_none()))
    }

    /// The end of the text, if only more of the same comes before it.
    fn end_of_text(&self, from: usize) -> Option<usize> {
        let end = past_all(self.text, from, &self.syntax.open, self.syntax.ignore_case);
        self.text.get(end..)?.trim().is_empty().then_some(end)
    }
}

/// Adapts the arguments of calls to the known tools' parameters: names the tool of a call without a name that only one
/// can take, removes a wrapper around all of them that is no parameter, and reads values that are written as text.
fn fit_to_tools(items: &mut [LeakItem], tools: &KnownTools, syntax: &Syntax) {
    for item in items {
        if item.written.is_none() && syntax.kind == PatternKind::Call && has_marker(syntax) {
            item.written = item.value.as_ref().and_then(|value| tools.tool_for(value)).map(str::to_owned);
            item.uncertain |= item.written.is_some();
        }
        let Some(tool) = item.written.as_deref().and_then(|name| tools.resolve(name, &syntax.strip_names)) else {
            continue;
        };
        let Some(value) = &mut item.value else { continue };
        if let Some(inner) = call::enclosed(value, tools.arguments(tool)) {
            *value = inner;
        }
        let parameters = tools.catalog().resolve(tool).and_then(|tool| tool.parameters.as_ref());
        let fitting = parameters.map(|parameters| fitting::fit(value, parameters)).unwrap_or_default();
        item.uncertain |= fitting.uncertain;
        for repair in fitting.repairs {
            if !item.repairs.contains(&repair) {
                item.repairs.push(repair);
            }
        }
    }
}

impl BodyContent {
    fn into_leak(self, syntax: &Syntax, start: usize, end: usize) -> Leak<'_> {
        let span = Span::new(start, end);
        let mut items = self.items;
        share(&mut items, span);
        Leak { syntax, span, items, reply: self.reply }
    }
}

/// The leak that a bare payload is by its shape alone, if it is one. Text before `floor` belongs to something else.
pub(super) fn of_shape<'r>(
    text: &str,
    payload: &Payload,
    floor: usize,
    registry: &'r Registry,
    tools: &KnownTools,
) -> Option<Leak<'r>> {
    let value = payload.value.as_ref()?;
    let bare = registry.syntaxes().iter().filter(|syntax| syntax.is_bare());
    bare.filter(|syntax| syntax.admits(value)).find_map(|syntax| {
        let mut content = call::split(text, payload, syntax)?;
        fit_to_tools(&mut content.items, tools, syntax);
        let is_known = |item: &LeakItem| {
            item.written.as_deref().is_some_and(|name| tools.resolve(name, &syntax.strip_names).is_some())
        };
        if syntax.needs == Needs::KnownTool && !content.items.iter().all(is_known) {
            return None;
        }
        // Marks that remain of a wrapper whose other half is missing.
        let start = before_all(text, payload.span.start, floor, &syntax.before, syntax.ignore_case);
        let end = past_all(text, payload.span.end, &syntax.after, syntax.ignore_case);
        Some(content.into_leak(syntax, start, end))
    })
}

/// Whether the opener of a syntax, which never occurs in prose, is enough evidence of a leak.
pub(super) fn has_marker(syntax: &Syntax) -> bool {
    !syntax.is_bare() && !syntax.needs.names_tool()
}

/// Whether a call in this syntax begins with the tool's name, as a word of a sentence might.
pub(super) fn begins_with_name(syntax: &Syntax) -> bool {
    syntax.open.iter().any(|open| open.starts_with("{tool}"))
}

pub(super) fn is_result(syntax: &Syntax) -> bool {
    syntax.kind == PatternKind::Result
}
