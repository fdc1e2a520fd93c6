//! Suggestions for names that do not exist.

use super::*;

fn catalog(tools: &str) -> Catalog {
    Catalog::parse("tools.json5", tools).unwrap()
}

/// Creates tools with names alone.
fn named(names: &[&str]) -> Catalog {
    let tools: Vec<_> = names.iter().map(|name| json!({ "name": name })).collect();
    catalog(&Value::from(tools).to_string())
}

fn suggested(catalog: &Catalog, name: &str) -> Vec<String> {
    assert!(catalog.resolve(name).is_none(), "{name} resolves");
    catalog.suggest(name, None).into_iter().map(|suggestion| suggestion.tool.name.clone()).collect()
}

/// Invented names from the field whose spelling alone leads to the answer.
#[test]
fn invented_names_resolved_by_spelling() {
    for (invented, real, others) in [
        ("read_file", "file_read", ["file_write", "app_create"]),
        ("list_files", "file_list", ["file_read", "file_write"]),
        ("search_web", "web_search", ["web_fetch", "file_list"]),
        ("write_file", "write_to_file", ["read_file", "list_files"]),
        ("central_list_sites", "central_get_sites", ["central_get_devices", "central_delete_sites"]),
        ("brary_search", "brave_search", ["brave_images", "file_list"]),
        ("brary_search", "library_search", ["library_loan", "file_list"]),
        ("exec_commandexec_command", "exec_command", ["exec_query", "command_list"]),
        ("query_dataset<|channel|>commentary", "query_dataset", ["list_datasets", "query_log"]),
        ("terminal<", "terminal", ["browser", "editor"]),
        ("organize_files(category=\"music\")", "organize_files", ["compose_email", "search_documents"]),
        ("add_memory", "save_memory", ["save_file", "delete_memory"]),
        ("memory_store", "save_memory", ["save_file", "delete_memory"]),
        ("functions.createEvent:0", "add_event", ["list_events", "delete_event"]),
        ("serch_documents", "search_documents", ["extract_section", "organize_files"]),
        ("wehather", "weather", ["calendar", "maps"]),
        ("create_issue", "mcp__github__create_issue", ["mcp__github__close_issue", "mcp__jira__find"]),
    ] {
        let catalog = named(&[others[0], real, others[1]]);
        assert_eq!(suggested(&catalog, invented), [real], "{invented}");
    }
}

/// Invented names from the field that only the catalog's `instead_of` resolves.
#[test]
fn invented_names_resolved_by_the_catalog_only() {
    let catalog = catalog(
        "[{name: 'terminal', dangerous: true,
           instead_of: ['shell', 'bash', 'execute_command', 'run_shell', 'execute_terminal', 'execute_python']},
          {name: 'Bash', dangerous: true, instead_of: ['run_bash_command']},
          {name: 'file_read', instead_of: ['cat', 'fs_read', 'workspace_read']},
          {name: 'file_list', instead_of: ['list_directory']},
          {name: 'view', instead_of: ['read']},
          {name: 'HassTurnOn', instead_of: ['HassLightTurnOn']},
          {name: 'send_product_material', instead_of: ['send_media']},
          {name: 'send_document', instead_of: ['send_media']},
          {name: 'web-search', instead_of: ['web']}, {name: 'web-fetch', instead_of: ['web']}]",
    );
    for (invented, real) in [
        ("shell", ["terminal"].as_slice()),
        ("execute_command", &["terminal"]),
        ("RunShell", &["terminal"]),
        ("tool:execute_terminal", &["terminal"]),
        ("google:tool:shell:index:0", &["terminal"]),
        ("execute_python", &["terminal"]),
        ("mcp__tools-py__run_bash_command", &["Bash"]),
        ("cat", &["file_read"]),
        ("workspace_read", &["file_read"]),
        ("list_directory", &["file_list"]),
        ("read", &["view"]),
        ("HassLightTurnOn", &["HassTurnOn"]),
        ("send_media", &["send_product_material", "send_document"]),
        ("web", &["web-search", "web-fetch"]),
    ] {
        assert_eq!(suggested(&catalog, invented), real, "{invented}");
        assert_eq!(catalog.suggest(invented, None)[0].reason, SuggestionReason::InsteadOf);
    }
}

