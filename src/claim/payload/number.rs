//! Numbers as JSON writes them, and as models do.

use serde_json::{Number, Value};

#[derive(Debug, PartialEq)]
pub(super) struct NumberRead {
    pub(super) value: Value,
    /// Whether its form is unknown to JSON, or it fits no number and stays text.
    pub(super) odd: bool,
}

/// Reads a word that is a number.
///
/// What fits neither a 64-bit integer nor an `f64` stays text, and so does what begins with zeros, which is a code.
pub(super) fn read(word: &str) -> Option<NumberRead> {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return None;
    }
    let negative = word.starts_with('-');
    if let Some(plain) = without_underscores(word) {
        return read(&plain).map(|number| NumberRead { odd: true, ..number });
    }
    if let Some(digits) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        return hexadecimal(word, digits, negative);
    }
    let form = NumberForm::of(unsigned)?;
    let text = || Value::String(word.to_owned());
    if form.leading_zero {
        return Some(NumberRead { value: text(), odd: true });
    }
    let value = if form.whole {
        whole(unsigned, negative)
    } else {
        // The standard library reads `.5`, `5.` and the nearest double exactly.
        word.parse().ok().and_then(Number::from_f64).map(Value::Number)
    };
    Some(NumberRead { odd: form.odd || word.starts_with('+') || value.is_none(), value: value.unwrap_or_else(text) })
}

/// A number of days, months or hours with a leading zero: `07`. Longer ones are codes.
pub(super) fn without_zeros(word: &str) -> Option<Value> {
    let digit = word.strip_prefix('0').filter(|rest| rest.len() == 1)?;
    digit.parse::<u64>().ok().map(Value::from)
}

/// The number before an exponent that was cut off: `2e`, `1.5e+`.
pub(super) fn without_exponent(word: &str) -> Option<Value> {
    let mantissa = word.strip_suffix(['-', '+']).unwrap_or(word).strip_suffix(['e', 'E'])?;
    read(mantissa).map(|number| number.value).filter(Value::is_number)
}

/// A number with underscores between its thousands, as in Python, Rust and Ruby: `10_000`. Other groups make a name.
fn without_underscores(word: &str) -> Option<String> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let is_digits = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = whole.trim_start_matches(['-', '+']).split('_');
    let begins = groups.next().is_some_and(|first| is_digits(first) && first.len() <= 3);
    let is_parted = begins && groups.all(|group| is_digits(group) && group.len() == 3);
    let may_end = !fraction.contains('_') || fraction.split('_').all(is_digits);
    (whole.contains('_') && is_parted && may_end).then(|| word.replace('_', ""))
}

/// Whether a text is arithmetic: numbers separated by `*`, or by operators with spaces around them: `60*60*12`.
pub(super) fn is_expression(text: &str) -> bool {
    let mut operators = 0;
    let mut numbers = 0;
    for part in text.split(['*', '/', '+', '-', '%', '(', ')', ' ']).filter(|part| !part.is_empty()) {
        if read(part).is_none_or(|number| !number.value.is_number()) {
            return false;
        }
        numbers += 1;
    }
    for character in text.chars() {
        operators += usize::from("*/+-%".contains(character));
    }
    numbers > 1 && operators > 0 && (text.contains('*') || text.contains(' ') || text.contains('('))
}

fn whole(digits: &str, negative: bool) -> Option<Value> {
    match digits.parse().ok()? {
        // As serde_json reads it.
        0 if negative => Some((-0.0).into()),
        magnitude => signed(magnitude, negative),
    }
}

fn signed(magnitude: u64, negative: bool) -> Option<Value> {
    if negative { 0_i64.checked_sub_unsigned(magnitude).map(Value::from) } else { Some(magnitude.into()) }
}

fn hexadecimal(word: &str, digits: &str, negative: bool) -> Option<NumberRead> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = u64::from_str_radix(digits, 16).ok().and_then(|magnitude| signed(magnitude, negative));
    Some(NumberRead { value: value.unwrap_or_else(|| Value::String(word.to_owned())), odd: true })
}

