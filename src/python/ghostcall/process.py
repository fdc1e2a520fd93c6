"""The binary, and a process of it."""

import os
import shutil
import socket
import subprocess
import sysconfig
import tempfile

VARIABLE = "GHOSTCALL_BINARY"


class Failed(RuntimeError):
    """The binary is not there, or cannot do what it is asked."""


def binary():
    """The path of the binary: the one that GHOSTCALL_BINARY names, the one of the wheel, or one on the path."""
    named = os.environ.get(VARIABLE)
    own = os.path.join(sysconfig.get_path("scripts"), "ghostcall")
    found = shutil.which(named) if named else shutil.which(own) or shutil.which("ghostcall")
    if found is None:
        what = f"{VARIABLE} names {named}, which is no program" if named else "there is no ghostcall"
        raise Failed(f"{what} on {socket.gethostname()}: install the wheel there (pip install ghostcall), or name the binary in {VARIABLE}")
    return found


class Process:
    """A process with pipes."""

    def __init__(self, *arguments):
        # What it says is read when it has ended: a pipe could fill up meanwhile.
        self.notes = tempfile.TemporaryFile()
        pipe = subprocess.PIPE
        self.child = subprocess.Popen([binary(), *arguments], stdin=pipe, stdout=pipe, stderr=self.notes)
        self.stdin, self.stdout = self.child.stdin, self.child.stdout

    def write(self, data):
        """Hand data on at once; whether it arrived shows when the process has ended."""
        try:
            self.stdin.write(data)
            self.stdin.flush()
        except OSError:
            pass

    def end_input(self):
        try:
            self.stdin.close()
        except OSError:
            pass

    def ended(self):
        """Wait for its end, and say how that was. Raises `Failed` where it could not do what it was asked."""
        status = self.child.wait()
        if status == 2:
            raise Failed(self._said())
        return f"ghostcall ended by signal {-status}" if status < 0 else f"ghostcall ended with status {status}"

    def succeed(self):
        """Wait for its end. Raises `Failed` where it did not come to one by itself: what it printed is not all."""
        how = self.ended()
        # 1 says that it found problems, which it printed.
        if self.child.returncode not in (0, 1):
            raise Failed(f"{how}: {self._said()}")

    def kill(self):
        self.child.kill()
        self.child.wait()

    def _said(self):
        self.notes.seek(0)
        return self.notes.read().decode(errors="replace").strip()
