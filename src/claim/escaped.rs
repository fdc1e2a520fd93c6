//! Texts that were stored with HTML entities, or with the escapes of JSON or Markdown, throughout: they are read
//! unescaped.
//!
//! A text with entities here and there shows markup, which is documentation. A text in which every angle bracket and
//! quotation mark is an entity was escaped when it was stored. So was one in which every angle bracket is, if they
//! belong to an element on its own lines.

use std::borrow::Cow;

use memchr::{memchr_iter, memchr2};

use super::Span;
use super::adjacent::begins_line;
use super::payload::RepairKind;
use crate::work;

/// An escape, and the character that it means.
type EscapeRule = (&'static str, char);

const ENTITIES: [EscapeRule; 9] = [
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&quot;", '"'),
    ("&#34;", '"'),
    ("&apos;", '\''),
    ("&#39;", '\''),
    ("&#x27;", '\''),
    ("&#x2F;", '/'),
    ("&amp;", '&'),
];

const JSON_ESCAPES: [EscapeRule; 11] = [
    ("\\u003c", '<'),
    ("\\u003C", '<'),
    ("\\u003e", '>'),
    ("\\u003E", '>'),
    ("\\u0026", '&'),
    ("\\u0027", '\''),
    ("\\\"", '"'),
    ("\\n", '\n'),
    ("\\t", '\t'),
    ("\\/", '/'),
    ("\\\\", '\\'),
];

/// What is left of these where only the line breaks were escaped.
const LINE_BREAKS: [EscapeRule; 1] = [("\\n", '\n')];

/// The escape of Markdown that keeps a name from being set in italics. The other ones also occur in formulas.
const MARKDOWN_ESCAPES: [EscapeRule; 1] = [("\\_", '_')];

/// One of these is in every text that is escaped throughout.
pub(super) const SIGNS: [&str; 4] = ["&lt;", "\\u003", "\\n<", "\\_"];

/// Whether a text may be escaped throughout: a cheap test without false negatives.
pub(super) fn may_be_escaped(text: &str) -> bool {
    has_escape(text) && SIGNS.iter().any(|sign| text.contains(sign))
}

/// Whether a text has a character with which escapes begin. Most texts have none, and need no other search.
fn has_escape(text: &str) -> bool {
    memchr2(b'&', b'\\', text.as_bytes()).is_some()
}

/// An unescaped text, with the way back to the original.
pub(super) struct Unescaped {
    /// The repair that was needed.
    pub(super) repair: RepairKind,
    /// The text without escapes.
    pub(super) text: String,
    /// The end of each escape: its byte in the new text and in the old one.
    joints: Vec<(usize, usize)>,
}

impl Unescaped {
    /// The unescaped form of a text; `None` if it is not escaped throughout.
    pub(super) fn of(escaped: &str) -> Option<Self> {
        if !has_escape(escaped) {
            return None;
        }
        if is_html_escaped(escaped) {
            return Some(Self::resolve(escaped, RepairKind::HtmlEscaped, '&', &ENTITIES));
        }
        if is_json_escaped(escaped) {
            return Some(Self::resolve(escaped, RepairKind::EscapedQuotes, '\\', &JSON_ESCAPES));
        }
        if has_escaped_line_breaks(escaped) {
            return Some(Self::resolve(escaped, RepairKind::ForeignEscape, '\\', &LINE_BREAKS));
        }
        is_markdown_escaped(escaped).then(|| Self::resolve(escaped, RepairKind::ForeignEscape, '\\', &MARKDOWN_ESCAPES))
    }

    /// The unescaped form of a value between tags: one without a character that would have to be an entity. A single
    /// ampersand is no sign, because pages contain it.
    pub(super) fn of_value(escaped: &str) -> Option<Self> {
        let is_entity = |(at, _): (usize, &str)| {
            escaped.get(at..).is_some_and(|rest| ENTITIES.iter().any(|(entity, _)| rest.starts_with(entity)))
        };
        let says_enough = escaped.contains("&amp;&amp;") || escaped.replace("&amp;", "").contains('&');
        let is_escaped = says_enough && !escaped.contains(['<', '>']) && escaped.match_indices('&').all(is_entity);
        is_escaped.then(|| Self::resolve(escaped, RepairKind::HtmlEscaped, '&', &ENTITIES))
    }

    /// The unescaped form of an attribute, in which markup has no bare ampersand.
    pub(super) fn of_attribute(escaped: &str) -> Cow<'_, str> {
        if escaped.contains('&') {
            return Self::resolve(escaped, RepairKind::HtmlEscaped, '&', &ENTITIES).text.into();
        }
        escaped.into()
    }

    /// Replaces every escape of `table`; all of them begin with `mark`.
    fn resolve(escaped: &str, repair: RepairKind, mark: char, table: &[EscapeRule]) -> Self {
        let mut unescaped = Self { repair, text: String::with_capacity(escaped.len()), joints: vec![(0, 0)] };
        work::count(escaped.len());
        let mut at = 0;
        while let Some(rest) = escaped.get(at..).filter(|rest| !rest.is_empty()) {
            let plain = rest.find(mark).unwrap_or(rest.len());
            unescaped.text.push_str(rest.get(..plain).unwrap_or_default());
            at += plain;
            let rest = rest.get(plain..).unwrap_or_default();
            match table.iter().find(|(entity, _)| rest.starts_with(entity)) {
                Some((entity, c)) => {
                    unescaped.text.push(*c);
                    at += entity.len();
                    unescaped.joints.push((unescaped.text.len(), at));
                }
                None if rest.is_empty() => {}
                None => {
                    unescaped.text.push(mark);
                    at += mark.len_utf8();
                }
            }
        }
        unescaped
    }

    /// The place of a span of the new text in the old one.
    pub(super) fn original(&self, span: Span) -> Span {
        Span::new(self.original_byte(span.start), self.original_byte(span.end))
    }

    /// The place of a span of the old text in the new one.
    pub(super) fn resolved(&self, span: Span) -> Span {
        Span::new(self.resolved_byte(span.start), self.resolved_byte(span.end))
    }

    fn resolved_byte(&self, at: usize) -> usize {
        let index = self.joints.partition_point(|(_, old)| *old <= at);
        let (new, old) = index.checked_sub(1).and_then(|index| self.joints.get(index)).copied().unwrap_or_default();
        let next = self.joints.get(index).map_or(self.text.len(), |(new, _)| *new);
        (new + (at - old)).min(next)
    }

    fn original_byte(&self, at: usize) -> usize {
        let index = self.joints.partition_point(|(new, _)| *new <= at);
        let (new, old) = index.checked_sub(1).and_then(|index| self.joints.get(index)).copied().unwrap_or_default();
        old + (at - new)
    }
}

