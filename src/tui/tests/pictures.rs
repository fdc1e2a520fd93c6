//! A frame depends on the state alone, and each text is below its own heading.

use proptest::prelude::*;
use ratatui::buffer::Buffer;

use super::support::*;
use crate::source::Key;
use crate::tui::dialogs::conversation::ConversationDialog;
use crate::tui::{Action, ConversationMessage, Item, LoadedConversation, Model, Pane, Speaker, Theme};

/// Short texts, texts that are long for a page of many, and long texts. All of a kind have the same length, in bytes
/// and characters.
const LINES: [usize; 3] = [4, 80, 2_000];

/// Lines of a text that name their message.
fn lines(key: i64, count: usize) -> String {
    format!("#{key} goes on and on, zu früh.\n").repeat(count)
}

fn text(key: i64, count: usize) -> String {
    let content = format!("This is kept of #{key}.");
    format!("{{\"success\": true, \"memory_type\": \"core\", \"content\": {content:?}}}{}", lines(key, count))
}

/// Three findings of each length.
fn equal_items() -> Vec<Item> {
    let item = |(place, count): (i64, usize)| {
        let key = 1_000 + place;
        Draft::new(key, &text(key, count)).item()
    };
    (0..9).zip(LINES.into_iter().cycle()).map(item).collect()
}

/// A newly allocated conversation around a message, possibly at the address of a dropped one.
fn conversation(around: i64) -> LoadedConversation {
    let spoken = |key: i64| {
        let count = LINES[usize::try_from(key).unwrap() % 3];
        let speaker = if key % 2 == 0 { Speaker::User } else { Speaker::Assistant("Paulina".to_owned()) };
        ConversationMessage {
            key: Key::Integer(key),
            speaker,
            at: None,
            tools: Vec::new(),
            text: text(key, count),
            cut: 0,
        }
    };
    let messages = (around - 1..=around + 1).map(spoken).collect();
    let conversation = Some(Key::Integer(around));
    LoadedConversation { message: Key::Integer(around), conversation, messages, earlier: 0, later: 0, journal_head: 0 }
}

/// The same state in a model that was never drawn.
fn undrawn(model: &Model) -> Model {
    let mut fresh = model.clone();
    fresh.long_texts = crate::tui::widgets::long_texts::LongTexts::default();
    // What the database holds now was read from it, and is part of the state.
    fresh.current = fresh.current.filter(|current| current.written_now().is_some());
    fresh
}

/// The message keys that a text names.
fn named(text: &str) -> Vec<i64> {
    let after = text.split('#').skip(1);
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    after.filter_map(|rest| digits(rest).parse().ok()).filter(|key| *key >= 1_000).collect()
}

fn rows(buffer: &Buffer, area: ratatui::layout::Rect) -> Vec<String> {
    let row = |y| (area.left()..area.right()).map(|x| buffer[(x, y)].symbol()).collect();
    (area.top()..area.bottom()).map(row).collect()
}

/// Panes show the selected finding; texts in a conversation belong to the heading above them.
fn each_text_is_under_its_heading(model: &Model, buffer: &Buffer) -> Result<(), TestCaseError> {
    let selected = at(model);
    let panes = Pane::ALL.iter().filter(|pane| **pane != Pane::List);
    if model.dialogs.is_empty() {
        for area in panes.filter_map(|pane| crate::tui::screen::pane_area(model, *pane)) {
            let shown = rows(buffer, area).join("\n");
            prop_assert!(named(&shown).iter().all(|key| *key == selected), "of {}\n{}", selected, shown);
        }
    } else if model.dialogs.top_as::<ConversationDialog>().is_some() {
        let mut speaks = None;
        for row in rows(buffer, crate::tui::screen::overlay_area(model).unwrap()) {
            let heading =
                row.trim_start_matches(['│', ' ', '▸']).split_once(" · ").and_then(|(key, _)| key.parse().ok());
            speaks = heading.or(speaks);
            let is_its_own = named(&row).iter().all(|key| speaks.is_none_or(|speaks: i64| speaks == *key));
            prop_assert!(is_its_own, "{:?} speaks\n{}", speaks, row);
        }
    }
    Ok(())
}

#[derive(Clone, Debug)]
enum PictureStep {
    Press(&'static str),
    Open(i64),
    Draw(u16, u16),
}

fn any_step() -> impl Strategy<Value = PictureStep> {
    const KEYS: &[&str] = &[
        "j", "k", "G", "g", "]", "[", "a", "r", "s", "u", "x", "d", "J", "K", "<c-d>", "z", "<tab>", "<esc>", "<pgdn>",
        "/goes<enter>", "/früh<enter>", "n", "=", "c", "l", "p", "S", "m", "e", "aw", "y", "L", "<space>", "A", "f",
    ];
    prop_oneof![
        8 => prop::sample::select(KEYS).prop_map(PictureStep::Press),
        2 => (1_000i64..1_009).prop_map(PictureStep::Open),
        1 => prop::sample::select(vec![(80, 24), (120, 40), (200, 60), (60, 14)]).prop_map(|(w, h)| PictureStep::Draw(w, h)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn a_picture_depends_on_the_state_alone(steps in prop::collection::vec(any_step(), 1..24), theme in 0usize..2) {
        let theme = [Theme::colour(), Theme::plain().with_symbols(crate::tui::Symbols::Ascii)][theme];
        let (mut model, mut host) = (model_of(equal_items()), FakeHost::default());
        let mut size = (120, 40);
        for step in steps {
            match step {
                PictureStep::Press(written) => press(&mut model, &mut host, written),
                PictureStep::Open(key) => {
                    if !model.dialogs.is_empty() {
                        press(&mut model, &mut host, "<esc>");
                    }
                    act(&mut model, &mut host, Action::Conversation(conversation(key)));
                }
                PictureStep::Draw(width, height) => size = (width, height),
            }
            let shown = drawn(&mut model, &theme, size.0, size.1);
            let fresh = drawn(&mut undrawn(&model), &theme, size.0, size.1);
            prop_assert_eq!(whole(&shown), whole(&fresh), "what was drawn before shows");
            let again = drawn(&mut model, &theme, size.0, size.1);
            prop_assert!(shown == again, "to draw changed the picture");
            if theme.symbols() == crate::tui::Symbols::Unicode {
                each_text_is_under_its_heading(&model, &shown)?;
            }
        }
    }
}

#[test]
fn each_conversation_shows_the_texts_of_its_own_messages() {
    let (mut model, mut host) = (model_of(Vec::new()), FakeHost::default());
    for key in (1_000..1_009).chain([1_003, 1_000]) {
        let mut alone = conversation(1_001);
        alone.messages.retain(|spoken| spoken.key == Key::Integer(1_001));
        for spoken in &mut alone.messages {
            (spoken.key, spoken.text) = (Key::Integer(key), text(key, 80));
        }
        alone.message = Key::Integer(key);
        act(&mut model, &mut host, Action::Conversation(alone));
        for written in ["", "z", "<pgdn>", "z"] {
            press(&mut model, &mut host, written);
            let shown = drawn(&mut model, &Theme::plain(), 80, 40);
            each_text_is_under_its_heading(&model, &shown).unwrap();
        }
        press(&mut model, &mut host, "<esc>");
    }
}
