//! The configuration: variables override the file, options override variables.

use crate::support::Export;

const JSON: &str = "helix_kit_db_to_sqlite";

#[test]
fn the_users_file_is_below_the_named_one_and_that_below_the_command_line() {
    let export = Export::fixture(JSON);
    let user = export.home().join(".config/ghostcall");
    std::fs::create_dir_all(&user).unwrap();
    std::fs::write(user.join("config.json5"), "{reviewer: 'user', min_confidence: 0.99}").unwrap();
    // The tests set GHOSTCALL_REVIEWER, which overrides `reviewer` in any file.
    export.run("scan DB").ok().notes("0 findings");
    std::fs::write(export.file("team.json5"), "{min_confidence: 0.5}").unwrap();
    let team = export.file("team.json5");
    let with_team = format!("scan DB --config {}", team.display());
    assert!(export.run(&with_team).ok().lines().len() > 1);
    export.run(&format!("{with_team} --min-confidence 0.99")).ok().notes("0 findings");
}

#[test]
fn a_mistake_in_it_is_reported_with_its_place() {
    let export = Export::fixture(JSON);
    let file = export.file("broken.json5");
    std::fs::write(&file, "{\n  reviever: 'ana',\n}").unwrap();
    let printed = export.run(&format!("scan DB --config {}", file.display())).refused();
    assert!(printed.contains("broken.json5:2:"), "{printed}");
    assert!(export.run("scan DB --config nowhere.json5").refused().contains("nowhere.json5"));
}

#[test]
fn keys_that_cannot_be_used_stop_no_command_that_knows_none() {
    let export = Export::fixture(JSON);
    let file = export.file("keys.json5");
    std::fs::write(&file, "{keys: {review: {acept: 'a'}}}").unwrap();
    let with_keys = |command: &str| format!("{command} --config {}", file.display());
    assert!(export.run(&with_keys("scan DB")).ok().lines().len() > 1);
    std::fs::write(&file, "{keys: 7, min_confidence: 0.99}").unwrap();
    export.run(&with_keys("scan DB")).ok().notes("0 findings");
}

#[test]
fn the_manual_page_lists_the_keys_in_force() {
    let export = Export::fixture(JSON);
    let file = export.file("keys.json5");
    std::fs::write(&file, "{keys: {preset: 'vim', review: {accept: ['b', 'Ctrl-T']}}}").unwrap();
    let page = export.run(&format!("man --config {}", file.display())).ok().stdout.clone();
    assert!(page.contains("\\fBb Ctrl\\-T\\fR (accept)"), "{page}");
    assert!(page.contains("\\fBL\\fR (journal)"), "{page}");
    std::fs::write(&file, "{keys: {preset: 'vom'}}").unwrap();
    let run = export.run(&format!("man --config {}", file.display()));
    assert!(run.ok().notes("keys.json5:1:9: unknown preset `vom`").stdout.contains("\\fBa\\fR (accept)"));
    let usual = export.run("man").ok().stdout.clone();
    assert!(usual.contains("\\fBa\\fR (accept)"), "{usual}");
}

#[test]
fn a_variable_that_switches_something_on_may_say_so_in_the_usual_words() {
    let export = Export::sample("helix-kit.db");
    export.run("decide DB accept --all").ok();
    for no in ["0", "false", "no"] {
        let printed = export.command("apply DB --dry-run").env("GHOSTCALL_NO_BACKUP", no).output().unwrap();
        assert!(printed.status.success(), "{no}: {}", String::from_utf8_lossy(&printed.stderr));
    }
    let wrote = export.command("apply DB").env("GHOSTCALL_NO_BACKUP", "1").output().unwrap();
    assert!(wrote.status.success(), "{}", String::from_utf8_lossy(&wrote.stderr));
    let backups = export.files().iter().filter(|name| name.contains(".backup-")).count();
    assert_eq!(backups, 0);
}

#[test]
fn patterns_of_the_configuration_folder_are_taken_in_the_order_of_their_names() {
    let export = Export::nowhere();
    let folder = export.home().join(".config/ghostcall/patterns");
    std::fs::create_dir_all(&folder).unwrap();
    let pattern = |name: &str, class: &str| {
        format!("{{version: 1, patterns: [{{name: '{name}', class: '{class}', match: {{required: ['{name}']}}}}]}}")
    };
    let entries = || -> Vec<(String, String)> {
        let lines = export.run("patterns list").ok().lines();
        let own = lines.into_iter().filter(|entry| entry["name"] == "beds" || entry["name"] == "oats");
        own.map(|entry| (entry["name"].as_str().unwrap().to_owned(), entry["class"].as_str().unwrap().to_owned()))
            .collect()
    };
    assert!(entries().is_empty());
    std::fs::write(folder.join("2.json5"), pattern("beds", "echo")).unwrap();
    std::fs::write(folder.join("1.json5"), pattern("beds", "effect")).unwrap();
    std::fs::write(folder.join("notes.txt"), "no patterns").unwrap();
    assert_eq!(entries(), [("beds".to_owned(), "echo".to_owned())], "the later file wins");
    let more = export.file("more.json5");
    std::fs::write(&more, pattern("beds", "effect")).unwrap();
    let listed = export.run(&format!("patterns list --patterns {}", more.display())).ok().lines();
    let beds = listed.iter().find(|entry| entry["name"] == "beds").unwrap();
    assert_eq!(beds["class"], "effect", "what the command line names is above the folder");
    std::fs::write(folder.join("3.json5"), "{version: 1, patterns: [}").unwrap();
    assert!(export.run("patterns list").refused().contains("3.json5:1:"));
}

#[test]
fn a_variable_that_switches_something_off_is_above_the_file() {
    let stamp = "UPDATE messages SET content = '[2026-01-25 18:48] Good morning.' WHERE id = 113";
    let export = Export::fixture(JSON).and(stamp);
    let file = export.file("team.json5");
    std::fs::write(&file, "{no_backup: true, stamps: true, include_discarded: true}").unwrap();
    let run = |line: &str, variables: &[(&str, &str)]| {
        let mut command = export.command(&format!("{line} --config {}", file.display()));
        crate::support::Ran::of(command.envs(variables.iter().copied()).output().unwrap())
    };
    let findings = |variables: &[(&str, &str)]| run("scan DB --format jsonl", variables).ok().lines().len();
    let (with, without) = (findings(&[]), export.scan().len());
    let off = [("GHOSTCALL_STAMPS", "false"), ("GHOSTCALL_INCLUDE_DISCARDED", "0")];
    assert!(findings(&off[..1]) < with && findings(&off[1..]) < with, "{with} findings");
    assert_eq!(findings(&off), without);
    export.run("decide DB accept --all").ok();
    let backups = || export.files().iter().filter(|name| name.contains(".backup-")).count();
    run("apply DB", &[]).ok();
    assert_eq!(backups(), 0);
    export.run("undo DB").ok();
    export.run("decide DB accept --all").ok();
    run("apply DB", &[("GHOSTCALL_NO_BACKUP", "false")]).ok();
    assert_eq!(backups(), 1);
}
