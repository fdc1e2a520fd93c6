//! The choice of a theme: the user's choice, limited by what the terminal can show.

use std::fmt;
use std::str::FromStr;

use anstyle::{Ansi256Color, AnsiColor, RgbColor};
use ratatui::style::{Color, Modifier, Style};
use serde::de::{Error as _, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer};

use super::Theme;

/// The name of a built-in theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ThemeName {
    /// The terminal's own colours, which suit its background. Asking the terminal for its background would not help,
    /// since many do not answer.
    #[default]
    Auto,
    /// 256 colours, for a dark background.
    Dark,
    /// 256 colours, for a light background.
    Light,
    /// Attributes instead of colours.
    Mono,
    /// The terminal's own sixteen colours.
    Ansi16,
}

impl ThemeName {
    /// All theme names, in the order of the help.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Dark, Self::Light, Self::Mono, Self::Ansi16];

    /// The name in the configuration and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The theme; if it needs more colours than available, the terminal's own colours are used instead.
    fn theme(self, colours: Colours) -> Theme {
        match (self, colours) {
            (Self::Mono, _) | (_, Colours::None) => Theme::plain(),
            (Self::Dark, Colours::Indexed | Colours::All) => Theme::dark(),
            (Self::Light, Colours::Indexed | Colours::All) => Theme::light(),
            _ => Theme::colour(),
        }
    }
}

impl FromStr for ThemeName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("unknown theme `{name}`; the themes are {names}")
        })
    }
}

/// The number of colours that a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colours {
    /// No colours, or none are wanted.
    None,
    /// The sixteen colours of the terminal.
    Sixteen,
    /// 256 indexed colours.
    Indexed,
    /// 24-bit colours, any of them.
    All,
}

impl Colours {
    /// The colours that a terminal announces in `COLORTERM` and `TERM`.
    #[must_use]
    pub fn of(colorterm: &str, term: &str) -> Self {
        let says = |words: [&str; 2]| words.into_iter().any(|word| colorterm.contains(word) || term.contains(word));
        if says(["truecolor", "24bit"]) || term.contains("direct") {
            Self::All
        } else if term.contains("256") {
            Self::Indexed
        } else {
            Self::Sixteen
        }
    }

    /// The nearest colour that is available.
    fn nearest(self, colour: Color) -> Color {
        let indexed = match colour {
            Color::Rgb(red, green, blue) if self < Self::All => {
                anstyle_lossy::rgb_to_xterm(RgbColor(red, green, blue)).0
            }
            Color::Indexed(index) => index,
            other => return other,
        };
        if self >= Self::Indexed {
            return Color::Indexed(indexed);
        }
        match anstyle_lossy::xterm_to_ansi(Ansi256Color(indexed), anstyle_lossy::palette::DEFAULT) {
            AnsiColor::Black => Color::Black,
            AnsiColor::Red => Color::Red,
            AnsiColor::Green => Color::Green,
            AnsiColor::Yellow => Color::Yellow,
            AnsiColor::Blue => Color::Blue,
            AnsiColor::Magenta => Color::Magenta,
            AnsiColor::Cyan => Color::Cyan,
            AnsiColor::White => Color::Gray,
            AnsiColor::BrightBlack => Color::DarkGray,
            AnsiColor::BrightRed => Color::LightRed,
            AnsiColor::BrightGreen => Color::LightGreen,
            AnsiColor::BrightYellow => Color::LightYellow,
            AnsiColor::BrightBlue => Color::LightBlue,
            AnsiColor::BrightMagenta => Color::LightMagenta,
            AnsiColor::BrightCyan => Color::LightCyan,
            AnsiColor::BrightWhite => Color::White,
        }
    }
}

/// The meaning of a style, named like the fields of [`Theme`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Meaning {
    Text,
    Dim,
    Strong,
    Border,
    BorderFocused,
    Selected,
    Claim,
    ClaimCurrent,
    ClaimOff,
    Deleted,
    Inserted,
    /// Users know it by its former name.
    #[serde(rename = "strange")]
    HiddenChar,
    Key,
    Repair,
    Good,
    Warning,
    Bad,
    Later,
}

