//! The name of `--pattern`: a misspelled one would select nothing, without a word.

use anyhow::bail;

use crate::registry::Registry;
use crate::session::Session;
use crate::tui::nearest;
use crate::visible;

/// The name of payloads that no pattern matches.
const UNKNOWN: &str = "unknown";

/// Refuses a name that no finding can have, with the name that is most like it.
pub(super) fn refuse_unknown(name: Option<&str>, session: &Session) -> anyhow::Result<()> {
    let Some(name) = name else { return Ok(()) };
    let registry = session.audit().registry();
    let names = names(registry);
    if names.contains(&name) || is_of_language(name, registry) || was_written(name, session)? {
        return Ok(());
    }
    let near = nearest(name, names).map(|near| format!("did you mean `{near}`?"));
    let hint = near.unwrap_or_else(|| "`ghostcall patterns list` lists the names".to_owned());
    bail!("--pattern: unknown pattern `{}`; {hint}", visible::one_line(name))
}

fn names(registry: &Registry) -> Vec<&str> {
    let patterns = registry.patterns().iter().map(|pattern| pattern.name.as_str());
    let statements = registry.statements().entries().iter().map(|statement| statement.name.as_str());
    patterns.chain(statements).chain([UNKNOWN]).collect()
}

/// Whether it names what a sentence of a language claims, such as `create_en`: the rules of the language make such names.
fn is_of_language(name: &str, registry: &Registry) -> bool {
    let language = name.rsplit_once('_').map(|(_, language)| language);
    language.is_some_and(|language| registry.statements().languages().iter().any(|known| known.name == language))
}

/// Whether a finding that was written has it: its pattern may be gone since.
fn was_written(name: &str, session: &Session) -> anyhow::Result<bool> {
    let mut found = false;
    session.findings().each_written(|written| found |= written.finding.has_pattern(name))?;
    Ok(found)
}
