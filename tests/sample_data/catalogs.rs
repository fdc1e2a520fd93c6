//! The catalogs of the sample data, compared with the program and the export.

use ghostcall::catalog::Catalog;
use ghostcall::registry::{Class, Registry};

use super::sample;

fn catalog(name: &str) -> Catalog {
    let text = std::fs::read_to_string(sample(name)).expect("the catalog is readable");
    Catalog::parse(name, &text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_catalog_of_the_export_holds_every_tool_that_a_pattern_or_a_call_names() {
    let catalog = catalog("tools.json5");
    let registry = Registry::builtin().expect("the built-in patterns read");
    // An envelope names a tool of its model, and `add_memory` is a tool of Open WebUI.
    let patterns = registry.patterns().iter().filter(|pattern| pattern.class != Class::Envelope);
    for tool in patterns.filter_map(|pattern| pattern.tool.as_deref()).filter(|tool| *tool != "add_memory") {
        assert!(catalog.resolve(tool).is_some(), "{tool}");
    }
    let export = rusqlite::Connection::open(sample("helix-kit.db")).expect("the export opens");
    let mut calls = export.prepare("SELECT name, arguments FROM tool_calls").expect("there are calls");
    let calls = calls.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("the calls are listed");
    for call in calls {
        let (name, arguments): (String, String) = call.expect("a call is readable");
        let arguments = serde_json::from_str(&arguments).expect("arguments are JSON");
        assert!(catalog.check_call(&name, Some(&arguments)).is_ok(), "{name} {arguments}");
    }
}

#[test]
fn the_planners_catalog_answers_the_well_known_inventions() {
    let catalog = catalog("planner-tools.json");
    let names: Vec<_> = catalog.tools().iter().map(|tool| tool.name.as_str()).collect();
    let expected = [
        "search_documents",
        "extract_section",
        "take_screenshot",
        "compose_email",
        "create_keynote",
        "create_keynote_with_images",
        "create_pages_doc",
        "organize_files",
    ];
    assert_eq!(names, expected);
    for invented in catalog.tools().iter().flat_map(|tool| &tool.instead_of) {
        assert!(catalog.resolve(invented).is_none() && !catalog.suggest(invented, None).is_empty(), "{invented}");
    }
}
