//! Copying a finding, or a part of it.

use crate::tui::app::clipboard::Copied;
use crate::tui::dialogs::notice::Notice;
use crate::tui::input::effect::Effect;
use crate::tui::review::model::Model;

use super::{ClipboardPart, CopyDialog};

/// Asks what to copy.
pub(crate) fn open(model: &mut Model) {
    if model.selected().is_some() {
        model.open(CopyDialog);
    } else {
        model.refuse("there is no finding to copy from");
    }
}

/// Copies a part of the selected finding.
pub(super) fn copy(model: &mut Model, part: ClipboardPart) -> Vec<Effect> {
    let Some((key, finding)) = model.selected().map(|item| (item.key.clone(), item.finding())) else {
        return Vec::new();
    };
    match part.text(model) {
        Ok(Some(text)) => vec![Effect::Copy { what: format!("{} of {key}", part.name()), text }],
        Ok(None) => vec![Effect::CopyFinding(finding)],
        Err(reason) => {
            model.refuse(format!("nothing is copied: {reason}"));
            Vec::new()
        }
    }
}

/// Reports where a copy went. A copy outside the clipboard gets a notice that stays.
pub(crate) fn copied(model: &mut Model, what: &str, copied: &Copied) {
    let Copied::File { path, reason } = copied else {
        model.notify(format!("{what} {copied}"));
        return;
    };
    let lines = vec![
        format!("{reason}."),
        String::new(),
        format!("So {what} is in a file that only you can read:"),
        path.display().to_string(),
    ];
    model.open_notice(Notice { title: "Not in the clipboard".to_owned(), lines, failed: false });
}