/// Whether every angle bracket and quotation mark is an entity; or every angle bracket, and one begins a line.
fn is_html_escaped(text: &str) -> bool {
    const QUOTES: [&str; 5] = ["&quot;", "&#34;", "&#39;", "&#x27;", "&apos;"];
    if text.contains(['<', '>']) {
        return false;
    }
    let begins_line = || text.find("&lt;").is_some_and(|at| begins_line(text, at));
    (!text.contains('"') && QUOTES.iter().any(|quote| text.contains(quote)))
        || (text.contains("&lt;/") && text.trim_end().ends_with("&gt;") && begins_line())
}

/// Whether every underscore is escaped as in Markdown.
fn is_markdown_escaped(text: &str) -> bool {
    let is_bare = |at: usize| !text.get(..at).is_some_and(|before| before.ends_with('\\'));
    text.contains("\\_") && !memchr_iter(b'_', text.as_bytes()).any(is_bare)
}

/// Whether every quotation mark and every angle bracket is escaped as in a JSON string; or, without brackets, every
/// line break.
fn is_json_escaped(text: &str) -> bool {
    let has_brackets = text.contains("\\u003c") || text.contains("\\u003C");
    let is_tagged = || text.contains("</") && text.contains("\\n<") && text.contains("\\\"");
    let is_bare_quote = |(at, _): (usize, &str)| !text.get(..at).is_some_and(|before| before.ends_with('\\'));
    ((has_brackets && !text.contains(['<', '>'])) || is_tagged()) && !text.match_indices('"').any(is_bare_quote)
}

