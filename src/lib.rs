//! ghostcall finds the tool calls that a chat model claimed but never made, and recovers what was lost.
//!
//! Chat models sometimes *say* that a tool ran when none did: the text holds the tool's answer, the database shows no
//! call, and what the model wanted to store is gone. This library finds such claims in an export of the chat database,
//! checks them against the evidence there, proposes remedies, stores the decisions of reviewers, and writes approved
//! findings back.
//!
//! Data flows in one direction. Each step is a module that imports only earlier ones:
//!
//! ```text
//!  catalog    the tools that exist, by all names     → KnownTools
//!  plan       steps that name tools: can they run?   → PlanReport       pure
//!  source     rows of a database, by a profile       → Message, Evidence
//!  registry   syntaxes, patterns: what a shape means → Registry
//!  claim      what a text claims                     → Vec<Claim>       pure
//!  verdict    claim + evidence: did it happen?       → Judgement        pure
//!  proposal   what could be done about it            → Finding          pure
//!  review     what a reviewer decides about it       → Decision
//!  writeback  approved findings, in one transaction  → journal, undo
//! ```
//!
//! To keep a model from making false claims in the first place, [`catalog`] and [`plan`] reject calls that cannot run,
//! and [`gate`] states what may be claimed about an action.
//!
//! [`audit`] runs the steps up to the proposal, on a database or on a stream of messages. [`explore`] groups unknown
//! payloads by shape, so that a new shape can get a pattern. [`statistics`] counts findings. [`session`] adds the
//! review and the write-back. [`tui`], the terminal UI, and [`cli`], the commands, are built on top and contain no
//! rules of the domain. `src/README.md` shows where to add what: support for a new model is a pattern in a JSON5 file,
//! for a new application a profile.
//!
//! ```
//! use ghostcall::claim::{self, Context};
//! use ghostcall::registry::Registry;
//!
//! let registry = Registry::builtin().unwrap();
//! let text = r#"{success: true, memory_type: "core", content: "Tea, not coffee."}Noted."#;
//! let claims = claim::find(text, &registry, Context::default());
//! assert_eq!(claims[0].tool.as_deref(), Some("save_memory"));
//! assert_eq!(&text[claims[0].span.end..], "Noted.");
//! ```

#[cfg(feature = "sqlite")]
pub mod audit;
pub mod catalog;
pub mod claim;
#[cfg(feature = "cli")]
pub mod cli;
mod counted;
pub mod document;
#[cfg(feature = "sqlite")]
pub mod explore;
pub mod gate;
mod literals;
pub mod plan;
#[cfg(feature = "sqlite")]
pub mod proposal;
pub mod registry;
#[cfg(feature = "sqlite")]
pub mod report;
#[cfg(feature = "sqlite")]
pub mod review;
#[cfg(feature = "sqlite")]
pub mod sample;
#[cfg(feature = "sqlite")]
pub mod sampling;
#[cfg(feature = "sqlite")]
pub mod session;
#[cfg(feature = "sqlite")]
pub mod source;
/// Without databases there are no evidence sources, but a verdict still needs the outcomes of evidence.
#[cfg(not(feature = "sqlite"))]
pub mod source {
    mod outcome;
    pub use outcome::Outcome;
}
#[cfg(feature = "sqlite")]
pub mod statistics;
#[cfg(feature = "tui")]
pub mod tui;
#[cfg(feature = "sqlite")]
mod unfinished;
pub mod verdict;
pub mod visible;
mod work;
#[cfg(feature = "sqlite")]
pub mod writeback;
