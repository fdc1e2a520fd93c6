//! Expectations about the messages of `traps.db`, and how findings are compared with them.
//!
//! The three tables next to this file follow the order of `traps.sql`. The comment on a row gives the reason. The
//! reasons are rules of the program, so a row changes only if a rule changes.

use std::collections::BTreeSet;

use serde_json::Value;

/// The verdict of a claim in the output.
pub(crate) type Verdict = Option<&'static str>;

pub(crate) const RAN: Verdict = Some("executed");
pub(crate) const LOST: Verdict = Some("not_executed");
pub(crate) const UNCLEAR: Verdict = Some("unclear");
pub(crate) const OFF: Verdict = Some("not_enabled");
/// A stamp claims nothing that could have run.
pub(crate) const STAMP: Verdict = None;

/// Warnings that must appear exactly where the table lists them. Others may change with the program.
const EXACT: [&str; 7] = [
    "duplicate_record", "invalid_record", "no_owner", "other_tools_used", "payload_only", "tool_not_enabled",
    "truncated_payload",
];

/// One message, and what is expected of it.
pub(crate) struct Trap {
    pub(crate) id: i64,
    title: &'static str,
    remedy: Option<&'static str>,
    verdicts: &'static [Verdict],
    warnings: &'static [&'static str],
    records: Option<usize>,
    cleaned: Option<&'static str>,
    content: Option<&'static str>,
    unknown: bool,
}

/// The message is no finding.
pub(crate) const fn ignored(id: i64, title: &'static str) -> Trap {
    Trap {
        id,
        title,
        remedy: None,
        verdicts: &[],
        warnings: &[],
        records: None,
        cleaned: None,
        content: None,
        unknown: false,
    }
}

/// Something was lost and can be written; one record unless `records` says otherwise.
pub(crate) const fn recover(id: i64, title: &'static str, verdicts: &'static [Verdict]) -> Trap {
    Trap { remedy: Some("recover"), verdicts, records: Some(1), ..ignored(id, title) }
}

/// Only the text is cleaned; no record.
pub(crate) const fn strip(id: i64, title: &'static str, verdicts: &'static [Verdict]) -> Trap {
    Trap { remedy: Some("strip"), verdicts, records: Some(0), ..ignored(id, title) }
}

/// A reviewer decides. The number of records is not checked.
pub(crate) const fn review(id: i64, title: &'static str, verdicts: &'static [Verdict]) -> Trap {
    Trap { remedy: Some("review"), verdicts, ..ignored(id, title) }
}

impl Trap {
    pub(crate) const fn warns(mut self, warnings: &'static [&'static str]) -> Self {
        self.warnings = warnings;
        self
    }

    pub(crate) const fn records(mut self, count: usize) -> Self {
        self.records = Some(count);
        self
    }

    pub(crate) const fn cleaned(mut self, text: &'static str) -> Self {
        self.cleaned = Some(text);
        self
    }

    /// The text of the first record.
    pub(crate) const fn content(mut self, text: &'static str) -> Self {
        self.content = Some(text);
        self
    }

    /// No pattern matches the first claim.
    pub(crate) const fn unknown(mut self) -> Self {
        self.unknown = true;
        self
    }

    /// Whether the message is expected among the findings.
    pub(crate) const fn is_listed(&self) -> bool {
        self.remedy.is_some()
    }

    /// Everything in which `finding` differs from what is expected, one line each.
    pub(crate) fn differences(&self, finding: Option<&Value>) -> Vec<String> {
        let mut lines = Vec::new();
        match (self.remedy, finding) {
            (None, None) => {}
            (None, Some(found)) => lines.push(format!("listed as {}", found["remedy"])),
            (Some(remedy), None) => lines.push(format!("not listed, expected {remedy}")),
            (Some(remedy), Some(found)) => self.compare(remedy, found, &mut lines),
        }
        for line in &mut lines {
            *line = format!("message {}: {line} ({})", self.id, self.title);
        }
        lines
    }

    fn compare(&self, remedy: &str, found: &Value, lines: &mut Vec<String>) {
        let mut expect = |what: &str, expected: Value, actual: Value| {
            if expected != actual {
                lines.push(format!("{what}: {actual}, expected {expected}"));
            }
        };
        let claims = found["claims"].as_array().map_or(&[][..], Vec::as_slice);
        let verdicts: Vec<_> = claims.iter().map(|claim| &claim["verdict"]).collect();
        let warnings: BTreeSet<_> = found["warnings"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter(|warning| EXACT.contains(warning))
            .collect();

        expect("the remedy", remedy.into(), found["remedy"].clone());
        expect("the verdicts", self.verdicts.into(), verdicts.into_iter().cloned().collect());
        expect(
            "the set of warnings",
            self.warnings.iter().copied().collect::<BTreeSet<_>>().into_iter().collect(),
            warnings.into_iter().collect(),
        );
        if let Some(count) = self.records {
            let actual = found["records"].as_array().map_or(0, Vec::len);
            expect("the number of records", count.into(), actual.into());
        }
        if let Some(text) = self.cleaned {
            expect("the cleaned text", text.into(), found["cleaned"].clone());
        }
        if let Some(text) = self.content {
            expect("the record's text", text.into(), found["records"][0]["values"]["content"].clone());
        }
        if self.unknown {
            expect(
                "the pattern",
                Value::Null,
                claims.first().map_or(Value::Bool(false), |claim| claim["pattern"].clone()),
            );
        }
    }
}
