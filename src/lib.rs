//! ghostcall finds the tool calls that a chat model claimed and never made, and recovers what was lost.
//!
//! Chat models sometimes *say* that a tool ran when none did: the text holds the tool's answer, the database
//! shows no call, and what the model meant to keep is gone. This library finds such claims in an export of the
//! chat database, judges them by what the database shows, proposes a remedy, keeps what a person decides, and
//! writes back what was approved.
//!
//! Data goes one way, and each step is a module that imports only earlier ones:
//!
//! ```text
//!  source     rows of a database, by a profile      → Message, Evidence
//!  catalog    the tools that exist, by all names    → KnownTools
//!  plan       steps that name tools: can they run?  → Report            pure
//!  registry   syntaxes, patterns: what a shape means → Registry
//!  claim      what a text claims                    → Vec<Claim>       pure
//!  verdict    claim + evidence: did it happen?      → Judgement        pure
//!  proposal   what could be done about it           → Finding          pure
//!  review     what a person decides about it        → Decision
//!  writeback  approved findings, in one transaction → journal, and back again
//! ```
//!
//! What keeps a model from claiming in the first place is separate: [`catalog`] and [`plan`] are commands of their own
//! too, which refuse what cannot run, and [`gate`] says what may be claimed of an action.
//!
//! [`audit`] runs the steps up to the proposal over a database or over messages as they come, [`explore`] groups what it
//! meets by shape, so that a shape that nobody has seen gets a pattern, [`statistics`] counts the findings, and
//! [`session`] adds the review and the write-back. Two faces are on top, neither holding a rule of the domain: [`tui`], the terminal UI, and
//! [`cli`], the commands. `src/README.md` says where to add what. A new model's quirk is a new pattern in a JSON5 file, a new application a new profile.
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
/// Without databases there is no source; a verdict knows what evidence may amount to all the same.
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
