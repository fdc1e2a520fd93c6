//! Values of options: those that the configuration file can set too, and those of the domain by their names.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Deserialize;

/// The time that a recovered record gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RecordTimeName {
    Message,
    Now,
}

/// Where a recovered tool is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[value(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub(super) enum RecordToolName {
    SameRow,
    SiblingRow,
    None,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether the terminal UI may use colours.
    pub(super) fn is_wanted(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }
}

/// Parses one of these values by its name.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    values: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let parser = PossibleValuesParser::new(values.iter().map(move |value| name(*value)));
    parser.try_map(move |typed| values.iter().copied().find(|value| name(*value) == typed).ok_or("unknown value"))
}
