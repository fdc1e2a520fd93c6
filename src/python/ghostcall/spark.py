"""Spark: groups conversations in partitions, and sorts and judges each partition."""

from pyspark.sql import functions
from pyspark.sql.types import NumericType, TimestampNTZType, TimestampType

SCHEMA = "message_id string, conversation_id string, remedy string, finding string, error string"


def check(df, conversation="conversation_id", order="created_at", partitions=None, options=()):
    """Return the findings in a DataFrame of messages as a DataFrame.

    The column `conversation` groups messages; the column `order`, or a list of columns, sorts them within a conversation.
    The other columns have the names that `ghostcall check` reads: `id`, `role`, `content`, `tools_used`, … `partitions` is the
    number of partitions after the shuffle, and `options` are further options of `ghostcall check`, such as
    ["--with-context"]. A task that is retried returns the same rows.
    """
    order = [order] if isinstance(order, str) else list(order)
    # Rows without a conversation are independent, so they need not all be in one partition.
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
