//! Catalog files: the four forms, and errors with their positions.

use super::*;

fn mistake(text: &str) -> String {
    Catalog::parse("tools.json5", text).map(|catalog| catalog.tools.len()).unwrap_err().to_string()
}

#[test]
fn the_four_forms_say_the_same() {
    let schema = r#"{"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}"#;
    let said = [
        format!(r#"{{"name": "search", "description": "Finds.", "inputSchema": {schema}, "annotations": {{}}}}"#),
        format!(
            r#"{{"type": "function", "function": {{"name": "search", "description": "Finds.", "parameters": {schema}}}}}"#
        ),
        format!(r#"{{"name": "search", "description": "Finds.", "parameters": {schema}}}"#),
        r#"{"name": "search", "description": "Finds.", "io": {"in": ["query: string"], "out": ["hits: list"]}}"#
            .to_owned(),
        "{name: 'search', description: 'Finds.', parameters: ['query: string'], /* JSON5 */}".to_owned(),
    ];
    for tool in said {
        for text in [
            format!("[{tool}]"),
            format!("{{\"tools\": [{tool}], \"nextCursor\": null}}"),
            format!("{{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {{\"tools\": [{tool}]}}}}"),
            format!("\u{feff}[{tool},]"),
        ] {
            let catalog = Catalog::parse("tools.json5", &text).unwrap();
            let [tool] = catalog.tools() else { panic!("{text}") };
            assert_eq!((tool.name.as_str(), tool.description.as_deref()), ("search", Some("Finds.")));
            assert_eq!(tool.signature(), "search(query: string)");
            assert!(!tool.is_dangerous && tool.instead_of.is_empty());
            let parameters = tool.parameters.as_ref().unwrap();
            assert!(parameters.is_required("query") && !parameters.check(&json!({"query": 5})).is_empty());
        }
    }
}

#[test]
fn the_forms_are_mixed_in_one_list() {
    let text = r#"{"tools": [
        {"name": "a", "inputSchema": {"type": "object"}},
        {"type": "function", "function": {"name": "b", "dangerous": true}, "instead_of": ["bash"]},
        {"name": "c", "parameters": null, "instead_of": []},
        {"name": "d", "io": {"in": ["query: string", "limit?: int"]}}]}"#;
    let catalog = Catalog::parse("tools.json", text).unwrap();
    let names: Vec<_> = catalog.tools().iter().map(Tool::signature).collect();
    assert_eq!(names, ["a()", "b", "c", "d(query: string, limit?: integer)"]);
    let b = catalog.resolve("b").unwrap();
    assert!(b.is_dangerous);
    assert_eq!(b.instead_of, ["bash"]);
    assert_eq!(b.specification()["parameters"], Value::Null);
    assert!(Catalog::parse("tools.json", "[]").unwrap().tools().is_empty());
}

#[test]
fn mistakes_are_reported_where_the_tool_is() {
    for (text, expected) in [
        ("[\n  {name: 'a'},\n  {name: 'b'},\n  {name: 'a'},\n]", "tools.json5:4:3: duplicate tool `a`"),
        ("[\n  {title: 'a'}]", "tools.json5:2:3: a tool without a `name`"),
        ("[{name: 5}]", "tools.json5:1:2: the `name` of a tool"),
        ("[{name: ' '}]", "not empty"),
        ("[{name: 'a', description: 5}]", "tool `a`: `description`"),
        ("[{name: 'a', dangerous: 'yes'}]", "tool `a`: `dangerous`"),
        ("[{name: 'a', instead_of: 'b'}]", "tool `a`: `instead_of`"),
        ("[{name: 'a', instead_of: [5]}]", "tool `a`: `instead_of`"),
        ("[{name: 'a', parameters: 5}]", "tool `a`: the parameters are neither"),
        ("[{name: 'a', parameters: {type: 'objekt'}}]", "tool `a`: the parameters are not a JSON Schema"),
        ("[{name: 'a', parameters: {$ref: 'https://example.org/x'}}]", "not a JSON Schema"),
        ("[{name: 'a', io: 5}]", "tool `a`: `io`"),
        ("[{function: 'a'}]", "`function` is not an object"),
        ("[{name: 'a', name: 'b'}]", "duplicate field `name`"),
        ("['a']", "tools.json5:1:2"),
        ("{\n tools: 5}", "tools.json5:2:9"),
        ("{tool: []}", "neither a list of tools"),
        ("{result: {}}", "neither a list of tools"),
        ("{result: 5}", "a list of tools"),
        ("{tools: [], tools: []}", "duplicate field `tools`"),
        ("{version: 2, tools: []}", "newer"),
        ("5", "a list of tools"),
        ("[{name: 'a'}", "tools.json5:1:13"),
        ("", "tools.json5:1:1"),
    ] {
        let error = mistake(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
    assert!(mistake(&"[".repeat(1_000_000)).contains("nested deeper"));
    assert!(mistake(&format!("[{{a: {}", "[".repeat(1_000_000))).contains("nested deeper"));
}
