//! Very many findings and very long texts: the cost of a key does not grow with them.

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::support::*;
use crate::proposal::Status;
use crate::source::Key;
use crate::tui::dialogs::write_plan::WriteDialog;
use crate::tui::findings::alike_tallies::AlikeTallies;
use crate::tui::findings::facets::KnownFacets;
use crate::tui::findings::matching;
use crate::tui::findings::store::StoreWriter;
use crate::tui::screen::view;
use crate::tui::text::CELLS;
use crate::tui::{
    Action, ConversationMessage, Effect, Host as _, Item, LoadedConversation, Model, Pane, Speaker, Theme, update,
};

/// `count` findings that can be accepted together, none of them in memory.
fn many(count: i64) -> Vec<Item> {
    let (mut writer, mut facets) = (StoreWriter::without_memory(), KnownFacets::default());
    let template = Draft::new(1, LOST_CORE).item();
    let item = |number: i64| {
        let mut finding = template.finding().unwrap().as_ref().clone();
        finding.message_id = Some(Key::Integer(number));
        finding.message.key = Some(Key::Integer(number));
        finding.message.text.push_str(&format!(" It is number {number}."));
        let facets = facets.kept(template.facets().as_ref().clone());
        Item::new(finding, facets, |finding| writer.keep(finding)).unwrap()
    };
    (0..count).map(item).collect()
}

#[test]
fn nobody_decides_on_a_finding_that_can_no_longer_be_read() {
    let (mut model, mut host) = (model_of(many(3)), FakeHost::default());
    model.items()[0].kept().store.lose();
    let why = "finding 0 is no longer readable; restart ghostcall";
    press(&mut model, &mut host, "jk");
    let shown = screen(&mut model, 200, 60);
    assert!(shown.contains("finding 0 is no longer readable"), "{shown}");
    for keys in ["a", "r", "s", "e", "x"] {
        press(&mut model, &mut host, keys);
        assert_eq!((toast(&model), host.gestures()), (why, 0), "{keys}");
    }
    for (count, confirm) in [(3, "Ay"), (1_100, "Aaccept<enter>")] {
        let (mut model, mut host) = (model_of(many(count)), FakeHost::default());
        model.items()[0].kept().store.lose();
        press(&mut model, &mut host, confirm);
        work(&mut model, &mut host);
        assert!(model.items().iter().all(Item::is_undecided), "{count}");
        assert!(toast(&model).contains(&format!("{count} left out")), "{}", toast(&model));
    }
}

fn reads(model: &Model) -> usize {
    model.items()[0].kept().reads()
}

fn tallies(model: &Model, share: usize) -> AlikeTallies {
    AlikeTallies::of(&model.findings, model.list.shown(), share)
}

/// Runs the pending work while no key is pressed.
fn work(model: &mut Model, host: &mut FakeHost) -> usize {
    let mut pieces = 0;
    while model.is_working() {
        act(model, host, Action::Idle);
        pieces += 1;
    }
    pieces
}

#[test]
fn a_row_of_the_list_is_small() {
    // A list of a million findings and everything else fits into 200 MB.
    assert!(size_of::<Item>() <= 88, "{}", size_of::<Item>());
}

#[test]
fn what_a_key_reads_does_not_grow_with_the_findings() {
    let costs = [300, 3_000].map(|count| {
        let (mut model, mut host) = (model_of(many(count)), FakeHost::default());
        let mut costs = Vec::new();
        for keys in [
            "j", "<pgdn>", "G", "g", "a", "]", "O", "O", "O", "O", "O", "f agent:juno<enter>", "f<c-u><enter>", "v",
            "G", "<esc>", "=",
        ] {
            let before = reads(&model);
            press(&mut model, &mut host, keys);
            drawn(&mut model, &Theme::plain(), 120, 40);
            costs.push((keys, reads(&model) - before));
        }
        costs
    });
    assert_eq!(costs[0], costs[1]);
    assert!(costs[0].iter().all(|(_, reads)| *reads <= 4), "{:?}", costs[0]);
}

#[test]
fn several_threads_filter_as_one_does() {
    let (mut model, mut host) = (model_of(many(500)), FakeHost::default());
    press(&mut model, &mut host, "aaarrrGar");
    for query in ["-status:accepted", "status:rejected,accepted", "is:undecided", ""] {
        press(&mut model, &mut host, &format!("f<c-u>{query}<enter>"));
        for share in [1_000, 500, 123] {
            // The previous content is dropped.
            let mut shown = vec![7];
            let (items, rules) = (model.findings.items(), model.settings.rules());
            matching::find(items, (model.filter(), &rules), share, &mut shown);
            assert_eq!(shown, model.list.shown(), "{query} {share}");
            assert_eq!(tallies(&model, share), tallies(&model, 1_000), "{query} {share}");
        }
        assert!(tallies(&model, 1_000) != AlikeTallies::default(), "{query}");
        assert_eq!(model.shown() == 500, query.is_empty(), "{query}");
        assert!(!model.list.shown().is_empty(), "{query}");
    }
}

