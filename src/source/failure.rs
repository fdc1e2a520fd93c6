//! Whether what a tool answered is an error: then the call is no evidence that it ran.

use serde_json::{Map, Value};

/// How many tools, and whatever runs them, begin the words of an error.
const ERROR: &str = "Error:";

/// Whether a result is an error, by what stands in it: a member `error` that says something, a mark, or a text that begins with
/// the word.
pub(crate) fn is_error(result: &Value) -> bool {
    match result {
        Value::Object(members) => tells_of_error(members),
        Value::String(text) => {
            let text = text.trim_start();
            let members = || serde_json::from_str::<Map<String, Value>>(text).ok();
            text.starts_with(ERROR)
                || text.starts_with('{') && members().is_some_and(|members| tells_of_error(&members))
        }
        _ => false,
    }
}

fn tells_of_error(members: &Map<String, Value>) -> bool {
    let is_marked = |name: &str| members.get(name) == Some(&Value::Bool(true));
    is_marked("is_error") || is_marked("isError") || members.get("error").is_some_and(is_told)
}

/// What the place tells in which a source says whether a call failed: some put an error there, others a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Told {
    /// Nothing failed: nothing stands there, or a mark that says no, or the status of a call that went well.
    NoError,
    /// A word that tells neither: nobody knows what the application means by it.
    Unknown,
    /// It failed.
    Error,
}

/// What says that nothing failed.
const NO_ERROR: [&str; 28] = [
    "",
    "\"\"",
    "''",
    "0",
    "0.0",
    "f",
    "n",
    "no",
    "false",
    "null",
    "nil",
    "none",
    "{}",
    "[]",
    "ok",
    "okay",
    "success",
    "successful",
    "succeeded",
    "complete",
    "completed",
    "done",
    "finished",
    "executed",
    "no error",
    "output-available",
    "output_available",
    "200",
];

/// What stands where a value is missing.
const MISSING: [&str; 5] = ["-", "n/a", "na", "nan", "undefined"];

/// What says yes in a place that asks for an error.
const YES: [&str; 4] = ["true", "t", "y", "yes"];

/// A word in which one of these stands is that of an error.
const OF_FAILURE: [&str; 37] = [
    "abort",
    "conflict",
    "crash",
    "declin",
    "denied",
    "deny",
    "disallow",
    "error",
    "exceed",
    "exception",
    "expired",
    "fail",
    "forbid",
    "illegal",
    "incomplete",
    "insufficient",
    "invalid",
    "malformed",
    "missing",
    "not-found",
    "not_found",
    "notfound",
    "panic",
    "rate_limit",
    "refus",
    "reject",
    "timed-out",
    "timed_out",
    "timedout",
    "timeout",
    "unable",
    "unauthor",
    "unavail",
    "unreach",
    "unsuccess",
    "unsupported",
    "wrong",
];

/// What a value tells in the place of an error or a status.
pub(crate) fn told(value: &Value) -> Told {
    match value {
        Value::Number(number) => told_by_number(&number.to_string()),
        Value::String(text) => told_by(text),
        other => told_by(&other.to_string()),
    }
}

/// The same for a text. Words that only speak of success, and those that nobody knows, are told from those that speak of an
/// error: whoever writes a sentence there writes what went wrong.
pub(crate) fn told_by(text: &str) -> Told {
    let text = text.trim().to_lowercase();
    if NO_ERROR.contains(&text.as_str()) {
        return Told::NoError;
    }
    if MISSING.contains(&text.as_str()) {
        return Told::Unknown;
    }
    let mut words = text.split_whitespace().map(|word| word.trim_end_matches(['.', '!', ',']));
    let is_one = words.clone().count() == 1;
    let is_unknown = |word: &str| {
        let is_word = word.chars().all(|c| c.is_alphabetic() || matches!(c, '_' | '-')) && !word.is_empty();
        is_word && !YES.contains(&word) && !OF_FAILURE.iter().any(|failure| word.contains(failure))
    };
    let is_success =
        |word: &str| NO_ERROR.contains(&word) && word != "no" || word == "successfully" || is_status_of_success(word);
    let is_unknown =
        if is_one { words.all(|word| is_unknown(word) || is_success(word)) } else { words.all(is_success) };
    if is_unknown { Told::Unknown } else { Told::Error }
}

