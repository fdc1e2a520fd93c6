//! Groups findings that a reviewer would probably decide alike.

use serde::Serialize;

use super::{Finding, JudgedClaim};
use crate::claim::ClaimKind;
use crate::verdict::{Remedy, Verdict, Warning};

/// The greatest length of a shape, in characters: a payload can have a hundred thousand members.
const MAX_SHAPE: usize = 200;

/// What the findings of a group have in common. Agent and time make no difference.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Cluster {
    /// The shapes of the claims: the pattern, tool or members of each.
    pub shape: String,
    /// The tool of the main claim.
    pub tool: Option<String>,
    /// Whether the main claim happened; `None` for a claim without a verdict, such as a stamp.
    pub verdict: Option<Verdict>,
    /// The remedy; `None` if all claims are excluded.
    pub remedy: Option<Remedy>,
    /// The warnings, sorted.
    pub warnings: Vec<Warning>,
    /// The model that wrote the messages.
    pub model: Option<String>,
}

impl Cluster {
    /// The group of a finding.
    #[must_use]
    pub fn of(finding: &Finding) -> Self {
        let main = finding.main_claim();
        let mut shapes: Vec<String> = finding.claims.iter().map(shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let mut warnings = finding.warnings.clone();
        warnings.sort_unstable();
        Self {
            shape: shapes.join(" + ").chars().take(MAX_SHAPE).collect(),
            tool: main.and_then(|judged| judged.claim.tool.clone()),
            verdict: main.and_then(|judged| judged.verdict),
            remedy: finding.remedy,
            warnings,
            model: finding.model.clone(),
        }
    }

    /// A description, such as `whiteboard_echo · unclear · strip`.
    #[must_use]
    pub fn title(&self) -> String {
        let verdict = self.verdict.map(Verdict::words);
        let remedy = self.remedy.map_or("leave", Remedy::name);
        [Some(self.shape.as_str()), verdict, Some(remedy)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// The shape of a claim, without its values.
fn shape(judged: &JudgedClaim) -> String {
    let claim = &judged.claim;
    match claim.value.as_ref().and_then(serde_json::Value::as_object) {
        Some(members) if claim.pattern.is_none() && claim.tool.is_none() => {
            let mut names: Vec<_> = members.keys().map(String::as_str).collect();
            names.sort_unstable();
            format!("unknown {{{}}}", names.join(","))
        }
        _ if claim.kind == ClaimKind::Statement => {
            format!("sentence about {}", claim.tool.as_deref().unwrap_or("an action"))
        }
        _ => match (&claim.pattern, &claim.tool, claim.kind) {
            (Some(pattern), _, _) => pattern.clone(),
            (None, Some(tool), ClaimKind::Call) => format!("call of {tool}"),
            (None, _, ClaimKind::Call) => "call".to_owned(),
            (None, _, ClaimKind::Plan) => "plan".to_owned(),
            (None, _, ClaimKind::Stamp) => "stamp".to_owned(),
            (None, _, ClaimKind::Result | ClaimKind::Statement) => "unknown".to_owned(),
        },
    }
}
