//! How certain it is that something is a claim: a table of reasons, which the reviewer sees.

use serde::{Deserialize, Serialize};

use super::Claim;

/// What supports a claim, or speaks against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// A call of a known tool in a recognised call syntax.
    MarkedKnownTool,
    /// A call of an unknown tool in the marks of a protocol.
    MarkedUnknownTool,
    /// Something without a name in the marks of a protocol.
    Marked,
    /// A payload that matches a pattern.
    KnownPattern,
    /// A call of a known tool without marks.
    KnownTool,
    /// The shape of a call of an unknown tool without marks.
    CallShape,
    /// A payload that matches no pattern.
    UnknownPayload,
    /// A plan that names a tool that does not exist.
    PlanOfNoTool,
    /// A plan that cannot run, of tools that may exist.
    FaultyPlan,
    /// What an action would need, without naming a tool.
    Directive,
    /// A leftover of a leak, or a copy from the prompt.
    Debris,
    /// The syntax defines the confidence itself.
    SyntaxSays,
    /// The same form leaked earlier in the conversation.
    EarlierLeak,
    /// The message contains nothing else.
    WholeMessage,
    /// A sentence reports something as done.
    Stated,
    /// A sentence announces something.
    Announced,
    /// The user asked the assistant to do it.
    Requested,
    /// The user asked for it earlier, and was only asked back since.
    RequestedEarlier,
    /// A tool of the application does what is reported.
    ToolDoesIt,
    /// The application keeps records of what is reported.
    RecordKept,
    /// The user stated a need that it may answer.
    NeedStated,
    /// There is an application behind the conversation.
    InApplication,
    /// The user asked for data.
    AskedFor,
    /// Data was mentioned earlier in the conversation.
    AfterData,
    /// It is in a code fence.
    Fenced,
    /// It is in inline code, a quotation or a thought.
    Quoted,
    /// The sentence around it shows or explains it.
    Framed,
    /// It is within a sentence.
    Embedded,
    /// A value had to be guessed.
    Guessed,
    /// It is cut off.
    CutOff,
}

impl Signal {
    /// What it adds to the confidence, or takes from it: -1 to 1.
    #[must_use]
    pub fn weight(self) -> f64 {
        match self {
            Self::MarkedKnownTool => 0.95,
            Self::Debris => 0.9,
            Self::KnownPattern | Self::KnownTool | Self::PlanOfNoTool => 0.85,
            Self::MarkedUnknownTool | Self::FaultyPlan => 0.7,
            Self::Marked | Self::CallShape | Self::Directive | Self::SyntaxSays | Self::Requested | Self::Announced => {
                0.5
            }
            Self::UnknownPayload | Self::Stated => 0.3,
            Self::RequestedEarlier => 0.4,
            Self::ToolDoesIt | Self::RecordKept | Self::NeedStated | Self::InApplication => 0.35,
            Self::EarlierLeak => 0.1,
            Self::WholeMessage => 0.05,
            Self::AskedFor | Self::AfterData | Self::Framed => -0.4,
            Self::Fenced => -0.35,
            Self::Quoted => -0.5,
            Self::Embedded | Self::Guessed | Self::CutOff => -0.2,
        }
    }

    /// What it means for the reviewer, as a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::MarkedKnownTool => "known tool in a recognised call syntax",
            Self::MarkedUnknownTool => "unknown tool in a recognised call syntax",
            Self::Marked => "recognised call syntax without the name of a tool",
            Self::KnownPattern => "payload matches a known pattern",
            Self::KnownTool => "a call of a known tool",
            Self::CallShape => "shaped like a call, of an unknown tool",
            Self::PlanOfNoTool => "a plan that names a tool that does not exist",
            Self::FaultyPlan => "a plan that cannot run",
            Self::Directive => "fields of an action, but no tool name",
            Self::UnknownPayload => "payload matches no known pattern",
            Self::Stated => "a sentence claims that it was done",
            Self::Announced => "the reply ends with what it is about to do",
            Self::Requested => "the user told the assistant to do it",
            Self::RequestedEarlier => "the user had asked for it, and the assistant only asked back since",
            Self::ToolDoesIt => "a tool of the application does such things",
            Self::NeedStated => "the user stated a need that this may answer",
            Self::InApplication => "tools are used in this conversation",
            Self::RecordKept => "applications keep records of such things",
            Self::Debris => "copied from the prompt, or left behind by a call",
            Self::SyntaxSays => "confidence set by the syntax",
            Self::EarlierLeak => "the same was found earlier in this conversation",
            Self::WholeMessage => "the message holds nothing else",
            Self::AskedFor => "the user asked for data",
            Self::AfterData => "data was spoken of earlier in the conversation",
            Self::Fenced => "it is in a code fence",
            Self::Quoted => "it is in inline code, a quotation or a thought",
            Self::Framed => "the sentence around it shows or explains it",
            Self::Embedded => "it is within a sentence",
            Self::Guessed => "a value was guessed",
            Self::CutOff => "it is cut off",
        }
    }
}

