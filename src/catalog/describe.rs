//! Descriptions of tools for readers and prompts, and tools as JSON documents.

use serde_json::{Value, json};

use super::{Parameters, Tool};
use crate::visible;

impl Tool {
    /// The name with its parameters: `send(to: string, subject?: string)`.
    #[must_use]
    pub fn signature(&self) -> String {
        let Some(parameters) = &self.parameters else { return visible::one_line(&self.name).into_owned() };
        let parameter = |(name, schema): (&str, &Value)| {
            let optional = if parameters.is_required(name) { "" } else { "?" };
            match schema.get("type").and_then(Value::as_str) {
                Some(kind) => format!("{name}{optional}: {kind}"),
                None => format!("{name}{optional}"),
            }
        };
        let listed: Vec<_> = parameters.listed().map(parameter).collect();
        visible::one_line(&format!("{}({})", self.name, listed.join(", "))).into_owned()
    }

    /// The signature as a list item, with the descriptions of the tool and its parameters indented below.
    #[must_use]
    pub fn described(&self) -> String {
        let mut lines = format!("- {}\n", self.signature());
        for line in self.description.as_deref().unwrap_or_default().trim().lines() {
            lines.push_str(&format!("  {}\n", visible::one_line(line.trim_end())));
        }
        if self.is_dangerous {
            lines.push_str("  DANGEROUS: use it only where the task names it.\n");
        }
        for (name, schema) in self.parameters.iter().flat_map(Parameters::listed) {
            if let Some(said) = parameter_details(schema) {
                lines.push_str(&format!("    {}: {}\n", visible::one_line(name), visible::one_line(&said)));
            }
        }
        lines
    }

    /// The tool as a JSON document.
    #[must_use]
    pub fn specification(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters.as_ref().map(Parameters::schema),
            "instead_of": self.instead_of,
            "dangerous": self.is_dangerous,
        })
    }
}

/// Returns the description and the allowed values of a parameter.
fn parameter_details(schema: &Value) -> Option<String> {
    let description = schema.get("description").and_then(Value::as_str).map(|text| text.trim().to_owned());
    let values = schema.get("enum").and_then(Value::as_array).map(|values| {
        let values: Vec<_> = values.iter().map(ToString::to_string).collect();
        format!("one of {}", values.join(", "))
    });
    match (description, values) {
        (Some(description), Some(values)) => Some(format!("{description} ({values})")),
        (description, values) => description.or(values),
    }
}
