"""Ray: groups conversations in blocks, and sorts and judges each block."""

import pyarrow


def check(dataset, conversation="conversation_id", order="created_at", blocks=None, options=()):
    """Return the findings in a dataset of messages as a dataset.

    The column `conversation` groups messages; the column `order`, or a list of columns, sorts them within a conversation.
    """
    order = [order] if isinstance(order, str) else list(order)
    together = dataset.repartition(blocks or max(dataset.num_blocks(), 1), keys=[conversation])

    def judge(block):
        from ghostcall.arrow import SCHEMA, check_batches  # On the worker.

        rows = block.sort_by([(name, "ascending") for name in [conversation, *order]])
        rows = rows.rename_columns(["conversation_id" if name == conversation else name for name in rows.column_names])
        return pyarrow.Table.from_batches(check_batches(rows.to_batches(10_000), *options), SCHEMA)

    return together.map_batches(judge, batch_format="pyarrow", batch_size=None)
