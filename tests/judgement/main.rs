//! What is judged of labelled texts: what is read as a payload, what is flagged, and what the gate lets pass.

#[path = "../support/mod.rs"]
mod support;

mod dialogues;
mod leaks;
mod not_flagged;
mod reader;
mod replies;
mod sentences;
