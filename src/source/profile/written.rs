//! Columns that are written: each has one use, so that no write lands in a column with another meaning.

use super::{ColumnName, ColumnPath, PathStep, Profile, Records, WriteMode};

/// A column, or a path in one, with its use in the profile.
struct ColumnUse<'a> {
    /// The location of this use in the profile, as a JSON Pointer.
    pointer: String,
    table: &'a str,
    column: &'a str,
    /// The steps into its JSON; none for the whole cell.
    steps: &'a [PathStep],
    access: ColumnAccess,
}

/// What is done with a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnAccess {
    Read,
    /// A time that is read, which may be the one that a write updates.
    ReadTime,
    Write,
    /// A time that a write sets to the current one.
    WriteTime,
}

impl ColumnAccess {
    fn is_time(self) -> bool {
        matches!(self, Self::ReadTime | Self::WriteTime)
    }

    fn is_write(self) -> bool {
        matches!(self, Self::Write | Self::WriteTime)
    }
}

/// Reports each written column that has a second use, by the JSON Pointer of the later one.
pub(super) fn ambiguous_columns(profile: &Profile) -> Vec<(String, String)> {
    if profile.write == WriteMode::None {
        return Vec::new();
    }
    let of_records = profile.records.iter().map(|(kind, records)| uses_in_record(kind, records));
    let mut found = Vec::new();
    for uses in std::iter::once(uses_in_message(profile)).chain(of_records) {
        for (place, second) in uses.iter().enumerate() {
            if let Some(first) = uses.iter().take(place).find(|first| first.conflicts_with(second)) {
                let reason = format!(
                    "{}.{} is used by {} too; a column that is written can have only one use",
                    second.table, second.column, first.pointer
                );
                found.push((second.pointer.clone(), reason));
            }
        }
    }
    found
}

impl<'a> ColumnUse<'a> {
    fn of(pointer: impl Into<String>, column: &'a ColumnName, main: &'a str, access: ColumnAccess) -> Self {
        let (table, column) = (column.table_or(main), column.column.as_str());
        Self { pointer: pointer.into(), table, column, steps: &[], access }
    }

    fn of_path(pointer: impl Into<String>, place: &'a ColumnPath, main: &'a str, access: ColumnAccess) -> Self {
        let steps = place.path.as_ref().map_or(&[] as &[PathStep], |path| &path.steps);
        Self { steps, ..Self::of(pointer, &place.column, main, access) }
    }

    fn conflicts_with(&self, other: &Self) -> bool {
        // SQLite compares the names of tables and columns without regard to case.
        let is_same_column =
            self.table.eq_ignore_ascii_case(other.table) && self.column.eq_ignore_ascii_case(other.column);
        // One copy may lie within another: a text is either a string or a list of parts.
        let overlaps = self.steps.is_empty() || other.steps.is_empty() || self.steps == other.steps;
        let is_written = self.access.is_write() || other.access.is_write();
        let is_one_time = self.access.is_time() && other.access.is_time();
        is_same_column && overlaps && is_written && !is_one_time
    }
}

/// The columns of a message, in its table and in those joined with it.
fn uses_in_message(profile: &Profile) -> Vec<ColumnUse<'_>> {
    let messages = &profile.messages;
    let main = messages.table.as_str();
    let mut uses = Vec::new();
    for column in messages.key.columns() {
        uses.push(ColumnUse::of("/messages/key", column, main, ColumnAccess::Read));
    }
    for (name, place) in messages.places() {
        let access = match name {
            "text" => ColumnAccess::Write,
            "plan" if profile.writable_plan().is_some() => ColumnAccess::Write,
            "time" => ColumnAccess::ReadTime,
            _ => ColumnAccess::Read,
        };
        uses.push(ColumnUse::of_path(format!("/messages/{name}"), place, main, access));
    }
    if let Some(order) = &messages.order {
        uses.push(ColumnUse::of("/messages/order", order, main, ColumnAccess::ReadTime));
    }
    for (pointer, copy) in messages.all_copies() {
        uses.push(ColumnUse::of_path(pointer, copy, main, ColumnAccess::Write));
    }
    for (place, column) in messages.touch.iter().enumerate() {
        uses.push(ColumnUse::of(format!("/messages/touch/{place}"), column, main, ColumnAccess::WriteTime));
    }
    if let Some(tools) = &profile.tools_written {
        uses.push(ColumnUse::of("/tools_written/column", &tools.column, main, ColumnAccess::Write));
    }
    uses
}

