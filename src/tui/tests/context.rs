//! What stands around a decision: the text in its forms, the conversation, the journal, the summary.

use super::support::*;
use crate::proposal::Status;
use crate::source::Key;
use crate::tui::{Action, Context, Did, Effect, Model};

#[test]
fn the_form_of_the_text_goes_round_and_stays_from_finding_to_finding() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, title, told) in [
        ("", "Cleaned text", ""),
        ("d", "Diff by words", "what goes and what comes: [-gone-] {+new+} · d: the raw text"),
        ("j", "Diff by words", ""),
        ("d", "Raw text", "the text as it is, what is claimed marked · d: the cleaned text"),
        ("a", "Raw text", "1042 accepted · u undoes it"),
        ("d", "Cleaned text", "the text as it will be · d: its diff"),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!(toast(&model), told, "{keys}");
        let shown = screen(&mut model, 120, 40);
        assert!(shown.contains(&format!(" {title} ")), "{keys}\n{shown}");
    }
}

#[test]
fn where_the_text_is_not_on_the_screen_it_comes_there() {
    for (width, height) in [(80, 24), (60, 20), (90, 12)] {
        let (mut model, mut host) = (model(), FakeHost::default());
        screen(&mut model, width, height);
        press(&mut model, &mut host, "d");
        let shown = screen(&mut model, width, height);
        assert!(shown.contains("[-{success"), "{width}×{height}\n{shown}");
    }
}

#[test]
fn a_text_that_stays_is_told_in_the_diff() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, told) in [("jjjjxd", "The text stays as it is."), ("jj", "Nothing but the payload")] {
        press(&mut model, &mut host, keys);
        let shown = screen(&mut model, 120, 40);
        assert!(shown.contains("Diff by words"), "{shown}");
        assert!(shown.contains(told), "{keys}\n{shown}");
    }
}

#[test]
fn the_diff_by_words_at_80_by_24() {
    let mut model = model();
    screen(&mut model, 80, 24);
    press(&mut model, &mut FakeHost::default(), "d");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn the_diff_by_words_at_120_by_40() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "d");
    insta::assert_snapshot!(screen(&mut model, 120, 40));
}

#[test]
fn the_raw_text_at_120_by_40() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "jjjjjdd");
    insta::assert_snapshot!(screen(&mut model, 120, 40));
}

#[test]
fn the_conversation_begins_at_the_message_and_shows_it_before_and_after() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "c");
    assert_eq!(host.effects, [Effect::OpenConversation(Key::Integer(1038))]);
    let row = |shown: &str, row: usize| shown.lines().nth(row).unwrap().trim_matches(['│', ' ']).to_owned();
    for (keys, first, second) in [
        ("", "▸ 1038 · Paulina · 2026-01-20 17:03 · tools_used []", "{success: true,"),
        ("<tab>", "▸ 1038 · Paulina · 2026-01-20 17:03 · tools_used [] → [save_memory]", "You saw right"),
        ("j", "You saw right through me.", ""),
        ("kk<up>", "{\"results\": []}", ""),
        ("<tab>", "▸ 1038 · Paulina · 2026-01-20 17:03 · tools_used []", "{success: true,"),
        ("<pgup><pgup><pgup>", "… 12 earlier messages are not shown", ""),
    ] {
        press(&mut model, &mut host, keys);
        let shown = screen(&mut model, 80, 24);
        assert_eq!(row(&shown, 2), first, "{keys}\n{shown}");
        assert!(row(&shown, 3).starts_with(second), "{keys}\n{shown}");
    }
    press(&mut model, &mut host, "c");
    assert!(model.overlay().is_none());
    assert_eq!(host.gestures(), 0);
}

#[test]
fn without_a_finding_there_is_no_conversation() {
    let (mut model, mut host) = (model_of(Vec::new()), FakeHost::default());
    press(&mut model, &mut host, "c");
    assert_eq!(toast(&model), "there is no finding");
    assert!(host.effects.is_empty());
}

#[test]
fn the_conversation_before_at_80_by_24() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "c");
    screen(&mut model, 80, 24);
    press(&mut model, &mut FakeHost::default(), "<tab><tab><up><up><up><up><up>");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn the_conversation_after_at_120_by_40() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "c<tab>");
    insta::assert_snapshot!(screen(&mut model, 120, 40));
}

