//! The report of what a mapping finds in a database.

use comfy_table::{ContentArrangement, Table, presets};
use serde_json::json;

use crate::cli::output::{self, ListPrinter, OutputFormat, count};
use crate::source::{CountedValue, MappingPart, MappingReport, PossibleOutcome};
use crate::visible;

/// The maximum number of columns of a sample text or value.
const SAMPLE: usize = 60;
const VALUE: usize = 40;

/// The space after a column.
const PADDING: usize = 2;

/// The line width without a terminal.
const WIDTH: u16 = 80;

/// The parts of the mapping, what they find, and the verdicts that they allow.
pub(super) fn lines(profile: &str, database: &str, found: &MappingReport) -> Vec<String> {
    let first = found.parts.iter().map(|part| part.part.len()).max().unwrap_or_default();
    let room = usize::from(width()).saturating_sub(first + 2 * PADDING).max(SAMPLE / 2);
    let finds = |part: &MappingPart| {
        let place = broken(&visible::one_line(&part.place), room);
        finds(&MappingPart { place, ..part.clone() })
    };
    let mut lines = table(found.parts.iter().map(|part| [part.part.clone(), finds(part)]));
    if !found.outcomes.is_empty() {
        lines.push(String::new());
        lines.push("Possible verdicts and remedies:".to_owned());
        let outcome = |outcome: &PossibleOutcome| {
            [outcome.outcome.clone(), format!("{}: {}", yes_no(outcome), visible::one_line(&outcome.why))]
        };
        lines.extend(table(found.outcomes.iter().map(outcome)));
    }
    lines.push(String::new());
    let verdict = match found.problems() {
        0 => "no problems".to_owned(),
        number => count(number, "problem", "problems"),
    };
    lines.push(format!("{} on {}: {verdict}", visible::one_line(profile), visible::one_line(database)));
    lines
}

/// The report as CSV.
pub(super) fn csv(found: &MappingReport) -> anyhow::Result<()> {
    let mut list = ListPrinter::new(OutputFormat::Csv, &["part", "place", "rows", "finds", "problems"]);
    for part in &found.parts {
        let rows = part.rows.map(|rows| rows.to_string()).unwrap_or_default();
        let finds = || finds(&MappingPart { place: visible::one_line(&part.place).into_owned(), ..part.clone() });
        let cells = || vec![part.part.clone(), part.place.clone(), rows, finds(), part.problems.join("; ")];
        list.add(&json!(part), cells)?;
    }
    for outcome in &found.outcomes {
        let cells = || {
            vec![outcome.outcome.clone(), String::new(), String::new(), yes_no(outcome).to_owned(), outcome.why.clone()]
        };
        list.add(&json!(outcome), cells)?;
    }
    list.finish()
}

fn yes_no(outcome: &PossibleOutcome) -> &'static str {
    if outcome.possible { "yes" } else { "no" }
}

/// Describes what a part finds, in a few lines.
fn finds(part: &MappingPart) -> String {
    let mut lines = Vec::new();
    let rows = part.rows.map(|rows| count(rows, "row", "rows"));
    lines.push(std::iter::once(part.place.clone()).chain(rows).collect::<Vec<_>>().join(": "));
    if !part.values.is_empty() {
        lines.push(part.values.iter().map(value).collect::<Vec<_>>().join(", "));
    }
    lines.extend(part.sample.as_ref().map(|sample| format!("example: {}", visible::excerpt(sample, SAMPLE))));
    lines.extend(part.notes.iter().map(|note| visible::one_line(note).into_owned()));
    lines.extend(part.problems.iter().map(|problem| format!("Problem: {}", visible::one_line(problem))));
    lines.join("\n")
}

fn value(CountedValue { value, rows, meaning }: &CountedValue) -> String {
    let value = value.as_deref().map_or_else(|| "(nothing)".to_owned(), |value| visible::excerpt(value, VALUE));
    let meaning = meaning.as_ref().map(|meaning| format!(" ({})", visible::one_line(meaning))).unwrap_or_default();
    format!("{value}{meaning} {rows}")
}

fn width() -> u16 {
    output::terminal_width().unwrap_or(WIDTH).max(40)
}

/// Wraps a place between the steps of its path, not within a name.
fn broken(place: &str, room: usize) -> String {
    let mut lines = vec![String::new()];
    let begins = |at: &usize| {
        *at > 0 && place.get(*at..).is_some_and(|rest| rest.starts_with(['.', '[']) || rest.starts_with("->"))
    };
    let mut ends: Vec<usize> = (0..place.len()).filter(begins).collect();
    ends.push(place.len());
    let mut from = 0;
    for end in ends {
        let step = place.get(from..end).unwrap_or_default();
        from = end;
        match lines.last_mut() {
            Some(line) if line.is_empty() || line.chars().count() + step.chars().count() < room => line.push_str(step),
            _ => lines.push(step.to_owned()),
        }
    }
    lines.join("\n")
}

/// A table of two columns; the second takes the remaining width.
fn table(rows: impl Iterator<Item = [String; 2]>) -> Vec<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width());
    for row in rows {
        table.add_row(row);
    }
    table.column_iter_mut().for_each(|column| {
        column.set_padding((0, u16::try_from(PADDING).unwrap_or_default()));
    });
    table.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_place_is_broken_between_its_steps() {
        assert_eq!(broken("said.body", 20), "said.body");
        let place = "output->$[*|type=message].content[*|type=output_text].text";
        assert_eq!(broken(place, 34), "output->$[*|type=message].content\n[*|type=output_text].text");
        assert_eq!(broken("", 20), "");
    }
}
