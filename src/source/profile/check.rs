//! Errors in a profile that do not depend on a database.

use serde_json::Value;

use super::{ColumnName, ColumnPath, EvidenceSource, Join, PathStep, Profile, WriteMode, written};

/// All errors, each with its location in the document as a JSON Pointer.
pub(super) fn mistakes(profile: &Profile) -> Vec<(String, String)> {
    let mut found = Vec::new();
    texts(profile, &mut found);
    copies(profile, &mut found);
    joins(profile, &mut found);
    found.extend(written::ambiguous_columns(profile));
    evidence(profile, &mut found);
    records(profile, &mut found);
    found
}

/// The invalid JSON paths in a profile's document.
pub(super) fn unreadable_paths(document: &Value) -> Mistakes {
    let mut places: Vec<(String, &Value)> = Vec::new();
    let messages = document.pointer("/messages").and_then(Value::as_object);
    places.extend(messages.into_iter().flatten().map(|(name, value)| (format!("/messages/{name}"), value)));
    let owners = document.pointer("/messages/owner").and_then(Value::as_array);
    let owners = owners.into_iter().flatten().enumerate();
    places.extend(owners.map(|(place, value)| (format!("/messages/owner/{place}"), value)));
    for name in ["copies", "optional_copies"] {
        let copies = document.pointer(&format!("/messages/{name}")).and_then(Value::as_array);
        let copies = copies.into_iter().flatten().enumerate();
        places.extend(copies.map(|(place, value)| (format!("/messages/{name}/{place}"), value)));
    }
    let snapshots = document.pointer("/messages/snapshots").and_then(Value::as_array);
    for (place, snapshot) in snapshots.into_iter().flatten().enumerate() {
        let copies = snapshot.get("copies").and_then(Value::as_array).into_iter().flatten().enumerate();
        places.extend(copies.map(|(at, value)| (format!("/messages/snapshots/{place}/copies/{at}"), value)));
    }
    let evidence = document.pointer("/evidence").and_then(Value::as_array);
    for (place, source) in evidence.into_iter().flatten().enumerate() {
        let is_of_parts = source.get("from").and_then(Value::as_str) == Some("parts");
        let names: &[&str] = if is_of_parts { &["calls"] } else { &["name", "arguments", "call", "result", "error"] };
        let parts = names.iter().filter_map(|name| Some((name, source.get(name)?)));
        places.extend(parts.map(|(name, value)| (format!("/evidence/{place}/{name}"), value)));
    }
    let is_sql = |pointer: &str| ["/messages/where", "/messages/hidden", "/messages/member"].contains(&pointer);
    let unreadable = |(pointer, value): (String, &Value)| {
        let reason = value.as_str()?.parse::<ColumnPath>().err()?;
        (!is_sql(&pointer)).then_some((pointer, reason))
    };
    places.into_iter().filter_map(unreadable).collect()
}

type Mistakes = Vec<(String, String)>;

fn texts(profile: &Profile, found: &mut Mistakes) {
    let messages = &profile.messages;
    let unfolding = messages.unfolding();
    for (name, place) in messages.places() {
        let Some(path) = &place.path else { continue };
        let after = unfolding
            .as_ref()
            .filter(|unfolding| *unfolding.column == place.column)
            .and_then(|unfolding| path.after(unfolding.steps));
        let rest = after.unwrap_or(&path.steps);
        if rest.iter().any(PathStep::is_wild) {
            let reason = match (name, &unfolding) {
                ("text", _) => "the path of a text can have only one of `{key}` and `[*]`".to_owned(),
                (_, Some(_)) => {
                    format!("a path with `{{key}}` or `[*]` must begin like that of the text: {}", messages.text)
                }
                (_, None) => {
                    "the path of the text has no `{key}` and no `[*]`, but this one leads to several places".to_owned()
                }
            };
            found.push((format!("/messages/{name}"), reason));
        }
    }
    if let Some(order) = messages.order.as_ref().filter(|order| order.table_or(&messages.table) != messages.table) {
        found
            .push(("/messages/order".to_owned(), format!("`{order}` must be a column of `{}` itself", messages.table)));
    }
    if let Some(unfolding) = &unfolding {
        if let PathStep::Each(Some(filter)) = unfolding.wild
            && filter.value.is_none()
        {
            let reason = "`{key}` is the name of a message, and cannot say which elements are messages".to_owned();
            found.push(("/messages/text".to_owned(), reason));
        }
        if unfolding.column.table_or(&messages.table) != messages.table {
            let reason = format!("several messages in one cell must be in `{}` itself", messages.table);
            found.push(("/messages/text".to_owned(), reason));
        }
    }
}

