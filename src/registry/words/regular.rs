//! The verbs in the names of an application's tools that the lexicon does not know, with their regular English forms.

use super::{ActionKind, Lexicon};
use crate::catalog::{only_reads, split_name};

/// The fewest letters of a verb in the name of a tool.
const SHORTEST_VERB: usize = 3;

impl Lexicon {
    /// Adds the verb in a tool's name that the lexicon does not know, with its regular forms: `onboard_employee` onboards.
    /// Returns whether there was one.
    pub(in crate::registry) fn learn_verb_of(&mut self, tool: &str) -> bool {
        let own = tool.rsplit(['.', '/', ':']).next().unwrap_or(tool);
        let named = split_name(own);
        let is_known = |word: &String| self.word(word).is_some();
        let is_verb = |word: &String| self.word(word).is_some_and(|word| word.verb.is_some());
        // A single word is a verb where the name says on what: "kiosk.adopt".
        let has_object = named.len() > 1 || own.len() < tool.len();
        let may_learn = has_object && !only_reads(tool) && !named.iter().any(is_verb);
        let is_new = |word: &&String| !is_known(word) && word.len() >= SHORTEST_VERB && is_ascii_word(word);
        let verb = named.first().filter(is_new).or_else(|| named.last().filter(is_new)).filter(|_| may_learn);
        let is_added = verb.is_some_and(|verb| self.add_verb(KIND, &line(verb)).is_ok());
        if let Some(verb) = self.verbs.last_mut().filter(|_| is_added) {
            verb.is_learnt = true;
        }
        is_added
    }
}

/// The line of a regular verb, as a lexicon file writes it: `ban | banned | banned | banning`.
fn line(base: &str) -> String {
    let (past, progressive) = forms(base);
    format!("{base} | {past} | {past} | {progressive}")
}

/// What the action of a tool with an unknown verb is taken for.
const KIND: ActionKind = ActionKind::Change;

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

fn is_ascii_word(word: &str) -> bool {
    word.bytes().all(|letter| letter.is_ascii_lowercase())
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
