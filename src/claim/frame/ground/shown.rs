//! What is no claim, since the conversation itself shows it: code, a play, the user's material.

use super::super::super::marks::shows_program;
use super::super::code::shows_formula;
use super::super::request::MATERIAL;
use super::super::{Form, Frame};
use super::Grounds;

/// The fewest bytes of a sentence that is known from the user's material.
const QUOTED: usize = 12;

/// Signs of a document: rules, headings, tables, several lists.
const DOCUMENT: [&str; 5] = ["\n---", "\n#", "\n**", "\n|", "\n1. "];

impl Grounds<'_> {
    /// Whether the frame may be about something that the conversation itself holds.
    pub(super) fn shows(&self, frame: &Frame<'_>) -> bool {
        self.is_of_code(frame) || self.is_of_shown_text(frame) || self.sorts_material(frame)
    }

    /// Whether the frame may be about code that the user brought along, or about a program or a formula that the reply
    /// shows. Where tools were called, they may have changed it.
    fn is_of_code(&self, frame: &Frame<'_>) -> bool {
        let is_formula = || !self.has_tools && frame.by_several && shows_formula(self.reply);
        let is_shown = || frame.explains_code() && self.shows_program() || is_formula();
        frame.may_be_of_code() && (self.is_about_code() || is_shown())
    }

    /// Whether the frame may be about a text that the reply holds, such as a new version of a survey.
    fn is_of_shown_text(&self, frame: &Frame<'_>) -> bool {
        let is_document = || !self.is_short() && DOCUMENT.iter().any(|sign| self.reply.contains(sign));
        !self.has_tools && frame.form == Form::Active && frame.may_be_of_text() && is_document()
    }

    /// Whether the frame is the item of a list to which the user brought the material, and may repeat that in other words.
    fn sorts_material(&self, frame: &Frame<'_>) -> bool {
        !self.has_tools && frame.is_item && self.asked_last().is_some_and(|asked| asked.len() > MATERIAL)
    }

    /// Whether the user brought code along, of which the reply may report anything.
    pub(in crate::claim) fn is_about_code(&self) -> bool {
        !self.has_tools && self.traits().brings_code
    }

    /// Whether the reply shows a program, which it explains.
    pub(in crate::claim) fn shows_program(&self) -> bool {
        !self.has_tools && *self.shows_program.get_or_init(|| shows_program(self.reply))
    }

    /// Whether the user gave the assistant a role to play: then whatever its person did is part of the play.
    pub(in crate::claim) fn plays_role(&self) -> bool {
        !self.has_tools && self.window.plays_role(self.statements)
    }

    /// Whether a sentence stands as it is in the material that the user brought along.
    pub(in crate::claim) fn quotes_user(&self, sentence: &str) -> bool {
        let said = sentence.trim_matches(|mark: char| !mark.is_alphanumeric());
        let material = self.asked_last().filter(|asked| asked.len() > MATERIAL);
        said.len() >= QUOTED && material.is_some_and(|material| material.contains(said))
    }
}