struct NumberForm {
    /// Whether it consists of digits alone, so that it is an integer.
    whole: bool,
    leading_zero: bool,
    /// No digit before, or none after, the point.
    odd: bool,
}

impl NumberForm {
    fn of(unsigned: &str) -> Option<Self> {
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (unsigned.get(..at)?, unsigned.get(at + 1..)),
            None => (unsigned, None),
        };
        let (integer, fraction) = match mantissa.split_once('.') {
            Some((integer, fraction)) => (integer, Some(fraction)),
            None => (mantissa, None),
        };
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let exponent_is_fine = exponent.is_none_or(|exponent| {
            let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            !exponent.is_empty() && digits(exponent)
        });
        let empty = integer.is_empty() && fraction.is_none_or(str::is_empty);
        if empty || !digits(integer) || !fraction.is_none_or(digits) || !exponent_is_fine {
            return None;
        }
        Some(Self {
            whole: fraction.is_none() && exponent.is_none(),
            leading_zero: integer.len() > 1 && integer.starts_with('0'),
            odd: integer.is_empty() || fraction.is_some_and(str::is_empty),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plain(word: &str) -> Option<Value> {
        read(word).map(|number| {
            assert!(!number.odd, "{word}");
            number.value
        })
    }

    fn odd(word: &str) -> Value {
        let number = read(word).unwrap();
        assert!(number.odd, "{word}");
        number.value
    }

    #[test]
    fn json_numbers_are_plain() {
        assert_eq!(plain("0"), Some(json!(0)));
        assert_eq!(plain("-12"), Some(json!(-12)));
        assert_eq!(plain("18446744073709551615"), Some(json!(u64::MAX)));
        assert_eq!(plain("-9223372036854775808"), Some(json!(i64::MIN)));
        assert_eq!(plain("2.5e-3"), Some(json!(0.0025)));
        assert_eq!(plain("1E5"), Some(json!(1e5)));
        assert_eq!(plain("-0").map(|value| value.to_string()), Some("-0.0".to_owned()));
    }

    #[test]
    fn json5_numbers_are_odd() {
        assert_eq!(odd("0x1F"), json!(31));
        assert_eq!(odd("-0x1F"), json!(-31));
        assert_eq!(odd("+5"), json!(5));
        assert_eq!(odd(".5"), json!(0.5));
        assert_eq!(odd("5."), json!(5.0));
    }

    #[test]
    fn what_no_number_holds_stays_text() {
        for word in ["18446744073709551616", "-9223372036854775809", "1e9999", "007", "0xFFFFFFFFFFFFFFFFF"] {
            assert_eq!(odd(word), json!(word));
        }
    }

    #[test]
    fn thousands_may_be_parted() {
        for (word, value) in [
            ("1_000", json!(1000)),
            ("-12_345_678", json!(-12_345_678)),
            ("1_000.5", json!(1000.5)),
            ("1_000.2_5", json!(1000.25)),
        ] {
            assert_eq!(read(word), Some(NumberRead { value, odd: true }), "{word}");
        }
    }

    #[test]
    fn a_number_may_lack_its_exponent() {
        for word in ["2e", "-1.5E+", "3e-"] {
            assert!(without_exponent(word).is_some(), "{word}");
        }
        for word in ["2", "e", "xe", "2e5", "-", "abcde"] {
            assert_eq!(without_exponent(word), None, "{word}");
        }
    }

    #[test]
    fn what_only_starts_as_a_number_is_none() {
        for word in [
            "2026-01-27", "17:00", ".2f", "08b", "1_00", "1_000._5", "2026_01_27", "_100", "-", ".", "1e", "0x", "5MB",
            "Infinity", "60*60",
        ] {
            assert_eq!(read(word), None, "{word}");
        }
    }
}
