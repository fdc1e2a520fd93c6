//! Exploring: what reads like a call or a result in a database, grouped by its shape, known to a pattern or not.
//!
//! A scan shows what counts as a claim. Here everything shows that could be one, so that a person who meets a shape
//! that nobody has seen can name it: [`Survey`] groups the payloads, [`draft()`] writes a pattern for some of them, [`Trial`]
//! says what it would match among all.

mod draft;
mod spark;
mod survey;
mod template;
mod trial;

pub use draft::{DraftedMember, draft};
pub use spark::spark;
pub use survey::{Excerpt, SeenPayload, Shape, Survey, shares};
pub use template::{TemplateError, draft_of_template};
pub use trial::Trial;