impl Meaning {
    fn of(self, theme: &mut Theme) -> &mut Style {
        match self {
            Self::Text => &mut theme.text,
            Self::Dim => &mut theme.dim,
            Self::Strong => &mut theme.strong,
            Self::Border => &mut theme.border,
            Self::BorderFocused => &mut theme.border_focused,
            Self::Selected => &mut theme.selected,
            Self::Claim => &mut theme.claim,
            Self::ClaimCurrent => &mut theme.claim_current,
            Self::ClaimOff => &mut theme.claim_off,
            Self::Deleted => &mut theme.deleted,
            Self::Inserted => &mut theme.inserted,
            Self::HiddenChar => &mut theme.hidden_char.style,
            Self::Key => &mut theme.key,
            Self::Repair => &mut theme.repair,
            Self::Good => &mut theme.good,
            Self::Warning => &mut theme.warning,
            Self::Bad => &mut theme.bad,
            Self::Later => &mut theme.later,
        }
    }
}

/// The changes to a style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StyleChange {
    fields: Fields,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    fg: Option<NamedColour>,
    bg: Option<NamedColour>,
    bold: Option<bool>,
    dim: Option<bool>,
    italic: Option<bool>,
    underlined: Option<bool>,
    reversed: Option<bool>,
    crossed_out: Option<bool>,
}

impl StyleChange {
    fn apply(&self, style: &mut Style, colours: Colours) {
        let Fields { fg, bg, bold, dim, italic, underlined, reversed, crossed_out } = self.fields;
        style.fg = fg.map(|NamedColour(colour)| colours.nearest(colour)).or(style.fg);
        style.bg = bg.map(|NamedColour(colour)| colours.nearest(colour)).or(style.bg);
        for (wanted, modifier) in [
            (bold, Modifier::BOLD),
            (dim, Modifier::DIM),
            (italic, Modifier::ITALIC),
            (underlined, Modifier::UNDERLINED),
            (reversed, Modifier::REVERSED),
            (crossed_out, Modifier::CROSSED_OUT),
        ] {
            if let Some(wanted) = wanted {
                style.add_modifier.set(modifier, wanted);
            }
        }
    }
}

impl<'de> Deserialize<'de> for StyleChange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ChangeVisitor;

        impl<'de> Visitor<'de> for ChangeVisitor {
            type Value = StyleChange;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a colour, or {fg, bg, bold, dim, italic, underlined, reversed, crossed_out}")
            }

            fn visit_str<E: serde::de::Error>(self, colour: &str) -> Result<StyleChange, E> {
                let fg = Some(NamedColour::parse(colour)?);
                Ok(StyleChange { fields: Fields { fg, ..Fields::default() } })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<StyleChange, A::Error> {
                Ok(StyleChange { fields: Fields::deserialize(MapAccessDeserializer::new(map))? })
            }
        }

        deserializer.deserialize_any(ChangeVisitor)
    }
}

/// A colour as written in the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NamedColour(Color);

impl NamedColour {
    fn parse<E: serde::de::Error>(name: &str) -> Result<Self, E> {
        name.parse().map(Self).map_err(|_| {
            E::custom(format!("`{name}` is not a colour: use a name such as light-red, #rrggbb, or \"0\" to \"255\""))
        })
    }
}

impl<'de> Deserialize<'de> for NamedColour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?)
    }
}

/// The theme that the user chose, with changes to its styles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThemeChoice {
    base: ThemeName,
    changes: Vec<(Meaning, StyleChange)>,
}

impl From<ThemeName> for ThemeChoice {
    fn from(base: ThemeName) -> Self {
        Self { base, changes: Vec::new() }
    }
}

impl ThemeChoice {
    /// The theme for the available colours. Without colours nothing is changed: that theme already keeps all meanings
    /// distinct.
    #[must_use]
    pub fn theme(&self, colours: Colours) -> Theme {
        let mut theme = self.base.theme(colours);
        if colours > Colours::None {
            for (meaning, change) in &self.changes {
                change.apply(meaning.of(&mut theme), colours);
            }
        }
        theme
    }
}

impl<'de> Deserialize<'de> for ThemeChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ChoiceVisitor;

        impl<'de> Visitor<'de> for ChoiceVisitor {
            type Value = ThemeChoice;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the name of a theme, or {base: \"dark\", warning: \"#d08770\"}")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<ThemeChoice, E> {
                name.parse::<ThemeName>().map(ThemeChoice::from).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ThemeChoice, A::Error> {
                let mut choice = ThemeChoice::default();
                while let Some(key) = map.next_key::<String>()? {
                    if key == "base" {
                        choice.base = map.next_value::<String>()?.parse().map_err(A::Error::custom)?;
                    } else {
                        let meaning = Meaning::deserialize(serde::de::value::StringDeserializer::new(key))?;
                        choice.changes.push((meaning, map.next_value()?));
                    }
                }
                Ok(choice)
            }
        }

        deserializer.deserialize_any(ChoiceVisitor)
    }
}

