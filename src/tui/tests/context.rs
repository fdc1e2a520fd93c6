//! What surrounds a decision: the forms of the text, the conversation, the journal, the summary.

use super::speech::conversation;
use super::support::*;
use crate::proposal::Status;
use crate::source::Key;
use crate::tui::{Action, ConversationMessage, Effect, JournalRowKind, LoadedConversation, Model, Pane, Speaker};

#[test]
fn the_form_of_the_text_goes_round_and_stays_from_finding_to_finding() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, title, message) in [
        ("", "Cleaned text", ""),
        ("d", "Diff by words", "changes: [-removed-] {+added+} · d: the raw text"),
        ("j", "Diff by words", ""),
        ("d", "Raw text", "the stored text, claims marked · d: the cleaned text"),
        ("a", "Raw text", "1042 accepted · u undo"),
        ("d", "Cleaned text", "the text as it will be · d: its diff"),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!(toast(&model), message, "{keys}");
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
fn a_text_that_stays_is_shown_in_the_diff() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for (keys, line) in [("jjjjxd", "The text stays unchanged."), ("jj", "The message is only a")] {
        press(&mut model, &mut host, keys);
        let shown = screen(&mut model, 120, 40);
        assert!(shown.contains("Diff by words"), "{shown}");
        assert!(shown.contains(line), "{keys}\n{shown}");
    }
}

#[test]
fn the_diff_by_words_in_the_proposal_at_80() {
    let mut model = model();
    screen(&mut model, 80, 24);
    press(&mut model, &mut FakeHost::default(), "d");
    insta::assert_snapshot!(pane(&mut model, Pane::Proposal, 80, 24));
}

#[test]
fn the_diff_by_words_at_120() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "d");
    insta::assert_snapshot!(pane(&mut model, Pane::Cleaned, 120, 40));
}

#[test]
fn the_raw_text_at_120() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "jjjjjdd");
    insta::assert_snapshot!(pane(&mut model, Pane::Cleaned, 120, 40));
}

#[test]
fn the_conversation_begins_at_the_message_and_shows_it_before_and_after() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "c");
    assert_eq!(host.effects, [Effect::OpenConversation(Key::Integer(1038))]);
    let row = |shown: &str, row: usize| shown.lines().nth(row).unwrap().trim_matches(['│', ' ']).to_owned();
    for (keys, first, second) in [
        // The request is in view, and so is the message.
        ("", "2 · user · 2026-01-20 17:01", "What does the lamp␛[31m say?"),
        ("<tab>", "2 · user · 2026-01-20 17:01", "What does the lamp␛[31m say?"),
        ("jjjjjjjjj", "▸ 1038 · Paulina · 2026-01-20 17:03 · tools_used [] → [save_memory]", "You saw right"),
        ("j", "You saw right through me.", ""),
        ("kk<up>", "{\"results\": []}", ""),
        ("<tab>", "2 · user · 2026-01-20 17:01", "What does the lamp␛[31m say?"),
        ("<pgup><pgup><pgup>", "… 12 earlier messages not shown", ""),
    ] {
        press(&mut model, &mut host, keys);
        let shown = screen(&mut model, 80, 24);
        assert_eq!(row(&shown, 2), first, "{keys}\n{shown}");
        assert!(row(&shown, 3).starts_with(second), "{keys}\n{shown}");
    }
    press(&mut model, &mut host, "c");
    assert!(model.dialogs.is_empty());
    assert_eq!(host.gestures(), 0);
}

/// The conversation around 1038, followed by the message of another finding, and a long one.
fn with_another_finding() -> LoadedConversation {
    let mut around = conversation(&Key::Integer(1038));
    let spoken = around.messages.last().unwrap().clone();
    let long = format!("{}the end", "On and on. ".repeat(400));
    around.messages.push(ConversationMessage { key: Key::Integer(1042), text: LOST_CORE.to_owned(), ..spoken.clone() });
    around.messages.push(ConversationMessage { key: Key::Integer(9), text: long, cut: 5, ..spoken });
    around
}

