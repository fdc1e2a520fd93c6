//! JSON paths in profiles: `$.history.messages.{key}.content`, `$[*|type=text].text`.

use std::fmt;
use std::str::FromStr;

/// A step into a JSON value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// The member of this name: `.name`, `."a name"`.
    Member(String),
    /// The element at this index: `[3]`.
    Element(usize),
    /// The member with the name of the message: `.{key}`.
    Key,
    /// All elements: `[*]`; or those whose member has this value: `[*|type=text]`.
    Each(Option<PathFilter>),
}

/// A filter for elements: a member must have a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathFilter {
    /// The name of the member.
    pub member: String,
    /// The required value; `None` means `{key}`, the name of the message.
    pub value: Option<String>,
}

/// A JSON path: `$`, then steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct JsonPath {
    /// The steps, in order.
    pub steps: Vec<PathStep>,
}

impl PathStep {
    /// Whether it leads to several values, or depends on the message.
    #[must_use]
    pub fn is_wild(&self) -> bool {
        matches!(self, Self::Key | Self::Each(_))
    }
}

impl JsonPath {
    /// Splits the path at its first wildcard: the steps before it, the wildcard, and the steps after it; `None` if
    /// there is none.
    #[must_use]
    pub fn unfolded(&self) -> Option<(&[PathStep], &PathStep, &[PathStep])> {
        let place = self.steps.iter().position(PathStep::is_wild)?;
        let (before, after) = self.steps.split_at(place);
        let (wild, rest) = after.split_first()?;
        Some((before, wild, rest))
    }

    /// The rest of this path after `steps`; `None` if it does not begin with them.
    #[must_use]
    pub fn after(&self, steps: &[PathStep]) -> Option<&[PathStep]> {
        self.steps.strip_prefix(steps)
    }
}

/// These steps, which must have no wildcard, in SQLite's notation.
#[must_use]
pub fn sqlite_path(steps: &[PathStep]) -> String {
    steps.iter().fold("$".to_owned(), |path, step| match step {
        PathStep::Member(name) => format!("{path}.\"{name}\""),
        PathStep::Element(place) => format!("{path}[{place}]"),
        PathStep::Key | PathStep::Each(_) => path,
    })
}

impl FromStr for JsonPath {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut rest = text.strip_prefix('$').ok_or(())?;
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let (step, after) = step(rest).ok_or(())?;
            steps.push(step);
            rest = after;
        }
        Ok(Self { steps })
    }
}

/// Parses the first step; returns it with the rest of the text.
fn step(text: &str) -> Option<(PathStep, &str)> {
    if let Some(inside) = text.strip_prefix('[') {
        let (inside, after) = inside.split_once(']')?;
        return Some((element(inside)?, after));
    }
    let name = text.strip_prefix('.')?;
    if let Some(after) = name.strip_prefix("{key}") {
        return Some((PathStep::Key, after));
    }
    if let Some(quoted) = name.strip_prefix('"') {
        let (name, after) = quoted.split_once('"')?;
        return (!name.is_empty() && !name.contains('\\')).then(|| (PathStep::Member(name.to_owned()), after));
    }
    let (name, after) = bare_name(name)?;
    Some((PathStep::Member(name.to_owned()), after))
}

/// Parses the text in brackets: an index, `*`, or `*|member=value`.
fn element(inside: &str) -> Option<PathStep> {
    let Some(filter) = inside.strip_prefix('*') else {
        let is_place = !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
        return if is_place { inside.parse().ok().map(PathStep::Element) } else { None };
    };
    if filter.is_empty() {
        return Some(PathStep::Each(None));
    }
    let (member, value) = filter.strip_prefix('|')?.split_once('=')?;
    let (member, after) = bare_name(member.trim())?;
    let value = value.trim();
    if !after.is_empty() || value.is_empty() {
        return None;
    }
    let value = (value != "{key}").then(|| value.to_owned());
    Some(PathStep::Each(Some(PathFilter { member: member.to_owned(), value })))
}

fn bare_name(text: &str) -> Option<(&str, &str)> {
    let length = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(text.len());
    (length > 0).then(|| text.split_at(length))
}

impl fmt::Display for JsonPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("$")?;
        self.steps.iter().try_for_each(|step| step.fmt(out))
    }
}

impl fmt::Display for PathStep {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(name) if bare_name(name).is_some_and(|(_, after)| after.is_empty()) => {
                write!(out, ".{name}")
            }
            Self::Member(name) => write!(out, ".\"{name}\""),
            Self::Element(place) => write!(out, "[{place}]"),
            Self::Key => out.write_str(".{key}"),
            Self::Each(None) => out.write_str("[*]"),
            Self::Each(Some(PathFilter { member, value })) => {
                write!(out, "[*|{member}={}]", value.as_deref().unwrap_or("{key}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_step_is_read_and_written_again() {
        for text in [
            "$",
            "$.plan",
            "$.runs[0].plan",
            "$.history.messages.{key}.content",
            "$[*|type=text].text",
            "$[*].text",
            "$.messages[*|id={key}].content",
            "$.\"a.b\".c",
            "$.a-b",
        ] {
            assert_eq!(text.parse::<JsonPath>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in [
            "", "plan", "$x", "$.", "$[", "$[]", "$.b[x]", "$.b[1", "$.b..c", "$.b c", "$.\"", "$.\"\"", "$[*|]",
            "$[*|a]", "$[*|a=]", "$[*x]", "$[-1]", "$.{id}", "$.\"a\\\"b\"",
        ] {
            assert!(text.parse::<JsonPath>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_path_is_unfolded_at_its_first_wild_step() {
        let path: JsonPath = "$.history.messages.{key}.output[*|type=message].text".parse().unwrap();
        let (before, wild, rest) = path.unfolded().unwrap();
        assert_eq!((sqlite_path(before).as_str(), wild, rest.len()), ("$.\"history\".\"messages\"", &PathStep::Key, 3));
        assert_eq!("$.a[0]".parse::<JsonPath>().unwrap().unfolded(), None);
    }
}