/// Whether every line break is escaped, and the first one is in no string: one is right before an end tag.
fn has_escaped_line_breaks(text: &str) -> bool {
    let is_outside = |at| !text.get(..at).is_some_and(|before| before.contains(['"', '\'', '{', '(', '[']));
    text.contains("\\n</") && !text.contains('\n') && text.find("\\n").is_some_and(is_outside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_was_written_as_a_string_of_json_is_resolved_too() {
        let unescaped = Unescaped::of("Ok.\\n\\u003cinvoke name=\\\"x\\\"\\u003e").unwrap();
        assert_eq!(unescaped.text, "Ok.\n<invoke name=\"x\">");
        assert_eq!(unescaped.original(Span::new(4, 21)), Span::new(5, 34));
        // Escapes within a payload belong to the payload.
        assert!(Unescaped::of("{\"content\": \"a \\u003c b\"}").is_none());
    }

    #[test]
    fn a_text_is_resolved_and_its_places_are_found_back() {
        let escaped = "Hé. {&quot;a&quot;: &quot;R&amp;B &x&quot;}&lt;b&gt;";
        let unescaped = Unescaped::of(escaped).unwrap();
        assert_eq!(unescaped.text, "Hé. {\"a\": \"R&B &x\"}<b>");
        let start = unescaped.text.find('{').unwrap();
        let end = unescaped.text.find('}').unwrap() + 1;
        let span = unescaped.original(Span::new(start, end));
        assert_eq!(span.of(escaped), "{&quot;a&quot;: &quot;R&amp;B &x&quot;}");
        assert_eq!(unescaped.resolved(span), Span::new(start, end));
        let whole = unescaped.original(Span::new(0, unescaped.text.len()));
        assert_eq!(whole.of(escaped), escaped);
    }

    #[test]
    fn a_text_whose_line_breaks_and_quotes_are_escaped_is_resolved_though_its_tags_are_not() {
        let unescaped = Unescaped::of("<call>\\n<key>a</key>\\n<value>[\\\"b\\\"]</value></call>").unwrap();
        assert_eq!(unescaped.text, "<call>\n<key>a</key>\n<value>[\"b\"]</value></call>");
        for text in ["a\\n<b>c</b>", "a\\n<b c=\"d\">\\\"</b>", "\\\"a\\\" and </b>"] {
            assert!(Unescaped::of(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_text_whose_line_breaks_alone_are_escaped_is_resolved() {
        let unescaped = Unescaped::of("I look.\\n<call>\\n{\"a\": \"b\"}\\n</call>").unwrap();
        assert_eq!(unescaped.text, "I look.\n<call>\n{\"a\": \"b\"}\n</call>");
        for text in
            ["{\"a\": \"<b>\\n</b>\"}", "<call>\n{\"a\": \"<b>\\n</b>\"}\n</call>", "C:\\new</b>", "It's \"\\n</b>\""]
        {
            assert!(Unescaped::of(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_text_is_resolved_whose_quotes_are_no_entities() {
        let unescaped = Unescaped::of("Ok.\n&lt;a b=\"c\"&gt;d&lt;/a&gt;\n").unwrap();
        assert_eq!(unescaped.text, "Ok.\n<a b=\"c\">d</a>\n");
    }

    #[test]
    fn names_that_were_kept_from_italics_are_resolved() {
        let unescaped = Unescaped::of("[get\\_time(zone=\"CET\")]").unwrap();
        assert_eq!(unescaped.text, "[get_time(zone=\"CET\")]");
        assert_eq!(unescaped.original(Span::new(1, 9)), Span::new(1, 10));
        for text in ["a_b and c\\_d", "\\(x\\)", "a\\*b"] {
            assert!(Unescaped::of(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_value_is_resolved_where_every_sign_is_an_entity() {
        let value = |text: &str| Unescaped::of_value(text).map(|unescaped| unescaped.text);
        assert_eq!(value("cd a &amp;&amp; echo \"b\" &gt; c").as_deref(), Some("cd a && echo \"b\" > c"));
        for text in ["<p>a &amp; b</p>", "a &amp; b", "a & b &amp; c", "a", "a &nbsp; b", "&"] {
            assert_eq!(value(text), None, "{text}");
        }
    }

    #[test]
    fn an_attribute_is_what_its_entities_stand_for() {
        assert_eq!(Unescaped::of_attribute("a&amp;b&quot;c"), "a&b\"c");
        assert_eq!(Unescaped::of_attribute("a&b"), "a&b");
    }

    #[test]
    fn a_text_that_shows_markup_is_left_as_it_is() {
        for text in [
            "The tag &lt;b&gt;x&lt;/b&gt;",
            "&lt;b&gt;x&lt;/b&gt; is bold.",
            "&lt;invoke name=\"x\"&gt; is a tag",
            "&lt;b&gt;",
            "plain",
            "<b>&quot;</b>",
            "",
        ] {
            assert!(Unescaped::of(text).is_none(), "{text}");
        }
    }
}
