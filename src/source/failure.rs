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
    is_marked("is_error") || is_marked("isError") || members.get("error").is_some_and(|error| !is_no_error(error))
}

/// What stands in the place of an error although nothing failed: nothing at all, a mark that says no, or the status of a call that
/// went well.
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

/// Whether a value stands in the place of an error, and none is told.
pub(crate) fn is_no_error(told: &Value) -> bool {
    told.as_str().map_or_else(|| says_no_error(&told.to_string()), says_no_error)
}

/// The same for a text.
pub(crate) fn says_no_error(text: &str) -> bool {
    NO_ERROR.contains(&text.trim().to_lowercase().as_str())
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
            assert!(says_no_error(text) && is_no_error(&json!(text)), "{text}");
        }
        for value in [json!(null), json!(false), json!(0), json!(0.0), json!({}), json!([])] {
            assert!(is_no_error(&value), "{value}");
        }
    }

    #[test]
    fn whatever_else_stands_there_is_one() {
        for text in
            ["error", "timeout", "true", "1", "ok, but no seat is left", "not found", "unsuccessful", "output-error"]
        {
            assert!(!says_no_error(text) && !is_no_error(&json!(text)), "{text}");
        }
        for value in [json!(true), json!(1), json!({"code": 5}), json!(["no such id"])] {
            assert!(!is_no_error(&value), "{value}");
        }
    }
}
