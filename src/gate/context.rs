//! The outcome of the action that a user requested.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// The planner's action name for no action.
const NOOP: &str = "NOOP";
/// The planner's action name for a question to the user.
const CLARIFY: &str = "CLARIFY";
/// The executor's status for an executed action.
const OK: &str = "ok";

const NO_ACTION: &str = "no_action_detected";
const NEEDS_CLARIFICATION: &str = "needs_clarification";
const NOT_EXECUTED: &str = "not_executed";
pub(super) const FAILED: &str = "execution_failed";
const EXECUTED: &str = "executed_ok";

/// Why the input of the gate is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// A member is missing.
    #[error("missing field `{0}`")]
    Missing(&'static str),
    /// A member has the wrong type: its name, and what it should be.
    #[error("`{0}` is not {1}")]
    Kind(&'static str, &'static str),
    /// The context contradicts itself.
    #[error("contradictory context: an action was executed, but none was detected")]
    Contradiction,
}

/// The outcome of an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionContext {
    /// Whether the user requested an action.
    pub action_detected: bool,
    /// Whether the executor reports that it was executed.
    pub action_executed: bool,
    /// The name of the action, such as `create_reminder`.
    pub action_type: Option<String>,
    /// The reason for this outcome, such as `executed_ok`.
    pub reason: String,
    /// The details: artifacts, errors, a question, or the payload.
    pub details: Value,
}

impl ActionContext {
    /// Reads `{"plan": {"action", "payload"}, "result": {"status", "artifacts", "errors"} | null}`.
    pub fn of_request(request: &Value) -> Result<Self, GateError> {
        let plan = request.get("plan").ok_or(GateError::Missing("plan"))?;
        let action = plan.get("action").ok_or(GateError::Missing("plan.action"))?;
        let action = action.as_str().map(str::trim).filter(|action| !action.is_empty());
        let action = action.ok_or(GateError::Kind("plan.action", "the name of an action"))?;
        let payload = given(plan, "payload").cloned().unwrap_or_else(|| json!({}));
        if action.eq_ignore_ascii_case(NOOP) {
            return Ok(Self::no_action(&payload));
        }
        if action.eq_ignore_ascii_case(CLARIFY) {
            return Ok(Self::clarify(payload));
        }
        Ok(match given(request, "result") {
            None => Self::detected(action, NOT_EXECUTED, payload),
            Some(result) if result.get("status").and_then(Value::as_str) == Some(OK) => Self::executed(action, result),
            Some(result) => {
                let errors = given(result, "errors").cloned().unwrap_or_else(|| json!([]));
                Self::detected(action, FAILED, json!({ "errors": errors, "payload": payload }))
            }
        })
    }

    /// Reads a context in the JSON form of [`ActionContext`].
    pub fn read(value: &Value) -> Result<Self, GateError> {
        let said = |name: &'static str| match value.get(name) {
            Some(Value::Bool(said)) => Ok(*said),
            Some(_) => Err(GateError::Kind(name, "true or false")),
            None => Err(GateError::Missing(name)),
        };
        let text = |name: &'static str| match given(value, name) {
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(GateError::Kind(name, "a string")),
            None => Ok(None),
        };
        let (action_detected, action_executed) = (said("action_detected")?, said("action_executed")?);
        if action_executed && !action_detected {
            return Err(GateError::Contradiction);
        }
        let usual = match (action_detected, action_executed) {
            (_, true) => EXECUTED,
            (true, false) => NOT_EXECUTED,
            (false, false) => NO_ACTION,
        };
        Ok(Self {
            action_detected,
            action_executed,
            action_type: text("action_type")?,
            reason: text("reason")?.unwrap_or_else(|| usual.to_owned()),
            details: given(value, "details").cloned().unwrap_or_else(|| json!({})),
        })
    }

    /// Whether the user must answer a question first.
    #[must_use]
    pub fn needs_clarification(&self) -> bool {
        self.reason == NEEDS_CLARIFICATION || self.action_type.as_deref() == Some(CLARIFY)
    }

    fn no_action(payload: &Value) -> Self {
        let reason = payload.get("reason").and_then(Value::as_str).filter(|reason| !reason.trim().is_empty());
        Self {
            action_detected: false,
            action_executed: false,
            action_type: None,
            reason: reason.unwrap_or(NO_ACTION).to_owned(),
            details: json!({}),
        }
    }

    fn clarify(payload: Value) -> Self {
        let mut details = match payload {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        details.entry("question").or_insert(Value::Null);
        Self::detected(CLARIFY, NEEDS_CLARIFICATION, Value::Object(details))
    }

    fn detected(action: &str, reason: &str, details: Value) -> Self {
        Self {
            action_detected: true,
            action_executed: false,
            action_type: Some(action.to_owned()),
            reason: reason.to_owned(),
            details,
        }
    }

    fn executed(action: &str, result: &Value) -> Self {
        let artifacts = given(result, "artifacts").cloned().unwrap_or_else(|| json!({}));
        Self { action_executed: true, ..Self::detected(action, EXECUTED, artifacts) }
    }
}