#[test]
fn after_a_write_back_all_accepted_findings_of_the_conversation_read_so() {
    for (keys, heading, reads) in [
        ("", "After a write-back · Tab", "content\": \"Ana prefers short answers.\"}"),
        ("jak", "After a write-back of 2 findings", "1042 · Paulina · 2026-01-20 17:05 · ✓a accepted"),
        ("jrk", "After a write-back · Tab", "1042 · Paulina · 2026-01-20 17:05 · ✗r rejected"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, keys);
        act(&mut model, &mut host, Action::Conversation(with_another_finding()));
        press(&mut model, &mut host, "<tab>");
        let shown = overlay(&mut model, 120, 60);
        assert!(shown.contains(heading) && shown.contains(reads), "{keys}\n{shown}");
        assert!(shown.contains("(only if accepted; currently pending)"), "of 1038 itself\n{shown}");
        let record = "+ written with it: core memory: Ana prefers short answers.";
        assert_eq!(shown.contains(record), heading.contains("of 2"), "{shown}");
    }
}

#[test]
fn what_changed_since_is_not_announced_as_written() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "jak");
    let mut around = with_another_finding();
    for spoken in around.messages.iter_mut().filter(|spoken| spoken.key == Key::Integer(1042)) {
        spoken.text = "Mine.".to_owned();
    }
    act(&mut model, &mut host, Action::Conversation(around));
    press(&mut model, &mut host, "<tab>");
    let shown = overlay(&mut model, 120, 60);
    assert!(shown.contains("Mine.") && !shown.contains("Noted."), "{shown}");
}

#[test]
fn rows_that_are_no_speech_are_called_what_they_are() {
    let (mut model, mut host) = (model(), FakeHost::default());
    let mut around = conversation(&Key::Integer(1038));
    let other = around.messages.iter().position(|spoken| matches!(spoken.speaker, Speaker::Other(_))).unwrap();
    for (role, line) in
        [(Some("tool"), "4 · tool row"), (Some("system"), "4 · system row"), (None, "row without a role")]
    {
        around.messages[other].speaker = Speaker::Other(role.map(str::to_owned));
        act(&mut model, &mut host, Action::Conversation(around.clone()));
        press(&mut model, &mut host, "<pgup><pgup>");
        let shown = overlay(&mut model, 120, 60);
        assert!(shown.contains(line), "{shown}");
        press(&mut model, &mut host, "<esc>");
    }
}

#[test]
fn long_messages_of_a_conversation_are_cut_until_they_are_wanted_whole() {
    let (mut model, mut host) = (model(), FakeHost::default());
    act(&mut model, &mut host, Action::Conversation(with_another_finding()));
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, &"<pgdn>".repeat(20));
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("… 3212 more characters: z shows them"), "{shown}");
    press(&mut model, &mut host, "z");
    let shown = overlay(&mut model, 80, 24);
    assert!(!shown.contains("more characters: z"), "{shown}");
    press(&mut model, &mut host, &"<pgdn>".repeat(20));
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("the end") && shown.contains("… 5 more characters: `ghostcall show`"), "{shown}");
    press(&mut model, &mut host, "z");
    assert!(overlay(&mut model, 80, 24).contains("9 · Paulina"), "where it was, cut again");
}

#[test]
fn without_a_finding_there_is_no_conversation() {
    let (mut model, mut host) = (model_of(Vec::new()), FakeHost::default());
    press(&mut model, &mut host, "c");
    assert_eq!(toast(&model), "no findings");
    assert!(host.effects.is_empty());
}

#[test]
fn the_conversation_before_at_80() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "c");
    screen(&mut model, 80, 24);
    press(&mut model, &mut FakeHost::default(), "<tab><tab><up><up><up><up><up>");
    insta::assert_snapshot!(overlay(&mut model, 80, 24));
}

#[test]
fn the_conversation_after_at_120() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "c<tab>");
    insta::assert_snapshot!(overlay(&mut model, 120, 40));
}

#[test]
fn the_journal_takes_a_write_back_back() {
    let (mut model, mut host) = (model(), FakeHost::default());
    host.append(JournalRowKind::Write, Key::Integer(99));
    press(&mut model, &mut host, "ajx<up>awy<esc>");
    assert_eq!(status(&model, 1038), Status::Written);
    for (keys, context, message) in [
        ("l", "journal", ""),
        ("k", "journal", ""),
        ("U", "take_back", ""),
        ("<enter>", "take_back", "Enter does nothing here · ? keys"),
        ("<esc>", "journal", "batch 2 was not undone"),
        ("<enter>jU<esc>", "journal", "write-back 3 was not undone"),
        ("jUy", "journal", "write-back 2 of message 1038 undone: it is pending again"),
        ("U", "journal", "2 is already undone by 4"),
        ("gU", "journal", "4 undid 2; to write it again, accept its finding and press w"),
        ("GUy", "journal", "write-back 1 of message 99 undone · searching it again"),
        ("l", "review", ""),
    ] {
        press(&mut model, &mut host, keys);
        assert_eq!((model.context().name, toast(&model)), (context, message), "{keys}");
    }
    let undone = host.effects.iter().filter(|effect| matches!(effect, Effect::UndoWrite(_)));
    assert_eq!(undone.collect::<Vec<_>>(), [&Effect::UndoWrite(2), &Effect::UndoWrite(1)]);
    assert_eq!((status(&model, 1038), at(&model)), (Status::Pending, 1038));
}

