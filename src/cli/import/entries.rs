//! Reads the entries of a chat log one by one: lines, and documents that extend over several lines.

use std::collections::VecDeque;

use anyhow::bail;

use super::document;
use crate::cli::input::{InputLines, LONGEST};

/// The number of the first line, with a line or a document, or an error.
pub(super) type LogEntry = (u64, Result<String, String>);

/// Reads a log entry by entry.
pub(super) struct EntryReader<'a> {
    lines: &'a mut InputLines,
    /// Lines read ahead to find the end of a document.
    ahead: VecDeque<LogEntry>,
    /// Whether the log had any entry so far.
    any: bool,
}

impl<'a> EntryReader<'a> {
    pub(super) fn new(lines: &'a mut InputLines) -> Self {
        Self { lines, ahead: VecDeque::new(), any: false }
    }

    /// Returns the whole log if it begins with a list, with the number of its first line.
    pub(super) fn list(&mut self) -> anyhow::Result<Option<(u64, String)>> {
        while let Some((number, text)) = self.line()? {
            if text.as_ref().is_ok_and(|line| line.trim().is_empty()) {
                continue;
            }
            if text.as_ref().is_ok_and(|line| document::is_list(line)) {
                return Ok(Some((number, self.lines.rest()?)));
            }
            self.ahead.push_front((number, text));
            break;
        }
        Ok(None)
    }

    /// Returns the next entry; `None` at the end.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<LogEntry>> {
        while let Some((number, text)) = self.line()? {
            let entry = match text {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) if document::begins(&line) => self.document(number, line)?,
                text => (number, text),
            };
            self.any = true;
            return Ok(Some(entry));
        }
        Ok(None)
    }

    /// The number of bytes read so far.
    pub(super) fn bytes_read(&self) -> u64 {
        self.lines.bytes_read()
    }

    fn line(&mut self) -> anyhow::Result<Option<LogEntry>> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        Ok(self.lines.next()?.map(|(number, text)| (number, text.map(str::to_owned))))
    }

    /// Reads the document that a line begins. If there is none, only that line is an error; the next may be valid.
    fn document(&mut self, number: u64, begin: String) -> anyhow::Result<LogEntry> {
        let mut text = begin.clone();
        let mut following: Vec<LogEntry> = Vec::new();
        // Parses the text again only when it has doubled, so that the total work is linear.
        let mut next_look = 0;
        loop {
            let line = self.line()?;
            let goes_on = matches!(line, Some((_, Ok(_))));
            if let Some((_, Ok(line))) = &line {
                text.push('\n');
                text.push_str(line);
            }
            following.extend(line);
            if goes_on && text.len() < next_look {
                continue;
            }
            match document::first_end(&text) {
                Ok(end) => {
                    self.split(following, &text, end);
                    text.truncate(end);
                    return Ok((number, Ok(text)));
                }
                Err(error) if error.is_eof() && goes_on => {
                    if text.len() as u64 > LONGEST {
                        bail!("a document of more than {} MiB begins at line {number}", LONGEST >> 20);
                    }
                    next_look = text.len() * 2;
                }
                Err(error) => {
                    self.put_back(following);
                    return self.bad(number, begin, &error);
                }
            }
        }
    }

    /// Returns the document up to `end`, and puts back the lines after it.
    fn split(&mut self, mut following: Vec<LogEntry>, text: &str, end: usize) {
        let (document, rest) = text.split_at(end);
        let rest = rest.lines().next().unwrap_or_default();
        let after = following.split_off(document.matches('\n').count());
        self.put_back(after);
        // Another document may begin on the line where one ends.
        if let Some((last, _)) = following.last().filter(|_| !rest.trim().is_empty()) {
            self.ahead.push_front((*last, Ok(rest.to_owned())));
        }
    }

    fn put_back(&mut self, lines: Vec<LogEntry>) {
        for line in lines.into_iter().rev() {
            self.ahead.push_front(line);
        }
    }

    /// The error for a line without a document. Lines that look like its continuation belong to the same error.
    fn bad(&mut self, number: u64, begin: String, error: &serde_json::Error) -> anyhow::Result<LogEntry> {
        let mut has_rest = false;
        while let Some((following, line)) = self.line()? {
            match line {
                Ok(line) if document::continues(&line) => has_rest |= !line.trim().is_empty(),
                line => {
                    self.ahead.push_front((following, line));
                    break;
                }
            }
        }
        if !has_rest {
            return Ok((number, Ok(begin)));
        }
        let reason = document::neither(error, number);
        if !self.any && self.ahead.is_empty() {
            bail!("{}: {reason}", self.lines.name());
        }
        Ok((number, Err(reason)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(log: &str) -> Vec<(u64, Option<String>)> {
        let mut lines = InputLines::of_text(log);
        let mut entries = EntryReader::new(&mut lines);
        assert_eq!(entries.list().unwrap(), None, "{log}");
        let mut all = Vec::new();
        while let Some((number, text)) = entries.next().unwrap() {
            all.push((number, text.ok()));
        }
        all
    }

    /// The entries with each document on one line; `-` for an error.
    fn entries_on_lines(log: &str) -> String {
        let line = |(number, text): (u64, Option<String>)| {
            format!("{number}:{}", text.map_or_else(|| "-".to_owned(), |text| text.replace('\n', "")))
        };
        entries(log).into_iter().map(line).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_document_goes_over_several_lines_wherever_it_begins() {
        for (log, expected) in [
            ("", ""),
            ("{}\n\n{}", "1:{} 3:{}"),
            ("{\n\"a\":1\n}\n{\n\"a\":2\n}\n", "1:{\"a\":1} 4:{\"a\":2}"),
            ("{}\n{\n \"a\":[\n{}\n]\n}\n{}\n{}", "1:{} 2:{ \"a\":[{}]} 7:{} 8:{}"),
            ("{\n} {\n} {}\n{}", "1:{} 2: {} 3: {} 4:{}"),
            ("no\n[\n{},\n{}\n]\n{}", "1:no 2:[{},{}] 6:{}"),
        ] {
            assert_eq!(entries_on_lines(log), expected, "{log}");
        }
    }

    #[test]
    fn a_line_that_is_cut_off_costs_no_other() {
        for cut in ["{\"a\": ", "{\"a\": \"b", "{\"a\": [1,", "{"] {
            for (between, lines) in [("", ""), ("\n", ""), ("no\n", "2:no "), ("12\n", "2:12 ")] {
                let log = format!("{cut}\n{between}{{\"b\":1}}\n{{\"b\":2}}\n{{\"b\":3}}\n");
                let next = 2 + u64::from(!between.is_empty());
                let expected =
                    format!("1:{cut} {lines}{next}:{{\"b\":1}} {}:{{\"b\":2}} {}:{{\"b\":3}}", next + 1, next + 2);
                assert_eq!(entries_on_lines(&log), expected, "{log}");
            }
        }
    }

    #[test]
    fn a_broken_document_is_one_mistake() {
        let broken = "{\n  \"a\": [\n    {\"b\" 1},\n    {}\n  ]\n}\n";
        assert_eq!(entries_on_lines(&format!("{{}}\n{broken}{{}}\n")), "1:{} 2:- 8:{}");
        assert_eq!(entries_on_lines(&format!("{broken}{{}}\n")), "1:- 7:{}");
        let error = EntryReader::new(&mut InputLines::of_text(broken)).next().unwrap_err().to_string();
        assert!(error.contains("neither") && error.contains("line 3"), "{error}");
    }
}
