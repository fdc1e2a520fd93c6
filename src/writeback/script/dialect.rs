//! The differences between SQLite and PostgreSQL: values, comparisons, JSON paths.
//!
//! For PostgreSQL, values are untyped literals where possible, which take the type of their column: so `'0'` may be a
//! number, a truth value or a text.

use rusqlite::types::{Value as Cell, ValueRef};
use serde_json::Value;

use super::literal;
use super::not_expressible::NotExpressible;
use crate::source::profile::{JsonPath, PathStep, Trim, sqlite_path};
use crate::source::{List, ListEncoding, StoredTime, TextCell, text_digest};
use crate::writeback::cell;

/// The SQL dialect of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// PostgreSQL, version 12 or newer.
    Postgres,
    /// SQLite, version 3.
    Sqlite,
}

/// A column of a table.
#[derive(Clone, Copy)]
pub(super) struct Column<'a> {
    pub(super) table: &'a str,
    pub(super) name: &'a str,
}

impl Dialect {
    /// The table in which a script records the outcome for each message. If SQLite has rolled back the transaction, it
    /// is gone; the schema name prevents use of an application's table with the same name.
    pub(super) fn report(self) -> &'static str {
        match self {
            Self::Postgres => "ghostcall_report",
            Self::Sqlite => "temp.ghostcall_report",
        }
    }

    /// A quoted table or column name.
    pub(super) fn name(self, name: &str) -> Result<String, NotExpressible> {
        match self {
            Self::Postgres => literal::postgres_name(name),
            Self::Sqlite => literal::sqlite_name(name),
        }
    }

    /// The literal for the value of a cell.
    pub(super) fn value(self, value: &Value) -> Result<String, NotExpressible> {
        match (self, cell::from_json(value)) {
            (_, Cell::Null) => Ok("NULL".to_owned()),
            (Self::Postgres, Cell::Blob(_)) => Err(NotExpressible::Bytes),
            (Self::Postgres, _) if value.is_boolean() => self.text(&value.to_string()),
            (_, Cell::Text(text)) => self.text(&text),
            (Self::Postgres, Cell::Integer(number)) => self.text(&number.to_string()),
            (Self::Postgres, Cell::Real(number)) => self.text(&number.to_string()),
            (Self::Sqlite, Cell::Integer(number)) => Ok(number.to_string()),
            (Self::Sqlite, Cell::Real(number)) if number.is_infinite() => {
                Ok(if number > 0.0 { "9e999" } else { "-9e999" }.to_owned())
            }
            (Self::Sqlite, Cell::Real(number)) => Ok(format!("{number:?}")),
            (Self::Sqlite, Cell::Blob(bytes)) => Ok(format!("x'{}'", cell::hexadecimal(&bytes))),
        }
    }

    /// The same for a column: a literal that has a type is converted to the column's.
    pub(super) fn value_for(self, column: Column<'_>, value: &Value) -> Result<String, NotExpressible> {
        let literal = self.value(value)?;
        let is_typed = matches!(cell::from_json(value), Cell::Text(text) if literal::is_typed(&text));
        Ok(match self {
            Self::Postgres if is_typed => format!("pg_temp.ghostcall_as({}, {literal})", self.type_of(column)?),
            Self::Postgres | Self::Sqlite => literal,
        })
    }

    /// NULL with the type of a column.
    fn type_of(self, column: Column<'_>) -> Result<String, NotExpressible> {
        Ok(format!("(NULL::{}).{}", self.name(column.table)?, self.name(column.name)?))
    }

    pub(super) fn text(self, text: &str) -> Result<String, NotExpressible> {
        match self {
            Self::Postgres => literal::postgres_text(text),
            Self::Sqlite => Ok(literal::sqlite_text(text)),
        }
    }

    /// A time for a column. Its text has a zone, which a column without zones ignores. In a text column it is written
    /// as in the export.
    pub(super) fn time(self, column: Column<'_>, value: &Value) -> Result<String, NotExpressible> {
        let literal = self.value(value)?;
        match self.instant(value)? {
            Some(instant) => Ok(format!("pg_temp.ghostcall_time({}, {instant}, {literal})", self.type_of(column)?)),
            None => Ok(literal),
        }
    }

    /// A time with its zone, as PostgreSQL parses it; `None` if it is written unchanged.
    fn instant(self, value: &Value) -> Result<Option<String>, NotExpressible> {
        let moment = value.as_str().and_then(|text| StoredTime::read(ValueRef::Text(text.as_bytes())));
        let moment = moment.filter(|_| self == Self::Postgres);
        moment.map(|moment| self.text(&moment.at.to_string())).transpose()
    }

    /// The new value of a time, which never goes back.
    pub(super) fn later(self, column: Column<'_>, value: &Value) -> Result<String, NotExpressible> {
        let (name, time) = (self.name(column.name)?, self.time(column, value)?);
        Ok(match self {
            Self::Postgres => format!("greatest({name}, {time})"),
            Self::Sqlite => format!("CASE WHEN {name} > {time} THEN {name} ELSE {time} END"),
        })
    }

    /// SQL that is true if a column of the row `tableoid` holds this time or document, compared as values of the
    /// column's type, which may have less precision or no equality operator. `None` for other values.
    pub(super) fn is_kept(self, column: &str, value: &Value) -> Result<Option<String>, NotExpressible> {
        let is_document =
            |text: &str| serde_json::from_str(text).is_ok_and(|it: Value| it.is_object() || it.is_array());
        let Some(text) = value.as_str().filter(|_| self == Self::Postgres) else { return Ok(None) };
        let meant = match self.instant(value)? {
            Some(instant) => instant,
            None if is_document(text) => self.text(text)?,
            None => return Ok(None),
        };
        let (name, held, literal) = (self.text(column)?, self.name(column)?, self.text(text)?);
        Ok(Some(format!("pg_temp.ghostcall_is(tableoid, {name}, {held}, {meant}, {literal})")))
    }

    /// A list of names; `cell` is its form in the export. PostgreSQL determines the column's type.
    pub(super) fn list(self, column: Column<'_>, list: &List, cell: &Value) -> Result<String, NotExpressible> {
        if self == Self::Sqlite || cell.is_null() {
            return self.value(cell);
        }
        let [array, json] =
            [ListEncoding::Postgres, ListEncoding::Json].map(|encoding| self.text(&list.write(encoding)));
        Ok(format!("pg_temp.ghostcall_list({}, {}, {}, {})", self.type_of(column)?, array?, json?, self.value(cell)?))
    }

    /// SQL that is true if a column lists the same names: as an array, as JSON, or as the text in the export.
    pub(super) fn is_list(self, column: &str, list: &List, cell: &Value) -> Result<String, NotExpressible> {
        let (column, literal) = (self.name(column)?, self.value(cell)?);
        Ok(match self {
            Self::Postgres => format!(
                "(coalesce(to_jsonb({column}), '[]') = {}::jsonb OR {})",
                self.text(&list.write(ListEncoding::Json))?,
                self.is(&format!("{column}::text"), &literal)
            ),
            Self::Sqlite => self.is(&column, &literal),
        })
    }

    /// The same if the column's text encoding of lists, or whether it has one, is unknown.
    pub(super) fn lists_same(self, column: &str, list: &List, cell: &Value) -> Result<String, NotExpressible> {
        let (is_list, json) = (self.is_list(column, list, cell)?, self.text(&list.write(ListEncoding::Json))?);
        let column = self.name(column)?;
        Ok(match self {
            Self::Postgres => {
                let text = format!("coalesce(nullif({column}::text, ''), '[]')");
                format!("({is_list} OR pg_temp.ghostcall_json({text}) = {json}::jsonb)")
            }
            Self::Sqlite => {
                let text = format!("coalesce(nullif({column}, ''), '[]')");
                format!("({is_list} OR CASE WHEN json_valid({text}) THEN json({text}) END IS json({json}))")
            }
        })
    }

    /// SQL that is true if a column with times as texts or numbers holds exactly this one.
    pub(super) fn is_written_as(self, column: &str, time: &Value) -> Result<String, NotExpressible> {
        let (name, time) = (self.name(column)?, self.value(time)?);
        Ok(match self {
            Self::Sqlite => self.is(&name, &time),
            Self::Postgres => {
                let kind = format!("(SELECT typcategory FROM pg_catalog.pg_type WHERE oid = pg_typeof({name}))");
                format!("({kind} NOT IN ('S', 'N') OR {})", self.is(&format!("{name}::text"), &time))
            }
        })
    }

    /// SQL that is true if a column holds this document, which PostgreSQL may have reformatted.
    pub(super) fn is_document(self, column: &str, value: &Value) -> Result<String, NotExpressible> {
        let document = self.value(value)?;
        let column = self.name(column)?;
        let is_json = value.as_str().is_some_and(|text| serde_json::from_str::<Value>(text).is_ok());
        Ok(match self {
            Self::Postgres if is_json => {
                self.is(&format!("pg_temp.ghostcall_json({column}::text)"), &format!("{document}::jsonb"))
            }
            Self::Postgres => self.is(&format!("{column}::text"), &document),
            Self::Sqlite => self.is(&column, &document),
        })
    }

    /// SQL that is true if two values are equal, or both NULL.
    pub(super) fn is(self, left: &str, right: &str) -> String {
        match self {
            Self::Postgres => format!("{left} IS NOT DISTINCT FROM {right}"),
            Self::Sqlite => format!("{left} IS {right}"),
        }
    }

    /// The same, but exact: the column's collation may treat different texts as equal.
    pub(super) fn is_exactly(self, left: &str, right: &str) -> String {
        match self {
            Self::Postgres => self.is(left, right),
            Self::Sqlite => self.is(&format!("{left} COLLATE BINARY"), right),
        }
    }

    /// A column with its texts trimmed.
    pub(super) fn trimmed(self, column: &str, trim: Trim) -> Result<String, NotExpressible> {
        let column = self.name(column)?;
        Ok(match (trim, self) {
            (Trim::None, _) => column,
            (Trim::Ascii, Self::Postgres) => format!("btrim({column}, E' \\t\\n\\x0b\\x0c\\r')"),
            (Trim::Ascii, Self::Sqlite) => format!("trim({column}, char(32, 9, 10, 11, 12, 13))"),
        })
    }

    /// SQL that is true if an expression equals a text, of which PostgreSQL compares the digest.
    fn equals_text(self, expression: &str, text: &str) -> Result<String, NotExpressible> {
        Ok(match self {
            Self::Postgres => format!("pg_temp.ghostcall_digest({expression}) = '{}'", text_digest(text)),
            Self::Sqlite => self.is_exactly(expression, &self.text(text)?),
        })
    }

    /// SQL that is true if a cell, or the path in its JSON, holds this value.
    pub(super) fn holds(self, cell: &TextCell) -> Result<String, NotExpressible> {
        let column = self.name(&cell.column)?;
        let Some(path) = &cell.path else { return self.equals_text(&column, &cell.value) };
        let path = self.path(path)?;
        let read = match self {
            Self::Postgres => format!("(pg_temp.ghostcall_json({column}::text) #>> {path})"),
            Self::Sqlite => format!("(CASE WHEN json_valid({column}) THEN json_extract({column}, {path}) END)"),
        };
        self.equals_text(&read, &json_text(cell)?)
    }

    /// The new value of a cell, so that it, or the path in its JSON, holds this value.
    pub(super) fn set(self, cell: &TextCell) -> Result<String, NotExpressible> {
        let column = self.name(&cell.column)?;
        let Some(path) = &cell.path else { return Ok(format!("{column} = {}", self.text(&cell.value)?)) };
        let text = self.text(&json_text(cell)?)?;
        let place = self.path(path)?;
        Ok(match self {
            Self::Postgres if path == "$" => format!("{column} = to_jsonb({text}::text)"),
            Self::Postgres => format!("{column} = jsonb_set({column}::jsonb, {place}, to_jsonb({text}::text))"),
            // At the root, `json_set` of older versions (3.40) gives the bare text instead of JSON.
            Self::Sqlite if path == "$" => format!("{column} = json_quote({text})"),
            Self::Sqlite => format!("{column} = json_set({column}, {place}, {text})"),
        })
    }

    /// The SQL expression for a JSON path; an error if the dialect cannot express it.
    fn path(self, path: &str) -> Result<String, NotExpressible> {
        let JsonPath { steps } = path.parse().map_err(|()| NotExpressible::Path)?;
        match self {
            Self::Sqlite => self.text(&sqlite_path(&steps)),
            Self::Postgres => {
                let step = |step: &PathStep| match step {
                    PathStep::Member(name) => self.text(name),
                    PathStep::Element(place) => self.text(&place.to_string()),
                    PathStep::Key | PathStep::Each(_) => Err(NotExpressible::Path),
                };
                let steps: Vec<_> = steps.iter().map(step).collect::<Result<_, _>>()?;
                Ok(format!("ARRAY[{}]::text[]", steps.join(", ")))
            }
        }
    }
}

