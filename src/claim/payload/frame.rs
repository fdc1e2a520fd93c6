//! Containers: what opens them, and which bracket closes which of them.

use super::{
    judge,
    reader::{Expect, Reader, Stop},
    repair::RepairKind,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    Object,
    List,
    /// Python's list in parentheses.
    Tuple,
    /// Python's list in braces.
    Set,
    /// The arguments of a call.
    Call,
}

impl Frame {
    fn closes_with(self, bracket: u8) -> bool {
        match self {
            Self::Object | Self::Set => bracket == b'}',
            Self::List => bracket == b']',
            Self::Tuple | Self::Call => bracket == b')',
        }
    }
}

/// The arguments of a call that were read.
#[derive(Clone, Copy, Default)]
pub(super) struct Arguments {
    /// How many had no name.
    pub(super) positions: usize,
    /// Whether the last one had one.
    pub(super) named: bool,
}

impl Reader<'_> {
    pub(super) fn open(&mut self, frame: Frame) {
        match frame {
            Frame::Object | Frame::Call => self.builder.open_object(),
            Frame::List | Frame::Tuple | Frame::Set => self.builder.open_list(),
        }
        if frame == Frame::Call {
            self.arguments.push(Arguments::default());
        }
        *self.count(frame) += 1;
        self.frames.push(frame);
        self.at = self.cursor.past_sign(self.at);
        self.sure_end = self.at;
        self.expect = Expect::First;
    }

    /// Opens the list again that was the last value, if what stands at `self.at` is another list rather than a key: the first one was
    /// closed too early.
    pub(super) fn reopen_list(&mut self) -> bool {
        let inside = self.cursor.past_space(self.cursor.past_sign(self.at));
        if self.cursor.byte(self.at) != Some(b'[')
            || !judge::value_starts(self.cursor, inside)
            || !self.builder.reopen_list()
        {
            return false;
        }
        self.repair(RepairKind::ExtraClose, self.at);
        self.guess(self.at);
        self.lists += 1;
        self.frames.push(Frame::List);
        self.at = self.cursor.past_sign(self.at);
        self.expect = Expect::First;
        true
    }

    /// How many frames are open that close as this one does.
    fn count(&mut self, frame: Frame) -> &mut usize {
        match frame {
            Frame::Object | Frame::Set => &mut self.objects,
            Frame::List => &mut self.lists,
            Frame::Tuple | Frame::Call => &mut self.parentheses,
        }
    }

    /// Whether the bracket at `at`, where no list is open, may stand for the brace that closes an object.
    pub(super) fn may_close_object(&self, at: usize) -> bool {
        let is_within = self.objects > 1 || self.given.vouched;
        self.lists == 0 && (is_within || judge::quoted_member_follows(self.cursor, self.cursor.past_sign(at)))
    }

    /// The bracket that the one at `self.at` stands for: what closes an object where a list cannot end, and what closes a list
    /// where the next member of its object follows and no object further out could have it.
    fn meant(&self, bracket: u8) -> u8 {
        if bracket == b']' && self.may_close_object(self.at) {
            return b'}';
        }
        let in_outer_object = match self.frames.as_slice() {
            [outer @ .., Frame::Object, Frame::List] => outer.last() != Some(&Frame::Object),
            _ => false,
        };
        let goes_on = || judge::quoted_member_follows(self.cursor, self.cursor.past_sign(self.at));
        if bracket == b'}' && in_outer_object && goes_on() { b']' } else { bracket }
    }

    /// Closes containers with the bracket at `self.at`. Those further in that are still open end here, too: a closing
    /// bracket belongs to the innermost container of its kind.
    pub(super) fn close(&mut self, bracket: u8) -> Result<(), Stop> {
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
            return Err(Stop::Prose);
        }
        while let Some(frame) = self.frames.pop() {
            *self.count(frame) -= 1;
            if frame == Frame::Call {
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
