//! JSON Schemas from elsewhere: nothing is fetched for them, and the time of a validation is limited.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, Retrieve, Uri, ValidationError, Validator};
use serde_json::Value;

/// The greatest number of values in a schema.
const LARGEST: usize = 10_000;

/// The greatest number of subschemas that are visited when every reference is followed on every path.
const MOST_FOLLOWED: usize = 20_000;

/// The greatest size of a compiled regular expression, in bytes.
const LARGEST_EXPRESSION: usize = 1 << 20;

/// The error message for a reference that leads out of its schema.
const NOTHING_IS_FETCHED: &str = "a reference must stay within the schema (`#/$defs/name`); nothing is fetched";

/// Why a schema cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaMistake {
    /// The location in the schema, as a JSON Pointer.
    pub pointer: String,
    /// What is wrong there, in words.
    pub reason: String,
}

/// Compiles a JSON Schema.
///
/// Regular expressions have the syntax of the `regex` crate, without look-around and backreferences, so their matching
/// time is linear.
///
/// # Errors
/// The value is not a schema, is too large, or has a reference that leads out of it.
pub fn schema(schema: &Value) -> Result<Validator, SchemaMistake> {
    check_size(schema)?;
    check_references(schema)?;
    let options = || {
        let expressions = PatternOptions::regex().size_limit(LARGEST_EXPRESSION).dfa_size_limit(LARGEST_EXPRESSION);
        jsonschema::options().with_pattern_options(expressions).with_retriever(NoRetriever)
    };
    // Lists of tools keep to older drafts without saying so: `items: [{}, {}]`, `exclusiveMinimum: true`.
    let of_older_draft = || {
        let is_silent = schema.get("$schema").is_none();
        let mut drafts = [Draft::Draft7, Draft::Draft4].into_iter().filter(|_| is_silent);
        drafts.find_map(|draft| options().with_draft(draft).build(schema).ok())
    };
    let or_older = |error: ValidationError<'static>| match error.kind() {
        ValidationErrorKind::Referencing(_) => Err(error),
        _ => of_older_draft().ok_or(error),
    };
    options().build(schema).or_else(or_older).map_err(|error| {
        let reason = match error.kind() {
            ValidationErrorKind::Format { format } if format == "regex" => format!(
                "{} is not a supported regular expression (no look-around or backreferences; at most 1 MiB compiled)",
                error.instance()
            ),
            ValidationErrorKind::Referencing(_) => format!("{NOTHING_IS_FETCHED} ({error})"),
            _ => error.to_string(),
        };
        SchemaMistake { pointer: error.instance_path().as_str().to_owned(), reason }
    })
}

/// A retriever that rejects every external reference.
struct NoRetriever;

impl Retrieve for NoRetriever {
    fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err(NOTHING_IS_FETCHED.into())
    }
}

fn check_size(schema: &Value) -> Result<(), SchemaMistake> {
    let mut values = 0;
    let mut left = vec![schema];
    while let Some(value) = left.pop() {
        values += 1;
        if values > LARGEST {
            let reason = format!("the schema has more than {LARGEST} values");
            return Err(SchemaMistake { pointer: String::new(), reason });
        }
        left.extend(parts(value));
    }
    Ok(())
}

/// Rejects a schema in which references multiply: a few dozen of them can make a validation endless.
fn check_references(schema: &Value) -> Result<(), SchemaMistake> {
    enum ReferenceVisit<'a> {
        Follow(&'a str),
        Leave,
    }
    let mut followed = 0;
    let mut open: Vec<&str> = Vec::new();
    let mut left: Vec<ReferenceVisit<'_>> = references(schema).into_iter().map(ReferenceVisit::Follow).collect();
    while let Some(step) = left.pop() {
        let ReferenceVisit::Follow(reference) = step else {
            open.pop();
            continue;
        };
        followed += 1;
        if followed > MOST_FOLLOWED {
            let reason = format!("its references lead to more than {MOST_FOLLOWED} schemas");
            return Err(SchemaMistake { pointer: String::new(), reason });
        }
        let target = reference.strip_prefix('#').and_then(|pointer| schema.pointer(pointer));
        // A recursive reference is only followed as deep as the validated value is.
        let Some(target) = target.filter(|_| !open.contains(&reference)) else { continue };
        open.push(reference);
        left.push(ReferenceVisit::Leave);
        left.extend(references(target).into_iter().map(ReferenceVisit::Follow));
    }
    Ok(())
}

