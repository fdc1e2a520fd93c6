//! Catalog files: lists of tools in four forms, read into one.

use std::fmt;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::{Catalog, Parameters, Tool, names};
use crate::document::{Nested, members};

/// The supported version of the format.
const VERSION: u64 = 1;

/// A catalog as a file holds it: a list, or `{tools: […]}`.
pub(super) struct CatalogDocument(pub(super) Catalog);

impl<'de> Deserialize<'de> for CatalogDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut catalog = Catalog::default();
        deserializer.deserialize_any(DocumentVisitor(&mut catalog))?;
        Ok(Self(catalog))
    }
}

struct DocumentVisitor<'a>(&'a mut Catalog);

impl<'de> Visitor<'de> for DocumentVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of tools, or {\"tools\": […]}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        ToolList(self.0).visit_seq(access)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let mut has_tools = false;
        while let Some(name) = access.next_key::<String>()? {
            match name.as_str() {
                "tools" if has_tools => return Err(de::Error::custom("duplicate field `tools`")),
                "tools" => {
                    has_tools = true;
                    access.next_value_seed(ToolList(self.0))?;
                }
                // A server's whole answer to `tools/list`.
                "result" if !has_tools => {
                    has_tools = true;
                    access.next_value_seed(DocumentVisitor(self.0))?;
                }
                "version" => refuse_newer(&access.next_value_seed(Nested::default())?)?,
                // Other members of a server's reply, such as `nextCursor`, are ignored.
                _ => drop(access.next_value_seed(Nested::default())?),
            }
        }
        if has_tools { Ok(()) } else { Err(de::Error::custom("neither a list of tools nor {\"tools\": […]}")) }
    }
}

impl<'de> DeserializeSeed<'de> for DocumentVisitor<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

fn refuse_newer<E: de::Error>(version: &Value) -> Result<(), E> {
    match version.as_u64() {
        Some(version) if version > VERSION => {
            Err(E::custom(format!("version {version} is newer than this ghostcall reads ({VERSION})")))
        }
        _ => Ok(()),
    }
}

struct ToolList<'a>(&'a mut Catalog);

impl<'de> DeserializeSeed<'de> for ToolList<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ToolList<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of tools")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        while access.next_element_seed(ToolEntry(self.0))?.is_some() {}
        Ok(())
    }
}

/// One tool. It is added while it is read, so that an error is reported at its position.
struct ToolEntry<'a>(&'a mut Catalog);

impl<'de> DeserializeSeed<'de> for ToolEntry<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ToolEntry<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tool, as an object with a `name`")
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        let tool = read_tool(members(access, Nested::default())?).map_err(de::Error::custom)?;
        self.0.add(tool).map_err(de::Error::custom)
    }
}

/// Reads a tool in any of the four forms.
fn read_tool(mut outer: Map<String, Value>) -> Result<Tool, String> {
    // OpenAI nests the definition in `function`; the members specific to ghostcall may be on either level.
    let mut inner = match outer.remove("function") {
        Some(Value::Object(function)) => function,
        Some(_) => return Err("`function` is not an object".to_owned()),
        None => std::mem::take(&mut outer),
    };
    let mut take = |name: &str| {
        let found = [inner.remove(name), outer.remove(name)].into_iter().flatten();
        found.into_iter().find(|value| !value.is_null())
    };
    let name = match take("name") {
        Some(Value::String(name)) if !name.trim().is_empty() => name,
        Some(_) => return Err("the `name` of a tool must be a string, not empty".to_owned()),
        None => return Err("a tool without a `name`".to_owned()),
    };
    let mistake = |reason: &str| format!("tool `{name}`: {reason}");
    let description = match take("description") {
        Some(Value::String(text)) => Some(text),
        Some(_) => return Err(mistake("`description` is not a string")),
        None => None,
    };
    let is_dangerous = match take("dangerous") {
        Some(Value::Bool(is_dangerous)) => is_dangerous,
        Some(_) => return Err(mistake("`dangerous` is neither true nor false")),
        None => false,
    };
    let instead_of = texts(take("instead_of")).ok_or_else(|| mistake("`instead_of` is not a list of names"))?;
    let parameters = written_parameters(take).map_err(mistake)?;
    let parameters = parameters.map(Parameters::read).transpose().map_err(|reason| mistake(&reason))?;
    Ok(Tool {
        invented: instead_of.iter().map(|name| names::fold(name)).collect(),
        description,
        parameters,
        instead_of,
        is_dangerous,
        ..Tool::named(name)
    })
}

/// Returns the parameters under any of their usual names.
fn written_parameters(mut take: impl FnMut(&str) -> Option<Value>) -> Result<Option<Value>, &'static str> {
    for name in ["inputSchema", "input_schema", "parameters"] {
        if let Some(written) = take(name) {
            return Ok(Some(written));
        }
    }
    match take("io") {
        Some(Value::Object(mut io)) => Ok(io.remove("in")),
        Some(_) => Err("`io` is not an object"),
        None => Ok(None),
    }
}

fn texts(list: Option<Value>) -> Option<Vec<String>> {
    let text = |value: Value| match value {
        Value::String(text) => Some(text),
        _ => None,
    };
    match list {
        None => Some(Vec::new()),
        Some(Value::Array(list)) => list.into_iter().map(text).collect(),
        Some(_) => None,
    }
}
