//! The key map: presets, what a configuration may change, and what it may not.

use serde_json::{Value, json};

use super::support::*;
use crate::proposal::Status;
use crate::review::DecisionKind;
use crate::tui::{
    Action, BINDINGS, KeyContext, KeyMap, KeyMistake, KeyPress, Model, Notice, Preset, ReviewSettings, update,
};

fn configured(section: &Value) -> Result<KeyMap, Vec<String>> {
    let describe = |mistakes: Vec<KeyMistake>| {
        mistakes.into_iter().map(|mistake| format!("{}: {}", mistake.path.join("/"), mistake.reason)).collect()
    };
    KeyMap::configured(&[section]).map_err(describe)
}

fn mistake(section: &Value) -> String {
    let mistakes = configured(section).unwrap_err();
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    mistakes.concat()
}

fn model_with(section: &Value) -> Model {
    let mut model = Model::new(ReviewSettings { keys: configured(section).unwrap(), ..settings() });
    update(&mut model, Action::Resize(120, 40));
    update(&mut model, Action::Found(items()));
    update(&mut model, Action::ScanDone("212 messages read".to_owned()));
    model
}

#[test]
fn every_preset_may_be_used() {
    for preset in Preset::ALL {
        assert_eq!(configured(&json!({"preset": preset.name()})), Ok(preset.keys()), "{preset:?}");
    }
    assert_eq!(configured(&json!({})), Ok(KeyMap::default()));
}

#[test]
fn every_change_of_the_vim_preset_names_a_row() {
    let (vim, usual) = (Preset::Vim.keys(), KeyMap::default());
    let changed = vim.rows().zip(usual.rows()).filter(|(vim, usual)| vim.keys != usual.keys).count();
    assert_eq!(changed, 18);
    let journal = |context, key| vim.resolve(context, key);
    assert_eq!(journal(KeyContext::REVIEW, KeyPress::char('L')), Some(Action::ShowJournal));
    assert_eq!(journal(crate::tui::dialogs::journal::CONTEXT, KeyPress::char('L')), Some(Action::Leave));
    assert_eq!(journal(KeyContext::REVIEW, KeyPress::char('l')).unwrap().name(), Some("next_pane"));
}

#[test]
fn what_is_not_named_stays_and_an_empty_list_unbinds() {
    let keys = configured(&json!({"review": {"accept": ["b", "Enter"], "skip": []}})).unwrap();
    let accept = Some(Action::Decide(DecisionKind::Accept));
    assert_eq!(keys.resolve(KeyContext::REVIEW, KeyPress::parse("Enter").unwrap()), accept);
    assert_eq!(keys.resolve(KeyContext::REVIEW, KeyPress::char('b')), accept);
    assert_eq!(keys.resolve(KeyContext::REVIEW, KeyPress::char('a')), None);
    assert_eq!(keys.resolve(KeyContext::REVIEW, KeyPress::char('s')), None);
    assert_eq!(keys.resolve(KeyContext::REVIEW, KeyPress::char('r')), Some(Action::Decide(DecisionKind::Reject)));
}

#[test]
fn a_key_can_go_from_one_action_to_another() {
    let keys = configured(&json!({"review": {"reject": "s", "skip": "r"}})).unwrap();
    assert_eq!(keys.resolve(KeyContext::REVIEW, KeyPress::char('s')), Some(Action::Decide(DecisionKind::Reject)));
    assert_eq!(keys.resolve(KeyContext::REVIEW, KeyPress::char('r')), Some(Action::Decide(DecisionKind::Skip)));
}

#[test]
fn the_keys_in_force_decide_and_are_shown() {
    let mut model = model_with(&json!({"review": {"accept": "Ctrl-Y", "undo": "U", "help": "F1"}}));
    let mut host = FakeHost::default();
    press(&mut model, &mut host, "a");
    assert_eq!(toast(&model), "a does nothing here · F1 keys");
    press(&mut model, &mut host, "<c-y>");
    assert_eq!(status(&model, 1038), Status::Accepted);
    assert_eq!(toast(&model), "1038 accepted · U undo");
    let shown = screen(&mut model, 120, 40);
    let footer = shown.lines().last().unwrap();
    assert!(footer.contains("Ctrl-Y accept") && footer.ends_with("F1 help"), "{footer}");
}

#[test]
fn the_ways_out_cannot_be_lost() {
    for action in ["quit", "help"] {
        let message = mistake(&json!({"review": {action: []}}));
        assert_eq!(message, format!("review/{action}: `{action}` needs a key"));
    }
    let keys = configured(&json!({"review": {"quit": "F10"}, "journal": {"leave": []}})).unwrap();
    for context in KeyMap::default().contexts() {
        assert_eq!(keys.resolve(context, KeyPress::ctrl('c')), Some(Action::Quit), "{context:?}");
        assert_eq!(keys.resolve(context, KeyPress::parse("Esc").unwrap()), Some(Action::Leave), "{context:?}");
    }
}

