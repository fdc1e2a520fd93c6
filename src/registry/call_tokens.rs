//! Tokens by which syntaxes mark calls in a text: tags, control tokens and bracketed words that do not occur in prose.
//!
//! The tokens of the registry's syntaxes are known by name. Anything of the form `<|name|>` is a token: chat templates
//! keep
//! adding new ones, and nothing else is written like that.

use std::collections::HashSet;
use std::ops::Range;

use super::syntax::{Body, Syntax};
use super::template::Template;

/// Elements that contain a model's thoughts.
pub const THOUGHTS: [&str; 4] = ["think", "thinking", "thought", "reasoning"];

/// Names that HTML and other markup use too.
const COMMON: [&str; 8] = ["function", "invoke", "parameter", "name", "result", "tools", "details", "summary"];
/// Those of the common names that are tokens if they name a tool or an argument.
const NAMING: [&str; 3] = ["function", "invoke", "parameter"];

/// Marks of chat templates around the turns of a conversation. They contain nothing and have no closer.
const TURNS: [&str; 11] = [
    "bos", "end_of_text", "end_of_turn", "end_of_utterance", "endoftext", "eod", "eos", "eot", "pad", "start_of_turn",
    "unk",
];
/// The mark around a whole conversation; HTML strikes out text with it.
const CONVERSATION: &str = "s";
/// Words in brackets around a user's message.
const TURN_WORDS: [&str; 2] = ["[INST]", "[/INST]"];

/// The brackets of tokens as HTML and JSON escape them.
const ESCAPES: [(&str, &str); 9] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#60;", "<"),
    ("&#62;", ">"),
    ("\\u003c", "<"),
    ("\\u003e", ">"),
    ("\\u003C", "<"),
    ("\\u003E", ">"),
];
/// The most bytes of an escape.
const LONGEST_ESCAPE: usize = 6;

/// The fewest letters of its name that a truncated token has.
const SHORTEST_CUT: usize = 3;

/// The most bytes of a token.
const LONGEST: usize = 120;

/// The role of a token in a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenRole {
    /// It opens an element.
    Opens,
    /// It closes an element.
    Closes,
    /// It has no counterpart.
    Single,
}

/// A token in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallToken {
    /// Its byte range in the text.
    pub place: Range<usize>,
    /// The name in lower case.
    pub name: String,
    /// Whether it opens an element, closes one, or stands alone.
    pub role: TokenRole,
}

impl CallToken {
    /// Whether it begins or ends a thought rather than a call.
    #[must_use]
    pub fn is_of_thought(&self) -> bool {
        THOUGHTS.contains(&self.name.as_str())
    }
}

/// The tokens of all syntaxes.
#[derive(Clone, Debug, Default)]
pub struct CallTokens {
    /// The names of elements, in lower case.
    elements: HashSet<String>,
    /// The names of common elements whose closer may be left of a call, without its opener.
    closers: HashSet<String>,
    /// Words in brackets, as written.
    bracketed: HashSet<String>,
}

impl CallTokens {
    pub(super) fn new(syntaxes: &[Syntax]) -> Self {
        let elements = THOUGHTS.iter().chain(&TURNS).chain(&[CONVERSATION]).map(|&name| name.to_owned()).collect();
        let mut tokens = Self { elements, bracketed: TURN_WORDS.map(str::to_owned).into(), ..Self::default() };
        for syntax in syntaxes {
            let names_tool = syntax.templates.iter().any(Template::names_tool);
            let is_debris = syntax.body == [Body::Nothing] && !names_tool;
            let answer = syntax.answer.iter().flat_map(|answer| answer.open.iter().chain(&answer.close));
            let others = syntax.close.iter().chain(&syntax.before).chain(&syntax.after).chain(answer);
            for written in syntax.open.iter().chain(others) {
                tokens.learn(written, is_debris);
            }
        }
        tokens
    }

