//! What is too much around an object: braces that models add after they saw templates, and loose quotes.

use serde_json::Value;

use super::{
    Payload,
    cursor::Cursor,
    reader::{self, PayloadReading, ReadFailure, ReadOptions},
    repair::{Repair, RepairKind},
};

/// More braces than this before one object are none of ours.
const MAX_EXTRA: usize = 3;

/// Keys of members behind an object that was closed too early are no longer, in bytes.
const LONGEST_KEY: usize = 66;

/// More closing brackets than this behind one object are none of ours.
const MAX_CLOSERS: usize = 8;

/// How many braces come before the one that opens the object at `at`.
pub(super) fn braces_before(cursor: Cursor<'_>, at: usize) -> usize {
    (at..at.saturating_add(MAX_EXTRA)).take_while(|&at| cursor.byte(at) == Some(b'{')).count().saturating_sub(1)
}

/// Reads an object that may be in one or two pairs of braces too many. Templates themselves look like that, so such an
/// object must have quotes or literals, and be closed as often as it was opened.
pub(super) fn read(text: &str, at: usize) -> Result<PayloadReading, ReadFailure> {
    let cursor = Cursor::new(text);
    let extra = braces_before(cursor, at);
    let mut reading = reader::read(text, at + extra, ReadOptions::default())?;
    if extra == 0 {
        read_on(text, &mut reading);
        return Ok(reading);
    }
    let payload = &mut reading.payload;
    let mut end = payload.span.end;
    for _ in 0..extra {
        end = cursor.past_space(end);
        if cursor.byte(end) != Some(b'}') {
            return Err(ReadFailure { reached: end, looked: reading.looked.max(end) });
        }
        end += 1;
    }
    if payload.truncated || !reading.evidence.is_solid() {
        return Err(ReadFailure { reached: end, looked: reading.looked.max(end) });
    }
    payload.span.start = at;
    payload.span.end = end;
    payload.repairs.insert(0, Repair { kind: RepairKind::ExtraBrace, at });
    reading.looked = reading.looked.max(end);
    Ok(reading)
}

/// Reads on where an object was closed before its last member: what follows are members, up to a brace that nothing opened.
/// Which of the braces is one too many is a guess.
pub(super) fn read_on(text: &str, reading: &mut PayloadReading) {
    let cursor = Cursor::new(text);
    for _ in 0..MAX_CLOSERS {
        let payload = &mut reading.payload;
        let Some(Value::Object(members)) = payload.value.as_mut().filter(|_| !payload.truncated) else { return };
        if members.is_empty() {
            return;
        }
        let end = payload.span.end;
        let Some((begin, is_quoted)) = member_behind(cursor, end) else { return };
        let more = match reader::read_members(text, begin) {
            Ok(more) => more,
            Err(refusal) => {
                reading.looked = reading.looked.max(refusal.looked);
                return;
            }
        };
        reading.looked = reading.looked.max(more.looked);
        // Behind a key without quotes only what needs no forgiving is more of the object: else it is prose that holds a colon.
        let is_whole = !more.payload.truncated && (is_quoted || !more.payload.uncertain);
        let Some(Value::Object(others)) = more.payload.value.filter(|_| is_whole) else { return };
        for (key, value) in others {
            members.entry(key).or_insert(value);
        }
        payload.repairs.push(Repair { kind: RepairKind::ExtraClose, at: end - 1 });
        payload.repairs.extend(more.payload.repairs);
        payload.guesses.push(end - 1);
        payload.guesses.extend(more.payload.guesses);
        payload.members.extend(more.payload.members);
        payload.uncertain = true;
        payload.span.end = more.payload.span.end;
    }
}

/// The byte where a member begins behind the comma that follows an object that ends at byte `end`, and whether its key is in
/// quotes: a key, a colon, and a value that is no bare word. Of a quoted key the colon, or the value, may be missing.
fn member_behind(cursor: Cursor<'_>, end: usize) -> Option<(usize, bool)> {
    let comma = cursor.past_space(end);
    if cursor.byte(comma) != Some(b',') {
        return None;
    }
    let begin = cursor.past_space(comma + 1);
    let window = cursor.window(begin, LONGEST_KEY);
    let is_quoted = window.starts_with('"');
    let length = match window.strip_prefix('"') {
        Some(key) => key.find(['"', '\n'])? + 2,
        None => window.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|end| *end > 0)?,
    };
    let colon = cursor.past_space(begin + length);
    let has_colon = cursor.byte(colon) == Some(b':');
    if !(has_colon || is_quoted && cursor.byte(colon) == Some(b'"')) {
        return None;
    }
    let value_at = cursor.past_space(colon + usize::from(has_colon));
    if !has_colon && !is_whole_string(cursor, value_at) {
        return None;
    }
    let value = cursor.window(value_at, LONGEST_KEY);
    let is_value = value.starts_with(['"', '\'', '{', '[', '-']) || value.starts_with(|c: char| c.is_ascii_digit());
    let is_missing = is_quoted && value.starts_with('}');
    let is_member = is_value || is_missing || ["true", "false", "null"].iter().any(|word| value.starts_with(word));
    is_member.then_some((begin, is_quoted))
}

/// Whether a short string is at byte `at` that ends where a member may.
fn is_whole_string(cursor: Cursor<'_>, at: usize) -> bool {
    let inside = cursor.window(at + 1, LONGEST_KEY).find(['"', '\n']);
    let ends = |end: usize| matches!(cursor.byte(cursor.past_space(end + 1)), Some(b',' | b'}'));
    inside.is_some_and(|length| cursor.byte(at + 1 + length) == Some(b'"') && ends(at + 1 + length))
}

/// Whether the text begins with a comma and the member of an object.
pub(in crate::claim) fn begins_member(text: &str) -> bool {
    member_behind(Cursor::new(text), 0).is_some()
}

/// Takes the closing brackets that are right behind a payload though nothing opened them, and an empty pair of quotes.
/// `owed` of them belong to braces in front of the object.
pub(super) fn take_extra_closers(cursor: Cursor<'_>, payload: &mut Payload, owed: usize) {
    if payload.truncated {
        return;
    }
    let end = payload.span.end;
    let mut after = end;
    for _ in 0..MAX_CLOSERS {
        // A brace behind blanks is no more a word of what follows than one right behind.
        let braces = cursor.past_space(after);
        after = match (cursor.byte(after), cursor.byte(braces)) {
            (Some(b'}' | b']'), _) => after + 1,
            (_, Some(b'}')) if owed == 0 => braces + 1,
            _ => break,
        };
    }
    if after - end > owed {
        payload.repairs.push(Repair { kind: RepairKind::ExtraClose, at: end + owed });
    }
    payload.span.end = after;
    let quotes = cursor.starts_with(after, "\"\"") && !cursor.char_at(after + 2).is_some_and(char::is_alphanumeric);
    if quotes {
        payload.repairs.push(Repair { kind: RepairKind::ExtraClose, at: after });
        payload.span.end = after + 2;
    }
}
