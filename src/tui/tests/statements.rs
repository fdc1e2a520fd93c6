//! Findings that are sentences claiming an action: the user's request, the sentence, and its replacement.

use super::support::*;
use crate::catalog::KnownTools;
use crate::claim::{Asked, ClaimedRecord, StatementFinder, Window};
use crate::proposal::{self, Choice, Status};
use crate::registry::Registry;
use crate::source::{Evidence, Key, Message, Outcome, Owner};
use crate::tui::{Action, Item, Model, Undoable, update};
use crate::verdict::Remedy;

fn item(key: i64, asked: &str, text: &str) -> Item {
    let registry = Registry::builtin().unwrap();
    let tools = KnownTools::new([("save_memory", "save_memory")]);
    let finder = StatementFinder::with_tools(registry.statements(), &tools);
    let settings = settings();
    let rules = settings.rules();
    let owner = Owner { key: Some(Key::Integer(3)), name: Some("Paulina".to_owned()), exists: true, enabled: None };
    let message = Message {
        key: Some(Key::Integer(key)),
        owner,
        text: text.to_owned(),
        created_at: Some("2026-01-20T17:03:11Z".parse().unwrap()),
        tools_used: Some(Vec::new()),
        ..Message::default()
    };
    let evidence =
        Evidence { outcome: Outcome::None, lines: vec!["tools_used is empty".to_owned()], ..Evidence::unasked() };
    let mut window = Window::default();
    window.asked(asked);
    let claims = finder.claims(text, &[], registry.statements(), Some(asked), Asked::ANYTHING, &window);
    let judged = claims.into_iter().filter_map(|mut claim| {
        let fields = [("content", asked), ("memory_type", "journal")];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        claim.record = Some(ClaimedRecord { kind: "memory".to_owned(), fields });
        proposal::judge(claim, &message, &evidence, &rules)
    });
    let judged = judged.collect();
    Item::pending(proposal::propose(message, judged, &rules), &rules).unwrap()
}

fn review(width: u16, height: u16) -> Model {
    let mut model = Model::new(settings());
    update(&mut model, Action::Resize(width, height));
    update(&mut model, Action::Undoable(Undoable { undo: false, redo: false }));
    let items = vec![
        item(
            1,
            "Remember that my sister has her birthday on 4 May.",
            "Got it, I've saved that for you. What does she like?",
        ),
        item(2, "We planted the garlic.", "Lovely. I've saved that to your journal."),
    ];
    update(&mut model, Action::Found(items));
    update(&mut model, Action::ScanDone("212 messages read".to_owned()));
    model
}

#[test]
fn the_request_the_sentence_and_the_truth_are_seen_together() {
    for (width, height) in [(80, 24), (120, 40)] {
        insta::assert_snapshot!(format!("a_sentence_at_{width}"), screen(&mut review(width, height), width, height));
    }
}

#[test]
fn a_sentence_is_corrected_or_made_true() {
    let (mut model, mut host) = (review(120, 40), FakeHost::default());
    press(&mut model, &mut host, "a");
    assert_eq!(status(&model, 1), Status::Accepted);
    press(&mut model, &mut host, "m");
    insta::assert_snapshot!("the_choices_of_a_sentence", screen(&mut model, 120, 40));
    press(&mut model, &mut host, "<down><enter>");
    let current = model.current().unwrap();
    assert_eq!((current.remedy, current.records.len()), (Some(Remedy::Recover), 1));
    assert_eq!(current.cleaned, "Lovely. I've saved that to your journal.", "it becomes true");
    assert_eq!(model.items()[1].edit().claims[&0].choice, Some(Choice::Recover));
}

#[test]
fn sentences_are_never_accepted_in_bulk() {
    let (mut model, mut host) = (review(120, 40), FakeHost::default());
    press(&mut model, &mut host, "A");
    assert!(!screen(&mut model, 120, 40).contains("accept 2"), "{}", screen(&mut model, 120, 40));
    assert!([1, 2].into_iter().all(|key| status(&model, key) == Status::Pending));
}
