"""DuckDB: a relation is sorted by it, and judged as its batches come."""

import pyarrow

from ghostcall.arrow import SCHEMA, check_batches


def check(relation, conversation="conversation_id", order="created_at", options=()):
    """The findings of a relation of messages, as an Arrow table, which DuckDB reads by its name: `duckdb.sql("FROM findings")`.

    `conversation` and `order` are its columns by which messages belong together and follow each other (`order` may be a list).
    """
    order = [order] if isinstance(order, str) else list(order)
    named = "*" if conversation == "conversation_id" else f"*, {_quoted(conversation)} AS conversation_id"
    rows = relation.order(", ".join(map(_quoted, [conversation, *order]))).project(named)
    return pyarrow.Table.from_batches(check_batches(rows.to_arrow_reader(10_000), *options), SCHEMA)


def _quoted(name):
    return '"' + name.replace('"', '""') + '"'
