//! Finds the chat template in a file: the file itself, or a member of a `tokenizer_config.json`.

use serde_json::Value;

use super::TemplateError;
use crate::document;

/// Special tokens that templates refer to by name; empty if the file does not define them.
const TOKENS: [&str; 4] = ["bos_token", "eos_token", "pad_token", "unk_token"];

/// A chat template from a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TemplateSource {
    /// The Jinja source of the template.
    pub(super) text: String,
    /// The values of the template's variables for special tokens.
    pub(super) tokens: Vec<(&'static str, String)>,
}

impl TemplateSource {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The file is JSON without a template, or begins like JSON and is invalid.
    pub(super) fn of(file: &str, text: &str) -> Result<Self, TemplateError> {
        // `{{` and `{%` begin an expression and a statement, not an object.
        let rest = text.trim_start();
        let is_json = rest.starts_with('{') && !["{{", "{%", "{#"].iter().any(|opener| rest.starts_with(opener));
        if !is_json {
            return Ok(Self::with_tokens(text, |_| None));
        }
        let configuration: Value = document::parse(file, text)?;
        let template = configuration.get("chat_template").and_then(chosen).ok_or(TemplateError::NoTemplate)?;
        Ok(Self::with_tokens(template, |name| {
            let token = configuration.get(name)?;
            token.as_str().or_else(|| token.get("content")?.as_str())
        }))
    }

    fn with_tokens<'t>(template: &str, token: impl Fn(&str) -> Option<&'t str>) -> Self {
        let tokens = TOKENS.map(|name| (name, token(name).unwrap_or_default().to_owned()));
        Self { text: template.to_owned(), tokens: tokens.to_vec() }
    }
}

/// Returns the template; of several, the one for tools, or else the default one.
fn chosen(template: &Value) -> Option<&str> {
    let Value::Array(named) = template else { return template.as_str() };
    let of_name = |name: &str| named.iter().find(|entry| entry.get("name").and_then(Value::as_str) == Some(name));
    let entry = of_name("tool_use").or_else(|| of_name("default")).or_else(|| named.first())?;
    entry.get("template")?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_template_is_alone_or_in_a_configuration() {
        let alone = "{{ bos_token }}{% for message in messages %}{% endfor %}";
        assert_eq!(TemplateSource::of("a.jinja", alone).unwrap().text, alone);
        let one = json!({"chat_template": "x", "eos_token": {"content": "</s>"}, "bos_token": null}).to_string();
        let source = TemplateSource::of("a.json", &one).unwrap();
        assert_eq!(source.text, "x");
        assert!(
            source.tokens.contains(&("eos_token", "</s>".to_owned()))
                && source.tokens.contains(&("bos_token", String::new()))
        );
        let named = [("default", "d"), ("tool_use", "t")].map(|(name, text)| json!({"name": name, "template": text}));
        let several = json!({ "chat_template": named }).to_string();
        assert_eq!(TemplateSource::of("a.json", &several).unwrap().text, "t");
    }

    #[test]
    fn a_configuration_without_one_is_refused() {
        assert!(matches!(TemplateSource::of("a.json", "{\"model\": 1}"), Err(TemplateError::NoTemplate)));
        assert!(matches!(TemplateSource::of("a.json", "{\"model\""), Err(TemplateError::File(_))));
    }
}
