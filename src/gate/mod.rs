//! The truth gate keeps an assistant from claiming an action that did not happen.
//!
//! The decision of a planner and the answer of an executor make an [`ActionContext`], which is turned into a section of
//! the system prompt. Only the executor's answer shows that an action was executed.
//!
//! ```
//! use ghostcall::gate::ActionContext;
//! use serde_json::json;
//!
//! let request = json!({"plan": {"action": "CREATE_REMINDER", "payload": {"when": "tomorrow"}}, "result": null});
//! let context = ActionContext::of_request(&request).unwrap();
//! assert!(context.action_detected && !context.action_executed);
//! assert!(context.section().contains("NOT claim that anything was saved/created/executed"));
//! ```

mod context;
mod correction;
mod reply;
mod section;
mod turn;

pub use context::{ActionContext, GateError};
pub use reply::{ReplyClaim, ReplyGate, ReplyJudgement};
pub use section::injected;
