//! Corrected plans: their place, their format, and the obstacles to accepting them.

use std::sync::Arc;

use crate::catalog::{Catalog, KnownTools};
use crate::claim::{Context, find, recorded_plan};
use crate::proposal::{Choice, Edit, Finding, Rules, judge, propose, revise};
use crate::registry::{CallTokens, Registry};
use crate::source::profile::{self, Profile};
use crate::source::{Evidence, Message};
use crate::verdict::{Remedy, Verdict, Warning};

const COMPACT: &str = r#"{"steps":[{"id":"a","tool":"create_folder","deps":[]}]}"#;
const SPACED: &str = r#"{"steps": [{"id": "a", "tool": "create_folder", "deps": []}]}"#;
const RIGHT: &str = "{steps: [{id: 'a', tool: 'organize_files', deps: []}]}";

struct Bench {
    profile: Profile,
    tools: KnownTools,
    call_tokens: CallTokens,
}

impl Bench {
    fn new() -> Self {
        let profile = Profile::parse("helix-kit", profile::named("helix-kit").unwrap()).unwrap();
        let catalog = Catalog::parse("t.json5", "[{name: 'organize_files', instead_of: ['create_folder']}]").unwrap();
        Self {
            profile,
            call_tokens: CallTokens::default(),
            tools: KnownTools::default().with_catalog(Arc::new(catalog)),
        }
    }

    fn rules(&self) -> Rules<'_> {
        let now = "2026-02-03T09:00:00Z".parse().unwrap();
        Rules::new(&self.profile, &self.tools, &self.call_tokens, now)
    }

    fn finding(&self, text: &str, recorded: Option<(&str, bool)>) -> Finding {
        let context = Context { tools: Some(&self.tools), ..Context::default() };
        let mut claims = find(text, &Registry::builtin().unwrap(), context);
        claims.extend(recorded.and_then(|(plan, writable)| recorded_plan(plan, "plan", writable, &self.tools)));
        let message = Message { text: text.to_owned(), ..Message::default() };
        let judged = claims.into_iter().filter_map(|claim| judge(claim, &message, &Evidence::unasked(), &self.rules()));
        let judged = judged.collect();
        propose(message, judged, &self.rules())
    }

    fn corrected(&self, finding: &Finding, typed: &str) -> Finding {
        let mut edit = Edit::default();
        let change = edit.claim(0);
        (change.choice, change.plan) = (Some(Choice::Correct), Some(typed.to_owned()));
        revise(finding.clone(), &edit, &self.rules())
    }
}

#[test]
fn a_plan_is_for_a_person_and_says_what_is_wrong_with_it() {
    let finding = Bench::new().finding(SPACED, None);
    let judged = &finding.claims[0];
    assert_eq!((judged.remedy, judged.verdict), (Remedy::Review, Some(Verdict::NoSuchTool)));
    let line = "Step 'a': Tool 'create_folder' does not exist; perhaps organize_files was meant \
                (organize_files: the catalog names it as the answer to this name)";
    assert_eq!(judged.evidence, [line]);
    assert!(!finding.in_bulk());
    assert_eq!(finding.obstacle().unwrap(), "no remedy chosen for this plan; correct, strip or leave it");
}

#[test]
fn a_corrected_plan_takes_the_place_and_the_form_of_the_old_one() {
    let bench = Bench::new();
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(COMPACT).unwrap()).unwrap();
    let wide = pretty.replace("  ", "\t");
    let right = |plan: &str| plan.replace("create_folder", "organize_files");
    for (plan, around) in [(COMPACT, "P"), (SPACED, "P"), (&pretty, "P"), (&wide, "P")]
        .into_iter()
        .chain([(SPACED, "POn it!"), (SPACED, "I go. P There."), (&pretty, "My plan:\n\nP\n\nShall I?")])
        .chain([(pretty.as_str(), "My plan:\n```json\nP\n```\nShall I?"), (COMPACT, "```\nP\n```")])
    {
        let finding = bench.finding(&around.replace('P', plan), None);
        let corrected = bench.corrected(&finding, RIGHT);
        assert_eq!(corrected.cleaned, around.replace('P', &right(plan)));
        assert_eq!((corrected.obstacle(), corrected.remedy), (None, Some(Remedy::Correct)), "{around}");
        assert!(!corrected.warnings.contains(&Warning::PayloadOnly) && !corrected.in_bulk());
    }
}

