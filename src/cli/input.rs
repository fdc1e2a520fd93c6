//! Reads a file or standard input, as one document or line by line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::CommandOutcome;
use super::output::print_at_once;
use crate::document::{self, AnyValue};
use crate::source::server;

/// The name of an input in messages.
pub(super) fn name(file: Option<&str>) -> &str {
    file.filter(|file| *file != "-").unwrap_or("standard input")
}

/// Reads the text of a file, or of standard input if none is named.
pub(super) fn text(file: Option<&str>) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    read_rest(&mut open(file)?, file, &mut bytes)?;
    let Ok(text) = String::from_utf8(bytes) else { bail!("{}: not UTF-8", name(file)) };
    Ok(text)
}

/// Passes each document to `answer`: the whole input, or each line. An error in a line is its answer, as `{"line",
/// "error"}`, and a problem. An input without any answer is an error.
pub(super) fn each_document(
    file: Option<&str>,
    mut answer: impl FnMut(&Value) -> anyhow::Result<Result<(), String>>,
) -> anyhow::Result<CommandOutcome> {
    let mut input = open(file)?;
    let mut bytes = Vec::new();
    let mut number = 0_usize;
    let mut is_answered = false;
    let mut refused = None;
    loop {
        bytes.clear();
        let mut part = (&mut input).take(LONGEST);
        if part.read_until(b'\n', &mut bytes).with_context(|| name(file).to_owned())? == 0 {
            break;
        }
        let is_cut_off = part.limit() == 0 && !bytes.ends_with(b"\n");
        // The first line shows whether each line is a document, or the whole input is one.
        let is_first = !is_answered && refused.is_none();
        if is_cut_off {
            // Of an input without an end, such as a device, no more is read.
            refuse_longer(file, !is_first)?;
            input.skip_until(b'\n').with_context(|| name(file).to_owned())?;
        }
        number += 1;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let read = serde_json::from_slice::<AnyValue>(without_mark(&bytes));
        if is_first && read.as_ref().is_err_and(serde_json::Error::is_eof) {
            read_rest(&mut input, file, &mut bytes)?;
            let document = parse(file, &bytes)?;
            let answered = answer(&document)?.map_err(|reason| anyhow::anyhow!("{}: {reason}", name(file)));
            return answered.map(|()| CommandOutcome::Done);
        }
        let answered = match read {
            _ if is_cut_off => Err(too_long(LONGEST)),
            Ok(AnyValue(document)) => answer(&document)?,
            Err(error) => Err(error.to_string()),
        };
        match answered {
            Ok(()) => is_answered = true,
            Err(error) => {
                print_at_once(&json!({ "line": number, "error": error }))?;
                refused.get_or_insert_with(|| format!("{}:{number}: {error}", name(file)));
            }
        }
    }
    match refused {
        Some(refused) if !is_answered => bail!("{refused}"),
        None if !is_answered => bail!("{}: empty", name(file)),
        Some(_) => Ok(CommandOutcome::Problems),
        None => Ok(CommandOutcome::Done),
    }
}

/// The maximum number of bytes of a line or a document. It limits the use of memory.
pub(super) const LONGEST: u64 = 64 << 20;

/// Reads the rest of an input.
fn read_rest(input: &mut impl BufRead, file: Option<&str>, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
    let mut part = input.take(LONGEST);
    part.read_to_end(bytes).with_context(|| name(file).to_owned())?;
    refuse_longer(file, part.limit() > 0)
}

fn refuse_longer(file: Option<&str>, is_whole: bool) -> anyhow::Result<()> {
    if is_whole { Ok(()) } else { bail!("{}: {}", name(file), too_long(LONGEST)) }
}

/// Why a line or a document of more bytes than `longest` is rejected.
fn too_long(longest: u64) -> String {
    format!("longer than {} MiB", longest >> 20)
}

/// Reads an input line by line.
pub(super) struct InputLines {
    input: Box<dyn BufRead>,
    name: String,
    /// Longer lines are rejected.
    longest: u64,
    bytes: Vec<u8>,
    number: u64,
    read: u64,
}

/// A line without its line ending, or the reason why it is invalid.
pub(super) type LineText<'a> = Result<&'a str, String>;

impl InputLines {
    /// Opens a file, or standard input.
    pub(super) fn open(file: Option<&str>) -> anyhow::Result<Self> {
        Ok(Self::of(open(file)?, name(file), LONGEST))
    }

    fn of(input: Box<dyn BufRead>, name: &str, longest: u64) -> Self {
        Self { input, name: name.to_owned(), longest, bytes: Vec::new(), number: 0, read: 0 }
    }

