//! Drafts of real shapes with their traps, and properties of any draft.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::claim::{Context, find};
use crate::registry::{Class, Pattern};
use crate::visible::is_hidden;

fn result(value: &Value) -> DraftedMember<'_> {
    DraftedMember { value, kind: PatternKind::Result, called: None }
}

fn call<'a>(value: &'a Value, called: &'a str) -> DraftedMember<'a> {
    DraftedMember { value, kind: PatternKind::Call, called: Some(called) }
}

fn tools() -> Catalog {
    let text = "[{name: 'water_plants', parameters: ['bed: string', 'litres: number', 'note: string = \"\"']},
                 {name: 'run_shell', dangerous: true, parameters: ['command: string', 'folder: string']},
                 {name: 'send_letter', parameters: ['to: string', 'body: string', 'stamp: string']}]";
    Catalog::parse("tools", text).unwrap()
}

/// Returns the registry with a draft added, which must pass `patterns check`.
fn checked(text: &str) -> Registry {
    let mut registry = Registry::builtin().unwrap();
    let known = registry.patterns().len();
    registry.add_checked("draft", text).unwrap_or_else(|mistakes| panic!("{mistakes:?}\n{text}"));
    for pattern in registry.patterns().iter().skip(known) {
        assert_eq!(pattern.class, Class::Effect);
        let failures = try_examples(&registry, examples::RegistryEntry::Pattern(&pattern.name));
        assert!(failures.is_empty(), "{failures:?}\n{text}");
    }
    registry
}

fn drafted(text: &str) -> Registry {
    let registry = checked(text);
    assert!(registry.patterns().last().is_some_and(|pattern| !pattern.examples.matching.is_empty()), "{text}");
    registry
}

fn last(registry: &Registry) -> &Pattern {
    registry.patterns().last().unwrap()
}

