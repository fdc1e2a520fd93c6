"""ghostcall for gateways in Python and for query engines. These functions run the binary that the wheel contains.

`check` answers messages one by one. `ghostcall.spark`, `ghostcall.duckdb` and `ghostcall.ray` judge tables of messages,
whole conversations at a time. `ghostcall.arrow` does the same for Arrow batches from any source.
"""

import json
from collections import deque
from threading import Lock, Semaphore, Thread

from ghostcall.process import Failed, Process, binary

__all__ = ["Failed", "binary", "check"]

# The most messages that may wait for their answers.
IN_FLIGHT = 256


def check(messages, *options):
    """Yield the answers to messages in order, each as soon as it arrives.

    A message is a dictionary, or the JSON text of one, as `ghostcall check` reads it; an answer is a dictionary. `options` are
    options of `ghostcall check`. One process answers all messages. If it dies, the answer to each pending message is
    {"error": …}, and a new process continues with the next message. The new process does not know earlier messages of a
    conversation; send them again if they matter. Raises `Failed` if the process rejects the options or the input.
    """
    if "--whole" in options or "--format" in options:
        raise ValueError("one answer for each message: for whole conversations see ghostcall.arrow")
    yield from _Conversation(messages, options).answers()


class _Conversation:
    """Sends messages to a process, which is replaced if it dies, and reads the answers."""

    def __init__(self, messages, options):
        self.messages = messages
        self.options = options
        self.process = Process("check", *options)
        self.waiting = deque()
        self.room = Semaphore(IN_FLIGHT)
        # Held while writing to the process, and while replacing one that died.
        self.lock = Lock()
        self.all_sent = False
        # Whether the caller has stopped iterating.
        self.is_left = False
        self.failure = None

    def answers(self):
        Thread(target=self._send_all, daemon=True).start()
        try:
            while True:
                answer = self.process.stdout.readline()
                if answer.endswith(b"\n"):
                    self._answered()
                    yield json.loads(answer)
                    continue
                lost, reason, is_over = self._begin_anew()
                for _ in range(lost):
                    yield {"error": reason}
                if is_over:
                    break
        finally:
            self.is_left = True
            self.room.release()
            self.process.kill()
        if self.failure is not None:
            raise self.failure

    def _answered(self):
        self.waiting.popleft()
        self.room.release()

    def _begin_anew(self):
        """Replace a process that ended. Returns the number of lost answers, the reason, and whether all messages were sent."""
        with self.lock:
            reason = self.process.ended()
            lost = len(self.waiting)
            for _ in range(lost):
                self._answered()
            if not self.all_sent:
                self.process = Process("check", *self.options)
            return lost, reason, self.all_sent

    def _send_all(self):
        try:
            for message in self.messages:
                self._send(_line(message))
                if self.is_left:
                    return
        except BaseException as failure:  # Raised in the thread that reads the answers.
            self.failure = failure
        with self.lock:
            self.all_sent = True
            self.process.end_input()

    def _send(self, line):
        self.room.acquire()
        with self.lock:
            self.waiting.append(None)
            self.process.write(line)


def _line(message):
    text = message if isinstance(message, str) else json.dumps(message)
    if "\n" in text.strip():
        raise ValueError("a message is one line of JSON")
    return text.strip().encode() + b"\n"
