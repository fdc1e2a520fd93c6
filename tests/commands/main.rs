//! The commands as scripts and users see them: the real binary, its output, its exit status.

#![allow(clippy::unwrap_used, reason = "an answer that cannot be read fails the test")]

#[path = "../support/mod.rs"]
mod support;

mod announcements;
mod approval;
#[cfg(feature = "arrow")]
mod arrow;
mod asked;
mod bad_input;
mod carried;
mod catalog;
mod configuration;
mod contract;
mod decide;
mod decide_in_bulk;
mod distrust;
mod documents;
mod drafts;
mod elsewhere;
mod emit_sql;
mod envelopes;
mod evidence;
mod export;
mod failures;
mod foreign;
mod gate;
mod gate_grounds;
mod grounds;
mod help;
mod hostile;
mod import;
mod import_documents;
mod mapping;
mod next_step;
mod order;
mod other_formats;
mod others;
mod own_profile;
mod paths;
mod planner;
mod plans;
mod private;
mod profiles;
mod receipts;
mod registry;
mod report;
mod review_file;
mod sample;
mod shapes;
mod statistics;
mod templates;
mod traces;
mod trail;
mod true_texts;
mod truth_gate;
mod turns;
mod unread_sources;
mod verify;
mod whole;