#[test]
fn a_long_text_lays_out_what_shows_only() {
    let cells = [1, 8].map(|megabytes| {
        let text =
            format!("{LOST_CORE}{}", "Late April it is, then; the soil is too cold. ".repeat(megabytes * 22_000));
        let long = format!("{text}{}", "x".repeat(1_000_000));
        let mut model = model_of(vec![Draft::new(1, &long).item()]);
        let mut cost = Vec::new();
        for pane_shown in [Pane::Message, Pane::Cleaned, Pane::Proposal] {
            for size in [(80, 24), (120, 40)] {
                update(&mut model, Action::Show(pane_shown));
                drawn(&mut model, &Theme::plain(), size.0, size.1);
                CELLS.set(0);
                drawn(&mut model, &Theme::plain(), size.0, size.1);
                cost.push(CELLS.get());
            }
        }
        cost
    });
    assert_eq!(cells[0], cells[1]);
    assert!(cells[0].iter().all(|cells| *cells < 40_000), "{:?}", cells[0]);
}

#[test]
fn a_message_of_megabytes_shows_at_once_and_its_end_as_soon_as_it_is_laid_out() {
    let (line, host) = ("अप्रैल के अंत में 👩‍🌾 तो 🌱. ", &mut FakeHost::default());
    let text = format!("{LOST_CORE}{}\nThe very end.", line.repeat((3 << 20) / line.len()));
    let mut model = model_of(vec![Draft::new(1, &text).item()]);
    update(&mut model, Action::Resize(120, 40));
    update(&mut model, Action::Show(Pane::Message));
    model.panes.scroll.insert(Pane::Message, 1_000_000);
    let picture = |model: &Model| {
        let mut terminal = Terminal::new(TestBackend::new(120, 40)).unwrap();
        terminal.draw(|frame| view(model, &Theme::plain(), frame)).unwrap();
        terminal.backend().to_string()
    };
    let mut shown = picture(&model);
    assert!(shown.contains("अप्रैल") && model.is_working());
    let mut pictures = 1;
    while !shown.contains("The very end.") {
        assert!(model.is_working(), "nothing more comes after {pictures} pictures");
        act(&mut model, host, Action::Idle);
        shown = picture(&model);
        pictures += 1;
    }
    assert!((20..=60).contains(&pictures), "{pictures}");
}

#[test]
fn where_a_large_payload_was_repaired_shows_as_soon_as_that_is_known() {
    let keys: Vec<_> = (0..20_000).map(|number| format!("key_{number}: {number}")).collect();
    let keys = keys.join(", ");
    let text = format!("{{success: true, memory_type: \"core\", content: \"Tea.\", {keys}}}And so on.");
    let mut model = model_of(vec![Draft::new(1, &text).item()]);
    update(&mut model, Action::Show(Pane::Payload));
    model.panes.scroll.insert(Pane::Payload, 1_000_000);
    let shown = pane(&mut model, Pane::Payload, 120, 40);
    assert!(shown.contains("quotes ×20003"), "{shown}");
}

#[test]
fn a_conversation_of_long_messages_lays_out_what_shows_only() {
    let cells = [20, 160].map(|messages| {
        let mut model = model_of(vec![Draft::new(1, LOST_CORE).item()]);
        let spoken = |key| ConversationMessage {
            key: Key::Integer(key),
            speaker: Speaker::User,
            at: None,
            tools: Vec::new(),
            text: format!("Number {key}. {}", "Late April it is; zu früh. ".repeat(1_500)),
            cut: 0,
        };
        let messages = (0..messages).map(spoken).collect();
        let (message, conversation) = (Key::Integer(1), Some(Key::Integer(7)));
        let around = LoadedConversation { message, conversation, messages, earlier: 0, later: 0, journal_head: 0 };
        act(&mut model, &mut FakeHost::default(), Action::Conversation(around));
        let mut cost = Vec::new();
        for keys in ["z", "<pgdn>", "G", "<pgup>"] {
            press(&mut model, &mut FakeHost::default(), keys);
            drawn(&mut model, &Theme::plain(), 120, 40);
            CELLS.set(0);
            drawn(&mut model, &Theme::plain(), 120, 40);
            cost.push(CELLS.get());
        }
        cost
    });
    // The headings are laid out, and the visible part of the texts.
    assert!(cells.iter().flatten().all(|cells| *cells < 40_000), "{cells:?}");
}

#[test]
fn the_end_of_a_long_text_can_be_read() {
    let text = format!("{LOST_CORE}{}The very end.", "A line of it.\n".repeat(20_000));
    let mut model = model_of(vec![Draft::new(1, &text).item()]);
    update(&mut model, Action::Show(Pane::Message));
    model.panes.scroll.insert(Pane::Message, 1_000_000);
    assert!(pane(&mut model, Pane::Message, 120, 40).contains("The very end."));
}