    fn learn(&mut self, written: &str, is_debris: bool) {
        if written.starts_with('[') {
            let word = written.split_inclusive(']').next().filter(|word| is_bracketed(word));
            self.bracketed.extend(word.map(str::to_owned));
            return;
        }
        for part in written.split('<').skip(1) {
            let (is_closer, part) = part.strip_prefix('/').map_or((false, part), |part| (true, part));
            let part = part.strip_prefix("{word}:").or(part.strip_prefix("{id}:")).unwrap_or(part);
            let name = element_name(part);
            let is_control = part.get(name.len()..).is_some_and(|rest| rest.starts_with(['|', '｜']));
            let name = name.trim_end_matches(':').to_lowercase();
            if COMMON.contains(&name.as_str()) {
                self.closers.extend((is_closer && is_debris).then_some(name));
            } else if name.len() > 1 && !is_control {
                self.elements.insert(name);
            }
        }
    }

    /// The tokens of a text in order, without overlaps.
    #[must_use]
    pub fn all(&self, text: &str) -> Vec<CallToken> {
        let mut all = Vec::new();
        let mut at = 0;
        while let Some(rest) = text.get(at..)
            && let Some(next) = rest.bytes().position(|byte| matches!(byte, b'<' | b'[' | b'&' | b'\\'))
        {
            let start = at + next;
            let found = text.get(start..).and_then(|rest| self.token_or_escaped(rest));
            at = start + found.as_ref().map_or(1, |(length, ..)| *length);
            all.extend(found.map(|(length, name, role)| CallToken { place: start..start + length, name, role }));
        }
        all
    }

    /// Returns the token at the start of a text, escaped or not.
    fn token_or_escaped(&self, text: &str) -> Option<(usize, String, TokenRole)> {
        if !text.starts_with(['&', '\\']) {
            return self.token(text);
        }
        if !ESCAPES.iter().any(|(escape, sign)| *sign == "<" && text.starts_with(escape)) {
            return None;
        }
        let mut written = String::new();
        // Maps each byte of the unescaped text to its offset in `text`.
        let mut places = vec![0];
        let mut at = 0;
        while written.len() <= LONGEST + LONGEST_ESCAPE
            && let Some(rest) = text.get(at..)
            && let Some(c) = rest.chars().next()
        {
            let escape = ESCAPES.iter().find(|(escape, _)| rest.starts_with(escape));
            match escape {
                Some((_, sign)) => written.push_str(sign),
                None => written.push(c),
            }
            at += escape.map_or(c.len_utf8(), |(escape, _)| escape.len());
            places.resize(written.len() + 1, at);
        }
        let (length, name, role) = self.token(&written)?;
        Some((*places.get(length)?, name, role))
    }

