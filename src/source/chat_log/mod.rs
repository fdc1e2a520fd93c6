//! Chat logs in JSON Lines: parsing their lines, and storing them in a database with ghostcall's own layout.

mod call;
mod database;
mod line;
mod message;

pub(crate) use call::{LoggedAnswer, LoggedCall};
pub use database::{AddError, ImportSummary, NewChatLog};
pub use line::{LineError, LogRules, LoggedLine, read_line};
pub(crate) use line::{any_key, read_message};
pub(crate) use message::{LogMessage, is_of_tool, key, moment, time_cell};

#[cfg(test)]
mod tests;
