//! What stands too much around an object: braces that models add after they saw templates, and loose quotes.

use super::{
    Payload,
    cursor::Cursor,
    reader::{self, Given, Reading, Refusal},
    repair::{Repair, RepairKind},
};

/// More braces than this around one object are none of ours.
const MAX_EXTRA: usize = 3;

/// How many braces stand before the one that opens the object at `at`.
pub(super) fn braces_before(cursor: Cursor<'_>, at: usize) -> usize {
    (at..at.saturating_add(MAX_EXTRA)).take_while(|&at| cursor.byte(at) == Some(b'{')).count().saturating_sub(1)
}

/// Reads an object that may stand in one or two pairs of braces too many. Templates themselves look like that, so such an
/// object must have quotes or literals, and be closed as often as it was opened.
pub(super) fn read(text: &str, at: usize) -> Result<Reading, Refusal> {
    let cursor = Cursor::new(text);
    let extra = braces_before(cursor, at);
    let mut reading = reader::read(text, at + extra, Given::default())?;
    if extra == 0 {
        return Ok(reading);
    }
    let payload = &mut reading.payload;
    let mut end = payload.span.end;
    for _ in 0..extra {
        end = cursor.past_space(end);
        if cursor.byte(end) != Some(b'}') {
            return Err(Refusal { reached: end, looked: reading.looked.max(end) });
        }
        end += 1;
    }
    if payload.truncated || !reading.evidence.is_solid() {
        return Err(Refusal { reached: end, looked: reading.looked.max(end) });
    }
    payload.span.start = at;
    payload.span.end = end;
    payload.repairs.insert(0, Repair { kind: RepairKind::ExtraBrace, at });
    reading.looked = reading.looked.max(end);
    Ok(reading)
}

/// Takes the closing brackets that stand right behind a payload though nothing opened them, and an empty pair of quotes.
/// `owed` of them belong to braces in front of the object.
pub(super) fn take_extra_closers(cursor: Cursor<'_>, payload: &mut Payload, owed: usize) {
    if payload.truncated {
        return;
    }
    let end = payload.span.end;
    let mut after = end;
    for _ in 0..MAX_EXTRA {
        if !matches!(cursor.byte(after), Some(b'}' | b']')) {
            break;
        }
        after += 1;
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
