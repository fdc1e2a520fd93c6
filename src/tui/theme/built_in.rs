//! The built-in themes.

use ratatui::style::{Color, Modifier, Style};

use crate::tui::text::HiddenCharStyle;

use super::Theme;

fn colour(colour: Color) -> Style {
    Style::new().fg(colour)
}

fn indexed(index: u8) -> Style {
    colour(Color::Indexed(index))
}

fn hidden_char(style: Style) -> HiddenCharStyle {
    HiddenCharStyle { style: style.add_modifier(Modifier::REVERSED), ..HiddenCharStyle::default() }
}

/// The coloured styles of a dark and of a light theme.
struct ThemePalette {
    quiet: u8,
    frame: u8,
    accent: u8,
    claim: u8,
    off: u8,
    good: u8,
    warning: u8,
    bad: u8,
    repair: u8,
}

impl Theme {
    /// The theme of the terminal's own colours, which suit its background. It uses no black, no white and no
    /// background.
    #[must_use]
    pub fn colour() -> Self {
        Self {
            key: colour(Color::Cyan),
            border: Style::new().add_modifier(Modifier::DIM),
            border_focused: colour(Color::Cyan),
            claim: colour(Color::Yellow),
            // No underline: it would hide underscores.
            claim_current: colour(Color::Yellow).add_modifier(Modifier::BOLD),
            claim_off: colour(Color::LightBlue).add_modifier(Modifier::CROSSED_OUT),
            deleted: colour(Color::Red).add_modifier(Modifier::CROSSED_OUT),
            inserted: colour(Color::Green).add_modifier(Modifier::BOLD),
            hidden_char: hidden_char(colour(Color::Magenta)),
            repair: colour(Color::Magenta),
            good: colour(Color::Green),
            warning: colour(Color::Yellow),
            bad: colour(Color::Red),
            // The plain blue of many terminals is unreadable on black.
            later: colour(Color::LightBlue),
            hit: colour(Color::Yellow).add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
            ..Self::plain()
        }
    }

    /// The theme of 256 colours for a dark background.
    #[must_use]
    pub fn dark() -> Self {
        Self::of(&ThemePalette {
            quiet: 246,
            frame: 242,
            accent: 80,
            claim: 221,
            off: 110,
            good: 114,
            warning: 215,
            bad: 210,
            repair: 183,
        })
    }

    /// The theme of 256 colours for a light background, on which the usual yellow and cyan are unreadable.
    #[must_use]
    pub fn light() -> Self {
        Self::of(&ThemePalette {
            quiet: 241,
            frame: 245,
            accent: 24,
            claim: 94,
            off: 61,
            good: 22,
            warning: 130,
            bad: 124,
            repair: 90,
        })
    }

    fn of(palette: &ThemePalette) -> Self {
        Self {
            dim: indexed(palette.quiet),
            key: indexed(palette.accent),
            border: indexed(palette.frame),
            border_focused: indexed(palette.accent),
            claim: indexed(palette.claim),
            claim_current: indexed(palette.claim).add_modifier(Modifier::BOLD),
            claim_off: indexed(palette.off).add_modifier(Modifier::CROSSED_OUT),
            deleted: indexed(palette.bad).add_modifier(Modifier::CROSSED_OUT),
            inserted: indexed(palette.good).add_modifier(Modifier::BOLD),
            hidden_char: hidden_char(indexed(palette.repair)),
            repair: indexed(palette.repair),
            good: indexed(palette.good),
            warning: indexed(palette.warning),
            bad: indexed(palette.bad),
            later: indexed(palette.off),
            hit: indexed(palette.claim).add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
            ..Self::plain()
        }
    }

