//! Suggestions for misspelled words.

/// Below this similarity a suggestion would only confuse.
const LIKE: f64 = 0.7;

/// The known word that is most similar to the written one, if it is similar enough.
pub(crate) fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = written.to_lowercase();
    let likeness = |known: &'a str| (strsim::normalized_damerau_levenshtein(&written, &known.to_lowercase()), known);
    let best = known.into_iter().map(likeness).max_by(|left, right| left.0.total_cmp(&right.0));
    best.filter(|(likeness, _)| *likeness >= LIKE).map(|(_, known)| known)
}
