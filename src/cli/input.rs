//! What a command reads: a file or standard input, as one document or as many.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::check::print;
use crate::document::{self, AnyValue};

/// The name by which an input is told.
pub(super) fn name(file: Option<&str>) -> &str {
    file.filter(|file| *file != "-").unwrap_or("standard input")
}

/// One document in JSON or JSON5.
pub(super) fn document(file: Option<&str>) -> anyhow::Result<Value> {
    Ok(document::parse::<AnyValue>(name(file), &text(file)?)?.0)
}

/// A text.
pub(super) fn text(file: Option<&str>) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    open(file)?.read_to_end(&mut bytes).with_context(|| name(file).to_owned())?;
    let Ok(text) = String::from_utf8(bytes) else { bail!("{}: not UTF-8", name(file)) };
    Ok(text)
}

/// Hands each document to `answer`: the one that fills the input, or the one on each line. A line that cannot be
/// answered is told in its place, as `{"line", "error"}`. An input without any answer is an error.
pub(super) fn each_document(
    file: Option<&str>,
    mut answer: impl FnMut(&Value) -> anyhow::Result<Result<(), String>>,
) -> anyhow::Result<()> {
    let mut input = open(file)?;
    let mut bytes = Vec::new();
    let mut number = 0_usize;
    let mut is_answered = false;
    let mut refused = None;
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes).with_context(|| name(file).to_owned())? == 0 {
            break;
        }
        number += 1;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        // The first line tells whether the lines are documents, or parts of one.
        let is_first = !is_answered && refused.is_none();
        let read = serde_json::from_slice::<AnyValue>(without_mark(&bytes));
        if is_first && read.as_ref().is_err_and(serde_json::Error::is_eof) {
            input.read_to_end(&mut bytes).with_context(|| name(file).to_owned())?;
            let document = parse(file, &bytes)?;
            return answer(&document)?.map_err(|reason| anyhow::anyhow!("{}: {reason}", name(file)));
        }
        let answered = match read {
            Ok(AnyValue(document)) => answer(&document)?,
            Err(error) => Err(error.to_string()),
        };
        match answered {
            Ok(()) => is_answered = true,
            Err(error) => {
                print(&json!({ "line": number, "error": error }))?;
                refused.get_or_insert_with(|| format!("{}:{number}: {error}", name(file)));
            }
        }
    }
    match refused {
        Some(refused) if !is_answered => bail!("{refused}"),
        None if !is_answered => bail!("{}: it is empty", name(file)),
        _ => Ok(()),
    }
}

fn open(file: Option<&str>) -> anyhow::Result<Box<dyn BufRead>> {
    Ok(match file.filter(|file| *file != "-") {
        None => Box::new(io::stdin().lock()),
        Some(path) => Box::new(BufReader::new(File::open(path).with_context(|| path.to_owned())?)),
    })
}

fn parse(file: Option<&str>, bytes: &[u8]) -> anyhow::Result<Value> {
    let Ok(text) = std::str::from_utf8(bytes) else { bail!("{}: not UTF-8", name(file)) };
    Ok(document::parse::<AnyValue>(name(file), text)?.0)
}

/// Without the mark that some editors put before the first line.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
