//! Pictures of single panes, and what they show of a finding without a key.

use ratatui::style::Modifier;

use super::support::*;
use crate::source::{Key, Outcome};
use crate::tui::{Action, Model, Pane, Theme};

/// A review with a finding of [`items`] selected.
fn at_finding(key: i64) -> Model {
    let mut model = model();
    while at(&model) != key {
        press(&mut model, &mut FakeHost::default(), "j");
    }
    model
}

/// A review of one text.
fn of_text(text: &str) -> Model {
    model_of(vec![Draft::new(1, text).item()])
}

#[test]
fn the_proposal_of_a_lost_memory_at_80() {
    insta::assert_snapshot!(pane(&mut at_finding(1038), Pane::Proposal, 80, 24));
}

#[test]
fn the_proposal_of_a_lost_memory_at_200() {
    insta::assert_snapshot!(pane(&mut at_finding(1038), Pane::Proposal, 200, 24));
}

#[test]
fn the_proposal_of_an_echo_at_80() {
    insta::assert_snapshot!(pane(&mut at_finding(1047), Pane::Proposal, 80, 40));
}

#[test]
fn the_proposal_of_what_no_pattern_knows_at_80() {
    insta::assert_snapshot!(pane(&mut at_finding(1051), Pane::Proposal, 80, 30));
}

#[test]
fn the_proposal_of_two_claims_one_switched_off_at_100() {
    let mut model = at_finding(1066);
    press(&mut model, &mut FakeHost::default(), "x");
    insta::assert_snapshot!(pane(&mut model, Pane::Proposal, 100, 30));
}

#[test]
fn the_list_at_80() {
    insta::assert_snapshot!(pane(&mut model(), Pane::List, 80, 40));
}

#[test]
fn the_message_alone_at_120() {
    let mut model = at_finding(1080);
    press(&mut model, &mut FakeHost::default(), "2z");
    insta::assert_snapshot!(pane(&mut model, Pane::Message, 120, 20));
}

#[test]
fn the_payload_of_a_doubtful_claim_at_120() {
    let mut model = of_text("{success: True, 'memory_type': \"core\", content: \"Half a tho");
    insta::assert_snapshot!(pane(&mut model, Pane::Payload, 120, 40));
}

#[test]
fn the_record_at_200() {
    insta::assert_snapshot!(pane(&mut at_finding(1038), Pane::Record, 200, 50));
}

#[test]
fn the_evidence_of_a_record_that_must_be_edited_at_120() {
    insta::assert_snapshot!(pane(&mut at_finding(1060), Pane::Evidence, 120, 40));
}

/// What a decision needs is visible without a key: the warning, the record and the text.
#[test]
fn what_decides_is_on_the_screen_at_every_size() {
    for (width, height) in [(60, 24), (80, 24), (90, 30), (100, 30), (120, 24), (120, 40), (200, 60)] {
        let shown = screen(&mut at_finding(1042), width, height);
        for line in ["not executed", "Ana prefers short", "Noted.", "core"] {
            assert!(shown.contains(line), "{line} at {width}×{height}\n{shown}");
        }
    }
}

#[test]
fn digits_go_to_a_pane_and_its_name_says_which() {
    let digits =
        [('1', "Proposal"), ('2', "Message"), ('3', "Payload"), ('4', "Cleaned"), ('5', "Record"), ('6', "Evidence")];
    for (digit, name) in digits {
        let (mut model, mut host) = (model(), FakeHost::default());
        let theme = Theme::plain();
        drawn(&mut model, &theme, 80, 24);
        press(&mut model, &mut host, &digit.to_string());
        let buffer = drawn(&mut model, &theme, 80, 24);
        let tabs = &buffer.content()[80 * 9..80 * 10];
        let selected = tabs.iter().filter(|cell| cell.modifier.contains(Modifier::REVERSED));
        let selected: String = selected.map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(selected, format!(" {digit} {name} "));
    }
}

#[test]
fn where_all_parts_are_there_the_proposal_is_all_of_them() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "5z1");
    assert_eq!(toast(&model), "");
    assert!(screen(&mut model, 120, 40).contains("1 Proposal"), "alone it has its own pane");
    press(&mut model, &mut host, "z1");
    assert_eq!(toast(&model), "all parts of the proposal are on the screen");
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("Proposed memory") && shown.contains("Evidence"), "{shown}");
    assert!(screen(&mut model, 80, 24).contains("+ memory · journal"), "and where they have no room, it comes back");
}

#[test]
fn a_pane_alone_says_how_to_come_back() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "3z");
    assert_eq!(toast(&model), "Payload alone · z or Esc all panes");
    press(&mut model, &mut host, "j");
    assert!(screen(&mut model, 120, 40).contains(" z all panes "));
    press(&mut model, &mut host, "z");
    assert!(!screen(&mut model, 120, 40).contains(" z all panes "));
    screen(&mut model, 60, 20);
    press(&mut model, &mut host, "z");
    assert_eq!(toast(&model), "only one pane fits; Tab shows the next");
}

