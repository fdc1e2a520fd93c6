//! Converts the rows of a record batch to the lines that `check` reads. A column becomes a member; a null cell is left
//! out.

use anyhow::{Context as _, bail};
use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use jiff::Timestamp;
use serde_json::{Map, Value};

/// Columns that may contain JSON as text, the way tables store lists and objects.
const JSON: [&str; 7] =
    ["tools_used", "tool_calls", "tool_results", "enabled_tools", "parts", "function_call", "output"];

/// The rows of a batch.
pub(super) struct ArrowRows<'a> {
    names: Vec<&'a str>,
    columns: Vec<&'a dyn Array>,
}

impl<'a> ArrowRows<'a> {
    pub(super) fn of(batch: &'a RecordBatch) -> anyhow::Result<Self> {
        let names: Vec<&str> = batch.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
        let columns: Vec<&dyn Array> = batch.columns().iter().map(AsRef::as_ref).collect();
        for (name, column) in names.iter().zip(&columns) {
            if !is_readable(column.data_type()) {
                bail!("column {name}: {} cannot be a field of a message; cast it, or leave it out", column.data_type());
            }
        }
        Ok(Self { names, columns })
    }

    /// The JSON line of a row.
    pub(super) fn line(&self, row: usize) -> anyhow::Result<String> {
        let mut members = Map::new();
        for (name, column) in self.names.iter().zip(&self.columns) {
            let value = cell(*column, row).with_context(|| format!("column {name}"))?;
            let value = if JSON.contains(name) { unfolded(value) } else { value };
            if !value.is_null() {
                members.insert((*name).to_owned(), value);
            }
        }
        // If the table has a text column, every row has a text, which may be null.
        if !members.contains_key("content") && self.names.contains(&"content") {
            members.insert("content".to_owned(), Value::Null);
        }
        Ok(Value::Object(members).to_string())
    }
}

/// Parses a text as JSON.
fn unfolded(value: Value) -> Value {
    let document = value.as_str().filter(|text| text.trim_start().starts_with(['[', '{']));
    document.and_then(|text| serde_json::from_str(text).ok()).unwrap_or(value)
}

fn is_readable(kind: &DataType) -> bool {
    match kind {
        DataType::List(of) | DataType::LargeList(of) => is_readable(of.data_type()),
        DataType::Struct(fields) => fields.iter().all(|field| is_readable(field.data_type())),
        DataType::Null
        | DataType::Boolean
        | DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::UInt8
        | DataType::UInt16
        | DataType::UInt32
        | DataType::UInt64
        | DataType::Float32
        | DataType::Float64
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Date32
        | DataType::Timestamp(..) => true,
        _ => false,
    }
}

fn cell(column: &dyn Array, row: usize) -> anyhow::Result<Value> {
    if column.is_null(row) {
        return Ok(Value::Null);
    }
    Ok(match column.data_type() {
        DataType::Boolean => column.as_boolean().value(row).into(),
        DataType::Int8 => column.as_primitive::<Int8Type>().value(row).into(),
        DataType::Int16 => column.as_primitive::<Int16Type>().value(row).into(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).into(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into(),
        DataType::UInt8 => column.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => column.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(row).into(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).into(),
        DataType::Float32 => f64::from(column.as_primitive::<Float32Type>().value(row)).into(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into(),
        DataType::Utf8 => column.as_string::<i32>().value(row).into(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).into(),
        DataType::Utf8View => column.as_string_view().value(row).into(),
        DataType::Date32 => {
            let days = i64::from(column.as_primitive::<Date32Type>().value(row));
            Timestamp::from_second(days * 86_400)?.to_string().into()
        }
        DataType::Timestamp(unit, _) => time(column, *unit, row)?.to_string().into(),
        DataType::List(_) => list(column.as_list::<i32>().value(row).as_ref())?,
        DataType::LargeList(_) => list(column.as_list::<i64>().value(row).as_ref())?,
        DataType::Struct(fields) => {
            let columns = column.as_struct().columns();
            let member = |(name, column): (&str, &dyn Array)| Ok((name.to_owned(), cell(column, row)?));
            let members = fields.iter().map(|field| field.name().as_str()).zip(columns.iter().map(AsRef::as_ref));
            Value::Object(members.map(member).collect::<anyhow::Result<_>>()?)
        }
        _ => Value::Null,
    })
}

fn list(items: &dyn Array) -> anyhow::Result<Value> {
    (0..items.len()).map(|item| cell(items, item)).collect()
}

/// Converts a time; one without a time zone is in UTC.
fn time(column: &dyn Array, unit: TimeUnit, row: usize) -> anyhow::Result<Timestamp> {
    Ok(match unit {
        TimeUnit::Second => Timestamp::from_second(column.as_primitive::<TimestampSecondType>().value(row))?,
        TimeUnit::Millisecond => {
            Timestamp::from_millisecond(column.as_primitive::<TimestampMillisecondType>().value(row))?
        }
        TimeUnit::Microsecond => {
            Timestamp::from_microsecond(column.as_primitive::<TimestampMicrosecondType>().value(row))?
        }
        TimeUnit::Nanosecond => {
            Timestamp::from_nanosecond(column.as_primitive::<TimestampNanosecondType>().value(row).into())?
        }
    })
}
