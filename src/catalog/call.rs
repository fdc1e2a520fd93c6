//! Checks a tool call before it is made: the last defence against a tool that does not exist.

use serde::Serialize;
use serde_json::{Value, json};

use super::{ArgumentError, ArgumentFault, Catalog, Tool};

/// Why a call must not be made, in the form that the caller receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No tool has this name.
    ToolNotFound {
        /// The name as the call wrote it.
        name: String,
        /// The tools that may have been meant, best first, each with the reason.
        suggestions: Vec<(String, String)>,
    },
    /// The tool exists, but its schema rejects the arguments.
    InvalidArguments {
        /// The name of the tool in the catalog, not as the call wrote it.
        tool: String,
        /// How the arguments break the tool's schema, one entry per violation; never empty.
        errors: Vec<ArgumentError>,
    },
}

impl Catalog {
    /// Returns the tool that a call names, if it exists and accepts the arguments, where they are given.
    ///
    /// # Errors
    /// No tool has the name, or its schema rejects the arguments.
    pub fn check_call(&self, name: &str, arguments: Option<&Value>) -> Result<&Tool, Refusal> {
        let Some(tool) = self.resolve(name) else {
            let suggestions = self.suggest(name, arguments.and_then(Value::as_object));
            let suggestions = suggestions.into_iter().map(|found| (found.tool.name.clone(), found.reason.to_string()));
            return Err(Refusal::ToolNotFound { name: name.to_owned(), suggestions: suggestions.collect() });
        };
        let errors = arguments.map(|arguments| argument_errors(tool, arguments)).unwrap_or_default();
        if errors.is_empty() { Ok(tool) } else { Err(Refusal::InvalidArguments { tool: tool.name.clone(), errors }) }
    }
}

fn argument_errors(tool: &Tool, arguments: &Value) -> Vec<ArgumentError> {
    if !arguments.is_object() {
        let message = "the arguments of a call are an object".to_owned();
        return vec![ArgumentError { fault: ArgumentFault::Type, path: String::new(), name: None, message }];
    }
    tool.parameters.as_ref().map(|parameters| parameters.check(arguments)).unwrap_or_default()
}

impl Refusal {
    /// Describes the refusal in one sentence.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::ToolNotFound { name, .. } => format!("Tool '{name}' not found"),
            Self::InvalidArguments { tool, .. } => format!("Tool '{tool}' cannot take these arguments"),
        }
    }
}

impl Serialize for Refusal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let answer_of = |error_type: &str, retry_possible: bool| {
            json!({
                "error": true,
                "error_type": error_type,
                "error_message": self.message(),
                "retry_possible": retry_possible,
            })
        };
        let mut answer = match self {
            Self::ToolNotFound { .. } => answer_of("ToolNotFound", false),
            Self::InvalidArguments { .. } => answer_of("InvalidArguments", true),
        };
        match self {
            Self::ToolNotFound { suggestions, .. } => {
                let names: Vec<_> = suggestions.iter().map(|(tool, _)| tool).collect();
                answer["suggested_tools"] = json!(names);
                let reasons = suggestions.iter().map(|(tool, reason)| json!({ "tool": tool, "reason": reason }));
                answer["suggestions"] = reasons.collect();
            }
            Self::InvalidArguments { errors, .. } => {
                let errors = errors.iter().map(|error| json!({ "path": error.path, "message": error.message }));
                answer["errors"] = errors.collect();
            }
        }
        answer.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalog() -> Catalog {
        let text = "[{name: 'send', instead_of: ['mail'], parameters: ['to: string', 'times?: int']}, {name: 'free'}]";
        Catalog::parse("tools.json5", text).unwrap()
    }

    fn answer(name: &str, arguments: Option<&Value>) -> Value {
        match catalog().check_call(name, arguments) {
            Ok(tool) => json!(tool.name),
            Err(refusal) => serde_json::to_value(refusal).unwrap(),
        }
    }

    #[test]
    fn a_call_of_a_tool_that_exists_is_let_through() {
        for (name, arguments) in [
            ("send", None),
            ("functions.Send:0", None),
            ("send", Some(json!({"to": "ana", "times": 2}))),
            ("send", Some(json!({"to": "ana", "more": 2}))),
        ] {
            assert_eq!(answer(name, arguments.as_ref()), "send");
        }
        assert_eq!(answer("free", Some(&json!({"anything": 1}))), "free");
    }

    #[test]
    fn a_tool_that_does_not_exist_is_answered_so() {
        let reason = "the catalog names it as the answer to this name";
        let expected = json!({"error": true, "error_type": "ToolNotFound", "error_message": "Tool 'mail' not found",
            "retry_possible": false, "suggested_tools": ["send"], "suggestions": [{"tool": "send", "reason": reason}]});
        assert_eq!(answer("mail", None), expected);
        assert_eq!(answer("launch", None)["suggested_tools"], json!([]));
    }

    #[test]
    fn arguments_that_do_not_fit_are_reported_with_their_paths() {
        let refusal = answer("send", Some(&json!({"times": "2"})));
        assert_eq!((&refusal["error_type"], &refusal["retry_possible"]), (&json!("InvalidArguments"), &json!(true)));
        let mut paths: Vec<_> =
            refusal["errors"].as_array().unwrap().iter().map(|error| error["path"].clone()).collect();
        paths.sort_by_key(ToString::to_string);
        assert_eq!(paths, [json!(""), json!("/times")]);
        for arguments in [json!([]), json!("x"), json!(null)] {
            assert_eq!(answer("free", Some(&arguments))["error_type"], "InvalidArguments");
        }
    }
}
