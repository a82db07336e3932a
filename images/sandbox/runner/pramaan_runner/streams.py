"""A Python program's standard output and error.

Text is collected in the memory shared with the supervisor and written to the pipe in few system calls, because these
are expensive on gVisor. If the program is killed, crashes or ends in any other way, the collected text is not lost: the
supervisor finds it there. It is written before another program or a fork can write, so that the order is preserved.
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

# Events that start another program with the same pipes.
STARTS = ('os.system', 'os.exec', 'os.posix_spawn', 'subprocess.Popen', 'pty.spawn')


class Gathering(io.RawIOBase):
    """A stream's binary layer: sys.stdout.buffer or sys.stderr.buffer."""

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
        """Writes all of the data. Raises OSError if the stream's descriptor was closed."""
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
            # Reserves the space before filling it, because a signal handler may write in between.
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
        """Turns collecting off in a fork, which has no part in this memory and must write to the pipe."""
        self._area = self._own_area if on else None


def _write_all(descriptor, data):
    view = memoryview(data)
    while view:
        view = view[_write(descriptor, view):]


def open_text(descriptor, area, errors):
    """A text stream for use as sys.stdout or sys.stderr."""
    raw = Gathering(descriptor, area, by_line=descriptor == 2)
    _streams.append(raw)
    return io.TextIOWrapper(raw, encoding='utf-8', errors=errors, newline='\n', write_through=True)


def flush_all(*_):
    """Writes the collected text. Ignores errors, because the next write will raise them."""
    for stream in _streams:
        try:
            stream.flush()
        except OSError:
            pass


def gather_all(on=True):
    """Turns collecting on or off."""
    for stream in _streams:
        stream.gather(on)


def guard_forks():
    """Keeps a fork's output separate from the text collected here."""
    os.register_at_fork(before=flush_all, after_in_child=lambda: gather_all(False))
