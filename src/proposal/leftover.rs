//! Detects call markup that a proposal would leave behind.

use super::{Finding, JudgedClaim, Rules, becomes_true};
use crate::claim::{ClaimKind, TreatedSpan, has_leftovers};

/// Whether the removals of a finding leave call markup in its text. Excluded claims stay on purpose.
pub(super) fn is_left_by(finding: &Finding, rules: &Rules<'_>) -> bool {
    let is_removed = |judged: &JudgedClaim| !judged.off && !becomes_true(judged);
    let in_text = || finding.claims.iter().filter(|judged| judged.claim.is_in_text());
    if !in_text().any(is_removed) {
        return false;
    }
    let treated = in_text().map(|judged| TreatedSpan {
        span: judged.claim.span,
        payload: judged.claim.payload,
        removed: is_removed(judged),
        replaced: judged.claim.replacement.is_some(),
    });
    let treated: Vec<_> = treated.collect();
    // A corrected plan keeps the wrapper of the old one.
    let replaced = in_text().filter(|judged| is_removed(judged) && judged.claim.kind != ClaimKind::Plan);
    let mut replacements = replaced.filter_map(|judged| judged.claim.replacement.as_deref());
    // Half a token before a removed claim can be at the end of the cleaned text.
    let brings_about = || in_text().all(is_removed) && is_in(&finding.cleaned, rules);
    has_leftovers(&finding.message.text, &treated, rules.call_tokens)
        || replacements.any(|text| is_in(text, rules))
        || brings_about()
}

/// Whether a text contains stray call markup.
pub(super) fn is_in(text: &str, rules: &Rules<'_>) -> bool {
    has_leftovers(text, &[], rules.call_tokens)
}

#[cfg(test)]
mod tests {
    use crate::catalog::KnownTools;
    use crate::claim::{Context, find};
    use crate::proposal::{Choice, Edit, Finding, Rules, judge, propose, revise};
    use crate::registry::Registry;
    use crate::source::profile;
    use crate::source::{Evidence, Message, Outcome};
    use crate::verdict::{Remedy, Warning};

    /// The finding of a text for which no tool ran, with these edits.
    fn finding(text: &str, edits: &[Edit]) -> Finding {
        let registry = Registry::builtin().unwrap();
        let (profile, tools) = (profile::gateway().unwrap(), KnownTools::default());
        let now = "2026-02-03T09:00:00Z".parse().unwrap();
        let rules = Rules::new(&profile, &tools, registry.call_tokens(), now);
        let message = Message { text: text.to_owned(), ..Message::default() };
        let evidence = Evidence { outcome: Outcome::Equal, ..Evidence::unasked() };
        let claims = find(text, &registry, Context::default()).into_iter();
        let judged = claims.filter_map(|claim| judge(claim, &message, &evidence, &rules)).collect();
        edits.iter().fold(propose(message, judged, &rules), |finding, edit| revise(finding, edit, &rules))
    }

    fn left_over(finding: &Finding) -> bool {
        finding.warnings.contains(&Warning::Leftover)
    }

    const CALL: &str = "<tool_call>{\"name\": \"save_memory\", \"arguments\": {\"content\": \"Tea\"}}";

    #[test]
    fn what_leaves_something_is_for_a_person_until_one_chooses() {
        let text = format!("{CALL}</tool_call> Noted.<|function_call|>");
        let proposed = finding(&text, &[]);
        assert!(left_over(&proposed) && proposed.remedy == Some(Remedy::Review) && !proposed.in_bulk());
        assert!(proposed.obstacle().is_some_and(|why| why.contains("stray call markup")));

        let mut edit = Edit::default();
        edit.claim(0).choice = Some(Choice::Strip);
        let chosen = finding(&text, &[edit]);
        assert!(left_over(&chosen) && chosen.remedy == Some(Remedy::Strip) && !chosen.in_bulk());
        assert_eq!(chosen.obstacle(), None);

        for (cleaned, is_left) in [("Noted.", false), ("Noted.<|call|>", true)] {
            let edit = Edit { cleaned: Some(cleaned.to_owned()), ..Edit::default() };
            // A stored finding is revised once more when it is written.
            let typed = finding(&text, &[edit.clone(), edit]);
            assert_eq!((left_over(&typed), typed.remedy, typed.obstacle()), (is_left, Some(Remedy::Strip), None));
        }
    }

    #[test]
    fn half_a_token_that_ends_the_cleaned_text_is_left() {
        let proposed = finding(&format!("Let me look.\n<tool_c{CALL}</tool_call>"), &[]);
        assert_eq!(proposed.cleaned, "Let me look.\n<tool_c");
        assert!(left_over(&proposed) && !proposed.in_bulk());
        assert!(!left_over(&finding(&format!("Let me look.\n{CALL}</tool_call>"), &[])));
    }

    #[test]
    fn a_choice_for_one_claim_is_none_for_another_that_leaves_something() {
        let text = format!("{CALL}</tool_call> And {CALL}</tool_call> Noted.<|function_call|>");
        let choosing = |choices: &[(usize, Choice)]| {
            let mut edit = Edit::default();
            for (index, choice) in choices {
                edit.claim(*index).choice = Some(*choice);
            }
            // A stored finding is revised once more when it is written.
            finding(&text, &[edit.clone(), edit])
        };
        assert_eq!((finding(&text, &[]).claims.len(), left_over(&finding(&text, &[]))), (2, true));
        for (first, second) in [(0, 1), (1, 0)] {
            let one = choosing(&[(first, Choice::Leave)]);
            assert!(left_over(&one) && one.remedy == Some(Remedy::Review), "nobody chose for claim {second}");
            assert!(one.obstacle().is_some_and(|why| why.contains("stray call markup")));
            let both = choosing(&[(first, Choice::Leave), (second, Choice::Strip)]);
            assert_eq!((left_over(&both), both.remedy, both.obstacle()), (true, Some(Remedy::Strip), None));
        }
    }

    #[test]
    fn what_is_left_on_purpose_is_no_remainder_and_half_a_call_is() {
        let text = format!("{CALL}\n\nThat is done.\n</tool_call>");
        let leave = |index: usize| {
            let mut edit = Edit::default();
            edit.claim(index).choice = Some(Choice::Leave);
            finding(&text, &[edit])
        };
        assert!(!left_over(&finding(&text, &[])));
        assert!(left_over(&leave(0)) && left_over(&leave(1)), "its other half is there");
        let two = format!("{CALL}</tool_call> And {CALL}</tool_call> Noted.");
        let mut edit = Edit::default();
        edit.claim(0).choice = Some(Choice::Leave);
        assert!(!left_over(&finding(&two, &[edit])));
    }
}