/// A signal with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reason {
    #[serde(rename = "name")]
    /// What supports the claim, or speaks against it.
    pub signal: Signal,
    /// What it added to the confidence, or took from it.
    pub weight: f64,
}

/// The lowest confidence of a claim.
const LEAST: f64 = 0.05;

/// The reasons for a claim: what it is, and the doubts that apply. `base` replaces the first weight.
pub(super) fn reasons(first: Signal, base: Option<f64>, doubts: &[(bool, Signal)]) -> Vec<Reason> {
    let first = match base {
        Some(weight) => Reason { signal: Signal::SyntaxSays, weight },
        None => Reason { signal: first, weight: first.weight() },
    };
    let doubts = doubts.iter().filter(|(applies, _)| *applies);
    let doubts = doubts.map(|(_, signal)| Reason { signal: *signal, weight: signal.weight() });
    std::iter::once(first).chain(doubts).collect()
}

impl Claim {
    /// Adds a reason for the claim, or against it.
    pub fn add_reason(&mut self, signal: Signal) {
        self.reasons.push(Reason { signal, weight: signal.weight() });
        self.confidence = confidence(&self.reasons);
    }

    /// Takes a reason back.
    pub(super) fn drop_reason(&mut self, signal: Signal) {
        self.reasons.retain(|reason| reason.signal != signal);
        self.confidence = confidence(&self.reasons);
    }
}

/// The confidence that reasons add up to, from 0 to 1.
pub(super) fn confidence(reasons: &[Reason]) -> f64 {
    let sum: f64 = reasons.iter().map(|reason| reason.weight).sum();
    // Two digits, because a confidence is a rank and not a measurement.
    (sum.clamp(LEAST, 1.0) * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(first: Signal, doubts: &[Signal]) -> f64 {
        let doubts: Vec<_> = doubts.iter().map(|signal| (true, *signal)).collect();
        confidence(&reasons(first, None, &doubts))
    }

    #[test]
    fn the_table_is_what_was_measured() {
        for (first, doubts, expected) in [
            (Signal::MarkedKnownTool, &[][..], 0.95),
            (Signal::KnownPattern, &[], 0.85),
            (Signal::MarkedUnknownTool, &[], 0.7),
            (Signal::KnownTool, &[Signal::Fenced], 0.5),
            (Signal::UnknownPayload, &[], 0.3),
            (Signal::KnownPattern, &[Signal::AskedFor], 0.45),
            (Signal::UnknownPayload, &[Signal::Guessed, Signal::CutOff], 0.05),
            (Signal::MarkedKnownTool, &[Signal::Quoted, Signal::Framed], 0.05),
        ] {
            assert!((sum(first, doubts) - expected).abs() < 1e-9, "{first:?} {doubts:?}");
        }
    }

    #[test]
    fn a_syntax_may_say_how_sure_it_is() {
        let found = reasons(Signal::Marked, Some(0.6), &[(false, Signal::Fenced), (true, Signal::CutOff)]);
        assert_eq!(found.iter().map(|reason| reason.signal).collect::<Vec<_>>(), [Signal::SyntaxSays, Signal::CutOff]);
        assert!((confidence(&found) - 0.4).abs() < 1e-9);
    }
}
