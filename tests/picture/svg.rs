//! A screen as an SVG picture: a rectangle for each background, a text for each run of one style.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr as _;

/// The width of a column, and the height of a row, in pixels.
const COLUMN: f32 = 8.4;
const ROW: f32 = 18.0;
/// The margin around the screen, in pixels.
const MARGIN: f32 = 12.0;
/// The distance from the top of a row to the baseline of its text, in pixels.
const BASELINE: f32 = 13.5;

const PAPER: &str = "#1b1e24";
const INK: &str = "#d5d8de";

/// The style of a cell.
#[derive(Clone, PartialEq, Eq)]
struct Look {
    ink: String,
    paper: Option<String>,
    bold: bool,
    dim: bool,
    line: Option<&'static str>,
}

impl Look {
    fn of(cell: &Cell) -> Self {
        let (mut ink, mut paper) = (colour(cell.fg), colour(cell.bg));
        if cell.modifier.contains(Modifier::REVERSED) {
            (ink, paper) = (paper.or(Some(PAPER.to_owned())), ink.or(Some(INK.to_owned())));
        }
        let line = if cell.modifier.contains(Modifier::UNDERLINED) {
            Some("underline")
        } else {
            cell.modifier.contains(Modifier::CROSSED_OUT).then_some("line-through")
        };
        Self {
            ink: ink.unwrap_or_else(|| INK.to_owned()),
            paper,
            bold: cell.modifier.contains(Modifier::BOLD),
            dim: cell.modifier.contains(Modifier::DIM),
            line,
        }
    }
}

/// The usual colours of a dark terminal; `None` for the terminal's default.
fn colour(colour: Color) -> Option<String> {
    let named = match colour {
        Color::Black => "#15171c",
        Color::Red | Color::LightRed => "#f0716b",
        Color::Green | Color::LightGreen => "#8ec07c",
        Color::Yellow | Color::LightYellow => "#e5c07b",
        Color::Blue | Color::LightBlue => "#6ca8f0",
        Color::Magenta | Color::LightMagenta => "#c791e0",
        Color::Cyan | Color::LightCyan => "#5bc0c7",
        Color::DarkGray => "#7d828c",
        Color::Gray => "#b5bac4",
        Color::White => "#f2f4f8",
        Color::Rgb(red, green, blue) => return Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(index) => return Some(indexed(index)),
        Color::Reset => return None,
    };
    Some(named.to_owned())
}

/// A colour of the cube and the greys of 256-colour terminals.
fn indexed(index: u8) -> String {
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    let (red, green, blue) = match index {
        232.. => {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
        16.. => (level((index - 16) / 36), level((index - 16) / 6 % 6), level((index - 16) % 6)),
        _ => (0xb5, 0xba, 0xc4),
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Adjacent cells of one style.
struct Run {
    look: Look,
    column: u16,
    columns: u16,
    text: String,
}

fn runs(buffer: &Buffer, row: u16) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut column = 0;
    while let Some(cell) = buffer.cell((column, row)) {
        let columns = u16::try_from(cell.symbol().width()).unwrap_or(1).max(1);
        let look = Look::of(cell);
        match runs.last_mut() {
            Some(run) if run.look == look => {
                run.text.push_str(cell.symbol());
                run.columns += columns;
            }
            _ => runs.push(Run { look, column, columns, text: cell.symbol().to_owned() }),
        }
        column += columns;
    }
    runs
}

fn x(column: u16) -> f32 {
    MARGIN + f32::from(column) * COLUMN
}

fn y(row: u16) -> f32 {
    MARGIN + f32::from(row) * ROW
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn paper(out: &mut String, run: &Run, row: u16) {
    if let Some(colour) = &run.look.paper {
        let (x, y, width) = (x(run.column), y(row), f32::from(run.columns) * COLUMN);
        let _ = writeln!(out, r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{ROW}" fill="{colour}"/>"#);
    }
}

fn text(out: &mut String, run: &Run, row: u16) {
    let start = run.text.len() - run.text.trim_start_matches(' ').len();
    let text = run.text.trim_matches(' ');
    if text.is_empty() {
        return;
    }
    let before = u16::try_from(start).unwrap_or_default();
    let columns = u16::try_from(text.width()).unwrap_or_default();
    let (x, y, width) = (x(run.column + before), y(row) + BASELINE, f32::from(columns) * COLUMN);
    let Look { ink, bold, dim, line, .. } = &run.look;
    let _ = write!(out, r#"<text x="{x:.1}" y="{y:.1}" textLength="{width:.1}" fill="{ink}""#);
    if *bold {
        out.push_str(r#" font-weight="bold""#);
    }
    if *dim {
        out.push_str(r#" opacity="0.6""#);
    }
    if let Some(line) = line {
        let _ = write!(out, r#" text-decoration="{line}""#);
    }
    let _ = writeln!(out, ">{}</text>", escaped(text));
}

/// The picture of a screen.
pub(crate) fn picture(buffer: &Buffer, title: &str) -> String {
    let (width, height) =
        (f32::from(buffer.area.width) * COLUMN + 2.0 * MARGIN, f32::from(buffer.area.height) * ROW + 2.0 * MARGIN);
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" xml:space="preserve" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
<title>{}</title>
<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>
"#,
        escaped(title)
    );
    for row in 0..buffer.area.height {
        let runs = runs(buffer, row);
        for run in &runs {
            paper(&mut out, run, row);
        }
        for run in &runs {
            text(&mut out, run, row);
        }
    }
    out.push_str("</svg>\n");
    out
}
