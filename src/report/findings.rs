//! The sections of findings: the request, the text before and after, the evidence, and the decision.

use similar::utils::diff_slices;
use similar::{Algorithm, ChangeTag};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::proposal::{Cluster, JudgedClaim};
use crate::verdict::{Remedy, Verdict};
use crate::visible;

use super::ReportedFinding;
use super::html::{definitions, escaped, joined, time};

/// Longer texts, in bytes, are shown without marked changes.
const MAX_COMPARED: usize = 20_000;

/// The list of findings, with links to their sections.
pub(super) fn contents(findings: &[ReportedFinding]) -> String {
    let entry = |(number, reported): (usize, &ReportedFinding)| {
        let title = Cluster::of(&reported.finding).title();
        format!(
            "<li><a href=\"#finding-{number}\">{}</a> {} <span>{}</span></li>\n",
            escaped(&reported.key()),
            escaped(&title),
            reported.finding.status.name()
        )
    };
    format!("<ol class=\"contents\">\n{}</ol>\n", (1..).zip(findings).map(entry).collect::<String>())
}

pub(super) fn section((number, reported): (usize, &ReportedFinding)) -> String {
    let finding = &reported.finding;
    let when = finding.created_at.map(|at| at.strftime("%Y-%m-%d %H:%M").to_string());
    let about = [finding.agent.clone(), finding.model.clone(), when].into_iter().flatten().collect::<Vec<_>>();
    let request = reported.request.as_deref().map(|request| quoted("The user had asked", request)).unwrap_or_default();
    let (before, after) = compared(&reported.before, &reported.after);
    let claims: String = finding.claims.iter().map(claim).collect();
    let warnings = finding.warnings.iter().map(|warning| format!("<li>⚠ {}</li>\n", escaped(warning.sentence())));
    let warnings = joined(warnings);
    format!(
        "<section id=\"finding-{number}\">\n<h3>{key} <small>{about}</small></h3>\n{request}\
         <div class=\"sides\">\n<figure><figcaption>Before</figcaption><pre>{before}</pre></figure>\n\
         <figure><figcaption>After</figcaption><pre>{after}</pre></figure>\n</div>\n{records}\
         <h4>Evidence</h4>\n<ul>\n{claims}{warnings}</ul>\n{decision}</section>\n",
        key = escaped(&reported.key()),
        about = escaped(&about.join(" · ")),
        records = records(reported),
        decision = decision(reported),
    )
}

fn quoted(heading: &str, text: &str) -> String {
    format!("<h4>{heading}</h4>\n<blockquote>{}</blockquote>\n", escaped(text))
}

/// Both texts as HTML, with removed and inserted words marked.
fn compared(before: &str, after: &str) -> (String, String) {
    if before.len().max(after.len()) > MAX_COMPARED {
        return (escaped(before), escaped(after));
    }
    let (mut left, mut right) = (String::new(), String::new());
    // Split at word boundaries, not only at white space: of `…"}An F`, only the payload is removed.
    let [one, other] = [before, after].map(|text| text.split_word_bounds().collect::<Vec<_>>());
    for (tag, words) in diff_slices(Algorithm::Myers, &one, &other) {
        let text = escaped(&words.concat());
        match tag {
            ChangeTag::Equal => {
                left.push_str(&text);
                right.push_str(&text);
            }
            ChangeTag::Delete => left.push_str(&format!("<del>{text}</del>")),
            ChangeTag::Insert => right.push_str(&format!("<ins>{text}</ins>")),
        }
    }
    (left, right)
}

/// The records that were or would be written.
fn records(reported: &ReportedFinding) -> String {
    let proposed = reported.finding.records.iter().map(|record| {
        let values: Vec<_> =
            record.values.iter().map(|(name, value)| format!("{name}: {}", visible::unquoted(value))).collect();
        format!("<li>{} <pre>{}</pre></li>\n", escaped(&record.kind), escaped(&values.join("\n")))
    });
    let rows = reported.rows.iter().map(|row| format!("<li>written: {}</li>\n", escaped(row)));
    let all: String = proposed.chain(rows).collect();
    if all.is_empty() { all } else { format!("<h4>Records</h4>\n<ul>\n{all}</ul>\n") }
}

/// A claim with its verdict, remedy and evidence.
fn claim(judged: &JudgedClaim) -> String {
    let claim = &judged.claim;
    let what = claim.pattern.as_deref().or(claim.tool.as_deref()).unwrap_or("unknown payload");
    let verdict = judged.verdict.map_or("not a tool claim", Verdict::words);
    let evidence = joined(judged.evidence.iter().map(|line| format!("<li>{}</li>", escaped(line))));
    format!("<li><b>{}</b>: {verdict}, {}<ul>{evidence}</ul></li>\n", escaped(what), Remedy::name(judged.remedy))
}

/// Who decided the finding, when and why.
fn decision(reported: &ReportedFinding) -> String {
    let ReportedFinding { finding, reviewer, in_bulk, approved_by, decided_at, written_at, note, .. } = reported;
    let mut rows = vec![("Status", finding.status.name().to_owned())];
    rows.extend(finding.remedy.map(|remedy| ("Remedy", remedy.name().to_owned())));
    for (name, value) in [
        ("Decided by", reviewer.as_ref().map(|name| if *in_bulk { format!("{name}, in bulk") } else { name.clone() })),
        ("Decided", decided_at.as_deref().map(time)),
        ("Approved by", approved_by.clone()),
        ("Written", written_at.as_deref().map(time)),
        ("Why", note.clone()),
    ] {
        rows.extend(value.map(|value| (name, value)));
    }
    definitions(&rows)
}