#[test]
fn the_journal_takes_a_write_back_back() {
    let (mut model, mut host) = (model(), FakeHost::default());
    host.append(Did::Write, Key::Integer(99));
    press(&mut model, &mut host, "ajx<up>awy<esc>");
    assert_eq!(status(&model, 1038), Status::Written);
    for (keys, context, told) in [
        ("l", Context::Journal, ""),
        ("k", Context::Journal, ""),
        ("U", Context::TakeBack, ""),
        ("<enter>", Context::TakeBack, ""),
        ("<esc>", Context::Journal, "write-back 3 stands"),
        ("jUy", Context::Journal, "write-back 2 of message 1038 taken back: it is pending again"),
        ("U", Context::Journal, "2 is taken back already, by 4"),
        ("gU", Context::Journal, "4 took 2 back; to write it again, accept its finding and press w"),
        ("GUy", Context::Journal, "write-back 1 of message 99 taken back · the next review finds it again"),
        ("l", Context::Review, ""),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!((model.context(), toast(&model)), (context, told), "{keys}");
    }
    let undone = host.effects.iter().filter(|effect| matches!(effect, Effect::UndoWrite(_)));
    assert_eq!(undone.collect::<Vec<_>>(), [&Effect::UndoWrite(2), &Effect::UndoWrite(1)]);
    assert_eq!((status(&model, 1038), at(&model)), (Status::Pending, 1038));
}

#[test]
fn what_was_accepted_with_changes_keeps_them_when_it_is_taken_back() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "e!<c-s>wy<esc>lUy");
    assert_eq!(
        toast(&model),
        "write-back 1 of message 1038 taken back: it is pending again, its changes kept as a draft"
    );
    press(&mut model, &mut host, "<esc>a");
    assert_eq!(status(&model, 1038), Status::Edited);
}

#[test]
fn a_refusal_to_take_back_is_told_in_words() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "lU");
    assert_eq!(toast(&model), "nothing was written that could be taken back");
    press(&mut model, &mut host, "<esc>awy<esc>");
    host.refuses = Some("changed since it was written: the text of the message");
    press(&mut model, &mut host, "lUy");
    assert_eq!(model.context(), Context::Notice);
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains("Write-back 1 was not taken back"), "{shown}");
    assert!(shown.contains("changed since it was written: the text of the message"), "{shown}");
    assert_eq!(status(&model, 1038), Status::Written);
}

/// A journal with every kind of row.
fn with_journal(then: &str) -> Model {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "aawy<esc>lUy<esc>l");
    press(&mut model, &mut host, then);
    model
}

#[test]
fn the_journal_at_80_by_24() {
    insta::assert_snapshot!(screen(&mut with_journal("G"), 80, 24));
}

#[test]
fn the_journal_at_120_by_40() {
    insta::assert_snapshot!(screen(&mut with_journal("g"), 120, 40));
}

#[test]
fn the_question_before_a_write_back_is_taken_back() {
    insta::assert_snapshot!(screen(&mut with_journal("GU"), 80, 24));
}

#[test]
fn a_long_journal_keeps_the_row_that_is_looked_at_on_the_screen() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for key in 0..50 {
        host.append(Did::Write, Key::Integer(key));
    }
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "l");
    for (keys, id) in [("", 50), ("<pgdn>", 41), ("jj", 39), ("G", 1), ("<pgup>", 10), ("g", 50)] {
        press(&mut model, &mut host, keys);
        let shown = screen(&mut model, 80, 24);
        assert!(shown.contains(&format!("▸{id:>4}  ")), "{keys}\n{shown}");
    }
}

#[test]
fn the_summary_opens_once_when_nothing_waits_any_more() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, context) in [
        ("aaarrsa", Context::Review),
        ("a", Context::Summary),
        // Whoever types on decides nothing by it.
        ("a", Context::Summary),
        ("<enter>", Context::Review),
        // What was decided already may be decided otherwise.
        ("r", Context::Review),
        ("kas", Context::Review),
        ("uuuu", Context::Review),
        ("a", Context::Summary),
        ("u", Context::Review),
        ("a", Context::Summary),
        ("w", Context::Plan),
        ("<esc>", Context::Review),
        ("ua", Context::Summary),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!(model.context(), context, "{keys}");
    }
    press(&mut model, &mut host, "q");
    assert_eq!(host.effects.last(), Some(&Effect::Quit));
}

#[test]
fn while_the_scan_goes_on_nothing_is_summed_up() {
    let mut model = Model::new(setting());
    let mut host = FakeHost::default();
    act(&mut model, &mut host, Action::Found(items()[..2].to_vec()));
    press(&mut model, &mut host, "aa");
    assert_eq!(model.context(), Context::Review);
}

#[test]
fn a_decision_that_was_not_stored_is_not_summed_up() {
    let mut model = model_of(items()[..1].to_vec());
    let mut host = FakeHost::default();
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "a<esc>");
    assert_eq!((model.context(), status(&model, 1038)), (Context::Review, Status::Pending));
}

#[test]
fn the_summary_at_80_by_24() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "e!<c-s>aarrsaa");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn the_summary_at_120_by_40() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "rrrrrrrr");
    insta::assert_snapshot!(screen(&mut model, 120, 40));
}
