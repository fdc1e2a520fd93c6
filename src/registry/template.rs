//! Openers of syntaxes: literals with placeholders, matched at a position with bounded look-ahead.

use std::ops::Range;

use crate::work;

/// The most bytes that a placeholder, or a run of blanks, matches.
const LONGEST: usize = 80;

/// How the vocabularies of some models encode a space, left undecoded.
const BLANK_TOKEN: char = '\u{120}';

/// The placeholders as written, with what they match.
const PLACEHOLDERS: [(&str, TemplatePart); 4] = [
    ("{tool}", TemplatePart::Name { with_spaces: false, is_tool: true }),
    ("{tool words}", TemplatePart::Name { with_spaces: true, is_tool: true }),
    ("{id}", TemplatePart::Name { with_spaces: false, is_tool: false }),
    ("{any}", TemplatePart::Any),
];

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Literal(String),
    /// White space of any length, including none.
    Blank,
    /// Letters, digits, and marks that names contain.
    Name {
        with_spaces: bool,
        is_tool: bool,
    },
    /// Any characters but braces, up to a limit.
    Any,
}

/// An opener with placeholders: `<function={tool}>`. A blank in it matches white space of any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<TemplatePart>,
    fold: bool,
}

/// What to search for in a text to find a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// A literal at its start.
    Front(String),
    /// A literal after a name that follows a short prefix.
    Middle {
        /// The literal after the name.
        literal: String,
        /// The text before the name.
        prefix: String,
        /// Whether white space may separate the name and the literal.
        after_blank: bool,
    },
    /// The name of a known tool after this prefix.
    Tool(String),
}

/// A match of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateMatch {
    /// The offset of the byte after it.
    pub end: usize,
    /// The range of the tool's name in the text, if the template has one.
    pub tool: Option<Range<usize>>,
}

impl Template {
    /// Parses a template; `fold` makes it match letters of any case.
    ///
    /// # Errors
    /// Describes why the template is invalid.
    pub fn parse(written: &str, fold: bool) -> Result<Self, String> {
        let mut pieces: Vec<TemplatePart> = Vec::new();
        let mut rest = written;
        while let Some(c) = rest.chars().next() {
            let placeholder = PLACEHOLDERS.iter().find(|(name, _)| rest.starts_with(name));
            let (length, piece) = match placeholder {
                Some((name, piece)) => (name.len(), piece.clone()),
                None if c.is_whitespace() => (c.len_utf8(), TemplatePart::Blank),
                None => (c.len_utf8(), TemplatePart::Literal(c.to_string())),
            };
            match (pieces.last_mut(), piece) {
                (Some(TemplatePart::Literal(literal)), TemplatePart::Literal(more)) => literal.push_str(&more),
                (Some(TemplatePart::Blank), TemplatePart::Blank) => {}
                (_, piece) => pieces.push(piece),
            }
            rest = rest.get(length..).unwrap_or_default();
        }
        let template = Self { pieces, fold };
        if template.head().is_none() {
            return Err("an opener must begin with two fixed characters, or have `{tool}`".to_owned());
        }
        Ok(template)
    }

    /// Returns what to search for; `None` if nothing in the template is specific enough.
    #[must_use]
    pub fn head(&self) -> Option<Head> {
        let literal = |piece: &TemplatePart, least: usize| match piece {
            TemplatePart::Literal(literal) if literal.len() >= least => Some(literal.clone()),
            _ => None,
        };
        let first = self.pieces.first()?;
        if let Some(literal) = literal(first, 2) {
            return Some(Head::Front(literal));
        }
        let (prefix, name) = match first {
            TemplatePart::Literal(prefix) => (prefix.clone(), self.pieces.get(1)),
            _ => (String::new(), Some(first)),
        };
        if matches!(name, Some(TemplatePart::Name { .. }))
            && let Some((place, literal)) =
                self.pieces.iter().enumerate().find_map(|(place, piece)| Some((place, literal(piece, 4)?)))
        {
            let after_blank =
                place.checked_sub(1).and_then(|before| self.pieces.get(before)) == Some(&TemplatePart::Blank);
            return Some(Head::Middle { literal, prefix, after_blank });
        }
        matches!(name, Some(TemplatePart::Name { is_tool: true, .. })).then_some(Head::Tool(prefix))
    }

