//! Exploring: shapes, their messages, and drafts of patterns.

use super::support::*;
use crate::source::Key;
use crate::tui::dialogs::draft::DraftDialog;
use crate::tui::{Action, EditorOutcome, Effect, Host as _, Model, SavedView, StartPosition, update};

#[test]
fn the_shapes_at_80() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "p");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn the_shapes_at_200() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 200, 60);
    press(&mut model, &mut host, "pj ");
    insta::assert_snapshot!(screen(&mut model, 200, 60));
}

#[test]
fn the_messages_of_a_shape_at_80() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "p<enter>j");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn a_draft_at_80() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "pe");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn a_draft_at_160() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 160, 40);
    press(&mut model, &mut host, "pe");
    insta::assert_snapshot!(screen(&mut model, 160, 40));
}

#[test]
fn a_message_of_a_shape_is_gone_to() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 80, 24);
    // The first shape has one message with a finding and one without.
    press(&mut model, &mut host, "p<enter><enter>");
    assert_eq!((model.context().name, model.selected().unwrap().key.clone()), ("review", Key::Integer(1051)));
    press(&mut model, &mut host, "p<enter>j<enter>");
    assert_eq!(host.effects.last(), Some(&Effect::OpenConversation(Key::Integer(1091))));
    assert_eq!(model.context().name, "conversation");
    press(&mut model, &mut host, "<esc>");
    assert_eq!(model.context().name, "shape_messages");
    press(&mut model, &mut host, "<esc><esc>");
    assert_eq!(model.context().name, "review");
}

#[test]
fn the_draft_shows_with_every_key_what_it_matches() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 120, 40);
    press(&mut model, &mut host, "pe");
    assert!(screen(&mut model, 120, 40).contains("matches 2 payloads, none of which another pattern takes"));
    press(&mut model, &mut host, "x");
    let broken = screen(&mut model, 120, 40);
    assert!(broken.contains("⚠ line 1, column 1"), "{broken}");
    press(&mut model, &mut host, "<c-s>");
    assert_eq!(model.context().name, "pattern_draft");
    assert!(!host.effects.iter().any(|effect| matches!(effect, Effect::SavePattern(_))));
    // The cursor moved to the mistake.
    press(&mut model, &mut host, "<right><bs>");
    assert!(screen(&mut model, 120, 40).contains("matches 2 payloads"));
}

#[test]
fn what_is_typed_is_stored_with_a_tick_and_what_is_replaced_is_asked_for() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 120, 40);
    press(&mut model, &mut host, "pe//mine<enter>");
    let stored = update(&mut model, Action::Tick);
    let is_stored =
        |effect: &Effect| matches!(effect, Effect::StoreView(view) if view.drafts[0].1.starts_with("//mine"));
    assert!(stored.iter().any(is_stored), "{stored:?}");
    let Some(draft) = model.dialogs.top_as_mut::<DraftDialog>() else { panic!("no draft") };
    let named = draft.names()[0].clone();
    std::sync::Arc::make_mut(&mut draft.survey).built_in.insert(named.clone());
    draft.replace(&draft.text());
    press(&mut model, &mut host, "<c-s>");
    let asked = screen(&mut model, 120, 40);
    assert!(asked.contains(&format!("it replaces `{named}`")) && asked.contains("Ctrl-S again saves it"), "{asked}");
    assert!(!host.effects.iter().any(|effect| matches!(effect, Effect::SavePattern(_))));
    press(&mut model, &mut host, "<c-s>");
    assert!(host.effects.iter().any(|effect| matches!(effect, Effect::SavePattern(_))));
}

#[test]
fn a_draft_that_is_left_is_kept_and_one_that_is_saved_scans_again() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 120, 40);
    press(&mut model, &mut host, "pe//mine<enter><esc>");
    assert_eq!(toast(&model), "draft kept · e reopen");
    press(&mut model, &mut host, "e");
    assert_eq!(toast(&model), "your draft, unchanged");
    let Some(draft) = model.dialogs.top_as::<DraftDialog>() else { panic!("no draft") };
    assert!(draft.text().starts_with("//mine\n"), "{}", draft.text());

    host.broken = Some("`draft`: this example is not claimed by anything");
    press(&mut model, &mut host, "<c-s>");
    assert!(screen(&mut model, 120, 40).contains("⚠ not saved: `draft`: this example is not claimed"));
    let long = concat!(
        "/home/ana/configuration/of/an/auditor/patterns/where/the/folder/lies/deep/mine.json5: ",
        "no space is left"
    );
    host.broken = Some(long);
    press(&mut model, &mut host, "<c-s>");
    assert!(screen(&mut model, 120, 40).contains("no space is left"), "the end of a reason is what is wrong");
    host.broken = None;
    press(&mut model, &mut host, "<c-s>");
    assert_eq!((model.context().name, model.items().len()), ("review", 0));
    assert!(toast(&model).ends_with(", saved to mine.json5"), "{}", toast(&model));
    press(&mut model, &mut host, "pe");
    let Some(draft) = model.dialogs.top_as::<DraftDialog>() else { panic!("no draft") };
    assert!(!draft.text().starts_with("//mine"), "a saved draft is over");
}

