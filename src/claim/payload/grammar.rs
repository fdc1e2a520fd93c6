//! The grammars of bodies: how arguments are written in a wrapper that the caller has found.

use serde::{Deserialize, Serialize};

use super::{Payload, bare_body, cursor::Cursor, known_arguments::KnownArguments, react, reader, wrapped, xml};

/// How the body of a wrapper is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grammar {
    /// An object, or a list of objects, in the notation of JSON, JavaScript, Python or Ruby, or a mixture.
    Object,
    /// The arguments between the parentheses of a call: `a = "x", b=[1, 2], 'positional'`.
    Keywords,
    /// An element for each parameter.
    XmlParameters,
    /// Names and values without quotes: `{k:free text, with, commas,k2:[a,b],k3:null}`, `(…)`, or neither up to `/>`.
    Bare,
    /// The input of an action: an object, or text up to the next label.
    React,
}

/// Reads the body that begins at byte `at`, after optional white space, and stops exactly where it ends. `keys` are the
/// names of arguments in a schema, if the caller knows one; with values without quotes, they show where the next
/// argument begins.
///
/// The wrapper shows that this is no prose, so nothing here checks for it; `None` is returned for what does not fit the
/// grammar at all. Without arguments the span may be empty. The value is an object (for [`Grammar::Object`] it may be a
/// list of objects); positional arguments are called `"0"`, `"1"`, ….
///
/// ```
/// use ghostcall::claim::payload::{Grammar, read_body};
///
/// let text = "save_memory(content = \"Tea.\", tags=['a'])Noted.";
/// let body = read_body(Grammar::Keywords, text, 12, &[]).unwrap();
/// assert_eq!(body.value, Some(serde_json::json!({"content": "Tea.", "tags": ["a"]})));
/// assert_eq!(&text[body.span.end..], ")Noted.");
/// ```
#[must_use]
pub fn read_body(grammar: Grammar, text: &str, at: usize, keys: &[&str]) -> Option<Payload> {
    if !text.is_char_boundary(at) {
        return None;
    }
    let start = Cursor::new(text).past_space(at);
    match grammar {
        Grammar::Object => wrapped::object(text, start, keys),
        Grammar::Keywords => reader::read_arguments(text, start, keys).ok().map(|reading| reading.payload),
        Grammar::XmlParameters => xml::read(text, start, KnownArguments { names: keys, ..KnownArguments::default() }),
        Grammar::Bare => bare_body::read(text, start, keys),
        Grammar::React => react::read(text, start, keys),
    }
}