    #[cfg(test)]
    pub(super) fn of_text(text: &str) -> Self {
        Self::of(Box::new(io::Cursor::new(text.to_owned())), "test", LONGEST)
    }

    /// Peeks at the start of the input without consuming it.
    pub(super) fn head(&mut self) -> anyhow::Result<&[u8]> {
        self.input.fill_buf().with_context(|| self.name.clone())
    }

    /// The name of the input in messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the next line with its number, counted from 1; `None` at the end.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<(u64, LineText<'_>)>> {
        self.bytes.clear();
        let mut part = (&mut self.input).take(self.longest);
        let mut length = part.read_until(b'\n', &mut self.bytes).with_context(|| self.name.clone())?;
        if length == 0 {
            return Ok(None);
        }
        let is_cut_off = part.limit() == 0 && !self.bytes.ends_with(b"\n");
        if is_cut_off {
            length += self.input.skip_until(b'\n').with_context(|| self.name.clone())?;
        }
        self.number += 1;
        self.read = self.read.saturating_add(u64::try_from(length).unwrap_or(u64::MAX));
        let bytes = if self.number == 1 { without_mark(&self.bytes) } else { &self.bytes };
        let text = match std::str::from_utf8(bytes) {
            _ if is_cut_off => Err(too_long(self.longest)),
            Ok(line) => Ok(line.trim_end_matches(['\n', '\r'])),
            Err(_) => Err("not UTF-8".to_owned()),
        };
        Ok(Some((self.number, text)))
    }

    /// Returns the last line with everything after it.
    pub(super) fn rest(&mut self) -> anyhow::Result<String> {
        let mut bytes = std::mem::take(&mut self.bytes);
        read_rest(&mut self.input, Some(&self.name), &mut bytes)?;
        let bytes = if self.number == 1 { without_mark(&bytes).to_vec() } else { bytes };
        String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{}: not UTF-8", self.name))
    }

    /// The number of bytes read so far.
    pub(super) fn bytes_read(&self) -> u64 {
        self.read
    }
}

/// Opens a file, or standard input.
pub(super) fn open(file: Option<&str>) -> anyhow::Result<Box<dyn BufRead>> {
    Ok(match file.filter(|file| *file != "-") {
        None => Box::new(io::stdin().lock()),
        Some(path) => match File::open(path) {
            Ok(opened) => Box::new(BufReader::new(opened)),
            Err(error) => {
                // The address may contain a password, so the message leaves it out.
                let address = server(Path::new(path), "a file");
                return Err(address.map_or_else(|| anyhow::Error::new(error).context(path.to_owned()), Into::into));
            }
        },
    })
}

fn parse(file: Option<&str>, bytes: &[u8]) -> anyhow::Result<Value> {
    let Ok(text) = std::str::from_utf8(bytes) else { bail!("{}: not UTF-8", name(file)) };
    Ok(document::parse::<AnyValue>(name(file), text)?.0)
}

/// Removes a byte order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_reported_and_the_next_one_is_read() {
        let text = "\u{feff}ab\r\nabcdefg\n\nabcdefgh\nabcdefghijklmnop\nb";
        let mut lines = InputLines::of(Box::new(text.as_bytes()), "test", 8);
        let mut read = Vec::new();
        while let Some((number, line)) = lines.next().unwrap() {
            read.push((number, line.map(str::to_owned).ok()));
        }
        let expected = [Some("ab"), Some("abcdefg"), Some(""), None, None, Some("b")];
        let expected: Vec<_> = (1..).zip(expected.map(|line| line.map(str::to_owned))).collect();
        assert_eq!(read, expected);
        assert_eq!(lines.bytes_read(), u64::try_from(text.len()).unwrap());
    }

    proptest! {
        /// Any bytes: each line is returned exactly once, as text or as an error.
        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(prop_oneof![any::<u8>(), Just(b'\n')], 0..200)) {
            let mut lines = InputLines::of(Box::new(std::io::Cursor::new(bytes.clone())), "test", 8);
            let mut count = 0;
            while let Some((number, _)) = lines.next().unwrap() {
                count += 1;
                prop_assert_eq!(number, count);
            }
            let ends = memchr::memchr_iter(b'\n', &bytes).count();
            let unended = usize::from(bytes.last().is_some_and(|byte| *byte != b'\n'));
            prop_assert_eq!(usize::try_from(count).unwrap(), ends + unended);
            prop_assert_eq!(usize::try_from(lines.bytes_read()).unwrap(), bytes.len());
        }
    }
}