/// The columns of a record, all of which a recovery fills, but for the mark of a discarded one.
fn uses_in_record<'a>(kind: &str, records: &'a Records) -> Vec<ColumnUse<'a>> {
    let main = records.table.as_str();
    let at = |name: &str| format!("/records/{kind}/{name}");
    let owner =
        records.owner.columns().iter().map(|column| ColumnUse::of(at("owner"), column, main, ColumnAccess::Write));
    let times = [("created", &records.created), ("updated", &records.updated)].into_iter();
    let times = times.filter_map(|(name, column)| Some((name, column.as_ref()?)));
    let times = times.map(|(name, column)| ColumnUse::of(at(name), column, main, ColumnAccess::WriteTime));
    let discarded = records.soft_delete.iter();
    let discarded = discarded.map(|column| ColumnUse::of(at("soft_delete"), column, main, ColumnAccess::Read));
    let fields = records.fields.iter().map(|(name, field)| {
        ColumnUse::of(at(&format!("fields/{name}/column")), &field.column, main, ColumnAccess::Write)
    });
    let constants = records.constants.keys().map(|column| ColumnUse {
        pointer: at(&format!("constants/{column}")),
        table: main,
        column,
        steps: &[],
        access: ColumnAccess::Write,
    });
    owner.chain(times).chain(discarded).chain(fields).chain(constants).collect()
}

#[cfg(test)]
mod tests {
    use crate::source::profile::Profile;

    const PROFILE: &str = r#"{
  version: 1, name: "shop", write: "full", needs: ["lines.body"],
  messages: { table: "lines", key: "id", conversation: "chat", role: "who", text: "body", time: "at", plan: "plan",
              copies: ["parts->$.text"], touch: ["changed"] },
  tools_written: { column: "tools" },
  records: { note: { table: "notes", owner: "person", created: "made", updated: "made", soft_delete: "gone",
                     fields: { content: { column: "words" }, kind: { column: "kind" } }, constants: { pinned: 0 } } },
}"#;

    fn mistakes(from: &str, to: &str) -> Vec<String> {
        assert!(PROFILE.contains(from), "{from}");
        let mistakes = Profile::mistakes("shop.json5", &PROFILE.replacen(from, to, 1));
        mistakes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_written_column_has_one_use() {
        for (from, to, at, column) in [
            ("\"tools\"", "\"who\"", "5:", "lines.who is used by /messages/role"),
            ("\"tools\"", "\"WHO\"", "5:", "lines.WHO is used by /messages/role"),
            ("\"tools\"", "\"lines.body\"", "5:", "lines.body is used by /messages/text"),
            ("plan: \"plan\"", "plan: \"body\"", "3:", "lines.body is used by /messages/text"),
            ("parts->$.text", "body->$.text", "4:", "lines.body is used by /messages/text"),
            ("\"changed\"", "\"chat\"", "4:", "lines.chat is used by /messages/conversation"),
            ("column: \"words\"", "column: \"person\"", "7:", "notes.person is used by /records/note/owner"),
            ("column: \"words\"", "column: \"gone\"", "7:", "notes.gone is used by /records/note/soft_delete"),
            (
                "column: \"words\"",
                "column: \"kind\"",
                "7:",
                "notes.kind is used by /records/note/fields/content/column",
            ),
            ("pinned", "kind", "7:", "notes.kind is used by /records/note/fields/kind/column"),
        ] {
            let found = mistakes(from, to);
            let [only] = found.as_slice() else { panic!("{to}: {found:?}") };
            assert!(only.contains(&format!("shop.json5:{at}")) && only.contains(column), "{only}");
        }
    }

    #[test]
    fn a_column_may_be_read_twice_and_a_time_may_be_updated() {
        for (from, to) in [
            ("shop", "shop"),
            ("\"changed\"", "\"at\""),
            ("role: \"who\"", "role: \"chat\""),
            ("role: \"who\"", "role: \"parts->$.role\""),
        ] {
            assert_eq!(mistakes(from, to), [""; 0], "{to}");
        }
    }
    #[test]
    fn a_profile_that_writes_nothing_may_read_any_column_twice() {
        let twice = PROFILE.replacen("\"tools\"", "\"who\"", 1);
        let read_only = twice.replacen("write: \"full\"", "write: \"none\", why: \"a copy\"", 1);
        assert_eq!(Profile::mistakes("shop.json5", &twice).len(), 1);
        assert_eq!(Profile::mistakes("shop.json5", &read_only), []);
    }
}
