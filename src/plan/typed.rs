//! A plan as a reviewer types it.

use serde_json::Value;

use super::{ErrorType, PlanError};
use crate::document::{self, AnyValue};

/// Reads a plan in JSON or JSON5.
///
/// # Errors
/// The position and reason of a syntax error, as an error of the plan as a whole.
pub fn read(text: &str) -> Result<Value, Box<PlanError>> {
    if let Ok(AnyValue(value)) = serde_json::from_str(text) {
        return Ok(value);
    }
    document::parse::<AnyValue>("plan", text).map(|AnyValue(value)| value).map_err(|error| {
        let message = format!("Invalid JSON: line {}, column {}: {}", error.line, error.column, error.reason);
        Box::new(PlanError::of_plan(ErrorType::InvalidPlanStructure, message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_and_what_people_make_of_it_are_read() {
        assert_eq!(read(r#"{"steps": []}"#).unwrap(), json!({"steps": []}));
        assert_eq!(read("[{id: 'a', /* b */ tool: 'c',},]").unwrap(), json!([{"id": "a", "tool": "c"}]));
    }

    #[test]
    fn what_is_no_json_is_reported_with_its_place() {
        let error = read("{\n  \"steps\": ]\n}").unwrap_err();
        assert!(error.message.starts_with("Invalid JSON: line 2, column "), "{}", error.message);
        assert!(error.is_fatal());
        let deep = "[".repeat(100_000);
        assert!(read(&deep).is_err());
    }
}
