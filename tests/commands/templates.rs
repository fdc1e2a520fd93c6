//! `patterns draft --template`: from a model's chat template to a syntax for its calls.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::Export;

fn template(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/templates").join(name)
}

fn draft(export: &Export, file: &str) -> String {
    export.run_with("patterns draft --template", &[file]).ok().stdout.clone()
}

/// The numbers of replies that the template writes and that the draft reads, according to the draft.
fn counts(draft: &str) -> (usize, usize) {
    let line = draft.lines().find(|line| line.contains("alone it reads")).unwrap();
    let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
    (numbers[0], numbers[1])
}

#[test]
fn a_draft_reads_what_its_template_writes_and_passes_the_check() {
    let export = Export::sample("unknown.db");
    let file = export.file("mine.json5");
    let own = file.to_str().unwrap();
    for (name, part, reply) in [
        (
            "object_in_tag.jinja",
            "open: [\"<errand>\"]",
            "<errand>\n{\"name\": \"set_sail\", \"arguments\": {\"to\": \"Oban\"}}\n</errand>",
        ),
        (
            "name_before_object.jinja",
            "<|errand|>{tool}:{id}<|given|>",
            "<|errands|><|errand|>set_sail:0<|given|>{\"to\": \"Oban\"}<|done|><|all done|>",
        ),
        (
            "parameters_in_tags.jinja",
            "<errand to=\"{tool}\">",
            "<errand to=\"set_sail\">\n<parameter=to>\nOban\n</parameter>\n</errand>",
        ),
        ("name_as_key.jinja", "tool_is_key: true", "<|errands|>[{\"set_sail\": {\"to\": \"Oban\"}}]<|done|>"),
        ("expressions.jinja", "body: \"keywords\"", "<|errands|>[set_sail(to=\"Oban\")]<|done|>"),
        ("bare_object.jinja", "tool: [\"/errand\"]", "{\"errand\": \"set_sail\", \"given\": {\"to\": \"Oban\"}}"),
    ] {
        let draft = draft(&export, template(name).to_str().unwrap());
        let (written, read) = counts(&draft);
        assert!(written > 15 && read == written && draft.contains(part), "{name}: {draft}");
        fs::write(&file, &draft).unwrap();
        export.run_with("patterns check", &[own]).ok().prints("no errors");
        let message = json!({"id": 1, "content": format!("At once.\n{reply}")}).to_string();
        fs::write(export.file("messages.jsonl"), message).unwrap();
        let messages = export.file("messages.jsonl");
        let found = export.run_with("check", &["--patterns", own, messages.to_str().unwrap()]).ok().lines();
        let [claim] = found[0]["claims"].as_array().unwrap().as_slice() else { panic!("{name}: {found:?}") };
        assert_eq!((&claim["tool"], &claim["value"]), (&json!("set_sail"), &json!({"to": "Oban"})), "{name}");
        assert_eq!(claim["syntax"], name.trim_end_matches(".jinja"), "{name}");
        assert_eq!(found[0]["cleaned"], "At once.", "{name}");
    }
}

#[test]
fn a_template_in_a_configuration_is_read_and_a_name_is_taken() {
    let export = Export::sample("unknown.db");
    let text = fs::read_to_string(template("name_before_object.jinja")).unwrap();
    let file = export.file("tokenizer_config.json");
    fs::write(&file, json!({"eos_token": {"content": "<|over|>"}, "chat_template": text}).to_string()).unwrap();
    let drafted =
        export.run_with("patterns draft --name port --template", &[file.to_str().unwrap()]).ok().stdout.clone();
    assert!(drafted.contains("name: \"port\", source: \"The chat template tokenizer_config.json\""), "{drafted}");
    assert!(!drafted.contains("<|over|>"), "{drafted}");
}

#[test]
fn an_existing_syntax_that_reads_the_template_is_reported() {
    let export = Export::sample("unknown.db");
    let text = fs::read_to_string(template("object_in_tag.jinja")).unwrap().replace("errand>", "tool_call>");
    let file = export.file("known.jinja");
    fs::write(&file, text).unwrap();
    let draft = draft(&export, file.to_str().unwrap());
    assert!(draft.contains("read already by `hermes`"), "{draft}");
    fs::write(export.file("mine.json5"), draft).unwrap();
    export.run_with("patterns check", &[export.file("mine.json5").to_str().unwrap()]).ok().prints("no errors");
}

#[test]
fn a_call_that_no_syntax_can_express_is_reported() {
    let export = Export::sample("unknown.db");
    for (name, reason) in
        [("pairs.jinja", "`~KEY~ is ~VALUE~`"), ("without_calls.jinja", "the template renders no calls")]
    {
        let refused = export.run_with("patterns draft --template", &[template(name).to_str().unwrap()]).refused();
        assert!(refused.contains(reason), "{refused}");
    }
    let draft = draft(&export, template("without_quotes.jinja").to_str().unwrap());
    assert!(draft.contains("The template writes no valid calls"), "{draft}");
}

#[test]
fn a_template_that_cannot_be_rendered_is_refused_in_one_line() {
    let export = Export::sample("unknown.db");
    let file = export.file("hostile.jinja");
    for (text, reason) in [
        ("{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}", "takes too long"),
        ("{{ 'x' * 999999999999 }}", "takes too long"),
        ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "recursion"),
        ("{{ messages | unheard_of }}", "unheard_of"),
        ("{{ raise_exception('no\u{1b}[2J tools') }}", "no␛[2J tools"),
        ("{% if %}", "cannot render"),
        ("{\"model\": 1}", "chat_template"),
        ("{\"model\"", "hostile.jinja:1:"),
    ] {
        fs::write(&file, text).unwrap();
        let refused = export.run_with("patterns draft --template", &[file.to_str().unwrap()]).refused();
        assert!(refused.contains(reason) && refused.trim_end().lines().count() == 1, "{refused}");
    }
    assert!(export.run("patterns draft --template missing.jinja").refused().contains("missing.jinja"));
    export.run("patterns draft DB 8bb --template missing.jinja").ended(2);
    export.run("patterns draft").ended(2);
}

#[test]
fn a_draft_is_the_same_each_time() {
    let export = Export::sample("unknown.db");
    let file = template("expressions.jinja");
    let drafts = [(); 2].map(|()| draft(&export, file.to_str().unwrap()));
    assert_eq!(drafts[0], drafts[1]);
    let _: Value = json5::from_str(&drafts[0]).unwrap();
}
