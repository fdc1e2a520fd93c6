//! The regular forms of English verbs, for the verbs in the names of an application's tools.

use super::ActionKind;

/// The line of a regular verb, as a lexicon file writes it: `ban | banned | banned | banning`.
pub(super) fn line(base: &str) -> String {
    let (past, progressive) = forms(base);
    format!("{base} | {past} | {past} | {progressive}")
}

/// What the action of a tool with an unknown verb is taken for.
pub(super) const KIND: ActionKind = ActionKind::Change;

/// The past and the progressive of a regular verb.
fn forms(base: &str) -> (String, String) {
    let vowel = |letter: u8| b"aeiou".contains(&letter);
    match base.as_bytes() {
        [.., b'e', b'e'] => (format!("{base}d"), format!("{base}ing")),
        [stem @ .., b'e'] => (format!("{base}d"), format!("{}ing", &base[..stem.len()])),
        [.., before, b'y'] if !vowel(*before) => (format!("{}ied", &base[..base.len() - 1]), format!("{base}ing")),
        // One syllable that ends with a vowel and a consonant doubles it: "ban", "tag", "equip".
        [start @ .., vocal, last]
            if vowel(*vocal)
                && !vowel(*last)
                && !b"wxy".contains(last)
                && !start.last().is_some_and(|letter| vowel(*letter) && *letter != b'u')
                && !start.iter().any(|letter| vowel(*letter)) =>
        {
            let doubled = format!("{base}{}", char::from(*last));
            (format!("{doubled}ed"), format!("{doubled}ing"))
        }
        _ => (format!("{base}ed"), format!("{base}ing")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_inflected_as_they_are_spelled() {
        for (base, past, progressive) in [
            ("onboard", "onboarded", "onboarding"),
            ("impersonate", "impersonated", "impersonating"),
            ("triage", "triaged", "triaging"),
            ("free", "freed", "freeing"),
            ("levy", "levied", "levying"),
            ("tow", "towed", "towing"),
            ("ban", "banned", "banning"),
            ("adopt", "adopted", "adopting"),
            ("seed", "seeded", "seeding"),
            ("harvest", "harvested", "harvesting"),
            ("deploy", "deployed", "deploying"),
        ] {
            assert_eq!(forms(base), (past.to_owned(), progressive.to_owned()), "{base}");
        }
    }
}