#[cfg(test)]
mod tests {
    use crate::document;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Document {
        theme: ThemeChoice,
    }

    fn parse(theme: &str) -> Result<ThemeChoice, String> {
        let parsed: Result<Document, _> = document::parse("my.json5", &format!("{{\n  theme: {theme},\n}}"));
        parsed.map(|document| document.theme).map_err(|error| error.to_string())
    }

    #[test]
    fn a_theme_is_a_name_or_changes_by_meaning() {
        assert_eq!(parse("'light'").unwrap().theme(Colours::All), Theme::light());
        let changed = parse("{base: 'dark', warning: '#d08770', claim: {fg: 'yellow', underlined: true, dim: false}}");
        let theme = changed.unwrap().theme(Colours::All);
        let mut expected = Theme::dark();
        expected.warning = Style::new().fg(Color::Rgb(0xd0, 0x87, 0x70));
        expected.claim = Style::new().fg(Color::Yellow).add_modifier(Modifier::UNDERLINED);
        assert_eq!(theme, expected);
        let plainer = parse("{strange: {reversed: false}, selected: {bold: true, bg: '17'}}").unwrap();
        let theme = plainer.theme(Colours::Indexed);
        assert_eq!(theme.hidden_char.style, Style::new().fg(Color::Magenta));
        assert_eq!(theme.selected.add_modifier, Modifier::REVERSED | Modifier::BOLD);
        assert_eq!(theme.selected.bg, Some(Color::Indexed(17)));
    }

    #[test]
    fn a_terminal_gets_no_more_colours_than_it_shows() {
        for (colorterm, term, colours) in [
            ("truecolor", "xterm-256color", Colours::All),
            ("24bit", "", Colours::All),
            ("", "xterm-direct", Colours::All),
            ("", "screen-256color", Colours::Indexed),
            ("yes", "xterm-256color", Colours::Indexed),
            ("", "xterm", Colours::Sixteen),
            ("", "", Colours::Sixteen),
        ] {
            assert_eq!(Colours::of(colorterm, term), colours, "{colorterm} {term}");
        }
        for name in [ThemeName::Dark, ThemeName::Light] {
            assert_eq!(ThemeChoice::from(name).theme(Colours::Sixteen), Theme::colour());
        }
        assert_eq!(ThemeChoice::default().theme(Colours::All), Theme::colour());
        let choice = parse("{base: 'light', bad: '#d70000', good: '34', key: 'light-blue'}").unwrap();
        let colour = |colours, style: fn(Theme) -> Style| style(choice.theme(colours)).fg.unwrap();
        assert_eq!(colour(Colours::Indexed, |theme| theme.bad), Color::Indexed(160));
        assert_eq!(colour(Colours::Sixteen, |theme| theme.bad), Color::Red);
        assert_eq!(colour(Colours::Sixteen, |theme| theme.good), Color::Green);
        assert_eq!(colour(Colours::Sixteen, |theme| theme.key), Color::LightBlue);
        assert_eq!(choice.theme(Colours::None), Theme::plain(), "no colours are none");
    }

    #[test]
    fn mistakes_are_reported_with_their_place() {
        for (written, hints) in [
            ("'drak'", ["my.json5:2:", "unknown theme `drak`"]),
            ("{base: 'drak'}", ["my.json5:2:", "the themes are auto, dark, light, mono, ansi16"]),
            ("{waring: 'red'}", ["my.json5:2:", "waring"]),
            ("{warning: 'reddish'}", ["my.json5:2:", "`reddish` is not a colour"]),
            ("{\n  warning: {fg: 'reddish'}}", ["my.json5:3:", "light-red"]),
            ("{warning: {colour: 'red'}}", ["my.json5:2:", "colour"]),
            ("7", ["my.json5:2:", "the name of a theme"]),
        ] {
            let mistake = parse(written).unwrap_err();
            assert!(hints.iter().all(|part| mistake.contains(part)), "{written}: {mistake}");
        }
    }
}
