"""Spark: conversations are brought together, sorted and judged, partition by partition."""

from pyspark.sql import functions
from pyspark.sql.types import NumericType, TimestampNTZType, TimestampType

SCHEMA = "message_id string, conversation_id string, remedy string, finding string, error string"


def check(df, conversation="conversation_id", order="created_at", partitions=None, options=()):
    """The findings of a DataFrame of messages, as a DataFrame.

    `conversation` and `order` are its columns by which messages belong together and follow each other (`order` may be a list);
    the others are named as `ghostcall check` reads them: `id`, `role`, `content`, `tools_used`, … `partitions` is how many the shuffle makes, and
    `options` are further options of `ghostcall check`, such as ["--with-context"]. A task that is tried again gives the same rows.
    """
    order = [order] if isinstance(order, str) else list(order)
    # Rows without a conversation are independent: they need not all come to one place.
    alone = [functions.col("id").cast("string")] if "id" in df.columns else []
    together = functions.coalesce(functions.col(conversation).cast("string"), *alone)
    together = df.repartition(partitions, together) if partitions else df.repartition(together)
    rows = together.sortWithinPartitions(conversation, *order)
    if isinstance(df.schema[order[0]].dataType, (NumericType, TimestampType, TimestampNTZType)):
        rows = rows.withColumn("seq", functions.col(order[0]))
    if conversation != "conversation_id":
        rows = rows.withColumnRenamed(conversation, "conversation_id")
    return rows.mapInArrow(_judge(tuple(options)), SCHEMA)


def _judge(options):
    def judge(batches):
        from ghostcall.arrow import check_batches  # On the executor.

        yield from check_batches(batches, *options)

    return judge