fn words(count: usize) -> String {
    let words: Vec<_> = (0..count).map(|number| format!("word{number}")).collect();
    words.join(" ")
}

/// A payload with the given number of words.
fn payload(kind: &str, count: usize) -> String {
    serde_json::json!({"success": true, "memory_type": kind, "content": words(count)}).to_string()
}

#[test]
fn a_claim_below_what_shows_is_brought_on_the_screen() {
    let echo = serde_json::json!({"type": "board_updated", "board_id": "x", "about": words(500)});
    let echo_first = format!("{echo}{} End.", payload("journal", 3));
    let (first, second) = (payload("core", 500), payload("journal", 3));
    for (width, height) in [(80, 24), (120, 40), (60, 12), (200, 60)] {
        let mut host = FakeHost::default();
        let mut model = of_text(&echo_first);
        screen(&mut model, width, height);
        press(&mut model, &mut host, "2");
        let shown = screen(&mut model, width, height);
        assert!(shown.contains("\"journal\""), "the weightiest claim, {width}×{height}\n{shown}");

        let mut model = of_text(&format!("{first}{second} End."));
        screen(&mut model, width, height);
        press(&mut model, &mut host, "2");
        assert!(screen(&mut model, width, height).contains("word0"), "the first of equals, {width}×{height}");
        press(&mut model, &mut host, ".");
        assert!(screen(&mut model, width, height).contains("End."), "the second, {width}×{height}");
        press(&mut model, &mut host, ",");
        let at_first = screen(&mut model, width, height);
        press(&mut model, &mut host, "JJ");
        assert_ne!(screen(&mut model, width, height), at_first, "scrolled from there on");
    }
}

/// The texts highlighted as hits on the screen.
fn found(model: &mut Model, width: u16, height: u16) -> String {
    let theme = Theme::plain();
    let buffer = drawn(model, &theme, width, height);
    let is_hit = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(theme.hit.add_modifier);
    buffer.content().iter().filter(is_hit).map(ratatui::buffer::Cell::symbol).collect()
}

#[test]
fn what_a_search_finds_is_marked_in_every_pane() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 120, 40);
    assert_eq!(found(&mut model, 120, 40), "");
    press(&mut model, &mut host, "/BEES<enter>");
    assert_eq!(at(&model), 1060);
    for pane in ["2", "3"] {
        press(&mut model, &mut host, pane);
        press(&mut model, &mut host, "z");
        assert_eq!(found(&mut model, 120, 24), "bees", "pane {pane}");
        press(&mut model, &mut host, "z");
    }
    press(&mut model, &mut host, "/tides<enter>");
    for pane in ["1", "2", "3", "5"] {
        press(&mut model, &mut host, pane);
        assert_eq!(found(&mut model, 80, 24).replace("tidestides", "tides"), "tides", "pane {pane}");
    }
    press(&mut model, &mut host, "/日本<enter>2");
    assert!(found(&mut model, 80, 24).contains("日本"));
    press(&mut model, &mut host, "<esc>");
    assert_eq!(found(&mut model, 80, 24), "", "Esc ends the search");
    // Also across the border of a claim, as the search itself finds it.
    press(&mut model, &mut host, "/\"}you saw<enter>2");
    assert!(found(&mut model, 80, 24).contains("\"}You saw"));
}

#[test]
fn the_list_shows_the_words_around_a_hit() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "/until the lamp<enter>");
    let row = pane(&mut model, Pane::List, 100, 30);
    assert!(row.contains("…ut tides went on until the lamp"), "{row}");
    press(&mut model, &mut host, "/juno<enter>");
    assert!(found(&mut model, 100, 30).contains("JunoJuno"), "the names of agents");
}

#[test]
fn a_search_brings_its_first_hit_on_the_screen() {
    let text = format!("{LOST_CORE} {} the lamp {}", words(500), words(300));
    for (width, height, key) in [(80, 24, "1"), (80, 24, "2"), (120, 40, "2"), (40, 12, "1"), (200, 60, "2")] {
        let mut model = of_text(&text);
        let mut host = FakeHost::default();
        screen(&mut model, width, height);
        press(&mut model, &mut host, key);
        assert_eq!(found(&mut model, width, height), "");
        press(&mut model, &mut host, "/the LAMP<enter>");
        assert!(found(&mut model, width, height).contains("the lamp"), "{width}×{height} {key}");
    }
}

