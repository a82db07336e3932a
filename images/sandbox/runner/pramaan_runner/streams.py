"""Standard output and error of a Python program.

Text is gathered in the memory shared with the supervisor, and written to the pipe in few system calls, which cost
dearly on gVisor. What was gathered when the program is killed, crashes or leaves in any other way is not lost: the
supervisor finds it there. Before another program or a fork can write, it is written, so that the order holds.
"""

import builtins

__builtins__ = dict(vars(builtins))

import io
import os
import threading
import time

_GATHER_S = 0.05
_write, _now = os.write, time.monotonic
_streams = []

# What starts another program that holds the same pipes.
STARTS = ('os.system', 'os.exec', 'os.posix_spawn', 'subprocess.Popen', 'pty.spawn')


class Gathering(io.RawIOBase):
    """The binary end of a stream; sys.stdout.buffer and sys.stderr.buffer."""

    def __init__(self, descriptor, area, by_line):
        super().__init__()
        self.name = '<stdout>' if descriptor == 1 else '<stderr>'
        self.mode = 'wb'
        self._descriptor = descriptor
        self._area = self._own_area = area
        self._by_line = by_line
        self._lock = threading.RLock()
        self._size = 0
        self._due = _now() + _GATHER_S

    def fileno(self):
        return self._descriptor

    def writable(self):
        return True

    def write(self, data):
        """Takes all of it; raises OSError where the stream was closed under it."""
        data = bytes(data)
        if self._area is None:
            _write_all(self._descriptor, data)
            return len(data)
        with self._lock:
            if self._size + len(data) > self._area.room:
                self.flush()
            if len(data) > self._area.room:
                _write_all(self._descriptor, data)
                return len(data)
            # The place is taken before it is filled: a signal handler may write in between.
            start, self._size = self._size, self._size + len(data)
            self._area.put(start, data)
            now = _now()
            if now >= self._due or self._by_line and b'\n' in data:
                self._due = now + _GATHER_S
                self.flush()
        return len(data)

    def flush(self):
        if self._area is None:
            return
        with self._lock:
            data, self._size = self._area.take(), 0
            if data:
                _write_all(self._descriptor, data)

    def gather(self, on):
        """Off in a fork, whose memory this is not: there every write goes to the pipe."""
        self._area = self._own_area if on else None


def _write_all(descriptor, data):
    view = memoryview(data)
    while view:
        view = view[_write(descriptor, view):]


def open_text(descriptor, area, errors):
    """A text stream that the program may use as sys.stdout or sys.stderr."""
    raw = Gathering(descriptor, area, by_line=descriptor == 2)
    _streams.append(raw)
    return io.TextIOWrapper(raw, encoding='utf-8', errors=errors, newline='\n', write_through=True)


def flush_all(*_):
    """Writes what is gathered; errors are left to whoever writes next."""
    for stream in _streams:
        try:
            stream.flush()
        except OSError:
            pass


def gather_all(on=True):
    """Turns gathering on or off."""
    for stream in _streams:
        stream.gather(on)


def guard_forks():
    """Keeps what a fork writes apart from what is gathered here."""
    os.register_at_fork(before=flush_all, after_in_child=lambda: gather_all(False))