/// Whether a path refers to `{key}` although nothing gives its value.
fn asks_for_a_name(profile: &Profile, place: &ColumnPath) -> bool {
    let messages = &profile.messages;
    let named = messages.member.is_some()
        || messages.unfolding().is_some_and(|unfolding| matches!(unfolding.wild, PathStep::Key));
    let asks = |step: &PathStep| match step {
        PathStep::Key => true,
        PathStep::Each(Some(filter)) => filter.value.is_none(),
        PathStep::Member(_) | PathStep::Element(_) | PathStep::Each(None) => false,
    };
    !named && place.path.as_ref().is_some_and(|path| path.steps.iter().any(asks))
}

const NO_NAME: &str = "unknown `{key}`: define it with `member`, or with `{key}` in the path of the text";

fn copies(profile: &Profile, found: &mut Mistakes) {
    for (pointer, copy) in profile.messages.all_copies() {
        if asks_for_a_name(profile, copy) {
            found.push((pointer, NO_NAME.to_owned()));
        }
    }
    for (place, snapshots) in profile.messages.snapshots.iter().enumerate() {
        let pointer = format!("/messages/snapshots/{place}");
        let table = &snapshots.table;
        if snapshots.sides().is_none() {
            let reason = format!("rows must be found by one column, as in `{table}.chat_id = messages.chat_id`");
            found.push((format!("{pointer}/on"), reason));
        }
        for (at, copy) in snapshots.copies.iter().enumerate() {
            if copy.column.table_or(table) != table {
                found
                    .push((format!("{pointer}/copies/{at}"), format!("`{copy}` must be a column of `{table}` itself")));
            }
            if asks_for_a_name(profile, copy) {
                found.push((format!("{pointer}/copies/{at}"), NO_NAME.to_owned()));
            }
        }
    }
}

/// Rows that are written to must be joined by one equality; any other condition may match several rows.
fn joins(profile: &Profile, found: &mut Mistakes) {
    let messages = &profile.messages;
    if profile.write == WriteMode::None {
        return;
    }
    let mut written = vec![("/messages/text".to_owned(), &messages.text.column)];
    written.extend(messages.all_copies().map(|(pointer, copy)| (pointer, &copy.column)));
    let touched = messages.touch.iter().enumerate();
    written.extend(touched.map(|(place, column)| (format!("/messages/touch/{place}"), column)));
    for (pointer, column) in written {
        let table = column.table_or(&messages.table);
        if table == messages.table {
            continue;
        }
        match messages.joins.iter().position(|join| join.table == table) {
            None => found.push((pointer, format!("`joins` does not say which row of {table} belongs to a message"))),
            Some(place) if messages.joins.get(place).and_then(Join::sides).is_none() => {
                let reason = format!(
                    "{column} is written: its row must be found by one column, as in `{table}.id = \
                     {}.{table}_id`",
                    messages.table
                );
                found.push((format!("/messages/joins/{place}/on"), reason));
            }
            Some(_) => {}
        }
    }
}

