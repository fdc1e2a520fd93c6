//! Whether a tool's result is an error, which means that the call proves nothing.

use serde_json::{Map, Value};

/// The beginnings of texts with which many tools and their runtimes report an error, in lower case.
const FAILURES: [&str; 5] = ["error:", "exception:", "failed to ", "failure:", "traceback (most recent call last)"];

/// The members that say whether the call succeeded.
const SUCCESS: [&str; 4] = ["success", "ok", "succeeded", "successful"];

/// The words of a member `status` or `type` that say that the call failed, rather than in which state a thing is.
const FAILED: [&str; 4] = ["error", "failed", "failure", "fail"];

/// Whether a result is an error by its contents: by a member that reports one or denies success, or a text that begins
/// as an error.
pub(crate) fn is_error(result: &Value) -> bool {
    match result {
        Value::Object(members) => members_report_error(members),
        Value::String(text) => {
            let text = text.trim_start();
            let begins_as =
                |failure: &str| text.get(..failure.len()).is_some_and(|own| own.eq_ignore_ascii_case(failure));
            let members = || serde_json::from_str::<Map<String, Value>>(text).ok();
            FAILURES.iter().any(|failure| begins_as(failure))
                || text.starts_with('{') && members().is_some_and(|members| members_report_error(&members))
        }
        _ => false,
    }
}

fn members_report_error(members: &Map<String, Value>) -> bool {
    let is = |name: &str, flag: bool| members.get(name) == Some(&Value::Bool(flag));
    let says_failed = |name: &str| {
        let word = members.get(name).and_then(Value::as_str);
        word.is_some_and(|word| FAILED.iter().any(|failed| word.trim().eq_ignore_ascii_case(failed)))
    };
    let lists_errors = || match members.get("errors") {
        Some(Value::Array(errors)) => !errors.is_empty(),
        Some(Value::Object(errors)) => !errors.is_empty(),
        _ => false,
    };
    is("is_error", true)
        || is("isError", true)
        || members.get("error").is_some_and(reports_error)
        || SUCCESS.iter().any(|name| is(name, false))
        || ["status", "type"].into_iter().any(says_failed)
        || lists_errors() && !SUCCESS.iter().any(|name| is(name, true))
}

/// What an error or status column says about a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ErrorStatus {
    /// Nothing failed: the value is empty, means "no", or is a status of success.
    NoError,
    /// A word whose meaning depends on the application.
    Unknown,
    /// The value reports that the call failed.
    Error,
}

/// The values that report no error.
const NO_ERROR: [&str; 28] = [
    "", "\"\"", "''", "0", "0.0", "f", "n", "no", "false", "null", "nil", "none", "{}", "[]", "ok", "okay", "success",
    "successful", "succeeded", "complete", "completed", "done", "finished", "executed", "no error", "output-available",
    "output_available", "200",
];

/// The placeholders for a missing value.
const MISSING: [&str; 5] = ["-", "n/a", "na", "nan", "undefined"];

/// The values that mean "yes" in an error column.
const ERROR_FLAGS: [&str; 4] = ["true", "t", "y", "yes"];

/// The stems that mark a word as an error.
const FAILURE_STEMS: [&str; 37] = [
    "abort", "conflict", "crash", "declin", "denied", "deny", "disallow", "error", "exceed", "exception", "expired",
    "fail", "forbid", "illegal", "incomplete", "insufficient", "invalid", "malformed", "missing", "not-found",
    "not_found", "notfound", "panic", "rate_limit", "refus", "reject", "timed-out", "timed_out", "timedout", "timeout",
    "unable", "unauthor", "unavail", "unreach", "unsuccess", "unsupported", "wrong",
];

/// The status that a value means in an error or status column.
pub(crate) fn status_of(value: &Value) -> ErrorStatus {
    match value {
        Value::Number(number) => status_of_number(&number.to_string()),
        Value::String(text) => status_of_text(text),
        other => status_of_text(&other.to_string()),
    }
}

