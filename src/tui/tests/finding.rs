//! The prompt of the filter, and the order of the list.

use super::support::*;

#[test]
fn a_query_shows_what_fits_and_counts_honestly() {
    for (keys, shown, place, message) in [
        ("fagent:juno<enter>", 2, 1042, "agent:juno: 2 of 8 shown"),
        ("fag<tab>J<tab>-remedy:st<tab><enter>", 1, 1042, "agent:Juno -remedy:strip: 1 of 8 shown"),
        ("f<esc>", 8, 1038, ""),
        ("f<enter>", 8, 1038, "all 8 shown"),
        ("fjuno<enter>f<c-u><enter>", 8, 1042, "all 8 shown"),
        ("fnowhere<enter>", 0, 0, "nowhere: 0 of 8 shown"),
        ("fjuno<enter>fremedy:strip<enter>", 1, 1047, "juno remedy:strip: 1 of 8 shown"),
        ("fjuno<c-f><space><enter>", 1, 1042, "juno remedy:recover: 1 of 8 shown"),
        ("fbees<home>-<enter>", 7, 1038, "-bees: 7 of 8 shown"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, keys);
        assert_eq!((model.shown(), at(&model), toast(&model)), (shown, place, message), "{keys}");
        assert_eq!(host.effects, [], "a filter is a view");
        assert_eq!(model.counts().total, 8);
    }
}

#[test]
fn tab_goes_through_the_ways_in_which_a_query_could_go_on() {
    for (keys, written) in [
        ("fremedy:re<tab>", "› remedy:recover"),
        ("fremedy:<tab><tab>", "› remedy:strip"),
        ("fremedy:r<tab>", "› remedy:re"),
        ("fremedy:r<tab><tab><tab>", "› remedy:review"),
        ("fremedy:r<tab><tab><tab><tab>", "› remedy:recover"),
        ("fremedy:<s-tab>", "› remedy:review"),
        ("fremedy:<tab><tab><s-tab>", "› remedy:recover"),
        ("fagent:<tab><tab>", "› agent:Paulina"),
        ("fagent:<tab><tab>,ju<tab>", "› agent:Paulina,Juno"),
        ("f<s-tab>", "› confidence<"),
        ("f<tab><tab>sk<tab>", "› status:skipped"),
        ("fbees<home>-ag<tab>j<tab>", "› -agent:Juno bees"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, keys);
        let shown = overlay(&mut model, 80, 24);
        let row = shown.lines().nth(1).unwrap().trim_matches(['│', ' ']);
        assert_eq!(row, written, "{keys}");
    }
}

#[test]
fn the_ways_to_go_on_say_how_many_findings_they_fit() {
    for (keys, line) in [
        ("fremedy:", "Tab:  recover 5  strip 1  correct 0  review 2"),
        ("fagent:", "Tab:  Juno 2  Paulina 5  水无月 1"),
        ("fpattern:", "Tab:  save_memory 6  unknown 1  whiteboard_echo 1"),
        ("rrfstatus:r", "Tab:  rejected 2"),
        ("fwarning:exp", "Tab:  expired_record 1"),
        ("fag", "Tab:  agent:"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, keys);
        let shown = overlay(&mut model, 80, 24);
        assert!(shown.contains(line), "{keys}\n{shown}");
    }
}

#[test]
fn a_warning_is_asked_of_the_finding_as_it_was_changed() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "fwarning:invalid<enter>");
    assert_eq!(model.shown(), 1);
    // The application's own type is the first choice.
    press(&mut model, &mut host, "e<tab><space><esc>");
    assert_eq!(model.shown(), 1, "what is worked on does not vanish");
    press(&mut model, &mut host, "f<enter>");
    assert_eq!(model.shown(), 0, "the draft corrects it: {}", toast(&model));
}

#[test]
fn the_mark_of_a_mistake_is_under_it_however_long_the_line_is() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, &format!("f{} status:dn", "bees ".repeat(20)));
    let shown = overlay(&mut model, 80, 24);
    let rows: Vec<Vec<char>> = shown.lines().map(|row| row.chars().collect()).collect();
    let mark = rows[2].iter().position(|c| *c == '^').unwrap_or_else(|| panic!("{shown}"));
    assert_eq!(rows[1][mark..mark + 2], ['d', 'n'], "{shown}");
}

