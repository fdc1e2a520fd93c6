//! Times in databases: parsed to an instant, and written back in the format found.

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use rusqlite::types::{Value, ValueRef};

/// The format of a time in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeStyle {
    /// `2026-01-20T17:03:11.123456`, with or without a zone.
    Iso {
        /// The character between date and time.
        separator: char,
        /// The number of digits of the fraction.
        digits: u8,
        /// The notation of UTC at the end.
        zone: UtcNotation,
    },
    /// Seconds since 1970.
    EpochSeconds,
    /// Milliseconds since 1970.
    EpochMilliseconds,
    /// Seconds since 1970 as a floating point number, as Python's `time.time()` returns them.
    EpochFloat,
}

/// How a text indicates UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UtcNotation {
    /// Nothing: a time without a zone is UTC.
    Naive,
    /// The letter `Z`, as in `17:03:11Z`.
    Z,
    /// `+00:00`.
    Offset,
}

/// An instant, with the format of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredTime {
    /// The instant; a time without a zone is UTC.
    pub at: Timestamp,
    /// The format of the time.
    pub style: TimeStyle,
}

/// The maximum number of seconds, in the year 5138; a larger number is in milliseconds.
const MAX_SECONDS: i64 = 100_000_000_000;

/// The minimum number of seconds as a floating point number, in the year 1973.
const MIN_FLOAT_SECONDS: i64 = 100_000_000;

impl StoredTime {
    /// Parses the time in a cell.
    #[must_use]
    pub fn read(cell: ValueRef<'_>) -> Option<Self> {
        match cell {
            ValueRef::Integer(number) => Self::from_epoch(number),
            ValueRef::Real(seconds) => Self::from_float(seconds),
            ValueRef::Text(bytes) => Self::from_text(std::str::from_utf8(bytes).ok()?),
            ValueRef::Null | ValueRef::Blob(_) => None,
        }
    }

    fn from_epoch(number: i64) -> Option<Self> {
        let (at, style) = if number.abs() < MAX_SECONDS {
            (Timestamp::from_second(number), TimeStyle::EpochSeconds)
        } else {
            (Timestamp::from_millisecond(number), TimeStyle::EpochMilliseconds)
        };
        Some(Self { at: at.ok()?, style })
    }

    /// Rounds to microseconds, the precision that such a number has today. A smaller number may be a Julian day.
    fn from_float(seconds: f64) -> Option<Self> {
        let duration = SignedDuration::try_from_secs_f64((seconds * 1e6).round() / 1e6).ok()?;
        (MIN_FLOAT_SECONDS..MAX_SECONDS).contains(&duration.as_secs()).then_some(())?;
        Some(Self { at: Timestamp::from_duration(duration).ok()?, style: TimeStyle::EpochFloat })
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::from_plain(text.as_bytes()).or_else(|| Self::from_any(text))
    }

    /// A fast path for the most common format, `2026-01-20T17:03:11.123456`; `None` means another format or an invalid
    /// time.
    fn from_plain(text: &[u8]) -> Option<Self> {
        let (said, rest) = text.split_first_chunk::<19>()?;
        let number = |from: usize, to: usize| said.get(from..to).and_then(decimal);
        let [separator, marks @ ..] = [10, 4, 7, 13, 16].map(|at| said[at]);
        if !matches!(separator, b'T' | b' ') || marks != *b"--::" {
            return None;
        }
        let (digits, nanosecond) = match rest {
            [] => (0, 0),
            [b'.', fraction @ ..] if (1..=9).contains(&fraction.len()) => {
                let digits = u8::try_from(fraction.len()).ok()?;
                (digits, decimal(fraction)? * 10_i32.pow(u32::from(9 - digits)))
            }
            _ => return None,
        };
        let [month, day, hour, minute, second] =
            [number(5, 7), number(8, 10), number(11, 13), number(14, 16), number(17, 19)]
                .map(|part| part.and_then(|part| i8::try_from(part).ok()));
        let year = i16::try_from(number(0, 4)?).ok()?;
        let civil = DateTime::new(year, month?, day?, hour?, minute?, second?, nanosecond).ok()?;
        let at = jiff::tz::Offset::UTC.to_timestamp(civil).ok()?;
        Some(Self { at, style: TimeStyle::Iso { separator: char::from(separator), digits, zone: UtcNotation::Naive } })
    }

    fn from_any(text: &str) -> Option<Self> {
        let separator = text.chars().nth(10).filter(|mark| matches!(mark, 'T' | ' '))?;
        let fraction = text.split_once('.').map_or("", |(_, rest)| rest);
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let digits = u8::try_from(digits).ok()?;
        let names_zone = text.bytes().skip(11).any(|byte| !matches!(byte, b'0'..=b'9' | b':' | b'.'));
        let (at, zone) = if text.ends_with('Z') {
            (text.parse().ok()?, UtcNotation::Z)
        } else if let Some(at) = names_zone.then(|| text.parse::<Timestamp>().ok()).flatten() {
            (at, UtcNotation::Offset)
        } else {
            let naive: DateTime = text.parse().ok()?;
            (jiff::tz::Offset::UTC.to_timestamp(naive).ok()?, UtcNotation::Naive)
        };
        Some(Self { at, style: TimeStyle::Iso { separator, digits, zone } })
    }

