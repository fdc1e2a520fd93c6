//! Determines whether the tool of a call exists, and words the evidence.
//!
//! Only a complete list can show that a tool does not exist: a catalog, or the tools that the application lists as
//! enabled. Without such a list, an unknown name may be that of any tool.

use super::Rules;
use crate::claim::{Claim, ClaimKind};
use crate::source::{Evidence, Message};
use crate::verdict::{Existence, Verdict};

/// The maximum number of enabled tools that a line lists.
const MAX_LISTED: usize = 20;

/// Whether the tool of a call or plan exists, where neither a pattern nor a catalog has its name.
pub(super) fn existence(claim: &Claim, message: &Message, evidence: &Evidence, rules: &Rules<'_>) -> Existence {
    let Some(tool) = claim.tool.as_deref().filter(|_| claim.no_such_tool) else { return Existence::Unlisted };
    if evidence.tool_exists {
        return Existence::Known;
    }
    // Only a catalog can reject a plan.
    if rules.tools.is_complete() || claim.kind == ClaimKind::Plan {
        return Existence::Missing;
    }
    match message.owner.lists(tool) {
        Some(true) => Existence::Known,
        Some(false) => Existence::Missing,
        None => Existence::Unlisted,
    }
}

/// The evidence about a call, with what is known of its tool.
pub(super) fn lines(claim: &Claim, message: &Message, evidence: &Evidence, existence: Existence) -> Vec<String> {
    let Some(name) = &claim.tool else { return evidence.lines.clone() };
    let meant = claim.suggestions.iter().map(|meant| format!("perhaps {} was meant: {}", meant.tool, meant.reason));
    match existence {
        Existence::Known => evidence.lines.clone(),
        Existence::Missing => {
            let enabled = message.owner.enabled.as_deref().filter(|tools| !tools.is_empty()).map(enabled_tools);
            std::iter::once(format!("there is no tool {name}")).chain(meant).chain(enabled).collect()
        }
        Existence::Unlisted => {
            let unlisted = "no tool catalog; pass --catalog FILE".to_owned();
            evidence.lines.iter().cloned().chain([unlisted]).chain(meant).collect()
        }
    }
}

fn enabled_tools(tools: &[String]) -> String {
    let listed: Vec<_> = tools.iter().take(MAX_LISTED).map(String::as_str).collect();
    let more = if tools.len() > MAX_LISTED { " …" } else { "" };
    format!("tools enabled here: {}{more}", listed.join(", "))
}

/// Adjusts a claim to what is known of its tool: `no_such_tool` and suggestions stay only where the tool does not
/// exist, and suggestions also where nothing is known.
pub(super) fn with_existence(claim: Claim, existence: Existence, verdict: Option<Verdict>) -> Claim {
    if !claim.no_such_tool || existence == Existence::Missing {
        return claim;
    }
    let is_open = existence == Existence::Unlisted && verdict == Some(Verdict::Unclear);
    let suggested_tools = claim.suggested_tools.filter(|_| is_open);
    let suggestions = if is_open { claim.suggestions } else { Vec::new() };
    Claim { no_such_tool: false, suggested_tools, suggestions, ..claim }
}
