//! Accepted findings of an export, written to the original PostgreSQL database.

#![allow(clippy::unwrap_used, reason = "a database that cannot be read fails the test")]

mod carried;
mod cluster;
mod encodings;
mod guards;
mod helix_kit;
mod open_webui;
mod way_back;

#[path = "../support/mod.rs"]
mod support;
