//! Actions by their names.

use super::support::*;
use crate::proposal::Status;
use crate::tui::{Action, Effect, KeyContext, KeyMap, Model, update};

fn after(written: &str) -> (Model, FakeHost) {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, written);
    (model, host)
}

#[test]
fn every_action_of_the_review_is_run_by_its_name() {
    // In the middle of a review, so that every action has something to do.
    let (model, host) = after("aauA<esc>jjjj/e<enter>e!<esc>");
    for row in KeyMap::default().rows_of(KeyContext::REVIEW) {
        let name = row.binding.name();
        // Reviewers cannot approve their own decisions.
        if matches!(name, "commands" | "approve") {
            continue;
        }
        let (mut by_key, mut other_host) = (model.clone(), host.clone());
        act(&mut by_key, &mut other_host, Action::Key(row.keys[0]));
        for written in [name.to_owned(), name.replace('_', " ").to_uppercase()] {
            let (mut by_name, mut host) = (model.clone(), host.clone());
            press(&mut by_name, &mut host, &format!(":{written}<enter>"));
            assert_eq!(screen(&mut by_name, 120, 40), screen(&mut by_key, 120, 40), "{written}");
            assert_eq!(host.effects, other_host.effects, "{written}");
        }
    }
}

#[test]
fn enter_on_nothing_written_does_nothing() {
    for written in [":<enter>", ":   <enter>", ":a<bs><enter>"] {
        let (model, host) = after(written);
        assert!(model.dialogs.is_empty(), "{written}");
        assert_eq!((host.gestures(), host.effects.len()), (0, 0), "{written}");
    }
}

#[test]
fn what_decides_wants_its_whole_name() {
    for written in
        [":rej<enter>", ":acc<enter>", ":sk<enter>", ":reject<bs><enter>", ":<down><enter>", ":a<tab><s-tab><enter>"]
    {
        let (mut model, host) = after(written);
        assert_eq!(host.gestures(), 0, "{written}");
        assert_eq!(model.context().name, "commands", "{written}");
        assert!(screen(&mut model, 80, 24).contains("type its full name"), "{written}");
    }
    let (model, host) = after(":reject<enter>");
    assert_eq!(host.decisions(), ["1038 reject"]);
    assert_eq!(toast(&model), "1038 rejected · u undo");
}

#[test]
fn writing_back_asks_first() {
    for written in [":w<enter>", ":write<enter>", ":write_back<enter>", ":write b<enter>"] {
        let (model, host) = after(&format!("a{written}"));
        assert_eq!(model.context().name, "write_back", "{written}");
        assert!(!host.effects.contains(&Effect::WriteBack), "{written}");
    }
    let (_, host) = after("a:w<enter><enter><enter>");
    assert!(!host.effects.contains(&Effect::WriteBack));
}

#[test]
fn the_names_that_vim_has_quit_and_write() {
    for written in [":q<enter>", ":q!<enter>", ":quit<enter>", ":qui<enter>"] {
        assert_eq!(after(written).1.effects, [Effect::Quit], "{written}");
    }
}

#[test]
fn a_number_goes_to_a_message() {
    for written in [":1060<enter>", ":goto 1060<enter>", ":got<enter>1060<enter>"] {
        assert_eq!(at(&after(written).0), 1060, "{written}");
    }
    let (model, _) = after("fagent:juno<enter>:1060<enter>");
    assert_eq!((at(&model), toast(&model)), (1060, "filter cleared to show it"));
    let (mut model, _) = after(":1061<enter>");
    assert_eq!(model.context().name, "commands");
    assert!(screen(&mut model, 80, 24).contains("1061 has no finding"));
}

#[test]
fn commands_take_their_argument() {
    let (model, _) = after(":filter agent:juno -remedy:strip<enter>");
    assert_eq!((model.shown(), model.filter().to_string().as_str()), (1, "agent:juno -remedy:strip"));
    assert_eq!(toast(&after(":sort agent<enter>").0), "sorted by agent · O: by pattern");
    assert_eq!(toast(&after(":sort alike<enter>").0), "sorted alike together · O: as found");
    assert_eq!(toast(&after(":sort found<enter>").0), "sorted as found · O: by time");
    assert_eq!(toast(&after(":sort by time<enter>").0), "sorted by time · O: by agent");
    assert_eq!(at(&after(":search bees<enter>").0), 1060);
    for (written, line) in [
        (":filter agent:<enter>", ""),
        (":filter colour:red<enter>", "colour"),
        (":sort size<enter>", "it sorts by time, agent"),
        (":goto <enter>", ""),
    ] {
        let (mut model, _) = after(written);
        assert_eq!(model.context().name, "commands", "{written}");
        let shown = screen(&mut model, 80, 24);
        assert!(shown.contains(line), "{written}: {shown}");
    }
}

#[test]
fn what_cannot_be_done_says_why_and_stays() {
    let (mut model, _) = after(":next_hit<enter>");
    assert_eq!(model.context().name, "commands");
    assert!(screen(&mut model, 80, 24).contains("⚠ no search"));
    let (mut model, _) = after(":xyzzy<enter>");
    assert!(screen(&mut model, 80, 24).contains("no command `xyzzy`"));
}

#[test]
fn the_list_follows_the_cursor() {
    let (mut model, mut host) = after(":");
    for _ in 0..100 {
        press(&mut model, &mut host, "<down>");
        assert!(screen(&mut model, 80, 24).contains("run"));
    }
    assert!(screen(&mut model, 80, 24).contains("sort BY"), "{}", screen(&mut model, 80, 24));
    press(&mut model, &mut host, "<enter>");
    assert_eq!(toast(&model), "");
    assert!(screen(&mut model, 80, 24).contains(":sort "), "the argument comes next");
}

#[test]
fn with_marks_a_name_decides_them_together() {
    let (_, host) = after("<space><space>:reject<enter>");
    assert_eq!(host.decisions(), ["1038 reject", "1042 reject"]);
    assert_eq!(host.gestures(), 1);
}

#[test]
fn a_pasted_text_is_no_enter() {
    let (mut model, host) = after(":");
    update(&mut model, Action::Paste("reject\n".to_owned()));
    assert_eq!((model.context().name, host.gestures()), ("commands", 0));
    assert_eq!(status(&model, 1038), Status::Pending);
}

#[test]
fn the_palette_at_80_by_24() {
    insta::assert_snapshot!(screen(&mut after(":").0, 80, 24));
}

#[test]
fn the_likeliest_first() {
    insta::assert_snapshot!(screen(&mut after(":undec").0, 80, 14));
}

#[test]
fn what_is_not_possible_with_its_reason() {
    insta::assert_snapshot!(screen(&mut after(":next").0, 120, 20));
}