    /// Returns the token at the start of a text as its length, name and role.
    fn token(&self, text: &str) -> Option<(usize, String, TokenRole)> {
        if text.starts_with('[') {
            let length = text.bytes().take(LONGEST).position(|byte| byte == b']')? + 1;
            let word = text.get(..length).filter(|word| self.bracketed.contains(*word))?;
            let name = word.trim_matches(['[', ']']);
            let role = match name.strip_prefix('/') {
                Some(_) => TokenRole::Closes,
                None if self.bracketed.contains(&format!("[/{name}]")) => TokenRole::Opens,
                None => TokenRole::Single,
            };
            return Some((length, name.trim_start_matches('/').to_lowercase(), role));
        }
        let inner = text.strip_prefix('<')?;
        let (is_closer, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
        control_token(text, inner)
            .or_else(|| self.element(text, inner, is_closer))
            .or_else(|| self.cut_off(text, inner, is_closer))
    }

    /// Returns a token truncated by the end of a line. It is not known what it would have closed.
    fn cut_off(&self, text: &str, inner: &str, is_closer: bool) -> Option<(usize, String, TokenRole)> {
        let line = beginning(inner).split('\n').next().unwrap_or_default();
        let written = line.trim_end();
        if line.len() + LONGEST_ESCAPE > LONGEST || written.contains(char::is_whitespace) {
            return None;
        }
        let name = written.trim_start_matches(['|', '｜']).to_lowercase();
        let is_control = name.len() < written.len()
            && name.len() >= SHORTEST_CUT
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '▁' | '|' | '｜'));
        let is_long = name.len() >= SHORTEST_CUT || (is_closer && name == CONVERSATION);
        let is_element = is_long && self.elements.iter().any(|known| known.starts_with(&name));
        let length = text.len() - inner.len() + written.len();
        (is_control || is_element).then_some((length, name, TokenRole::Single))
    }

    /// Returns the tag at the start of a text; `inner` is the text after its bracket.
    fn element(&self, text: &str, inner: &str, is_closer: bool) -> Option<(usize, String, TokenRole)> {
        let begin = text.len() - inner.len();
        let written = element_name(inner);
        let behind = inner.get(written.len()..)?;
        let name = self.known(&written.to_lowercase(), is_closer, behind)?;
        let tag = beginning(behind);
        let end = tag.find(['>', '<', '\n']).filter(|end| tag.get(*end..).is_some_and(|rest| rest.starts_with('>')));
        let is_empty = end.is_some_and(|end| tag.get(..end).is_some_and(|tag| tag.ends_with('/')));
        let role = match (is_closer, is_empty) {
            _ if TURNS.contains(&name.as_str()) => TokenRole::Single,
            (true, _) => TokenRole::Closes,
            (_, true) => TokenRole::Single,
            _ => TokenRole::Opens,
        };
        // Thoughts and turns have no attributes.
        let has_none = THOUGHTS.iter().chain(&TURNS).chain(&[CONVERSATION]).any(|bare| *bare == name);
        let is_whole = !has_none || end == Some(0);
        is_whole.then(|| (begin + written.len() + end.map_or(0, |end| end + 1), name, role))
    }

    /// Returns the known name that a written one means: the name itself, after a dialect's prefix, or before a tool's
    /// name.
    fn known(&self, written: &str, is_closer: bool, behind: &str) -> Option<String> {
        let name = written.trim_end_matches(':');
        let last = name.rsplit(':').next().unwrap_or_default();
        let prefixes = name.match_indices(':').map(|(end, _)| name.get(..end).unwrap_or_default());
        let element = [name, last].into_iter().chain(prefixes).find(|name| self.elements.contains(*name));
        let names_tool = |behind: &str| behind.starts_with('=') || behind.trim_start().starts_with("name=");
        let common = || {
            let counts = if is_closer { self.closers.contains(last) } else { names_tool(behind) };
            (NAMING.contains(&last) && counts).then_some(last)
        };
        element.or_else(common).map(str::to_owned)
    }
}

/// The start of a text, up to the length of the longest token.
fn beginning(text: &str) -> &str {
    let end = (0..=LONGEST.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// The name of an element at the start of a text.
fn element_name(text: &str) -> &str {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':');
    let text = beginning(text);
    text.find(|c| !is_name(c)).and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Whether a text is a word in brackets as chat templates use it: `[TOOL_CALLS]`.
fn is_bracketed(text: &str) -> bool {
    let word = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or_default();
    let word = word.strip_prefix('/').unwrap_or(word);
    word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// Returns a control token: `<|name|>`, with ASCII or full-width bars, or with only one of them.
fn control_token(text: &str, inner: &str) -> Option<(usize, String, TokenRole)> {
    let is_bar = |c: char| matches!(c, '|' | '｜');
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '▁' | '/' | '-' | '"' | '=' | ' ') || is_bar(c);
    let run: usize = beginning(inner).chars().take_while(|c| is_name(*c)).map(char::len_utf8).sum();
    let written = inner.get(..run)?;
    let begins = written.starts_with(is_bar);
    let name = written.trim_matches(is_bar);
    let first = name.split([' ', '=']).next().unwrap_or_default();
    let is_closed = inner.get(run..).is_some_and(|rest| rest.starts_with('>'));
    let ends = is_closed && written.ends_with(is_bar);
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !(begins || ends) {
        return None;
    }
    // A token has one word between its bars; a tag may have more after them.
    let is_token = is_closed && (first == name || name.contains(is_bar));
    let begin = text.len() - inner.len();
    if is_token {
        return Some((begin + run + 1, first.to_lowercase(), TokenRole::Single));
    }
    // A truncated tag of such a dialect: two bars with a word after them.
    let cut = written.split(' ').next().filter(|cut| begins && !is_closed && cut.trim_matches(is_bar).contains(is_bar));
    cut.map(|cut| (begin + cut.len(), cut.trim_matches(is_bar).to_lowercase(), TokenRole::Single))
}

#[cfg(test)]
mod tests;
