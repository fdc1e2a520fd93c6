//! The prompt of the filter.

use super::support::*;
use crate::tui::Context;

#[test]
fn a_query_shows_what_fits_and_counts_honestly() {
    for (keys, shown, place, told) in [
        ("fagent:juno<enter>", 2, 1042, "agent:juno: 2 of 8 shown"),
        ("fag<tab>J<tab>-remedy:st<tab><enter>", 1, 1042, "agent:Juno -remedy:strip: 1 of 8 shown"),
        ("f<esc>", 8, 1038, ""),
        ("f<enter>", 8, 1038, "all 8 are shown"),
        ("fjuno<enter>f<c-u><enter>", 8, 1042, "all 8 are shown"),
        ("fnowhere<enter>", 0, 0, "nowhere: 0 of 8 shown"),
        ("fjuno<enter>fremedy:strip<enter>", 1, 1047, "juno remedy:strip: 1 of 8 shown"),
        ("fjuno<c-f><space><enter>", 1, 1042, "juno remedy:recover: 1 of 8 shown"),
        ("fbees<home>-<enter>", 7, 1038, "-bees: 7 of 8 shown"),
    ] {
        let (mut model, mut host) = (model(), FakeHost::default());
        press(&mut model, &mut host, keys);
        assert_eq!((model.shown(), at(&model), toast(&model)), (shown, place, told), "{keys}");
        assert_eq!(host.effects, [], "a filter is a view");
        assert_eq!(model.counts().total, 8);
    }
}

#[test]
fn a_mistake_keeps_the_prompt_open_and_what_was_typed() {
    let (mut model, mut host) = (model(), FakeHost::default());
    press(&mut model, &mut host, "fremedy:recovr<enter>");
    assert_eq!((model.context(), model.shown()), (Context::Query, 8));
    assert!(screen(&mut model, 80, 24).contains("⚠ remedy: `recovr` is no remedy"));
    press(&mut model, &mut host, "<c-f>");
    assert_eq!(model.context(), Context::Query, "no choices of what is no query");
    press(&mut model, &mut host, "<bs>er<enter>");
    assert_eq!((model.context(), model.shown()), (Context::Review, 5));
}

#[test]
fn the_prompt_of_the_filter_at_80_by_24() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "fbees status:pending,<enter>");
    insta::assert_snapshot!(screen(&mut model, 80, 24));
}

#[test]
fn the_prompt_of_the_filter_at_120_by_40() {
    let mut model = model();
    press(&mut model, &mut FakeHost::default(), "f-agent:");
    insta::assert_snapshot!(screen(&mut model, 120, 40));
}
