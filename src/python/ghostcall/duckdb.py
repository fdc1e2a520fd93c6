"""DuckDB: sorts a relation and judges its batches as they arrive."""

import pyarrow

from ghostcall.arrow import SCHEMA, check_batches


def check(relation, conversation="conversation_id", order="created_at", options=()):
    """Return the findings in a relation of messages as an Arrow table. DuckDB can query it by its variable name,
    as in `duckdb.sql("FROM findings")`.

    The column `conversation` groups messages; the column `order`, or a list of columns, sorts them within a conversation.
    """
    order = [order] if isinstance(order, str) else list(order)
    named = "*" if conversation == "conversation_id" else f"*, {_quoted(conversation)} AS conversation_id"
    rows = relation.order(", ".join(map(_quoted, [conversation, *order]))).project(named)
    return pyarrow.Table.from_batches(check_batches(rows.to_arrow_reader(10_000), *options), SCHEMA)


def _quoted(name):
    return '"' + name.replace('"', '""') + '"'
