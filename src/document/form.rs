//! The form of a document: everything in which it breaks its JSON Schema, with the place of each mistake.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use super::DocumentError;
use crate::visible;

/// So many characters of a mistake are told: some quote the whole value.
const EXCERPT: usize = 300;

/// Everything in which the value of `text` breaks a JSON Schema, in the order of the document.
#[must_use]
pub fn faults_of_form(file: &str, text: &str, value: &Value, schema: &str) -> Vec<DocumentError> {
    let schema: Result<Value, _> = serde_json::from_str(schema);
    let validator = schema.ok().and_then(|schema| jsonschema::validator_for(&schema).ok());
    let Some(validator) = validator else {
        return vec![DocumentError::whole(file, "the JSON Schema of the format cannot be read")];
    };
    let mut mistakes: Vec<_> = validator.iter_errors(value).flat_map(|error| told(file, text, &error)).collect();
    // In a line the misspelt key comes before the one that is missing for it.
    mistakes.sort_by_key(|(is_missing, mistake)| (mistake.line, *is_missing, mistake.column));
    mistakes.into_iter().map(|(_, mistake)| mistake).collect()
}

/// What breaks the schema, with its places, and whether it is that something is missing.
fn told(file: &str, text: &str, error: &ValidationError<'_>) -> Vec<(bool, DocumentError)> {
    let pointer = error.instance_path().as_str();
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let of_key = |key: &String| {
                let pointer = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
                (false, DocumentError::at(file, text, &pointer, format!("`{key}` is not known here")))
            };
            unexpected.iter().map(of_key).collect()
        }
        kind => {
            let is_missing = matches!(kind, ValidationErrorKind::Required { .. });
            let reason = visible::excerpt(&error.to_string(), EXCERPT);
            vec![(is_missing, DocumentError::at(file, text, pointer, reason))]
        }
    }
}
