//! Shows what a draft of a pattern would match, while the user edits it.

use std::collections::BTreeMap;

use super::Survey;
use super::survey::SeenPayload;
use crate::document::DocumentError;
use crate::registry::{Pattern, Registry};

/// The payloads of a survey that a draft would match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// The names of the patterns that were tried.
    pub names: Vec<String>,
    /// The names of the syntaxes that were tried. What they would match is known only after the database is read again.
    pub syntaxes: Vec<String>,
    /// The matching payloads, as indexes into [`Survey::seen`].
    pub matches: Vec<usize>,
    /// What the draft would replace: the built-in patterns and syntaxes with its names, and how many payloads of the survey
    /// each pattern takes.
    pub replaced: BTreeMap<String, usize>,
    /// How many of them an earlier pattern already matches, by its name.
    pub taken: BTreeMap<String, usize>,
}

impl Trial {
    /// Tries the patterns of a registry file.
    ///
    /// # Errors
    /// The first error of the text, with its position; `file` is its name in messages.
    pub fn of(file: &str, text: &str, survey: &Survey) -> Result<Self, DocumentError> {
        let draft = Registry::of(file, text)?;
        let mut trial = Self {
            names: draft.patterns().iter().map(|pattern| pattern.name.clone()).collect(),
            syntaxes: draft.syntaxes().iter().map(|syntax| syntax.name.clone()).collect(),
            ..Self::default()
        };
        let named = trial.names.iter().chain(&trial.syntaxes).filter(|name| survey.built_in.contains(*name));
        trial.replaced = named.map(|name| (name.clone(), 0)).collect();
        for seen in &survey.seen {
            if let Some(count) = seen.call_mention.pattern.as_ref().and_then(|name| trial.replaced.get_mut(name)) {
                *count += 1;
            }
        }
        for (place, seen) in survey.seen.iter().enumerate() {
            if matching(&draft, seen).is_none() {
                continue;
            }
            trial.matches.push(place);
            if let Some(other) = seen.call_mention.pattern.as_ref().filter(|other| !trial.names.contains(other)) {
                *trial.taken.entry(other.clone()).or_default() += 1;
            }
        }
        Ok(trial)
    }

    /// Whether the draft contains only syntaxes.
    #[must_use]
    pub fn is_of_syntaxes(&self) -> bool {
        self.names.is_empty() && !self.syntaxes.is_empty()
    }

    /// The number of matches that no other pattern takes.
    #[must_use]
    pub fn new_matches(&self) -> usize {
        self.matches.len().saturating_sub(self.taken.values().sum())
    }
}

/// Returns the pattern of the draft that matches a payload. A call that names its tool needs a pattern for that tool.
fn matching<'r>(draft: &'r Registry, seen: &SeenPayload) -> Option<&'r Pattern> {
    let call_mention = &seen.call_mention;
    match &call_mention.called {
        None => draft.recognise(&call_mention.value).or_else(|| draft.recognise_whole(&call_mention.value)),
        Some(called) => {
            // Once the draft is in force, the tools of its patterns are known.
            let tool = call_mention.tool.as_deref().or_else(|| draft.tools().resolve(called, &[]))?;
            draft.recognise_call(tool, &call_mention.value)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::claim::{CallMention, Span};
    use crate::explore::survey::Excerpt;
    use crate::registry::PatternKind;
    use crate::source::Key;
    use serde_json::{Value, json};

    fn seen(called: Option<&str>, pattern: Option<&str>, value: Value) -> SeenPayload {
        let kind = if called.is_some() { PatternKind::Call } else { PatternKind::Result };
        let (called, pattern) = (called.map(str::to_owned), pattern.map(str::to_owned));
        let (span, syntax) = (Span::new(0, 1), "object".to_owned());
        let call_mention = CallMention { span, syntax, kind, called, tool: None, value, pattern };
        let (message, text) = (Key::Integer(1), Excerpt::default());
        SeenPayload { message, agent: None, model: None, at: None, text, is_claim: false, call_mention }
    }

    fn survey() -> Survey {
        let seen = vec![
            seen(None, None, json!({"mood": "calm", "since": 3})),
            seen(None, Some("other"), json!({"mood": "calm"})),
            seen(None, Some("other"), json!({"since": 3})),
            seen(Some("set_mood"), None, json!({"mood": "wild"})),
            seen(Some("set_tone"), None, json!({"mood": "wild"})),
        ];
        Survey { seen, ..Survey::default() }
    }

    #[test]
    fn matches_are_reported_and_what_others_take() {
        let draft = "{version: 1, patterns: [{name: 'mood', class: 'echo', match: {required: ['mood']}}]}";
        let trial = Trial::of("draft", draft, &survey()).unwrap();
        assert_eq!((trial.matches.as_slice(), trial.new_matches()), (&[0, 1][..], 1));
        assert_eq!(trial.taken, BTreeMap::from([("other".to_owned(), 1)]));
        // A draft that replaces a pattern takes nothing away from it.
        let trial = Trial::of("draft", &draft.replace("'mood', class", "'other', class"), &survey()).unwrap();
        assert_eq!((trial.matches.len(), trial.new_matches()), (2, 2));
    }

    #[test]
    fn what_a_draft_replaces_is_reported_with_the_payloads_that_it_takes() {
        let draft = "{version: 1, patterns: [{name: 'other', class: 'echo', match: {required: ['mood']}}]}";
        let survey = Survey { built_in: BTreeSet::from(["other".to_owned(), "third".to_owned()]), ..survey() };
        let trial = Trial::of("draft", draft, &survey).unwrap();
        assert_eq!(trial.replaced, BTreeMap::from([("other".to_owned(), 2)]));
        let trial = Trial::of("draft", &draft.replace("'other'", "'mood'"), &survey).unwrap();
        assert!(trial.replaced.is_empty());
    }

    #[test]
    fn a_call_is_matched_by_a_pattern_of_its_tool_only() {
        let draft =
            "{version: 1, patterns: [{name: 'mood', kind: 'call', tool: 'set_mood', class: 'effect', bare: false,
            match: {required: ['mood']}}]}";
        assert_eq!(Trial::of("draft", draft, &survey()).unwrap().matches, [3]);
    }

    #[test]
    fn a_mistake_is_reported_with_its_place() {
        let mistake = Trial::of("draft", "{version: 1,\n patterns: [{name: 'x'}]}", &survey()).unwrap_err();
        assert_eq!((mistake.line, mistake.column), (2, 13), "{mistake}");
    }
}
