//! Renders a chat template as an inference server does, with the features of Jinja and Python that templates use, and
//! with a limit on the work.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Serde};
use minijinja::{Environment, Error, ErrorKind, State, Value};
use minijinja_contrib::pycompat;

use super::source::TemplateSource;
use super::{TemplateError, python};

/// The maximum work of one rendering, in instructions; the longest templates need a hundredth of it.
const FUEL: u64 = 1_000_000;
/// The deepest nesting of macros and includes.
const DEEPEST: usize = 60;
/// The name of the template in error messages.
const NAME: &str = "template";
/// The date for templates that ask for it: a Monday.
const TODAY: jiff::civil::DateTime = jiff::civil::datetime(2026, 3, 2, 9, 0, 0, 0);

/// A compiled chat template with the special tokens that it may refer to.
pub(super) struct Engine {
    environment: Environment<'static>,
    tokens: Vec<(&'static str, String)>,
}

impl Engine {
    /// Compiles a chat template, with a limit to the work that rendering it may take.
    ///
    /// # Errors
    /// A syntax error.
    pub(super) fn new(source: &TemplateSource) -> Result<Self, TemplateError> {
        let mut environment = Environment::new();
        environment.set_fuel(Some(FUEL));
        environment.set_recursion_limit(DEEPEST);
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.map_err(|error| TemplateError::rendering(&error))?);
        environment.set_unknown_method_callback(method);
        environment.set_formatter(|output, _, value| {
            let text = python::text(value)?;
            Ok(output.write_str(&text)?)
        });
        environment.add_filter("tojson", |value: Value, options: Kwargs| python::to_json(&value, &options));
        environment.add_filter("string", |value: Value| python::text(&value));
        environment.add_function("raise_exception", raise_exception);
        environment.add_function("strftime_now", strftime_now);
        environment
            .add_template_owned(NAME, without_generation_marks(&source.text))
            .map_err(|error| TemplateError::rendering(&error))?;
        Ok(Self { environment, tokens: source.tokens.clone() })
    }

    /// Renders a conversation, whose members become the variables of the template.
    ///
    /// # Errors
    /// The template raises an error, uses something undefined, or exceeds the limit of work.
    pub(super) fn render(&self, conversation: &serde_json::Value) -> Result<String, Error> {
        let tokens = self.tokens.iter().map(|(name, token)| (*name, Value::from(token.as_str())));
        let members = conversation.as_object().into_iter().flatten();
        let members = members.map(|(name, value)| (name.as_str(), Value::from(Serde(value))));
        self.environment.get_template(NAME)?.render(Value::from_pairs(tokens.chain(members)))
    }
}

/// Calls a Python method. Lists are immutable here: templates append to them only to number the results of calls, and
/// no probe has results.
fn method(state: &mut State<'_, '_>, value: &Value, name: &str, arguments: &[Value]) -> Result<Value, Error> {
    if name == "append" {
        return Ok(Value::from(()));
    }
    pycompat::unknown_method_callback(state, value, name, arguments)
}

fn strftime_now(format: &str) -> Result<String, Error> {
    let written = jiff::fmt::strtime::format(format, TODAY);
    written.map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))
}

fn raise_exception(reason: String) -> Result<Value, Error> {
    Err(Error::new(ErrorKind::InvalidOperation, reason))
}

/// Removes the marks around generated text, which are for training and not part of Jinja.
fn without_generation_marks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("{%") {
        let (before, tag) = rest.split_at(start);
        kept.push_str(before);
        let end = tag.find("%}").map_or(tag.len(), |end| end + 2);
        let (tag, after) = tag.split_at(end);
        let inside = tag.trim_start_matches("{%").trim_end_matches("%}");
        let word = inside.trim_matches(['-', '+']).trim();
        if matches!(word, "generation" | "endgeneration") {
            // An empty comment trims the surrounding blanks as the mark did.
            kept.push_str(&format!("{{#{}#}}", inside.replace(word, "")));
        } else {
            kept.push_str(tag);
        }
        rest = after;
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rendered(template: &str, conversation: &serde_json::Value) -> Result<String, String> {
        let source = TemplateSource { text: template.to_owned(), tokens: vec![("eos_token", "</s>".to_owned())] };
        let engine = Engine::new(&source).map_err(|error| error.to_string())?;
        engine.render(conversation).map_err(|error| error.to_string())
    }

    #[test]
    fn what_templates_use_of_python_is_there() {
        let conversation = json!({"message": {"role": "user", "list": ["a", null]}, "flag": true});
        for (template, expected) in [
            ("{{ message.get('role') }}{{ message.get('x') }}", "userNone"),
            (
                "{% for key, value in message.items() %}{{ key }}={{ value }};{% endfor %}",
                "role=user;list=['a', None];",
            ),
            ("{{ 'a b'.split(' ')[-1].upper() }}{{ eos_token }}", "B</s>"),
            ("{{ message | tojson }}", "{\"role\": \"user\", \"list\": [\"a\", null]}"),
            ("{{ '<' ~ flag ~ '>' }}{{ message['list'][::-1] }}", "<True>[None, 'a']"),
            (
                "{% set space = namespace(n=0) %}{% for x in [1, 2] %}{% if x == 2 %}{% break %}{% endif %}{% set space.n = x %}{% endfor %}{{ space.n }}",
                "1",
            ),
            ("a\n  {%- generation -%}  b  {% endgeneration %}  c", "ab    c"),
            ("{{ strftime_now('%A, %d %B %Y %H:%M') }}", "Monday, 02 March 2026 09:00"),
        ] {
            assert_eq!(rendered(template, &conversation).as_deref(), Ok(expected), "{template}");
        }
    }

    #[test]
    fn a_hostile_template_ends() {
        for (template, reason) in [
            ("{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}", "fuel"),
            ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "recursion"),
            ("{{ 'x' * 999999999999 }}", "fuel"),
            (
                "{% set ns = namespace(x=[1]) %}{% for a in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x }}",
                "too large",
            ),
            (
                "{% set ns = namespace(x=[1]) %}{% for a in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x | tojson }}",
                "too large",
            ),
            ("{{ 1 | unheard_of }}", "unheard_of"),
            ("{{ raise_exception('no tools') }}", "no tools"),
            ("{{ strftime_now('%Q!') }}", "%Q"),
            ("{% if %}", "syntax"),
        ] {
            let error = rendered(template, &json!({})).unwrap_err();
            assert!(error.contains(reason), "{template}: {error}");
        }
    }
}