#[test]
fn what_is_revised_twice_is_what_it_was() {
    let bench = Bench::new();
    let once = bench.corrected(
        &bench.finding(
            "My plan:\n```json\n{\"steps\": [{\"id\": \"a\", \"tool\": \"create_folder\", \"inputs\": {}}]}\n```",
            None,
        ),
        RIGHT,
    );
    assert_eq!(bench.corrected(&once, RIGHT), once);
}

#[test]
fn a_plan_with_errors_is_not_accepted_and_what_was_typed_stays() {
    let bench = Bench::new();
    for (typed, expected) in [
        (
            "{steps: [{id: 'a', tool: 'move_it'}]}",
            "the corrected plan cannot run: Step 'a': Tool 'move_it' does not exist",
        ),
        ("[]", "the corrected plan cannot run: The plan has no steps"),
        ("{steps", "the corrected plan cannot run: Invalid JSON: line 1, column 7"),
    ] {
        let corrected = bench.corrected(&bench.finding(SPACED, None), typed);
        assert!(corrected.obstacle().unwrap().starts_with(expected), "{:?}", corrected.obstacle());
        assert!(corrected.claims[0].claim.corrected.is_some());
        assert_eq!(corrected.claims[0].claim.replacement, None);
    }
}

#[test]
fn without_a_corrected_plan_there_is_nothing_to_put_there() {
    let bench = Bench::new();
    let finding = bench.finding(SPACED, None);
    let mut edit = Edit::default();
    edit.claim(0).choice = Some(Choice::Correct);
    let obstacle = revise(finding.clone(), &edit, &bench.rules()).obstacle();
    assert_eq!(obstacle.as_deref(), Some("no corrected plan yet; edit it first"));
    edit.claim(0).plan = Some(RIGHT.to_owned());
    edit.claim(0).choice = Some(Choice::Strip);
    let stripped = revise(finding.clone(), &edit, &bench.rules());
    assert_eq!(stripped.cleaned, "", "a plan that was typed and not chosen");
    assert!(stripped.obstacle().unwrap().starts_with("nothing would change"), "the message holds nothing else");
}

#[test]
fn a_text_that_was_written_anew_must_hold_the_corrected_plan() {
    let bench = Bench::new();
    let finding = bench.finding(SPACED, None);
    let mut edit = Edit { cleaned: Some("Something else.".to_owned()), ..Edit::default() };
    (edit.claim(0).choice, edit.claim(0).plan) = (Some(Choice::Correct), Some(RIGHT.to_owned()));
    assert!(
        revise(finding.clone(), &edit, &bench.rules())
            .obstacle()
            .unwrap()
            .starts_with("the edited text does not contain")
    );
    edit.cleaned = Some(format!("So:\n{}", SPACED.replace("create_folder", "organize_files")));
    assert_eq!(revise(finding.clone(), &edit, &bench.rules()).obstacle(), None);
}

#[test]
fn an_escaped_plan_cannot_be_corrected() {
    let bench = Bench::new();
    let escaped = SPACED.replace('"', "&quot;");
    let finding = bench.finding(&format!("&lt;br&gt;{escaped}"), None);
    let obstacle = bench.corrected(&finding, RIGHT).obstacle().unwrap();
    assert!(obstacle.contains("escaped"), "{obstacle}");
}

#[test]
fn a_recorded_plan_leaves_the_text_alone() {
    let bench = Bench::new();
    let finding = bench.finding("  I am on it. ", Some((SPACED, true)));
    let corrected = bench.corrected(&finding, RIGHT);
    assert_eq!((corrected.cleaned.as_str(), corrected.obstacle()), ("  I am on it. ", None));
    let right = SPACED.replace("create_folder", "organize_files");
    assert_eq!(corrected.claims[0].claim.replacement.as_deref(), Some(right.as_str()));
}

#[test]
fn a_plan_that_is_only_read_can_be_left_and_nothing_else() {
    let bench = Bench::new();
    let finding = bench.finding("I am on it.", Some((SPACED, false)));
    for finding in [&finding, &bench.corrected(&finding, RIGHT)] {
        let obstacle = finding.obstacle().unwrap();
        assert_eq!(obstacle, "the plan in plan is read-only; leave it, or reject the finding");
    }
}
