"""Findings of whole conversations, from Arrow batches to Arrow batches."""

from itertools import chain
from threading import Thread

import pyarrow

from ghostcall.process import Failed, Process

# The columns of a finding: `finding` is the JSON of `ghostcall scan --format jsonl`, `error` says why a row was not judged.
COLUMNS = ["message_id", "conversation_id", "remedy", "finding", "error"]
SCHEMA = pyarrow.schema([(name, pyarrow.string()) for name in COLUMNS])

# Judges as a scan does, taking later messages into account, with one conversation in memory at a time.
WHOLE = ("--whole", "--sorted")


def check_batches(batches, *options):
    """Yield the findings in record batches whose rows are grouped by conversation and in order.

    A column is a member of a message, as `ghostcall check` reads it: `id`, `conversation_id`, `role`, `content`, `tools_used`, …;
    with `seq`, a row that is out of order is an error instead of a wrong verdict.
    """
    batches = iter(batches)
    first = next(batches, None)
    if first is None:
        return
    process = Process("check", "--format", "arrow", *WHOLE, *options)
    failures = []

    def send_all():
        try:
            with pyarrow.ipc.new_stream(process.stdin, first.schema) as stream:
                for batch in chain([first], batches):
                    stream.write_batch(batch)
        except OSError:
            pass  # The process ended early and reports the reason itself.
        except BaseException as failure:  # Raised by the source of the batches.
            failures.append(failure)
            process.child.kill()
        process.end_input()

    Thread(target=send_all, daemon=True).start()
    try:
        for batch in pyarrow.ipc.open_stream(process.stdout):
            yield batch.select(COLUMNS)
    except (OSError, pyarrow.ArrowInvalid) as error:
        process.succeed()
        raise Failed(str(error)) from error
    else:
        process.succeed()
    finally:
        process.kill()
        if failures:
            raise failures[0]
