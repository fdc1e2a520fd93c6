//! The truth gate: an assistant says of an action what happened to it, and nothing else.
//!
//! What a planner decided and an executor answered becomes an [`ActionContext`], and this a section of the system
//! prompt. That something was executed is known from the executor's answer alone.
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