#[test]
fn the_prompt_of_the_search_counts_while_it_is_written() {
    for (written, expected) in [
        ("/", " / "),
        ("/t", " /t  [1/8] "),
        ("/ti", " /ti  [1/1] "),
        ("j/tides", " /tides  [1/1] "),
        ("jjjj/juno", " /juno  [1/2] "),
        ("/juno<bs><bs><bs>", " /j  [1/4] "),
        ("jj/save_memory", " /save_memory  [3/6] "),
        ("/nowhere", " /nowhere  not found "),
        ("/ ", " /  "),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, written);
        let shown = row(&mut model, -2, 80, 24);
        assert_eq!(shown, expected.trim_end(), "{written}");
    }
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "/");
    act(&mut model, &mut host, Action::Paste("bees".to_owned()));
    assert!(row(&mut model, -2, 80, 24).contains("[1/1]"));
}

#[test]
fn who_begins_is_told_how_until_the_first_decision() {
    let (mut model, mut host) = (model(), FakeHost::default());
    let hint = "a accept · r reject · ? all keys";
    assert!(row(&mut model, -2, 80, 24).contains(hint));
    press(&mut model, &mut host, "a<esc>");
    assert_eq!(row(&mut model, -2, 80, 24), " 212 messages read");
}

#[test]
fn the_top_line_says_what_counts_at_every_width() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "ars");
    for (width, line) in [
        (20, " 2/8 reviewed  ✓a1 ✗"),
        (40, " ghostcall  2/8 reviewed  ✓a1 ✗r1 ↷s1"),
        (80, " ghostcall  export.db  2/8 reviewed ▓▓▓░░░░░░░░░░░  ✓a1 ✎e0 ✗r1 ↷s1         ana"),
    ] {
        assert_eq!(row(&mut model, 0, width, 24).trim_end(), line.trim_end(), "{width}");
    }
    press(&mut model, &mut host, "fjuno<enter>");
    for (width, line) in [(40, "2 of 8 shown"), (60, "reviewed   2 of 8 shown  juno"), (80, "↷s1  2 of 8 shown  juno")]
    {
        assert!(row(&mut model, 0, width, 24).contains(line), "{width}");
    }
}

#[test]
fn the_summary_shows_warnings_where_the_pane_does_not() {
    let mut model = at_finding(1071);
    for (key, line) in [("1", "· tools_used is empty"), ("4", "⚠ the message is only a payload")] {
        press(&mut model, &mut FakeHost::default(), key);
        let shown = row(&mut model, 8, 80, 24);
        assert!(shown.contains(line), "{shown}");
    }
}

#[test]
fn a_warning_never_shows_as_its_bare_name() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut model = model();
        for _ in 0..model.shown() {
            for key in ["1", "2", "6"] {
                press(&mut model, &mut FakeHost::default(), key);
                let shown = screen(&mut model, width, height);
                for warning in crate::verdict::Warning::ALL {
                    assert!(!shown.contains(warning.name()), "{}\n{shown}", warning.name());
                }
            }
            press(&mut model, &mut FakeHost::default(), "j");
        }
    }
}

#[test]
fn what_the_reviewer_wrote_is_reported_and_what_it_replaces_is_no_loss() {
    let mut model = at_finding(1042);
    press(&mut model, &mut FakeHost::default(), "edrafted <esc>");
    let shown = pane(&mut model, Pane::Proposal, 80, 24);
    assert!(shown.contains("drafted Ana prefers short answers. ✎"), "{shown}");
    assert!(!shown.contains("not in the record"), "{shown}");
    assert!(pane(&mut model, Pane::List, 80, 24).contains("1042 save_memory~"));
}

#[test]
fn the_text_of_the_proposal_shows_where_it_was_cut() {
    let shown = pane(&mut at_finding(1038), Pane::Proposal, 80, 40);
    assert!(shown.contains("[-{success: true, memory_type… d: \"2026-01-27\"}-]You saw right"), "{shown}");
    let mut model = model_of(vec![Draft { outcome: Outcome::Equal, ..Draft::new(7, LOST) }.item()]);
    let shown = pane(&mut model, Pane::Proposal, 80, 40);
    assert!(shown.contains("No record is written") && shown.contains("─ payload ─"), "{shown}");
    assert_eq!(model.selected().map(|item| item.key.clone()), Some(Key::Integer(7)));
}

#[test]
fn what_is_claimed_is_marked_in_the_message() {
    use ratatui::style::Modifier;
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "jjjjj.xz");
    let mut terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(120, 24)).unwrap();
    terminal.draw(|frame| crate::tui::view(&model, &crate::tui::Theme::plain(), frame)).unwrap();
    let marked = |modifier: Modifier| -> String {
        let cells = terminal.backend().buffer().content().iter().skip(240);
        cells.filter(|cell| cell.modifier.contains(modifier)).map(ratatui::buffer::Cell::symbol).collect()
    };
    let claims = TWO.split_once("}{").unwrap();
    assert_eq!(marked(Modifier::UNDERLINED), format!("{}}}", claims.0));
    assert_eq!(marked(Modifier::CROSSED_OUT), format!("{{{}", claims.1.split_once("Both").unwrap().0));
}
