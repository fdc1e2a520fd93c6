//! Which of its examples a draft keeps.

use std::collections::BTreeSet;

use crate::claim::examples::Failure;

/// Keeps the first examples of each list that pass, at most `most` of them. The lists have the names that they have in
/// an entry: `match` and `not`.
pub(super) fn keep_passing(lists: [(&str, &mut Vec<String>); 2], failures: &[Failure], most: usize) {
    let failed: BTreeSet<&str> = failures.iter().map(|failure| failure.pointer.as_str()).collect();
    for (list, texts) in lists {
        let mut index = 0;
        texts.retain(|_| {
            index += 1;
            !failed.contains(format!("/examples/{list}/{}", index - 1).as_str())
        });
        texts.truncate(most);
    }
}