#[test]
fn a_search_goes_on_between_keys_and_finds_what_all_at_once_would() {
    let (mut model, mut host) = (model_of(many(5_000)), FakeHost::default());
    press(&mut model, &mut host, "/number 49");
    assert!(model.is_working());
    press(&mut model, &mut host, "<enter>");
    assert!(work(&mut model, &mut host) > 1);
    let hits = |key: &i64| key.to_string().starts_with("49");
    assert_eq!(at(&model), 49);
    let expected: Vec<i64> = (0..5_000).filter(hits).collect();
    for next in expected.iter().skip(1).chain(&expected[..1]) {
        press(&mut model, &mut host, "n");
        assert_eq!(at(&model), *next);
    }
}

#[test]
fn escape_ends_a_search_that_is_not_through() {
    let (mut model, mut host) = (model_of(many(5_000)), FakeHost::default());
    press(&mut model, &mut host, "/number 4999<esc>");
    assert!(!model.is_working());
    press(&mut model, &mut host, "/number 4999<enter><esc>");
    assert!(!model.is_working() && model.search.current().is_none());
    assert_eq!(at(&model), 0);
}

#[test]
fn a_filter_by_words_shows_what_it_finds_and_can_be_given_up() {
    let (mut model, mut host) = (model_of(many(5_000)), FakeHost::default());
    press(&mut model, &mut host, "f \"number 49\"<enter>");
    let first = model.shown();
    press(&mut model, &mut host, "A");
    assert!(toast(&model).contains("the list is incomplete"), "{}", toast(&model));
    // A key in between does not change what is found.
    press(&mut model, &mut host, "j");
    work(&mut model, &mut host);
    assert!(first < 111 && model.shown() == 111, "{first} {}", model.shown());
    press(&mut model, &mut host, "f<c-u>\"number 48\"<enter><esc>");
    assert_eq!((model.shown(), model.filter().is_empty(), model.is_working()), (5_000, true, false));
}

#[test]
fn very_many_are_decided_piece_by_piece_as_one_gesture() {
    let (mut model, mut host) = (model_of(many(1_500)), FakeHost::default());
    press(&mut model, &mut host, "Aaccept<enter>");
    act(&mut model, &mut host, Action::Idle);
    // Moving around works meanwhile; nothing else is decided.
    press(&mut model, &mut host, "jjr");
    assert!(toast(&model).contains("accept 64 of 1500"), "{}", toast(&model));
    assert_eq!((model.counts().decided(), host.gestures()), (0, 0));
    assert!(work(&mut model, &mut host) > 20);
    assert_eq!((model.counts().of_status(Status::Accepted), host.gestures()), (1_500, 1));
    assert_eq!(host.decisions().len(), 1_500);
    press(&mut model, &mut host, "u");
    assert_eq!(model.counts().decided(), 0);
}

#[test]
fn a_decision_about_very_many_that_is_given_up_decides_nothing() {
    for leave in ["<esc>", "q"] {
        let (mut model, mut host) = (model_of(many(1_500)), FakeHost::default());
        press(&mut model, &mut host, "Aaccept<enter>");
        act(&mut model, &mut host, Action::Idle);
        press(&mut model, &mut host, leave);
        assert!(host.effects.contains(&Effect::AbortGesture), "{leave}");
        assert_eq!((work(&mut model, &mut host), host.gestures(), model.counts().decided()), (0, 0, 0), "{leave}");
    }
}

#[test]
fn where_very_many_cannot_be_stored_none_of_them_is_decided() {
    let (mut model, mut host) = (model_of(many(1_500)), FakeHost::default());
    host.broken = Some("the disk is full");
    press(&mut model, &mut host, "Aaccept<enter>");
    work(&mut model, &mut host);
    assert_eq!((host.gestures(), model.counts().decided()), (0, 0));
    assert!(screen(&mut model, 120, 40).contains("the disk is full"));
}

#[test]
fn a_finding_that_cannot_be_read_any_more_is_not_decided() {
    let mut items = many(2);
    let mut lost = items[0].clone();
    // Another finding takes its index.
    lost.renew(items[1].clone());
    items[0] = lost;
    let (mut model, mut host) = (model_of(items), FakeHost::default());
    for keys in ["a", "r", "s", "e", "m"] {
        press(&mut model, &mut host, &format!("g{keys}"));
        assert!(toast(&model).contains("is no longer readable"), "{keys}: {}", toast(&model));
    }
    assert_eq!(host.gestures(), 0);
}

#[test]
fn what_would_be_written_never_comes_under_a_key_that_was_meant_for_something_else() {
    let plan = || {
        let mut host = FakeHost::default();
        host.run(Effect::PlanWriteBack).remove(0)
    };
    let (mut model, mut host) = (crate::tui::tests::model(), FakeHost::default());
    for keys in ["j", "/y", "?"] {
        update(&mut model, Action::PlanWriteBack);
        press(&mut model, &mut host, keys);
        update(&mut model, plan());
        assert!(model.dialogs.top_as::<WriteDialog>().is_none(), "{keys}");
        assert!(toast(&model).contains("preview ready: w shows it"), "{keys}: {}", toast(&model));
        press(&mut model, &mut host, "y<esc><esc>");
        assert!(!host.effects.contains(&Effect::WriteBack), "{keys}");
    }
    update(&mut model, Action::PlanWriteBack);
    update(&mut model, plan());
    assert!(model.dialogs.top_as::<WriteDialog>().is_some());
}