/// The same for a number: zero is that of no error, and most others are those of one.
pub(crate) fn told_by_number(number: &str) -> Told {
    if NO_ERROR.contains(&number) {
        return Told::NoError;
    }
    if is_status_of_success(number) { Told::Unknown } else { Told::Error }
}

/// What a call tells by the place of an error and by its result: an error in either is one.
pub(crate) fn of_call(told: Told, result: Option<&Value>) -> Told {
    if result.is_some_and(is_error) { Told::Error } else { told }
}

/// Whether a number is one by which HTTP says that something went well.
fn is_status_of_success(word: &str) -> bool {
    word.len() == 3 && word.starts_with('2') && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the member `error` of a result tells one: there any word does, unless it stands for a missing value.
fn is_told(error: &Value) -> bool {
    let is_missing = error.as_str().is_some_and(|text| MISSING.contains(&text.trim().to_lowercase().as_str()));
    !is_missing && told(error) != Told::NoError
}

/// Whether a value stands in the place of an error, and none is told.
pub(crate) fn is_no_error(value: &Value) -> bool {
    told(value) == Told::NoError
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_result_is_an_error_by_what_stands_in_it() {
        for result in [
            json!({"error": "sold out"}),
            json!({"error": {"code": 404}}),
            json!({"error": true, "id": 7}),
            json!({"isError": true, "content": []}),
            json!(r#" {"error": "sold out"}"#),
            json!("Error: reserve is not a valid tool, try one of [book]."),
        ] {
            assert!(is_error(&result), "{result}");
        }
        for result in [
            json!({"error": null, "id": 7}),
            json!({"error": false}),
            json!({"error": ""}),
            json!({"errors": 0, "id": 7}),
            json!({"isError": false, "content": []}),
            json!({"log": [{"error": "of somebody else"}]}),
            json!(r#"{"error": null}"#),
            json!(r#"{"error": "cut off"#),
            json!("No error: booked"),
            json!("Errors found: none"),
            json!([{"error": "one of many"}]),
            json!(null),
        ] {
            assert!(!is_error(&result), "{result}");
        }
    }

    #[test]
    fn a_status_of_success_is_no_error() {
        for text in
            ["", " ", "0", "0.0", "No", "false", "NULL", "[]", "\"\"", "ok", "Success", "done", "output-available"]
        {
            assert_eq!((told_by(text), told(&json!(text))), (Told::NoError, Told::NoError), "{text}");
        }
        for value in [json!(null), json!(false), json!(0), json!(0.0), json!({}), json!([]), json!(200)] {
            assert_eq!(told(&value), Told::NoError, "{value}");
        }
    }

    #[test]
    fn a_word_that_nobody_knows_tells_nothing() {
        for text in [
            "pending",
            "in_progress",
            "Running",
            "cancelled",
            "underway",
            "succeed",
            "passed",
            "SENT",
            "approved",
            "available",
            "fulfilled",
            "ok.",
            "N/A",
            "nan",
            "-",
            "201",
            "200 OK",
            "Completed successfully",
            "erledigt",
            "完了",
        ] {
            assert_eq!(told_by(text), Told::Unknown, "{text}");
        }
        assert_eq!(told(&json!(204)), Told::Unknown);
        // Where the place is the error's own, any word tells one.
        assert!(is_error(&json!({"error": "pending"})) && !is_error(&json!({"error": "N/A"})));
    }

    #[test]
    fn whatever_else_stands_there_is_one() {
        for text in [
            "error",
            "timeout",
            "true",
            "1",
            "404",
            "ok, but no seat is left",
            "not found",
            "unsuccessful",
            "output-error",
            "unavailable",
            "timed_out",
            "NotFound",
            "rate_limited",
            "Access_Denied",
            "refused",
            "no success",
            "sold out",
            "ENOENT: x",
        ] {
            assert_eq!((told_by(text), told(&json!(text))), (Told::Error, Told::Error), "{text}");
        }
        for value in [json!(true), json!(1), json!(500), json!({"code": 5}), json!(["no such id"])] {
            assert_eq!(told(&value), Told::Error, "{value}");
        }
    }
}
