//! Examines calls in the JSON of messages' rows, whatever their role.

use serde_json::Value;

use super::super::SqliteSource;
use super::copies;
use super::messages::Mapping;
use super::rows::shown;
use crate::source::json_text;
use crate::source::profile::{ColumnPath, JsonPath, PathFilter, PathStep};
use crate::source::{SourceError, profile};

/// The maximum number of cells, and of documents, to examine.
pub(super) const CELLS: usize = 2_000;

/// What a path to calls finds.
#[derive(Debug, Default)]
pub(super) struct PathMatches {
    /// The number of rows with a document other than `null`.
    pub(super) rows: u64,
    /// The number of documents that are not valid JSON.
    pub(super) no_json: u64,
    pub(super) values: Vec<Value>,
    /// If no calls are found, the types of the elements with their counts: `text 12`.
    pub(super) kinds: Vec<String>,
}

/// Examines the documents that should hold calls.
pub(super) fn found(source: &SqliteSource, calls: &ColumnPath) -> Result<PathMatches, SourceError> {
    let Some(path) = &calls.path else { return Ok(PathMatches::default()) };
    let messages = &source.profile.messages;
    let mapping = Mapping::of(source);
    let cell = mapping.column(&calls.column);
    let member = copies::member(source).unwrap_or_else(|| "NULL".to_owned());
    let is_by_name = messages.unfolding().is_some_and(|unfolding| *unfolding.wild == PathStep::Key);
    let rows = if is_by_name { mapping.all() } else { mapping.whole() };
    let sql = format!(
        "SELECT {cell}, {member} FROM {} WHERE {} AND {cell} IS NOT NULL LIMIT {CELLS}",
        rows.from, rows.filter
    );
    let documents = source.query(&sql, &[], |row| Ok(Some((shown(row.get_ref(0)?), shown(row.get_ref(1)?)))))?;
    let mut found = PathMatches {
        rows: rows.number(&format!("count(CASE WHEN trim({cell}) NOT IN ('', 'null') THEN 1 END)"))?,
        ..PathMatches::default()
    };
    let mut kinds: indexmap::IndexMap<String, u64> = indexmap::IndexMap::new();
    let unfiltered = without_filter(path);
    for (document, member) in documents {
        let Some(document) = document.filter(|document| !document.trim().is_empty()) else { continue };
        let values = |path: &JsonPath| -> Option<Vec<Value>> {
            let found = json_text::find(&document, path, member.as_deref()).ok()?;
            Some(
                found.iter().filter_map(|value| serde_json::from_str(document.get(value.span.clone())?).ok()).collect(),
            )
        };
        let Some(these) = values(path) else {
            found.no_json += 1;
            continue;
        };
        if these.is_empty()
            && let Some((path, member)) = &unfiltered
        {
            for element in values(path).unwrap_or_default() {
                let kind =
                    element.get(member).map(|kind| kind.as_str().map_or_else(|| kind.to_string(), str::to_owned));
                *kinds.entry(kind.unwrap_or_else(|| format!("without `{member}`"))).or_default() += 1;
            }
        }
        found.values.extend(these);
    }
    kinds.sort_by(|_, fewer, _, more| more.cmp(fewer));
    found.kinds = kinds.into_iter().take(super::VALUES_LISTED).map(|(kind, rows)| format!("{kind} {rows}")).collect();
    Ok(found)
}

/// The path to all elements of the first filtered list, and the member that the filter tests.
fn without_filter(path: &profile::JsonPath) -> Option<(JsonPath, String)> {
    let is_filter = |step: &PathStep| matches!(step, PathStep::Each(Some(PathFilter { value: Some(_), .. })));
    let at = path.steps.iter().position(is_filter)?;
    let Some(PathStep::Each(Some(PathFilter { member, .. }))) = path.steps.get(at) else { return None };
    let before = path.steps.iter().take(at).cloned();
    Some((JsonPath { steps: before.chain([PathStep::Each(None)]).collect() }, member.clone()))
}
