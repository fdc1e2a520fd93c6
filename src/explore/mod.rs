//! Explores a database: everything that reads like a call or a result, grouped by shape, whether or not a pattern
//! matches it.
//!
//! A scan shows only what counts as a claim. This shows everything that could be one, so that a user can name a shape
//! not seen before: [`Survey`] groups the payloads, [`draft()`] writes a pattern for some of them, and [`Trial`]
//! shows what the pattern would match.

mod draft;
mod passing;
mod spark;
mod survey;
mod template;
mod trial;

pub use draft::{DraftedMember, draft};
pub use spark::spark;
pub use survey::{Excerpt, SeenPayload, Shape, Survey, shares};
pub use template::{TemplateError, draft_of_template};
pub use trial::Trial;