    /// The instant moved by whole seconds, in the same format.
    #[must_use]
    pub fn plus_seconds(self, seconds: i64) -> Option<Self> {
        let at = self.at.checked_add(SignedDuration::from_secs(seconds)).ok()?;
        Some(Self { at, style: self.style })
    }
}

/// The value of at most nine digits.
fn decimal(digits: &[u8]) -> Option<i32> {
    digits.iter().try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + i32::from(digit - b'0')))
}

impl TimeStyle {
    /// The cell for `at` in this format, truncated to its precision.
    #[must_use]
    pub fn cell(self, at: Timestamp) -> Value {
        match self {
            Self::EpochSeconds => Value::Integer(at.as_second()),
            Self::EpochMilliseconds => Value::Integer(at.as_millisecond()),
            Self::EpochFloat => Value::Real(at.as_duration().as_secs_f64()),
            Self::Iso { separator, digits, zone } => {
                let civil = jiff::tz::Offset::UTC.to_datetime(at);
                let mut text = format!(
                    "{:04}-{:02}-{:02}{separator}{:02}:{:02}:{:02}",
                    civil.year(),
                    civil.month(),
                    civil.day(),
                    civil.hour(),
                    civil.minute(),
                    civil.second()
                );
                if digits > 0 {
                    let nanoseconds = format!("{:09}", civil.subsec_nanosecond());
                    text.push('.');
                    text.extend(nanoseconds.chars().take(usize::from(digits)));
                }
                text.push_str(match zone {
                    UtcNotation::Naive => "",
                    UtcNotation::Z => "Z",
                    UtcNotation::Offset => "+00:00",
                });
                Value::Text(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(text: &str) -> Option<StoredTime> {
        StoredTime::read(ValueRef::Text(text.as_bytes()))
    }

    #[test]
    fn each_manner_is_read_and_written_back() {
        for written in [
            "2026-01-20T17:03:11.123456",
            "2026-01-20T17:03:11",
            "2026-01-20 17:03:11.123456",
            "2026-01-20 17:03:11",
            "2026-01-20T17:03:11Z",
            "2025-06-01T09:00:00.000001+00:00",
        ] {
            let moment = text(written).unwrap();
            assert_eq!(moment.style.cell(moment.at), Value::Text(written.to_owned()));
        }
        for written in [1_768_900_000, 1_768_900_000_123] {
            let moment = StoredTime::read(ValueRef::Integer(written)).unwrap();
            assert_eq!(moment.style.cell(moment.at), Value::Integer(written));
        }
        for written in [1_768_900_000.0, 1_768_900_000.123_456] {
            let moment = StoredTime::read(ValueRef::Real(written)).unwrap();
            assert_eq!(moment.style.cell(moment.at), Value::Real(written));
        }
        for other in [f64::NAN, f64::INFINITY, 1e15, -1.5, 2_460_000.5] {
            assert_eq!(StoredTime::read(ValueRef::Real(other)), None);
        }
    }

    proptest! {
        #[test]
        fn a_plain_time_is_what_any_reader_takes_it_for(
            text in "[0-9]{3}[0-9a]-[0-2][0-9]-[0-3][0-9][T ]([0-2][0-9]:[0-6][0-9]:[0-6][0-9]|23:59:60)(\\.[0-9]{0,11}|)(Z|)",
        ) {
            let plain = StoredTime::from_plain(text.as_bytes());
            prop_assert_eq!(plain.or_else(|| StoredTime::from_any(&text)), StoredTime::from_any(&text));
            let is_plain = text.len() < 30 && !text.contains(['a', 'Z']) && !text.ends_with('.') && !text.contains(":6");
            prop_assert!(plain.is_some() || !is_plain || StoredTime::from_any(&text).is_none(), "{}", text);
        }
    }

    #[test]
    fn a_time_without_a_zone_is_utc() {
        let moment = text("2026-01-20T17:03:11").unwrap();
        assert_eq!(moment.at.to_string(), "2026-01-20T17:03:11Z");
    }

    #[test]
    fn what_is_no_time_is_none() {
        for written in ["", "yesterday", "2026-01-20", "2026-13-40T00:00:00", "２０２６-01-20T00:00:00"] {
            assert_eq!(text(written), None, "{written}");
        }
        assert_eq!(StoredTime::read(ValueRef::Null), None);
        assert_eq!(StoredTime::read(ValueRef::Integer(i64::MAX)), None);
    }
}