fn evidence(profile: &Profile, found: &mut Mistakes) {
    for (place, source) in profile.evidence.iter().enumerate() {
        let mut report = |member: &str, reason: String| found.push((format!("/evidence/{place}/{member}"), reason));
        match source {
            EvidenceSource::Parts { calls, name, arguments, call, result, error, .. } => {
                if asks_for_a_name(profile, calls) {
                    report("calls", NO_NAME.to_owned());
                }
                if calls.path.is_none() {
                    report("calls", format!("must be a JSON path, such as `{calls}->$[*|type=function_call]`"));
                }
                if name.is_none() && call.is_none() {
                    report("calls", NO_TOOL.to_owned());
                }
                let pointers =
                    [("name", name), ("arguments", arguments), ("call", call), ("result", result), ("error", error)];
                for (member, pointer) in pointers {
                    if pointer.as_ref().is_some_and(|pointer| !pointer.starts_with('/')) {
                        report(member, "must be a JSON Pointer, such as `/name`".to_owned());
                    }
                }
            }
            EvidenceSource::Table { message, name, arguments, call, result, error, .. } => {
                if name.is_none() && call.is_none() {
                    report("table", NO_TOOL.to_owned());
                }
                if is_path(message) {
                    report("message", format!("`{message}` is not a column; rows must be found by one"));
                }
                let places =
                    [("name", name), ("arguments", arguments), ("call", call), ("result", result), ("error", error)];
                wild_places(&places, &mut report);
            }
            EvidenceSource::Messages { name, call, result, error, .. } => {
                wild_places(&[("name", name), ("call", call), ("result", result), ("error", error)], &mut report);
            }
            EvidenceSource::Column { column, .. } if is_path(column) => {
                let reason = format!("`{column}` is not a column; read values in JSON with `from: \"parts\"`");
                report("column", reason);
            }
            EvidenceSource::History { json, .. } if is_path(json) => {
                report("json", format!("`{json}` is not a column; `texts` leads into its JSON"));
            }
            _ => {}
        }
    }
}

const NO_TOOL: &str = "needs `name` (the tool) or `call` (the call that it is the result of)";

/// Whether a JSON path is given where a column is required.
fn is_path(column: &ColumnName) -> bool {
    column.to_string().contains("->")
}

/// Reports wildcards: a row holds one call, so a path in it must lead to one value.
fn wild_places(places: &[(&str, &Option<ColumnPath>)], report: &mut impl FnMut(&str, String)) {
    for (member, place) in places {
        let path = place.as_ref().and_then(|place| place.path.as_ref());
        if path.is_some_and(|path| path.steps.iter().any(PathStep::is_wild)) {
            report(
                member,
                "a row is one call, but `{key}` and `[*]` lead to several; read them with `from: \"parts\"`".to_owned(),
            );
        }
    }
}

fn records(profile: &Profile, found: &mut Mistakes) {
    let parts = profile.messages.owner.as_ref().map_or(1, |owner| owner.places().len());
    if parts > 1 && profile.owners.is_some() {
        let reason = "an owner of several columns has no name; remove `owners`".to_owned();
        found.push(("/owners".to_owned(), reason));
    }
    for (kind, records) in &profile.records {
        if records.owner.columns().len() != parts {
            let reason = format!("needs as many columns as `messages.owner`: {parts}");
            found.push((format!("/records/{kind}/owner"), reason));
        }
        for (place, name) in records.same.iter().enumerate() {
            if name != "owner" && !records.fields.contains_key(name) {
                found.push((format!("/records/{kind}/same/{place}"), format!("unknown field `{name}`")));
            }
        }
        for (name, field) in &records.fields {
            let label = field
                .default
                .as_ref()
                .filter(|label| field.values.as_ref().is_some_and(|values| !values.contains_key(*label)));
            if let Some(label) = label {
                let reason = format!("`{label}` is not one of its values");
                found.push((format!("/records/{kind}/fields/{name}/default"), reason));
            }
        }
        if let Some(expiry) = records.expires.as_ref().filter(|expiry| !records.fields.contains_key(&expiry.field)) {
            let reason = format!("unknown field `{}`", expiry.field);
            found.push((format!("/records/{kind}/expires/field"), reason));
        }
    }
    if profile.write == WriteMode::None && profile.why.is_none() {
        found.push(("/write".to_owned(), "needs `why`: the reason why nothing may be written".to_owned()));
    }
}
