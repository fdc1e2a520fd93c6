//! A notice: what failed, or what was done.

use crate::tui::input::context::KeyContext;

use super::dialog::Dialog;
use super::reading::Scrollable;
use super::sheet::{Sheet, SheetContext, wrapped};

/// A heading and some lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// The heading of the notice.
    pub title: String,
    /// The paragraphs; they are wrapped when they are drawn.
    pub lines: Vec<String>,
    /// Whether it reports a failure.
    pub failed: bool,
}

impl Notice {
    /// A notice about mistakes in the configuration; `None` if there are none.
    pub(crate) fn of_mistakes(mistakes: &[String]) -> Option<Self> {
        let passed_over = "This is passed over, and the default used instead.";
        let lines = mistakes.iter().cloned().chain([String::new(), passed_over.to_owned()]).collect();
        (!mistakes.is_empty()).then(|| Self {
            title: "The configuration has a mistake".to_owned(),
            lines,
            failed: true,
        })
    }
}

impl Dialog for Scrollable<Notice> {
    fn context(&self) -> KeyContext {
        KeyContext::Notice
    }

    fn sheet<'a>(&'a self, room: SheetContext<'a>) -> Option<Sheet<'a>> {
        let theme = room.theme;
        let texts = self.what.lines.iter().map(|line| (line.clone(), theme.text)).collect();
        let sheet = Sheet::new(&self.what.title, wrapped(texts, room.width(), theme), theme);
        let border = if self.what.failed { theme.bad } else { sheet.border };
        Some(Sheet { scroll: self.scroll, border, ..sheet })
    }

    fn scroll_to(&mut self, line: usize) {
        self.scroll = line;
    }
}
