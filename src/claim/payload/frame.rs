//! Opens and closes containers, whose brackets may be missing, superfluous or of another kind.

use super::{
    container::{CallArguments, Container},
    judge,
    reader::{Expect, PayloadReader},
    repair::RepairKind,
    stop::Stop,
};

impl PayloadReader<'_> {
    /// What the bracket at `self.at` opens: a list, or the members of an object.
    pub(super) fn bracketed(&mut self) -> Container {
        let inside = self.cursor.past_space(self.cursor.past_sign(self.at));
        let value = self.cursor.quoted_name_value(inside);
        if value.is_none_or(|value| !judge::value_starts(self.cursor, value)) {
            return Container::List;
        }
        self.repair(RepairKind::MembersInBrackets, self.at);
        // Within braces it may also be a list whose object lacks its own brace.
        if self.objects > 0 {
            self.guess(self.at);
        }
        Container::Dictionary
    }

    /// Opens a container with the sign at `self.at`.
    pub(super) fn open(&mut self, frame: Container) {
        match frame {
            Container::Object | Container::Dictionary | Container::Call => self.builder.open_object(),
            Container::List | Container::Tuple | Container::Set => self.builder.open_list(),
        }
        if frame == Container::Call {
            self.arguments.push(CallArguments::default());
        }
        *self.count(frame) += 1;
        self.frames.push(frame);
        self.at = self.cursor.past_sign(self.at);
        self.sure_end = self.at;
        self.expect = Expect::First;
    }

    /// Reopens the list that was the last value if another list is at `self.at` instead of a key: the first one was
    /// closed too early.
    pub(super) fn reopen_list(&mut self) -> bool {
        let inside = self.cursor.past_space(self.cursor.past_sign(self.at));
        if self.cursor.byte(self.at) != Some(b'[') || !judge::value_starts(self.cursor, inside) {
            return false;
        }
        let is_row = self.cursor.byte(inside) != Some(b'[');
        let Some(has_rows) = self.builder.reopen_list(is_row) else { return false };
        self.repair(RepairKind::ExtraClose, self.at);
        self.guess(self.at);
        self.lists += 1;
        self.frames.push(Container::List);
        // Another row keeps its bracket.
        if !has_rows {
            self.at = self.cursor.past_sign(self.at);
        }
        self.expect = Expect::First;
        true
    }

    /// Closes an object in a list if the next object begins at `self.at`: its own brace is missing.
    pub(super) fn close_before_next(&mut self) -> bool {
        let is_next = judge::object_starts(self.cursor, self.at);
        if !is_next || !self.frames.ends_with(&[Container::List, Container::Object]) || self.builder.has_key() {
            return false;
        }
        self.frames.pop();
        self.objects -= 1;
        self.builder.close();
        self.repair(RepairKind::MissingClose, self.at);
        self.guess(self.at);
        self.expect = Expect::Next;
        true
    }

    /// Whether a list ends or continues with an object after the brace at `self.at`.
    fn list_goes_on(&self) -> bool {
        let after = self.cursor.past_space(self.cursor.past_sign(self.at));
        match self.cursor.byte(after) {
            Some(b',') => self.cursor.byte(self.cursor.past_space(self.cursor.past_sign(after))) == Some(b'{'),
            byte => byte == Some(b']'),
        }
    }

    /// Skips a brace at `self.at` that closes nothing, if the list continues after it.
    fn pass_extra_brace(&mut self) -> bool {
        if !self.frames.ends_with(&[Container::List]) || !self.list_goes_on() {
            return false;
        }
        self.repair(RepairKind::ExtraClose, self.at);
        self.guess(self.at);
        self.at = self.cursor.past_sign(self.at);
        true
    }

    /// Takes the members in brackets before the brace at `self.at` as an object in a list, whose own brace is missing.
    fn open_object_in_list(&mut self) {
        self.guess(self.at);
        self.builder.enclose_in_list();
        self.frames.pop();
        self.frames.extend([Container::List, Container::Object]);
        self.objects += 1;
    }

    /// The number of open frames that are closed by the same bracket as this one.
    fn count(&mut self, frame: Container) -> &mut usize {
        match frame {
            Container::Object | Container::Set => &mut self.objects,
            Container::List | Container::Dictionary => &mut self.lists,
            Container::Tuple | Container::Call => &mut self.parentheses,
        }
    }

    /// Whether the bracket at `at`, with no list open, may replace the brace that closes an object.
    pub(super) fn may_close_object(&self, at: usize) -> bool {
        let is_within = self.objects > 1 || self.given.vouched;
        self.lists == 0 && (is_within || judge::quoted_member_follows(self.cursor, self.cursor.past_sign(at)))
    }

    /// The bracket that is meant by the one at `self.at`: a brace where a list cannot end, and the end of a list where
    /// its object goes on.
    fn meant(&self, bracket: u8) -> u8 {
        match bracket {
            b']' if self.may_close_object(self.at) => b'}',
            b'}' if self.objects > 0 && self.object_goes_on() => b']',
            _ => bracket,
        }
    }

    /// Whether the brace at `self.at` stands in for the bracket of the innermost list: after the brackets of the lists
    /// around it, the next member of their object follows, and no outer object could own it.
    fn object_goes_on(&self) -> bool {
        let lists = self.frames.iter().rev().take_while(|frame| **frame == Container::List).count();
        let owns_member = match self.frames[..self.frames.len() - lists] {
            [.., Container::Object, Container::Object] => false,
            [.., Container::Object] => lists > 0,
            _ => false,
        };
        let mut end = self.cursor.past_sign(self.at);
        for _ in 1..lists {
            let bracket = self.cursor.past_space(end);
            if self.cursor.byte(bracket) != Some(b']') {
                return false;
            }
            end = self.cursor.past_sign(bracket);
        }
        owns_member && judge::quoted_member_follows(self.cursor, end)
    }

    /// Closes containers with the bracket at `self.at`. It belongs to the innermost container of its kind; open
    /// containers within that one end here too.
    pub(super) fn close(&mut self, bracket: u8) -> Result<(), Stop> {
        if bracket == b'}' && self.frames.last() == Some(&Container::Dictionary) && self.list_goes_on() {
            self.open_object_in_list();
        }
        let meant = self.meant(bracket);
        if meant != bracket {
            self.repair(RepairKind::WrongClose, self.at);
            self.guess(self.at);
        }
        let bracket = meant;
        let open = match bracket {
            b'}' => self.objects,
            b']' => self.lists,
            _ => self.parentheses,
        };
        if open == 0 {
            let is_passed = bracket == b'}' && self.pass_extra_brace();
            return if is_passed { Ok(()) } else { Err(Stop::Prose) };
        }
        while let Some(frame) = self.frames.pop() {
            *self.count(frame) -= 1;
            if frame == Container::Call {
                self.arguments.pop();
            }
            let fits = frame.closes_with(bracket);
            if !fits {
                self.repair(RepairKind::MissingClose, self.at);
            }
            if let Some(duplicate) = self.builder.close() {
                self.duplicate(&duplicate);
            }
            if fits {
                break;
            }
        }
        self.at = self.cursor.past_sign(self.at);
        self.sure_end = self.at;
        self.expect = Expect::After;
        Ok(())
    }
}
