//! Describes for people what was forgiven.

use super::Payload;
use crate::visible;

/// The most places that are listed; the others are only counted.
const MOST_PLACES: usize = 4;

impl Payload {
    /// A line for each kind of repair: what it is, how often it was needed, and where.
    #[must_use]
    pub fn describe_repairs(&self, text: &str) -> Vec<String> {
        let lines = self.repair_kinds().into_iter().map(|kind| {
            let of_kind = self.repairs.iter().filter(|repair| repair.kind == kind);
            let places: Vec<usize> = of_kind.map(|repair| repair.at).collect();
            let times = if places.len() > 1 { format!(" ×{}", places.len()) } else { String::new() };
            format!("{}{times}{}", kind.meaning(), self.describe_places(&places, text))
        });
        lines.collect()
    }

    /// What was guessed, and where; `None` if nothing was.
    #[must_use]
    pub fn describe_guesses(&self, text: &str) -> Option<String> {
        self.uncertain.then(|| format!("a value was guessed{}", self.describe_places(&self.guesses, text)))
    }

    /// Places in the text as member, line and column: ` · content 1:17`.
    fn describe_places(&self, places: &[usize], text: &str) -> String {
        let place = |at: &usize| {
            let (line, column) = visible::line_and_column(text, *at);
            let member = self.member_at(*at).map_or_else(String::new, |member| format!("{} ", member.name));
            format!("{member}{line}:{column}")
        };
        let mut shown: Vec<_> = places.iter().take(MOST_PLACES).map(place).collect();
        if places.len() > MOST_PLACES {
            shown.push("…".to_owned());
        }
        if shown.is_empty() { String::new() } else { format!(" · {}", shown.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use crate::claim::payload::read;

    #[test]
    fn each_repair_is_reported_with_its_place() {
        let text = "{a: 1, \"b\": {c: 'x'},\nd: [1, ...]}";
        let payload = read(text, 0).unwrap();
        assert_eq!(
            payload.describe_repairs(text),
            [
                "key without quotes ×3 · a 1:2, b 1:14, d 2:1",
                "single quotes · b 1:17",
                "dots for what was left out · d 2:8"
            ]
        );
        assert_eq!(payload.describe_guesses(text).unwrap(), "a value was guessed · d 2:8");
        assert_eq!(read("{a: 1}", 0).unwrap().describe_guesses("{a: 1}"), None);
    }

    #[test]
    fn many_places_are_only_counted() {
        let text = "{a: 1, b: 2, c: 3, d: 4, e: 5}";
        let lines = read(text, 0).unwrap().describe_repairs(text);
        assert_eq!(lines, ["key without quotes ×5 · a 1:2, b 1:8, c 1:14, d 1:20, …"]);
    }
}
