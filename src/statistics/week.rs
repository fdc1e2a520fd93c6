//! Weeks as ISO 8601 counts them: from Monday, in UTC.

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

/// A longer time is not filled up with weeks in which nothing was: one wrong clock would make a thousand of them.
const MAX_FILLED: usize = 1_040;

/// The Monday of the week of a time.
#[must_use]
pub fn monday_of(time: Timestamp) -> Date {
    let date = time.to_zoned(TimeZone::UTC).date();
    let since = i64::from(date.weekday().since(Weekday::Monday));
    date.saturating_sub(since.days())
}

/// The name of the week that a date belongs to, such as `2026-W03`.
#[must_use]
pub fn week_name(date: Date) -> String {
    let week = date.iso_week_date();
    format!("{:04}-W{:02}", week.year(), week.week())
}

/// The name of the week of a time.
#[must_use]
pub fn week_of(time: Timestamp) -> String {
    week_name(monday_of(time))
}

/// The Mondays from the first to the last, without gaps as long as these are twenty years at most; they come in order.
pub(super) fn filled(mondays: impl Iterator<Item = Date>) -> Vec<Date> {
    let known: Vec<Date> = mondays.collect();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return known };
    let next = |monday: &Date| monday.checked_add(1.week()).ok().filter(|next| next <= last);
    let all: Vec<Date> = std::iter::successors(Some(*first), next).take(MAX_FILLED + 1).collect();
    if all.len() > MAX_FILLED { known } else { all }
}
