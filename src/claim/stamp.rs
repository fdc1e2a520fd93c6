//! Stamps: `[2026-01-25 18:48]`, which an application puts before messages in the prompt and a model copies.

use super::Span;

/// The most bytes of a stamp: one with seconds and some white space.
const LONGEST: usize = 40;

/// The length in bytes of the stamp at the start of `text`.
#[must_use]
pub(in crate::claim) fn stamp_length(text: &str) -> Option<usize> {
    let inner_end = text.bytes().take(LONGEST).position(|byte| byte == b']')?;
    let inner = text.get(..inner_end)?.strip_prefix('[')?;
    (is_time(inner) || is_message_number(inner)).then_some(inner_end + 1)
}

/// Whether a text is a date and a time, after an optional label.
fn is_time(inner: &str) -> bool {
    let labels = ["time ", "Time: ", "Message Time: ", "msg time: "];
    let inner = labels.iter().find_map(|label| inner.strip_prefix(label)).unwrap_or(inner);
    let mut parts = inner.split([' ', 'T']).filter(|part| !part.is_empty());
    let (Some(date), Some(time), None) = (parts.next(), parts.next(), parts.next()) else { return false };
    let time = time.strip_suffix('Z').unwrap_or(time);
    has_shape(date, "dddd-dd-dd") && (has_shape(time, "dd:dd") || has_shape(time, "dd:dd:dd"))
}

/// `msg #12 · 18:48`, `msg:7:12`.
fn is_message_number(inner: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(numbers) = inner.strip_prefix("msg:") {
        return numbers.split(':').all(is_number);
    }
    let Some((number, time)) = inner.strip_prefix("msg #").and_then(|rest| rest.split_once(" · ")) else {
        return false;
    };
    is_number(number) && has_shape(time, "dd:dd")
}

fn has_shape(text: &str, shape: &str) -> bool {
    text.len() == shape.len()
        && text.bytes().zip(shape.bytes()).all(
            |(byte, form)| {
                if form == b'd' { byte.is_ascii_digit() } else { byte == form }
            },
        )
}

/// The stamps at the start of a piece of text.
#[must_use]
pub(super) fn leading_stamps(text: &str, within: Span) -> Vec<Span> {
    let mut stamps = Vec::new();
    let mut at = within.start;
    while let Some(rest) = text.get(at..within.end) {
        let start = at + (rest.len() - super::payload::skip_blank(rest).len());
        let Some(length) = text.get(start..within.end).and_then(stamp_length) else {
            break;
        };
        stamps.push(Span { start, end: start + length });
        at = start + length;
    }
    stamps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_a_date_and_a_time_in_brackets() {
        assert_eq!(stamp_length("[2026-01-25 18:48] Hi"), Some(18));
        assert_eq!(stamp_length("[2026-01-25  18:48:11]"), Some(22));
        for text in
            ["[time 2026-07-10T05:38:28Z]", "[Message Time: 2026-07-10 05:38]", "[msg #12 · 18:48]", "[msg:7:12]"]
        {
            assert_eq!(stamp_length(text), Some(text.len()), "{text}");
        }
        for other in [
            "[msg:me]", "[msg #x · 18:48]", "[time 5]", "[time to go] home", "[2026-01-25]", "2026-01-25 18:48",
            "[2026-01-25 18:48", "[x] (y)", "[",
        ] {
            assert_eq!(stamp_length(other), None, "{other}");
        }
    }

    #[test]
    fn several_stamps_in_front_are_all_found() {
        let text = " [2026-01-25 18:48] [2026-01-25 18:49]Hi [2026-01-25 18:50]";
        let stamps = leading_stamps(text, Span { start: 0, end: text.len() });
        assert_eq!(stamps, [Span { start: 1, end: 19 }, Span { start: 20, end: 38 }]);
    }
}
