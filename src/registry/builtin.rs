//! The built-in registry. Its statements are read apart from the rest, since only the judgement of texts needs them.

use std::sync::{Arc, LazyLock};

use super::file::{RegistryEntries, read_builtin};
use super::statement::Statements;
use crate::document::DocumentError;

/// The built-in syntaxes and patterns: the beginning of [`BUILTIN`].
macro_rules! shapes {
    () => {
        concat!(
            include_str!("builtin/head.json5"),
            include_str!("builtin/gemini.json5"),
            include_str!("builtin/markup.json5"),
            include_str!("builtin/tokens.json5"),
            include_str!("builtin/transcripts.json5"),
            include_str!("builtin/shapes.json5"),
            include_str!("builtin/between.json5"),
            include_str!("builtin/patterns.json5"),
        )
    };
}

/// The built-in registry as one file, made of the families in `builtin/`.
pub const BUILTIN: &str = concat!(
    shapes!(),
    include_str!("builtin/languages.json5"),
    include_str!("builtin/english.json5"),
    include_str!("builtin/german.json5"),
    include_str!("builtin/portuguese.json5"),
    include_str!("builtin/words/head.json5"),
    include_str!("builtin/words/english.json5"),
    include_str!("builtin/words/spanish.json5"),
    include_str!("builtin/words/chinese.json5"),
    include_str!("builtin/words/traditional_chinese.json5"),
    include_str!("builtin/words/german.json5"),
    include_str!("builtin/words/portuguese.json5"),
    include_str!("builtin/words/french.json5"),
    include_str!("builtin/foot.json5"),
);

/// Where the languages, the statements and the words begin in [`BUILTIN`].
const SENTENCES: usize = shapes!().len();

/// The built-in syntaxes and patterns.
pub(super) fn shapes() -> Result<RegistryEntries, DocumentError> {
    read_builtin("built-in patterns", &[&BUILTIN[..SENTENCES], include_str!("builtin/foot.json5")].concat())
}

/// The built-in statements, compiled once. A test compiles them, so that they have no mistakes.
pub(super) fn statements() -> Arc<Statements> {
    static COMPILED: LazyLock<Arc<Statements>> = LazyLock::new(|| {
        let sentences = ["{ version: 1, patterns: [", &BUILTIN[SENTENCES..]].concat();
        let entries = read_builtin("built-in statements", &sentences).unwrap_or_default();
        let mut statements = Statements::default();
        statements.take(entries.languages, entries.statements, entries.words);
        Arc::new(statements)
    });
    Arc::clone(&COMPILED)
}