/// The references in a schema, without those in its definitions, which only count where they are used.
fn references(schema: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    let mut left = vec![schema];
    while let Some(value) = left.pop() {
        let Value::Object(members) = value else {
            left.extend(parts(value));
            continue;
        };
        for (name, member) in members {
            match (name.as_str(), member) {
                ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(reference)) => found.push(reference.as_str()),
                ("$defs" | "definitions", _) => {}
                _ => left.push(member),
            }
        }
    }
    found
}

fn parts(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(members) => Box::new(members.values()),
        _ => Box::new(std::iter::empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refused(written: &Value) -> SchemaMistake {
        schema(written).map(drop).unwrap_err()
    }

    #[test]
    fn a_schema_that_does_not_name_its_draft_may_be_of_an_older_one() {
        let pair = json!({"type": "array", "items": [{"type": "integer"}, {"type": "string"}]});
        let validator = schema(&pair).unwrap();
        assert!(validator.is_valid(&json!([1, "a"])) && !validator.is_valid(&json!(["a", 1])));
        let above = schema(&json!({"type": "integer", "minimum": 0, "exclusiveMinimum": true})).unwrap();
        assert!(above.is_valid(&json!(1)) && !above.is_valid(&json!(0)));
        refused(&json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "items": [{}]}));
        refused(&json!({"type": 5}));
    }

    #[test]
    fn nothing_is_fetched() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let there = format!("http://{}/schema.json", listener.local_addr().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("schema.json");
        std::fs::write(&file, "true").unwrap();
        let file = format!("file://{}", file.display());
        for reference in [there.as_str(), file.as_str(), "schema.json"] {
            for keyword in ["$ref", "$dynamicRef"] {
                let mistake = refused(&json!({"properties": {"a": {keyword: reference}}}));
                assert!(mistake.reason.contains("nothing is fetched"), "{reference}: {}", mistake.reason);
            }
        }
        refused(&json!({"$schema": there}));
        assert!(refused(&json!({"$id": there, "$ref": "other"})).reason.contains("nothing is fetched"));
        assert!(listener.accept().is_err(), "somebody was asked");
    }

    #[test]
    fn regular_expressions_cannot_run_away() {
        let long = format!("{}!", "a".repeat(100_000));
        let validator = schema(&json!({"pattern": "^(a+)+$"})).unwrap();
        assert!(!validator.is_valid(&json!(long)));
        for pattern in ["(a+)\\1", "(?=a)b", "(?<!a)b", "(x{1000}){1000}", "["] {
            for written in [json!({"pattern": pattern}), json!({"patternProperties": {pattern: {}}})] {
                let mistake = refused(&json!({"properties": {"a": written}}));
                assert!(mistake.reason.contains("regular expression"), "{}", mistake.reason);
                assert!(mistake.pointer.starts_with("/properties/a/pattern"), "{}", mistake.pointer);
            }
        }
    }

    #[test]
    fn a_schema_is_no_larger_than_it_may_be() {
        schema(&json!({"enum": vec![0; LARGEST - 2]})).unwrap();
        assert!(refused(&json!({"enum": vec![0; LARGEST - 1]})).reason.contains("10000 values"));
    }

    /// A schema with `times` definitions, each of which refers twice to the next one.
    fn doubling(times: usize) -> Value {
        let mut definitions = serde_json::Map::new();
        for number in 0..times {
            let next = json!({"$ref": format!("#/$defs/a{}", number + 1)});
            definitions.insert(format!("a{number}"), json!({"allOf": [next.clone(), next]}));
        }
        definitions.insert(format!("a{times}"), json!({"type": "object"}));
        json!({"$defs": definitions, "$ref": "#/$defs/a0"})
    }

    #[test]
    fn references_do_not_multiply() {
        assert!(schema(&doubling(10)).unwrap().is_valid(&json!({})));
        for times in [20, 60, 1000] {
            assert!(refused(&doubling(times)).reason.contains("references"));
        }
        // A recursive tree, and a schema that refers to itself without descending.
        let tree = json!({"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "leaf": {"type": "string"}}});
        assert!(!schema(&tree).unwrap().is_valid(&json!({"left": {"right": {"leaf": 1}}})));
        assert!(schema(&json!({"allOf": [{"$ref": "#"}, {"$ref": "#"}]})).unwrap().is_valid(&json!(1)));
    }
}