#[test]
fn a_mistake_keeps_the_prompt_open_and_what_was_typed() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "fremedy:recovr<enter>");
    assert_eq!((model.context().name, model.shown()), ("filter", 8));
    assert!(screen(&mut model, 80, 24).contains("⚠ `recovr` is not a remedy"));
    press(&mut model, &mut host, "<c-f>");
    assert_eq!(model.context().name, "filter", "no choices of what is no query");
    press(&mut model, &mut host, "<bs>er<enter>");
    assert_eq!((model.context().name, model.shown()), ("review", 5));
}

#[test]
fn the_prompt_of_the_filter_at_80() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "fbees status:pending,done<enter>");
    insta::assert_snapshot!(overlay(&mut model, 80, 24));
}

#[test]
fn the_prompt_of_the_filter_at_120() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "f-agent:");
    insta::assert_snapshot!(overlay(&mut model, 120, 40));
}

#[test]
fn findings_are_sorted_and_the_selected_one_stays() {
    let order = |model: &mut crate::tui::Model| -> Vec<i64> {
        let mut host = FakeHost::default();
        press(model, &mut host, "g");
        let places = (0..model.shown()).map(|_| {
            let key = at(model);
            press(model, &mut host, "j");
            key
        });
        places.collect()
    };
    for (keys, expected) in [
        ("O", [1038, 1047, 1051, 1060, 1071, 1080, 1042, 1066]),
        ("OO", [1042, 1047, 1038, 1051, 1060, 1066, 1071, 1080]),
        ("OOO", [1038, 1042, 1060, 1066, 1071, 1080, 1047, 1051]),
        ("OOOOO", [1038, 1042, 1047, 1051, 1060, 1066, 1071, 1080]),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, "jjj");
        press(&mut model, &mut host, keys);
        assert_eq!(at(&model), 1051, "{keys}");
        assert!(toast(&model).starts_with("sorted ") && toast(&model).contains(" · O: "), "{}", toast(&model));
        assert_eq!(order(&mut model), expected, "{keys}");
    }
}

#[test]
fn deciding_and_searching_follow_the_order() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "gOOgr");
    assert_eq!((host.decisions(), at(&model)), (vec!["1042 reject".to_owned()], 1047));
    press(&mut model, &mut host, "/save_memory<enter>");
    assert_eq!(at(&model), 1038);
    press(&mut model, &mut host, "N");
    assert_eq!(at(&model), 1042);
    assert!(screen(&mut model, 120, 40).contains("/save_memory [1/6]"));
    press(&mut model, &mut host, "Nn");
    assert_eq!((at(&model), toast(&model)), (1042, "search wrapped to the top"));
    assert!(screen(&mut model, 120, 40).lines().next().unwrap().contains("by agent"));
}

#[test]
fn findings_that_stream_in_go_to_their_place() {
    let found = items();
    let (mut model, mut host) = (model_of(found[2..].to_vec()), FakeHost::default());
    press(&mut model, &mut host, "OO/juno<enter>");
    act(&mut model, &mut host, crate::tui::Action::Found(found[..2].to_vec()));
    press(&mut model, &mut host, "n");
    assert_eq!(at(&model), 1042);
    press(&mut model, &mut host, "fjuno<enter>g");
    assert_eq!((at(&model), model.shown()), (1047, 2));
}

#[test]
fn what_fits_is_counted_while_the_filter_is_written_and_what_is_begun_is_no_mistake() {
    for (written, line) in [
        ("f", "8 of 8 match"),
        ("fagent:juno", "2 of 8 match"),
        ("fremedy:strip", "1 of 8 match"),
        ("fverdict:lost", "of 8 match"),
        ("fbees", "1 of 8 match"),
        ("fbees agent:juno", "0 of 8 match"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, written);
        let shown = overlay(&mut model, 80, 24);
        assert!(shown.contains(line) && !shown.contains('^'), "{written}\n{shown}");
    }
    for (written, flagged) in [
        ("fverdict:un", false),
        ("fremedy:", false),
        ("fagent:juno status:pend", false),
        ("fverdict:ux", true),
        ("flost:x", true),
        // Enter applies the query, so it must be complete.
        ("fverdict:un<enter>", true),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, written);
        let shown = overlay(&mut model, 80, 24);
        assert_eq!(shown.contains('^'), flagged, "{written}\n{shown}");
    }
}

#[test]
fn escape_steps_out_of_the_filter_last() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "fjuno<enter> /noted<enter>");
    press(&mut model, &mut host, "<esc><esc>");
    assert_eq!((model.shown(), model.search.current().is_none(), model.marks.counts().all), (2, true, 0));
    assert!(screen(&mut model, 120, 40).contains("Esc show all"));
    press(&mut model, &mut host, "<esc>");
    assert_eq!((model.shown(), toast(&model)), (8, "all 8 shown"));
}
