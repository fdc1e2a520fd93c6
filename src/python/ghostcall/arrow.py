"""Findings of whole conversations, from Arrow batches to Arrow batches."""

from itertools import chain
from threading import Thread

import pyarrow

from ghostcall.process import Failed, Process

# What is told of a finding; `finding` is the JSON of `ghostcall scan --format jsonl`, and `error` says why a row was not judged.
COLUMNS = ["message_id", "conversation_id", "remedy", "finding", "error"]
SCHEMA = pyarrow.schema([(name, pyarrow.string()) for name in COLUMNS])

# As a scan judges them: what came later counts, and one conversation is in memory at a time.
WHOLE = ("--whole", "--sorted")


def check_batches(batches, *options):
    """Yield the findings of record batches, in which the rows of each conversation are together and in order.

    A column is a member of a message, as `ghostcall check` reads it: `id`, `conversation_id`, `role`, `content`, `tools_used`, …;
    `seq` lets a row that is out of order be an error instead of a wrong verdict.
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
            pass  # It ended early, and says why by itself.
        except BaseException as failure:  # Of whoever makes the batches.
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