    /// The theme without colours.
    #[must_use]
    pub fn plain() -> Self {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let underlined = plain.add_modifier(Modifier::UNDERLINED);
        let reversed = plain.add_modifier(Modifier::REVERSED);
        Self {
            text: plain,
            dim: plain.add_modifier(Modifier::DIM),
            strong: bold,
            border: plain.add_modifier(Modifier::DIM),
            border_focused: bold,
            selected: reversed,
            claim: underlined,
            claim_current: bold.add_modifier(Modifier::UNDERLINED),
            claim_off: plain.add_modifier(Modifier::CROSSED_OUT),
            deleted: plain.add_modifier(Modifier::CROSSED_OUT),
            inserted: underlined,
            hidden_char: hidden_char(plain),
            key: bold,
            repair: bold,
            good: bold,
            warning: bold,
            bad: bold,
            later: plain,
            hit: bold.add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::proposal::Status;
    use crate::verdict::Remedy;

    use super::*;
    use crate::tui::theme::sign;

    /// The contrast of two colours, from 1 to 21, as defined by WCAG 2.
    fn contrast(one: anstyle::RgbColor, other: anstyle::RgbColor) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let luminance = |anstyle::RgbColor(red, green, blue)| {
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        (one / other).max(other / one)
    }

    /// The contrast of a style of 256 colours with its background.
    fn seen(style: Style, background: anstyle::RgbColor) -> f64 {
        let Some(Color::Indexed(index)) = style.fg else { panic!("{style:?}") };
        let colour = anstyle_lossy::xterm_to_rgb(anstyle::Ansi256Color(index), anstyle_lossy::palette::VGA);
        contrast(colour, background)
    }

    #[test]
    fn every_colour_can_be_read_on_its_background() {
        for (theme, background) in [(Theme::dark(), 0x1e), (Theme::light(), 0xfa)] {
            let background = anstyle::RgbColor(background, background, background);
            let styles = [
                theme.dim, theme.key, theme.claim, theme.claim_off, theme.inserted, theme.deleted,
                theme.hidden_char.style, theme.warning, theme.later,
            ];
            for style in styles {
                let seen = seen(style, background);
                assert!(seen >= 4.5, "{style:?} on {background:?}: {seen:.1}");
            }
        }
    }

    #[test]
    fn the_frames_recede_behind_the_content() {
        for theme in [Theme::plain(), Theme::colour()] {
            assert!(theme.border.add_modifier.contains(Modifier::DIM) && theme.text == Style::new());
        }
        for (theme, background) in [(Theme::dark(), 0x1e), (Theme::light(), 0xfa)] {
            let background = anstyle::RgbColor(background, background, background);
            let [frame, quiet] = [theme.border, theme.dim].map(|style| seen(style, background));
            assert!(frame < quiet, "{frame:.1} {quiet:.1}");
        }
    }

    #[test]
    fn where_there_are_colours_nothing_is_underlined_that_may_hold_underscores() {
        for theme in [Theme::colour(), Theme::dark(), Theme::light()] {
            for style in [theme.text, theme.claim, theme.claim_current, theme.claim_off, theme.inserted, theme.deleted]
            {
                assert!(!style.add_modifier.contains(Modifier::UNDERLINED), "{style:?}");
            }
        }
    }

    #[test]
    fn the_plain_blue_of_the_terminal_is_not_used() {
        assert!(!format!("{:?}", Theme::colour()).contains("Some(Blue)"), "many terminals show it too dark on black");
    }

    #[test]
    fn no_theme_paints_the_background_or_says_black_or_white() {
        let dumped = format!("{:?} {:?} {:?} {:?}", Theme::plain(), Theme::colour(), Theme::dark(), Theme::light());
        assert!(!dumped.contains("bg: Some") && !dumped.contains("Black") && !dumped.contains("White"), "{dumped}");
    }

    #[test]
    fn without_colours_everything_is_still_told_apart() {
        let theme = Theme::plain();
        assert!(!format!("{theme:?}").contains("fg: Some"));
        let mut seen: Vec<_> = Status::ALL.iter().map(|status| (sign(*status, None), theme.status(*status))).collect();
        seen.push((sign(Status::Pending, Some(Remedy::Review)), theme.status(Status::Pending)));
        seen.extend([theme.text, theme.claim, theme.claim_current, theme.claim_off].map(|style| ("claim", style)));
        seen.extend([theme.text, theme.deleted, theme.inserted].map(|style| ("change", style)));
        seen.extend([theme.border, theme.border_focused].map(|style| ("frame", style)));
        seen.extend([theme.text, theme.selected].map(|style| ("choice", style)));
        for (place, one) in seen.iter().enumerate() {
            assert!(!seen[place + 1..].contains(one), "{one:?}");
        }
    }
}