/// The text that a JSON literal encodes.
fn json_text(cell: &TextCell) -> Result<String, NotExpressible> {
    serde_json::from_str(&cell.value).map_err(|_| NotExpressible::Path)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn postgres_gets_values_without_a_type() {
        let postgres = Dialect::Postgres;
        let said = |value: Value| postgres.value(&value).unwrap();
        assert_eq!([said(json!(0)), said(json!(true)), said(json!(1.5))], ["'0'", "'true'", "'1.5'"]);
        assert_eq!(said(json!(null)), "NULL");
        assert_eq!(postgres.value(&json!({ "blob": "ff" })), Err(NotExpressible::Bytes));
        let column = Column { table: "memory", name: "kind" };
        assert_eq!(
            postgres.time(column, &json!("2026-01-20 17:03:11.5")).unwrap(),
            "pg_temp.ghostcall_time((NULL::\"memory\").\"kind\", '2026-01-20T17:03:11.5Z', '2026-01-20 17:03:11.5')"
        );
        assert_eq!(postgres.time(column, &json!(1_772_000_000)).unwrap(), "'1772000000'");
        assert_eq!(postgres.value_for(column, &json!("core")).unwrap(), "'core'");
        assert_eq!(
            postgres.value_for(column, &json!("é")).unwrap(),
            "pg_temp.ghostcall_as((NULL::\"memory\").\"kind\", convert_from(E'\\\\303\\\\251', 'UTF8'))"
        );
    }

    #[test]
    fn what_a_column_may_keep_otherwise_is_compared_as_a_value_of_it() {
        let kept = |value: Value| Dialect::Postgres.is_kept("at", &value).unwrap();
        let is = |meant: &str, original: &str| {
            format!("pg_temp.ghostcall_is(tableoid, 'at', \"at\", '{meant}', '{original}')")
        };
        assert_eq!(
            kept(json!("2026-01-20 17:03:11.5")).unwrap(),
            is("2026-01-20T17:03:11.5Z", "2026-01-20 17:03:11.5")
        );
        assert_eq!(kept(json!("{\"a\": 1}")).unwrap(), is("{\"a\": 1}", "{\"a\": 1}"));
        for plain in [json!("a text"), json!("12"), json!("null"), json!(12), json!(null)] {
            assert_eq!(kept(plain), None);
        }
        assert_eq!(Dialect::Sqlite.is_kept("at", &json!("{}")).unwrap(), None);
    }

    #[test]
    fn sqlite_gets_values_of_every_type() {
        let said = |value: Value| Dialect::Sqlite.value(&value).unwrap();
        assert_eq!([said(json!(1)), said(json!(1.0)), said(json!(-0.5e-7))], ["1", "1.0", "-5e-8"]);
        assert_eq!([said(json!({ "blob": "00ff" })), said(json!("a"))], ["x'00ff'", "'a'"]);
    }

    #[test]
    fn a_list_is_written_in_every_type_that_its_column_may_have() {
        let column = Column { table: "messages", name: "tools" };
        let list = |cell: Value| Dialect::Postgres.list(column, &List::read(cell.as_str()), &cell).unwrap();
        let of_column = "pg_temp.ghostcall_list((NULL::\"messages\").\"tools\"";
        assert_eq!(list(json!("a,b")), format!("{of_column}, '{{a,b}}', '[\"a\", \"b\"]', 'a,b')"));
        assert_eq!(list(json!(null)), "NULL");
        let is = Dialect::Postgres.is_list("tools", &List::default(), &json!(null)).unwrap();
        assert_eq!(
            is,
            "(coalesce(to_jsonb(\"tools\"), '[]') = '[]'::jsonb OR \"tools\"::text IS NOT DISTINCT FROM NULL)"
        );
    }

    #[test]
    fn a_time_is_never_moved_back() {
        let time = json!("2026-01-20 17:03:11");
        let column = Column { table: "messages", name: "at" };
        let moved = Dialect::Postgres.time(column, &time).unwrap();
        assert_eq!(Dialect::Postgres.later(column, &time).unwrap(), format!("greatest(\"at\", {moved})"));
        let sqlite = "CASE WHEN \"at\" > '2026-01-20 17:03:11' THEN \"at\" ELSE '2026-01-20 17:03:11' END";
        assert_eq!(Dialect::Sqlite.later(column, &time).unwrap(), sqlite);
    }
}