#[test]
fn what_was_written_together_is_taken_back_together() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "aawy<esc>");
    assert_eq!([1038, 1042].map(|key| status(&model, key)), [Status::Written; 2]);
    press(&mut model, &mut host, "lU");
    insta::assert_snapshot!(overlay(&mut model, 80, 24));
    press(&mut model, &mut host, "y");
    assert_eq!(toast(&model), "batch 1 undone: 2 findings pending again");
    assert_eq!([1038, 1042].map(|key| status(&model, key)), [Status::Pending; 2]);
    assert!(host.effects.contains(&Effect::UndoBatch(1)));
    press(&mut model, &mut host, "U");
    assert_eq!(toast(&model), "batch 1 is already undone");
    press(&mut model, &mut host, "gU");
    assert_eq!(toast(&model), "batch 3 is an undo; accept its findings to write them again");
    press(&mut model, &mut host, "G<enter>");
    let shown = overlay(&mut model, 80, 24);
    assert!(shown.contains("write, undone by 3  message 1038"), "{shown}");
}

#[test]
fn what_could_not_be_taken_back_of_a_batch_is_named() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "aawy<esc>");
    host.refuses = Some("changed since it was written");
    press(&mut model, &mut host, "lUy");
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains("Batch 1 only partly undone: 0 findings"), "{shown}");
    assert!(shown.contains("changed since it was written"), "{shown}");
    assert_eq!(status(&model, 1038), Status::Written);
}

#[test]
fn what_was_accepted_with_changes_keeps_them_when_it_is_taken_back() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "e!<c-s>wy<esc>lUy");
    assert_eq!(toast(&model), "write-back 1 of message 1038 undone: it is pending again, its changes kept as a draft");
    press(&mut model, &mut host, "<esc>a");
    assert_eq!(status(&model, 1038), Status::Edited);
}

#[test]
fn a_refusal_to_undo_is_explained_in_words() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "lU");
    assert_eq!(toast(&model), "no write-back to undo");
    press(&mut model, &mut host, "<esc>awy<esc>");
    host.refuses = Some("changed since it was written: the text of the message");
    press(&mut model, &mut host, "lUy");
    assert_eq!(model.context().name, "notice");
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains("Write-back 1 was not undone"), "{shown}");
    assert!(shown.contains("changed since it was written: the text of the message"), "{shown}");
    assert_eq!(status(&model, 1038), Status::Written);
}

/// A journal with every kind of row.
fn with_journal(then: &str) -> Model {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "aawy<esc>l<enter>jUy<esc>l<enter>j<enter>");
    press(&mut model, &mut host, then);
    model
}

#[test]
fn the_journal_at_80() {
    insta::assert_snapshot!(overlay(&mut with_journal("G"), 80, 24));
}

#[test]
fn the_journal_at_120() {
    insta::assert_snapshot!(overlay(&mut with_journal("g"), 120, 40));
}

#[test]
fn the_question_before_a_write_back_is_taken_back() {
    insta::assert_snapshot!(overlay(&mut with_journal("GU"), 80, 24));
}

#[test]
fn a_long_journal_keeps_the_row_that_is_looked_at_on_the_screen() {
    let (mut model, mut host) = (model(), FakeHost::default());
    for key in 0..50 {
        host.append(JournalRowKind::Write, Key::Integer(key));
    }
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "l");
    for (keys, id) in [("", 50), ("<pgdn>", 41), ("jj", 39), ("G", 1), ("<pgup>", 10), ("g", 50)] {
        press(&mut model, &mut host, keys);
        let shown = screen(&mut model, 80, 24);
        assert!(shown.contains(&format!("▸{id:>4}  ")), "{keys}\n{shown}");
    }
}
