//! Weeks by ISO 8601: from Monday to Sunday, in UTC.

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

/// In weeks, which is about twenty years. Gaps are not filled over longer periods, since one wrong clock would produce
/// thousands of empty weeks.
const MAX_FILLED: usize = 1_040;

/// The Monday of a time's week.
#[must_use]
pub fn monday_of(time: Timestamp) -> Date {
    let date = time.to_zoned(TimeZone::UTC).date();
    let since = i64::from(date.weekday().since(Weekday::Monday));
    date.saturating_sub(since.days())
}

/// The name of a date's week, such as `2026-W03`.
#[must_use]
pub fn week_name(date: Date) -> String {
    let week = date.iso_week_date();
    format!("{:04}-W{:02}", week.year(), week.week())
}

/// The name of a time's week, such as `2026-W03`.
#[must_use]
pub fn week_of(time: Timestamp) -> String {
    week_name(monday_of(time))
}

/// Fills the gaps between Mondays, which must be in order. Returns them unchanged if they span more than [`MAX_FILLED`]
/// weeks.
pub(super) fn filled(mondays: impl Iterator<Item = Date>) -> Vec<Date> {
    let known: Vec<Date> = mondays.collect();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return known };
    let next = |monday: &Date| monday.checked_add(1.week()).ok().filter(|next| next <= last);
    let all: Vec<Date> = std::iter::successors(Some(*first), next).take(MAX_FILLED + 1).collect();
    if all.len() > MAX_FILLED { known } else { all }
}
