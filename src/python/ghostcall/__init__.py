"""ghostcall for gateways in Python and for engines: the binary comes with the wheel, and these functions call it.

`check` answers messages one by one. `ghostcall.spark`, `ghostcall.duckdb` and `ghostcall.ray` judge tables of them, whole
conversations at a time, and `ghostcall.arrow` does so for anything that has Arrow batches.
"""

import json
from collections import deque
from threading import Lock, Semaphore, Thread

from ghostcall.process import Failed, Process, binary

__all__ = ["Failed", "binary", "check"]

# So many messages may wait for their answers.
IN_FLIGHT = 256


def check(messages, *options):
    """Yield the answer to each message, in their order, as soon as it is there.

    A message is a dictionary, or the JSON text of one, as `ghostcall check` reads it; an answer is a dictionary. `options` are
    options of `ghostcall check`. One process answers all messages. Where it dies, each message that it had not answered gets
    {"error": …}, and another one goes on with the next: what it remembered of conversations is lost, so send what follows
    with the messages before it where that matters. Where it cannot do what is asked, `Failed` is raised.
    """
    if "--whole" in options or "--format" in options:
        raise ValueError("one answer for each message: for whole conversations see ghostcall.arrow")
    yield from _Conversation(messages, options).answers()


class _Conversation:
    """Messages on their way through one process after another."""

    def __init__(self, messages, options):
        self.messages = messages
        self.options = options
        self.process = Process("check", *options)
        self.waiting = deque()
        self.room = Semaphore(IN_FLIGHT)
        # Whoever holds it may write, or put another process in the place of one that died.
        self.lock = Lock()
        self.all_sent = False
        # Whether nobody asks for answers any more.
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
        """After the process ended: how many answers are lost, why, and whether that was all."""
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
        except BaseException as failure:  # It belongs to whoever asks for the answers.
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
