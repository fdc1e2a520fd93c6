//! The list of findings: what is stored of each, what a query shows, in which order, and which findings are alike.
//!
//! [`list::FindingList`] holds the findings, and only it changes them. [`list_view::ListView`] is how they are shown;
//! [`marks::Marks`] and [`text_search::TextSearch`] are about what it shows.

pub(crate) mod alike;
pub(crate) mod alike_tallies;
pub(crate) mod counts;
pub(crate) mod current;
pub(crate) mod editable;
pub(crate) mod facets;
pub(crate) mod field;
pub(crate) mod filter;
pub(crate) mod filter_choice;
pub(crate) mod item;
pub(crate) mod item_maker;
pub(crate) mod key_index;
pub(crate) mod left_out;
pub(crate) mod list;
pub(crate) mod list_view;
pub(crate) mod marks;
pub(crate) mod matching;
pub(crate) mod order;
pub(crate) mod past_decisions;
pub(crate) mod property;
pub(crate) mod query;
pub(crate) mod store;
pub(crate) mod text_lookup;
pub(crate) mod text_search;
pub(crate) mod variation;
pub(crate) mod words;
pub(crate) mod written;
