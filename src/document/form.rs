//! Validates a document with its JSON Schema, and locates each mistake.

use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use super::DocumentError;
use super::place::Locator;
use crate::visible;

/// The greatest length of a mistake, in characters: some quote the whole value.
const EXCERPT: usize = 300;

/// All violations of a JSON Schema by `value`, which was read from `text`, in the order of the document.
#[must_use]
pub fn faults_of_form(file: &str, text: &str, value: &Value, schema: &'static str) -> Vec<DocumentError> {
    let Some(validator) = compiled(schema) else {
        return vec![DocumentError::whole(file, "the JSON Schema of the format cannot be read")];
    };
    let errors: Vec<_> = validator.iter_errors(value).collect();
    if errors.is_empty() {
        return Vec::new();
    }
    let locator = Locator::of(file, text);
    let mut mistakes: Vec<_> = errors.iter().flat_map(|error| faults_of(&locator, error)).collect();
    // On the same line, a misspelt key comes before the missing key that it causes.
    mistakes.sort_by_key(|(is_missing, mistake)| (mistake.line, *is_missing, mistake.column));
    mistakes.into_iter().map(|(_, mistake)| mistake).collect()
}

/// The compiled schema of a format. It is cached, since a draft is validated after every key press.
fn compiled(schema: &'static str) -> Option<Arc<Validator>> {
    static COMPILED: Mutex<Vec<(&str, Arc<Validator>)>> = Mutex::new(Vec::new());
    let mut known = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, validator)) = known.iter().find(|(text, _)| *text == schema) {
        return Some(Arc::clone(validator));
    }
    let read: Value = serde_json::from_str(schema).ok()?;
    let validator = Arc::new(jsonschema::validator_for(&read).ok()?);
    known.push((schema, Arc::clone(&validator)));
    Some(validator)
}

/// The mistakes that a violation stands for, each with whether something is missing.
fn faults_of(locator: &Locator<'_>, error: &ValidationError<'_>) -> Vec<(bool, DocumentError)> {
    let pointer = error.instance_path().as_str();
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let of_key = |key: &String| {
                let pointer = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
                (false, locator.at(&pointer, format!("unknown field `{key}`")))
            };
            unexpected.iter().map(of_key).collect()
        }
        // All values: the library names two and counts the others.
        ValidationErrorKind::Enum { options } => {
            let options: Vec<String> = options.as_array().into_iter().flatten().map(Value::to_string).collect();
            let value = visible::excerpt(&error.instance().to_string(), EXCERPT);
            let reason = format!("{value} is not one of {}", options.join(", "));
            vec![(false, locator.at(pointer, reason))]
        }
        kind => {
            let is_missing = matches!(kind, ValidationErrorKind::Required { .. });
            let reason = visible::excerpt(&error.to_string(), EXCERPT);
            vec![(is_missing, locator.at(pointer, reason))]
        }
    }
}
