//! Something that must be read: what failed, or what was done.

use crate::tui::input::context::Context;

use super::dialog::Dialog;
use super::reading::Reading;
use super::sheet::{Room, Sheet, wrapped};

/// A heading and some lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// The heading.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether it tells of a failure.
    pub failed: bool,
}

impl Notice {
    /// What is wrong with the configuration, if anything is.
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

impl Dialog for Reading<Notice> {
    fn context(&self) -> Context {
        Context::Notice
    }

    fn sheet<'a>(&'a self, room: Room<'a>) -> Option<Sheet<'a>> {
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