/// A member, if it exists and is not `null`.
fn given<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.get(name).filter(|value| !value.is_null())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(request: &Value) -> Value {
        serde_json::to_value(ActionContext::of_request(request).unwrap()).unwrap()
    }

    fn expected(detected: bool, executed: bool, action: Option<&str>, reason: &str, details: &Value) -> Value {
        json!({"action_detected": detected, "action_executed": executed, "action_type": action, "reason": reason,
            "details": details})
    }

    #[test]
    fn the_five_cases() {
        let payload = json!({"title": "dentist", "when": "9am"});
        for (request, expected) in [
            (json!({"plan": {"action": "NOOP"}}), expected(false, false, None, "no_action_detected", &json!({}))),
            (
                json!({"plan": {"action": "NOOP", "payload": {"reason": "unsupported_phrasing"}}, "result": {"status": "ok"}}),
                expected(false, false, None, "unsupported_phrasing", &json!({})),
            ),
            (
                json!({"plan": {"action": "CLARIFY", "payload": {"question": "When?"}}, "result": null}),
                expected(true, false, Some("CLARIFY"), "needs_clarification", &json!({"question": "When?"})),
            ),
            (
                json!({"plan": {"action": "CREATE_REMINDER", "payload": payload}, "result": null}),
                expected(true, false, Some("CREATE_REMINDER"), "not_executed", &payload),
            ),
            (
                json!({"plan": {"action": "CREATE_REMINDER", "payload": payload},
                    "result": {"status": "error", "errors": ["missing_field:when"]}}),
                expected(
                    true,
                    false,
                    Some("CREATE_REMINDER"),
                    "execution_failed",
                    &json!({"errors": ["missing_field:when"], "payload": payload}),
                ),
            ),
            (
                json!({"plan": {"action": "CREATE_REMINDER", "payload": payload},
                    "result": {"status": "ok", "artifacts": {"reminder_id": "rem_1"}, "errors": []}}),
                expected(true, true, Some("CREATE_REMINDER"), "executed_ok", &json!({"reminder_id": "rem_1"})),
            ),
        ] {
            assert_eq!(context(&request), expected, "{request}");
        }
    }

    #[test]
    fn only_the_word_ok_of_an_executor_makes_an_action_executed() {
        for result in [
            json!({}),
            json!("ok"),
            json!(true),
            json!([{"status": "ok"}]),
            json!({"status": "OK"}),
            json!({"status": true}),
            json!({"status": "ok "}),
            json!({"status": null, "artifacts": {"id": 1}}),
        ] {
            let made = context(&json!({"plan": {"action": "SAVE", "payload": null}, "result": result}));
            let expected =
                expected(true, false, Some("SAVE"), "execution_failed", &json!({"errors": [], "payload": {}}));
            assert_eq!(made, expected, "{result}");
        }
        let bare = context(&json!({"plan": {"action": "SAVE"}, "result": {"status": "ok"}}));
        assert_eq!((&bare["action_executed"], &bare["details"]), (&json!(true), &json!({})));
        let clarify = context(&json!({"plan": {"action": "CLARIFY", "payload": "?"}, "result": {"status": "ok"}}));
        assert_eq!((&clarify["action_executed"], &clarify["details"]), (&json!(false), &json!({"question": null})));
    }

    #[test]
    fn what_is_no_request_is_reported() {
        for (request, expected) in [
            (json!(5), "missing field `plan`"),
            (json!({"plan": null}), "missing field `plan.action`"),
            (json!({"plan": {"payload": {}}}), "missing field `plan.action`"),
            (json!({"plan": {"action": 5}}), "`plan.action` is not the name of an action"),
            (json!({"plan": {"action": " "}}), "`plan.action` is not the name of an action"),
        ] {
            assert_eq!(ActionContext::of_request(&request).unwrap_err().to_string(), expected, "{request}");
        }
    }

    #[test]
    fn a_printed_context_reads_back() {
        for request in [
            json!({"plan": {"action": "NOOP"}}),
            json!({"plan": {"action": "CLARIFY", "payload": {"question": "When?"}}}),
            json!({"plan": {"action": "SAVE"}}),
            json!({"plan": {"action": "SAVE"}, "result": {"status": "failed"}}),
            json!({"plan": {"action": "SAVE"}, "result": {"status": "ok", "artifacts": [1]}}),
        ] {
            let made = ActionContext::of_request(&request).unwrap();
            assert_eq!(ActionContext::read(&serde_json::to_value(&made).unwrap()), Ok(made), "{request}");
        }
    }

    #[test]
    fn a_context_that_is_none_is_reported() {
        for (context, expected) in [
            (json!(null), "missing field `action_detected`"),
            (json!({"action_detected": true}), "missing field `action_executed`"),
            (json!({"action_detected": "yes", "action_executed": false}), "`action_detected` is not true or false"),
            (
                json!({"action_detected": true, "action_executed": true, "action_type": 5}),
                "`action_type` is not a string",
            ),
            (json!({"action_detected": false, "action_executed": true}), "none was detected"),
        ] {
            let error = ActionContext::read(&context).unwrap_err().to_string();
            assert!(error.contains(expected), "{context}: {error}");
        }
    }
}