#[test]
fn no_key_map_lets_escape_decide_or_enter_write() {
    let decisions =
        ["accept", "reject", "skip", "accept_all", "undo", "redo", "write_back", "confirm", "save", "choose"];
    let mut count = 0;
    for binding in BINDINGS.iter() {
        let (context, name) = (binding.context.name, binding.name());
        if decisions.contains(&name) {
            let message = mistake(&json!({context: {name: "Esc"}}).clone());
            assert!(message.contains("it always cancels"), "{context} {name}: {message}");
            count += 1;
        }
    }
    assert!(count >= 15, "{count}");
    for (context, action) in [
        ("review", "reject"),
        ("review", "write_back"),
        ("summary", "write_back"),
        ("write_back", "confirm"),
        ("take_back", "confirm"),
        ("bulk", "confirm"),
        ("journal", "take_back"),
    ] {
        // Other contexts may bind Enter already.
        let messages = configured(&json!({context: {action: ["Enter"], "leave": []}})).unwrap_err();
        assert_eq!(
            messages,
            [format!("{context}/{action}/0: Enter cannot be `{action}`: Enter never rejects or writes")]
        );
    }
}

#[test]
fn what_asks_does_not_confirm() {
    for section in [
        json!({"review": {"write_back": "y", "copy": []}}),
        json!({"write_back": {"confirm": "w"}}),
        json!({"bulk": {"confirm": ["Y", "A"]}}),
        json!({"take_back": {"confirm": "U"}}),
    ] {
        let messages = configured(&section).unwrap_err();
        assert!(messages.iter().all(|message| message.contains("asks and confirms")), "{messages:?}");
    }
    assert!(configured(&json!({"review": {"accept": "y", "copy": []}})).is_ok());
}

#[test]
fn where_text_is_typed_a_character_stays_text() {
    assert!(mistake(&json!({"editor": {"save": "s"}})).contains("for typing"));
    assert!(mistake(&json!({"search": {"choose": "Backspace"}})).contains("for typing"));
    assert!(mistake(&json!({"editor": {"save": "Enter"}})).contains("for typing"));
    assert!(configured(&json!({"editor": {"save": ["Alt-s", "F2"]}})).is_ok());
}

#[test]
fn mistakes_are_reported_where_they_are_and_with_what_is_meant() {
    for (section, expected) in [
        (json!(5), ": `keys` holds a preset and contexts"),
        (json!({"preset": "vom"}), "preset: unknown preset `vom`; known are default, vim"),
        (json!({"preset": "defaults"}), "did you mean `default`?"),
        (json!({"revew": {}}), "revew: unknown context `revew`; did you mean `review`?"),
        (json!({"review": "a"}), "review: a context holds actions"),
        (json!({"review": {"acept": "a"}}), "review/acept: unknown review action `acept`; did you mean `accept`?"),
        (json!({"note": {"fly": "a"}}), "note/fly: unknown note action `fly`; known are choose, leave"),
        (json!({"review": {"accept": "Entr"}}), "review/accept: `Entr` is not a key; did you mean Enter?"),
        (json!({"review": {"accept": ["b", "gg"]}}), "review/accept/1: `gg` is not a key"),
        (json!({"review": {"accept": 1}}), "a key, or a list of keys"),
        (json!({"review": {"accept": ["a", "a"]}}), "review/accept/1: a is bound twice"),
        (json!({"review": {"accept": ["b", "r"]}}), "review/accept/1: r is `accept` and `reject`"),
        (json!({"review": {"undo": "Ctrl-C"}}), "it always quits"),
    ] {
        let mistake = mistake(&section);
        assert!(mistake.contains(expected), "{mistake}");
    }
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let messages = configured(&json!({"preset": "emacs", "review": {"acept": "a", "undo": "Ctrl-"}})).unwrap_err();
    assert_eq!(messages.len(), 3, "{messages:?}");
}

#[test]
fn a_notice_at_the_start_does_not_keep_the_review_from_the_first_undecided() {
    let mut model = Model::new(settings());
    let mut host = FakeHost::default();
    model.open_notice(Notice { title: "Keys".to_owned(), lines: vec!["wrong".to_owned()], failed: true });
    press(&mut model, &mut host, "<esc>");
    let mut found = items();
    found[0].status = Status::Accepted;
    act(&mut model, &mut host, Action::Found(found));
    assert_eq!(at(&model), 1042);
}

#[test]
fn what_no_key_does_is_listed_by_its_name() {
    let mut model = model_with(&json!({"review": {"undo": [], "skip": []}}));
    let mut host = FakeHost::default();
    press(&mut model, &mut host, "a");
    assert_eq!(toast(&model), "1038 accepted · :undo undo");
    press(&mut model, &mut host, ":undo<enter>");
    assert_eq!(status(&model, 1038), Status::Pending);
    let keys = configured(&json!({"review": {"commands": [], "undo": []}})).unwrap();
    assert_eq!(keys.key(KeyContext::REVIEW, &Action::Undo), "no key");
}