#[test]
fn a_draft_is_edited_in_the_editor_of_the_reviewer() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 120, 40);
    host.edits(|given| given.replace("\"id\", \"ok\"", "\"id\"").replace("additionalProperties: false,", ""));
    host.ends(|_| EditorOutcome::Saved("  \n".to_owned()));
    host.ends(|_| EditorOutcome::Failed { reason: "the editor was not found".to_owned(), text: None });
    press(&mut model, &mut host, "pe<c-e>");
    let Some(draft) = model.dialogs.top_as::<DraftDialog>() else { panic!("no draft") };
    assert!(draft.text().contains("required: [\"id\"]"), "{}", draft.text());
    assert!(!draft.text().contains("additionalProperties"), "{}", draft.text());
    press(&mut model, &mut host, "<c-e>");
    assert_eq!(toast(&model), "empty file; draft unchanged");
    press(&mut model, &mut host, "<c-e>");
    assert_eq!(toast(&model), "the editor was not found");
    assert_eq!(model.context().name, "pattern_draft");
}

#[test]
fn a_draft_outlives_the_review_in_which_it_was_begun() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 120, 40);
    press(&mut model, &mut host, "pe//mine<enter>");
    for effect in update(&mut model, Action::Quit) {
        host.run(effect);
    }
    let kept = SavedView::from_json(&host.view.clone().unwrap().to_json()).unwrap();
    let mut again = Model::new(settings()).starting(StartPosition { kept: Some(kept), ..StartPosition::default() });
    screen(&mut again, 120, 40);
    press(&mut again, &mut host, "pe");
    let Some(draft) = again.dialogs.top_as::<DraftDialog>() else { panic!("no draft") };
    assert!(draft.text().starts_with("//mine\n"), "{}", draft.text());
}

#[test]
fn a_syntax_is_drafted_from_a_template_and_saved() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "pt");
    assert_eq!(model.context().name, "template");
    press(&mut model, &mut host, "port.txt<enter>");
    assert!(model.toast.as_ref().unwrap().text.contains("port.txt: no such file"));
    assert_eq!(model.context().name, "shapes");
    // The typed path is still there, to be corrected.
    press(&mut model, &mut host, "t<bs><bs><bs>jinja<enter>");
    assert_eq!(model.context().name, "pattern_draft");
    let shown = screen(&mut model, 160, 40);
    assert!(shown.contains(" Draft of a syntax "), "{shown}");
    // No payload is shown next to it, so a line has the whole width.
    let shown = screen(&mut model, 120, 40);
    assert!(shown.contains("//   ghostcall patterns check FILE, then ghostcall scan DB --patterns FILE"), "{shown}");
    assert!(shown.contains("port: what it reads shows once it is saved") && shown.contains("<|errand|>"), "{shown}");
    press(&mut model, &mut host, "<c-s>");
    assert!(matches!(host.effects.last(), Some(Effect::SavePattern(text)) if text.contains("<|given|>")));
}

#[test]
fn a_draft_of_a_template_is_kept_where_it_was_changed() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "ptport.jinja<enter>// mine <esc>");
    assert_eq!(model.context().name, "shapes");
    press(&mut model, &mut host, "t<enter>");
    assert!(screen(&mut model, 160, 40).contains("// mine"));
    press(&mut model, &mut host, "<esc>t<c-u><enter>");
    assert_eq!(model.context().name, "shapes", "without a path there is nothing to draft");
}

#[test]
fn a_template_is_asked_for_at_80() {
    let (mut model, mut host) = (model(), FakeHost::default());
    screen(&mut model, 80, 24);
    press(&mut model, &mut host, "ptmodels/port.jinja");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}