/// The same for a text. Words of success and single unknown words are not errors; a sentence is, because it describes
/// what went wrong.
pub(crate) fn status_of_text(text: &str) -> ErrorStatus {
    let text = text.trim().to_lowercase();
    if NO_ERROR.contains(&text.as_str()) {
        return ErrorStatus::NoError;
    }
    if MISSING.contains(&text.as_str()) {
        return ErrorStatus::Unknown;
    }
    let mut words = text.split_whitespace().map(|word| word.trim_end_matches(['.', '!', ',']));
    let is_one = words.clone().count() == 1;
    let is_unknown = |word: &str| {
        let is_word = word.chars().all(|c| c.is_alphabetic() || matches!(c, '_' | '-')) && !word.is_empty();
        is_word && !ERROR_FLAGS.contains(&word) && !FAILURE_STEMS.iter().any(|failure| word.contains(failure))
    };
    let is_success =
        |word: &str| NO_ERROR.contains(&word) && word != "no" || word == "successfully" || is_status_of_success(word);
    let is_unknown =
        if is_one { words.all(|word| is_unknown(word) || is_success(word)) } else { words.all(is_success) };
    if is_unknown { ErrorStatus::Unknown } else { ErrorStatus::Error }
}

/// The same for a number: zero means no error, most others mean an error.
pub(crate) fn status_of_number(number: &str) -> ErrorStatus {
    if NO_ERROR.contains(&number) {
        return ErrorStatus::NoError;
    }
    if is_status_of_success(number) { ErrorStatus::Unknown } else { ErrorStatus::Error }
}

/// The status of a call, by its error column and its result: an error in either counts.
pub(crate) fn of_call(status: ErrorStatus, result: Option<&Value>) -> ErrorStatus {
    if result.is_some_and(is_error) { ErrorStatus::Error } else { status }
}

/// Whether a number is an HTTP status of success.
fn is_status_of_success(word: &str) -> bool {
    word.len() == 3 && word.starts_with('2') && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the member `error` of a result reports an error: any word does, except a placeholder for a missing value.
fn reports_error(error: &Value) -> bool {
    let is_missing = error.as_str().is_some_and(|text| MISSING.contains(&text.trim().to_lowercase().as_str()));
    !is_missing && status_of(error) != ErrorStatus::NoError
}

/// Whether the value of an error column reports no error.
pub(crate) fn is_no_error(value: &Value) -> bool {
    status_of(value) == ErrorStatus::NoError
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_result_is_an_error_by_its_content() {
        for result in [
            json!({"error": "sold out"}),
            json!({"error": {"code": 404}}),
            json!({"error": true, "id": 7}),
            json!({"isError": true, "content": []}),
            json!(r#" {"error": "sold out"}"#),
            json!("Error: reserve is not a valid tool, try one of [book]."),
            json!({"success": false}),
            json!({"ok": false, "id": 7}),
            json!({"status": "error", "message": "sold out"}),
            json!({"status": "Failed"}),
            json!({"type": "error"}),
            json!({"errors": ["sold out"]}),
            json!(r#"{"success": false}"#),
            json!("error: disk full"),
            json!("Failed to save the memory"),
            json!("Traceback (most recent call last):\n  File"),
        ] {
            assert!(is_error(&result), "{result}");
        }
        for result in [
            json!({"error": null, "id": 7}),
            json!({"error": false}),
            json!({"error": ""}),
            json!({"errors": 0, "id": 7}),
            json!({"errors": [], "success": true}),
            json!({"errors": ["one of two"], "success": true}),
            json!({"status": "declined", "type": "order"}),
            json!({"success": true}),
            json!("Failed attempts: 0"),
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
            assert_eq!(
                (status_of_text(text), status_of(&json!(text))),
                (ErrorStatus::NoError, ErrorStatus::NoError),
                "{text}"
            );
        }
        for value in [json!(null), json!(false), json!(0), json!(0.0), json!({}), json!([]), json!(200)] {
            assert_eq!(status_of(&value), ErrorStatus::NoError, "{value}");
        }
    }

    #[test]
    fn a_word_that_nobody_knows_says_nothing() {
        for text in [
            "pending", "in_progress", "Running", "cancelled", "underway", "succeed", "passed", "SENT", "approved",
            "available", "fulfilled", "ok.", "N/A", "nan", "-", "201", "200 OK", "Completed successfully", "erledigt",
            "完了",
        ] {
            assert_eq!(status_of_text(text), ErrorStatus::Unknown, "{text}");
        }
        assert_eq!(status_of(&json!(204)), ErrorStatus::Unknown);
        // In a member that holds only errors, any word is one.
        assert!(is_error(&json!({"error": "pending"})) && !is_error(&json!({"error": "N/A"})));
    }

    #[test]
    fn anything_else_there_is_one() {
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
            assert_eq!(
                (status_of_text(text), status_of(&json!(text))),
                (ErrorStatus::Error, ErrorStatus::Error),
                "{text}"
            );
        }
        for value in [json!(true), json!(1), json!(500), json!({"code": 5}), json!(["no such id"])] {
            assert_eq!(status_of(&value), ErrorStatus::Error, "{value}");
        }
    }
}
