//! Compares texts that a template wrote, without splitting a mark (`<tool_call>`, `[TOOL_CALLS]`) or a word.

/// The maximum number of bytes of a mark.
const LONGEST_MARK: usize = 120;

/// The length of the common prefix of two texts.
pub(super) fn common_start(one: &str, other: &str) -> usize {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    same.map(|(c, _)| c.len_utf8()).sum()
}

/// The length of the common suffix of two texts.
pub(super) fn common_end(one: &str, other: &str) -> usize {
    let same = one.chars().rev().zip(other.chars().rev()).take_while(|(one, other)| one == other);
    same.map(|(c, _)| c.len_utf8()).sum()
}

/// The nearest offset at or before byte `at` that is not inside a mark or a word.
pub(super) fn start_of(text: &str, at: usize) -> usize {
    if let Some((open, _)) = mark_around(text, at) {
        return open;
    }
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    if after.starts_with(is_word) { before.trim_end_matches(is_word).len() } else { at }
}

/// Like [`start_of`], but also before a run of other signs, which belong to what follows them, as in `>>>`.
pub(super) fn run_start_of(text: &str, at: usize) -> usize {
    let at = start_of(text, at);
    let before = text.get(..at).unwrap_or_default();
    let run = before.len() - before.trim_end_matches(|c: char| !c.is_whitespace() && !is_word(c)).len();
    let marks = before.match_indices(['<', '[']).filter_map(|(open, _)| Some(open + mark_length(text.get(open..)?)?));
    let behind_mark = marks.filter(|end| *end <= at).max().unwrap_or_default();
    behind_mark.max(at - run)
}

/// The nearest offset at or after byte `at` that is not inside a mark or a word.
pub(super) fn end_of(text: &str, at: usize) -> usize {
    if let Some((_, close)) = mark_around(text, at) {
        return close;
    }
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let word = after.len() - after.trim_start_matches(is_word).len();
    if before.ends_with(is_word) { at + word } else { at }
}

/// Splits a text into its marks and the text between them, at blanks too: `<a>b c` has three parts.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let mark = mark_length(rest);
        let end = mark.unwrap_or_else(|| {
            let next = rest
                .char_indices()
                .skip(1)
                .find(|(at, c)| c.is_whitespace() || rest.get(*at..).is_some_and(|rest| mark_length(rest).is_some()));
            next.map_or(rest.len(), |(at, _)| at)
        });
        let (token, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        found.push(token);
        rest = after.trim_start();
    }
    found
}

/// The last mark of a text, or the text after it; a mark that continues after the text counts too, and so does one
/// whose attributes are outside of it (`<|open|>call tool="`).
pub(super) fn last_of(text: &str) -> &str {
    let open = text.rfind('<').map(|open| mark_start(text, open)).and_then(|open| text.get(open..));
    let open = open.filter(|mark| !mark.contains('>') || (mark.ends_with("=\"") && !mark.contains('\n')));
    open.or_else(|| split(text).last().copied()).unwrap_or_default()
}

/// The length of the mark at the start of a text; its brackets may be double: `<<call>>`.
fn mark_length(text: &str) -> Option<usize> {
    let (opener, closer) = match text.chars().next()? {
        '<' if text.starts_with("<<") => ("<<", ">>"),
        '<' => ("<", ">"),
        '[' if text.get(1..)?.starts_with(|c: char| c == '/' || c.is_ascii_uppercase()) => ("[", "]"),
        _ => return None,
    };
    let inside = text.get(opener.len()..)?;
    let inside = inside.get(..inside.find(closer)?)?;
    let is_name = |c: char| c.is_ascii_uppercase() || matches!(c, '/' | '_' | ' ');
    let is_mark = if closer == "]" { inside.chars().all(is_name) } else { !inside.contains(['<', '\n']) };
    let length = opener.len() + inside.len() + closer.len();
    (is_mark && length <= LONGEST_MARK && !inside.is_empty()).then_some(length)
}

/// The mark that begins before byte `at` of a text and ends after it.
fn mark_around(text: &str, at: usize) -> Option<(usize, usize)> {
    let open = mark_start(text, text.get(..at)?.rfind(['<', '['])?);
    let close = open + mark_length(text.get(open..)?)?;
    (close > at).then_some((open, close))
}

/// The first byte of the bracket at an offset, which may be double.
fn mark_start(text: &str, bracket: usize) -> usize {
    let is_double = text.get(..=bracket).is_some_and(|text| text.ends_with("<<"));
    if is_double { bracket - 1 } else { bracket }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_place_is_inside_of_a_mark_or_a_word() {
        for (text, at, start, end) in [
            ("a<call>b", 4, 1, 7),
            ("a<call>b", 1, 1, 1),
            ("a<call>b", 7, 7, 7),
            ("[/INST] x", 3, 0, 7),
            ("[[\"a\"]]", 1, 1, 1),
            ("a < b", 4, 4, 4),
            ("call:name", 7, 5, 9),
            ("a<<call>>b", 2, 1, 9),
            ("a<<call>>b", 8, 1, 9),
            ("<</call>>b", 4, 0, 9),
            ("call", 4, 4, 4),
        ] {
            assert_eq!((start_of(text, at), end_of(text, at)), (start, end), "{text} {at}");
        }
    }

    #[test]
    fn a_run_of_signs_begins_behind_a_blank_or_a_mark() {
        for (text, at, start) in
            [("a>>>b", 4, 1), ("<a>b<c>", 4, 4), ("<a>\n>>>b", 7, 4), ("<a>>>b", 5, 3), ("[/INST]b", 7, 7)]
        {
            assert_eq!(run_start_of(text, at), start, "{text}");
        }
    }

    #[test]
    fn texts_are_alike_up_to_a_letter() {
        assert_eq!((common_start("äb", "äc"), common_end("ab", "cb"), common_end("é", "e")), (2, 1, 0));
    }

    #[test]
    fn marks_are_distinguished_from_what_is_between() {
        assert_eq!(split(" <a b>c d[TOOLS]\n[1]"), ["<a b>", "c", "d", "[TOOLS]", "[1]"]);
        assert_eq!(split("<<a>>{b}<</a>> c"), ["<<a>>", "{b}", "<</a>>", "c"]);
        assert_eq!(split(" \n"), [""; 0]);
        assert_eq!(
            [
                last_of("<a> <b c=\""),
                last_of("<a>b <c>"),
                last_of("<a>b"),
                last_of("<b><a>c d=\""),
                last_of("<a>\nd=\""),
                last_of("")
            ],
            ["<b c=\"", "<c>", "b", "<a>c d=\"", "d=\"", ""]
        );
    }
}
