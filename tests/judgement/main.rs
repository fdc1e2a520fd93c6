//! What is judged of labelled texts: what is read as a payload, what is flagged, and what the gate lets pass.

#[path = "../support/sentence_cases.rs"]
#[allow(dead_code, reason = "catalogs and corrections are checked next to the code")]
mod sentence_cases;
#[path = "../support/mod.rs"]
mod support;

mod calls;
mod dialogues;
mod leaks;
mod not_flagged;
mod reader;
mod replies;
mod sentences;