#[test]
fn nothing_is_suggested_where_nothing_is_near() {
    for (invented, known) in [
        ("task_create", ["app_create", "app_delete"].as_slice()),
        ("notifications_send", &["app_create", "app_open"]),
        ("get_user", &["set_user", "delete_user"]),
        ("send_mail", &["read_mail", "mail"]),
        ("unlock_door", &["lock_door"]),
        ("un_delete_file", &["delete_file"]),
        ("delete_file", &["undelete_file", "un_delete_file"]),
        ("turn_light_on", &["turn_light_off"]),
        ("disable_user", &["enable_user"]),
        ("push_branch", &["pull_branch"]),
        ("search_v1", &["search_v2"]),
        ("cat", &["bat", "cut", "ls"]),
        ("read", &["head", "view"]),
        ("ls", &["rm"]),
        ("create_map", &["create_app", "list_maps", "show_apps"]),
        ("", &["a", "ab"]),
        ("<|channel|>", &["a", "ab"]),
        ("do_the_thing", &["save_memory", "web_search"]),
        ("日本語", &["save_memory", "日記"]),
        ("list", &["get"]),
        ("to", &["of", "a"]),
    ] {
        assert_eq!(suggested(&named(known), invented), [""; 0], "{invented}");
    }
}

#[test]
fn a_dangerous_tool_is_suggested_only_where_it_says_so_itself() {
    let tools = |instead_of: &str| {
        catalog(&format!(
            "[{{name: 'run_shell', dangerous: true, instead_of: [{instead_of}],
                parameters: {{properties: {{command: {{}}, folder: {{}}}}}}}}]"
        ))
    };
    let arguments = json!({"command": "ls", "folder": "/"});
    for invented in ["shell_run", "execute_shell", "run_shel", "run_shell<", "run_shellrun_shell", "web_search"] {
        let catalog = tools("");
        assert!(catalog.suggest(invented, arguments.as_object()).is_empty(), "{invented}");
        assert_eq!(suggested(&tools(&format!("'{invented}'")), invented), ["run_shell"]);
    }
}

#[test]
fn arguments_show_a_tool_that_its_name_does_not() {
    let catalog = catalog(
        "[{name: 'organize_files', parameters: ['category: string', 'target_folder: string', 'copy?: boolean']},
          {name: 'compose_email', parameters: ['to: string', 'subject: string', 'body?: string']},
          {name: 'free', parameters: {}}]",
    );
    for (arguments, meant) in [
        (json!({"category": "music", "target_folder": "x"}), ["organize_files"].as_slice()),
        (json!({"to": "ana", "subject": "x"}), &["compose_email"]),
        (json!({"to": "ana"}), &[]),
        (json!({"to": "ana", "body": "x"}), &[]),
        (json!({"to": "ana", "subject": "x", "priority": 1}), &[]),
        (json!({}), &[]),
    ] {
        let suggestions = catalog.suggest("do_it", arguments.as_object());
        let names: Vec<_> = suggestions.iter().map(|suggestion| suggestion.tool.name.as_str()).collect();
        assert_eq!(names, meant, "{arguments}");
    }
}

#[test]
fn the_rules_are_asked_in_their_order_and_say_why() {
    let all = "[{name: 'note_save', instead_of: ['save_nota']}, {name: 'save_note'}, {name: 'store_note'},
        {name: 'save_noto', parameters: ['text: string', 'at: string']}]";
    let arguments = json!({"text": "x", "at": "y"});
    for (invented, meant, why) in [
        ("save_nota", "note_save", "the catalog names it"),
        ("save_noto(text)", "save_noto", "part of this one"),
        ("note_store", "store_note", "the words are the same"),
        ("note_keep", "note_save", "`keep` and `save` mean the same"),
        ("save_notu", "save_note", "one letter differs"),
        ("put_down", "save_noto", "it takes the same arguments: text, at"),
    ] {
        let catalog = catalog(all);
        let suggestions = catalog.suggest(invented, arguments.as_object());
        assert_eq!(suggestions[0].tool.name, meant, "{invented}");
        assert!(suggestions[0].reason.to_string().contains(why), "{invented}: {}", suggestions[0].reason);
    }
}

#[test]
fn the_nearest_spelling_comes_first() {
    let catalog = named(&["quarterly_repartu", "quarterly_reporter", "quarterly_reporte"]);
    let reasons: Vec<_> = catalog
        .suggest("quarterly_reportex", None)
        .into_iter()
        .map(|found| (found.tool.name.as_str(), found.reason))
        .collect();
    assert_eq!(
        reasons,
        [("quarterly_reporter", SuggestionReason::Letters(1)), ("quarterly_reporte", SuggestionReason::Letters(1))]
    );
}
