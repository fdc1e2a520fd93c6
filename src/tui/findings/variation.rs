//! How the findings of a group differ: only the varying parts, the odd ones out first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::proposal::Finding;
use crate::visible;

/// Longer values are shortened to this many characters.
const LONGEST: usize = 60;
/// The maximum number of parts of a payload that are compared.
const MOST_PARTS: usize = 40;

/// What a finding says, by the names of its parts.
pub(crate) type Traits = BTreeMap<String, String>;

/// A finding of a group and how it differs from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VariedFinding {
    /// Its place among all findings.
    pub(crate) place: usize,
    /// Name and value of each part that varies, the rarest value first; an empty value is missing.
    pub(crate) differences: Vec<(String, String)>,
    /// Whether the first difference is unique while most others agree.
    pub(crate) is_odd: bool,
}

/// The traits of a finding: the speaker, the parts of its payloads, and the remaining text.
pub(crate) fn traits(finding: &Finding, speaker: &str) -> Traits {
    let mut traits = Traits::from([("agent".to_owned(), speaker.to_owned())]);
    for (index, judged) in finding.claims.iter().enumerate() {
        let prefix = if index == 0 { String::new() } else { format!("claim {} ", index + 1) };
        if let Some(value) = &judged.claim.value {
            add_parts(&mut traits, &prefix, value);
        }
        let mut repairs: Vec<_> = judged.claim.repairs.iter().map(|repair| repair.name()).collect();
        repairs.sort_unstable();
        repairs.dedup();
        traits.insert(format!("{prefix}repairs"), repairs.join(", "));
    }
    let left = finding.text_left();
    let left = if left.trim().is_empty() { "nothing".to_owned() } else { visible::excerpt(left, LONGEST) };
    traits.insert("leaves".to_owned(), left);
    traits
}

/// Adds the parts of a payload; nested members are named by their path.
fn add_parts(traits: &mut Traits, name: &str, value: &Value) {
    if traits.len() >= MOST_PARTS {
        return;
    }
    match value {
        Value::Object(members) => {
            let separator = if name.is_empty() || name.ends_with(' ') { "" } else { "." };
            for (key, value) in members {
                add_parts(traits, &format!("{name}{separator}{key}"), value);
            }
        }
        Value::String(text) => {
            traits.insert(name.to_owned(), visible::excerpt(text, LONGEST));
        }
        other => {
            traits.insert(name.to_owned(), visible::excerpt(&other.to_string(), LONGEST));
        }
    }
}

/// The differences within a group, the oddest finding first.
///
/// The oddness of a finding is the improbability of its values within the group. A part that differs in every finding,
/// such as a number, does not count.
pub(crate) fn vary(members: &[(usize, Traits)]) -> Vec<VariedFinding> {
    let all = members.len();
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    let names: BTreeSet<&str> = members.iter().flat_map(|(_, traits)| traits.keys()).map(String::as_str).collect();
    for name in &names {
        let of_name = counts.entry(name).or_default();
        for (_, traits) in members {
            *of_name.entry(traits.get(*name).map_or("", String::as_str)).or_default() += 1;
        }
    }
    counts.retain(|_, values| values.len() > 1);
    let member = |(place, traits): &(usize, Traits)| {
        let mut odds = 0.0;
        let mut rare: Vec<(usize, bool, &str, &str)> = Vec::new();
        for (name, values) in &counts {
            let value = traits.get(*name).map_or("", String::as_str);
            let count = values.get(value).copied().unwrap_or(1);
            let is_telling = values.len() < all && values.values().any(|count| *count > 1);
            if is_telling {
                odds += improbability(count, all);
            }
            let most = values.values().copied().max().unwrap_or_default();
            let is_odd = count == 1 && most * 2 > all;
            rare.push((if is_telling { count } else { all }, is_odd, name, value));
        }
        rare.sort_by_key(|(count, is_odd, ..)| (Reverse(*is_odd), *count));
        let is_odd = rare.first().is_some_and(|(_, is_odd, ..)| *is_odd);
        let difference = |(_, _, name, value): (usize, bool, &str, &str)| (name.to_owned(), value.to_owned());
        (odds, VariedFinding { place: *place, differences: rare.into_iter().map(difference).collect(), is_odd })
    };
    let mut varied: Vec<(f64, VariedFinding)> = members.iter().map(member).collect();
    varied.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    varied.into_iter().map(|(_, member)| member).collect()
}

/// The negative logarithm of the probability `count / all`.
#[expect(clippy::cast_precision_loss, reason = "no group has 2^52 findings")]
fn improbability(count: usize, all: usize) -> f64 {
    (all as f64 / count as f64).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(parts: &[(&str, &str)]) -> Traits {
        parts.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn pairs(parts: &[(&str, &str)]) -> Vec<(String, String)> {
        parts.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn only_what_varies_is_reported_and_the_odd_one_out_comes_first() {
        let varied = vary(&[
            (4, said(&[("id", "1"), ("ok", "true"), ("kind", "note")])),
            (7, said(&[("id", "2"), ("ok", "true"), ("kind", "note")])),
            (8, said(&[("id", "3"), ("ok", "false"), ("kind", "note")])),
            (9, said(&[("id", "4"), ("ok", "true"), ("kind", "note")])),
        ]);
        assert_eq!(varied.iter().map(|member| member.place).collect::<Vec<_>>(), [8, 4, 7, 9]);
        assert_eq!((varied[0].is_odd, varied[1].is_odd), (true, false));
        assert_eq!(varied[0].differences, pairs(&[("ok", "false"), ("id", "3")]));
        assert_eq!(varied[1].differences, pairs(&[("ok", "true"), ("id", "1")]));
    }

    #[test]
    fn what_is_missing_in_one_is_a_difference_too() {
        let varied = vary(&[(1, said(&[("a", "x")])), (2, said(&[("a", "x")])), (3, said(&[("a", "x"), ("b", "y")]))]);
        assert_eq!((varied[0].place, &varied[0].differences), (3, &pairs(&[("b", "y")])));
        assert_eq!(varied[1].differences, pairs(&[("b", "")]));
    }

    #[test]
    fn numbers_that_differ_in_all_make_none_odd_and_equal_ones_show_nothing() {
        let numbered: Vec<_> = (0..5).map(|place| (place, said(&[("id", &place.to_string())]))).collect();
        let varied = vary(&numbered);
        assert!(varied.iter().all(|member| !member.is_odd));
        assert_eq!(varied.iter().map(|member| member.place).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert!(vary(&[(0, said(&[("a", "x")])), (1, said(&[("a", "x")]))])[0].differences.is_empty());
        assert!(vary(&[]).is_empty());
    }

    #[test]
    fn members_of_members_are_named_by_the_way_to_them() {
        let mut traits = Traits::new();
        add_parts(&mut traits, "", &serde_json::json!({"board": {"id": 4, "name": "Tides"}, "tags": ["a", "b"]}));
        let expected = said(&[("board.id", "4"), ("board.name", "Tides"), ("tags", "[\"a\",\"b\"]")]);
        assert_eq!(traits, expected);
    }
}
