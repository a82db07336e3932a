"""Memory that the supervisor shares with one child: it passes the job in, and the child's statements about itself out.

No descriptor leads to it, so submitted code cannot find one to write to. Anything that it writes here concerns only
itself: the supervisor limits every length, and gets exit code, signal and times from the kernel.
"""

import builtins

# Submitted code may replace any built-in function; this module keeps the original ones.
__builtins__ = dict(vars(builtins))

import mmap
import struct

CODE_BYTES = 2 << 20
RESULT_BYTES = 512 << 10
NOTES_BYTES = 64 << 10
GATHERED_BYTES = 16 << 10

_JOB = struct.Struct('>II')  # sizes: header, code
# Next pid, notes size, connections and look-ups that are only counted, result kind, result truncated, result size.
_OUT = struct.Struct('>IIIIBBI')
_MARK = struct.Struct('>III')  # the three about notes
_OUT_AT = _JOB.size + NOTES_BYTES + CODE_BYTES
_MARK_AT = _OUT_AT + 4
_KIND_AT = _MARK_AT + _MARK.size
_NOTES_AT = _OUT_AT + _OUT.size
_RESULT_AT = _NOTES_AT + NOTES_BYTES
_GATHERED_AT = {1: _RESULT_AT + RESULT_BYTES, 2: _RESULT_AT + RESULT_BYTES + 4 + GATHERED_BYTES}
_SIZE = _GATHERED_AT[2] + 4 + GATHERED_BYTES

NO_RESULT, JSON_RESULT, REPR_RESULT = 0, 1, 2


class Area:
    """A part of the mapping that contains bytes and their number."""

    room = GATHERED_BYTES

    def __init__(self, mapping, at):
        self._map = mapping
        self._at = at

    def put(self, start, data):
        """Appends bytes."""
        begin = self._at + 4 + start
        self._map[begin:begin + len(data)] = data
        self._map[self._at:self._at + 4] = (start + len(data)).to_bytes(4, 'big')

    def take(self):
        """Removes and returns all bytes."""
        size = min(int.from_bytes(self._map[self._at:self._at + 4], 'big'), GATHERED_BYTES)
        data = self._map[self._at + 4:self._at + 4 + size]
        self._map[self._at:self._at + 4] = bytes(4)
        return data


class Shared:
    """An anonymous shared mapping."""

    def __init__(self):
        self._map = mmap.mmap(-1, _SIZE)

    # For the supervisor.

    def put_job(self, header, code):
        """Stores a job and clears an earlier job's data."""
        self._map[0:_JOB.size] = _JOB.pack(len(header), len(code))
        self._put(_JOB.size, header)
        self._put(_JOB.size + len(header), code)
        self._map[_OUT_AT:_NOTES_AT] = bytes(_OUT.size)
        for at in _GATHERED_AT.values():
            self._map[at:at + 4] = bytes(4)

    def next_pid(self):
        """Returns the process that keeps the variables for the next job, according to the child."""
        return _OUT.unpack(self._map[_OUT_AT:_NOTES_AT])[0]

    def result(self, limit):
        """Returns (kind, truncated, bytes) for the last expression's value stored by the child, up to limit bytes."""
        *_, kind, cut, size = _OUT.unpack(self._map[_OUT_AT:_NOTES_AT])
        kept = min(size, RESULT_BYTES, limit)
        return (
            kind if kind in (JSON_RESULT, REPR_RESULT) else NO_RESULT,
            cut != 0 or kept < size,
            self._map[_RESULT_AT:_RESULT_AT + kept],
        )

    def notes_mark(self):
        """Returns (bytes of notes, omitted connections and look-ups), which changes with every note."""
        size, connections, lookups = _MARK.unpack(self._map[_MARK_AT:_KIND_AT])
        return min(size, NOTES_BYTES), connections, lookups

    def notes(self, size):
        """Returns the first bytes of the child's notes."""
        return self._map[_NOTES_AT:_NOTES_AT + size]

    def gathered(self, descriptor):
        """Returns output that the child had not written yet when it ended."""
        return self.area(descriptor).take()

    # For the child.

    def area(self, descriptor):
        """Returns the buffer for output: 1 for stdout, 2 for stderr."""
        return Area(self._map, _GATHERED_AT[descriptor])

    def job(self):
        """Returns (header, code), both as bytes."""
        header, code = _JOB.unpack(self._map[0:_JOB.size])
        start = _JOB.size + header
        return self._map[_JOB.size:start], self._map[start:start + code]

    def set_next(self, pid):
        """Names the process that keeps the variables for the next job."""
        self._map[_OUT_AT:_OUT_AT + 4] = pid.to_bytes(4, 'big')

    def add_note(self, data, lookup):
        """Adds a line, which survives a crash of the child. If there is no room, only counts it."""
        size, *left_out = _MARK.unpack(self._map[_MARK_AT:_KIND_AT])
        if size + len(data) > NOTES_BYTES:
            self.count_note(lookup)
            return
        self._put(_NOTES_AT + size, data)
        self._map[_MARK_AT:_KIND_AT] = _MARK.pack(size + len(data), *left_out)

    def count_note(self, lookup):
        """Counts a connection or look-up that is not stored."""
        size, connections, lookups = _MARK.unpack(self._map[_MARK_AT:_KIND_AT])
        if lookup:
            lookups = min(lookups + 1, 0xFFFFFFFF)
        else:
            connections = min(connections + 1, 0xFFFFFFFF)
        self._map[_MARK_AT:_KIND_AT] = _MARK.pack(size, connections, lookups)

    def set_result(self, kind, data, cut):
        """Stores the last expression's value."""
        self._put(_RESULT_AT, data)
        self._map[_KIND_AT:_NOTES_AT] = struct.pack('>BBI', kind, cut, len(data))

    def _put(self, at, data):
        self._map[at:at + len(data)] = data
