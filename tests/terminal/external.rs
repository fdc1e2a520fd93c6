//! `$EDITOR`, with scripts as editors.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::screen::{Export, Screen};

fn review(export: &Export, editor: &str) -> Screen {
    let review = export.review(120, 40, &[("VISUAL", editor), ("SILENT", "1")]);
    review.wait_for("0/41 reviewed").wait_for("▸·  131").wait_for("208 messages read");
    review
}

/// The temporary files that the program left in the folder.
fn left_files(export: &Export) -> Vec<String> {
    let names = fs::read_dir(export.path().parent().unwrap()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("ghostcall-")).collect()
}

#[test]
fn what_an_editor_changes_is_accepted_in_the_review() {
    let export = Export::sample();
    let script = export.script("my editor", "echo \"$#:$1:$2\" >$HOME/called; sed -i 's/\"journal\"/\"core\"/' \"$3\"");
    let review = review(&export, &format!("'{script}' -f 'two words'"));
    review.keys("o").wait_for("131: your changes are a draft").wait_for("memory_type core").wait_for("0/41 reviewed");
    review.keys("a").wait_for("131 accepted with changes").keys("q");
    assert_eq!(review.ended(), 0);
    assert_eq!(fs::read_to_string(export.file("called")).unwrap(), "3:-f:two words\n");
    assert_eq!(left_files(&export), Vec::<String>::new());
}

#[test]
fn a_mistake_is_corrected_in_the_next_round() {
    let export = Export::sample();
    let lines = "if grep -q 'Not taken' $1; then grep 'Not taken' $1 >$HOME/told; sed -i 's/corre/core/' $1; \
                 else sed -i 's/\"journal\"/\"corre\"/' $1; fi";
    let review = review(&export, &export.script("editor", lines));
    review.keys("o").wait_for("131: your changes are a draft").wait_for("memory_type core").keys("q");
    assert_eq!(review.ended(), 0);
    let output = fs::read_to_string(export.file("told")).unwrap();
    assert!(output.contains("memory_type: `corre` is not one of core, journal"), "{output}");
}

#[test]
fn what_cannot_be_read_is_kept_when_the_reviewer_gives_up() {
    let export = Export::sample();
    let lines = "grep -q 'Not taken' $1 || sed -i 's/note: \"\"/note: \"half a no/' $1";
    let review = review(&export, &export.script("editor", lines));
    review.keys("o").wait_for("What you typed is kept in a file").wait_for("nothing was changed").keys("\r").keys("q");
    assert_eq!(review.ended(), 0);
    let [name] = &left_files(&export)[..] else { panic!("one file is left: {:?}", left_files(&export)) };
    let kept = export.file(name);
    assert!(fs::read_to_string(&kept).unwrap().contains("note: \"half a no"));
    assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_failing_or_missing_editor_is_reported_in_one_line() {
    let export = Export::sample();
    let review = review(&export, &export.script("editor", "exit 3"));
    review.keys("o").wait_for("ended with status 3: nothing was changed").keys("q");
    assert_eq!(review.ended(), 0);
    let review = self::review(&export, "no-such-editor --flag");
    review.keys("o").wait_for("the editor `no-such-editor` was not found (set VISUAL or EDITOR)").keys("q");
    assert_eq!(review.ended(), 0);
    assert_eq!(left_files(&export), Vec::<String>::new());
}

#[test]
fn the_editor_goes_on_outside_and_back() {
    let export = Export::sample();
    let review = review(&export, &export.script("editor", "sed -i 's/Typed here. /Typed here, and there. /' $1"));
    review.keys("e").wait_for("Ctrl-S save").keys("Typed here. \x05").wait_for("Typed here, and there. ");
    review.wait_for("Ctrl-S accept").keys("\x13").wait_for("131 accepted with changes").keys("q");
    assert_eq!(review.ended(), 0);
}

/// An editor that scribbles over the screen and waits for a file.
const SCRIBBLER: &str = "for line in 1 2 3 4 5 6 7 8; do echo \"scribble scribble $line\"; done; \
                         while [ ! -e $HOME/go ]; do sleep 0.05; done; rm $HOME/go";

#[test]
fn the_whole_screen_comes_back_at_its_new_size_though_nobody_says_where_the_cursor_is() {
    let export = Export::sample();
    let review = review(&export, &export.script("editor", SCRIBBLER));
    let rows = |screen: &str| screen.lines().map(str::trim_end).map(str::to_owned).collect::<Vec<_>>();
    let before = rows(&review.text());
    for size in [(120, 40), (80, 24), (120, 40)] {
        review.keys("o").wait_for("scribble scribble 8").resize(size.0, size.1);
        fs::write(export.file("go"), "").unwrap();
        review.wait_for("nothing was changed").wait_for("Findings").wait_for("0/41 reviewed");
        review.wait_until("nothing of the editor", |screen| !screen.contains("scribble"));
    }
    review.keys("\x1b").wait_until("the same screen", |screen| rows(screen) == before);
    review.keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn what_is_typed_at_the_editor_decides_nothing() {
    let export = Export::sample();
    let review = review(&export, &export.script("editor", SCRIBBLER));
    review.keys("o").wait_for("scribble scribble 8").keys("aaa\n");
    fs::write(export.file("go"), "").unwrap();
    review.wait_for("nothing was changed").keys("j").wait_for("Findings 2/41").wait_for("0/41 reviewed").keys("q");
    assert_eq!(review.ended(), 0);
}

#[test]
fn an_interrupt_ends_the_editor_and_not_the_review() {
    let export = Export::sample();
    let review = review(&export, &export.script("editor", SCRIBBLER));
    review.keys("o").wait_for("scribble scribble 8").keys("\x03");
    review.wait_for("was ended by a signal: nothing was changed").keys("j").wait_for("Findings 2/41").keys("q");
    assert_eq!(review.ended(), 0);
}
