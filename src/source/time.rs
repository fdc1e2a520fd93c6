//! Times as databases write them: read to the instant, written back in the manner found.

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use rusqlite::types::{Value, ValueRef};

/// How a cell writes times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeStyle {
    /// `2026-01-20T17:03:11.123456`, with or without a zone.
    Iso {
        /// What stands between date and time.
        separator: char,
        /// Digits of the fraction.
        digits: u8,
        /// What stands at the end.
        zone: Zone,
    },
    /// Seconds since 1970.
    EpochSeconds,
    /// Milliseconds since 1970.
    EpochMilliseconds,
}

/// How a text says that it is UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// Not at all.
    Naive,
    /// `Z`.
    Z,
    /// `+00:00`.
    Offset,
}

/// An instant, and how its cell wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The instant; a time without a zone is UTC.
    pub at: Timestamp,
    /// The manner.
    pub style: TimeStyle,
}

/// Seconds up to the year 5138; a larger number is milliseconds.
const LARGEST_SECONDS: i64 = 100_000_000_000;

impl Moment {
    /// The time that a cell holds, if it holds one.
    #[must_use]
    pub fn read(cell: ValueRef<'_>) -> Option<Self> {
        match cell {
            ValueRef::Integer(number) => Self::from_epoch(number),
            ValueRef::Text(bytes) => Self::from_text(std::str::from_utf8(bytes).ok()?),
            ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => None,
        }
    }

    fn from_epoch(number: i64) -> Option<Self> {
        let (at, style) = if number.abs() < LARGEST_SECONDS {
            (Timestamp::from_second(number), TimeStyle::EpochSeconds)
        } else {
            (Timestamp::from_millisecond(number), TimeStyle::EpochMilliseconds)
        };
        Some(Self { at: at.ok()?, style })
    }

    fn from_text(text: &str) -> Option<Self> {
        let separator = text.chars().nth(10).filter(|mark| matches!(mark, 'T' | ' '))?;
        let fraction = text.split_once('.').map_or("", |(_, rest)| rest);
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let digits = u8::try_from(digits).ok()?;
        let names_zone = text.bytes().skip(11).any(|byte| !matches!(byte, b'0'..=b'9' | b':' | b'.'));
        let (at, zone) = if text.ends_with('Z') {
            (text.parse().ok()?, Zone::Z)
        } else if let Some(at) = names_zone.then(|| text.parse::<Timestamp>().ok()).flatten() {
            (at, Zone::Offset)
        } else {
            let naive: DateTime = text.parse().ok()?;
            (jiff::tz::Offset::UTC.to_timestamp(naive).ok()?, Zone::Naive)
        };
        Some(Self { at, style: TimeStyle::Iso { separator, digits, zone } })
    }

    /// The same instant moved by whole seconds, in the same manner.
    #[must_use]
    pub fn plus_seconds(self, seconds: i64) -> Option<Self> {
        let at = self.at.checked_add(SignedDuration::from_secs(seconds)).ok()?;
        Some(Self { at, style: self.style })
    }
}

impl TimeStyle {
    /// The cell that says `at` in this manner; what the manner cannot hold is cut off.
    #[must_use]
    pub fn cell(self, at: Timestamp) -> Value {
        match self {
            Self::EpochSeconds => Value::Integer(at.as_second()),
            Self::EpochMilliseconds => Value::Integer(at.as_millisecond()),
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
                    Zone::Naive => "",
                    Zone::Z => "Z",
                    Zone::Offset => "+00:00",
                });
                Value::Text(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Option<Moment> {
        Moment::read(ValueRef::Text(text.as_bytes()))
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
            let moment = Moment::read(ValueRef::Integer(written)).unwrap();
            assert_eq!(moment.style.cell(moment.at), Value::Integer(written));
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
        assert_eq!(Moment::read(ValueRef::Null), None);
        assert_eq!(Moment::read(ValueRef::Integer(i64::MAX)), None);
    }
}
