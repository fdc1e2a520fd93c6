"""Finds the binary and runs it."""

import os
import shutil
import socket
import subprocess
import sysconfig
import tempfile

VARIABLE = "GHOSTCALL_BINARY"


class Failed(RuntimeError):
    """The binary was not found, or it failed."""


def binary():
    """Return the path of the binary: the one in GHOSTCALL_BINARY, else the one of the wheel, else one on the PATH."""
    named = os.environ.get(VARIABLE)
    own = os.path.join(sysconfig.get_path("scripts"), "ghostcall")
    found = shutil.which(named) if named else shutil.which(own) or shutil.which("ghostcall")
    if found is None:
        what = f"{VARIABLE} names {named}, which is no program" if named else "there is no ghostcall"
        raise Failed(f"{what} on {socket.gethostname()}: install the wheel there (pip install ghostcall), or name the binary in {VARIABLE}")
    return found


class Process:
    """A process of the binary with pipes."""

    def __init__(self, *arguments):
        # Standard error goes to a file, because a pipe that is read only at the end could fill up.
        self.notes = tempfile.TemporaryFile()
        pipe = subprocess.PIPE
        self.child = subprocess.Popen([binary(), *arguments], stdin=pipe, stdout=pipe, stderr=self.notes)
        self.stdin, self.stdout = self.child.stdin, self.child.stdout

    def write(self, data):
        """Write and flush data. An error is ignored here; the exit status shows it."""
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
        """Wait for the end of the process, and describe it. Raises `Failed` on exit status 2."""
        status = self.child.wait()
        if status == 2:
            raise Failed(self._said())
        return f"ghostcall ended by signal {-status}" if status < 0 else f"ghostcall ended with status {status}"

    def succeed(self):
        """Wait for the end of the process. Raises `Failed` unless it ran to completion, as its output is incomplete."""
        how = self.ended()
        # Status 1 means that it found problems, which it printed.
        if self.child.returncode not in (0, 1):
            raise Failed(f"{how}: {self._said()}")

    def kill(self):
        self.child.kill()
        self.child.wait()

    def _said(self):
        self.notes.seek(0)
        return self.notes.read().decode(errors="replace").strip()
