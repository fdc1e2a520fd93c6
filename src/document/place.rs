//! Where in a JSON5 text a value stands: mistakes of meaning are told with their place, as those of form are.

/// The byte at which the value that `pointer` (a JSON Pointer) names begins; where there is none, the nearest value
/// around it. `text` must be valid JSON5.
#[must_use]
pub(super) fn offset_of(text: &str, pointer: &str) -> usize {
    let wanted: Vec<String> =
        pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect();
    let mut walk = Walk { text, at: 0, frames: Vec::new() };
    let mut nearest = walk.skip_blank();
    while let Some(token) = walk.next_token() {
        let begins_value = walk.begins_value(&token);
        if begins_value && walk.is_on(&wanted) {
            nearest = token.start;
            if walk.frames.len() == wanted.len() {
                break;
            }
        }
        walk.step(&token);
    }
    nearest
}

/// Line and column of a byte, both counted from 1, the column in characters.
#[must_use]
pub(super) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// An object or a list that is open at a place.
struct Frame {
    is_object: bool,
    /// How many elements were passed.
    index: usize,
    /// The key of the member at this place; none before its colon.
    key: Option<String>,
}

struct Token {
    start: usize,
    end: usize,
    first: u8,
}

struct Walk<'a> {
    text: &'a str,
    at: usize,
    frames: Vec<Frame>,
}

impl Walk<'_> {
    fn skip_blank(&mut self) -> usize {
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let blank = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            let rest = rest.get(blank..).unwrap_or_default();
            let comment = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                self.at += blank;
                return self.at;
            };
            self.at += blank + comment;
        }
    }

    fn next_token(&mut self) -> Option<Token> {
        let start = self.skip_blank();
        let bytes = self.text.as_bytes();
        let first = *bytes.get(start)?;
        let rest = bytes.get(start + 1..).unwrap_or_default();
        let more = match first {
            b'{' | b'}' | b'[' | b']' | b':' | b',' => 0,
            b'"' | b'\'' => {
                let mut escaped = false;
                let close = rest.iter().position(|&byte| {
                    let closes = byte == first && !escaped;
                    escaped = byte == b'\\' && !escaped;
                    closes
                });
                close.map_or(rest.len(), |close| close + 1)
            }
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}[]:,/".contains(byte);
                rest.iter().position(ends).unwrap_or(rest.len())
            }
        };
        self.at = start + 1 + more;
        Some(Token { start, end: self.at, first })
    }

    /// Whether a value begins with the token, rather than a key or a separator.
    fn begins_value(&self, token: &Token) -> bool {
        let awaits_value = self.frames.last().is_none_or(|frame| !frame.is_object || frame.key.is_some());
        awaits_value && !matches!(token.first, b'}' | b']' | b':' | b',')
    }

    fn is_on(&self, wanted: &[String]) -> bool {
        self.frames.len() <= wanted.len()
            && self.frames.iter().zip(wanted).all(|(frame, part)| match &frame.key {
                Some(key) => key == part,
                None => !frame.is_object && frame.index.to_string() == *part,
            })
    }

    fn step(&mut self, token: &Token) {
        match token.first {
            b'{' | b'[' => self.frames.push(Frame { is_object: token.first == b'{', index: 0, key: None }),
            b'}' | b']' => drop(self.frames.pop()),
            b',' => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.index += 1;
                    frame.key = None;
                }
            }
            b':' => {}
            _ => {
                let name = self.text.get(token.start..token.end).unwrap_or_default().trim_matches(['"', '\'']);
                if let Some(frame) = self.frames.last_mut()
                    && frame.is_object
                    && frame.key.is_none()
                {
                    frame.key = Some(name.to_owned());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_its_pointer() {
        let text = "// a file\n{ version: 1,\n  'list': [\n    { name: \"a, }\" }, /* { */\n    { name: 'b', \"x/y\": [1, 2] },\n  ],\n}";
        let at = |pointer: &str| line_and_column(text, offset_of(text, pointer));
        assert_eq!(at(""), (2, 1));
        assert_eq!(at("/version"), (2, 12));
        assert_eq!(at("/list"), (3, 11));
        assert_eq!(at("/list/1"), (5, 5));
        assert_eq!(at("/list/0/name"), (4, 13));
        assert_eq!(at("/list/1/name"), (5, 13));
        assert_eq!(at("/list/1/x~1y/1"), (5, 29));
    }

    #[test]
    fn what_is_missing_is_told_at_what_stands_around_it() {
        let text = "{\n  list: [ {} ] }";
        assert_eq!(line_and_column(text, offset_of(text, "/list/0/name")), (2, 11));
        assert_eq!(line_and_column(text, offset_of(text, "/other/0")), (1, 1));
    }
}
