//! Code in a text: fences and backticks.

use memchr::memchr3;

use super::Span;
use super::adjacent::{begins_line, ends_line};
use crate::work;

/// Languages of fences that contain data, not a program.
const DATA: [&str; 8] = ["", "json", "json5", "jsonc", "text", "txt", "plaintext", "xml"];

/// A piece of code in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code {
    /// The span with its marks.
    pub(super) span: Span,
    /// The span between its marks.
    pub(super) inner: Span,
    pub(super) is_fence: bool,
    /// Whether it is a fence with a programming language.
    pub(super) is_program: bool,
}

/// The pieces of code in `text` outside `payloads`, which must be in order.
pub(super) fn code_outside(text: &str, payloads: &[Span]) -> Vec<Code> {
    let mut reader = CodeReader { text, code: Vec::new(), fence: None, inline: None };
    let mut at = 0;
    for payload in payloads {
        reader.read(at, payload.start);
        at = payload.end.max(at);
    }
    reader.read(at, text.len());
    reader.finish()
}

/// Whether a text shows a program in a fence.
pub(super) fn shows_program(text: &str) -> bool {
    text.contains("```") && code_outside(text, &[]).iter().any(|code| code.is_fence && code.is_program)
}

/// Reads fences and inline code, gap by gap between payloads.
struct CodeReader<'a> {
    text: &'a str,
    code: Vec<Code>,
    fence: Option<OpenCode>,
    inline: Option<OpenCode>,
}

#[derive(Clone, Copy)]
struct OpenCode {
    mark: char,
    length: usize,
    /// The byte of the opening mark.
    start: usize,
    inner: usize,
    is_fence: bool,
    is_program: bool,
}

impl CodeReader<'_> {
    fn read(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let Some(gap) = self.text.get(at..to) else { return };
            let Some(next) = work::found(gap, memchr3(b'`', b'~', b'\n', gap.as_bytes())) else { return };
            at += next;
            if gap.as_bytes().get(next) == Some(&b'\n') {
                at += 1;
                self.inline_ends(at);
                continue;
            }
            at = self.mark(at, to);
        }
    }

    /// Inline code ends with its paragraph: backticks without closing ones open nothing.
    fn inline_ends(&mut self, at: usize) {
        if self.text.get(at..).is_some_and(|rest| rest.starts_with(['\n', '\r'])) {
            self.inline = None;
        }
    }

    /// Handles a run of marks at byte `at`; returns where reading continues.
    fn mark(&mut self, at: usize, to: usize) -> usize {
        let rest = self.text.get(at..to).unwrap_or_default();
        let Some(mark) = rest.chars().next() else { return to };
        let length = rest.len() - rest.trim_start_matches(mark).len();
        let end = at + length;
        work::count(length);
        let opens_line = begins_line(self.text, at);
        if let Some(fence) = self.fence {
            if opens_line && mark == fence.mark && length >= fence.length && ends_line(self.text, end) {
                self.close(fence, at, end);
                self.fence = None;
            }
            return end;
        }
        if length >= 3 && opens_line {
            let line = work::found(rest, rest.find('\n')).map_or(to, |line| at + line + 1);
            // An info string contains no backticks, so such a run is inline code.
            if !self.text.get(end..line).is_some_and(|info| info.contains('`')) {
                let info = self.text.get(end..line).unwrap_or_default().trim().to_lowercase();
                let is_program = !DATA.contains(&info.as_str());
                self.fence = Some(OpenCode { mark, length, start: at, inner: line, is_fence: true, is_program });
                self.inline = None;
                return line;
            }
        }
        if mark != '`' {
            return end;
        }
        match self.inline {
            Some(inline) if inline.length == length => {
                self.close(inline, at, end);
                self.inline = None;
            }
            Some(_) => {}
            None => {
                let open = OpenCode { mark, length, start: at, inner: end, is_fence: false, is_program: false };
                self.inline = Some(open);
            }
        }
        end
    }

    fn close(&mut self, open: OpenCode, inner_end: usize, end: usize) {
        let OpenCode { is_fence, is_program, .. } = open;
        let inner = Span::new(open.inner.min(inner_end), inner_end);
        self.code.push(Code { span: Span::new(open.start, end), inner, is_fence, is_program });
    }

    /// A fence that is never closed reaches to the end of the text.
    fn finish(mut self) -> Vec<Code> {
        if let Some(fence) = self.fence {
            let end = self.text.len();
            self.close(fence, end, end);
        }
        self.code
    }
}