    /// Whether it contains the tool's name.
    #[must_use]
    pub fn names_tool(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, TemplatePart::Name { is_tool: true, .. }))
    }

    /// Matches it at byte `at` of `text`.
    #[must_use]
    pub fn matches(&self, text: &str, at: usize) -> Option<TemplateMatch> {
        let mut end = at;
        let mut tool = None;
        for (index, piece) in self.pieces.iter().enumerate() {
            work::count(1);
            let rest = text.get(end..)?;
            let length = match piece {
                TemplatePart::Literal(literal) => self.literal(rest, literal)?,
                TemplatePart::Blank => blank(rest),
                TemplatePart::Any => self.up_to(rest, index, |c| !matches!(c, '{' | '}'))?,
                TemplatePart::Name { with_spaces, is_tool } => {
                    // In quotes, entities replace characters that a tag cannot contain.
                    let is_quoted = self.literal_after(index).is_some_and(|literal| literal.starts_with('"'));
                    let allowed = |c: char| {
                        is_name(c) || (*with_spaces && c == ' ') || (is_quoted && matches!(c, '&' | '#' | ';'))
                    };
                    let length = self.up_to(rest, index, allowed)?;
                    let name = rest.get(..length)?.trim_end_matches(['.', ':', '-', '/', ' ']);
                    if !name.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
                        return None;
                    }
                    // A number alone is an index, not a name.
                    if *is_tool && name.bytes().all(|byte| byte.is_ascii_digit()) {
                        return None;
                    }
                    if *is_tool {
                        tool = Some(end..end + name.len());
                    }
                    // Trailing characters that names do not end with belong to what follows.
                    if self.literal_after(index).is_some() { length } else { name.len() }
                }
            };
            end += length;
        }
        Some(TemplateMatch { end, tool })
    }

    fn literal(&self, rest: &str, literal: &str) -> Option<usize> {
        let found = rest.get(..literal.len())?;
        let equal = if self.fold { found.eq_ignore_ascii_case(literal) } else { found == literal };
        equal.then_some(literal.len())
    }

    fn literal_after(&self, index: usize) -> Option<&str> {
        match self.pieces.get(index + 1)? {
            TemplatePart::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    /// The length of a placeholder: up to the literal after it, or else as far as its characters are allowed.
    fn up_to(&self, rest: &str, index: usize, allowed: impl Fn(char) -> bool) -> Option<usize> {
        let within = rest.char_indices().take_while(|(at, c)| *at < LONGEST && allowed(*c));
        let run = within.last().map_or(0, |(at, c)| at + c.len_utf8());
        let Some(literal) = self.literal_after(index) else { return Some(run) };
        let places = rest.get(..run)?.char_indices().map(|(at, _)| at).chain([run]);
        places.into_iter().find(|at| rest.get(*at..).is_some_and(|rest| self.literal(rest, literal).is_some()))
    }
}

/// The length of the white space at the start of a text, up to the limit.
fn blank(rest: &str) -> usize {
    let is_blank = |c: char| c.is_whitespace() || c == BLANK_TOKEN;
    let within = rest.char_indices().take_while(|(at, c)| *at < LONGEST && is_blank(*c));
    within.last().map_or(0, |(at, c)| at + c.len_utf8())
}

/// The start of the white space that ends at byte `at` of `text`, up to the limit.
#[must_use]
pub(super) fn blank_before(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    let within = before.char_indices().rev().take_while(|(place, c)| at - place <= LONGEST && c.is_whitespace());
    within.last().map_or(at, |(place, _)| place)
}

/// The start of the name that ends at byte `at` of `text`.
#[must_use]
pub(super) fn name_before(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    let within = before.char_indices().rev().take_while(|(place, c)| at - place <= LONGEST && is_name(*c));
    within.last().map_or(at, |(place, _)| place)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(template: &str, text: &str) -> Option<(usize, String)> {
        let matched = Template::parse(template, false).unwrap().matches(text, 0)?;
        Some((matched.end, matched.tool.map_or(String::new(), |tool| text[tool].to_owned())))
    }

    #[test]
    fn a_placeholder_ends_where_its_literal_begins() {
        assert_eq!(found("<function={tool}>", "<function=a_b>x"), Some((14, "a_b".to_owned())));
        assert_eq!(found("functions.{tool}:{id}<|begin|>", "functions.a:0<|begin|>{"), Some((22, "a".to_owned())));
        assert_eq!(found("[Tool: {tool} (ID: {id})]", "[Tool:  gate\n(ID: g_1)] x"), Some((23, "gate".to_owned())));
        assert_eq!(
            found("to=functions.{tool}{any}", "to=functions.exec code \u{4e00}{x"),
            Some((26, "exec".to_owned()))
        );
        assert_eq!(found("<f name={tool}>", "<f\u{120}name=a>"), Some((11, "a".to_owned())));
        assert_eq!(found("api:{tool words}", "api:cet outil{x"), Some((13, "cet outil".to_owned())));
        assert_eq!(found("call:{tool}", "call:a.b: {x"), Some((8, "a.b".to_owned())));
    }

    #[test]
    fn a_name_in_quotes_may_have_entities() {
        let quoted = "<f name=\"{tool}\">";
        assert_eq!(found(quoted, "<f name=\"a&amp;b\">"), Some((18, "a&amp;b".to_owned())));
        assert_eq!(found("<f={tool}>", "<f=a&amp;b>"), None);
        assert_eq!(found(quoted, "<f name=\"&amp;\">"), None);
    }

    #[test]
    fn what_is_no_name_is_none() {
        for text in ["<function=>", "<function=a b>", "<function=<x>>", "<function=0>", "<function=a", "<functio", ""] {
            assert_eq!(found("<function={tool}>", text), None, "{text}");
        }
        let long = format!("<function={}>", "a".repeat(90));
        assert_eq!(found("<function={tool}>", &long), None, "the look-ahead is bounded");
    }

    #[test]
    fn a_template_says_what_to_look_for() {
        let head = |written: &str| Template::parse(written, true).ok().and_then(|template| template.head());
        assert_eq!(head("<tool_call>"), Some(Head::Front("<tool_call>".to_owned())));
        assert_eq!(
            head("{tool}:{id}<|begin|>"),
            Some(Head::Middle { literal: "<|begin|>".to_owned(), prefix: String::new(), after_blank: false })
        );
        assert_eq!(
            head("{tool}:{id} <|begin|>"),
            Some(Head::Middle { literal: "<|begin|>".to_owned(), prefix: String::new(), after_blank: true })
        );
        assert_eq!(head("<{tool}>"), Some(Head::Tool("<".to_owned())));
        assert_eq!(head("{tool}("), Some(Head::Tool(String::new())));
        for wrong in ["", "<", "{any}x", " {id}"] {
            assert!(Template::parse(wrong, false).is_err(), "{wrong}");
        }
    }

    #[test]
    fn case_folds_where_it_is_asked_for() {
        let template = Template::parse("<Tool_Call>", true).unwrap();
        assert!(template.matches("<TOOL_CALL>", 0).is_some());
        assert!(Template::parse("<Tool_Call>", false).unwrap().matches("<TOOL_CALL>", 0).is_none());
    }

    #[test]
    fn a_name_is_found_backwards() {
        let text = "words functions.a:0<|x|>";
        assert_eq!(name_before(text, text.find("<|x").unwrap()), 6);
        assert_eq!(name_before("", 0), 0);
        assert_eq!(name_before(" <", 1), 1);
    }
}
