//! What `w` shows before anything is written: all findings by group, each with its difference.

use super::support::*;
use crate::proposal::Status;
use crate::tui::Model;

/// Four findings are accepted, one of them with changes.
fn accepted() -> (Model, FakeHost) {
    let (mut model, mut host) = (model(), FakeHost::listing());
    press(&mut model, &mut host, "aaaa");
    press(&mut model, &mut host, "gjjjm<down><enter>a");
    (model, host)
}

#[test]
fn the_findings_show_by_group_and_each_with_its_difference() {
    let (mut model, mut host) = accepted();
    press(&mut model, &mut host, "w");
    insta::assert_snapshot!("what_would_be_written_at_80", overlay(&mut model, 80, 24));
    press(&mut model, &mut host, "<enter>j");
    insta::assert_snapshot!("a_difference_at_80", overlay(&mut model, 80, 24));
    insta::assert_snapshot!("a_difference_at_120", overlay(&mut model, 120, 40));
    // One key writes it, whatever is selected.
    press(&mut model, &mut host, "y");
    assert!(model.items().iter().any(|item| item.status == Status::Written));
}

#[test]
fn a_search_unfolds_the_group_of_what_it_finds() {
    let (mut model, mut host) = accepted();
    press(&mut model, &mut host, "w/board");
    assert_eq!(model.context().name, "write_back_search");
    assert!(row(&mut model, -2, 80, 24).contains("/board"), "{}", screen(&mut model, 80, 24));
    press(&mut model, &mut host, "<enter>");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("▸    1047") && shown.contains("[-"), "{shown}");
    press(&mut model, &mut host, "/nowhere at all<enter>");
    assert_eq!(toast(&model), "no finding to be written matches nowhere at all");
    press(&mut model, &mut host, "<c-n>");
    assert!(toast(&model).starts_with("no finding to be written"), "{}", toast(&model));
    press(&mut model, &mut host, "/x<esc><c-p>");
    assert!(toast(&model).starts_with("no search"), "{}", toast(&model));
    press(&mut model, &mut host, "<esc>");
    assert_eq!((model.context().name, toast(&model)), ("review", "nothing was written"));
}

#[test]
fn what_the_filter_hides_and_is_written_all_the_same_is_said() {
    let (mut model, mut host) = accepted();
    press(&mut model, &mut host, "fagent:juno<enter>w");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("hidden by the filter (agent:juno), but written too"), "{shown}");
    press(&mut model, &mut host, "G<enter>G");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("1051  hidden · strip"), "{shown}");
}

#[test]
fn a_long_difference_is_scrolled_and_a_small_screen_shows_the_question() {
    let long = format!("{LOST_CORE}{}", " And the tide came in.\n".repeat(60));
    let mut model = model_of(vec![Draft::new(1, &long).item()]);
    let mut host = FakeHost::listing();
    press(&mut model, &mut host, "a<esc>wj");
    let first = overlay(&mut model, 80, 24);
    assert!(first.contains("rows more (J)"), "{first}");
    press(&mut model, &mut host, "JJJ");
    assert_ne!(first, overlay(&mut model, 80, 24));
    for _ in 0..99 {
        press(&mut model, &mut host, "J");
    }
    assert!(!overlay(&mut model, 80, 24).contains("(J)"));
    let small = overlay(&mut model, 40, 12);
    assert!(small.contains("y write ·"), "{small}");
}

#[test]
fn a_row_of_the_list_can_be_clicked() {
    let (mut model, mut host) = accepted();
    press(&mut model, &mut host, "w");
    let shown = screen(&mut model, 80, 24);
    let at = shown.lines().position(|line| line.contains("whiteboard_echo")).unwrap();
    act(&mut model, &mut host, crate::tui::Action::Click { column: 20, row: u16::try_from(at).unwrap() });
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.lines().any(|line| line.contains("▸") && line.contains("whiteboard_echo")), "{shown}");
}

#[test]
fn which_model_wrote_the_messages_makes_no_group_of_its_own() {
    let mut items = Vec::new();
    for (key, model) in [(1, "gemini-2.5-pro"), (2, "gpt-4o"), (3, "gpt-4o")] {
        let mut finding = Draft::new(key, ECHO).item().finding().unwrap().as_ref().clone();
        finding.model = Some(model.to_owned());
        items.push(crate::tui::Item::pending(finding, &settings().rules()).unwrap());
    }
    let (mut model, mut host) = (model_of(items), FakeHost::listing());
    press(&mut model, &mut host, "aaa<esc>w");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("3 × whiteboard_echo"), "{shown}");
}
