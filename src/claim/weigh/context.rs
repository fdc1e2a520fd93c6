//! What the candidates of a text are weighed with.

use super::request::PrecedingMessage;
use crate::catalog::KnownTools;
use crate::claim::Context;
use crate::registry::Registry;

/// A text, and what is known about it.
pub(in crate::claim) struct WeighContext<'a> {
    pub(super) text: &'a str,
    pub(super) registry: &'a Registry,
    pub(super) tools: &'a KnownTools,
    pub(super) request: PrecedingMessage<'a>,
}

impl<'a> WeighContext<'a> {
    pub(in crate::claim) fn new(
        text: &'a str,
        registry: &'a Registry,
        tools: &'a KnownTools,
        known: Context<'a>,
    ) -> Self {
        Self { text, registry, tools, request: PrecedingMessage::new(known.asked, known.wanted) }
    }
}
