//! Decides what in a text is a claim, and how certain that is: by its position, tool and pattern, and by what the user
//! asked for.

mod calls;
mod claimed;
mod context;
mod position;
mod request;
mod results;

use super::Claim;
use super::candidate::ClaimCandidate;
use super::confidence::Signal;
use super::surroundings::TextContext;
use crate::registry::Class;

pub(super) use context::WeighContext;

/// The claims of a part of a text.
pub(super) fn claims(context: &WeighContext<'_>, part: ClaimCandidate<'_>, place: TextContext) -> Vec<Claim> {
    let is_bare = matches!(part, ClaimCandidate::Payload(_));
    let mut claims = match part {
        ClaimCandidate::Leak(leak) => calls::claims(context, &leak, place),
        ClaimCandidate::Payload(payload) => results::claims(context, payload, place),
    };
    let is_data = |claim: &&mut Claim| is_bare && claim.class.is_some() || claim.class == Some(Class::Record);
    for claim in claims.iter_mut().filter(is_data).filter(|claim| context.request.may_be_answered_by(claim)) {
        claim.after_data = true;
        claim.add_reason(Signal::AfterData);
    }
    claims
}

#[cfg(test)]
mod tests {
    use crate::catalog::KnownTools;
    use crate::claim::{Context, find};
    use crate::registry::Registry;

    #[test]
    fn a_call_that_begins_with_its_name_may_be_in_a_sentence_if_the_tool_is_known() {
        const CALL: &str = "get_time<arg_key>zone</arg_key><arg_value>CET</arg_value></tool_call>";
        let registry = Registry::builtin().unwrap();
        let known = KnownTools::new([("get_time", "get_time")]);
        let count = |text: &str, tools: &KnownTools| {
            find(text, &registry, Context { tools: Some(tools), ..Context::default() }).len()
        };
        for (text, calls) in [
            (format!("Let me check {CALL} for you."), 1),
            (format!("Let me check {CALL}{CALL} for you."), 2),
            (format!("I check {CALL}, {CALL} now."), 2),
        ] {
            assert_eq!(count(&text, &known), calls, "{text}");
        }
        assert_eq!(count(&format!("Let me check {CALL} for you."), &KnownTools::default()), 0);
    }

    #[test]
    fn an_object_whose_keys_are_no_identifiers_is_no_result() {
        let registry = Registry::builtin().unwrap();
        let count =
            |text: &str, asked: Option<&str>| find(text, &registry, Context { asked, ..Context::default() }).len();
        for text in [
            r#"{"6:00 to 6:30": "Run", "6:30 to 7:00": "Breakfast"}"#,
            r#"{"0": "A village in the sun", "45": "A knight rides by", "90": "The sun sets"}"#,
            r#"{"A quiet day": ["tea"], "A loud day": ["drums"], "Sunday": ["rest"]}"#,
        ] {
            assert_eq!(count(text, None), 0, "{text}");
        }
        for text in [
            r#"{"wind_speed": 4, "wind-dir": "north"}"#,
            r#"{"Ort": "Köln", "größe": 3, "$ref": "a"}"#,
            r#"{"@id": 4, "geo.lat": 3, "note for you": "x"}"#,
        ] {
            assert_eq!(count(text, None), 1, "{text}");
            assert_eq!(count(text, Some("How is the weather?")), 1, "{text}");
        }
    }

    #[test]
    fn who_speaks_of_data_is_shown_some() {
        let registry = Registry::builtin().unwrap();
        let text = r#"{"wind_speed": 4, "wind_dir": "north"}"#;
        let count = |asked: &str| find(text, &registry, Context { asked: Some(asked), ..Context::default() }).len();
        for asked in [
            "Sort the words. Respond in a python dictionary with the groups as keys.",
            "Extrais les faits dans un json valide.",
            "We will expose the result value as json.",
            "Antwortformat: { Tempo = \"4\", Richtung = \"n\" }",
            "把结果放进 Python 字典，键为名称，不要任何文件",
        ] {
            assert_eq!(count(asked), 0, "{asked}");
        }
        for asked in [
            "How is the weather?",
            "Wie ist das Wetter?",
            "天气怎么样",
            "That's all for JSON, thanks.",
            "No JSON, please.",
        ] {
            assert_eq!(count(asked), 1, "{asked}");
        }
    }

    #[test]
    fn no_span_holds_a_call_that_was_not_read() {
        let registry = Registry::builtin().unwrap();
        let [one, two] =
            ["a", "b"].map(|query| format!(r#"{{"name": "search", "arguments": {{"query": "{query}"}}}}"#));
        for between in ["\"x\"", "5", "[1]"] {
            let text = format!("<tool_call>[{one}, {between}, {two}]</tool_call>");
            let found = find(&text, &registry, Context::default());
            assert!(found.iter().all(|claim| !claim.span.of(&text).contains(&two)), "{text}");
        }
    }
}
