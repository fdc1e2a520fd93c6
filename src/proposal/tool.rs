//! Whether the tool of a call exists, and the lines that say so.
//!
//! That a tool does not exist is said by a complete list alone: a catalog, or what the application lists as enabled. Without one
//! an unknown name may be any tool's.

use super::Rules;
use crate::claim::{Claim, ClaimKind};
use crate::source::{Evidence, Message};
use crate::verdict::{Existence, Verdict};

/// The greatest number of enabled tools that are listed.
const MAX_LISTED: usize = 20;

/// What is known of the tool of a call, or of a plan, whose name neither patterns nor a catalog have.
pub(super) fn existence(claim: &Claim, message: &Message, evidence: &Evidence, rules: &Rules<'_>) -> Existence {
    let Some(tool) = claim.tool.as_deref().filter(|_| claim.no_such_tool) else { return Existence::Unlisted };
    if evidence.tool_exists {
        return Existence::Known;
    }
    // A plan is refused by a catalog alone.
    if rules.tools.is_complete() || claim.kind == ClaimKind::Plan {
        return Existence::Missing;
    }
    match message.owner.lists(tool) {
        Some(true) => Existence::Known,
        Some(false) => Existence::Missing,
        None => Existence::Unlisted,
    }
}

/// The line on the tool of a call that neither patterns nor a catalog know.
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

/// The claim as it is known now: only of a tool that does not exist it says so, and of one that ran nothing else was meant.
pub(super) fn with_existence(claim: Claim, existence: Existence, verdict: Option<Verdict>) -> Claim {
    if !claim.no_such_tool || existence == Existence::Missing {
        return claim;
    }
    let is_open = existence == Existence::Unlisted && verdict == Some(Verdict::Unclear);
    let suggested_tools = claim.suggested_tools.filter(|_| is_open);
    let suggestions = if is_open { claim.suggestions } else { Vec::new() };
    Claim { no_such_tool: false, suggested_tools, suggestions, ..claim }
}
