//! Superfluous braces around an object, which models copy from templates, and loose quotes.

use serde_json::Value;

use super::{
    Payload,
    cursor::Cursor,
    reader::{self, PayloadReading, ReadFailure, ReadOptions},
    repair::{Repair, RepairKind},
};

/// The most superfluous braces before an object.
const MAX_EXTRA: usize = 3;

/// The most bytes of a key after an object that was closed too early.
const LONGEST_KEY: usize = 66;

/// The most superfluous closing brackets after an object.
const MAX_CLOSERS: usize = 8;

/// The number of braces before the one that opens the object at `at`.
fn braces_before(cursor: Cursor<'_>, at: usize) -> usize {
    (at..at.saturating_add(MAX_EXTRA)).take_while(|&at| cursor.byte(at) == Some(b'{')).count().saturating_sub(1)
}

/// Reads an object within one or two superfluous pairs of braces. Templates look the same, so the object must have
/// quotes or literals, and close every brace.
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

/// Continues an object that was closed before its last member: if members follow, reads them up to a brace without an
/// opening one. Which of the braces is superfluous is a guess.
fn read_on(text: &str, reading: &mut PayloadReading) {
    let cursor = Cursor::new(text);
    for _ in 0..MAX_CLOSERS {
        let payload = &mut reading.payload;
        let Some(Value::Object(members)) = payload.value.as_mut().filter(|_| !payload.truncated) else { return };
        if members.is_empty() {
            return;
        }
        let end = payload.span.end;
        let closed = past_braces(cursor, end);
        let Some((begin, is_quoted)) = member_after(cursor, closed) else { return };
        if closed > end && !is_quoted {
            return;
        }
        let more = match reader::read_members(text, begin) {
            Ok(more) => more,
            Err(refusal) => {
                reading.looked = reading.looked.max(refusal.looked);
                return;
            }
        };
        reading.looked = reading.looked.max(more.looked);
        // After an unquoted key, only what needs no repair continues the object; anything else is prose with a colon.
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

/// The offset after the closing braces at `at`, none of which closes anything.
fn past_braces(cursor: Cursor<'_>, at: usize) -> usize {
    (at..at + MAX_CLOSERS).find(|&at| cursor.byte(at) != Some(b'}')).unwrap_or(at)
}

/// The offset of a member after the comma at the end of an object that ends at byte `end`, and whether its key is
/// quoted. It needs a key, a colon, and a value that is no bare word; after a quoted key, the colon or the value may be
/// missing.
fn member_after(cursor: Cursor<'_>, end: usize) -> Option<(usize, bool)> {
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

/// Whether a short string is at byte `at` and ends where a member may end.
fn is_whole_string(cursor: Cursor<'_>, at: usize) -> bool {
    // Prose ends with quotes as well.
    let inside = cursor.window(at + 1, LONGEST_KEY).find(['"', '\n']).filter(|length| *length > 0);
    let ends = |end: usize| matches!(cursor.byte(cursor.past_space(end + 1)), Some(b',' | b'}'));
    inside.is_some_and(|length| cursor.byte(at + 1 + length) == Some(b'"') && ends(at + 1 + length))
}

/// Whether a text begins with a comma and a member of an object.
pub(in crate::claim) fn begins_member(text: &str) -> bool {
    member_after(Cursor::new(text), 0).is_some()
}

/// Takes superfluous closing brackets right after a payload, and an empty pair of quotes. `owed` of the brackets belong
/// to braces before the object.
pub(super) fn take_extra_closers(cursor: Cursor<'_>, payload: &mut Payload, owed: usize) {
    if payload.truncated {
        return;
    }
    let end = payload.span.end;
    let mut after = end;
    for _ in 0..MAX_CLOSERS {
        // After white space a brace still belongs to the payload.
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

/// An object, or a list of objects, in a wrapper.
pub(super) fn object(text: &str, at: usize, keys: &[&str]) -> Option<Payload> {
    let cursor = Cursor::new(text);
    let braces = braces_before(cursor, at);
    let given = ReadOptions { keys, vouched: true, code: false };
    let mut reading = reader::read(text, at + braces, given).ok()?;
    if braces == 0 {
        read_on(text, &mut reading);
    }
    let mut payload = reading.payload;
    if braces > 0 {
        payload.span.start = at;
        payload.repairs.insert(0, Repair { kind: RepairKind::ExtraBrace, at });
    }
    take_extra_closers(cursor, &mut payload, braces);
    Some(payload)
}
