//! What had to be forgiven while a payload was read.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cursor::Quote;

/// Something that was forgiven, and its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Repair {
    /// What deviated from JSON, and was forgiven.
    pub kind: RepairKind,
    /// The byte of the text.
    pub at: usize,
}

/// What can be forgiven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RepairKind {
    /// A key without quotes.
    UnquotedKey,
    /// A key or a string in single quotes.
    SingleQuotes,
    /// A key or a string in typographic quotes or backticks.
    SmartQuotes,
    /// Doubled quotes, as in a cell of a CSV file.
    DoubledQuotes,
    /// Punctuation as Chinese and Japanese keyboards write it; reported once for each payload.
    FullWidth,
    /// Quotes after a backslash, from escaping the whole payload once more.
    EscapedQuotes,
    /// A raw line break, tab or other control character; reported once for each string.
    RawNewline,
    /// A quote within a string that should have been escaped.
    InnerQuote,
    /// A comma with nothing after it.
    TrailingComma,
    /// A comma with nothing before it.
    LeadingComma,
    /// No comma between two members or elements.
    MissingComma,
    /// No colon between a key and its value.
    MissingColon,
    /// A literal of Python, JavaScript or Ruby: `None`, `True`, `undefined`, `NaN`, `nil`.
    PythonLiteral,
    /// A hash rocket or a symbol, as Ruby prints them.
    RubyHash,
    /// A comment of JavaScript or Python, which was skipped.
    Comment,
    /// White space that is unknown to JSON, such as a no-break space.
    OddSpace,
    /// A value without quotes.
    BareValue,
    /// A key without a value; it becomes null.
    MissingValue,
    /// A bracket, brace or quote that was never closed.
    MissingClose,
    /// No opening tag before a value that has its closing one.
    MissingOpen,
    /// More than one brace around the object.
    ExtraBrace,
    /// Dots where something was left out.
    Ellipsis,
    /// A number in a form that is unknown to JSON; it stays text if it fits no number.
    OddNumber,
    /// Half of a surrogate pair; it becomes U+FFFD.
    LoneSurrogate,
    /// A key that the object already had; the later value counts.
    DuplicateKey,
    /// An escape that is known to JavaScript and Python, but not to JSON: `\'`, `\x41`.
    ForeignEscape,
    /// An unknown escape; its backslash is kept.
    InvalidEscape,
    /// Quotes as HTML entities (`&quot;`), from escaping the whole payload for a page.
    HtmlEscaped,
    /// A quote as a token of the model's template: `<|"|>`.
    QuoteToken,
    /// A string in triple quotes, as in Python.
    TripleQuotes,
    /// A letter before the quote, as in Python's raw and formatted strings.
    StringPrefix,
    /// Arithmetic where a number should be: `60*60*12`; kept as text.
    Expression,
    /// A nested call (`Point(x=1)`); its arguments become the value.
    Constructor,
    /// A key with a quote on one side only.
    HalfQuotedKey,
    /// A key in the form of a command-line option: `--command "ls"`.
    DashedKey,
    /// A superfluous closing bracket or empty pair of quotes after the payload.
    ExtraClose,
    /// A closing bracket of another kind than the one that opened.
    WrongClose,
    /// A word before a key that does not belong to it.
    StrayWord,
    /// A value without a key; the key becomes empty.
    MissingKey,
    /// Members in brackets, as in Swift: `["a": 1]`.
    MembersInBrackets,
    /// Strings with a plus sign between them, as in code.
    JoinedStrings,
}

impl RepairKind {
    /// The repair that a string in such marks needs.
    pub(super) fn of_quote(quote: Quote) -> Option<Self> {
        match quote {
            Quote::Double => None,
            Quote::Single => Some(Self::SingleQuotes),
            Quote::Escaped => Some(Self::EscapedQuotes),
            Quote::Doubled => Some(Self::DoubledQuotes),
            Quote::Html | Quote::HtmlSingle => Some(Self::HtmlEscaped),
            Quote::Token => Some(Self::QuoteToken),
            Quote::Backtick | Quote::SmartDouble | Quote::SmartSingle => Some(Self::SmartQuotes),
        }
    }

    /// The name in reports: the variant in `snake_case`, as serde writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What was found in the text, for people.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::UnquotedKey => "key without quotes",
            Self::SingleQuotes => "single quotes",
            Self::SmartQuotes => "typographic quotes",
            Self::DoubledQuotes => "quotes doubled as in CSV",
            Self::FullWidth => "full-width punctuation",
            Self::EscapedQuotes => "quotes escaped once more",
            Self::RawNewline => "raw line break or tab",
            Self::InnerQuote => "quote inside a string",
            Self::TrailingComma => "comma with nothing after it",
            Self::LeadingComma => "comma with nothing before it",
            Self::MissingComma => "missing comma",
            Self::MissingColon => "missing colon",
            Self::PythonLiteral => "literal of another language",
            Self::RubyHash => "hash of Ruby",
            Self::Comment => "comment",
            Self::OddSpace => "odd white space",
            Self::BareValue => "value without quotes",
            Self::MissingValue => "key without a value",
            Self::MissingClose => "missing end",
            Self::MissingOpen => "missing beginning",
            Self::ExtraBrace => "one brace too many",
            Self::Ellipsis => "dots for what was left out",
            Self::OddNumber => "odd number",
            Self::LoneSurrogate => "half a character",
            Self::DuplicateKey => "duplicate key",
            Self::ForeignEscape => "escape of another language",
            Self::InvalidEscape => "unknown escape",
            Self::HtmlEscaped => "signs escaped as in HTML",
            Self::QuoteToken => "token for a quote",
            Self::TripleQuotes => "triple quotes",
            Self::StringPrefix => "letter before a quote",
            Self::Expression => "arithmetic, kept as text",
            Self::Constructor => "nested call, recognised by its arguments",
            Self::HalfQuotedKey => "key with one quote",
            Self::DashedKey => "key as on a command line",
            Self::ExtraClose => "closing bracket too many",
            Self::WrongClose => "closing bracket of the wrong kind",
            Self::StrayWord => "word that belongs to nothing",
            Self::MissingKey => "value without a key",
            Self::MembersInBrackets => "members in brackets",
            Self::JoinedStrings => "strings joined with a plus sign",
        }
    }
}

impl fmt::Display for RepairKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_what_serde_writes() {
        for kind in
            [RepairKind::UnquotedKey, RepairKind::RawNewline, RepairKind::PythonLiteral, RepairKind::LoneSurrogate]
        {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert_eq!(kind.to_string(), kind.name());
        }
    }
}
