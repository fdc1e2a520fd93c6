//! Findings kept in a table instead of memory.

use proptest::prelude::*;

use super::*;
use crate::tui::tests::items;

impl StoreWriter {
    /// A store that keeps nothing in memory.
    pub(in crate::tui) fn without_memory() -> Self {
        Self { most_held: 0, ..Self::default() }
    }
}

impl StoredFinding<'_> {
    /// The number of findings read from its table.
    pub(in crate::tui) fn reads(&self) -> usize {
        match self.store {
            FindingStore::Held(_) => 0,
            FindingStore::Table(table) => table.reads.load(Ordering::Relaxed),
        }
    }
}

impl FindingStore {
    /// Loses the rows of a table, as if its file was damaged.
    pub(in crate::tui) fn lose(&self) {
        if let Self::Table(table) = self {
            table.connection().execute_batch("DELETE FROM findings").unwrap();
            *table.recent() = RecentFindings::default();
        }
    }
}

fn kept((store, row): &(Arc<FindingStore>, u32)) -> StoredFinding<'_> {
    StoredFinding { store, row: *row }
}

fn is_spilled(kept: &(Arc<FindingStore>, u32)) -> bool {
    matches!(&*kept.0, FindingStore::Table(_))
}

#[test]
fn a_finding_from_the_table_is_what_it_was() {
    let mut writer = StoreWriter::without_memory();
    let findings: Vec<Finding> = items().iter().map(|item| Arc::unwrap_or_clone(item.finding().unwrap())).collect();
    let all: Vec<_> = findings.iter().map(|finding| writer.keep(finding.clone())).collect();
    // Backwards, so that no read continues where the last write ended.
    for (place, finding) in all.iter().zip(&findings).rev() {
        assert!(is_spilled(place));
        let kept = kept(place);
        assert_eq!(*kept.finding().unwrap(), *finding);
        assert_eq!(kept.cleaned().unwrap(), finding.cleaned);
        assert_eq!(kept.text_beginning().unwrap(), finding.message.text);
        kept.ask_text(|text| assert_eq!(text, finding.message.text));
    }
}

#[test]
fn few_findings_stay_in_memory() {
    let finding = Arc::unwrap_or_clone(items().remove(0).finding().unwrap());
    assert!(!is_spilled(&StoreWriter::default().keep(finding)));
}

#[test]
fn what_is_nested_too_deep_to_be_read_again_stays_in_memory() {
    let mut writer = StoreWriter::without_memory();
    for (depth, spilled) in [(20, true), (400, false)] {
        let value = (0..depth).fold(serde_json::Value::Null, |inner, _| serde_json::json!([inner]));
        let mut finding = Arc::unwrap_or_clone(items().remove(0).finding().unwrap());
        finding.claims[0].claim.value = Some(value);
        let place = writer.keep(finding.clone());
        assert_eq!((is_spilled(&place), kept(&place).finding().unwrap() == finding.into()), (spilled, true), "{depth}");
    }
}

#[test]
fn the_beginning_of_a_text_has_whole_characters_wherever_it_is_cut() {
    let mut writer = StoreWriter::without_memory();
    for before in 0..8 {
        for length in [0, BEGINNING - 8, BEGINNING, 1 << 20] {
            let mut finding = Arc::unwrap_or_clone(items().remove(0).finding().unwrap());
            finding.message.text = format!("{}{}", "a".repeat(before), "日\0é👩".repeat(length / 10));
            finding.cleaned = format!("é{}", finding.message.text);
            let place = writer.keep(finding.clone());
            let kept = kept(&place);
            assert!(*kept.finding().unwrap() == finding, "{before} {length}");
            for (begun, text) in [(kept.cleaned(), &finding.cleaned), (kept.text_beginning(), &finding.message.text)] {
                let begun = begun.unwrap();
                let missing = text.len().min(BEGINNING) - begun.len();
                assert!(text.starts_with(&begun) && missing < 4, "{before} {length}");
            }
        }
    }
}

#[test]
fn what_would_have_to_be_taken_apart_for_long_stays_in_memory_as_long_as_there_are_few() {
    let mut writer = StoreWriter::without_memory();
    let numbers: Vec<usize> = (0..HEAVY / 4).collect();
    let mut finding = Arc::unwrap_or_clone(items().remove(0).finding().unwrap());
    finding.claims[0].claim.value = Some(serde_json::json!(numbers));
    let spilled: Vec<bool> = (0..20).map(|_| is_spilled(&writer.keep(finding.clone()))).collect();
    let held = spilled.iter().position(|spilled| *spilled).unwrap();
    assert!((2..16).contains(&held) && spilled[held..].iter().all(|spilled| *spilled), "{spilled:?}");
}

proptest! {
    #[test]
    fn texts_and_numbers_are_kept_to_the_last_bit(
        text in "(?s).{0,40}|(?s).{0,9000}",
        cleaned in "(?s).{0,40}",
        number in prop::num::f64::NORMAL,
        others in 0usize..4,
    ) {
        let mut writer = StoreWriter::without_memory();
        let mut finding = Arc::unwrap_or_clone(items().remove(0).finding().unwrap());
        for _ in 0..others {
            writer.keep(finding.clone());
        }
        (finding.message.text, finding.cleaned) = (text, cleaned);
        finding.claims[0].claim.value = Some(serde_json::json!({ "number": number, "\u{0}": "\u{feff}" }));
        let place = writer.keep(finding.clone());
        let kept = kept(&place);
        prop_assert_eq!(&*kept.finding().unwrap(), &finding);
        kept.ask_text(|text| assert_eq!(text, finding.message.text));
        prop_assert!(finding.cleaned.starts_with(&kept.cleaned().unwrap()));
    }
}
