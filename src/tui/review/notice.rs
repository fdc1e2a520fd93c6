//! A notice: what failed, or what was done.

use crate::tui::input::action::{Action, Scroll};
use crate::tui::input::bindings::{DOWN, ENTER, ESC, UP, char, help, show};
use crate::tui::input::context::KeyContext;
use crate::tui::widgets::sheet::{Sheet, wrapped};

use super::dialog::{Dialog, DialogContext};
use super::model::Model;
use super::registration::Registration;

pub(crate) const CONTEXT: KeyContext = KeyContext::new("notice", "Notice");

pub(crate) static REGISTRATION: Registration = Registration {
    context: CONTEXT,
    open: None,
    bindings: &[
        show(CONTEXT, &[ESC, ENTER, char('q')], Action::Leave, "close", "close it"),
        show(CONTEXT, &[char('j'), DOWN], Action::Scroll(Scroll::Down), "down", "scroll down"),
        show(CONTEXT, &[char('k'), UP], Action::Scroll(Scroll::Up), "up", "scroll up"),
        help(CONTEXT),
    ],
};

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
    /// A notice of a failure; `reason` may have several lines.
    pub(crate) fn failure(title: &str, reason: &str) -> Self {
        Self { title: title.to_owned(), lines: reason.lines().map(str::to_owned).collect(), failed: true }
    }
}

impl Model {
    /// Shows a notice on top of everything else.
    pub fn open_notice(&mut self, notice: Notice) {
        self.open(NoticeDialog { notice, scroll: 0 });
    }
}

/// A notice on the screen, with its scroll position.
#[derive(Clone, Debug)]
pub(crate) struct NoticeDialog {
    notice: Notice,
    scroll: usize,
}

impl Dialog<Model> for NoticeDialog {
    fn context(&self) -> KeyContext {
        CONTEXT
    }

    fn sheet<'a>(&'a self, context: DialogContext<'a, Model>) -> Option<Sheet<'a>> {
        let (theme, Notice { title, lines, failed }) = (context.theme, &self.notice);
        let texts = lines.iter().map(|line| (line.clone(), theme.text)).collect();
        let sheet = Sheet::new(title, wrapped(texts, context.width(), theme), theme);
        let border = if *failed { theme.bad } else { sheet.border };
        Some(Sheet { scroll: self.scroll, border, ..sheet })
    }

    fn is_quick_to_lay_out(&self) -> bool {
        true
    }

    fn scroll_to(&mut self, line: usize) {
        self.scroll = line;
    }
}
