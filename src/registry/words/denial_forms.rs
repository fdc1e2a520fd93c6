//! The sentences that correct a false one.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Corrections of false sentences. `{object}`, `{subject}`, `{participle}` and `{particle}` are the sentence's own words,
/// `{agreeing}` is the participle as it is inflected there, `{past}` the verb in the past tense.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DenialForms {
    /// For one author ("I have not {participle} {object}.").
    pub i: String,
    /// For several authors ("We have not {participle} {object}.").
    pub we: String,
    /// For one thing ("{subject} has not been {participle}.").
    pub one: String,
    /// For several things ("{subject} have not been {participle}.").
    pub many: String,
    /// For what was done with the user ("You have not been {participle}."); if empty, as without an object.
    #[serde(default)]
    pub you: String,
    /// For a sentence without an object ("Nothing has been {participle}.").
    pub nothing: String,
    /// Verbs that never have an object, only something that they are about: "I have not replied."
    #[serde(default)]
    pub without_object: Vec<String>,
    /// For an elliptic sentence ("{subject} not {participle}."); if empty, as for one thing.
    #[serde(default)]
    pub bare: String,
    /// For one author and an object that `no` negates ("Ich habe keinen Termin abgesagt.").
    #[serde(default)]
    pub none: String,
    /// For several authors and an object that `no` negates.
    #[serde(default)]
    pub none_of_us: String,
    /// Maps the beginning of an object to its negation ("ein" to "kein").
    #[serde(default)]
    pub no: BTreeMap<String, String>,
    /// For a subject that `no_subject` negates ("{subject} have been {participle}.").
    #[serde(default)]
    pub no_one: String,
    /// Maps the beginning of a subject to its negation ("all" to "none of the").
    #[serde(default)]
    pub no_subject: BTreeMap<String, String>,
    /// Whether a common noun needs an article within a sentence ("Se ha enviado el correo"): an ellipsis without one
    /// ("Correo enviado") is corrected as a sentence without an object.
    #[serde(default)]
    pub needs_article: bool,
    /// Endings of plural nouns, where no verb shows the number.
    #[serde(default)]
    pub plural: Vec<String>,
}