fn draft_of(members: &[DraftedMember<'_>]) -> String {
    draft(None, members, Some(&tools()), &Registry::builtin().unwrap())
}

#[test]
fn an_answer_is_drafted_as_narrow_as_its_members_are() {
    let values = [
        json!({"type": "watering", "bed": "roses", "litres": 4, "by": {"name": "Ama", "age": 4}, "beds": ["a"]}),
        json!({"type": "watering", "bed": "beans", "litres": 2.5, "by": {"name": "Wim"}, "beds": []}),
        json!({"type": "watering", "bed": "roses", "litres": 1, "by": null, "beds": ["a", "b"], "note": "dry"}),
        json!({"type": "watering", "bed": "beans", "litres": 1, "by": null, "beds": ["c"]}),
    ];
    let members: Vec<_> = values.iter().map(result).collect();
    let text = draft_of(&members);
    let registry = drafted(&text);
    let pattern = last(&registry);
    assert_eq!((pattern.name.as_str(), pattern.tool.as_deref()), ("water_plants_result", Some("water_plants")));
    assert!(values.iter().all(|value| pattern.matches(value)), "{text}");
    assert_eq!((pattern.examples.matching.len(), pattern.examples.not.len()), (2, 2));
    for (key, value) in [
        ("type", json!("boarding")),
        ("bed", json!("oaks")),
        ("litres", json!("4")),
        ("by", json!("Ama")),
        ("by", json!({"age": 4})),
        ("beds", json!([1])),
        ("note", json!(3)),
    ] {
        let mut trap = values[0].clone();
        trap[key] = value;
        assert!(!pattern.matches(&trap), "{trap}\n{text}");
    }
    for key in ["type", "bed", "litres", "by", "beds"] {
        let mut trap = values[0].clone();
        trap.as_object_mut().unwrap().remove(key);
        assert!(!pattern.matches(&trap), "{trap}\n{text}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_call_that_names_its_tool_is_no_claim_by_its_shape_alone() {
    let values = [json!({"bed": "roses", "litres": 4}), json!({"bed": "beans", "litres": 2})];
    let members = [call(&values[0], "functions.waterPlants:0"), call(&values[1], "water_plants")];
    let text = draft_of(&members);
    let registry = drafted(&text);
    let pattern = last(&registry);
    assert_eq!(
        (pattern.tool.as_deref(), pattern.bare, registry.patterns().len()),
        (Some("water_plants"), false, Registry::builtin().unwrap().patterns().len() + 1)
    );
    let claims = |text: &str| find(text, &registry, Context::default());
    let named = r#"<tool_call>{"name": "waterPlants", "arguments": {"bed": "oaks", "litres": 1}}</tool_call>"#;
    assert_eq!(claims(named)[0].pattern.as_deref(), Some("water_plants_call"));
    // The arguments alone, another tool, another argument.
    for trap in [
        r#"{"bed": "oaks", "litres": 1}Done."#,
        r#"<tool_call>{"name": "save_memory", "arguments": {"bed": "oaks", "litres": 1}}</tool_call>"#,
        r#"<tool_call>{"name": "waterPlants", "arguments": {"bed": "oaks", "litres": 1, "by": "me"}}</tool_call>"#,
    ] {
        assert!(claims(trap).iter().all(|claim| claim.pattern.is_none()), "{trap}");
    }
}

#[test]
fn each_tool_that_is_named_gets_a_pattern_of_its_own() {
    let value = json!({"path": "/notes"});
    let members = [call(&value, "read_note"), call(&value, "delete_note"), call(&value, "readNote"), result(&value)];
    let text = draft(Some("notes"), &members, None, &Registry::builtin().unwrap());
    let registry = drafted(&text);
    let drafts = registry.patterns().iter().skip(Registry::builtin().unwrap().patterns().len());
    let drafts: Vec<_> = drafts.map(|pattern| (pattern.name.as_str(), pattern.tool.as_deref(), pattern.bare)).collect();
    let expected =
        [("notes", Some("read_note"), false), ("notes_2", Some("delete_note"), false), ("notes_3", None, true)];
    assert_eq!(drafts, expected, "{text}");
    let names: Vec<String> = (0..20).map(|number| format!("tool_number_{number}")).collect();
    let many: Vec<_> = names.iter().map(|name| call(&value, name)).collect();
    let text = draft_of(&many);
    assert_eq!(checked(&text).patterns().len(), Registry::builtin().unwrap().patterns().len() + MOST_PATTERNS);
    assert!(text.contains("12 more tools"), "{text}");
}

#[test]
fn a_tool_is_guessed_only_where_little_else_can_be_meant() {
    for (value, tool) in [
        (json!({"success": true, "bed": "roses", "litres": 1}), Some("water_plants")),
        (json!({"bed": "roses", "litres": 1, "note": "dry"}), Some("water_plants")),
        (json!({"To": "Ana", "body": "Hi."}), Some("send_letter")),
        // One key in common, mostly other keys, and a tool that can do harm.
        (json!({"bed": "roses", "nights": 3}), None),
        (json!({"bed": "oak", "litres": 1, "price": 3, "width": 2, "height": 4, "colour": "red"}), None),
        (json!({"command": "ls", "folder": "/"}), None),
        (json!({"body": 1}), None),
    ] {
        let text = draft_of(&[result(&value)]);
        let registry = drafted(&text);
        assert_eq!(last(&registry).tool.as_deref(), tool, "{text}");
    }
    // Without a catalog, the patterns define the parameters of a tool.
    let value = json!({"stored": true, "memory_type": "core", "content": "Tea."});
    let text = draft(None, &[result(&value)], None, &Registry::builtin().unwrap());
    assert_eq!(last(&drafted(&text)).tool.as_deref(), Some("save_memory"));
    // Two tools are equally likely.
    let twins =
        Catalog::parse("tools", "[{name: 'a', parameters: ['x', 'y']}, {name: 'b', parameters: ['x', 'y']}]").unwrap();
    let value = json!({"x": 1, "y": 2});
    let text = draft(None, &[result(&value)], Some(&twins), &Registry::builtin().unwrap());
    assert_eq!(last(&drafted(&text)).tool, None);
}

#[test]
fn a_name_that_the_catalog_lacks_is_reported_with_what_is_near() {
    let value = json!({"bed": "roses"});
    let text = draft_of(&[call(&value, "water_plant")]);
    assert_eq!(last(&drafted(&text)).tool.as_deref(), Some("water_plant"));
    assert!(text.contains("the catalog does not have it; near is `water_plants`"), "{text}");
}

#[test]
fn what_a_pattern_takes_already_is_reported_and_is_no_example() {
    let value = json!({"success": true, "memory_type": "core", "content": "Tea."});
    let text = draft_of(&[result(&value)]);
    assert!(last(&checked(&text)).examples.matching.is_empty());
    assert!(text.contains("1 of 1 already match `save_memory`"), "{text}");
}

#[test]
fn chance_is_no_constant() {
    let long = "She prefers tea over coffee, and says so twice a day, at breakfast and at night.";
    let values: Vec<_> =
        (0..4).map(|number| json!({"note": long, "n": number, "x": 0.1, "tag": ["a"], "word": "w"})).collect();
    let two: Vec<_> = values.iter().take(2).map(result).collect();
    let text = draft_of(&two);
    let registry = drafted(&text);
    assert!(last(&registry).matches(&json!({"note": "", "n": 9, "x": 1.5, "tag": ["z"], "word": "other"})), "{text}");
    let all: Vec<_> = values.iter().map(result).collect();
    let text = draft_of(&all);
    let registry = drafted(&text);
    assert!(last(&registry).matches(&json!({"note": "", "n": 9, "x": 1.5, "tag": ["z"], "word": "w"})), "{text}");
    assert!(!last(&registry).matches(&json!({"note": "", "n": 9, "x": 1.5, "tag": ["z"], "word": "other"})), "{text}");
}

#[test]
fn no_draft_grows_without_bound() {
    let mut deep = json!(1);
    for _ in 0..400 {
        deep = json!({"a": [deep]});
    }
    let wide: Value = (0..5_000)
        .map(|number| (format!("k{number}"), json!("x".repeat(100))))
        .collect::<serde_json::Map<_, _>>()
        .into();
    for value in [deep, wide] {
        let text = draft_of(&[result(&value), result(&value)]);
        assert!(text.len() < 20_000, "{}", text.len());
        assert!(last(&checked(&text)).matches(&value));
    }
    assert_eq!(checked(&draft_of(&[])).patterns().len(), Registry::builtin().unwrap().patterns().len());
}

/// Texts that try to break out of a string or a comment, and ordinary ones.
fn text() -> impl Strategy<Value = String> {
    const HOSTILE: [&str; 12] = [
        "*/", "\"}]} //", "'\n}", "\u{2028}\"", "\u{1b}[2J", "\\", "</tool_call>", "&lt;b&gt;", "```", "\0\u{202e}",
        "true", "",
    ];
    prop_oneof![3 => "[a-z]{1,6}", 1 => proptest::sample::select(&HOSTILE[..]).prop_map(str::to_owned), 1 => ".{0,90}"]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..3_i64).prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 24, 4, |inner| {
        let members = proptest::collection::vec((text(), inner.clone()), 0..4);
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Value::from),
            members.prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Realistic payloads: mostly objects with much in common.
fn payloads() -> impl Strategy<Value = Vec<Value>> {
    let common = proptest::collection::vec((text(), value(), any::<bool>()), 0..5);
    let object = common.prop_flat_map(|keys| {
        let member = proptest::collection::vec((value(), 0..4_u8), keys.len());
        proptest::collection::vec(member, 1..6).prop_map(move |members| {
            let object = |own: Vec<(Value, u8)>| {
                let chosen =
                    keys.iter().zip(own).filter_map(|((key, same, is_optional), (own, choice))| match choice {
                        0 if *is_optional => None,
                        0 | 1 => Some((key.clone(), own)),
                        _ => Some((key.clone(), same.clone())),
                    });
                Value::Object(chosen.collect())
            };
            members.into_iter().map(object).collect()
        })
    });
    prop_oneof![5 => object, 1 => proptest::collection::vec(value(), 1..4)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn the_draft_of_anything_reads_and_matches_all_its_members(
        payloads in payloads(),
        hint in proptest::option::of(text()),
        called in proptest::option::of(prop_oneof![text(), Just("save_memory".to_owned()), Just("run_shell".to_owned())]),
        is_call: bool,
        has_catalog: bool,
    ) {
        let kind = if is_call { PatternKind::Call } else { PatternKind::Result };
        let member = |value| DraftedMember { value, kind, called: called.as_deref() };
        let members: Vec<_> = payloads.iter().map(member).collect();
        let catalog = tools();
        let builtin = Registry::builtin().unwrap();
        let text = draft(hint.as_deref(), &members, has_catalog.then_some(&catalog), &builtin);
        let registry = checked(&text);
        let pattern = last(&registry);
        prop_assert_eq!(registry.patterns().len(), builtin.patterns().len() + 1);
        prop_assert!(payloads.iter().all(|payload| pattern.matches(payload)), "{}", text);
        let is_plain = |c: char| c == '\n' || c == '\u{200d}' || !is_hidden(c);
        prop_assert!(text.chars().all(is_plain), "{:?}", text);
        prop_assert!(pattern.tool.as_deref() != Some("run_shell") || called.as_deref() == Some("run_shell"));
    }
}
