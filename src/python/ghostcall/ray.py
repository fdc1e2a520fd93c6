"""Ray: conversations are brought together in blocks, and each block is sorted and judged."""

import pyarrow


def check(dataset, conversation="conversation_id", order="created_at", blocks=None, options=()):
    """The findings of a dataset of messages, as a dataset.

    `conversation` and `order` are its columns by which messages belong together and follow each other (`order` may be a list).
    """
    order = [order] if isinstance(order, str) else list(order)
    together = dataset.repartition(blocks or max(dataset.num_blocks(), 1), keys=[conversation])

    def judge(block):
        from ghostcall.arrow import SCHEMA, check_batches  # On the worker.

        rows = block.sort_by([(name, "ascending") for name in [conversation, *order]])
        rows = rows.rename_columns(["conversation_id" if name == conversation else name for name in rows.column_names])
        return pyarrow.Table.from_batches(check_batches(rows.to_batches(10_000), *options), SCHEMA)

    return together.map_batches(judge, batch_format="pyarrow", batch_size=None)
